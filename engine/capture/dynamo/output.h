// What one compilation of a frame gathers: the graph, its inputs, guards, symbols and the
// side effects to replay. Shared by the tracers of the frame and of what it inlines.
#pragma once
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "capture/dynamo/errors.h"
#include "capture/dynamo/guards.h"
#include "capture/dynamo/torch_functions.h"
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

class Output {
 public:
  Output(Interpreter& vm, DynamicStates& states, DynamicConfig config);
  ~Output();

  Interpreter& vm;
  Value graph_holder;
  fx::Graph& graph;
  TorchFunctions torch_functions;
  Value root_globals;  // of the frame that is compiled
  Tracer* root = nullptr;
  Value nn_modules;  // Dict: constants of the graph (get_attr)
  FakeRecorder* recorder;
  std::shared_ptr<ShapeEnv> shapes;
  std::vector<CodePlace> shape_places;  // what asked for each guard of `shapes`
  void place_shape_guards();            // those that have come since it was called last: here
  GuardSet guards;
  std::vector<SymbolBinding> bindings;
  std::vector<GraphInput> inputs;
  DynamicStates& states;
  DynamicConfig config;
  std::vector<std::pair<VarRef, VarRef>> input_hooks;  // of tensors from outside: registered when the graph has run
  std::set<fx::Node*> required;                        // values that requires_grad_() was called on
  bool refuse_required = false;                        // one of them left the graph of an earlier attempt
  std::map<std::string, int64_t> nesting;              // of transforms in progress, by kind
  bool error_on_break = false;                         // torch._dynamo.error_on_graph_break, as traced so far
  SourceSpan span;                                     // of the instruction in progress in the program
  std::unique_ptr<StepRecord> steps;                   // when the run asks for it

  // Existing things that were changed, in order of first change.
  std::vector<VarRef> mutated;
  std::vector<std::pair<std::string, VarRef>> stored_globals;
  std::vector<VarRef> cells;       // that frames made while they were traced
  std::vector<VarRef> generators;  // likewise
  void note_mutation(const VarRef& v);
  // Changes of what the body of a higher order operation did not make itself (made before `body_start`).
  void note_effect(const VarRef& v);
  uint64_t body_start = 0;
  size_t effects = 0;
  bool draining = false;  // a generator that leaves the frame is run to its end: it may change nothing
  VarRef last_changed;    // null: a global
  // What the program made of this dict while it was traced; null if it left it alone.
  VarRef changed_dict(const vm::Dict* dict) const;
  // Class attributes that the program set: found before the class's own.
  VarRef class_write(vm::Type* type, vm::Str* name) const;
  void write_class(const VarRef& type, vm::Str* name, const VarRef& value);

  // Wraps a value from outside. Lazily unless `now`.
  VarRef wrap(const Value& value, SourceRef source);
  VarRef realize_value(const Value& value, const SourceRef& source);
  // A value without a source: made by the language itself while tracing.
  VarRef from_value(const Value& value);
  void guard(GuardKind kind, const SourceRef& source, Value expected, int64_t length = 0);

  // Graph building. Examples come from running the call on fakes.
  VarRef call_function(const Value& target, const std::vector<VarRef>& args,
                       const std::vector<std::pair<std::string, VarRef>>& kwargs);
  VarRef call_method(const std::string& name, const std::vector<VarRef>& args,
                     const std::vector<std::pair<std::string, VarRef>>& kwargs);
  VarRef emit(fx::NodeOp op, const Value& target, const std::vector<VarRef>& args,
              const std::vector<std::pair<std::string, VarRef>>& kwargs, const std::function<Value()>& example);
  VarRef wrap_result(fx::Node* node, const Value& example);
  VarRef part_of(fx::Node* whole, size_t index, const Value& example);  // an item of what a node gives
  VarRef size_var(fx::Node* node, const Value& size);                   // of a node that gives a symbolic int
  // A float that `node` computes out of `inputs`, and what it is in this call.
  VarRef sym_float(fx::Node* node, double number, std::vector<VarRef> inputs);
  // A bool or an int that `node` computes out of `operands`, and what it is in this call.
  VarRef sym_value(fx::Node* node, Value now, std::vector<VarRef> operands);
  VarRef symbol_arithmetic(const SymExpr& size);  // nodes that compute it out of known symbols
  VarRef sym_var(const Value& example);           // a node that computes a symbolic int
  // x.item(): a number that the frame's guards hold, if it is an argument, or an unbacked one.
  VarRef read_number(const VarRef& tensor);
  bool captures_data_sizes = false;                                        // nonzero() and its like
  std::vector<std::string> sizes_in(const std::string& expression) const;  // unbacked symbols that are sizes
  Value to_fx(const VarRef& v);
  Value to_example(const VarRef& v);
  bool can_enter_graph(const VarRef& v);
  // tensor.size(): the shape, and where a size is symbolic a node that reads it and one per size.
  VarRef read_shape(const VarRef& tensor);
  fx::Node* size_node(const VarRef& shape);  // null if it has no symbolic size
  fx::Node* constant_tensor(const Value& tensor);

