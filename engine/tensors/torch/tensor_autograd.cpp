// Autograd as programs call it: backward, grad, hooks, detach, and the modes.
#include <algorithm>

#include "eager/autocast.h"
#include "eager/call_watcher.h"
#include "tensor/warning.h"
#include "torch/autograd_objects.h"
#include "torch/binder.h"
#include "torch/read_hook.h"
#include "torch/tensor_type.h"

namespace vt::torch {
namespace {

using vm::types;

const Tensor& self_of(const Arguments& a) { return *as_tensor(a[0]); }

// torch.autograd.graph.GradientEdge: a tuple of a node and the number of its output.
bool is_edge(const Value& v) {
  vm::Tuple* tuple = v.as<vm::Tuple>();
  return tuple && tuple->items.size() == 3 && node_of(tuple->items[0]) && tuple->items[1].is_int();
}
// A tensor at the end of the edge: the leaf, or one that has the sizes of the value and no memory.
Tensor end_of_edge(const Value& v) {
  vm::Tuple* tuple = v.as<vm::Tuple>();
  Ref<GradNode> node(node_of(tuple->items[0]));
  if (node->accumulates()) return node->variable();
  auto output = static_cast<size_t>(tuple->items[1].as_int());
  if (output >= node->outputs.size()) tensor_error("the node of the gradient edge has no such output");
  ValueMeta meta = node->outputs[output];
  Tensor end = empty_strided(meta.sizes, Dims(std::vector<int64_t>(static_cast<size_t>(meta.sizes.size()), 0)),
                             meta.dtype, meta.device);
  set_history(end, node, static_cast<uint32_t>(output));
  node->outputs[output] = meta;
  return end;
}
bool has_edge(const Value& v) {
  if (is_edge(v)) return true;
  vm::Tuple* tuple = v.as<vm::Tuple>();
  vm::List* list = v.as<vm::List>();
  if (!tuple && !list) return false;
  const std::vector<Value>& items = tuple ? tuple->items : list->items;
  return std::any_of(items.begin(), items.end(), is_edge);
}

constexpr const char* kGradients = "gradients can be either Tensors or None";
TensorList tensors_argument(const Value& v, const char* what = "expected Tensor") {
  if (v.is_null() || v.is_none()) return {};
  if (const Tensor* one = as_tensor(v)) return {*one};
  if (is_edge(v)) return {end_of_edge(v)};
  std::vector<Value> items;
  if (vm::Tuple* tuple = v.as<vm::Tuple>()) items = tuple->items;
  else if (vm::List* list = v.as<vm::List>()) items = list->items;
  else items = Interpreter::current()->to_vector(v);
  TensorList list;
  for (const Value& item : items) {
    if (is_edge(item)) {
      list.push_back(end_of_edge(item));
      continue;
    }
    const Tensor* tensor = as_tensor(item);
    if (!tensor && !item.is_none())
      vm::raise(types().TypeError, what + std::string(", but got ") + vm::type_name(item));
    list.push_back(tensor ? *tensor : Tensor());
  }
  return list;
}

bool flag(const Value& v, bool fallback) {
  return v.is_null() || v.is_none() ? fallback : v.is_bool() ? v.as_bool() : v.is_int() ? v.as_int() != 0 : fallback;
}

TensorList backward_inputs(const Value& v) {
  TensorList inputs = tensors_argument(v);
  if (inputs.empty() && !v.is_null() && !v.is_none())
    tensor_error("`inputs` argument to `backward()` cannot be empty.");
  return inputs;
}

void warn_of_cycle() {
  tensor_warning(
      "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient "
      "which can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If you "
      "have to use this function, make sure to reset the .grad fields of your parameters to None after use to break "
      "the cycle and avoid the leak. (Triggered internally at ./torch/csrc/autograd/engine.cpp:1382.)",
      true);
}
Value backward_method(Interpreter&, const Arguments& a) {
  std::vector<Value> given =
      vm::bind_arguments(a, "backward", {"self", "gradient", "retain_graph", "create_graph", "inputs"}, 1);
  BackwardOptions options;
  options.create_graph = flag(given[3], false);
  if (options.create_graph) warn_of_cycle();
  options.retain_graph = flag(given[2], options.create_graph);
  TensorList grads = tensors_argument(given[1], kGradients);
  if (grads.empty()) grads.emplace_back();
  backward({self_of(a)}, grads, options, backward_inputs(given[4]));
  return Value::none();
}

Value backward_function(Interpreter&, const Arguments& a) {
  std::vector<Value> given = vm::bind_arguments(
      a, "backward", {"tensors", "grad_tensors", "retain_graph", "create_graph", "grad_variables", "inputs"}, 1);
  BackwardOptions options;
  options.create_graph = flag(given[3], false);
  if (options.create_graph) warn_of_cycle();
  options.retain_graph = flag(given[2], options.create_graph);
  TensorList tensors = tensors_argument(given[0]);
  TensorList grads = tensors_argument(given[1], kGradients);
  grads.resize(tensors.size());
  backward(tensors, grads, options, backward_inputs(given[5]));
  return Value::none();
}

// is_grads_batched: one backward for each row of the gradients, the results stacked.
TensorList batched_grad(const TensorList& outputs, const TensorList& inputs, const TensorList& rows,
                        BackwardOptions options) {
  static const OpDef &select = need_op({"select", "select.int"}), &stack = need_op({"stack"});
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].defined()) tensor_error("grad can be implicitly created only for scalar outputs");
    if (rows[i].rank() == 0)
      tensor_error(
          "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a "
          "0-dim tensor to a number",
          "IndexError");
    std::vector<int64_t> given(rows[i].sizes().begin(), rows[i].sizes().end());
    Dims sizes(std::vector<int64_t>(given.begin() + 1, given.end()));
    if (sizes == outputs[i].sizes()) continue;
    // PyTorch shows the sizes of one element of a row.
    Dims shown(std::vector<int64_t>(given.begin() + std::min<ptrdiff_t>(2, rows[i].rank()), given.end()));
    std::string at = std::to_string(i);
    tensor_error(
        "If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. The "
        "sizes of the remaining dimensions are expected to match the shape of corresponding output, but a mismatch was "
        "detected: grad_output[" +
        at + "] has a shape of torch.Size(" + sizes_text(shown) + ") and output[" + at +
        "] has a shape of torch.Size(" + sizes_text(outputs[i].sizes()) +
        "). If you only want some tensors in `grad_output` to be considered batched, consider using vmap.");
  }
  std::vector<TensorList> parts(inputs.size());
  bool retain = options.retain_graph;
  for (int64_t i = 0; i < rows[0].size(0); ++i) {
    TensorList seeds;
    for (const Tensor& row : rows) seeds.push_back(row.defined() ? call1(select, Args{Arg(row), Arg(0), Arg(i)}) : row);
    options.retain_graph = retain || i + 1 < rows[0].size(0);
    TensorList grads = grad(outputs, inputs, seeds, options);
    for (size_t k = 0; k < grads.size(); ++k) parts[k].push_back(grads[k]);
  }
  TensorList results;
  for (TensorList& part : parts)
    results.push_back(part[0].defined() ? call1(stack, Args{Arg(std::move(part)), Arg(0)}) : Tensor());
  return results;
}

