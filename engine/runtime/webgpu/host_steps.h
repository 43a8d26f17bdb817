// Runs steps of a device program on the CPU back end, on host copies of the tensors that they read and write.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "runtime/runtime.h"
#include "runtime/symbol_values.h"

namespace vt {

class HostSteps {
 public:
  // The steps [first, end).
  HostSteps(const Program& program, size_t first, size_t end);
  // `buffers`: the program's tensors; `symbols`: the size symbols of this call.
  void run(std::vector<Tensor>& buffers, const SymbolValues& symbols);

 private:
  struct Used {
    size_t buffer;
    bool read, written;
  };
  std::vector<Used> used_;
  std::vector<std::string> symbols_;
  std::unique_ptr<Executable> executable_;
};

}  // namespace vt
