// The values of a program's size symbols in one run. For the executables of the back ends.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "runtime/runtime.h"

namespace vt {

struct SymbolValues {
  const std::vector<std::string>* names;
  std::vector<int64_t> values;
  int64_t evaluate(const SymExpr& e) const;
  Dims evaluate(const std::vector<SymExpr>& list) const;
  // Fills in the values in the order of a kernel's parameters.
  void fill(const std::vector<std::string>& wanted, std::vector<int64_t>& out) const;
  // The argument with each SymInt replaced by its value in this run.
  Arg evaluate(const Arg& arg) const;
  static int64_t look_up(const void* context, std::string_view name);
};
int64_t symbol_value(const SymbolSource& source, std::span<const RuntimeInput> inputs);

}  // namespace vt
