// The environment in which torch.export traces: fake tensors with symbolic sizes, and the guards on the symbols. The
// object owns the shape environment and the recorder of its fakes. Neighbours: tensor/symbolic.h, torch/export (its
// caller), dynamo/output.h (the recorder of the fakes).
#include <algorithm>
#include <memory>

#include "capture/dynamo/output.h"
#include "ops/kernels/copy.h"
#include "support/check.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "torch/tensor_type.h"
#include "torchscript/trace/tracer.h"

namespace vt::script {
namespace {
using torch::as_tensor;
using vm::Arguments;
using vm::Interpreter;

constexpr vm::Kind kSizeScope = static_cast<vm::Kind>(108);  // after kScriptFuture

vm::Type* size_scope_type();
struct SizeScope : vm::Object {
  SizeScope() : vm::Object(kSizeScope, size_scope_type()) {}
  static bool is_kind(vm::Kind k) { return k == kSizeScope; }
  ShapeEnv shapes;
  dynamo::FakeRecorder& recorder = dynamo::FakeRecorder::shared();
  std::vector<std::unique_ptr<RecorderScope>> entered;
};

SizeScope& self_of(const Arguments& a) { return *a[0].as<SizeScope>(); }
SymInt number_of(const vm::Value& v) {
  SymInt number;
  if (!torch::to_int(v, &number))
    vm::raise(vm::types().TypeError, std::string("expected a number, got ") + vm::type_name(v));
  return number;
}
SymInt simplified(const SizeScope& scope, const SymInt& number) {
  return number.symbolic() ? SymInt(number.hint(), scope.shapes.simplify(number.expr())) : number;
}

vm::Value value_of(const SizeScope& scope, const SymExpr& e) {
  int64_t hint = sym_evaluate(
      e,
      [](const void* env, std::string_view name) { return static_cast<const ShapeEnv*>(env)->find_symbol(name)->hint; },
      &scope.shapes);
  return torch::sym_int_value(SymInt(hint, e));
}

// symbol(hint, source, lower bound): a new size symbol.
vm::Value symbol(Interpreter& vm, const Arguments& a) {
  return torch::sym_int_value(self_of(a).shapes.new_symbol(a[1].as_int(), vm.str(a[2]), a[3].as_int()));
}

// fake(tensor, sizes): a fake with the tensor's dtype and axis order and the given sizes.
vm::Value fake(Interpreter& vm, const Arguments& a) {
  const Tensor& real = *as_tensor(a[1]);
  TensorMeta meta = meta_of(real);
  meta.sizes.clear();
  for (const vm::Value& size : vm.to_vector(a[2])) meta.sizes.push_back(number_of(size));
  meta.strides.clear();
  if (real.is_fake() || real.is_contiguous()) return torch::wrap(self_of(a).recorder.fake_of(std::move(meta)));
  std::vector<int> order(static_cast<size_t>(real.rank()));
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
  std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return real.strides()[x] < real.strides()[y]; });
  meta.strides.resize(order.size(), SymInt(1));
  SymInt step(1);
  for (int axis : order) {
    meta.strides[static_cast<size_t>(axis)] = step;
    step = step * meta.sizes[static_cast<size_t>(axis)];
  }
  return torch::wrap(self_of(a).recorder.fake_of(std::move(meta)));
}

// run(function, *args): inside, factories create fakes.
vm::Value run(Interpreter& vm, const Arguments& a) {
  RecorderScope scope(&self_of(a).recorder);
  Arguments inner = a;
  inner.values += 2;
  inner.positional -= 2;
  return vm.call(a[1], inner);
}

// enter(), exit(): between them, factories create fakes, as in run().
vm::Value enter(Interpreter&, const Arguments& a) {
  self_of(a).entered.push_back(std::make_unique<RecorderScope>(&self_of(a).recorder));
  return vm::Value::none();
}
vm::Value leave(Interpreter&, const Arguments& a) {
  if (!self_of(a).entered.empty()) self_of(a).entered.pop_back();
  return vm::Value::none();
}

vm::Value simplify(Interpreter&, const Arguments& a) {
  return torch::sym_int_value(simplified(self_of(a), number_of(a[1])));
}

