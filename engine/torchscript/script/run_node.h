// Executes single nodes: arithmetic and containers on Python values, tensor ops through torch's
// bindings. Used by the interpreter and by constant propagation.
#pragma once
#include "torchscript/script/function.h"
#include "vm/native.h"

namespace vt::script {

using Handler = vm::Value (*)(vm::Interpreter&, Node&, std::vector<vm::Value>&);
// Handlers of sqrt, gcd etc. (run_math.cpp); nullptr for other kinds.
Handler math_handler(const std::string& kind);
inline double as_real(const vm::Value& v) {
  return v.is_float() ? v.as_float() : v.is_bool() ? v.as_bool() : static_cast<double>(v.as_int());
}

// Runs a node without blocks; returns its output, or a tuple of several.
vm::Value run_node(vm::Interpreter& vm, Node& node, std::vector<vm::Value>& inputs);
// Calls __exit__ of a context manager that a script has entered.
vm::Value leave_manager(vm::Interpreter& vm, const vm::Value& manager);
// run_node at compile time; nullopt if the node fails or has no constant result.
std::optional<vm::Value> try_run_node(Node& node, std::vector<vm::Value> inputs);
// The text of a value in TorchScript's print, str and format.
std::string printed_text(vm::Interpreter& vm, const vm::Value& value, const TypePtr& type);
// Runs a tensor op by its schema (tensor_ops.cpp).
vm::Value run_tensor_op(vm::Interpreter& vm, Node& node, std::vector<vm::Value>& inputs);

// Releases the lock of the Python objects (fork.cpp) during tensor work, so that other fork threads can use
// them. No-op without fork threads.
class TensorWork {
 public:
  TensorWork();
  ~TensorWork();
  TensorWork(const TensorWork&) = delete;
  TensorWork& operator=(const TensorWork&) = delete;

 private:
  bool released_;
};

// Raises a run-time error that is no Python exception yet.
[[noreturn]] void run_error(const std::string& message);
// The value as a T. Throws if it is none: a loaded file may hold a graph whose types do not match its values.
template <class T>
T& need(const vm::Value& value) {
  if (T* found = value.as<T>()) return *found;
  run_error(std::string("a value of the type ") + vm::type_name(value) + " stands where the graph has another type");
}

}  // namespace vt::script
