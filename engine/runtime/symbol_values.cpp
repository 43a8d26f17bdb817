#include "runtime/symbol_values.h"

#include "support/check.h"

namespace vt {

int64_t SymbolValues::look_up(const void* context, std::string_view name) {
  auto* self = static_cast<const SymbolValues*>(context);
  for (size_t i = 0; i < self->names->size(); ++i)
    if ((*self->names)[i] == name) return self->values[i];
  VT_UNREACHABLE("size symbol " + std::string(name) + " has no source");
}
int64_t SymbolValues::evaluate(const SymExpr& e) const {
  if (!e) return 0;
  return e->op == SymOp::kConstant ? e->constant : sym_evaluate(e, look_up, this);
}
Dims SymbolValues::evaluate(const std::vector<SymExpr>& list) const {
  Dims dims;
  for (const SymExpr& e : list) dims.push_back(evaluate(e));
  return dims;
}
void SymbolValues::fill(const std::vector<std::string>& wanted, std::vector<int64_t>& out) const {
  out.clear();
  for (const std::string& name : wanted) out.push_back(look_up(this, name));
}
Arg SymbolValues::evaluate(const Arg& arg) const {
  auto plain = [&](const SymInt& v) { return v.symbolic() ? SymInt(evaluate(v.expr())) : v; };
  if (auto list = std::get_if<IntList>(&arg.value)) {
    IntList out;
    for (const SymInt& v : *list) out.push_back(plain(v));
    return out;
  }
  if (auto scalar = std::get_if<Scalar>(&arg.value); scalar && scalar->integer.symbolic()) {
    Scalar out = *scalar;
    out.integer = plain(scalar->integer);
    return out;
  }
  return arg;
}

int64_t symbol_value(const SymbolSource& source, std::span<const RuntimeInput> inputs) {
  const RuntimeInput& input = inputs[source.input];
  if (source.axis >= 0) return std::get<Tensor>(input.value).size(source.axis);
  return std::get<Scalar>(input.value).to_int();
}

}  // namespace vt