Value grad_function(Interpreter&, const Arguments& a) {
  std::vector<Value> given =
      vm::bind_arguments(a, "grad",
                         {"outputs", "inputs", "grad_outputs", "retain_graph", "create_graph", "only_inputs",
                          "allow_unused", "is_grads_batched", "materialize_grads"},
                         2);
  BackwardOptions options;
  options.create_graph = flag(given[4], false);
  options.retain_graph = flag(given[3], options.create_graph);
  options.materialize = flag(given[8], false);
  options.allow_unused = flag(given[6], options.materialize);
  options.accumulate = false;
  TensorList outputs = tensors_argument(given[0]);
  if (options.materialize && !options.allow_unused)
    vm::raise(
        types().ValueError,
        "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False.");
  TensorList grad_outputs = tensors_argument(given[2], kGradients);
  grad_outputs.resize(outputs.size());
  TensorList inputs = tensors_argument(given[1]);
  if (inputs.empty()) tensor_error("`inputs` argument to `grad()` cannot be empty.");
  if (options.materialize && has_edge(given[1]))
    tensor_error("materialize_grads cannot be used when the given input is a GradientEdge");
  if (flag(given[7], false)) return wrap_list(batched_grad(outputs, inputs, grad_outputs, options));
  return wrap_list(grad(outputs, inputs, grad_outputs, options));
}

