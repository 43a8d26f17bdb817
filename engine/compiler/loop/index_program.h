// Index expressions compiled for the interpreter. Once the size symbols have values, most are affine
// in the loop variables; the others run as a postfix program. For interpret.cpp.
#pragma once
#include <string>
#include <vector>

#include "tensor/symbolic.h"

namespace vt::loop {

// The environment of an index expression: one slot per loop variable, and the values of the size symbols.
struct IndexScope {
  std::vector<std::string> variables;
  std::vector<std::string> symbols;
  const int64_t* symbol_values = nullptr;
  int variable(std::string_view name) const;    // -1 if there is no such variable
  int64_t symbol(std::string_view name) const;  // VT_CHECKs that it has a value
};

class IndexProgram {
 public:
  IndexProgram(const SymExpr& e, const IndexScope& scope);
  int64_t evaluate(const int64_t* variables) const;
  // The increment per step of a loop variable; false if it is not constant.
  bool step(int variable, int64_t* step) const;

 private:
  struct Instruction {
    SymOp op;
    int64_t value;
  };  // kConstant: value; kSymbol: slot; else operand count
  bool affine_of(const SymExpr& e, const IndexScope& scope, std::vector<int64_t>& form) const;
  void flatten(const SymExpr& e, const IndexScope& scope);
  bool affine_ = false;
  std::vector<int64_t> form_;  // constant term, then one coefficient per variable
  std::vector<Instruction> code_;
  std::vector<bool> uses_;
};

}  // namespace vt::loop
