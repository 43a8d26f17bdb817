#include "capture/dynamo/output.h"

#include <algorithm>

#include "capture/dynamo/step_record.h"
#include "eager/modes.h"
#include "support/check.h"
#include "support/events.h"
#include "tensor/dtype.h"
#include "torch/tensor_type.h"
#include "vm/native.h"

namespace vt::dynamo {
using fx::NodeOp;

Output::Output(Interpreter& vm, DynamicStates& states, OutputOptions options)
    : vm(vm),
      graph_holder_(vm::make<fx::Graph>()),
      graph(*graph_holder_.as<fx::Graph>()),
      recorder(FakeRecorder::shared()),
      shapes(std::make_shared<ShapeEnv>()),
      options_(options),
      states_(states),
      nn_modules_(vm::make<vm::Dict>()),
      data_sizes_{shapes.get(), {}} {}
Output::~Output() = default;

void Output::add_tracer(Tracer& tracer, const Value& globals) {
  if (!root_) root_ = &tracer;
  if (root_globals_.is_null()) root_globals_ = globals;
}

void Output::record_steps(std::unique_ptr<StepRecord> steps) { steps_ = std::move(steps); }

VarRef Output::changed_dict(const vm::Dict* dict) const {
  VarRef known = tracked.find(dict);
  return known && known->mutated ? known : VarRef();
}

std::optional<EnteredContext> Output::leave_context(const Var* manager) {
  auto known = entered_.find(manager);
  if (known == entered_.end()) return {};
  EnteredContext entered = std::move(known->second);
  entered_.erase(known);
  return entered;
}

int64_t Output::nesting(const std::string& kind) const {
  auto known = nesting_.find(kind);
  return known == nesting_.end() ? 0 : known->second;
}

Value Output::make_module(const Value& graph) {
  Value cls = vm.get_attribute(vm.import_module("torch.fx"), "GraphModule");
  return vm.call(cls, {nn_modules_, graph, vm::make_str("GraphModule")});
}

bool Output::has_attribute(const std::string& name) const {
  return nn_modules_.as<vm::Dict>()->table.find(vm::intern(name));
}

fx::Node* Output::add_attribute(const std::string& name, const Value& value) {
  nn_modules_.as<vm::Dict>()->table.insert(vm::intern(name), value);
  return graph.create(NodeOp::kGetAttr, vm::make_str(name), vm::make_tuple({}), vm::make<vm::Dict>());
}

void Output::guard(GuardKind kind, const SourceRef& source, Value expected, int64_t length) {
  Guard g;
  g.kind = kind;
  g.source = source;
  g.expected = std::move(expected);
  g.length = length;
  g.place = here();
  guards.add(std::move(g));
}

void Output::place_shape_guards() {
  if (shapes && shape_places_.size() < shapes->guards().size()) shape_places_.resize(shapes->guards().size(), here());
}

fx::Node* Output::add_input(const std::string& name, const Value& example, const Value& real, const SourceRef& source,
                            const char* type) {
  // Placeholders come before all other nodes, in the order in which tracing first read the values.
  fx::Node* behind = graph.first();
  while (!graph.is_end(behind) && behind->op == NodeOp::kPlaceholder) behind = behind->next;
  fx::Node* saved = graph.insert_point;
  graph.insert_point = behind;
  Value module = vm.import_module(std::string_view(type) == "Parameter" ? "torch.nn" : "torch");
  Value annotation = vm.find_attribute(module, vm::intern(type));
  fx::Node* node =
      graph.create(NodeOp::kPlaceholder, vm::make_str(name), vm::make_tuple({}), vm::make<vm::Dict>(), {}, annotation);
  graph.insert_point = saved;
  node->meta.as<vm::Dict>()->table.insert(vm::intern("example_value"), example);
  if (event_log().active()) {
    node->item = event_log().provenance.add(ItemKind::kFxNode, place.span(),
                                            {event_log().provenance.source_line(place.span().line)});
  }
  inputs_.push_back({node, {}, source, example, real});
  return node;
}

size_t Output::call_count() const {
  size_t calls = 0;
  for (fx::Node* node = graph.first(); !graph.is_end(node); node = node->next) {
    if (node->op == NodeOp::kCallFunction || node->op == NodeOp::kCallMethod || node->op == NodeOp::kCallModule)
      ++calls;
  }
  return calls;
}

namespace {
Value arguments_fx(Output& output, const std::vector<VarRef>& args) {
  std::vector<Value> items;
  for (const VarRef& arg : args) items.push_back(output.to_fx(arg));
  return vm::make_tuple(std::move(items));
}
Value keywords_fx(Output& output, const std::vector<std::pair<std::string, VarRef>>& kwargs) {
  Value dict = vm::make<vm::Dict>();
  for (const auto& [name, arg] : kwargs) dict.as<vm::Dict>()->table.insert(vm::intern(name), output.to_fx(arg));
  return dict;
}

[[noreturn]] void cannot_enter(const VarRef& v) { unsupported<Break::kNoProxy>("call_function args: " + describe(*v)); }

struct ExampleCall {
  std::string what;  // "call_method view"
  const std::vector<VarRef>& args;
  const std::vector<std::pair<std::string, VarRef>>& kwargs;
};

// The failing call as PyTorch prints it, with fake tensors shown by their sizes.
std::string call_text(Output& output, const ExampleCall& call) {
  Interpreter& vm = output.vm;
  auto shown = [&](auto&& self, const Value& value) -> std::string {
    const Tensor* tensor = torch::as_tensor(value);
    if (tensor && tensor->is_fake()) return torch::fake_tensor_text(*tensor);
    vm::List* list = value.as<vm::List>();
    vm::Tuple* tuple = value.as<vm::Tuple>();
    if (!list && !tuple) return vm.repr(value);
    std::string items;
    for (const Value& item : list ? list->items : tuple->items) items += (items.empty() ? "" : ", ") + self(self, item);
    if (list) return "[" + items + "]";
    return "(" + items + (tuple->items.size() == 1 ? ",)" : ")");
  };
  std::string args, kwargs;
  for (const VarRef& arg : call.args) args += (args.empty() ? "" : ", ") + shown(shown, output.to_example(arg));
  for (const auto& [name, arg] : call.kwargs)
    kwargs += (kwargs.empty() ? "'" : ", '") + name + "': " + shown(shown, output.to_example(arg));
  if (call.args.size() == 1) args += ",";
  return call.what + "(*(" + args + "), **{" + kwargs + "})";
}

// Whether the message says that an operator does not support the types of its operands.
bool about_operands(const std::string& message) {
  for (const char* part : {"unsupported operand type", "not supported between instances", "can only concatenate",
                           "(operator.invert)", "new(): invalid data type"})
    if (message.find(part) != std::string::npos) return true;
  return false;
}

// Renames the types in an error message to those of PyTorch's fake call (FakeTensor, immutable_list).
std::string on_fakes(std::string message) {
  const std::pair<const char*, const char*> names[] = {
      {"Tensor", "FakeTensor"}, {"list", "immutable_list"}, {"dict", "immutable_dict"}};
  for (const auto& [from, to] : names) {
    for (const char* quote : {"'", "\""}) {
      std::string quoted = quote + std::string(from) + quote;
      size_t at = message.find(quoted);
      if (at != std::string::npos) message.replace(at, quoted.size(), quote + std::string(to) + quote);
    }
  }
  return message;
}

// Runs a call on fake tensors. If it needs the elements of a tensor, which a fake lacks, the graph breaks.
Value run_example(Output& output, const std::function<Value()>& example, const ExampleCall& call, DataSizes& sizes) {
  const std::string& what = call.what;
  AskerScope asker(Asker::kOperator);
  DataSizesScope data(output.captures_data_sizes() ? &sizes : nullptr);
  RecorderScope scope(&output.recorder);
  try {
    return example();
  } catch (const vm::Raised& raised) {
    Value exception = raised.exception;
    std::string type = vm::type_of(exception)->name, message = output.vm.str(exception);
    bool by_mask = what.find("getitem") != std::string::npos;
    if (by_mask && vm::type_of(exception)->is_subtype_of(vm::types().NotImplementedError)) {
      unsupported<Break::kDynamicShapeOperator>("aten.nonzero.default", "aten.nonzero.default");
    }
    if (vm::type_of(exception) == torch::data_dependent_error_type() ||
        vm::type_of(exception)->is_subtype_of(vm::types().NotImplementedError)) {
      unsupported<Break::kDataDependentOperator>(what, what);
    }
    vm::BuiltinTypes& types = vm::types();
    bool type_error = vm::type_of(exception)->is_subtype_of(types.TypeError);
    if (type_error && about_operands(message)) {
      message = on_fakes(message);
    } else if (type_error) {
      unsupported<Break::kFakeCallTypeError>("TypeError " + what.substr(what.find(' ') + 1) + ": " + message);
    }
    if (vm::type_of(exception)->is_subtype_of(types.IndexError)) raise_through(types.IndexError, message);
    // An exception that the program may handle; if it does not, it is the user's error and not a graph break.
    Observed observed{make_exception(vm::type_of(exception), {constant_text(message)}),
                      std::make_shared<Unsupported>(graph_break<Break::kFakeCallFailed>(
                          "", call_text(output, call), type + "(" + output.vm.repr(vm::make_str(message)) + ")"))};
    throw observed;
  } catch (const InternalError& error) {
    unsupported<Break::kReadsElements>(what, error.what());
  }
}
}  // namespace

bool Output::can_enter_graph(const VarRef& given) {
  VarRef v = force(*this, given);
  switch (v->kind()) {
    case VarKind::kConstant:
    case VarKind::kTensor:
    case VarKind::kArray:
    case VarKind::kSymInt:
    case VarKind::kSymValue:
    case VarKind::kSymFloat:
    case VarKind::kRange: return true;
    case VarKind::kValue: return true;
    case VarKind::kList:
    case VarKind::kTuple:
    case VarKind::kSet:
    case VarKind::kSlice:
      return std::all_of(v->parts().begin(), v->parts().end(),
                         [&](const VarRef& item) { return can_enter_graph(item); });
    case VarKind::kDict:
      return std::all_of(v->entries().begin(), v->entries().end(),
                         [&](const auto& entry) { return can_enter_graph(entry.second); });
    default: return false;
  }
}

// Converts an argument to its form in the graph (nodes), or to its form in the example call (fake tensors).
static Value convert(Output& output, const VarRef& given, bool example) {
  VarRef v = force(output, given);
  auto all = [&] {
    std::vector<Value> items;
    for (const VarRef& item : v->parts()) items.push_back(convert(output, item, example));
    return items;
  };
  switch (v->kind()) {
    case VarKind::kConstant:  // a member of an IntEnum enters as its number
      if (v->value.as<vm::BigInt>() && vm::type_of(v->value) != vm::types().int_)
        return Value::integer(output.vm.to_index(v->value));
      return v->value;
    case VarKind::kValue:
      if (const vm::Type* type = v->value.as<vm::Type>(); type && type->module == "numpy")
        return vm::make_str(type->name);  // a dtype
      return v->value;
    case VarKind::kTensor:
    case VarKind::kArray:
    case VarKind::kSymInt:
    case VarKind::kSymValue: return example ? v->example() : Value::of(v->node());
    case VarKind::kSymFloat:
      if (example && v->as<SymFloatVariable>().settled) return Value::real(v->as<SymFloatVariable>().number);
      return example ? v->example() : Value::of(v->node());
    case VarKind::kObject:
      if (!v->value.is_null() && v->type()->module == "numpy") return vm::make_str(output.vm.str(v->value));  // a dtype
      cannot_enter(v);
    case VarKind::kList: return vm::make_list(all());
    case VarKind::kTuple:
      if (!example && v->type() == torch::torch_types().size) {
        if (fx::Node* size = output.size_node(v)) return Value::of(size);
      }
      return vm::make<vm::Tuple>(all(),
                                 v->type() == torch::torch_types().size && !example ? vm::types().tuple : v->type());
    case VarKind::kSlice: {
      std::vector<Value> parts = all();
      return vm::make<vm::Slice>(parts[0], parts[1], parts[2]);
    }
    case VarKind::kRange: return v->value;
    case VarKind::kDict: {
      Value dict = vm::make<vm::Dict>();
      for (const auto& [key, item] : v->entries())
        dict.as<vm::Dict>()->table.insert(output.vm, convert(output, key, example), convert(output, item, example));
      return dict;
    }
    case VarKind::kIterator: {
      std::vector<Value> items;
      for (size_t i = v->as<IteratorVariable>().position; i < v->items().size(); ++i)
        items.push_back(convert(output, v->items()[i], example));
      return vm::make_list(std::move(items));
    }
    default: cannot_enter(v);
  }
}
// A shape with symbolic sizes that is not the size() of a tensor gets a node that builds it from its sizes.
fx::Node* Output::size_node(const VarRef& shape) {
  bool symbolic = std::any_of(shape->items().begin(), shape->items().end(),
                              [&](const VarRef& item) { return force(*this, item)->is(VarKind::kSymInt); });
  NodeHandle& size = shape->as<TupleVariable>().size;
  if (symbolic && !size) {
    std::vector<Value> parts;
    for (const VarRef& item : shape->items()) parts.push_back(to_fx(item));
    size = graph.create(NodeOp::kCallFunction, vm.get_attribute(vm.import_module("torch"), "Size"),
                        vm::make_tuple({vm::make_list(std::move(parts))}), vm::make<vm::Dict>());
  }
  return size;
}

Value Output::to_fx(const VarRef& v) { return convert(*this, v, false); }
Value Output::to_example(const VarRef& v) { return convert(*this, v, true); }

// The source place of a node, formatted as a line of a traceback.
static std::string stack_text(const Output& output) {
  std::string_view line = output.place.file()->line(output.place.span().line);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return "  File \"" + output.place.file()->name() + "\", line " + std::to_string(output.place.span().line) + ", in " +
         output.place.function() + "\n    " + std::string(line) + "\n";
}

void Output::mark_place(fx::Node& node) {
  if (event_log().active())
    node.item = event_log().provenance.add(ItemKind::kFxNode, place.span(),
                                           {event_log().provenance.source_line(place.span().line)});
  auto& meta = node.meta.as<vm::Dict>()->table;
  if (place.file()) meta.insert(vm::intern("stack_trace"), vm::make_str(stack_text(*this)));
  meta.insert(vm::intern("lineno"), Value::integer(place.span().line));
}

static std::shared_ptr<const FailedCall> failed_call(const Output& output, const Value& target, const Value& args,
                                                     const Value& kwargs) {
  FailedCall failed{fx::target_name(output.vm, target), {}};
  auto add = [&](fx::Node* node) { failed.inputs.push_back(Value::of(node)); };
  fx::visit_nodes(args, add);
  fx::visit_nodes(kwargs, add);
  return std::make_shared<const FailedCall>(std::move(failed));
}

VarRef Output::emit(NodeOp op, const Value& target, const std::vector<VarRef>& args,
                    const std::vector<std::pair<std::string, VarRef>>& kwargs, const std::function<Value()>& example) {
  Value fx_args = arguments_fx(*this, args), fx_kwargs = keywords_fx(*this, kwargs);
  std::string what =
      op == NodeOp::kCallMethod ? "call_method " + fx::target_name(vm, target) : "call_function " + vm.repr(target);
  size_t symbols = shapes->symbols().size();
  Value result;
  try {
    result = run_example(*this, example, {std::move(what), args, kwargs}, data_sizes_);
  } catch (Observed& observed) {
    if (observed.failure) observed.failure->failed = failed_call(*this, target, fx_args, fx_kwargs);
    throw;
  }
  fx::Node* node = graph.create(op, target, std::move(fx_args), std::move(fx_kwargs));
  mark_place(*node);
  bind_unbacked(symbols, node, result);
  if (!args.empty()) note_change(*node, args[0]);
  // A Python operator applied to drawn numbers only gives a number, which is not a tensor.
  bool of_draws = !node->inputs.empty() && op == NodeOp::kCallFunction &&
                  std::all_of(node->inputs.begin(), node->inputs.end(),
                              [&](const fx::Node* input) { return drawn.contains(input); });
  if (of_draws && fx::qualified_name(vm, target).starts_with("operator.")) drawn.mark(node);
  return wrap_result(node, result);
}

namespace {
std::vector<Value> example_arguments(Output& output, const std::vector<VarRef>& args,
                                     const std::vector<std::pair<std::string, VarRef>>& kwargs,
                                     std::vector<Value>& names) {
  std::vector<Value> values;
  for (const VarRef& arg : args) values.push_back(output.to_example(arg));
  for (const auto& [name, arg] : kwargs) {
    names.push_back(Value::of(vm::intern(name)));
    values.push_back(output.to_example(arg));
  }
  return values;
}
}  // namespace

VarRef Output::call_function(const Value& target, const std::vector<VarRef>& args,
                             const std::vector<std::pair<std::string, VarRef>>& kwargs) {
  std::vector<Value> names, values = example_arguments(*this, args, kwargs, names);
  return emit(NodeOp::kCallFunction, target, args, kwargs, [&] {
    return vm.call(target, vm::Arguments{values.data(), args.size(), names.data(), names.size()});
  });
}

VarRef Output::call_method(const std::string& name, const std::vector<VarRef>& args,
                           const std::vector<std::pair<std::string, VarRef>>& kwargs) {
  std::vector<Value> names, values = example_arguments(*this, args, kwargs, names);
  return emit(NodeOp::kCallMethod, vm::make_str(name), args, kwargs, [&] {
    Value method = vm.get_attribute(values[0], name);
    return vm.call(method, vm::Arguments{values.data() + 1, args.size() - 1, names.data(), names.size()});
  });
}

VarRef Output::read_shape(const VarRef& tensor) {
  std::vector<Value> sizes;
  bool symbolic = false;
  Value example = vm.get_attribute(tensor->example(), "shape");
  for (const Value& item : example.as<vm::Tuple>()->items) {
    torch::SymIntObject* size = item.as<torch::SymIntObject>();
    sizes.push_back(size ? torch::sym_int_value(SymInt(size->value.hint(), shapes->simplify(size->value.expr())))
                         : item);
    symbolic = symbolic || sizes.back().as<torch::SymIntObject>();
  }
  VarRef shape = sequence(VarKind::kTuple, {}, torch::torch_types().size);
  if (!symbolic) {
    for (const Value& size : sizes) shape->items().push_back(constant(size));
    return shape;
  }
  fx::Node* size = graph.create(NodeOp::kCallMethod, vm::make_str("size"), vm::make_tuple({Value::of(tensor->node())}),
                                vm::make<vm::Dict>());
  shape->as<TupleVariable>().size = size;
  mark_place(*size);
  for (size_t i = 0; i < sizes.size(); ++i) shape->items().push_back(part_of(size, i, sizes[i]));
  return shape;
}

VarRef Output::part_of(fx::Node* whole, size_t index, const Value& example) {
  Value getitem = vm.get_attribute(vm.import_module("operator"), "getitem");
  fx::Node* part = graph.create(NodeOp::kCallFunction, getitem,
                                vm::make_tuple({Value::of(whole), Value::integer(static_cast<int64_t>(index))}),
                                vm::make<vm::Dict>());
  mark_place(*part);
  if (example.as<torch::SymIntObject>()) return size_var(part, example);
  if (torch::as_tensor(example) || example.as<vm::Tuple>()) return wrap_result(part, example);
  return from_value(example);  // the getitem node is removed later, as it has no users
}

VarRef Output::wrap_result(fx::Node* node, const Value& example) {
  auto drop = [&] {
    if (node->users.empty()) graph.erase(node);
  };
  if (torch::as_tensor(example)) {
    node->meta.as<vm::Dict>()->table.insert(vm::intern("example_value"), example);
    return make_var(TensorVariable{{node, example}, {}});
  }
  if (example.as<torch::SymIntObject>()) return size_var(node, example);
  if (vm::Tuple* tuple = example.as<vm::Tuple>()) {
    std::vector<VarRef> items;
    for (size_t i = 0; i < tuple->items.size(); ++i) {
      const Value& item = tuple->items[i];
      bool node_value = torch::as_tensor(item) || item.as<torch::SymIntObject>() || item.as<vm::Tuple>();
      items.push_back(node_value ? part_of(node, i, item) : from_value(item));
    }
    return sequence(VarKind::kTuple, std::move(items), tuple->type);
  }
  if (vm::List* list = example.as<vm::List>()) {
    std::vector<VarRef> items;
    for (size_t i = 0; i < list->items.size(); ++i) {
      const Value& item = list->items[i];
      items.push_back(torch::as_tensor(item) ? part_of(node, i, item) : from_value(item));
    }
    return sequence(VarKind::kList, std::move(items));
  }
  if (example.is_none()) return none();  // called for its side effect: keep the node
  // A difference of equal sizes is a known int, but PyTorch keeps the node.
  bool of_sizes = node->op == NodeOp::kCallFunction && !node->inputs.empty() &&
                  std::all_of(node->inputs.begin(), node->inputs.end(), [](const fx::Node* input) {
                    const Value* of = input->meta.as<vm::Dict>()->table.find(vm::intern("example_value"));
                    return of && of->as<torch::SymIntObject>();
                  });
  if (of_sizes && example.is_int()) return size_var(node, vm::make<torch::SymIntObject>(SymInt(example.as_int())));
  drop();
  return from_value(example);
}

fx::Node* Output::constant_tensor(const Value& tensor) {
  return add_attribute("_tensor_constant" + std::to_string(attribute_count()), tensor);
}

}  // namespace vt::dynamo
