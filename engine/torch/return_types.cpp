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

}  // namespace

Type* return_type(const Schema& schema) {
  auto found = made().find(schema.python_name);
  if (found != made().end()) return found->second.type;
  Type* type = vm::make_type(schema.python_name, vm::types().tuple, Kind::kTuple, "torch.return_types");
  type->slots.repr = print_fields;
  type->slots.str = print_fields;
  type->slots.get_attribute = get_field;
  std::vector<Value> names;
  for (const std::string& field : schema.results) names.push_back(vm::make_str(field));
  type->set("_fields", vm::make_tuple(std::move(names)));
  made().emplace(schema.python_name, ReturnType{type, schema.results});
  return type;
}

Value make_return_type(const Schema& schema, const std::vector<Tensor>& outputs) {
  std::vector<Value> items;
  for (const Tensor& output : outputs) items.push_back(wrap(output));
  return Value::adopt(new vm::Tuple(std::move(items), return_type(schema)));
}

}  // namespace vt::torch
