#include "runtime/kernel_guard.h"

#include "support/check.h"

#ifdef __EMSCRIPTEN__
namespace vt {

void call_guarded(KernelEntry entry, void* const* buffers, const int64_t* symbols, const std::string&,
                  const std::function<void()>&) {
  entry(buffers, symbols);
}

}  // namespace vt
#else
#include <omp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>

namespace vt {
namespace {

struct Trap {
  int number;
  const char* meaning;
};
constexpr std::array<Trap, 4> kTraps = {{{SIGSEGV, "read or wrote memory that is not there (SIGSEGV)"},
                                         {SIGBUS, "read or wrote memory that is not there (SIGBUS)"},
                                         {SIGFPE, "divided integers as the processor cannot (SIGFPE)"},
                                         {SIGILL, "has an instruction this processor lacks (SIGILL)"}}};
// Sent by a worker thread that trapped to the thread that called the kernel.
constexpr int kWakeCaller = SIGURG;  // ignored by default, so a late one does no harm

// The call in progress. One at a time: runs share one set of launch counters as well.
struct Call {
  sigjmp_buf way_out;
  pthread_t caller;
  std::atomic<int> trap{0};
};
std::atomic<Call*> current{nullptr};
// After a trap the threads of that call stay where they are, and OpenMP gives the thread
// that left it no others: what else they do is of no interest.
std::atomic<bool> abandoned{false};
std::array<struct sigaction, kTraps.size()> previous;

[[noreturn]] void leave(Call& call) {
  current = nullptr;
  abandoned = true;
  siglongjmp(call.way_out, 1);
}

// A trap outside kernels is not ours: the former handler gets it when the instruction traps
// again.
void pass_on(int number) {
  for (size_t i = 0; i < kTraps.size(); ++i)
    if (kTraps[i].number == number) sigaction(number, &previous[i], nullptr);
}

void on_trap(int number, siginfo_t*, void*) {
  Call* call = current;
  bool is_caller = call && pthread_equal(pthread_self(), call->caller);
  bool is_worker = !is_caller && omp_in_parallel() && (call || abandoned);
  if (!is_caller && !is_worker) return pass_on(number);
  if (is_caller || !abandoned) {
    call->trap = number;
    if (is_caller) leave(*call);
    pthread_kill(call->caller, kWakeCaller);
  }
  for (;;) pause();  // there is nowhere to return to: the code that trapped would trap again
}

void on_wake(int, siginfo_t*, void*) {
  Call* call = current;
  if (call && call->trap && pthread_equal(pthread_self(), call->caller)) leave(*call);
}

void install_handlers() {
  struct sigaction action {};
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  action.sa_sigaction = on_trap;
  for (size_t i = 0; i < kTraps.size(); ++i) sigaction(kTraps[i].number, &action, &previous[i]);
  action.sa_sigaction = on_wake;
  sigaction(kWakeCaller, &action, nullptr);
}

}  // namespace

void call_guarded(KernelEntry entry, void* const* buffers, const int64_t* symbols, const std::string& kernel,
                  const std::function<void()>& abandon) {
  static const bool installed = (install_handlers(), true);
  (void)installed;
  Call call;
  call.caller = pthread_self();
  // Without the mask, saving is a few nanoseconds; SA_NODEFER leaves the mask as it was.
  if (sigsetjmp(call.way_out, 0) == 0) {
    current = &call;
    entry(buffers, symbols);
    current = nullptr;
    return;
  }
  abandon();
  const char* meaning = "trapped";
  for (const Trap& trap : kTraps)
    if (trap.number == call.trap) meaning = trap.meaning;
  throw InternalError("the kernel " + kernel + " " + meaning);
}

}  // namespace vt
#endif