Value detach_method(Interpreter&, const Arguments& a) {
  // A fake tensor is detached in the recording, and a mode sees it.
  if (self_of(a).is_fake() || call_watcher())
    if (const OpDef* op = find_op("detach")) return wrap(call1(*op, Args{Arg(self_of(a))}));
  return wrap(detach(self_of(a)));
}
Value detach_inplace(Interpreter&, const Arguments& a) { return detach_(self_of(a)), a[0]; }
Value requires_grad_method(Interpreter&, const Arguments& a) {
  std::vector<Value> given = vm::bind_arguments(a, "requires_grad_", {"self", "requires_grad"}, 1);
  if (!given[1].is_null() && !given[1].is_bool())
    vm::raise(types().TypeError,
              std::string("requires_grad_(): argument 'requires_grad' (position 1) must be bool, not ") +
                  argument_type_text(given[1]));
  bool wanted = flag(given[1], true);
  if (!wanted && !is_leaf(self_of(a)))
    tensor_error(
        "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
        "subgraph that doesn't require differentiation use var_no_grad = var.detach().");
  if (wanted && !is_floating(self_of(a).dtype()))
    tensor_error("only Tensors of floating point dtype can require gradients");
  set_requires_grad(self_of(a), wanted);
  return a[0];
}
Value retain_grad_method(Interpreter&, const Arguments& a) { return retain_grad(self_of(a)), Value::none(); }

Value remove_hook(Interpreter&, const Arguments& a) {
  vm::Tuple* bound = a[0].as<vm::Tuple>();
  remove_tensor_hook(*as_tensor(bound->items[0]), bound->items[1].as_int());
  return Value::none();
}
Value register_hook(Interpreter&, const Arguments& a) {
  vm::check_count(a, "register_hook", 1, 1, true);
  return removable_handle(remove_hook, a[0], add_tensor_hook(self_of(a), language_hook(a[1])));
}
Value register_accumulated_hook(Interpreter&, const Arguments& a) {
  vm::check_count(a, "register_post_accumulate_grad_hook", 1, 1, true);
  Value callable = a[1];
  int64_t id = add_accumulated_hook(self_of(a), [callable](const Tensor& t) {
    Value result = Interpreter::current()->call(callable, {wrap(t)});
    if (as_tensor(result)) tensor_error("Tensor post accumulate grad hooks should return None.");
    if (!result.is_none())
      vm::raise(types().TypeError, std::string("expected Variable, but hook returned '") + vm::type_name(result) + "'");
  });
  return removable_handle(remove_hook, a[0], id);
}

