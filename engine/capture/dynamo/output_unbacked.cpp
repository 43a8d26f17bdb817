// Unbacked symbols of a graph: the nodes that give them values at run time, and run-time assertions of what tracing
// assumed about them, in PyTorch's order. Neighbours: tensor/unbacked.h, output_clean_up.cpp.
#include <algorithm>
#include <cmath>

#include "capture/dynamo/output.h"
#include "eager/autograd.h"
#include "eager/modes.h"
#include "tensor/unbacked.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
using fx::NodeOp;

namespace {
Value from_module(Interpreter& vm, const char* module, const char* name) {
  return vm.get_attribute(vm.import_module(module), name);
}

Value overload(Interpreter& vm, const char* packet, const char* name) {
  return vm.get_attribute(vm.get_attribute(from_module(vm, "torch._ops", "aten"), packet), name);
}

std::string symbol_in(const SymInt& size) {
  return size.symbolic() && size.expr()->op == SymOp::kSymbol ? size.expr()->name : std::string();
}

// Whether the guard left + slack <= right has a single symbol; the bounds of that symbol already state it.
bool is_bound(const ShapeGuard& guard) {
  std::vector<std::string> names;
  sym_free_symbols(sym_sub(guard.left, guard.right), names);
  return guard.relation == SymRelation::kLessEqual && names.size() == 1;
}

std::string guard_text(const ShapeGuard& guard) {
  if (guard.relation == SymRelation::kLess) return sym_text(guard.left) + " < " + sym_text(guard.right);
  return relation_expression(guard.relation, guard.left, guard.right);
}
}  // namespace

// The number of a tensor that a guard can fix: a 0-d int64 or float64 argument on the CPU that was not changed.
std::optional<Value> Output::number_of_input(const VarRef& tensor, const SourceRef& source) {
  const Tensor& fake = *torch::as_tensor(tensor->example());
  bool held = fake.dtype() == DType::kInt64 || fake.dtype() == DType::kFloat64;
  if (!source || source->kind == SourceKind::kDrawn || !held || fake.rank() != 0) return std::nullopt;
  if (fake.device().kind != DeviceKind::kCpu || changed_types_.contains(fake.dtype())) return std::nullopt;
  for (const GraphInput& input : inputs_) {
    if (input.node != tensor->node() || input.number) continue;
    Value number = vm.call_method(input.real, "item", {});
    if (number.is_int() || (number.is_float() && std::isfinite(number.as_float()))) return number;
  }
  return std::nullopt;
}

VarRef Output::read_number(const VarRef& tensor) {
  const Tensor& fake = *torch::as_tensor(tensor->example());
  VarRef& known = numbers_read_[fake.impl()];
  bool here = known && known->node() && known->node()->graph == &graph;
  if (here && !known->is(VarKind::kSymInt)) return known;
  std::optional<Value> held = number_of_input(tensor, tensor->source);
  fx::Node* node = graph.create(NodeOp::kCallMethod, vm::make_str("item"), vm::make_tuple({Value::of(tensor->node())}),
                                vm::make<vm::Dict>());
  mark_place(*node);
  node->meta.as<vm::Dict>()->table.insert(vm::intern(kReadsData), Value::boolean(true));
  if (here) return size_var(node, known->example());
  SourceRef source = held ? item_source(tensor->source, 0, SourceKind::kNumber) : SourceRef();
  if (fake.dtype() == DType::kBool) {
    SymInt bit = new_unbacked(*shapes);
    assume(SymRelation::kLessEqual, 0, bit);
    assume(SymRelation::kLessEqual, bit, 1);
    unbacked_.push_back({bit.text(), node, -1, -1, true});
    known = sym_value(node, Value::boolean(true), {});
    known->as<SymValueVariable>().unbacked = "Eq(" + bit.text() + ", 1)";
  } else if (is_floating(fake.dtype())) {
    constexpr double kStandIn = 1.5;
    known = sym_float(node, held ? held->as_float() : kStandIn, {});
    known->as<SymFloatVariable>().read_from = source;
    std::string name = "zuf" + std::to_string(floats_read_++);
    if (!held) known->as<SymFloatVariable>().unbacked = std::move(name);
  } else {
    SymInt symbol = held ? shapes->new_symbol(held->as_int(), source->text(), INT64_MIN) : new_unbacked(*shapes);
    if (held) bindings_.push_back({symbol.text(), source, -1, {}});
    else unbacked_.push_back({symbol.text(), node});
    known = size_var(node, torch::sym_int_value(symbol));
  }
  return known;
}

