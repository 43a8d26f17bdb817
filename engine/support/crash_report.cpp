#include "support/crash_report.h"

namespace vt {

std::string place_in_program() {
  char text[512];
  const auto place = doing().place.load();
  return place ? std::string(text, place(text, sizeof text)) : "";
}

}  // namespace vt

#ifdef __EMSCRIPTEN__
namespace vt {

void install_crash_report() {}

}  // namespace vt
#else
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>

namespace vt {
namespace {

struct Defect {
  int number;
  const char* meaning;
};
constexpr std::array<Defect, 4> kDefects = {{{SIGSEGV, "read or wrote memory that is not there (SIGSEGV)"},
                                             {SIGBUS, "read or wrote memory that is not there (SIGBUS)"},
                                             {SIGFPE, "divided integers as the processor cannot (SIGFPE)"},
                                             {SIGILL, "has an instruction this processor lacks (SIGILL)"}}};
std::array<struct sigaction, kDefects.size()> previous;

// A text buffer of fixed size. It never allocates, because a signal handler must not.
class ReportText {
 public:
  void add(const char* text) { add(text, std::strlen(text)); }
  void add(const char* text, size_t size) {
    size = std::min(size, sizeof text_ - used_);
    std::memcpy(text_ + used_, text, size);
    used_ += size;
  }
  void send() const {
    for (size_t at = 0; at < used_;) {
      const ssize_t put = write(STDERR_FILENO, text_ + at, used_ - at);
      if (put <= 0) return;
      at += static_cast<size_t>(put);
    }
  }

 private:
  char text_[2048];
  size_t used_ = 0;
};

[[noreturn]] void end_with_report(const char* what) {
  ReportText report;
  report.add("vitrine: internal error: the process ");
  report.add(what);
  if (const char* op = doing().op.load()) {
    report.add("; the last op was ");
    report.add(op);
  }
  char place[512];
  if (const auto find = doing().place.load())
    if (const size_t size = find(place, sizeof place)) {
      report.add(", called from ");
      report.add(place, size);
    }
  report.add("\n");
  report.add(kOurDefect);
  report.add("\n");
  report.send();
  // Flush what the program has printed. Another thread may hold stdout's lock for ever, so an alarm ends the wait.
  signal(SIGALRM, SIG_DFL);
  alarm(1);
  std::fflush(stdout);
  _exit(kCrashStatus);
}

void on_defect(int number, siginfo_t*, void*) { report_crash(number); }

void on_uncaught() {
  if (const std::exception_ptr current = std::current_exception()) try {
      std::rethrow_exception(current);
    } catch (const std::exception& error) {
      end_with_report((std::string("threw an exception that nothing catches: ") + error.what()).c_str());
    } catch (...) {
    }
  end_with_report("ended where it must not");
}

// Gives this thread an alternate stack for signal handlers (sigaltstack).
void give_handlers_a_stack() {
  constexpr size_t kSize = 64 << 10;
  struct Stack {
    std::unique_ptr<char[]> memory;
    ~Stack() {
      stack_t none{};
      none.ss_flags = SS_DISABLE;
      if (memory) sigaltstack(&none, nullptr);
    }
  };
  thread_local Stack own;
  stack_t current{};
  if (own.memory || sigaltstack(nullptr, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
  own.memory = std::make_unique<char[]>(kSize);
  stack_t wanted{};
  wanted.ss_sp = own.memory.get();
  wanted.ss_size = kSize;
  sigaltstack(&wanted, nullptr);
}

}  // namespace

const char* meaning_of_signal(int number) {
  for (const Defect& defect : kDefects)
    if (defect.number == number) return defect.meaning;
  return nullptr;
}

void report_crash(int number) {
  for (size_t i = 0; i < kDefects.size(); ++i) {
    if (kDefects[i].number != number) continue;
    if (previous[i].sa_handler != SIG_DFL) {  // another handler (a sanitizer's): it gets the next signal
      sigaction(number, &previous[i], nullptr);
      return;
    }
    signal(number, SIG_DFL);  // a crash inside the report ends the process at once
  }
  const char* meaning = meaning_of_signal(number);
  end_with_report(meaning ? meaning : "got a signal");
}

void install_crash_report() {
  give_handlers_a_stack();
  static const bool installed = [] {
    struct sigaction action {};
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    action.sa_sigaction = on_defect;
    for (size_t i = 0; i < kDefects.size(); ++i) sigaction(kDefects[i].number, &action, &previous[i]);
    std::set_terminate(on_uncaught);
    return true;
  }();
  (void)installed;
}

}  // namespace vt
#endif
