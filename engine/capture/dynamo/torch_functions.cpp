// The table of torch functions with a rule of their own, instead of just becoming a node of the graph.
#include "capture/dynamo/torch_functions.h"

#include <array>

#include "capture/dynamo/trace_torch.h"
#include "support/check.h"
#include "torch/binder.h"

namespace vt::dynamo {
namespace {

constexpr bool kAsGiven = false;

constexpr TorchRule kRules[] = {
    // Queries about the tracer, and functions that control it.
    {"torch.compiler.is_compiling", answer_true},
    {"torch.compiler.is_dynamo_compiling", answer_true},
    {"torch._dynamo.is_compiling", answer_true},
    {"torch._functorch.vmap.is_compiling", answer_true, kAsGiven},
    {"torch.compiler.is_exporting", answer_false},
    {"torch.jit.is_scripting", answer_false},
    {"torch.jit.is_tracing", answer_false},
    {"torch.jit.annotate", trace_through},
    {"torch.jit.isinstance", trace_through},
    {"torch.jit._unwrap_optional", trace_through},
    {"torch.compile", trace_nested_compile},
    {"torch._dynamo.eval_frame.compile", trace_nested_compile},
    {"torch.compiler.disable", refuse_disable},
    {"torch._dynamo.eval_frame.disable", refuse_disable},
    {"torch._dynamo.decorators.skip_frame", refuse_skip_frame},
    {"torch._dynamo.decorators.graph_break", refuse_graph_break},
    {"torch._dynamo.decorators.mark_dynamic", refuse_mark_dynamic},
    {"torch._dynamo.decorators.maybe_mark_dynamic", refuse_mark_dynamic},
    {"torch._dynamo.decorators._set_error_on_break", set_error_on_break, kAsGiven},
    {"torch._dynamo.decorators.__init__", call_error_on_break, kAsGiven},
    {"torch._dynamo.decorators.__call__", call_error_on_break, kAsGiven},
    {"torch._dynamo.decorators.__enter__", call_error_on_break, kAsGiven},
    {"torch._dynamo.decorators.__exit__", call_error_on_break, kAsGiven},
    {"torch._functorch.captured._nest", count_nesting, kAsGiven},

    // Assertions.
    {"torch._tensor_library._check", trace_check, kAsGiven},
    {"torch._tensor_library._check_with", trace_check, kAsGiven},
    {"torch._tensor_library._check_index", trace_check, kAsGiven},
    {"torch._tensor_library._check_value", trace_check, kAsGiven},
    {"torch._tensor_library._check_type", trace_check, kAsGiven},
    {"torch._tensor_library._check_not_implemented", trace_check, kAsGiven},
    {"torch._tensor_library._check_is_size", trace_through, kAsGiven},
    {"torch._tensor_library._assert", assert_known, kAsGiven},

    // Higher-order operations.
    {"torch._higher_order_ops.cond.cond", call_cond, kAsGiven},
    {"torch.ops.higher_order.wrap", call_wrap, kAsGiven},
    {"torch._higher_order_ops.map._map", call_map, kAsGiven},
    {"torch._higher_order_ops.scan._scan", call_scan, kAsGiven},
    {"torch._higher_order_ops.while_loop._while_loop", call_while_loop, kAsGiven},
    {"torch.utils.checkpoint.checkpoint", call_checkpoint, kAsGiven},

    // Evaluated while tracing.
    {"torch.is_grad_enabled", answer_now},
    {"torch.get_default_dtype", answer_now},
    {"torch.get_default_device", answer_now},
    {"torch.finfo", answer_now},
    {"torch.iinfo", answer_now},
    {"torch.promote_types", answer_now},
    {"torch._dtype_limits", answer_now},
    {"torch.is_autocast_enabled", answer_now},
    {"torch.is_autocast_cpu_enabled", answer_now},
    {"torch.is_autocast_cache_enabled", answer_now},
    {"torch.get_autocast_dtype", answer_now},
    {"torch.get_autocast_gpu_dtype", answer_now},
    {"torch.get_autocast_cpu_dtype", answer_now},
    {"torch._is_any_autocast_enabled", answer_now},
    {"torch.is_tensor", answer_now},
    {"torch.is_storage", answer_now},
    {"torch.is_anomaly_enabled", answer_now},
    {"torch.are_deterministic_algorithms_enabled", answer_now},
    {"torch.overrides.has_torch_function", answer_now},
    {"torch.overrides.has_torch_function_unary", answer_now},
    {"torch.overrides.has_torch_function_variadic", answer_now},
    {"torch._get_privateuse1_backend_name", answer_now},
    {"torch.cuda.is_available", answer_now},
    {"torch.broadcast_shapes", answer_and_record},
    {"torch.sym_int", answer_first_argument},

    // Modes that affect the following ops: switched while tracing, and by a node of the graph.
    {"torch._set_grad_enabled", switch_grad_mode},
    {"torch.set_autocast_enabled", switch_mode},
    {"torch.set_autocast_dtype", switch_mode},
    {"torch.set_autocast_cache_enabled", switch_mode},
    {"torch.autocast_increment_nesting", switch_mode},
    {"torch.autocast_decrement_nesting", switch_mode},
    {"torch.clear_autocast_cache", switch_mode},

    // Rewritten as other nodes.
    {"torch.from_numpy", trace_from_numpy},
    {"torch.as_tensor", trace_as_tensor},
    {"torch.addcdiv", trace_addcdiv},
    {"torch.full", trace_full},

    // Not captured: each breaks the graph.
    {"torch.result_type", refuse_dtype_result},
    {"torch.can_cast", refuse_bool_result},
    {"torch.get_num_threads", refuse_int_result},
    {"torch.is_inference_mode_enabled", refuse_inference_query},
    {"torch._grad", refuse_autograd},
    {"torch.autograd.grad", refuse_autograd},
    {"torch.autograd.backward", refuse_autograd},
    {"torch.manual_seed", refuse_process_change},
    {"torch.seed", refuse_process_change},
    {"torch.save", refuse_process_change},
    {"torch.load", refuse_process_change},
    {"torch.set_printoptions", refuse_process_change},
    {"torch.set_rng_state", refuse_process_change},
    {"torch.get_rng_state", refuse_process_change},
    {"torch.set_default_dtype", refuse_process_change},
    {"torch.set_num_threads", refuse_process_change},
};

// Functions of these modules without a rule of their own are refused.
constexpr TorchRule kSkipped{"", refuse_skipped};
constexpr std::string_view kSkippedModules[] = {"torch.compiler.", "torch._dynamo.", "torch.jit."};
constexpr std::string_view kPolyfills = "torch._dynamo.polyfills.";

// Modules of operators and of functions composed of operators: a call becomes one node.
constexpr std::string_view kOperatorModules[] = {"torch.nn.functional.", "torch.functional.", "torch._C.",
                                                 "torch._VF.",           "torch.ops.",        "torch.linalg.",
                                                 "torch.special.",       "torch.fft."};

bool is_in(const std::string& name, std::span<const std::string_view> modules) {
  return std::any_of(modules.begin(), modules.end(), [&](std::string_view prefix) { return name.starts_with(prefix); });
}

const TorchRule* find_rule(const std::string& name) {
  static const auto table = [] {
    std::unordered_map<std::string_view, const TorchRule*> rules;
    for (const TorchRule& rule : kRules) VT_CHECK(rules.emplace(rule.name, &rule).second, "a function has one rule");
    return rules;
  }();
  constexpr std::string_view kNative = "torch._C.";
  std::string listed = name.starts_with(kNative) ? "torch." + name.substr(kNative.size()) : name;
  if (auto found = table.find(listed); found != table.end()) return found->second;
  return is_in(name, kSkippedModules) && !name.starts_with(kPolyfills) ? &kSkipped : nullptr;
}

bool enters_graph(const Value& function, const std::string& name, const TorchRule* rule) {
  bool direct = name.starts_with("torch.") && name.find('.', 6) == std::string::npos;
  return direct || (rule && rule->settled) || is_in(name, kOperatorModules) || torch::binding_of(function);
}

}  // namespace

const TorchFunction& TorchFunctions::of(Interpreter& vm, const Value& function) {
  auto [place, is_new] = known_.try_emplace(function.as_object());
  if (is_new) {
    std::string name = fx::qualified_name(vm, function);
    const TorchRule* rule = find_rule(name);
    bool enters = enters_graph(function, name, rule);
    place->second = {function, {std::move(name), rule, enters}};
  }
  return place->second.facts;
}

}  // namespace vt::dynamo