  size_t call_count() const;
  size_t size_uses = 0;  // symbolic sizes that the program looked at; they count as operations
  void drop_idle_switches();
  void share_sizes();  // a size that is computed twice, or is an input, becomes one node
  void clean_up();     // drops what nobody uses
  // --- output_unbacked.cpp
  void bind_unbacked(size_t first, fx::Node* node, const Value& result);  // symbols from the first one on
  void note_change(const fx::Node& node, const VarRef& changed);          // of a tensor
  bool shows_unbacked(const fx::Node& node) const;
  void place_unbacked();    // nodes that show sizes
  void place_assertions();  // of what was taken for granted

  // The same object reached twice is one variable.
  std::unordered_map<const vm::Object*, VarRef> tracked;
  std::vector<Value> kept;  // keeps tracked objects alive
  // Calls of `random`, (function, arguments) each, made before the frame begins, and the nodes that follow from what
  // they draw alone.
  std::vector<Value> draws;
  std::set<const fx::Node*> drawn_nodes;
  VarRef draw(const Value& function, std::vector<Value> args);
  std::map<fx::Node*, std::string> stated;        // conditions that the program asserts, by torch._check
  std::set<fx::Node*> number_nodes;               // of kSymFloat and kSymValue: dropped when nobody uses them
  std::map<std::string, VarRef> number_results;   // call of a function on numbers -> kSymFloat or kSymValue
  std::map<std::string, fx::Node*> symbol_nodes;  // text of an expression -> node
  std::map<const Var*, EnteredContext> entered;   // contexts that are nodes
  bool entered_modes = false;                     // grad mode or autocast were touched
  // The code that `span` lies in: what print_readable names above a node.
  const Code* place = nullptr;
  std::shared_ptr<const SourceFile> place_file;
  std::string place_function;
  std::shared_ptr<const CodePlace> caller;  // of the function that is traced now
  void mark_place(fx::Node& node);
  CodePlace here() const { return {place_file, place_function, span, caller}; }

 private:
  VarRef wrap_tensor(const Value& value, const SourceRef& source, const std::string& name);
  VarRef wrap_float(const Value& value, const SourceRef& source);
  VarRef wrap_number(const Value& value, const SourceRef& source);
  VarRef wrap_container(const Value& value, const SourceRef& source);
  VarRef wrap_iterator(const Value& value, const SourceRef& source);
  VarRef wrap_function(const Value& value, const SourceRef& source);
  VarRef wrap_object(const Value& value, const SourceRef& source);
  std::vector<SymInt> dynamic_sizes(const Tensor& tensor, const Value& value, const SourceRef& source);
  SymInt symbol_for(int64_t hint, const SourceRef& source, int axis, bool shared);
  fx::Node* add_input(const std::string& name, const Value& example, const Value& real, const SourceRef& source,
                      const char* type);
  std::optional<Value> number_of_input(const VarRef& tensor, const SourceRef& source);
  fx::Node* assertion(fx::Node* condition, const std::string& expression);
  void assert_facts(const std::string& symbol, std::set<std::string>& shown, const std::set<std::string>& stated);
  std::vector<UnbackedPlace> unbacked_;
  DataSizes data_sizes_;
  std::map<const void*, VarRef> numbers_read_;
  std::set<DType> changed_types_;
  int floats_read_ = 0;
  std::map<int64_t, SymInt> duck_;
  std::map<vm::Type*, VarRef> written_classes_;
  std::map<std::string, VarRef> numbers_;  // dynamic ints by source
};

void trim_queue(const VarRef& queue, bool front = true);          // to a deque's maxlen, from one end
VarRef force(Output& output, const VarRef& v);                    // realizes a lazy variable
bool is_torch_code(const Value& globals);                         // a function of the torch library
bool is_tensor_function(Interpreter& vm, const Value& function);  // torch.NAME, written in the language
bool is_recurrent_module(Interpreter& vm, const Value& object);   // RNN, GRU, LSTM: not captured
vm::Type* deque_class(Interpreter& vm);                           // collections.deque; traced as a list

}  // namespace vt::dynamo
