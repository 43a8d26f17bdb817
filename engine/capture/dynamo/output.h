// What one compilation of a frame gathers: the graph, its inputs, guards, symbols and the side effects to replay.
// Shared by the tracers of the frame and of what it inlines. Neighbours: side_effects.h and trace_place.h, which it
// has; builder.cpp makes variables of values, output.cpp nodes of calls, output_symbols.cpp and output_unbacked.cpp
// know its numbers, output_clean_up.cpp ends it.
#pragma once
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "capture/dynamo/errors.h"
#include "capture/dynamo/guards.h"
#include "capture/dynamo/side_effects.h"
#include "capture/dynamo/torch_functions.h"
#include "capture/dynamo/trace_place.h"
#include "capture/dynamo/variable.h"
#include "ops/dispatch.h"
#include "tensor/unbacked.h"

namespace vt::dynamo {

// Runs ops on fake tensors: shapes and dtypes only.
class FakeRecorder final : public OpRecorder {
 public:
  // The one of the process: fakes stay usable when the capture that made them is over.
  static FakeRecorder& shared();
  Outputs record(const OpDef& op, const Args& args) override;
  void record_inplace(const OpDef& op, const Args& args) override;
  Tensor lift(const Tensor& real) override;
  Tensor fake_of(TensorMeta meta);
  // Whether what was made from a fake shows its memory: a view, or what an operator gave back as it is.
  static bool lies_in(const Tensor& fake, const Tensor& base);

 private:
  std::atomic<uint64_t> next_ = 1;
};

// What earlier calls of a code object saw at a source; a change makes it dynamic.
struct DynamicState {
  std::vector<int64_t> sizes;  // kDynamic where it changed
  Value number;                // null: none seen yet
  bool number_dynamic = false, rank_changed = false;
  static constexpr int64_t kDynamic = -1;
};
using DynamicStates = std::map<std::string, DynamicState>;

struct DynamicConfig {
  bool automatic = true;      // automatic_dynamic_shapes
  bool assume_static = true;  // assume_static_by_default
  bool duck_shape = true;
  bool specialize_int = false, specialize_float = false;
};

struct GraphInput {
  fx::Node* node;
  VarRef var;
  SourceRef source;     // of the tensor or int; for a size symbol, of its tensor's size
  Value example;        // fake tensor or symbolic int
  Value real;           // what the first call passes
  bool number = false;  // a float that the graph gets as a 0-d tensor
};

// Marks nodes, in their `meta`, that read a number from a tensor or whose size depends on values.
inline constexpr const char* kReadsData = "reads_data";
// Marks inputs with a history that the graph changes in place.
inline constexpr const char* kChangesHistory = "changes_history";

// The value of the graph that shows an unbacked symbol: the node itself, or a size of what it gives.
struct UnbackedPlace {
  std::string symbol;
  fx::Node* node;
  int item = -1;       // of the tuple that it gives
  int axis = -1;       // -1: a number
  bool truth = false;  // a bool, 0 or 1
};

// What entering a context of the library gave, and the node that did it.
struct EnteredContext {
  Value mode;
  NodeHandle node;
};

class StepRecord;

// Objects of the program and the variables that stand for them: the same object reached twice is one variable.
class TrackedObjects {
 public:
  VarRef find(const vm::Object* object) const {
    auto known = variables_.find(object);
    return known == variables_.end() ? VarRef() : known->second;
  }
  void add(const Value& value, const VarRef& v) {
    variables_[value.as_object()] = v;
    kept_.push_back(value);
  }
  size_t size() const { return variables_.size(); }

 private:
  std::unordered_map<const vm::Object*, VarRef> variables_;
  std::vector<Value> kept_;  // so that the addresses stay their own
};

// Numbers that the module `random` draws: before the frame begins, at every call of it.
class DrawnNumbers {
 public:
  // A call of `random`, (function, arguments); which one it is.
  size_t add(Value call) {
    calls_.push_back(std::move(call));
    return calls_.size() - 1;
  }
  const std::vector<Value>& calls() const { return calls_; }
  void mark(const fx::Node* node) { nodes_.insert(node); }
  // Whether the node follows from drawn numbers alone.
  bool contains(const fx::Node* node) const { return nodes_.contains(node); }

 private:
  std::vector<Value> calls_;
  std::set<const fx::Node*> nodes_;
};

struct OutputOptions {
  DynamicConfig sizes;
  bool data_sizes = false;       // nonzero() and its like are captured
  bool refuse_required = false;  // a value that requires_grad_() was called on left the graph of an earlier attempt
  bool error_on_break = false;   // torch._dynamo.error_on_graph_break, before the frame
};

class Output {
 public:
  Output(Interpreter& vm, DynamicStates& states, OutputOptions options);
  ~Output();

