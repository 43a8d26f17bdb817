#include "native/bench/side.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>

namespace vt {

#ifdef __EMSCRIPTEN__  // Node has no processes for us
Side::Side(const std::string&, const std::string&, const std::string& errors) : errors_(errors) {}
Side::~Side() = default;
std::optional<std::string> Side::read_line(double) { return {}; }
std::optional<std::string> Side::ask(const std::string&, double) { return {}; }
std::string Side::last_words() const { return "there are no processes here"; }
#else

Side::Side(const std::string& command, const std::string& folder, const std::string& errors) : errors_(errors) {
  int to[2], from[2];
  if (pipe2(to, O_CLOEXEC) != 0) return;
  if (pipe2(from, O_CLOEXEC) != 0) {
    close(to[0]), close(to[1]);
    return;
  }
  std::signal(SIGPIPE, SIG_IGN);  // a side that died is seen when it is read
  process_ = fork();
  if (process_ == 0) {
    setpgid(0, 0);  // so that what a shell started ends with it
    const int log = open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(to[0], 0), dup2(from[1], 1), dup2(log, 2);
    if (chdir(folder.c_str()) == 0) execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  close(to[0]), close(from[1]);
  to_ = to[1], from_ = from[0];
}

Side::~Side() {
  if (to_ >= 0) close(to_);
  if (process_ > 0) {
    kill(-process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  if (from_ >= 0) close(from_);
}

std::optional<std::string> Side::read_line(double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
  while (true) {
    if (size_t at = buffer_.find('\n'); at != std::string::npos) {
      std::string line = buffer_.substr(0, at);
      buffer_.erase(0, at + 1);
      return line;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd waited{from_, POLLIN, 0};
    if (from_ < 0 || left <= 0 || poll(&waited, 1, static_cast<int>(left)) <= 0) return {};
    char bytes[4096];
    const ssize_t count = read(from_, bytes, sizeof bytes);
    if (count <= 0) return {};
    buffer_.append(bytes, static_cast<size_t>(count));
  }
}

std::optional<std::string> Side::ask(const std::string& line, double seconds) {
  const std::string text = line + "\n";
  if (to_ < 0 || write(to_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) return {};
  return read_line(seconds);
}

std::string Side::last_words() const {
  std::ifstream in(errors_, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const size_t start = text.rfind('\n');
  return start == std::string::npos ? text : text.substr(start + 1);
}

#endif

}  // namespace vt
