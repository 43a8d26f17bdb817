// Steps of a device's program, run by the CPU's back end on copies of the tensors that they read and write.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "runtime/runtime.h"
#include "runtime/symbol_values.h"

namespace vt {

class HostSteps {
 public:
  // The steps from `first` to before `end`.
  HostSteps(const Program& program, size_t first, size_t end);
  // `buffers`: the program's tensors; `symbols`: its sizes in this call.
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
