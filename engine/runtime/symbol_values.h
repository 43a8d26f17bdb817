// The values of a program's size symbols in one run. For the back ends' executables.
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
  // In the order a kernel wants them.
  void fill(const std::vector<std::string>& wanted, std::vector<int64_t>& out) const;
  // SymInts inside a plain argument as the numbers of this run.
  Arg evaluate(const Arg& arg) const;
  static int64_t look_up(const void* context, std::string_view name);
};
int64_t symbol_value(const SymbolSource& source, std::span<const RuntimeInput> inputs);

}  // namespace vt
