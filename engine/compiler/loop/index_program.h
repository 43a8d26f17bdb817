// Index expressions made ready for running: with the size symbols known, most are affine
// in the loop variables; the rest keeps its tree. For interpret.cpp.
#pragma once
#include <string>
#include <vector>

#include "tensor/symbolic.h"

namespace vt::loop {

// The values that an index is evaluated with: one slot per loop variable.
struct IndexScope {
  std::vector<std::string> variables;
  std::vector<std::string> symbols;
  const int64_t* symbol_values = nullptr;
  int variable(std::string_view name) const;    // -1 if it is none
  int64_t symbol(std::string_view name) const;  // VT_CHECKs that it is known
};

class IndexProgram {
 public:
  IndexProgram(const SymExpr& e, const IndexScope& scope);
  int64_t evaluate(const int64_t* variables) const;
  // How much the value grows per step of a variable; false if that is not constant.
  bool step(int variable, int64_t* step) const;

 private:
  struct Instruction {
    SymOp op;
    int64_t value;
  };  // kConstant: value; kSymbol: slot; else operand count
  bool affine_of(const SymExpr& e, const IndexScope& scope, std::vector<int64_t>& form) const;
  void flatten(const SymExpr& e, const IndexScope& scope);
  bool affine_ = false;
  std::vector<int64_t> form_;  // constant, then a coefficient per variable
  std::vector<Instruction> code_;
  std::vector<bool> uses_;
};

}  // namespace vt::loop
