// Functions of torch: what goes into the graph, what is answered while tracing, and what
// cannot be captured. Neighbours: trace_tensors.cpp for attributes and methods of tensors.
#include <algorithm>
#include <map>
#include <set>

#include "capture/dynamo/trace_builtins.h"
#include "eager/autocast.h"
#include "eager/modes.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {
// torch._check and its like.
bool is_check(const std::string& name) {
  return name == "torch._check" || name.starts_with("torch._check_") ||
         name.starts_with("torch._tensor_library._check");
}

// Functions that are answered while tracing, by running them.
bool is_answered(const std::string& name) {
  static constexpr const char* kNames[] = {"torch.is_grad_enabled",
                                           "torch.get_default_dtype",
                                           "torch.is_autocast_enabled",
                                           "torch.finfo",
                                           "torch._C._dtype_limits",
                                           "torch._dtype_limits",
                                           "torch.iinfo",
                                           "torch.get_autocast_dtype",
                                           "torch.get_autocast_gpu_dtype",
                                           "torch._C._is_any_autocast_enabled",
                                           "torch.is_autocast_cpu_enabled",
                                           "torch.get_autocast_cpu_dtype",
                                           "torch.is_tensor",
                                           "torch.is_storage",
                                           "torch.broadcast_shapes",
                                           "torch.are_deterministic_algorithms_enabled",
                                           "torch.overrides.has_torch_function",
                                           "torch.overrides.has_torch_function_unary",
                                           "torch.overrides.has_torch_function_variadic",
                                           "torch._C._get_privateuse1_backend_name",
                                           "torch.get_default_device",
                                           "torch.is_autocast_cache_enabled",
                                           "torch.cuda.is_available",
                                           "torch.is_anomaly_enabled"};
  return std::any_of(std::begin(kNames), std::end(kNames), [&](const char* known) { return name == known; });
}

bool changes_process(const std::string& name) {
  for (const char* known : {"manual_seed", "seed", "save", "load", "set_printoptions", "set_rng_state", "get_rng_state",
                            "set_default_dtype", "set_num_threads"}) {
    if (name == std::string("torch.") + known || name == std::string("torch._C.") + known ||
        name == std::string("torch.random.") + known || name == std::string("torch.serialization.") + known)
      return true;
  }
  return false;
}

// Modes that change how the ops that follow behave: they happen now, and in the graph.
bool is_mode(const std::string& name) {
  return name == "torch._C._set_grad_enabled" || name == "torch._set_grad_enabled" ||
         name == "torch._C.set_autocast_enabled" || name == "torch.set_autocast_enabled" ||
         name == "torch.set_autocast_dtype" || name == "torch.set_autocast_cache_enabled" ||
         name == "torch.autocast_increment_nesting" || name == "torch.autocast_decrement_nesting" ||
         name == "torch.clear_autocast_cache";
}

bool is_library(const std::string& name) {
  for (const char* prefix : {"torch.nn.functional.", "torch.functional.", "torch._C.", "torch._VF.", "torch.ops.",
                             "torch.linalg.", "torch.special.", "torch.fft."}) {
    if (name.starts_with(prefix)) return true;
  }
  return name.starts_with("torch.") && name.find('.', 6) == std::string::npos;
}

}  // namespace

bool Tracer::enters_graph(const Value& function) const {
  std::string name = fx::qualified_name(vm, function);
  if (name.starts_with("torch._dynamo.polyfills.")) return false;
  if (is_check(name)) return true;
  if (name.starts_with("torch.compiler.") || name.starts_with("torch._dynamo.") || name.starts_with("torch.jit."))
    return true;  // handled in call_torch
  return is_library(name) || is_answered(name);
}

