// A program that stays open and answers lines: models.py under this engine or under PyTorch.
#pragma once
#include <sys/types.h>

#include <optional>
#include <string>

namespace vt {

class Side {
 public:
  // `command` as a shell reads it, started in `folder`; what it prints as errors goes to `errors`.
  Side(const std::string& command, const std::string& folder, const std::string& errors);
  ~Side();
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;
  // One line of its output; nothing if it ended or was late.
  std::optional<std::string> read_line(double seconds);
  std::optional<std::string> ask(const std::string& line, double seconds);
  // The end of what it printed as errors.
  std::string last_words() const;

 private:
  std::string errors_, buffer_;
  pid_t process_ = -1;
  int to_ = -1, from_ = -1;
};

}  // namespace vt
