#include "vm/bootstrap.h"

#include "vm/native.h"

namespace vt::vm {

BuiltinTypes& types() {
  static BuiltinTypes table{};
  return table;
}

namespace {

std::vector<Type*>& native_types() {
  static auto* made = new std::vector<Type*>;
  return *made;
}

Type* add_type(const char* name, Type* base, Kind kind, bool subclassable = false) {
  Type* type = new Type(name, base);
  type->is_native = true;
  type->instance_kind = kind;
  type->allows_subclass = subclassable;
  native_types().push_back(type);
  return type;
}

// object, type, dict and str need one another, so their links are mended afterwards.
void make_roots() {
  BuiltinTypes& t = types();
  t.object = add_type("object", nullptr, Kind::kInstance, true);
  t.type = add_type("type", t.object, Kind::kType, true);
  t.str = add_type("str", t.object, Kind::kStr, true);
  t.dict = add_type("dict", t.object, Kind::kDict, true);
  for (Type* type : native_types()) {
    type->type = t.type;
    type->attributes = make<Dict>();
  }
}

void make_value_types() {
  BuiltinTypes& t = types();
  t.none_type = add_type("NoneType", t.object, Kind::kPlain);
  t.int_ = add_type("int", t.object, Kind::kBigInt, true);
  t.bool_ = add_type("bool", t.int_, Kind::kPlain);
  t.float_ = add_type("float", t.object, Kind::kPlain, true);
  t.bytes = add_type("bytes", t.object, Kind::kBytes, true);
  t.tuple = add_type("tuple", t.object, Kind::kTuple, true);
  t.list = add_type("list", t.object, Kind::kList, true);
  t.set = add_type("set", t.object, Kind::kSet, true);
  t.frozenset = add_type("frozenset", t.object, Kind::kFrozenSet, true);
  t.slice = add_type("slice", t.object, Kind::kSlice);
  t.range = add_type("range", t.object, Kind::kRange);
  t.ellipsis = add_type("ellipsis", t.object, Kind::kEllipsis);
  t.not_implemented = add_type("NotImplementedType", t.object, Kind::kNotImplemented);
  t.iterator = add_type("iterator", t.object, Kind::kIterator);
  t.dict_keys = add_type("dict_keys", t.object, Kind::kDictView);
  t.dict_values = add_type("dict_values", t.object, Kind::kDictView);
  t.dict_items = add_type("dict_items", t.object, Kind::kDictView);
  t.mapping_proxy = add_type("mappingproxy", t.object, Kind::kMappingProxy);
}

void make_code_types() {
  BuiltinTypes& t = types();
  t.function = add_type("function", t.object, Kind::kFunction);
  t.native_function = add_type("builtin_function_or_method", t.object, Kind::kNativeFunction);
  t.bound_method = add_type("method", t.object, Kind::kBoundMethod);
  t.cell = add_type("cell", t.object, Kind::kCell);
  t.code = add_type("code", t.object, Kind::kCode);
  t.generator = add_type("generator", t.object, Kind::kGenerator);
  t.coroutine = add_type("coroutine", t.object, Kind::kGenerator);
  t.async_generator = add_type("async_generator", t.object, Kind::kGenerator);
  t.module = add_type("module", t.object, Kind::kModule, true);
  t.property = add_type("property", t.object, Kind::kProperty, true);
  t.static_method = add_type("staticmethod", t.object, Kind::kStaticMethod);
  t.class_method = add_type("classmethod", t.object, Kind::kClassMethod);
  t.super = add_type("super", t.object, Kind::kSuper);
  t.traceback = add_type("traceback", t.object, Kind::kTraceback);
  t.frame = add_type("frame", t.object, Kind::kFrame);
}

void make_exception_types() {
  BuiltinTypes& t = types();
#define X(name, base) t.name = add_type(#name, t.base, Kind::kException, true);
  VT_EXCEPTION_TYPES(X)
#undef X
  // The one builtin class with two bases.
  ++t.Exception->references;
  t.ExceptionGroup->bases.push_back(t.Exception);
  t.ExceptionGroup->mro = {t.ExceptionGroup, t.BaseExceptionGroup, t.Exception, t.BaseException, t.object};
}

}  // namespace

template <class Fn>
static void take(Fn& mine, Fn base) {
  if (!mine) mine = base;
}

static void inherit(Slots& mine, const Slots& base) {
  for (UnaryFn Slots::*slot : {&Slots::repr, &Slots::str, &Slots::iter, &Slots::length, &Slots::truth, &Slots::hash,
                               &Slots::negative, &Slots::positive, &Slots::invert, &Slots::absolute, &Slots::to_int,
                               &Slots::to_float, &Slots::index, &Slots::next})
    take(mine.*slot, base.*slot);
  for (int op = 0; op < 13; ++op) take(mine.binary[op], base.binary[op]);
  for (int op = 0; op < 13; ++op) take(mine.inplace[op], base.inplace[op]);
  for (int op = 0; op < 6; ++op) take(mine.compare[op], base.compare[op]);
  take(mine.get_item, base.get_item);
  take(mine.contains, base.contains);
  take(mine.set_item, base.set_item);
  take(mine.get_attribute, base.get_attribute);
  take(mine.set_attribute, base.set_attribute);
  take(mine.call, base.call);
  take(mine.construct, base.construct);
  take(mine.initialize, base.initialize);
  take(mine.descriptor_get, base.descriptor_get);
}

// What a class that only says what is equal has for `!=`.
static Value not_equal(Interpreter& vm, const Value& left, const Value& right) {
  const BinaryFn equal = type_of(left)->slots.compare[static_cast<int>(CompareOp::kEqual)];
  const Value result = equal ? equal(vm, left, right) : not_implemented();
  return is_not_implemented(result) ? result : Value::boolean(!vm.truth(result));
}

void inherit_native_slots() {
  // Bases come before their subtypes in the list. What only names its own instances
  // (construct of object) is not handed down to types that cannot be made that way.
  for (Type* type : native_types())
    if (type->base && (type->base != types().object || type->instance_kind == Kind::kException))
      inherit(type->slots, type->base->slots);
  for (Type* type : native_types()) {
    take(type->slots.repr, types().object->slots.repr);
    take(type->slots.hash, types().object->slots.hash);
    if (type->slots.compare[static_cast<int>(CompareOp::kEqual)])
      take(type->slots.compare[static_cast<int>(CompareOp::kNotEqual)], BinaryFn{not_equal});
  }
}

void ensure_bootstrapped() {
  static bool done = false;
  if (done) return;
  done = true;
  make_roots();
  make_value_types();
  make_code_types();
  make_exception_types();
  install_object_type();
  install_type_type();
  install_function_types();
  install_exception_types();
  install_exception_groups();
  install_generator_type();
  install_coroutine_types();
  install_frame_type();
  install_module_type();
}

}  // namespace vt::vm
