// Declarations shared by the files that trace builtin functions. Neighbours: tracer.h.
#pragma once
#include <span>
#include <string_view>

#include "capture/dynamo/tracer.h"

namespace vt::dynamo {

using BuiltinHandler = VarRef (*)(Tracer&, const Value& function, std::vector<VarRef>& args, Keywords& kwargs);

// Raises TypeError if the key is unhashable. observe_key() raises KeyError with the key as its argument.
void require_hashable(Tracer& tracer, const VarRef& given);
[[noreturn]] inline void observe_key(const VarRef& key) {
  throw Observed{make_exception(vm::types().KeyError, {key}), nullptr};
}
inline bool is_symbol(const Var& v) {
  return v.is(VarKind::kSymInt) || v.is(VarKind::kSymFloat) || v.is(VarKind::kSymValue);
}
// Whether the value is data-dependent: it derives from item() or from a data-dependent size.
bool rests_on_run(Tracer& tracer, const Var& v);
// A number or condition in PyTorch's notation: "zuf0 > 2.0".
std::string condition_text(Tracer& tracer, const Var& v);
inline bool in_graph(const Var& v) { return v.is(VarKind::kTensor) || is_symbol(v); }
inline Value operator_function(Interpreter& vm, const char* name) {
  return vm.get_attribute(vm.import_module("operator"), name);
}
// A sequence of the same class as `v`, with other items.
VarRef like(const VarRef& v, std::vector<VarRef> items);

// The keyword argument with this name; null if absent.
inline VarRef keyword(const Keywords& kwargs, std::string_view name) {
  for (const auto& [key, value] : kwargs) {
    if (key == name) return value;
  }
  return {};
}

// Index of the key among the entries of a dict; -1 if absent.
int64_t find_key(Tracer& tracer, const VarRef& dict, const VarRef& key);
// The result of keys() on a mapping object; null if the value is no mapping.
VarRef mapping_keys(Tracer& tracer, const VarRef& v);
// --- trace_tensor_methods.cpp
bool reads_values(std::string_view name);
// --- trace_checks.cpp
void take_for_granted(Tracer& tracer, const Var& condition);
VarRef check_call(Tracer& tracer, std::vector<VarRef>& args, const Keywords& kwargs);
void check_out(Tracer& tracer, const Value& function, const std::vector<VarRef>& args, const Keywords& kwargs);
// Whether calling a function on the value while tracing would consume or change it (iterators, generators).
bool is_stateful(const Value& value);
// A builtin function or type with a rule: the handler
// returns the result, or null if the call is left to fold().
struct BuiltinRule {
  std::string_view name;  // "zip", "itertools.chain", "operator.add"
  BuiltinHandler handler;
  bool refuses_drawn = false;  // set: PyTorch skips the frame if an argument was drawn from `random`
};
// Grouped by: zip, map ...; sorted, list ...; int, str ...; the modules operator and math.
std::span<const BuiltinRule> iterator_builtins();
std::span<const BuiltinRule> container_builtins();
std::span<const BuiltinRule> text_builtins();
std::span<const BuiltinRule> operator_builtins();
std::span<const BuiltinRule> math_builtins();
// Calls the function on constants while tracing; an exception it raises becomes the traced program's.
VarRef fold(Tracer& tracer, const Value& function, std::vector<VarRef>& args, Keywords& kwargs,
            const std::string& name);
[[noreturn]] void refuse_builtin(Tracer& tracer, const std::string& name, const std::vector<VarRef>& args,
                                 const Keywords& kwargs);
// text % values with a number of the graph among the values, which PyTorch cannot trace either.
[[noreturn]] VarRef percent_format(Tracer& tracer, const VarRef& text, const VarRef& values);
// The Python implementation (torch/_dynamo/polyfills) that is traced in place of a native function; null if there is
// none.
VarRef polyfill_of(Tracer& tracer, const std::string& name);
// Calls the polyfill and runs the iterator that it returns to its end.
VarRef drained_polyfill(Tracer& tracer, const Value& function, std::vector<VarRef>& args, Keywords& kwargs);

// Wraps the tensors in a result of a numpy call as numpy arrays.
VarRef as_arrays(Tracer& tracer, const VarRef& given);

// Skips the frame, as PyTorch does, if a number drawn from `random` is combined with no tensor.
void refuse_drawn(Tracer& tracer, const std::string& name, const std::vector<VarRef>& operands);
// A call of a method of random.Random; null if it is none. A draw from the module's generator becomes a drawn number;
// any other method breaks the graph.
VarRef draw_random(Tracer& tracer, const VarRef& self, const vm::NativeFunction& method,
                   const std::vector<VarRef>& args, const Keywords& kwargs);

// The repr of an exception of the program: "ValueError('a')".
std::string exception_text(Tracer& tracer, const Var& exception);

// Realizes a value and everything stored into it while tracing, so that guards exist for it. PyTorch does this, on the
// call, for the values that a function made while tracing can reach.
void look_at_all(Tracer& tracer, const VarRef& given);
// Realizes the arguments of a builtin or class, except lazy arithmetic, which stays uncomputed.
inline void look_at_arguments(Tracer& tracer, const std::vector<VarRef>& args, const Keywords& kwargs) {
  for (const VarRef& arg : args)
    if (!arg->is_lazy_arithmetic()) tracer.value_of(arg);
  for (const auto& [name, arg] : kwargs)
    if (!arg->is_lazy_arithmetic()) tracer.value_of(arg);
}

}  // namespace vt::dynamo
