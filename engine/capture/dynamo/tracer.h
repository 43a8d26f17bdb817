// Evaluates one frame's bytecode on variables instead of values. The root tracer belongs
// to the frame that is compiled; calls of Python functions are inlined by child tracers,
// all or nothing. Handlers are spread over trace_*.cpp by theme.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "capture/dynamo/output.h"
#include "frontend/code.h"

namespace vt::torch {
struct OpBinding;
}

namespace vt::dynamo {

using Keywords = std::vector<std::pair<std::string, VarRef>>;

struct TracerOptions {
  bool scalar_outputs = false;  // capture_scalar_outputs
  bool data_sizes = false;      // capture_dynamic_output_shape_ops
  bool resume_in_loops = false;
};

class Tracer {
 public:
  Tracer(Output& output, Tracer* parent, Value code, Value globals, TracerOptions options);

  // Runs to the end of the frame (true) or to the next yield (false); result() is what it returned or gave.
  bool run();
  const VarRef& result() const { return result_; }
  bool finished() const { return finished_; }
  uint32_t current() const { return current_; }  // the instruction in progress
  uint32_t next_instruction() const { return pc_; }
  uint64_t steps() const { return steps_; }  // instructions executed in this frame
  // Called before each instruction of the root frame; true ends tracing there.
  void stop_before(std::function<bool(Tracer&)> condition) { stop_before_ = std::move(condition); }
  void set_closure(std::vector<VarRef> cells) { closure_ = std::move(cells); }  // for COPY_FREE_VARS
  // Of a generator: what its `yield` gives, or raises, when it goes on.
  void send(VarRef value) { sent_ = std::move(value); }
  void throw_in(VarRef exception) { thrown_ = std::move(exception); }
  void detach() { parent = nullptr; }  // a generator outlives the call that made it

  Output& out;
  Interpreter& vm;
  Tracer* parent;
  TracerOptions options;
  Value code_holder, globals;
  const Code& code;
  std::vector<VarRef> slots, stack;

  void add_place(Unsupported& error) const;

  // --- trace_calls.cpp
  VarRef call(const VarRef& callable, std::vector<VarRef> args, Keywords kwargs = {});
  VarRef inline_function(const VarRef& function, std::vector<VarRef> args, Keywords kwargs);
  VarRef construct(vm::Type* type, std::vector<VarRef> args, Keywords kwargs);
  VarRef construct_sequence(vm::Type* type, std::vector<VarRef>& args, Keywords& kwargs);
  void fill_sequence(const VarRef& v, const VarRef& from);
  VarRef call_value(const VarRef& callable, std::vector<VarRef>& args, Keywords& kwargs);
  // --- trace_torch.cpp
  // Entering or leaving a context of the library that is one node of the graph; null if it is none.
  VarRef call_context(const VarRef& self, const VarRef& method);
  // A call of a function of the library; null if it is traced through like any other.
  VarRef call_torch(const Value& function, std::vector<VarRef>& args, Keywords& kwargs);
  VarRef with_known_numbers(std::vector<VarRef>& args, Keywords& kwargs, const std::function<VarRef()>& call);
  void settle_number(const VarRef& v);  // a float that an operator has to know
  // --- trace_tensors.cpp, trace_tensor_methods.cpp
  VarRef call_tensor_method(const VarRef& self, const std::string& name, std::vector<VarRef> args, Keywords kwargs);
  VarRef call_hook(const VarRef& tensor, const VarRef& hook);
  VarRef tensor_attribute(const VarRef& self, vm::Str* name);
  // --- trace_numpy.cpp: calls of numpy are nodes on the tensors that hold its arrays
  VarRef call_numpy(const char* kind, const std::string& name, std::vector<VarRef> args, Keywords kwargs = {});
  VarRef array_attribute(const VarRef& self, vm::Str* name);
  VarRef call_array_method(const VarRef& self, const std::string& name, std::vector<VarRef>& args, Keywords& kwargs);
  // --- trace_higher_order.cpp
  // Function.apply of a class of the program: one node, or its forward traced through. Null for other methods.
  VarRef call_function_apply(const VarRef& method, std::vector<VarRef>& args, Keywords& kwargs);
  VarRef call_marked_region(const VarRef& callee, std::vector<VarRef>& args, Keywords& kwargs);
  // --- trace_library.cpp
  // Functions that the program marked to be one node; null if this one is not.
  VarRef call_marked(const VarRef& callee, std::vector<VarRef>& args, Keywords& kwargs);
  // A node whose example another function gives.
  VarRef call_with_example(const Value& function, const Value& example, const std::vector<VarRef>& args,
                           const Keywords& kwargs);
  void check_draws(const torch::OpBinding& binding);
  // --- trace_attributes.cpp
  VarRef get_attr(const VarRef& object, vm::Str* name);
  VarRef find_attr(const VarRef& object, vm::Str* name);  // null VarRef if absent
  void set_attr(const VarRef& object, vm::Str* name, const VarRef& value);
  void delete_attr(const VarRef& object, vm::Str* name, bool native = false);
  VarRef bind(const Value& found, const VarRef& self, vm::Type* owner, vm::Str* name);
  // --- trace_operators.cpp, trace_truth.cpp, trace_subscripts.cpp
  VarRef binary(BinaryOp op, const VarRef& left, const VarRef& right, bool inplace);
  // A number or a bool out of symbols: a node of the graph, and what it is now.
  VarRef symbol_node(const Value& target, const std::vector<VarRef>& operands, const Value& now);
  VarRef symbol_arithmetic(BinaryOp op, const VarRef& left, const VarRef& right);
  VarRef compare_symbols(CompareOp op, const VarRef& left, const VarRef& right);
  void settle(const VarRef& argument);  // an argument that an operator needs to know
  Value value_now(const VarRef& v);
  double number_now(const VarRef& v) { return vm.to_double(value_now(v)); }
  VarRef compare_float(CompareOp op, const VarRef& left, const VarRef& right);
  VarRef compare(CompareOp op, const VarRef& left, const VarRef& right);
  VarRef unary(Op op, const VarRef& operand);
  VarRef subscript(const VarRef& container, const VarRef& key);
  void store_subscript(const VarRef& container, const VarRef& key, const VarRef& value);
  void delete_subscript(const VarRef& container, const VarRef& key);
  bool contains(const VarRef& container, const VarRef& item);
  // Numbers, symbolic ones among them: nodes that tell whether one equals the item; null if it is nothing of the kind.
  VarRef contains_symbol(const VarRef& container, const VarRef& item);
  VarRef contains_among_tensors(const VarRef& container, const VarRef& item);
  bool truth(const VarRef& v);  // raises Unsupported for tensors
  // `by_library`: also by its classes (Counter), whose items are handled here otherwise.
  VarRef overridden(const VarRef& v, const char* name, std::vector<VarRef> args, bool by_library = false);
  VarRef container_operator(const std::string& name, const VarRef& left, const VarRef& right, bool inplace);
  bool native_access = false;  // the next access of a container is its class's own
  bool is_same(const VarRef& a, const VarRef& b);
  VarRef iterate(const VarRef& v);
  // --- trace_iterators.cpp
  VarRef next(const VarRef& iterator);         // null VarRef at the end
  void drain(const VarRef& iterator);          // takes all that is left, now
  void drain_leaving(const VarRef& iterator);  // so that it can leave the frame
  void close_generators();                     // those that are in the middle, as the end of the frame does
  [[noreturn]] void raise_stop(const VarRef& iterator);
  std::vector<VarRef> unpack(const VarRef& iterable);
  // --- trace_builtins.cpp (with trace_containers.cpp, trace_text.cpp), trace_methods.cpp
  VarRef call_builtin(const Value& function, const std::string& name, std::vector<VarRef>& args, Keywords& kwargs);
  VarRef call_container_method(const VarRef& self, const std::string& name, std::vector<VarRef>& args,
                               Keywords& kwargs);
  VarRef format(const VarRef& v, int conversion, const VarRef& spec);
  VarRef join_text(const std::vector<VarRef>& parts);

