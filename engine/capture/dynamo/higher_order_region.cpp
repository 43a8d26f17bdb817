#include "capture/dynamo/higher_order_region.h"

#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
Value higher_order(Interpreter& vm, const char* name) {
  return vm.get_attribute(vm.get_attribute(vm.import_module("torch.ops"), "higher_order"), name);
}

void leaves(Tracer& t, const VarRef& given, std::vector<VarRef>& into) {
  VarRef v = t.value_of(given);
  if (v->is(VarKind::kTensor)) into.push_back(v);
  for (const VarRef& item : v->parts()) leaves(t, item, into);
  for (const auto& [key, value] : v->pairs()) leaves(t, value, into);
}
VarRef with_leaves(Tracer& t, const VarRef& given, const std::vector<VarRef>& tensors, size_t& next) {
  VarRef v = t.value_of(given);
  if (v->is(VarKind::kTensor)) return tensors.at(next++);
  bool container = v->is(VarKind::kList) || v->is(VarKind::kTuple) || v->is(VarKind::kDict);
  if (!container) return v;
  if (v->is(VarKind::kDict)) {
    VarRef made = make_dict(v->type());
    for (const auto& [key, value] : v->entries())
      made->entries().emplace_back(key, with_leaves(t, value, tensors, next));
    return made;
  }
  std::vector<VarRef> items;
  for (const VarRef& item : v->items()) items.push_back(with_leaves(t, item, tensors, next));
  return sequence(v->kind(), std::move(items), v->type());
}

Value nodes_tuple(const std::vector<fx::Node*>& nodes) {
  std::vector<Value> items;
  for (fx::Node* node : nodes) items.push_back(Value::of(node));
  return vm::make_tuple(std::move(items));
}

fx::Node* operation_node(Tracer& t, const char* name, std::vector<Value> args, Value kwargs) {
  fx::Node* node = t.out.graph.create(fx::NodeOp::kCallFunction, higher_order(t.vm, name),
                                      vm::make_tuple(std::move(args)), std::move(kwargs));
  t.out.mark_place(*node);
  return node;
}

VarRef result_of(Tracer& t, fx::Node* node, const VarRef& tree, bool requires_grad, const Stacking* stacking) {
  std::vector<VarRef> tensors;
  leaves(t, tree, tensors);
  std::vector<Value> examples;
  for (const VarRef& tensor : tensors) {
    TensorMeta meta = meta_of(*torch::as_tensor(tensor->example()));
    if (stacking && examples.size() >= stacking->from) {
      meta.sizes.insert(meta.sizes.begin(), stacking->length);
      meta.strides.clear();
    }
    Tensor fake = t.out.recorder.fake_of(std::move(meta));
    fake.impl()->requires_grad = requires_grad || torch::as_tensor(tensor->example())->requires_grad();
    examples.push_back(torch::wrap(fake));
  }
  VarRef parts = t.out.wrap_result(node, vm::make_tuple(std::move(examples)));
  size_t next = 0;
  return with_leaves(t, tree, parts->items(), next);
}

VarRef trace_body(Tracer& t, const char* operation, const VarRef& function, const std::vector<VarRef>& args,
                  Keywords kwargs) {
  SideEffects& effects = t.out.effects;
  SideEffects::Body body(effects);
  const size_t before = effects.count();
  VarRef result;
  try {
    result = t.value_of(t.call(function, args, std::move(kwargs)));
  } catch (Unsupported& error) {
    if (*operation) error.operation = operation;
    throw;
  } catch (Observed& observed) {
    bool named = observed.failure && *operation && !observed.failure->has_id_of(Break::kFakeCallFailed);
    if (named) observed.failure->operation = operation;
    throw;
  }
  if (effects.count() != before) {
    Region::refuse(operation, graph_break<Break::kRegionSideEffect>(
                                  "Attempted to mutate " +
                                  (effects.last_changed() ? describe(*effects.last_changed()) : "a global")));
  }
  return result;
}

}  // namespace vt::dynamo
