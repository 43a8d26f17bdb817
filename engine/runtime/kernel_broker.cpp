#ifndef __EMSCRIPTEN__
#include "runtime/kernel_broker.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <vector>

#include "runtime/cache_folder.h"

namespace vt {
namespace {

enum class Wish : uint64_t { kCompile, kRead, kWrite, kForget, kNote };
using Texts = std::vector<std::string>;
constexpr uint64_t kMostTexts = 8, kLongestText = uint64_t{1} << 30;

bool send_bytes(int socket, const void* from, size_t size) {
  auto at = static_cast<const char*>(from);
  while (size > 0) {
    ssize_t put = send(socket, at, size, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += put, size -= static_cast<size_t>(put);
  }
  return true;
}
bool receive_bytes(int socket, void* to, size_t size) {
  auto at = static_cast<char*>(to);
  while (size > 0) {
    ssize_t got = recv(socket, at, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got, size -= static_cast<size_t>(got);
  }
  return true;
}

// Message format: a number, the number of texts, then each text with its length.
bool send_message(int socket, uint64_t number, const Texts& texts) {
  const uint64_t head[] = {number, texts.size()};
  if (!send_bytes(socket, head, sizeof head)) return false;
  for (const std::string& text : texts) {
    const uint64_t size = text.size();
    if (!send_bytes(socket, &size, sizeof size) || !send_bytes(socket, text.data(), text.size())) return false;
  }
  return true;
}
bool receive_message(int socket, uint64_t& number, Texts& texts) {
  uint64_t head[2];
  if (!receive_bytes(socket, head, sizeof head) || head[1] > kMostTexts) return false;
  number = head[0];
  texts.assign(head[1], {});
  for (std::string& text : texts) {
    uint64_t size = 0;
    if (!receive_bytes(socket, &size, sizeof size) || size > kLongestText) return false;
    text.resize(size);
    if (!receive_bytes(socket, text.data(), size)) return false;
  }
  return true;
}

// Validates requests, because the sandboxed process is not trusted: a name must be that of a cache entry, and
// compiler options are passed to a shell.
bool is_entry(const std::string& name) {
  const size_t dot = name.find('.');
  return dot != std::string::npos && dot > 0 && name.find_first_not_of("0123456789abcdef") == dot &&
         (name.substr(dot) == ".so" || name.substr(dot) == ".cubin" || name.substr(dot) == ".tune");
}
bool are_options(const std::string& text) {
  return text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+=. ") ==
         std::string::npos;
}

Texts answer(Wish wish, const Texts& given) {
  const auto entry_with = [&](size_t count) { return given.size() == count && is_entry(given[0]); };
  std::string bytes;
  switch (wish) {
    case Wish::kCompile: {
      if (given.size() != 2 || !are_options(given[1])) return {};
      CompiledLibrary made = compile_cached(given[0], find_system_compiler(), given[1]);
      return {made.name, made.bytes, made.problem, made.source_path, made.from_cache ? "cached" : ""};
    }
    case Wish::kRead: return entry_with(1) && read_cached(given[0], bytes) ? Texts{bytes} : Texts{};
    case Wish::kWrite:
      if (entry_with(2)) write_cached(given[0], given[1]);
      return {};
    case Wish::kForget:
      if (entry_with(1)) forget_cached(given[0]);
      return {};
    case Wish::kNote: return {take_cache_note()};
  }
  return {};
}

int asked = -1;

Texts ask(Wish wish, const Texts& given) {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  uint64_t number = 0;
  Texts answered;
  if (!send_message(asked, static_cast<uint64_t>(wish), given) || !receive_message(asked, number, answered)) return {};
  return answered;
}

}  // namespace

void serve_kernel_cache(int socket) {
  uint64_t number = 0;
  Texts given;
  while (receive_message(socket, number, given) && number <= static_cast<uint64_t>(Wish::kNote))
    if (!send_message(socket, number, answer(static_cast<Wish>(number), given))) return;
}

void use_kernel_cache_of(int socket) { asked = socket; }
bool asks_for_kernels() { return asked >= 0; }

CompiledLibrary ask_to_compile(const std::string& source, const std::string& flags) {
  Texts made = ask(Wish::kCompile, {source, flags});
  if (made.size() != 5) return {{}, {}, "the process that compiles for the sandbox does not answer", {}, false};
  return {made[0], made[1], made[2], made[3], !made[4].empty()};
}
bool ask_to_read(const std::string& name, std::string& bytes) {
  Texts found = ask(Wish::kRead, {name});
  if (found.size() != 1) return false;
  bytes = std::move(found[0]);
  return true;
}
void ask_to_write(const std::string& name, const std::string& bytes) { ask(Wish::kWrite, {name, bytes}); }
void ask_to_forget(const std::string& name) { ask(Wish::kForget, {name}); }
std::string ask_for_note() {
  Texts note = ask(Wish::kNote, {});
  return note.size() == 1 ? note[0] : "";
}

}  // namespace vt
#endif
