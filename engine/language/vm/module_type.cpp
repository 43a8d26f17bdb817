// Modules, None's kin, mapping proxies: small types that the VM itself brings.
#include "vm/bootstrap.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

Value module_get_attribute(Interpreter& vm, const Value& self, Str* name) {
  Module* module = self.as<Module>();
  HashTable& table = module->attributes.as<Dict>()->table;
  if (name == names().dict_) return module->attributes;
  if (Value* found = table.find(name)) return *found;
  Value* fallback = table.find(names().getattr_);
  if (!fallback || types().module->find(name)) return Value();
  return vm.call(Value(*fallback), {Value::of(name)});
}

Value module_construct(Interpreter&, Type*, const Arguments& a) {
  auto bound = bind_arguments(a, "module", {"name", "doc"}, 1);
  Value made = make<Module>(std::string(expect_str(bound[0], "module() argument 'name'")));
  HashTable& table = made.as<Module>()->attributes.as<Dict>()->table;
  table.insert(names().name_, bound[0]);
  table.insert(names().doc_, bound[1].is_null() ? Value::none() : bound[1]);
  return made;
}

struct Singleton : Object {
  Singleton(Kind kind, Type* type) : Object(kind, type) {}
};

Dict* proxied(const Value& v) { return v.as<MappingProxy>()->dict.as<Dict>(); }

void install_mapping_proxy() {
  Type* type = types().mapping_proxy;
  type->slots.construct = [](Interpreter&, Type*, const Arguments& a) {
    check_count(a, "mappingproxy", 1, 1);
    if (a[0].as<MappingProxy>()) return a[0];
    if (!a[0].as<Dict>())
      raise(types().TypeError, std::string("mappingproxy() argument must be a mapping, not ") + type_name(a[0]));
    return make<MappingProxy>(a[0]);
  };
  type->slots.compare[static_cast<int>(CompareOp::kEqual)] = [](Interpreter& vm, const Value& a, const Value& b) {
    const auto plain = [](const Value& v) { return v.as<MappingProxy>() ? v.as<MappingProxy>()->dict : v; };
    return Value::boolean(vm.equal(plain(a), plain(b)));
  };
  type->slots.length = [](Interpreter&, const Value& self) {
    return Value::integer(static_cast<int64_t>(proxied(self)->table.size()));
  };
  type->slots.iter = [](Interpreter& vm, const Value& self) { return vm.iterate(self.as<MappingProxy>()->dict); };
  type->slots.repr = [](Interpreter& vm, const Value& self) {
    return make_str("mappingproxy(" + vm.repr(self.as<MappingProxy>()->dict) + ")");
  };
  type->slots.str = [](Interpreter& vm, const Value& self) { return make_str(vm.str(self.as<MappingProxy>()->dict)); };
  type->slots.get_item = [](Interpreter& vm, const Value& self, const Value& key) {
    return vm.get_item(self.as<MappingProxy>()->dict, key);
  };
  type->slots.binary[static_cast<int>(BinaryOp::kOr)] = [](Interpreter& vm, const Value& a, const Value& b) {
    const auto plain = [](const Value& v) { return v.as<MappingProxy>() ? v.as<MappingProxy>()->dict : v; };
    return vm.binary(BinaryOp::kOr, plain(a), plain(b));
  };
  type->slots.inplace[static_cast<int>(BinaryOp::kOr)] = [](Interpreter&, const Value&, const Value&) -> Value {
    raise(types().TypeError, "'|=' is not supported by mappingproxy; use '|' instead");
  };
  define_method(type, "__reversed__", [](Interpreter& vm, const Arguments& a) {
    return vm.call_method(a[0].as<MappingProxy>()->dict, "__reversed__", {});
  });
  type->slots.contains = [](Interpreter& vm, const Value& self, const Value& key) {
    return Value::boolean(proxied(self)->table.find(vm, key) != nullptr);
  };
  type->slots.get_attribute = [](Interpreter& vm, const Value& self, Str* name) {
    for (const char* shared : {"get", "keys", "values", "items", "copy"})
      if (name->text == shared) return vm.get_attribute(self.as<MappingProxy>()->dict, name);
    return Value();
  };
}

}  // namespace

Value not_implemented() {
  static Object* only = new Singleton(Kind::kNotImplemented, types().not_implemented);
  return Value::of(only);
}
Value ellipsis() {
  static Object* only = new Singleton(Kind::kEllipsis, types().ellipsis);
  return Value::of(only);
}
bool is_not_implemented(const Value& v) { return v.is_object() && v.as_object()->kind == Kind::kNotImplemented; }

Type* type_of(const Value& v) {
  switch (v.tag()) {
    case Tag::kNull:
    case Tag::kNone: return types().none_type;
    case Tag::kBool: return types().bool_;
    case Tag::kInt: return types().int_;
    case Tag::kFloat: return types().float_;
    case Tag::kObject: break;
  }
  return v.as_object()->type;
}

void install_module_type() {
  Type* type = types().module;
  type->slots.get_attribute = module_get_attribute;
  type->slots.construct = module_construct;
  type->slots.repr = [](Interpreter& vm, const Value& self) {
    Module* module = self.as<Module>();
    Value* file = module->attributes.as<Dict>()->table.find(names().file_);
    return make_str("<module '" + module->name + "'" + (file ? " from " + vm.repr(*file) : std::string(" (built-in)")) +
                    ">");
  };
  types().none_type->slots.repr = [](Interpreter&, const Value&) { return make_str("None"); };
  types().none_type->slots.truth = [](Interpreter&, const Value&) { return Value::boolean(false); };
  types().none_type->slots.hash = [](Interpreter& vm, const Value& self) {
    return Value::integer(static_cast<int64_t>(vm.hash(self)));
  };
  types().none_type->slots.construct = [](Interpreter&, Type*, const Arguments& a) {
    if (a.positional + a.keywords > 0) raise(types().TypeError, "NoneType takes no arguments");
    return Value::none();
  };
  types().ellipsis->slots.repr = [](Interpreter&, const Value&) { return make_str("Ellipsis"); };
  types().not_implemented->slots.repr = [](Interpreter&, const Value&) { return make_str("NotImplemented"); };
  install_mapping_proxy();
}

}  // namespace vt::vm
