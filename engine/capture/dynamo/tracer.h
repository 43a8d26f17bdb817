// Evaluates the bytecode of one frame on variables instead of values. The root tracer traces the compiled frame; calls
// of Python functions are inlined by child tracers, each completely or not at all. The instruction handlers are in
// trace_*.cpp, grouped by theme.
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

  // Runs to the end of the frame (true) or to the next yield (false); result() is the returned or yielded value.
  bool run();
  const VarRef& result() const { return result_; }
  bool finished() const { return finished_; }
  uint32_t current() const { return current_; }  // the instruction being executed
  uint32_t next_instruction() const { return pc_; }
  uint64_t steps() const { return steps_; }  // instructions executed in this frame
  // The condition is evaluated before each instruction of the root frame; if true, tracing stops there.
  void stop_before(std::function<bool(Tracer&)> condition) { stop_before_ = std::move(condition); }
  void set_closure(std::vector<VarRef> cells) { closure_ = std::move(cells); }  // for COPY_FREE_VARS
  // For a generator: the value that its suspended `yield` returns, or the exception that it raises.
  void send(VarRef value) { sent_ = std::move(value); }
  void throw_in(VarRef exception) { thrown_ = std::move(exception); }
  void detach() { parent = nullptr; }  // for a generator, which outlives the call that made it

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
  // Enters or leaves a library context that is one node of the graph (autocast ...); null for other contexts.
  VarRef call_context(const VarRef& self, const VarRef& method);
  // A call of a library function; null if it is to be traced through.
  VarRef call_torch(const Value& function, std::vector<VarRef>& args, Keywords& kwargs);
  VarRef with_known_numbers(std::vector<VarRef>& args, Keywords& kwargs, const std::function<VarRef()>& call);
  void settle_number(const VarRef& v);  // specialises a float that an operator needs to know
  // --- trace_tensors.cpp, trace_tensor_methods.cpp
  VarRef call_tensor_method(const VarRef& self, const std::string& name, std::vector<VarRef> args, Keywords kwargs);
  VarRef call_hook(const VarRef& tensor, const VarRef& hook);
  VarRef tensor_attribute(const VarRef& self, vm::Str* name);
  // --- trace_numpy.cpp: a numpy call becomes a node on the tensors that stand for its arrays
  VarRef call_numpy(const char* kind, const std::string& name, std::vector<VarRef> args, Keywords kwargs = {});
  VarRef array_attribute(const VarRef& self, vm::Str* name);
  VarRef call_array_method(const VarRef& self, const std::string& name, std::vector<VarRef>& args, Keywords& kwargs);
  // --- trace_higher_order.cpp
  // Function.apply of a class of the program: becomes one node, or forward is traced. Null for other methods.
  VarRef call_function_apply(const VarRef& method, std::vector<VarRef>& args, Keywords& kwargs);
  VarRef call_marked_region(const VarRef& callee, std::vector<VarRef>& args, Keywords& kwargs);
  // --- trace_library.cpp
  // A function that the program marked as opaque becomes one node; null for other functions.
  VarRef call_marked(const VarRef& callee, std::vector<VarRef>& args, Keywords& kwargs);
  // Adds a node for the call; its example value is computed by another function.
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
  // Adds a node that computes a number or bool from symbols; `now` is its value in this call.
  VarRef symbol_node(const Value& target, const std::vector<VarRef>& operands, const Value& now);
  VarRef symbol_arithmetic(BinaryOp op, const VarRef& left, const VarRef& right);
  VarRef compare_symbols(CompareOp op, const VarRef& left, const VarRef& right);
  void settle(const VarRef& argument);  // specialises an argument that an operator needs to know
  Value value_now(const VarRef& v);
  double number_now(const VarRef& v) { return vm.to_double(value_now(v)); }
  VarRef compare_float(CompareOp op, const VarRef& left, const VarRef& right);
  VarRef compare(CompareOp op, const VarRef& left, const VarRef& right);
  VarRef unary(Op op, const VarRef& operand);
  VarRef subscript(const VarRef& container, const VarRef& key);
  void store_subscript(const VarRef& container, const VarRef& key, const VarRef& value);
  void delete_subscript(const VarRef& container, const VarRef& key);
  bool contains(const VarRef& container, const VarRef& item);
  // `n in container` for numbers with a symbol among them: nodes that compare them; null for other operands.
  VarRef contains_symbol(const VarRef& container, const VarRef& item);
  VarRef contains_among_tensors(const VarRef& container, const VarRef& item);
  bool truth(const VarRef& v);  // raises Unsupported for tensors
  // `by_library`: also overrides in library classes (Counter), whose items are otherwise handled natively.
  VarRef overridden(const VarRef& v, const char* name, std::vector<VarRef> args, bool by_library = false);
  VarRef container_operator(const std::string& name, const VarRef& left, const VarRef& right, bool inplace);
  bool native_access = false;  // the next access bypasses overrides in a subclass
  bool is_same(const VarRef& a, const VarRef& b);
  VarRef iterate(const VarRef& v);
  // --- trace_iterators.cpp
  VarRef next(const VarRef& iterator);         // null VarRef at the end
  void drain(const VarRef& iterator);          // takes all remaining items now
  void drain_leaving(const VarRef& iterator);  // for an iterator that leaves the frame
  void close_generators();                     // closes suspended generators, as the end of the frame does
  [[noreturn]] void raise_stop(const VarRef& iterator);
  std::vector<VarRef> unpack(const VarRef& iterable);
  // --- trace_builtins.cpp (with trace_containers.cpp, trace_text.cpp), trace_methods.cpp
  VarRef call_builtin(const Value& function, const std::string& name, std::vector<VarRef>& args, Keywords& kwargs);
  VarRef call_container_method(const VarRef& self, const std::string& name, std::vector<VarRef>& args,
                               Keywords& kwargs);
  VarRef format(const VarRef& v, int conversion, const VarRef& spec);
  VarRef join_text(const std::vector<VarRef>& parts);

  VarRef value_of(const VarRef& v) { return force(out, v); }
  void rename(const VarRef& v, const std::string& name);  // renames its node after the local that holds it
  void guard_keys(const VarRef& dict);                    // adds guards on all keys of a dict from outside
  void guard_key(const VarRef& dict, const VarRef& key);
  // The Python value, if the variable is a constant including all its items. Specialises symbolic ints.
  bool as_constant(const VarRef& v, Value* value, bool specialise = true);
  Value need_constant(const VarRef& v, const char* what);
  bool is_instance(const VarRef& v, const Value& types);
  bool is_plain_instance(const VarRef& v, const Value& types);  // calls no __instancecheck__ of the program
  void pin(const VarRef& number);
  VarRef specialise(const VarRef& symint);
  int inline_depth() const { return parent ? parent->inline_depth() + 1 : 0; }
  vm::Str* name_at(uint32_t index) const { return code_holder.as<vm::CodeObject>()->names[index]; }
  // The exception that sys.exc_info() returns: of this frame or the nearest caller; null if there is none.
  VarRef handled_exception() const { return handled_ ? handled_ : parent ? parent->handled_exception() : VarRef(); }
  VarRef exception_var(const VarRef& raised);  // makes an instance if a class is raised

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
