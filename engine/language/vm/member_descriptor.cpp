// What `__slots__` leaves in a class: one descriptor for each name. The values themselves lie in
// the table of attributes of an instance, which is looked at first. Where instances have a
// `__dict__` too, which must not show them, they lie in a table behind that one, and the class has
// descriptors of a second type that come before the table of attributes.
#include "vm/bootstrap.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

struct MemberDescriptor : Object {
  MemberDescriptor(Type* type, Value owner_class, Str* stored_name)
      : Object(Kind::kOther, type), owner(std::move(owner_class)), name(Value::of(stored_name)) {}
  void traverse(Visitor& v) const override { v.visit(owner); }
  void clear() override { owner = Value::none(); }
  Value owner, name;
};

MemberDescriptor& member_of(const Value& v) { return *static_cast<MemberDescriptor*>(v.as_object()); }

Type* hidden_member_type();

// The table that holds the slots of an instance of the class that has the slot.
HashTable& table_for(const MemberDescriptor& member, const Value& object) {
  const Type* owner = member.owner.as<Type>();
  if (!owner || !type_of(object)->is_subtype_of(owner))
    raise(types().TypeError, "descriptor '" + member.name.as<Str>()->text + "' for '" + (owner ? owner->name : "?") +
                                 "' objects doesn't apply to a '" + type_name(object) + "' object");
  Dict* shown = object.as_object()->attributes_slot()->as<Dict>();
  const Value* found = type_of(object)->find(member.name.as<Str>());
  const bool hidden = found && is_hidden_member(*found) && member_of(*found).owner.same(member.owner);
  if (!hidden && member.type != hidden_member_type()) return shown->table;
  if (shown->attributes.is_null()) shown->attributes = make<Dict>();
  return shown->attributes.as<Dict>()->table;
}

Value read(Interpreter&, const Value& self, const Value& object) {
  if (object.is_none()) return self;
  const MemberDescriptor& member = member_of(self);
  Value* found = table_for(member, object).find(member.name.as<Str>());
  if (!found) no_attribute(object, member.name.as<Str>());
  return *found;
}

Type* make_member_type() {
  Type* made = make_type("member_descriptor", types().object, Kind::kOther);
  made->slots.descriptor_get = read;
  made->slots.repr = [](Interpreter&, const Value& self) {
    const MemberDescriptor& member = member_of(self);
    const Type* owner = member.owner.as<Type>();
    return make_str("<member '" + member.name.as<Str>()->text + "' of '" + (owner ? owner->name : "?") + "' objects>");
  };
  define_method(made, "__get__", [](Interpreter& vm, const Arguments& a) {
    check_count(a, "__get__", 1, 2, true);
    return read(vm, a[0], a[1]);
  });
  define_method(made, "__set__", [](Interpreter&, const Arguments& a) {
    check_count(a, "__set__", 2, 2, true);
    table_for(member_of(a[0]), a[1]).insert(member_of(a[0]).name.as<Str>(), a[2]);
    return Value::none();
  });
  define_method(made, "__delete__", [](Interpreter&, const Arguments& a) {
    check_count(a, "__delete__", 1, 1, true);
    const MemberDescriptor& member = member_of(a[0]);
    if (!table_for(member, a[1]).erase(member.name.as<Str>()))
      raise(types().AttributeError, member.name.as<Str>()->text);
    return Value::none();
  });
  define_property(made, "__name__", [](Interpreter&, const Arguments& a) { return member_of(a[0]).name; });
  define_property(made, "__qualname__", [](Interpreter&, const Arguments& a) {
    const MemberDescriptor& member = member_of(a[0]);
    return make_str(member.owner.as<Type>()->qualified_name + "." + member.name.as<Str>()->text);
  });
  define_property(made, "__objclass__", [](Interpreter&, const Arguments& a) { return member_of(a[0]).owner; });
  return made;
}

Type* member_type() {
  static Type* type = make_member_type();
  return type;
}
Type* hidden_member_type() {
  static Type* type = make_member_type();
  return type;
}

}  // namespace

Value make_member(Type* owner, Str* name) { return make<MemberDescriptor>(member_type(), Value::of(owner), name); }
Value hide_member(const Value& member) {
  return make<MemberDescriptor>(hidden_member_type(), member_of(member).owner, member_of(member).name.as<Str>());
}

bool is_member(const Value& descriptor) {
  return descriptor.is_object() && (type_of(descriptor) == member_type() || is_hidden_member(descriptor));
}
bool is_hidden_member(const Value& descriptor) {
  return descriptor.is_object() && type_of(descriptor) == hidden_member_type();
}

}  // namespace vt::vm
