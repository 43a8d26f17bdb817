// The state of one compilation of a frame: the graph, its inputs, guards, symbols and the side effects to replay.
// Shared by the root tracer and the tracers of inlined calls. Neighbours: side_effects.h and trace_place.h, its
// members. Implemented in builder.cpp (values to variables), output.cpp (calls to nodes), output_symbols.cpp and
// output_unbacked.cpp (numbers of the graph), output_clean_up.cpp (final clean-up).
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

// Runs ops on fake tensors: computes shapes, strides and dtypes only.
class FakeRecorder final : public OpRecorder {
 public:
  // The single instance of the process, because fake tensors may outlive the capture that made them.
  static FakeRecorder& shared();
  Outputs record(const OpDef& op, const Args& args) override;
  void record_inplace(const OpDef& op, const Args& args) override;
  Tensor lift(const Tensor& real) override;
  Tensor fake_of(TensorMeta meta);
  // Whether `fake` shares memory with `base`: it is a view of it, or an operator returned it unchanged.
  static bool lies_in(const Tensor& fake, const Tensor& base);

 private:
  std::atomic<uint64_t> next_ = 1;
};

// Sizes or number that earlier calls of a code object had at a source; what differs between calls becomes dynamic.
struct DynamicState {
  std::vector<int64_t> sizes;  // kDynamic for an axis whose size changed
  Value number;                // the number seen; null: none yet
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
  SourceRef source;     // of the tensor or int; for a size symbol, the size() of its tensor
  Value example;        // fake tensor or symbolic int
  Value real;           // the actual value in the call that is being compiled
  bool number = false;  // a float, which is passed as a 0-d tensor
};

// Key in `meta` of nodes that read a number from a tensor, or whose result has a data-dependent size.
inline constexpr const char* kReadsData = "reads_data";
// Key in `meta` of inputs that require gradients (or are part of a history) and that the graph changes in place.
inline constexpr const char* kChangesHistory = "changes_history";

// The node from which an unbacked symbol gets its value at run time: its number, or a size of its result.
struct UnbackedPlace {
  std::string symbol;
  fx::Node* node;
  int item = -1;       // index into the node's tuple; -1: not a tuple
  int axis = -1;       // -1: a number
  bool truth = false;  // the node gives a bool; the symbol is 0 or 1
};

// The result of entering a library context (such as autocast), and the node that enters it.
struct EnteredContext {
  Value mode;
  NodeHandle node;
};

class StepRecord;

// Maps objects of the program to their variables, so that an object reached by two sources is one variable.
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
  std::vector<Value> kept_;  // keeps the objects alive, so that no address is reused
};

// Draws from the module `random`. The calls are made before the graph runs, on each call of the frame.
class DrawnNumbers {
 public:
  // Adds a call, (function, arguments); returns its index.
  size_t add(Value call) {
    calls_.push_back(std::move(call));
    return calls_.size() - 1;
  }
  const std::vector<Value>& calls() const { return calls_; }
  void mark(const fx::Node* node) { nodes_.insert(node); }
  // Whether the node was computed from drawn numbers only.
  bool contains(const fx::Node* node) const { return nodes_.contains(node); }

 private:
  std::vector<Value> calls_;
  std::set<const fx::Node*> nodes_;
};

struct OutputOptions {
  DynamicConfig sizes;
  bool data_sizes = false;       // capture nonzero() and other ops with data-dependent output sizes
  bool refuse_required = false;  // set for a second attempt after LeakedRequirement: requires_grad_() breaks the graph
  bool error_on_break = false;   // initial value of torch._dynamo.error_on_graph_break
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
  // The first tracer added is the root: it traces the frame being compiled; the others trace inlined calls.
  void add_tracer(Tracer& tracer, const Value& globals);
  Tracer* root() const { return root_; }
  bool is_root_globals(const Value& globals) const { return root_globals_.same(globals); }
  void record_steps(std::unique_ptr<StepRecord> steps);
  StepRecord* steps() const { return steps_.get(); }  // null: the run does not record tracing steps
  CodePlace here() const { return place.here(); }
  void mark_place(fx::Node& node);
  // The variable of this dict if tracing has changed it; else null.
  VarRef changed_dict(const vm::Dict* dict) const;

