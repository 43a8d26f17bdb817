// The threads of the browser and of Node: workers that share the engine's memory and take pieces of a loop from the one
// thread that runs everything else. They sleep between loops. Natively threads are OpenMP's (ops/kernels/parallel.h).
// Where memory cannot be shared there are none (docs/adr/0028-threads-in-the-browser.md).
#pragma once
#include <cstddef>
#include <cstdint>

namespace vt {

inline constexpr int kMostThreads = 16;

#ifdef __EMSCRIPTEN__
// How many threads loops are shared among, the calling one among them: as many as the machine has, unless fewer are
// asked for; 1 where memory is not shared.
int web_threads();
void set_web_threads(int count);

// A loop in pieces that may run at the same time. `run` is called by the calling thread; other threads call it too, or,
// where `kernel` is set, the exported part of that module in instances of their own.
struct SharedLoop {
  int pieces = 0;  // at most kMostPieces
  void (*run)(const void* context, int piece) = nullptr;
  const void* context = nullptr;

  struct Kernel {
    uint32_t id = 0;  // of the module; 0: none
    const uint8_t* bytes = nullptr;
    size_t size = 0;
    int part = 0;                   // its number among the module's parts
    const void* buffers = nullptr;  // of the thread with number i: i times `buffers_step` bytes further
    size_t buffers_step = 0;
    const void* symbols = nullptr;
    int end = 0, step = 0;  // [0, end) in steps, which the pieces share
    const void *erf = nullptr, *erfc = nullptr, *lgamma = nullptr;
  } kernel;
};
inline constexpr int kMostPieces = 128;
// Runs all pieces; what one throws is thrown here. From within a piece, all of them on the thread that asks.
void run_on_threads(const SharedLoop& loop);
bool on_threads();  // within run_on_threads()

// 0 is the thread that runs everything else.
int thread_number();
#endif

// A T for each thread, where `T` is a type of the caller's own whose first value is a constant.
template <class T>
T& of_this_thread() {
#ifdef __EMSCRIPTEN__
  // Static variables are everybody's: memory is shared and nothing in it belongs to a thread but its stack.
  [[clang::no_destroy]] static constinit T all[kMostThreads];
  return all[thread_number()];
#else
  static thread_local T own;
  return own;
#endif
}

}  // namespace vt