VarRef Tracer::call_context(const VarRef& self, const VarRef& method) {
  if (!self->is(VarKind::kObject) || !self->type || !self->type->module.starts_with("torch.")) return {};
  vm::Function* function = method->is(VarKind::kFunction) ? method->value.as<vm::Function>() : nullptr;
  if (!function) return {};
  const std::string& name = function->code_object()->code->name;
  bool enter = name == "__enter__";
  if (!enter && name != "__exit__") return {};
  const std::string& type = self->type->name;
  if (type == "record_function") return enter ? self : none();  // profiling sees the graph as one
  bool autocast = type == "autocast", inference = type == "inference_mode";
  if (!autocast && !inference) return {};
  Value module = vm.import_module(autocast ? "torch.amp" : "torch.autograd.grad_mode");
  Value target = vm.get_attribute(module, std::string(enter ? "_enter_" : "_exit_") + type);
  out.entered_modes = true;
  auto node_for = [&](std::vector<Value> args) {
    return out.graph.create(fx::NodeOp::kCallFunction, target, vm::make_tuple(std::move(args)), vm::make<vm::Dict>());
  };
  if (enter) {
    std::vector<Value> args;
    // One that was made outside is entered by what became of its arguments.
    bool made_here = autocast && self->value.is_null();
    if (made_here) args = need_constant(get_attr(self, vm::intern("_asked")), "arguments").as<vm::Tuple>()->items;
    for (const char* field : {"device", "fast_dtype", "_enabled", "_cache_enabled"}) {
      if (autocast && !made_here) args.push_back(need_constant(get_attr(self, vm::intern(field)), field));
    }
    if (inference) args.push_back(need_constant(get_attr(self, vm::intern("mode")), "mode"));
    VarRef mode = make_var(VarKind::kValue);
    mode->value = vm.call(target, vm::Arguments{args.data(), args.size(), nullptr, 0});
    mode->node = node_for(args);
    mode->node_holder = Value::of(mode->node);
    out.entered[self.get()] = mode;
    return autocast ? self : none();
  }
  auto known = out.entered.find(self.get());
  if (known == out.entered.end()) return {};
  VarRef mode = known->second;
  out.entered.erase(known);
  vm.call(target, {mode->value});
  node_for({Value::of(mode->node)});
  return constant_bool(false);
}

