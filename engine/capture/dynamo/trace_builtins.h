// What the files that trace builtin functions share. Neighbours: tracer.h.
#pragma once
#include <span>
#include <string_view>

#include "capture/dynamo/tracer.h"

namespace vt::dynamo {

using BuiltinHandler = VarRef (*)(Tracer&, const Value& function, std::vector<VarRef>& args, Keywords& kwargs);

// KeyError with the key itself.
void require_hashable(Tracer& tracer, const VarRef& given);
[[noreturn]] inline void observe_key(const VarRef& key) {
  throw Observed{make_exception(vm::types().KeyError, {key}), nullptr};
}
inline bool is_symbol(const Var& v) {
  return v.is(VarKind::kSymInt) || v.is(VarKind::kSymFloat) || v.is(VarKind::kSymValue);
}
// Whether only a run tells it: it comes of what item() read or of sizes that depend on values.
bool rests_on_run(Tracer& tracer, const Var& v);
// A number or condition as PyTorch writes it: "zuf0 > 2.0".
std::string condition_text(Tracer& tracer, const Var& v);
inline bool in_graph(const Var& v) { return v.is(VarKind::kTensor) || is_symbol(v); }
inline Value operator_function(Interpreter& vm, const char* name) {
  return vm.get_attribute(vm.import_module("operator"), name);
}
// A sequence of the same class as `v`.
VarRef like(const VarRef& v, std::vector<VarRef> items);

// The keyword argument of that name; null if it was not given.
inline VarRef keyword(const Keywords& kwargs, std::string_view name) {
  for (const auto& [key, value] : kwargs) {
    if (key == name) return value;
  }
  return {};
}

// The place of a key among the entries of a dict; -1 if it is not there.
int64_t find_key(Tracer& tracer, const VarRef& dict, const VarRef& key);
// What keys() of an object that is a mapping gives; null if it is none.
VarRef mapping_keys(Tracer& tracer, const VarRef& v);
// --- trace_tensor_methods.cpp
bool answers_as_number(std::string_view name);
// --- trace_checks.cpp
void take_for_granted(Tracer& tracer, const Var& condition);
VarRef check_call(Tracer& tracer, std::vector<VarRef>& args, const Keywords& kwargs);
void check_out(Tracer& tracer, const Value& function, const std::vector<VarRef>& args, const Keywords& kwargs);
// Objects that a call at tracing time would use up or change.
bool is_stateful(const Value& value);
// A builtin function or type that tracing knows: the handler gives the result, or null if this
// call is one for fold().
struct BuiltinRule {
  std::string_view name;  // "zip", "itertools.chain", "operator.add"
  BuiltinHandler handler;
  bool takes_tensors = false;  // PyTorch leaves the frame where a number that `random` drew is given
};
// zip, map and their like; sorted, list and theirs; int, str and theirs; operator and math.
std::span<const BuiltinRule> iterator_builtins();
std::span<const BuiltinRule> container_builtins();
std::span<const BuiltinRule> text_builtins();
std::span<const BuiltinRule> operator_builtins();
std::span<const BuiltinRule> math_builtins();
// Calls the function on plain values; an exception becomes the program's.
VarRef fold(Tracer& tracer, const Value& function, std::vector<VarRef>& args, Keywords& kwargs,
            const std::string& name);
[[noreturn]] void refuse_builtin(Tracer& tracer, const std::string& name, const std::vector<VarRef>& args,
                                 const Keywords& kwargs);
// text % values, with numbers of the graph among the values: as in PyTorch there is none.
[[noreturn]] VarRef percent_format(Tracer& tracer, const VarRef& text, const VarRef& values);
// A function of the library written in the language that stands for a native one
// (torch/_dynamo/polyfills); null if there is none.
VarRef polyfill_of(Tracer& tracer, const std::string& name);
// That, called here, and all that it gives computed at once.
VarRef drained_polyfill(Tracer& tracer, const Value& function, std::vector<VarRef>& args, Keywords& kwargs);

// Tensors that stand for what numpy gives, as arrays.
VarRef as_arrays(Tracer& tracer, const VarRef& given);

// Leaves the frame where a number that `random` drew meets no tensor, as in PyTorch.
void refuse_drawn(Tracer& tracer, const std::string& name, const std::vector<VarRef>& operands);
// A call of a method of random.Random; null if it is none. The module's own generator is drawn from
// before the frame begins, everything else leaves the graph.
VarRef draw_random(Tracer& tracer, const VarRef& self, const vm::NativeFunction& method,
                   const std::vector<VarRef>& args, const Keywords& kwargs);

// "ValueError('a')": an exception of the program.
std::string exception_text(Tracer& tracer, const Var& exception);

// Looks at a value and all that was put into it while tracing, so that guards come of it: PyTorch
// does so with what a function made while tracing can see, as it calls it.
void look_at_all(Tracer& tracer, const VarRef& given);
// Looks at what a builtin or a class is given, but computes no number that nobody looked at.
inline void look_at_arguments(Tracer& tracer, const std::vector<VarRef>& args, const Keywords& kwargs) {
  for (const VarRef& arg : args)
    if (!arg->is_lazy_arithmetic()) tracer.value_of(arg);
  for (const auto& [name, arg] : kwargs)
    if (!arg->is_lazy_arithmetic()) tracer.value_of(arg);
}

}  // namespace vt::dynamo
