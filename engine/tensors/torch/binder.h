// Calls of ops from the language: overload resolution by schema, conversion of arguments
// and results, and PyTorch's texts for what does not fit. After objects.h; the type of
// tensors and the namespaces of torch are filled with what this makes.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "ops/dispatch.h"
#include "ops/table.h"
#include "torch/objects.h"

namespace vt::torch {

enum class OpSpace : uint8_t {
  kFunction,
  kMethod,
  kFunctional,
  kLinalg,
  kSpecial,
  kFft,
  kNN /* torch._C._nn */,
  kAten
};

// What a bound op function stands for; NativeFunction::data points to one of these, so
// that capture recognises the function and prints it ("torch.relu", "gelu").
struct OpBinding {
  std::string name;  // as programs see it: "add", "add_"
  OpSpace space = OpSpace::kFunction;
  bool inplace = false;
  std::vector<const OpDef*> overloads;  // in the order to try
  const char* full_prefix() const;      // "torch.", "torch.nn.functional." ...
};
// The binding behind a native function, or nullptr when it is not an op.
const OpBinding* binding_of(const Value& function);
// One binding per name and space; nullptr if no op has the name there.
const OpBinding* find_binding(OpSpace space, std::string_view name);
// Every binding of a space.
std::vector<const OpBinding*> bindings(OpSpace space);
// The native function of a binding (one object per binding).
Value bound_function(const OpBinding& binding);

// What the binder made of a call, before it runs.
struct BoundCall {
  const OpDef* op = nullptr;
  Args args;
  Value out;  // out=, or null
  bool requires_grad = false;
  Value generator;        // generator=, or null
  bool as_tuple = false;  // nonzero(as_tuple=True)
  bool inplace = false;   // F.relu(x, inplace=True)
};
// Raises the TypeError that PyTorch raises when nothing fits.
BoundCall bind_call(Interpreter& vm, const OpBinding& binding, const Arguments& arguments);
// dim and axis, other and x2: a name that NumPy has for a parameter.
bool is_alias(std::string_view parameter, std::string_view given);
Value run_call(Interpreter& vm, const OpBinding& binding, BoundCall call);
// Both, after asking __torch_function__ of foreign arguments.
Value call_binding(Interpreter& vm, const OpBinding& binding, const Arguments& arguments);

// The outputs of `op` as the language gets them: a tensor, a tuple, a named tuple, or a
// plain value for ops that return a number.
Value wrap_outputs(const OpDef& op, const Outputs& outputs);

// Conversions, shared with hand-written bindings. Each returns false if `v` does not fit.
bool to_scalar(const Value& v, Scalar* out);
bool is_float_instance(const Value& v);  // of a class derived from float
bool to_int(const Value& v, SymInt* out);
bool to_int_list(const Value& v, IntList* out);
bool to_dtype(const Value& v, DType* out);
bool to_device(const Value& v, Device* out);  // raises for a malformed text
Device parse_device(std::string_view text);
// Where factories put tensors unless told (torch.set_default_device).
Device default_device();
void set_default_device(Device device);
bool to_tensor_list(const Value& v, TensorList* out);
Tensor tensor_from_number(const Scalar& s);              // 0-d, of the number's own default dtype
Tensor tensor_from_number(const Scalar& s, DType real);  // 0-d, of dtype `real` if the number is real
Value scalar_value(const Scalar& s);
Value item_of(const Tensor& t);                  // the one element as a plain value
const char* argument_type_text(const Value& v);  // "Tensor", "str", as error messages show it

// An op that the bindings themselves need; the first of `names` that exists. VT_CHECKs.
const OpDef& need_op(std::initializer_list<const char*> names);
// Calls by name with positional values, defaults filled in: call_op("sum", {x}).
Tensor call_op(const OpDef& op, std::vector<Arg> args);

}  // namespace vt::torch
