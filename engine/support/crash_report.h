// State of the process for a crash report, and the signal handlers that print it. Handlers read this state, so it is
// written by plain stores and never allocates. Native builds only; in the browser a trap ends the worker, and the page
// replaces it by a spare one.
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

// Installs handlers for the signals that mean a defect, and for uncaught exceptions: the
// process prints a report on stderr and exits with kCrashStatus instead of dumping core.
// Handlers installed earlier keep their signals. Call it in each thread that runs programs,
// because each gets its own stack for handlers, on which stack overflow is reported.
void install_crash_report();
constexpr int kCrashStatus = 70;  // EX_SOFTWARE
// For a handler that finds that a signal is not meant for it. Returns only if another handler was installed earlier;
// that one receives the signal when the instruction traps again.
void report_crash(int signal_number);
// The meaning of a signal: "read or wrote memory that is not there (SIGSEGV)"; null if it means no defect.
const char* meaning_of_signal(int number);

}  // namespace vt
