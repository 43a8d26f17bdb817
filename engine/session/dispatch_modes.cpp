#include "session/dispatch_modes.h"

#include "eager/autograd.h"
#include "eager/call_watcher.h"
#include "graph/print.h"
#include "ops/aten_forms.h"
#include "session/aten_form.h"
#include "torch/binder.h"
#include "torch/objects.h"

namespace vt {
namespace {
using vm::Value;

// A graph node for naming and printing the call; its arguments refer to no graph.
Node node_of(const OpDef& op, const Args& args) {
  Node node;
  node.op = &op;
  for (const Arg& arg : args.values()) {
    if (const Tensor* tensor = std::get_if<Tensor>(&arg.value))
      node.args.push_back(NodeArg::of(tensor->defined() ? ValueRef{NodeId{0}, 0} : ValueRef{}));
    else if (const TensorList* list = std::get_if<TensorList>(&arg.value))
      node.args.push_back(NodeArg::list(std::vector<ValueRef>(list->size())));
    else node.args.push_back(NodeArg::of(arg));
  }
  if (op.traits & kFactory) node.metas = infer_op(op, args);
  return node;
}

Value argument(const Arg& arg) {
  if (const Tensor* tensor = std::get_if<Tensor>(&arg.value)) return torch::wrap(*tensor);
  const TensorList* list = std::get_if<TensorList>(&arg.value);
  if (!list) return plain_value(arg);
  std::vector<Value> items;
  for (const Tensor& item : *list) items.push_back(torch::wrap(item));
  return vm::make_list(std::move(items));
}

class Modes final : public CallWatcher {
 public:
  vm::Interpreter* vm = nullptr;

  std::optional<Outputs> run(const OpDef& op, const Args& args, bool inplace) override {
    Node node = node_of(op, args);
    std::string name = aten_name(node).substr(std::string_view("aten.").size());
    size_t dot = name.find('.');
    std::string base = name.substr(0, dot);
    Value overload = overload_of(inplace ? base + "_" : base, name.substr(dot + 1));
    if (overload.is_none()) return std::nullopt;
    std::vector<Value> positional;
    Value keywords = vm::make<vm::Dict>();
    for (const ShownArg& shown : shown_args(node)) {
      Value value = argument(args[shown.index]);
      if (shown.keyword.empty()) positional.push_back(value);
      else keywords.as<vm::Dict>()->table.insert(vm::intern(shown.keyword), value);
    }
    if (base == "where" && inplace == false) give_tensor(name.substr(dot + 1), op, args, positional, overload);
    give_aten_form(*vm, node, base, positional, *keywords.as<vm::Dict>());
    return outputs_of(vm->call(function("_dispatch"), {overload, vm::make_tuple(std::move(positional)), keywords}));
  }

 private:
  Value function(const char* name) {
    return vm->get_attribute(vm->import_module("torch.utils._python_dispatch"), name);
  }
  // ATen's `where` takes a number as a 0-d tensor.
  void give_tensor(const std::string& variant, const OpDef& op, const Args& args, std::vector<Value>& positional,
                   Value& overload) {
    if (variant == "self") return;
    TensorMeta meta = infer_op(op, args)[0];
    Value& number = positional[variant == "ScalarSelf" ? 1 : 2];
    number = vm->call(function("_number_of_where"),
                      {number, torch::dtype_value(meta.dtype), torch::device_value(meta.device)});
    overload = overload_of("where", "self");
  }
  // The ATen overload; None for operators that ATen lacks.
  Value overload_of(const std::string& name, const std::string& variant) {
    return vm->call(function("_overload_or_none"), {vm::make_str(name), vm::make_str(variant)});
  }
  Outputs outputs_of(const Value& result) {
    if (const Tensor* tensor = torch::as_tensor(result)) return {*tensor};
    if (result.is_none()) return {Tensor()};
    // equal and is_same_size return a Python bool.
    if (Scalar number; torch::to_scalar(result, &number)) return {torch::tensor_from_number(number)};
    if (!result.as<vm::Tuple>() && !result.as<vm::List>())
      vm::raise(vm::types().TypeError, "Unable to cast Python instance of type " +
                                           vm->repr(Value::of(vm::type_of(result))) + " to C++ type 'at::Tensor'");
    Outputs outputs;
    for (const Value& item : vm->to_vector(result)) {
      const Tensor* tensor = torch::as_tensor(item);
      outputs.push_back(tensor ? *tensor : Tensor());
    }
    return outputs;
  }
};

thread_local Modes modes;

// While a mode is active, a result saved for the backward is detached, as in PyTorch, where a mode sees the call.
void watch(bool on) {
  set_call_watcher(on ? &modes : nullptr);
  set_detach_saved_results(on);
  set_aten_forms(on);
}

Value count_modes(vm::Interpreter& vm, const vm::Arguments& a) {
  vm::check_count(a, "_count_dispatch_modes", 1, 1);
  modes.vm = &vm;
  watch(a[0].as_int() > 0);
  return Value::none();
}

}  // namespace

void install_dispatch_modes(vm::Interpreter& vm) {
  watch(false);  // a run that was stopped may have left it on
  vm.add_module("_vitrine_dispatch",
                [](vm::Interpreter&, vm::Module& module) { torch::function<count_modes>(module, "count_modes"); });
}

}  // namespace vt
