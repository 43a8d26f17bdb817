// torch.autograd.Function: a node of the tape whose backward is a method of the language.
// The class, its apply() and the context's attributes are in python/autograd/function.py;
// here are the steps that need the tape.
#include <algorithm>

#include "torch/autograd_objects.h"
#include "torch/binder.h"

namespace vt::torch {
namespace {

class FunctionNode final : public GradNode {
 public:
  FunctionNode(Value context, Value backward, std::string name)
      : context_(std::move(context)), backward_(std::move(backward)), name_(std::move(name)) {}
  std::string own_name() const override { return name_; }
  bool from_language() const override { return true; }
  TensorList apply(TensorList grads) override;
  void release_saved() override { saved.clear(), released = true; }

  std::vector<SavedTensor> saved;
  std::vector<bool> saved_none;
  bool released = false;
  bool materialize = true;
  std::vector<bool> no_gradient;     // per output: no tensor
  std::vector<bool> differentiable;  // per argument of apply: has an edge
  Value context_, backward_;

 private:
  std::string name_;
};

// The context knows its node only while backward runs, also where that fails: otherwise the two
// would keep each other alive, unseen by the collector.
class KnownNode {
 public:
  KnownNode(Interpreter& vm, const Value& context, FunctionNode& node) : vm_(vm), context_(context) {
    vm_.set_attribute(context_, name(), wrap_node(Ref<GradNode>(&node)));
  }
  ~KnownNode() { vm_.set_attribute(context_, name(), Value::none()); }
  KnownNode(const KnownNode&) = delete;
  KnownNode& operator=(const KnownNode&) = delete;