std::vector<std::string> Output::sizes_in(const std::string& expression) const {
  std::vector<std::string> found;
  for (const UnbackedPlace& place : unbacked_) {
    size_t at = place.axis < 0 ? std::string::npos : expression.find(place.symbol);
    bool whole =
        at != std::string::npos && !isdigit(static_cast<unsigned char>(expression.c_str()[at + place.symbol.size()]));
    if (whole) found.push_back(place.symbol);
  }
  return found;
}

void Output::bind_unbacked(size_t first, fx::Node* node, const Value& result) {
  auto bind = [&](const std::string& symbol, const Value& value, int item) {
    const Tensor* tensor = torch::as_tensor(value);
    if (!tensor || !tensor->is_fake()) return false;
    const std::vector<SymInt>& sizes = tensor->impl()->fake->sizes;
    for (size_t axis = 0; axis < sizes.size(); ++axis) {
      if (symbol_in(sizes[axis]) != symbol) continue;
      unbacked_.push_back({symbol, node, item, static_cast<int>(axis)});
      return true;
    }
    return false;
  };
  for (size_t i = first; i < shapes->symbols().size(); ++i) {
    if (!is_unbacked(shapes->symbols()[i])) continue;
    node->meta.as<vm::Dict>()->table.insert(vm::intern(kReadsData), Value::boolean(true));
    const std::string symbol = shapes->symbols()[i].name;
    if (bind(symbol, result, -1)) continue;
    vm::Tuple* tuple = result.as<vm::Tuple>();
    for (size_t k = 0; tuple && k < tuple->items.size(); ++k) {
      if (bind(symbol, tuple->items[k], static_cast<int>(k))) break;
    }
  }
}

// Whether an in-place change of `target` changes the autograd history of `input`, because they share memory. Composite
// ops (contiguous, to) may return their argument itself; then this holds without gradients on `target` too.
static bool changes_history(const Tensor& target, const Tensor& input) {
  if (!FakeRecorder::lies_in(target, input)) return false;
  if (target.requires_grad()) return true;
  Tensor from = target;
  while (!from.same(input)) {
    AutogradMeta* meta = autograd_meta(from);
    if (!meta || !meta->view_op || (meta->view_op->traits & kView)) return false;
    from = Tensor(meta->parent);
  }
  return input.requires_grad();
}

// The changed tensor may alias any tensor of its dtype, so numbers read from these must be read again.
void Output::note_change(const fx::Node& node, const VarRef& changed) {
  std::string name =
      node.op == NodeOp::kCallMethod ? node.target.as<vm::Str>()->text : fx::qualified_name(vm, node.target);
  static constexpr const char* kInplace[] = {
      "operator.iadd",     "operator.iand", "operator.ifloordiv", "operator.ilshift", "operator.imul",
      "operator.imod",     "operator.ior",  "operator.ipow",      "operator.irshift", "operator.isub",
      "operator.itruediv", "operator.ixor", "operator.setitem"};
  bool inplace =
      (name.ends_with("_") && !name.ends_with("__")) ||
      std::any_of(std::begin(kInplace), std::end(kInplace), [&](const char* known) { return name == known; });
  VarRef v = force(*this, changed);
  if (!inplace || !v->is(VarKind::kTensor)) return;
  const Tensor& target = *torch::as_tensor(v->example());
  const Tensor base = view_base(target).defined() ? view_base(target) : target;
  for (const GraphInput& input : inputs_) {
    const Tensor* example = grad_enabled() ? torch::as_tensor(input.example) : nullptr;
    if (!example) continue;
    // `base` now requires a gradient also if only the written values did, through whichever view they were written.
    const bool changes = example->same(base) ? example->requires_grad() : changes_history(target, *example);
    if (changes) input.node->meta.as<vm::Dict>()->table.insert(vm::intern(kChangesHistory), Value::boolean(true));
  }
  changed_types_.insert(target.dtype());
  numbers_read_.clear();
  data_sizes_.known.clear();
}

bool Output::shows_unbacked(const fx::Node& node) const {
  return std::any_of(unbacked_.begin(), unbacked_.end(),
                     [&](const UnbackedPlace& place) { return place.node == &node; });
}