Value is_grad_enabled(Interpreter&, const Arguments&) { return Value::boolean(grad_enabled()); }
Value set_grad_mode(Interpreter&, const Arguments& a) { return set_grad_enabled(a[0].as_bool()), Value::none(); }
Value refuse_draws(Interpreter&, const Arguments& a) {
  bool before = draws_refused();
  set_draws_refused(a[0].as_bool());
  return Value::boolean(before);
}
Value set_dual_level_open(Interpreter&, const Arguments& a) {
  dual_level_open() = a[0].as_bool();
  return Value::none();
}
Value set_transform_depth(Interpreter&, const Arguments& a) {
  transform_depth() = static_cast<int>(a[0].as_int());
  return Value::none();
}
Value refuse_reads(Interpreter&, const Arguments& a) {
  bool before = batched_reads_refused();
  batched_reads_refused() = a[0].as_bool();
  return Value::boolean(before);
}
Value is_inference_mode(Interpreter&, const Arguments&) { return Value::boolean(inference_mode()); }
Value set_inference(Interpreter&, const Arguments& a) { return set_inference_mode(a[0].as_bool()), Value::none(); }
Value is_anomaly(Interpreter&, const Arguments&) { return Value::boolean(anomaly_enabled()); }
Value is_anomaly_checking_nan(Interpreter&, const Arguments&) { return Value::boolean(anomaly_checks_nan()); }
Value set_anomaly(Interpreter&, const Arguments& a) {
  set_anomaly_enabled(a[0].as_bool());
  set_anomaly_checks_nan(a.size() < 2 || a[1].as_bool());
  return Value::none();
}
DeviceKind kind_argument(const Arguments& a) {
  return a.size() > 0 && a[0].as<vm::Str>() ? parse_device(a[0].as<vm::Str>()->text).kind : DeviceKind::kCpu;
}
Value is_autocast(Interpreter&, const Arguments& a) {
  return Value::boolean(autocast_enabled(a.size() > 0 ? kind_argument(a) : DeviceKind::kCuda));
}
Value is_autocast_cpu(Interpreter&, const Arguments&) { return Value::boolean(autocast_enabled()); }
Value is_any_autocast(Interpreter&, const Arguments&) {
  return Value::boolean(autocast_enabled(DeviceKind::kCuda) || autocast_enabled(DeviceKind::kCpu));
}
template <DeviceKind device>
Value autocast_dtype_of(Interpreter&, const Arguments&) {
  return dtype_value(autocast_dtype(device));
}
Value set_autocast(Interpreter&, const Arguments& a) {
  return set_autocast_enabled(a[1].as_bool(), kind_argument(a)), Value::none();
}
Value get_autocast_dtype(Interpreter&, const Arguments& a) { return dtype_value(autocast_dtype(kind_argument(a))); }
Value put_autocast_dtype(Interpreter&, const Arguments& a) {
  if (!a[1].as<DTypeObject>())
    vm::raise(vm::types().TypeError, "set_autocast_dtype(): argument 'dtype' (position 2) must be torch.dtype, not " +
                                         std::string(vm::type_name(a[1])));
  return set_autocast_dtype(a[1].as<DTypeObject>()->dtype, kind_argument(a)), Value::none();
}
Value is_autocast_cache(Interpreter&, const Arguments&) { return Value::boolean(autocast_cache_enabled()); }
Value set_autocast_cache(Interpreter&, const Arguments& a) {
  return set_autocast_cache_enabled(a[0].as_bool()), Value::none();
}
Value autocast_enter(Interpreter&, const Arguments&) { return Value::integer(autocast_nesting(1)); }
Value autocast_leave(Interpreter&, const Arguments&) {
  int depth = autocast_nesting(-1);
  if (depth == 0) clear_autocast_cache();
  return Value::integer(depth);
}
Value clear_cache(Interpreter&, const Arguments&) { return clear_autocast_cache(), Value::none(); }

// What the language's pack function returned for a saved tensor.
struct Packed : RefCounted {
  explicit Packed(Value v) : value(std::move(v)) {}
  Value value;
};
Value push_saved_hooks(Interpreter&, const Arguments& a) {
  vm::check_count(a, "_push_saved_tensors_hooks", 2, 2);
  Value pack = a[0], unpack = a[1];
  push_saved_tensor_hooks(
      [pack](const Tensor& t) {
        return Ref<RefCounted>(make_ref<Packed>(Interpreter::current()->call(pack, {wrap(t)})));
      },
      [unpack](const Ref<RefCounted>& packed) {
        Value value = Interpreter::current()->call(unpack, {static_cast<Packed*>(packed.get())->value});
        const Tensor* tensor = as_tensor(value);
        if (!tensor)
          vm::raise(types().TypeError,
                    std::string("Output of saved tensor unpack_hook expected to be a Tensor but got result of type ") +
                        vm::type_name(value));
        return *tensor;
      });
  return Value::none();
}
Value pop_saved_hooks(Interpreter&, const Arguments&) { return pop_saved_tensor_hooks(), Value::none(); }

Value is_checkpoint_valid(Interpreter&, const Arguments&) { return Value::boolean(!backward_is_restricted()); }
Value increment_version(Interpreter&, const Arguments& a) {
  vm::check_count(a, "_increment_version", 1, 1);
  if (const Tensor* tensor = as_tensor(a[0]); tensor && !tensor->is_fake()) bump_version(*tensor);
  return Value::none();
}
Value current_task_id(Interpreter&, const Arguments&) { return Value::integer(backward_task()); }
Value queue_callback(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "queue_callback", 1, 1);
  after_backward([&vm, callback = a[0]] { vm.call(callback, {}); });
  return Value::none();
}
Value will_execute(Interpreter&, const Arguments& a) {
  vm::check_count(a, "_will_engine_execute_node", 1, 1);
  GradNode* node = node_of(a[0]);
  if (!node) vm::raise(types().TypeError, "_will_engine_execute_node expects an grad_fn");
  return Value::boolean(backward_comes_to(*node));
}
// _gradient_edge(tensor) -> (node, output)
Value edge_of(Interpreter&, const Arguments& a) {
  vm::check_count(a, "_gradient_edge", 1, 1);
  const Tensor* tensor = as_tensor(a[0]);
  if (!tensor || !tensor->requires_grad())
    vm::raise(types().RuntimeError,
              "It is not possible to get the gradient edge for a Tensor that does not require gradients");
  Edge edge = gradient_edge(*tensor);
  return vm::make_tuple({wrap_node(edge.node), Value::integer(edge.output)});
}

