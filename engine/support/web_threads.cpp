#ifdef __EMSCRIPTEN__
#include "support/web_threads.h"

#include <emscripten.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <new>

#include "support/check.h"

// State shared by all threads. The first words are accessed by Atomics only; web/threads.mjs depends on this layout.
struct VtThreads {
  // Number of the loop (24 bits) and next free piece (8 bits). 255 between loops, so that a thread with an older ticket
  // takes no piece while the next loop is being written.
  uint32_t ticket = 255;
  uint32_t done = 0;     // completed pieces of this loop
  uint32_t waiting = 0;  // threads that sleep until `ticket` changes
  uint32_t lock = 0;     // lock of the heap: 0 free, 1 held, 2 held with waiters
  // Description of the loop; constant while it has unfinished pieces.
  uint32_t threads = 0;  // threads with a smaller number take part
  uint32_t pieces = 0, run = 0, context = 0;
  uint32_t kernel = 0, bytes = 0, size = 0, part = 0, buffers = 0, buffers_step = 0, symbols = 0, end = 0, step = 0;
  uint32_t erf = 0, erfc = 0, lgamma = 0;
  uint8_t failed[vt::kMostPieces] = {};
};

// clang-format off
// Number of threads that the page or Node allows. The workers are started by the first call of vt_threads_start().
EM_JS(int, vt_threads_allowed, (), { return Module['threads'] || 1; });
// Atomics by JavaScript, because this code is compiled without atomic instructions. `first`: a VtThreads.
EM_JS(void, vt_threads_start, (VtThreads* first, int count, uint8_t* stacks, int stack_bytes), {
  Module.vtWords = new Int32Array(wasmMemory.buffer, first >>> 0, 4);
  Module['startThreads']({ memory: wasmMemory, address: first >>> 0, count: count, stacks: stacks >>> 0, stackBytes: stack_bytes });
});
// Publishes the loop in `shared` and wakes the sleeping threads.
EM_JS(void, vt_threads_publish, (), {
  var words = Module.vtWords;
  Atomics.store(words, 1, 0);
  Atomics.store(words, 0, (Atomics.load(words, 0) & ~255) + 256);
  if (Atomics.load(words, 2) > 0) Atomics.notify(words, 0);
});
// Takes the next piece of the loop; -1 if none is left.
EM_JS(int, vt_threads_take, (int pieces), {
  var words = Module.vtWords;
  for (;;) {
    var ticket = Atomics.load(words, 0);
    var piece = ticket & 255;
    if (piece >= pieces) return -1;
    if (Atomics.compareExchange(words, 0, ticket, ticket + 1) === ticket) return piece;
  }
});
EM_JS(void, vt_threads_done, (), { Atomics.add(Module.vtWords, 1, 1); });
// Waits for pieces taken by other threads; spins first, because most of them end soon.
EM_JS(void, vt_threads_join, (int pieces), {
  var words = Module.vtWords;
  var ended = () => Atomics.load(words, 1) === pieces;
  for (var end = performance.now() + 0.2; !ended() && performance.now() < end;) for (var i = 0; i < 64 && !ended(); ++i);
  for (var done; (done = Atomics.load(words, 1)) !== pieces;) Atomics.wait(words, 1, done, 100);
  Atomics.or(words, 0, 255);
});
EM_JS(void, vt_threads_lock, (), {
  var words = Module.vtWords;
  if (Atomics.compareExchange(words, 3, 0, 1) === 0) return;
  while (Atomics.exchange(words, 3, 2) !== 0) Atomics.wait(words, 3, 2);
});
EM_JS(void, vt_threads_unlock, (), { if (Atomics.exchange(Module.vtWords, 3, 0) === 2) Atomics.notify(Module.vtWords, 3, 1); });
// clang-format on

// Exception state of the C++ library. It is compiled for one thread, so all threads share this one.
struct VtThrown {
  void* caught;
  unsigned uncaught;
};
extern "C" VtThrown* __cxa_get_globals();

