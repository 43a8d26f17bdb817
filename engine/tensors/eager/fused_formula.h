// Runs the gradient formula of an elementwise op as one pass over memory, where op by op it
// would be one pass for each product and sum, of tensors that are too large for a cache. The
// formula is called with stand-ins for its tensors; what it computes of them becomes a scalar
// expression (loop/expr.h), which the pointwise kernels evaluate. The numbers are those of the
// single ops. Used by op_node.cpp.
#pragma once
#include <vector>

#include "ops/dispatch.h"
#include "ops/families/pointwise.h"

namespace vt {

class FusedFormula final : public OpRecorder {
 public:
  // Whether a pass more or less over `t` is worth the recording: on the CPU, of float32 or
  // float64, larger than a first-level cache.
  static bool worthwhile(const Tensor& t);

  // The stand-in of a tensor; an undefined one stays undefined.
  Tensor stand_in(const Tensor& real);
  // What a stand-in stands for, computed now if need be. Other tensors come back as they are.
  Tensor value(const Tensor& t);

  Outputs record(const OpDef& op, const Args& args) override;
  void record_inplace(const OpDef& op, const Args& args) override;
  Tensor lift(const Tensor& real) override { return stand_in(real); }

 private:
  struct Value {
    ExprId expression;
    Tensor real;  // undefined until it is computed
  };
  bool stands_in(const Tensor& t) const { return t.is_fake() && t.impl()->fake->recorder == this; }
  Value& value_of(const Tensor& stand_in) { return values_[stand_in.impl()->fake->value]; }
  Tensor add_value(TensorMeta meta, Value value);
  bool fuses(const OpDef& op, const Args& args);
  ExprId expression_of(const OpDef& op, const Args& args);
  Tensor compute(const Value& value, const TensorMeta& meta);

  ExprGraph graph_;
  std::vector<Value> values_;
  std::vector<Tensor> inputs_;  // by position in the expressions
};

}  // namespace vt
