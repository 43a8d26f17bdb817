#include "runtime/kernel_guard.h"

#include "support/check.h"
#include "support/crash_report.h"

#ifdef __EMSCRIPTEN__
namespace vt {

void call_guarded(KernelEntry entry, void* const* buffers, const int64_t* symbols,
                  const std::function<std::string()>&) {
  entry(buffers, symbols);
}

}  // namespace vt
#else
#include <omp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>

namespace vt {
namespace {

constexpr int kTraps[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
// Signal that a trapped worker thread sends to the thread that called the kernel.
constexpr int kWakeCaller = SIGURG;  // ignored by default, so a late signal does no harm

// The guarded call in progress. At most one, because runs also share one set of launch counters.
struct Call {
  sigjmp_buf way_out;
  pthread_t caller;
  std::atomic<int> trap{0};
};
std::atomic<Call*> current{nullptr};
// Set after a trap. The threads of the abandoned call never return, and OpenMP gives the thread that left it no
// new ones. Later traps in these threads are ignored.
std::atomic<bool> abandoned{false};

[[noreturn]] void leave(Call& call) {
  current = nullptr;
  abandoned = true;
  siglongjmp(call.way_out, 1);
}

void on_trap(int number, siginfo_t*, void*) {
  Call* call = current;
  bool is_caller = call && pthread_equal(pthread_self(), call->caller);
  bool is_worker = !is_caller && omp_in_parallel() && (call || abandoned);
  if (!is_caller && !is_worker) return report_crash(number);
  if (is_caller || !abandoned) {
    call->trap = number;
    if (is_caller) leave(*call);
    pthread_kill(call->caller, kWakeCaller);
  }
  for (;;) pause();  // never return: the instruction would trap again
}

void on_wake(int, siginfo_t*, void*) {
  Call* call = current;
  if (call && call->trap && pthread_equal(pthread_self(), call->caller)) leave(*call);
}

void install_handlers() {
  install_crash_report();  // handles traps outside of kernels
  struct sigaction action {};
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  action.sa_sigaction = on_trap;
  for (int number : kTraps) sigaction(number, &action, nullptr);
  action.sa_sigaction = on_wake;
  sigaction(kWakeCaller, &action, nullptr);
}

}  // namespace

void call_guarded(KernelEntry entry, void* const* buffers, const int64_t* symbols,
                  const std::function<std::string()>& abandon) {
  static const bool installed = (install_handlers(), true);
  (void)installed;
  Call call;
  call.caller = pthread_self();
  // Not saving the signal mask takes only a few nanoseconds; SA_NODEFER keeps the mask unchanged.
  if (sigsetjmp(call.way_out, 0) == 0) {
    current = &call;
    entry(buffers, symbols);
    current = nullptr;
    return;
  }
  const std::string kernel = abandon(), place = place_in_program();
  const char* meaning = meaning_of_signal(call.trap);
  throw InternalError(kernel + " " + (meaning ? meaning : "trapped") + (place.empty() ? "" : "; called from " + place));
}

}  // namespace vt
#endif
