#ifdef __EMSCRIPTEN__
#include "support/web_threads.h"

#include <emscripten.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <new>

#include "support/check.h"

// What all threads read and write. The first words are for Atomics alone; web/threads.mjs knows the layout.
struct VtThreads {
  // Which loop it is (24 bits) and the next piece that nobody has taken (8 bits); 255 between loops, so that whoever
  // has read an older ticket takes no piece by it while the next loop is being written.
  uint32_t ticket = 255;
  uint32_t done = 0;     // pieces of this loop that have ended
  uint32_t waiting = 0;  // threads that sleep until `ticket` changes
  uint32_t lock = 0;     // of the heap: 0 free, 1 taken, 2 taken and waited for
  // The loop, which does not change while a piece of it is left.
  uint32_t threads = 0;  // that take pieces: those with lower numbers
  uint32_t pieces = 0, run = 0, context = 0;
  uint32_t kernel = 0, bytes = 0, size = 0, part = 0, buffers = 0, buffers_step = 0, symbols = 0, end = 0, step = 0;
  uint32_t erf = 0, erfc = 0, lgamma = 0;
  uint8_t failed[vt::kMostPieces] = {};
};

// clang-format off
// How many threads the page or Node allows; the first call of vt_threads_start() asks for them.
EM_JS(int, vt_threads_allowed, (), { return Module['threads'] || 1; });
// Atomics on plain code's behalf. `first` is the address of a VtThreads.
EM_JS(void, vt_threads_start, (VtThreads* first, int count, uint8_t* stacks, int stack_bytes), {
  Module.vtWords = new Int32Array(wasmMemory.buffer, first >>> 0, 4);
  Module['startThreads']({ memory: wasmMemory, address: first >>> 0, count: count, stacks: stacks >>> 0, stackBytes: stack_bytes });
});
// Publishes the loop that lies ready, and wakes who sleeps.
EM_JS(void, vt_threads_publish, (), {
  var words = Module.vtWords;
  Atomics.store(words, 1, 0);
  Atomics.store(words, 0, (Atomics.load(words, 0) & ~255) + 256);
  if (Atomics.load(words, 2) > 0) Atomics.notify(words, 0);
});
// The next piece of the loop, or -1.
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
// Waits for the pieces that others have taken: awake for a while, for most of them end soon.
EM_JS(void, vt_threads_join, (int pieces), {
  var words = Module.vtWords;
  var ended = () => Atomics.load(words, 1) === pieces;
  for (var end = performance.now() + 0.2; !ended() && performance.now() < end;) for (var i = 0; i < 64 && !ended(); ++i);
  for (var done; (done = Atomics.load(words, 1)) !== pieces;) Atomics.wait(words, 1, done, 100);
  Atomics.or(words, 0, 255);
});
// A worker may have made memory larger: the views must reach it.
EM_JS(void, vt_threads_see_memory, (), {
  if (HEAPU8.length !== wasmMemory.buffer.byteLength) updateGlobalBufferAndViews(wasmMemory.buffer);
});
EM_JS(void, vt_threads_lock, (), {
  var words = Module.vtWords;
  if (Atomics.compareExchange(words, 3, 0, 1) === 0) return;
  while (Atomics.exchange(words, 3, 2) !== 0) Atomics.wait(words, 3, 2);
});
EM_JS(void, vt_threads_unlock, (), { if (Atomics.exchange(Module.vtWords, 3, 0) === 2) Atomics.notify(Module.vtWords, 3, 1); });
// clang-format on

// Of the C++ library: the exceptions in flight, of all threads, for it knows one only.
struct VtThrown {
  void* caught;
  unsigned uncaught;
};
extern "C" VtThrown* __cxa_get_globals();

namespace vt {
namespace {
constexpr int kStackBytes = 1 << 20;
VtThreads shared;
bool running = false;       // pieces are being run, so the heap is locked
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
  running = true;
  vt_threads_publish();
}
}  // namespace

int web_threads() {
  if (allowed == 0) allowed = std::clamp(vt_threads_allowed(), 1, kMostThreads);
  return wish > 0 ? std::min(wish, allowed) : allowed;
}
void set_web_threads(int count) { wish = count; }
bool on_threads() { return running; }

int thread_number() {
  const uintptr_t above = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - stacks;
  return above < stacks_bytes ? 1 + static_cast<int>(above / kStackBytes) : 0;
}

void run_on_threads(const SharedLoop& loop) {
  VT_CHECK(loop.pieces <= kMostPieces, "a loop has few pieces");
  if (running || web_threads() == 1 || loop.pieces == 1) {
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
  vt_threads_see_memory();
  running = false;
  uncaught = before;
  // What could not be done is done again here, where exceptions reach the caller: of several the first one's.
  for (int piece = 0; piece < loop.pieces; ++piece)
    if (shared.failed[piece]) loop.run(loop.context, piece);
}

}  // namespace vt

// The C library is the one for a single thread, so the heap is locked while pieces run. (Emscripten's own allocation
// functions are weak, for programs to define others.)
namespace {
struct HeapLock {
  HeapLock() {
    if (vt::running) vt_threads_lock();
  }
  ~HeapLock() {
    if (vt::running) vt_threads_unlock();
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
