// map, scan and while_loop: one node each, which refers to the subgraphs. Neighbours: trace_higher_order.cpp.
#include <algorithm>

#include "capture/dynamo/higher_order_region.h"
#include "capture/dynamo/trace_torch.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

// Stand-ins for the tensors that a body is called with: nodes before the body, which become its placeholders.
class StandIns {
 public:
  StandIns(Tracer& t, const std::vector<VarRef>& like, bool rows) : t_(t) {
    for (const VarRef& tensor : like) {
      const Tensor& given = *torch::as_tensor(tensor->example());
      TensorMeta meta = meta_of(given);
      if (rows) {
        meta.sizes.erase(meta.sizes.begin());
        if (!meta.strides.empty()) meta.strides.erase(meta.strides.begin());
      }
      Tensor fake = t.out.recorder.fake_of(std::move(meta));
      fake.impl()->requires_grad = given.requires_grad();
      fx::Node* node = t.out.graph.create(fx::NodeOp::kCallFunction, higher_order(t.vm, "wrap"), vm::make_tuple({}),
                                          vm::make<vm::Dict>(), "child");
      nodes.push_back(node);
      vars.push_back(t.out.wrap_result(node, torch::wrap(fake)));
    }
  }
  VarRef tree(const VarRef& like) const {
    size_t next = 0;
    return with_leaves(t_, like, vars, next);
  }
  void add_others(const std::vector<fx::Node*>& operands, std::vector<fx::Node*>& into) const {
    for (fx::Node* node : operands) {
      bool known = std::find(nodes.begin(), nodes.end(), node) != nodes.end() ||
                   std::find(into.begin(), into.end(), node) != into.end();
      if (!known) into.push_back(node);
    }
  }
  std::vector<fx::Node*> with(const std::vector<fx::Node*>& others) const {
    std::vector<fx::Node*> all = nodes;
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }
  void erase() {
    for (size_t i = nodes.size(); i-- > 0;) t_.out.graph.erase(nodes[i]);
  }
  std::vector<fx::Node*> nodes;
  std::vector<VarRef> vars;

 private:
  Tracer& t_;
};

Value nodes_list(const std::vector<fx::Node*>& nodes) {
  return vm::make_list(nodes_tuple(nodes).as<vm::Tuple>()->items);
}
std::vector<fx::Node*> nodes_of(const std::vector<VarRef>& tensors) {
  std::vector<fx::Node*> nodes;
  for (const VarRef& tensor : tensors) nodes.push_back(tensor->node());
  return nodes;
}
// Refuses a loop whose carried values change shape or dtype. The comparison is implemented in Python.
void check_carried(Tracer& t, const char* operation, const std::vector<VarRef> (&sides)[2], const char* left,
                   const char* right) {
  Value lists[2];
  for (size_t i = 0; i < 2; ++i) {
    std::vector<Value> tensors;
    for (const VarRef& tensor : sides[i]) tensors.push_back(tensor->example());
    lists[i] = vm::make_list(std::move(tensors));
  }
  Value compare = t.vm.get_attribute(t.vm.import_module("torch._higher_order_ops._metadata"), "differences");
  Value found = t.vm.call(compare, {lists[0], lists[1]});
  if (t.vm.truth(found)) {
    Unsupported error;  // not a graph break but an error
    error.type =
        "Expected " + std::string(left) + " and " + right + " to have same metadata but found:\n" + t.vm.str(found);
    Region::refuse(operation, std::move(error));
  }
}

// The items that a body returns; refused if one of them is not a tensor.
std::vector<VarRef> tensors_of(Tracer& t, const char* operation, const VarRef& result) {
  std::vector<VarRef> tensors;
  leaves(t, result, tensors);
  for (const VarRef& leaf : tensors) {
    if (!leaf->node()) tensors.clear();
  }
  if (tensors.empty()) {
    Region::refuse(operation, graph_break<Break::kRegionLeaf>("args types: [" + describe(*result) + "]"));
  }
  return tensors;
}

}  // namespace

