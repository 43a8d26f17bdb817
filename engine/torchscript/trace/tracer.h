// The state of a trace in progress. Neighbours: record.cpp (ops to nodes), record_calls.cpp, hooks.cpp (overrides of
// tensor methods), lift.cpp (module scopes to methods), trace.cpp (begin, end).
#pragma once
#include "ops/dispatch.h"
#include "torchscript/trace/trace.h"

namespace vt::script {

class Tracer final : public Dispatcher {
 public:
  explicit Tracer(vm::Interpreter& vm);
  Outputs call(const OpDef& op, Args args) override;
  Tensor call_inplace(const OpDef& op, Args args) override;

  // The graph value of a tensor: known, a parameter, or else a new constant.
  Value* value_of(const Tensor& tensor);
  void set_value(const Tensor& tensor, Value* value);
  Value* input(const vm::Value& example, const std::string& name, const TypePtr& type);
  void spread(Value* value, const vm::Value& example);  // unpacks an input container into tensors
  Value* output(const vm::Value& result, bool strict);
  // Records a call of a Python function that is a single operator.
  bool record_call(const std::string& name, const vm::Arguments& a, const vm::Value& result);
  bool can_record(const std::string& name, const vm::Arguments& a) const;
  vm::Value shape_of(const Tensor& tensor);
  vm::Value size_of(const Tensor& tensor, int64_t dim);
  vm::Value count_of(const Tensor& tensor);
  // Records a Python call as a whole: one prim::PythonOp with these input and output tensors.
  void record_whole(const vm::Value& callable, const std::vector<vm::Value>& inputs,
                    const std::vector<vm::Value>& outputs);
  // An attribute of a module's value, read once per block unless `anew`.
  Value* attribute_of(Value* owner, const std::string& name, const TypePtr& type, Block* block, bool anew = false);
  std::map<std::pair<const Block*, std::string>, Value*> module_values;  // by block and path in it
  bool record_script_call(const FunctionPtr& function, const std::vector<vm::Value>& arguments, vm::Value* result,
                          Value* self = nullptr, const vm::Value& object = {});
  Range here() const;
  std::string scope_text() const;  // "__module.a/__module.a.l", "" in the root

  vm::Interpreter& vm;
  std::shared_ptr<Graph> graph = std::make_shared<Graph>();
  struct Scope {
    Node* node;        // prim::TracedModuleForward
    vm::Value object;  // the module's ScriptObject
    std::string path;
    Value* self;  // the module's value inside the block
  };
  std::vector<Scope> scopes;
  struct Parameter {
    Tensor tensor;
    std::string path;  // "fc.weight"
  };
  std::unordered_map<const TensorImpl*, Parameter> parameters;
  // Number arguments that were read from 0-d tensors, with their graph values.
  struct ReadNumber {
    double number;
    Value* value;
  };
  std::vector<ReadNumber> read_numbers;
  void read_number(const Tensor& tensor, bool as_scalar);
  // Records a conversion of a tensor; `result` may be the tensor itself.
  void record_conversion(const char* kind, const char* overload, const Tensor& self, const std::vector<vm::Value>& rest,
                         const Tensor& result);
  // Values of scopes (self and reads) get names and numbers at the end of the trace, as in PyTorch.
  void finish_later(Value* value, std::string name, bool is_self);
  void finish();
  void name_value(const Tensor& tensor, std::string_view name);  // no-op if the value has a name
  void lift_constant(const Tensor& made, bool detach);           // torch.tensor, torch.as_tensor
  const char* spelled = nullptr;                                 // operator name if an operator sign was used (a & b)
  int suspended = 0;
  bool naming = true;        // name values after local variables
  bool plain_sizes = false;  // sizes are plain numbers of the program, not graph values
  // With plain sizes, arithmetic on dynamic sizes is recorded as nodes "size::add" etc.
  void record_size_arithmetic(const char* name, const SymInt& left, const SymInt& right, const SymInt& result);
  Dispatcher* inner = nullptr;

 private:
  bool record(const OpDef& op, const Args& args, const Outputs& outputs, bool inplace);
  bool matches(const Schema& schema, const OpDef& op, const Args& args, std::vector<const Arg*>* found) const;
  const Schema* schema_for(const OpDef& op, const Args& args, bool inplace, std::vector<const Arg*>* found) const;
  Value* argument(const Argument& formal, const Arg* arg);
  Value* number_argument(const SymInt& number);
  Value* size_number(const SymInt& number);
  vm::Value size_tensor(Node* reads, int64_t size);
  Value* take_read_number(double number);
  Value* constant(vm::Value value, TypePtr type);
  Value* none();
  Value* list(const std::vector<Value*>& items, TypePtr element);
  Value* plain(const Argument& formal, const vm::Value& value);
  void give_name(const Tensor& tensor, Value* value) const;
  void set_outputs(Node* node, const Schema& schema, const Outputs& outputs);
  Value* parameter_value(const Parameter& parameter);

  std::unordered_map<const TensorImpl*, std::pair<Tensor, Value*>> values_;
  std::vector<std::pair<Value*, std::string>> late_selves_, late_attributes_;
};

Tracer* active_tracer();
TypePtr traced_type(const Tensor& tensor);
void install_tensor_hooks();
void remove_tensor_hooks();
// Turns module scopes into methods of their classes; the graph's `self` is the root module.
void lift_scopes(Graph& graph, const std::unordered_map<const Node*, vm::Value>& modules);

}  // namespace vt::script