void Output::place_unbacked() {
  for (UnbackedPlace& place : unbacked_) {
    fx::Node* after = place.node;
    if (!place.truth && place.axis < 0) continue;
    fx::Node* saved = graph.insert_point;
    graph.insert_point = after->next;
    if (place.item >= 0) {
      after = graph.create(NodeOp::kCallFunction, from_module(vm, "operator", "getitem"),
                           vm::make_tuple({Value::of(after), Value::integer(place.item)}), vm::make<vm::Dict>());
      graph.insert_point = after->next;
    }
    place.node = place.truth ? graph.create(NodeOp::kCallFunction, from_module(vm, "torch", "sym_ite"),
                                            vm::make_tuple({Value::of(after), Value::integer(1), Value::integer(0)}),
                                            vm::make<vm::Dict>())
                             : graph.create(NodeOp::kCallFunction, overload(vm, "sym_size", "int"),
                                            vm::make_tuple({Value::of(after), Value::integer(place.axis)}),
                                            vm::make<vm::Dict>());
    SymInt size(shapes->find_symbol(place.symbol)->hint, sym_variable(place.symbol, shapes.get()));
    place.node->meta.as<vm::Dict>()->table.insert(vm::intern("example_value"), torch::sym_int_value(size));
    graph.insert_point = saved;
  }
}

fx::Node* Output::assertion(fx::Node* condition, const std::string& expression) {
  std::string text = "Runtime assertion failed for expression " + expression + " on node '" + condition->name + "'";
  return graph.create(NodeOp::kCallFunction, overload(vm, "_assert_scalar", "default"),
                      vm::make_tuple({Value::of(condition), vm::make_str(text)}), vm::make<vm::Dict>());
}

// Asserts what tracing assumed about a symbol, after the node that gives its value: first its bounds, then relations
// whose other symbols are known by then. `stated`: conditions that the program asserts itself.
void Output::assert_facts(const std::string& symbol, std::set<std::string>& shown,
                          const std::set<std::string>& stated) {
  shown.insert(symbol);
  auto compare = [&](const char* name, const VarRef& left, const VarRef& right) {
    return graph.create(NodeOp::kCallFunction, from_module(vm, "operator", name),
                        vm::make_tuple({to_fx(left), to_fx(right)}), vm::make<vm::Dict>());
  };
  auto state = [&](const char* name, const VarRef& left, const VarRef& right, const std::string& expression) {
    if (!stated.contains(expression)) assertion(compare(name, left, right), expression);
  };
  VarRef self = symbol_arithmetic(sym_variable(symbol, shapes.get()));
  const ShapeEnv::SymbolInfo* info = shapes->find_symbol(symbol);
  if (info->lower_bound > INT64_MIN)
    state("ge", self, constant_int(info->lower_bound), symbol + " >= " + std::to_string(info->lower_bound));
  if (info->upper_bound < INT64_MAX)
    state("le", self, constant_int(info->upper_bound), symbol + " <= " + std::to_string(info->upper_bound));
  for (const ShapeGuard& guard : std::vector(shapes->guards())) {
    std::vector<std::string> names;
    sym_free_symbols(guard.left, names);
    sym_free_symbols(guard.right, names);
    bool about = std::find(names.begin(), names.end(), symbol) != names.end();
    bool ready = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      const ShapeEnv::SymbolInfo* other = shapes->find_symbol(name);
      return shown.contains(name) || (other && !is_unbacked(*other) && symbol_nodes_.contains(name));
    });
    if (!about || !ready || is_bound(guard) || stated.contains(guard_text(guard))) continue;
    bool swapped = sym_is_constant(guard.left);
    VarRef left = symbol_arithmetic(swapped ? guard.right : guard.left),
           right = symbol_arithmetic(swapped ? guard.left : guard.right);
    fx::Node* condition = nullptr;
    switch (guard.relation) {
      case SymRelation::kEqual: condition = compare("eq", left, right); break;
      case SymRelation::kNotEqual:
        condition = graph.create(NodeOp::kCallFunction, from_module(vm, "torch", "sym_not"),
                                 vm::make_tuple({Value::of(compare("eq", left, right))}), vm::make<vm::Dict>());
        break;
      case SymRelation::kLess: condition = compare(swapped ? "gt" : "lt", left, right); break;
      case SymRelation::kLessEqual: condition = compare(swapped ? "ge" : "le", left, right); break;
    }
    assertion(condition, guard_text(guard));
  }
}

void Output::place_assertions() {
  std::set<std::string> shown, conditions;
  for (const auto& [node, condition] : stated_) conditions.insert(condition);
  for (const UnbackedPlace& place : unbacked_) symbol_nodes_[place.symbol] = place.node;
  for (fx::Node* node : graph.nodes()) {
    fx::Node* saved = graph.insert_point;
    graph.insert_point = node->next;
    if (stated_.contains(node)) {  // replaced, so that assertions are numbered in graph order
      graph.create(NodeOp::kCallFunction, node->target, node->args, vm::make<vm::Dict>());
      graph.erase(node);
    }
    for (const UnbackedPlace& place : std::vector(unbacked_)) {
      if (place.node == node) assert_facts(place.symbol, shown, conditions);
    }
    graph.insert_point = saved;
  }
}

}  // namespace vt::dynamo
