#include "torch/return_types.h"

#include <map>

namespace vt::torch {
namespace {

struct ReturnType {
  Type* type;
  std::vector<std::string> fields;
};
std::map<std::string, ReturnType>& made() {
  static std::map<std::string, ReturnType> types;
  return types;
}

Value print_fields(Interpreter& vm, const Value& self) {
  vm::Tuple* tuple = self.as<vm::Tuple>();
  const ReturnType& described = made().at(tuple->type->name);
  std::string text = "torch.return_types." + tuple->type->name + "(\n";
  for (size_t i = 0; i < tuple->items.size(); ++i)
    text += described.fields[i] + "=" + vm.repr(tuple->items[i]) + (i + 1 < tuple->items.size() ? ",\n" : ")");
  return vm::make_str(std::move(text));
}

Value get_field(Interpreter&, const Value& self, vm::Str* name) {
  vm::Tuple* tuple = self.as<vm::Tuple>();
  const ReturnType& described = made().at(tuple->type->name);
  for (size_t i = 0; i < described.fields.size() && i < tuple->items.size(); ++i)
    if (described.fields[i] == name->text) return tuple->items[i];
  return {};
}

// The class for results of that name, made on first use.
Type* return_type(const std::string& name, const std::vector<std::string>& fields) {
  auto found = made().find(name);
  if (found != made().end()) return found->second.type;
  Type* type = vm::make_type(name, vm::types().tuple, Kind::kTuple, "torch.return_types");
  type->slots.repr = print_fields;
  type->slots.str = print_fields;
  type->slots.get_attribute = get_field;
  std::vector<Value> names;
  for (const std::string& field : fields) names.push_back(vm::make_str(field));
  type->set("_fields", vm::make_tuple(std::move(names)));
  made().emplace(name, ReturnType{type, fields});
  return type;
}

// _named_result("linalg_qr", ("Q", "R"), (q, r)), for functions written in the language.
Value named_result(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "_named_result", 3, 3);
  std::vector<std::string> fields;
  for (const Value& field : vm.to_vector(a[1])) fields.push_back(vm.str(field));
  return Value::adopt(new vm::Tuple(vm.to_vector(a[2]), return_type(vm.str(a[0]), fields)));
}
}  // namespace

Value make_return_type(const Schema& schema, const std::vector<Tensor>& outputs) {
  std::vector<Value> items;
  for (const Tensor& output : outputs) items.push_back(wrap(output));
  return Value::adopt(new vm::Tuple(std::move(items), return_type(schema.python_name, schema.results)));
}

Value renamed_result(const Value& named, const char* suffix, std::vector<Value> items) {
  const std::string& name = named.as<vm::Tuple>()->type->name;
  auto found = made().find(name);
  if (found == made().end()) return vm::make_tuple(std::move(items));
  std::vector<std::string> fields = found->second.fields;
  return Value::adopt(new vm::Tuple(std::move(items), return_type(name + suffix, fields)));
}

void define_return_types(vm::Module& m) { function<named_result>(m, "_named_result"); }

}  // namespace vt::torch
