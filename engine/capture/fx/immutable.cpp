// Immutable lists and dicts for the arguments of a node: a program changes arguments only by assigning new ones, so
// that the def-use lists (`inputs`, `users`) stay correct. torch.fx.immutable_collections.
#include "capture/fx/graph.h"
#include "vm/native.h"

namespace vt::fx {
namespace {
using vm::Arguments;

[[noreturn]] void refuse(const std::string& type) {
  vm::raise(vm::types().TypeError,
            "'" + type +
                "' object does not support mutation. If you are attempting to modify the kwargs or args of a "
                "torch.fx.Node object,\ninstead create a new copy of it and assign the copy to the node:\n\n    "
                "new_args = ...  # copy and mutate args\n    node.args = new_args");
}
Value refuse_call(Interpreter&, const Arguments& a) { refuse(vm::type_name(a[0])); }
Value refuse_operator(Interpreter&, const Value& self, const Value&) { refuse(vm::type_name(self)); }
void refuse_store(Interpreter&, const Value& self, const Value&, const Value*) { refuse(vm::type_name(self)); }

// Copy and pickle pass the items to the constructor, because nothing can be appended afterwards.
Value reduce(Interpreter& vm, const Arguments& a) {
  bool list = a[0].as<vm::List>() != nullptr;
  Value plain = vm.call(Value::of(list ? vm::types().list : vm::types().dict), {a[0]});
  return vm::make_tuple({Value::of(vm::type_of(a[0])), vm::make_tuple({plain})});
}

// Immutable containers are hashable: a list as its tuple, a dict as the set of its items.
Value hash_of(Interpreter& vm, const Value& self) {
  const Value held = self.as<vm::List>()
                         ? vm.call(Value::of(vm::types().tuple), {self})
                         : vm.call(Value::of(vm::types().frozenset), {vm.call_method(self, "items", {})});
  return Value::integer(static_cast<int64_t>(vm.hash(held)));
}

vm::Type* make_immutable(const char* name, vm::Type* base, std::initializer_list<const char*> changes) {
  vm::Type* made = vm::make_type(name, base, base->instance_kind, "torch.fx.immutable_collections");
  made->slots = base->slots;
  made->slots.set_item = refuse_store;
  made->slots.hash = hash_of;
  for (auto& slot : made->slots.inplace) slot = refuse_operator;
  for (const char* change : changes) vm::define_method(made, change, refuse_call);
  vm::define_method(made, "__reduce__", reduce);
  vm::define_method(made, "__reduce_ex__", reduce);
  return made;
}

}  // namespace

vm::Type* immutable_list_type() {
  static vm::Type* type = make_immutable("immutable_list", vm::types().list,
                                         {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"});
  return type;
}

vm::Type* immutable_dict_type() {
  static vm::Type* type =
      make_immutable("immutable_dict", vm::types().dict, {"clear", "pop", "popitem", "setdefault", "update"});
  return type;
}

Value immutable_copy(const Value& tree) {
  if (const vm::Tuple* tuple = tree.as<vm::Tuple>()) {
    std::vector<Value> items;
    for (const Value& item : tuple->items) items.push_back(immutable_copy(item));
    return vm::make<vm::Tuple>(std::move(items), tuple->type);
  }
  if (const vm::List* list = tree.as<vm::List>()) {
    std::vector<Value> items;
    for (const Value& item : list->items) items.push_back(immutable_copy(item));
    return vm::make<vm::List>(std::move(items), immutable_list_type());
  }
  if (const Dict* dict = tree.as<Dict>()) {
    Value made = vm::make<Dict>(immutable_dict_type());
    for (const auto& entry : dict->table.entries())
      if (!entry.key.is_null())
        made.as<Dict>()->table.insert(*Interpreter::current(), entry.key, immutable_copy(entry.value));
    return made;
  }
  return tree;  // a slice is immutable already
}

}  // namespace vt::fx