// _map(f, xs, args)
VarRef call_map(Tracer& t, TorchCall& call) {
  const std::vector<VarRef>& args = call.args;
  static constexpr const char* kName = "torch.ops.higher_order.map_impl";
  std::vector<VarRef> xs, tensors;
  leaves(t, args.at(1), xs);
  StandIns row(t, xs, true);
  Region region(t);
  std::vector<VarRef> passed = t.unpack(args.at(2));
  passed.insert(passed.begin(), row.tree(args[1]));
  VarRef result = trace_body(t, kName, args[0], passed);
  tensors = tensors_of(t, kName, result);
  region.finish(tensors);
  region.check_functional(kName);
  std::vector<fx::Node*> others;
  row.add_others(region.operands, others);
  fx::Node* body = region.build("map_body", row.with(others));
  row.erase();
  fx::Node* node = operation_node(t, "map_impl", {Value::of(body), nodes_list(nodes_of(xs)), nodes_list(others)});
  Stacking stacking{0, torch::as_tensor(xs.at(0)->example())->sizes()[0]};
  return result_of(t, node, result, false, &stacking);
}

// _scan(combine_fn, init, xs)
VarRef call_scan(Tracer& t, TorchCall& call) {
  const std::vector<VarRef>& args = call.args;
  static constexpr const char* kName = "torch.ops.higher_order.scan";
  std::vector<VarRef> init, xs, tensors;
  leaves(t, args.at(1), init);
  leaves(t, args.at(2), xs);
  StandIns carry(t, init, false), row(t, xs, true);
  Region region(t);
  VarRef result = trace_body(t, kName, args[0], {carry.tree(args[1]), row.tree(args[2])});
  std::vector<VarRef> next;
  if (result->parts().size() == 2) leaves(t, result->parts()[0], next);
  tensors = tensors_of(t, kName, result);
  region.finish(tensors);
  region.check_functional(kName);
  check_carried(t, kName, {init, next}, "init", "carry");
  std::vector<fx::Node*> others;
  row.add_others(region.operands, others);
  std::erase_if(others, [&](fx::Node* node) {
    return std::find(carry.nodes.begin(), carry.nodes.end(), node) != carry.nodes.end();
  });
  fx::Node* body = region.build("scan_combine_fn", carry.with(row.with(others)), vm::make_list);
  row.erase();
  carry.erase();
  fx::Node* node = operation_node(
      t, "scan", {Value::of(body), nodes_list(nodes_of(init)), nodes_list(nodes_of(xs)), nodes_list(others)});
  Stacking stacking{init.size(), torch::as_tensor(xs.at(0)->example())->sizes()[0]};
  return result_of(t, node, result, false, &stacking);
}

// _while_loop(cond_fn, body_fn, carried). If a carried value is a number, the Python loop is traced instead (null).
VarRef call_while_loop(Tracer& t, TorchCall& call) {
  const std::vector<VarRef>& args = call.args;
  static constexpr const char* kName = "torch.while_loop";
  std::vector<VarRef> carried, tensors;
  leaves(t, args.at(2), carried);
  VarRef tree = t.value_of(args[2]);
  for (const VarRef& item : tree->parts()) {
    VarRef v = t.value_of(item);
    bool tensors_within = v->is(VarKind::kTensor) || !v->parts().empty() || !v->pairs().empty();
    if (!tensors_within) return {};
  }
  StandIns tested(t, carried, false);
  Region condition(t);
  VarRef holds = trace_body(t, kName, args[0], t.unpack(tested.tree(tree)));
  bool scalar = holds->is(VarKind::kTensor) && torch::as_tensor(holds->example())->sizes().empty();
  if (!scalar) {
    std::string given =
        holds->is(VarKind::kTensor) ? t.vm.str(t.vm.get_attribute(holds->example(), "shape")) : describe(*holds);
    Region::refuse(kName, graph_break<Break::kLoopCondition>(describe(*holds), given));
  }
  condition.finish({holds});
  StandIns changed(t, carried, false);
  Region body(t);
  VarRef result = trace_body(t, kName, args[1], t.unpack(changed.tree(tree)));
  tensors = tensors_of(t, kName, result);
  body.finish(tensors);
  body.check_functional(kName);
  check_carried(t, kName, {tensors, carried}, "body_fn_output", "carried_inputs");
  std::vector<fx::Node*> others;
  tested.add_others(condition.operands, others);
  changed.add_others(body.operands, others);
  std::vector<Value> inputs;
  inputs.push_back(Value::of(condition.build("cond_fn", tested.with(others),
                                             [](std::vector<Value> items) { return std::move(items.at(0)); })));
  inputs.push_back(Value::of(body.build("body_fn", changed.with(others))));
  changed.erase();
  tested.erase();
  inputs.push_back(nodes_tuple(nodes_of(carried)));
  inputs.push_back(nodes_tuple(others));
  return result_of(t, operation_node(t, "while_loop", std::move(inputs)), result);
}

}  // namespace vt::dynamo
