// Operators, containers and strings: the parts of opcodes that are long or rare.
#include "vm/builtins/helpers.h"
#include "vm/loop_helpers.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/type_slots.h"

namespace vt::vm {
namespace {

// `text += more` where the only other owner of the text is the variable that is about to
// be stored: appends in place, so that building a string in a loop stays linear.
bool append_in_place(Frame& frame, Value* operands) {
  Str* left = operands[0].as<Str>();
  Str* right = operands[1].as<Str>();
  if (!left || !right || left->interned || left->type != types().str || right->type != types().str ||
      left->references != 2 || left == right)
    return false;
  const Instruction& next = *frame.next;
  Value* variable = nullptr;
  if (next.op == Op::STORE_FAST) variable = &frame.slots[next.arg];
  else if (next.op == Op::STORE_NAME && frame.namespace_dict.as<Dict>())
    variable = frame.namespace_dict.as<Dict>()->table.find(frame.code->names[next.arg]);
  if (!variable || !variable->is_object() || variable->as_object() != left) return false;
  left->text += right->text;
  left->length += right->length;
  left->ascii = left->ascii && right->ascii;
  left->hash_cache = 0;
  return true;
}

}  // namespace

Value binary_operation(Interpreter& vm, Frame& frame, BinaryOp op, Value* operands, bool inplace) {
  if (op == BinaryOp::kAdd && append_in_place(frame, operands)) return operands[0];
  return vm.binary(op, operands[0], operands[1], inplace);
}

Value compare_operation(Interpreter& vm, CompareOp op, const Value& left, const Value& right) {
  if (op == CompareOp::kEqual || op == CompareOp::kNotEqual) {
    const Str *a = left.as<Str>(), *b = right.as<Str>();
    if (a && b && a->type == types().str && b->type == types().str)
      return Value::boolean((a == b || a->text == b->text) == (op == CompareOp::kEqual));
  }
  return vm.compare(op, left, right);
}

std::vector<Value> take_items(Value*& top, uint32_t count) {
  std::vector<Value> items;
  items.reserve(count);
  Value* begin = top - count;
  for (uint32_t i = 0; i < count; ++i) items.push_back(std::move(begin[i]));
  top = begin;
  return items;
}

Value join_strings(const Value* parts, uint32_t count) {
  std::string text;
  size_t size = 0;
  int64_t length = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const Str& part = *static_cast<Str*>(parts[i].as_object());
    size += part.text.size();
    length += part.length;
  }
  text.reserve(size);
  for (uint32_t i = 0; i < count; ++i) text += static_cast<Str*>(parts[i].as_object())->text;
  return make<Str>(std::move(text), length);
}

static bool is_text(const Value& value) { return value.is_object() && value.as_object()->type == types().str; }

Value format_field(Interpreter& vm, const Value& value, const Value* spec, uint32_t conversion) {
  if (conversion == 0) {
    if (!spec && is_text(value)) return value;
    return make<Str>(vm.format(value, spec ? std::string_view(spec->as<Str>()->text) : std::string_view()));
  }
  Value converted = value;
  if (conversion == 1) converted = make_str(vm.str(value));
  else if (conversion == 2) converted = make_str(vm.repr(value));
  else if (conversion == 3) {
    Value* ascii = vm.builtins()->table.find(intern("ascii"));
    converted = vm.call(*ascii, {value});
  }
  return make_str(vm.format(converted, spec ? std::string_view(spec->as<Str>()->text) : std::string_view()));
}

void list_extend(Interpreter& vm, List& list, const Value& iterable) {
  if (!type_of(iterable)->slots.iter && !type_of(iterable)->slots.get_item)
    raise(types().TypeError, std::string("Value after * must be an iterable, not ") + type_name(iterable));
  std::vector<Value> items = listed(vm, iterable);
  list.items.insert(list.items.end(), std::make_move_iterator(items.begin()), std::make_move_iterator(items.end()));
}

static void for_each_pair(Interpreter& vm, const Value& mapping,
                          const std::function<void(const Value&, const Value&)>& visit) {
  if (Dict* dict = mapping.as<Dict>(); dict && !dict->type->has_dunders) {
    for (size_t i = 0; i < dict->table.entries().size(); ++i) {
      HashTable::Entry entry = dict->table.entries()[i];
      if (!entry.key.is_null()) visit(entry.key, entry.value);
    }
    return;
  }
  Value keys_method = vm.find_attribute(mapping, intern("keys"));
  if (keys_method.is_null())
    raise(types().TypeError, std::string("'") + type_name(mapping) + "' object is not a mapping");
  for (const Value& key : vm.to_vector(vm.call(keys_method, {}))) visit(key, vm.get_item(mapping, key));
}