 private:
  static vm::Str* name() {
    static vm::Str* interned = vm::intern("_node");
    return interned;
  }
  Interpreter& vm_;
  const Value& context_;
};

TensorList FunctionNode::apply(TensorList grads) {
  Interpreter& vm = *Interpreter::current();
  std::vector<Value> items;
  for (size_t i = 0; i < grads.size(); ++i) {
    bool has_gradient = i >= no_gradient.size() || !no_gradient[i];
    if (!grads[i].defined() && materialize && i < outputs.size() && has_gradient) {
      const ValueMeta& meta = outputs[i];
      std::vector<SymInt> sizes(meta.sizes.begin(), meta.sizes.end());
      if (!meta.sym_sizes.empty()) sizes = meta.sym_sizes;
      grads[i] = call_op(need_op({"zeros"}), {Arg(sizes), Arg(meta.dtype), Arg(meta.device)});
    }
    items.push_back(wrap(grads[i]));
  }
  std::vector<Value> arguments{context_};
  arguments.insert(arguments.end(), items.begin(), items.end());
  Value result = [&] {
    KnownNode known(vm, context_, *this);
    return vm.call(backward_, Arguments{arguments.data(), arguments.size(), nullptr, 0});
  }();
  std::vector<Value> results;
  if (vm::Tuple* tuple = result.as<vm::Tuple>()) results = tuple->items;
  else if (vm::List* list = result.as<vm::List>()) results = list->items;
  else results = {result};
  while (results.size() > differentiable.size() && results.back().is_none()) results.pop_back();
  if (results.size() != differentiable.size())
    tensor_error("function " + name_ + " returned an incorrect number of gradients (expected " +
                 std::to_string(differentiable.size()) + ", got " + std::to_string(results.size()) + ")");
  TensorList out;
  for (size_t i = 0; i < results.size(); ++i) {
    const Tensor* grad = as_tensor(results[i]);
    if (!differentiable[i]) {
      if (grad)
        tensor_error("function " + name_ + " returned a gradient different from None at position " +
                     std::to_string(i + 1) + ", but the corresponding forward input was not a Variable");
      continue;
    }
    if (!grad && !results[i].is_none())
      tensor_error(std::string("expected Variable or None (got ") + vm::type_name(results[i]) + ")");
    out.push_back(grad ? *grad : Tensor());
  }
  return out;
}

FunctionNode* node_argument(const Value& v) { return static_cast<FunctionNode*>(node_of(v)); }

// _function_node(ctx, backward, name, inputs) -> node: edges to every tensor argument.
Value make_node(Interpreter&, const Arguments& a) {
  auto node = make_ref<FunctionNode>(a[0], a[1], a[2].as<vm::Str>()->text);
  for (const Value& input : a[3].as<vm::Tuple>()->items) {
    const Tensor* tensor = as_tensor(input);
    node->differentiable.push_back(tensor != nullptr);
    if (tensor) node->edges.push_back(tensor->requires_grad() ? gradient_edge(*tensor) : Edge{});
  }
  return wrap_node(Ref<GradNode>(node.get()));
}

// _function_output(node, output, index, is_input, is_dirty) -> the output with its history.
Value attach_output(Interpreter&, const Arguments& a) {
  FunctionNode* node = node_argument(a[0]);
  Tensor output = *as_tensor(a[1]);
  bool is_input = a[3].as_bool(), is_dirty = a[4].as_bool();
  Ref<GradNode> owner(node);
  if (is_dirty) {
    if (output.requires_grad() && is_leaf(output))
      tensor_error("a leaf Variable that requires grad has been used in an in-place operation.");
    rebase_history(output, owner);
    return a[1];
  }
  if (is_input || output.requires_grad() || is_view(output)) {
    // The function returned what it was given, or a view: a view stands for it, whose own history says
    // nothing of the function and which may not be changed in place therefore.
    Tensor source = output;
    output = detach(source);
    if (!output.is_fake() && (is_input || is_view(source))) set_view(output, source, ViewKind::kCustomFunction);
  }
  set_history(output, owner, static_cast<uint32_t>(a[2].as_int()));
  return wrap(output);
}

// _function_view(output): what a function hands on or looks at may not be changed in place, tracked or not.
Value mark_view(Interpreter&, const Arguments& a) {
  const Tensor* output = as_tensor(a[0]);
  if (output && is_view(*output)) autograd_meta(*output)->view = ViewKind::kCustomFunction;
  return Value::none();
}

Value reserve_output(Interpreter&, const Arguments& a) {
  FunctionNode* node = node_argument(a[0]);
  node->outputs.resize(static_cast<size_t>(a[1].as_int()));
  return Value::none();
}
Value describe_output(Interpreter&, const Arguments& a) {
  FunctionNode* node = node_argument(a[0]);
  node->outputs[static_cast<size_t>(a[1].as_int())] = ValueMeta::of(*as_tensor(a[2]));
  return Value::none();
}

Value mark_no_gradient(Interpreter&, const Arguments& a) {
  FunctionNode* node = node_argument(a[0]);
  node->no_gradient.resize(node->outputs.size());
  node->no_gradient[static_cast<size_t>(a[1].as_int())] = true;
  return Value::none();
}

// _function_save(node, tensors, outputs)
Value save(Interpreter&, const Arguments& a) {
  FunctionNode* node = node_argument(a[0]);
  const std::vector<Value>& outputs = a[2].as<vm::Tuple>()->items;
  for (const Value& v : a[1].as<vm::Tuple>()->items) {
    const Tensor* tensor = as_tensor(v);
    auto same = [&](const Value& output) { return tensor && as_tensor(output) && as_tensor(output)->same(*tensor); };
    auto output = std::find_if(outputs.begin(), outputs.end(), same);
    if (!tensor) node->saved.emplace_back();
    else if (output == outputs.end()) node->saved.emplace_back(*tensor);
    else node->saved.emplace_back(*tensor, static_cast<uint32_t>(output - outputs.begin()));
    node->saved_none.push_back(!tensor);
  }
  return Value::none();
}
Value saved_tensors(FunctionNode* node) {
  if (node->released) freed_error();
  std::vector<Value> items;
  for (size_t i = 0; i < node->saved.size(); ++i)
    items.push_back(node->saved_none[i] ? Value::none() : wrap(node->saved[i].unpack(node)));
  return vm::make_tuple(std::move(items));
}
Value get_saved(Interpreter&, const Arguments& a) { return saved_tensors(node_argument(a[0])); }
Value is_fake(Interpreter&, const Arguments& a) {
  const Tensor* tensor = as_tensor(a[0]);
  return Value::boolean(tensor && tensor->is_fake());
}
Value set_materialize(Interpreter&, const Arguments& a) {
  node_argument(a[0])->materialize = a[1].as_bool();
  return Value::none();
}

}  // namespace

Value function_attribute(GradNode& node, vm::Str* name) {
  auto& own = static_cast<FunctionNode&>(node);
  if (name->text == "saved_tensors") return saved_tensors(&own);
  return Interpreter::current()->find_attribute(own.context_, name);
}

void define_function_primitives(Interpreter&, vm::Module& module) {
  function<make_node>(module, "_function_node");
  function<attach_output>(module, "_function_output");
  function<mark_view>(module, "_function_view");
  function<reserve_output>(module, "_function_reserve");
  function<describe_output>(module, "_function_describe");
  function<mark_no_gradient>(module, "_function_no_gradient");
  function<save>(module, "_function_save");
  function<get_saved>(module, "_function_saved");
  function<set_materialize>(module, "_function_materialize");
  function<is_fake>(module, "_is_fake");
}

}  // namespace vt::torch