  // --- Values to variables (builder.cpp)
  // Wraps a value from outside as a lazy variable, without a guard.
  VarRef wrap(const Value& value, SourceRef source);
  VarRef realize_value(const Value& value, const SourceRef& source);
  // Wraps a value without a source, made by the interpreter while tracing.
  VarRef from_value(const Value& value);
  VarRef draw(const Value& function, std::vector<Value> args);
  void guard(GuardKind kind, const SourceRef& source, Value expected, int64_t length = 0);
  void place_shape_guards();  // assigns the current place to shape guards that were added since the last call
  const std::vector<CodePlace>& shape_places() const { return shape_places_; }
  const std::vector<SymbolBinding>& bindings() const { return bindings_; }
  const std::vector<GraphInput>& inputs() const { return inputs_; }

  // --- Calls to nodes. The example value of a node is computed by running the call on fake tensors.
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
  // tensor.size(): returns the shape; if a size is symbolic, adds a node for the shape and one for each symbolic size.
  VarRef read_shape(const VarRef& tensor);
  fx::Node* size_node(const VarRef& shape);  // null if no size is symbolic
  // Adds a get_attr node for a value that the GraphModule holds: a tensor, a function, the graph of a body.
  fx::Node* add_attribute(const std::string& name, const Value& value);
  bool has_attribute(const std::string& name) const;
  size_t attribute_count() const { return nn_modules_.as<vm::Dict>()->table.size(); }
  // A GraphModule for `graph`, with the attributes that this graph's get_attr nodes read.
  Value make_module(const Value& graph);
  Value whole_module() { return make_module(graph_holder_); }

  // --- Numbers of the graph (output_symbols.cpp)
  VarRef size_var(fx::Node* node, const Value& size);  // for a node whose result is a symbolic int
  // A symbolic float that `node` computes from `inputs`; `number` is its value in this call.
  VarRef sym_float(fx::Node* node, double number, std::vector<VarRef> inputs);
  // A symbolic bool or int that `node` computes from `operands`; `now` is its value in this call.
  VarRef sym_value(fx::Node* node, Value now, std::vector<VarRef> operands);
  VarRef symbol_arithmetic(const SymExpr& size);  // adds nodes that compute the expression from known symbols
  // x.item(): a number that a guard fixes if the tensor is a 0-d argument, otherwise an unbacked symbol.
  VarRef read_number(const VarRef& tensor);
  // The variable for a call of a numeric function, keyed by the text of the call; null if it is new.
  VarRef& number_result(const std::string& call) { return number_results_[call]; }
  // Exempts the node of a number from dead-code elimination.
  void keep_number(fx::Node* node) { number_nodes_.erase(node); }
  void forget_symbols_of(const fx::Node* node);
  std::vector<std::string> sizes_in(const std::string& expression) const;  // the unbacked symbols in it that are sizes
  // Records that `node` asserts the condition at run time (torch._check).
  void state_condition(fx::Node* node, std::string condition) { stated_[node] = std::move(condition); }
  void note_size_use() { ++size_uses_; }
  size_t size_uses() const { return size_uses_; }  // number of sizes that the program read; each counts as an operation

  // --- Modes and transforms at the current point of tracing
  void enter_context(const Var* manager, EnteredContext entered) { entered_[manager] = std::move(entered); }
  std::optional<EnteredContext> leave_context(const Var* manager);
  int64_t nest(const std::string& kind, int64_t change) { return nesting_[kind] += change; }
  int64_t nesting(const std::string& kind) const;
  bool error_on_break() const { return options_.error_on_break; }
  bool set_error_on_break(bool value) { return std::exchange(options_.error_on_break, value); }
  // Records that requires_grad_() was called on the result of the node.
  void require_grad(fx::Node* node) { required_.insert(node); }
  const std::set<fx::Node*>& required() const { return required_; }
  bool refuses_required() const { return options_.refuse_required; }
  bool captures_data_sizes() const { return options_.data_sizes; }

