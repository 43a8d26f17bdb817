// keys(), values() and items(): live views with set operations, and their iterators.
#include "vm/builtins/builtins.h"
#include "vm/builtins/containers.h"
#include "vm/builtins/helpers.h"

namespace vt::vm {
namespace {
Type* view_type(DictViewKind kind) {
  return kind == DictViewKind::kKeys     ? types().dict_keys
         : kind == DictViewKind::kValues ? types().dict_values
                                         : types().dict_items;
}
// Views of an OrderedDict, which is a class of the language, have types of their own.
Type* ordered_view_type(DictViewKind kind) {
  static Type* ordered[] = {make_type("odict_keys", types().dict_keys, Kind::kDictView),
                            make_type("odict_values", types().dict_values, Kind::kDictView),
                            make_type("odict_items", types().dict_items, Kind::kDictView)};
  return ordered[static_cast<size_t>(kind)];
}
bool is_ordered(const Value& dict) {
  const Type* type = type_of(dict);
  if (type->is_native) return false;
  return std::any_of(type->mro.begin(), type->mro.end(),
                     [](const Type* t) { return t->name == "OrderedDict" && t->module == "collections"; });
}
HashTable& table_of(const Value& dict) { return dict.as<Dict>()->table; }
const DictView& view_of(const Value& v) { return *v.as<DictView>(); }

Value entry_value(const HashTable::Entry& entry, DictViewKind view) {
  switch (view) {
    case DictViewKind::kKeys: return entry.key;
    case DictViewKind::kValues: return entry.value;
    case DictViewKind::kItems: return make_tuple({entry.key, entry.value});
  }
  return {};
}

struct DictIterator : NativeIterator {
  DictIterator(Type* type, Value d, DictViewKind kind, bool reverse)
      : NativeIterator(type),
        dict(std::move(d)),
        view(kind),
        backwards(reverse),
        size(table_of(dict).size()),
        place(reverse ? table_of(dict).entries().size() : 0) {}
  void traverse(Visitor& v) const override { v.visit(dict); }
  void clear() override { dict = Value::none(); }
  Value next(Interpreter&) override {
    if (!dict.as<Dict>()) return {};
    HashTable& table = table_of(dict);
    if (table.size() != size) {
      size = SIZE_MAX;  // stays broken
      raise(types().RuntimeError, "dictionary changed size during iteration");
    }
    const auto& entries = table.entries();
    while (backwards ? place > 0 : place < entries.size()) {
      const auto& entry = backwards ? entries[std::min(--place, entries.size() - 1)] : entries[place++];
      if (entry.key.is_null()) continue;
      if (given++ >= size) raise(types().RuntimeError, "dictionary keys changed during iteration");
      return entry_value(entry, view);
    }
    dict = Value::none();
    return {};
  }
  Value dict;
  DictViewKind view;
  bool backwards;
  size_t size, place, given = 0;
};

Value repr(Interpreter& vm, const Value& v) {
  ReprGuard guard(vm, v);
  if (guard.recursive()) return make_str("...");
  return make_str(type_of(v)->name + "(" + vm.repr(make_list(vm.to_vector(v))) + ")");
}
Value length(Interpreter&, const Value& v) {
  return Value::integer(static_cast<int64_t>(table_of(view_of(v).dict).size()));
}
Value iterate(Interpreter&, const Value& v) { return make_dict_iterator(view_of(v).dict, view_of(v).view, false); }
Value reversed(Interpreter&, const Arguments& a) {
  return make_dict_iterator(view_of(a[0]).dict, view_of(a[0]).view, true);
}
Value contains(Interpreter& vm, const Value& self, const Value& item) {
  HashTable& table = table_of(view_of(self).dict);
  switch (view_of(self).view) {
    case DictViewKind::kKeys: return Value::boolean(table.find(vm, item) != nullptr);
    case DictViewKind::kItems: {
      const Tuple* pair = item.as<Tuple>();
      if (!pair || pair->items.size() != 2) return Value::boolean(false);
      const Value* found = table.find(vm, pair->items[0]);
      return Value::boolean(found && vm.equal(Value(*found), pair->items[1]));
    }
    case DictViewKind::kValues: break;
  }
  for (size_t i = 0; i < table.entries().size(); ++i) {
    const Value value = table.entries()[i].value;
    if (!table.entries()[i].key.is_null() && vm.equal(value, item)) return Value::boolean(true);
  }
  return Value::boolean(false);
}

bool is_set_like(const Value& v) {
  const DictView* view = v.as<DictView>();
  return v.as<Set>() || (view && view->view != DictViewKind::kValues);
}
Value set_of(Interpreter& vm, const Value& v) {
  Value out = make_set();
  set_update(vm, *out.as<Set>(), v);
  return out;
}
template <BinaryOp op>
Value set_operation(Interpreter& vm, const Value& a, const Value& b) {
  const bool left_is_view = a.as<DictView>() != nullptr;
  if (!is_set_like(left_is_view ? a : b)) return not_implemented();
  return vm.binary(op, set_of(vm, a), set_of(vm, b));
}
Value compare(Interpreter& vm, const Value& a, const Value& b, CompareOp op) {
  if (!is_set_like(a) || !is_set_like(b)) return not_implemented();
  return vm.compare(op, set_of(vm, a), set_of(vm, b));
}
Value isdisjoint(Interpreter& vm, const Arguments& a) {
  bool disjoint = true;
  for_each_item(vm, a[1], [&](const Value& item) { return disjoint = !vm.contains(a[0], item); });
  return Value::boolean(disjoint);
}
Value mapping(Interpreter&, const Arguments& a) { return view_of(a[0]).dict; }
}  // namespace

DictView::DictView(Value d, DictViewKind kind)
    : Object(Kind::kDictView, is_ordered(d) ? ordered_view_type(kind) : view_type(kind)),
      dict(std::move(d)),
      view(kind) {}

Value make_dict_iterator(Value dict, DictViewKind view, bool backwards) {
  static Type* iterator_types[2][3] = {
      {make_iterator_type("dict_keyiterator"), make_iterator_type("dict_valueiterator"),
       make_iterator_type("dict_itemiterator")},
      {make_iterator_type("dict_reversekeyiterator"), make_iterator_type("dict_reversevalueiterator"),
       make_iterator_type("dict_reverseitemiterator")}};
  return make<DictIterator>(iterator_types[backwards][static_cast<int>(view)], std::move(dict), view, backwards);
}

void install_dict_views() {
  for (const DictViewKind kind : {DictViewKind::kKeys, DictViewKind::kValues, DictViewKind::kItems}) {
    Type* type = view_type(kind);
    Slots& slots = type->slots;
    slots.repr = repr;
    slots.length = length;
    slots.iter = iterate;
    slots.contains = contains;
    define_method(type, "__reversed__", reversed);
    define_property(type, "mapping", mapping);
    if (kind == DictViewKind::kValues) continue;
    slots.hash = types().dict->slots.hash;
    type->set("__hash__", Value::none());
    set_compare_slots<compare>(slots);
    slots.binary[static_cast<int>(BinaryOp::kAnd)] = set_operation<BinaryOp::kAnd>;
    slots.binary[static_cast<int>(BinaryOp::kOr)] = set_operation<BinaryOp::kOr>;
    slots.binary[static_cast<int>(BinaryOp::kXor)] = set_operation<BinaryOp::kXor>;
    slots.binary[static_cast<int>(BinaryOp::kSubtract)] = set_operation<BinaryOp::kSubtract>;
    define_method(type, "isdisjoint", isdisjoint);
  }
}

}  // namespace vt::vm
