// How far a measurement is, on the terminal.
#pragma once
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace vt {

// One line on the terminal that says what is going on; nothing where output goes to a file.
class ProgressLine {
 public:
  void show(double done, double all, const std::string& what) {
    if (!on_terminal_) return;
    constexpr size_t kWidth = 20;
    const double part = all > 0 ? std::clamp(done / all, 0.0, 1.0) : 0;
    std::string bar;
    for (size_t i = 0; i < kWidth; ++i) bar += static_cast<double>(i) < part * kWidth ? "█" : "░";
    std::fprintf(stderr, "\r\033[K%s %3.0f%%  %s", bar.c_str(), part * 100, what.c_str());
    std::fflush(stderr);
  }
  void clear() {
    if (on_terminal_) std::fputs("\r\033[K", stderr);
  }

 private:
  bool on_terminal_ = isatty(2) != 0;
};

}  // namespace vt
