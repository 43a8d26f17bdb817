#include "vm/objects.h"

#include "support/check.h"
#include "vm/code_runtime.h"
#include "vm/interpreter.h"

namespace vt::vm {
namespace {

// Attributes of subclasses of native types: a dict on first use, not for exact types.
Value* subclass_attributes(Object* object, Value& attributes) {
  if (!object->type || object->type->is_native) return nullptr;
  if (attributes.is_null()) attributes = make<Dict>();
  return &attributes;
}

void visit_all(Visitor& visitor, const std::vector<Value>& items) {
  for (const Value& item : items) visitor.visit(item);
}

void visit_table(Visitor& visitor, const HashTable& table) {
  for (const HashTable::Entry& entry : table.entries()) {
    visitor.visit(entry.key);
    visitor.visit(entry.value);
  }
}

// Lists and tuples let go of the last item first.
void drop(std::vector<Value>& items) {
  std::vector<Value> dead;
  dead.swap(items);
  while (!dead.empty()) dead.pop_back();
}

template <class... V>
void drop_values(V&... values) {
  ((values = Value()), ...);
}
template <class... V>
void visit_values(Visitor& visitor, const V&... values) {
  (visitor.visit(values), ...);
}

}  // namespace

Tuple::Tuple(std::vector<Value> values, Type* tuple_type)
    : Object(Kind::kTuple, tuple_type ? tuple_type : types().tuple), items(std::move(values)) {}
void Tuple::traverse(Visitor& visitor) const {
  visit_all(visitor, items);
  visitor.visit(attributes);
}
void Tuple::clear() {
  drop(items);
  drop_values(attributes);
}
Value* Tuple::attributes_slot() { return subclass_attributes(this, attributes); }
const Value* Tuple::attributes_if_any() { return type && type->is_native ? nullptr : &attributes; }
Value make_tuple(std::vector<Value> items) { return make<Tuple>(std::move(items)); }

List::List(std::vector<Value> values, Type* list_type)
    : Object(Kind::kList, list_type ? list_type : types().list), items(std::move(values)) {}
void List::traverse(Visitor& visitor) const {
  visit_all(visitor, items);
  visitor.visit(attributes);
}
void List::clear() {
  drop(items);
  drop_values(attributes);
}
Value* List::attributes_slot() { return subclass_attributes(this, attributes); }
const Value* List::attributes_if_any() { return type && type->is_native ? nullptr : &attributes; }
Value make_list(std::vector<Value> items) { return make<List>(std::move(items)); }

Dict::Dict(Type* dict_type) : Object(Kind::kDict, dict_type ? dict_type : types().dict) {}
void Dict::traverse(Visitor& visitor) const {
  visit_table(visitor, table);
  visitor.visit(attributes);
}
void Dict::clear() {
  table.clear();
  drop_values(attributes);
}
Value* Dict::attributes_slot() { return subclass_attributes(this, attributes); }
const Value* Dict::attributes_if_any() { return type && type->is_native ? nullptr : &attributes; }

Set::Set(bool frozen, Type* set_type)
    : Object(frozen ? Kind::kFrozenSet : Kind::kSet, set_type ? set_type
                                                     : frozen ? types().frozenset
                                                              : types().set) {}
void Set::traverse(Visitor& visitor) const {
  for (const SetTable::Entry& entry : table.entries()) visitor.visit(entry.key);
  visitor.visit(attributes);
}
void Set::clear() {
  table.clear();
  drop_values(attributes);
}
Value* Set::attributes_slot() { return subclass_attributes(this, attributes); }
const Value* Set::attributes_if_any() { return type && type->is_native ? nullptr : &attributes; }

Slice::Slice(Value from, Value to, Value by)
    : Object(Kind::kSlice, types().slice), start(std::move(from)), stop(std::move(to)), step(std::move(by)) {}
void Slice::traverse(Visitor& visitor) const { visit_values(visitor, start, stop, step); }
void Slice::clear() { drop_values(start, stop, step); }

Range::Range(int64_t from, int64_t to, int64_t by)
    : Object(Kind::kRange, types().range), start(from), stop(to), step(by) {}
int64_t Range::length() const {
  if (step > 0)
    return start < stop ? static_cast<int64_t>((static_cast<uint64_t>(stop) - static_cast<uint64_t>(start) - 1) /
                                               static_cast<uint64_t>(step)) +
                              1
                        : 0;
  return start > stop ? static_cast<int64_t>((static_cast<uint64_t>(start) - static_cast<uint64_t>(stop) - 1) /
                                             (0 - static_cast<uint64_t>(step))) +
                            1
                      : 0;
}

Bytes::Bytes(std::string bytes) : Object(Kind::kBytes, types().bytes), data(std::move(bytes)) {}
BigInt::BigInt(bool is_negative, std::vector<uint32_t> magnitude)
    : Object(Kind::kBigInt, types().int_), negative(is_negative), limbs(std::move(magnitude)) {}
void BigInt::traverse(Visitor& visitor) const { visitor.visit(attributes); }
void BigInt::clear() { drop_values(attributes); }
Value* BigInt::attributes_slot() {
  if (!type || type->is_native) return nullptr;
  if (attributes.is_null()) attributes = make<Dict>();
  return &attributes;
}
const Value* BigInt::attributes_if_any() { return type && type->is_native ? nullptr : &attributes; }

Cell::Cell(Value value) : Object(Kind::kCell, types().cell), content(std::move(value)) {}
void Cell::traverse(Visitor& visitor) const { visitor.visit(content); }
void Cell::clear() { drop_values(content); }

CodeObject::CodeObject(std::shared_ptr<const Code> source)
    : Object(Kind::kCode, types().code), code(std::move(source)) {
  constants.reserve(code->constants.size());
  for (const Constant& constant : code->constants) constants.push_back(materialise(constant));
  for (const std::string& name : code->names) names.push_back(intern(name));
  caches = std::make_shared<CodeRuntime>(*code);
}
void CodeObject::traverse(Visitor& visitor) const { visit_all(visitor, constants); }
void CodeObject::clear() {
  drop(constants);
  hook_data.reset();
}

Function::Function(Value function_code, Value namespace_dict)
    : Object(Kind::kFunction, types().function), code(std::move(function_code)), globals(std::move(namespace_dict)) {
  VT_CHECK(code.as<CodeObject>() && globals.as<Dict>(), "a function has code and globals");
  if (Interpreter* vm = Interpreter::current()) builtins = Value::of(vm->builtins());
}
void Function::traverse(Visitor& visitor) const {
  visit_values(visitor, code, globals, builtins, name, qualified_name, module, docstring, defaults, keyword_defaults,
               closure, annotations, attributes);
}
void Function::clear() {
  // Code and globals stay: a frame may be running this very function.
  drop_values(docstring, defaults, keyword_defaults, closure, annotations, attributes);
}
Value* Function::attributes_slot() {
  if (attributes.is_null()) attributes = make<Dict>();
  return &attributes;
}
const Value* Function::attributes_if_any() { return &attributes; }

const Value* Arguments::keyword(std::string_view name) const {
  for (size_t i = 0; i < keywords; ++i)
    if (keyword_names[i].as<Str>()->text == name) return &values[positional + i];
  return nullptr;
}

NativeFunction::NativeFunction(std::string function_name, NativeFn function)
    : Object(Kind::kNativeFunction, types().native_function),
      name(std::move(function_name)),
      qualified_name(name),
      fn(function) {}
void NativeFunction::traverse(Visitor& visitor) const { visit_values(visitor, bound, attributes); }
void NativeFunction::clear() { drop_values(bound, attributes); }
Value* NativeFunction::attributes_slot() {
  if (attributes.is_null()) attributes = make<Dict>();
  return &attributes;
}
const Value* NativeFunction::attributes_if_any() { return &attributes; }

// `[].append` is of the class of `len`, as in CPython.
BoundMethod::BoundMethod(Value callee, Value receiver)
    : Object(Kind::kBoundMethod, callee.as<NativeFunction>() ? types().native_function : types().bound_method),
      function(std::move(callee)),
      self(std::move(receiver)) {}
void BoundMethod::traverse(Visitor& visitor) const { visit_values(visitor, function, self); }
void BoundMethod::clear() { drop_values(function, self); }

Module::Module(std::string module_name)
    : Object(Kind::kModule, types().module), name(std::move(module_name)), attributes(make<Dict>()) {}
void Module::traverse(Visitor& visitor) const { visitor.visit(attributes); }
void Module::clear() {
  if (Dict* dict = attributes.as<Dict>()) dict->table.clear();
}
Value* Module::attributes_slot() { return &attributes; }
const Value* Module::attributes_if_any() { return &attributes; }

Instance::Instance(Type* instance_type) : Object(Kind::kInstance, instance_type) {}
void Instance::traverse(Visitor& visitor) const { visitor.visit(attributes); }
void Instance::clear() { drop_values(attributes); }
Value* Instance::attributes_slot() {
  if (attributes.is_null()) attributes = make<Dict>();
  return &attributes;
}
const Value* Instance::attributes_if_any() { return &attributes; }

Exception::Exception(Type* exception_type, Value arguments)
    : Object(Kind::kException, exception_type), args(std::move(arguments)) {}
void Exception::traverse(Visitor& visitor) const {
  visit_values(visitor, args, cause, context, notes, suggestion_names, suggestion_globals, attributes);
}
void Exception::clear() { drop_values(cause, context, notes, suggestion_names, suggestion_globals, attributes); }
Value* Exception::attributes_slot() {
  if (attributes.is_null()) attributes = make<Dict>();
  return &attributes;
}
const Value* Exception::attributes_if_any() { return &attributes; }

Property::Property(Value get, Value set, Value erase)
    : Object(Kind::kProperty, types().property),
      getter(std::move(get)),
      setter(std::move(set)),
      deleter(std::move(erase)) {}
void Property::traverse(Visitor& visitor) const { visit_values(visitor, getter, setter, deleter, docstring); }
void Property::clear() { drop_values(getter, setter, deleter, docstring); }

StaticMethod::StaticMethod(Value wrapped)
    : Object(Kind::kStaticMethod, types().static_method), function(std::move(wrapped)) {}
void StaticMethod::traverse(Visitor& visitor) const { visit_values(visitor, function, attributes); }
void StaticMethod::clear() { drop_values(function, attributes); }
Value* StaticMethod::attributes_slot() {
  if (attributes.is_null()) attributes = make<Dict>();
  return &attributes;
}
const Value* StaticMethod::attributes_if_any() { return &attributes; }

ClassMethod::ClassMethod(Value wrapped)
    : Object(Kind::kClassMethod, types().class_method), function(std::move(wrapped)) {}
void ClassMethod::traverse(Visitor& visitor) const { visit_values(visitor, function, attributes); }
void ClassMethod::clear() { drop_values(function, attributes); }
Value* ClassMethod::attributes_slot() {
  if (attributes.is_null()) attributes = make<Dict>();
  return &attributes;
}
const Value* ClassMethod::attributes_if_any() { return &attributes; }

Super::Super(Type* from, Value receiver, Type* receiver_type)
    : Object(Kind::kSuper, types().super),
      start(from),
      self_type(receiver_type),
      start_holder(Value::of(from)),
      self(std::move(receiver)),
      self_type_holder(receiver_type ? Value::of(receiver_type) : Value()) {}
void Super::traverse(Visitor& visitor) const { visit_values(visitor, start_holder, self, self_type_holder); }
void Super::clear() { drop_values(self); }

Traceback::Traceback(std::vector<TracebackEntry> places, size_t at)
    : Object(Kind::kTraceback, types().traceback), entries(std::move(places)), index(at) {}

MappingProxy::MappingProxy(Value shown) : Object(Kind::kMappingProxy, types().mapping_proxy), dict(std::move(shown)) {}
void MappingProxy::traverse(Visitor& visitor) const { visitor.visit(dict); }
void MappingProxy::clear() { drop_values(dict); }

NativeIterator::NativeIterator(Type* iterator_type)
    : Object(Kind::kIterator, iterator_type ? iterator_type : types().iterator) {}

}  // namespace vt::vm
