// Threads in the browser and Node: workers that share the engine's memory and take pieces of a loop from the one thread
// that runs everything else. They sleep between loops. Native builds use OpenMP instead (ops/kernels/parallel.h).
// Without shared memory there are no threads (docs/adr/0028-threads-in-the-browser.md).
#pragma once
#include <cstddef>
#include <cstdint>

namespace vt {

inline constexpr int kMostThreads = 16;

#ifdef __EMSCRIPTEN__
// Number of threads that share a loop, including the calling one: that of the machine unless set_web_threads() asks for
// fewer; 1 without shared memory.
int web_threads();
void set_web_threads(int count);

// A loop in independent pieces. The calling thread calls `run`. Other threads call it too, or, if `kernel` is set, the
// exported part of that module in their own instances.
struct SharedLoop {
  int pieces = 0;  // at most kMostPieces
  void (*run)(const void* context, int piece) = nullptr;
  const void* context = nullptr;

  struct Kernel {
    uint32_t id = 0;  // of the module; 0: no kernel
    const uint8_t* bytes = nullptr;
    size_t size = 0;
    int part = 0;                   // index of the exported part of the module
    const void* buffers = nullptr;  // thread i uses the table at i * `buffers_step` bytes
    size_t buffers_step = 0;
    const void* symbols = nullptr;
    int end = 0, step = 0;  // range [0, end) in steps, divided among the pieces
    const void *erf = nullptr, *erfc = nullptr, *lgamma = nullptr;
  } kernel;
};
inline constexpr int kMostPieces = 128;
// Runs all pieces and rethrows an exception of one. A nested call, from within a piece, runs all on its own thread.
void run_on_threads(const SharedLoop& loop);
inline constinit bool loop_on_threads = false;
inline bool on_threads() { return loop_on_threads; }  // within run_on_threads()

// 0 is the main engine thread.
int thread_number();
#endif

// One T per thread; `T` is a type private to the caller, with a constant initial value.
template <class T>
T& of_this_thread() {
#ifdef __EMSCRIPTEN__
  // Static variables are shared: the memory is shared, and the threads have no thread-local storage but a stack.
  [[clang::no_destroy]] static constinit T all[kMostThreads];
  return all[thread_number()];
#else
  static thread_local T own;
  return own;
#endif
}

}  // namespace vt
