#include "capture/dynamo/guard_tree.h"

#include <algorithm>
#include <unordered_set>

#include "torch/objects.h"
#include "vm/state.h"
#include "vm/weak.h"

namespace vt::dynamo {
namespace {

// The dict entry of a string key. `position` caches its index,
// so that the next look-up is a single pointer comparison.
const Value* entry_of(vm::Dict& dict, const vm::Str* name, int64_t& position) {
  auto& entries = dict.table.entries();
  if (position >= 0 && position < static_cast<int64_t>(entries.size())) {
    const auto& entry = entries[static_cast<size_t>(position)];
    if (entry.key.is_object() && entry.key.as_object() == name) return &entry.value;
  }
  position = dict.table.find_position(name);
  return position < 0 ? nullptr : &entries[static_cast<size_t>(position)].value;
}

const Value* tuple_item(const Value& tuple, int index) {
  vm::Tuple* t = tuple.as<vm::Tuple>();
  return t && index < static_cast<int>(t->items.size()) ? &t->items[static_cast<size_t>(index)] : nullptr;
}

const Value* cell_content(const Value* cell) {
  vm::Cell* c = cell ? cell->as<vm::Cell>() : nullptr;
  return c && !c->content.is_null() ? &c->content : nullptr;
}

// The value that a source names: a pointer into its container if possible, else to `temporary`. Null if absent.
const Value* step(Interpreter& vm, vm::Frame& frame, const GuardNode& node, const Value& base, Value& temporary) {
  const Source& source = *node.source;
  switch (source.kind) {
    case SourceKind::kLocal: return &frame.slots[source.index];
    case SourceKind::kFree: {
      vm::Function* function = frame.function.as<vm::Function>();
      return function ? cell_content(tuple_item(function->closure, source.index)) : nullptr;
    }
    case SourceKind::kGlobal: {
      const Value* found = entry_of(*frame.globals, node.name, node.position);
      return found ? found : frame.builtins->table.find(node.name);
    }
    case SourceKind::kCell: return cell_content(&source.key);
    case SourceKind::kForeignGlobal: return entry_of(*source.key.as<vm::Dict>(), node.name, node.position);
    case SourceKind::kInstance: {
      Value* attributes = base.is_object() ? base.as_object()->attributes_slot() : nullptr;
      vm::Dict* dict = attributes ? attributes->as<vm::Dict>() : nullptr;
      return dict ? entry_of(*dict, node.name, node.position) : nullptr;
    }
    case SourceKind::kAttribute:
      temporary = source.raw ? vm::generic_get_attribute(vm, base, node.name) : vm.find_attribute(base, node.name);
      return temporary.is_null() ? nullptr : &temporary;
    case SourceKind::kItem: {
      if (vm::List* list = base.as<vm::List>()) {
        return source.index < static_cast<int>(list->items.size()) ? &list->items[static_cast<size_t>(source.index)]
                                                                   : nullptr;
      }
      if (base.as<vm::Tuple>()) return tuple_item(base, source.index);
      if (source.index >= vm.length(base)) return nullptr;
      temporary = vm.get_item(base, Value::integer(source.index));
      return &temporary;
    }
    case SourceKind::kReferent: temporary = referent(base); return temporary.is_null() ? nullptr : &temporary;
    case SourceKind::kIteratorItem:
      temporary = iterator_item(vm, base, source.index);
      return temporary.is_null() ? nullptr : &temporary;
    case SourceKind::kDictItem: {
      vm::Dict* dict = dict_of(base);
      if (!dict) return nullptr;
      if (node.name) return entry_of(*dict, node.name, node.position);
      return dict->table.find(vm, source.key);
    }
    case SourceKind::kDictKey: {
      vm::Dict* dict = dict_of(base);
      int left = source.index;
      if (!dict) return nullptr;
      for (const auto& entry : dict->table.entries()) {
        if (!entry.key.is_null() && left-- == 0) return &entry.key;
      }
      return nullptr;
    }
    case SourceKind::kClosure: {
      vm::Function* function = base.as<vm::Function>();
      return function ? cell_content(tuple_item(function->closure, source.index)) : nullptr;
    }
    case SourceKind::kDefault: {
      vm::Function* function = base.as<vm::Function>();
      return function ? tuple_item(function->defaults, source.index) : nullptr;
    }
    case SourceKind::kKeywordDefault: {
      vm::Function* function = base.as<vm::Function>();
      vm::Dict* dict = function ? function->keyword_defaults.as<vm::Dict>() : nullptr;
      return dict ? dict->table.find(node.name) : nullptr;
    }
    case SourceKind::kDrawn: return nullptr;  // drawn anew on each call, never guarded
    case SourceKind::kNumber: {
      const Tensor* tensor = torch::as_tensor(base);
      if (!tensor || tensor->is_fake() || tensor->rank() != 0) return nullptr;
      temporary = vm.call_method(base, "item", {});
      return &temporary;
    }
    case SourceKind::kSize: {
      const Tensor* tensor = torch::as_tensor(base);
      if (!tensor || source.index >= tensor->rank()) return nullptr;
      temporary = Value::integer(tensor->size(source.index));
      return &temporary;
    }
    case SourceKind::kMethodFunction: {
      vm::BoundMethod* method = base.as<vm::BoundMethod>();
      return method ? &method->function : nullptr;
    }
    case SourceKind::kMethodSelf: {
      vm::BoundMethod* method = base.as<vm::BoundMethod>();
      return method ? &method->self : nullptr;
    }
  }
  return nullptr;
}

bool same_keys(const vm::Dict& dict, const vm::Tuple& keys) {
  if (dict.table.size() != keys.items.size()) return false;
  size_t at = 0;
  for (const auto& entry : dict.table.entries()) {
    if (entry.key.is_null()) continue;
    const Value& expected = keys.items[at++];
    if (entry.key.same(expected)) continue;
    vm::Str *left = entry.key.as<vm::Str>(), *right = expected.as<vm::Str>();
    if (left && right) {
      if (left->text != right->text) return false;
    } else if (!Interpreter::current()->equal(entry.key, expected)) {
      return false;
    }
  }
  return true;
}

bool tensor_matches(const TensorExpectation& expected, const Value& value) {
  const Tensor* tensor = torch::as_tensor(value);
  if (!tensor || value.as_object()->type != expected.type) return false;
  const TensorImpl& impl = *tensor->impl();
  if (impl.dtype != expected.dtype || !(impl.device == expected.device) || impl.fake) return false;
  if (tensor->requires_grad() != expected.requires_grad) return false;
  if (impl.sizes.size() != static_cast<int>(expected.sizes.size())) return false;
  for (int i = 0; i < impl.sizes.size(); ++i) {
    int64_t size = expected.sizes[static_cast<size_t>(i)], stride = expected.strides[static_cast<size_t>(i)];
    if (size >= 0 && impl.sizes[i] != size) return false;
    if (stride >= 0 && impl.strides[i] != stride) return false;
  }
  return DimensionMarks::of(value).within(expected.marks);
}

}  // namespace

vm::Dict* dict_of(const Value& value) {
  const vm::MappingProxy* proxy = value.as<vm::MappingProxy>();
  return (proxy ? proxy->dict : value).as<vm::Dict>();
}

int64_t length_of(Interpreter& vm, const Value& value) {
  bool iterator = value.is_object() && value.as_object()->kind == vm::Kind::kIterator;
  return iterator ? vm.call_method(value, "__length_hint__", {}).as_int() : vm.length(value);
}

Value referent(const Value& value) {
  const auto* reference = value.is_object() ? dynamic_cast<const vm::WeakReference*>(value.as_object()) : nullptr;
  if (!reference) return {};
  return reference->target ? Value::of(reference->target) : Value::none();
}

Value iterator_state(Interpreter& vm, const Value& value) {
  vm::Type* type = vm::type_of(value);
  bool range = type->is_native && type->name == "range_iterator";
  bool count = type->is_native && type->name == "count" && type->module == "itertools";
  if (!range && !count) return {};
  Value args = vm.get_item(vm.call_method(value, "__reduce__", {}), Value::integer(1));
  if (range) return args;
  const std::vector<Value>& parts = args.as<vm::Tuple>()->items;
  bool numbers = std::all_of(parts.begin(), parts.end(), [](const Value& v) { return v.is_int() || v.is_float(); });
  if (!numbers) return {};
  return vm::make_tuple({parts[0], parts.size() > 1 ? parts[1] : Value::integer(1)});
}

Value iterator_item(Interpreter& vm, const Value& value, int index) {
  vm::Type* type = vm::type_of(value);
  if (!type->is_native || type->name != "tuple_iterator") return {};
  std::vector<Value> parts = vm.to_vector(vm.call_method(value, "__reduce__", {}));
  const Value* item = parts.size() < 3
                          ? nullptr
                          : tuple_item(parts[1].as<vm::Tuple>()->items[0], static_cast<int>(parts[2].as_int()) + index);
  return item ? *item : Value();
}

namespace {

bool length_is(Interpreter& vm, const Value& value, int64_t length) {
  if (vm::List* list = value.as<vm::List>()) return static_cast<int64_t>(list->items.size()) == length;
  if (vm::Tuple* tuple = value.as<vm::Tuple>()) return static_cast<int64_t>(tuple->items.size()) == length;
  return length_of(vm, value) == length;
}

bool constant_equals(Interpreter& vm, const Value& expected, const Value& value) {
  if (value.same(expected)) return true;
  if (value.tag() != expected.tag() || !value.is_object()) {
    return value.is_float() && expected.is_float() &&
           (value.as_float() == expected.as_float() ||
            (value.as_float() != value.as_float() && expected.as_float() != expected.as_float()));
  }
  vm::Str *left = value.as<vm::Str>(), *right = expected.as<vm::Str>();
  if (left && right) return left->text == right->text;
  return vm::type_of(value) == vm::type_of(expected) && vm.equal(value, expected);
}

}  // namespace

bool holds(Interpreter& vm, vm::Frame& frame, const Guard& guard, const Value& value) {
  switch (guard.kind) {
    case GuardKind::kType: return vm::type_of(value) == guard.expected.as_object();
    case GuardKind::kIdentity: return value.same(guard.expected);
    case GuardKind::kCode: {
      vm::Function* function = value.as<vm::Function>();
      return function && function->code.same(guard.expected);
    }
    case GuardKind::kEquals: return constant_equals(vm, guard.expected, value);
    case GuardKind::kLength: return length_is(vm, value, guard.length);
    case GuardKind::kIteratorState: {
      Value state = iterator_state(vm, value);
      return !state.is_null() && vm.equal(state, guard.expected);
    }
    case GuardKind::kDictKeys: {
      vm::Dict* dict = dict_of(value);
      return dict && same_keys(*dict, *guard.expected.as<vm::Tuple>());
    }
    case GuardKind::kTensor: return tensor_matches(guard.tensor, value);
    case GuardKind::kSame: return fetch(vm, frame, *guard.other).same(value);
    case GuardKind::kDifferent: return !fetch(vm, frame, *guard.other).same(value);
    case GuardKind::kPresent: return !vm.find_attribute(value, guard.expected.as<vm::Str>()).is_null();
    case GuardKind::kNoField: {
      Value* attributes = value.is_object() ? value.as_object()->attributes_slot() : nullptr;
      vm::Dict* dict = attributes ? attributes->as<vm::Dict>() : nullptr;
      return !dict || !dict->table.find(guard.expected.as<vm::Str>());
    }
    case GuardKind::kAbsent: return vm.find_attribute(value, guard.expected.as<vm::Str>()).is_null();
    case GuardKind::kHasKey:
    case GuardKind::kLacksKey: {
      vm::Dict* dict = dict_of(value);
      return dict && (dict->table.find(vm, guard.expected) != nullptr) == (guard.kind == GuardKind::kHasKey);
    }
    case GuardKind::kCompare:
      return (value.is_float() || value.is_int()) &&
             vm.truth(vm.compare(static_cast<CompareOp>(guard.length / 2), value, guard.expected)) ==
                 (guard.length % 2 == 1);
  }
  return false;
}

GuardTree::GuardTree(const std::vector<Guard>& guards, const std::vector<SymbolBinding>& bindings) {
  for (const Guard& guard : guards) node_for(*guard.source)->leafs.push_back(&guard);
  for (size_t i = 0; i < bindings.size(); ++i)
    node_for(*bindings[i].source)->symbol_reads.emplace_back(bindings[i].axis, i);
}

const char* check_name(const Guard& guard) {
  switch (guard.kind) {
    case GuardKind::kType: return "TYPE_MATCH";
    case GuardKind::kIdentity: return "ID_MATCH";
    case GuardKind::kCode: return "CLOSURE_MATCH";
    case GuardKind::kEquals:
      if (guard.expected.is_none()) return "NONE_MATCH";
      if (!guard.expected.is_bool()) return "EQUALS_MATCH";
      return Interpreter::current()->truth(guard.expected) ? "TRUE_MATCH" : "FALSE_MATCH";
    case GuardKind::kLength: return "LENGTH_CHECK";
    case GuardKind::kIteratorState:
      return guard.expected.as<vm::Tuple>()->items[0].as<vm::Range>() ? "RANGE_ITERATOR_MATCH" : "COUNT_ITERATOR_MATCH";
    case GuardKind::kDictKeys: return "DICT_KEYS";
    case GuardKind::kTensor: return "TENSOR_MATCH";
    case GuardKind::kSame: return "OBJECT_ALIASING";
    case GuardKind::kDifferent: return "NO_TENSOR_ALIASING";
    case GuardKind::kPresent: return "HASATTR";
    case GuardKind::kAbsent: return "NO_HASATTR";
    case GuardKind::kNoField:
    case GuardKind::kHasKey:
    case GuardKind::kLacksKey: return "DICT_CONTAINS";
    case GuardKind::kCompare: return "COMPARE";
  }
  return "";
}

namespace {

// The type that the guards of this node require, if one of them names it; for the description.
std::string guarded_type(const GuardNode& node) {
  for (const Guard* guard : node.leafs) {
    const vm::Type* type = guard->kind == GuardKind::kTensor   ? guard->tensor.type
                           : guard->kind == GuardKind::kType   ? guard->expected.as<vm::Type>()
                           : guard->kind == GuardKind::kEquals ? vm::type_of(guard->expected)
                                                               : nullptr;
    if (type) return ", type=" + Interpreter::current()->repr(Value::of(const_cast<vm::Type*>(type)));
  }
  return {};
}

}  // namespace

void GuardTree::describe_node(const GuardNode& node, const std::string& indent, const std::vector<Guard>& guards,
                              std::vector<GuardSet::Line>& lines) const {
  lines.push_back({indent + "+- GuardManager: source=" + node.source->text() + guarded_type(node)});
  for (const Guard* guard : node.leafs)
    lines.push_back(
        {indent + "| +- " + check_name(*guard) + ": " + guard->text(), static_cast<int>(guard - guards.data())});
  for (const auto& child : node.children) describe_node(*child, indent + "| ", guards, lines);
}

void GuardTree::describe(const std::vector<Guard>& guards, std::vector<GuardSet::Line>& lines) const {
  for (const auto& root : roots_) describe_node(*root, "| ", guards, lines);
}

GuardNode* GuardTree::node_for(const Source& source) {
  std::string text = source.text() + (source.kind == SourceKind::kAttribute ? "?" : "");
  auto known = known_.find(text);
  if (known != known_.end()) return known->second;
  auto node = std::make_unique<GuardNode>();
  node->source = &source;
  if (!source.name.empty()) node->name = vm::intern(source.name);
  if (source.kind == SourceKind::kDictItem && source.key.as<vm::Str>())
    node->name = vm::intern(source.key.as<vm::Str>()->text);
  GuardNode* raw = node.get();
  (source.base ? node_for(*source.base)->children : roots_).push_back(std::move(node));
  known_[text] = raw;
  return raw;
}

template <bool kTold>
bool GuardTree::check_node(Interpreter& vm, vm::Frame& frame, GuardNode& node, const Value& value) {
  for (const Guard* guard : node.leafs) {
    if (holds(vm, frame, *guard, value)) {
      if constexpr (kTold) held_->push_back(guard);
      continue;
    }
    failed_ = guard;
    return false;
  }
  if (!node.leafs.empty() && node.leafs[0]->kind == GuardKind::kTensor) {
    // Compare the tensor itself: its Python object may be created anew by each read (x.grad).
    tensors_.push_back(torch::as_tensor(value)->impl());
  }
  for (auto [axis, index] : node.symbol_reads) {
    int64_t number = 0;
    if (axis < 0) {
      number = value.as_int();
    } else {
      const Tensor* tensor = torch::as_tensor(value);
      number = axis < kMaxRank ? tensor->size(axis) : tensor->strides()[axis - kMaxRank];
    }
    (*symbols_)[index] = number;
  }
  return check_children<kTold>(vm, frame, node, value);
}

// Moves guards that fail often to the front, so that a mismatch is found early.
static void count_failure(std::vector<std::unique_ptr<GuardNode>>& nodes, size_t failed) {
  ++nodes[failed]->failures;
  if (failed > 0)
    std::stable_sort(nodes.begin(), nodes.end(),
                     [](const auto& a, const auto& b) { return a->failures > b->failures; });
}

template <bool kTold>
bool GuardTree::check_children(Interpreter& vm, vm::Frame& frame, GuardNode& node, const Value& value) {
  for (size_t i = 0; i < node.children.size(); ++i) {
    GuardNode& child = *node.children[i];
    Value temporary;
    const Value* found = step(vm, frame, child, value, temporary);
    if (!found) missing_ = child.source;
    if (found && check_node<kTold>(vm, frame, child, *found)) continue;
    count_failure(node.children, i);
    return false;
  }
  return true;
}

template <bool kTold>
bool GuardTree::check_roots(Interpreter& vm, vm::Frame& frame) {
  for (size_t i = 0; i < roots_.size(); ++i) {
    Value temporary;
    const Value* found = step(vm, frame, *roots_[i], Value(), temporary);
    bool ok = found && !found->is_null();
    if (!ok) missing_ = roots_[i]->source;
    if (ok && check_node<kTold>(vm, frame, *roots_[i], *found)) continue;
    count_failure(roots_, i);
    return false;
  }
  return true;
}

bool GuardTree::check(Interpreter& vm, vm::Frame& frame, std::vector<int64_t>& symbols, const Guard** failed,
                      const Source** missing, std::vector<const Guard*>* held) {
  symbols_ = &symbols;
  held_ = held;
  tensors_.clear();
  failed_ = nullptr;
  missing_ = nullptr;
  if (held ? check_roots<true>(vm, frame) : check_roots<false>(vm, frame)) return tensors_differ();
  if (failed) *failed = failed_;
  if (missing) *missing = missing_;
  return false;
}

// Two inputs that were different tensors must be different now: the compiled code would not see an in-place change of
// one in the other.
bool GuardTree::tensors_differ() const {
  if (tensors_.size() > 24)
    return std::unordered_set<const TensorImpl*>(tensors_.begin(), tensors_.end()).size() == tensors_.size();
  for (size_t i = 0; i < tensors_.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (tensors_[i] == tensors_[j]) return false;
    }
  }
  return true;
}

Value fetch(Interpreter& vm, vm::Frame& frame, const Source& source) {
  Value base;
  if (source.base) {
    base = fetch(vm, frame, *source.base);
    if (base.is_null()) return {};
  }
  GuardNode node;
  node.source = &source;
  if (!source.name.empty()) node.name = vm::intern(source.name);
  Value temporary;
  const Value* found = step(vm, frame, node, base, temporary);
  return found ? *found : Value();
}

}  // namespace vt::dynamo