  VarRef value_of(const VarRef& v) { return force(out, v); }
  void rename(const VarRef& v, const std::string& name);  // its node, after the local that holds it
  void guard_keys(const VarRef& dict);                    // the program depends on all keys of a dict from outside
  void guard_key(const VarRef& dict, const VarRef& key);
  // The plain Python value, if the variable is one through and through. Specialises symbolic ints.
  bool as_constant(const VarRef& v, Value* value, bool specialise = true);
  Value need_constant(const VarRef& v, const char* what);
  bool is_instance(const VarRef& v, const Value& types);
  bool is_plain_instance(const VarRef& v, const Value& types);  // no class of the program asked
  void pin(const VarRef& number);
  VarRef specialise(const VarRef& symint);
  int inline_depth() const { return parent ? parent->inline_depth() + 1 : 0; }
  vm::Str* name_at(uint32_t index) const { return code_holder.as<vm::CodeObject>()->names[index]; }
  // What sys.exc_info() gives: of this frame or of one that called it; null if there is none.
  VarRef handled_exception() const { return handled_ ? handled_ : parent ? parent->handled_exception() : VarRef(); }
  VarRef exception_var(const VarRef& raised);  // an instance, from a class or an instance

 private:
  void step(const Instruction& instruction);
  bool step_stack(const Instruction& instruction);  // loads, stores, stack shuffling
  bool step_operators(const Instruction& instruction);
  bool step_build(const Instruction& instruction);
  bool step_grow(const Instruction& instruction);
  bool step_unpack(const Instruction& instruction);
  bool step_calls(const Instruction& instruction);
  bool step_control(const Instruction& instruction);
  bool step_match(const Instruction& instruction);
  bool step_exceptions(const Instruction& instruction);
  bool handle(const VarRef& exception);  // false: no handler here
  bool throw_into_delegate(VarRef& exception);
  VarRef pop();
  VarRef pop_forced() { return value_of(pop()); }
  void push(VarRef v) { stack.push_back(std::move(v)); }
  std::vector<VarRef> pop_many(size_t count);
  VarRef load_global(vm::Str* name);
  void load_method(vm::Str* name);
  bool assert_on_tensor();
  void make_function(uint32_t flags);
  void do_call(uint32_t count);
  void import_name(vm::Str* name);

  uint32_t pc_ = 0, current_ = 0;
  uint64_t steps_ = 0;
  VarRef result_, sent_, thrown_;
  std::vector<VarRef> closure_;
  std::function<bool(Tracer&)> stop_before_;
  Value keyword_names_;                      // KW_NAMES for the CALL that follows
  VarRef handled_;                           // the exception that an except block handles
  bool finished_ = false, yielded_ = false;  // yielded: the value that is sent in is still to be pushed
};

}  // namespace vt::dynamo
