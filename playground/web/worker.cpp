// The engine in a Web Worker: the page posts encoded messages, this answers with encoded
// messages. Stop and traps are the page's affair: it ends the worker and takes a spare.
#include <emscripten.h>

#include "playground/host/engine_host.h"

// clang-format off
// Addresses come as signed numbers: above 2 GB they need >>> 0.
EM_JS(void, post_to_page, (const uint8_t* bytes, size_t size), {
  bytes >>>= 0;
  Module['toPage'](HEAPU8.slice(bytes, bytes + size));
});
EM_JS(void, hand_on, (), { Module['handOnWhenDue'](); });
// clang-format on

namespace {
vt::EngineHost& host() {
  static vt::EngineHost instance([](const std::vector<uint8_t>& bytes) { post_to_page(bytes.data(), bytes.size()); },
                                 [] { hand_on(); });
  return instance;
}
}  // namespace

extern "C" {
EMSCRIPTEN_KEEPALIVE void vt_receive(const uint8_t* bytes, size_t size) { host().receive(bytes, size); }
EMSCRIPTEN_KEEPALIVE void vt_add_lesson(const char* json) { host().add_lesson(json); }
EMSCRIPTEN_KEEPALIVE void vt_warm_up() { host().warm_up(); }
EMSCRIPTEN_KEEPALIVE void vt_idle() { host().idle(); }
}

int main() { return 0; }
