// An empty cache of compiled kernels, so that compile times are of compiling.
#pragma once
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace vt {

// A cache of compiled kernels for the time of the benchmark, emptied for each mode, so that
// compile times are of compiling. Without a name: no folder could be made.
class OwnKernelCache {
 public:
  OwnKernelCache() {
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "vitrine-bench-XXXXXX").string();
    if (error || !mkdtemp(name.data())) return;
    if (const char* before = std::getenv("VITRINE_CACHE")) before_ = before;
    folder_ = name;
  }
  void start_empty() {
    if (!folder_.empty()) setenv("VITRINE_CACHE", (folder_ + "/" + std::to_string(++count_)).c_str(), 1);
  }
  ~OwnKernelCache() {
    if (folder_.empty()) return;
    if (before_.empty()) unsetenv("VITRINE_CACHE");
    else setenv("VITRINE_CACHE", before_.c_str(), 1);
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_, before_;
  int count_ = 0;
};

}  // namespace vt
