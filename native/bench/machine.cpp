#include "native/bench/machine.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>

namespace vt {
namespace {

std::string machine_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "this machine";
}

std::string today() {
  std::time_t now = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", std::localtime(&now));
  return text;
}

}  // namespace

OwnKernelCache::OwnKernelCache() {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "vitrine-bench-XXXXXX").string();
  if (error || !mkdtemp(name.data())) return;
  if (const char* before = std::getenv("VITRINE_CACHE")) before_ = before;
  folder_ = name;
}

OwnKernelCache::~OwnKernelCache() {
  if (folder_.empty()) return;
  if (before_.empty()) unsetenv("VITRINE_CACHE");
  else setenv("VITRINE_CACHE", before_.c_str(), 1);
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void OwnKernelCache::start_empty() {
  if (!folder_.empty()) setenv("VITRINE_CACHE", (folder_ + "/" + std::to_string(++count_)).c_str(), 1);
}

void describe_run(const BenchOptions& options, BenchResults& results) {
  results.version = VT_VERSION;
  results.machine = machine_name();
  results.device = options.device;
  results.date = today();
  results.seconds = options.seconds;
  results.threads = options.threads > 0 ? options.threads : static_cast<int>(std::thread::hardware_concurrency());
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

}  // namespace vt
