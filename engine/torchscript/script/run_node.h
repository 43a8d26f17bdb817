// What single nodes do: arithmetic and containers in the language's own values, tensor ops
// through the bindings of torch. Used by the interpreter and by constant propagation.
#pragma once
#include "torchscript/script/function.h"
#include "vm/native.h"

namespace vt::script {

using Handler = vm::Value (*)(vm::Interpreter&, Node&, std::vector<vm::Value>&);
// sqrt, gcd and their like (run_math.cpp); nullptr if the kind is none of them.
Handler math_handler(const std::string& kind);
inline double as_real(const vm::Value& v) {
  return v.is_float() ? v.as_float() : v.is_bool() ? v.as_bool() : static_cast<double>(v.as_int());
}

// The outputs of a node without blocks: one value, or a tuple of several.
vm::Value run_node(vm::Interpreter& vm, Node& node, std::vector<vm::Value>& inputs);
// Calls the __exit__ of a context manager that a script has entered.
vm::Value leave_manager(vm::Interpreter& vm, const vm::Value& manager);
// The same as run_node at compile time: nothing if it fails or cannot be known.
std::optional<vm::Value> try_run_node(Node& node, std::vector<vm::Value> inputs);
// A value as TorchScript's print, str and format show it.
std::string printed_text(vm::Interpreter& vm, const vm::Value& value, const TypePtr& type);
// An op on tensors, by its schema (tensor_ops.cpp).
vm::Value run_tensor_op(vm::Interpreter& vm, Node& node, std::vector<vm::Value>& inputs);

// While threads of fork run, one of them at a time touches the language's objects; the
// others compute. Nothing happens while there are no threads.
class TensorWork {
 public:
  TensorWork();
  ~TensorWork();
  TensorWork(const TensorWork&) = delete;
  TensorWork& operator=(const TensorWork&) = delete;

 private:
  bool released_;
};

// A mistake at run time that carries no exception of the language yet.
[[noreturn]] void run_error(const std::string& message);
// The value as what its type says that it is. A file may hold a graph whose types are not those of its values.
template <class T>
T& need(const vm::Value& value) {
  if (T* found = value.as<T>()) return *found;
  run_error(std::string("a value of the type ") + vm::type_name(value) + " stands where the graph has another type");
}

}  // namespace vt::script