VarRef Tracer::call_torch(const Value& function, std::vector<VarRef>& args, Keywords& kwargs) {
  std::string name = fx::qualified_name(vm, function);
  if (is_check(name)) {
    VarRef checked = name.ends_with("_is_size") ? VarRef() : check_call(*this, args, kwargs);
    if (checked) return checked;
    VarRef callee = make_var(VarKind::kFunction);
    callee->value = function;
    return inline_function(callee, args, kwargs);
  }
  for (const VarRef& arg : args) settle(arg);
  for (const auto& [key, value] : kwargs) settle(value);
  if (name.ends_with(".is_compiling") || name.ends_with(".is_dynamo_compiling")) return constant_bool(true);
  if (name.ends_with(".is_scripting") || name.ends_with(".is_tracing") || name.ends_with(".is_exporting"))
    return constant_bool(false);
  if (name.ends_with(".skip_frame")) {
    Unsupported error;
    error.id = "GB4297";
    error.type = "Call to `torch._dynamo.skip_frame()`";
    std::string given;
    for (const VarRef& arg : args) given += (given.empty() ? "" : ", ") + describe(*value_of(arg));
    std::string message = args.empty() ? "" : vm.str(need_constant(args[0], "message"));
    error.context = "Called `torch._dynamo.skip_frame()` with args `[" + given + "]`, kwargs `{}`. Skipping frame " +
                    code.name + " (" + code.file->name() + " line " + std::to_string(code.first_line) + ").";
    error.explanation = "User-inserted skip frame. Message: " + message;
    error.hints = {"Remove the `torch._dynamo.skip_frame()` call."};
    error.skip_frame = error.whole_frame = true;
    throw error;
  }
  if (name.ends_with(".graph_break")) {
    std::string given, named, message = "None";
    for (const VarRef& arg : args) given += (given.empty() ? "" : ", ") + describe(*value_of(arg));
    for (const auto& [key, value] : kwargs) {
      named += (named.empty() ? "'" : ", '") + key + "': " + describe(*value_of(value));
      if (key == "msg") message = vm.str(need_constant(value, "message"));
    }
    unsupported("GB0025", "Call to `torch._dynamo.graph_break()`",
                "Called `torch._dynamo.graph_break()` with args `[" + given + "]`, kwargs `{" + named + "}`",
                "User-inserted graph break. Message: " + message, {"Remove the `torch._dynamo.graph_break()` call."});
  }
  if (name == "torch._dynamo.eval_frame.disable" || name == "torch.compiler.disable") {
    std::string given;
    for (const VarRef& arg : args) given += (given.empty() ? "" : ", ") + describe(*value_of(arg));
    unsupported("GB0377", "Call to `torch.compiler.disable()`",
                "Called `torch.compiler.disable()` with args `[" + given + "]`, kwargs `{}`",
                "`torch.compiler.disable()` was called inside a compiled region. This API disables compilation when "
                "used as a decorator or wrapper outside the compiled region.",
                {"Move the `torch.compiler.disable()` call outside the compiled function and apply it to the function "
                 "that should run eagerly.",
                 "Use `torch._dynamo.graph_break()` to intentionally insert a graph break at this point."});
  }
  if (name == "torch._dynamo.eval_frame.compile" || name == "torch.compile") {
    if (args.size() == 1 && value_of(args[0])->is(VarKind::kFunction)) return args[0];  // traced through
    std::string named;
    for (const auto& [key, value] : kwargs)
      named += (named.empty() ? "'" : ", '") + key + "': " + describe(*value_of(value));
    unsupported("GB0223", "torch.compile call with > 1 args", "args=(), kwargs={" + named + "}",
                "Attempted to call `torch.compile` with > 1 args. Dynamo does not support this.",
                {"Remove the torch.compile call or its additional args."});
  }
  static const std::set<std::string_view> kAnnotations = {"torch.jit.annotate", "torch.jit.isinstance",
                                                          "torch.jit._unwrap_optional"};
  if (kAnnotations.contains(name)) {
    VarRef callee = make_var(VarKind::kFunction);
    callee->value = function;
    return inline_function(callee, args, kwargs);
  }
  if (name == "torch._dynamo.decorators.mark_dynamic" || name == "torch._dynamo.decorators.maybe_mark_dynamic")
    raise_through(vm::types().AssertionError, "Attempt to trace forbidden callable " + vm.repr(function));
  if (name.starts_with("torch.jit.") || name.starts_with("torch._dynamo.") || name.starts_with("torch.compiler.")) {
    unsupported("GB0007", "Attempted to call function marked as skipped", "qualname: " + name,
                "`" + name + "` is not traced.");
  }
  static const std::map<std::string_view, const char*> kPlainResults = {{"torch.result_type", "dtype"},
                                                                        {"torch.promote_types", "dtype"},
                                                                        {"torch.can_cast", "bool"},
                                                                        {"torch.get_num_threads", "int"}};
  if (auto plain = kPlainResults.find(name); plain != kPlainResults.end()) {
    unsupported(
        "GB0208", "torch.* op returned non-Tensor",
        std::string("example_value type: ") + plain->second + "; op: call_function; target: " + vm.repr(function),
        "torch.* ops that return a non-Tensor cannot be traced into the Dynamo FX graph output");
  }
  bool creates = torch::binding_of(function) || name == "torch.tensor" || name == "torch._C.tensor";
  for (const auto& [key, value] : kwargs) {
    if (!creates || key != "requires_grad" || !truth(value)) continue;
    unsupported("GB0225", "Attempted to use tensor creation function with requires_grad=True",
                "fn=" + vm.repr(function), "Dynamo does not support this.",
                {"Create the tensor outside the compiled region.", "Do not set `requires_grad=True`.", kSupportable});
  }
  if (name == "torch.is_inference_mode_enabled") {
    unsupported(
        "GB0046", "Encountered torch.is_inference_mode_enabled during tracing", "",
        "torch.is_inference_mode_enabled() is not supported",
        {kFundamental,
         "Avoid using `tensor.is_inference()` and `torch.is_inference_mode_enabled()` in your compile code. This "
         "is primarily used in conjunction with `torch.inference_mode`. Consider using `torch.no_grad` instead "
         "because `torch.no_grad` leads to same improvements as `inference_mode` when `torch.compile` is used."});
  }
  if (name == "torch._C.from_numpy")
    return out.call_function(vm.get_attribute(vm.import_module("torch"), "as_tensor"), args, kwargs);
  if (name == "torch.sym_int") return value_of(args.at(0));
  if (is_answered(name)) {
    std::vector<Value> values, names;
    for (const VarRef& arg : args) values.push_back(out.to_example(arg));
    for (const auto& [key, value] : kwargs) {
      names.push_back(Value::of(vm::intern(key)));
      values.push_back(out.to_example(value));
    }
    Value answer = vm.call(function, vm::Arguments{values.data(), args.size(), names.data(), names.size()});
    if (name == "torch.broadcast_shapes") {  // a node, although its value is known
      std::vector<Value> given;
      for (const VarRef& arg : args) given.push_back(out.to_fx(arg));
      out.graph.create(fx::NodeOp::kCallFunction, function, vm::make_tuple(std::move(given)), vm::make<vm::Dict>());
    }
    return out.from_value(answer);
  }
  if (changes_process(name)) {
    std::string last = name.substr(name.rfind('.') + 1);
    unsupported("GB0007", "Attempted to call function marked as skipped", "qualname: " + name,
                "Dynamo developers have intentionally marked that the function `" + last + "` should not be traced.",
                {"Avoid calling the function `" + last + "`.",
                 "Apply `@torch._dynamo.dont_skip_tracing` to the function `" + last +
                     "` to force tracing into the function. More graph breaks may occur as a result of attempting to "
                     "trace into the function.",
                 "Please file an issue to PyTorch."});
  }
  if (name == "torch._C._grad" || name == "torch.autograd.grad" || name == "torch.autograd.backward") {
    unsupported("GB9186", "using `torch.autograd.grad` with `torch._dynamo.config.trace_autograd_ops=False`",
                "trace_autograd_ops=False",
                "Attempted to call `torch.autograd.grad` with config `torch._dynamo.config.trace_autograd_ops` set to "
                "`False`.",
                {"Change `torch._dynamo.config.trace_autograd_ops` to `True`."});
  }
  if (const torch::OpBinding* binding = torch::binding_of(function)) {
    check_draws(*binding);
    bool data = std::any_of(binding->overloads.begin(), binding->overloads.end(),
                            [](const OpDef* op) { return (op->traits & kShapeDependsOnData) != 0; });
    bool lone_where = binding->name == "where" && args.size() + kwargs.size() != 1;
    bool classes_known = binding->name == "one_hot" && args.size() + kwargs.size() > 1;
    bool counted = binding->name == "repeat_interleave" || binding->name == "tensor_split";
    VarRef count = counted && args.size() > 1 ? value_of(args[1]) : VarRef();
    bool plain_count = count && !count->is(VarKind::kTensor);
    if (data && options.data_sizes && !answers_as_number(binding->name) && binding->name != "one_hot") data = false;
    if (data && !lone_where && !classes_known && !plain_count)
      data_dependent("GB0036", "aten." + binding->name + ".default");
  }
  // With a factor, PyTorch spells it out.
  if (name == "torch.addcdiv" && args.size() == 3 && kwargs.size() == 1 && kwargs[0].first == "value") {
    VarRef quotient = out.call_function(vm.get_attribute(vm.import_module("torch"), "div"), {args[1], args[2]}, {});
    VarRef scaled =
        out.call_function(vm.get_attribute(vm.import_module("torch"), "mul"), {quotient, kwargs[0].second}, {});
    return out.call_function(vm.get_attribute(vm.import_module("torch"), "add"), {args[0], scaled}, {});
  }
  if (name.ends_with("as_tensor") && !args.empty()) {  // takes numbers as they are now
    VarRef data = value_of(args[0]);
    if (is_symbol(*data)) pin(data);
    for (const VarRef& item : data->items)
      if (VarRef v = value_of(item); is_symbol(*v) && !data->is(VarKind::kTensor)) pin(v);
  }
  if (is_mode(name)) out.entered_modes = true;
  // The library's context managers switch only what is not so already; a call is a node in any case.
  bool of_library = code.file->name().starts_with("<frozen");
  if (of_library && name.ends_with("_set_grad_enabled") && args.size() == 1 &&
      need_constant(args[0], "grad mode").as_bool() == grad_enabled())
    return none();
  for (const VarRef& arg : args) {
    drain(arg);
    if (value_of(arg)->is(VarKind::kIterator) || out.can_enter_graph(arg)) continue;
    if (function.as<vm::Function>()) {  // a function of the library that takes objects: traced through
      VarRef callee = make_var(VarKind::kFunction);
      callee->value = function;
      return inline_function(callee, args, kwargs);
    }
  }
  VarRef fill = name == "torch.full" && args.size() == 2 ? value_of(args[1]) : VarRef();
  if (fill && is_symbol(*fill) && rests_on_run(*this, *fill)) {  // a number out of a tensor, which is not known yet
    return out.emit(fx::NodeOp::kCallFunction, function, args, kwargs, [&] {
      Value zero = fill->is(VarKind::kSymFloat) ? Value::real(0) : Value::integer(0);
      std::vector<Value> values{out.to_example(args[0]), zero}, names;
      for (const auto& [key, value] : kwargs) {
        names.push_back(Value::of(vm::intern(key)));
        values.push_back(out.to_example(value));
      }
      return vm.call(function, vm::Arguments{values.data(), 2, names.data(), names.size()});
    });
  }
  check_out(*this, function, args, kwargs);
  return with_known_numbers(args, kwargs, [&] { return out.call_function(function, args, kwargs); });
}