  // --- Final clean-up (output_clean_up.cpp)
  size_t call_count() const;
  void drop_idle_switches();
  void clean_up();  // removes unused nodes and inputs

 private:
  VarRef wrap_tensor(const Value& value, const SourceRef& source, const std::string& name);
  VarRef wrap_float(const Value& value, const SourceRef& source);
  VarRef wrap_number(const Value& value, const SourceRef& source);
  VarRef wrap_container(const Value& value, const SourceRef& source);
  VarRef wrap_iterator(const Value& value, const SourceRef& source);
  VarRef wrap_function(const Value& value, const SourceRef& source);
  VarRef wrap_object(const Value& value, const SourceRef& source);
  VarRef part_of(fx::Node* whole, size_t index, const Value& example);  // an item of a node's result
  VarRef sym_var(const Value& example);  // the known node for a symbolic int; null if none
  fx::Node* constant_tensor(const Value& tensor);
  std::vector<SymInt> dynamic_sizes(const Tensor& tensor, const Value& value, const SourceRef& source);
  SymInt symbol_for(int64_t hint, const SourceRef& source, int axis, bool shared);
  fx::Node* add_input(const std::string& name, const Value& example, const Value& real, const SourceRef& source,
                      const char* type);
  void share_sizes();  // one node per symbolic size
  // --- output_unbacked.cpp
  void bind_unbacked(size_t first, fx::Node* node, const Value& result);  // symbols from index `first` on
  void note_change(const fx::Node& node, const VarRef& changed);          // records an in-place change of a tensor
  bool shows_unbacked(const fx::Node& node) const;
  void place_unbacked();    // adds the nodes that read unbacked sizes
  void place_assertions();  // adds the run-time assertions on unbacked symbols
  std::optional<Value> number_of_input(const VarRef& tensor, const SourceRef& source);
  fx::Node* assertion(fx::Node* condition, const std::string& expression);
  void assert_facts(const std::string& symbol, std::set<std::string>& shown, const std::set<std::string>& stated);

  OutputOptions options_;
  DynamicStates& states_;
  Tracer* root_ = nullptr;
  Value root_globals_;  // globals of the root frame
  std::unique_ptr<StepRecord> steps_;
  Value nn_modules_;  // Dict: the attributes that get_attr nodes read
  std::vector<GraphInput> inputs_;
  std::vector<SymbolBinding> bindings_;
  std::vector<CodePlace> shape_places_;  // for each guard of `shapes`, the instruction that caused it
  std::set<fx::Node*> required_;
  std::map<std::string, int64_t> nesting_;
  std::map<const Var*, EnteredContext> entered_;  // library contexts that have an enter node
  size_t size_uses_ = 0;
  std::map<fx::Node*, std::string> stated_;
  std::set<fx::Node*> number_nodes_;  // of kSymFloat and kSymValue: removed if unused
  std::map<std::string, VarRef> number_results_;
  std::map<std::string, fx::Node*> symbol_nodes_;  // text of an expression -> node
  std::map<int64_t, SymInt> duck_;
  std::map<std::string, VarRef> numbers_;  // dynamic numbers by source
  std::vector<UnbackedPlace> unbacked_;
  DataSizes data_sizes_;
  std::map<const void*, VarRef> numbers_read_;
  std::set<DType> changed_types_;
  int floats_read_ = 0;
};

void trim_queue(const VarRef& queue, bool front = true);          // drops items beyond maxlen
VarRef force(Output& output, const VarRef& v);                    // realizes a lazy variable
bool is_torch_code(const Value& globals);                         // globals of a function of the torch library
bool is_tensor_function(Interpreter& vm, const Value& function);  // torch.NAME, implemented in Python
bool is_recurrent_module(Interpreter& vm, const Value& object);   // RNN, GRU, LSTM: not captured
vm::Type* deque_class(Interpreter& vm);                           // collections.deque, traced as a list

}  // namespace vt::dynamo