void dict_update(Interpreter& vm, Dict& dict, const Value& mapping) {
  for_each_pair(vm, mapping, [&](const Value& key, const Value& value) { dict.table.insert(vm, key, value); });
}

std::string callable_name(const Value& callable) {
  Value function = callable;
  if (BoundMethod* method = callable.as<BoundMethod>()) function = method->function;
  std::string module, name;
  if (Function* f = function.as<Function>()) {
    if (Str* text = f->module.as<Str>()) module = text->text;
    if (Str* text = f->qualified_name.as<Str>()) name = text->text;
  } else if (NativeFunction* f = function.as<NativeFunction>()) {
    module = f->module;
    name = f->qualified_name;
  } else if (Type* type = function.as<Type>()) {
    module = type->module;
    name = type->qualified_name;
  } else {
    return std::string(type_name(callable)) + " object";
  }
  return (module.empty() || module == "builtins" ? name : module + "." + name) + "()";
}

void dict_merge(Interpreter& vm, Dict& dict, const Value& mapping, const Value& callable) {
  if (!mapping.as<Dict>() && vm.find_attribute(mapping, intern("keys")).is_null())
    raise(types().TypeError,
          callable_name(callable) + " argument after ** must be a mapping, not " + type_name(mapping));
  for_each_pair(vm, mapping, [&](const Value& key, const Value& value) {
    if (!key.as<Str>()) raise(types().TypeError, "keywords must be strings");
    if (!dict.table.insert(vm, key, value))
      raise(types().TypeError,
            callable_name(callable) + " got multiple values for keyword argument '" + key.as<Str>()->text + "'");
  });
}

static const std::vector<Value>* exact_items(const Value& source) {
  if (!source.is_object()) return nullptr;
  if (source.as_object()->type == types().tuple) return &source.as<Tuple>()->items;
  if (source.as_object()->type == types().list) return &source.as<List>()->items;
  return nullptr;
}

[[noreturn]] static void cannot_unpack(const Value& source) {
  raise(types().TypeError, std::string("cannot unpack non-iterable ") + type_name(source) + " object");
}

// Reads at most `limit` items.
static std::vector<Value> read_items(Interpreter& vm, const Value& source, size_t limit) {
  const Slots& slots = type_of(source)->slots;
  if (!slots.iter && !slots.get_item) cannot_unpack(source);
  std::vector<Value> items;
  Value iterator = vm.iterate(source);
  while (items.size() < limit) {
    Value item = vm.next(iterator);
    if (item.is_null()) break;
    items.push_back(std::move(item));
  }
  return items;
}

Value* unpack_sequence(Interpreter& vm, const Value& source, uint32_t count, Value* top) {
  std::vector<Value> read;
  const std::vector<Value>* items = exact_items(source);
  if (!items) {
    read = read_items(vm, source, size_t{count} + 1);
    items = &read;
  }
  if (items->size() < count)
    raise(types().ValueError, "not enough values to unpack (expected " + std::to_string(count) + ", got " +
                                  std::to_string(items->size()) + ")");
  if (items->size() > count)
    raise(types().ValueError, "too many values to unpack (expected " + std::to_string(count) + ")");
  for (uint32_t i = 0; i < count; ++i) new (top + i) Value((*items)[count - 1 - i]);
  return top + count;
}

Value* unpack_starred(Interpreter& vm, const Value& source, uint32_t before, uint32_t after, Value* top) {
  const Slots& slots = type_of(source)->slots;
  if (!slots.iter && !slots.get_item) cannot_unpack(source);
  std::vector<Value> items = vm.to_vector(source);
  if (items.size() < before + after)
    raise(types().ValueError, "not enough values to unpack (expected at least " + std::to_string(before + after) +
                                  ", got " + std::to_string(items.size()) + ")");
  Value rest = make_list(std::vector<Value>(items.begin() + before, items.end() - after));
  for (uint32_t i = 0; i < after; ++i) new (top++) Value(items[items.size() - 1 - i]);
  new (top++) Value(std::move(rest));
  for (uint32_t i = 0; i < before; ++i) new (top++) Value(items[before - 1 - i]);
  return top;
}

}  // namespace vt::vm