namespace vt {
namespace {
constexpr int kStackBytes = 1 << 20;
VtThreads shared;
int allowed = 0, wish = 0;  // 0: not known yet, not expressed
uintptr_t stacks = 0, stacks_bytes = 0;

uint32_t word(const void* pointer) { return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(pointer)); }

void start(int count) {
  stacks_bytes = static_cast<uintptr_t>(count - 1) * kStackBytes;
  uint8_t* memory = static_cast<uint8_t*>(std::aligned_alloc(64, stacks_bytes));
  if (!memory) throw std::bad_alloc();
  stacks = reinterpret_cast<uintptr_t>(memory);
  vt_threads_start(&shared, count, memory, kStackBytes);
}

void publish(const SharedLoop& loop) {
  const SharedLoop::Kernel& k = loop.kernel;
  shared.threads = static_cast<uint32_t>(web_threads());
  shared.pieces = static_cast<uint32_t>(loop.pieces);
  shared.run = word(reinterpret_cast<const void*>(loop.run));
  shared.context = word(loop.context);
  shared.kernel = k.id;
  shared.bytes = word(k.bytes), shared.size = static_cast<uint32_t>(k.size);
  shared.part = static_cast<uint32_t>(k.part);
  shared.buffers = word(k.buffers), shared.buffers_step = static_cast<uint32_t>(k.buffers_step);
  shared.symbols = word(k.symbols);
  shared.end = static_cast<uint32_t>(k.end), shared.step = static_cast<uint32_t>(k.step);
  shared.erf = word(k.erf), shared.erfc = word(k.erfc), shared.lgamma = word(k.lgamma);
  std::fill_n(shared.failed, loop.pieces, uint8_t{0});
  loop_on_threads = true;
  vt_threads_publish();
}
}  // namespace

int web_threads() {
  if (allowed == 0) allowed = std::clamp(vt_threads_allowed(), 1, kMostThreads);
  return wish > 0 ? std::min(wish, allowed) : allowed;
}
void set_web_threads(int count) { wish = count; }

int thread_number() {
  const uintptr_t above = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - stacks;
  return above < stacks_bytes ? 1 + static_cast<int>(above / kStackBytes) : 0;
}

void run_on_threads(const SharedLoop& loop) {
  VT_CHECK(loop.pieces <= kMostPieces, "a loop has few pieces");
  if (on_threads() || web_threads() == 1 || loop.pieces == 1) {
    for (int piece = 0; piece < loop.pieces; ++piece) loop.run(loop.context, piece);
    return;
  }
  if (stacks_bytes == 0) start(allowed);
  publish(loop);
  unsigned& uncaught = __cxa_get_globals()->uncaught;
  const unsigned before = uncaught;
  for (int piece; (piece = vt_threads_take(loop.pieces)) >= 0; vt_threads_done()) {
    try {
      loop.run(loop.context, piece);
    } catch (...) {
      shared.failed[piece] = 1;
    }
  }
  vt_threads_join(loop.pieces);
  loop_on_threads = false;
  uncaught = before;
  // Repeat the failed pieces here, where an exception reaches the caller: of several, the first piece's is thrown.
  for (int piece = 0; piece < loop.pieces; ++piece)
    if (shared.failed[piece]) loop.run(loop.context, piece);
}

}  // namespace vt

// Locks the heap while pieces run, because the C library is the single-threaded one. (Emscripten's allocation functions
// are weak symbols, which a program may define itself.)
namespace {
struct HeapLock {
  HeapLock() {
    if (vt::on_threads()) vt_threads_lock();
  }
  ~HeapLock() {
    if (vt::on_threads()) vt_threads_unlock();
  }
  HeapLock(const HeapLock&) = delete;
};
}  // namespace
extern "C" {
void* emscripten_builtin_malloc(size_t size);
void emscripten_builtin_free(void* block);
void* emscripten_builtin_memalign(size_t alignment, size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);

void* malloc(size_t size) {
  HeapLock lock;
  return emscripten_builtin_malloc(size);
}
void free(void* block) {
  HeapLock lock;
  emscripten_builtin_free(block);
}
void* memalign(size_t alignment, size_t size) {
  HeapLock lock;
  return emscripten_builtin_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** block, size_t alignment, size_t size) {
  *block = memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}
void* calloc(size_t count, size_t size) {
  HeapLock lock;
  return __libc_calloc(count, size);
}
void* realloc(void* block, size_t size) {
  HeapLock lock;
  return __libc_realloc(block, size);
}
}
#endif