// _name_grad_fn(tensor, name, *inputs): what a composition in the language is called on the tape.
Value name_grad(Interpreter&, const Arguments& a) {
  TensorList inputs;
  for (size_t i = 2; i < a.positional; ++i)
    if (const Tensor* input = as_tensor(a[i])) inputs.push_back(*input);
  if (const Tensor* tensor = as_tensor(a[0]))
    name_grad_fn(*tensor, vm::intern(a[1].as<vm::Str>()->text)->text.c_str(), inputs);
  return Value::none();
}

}  // namespace

void install_tensor_autograd(Type* t) {
  method<backward_method>(t, "backward");
  bare_method<detach_method>(t, "detach");
  bare_method<detach_inplace>(t, "detach_");
  method<requires_grad_method>(t, "requires_grad_");
  method<retain_grad_method>(t, "retain_grad");
  method<register_hook>(t, "register_hook");
  method<register_accumulated_hook>(t, "register_post_accumulate_grad_hook");
}

void define_mode_functions(Interpreter&, vm::Module& m) {
  function<is_grad_enabled>(m, "is_grad_enabled");
  function<is_inference_mode>(m, "is_inference_mode_enabled");
  function<is_anomaly>(m, "is_anomaly_enabled");
  function<is_anomaly_checking_nan>(m, "is_anomaly_check_nan_enabled");
  function<is_autocast>(m, "is_autocast_enabled");
  function<is_autocast_cpu>(m, "is_autocast_cpu_enabled");
  function<get_autocast_dtype>(m, "get_autocast_dtype");
  function<is_any_autocast>(m, "_is_any_autocast_enabled");
  function<autocast_dtype_of<DeviceKind::kCpu>>(m, "get_autocast_cpu_dtype");
  function<autocast_dtype_of<DeviceKind::kCuda>>(m, "get_autocast_gpu_dtype");
  function<is_autocast_cache>(m, "is_autocast_cache_enabled");
  function<clear_cache>(m, "clear_autocast_cache");
  function<set_autocast>(m, "set_autocast_enabled");
  function<put_autocast_dtype>(m, "set_autocast_dtype");
  function<set_autocast_cache>(m, "set_autocast_cache_enabled");
  function<autocast_enter>(m, "autocast_increment_nesting");
  function<autocast_leave>(m, "autocast_decrement_nesting");
}

void define_autograd_functions(Interpreter& vm, vm::Module& m) {
  function<name_grad>(m, "_name_grad_fn");
  function<set_grad_mode>(m, "_set_grad_enabled");
  function<refuse_draws>(m, "_refuse_draws");
  function<refuse_reads>(m, "_refuse_reads");
  function<set_transform_depth>(m, "_set_transform_depth");
  function<set_dual_level_open>(m, "_set_dual_level_open");
  function<set_inference>(m, "_set_inference_mode");
  function<set_anomaly>(m, "_set_anomaly_enabled");
  function<backward_function>(m, "_backward");
  function<grad_function>(m, "_grad");
  function<increment_version>(m, "_increment_version");
  function<is_checkpoint_valid>(m, "_is_checkpoint_valid");
  function<current_task_id>(m, "_current_graph_task_id");
  function<queue_callback>(m, "_queue_callback");
  function<will_execute>(m, "_will_engine_execute_node");
  function<edge_of>(m, "_gradient_edge");
  function<push_saved_hooks>(m, "_push_saved_tensors_hooks");
  function<pop_saved_hooks>(m, "_pop_saved_tensors_hooks");
  define_function_primitives(vm, m);
}

}  // namespace vt::torch