// A float argument enters the graph as a symbol; an operator that has to know it gets its number.
VarRef Tracer::with_known_numbers(std::vector<VarRef>& args, Keywords& kwargs, const std::function<VarRef()>& call) {
  std::vector<VarRef> symbols;
  auto gather = [&](auto&& self, const VarRef& given) -> void {
    VarRef v = value_of(given);
    if (v->is(VarKind::kSymFloat)) symbols.push_back(v);
    if (!v->is(VarKind::kList) && !v->is(VarKind::kTuple)) return;
    for (const VarRef& item : v->items) self(self, item);
  };
  for (const VarRef& arg : args) gather(gather, arg);
  for (const auto& [key, value] : kwargs) gather(gather, value);
  if (symbols.empty()) return call();
  try {
    return call();
  } catch (const Unsupported& error) {
    if (error.id != "GB0037" && error.id != "GB0112") throw;
  } catch (const Observed& observed) {
    if (!observed.failure) throw;
  }
  // The node stays what it is given; its number is guarded.
  for (const VarRef& symbol : symbols) settle_number(symbol);
  return call();
}

void Tracer::settle_number(const VarRef& v) {
  if (!v->is(VarKind::kSymFloat)) return;
  if (!v->settled) specialise(v);
  v->settled = true;
  for (const VarRef& input : v->items) settle_number(value_of(input));
  v->node->meta.as<vm::Dict>()->table.insert(vm::intern("known_number"), Value::real(v->number));
}

}  // namespace vt::dynamo