// range(number): lower and upper bound; None if there is no upper bound.
vm::Value range(Interpreter&, const Arguments& a) {
  SymRange found = sym_range(simplified(self_of(a), number_of(a[1])).expr());
  return vm::make_tuple(
      {vm::Value::integer(found.low), found.high == INT64_MAX ? vm::Value::none() : vm::Value::integer(found.high)});
}

// parts(number): ("mul", [operands]), ("symbol", [name]) or ("constant", [number]).
vm::Value parts(Interpreter&, const Arguments& a) {
  SizeScope& scope = self_of(a);
  SymExpr e = simplified(scope, number_of(a[1])).expr();
  static const std::pair<SymOp, const char*> names[] = {
      {SymOp::kConstant, "constant"}, {SymOp::kSymbol, "symbol"},     {SymOp::kAdd, "add"},
      {SymOp::kMul, "mul"},           {SymOp::kFloorDiv, "floordiv"}, {SymOp::kMod, "mod"},
      {SymOp::kMin, "min"},           {SymOp::kMax, "max"},           {SymOp::kNegate, "neg"}};
  std::vector<vm::Value> operands;
  if (e->op == SymOp::kConstant) operands.push_back(vm::Value::integer(e->constant));
  if (e->op == SymOp::kSymbol) operands.push_back(vm::make_str(e->name));
  for (const SymExpr& operand : e->operands) operands.push_back(value_of(scope, operand));
  for (auto [op, name] : names)
    if (op == e->op) return vm::make_tuple({vm::make_str(name), vm::make_list(std::move(operands))});
  VT_UNREACHABLE("every operator has a name");
}

// guards(): the conditions that the example's sizes decided, as (left, sign, right).
vm::Value guards(Interpreter&, const Arguments& a) {
  std::vector<vm::Value> found;
  for (const ShapeGuard& guard : self_of(a).shapes.guards()) {
    const char* sign = guard.relation == SymRelation::kEqual      ? "=="
                       : guard.relation == SymRelation::kNotEqual ? "!="
                       : guard.relation == SymRelation::kLess     ? "<"
                                                                  : "<=";
    found.push_back(
        vm::make_tuple({value_of(self_of(a), guard.left), vm::make_str(sign), value_of(self_of(a), guard.right)}));
  }
  return vm::make_list(std::move(found));
}

// outside_of_scopes(fn): calls fn with real tensors, even inside an open scope.
vm::Value outside_of_scopes(Interpreter& vm, const Arguments& a) {
  RecorderScope none(nullptr);
  return vm.call(a[0], Arguments{});
}

// real_example(fake): zeros of the fake's hint sizes; adds no guard.
vm::Value real_example(Interpreter&, const Arguments& a) {
  const Tensor& fake = *torch::as_tensor(a[0]);
  Tensor made = empty_tensor(fake.sizes(), fake.dtype(), fake.device());
  fill_tensor(made, Scalar::of(int64_t{0}));
  return torch::wrap(made);
}

vm::Type* size_scope_type() {
  static vm::Type* type = [] {
    vm::Type* made = vm::make_type("SizeScope", vm::types().object, kSizeScope, "torch._export");
    torch::method<symbol>(made, "symbol");
    torch::method<fake>(made, "fake");
    torch::method<run>(made, "run");
    torch::method<enter>(made, "enter");
    torch::method<leave>(made, "exit");
    torch::method<simplify>(made, "simplify");
    torch::method<range>(made, "range");
    torch::method<parts>(made, "parts");
    torch::method<guards>(made, "guards");
    return made;
  }();
  return type;
}

}  // namespace

void install_size_scope(vm::Module& module) {
  vm::define_function(module, "size_scope", [](Interpreter&, const Arguments&) { return vm::make<SizeScope>(); });
  vm::define_function(module, "outside_of_scopes", torch::guarded<outside_of_scopes>);
  vm::define_function(module, "real_example", torch::guarded<real_example>);
  vm::set_attribute(module, "DataDependentOutputException", vm::Value::of(torch::data_dependent_error_type()));
}

}  // namespace vt::script
