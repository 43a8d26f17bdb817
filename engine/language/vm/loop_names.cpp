// Names and attributes: the slow paths that fill the inline caches.
#include "vm/loop_helpers.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/type_slots.h"

namespace vt::vm {

void name_error(Str* name) {
  Value exception =
      make<Exception>(types().NameError, make_tuple({make_str("name '" + name->text + "' is not defined")}));
  exception.as<Exception>()->attributes_slot()->as<Dict>()->table.insert(intern("name"), Value::of(name));
  raise_value(std::move(exception));
}

void unbound_local(const Frame& frame, uint32_t slot) {
  raise(types().UnboundLocalError, "cannot access local variable '" + frame.code->code->local_names[slot] +
                                       "' where it is not associated with a value");
}

void unbound_cell(const Frame& frame, uint32_t slot) {
  const Code& code = *frame.code->code;
  if (!(code.local_kinds[slot] & kFreeLocal)) unbound_local(frame, slot);
  raise(types().NameError, "cannot access free variable '" + code.local_names[slot] +
                               "' where it is not associated with a value in enclosing scope");
}

Value load_global(Interpreter&, Frame& frame, Str* name, InlineCache& cache) {
  HashTable& globals = frame.globals->table;
  int64_t at = globals.find_position(name);
  if (at >= 0) {
    // The hint is checked by pointer, so the key must be this very string.
    if (globals.entries()[at].key.as_object() == name) {
      cache.state = kCacheGlobal;
      cache.position = static_cast<int32_t>(at);
    }
    return globals.entries()[at].value;
  }
  HashTable& builtins = frame.builtins->table;
  at = builtins.find_position(name);
  if (at < 0) name_error(name);
  cache.state = kCacheBuiltin;
  cache.version = globals.version();
  cache.second_version = builtins.version();
  cache.position = static_cast<int32_t>(at);
  return builtins.entries()[at].value;
}

// The names of a class body may live in a mapping of the program (a metaclass's __prepare__),
// which is asked through its own methods.
static bool is_plain_namespace(const Value& space) { return space.as_object()->type == types().dict; }

static Value name_in_mapping(Interpreter& vm, const Value& space, Str* name) {
  try {
    return vm.get_item(space, Value::of(name));
  } catch (Raised& raised) {
    if (!type_of(raised.exception)->is_subtype_of(types().KeyError)) throw;
    return {};
  }
}

void store_name(Interpreter& vm, Frame& frame, Str* name, Value value) {
  if (is_plain_namespace(frame.namespace_dict)) frame.namespace_dict.as<Dict>()->table.insert(name, std::move(value));
  else vm.set_item(frame.namespace_dict, Value::of(name), value);
}

void delete_name(Interpreter& vm, Frame& frame, Str* name) {
  if (!frame.namespace_dict.as<Dict>()->table.find(name)) name_error(name);
  if (is_plain_namespace(frame.namespace_dict)) frame.namespace_dict.as<Dict>()->table.erase(name);
  else vm.delete_item(frame.namespace_dict, Value::of(name));
}

Value load_name(Interpreter& vm, Frame& frame, Str* name) {
  if (!frame.namespace_dict.is_null()) {
    if (!is_plain_namespace(frame.namespace_dict)) {
      Value found = name_in_mapping(vm, frame.namespace_dict, name);
      if (!found.is_null()) return found;
    } else if (Value* found = frame.namespace_dict.as<Dict>()->table.find(name)) {
      return *found;
    }
  }
  if (Value* found = frame.globals->table.find(name)) return *found;
  if (Value* found = frame.builtins->table.find(name)) return *found;
  name_error(name);
}

Value load_from_dict_or_deref(Interpreter&, Frame& frame, const Value& mapping, uint32_t slot) {
  if (Dict* dict = mapping.as<Dict>())
    if (Value* found = dict->table.find(intern(frame.code->code->local_names[slot]))) return *found;
  const Value& content = frame.slots[slot].as<Cell>()->content;
  if (content.is_null()) unbound_cell(frame, slot);
  return content;
}

Value load_build_class(Interpreter&, Frame& frame) {
  Value* found = frame.builtins->table.find(names().build_class_);
  if (!found) raise(types().NameError, "__build_class__ not found");
  return *found;
}

// Whether attributes of instances of `type` follow the generic order, so that caches hold.
static bool is_generic(const Type* type) { return !type->has_getattribute && !type->slots.get_attribute; }

static void cache_instance(const Value& object, Str* name, InlineCache& cache) {
  Instance* instance = object.as<Instance>();
  if (!instance || instance->attributes.is_null()) return;
  Type* type = instance->type;
  const Value* on_class = type->find(name);
  if (on_class && is_data_descriptor(*on_class)) return;
  HashTable& table = instance->attributes.as<Dict>()->table;
  int64_t at = table.find_position(name);
  if (at < 0 || table.entries()[at].key.as_object() != name) return;
  cache.state = kCacheInstance;
  cache.version = type->version;
  cache.position = static_cast<int32_t>(at);
}

Value load_attribute(Interpreter& vm, const Value& object, Str* name, InlineCache& cache) {
  Value value = vm.get_attribute(object, name);
  if (object.as<Instance>() && is_generic(object.as_object()->type)) cache_instance(object, name, cache);
  return value;
}

void store_attribute(Interpreter& vm, const Value& object, Str* name, const Value& value, InlineCache& cache) {
  vm.set_attribute(object, name, value);
  if (!object.as<Instance>()) return;
  Type* type = object.as_object()->type;
  if (!type->has_setattr && !type->slots.set_attribute) cache_instance(object, name, cache);
}

void load_method(Interpreter& vm, Value* top, Str* name, InlineCache& cache) {
  Value& object = top[-1];
  Type* type = type_of(object);
  if (is_generic(type)) {
    const Value* found = type->find(name);
    bool binds =
        found && (found->as<Function>() || (found->as<NativeFunction>() && found->as<NativeFunction>()->is_method));
    if (binds) {
      const Value* attributes = object.is_object() ? object.as_object()->attributes_if_any() : nullptr;
      bool shadowed = attributes && !attributes->is_null() && attributes->as<Dict>()->table.find(name);
      if (!shadowed) {
        Value method = *found;
        if (object.is_object() && (object.as<Instance>() || type->is_native) &&
            (!attributes || object.as<Instance>())) {
          cache.state = kCacheMethod;
          cache.version = type->version;
          cache.second_version = attributes && !attributes->is_null() ? attributes->as<Dict>()->table.version() : 0;
          cache.object = method.as_object();
        }
        new (top) Value(std::move(object));
        new (top - 1) Value(std::move(method));
        return;
      }
    }
  }
  Value value = vm.get_attribute(object, name);
  Value old = std::move(object);
  new (top - 1) Value();
  new (top) Value(std::move(value));
}

Value load_super_attribute(Interpreter& vm, const Value* operands, Str* name) {
  if (operands[0].as_object() == types().super)
    if (Type* start = operands[1].as<Type>())
      if (Type* type = operands[2].as<Type>(); type && type->is_subtype_of(start))
        return vm.get_attribute(make<Super>(start, operands[2], type), name);
  Value proxy = vm.call(operands[0], {operands[1], operands[2]});
  return vm.get_attribute(proxy, name);
}

}  // namespace vt::vm