  Interpreter& vm;

 private:
  Value graph_holder_;

 public:
  fx::Graph& graph;
  FakeRecorder& recorder;
  const std::shared_ptr<ShapeEnv> shapes;
  GuardSet guards;
  TorchFunctions torch_functions;
  SideEffects effects;
  TrackedObjects tracked;
  DrawnNumbers drawn;
  TracePlace place;

  // --- The frame
  // The first tracer is the root: it belongs to the frame that is compiled.
  void add_tracer(Tracer& tracer, const Value& globals);
  Tracer* root() const { return root_; }
  bool is_root_globals(const Value& globals) const { return root_globals_.same(globals); }
  void record_steps(std::unique_ptr<StepRecord> steps);
  StepRecord* steps() const { return steps_.get(); }  // null: the run does not ask for it
  CodePlace here() const { return place.here(); }
  void mark_place(fx::Node& node);
  // What the program made of this dict while it was traced; null if it left it alone.
  VarRef changed_dict(const vm::Dict* dict) const;

  // --- Values become variables (builder.cpp)
  // Wraps a value from outside: nothing looks at it yet.
  VarRef wrap(const Value& value, SourceRef source);
  VarRef realize_value(const Value& value, const SourceRef& source);
  // A value without a source: made by the language itself while tracing.
  VarRef from_value(const Value& value);
  VarRef draw(const Value& function, std::vector<Value> args);
  void guard(GuardKind kind, const SourceRef& source, Value expected, int64_t length = 0);
  void place_shape_guards();  // those that have come since it was called last: here
  const std::vector<CodePlace>& shape_places() const { return shape_places_; }
  const std::vector<SymbolBinding>& bindings() const { return bindings_; }
  const std::vector<GraphInput>& inputs() const { return inputs_; }

  // --- Calls become nodes. Examples come from running the call on fakes.
  VarRef call_function(const Value& target, const std::vector<VarRef>& args,
                       const std::vector<std::pair<std::string, VarRef>>& kwargs);
  VarRef call_method(const std::string& name, const std::vector<VarRef>& args,
                     const std::vector<std::pair<std::string, VarRef>>& kwargs);
  VarRef emit(fx::NodeOp op, const Value& target, const std::vector<VarRef>& args,
              const std::vector<std::pair<std::string, VarRef>>& kwargs, const std::function<Value()>& example);
  VarRef wrap_result(fx::Node* node, const Value& example);
  Value to_fx(const VarRef& v);
  Value to_example(const VarRef& v);
  bool can_enter_graph(const VarRef& v);
  // tensor.size(): the shape, and where a size is symbolic a node that reads it and one per size.
  VarRef read_shape(const VarRef& tensor);
  fx::Node* size_node(const VarRef& shape);  // null if it has no symbolic size
  // A get_attr node of the graph for a value that it holds: a tensor, a function, the graph of a body.
  fx::Node* add_attribute(const std::string& name, const Value& value);
  bool has_attribute(const std::string& name) const;
  size_t attribute_count() const { return nn_modules_.as<vm::Dict>()->table.size(); }
  // A GraphModule over `graph`, with the attributes of this one.
  Value make_module(const Value& graph);
  Value whole_module() { return make_module(graph_holder_); }

  // --- Numbers of the graph (output_symbols.cpp)
  VarRef size_var(fx::Node* node, const Value& size);  // of a node that gives a symbolic int
  // A float that `node` computes out of `inputs`, and what it is in this call.
  VarRef sym_float(fx::Node* node, double number, std::vector<VarRef> inputs);
  // A bool or an int that `node` computes out of `operands`, and what it is in this call.
  VarRef sym_value(fx::Node* node, Value now, std::vector<VarRef> operands);
  VarRef symbol_arithmetic(const SymExpr& size);  // nodes that compute it out of known symbols
  // x.item(): a number that the frame's guards hold, if it is an argument, or an unbacked one.
  VarRef read_number(const VarRef& tensor);
  // The result of a function on numbers, by the text of the call; null if it was not computed yet.
  VarRef& number_result(const std::string& call) { return number_results_[call]; }
  // The node stays, whoever uses it.
  void keep_number(fx::Node* node) { number_nodes_.erase(node); }
  void forget_symbols_of(const fx::Node* node);
  std::vector<std::string> sizes_in(const std::string& expression) const;  // unbacked symbols that are sizes
  // The program asserts the condition, by torch._check: `node` does it.
  void state_condition(fx::Node* node, std::string condition) { stated_[node] = std::move(condition); }
  void note_size_use() { ++size_uses_; }
  size_t size_uses() const { return size_uses_; }  // sizes that the program looked at; they count as operations

