// What the process is doing, for the report of a crash, and the handlers that write it. A signal's
// handler reads this: plain stores write it, nothing is allocated. Natively only; in the browser a
// trap ends the worker, which a spare replaces.
#pragma once
#include <atomic>
#include <cstddef>
#include <string>

namespace vt {

inline constexpr const char* kOurDefect =
    "This is a defect of Vitrine, not of the program. Please report it with the program.";

struct Doing {
  std::atomic<const char*> op{nullptr};  // the last op whose kernel was called
  // Writes the place in the program ("p.py, line 3") into `to`, cut off at `size`; returns its length. Set
  // by the session for the time of a run.
  std::atomic<size_t (*)(char* to, size_t size)> place{nullptr};
};
inline Doing& doing() {
  static Doing one;
  return one;
}
std::string place_in_program();  // empty outside of runs

// Makes signals that mean a defect, and exceptions that nobody catches, end the process with a report on
// stderr and the status kCrashStatus instead of a core dump. Handlers that were there before keep what
// was theirs. Called for each thread that runs programs: it gets a stack for handlers of its own, so that
// an exhausted stack is reported too.
void install_crash_report();
constexpr int kCrashStatus = 70;  // EX_SOFTWARE
// For a handler that has found a signal not to be its own. Returns only where another handler was there
// before: that one gets the signal when the instruction traps again.
void report_crash(int signal_number);
// "read or wrote memory that is not there (SIGSEGV)", or null for signals that mean no defect.
const char* meaning_of_signal(int number);

}  // namespace vt
