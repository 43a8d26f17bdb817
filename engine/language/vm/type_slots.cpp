#include "vm/type_slots.h"

#include <algorithm>
#include <cstring>

#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

// Whether the name, as found on the mro, is written in the language.
const Value* own_dunder(const Type* type, Str* name) {
  for (Type* candidate : type->mro) {
    if (candidate->is_native) return nullptr;
    if (Value* found = candidate->attributes.as<Dict>()->table.find(name)) return found;
  }
  return nullptr;
}

// The same for a slot, looking also behind a native type that does not have it: in
// class C(int, Mixin) the mixin says what `in` means.
const Value* own_dunder(const Type* type, const SlotRow& row) {
  for (Type* candidate : type->mro) {
    if (candidate == types().object) return nullptr;
    if (Value* found = candidate->attributes.as<Dict>()->table.find(row.name))
      return candidate->is_native ? nullptr : found;
    if (!candidate->is_native) continue;
    const void* native = row.identity ? row.identity(candidate->slots) : nullptr;
    if (native && native != row.identity(types().object->slots)) return nullptr;
  }
  return nullptr;
}

Value unhashable(Interpreter& vm, const Value& self) {
  raise(types().TypeError, std::string("unhashable type: '") + type_name(self) + "'");
}

// object's construction, after a look at what an abstract class leaves to be written.
Value construct_checked(Interpreter& vm, Type* type, const Arguments& a) {
  const Value* abstract = type->find(intern("__abstractmethods__"));
  if (abstract && vm.truth(*abstract))
    vm.call(vm.get_attribute(vm.import_module("abc"), "_refuse_abstract"), {Value::of(type), Value(*abstract)});
  return types().object->slots.construct(vm, type, a);
}

void resolve_protocol(Type* type) {
  type->has_getattr = own_dunder(type, names().getattr_);
  type->has_getattribute = own_dunder(type, names().getattribute_);
  type->has_setattr = own_dunder(type, names().setattr_);
  type->has_delattr = own_dunder(type, names().delattr_);
  type->has_finalizer = own_dunder(type, names().del_);
}

}  // namespace

void resolve_slots(Type* type) {
  // The native layout comes from the first native type on the mro that is not object.
  Type* native = types().object;
  for (Type* candidate : type->mro)
    if (candidate->is_native) {
      native = candidate;
      break;
    }
  type->slots = native->slots;
  type->has_dunders = false;
  for (const SlotRow& row : slot_rows()) {
    if (!own_dunder(type, row)) continue;
    row.install(type->slots);
    type->has_dunders = true;
  }
  const Value* hash = own_dunder(type, names().hash_);
  if (hash && hash->is_none()) type->slots.hash = unhashable;
  if (type->slots.construct == types().object->slots.construct && own_dunder(type, intern("__abstractmethods__")))
    type->slots.construct = construct_checked;
  resolve_protocol(type);
  for (Type* child : type->subclasses)
    if (!child->is_native) resolve_slots(child);
}

bool has_slot(const Str* name) {
  const std::vector<SlotRow>& rows = slot_rows();
  return std::any_of(rows.begin(), rows.end(), [&](const SlotRow& row) { return row.name == name; });
}

void override_slot(Type* type, const Str* name) {
  for (const SlotRow& row : slot_rows())
    if (row.name == name) row.install(type->slots);
  for (Type* child : type->subclasses) child->is_native ? override_slot(child, name) : resolve_slots(child);
}

const Value* make_slot_wrapper(Type* type, Str* name) {
  if (name->text.size() < 5 || std::memcmp(name->text.data(), "__", 2) != 0) return nullptr;
  for (const SlotRow& row : slot_rows()) {
    if (row.name != name || !row.wrapper) continue;
    if (name == names().bool_ && type->slots.length && type != types().range) continue;  // their length tells
    const bool sequence = type->slots.length && !type->slots.binary[static_cast<int>(BinaryOp::kSubtract)];
    if (sequence && name->text == "__radd__") continue;  // sums of sequences have no other side
    const void* own = row.identity(type->slots);
    if (!own || (type->base && row.identity(type->base->slots) == own)) continue;
    NativeFunction* made = define_method(type, name->text, row.wrapper, type);
    made->qualified_name = type->name + "." + name->text;
    return type->attributes.as<Dict>()->table.find(name);
  }
  return nullptr;
}

bool has_own_init(const Type* type) { return own_dunder(type, names().init_) != nullptr; }

void run_finalizer(Object* object) {
  Interpreter* vm = Interpreter::current();
  if (!vm) return;
  Value self = Value::of(object);
  try {
    call_dunder(*vm, self, names().del_, nullptr, 0);
  } catch (Raised& raised) {  // nothing can catch it
    try {
      const Value* method = object->type->find(names().del_);
      vm->write_error("Exception ignored in: " + (method ? vm->repr(*method) : "") + "\n" +
                      format_traceback(*vm, raised.exception, ShownBy::kInterpreter));
    } catch (Raised&) {
    }
  }
}

}  // namespace vt::vm