  // --- Modes and transforms, as traced so far
  void enter_context(const Var* manager, EnteredContext entered) { entered_[manager] = std::move(entered); }
  std::optional<EnteredContext> leave_context(const Var* manager);
  int64_t nest(const std::string& kind, int64_t change) { return nesting_[kind] += change; }
  int64_t nesting(const std::string& kind) const;
  bool error_on_break() const { return options_.error_on_break; }
  bool set_error_on_break(bool value) { return std::exchange(options_.error_on_break, value); }
  // requires_grad_() was called on what the node computes.
  void require_grad(fx::Node* node) { required_.insert(node); }
  const std::set<fx::Node*>& required() const { return required_; }
  bool refuses_required() const { return options_.refuse_required; }
  bool captures_data_sizes() const { return options_.data_sizes; }

  // --- The end
  size_t call_count() const;
  void drop_idle_switches();
  void clean_up();  // drops what nobody uses

 private:
  VarRef wrap_tensor(const Value& value, const SourceRef& source, const std::string& name);
  VarRef wrap_float(const Value& value, const SourceRef& source);
  VarRef wrap_number(const Value& value, const SourceRef& source);
  VarRef wrap_container(const Value& value, const SourceRef& source);
  VarRef wrap_iterator(const Value& value, const SourceRef& source);
  VarRef wrap_function(const Value& value, const SourceRef& source);
  VarRef wrap_object(const Value& value, const SourceRef& source);
  VarRef part_of(fx::Node* whole, size_t index, const Value& example);  // an item of what a node gives
  VarRef sym_var(const Value& example);                                 // a node that computes a symbolic int
  fx::Node* constant_tensor(const Value& tensor);
  std::vector<SymInt> dynamic_sizes(const Tensor& tensor, const Value& value, const SourceRef& source);
  SymInt symbol_for(int64_t hint, const SourceRef& source, int axis, bool shared);
  fx::Node* add_input(const std::string& name, const Value& example, const Value& real, const SourceRef& source,
                      const char* type);
  void share_sizes();  // a size that is computed twice, or is an input, becomes one node
  // --- output_unbacked.cpp
  void bind_unbacked(size_t first, fx::Node* node, const Value& result);  // symbols from the first one on
  void note_change(const fx::Node& node, const VarRef& changed);          // of a tensor
  bool shows_unbacked(const fx::Node& node) const;
  void place_unbacked();    // nodes that show sizes
  void place_assertions();  // of what was taken for granted
  std::optional<Value> number_of_input(const VarRef& tensor, const SourceRef& source);
  fx::Node* assertion(fx::Node* condition, const std::string& expression);
  void assert_facts(const std::string& symbol, std::set<std::string>& shown, const std::set<std::string>& stated);

  OutputOptions options_;
  DynamicStates& states_;
  Tracer* root_ = nullptr;
  Value root_globals_;  // of the frame that is compiled
  std::unique_ptr<StepRecord> steps_;
  Value nn_modules_;  // Dict: what get_attr nodes read
  std::vector<GraphInput> inputs_;
  std::vector<SymbolBinding> bindings_;
  std::vector<CodePlace> shape_places_;  // what asked for each guard of `shapes`
  std::set<fx::Node*> required_;
  std::map<std::string, int64_t> nesting_;
  std::map<const Var*, EnteredContext> entered_;  // contexts that are nodes
  size_t size_uses_ = 0;
  std::map<fx::Node*, std::string> stated_;
  std::set<fx::Node*> number_nodes_;  // of kSymFloat and kSymValue: dropped when nobody uses them
  std::map<std::string, VarRef> number_results_;
  std::map<std::string, fx::Node*> symbol_nodes_;  // text of an expression -> node
  std::map<int64_t, SymInt> duck_;
  std::map<std::string, VarRef> numbers_;  // dynamic ints by source
  std::vector<UnbackedPlace> unbacked_;
  DataSizes data_sizes_;
  std::map<const void*, VarRef> numbers_read_;
  std::set<DType> changed_types_;
  int floats_read_ = 0;
};

void trim_queue(const VarRef& queue, bool front = true);          // to a deque's maxlen, from one end
VarRef force(Output& output, const VarRef& v);                    // realizes a lazy variable
bool is_torch_code(const Value& globals);                         // a function of the torch library
bool is_tensor_function(Interpreter& vm, const Value& function);  // torch.NAME, written in the language
bool is_recurrent_module(Interpreter& vm, const Value& object);   // RNN, GRU, LSTM: not captured
vm::Type* deque_class(Interpreter& vm);                           // collections.deque; traced as a list

}  // namespace vt::dynamo
