// Records calls of Python functions that are one operator in a trace. After record.cpp, which records
// engine ops.
#include <algorithm>

#include "torch/binder.h"
#include "torch/objects.h"
#include "torchscript/script/library.h"
#include "torchscript/trace/tracer.h"

namespace vt::script {

bool Tracer::can_record(const std::string& name, const vm::Arguments& a) const {
  for (const Schema& schema : schemas("aten::" + name)) {
    if (schema.out_variant || schema.variadic || schema.results.size() != 1 ||
        !is(schema.results[0], TypeKind::kTensor))
      continue;
    if (a.positional > schema.arguments.size()) continue;
    bool fits = true;
    for (size_t i = 0; i < schema.arguments.size() && fits; ++i) {
      const Argument& formal = schema.arguments[i];
      const vm::Value* value = i < a.positional && !formal.keyword_only ? &a[i] : a.keyword(formal.name);
      if (!value) fits = formal.has_default;
      else
        fits = fits_type(*value, formal.type) ||
               (is(without_none(formal.type), TypeKind::kList) && (value->as<vm::Tuple>() || value->as<vm::List>())) ||
               (is(without_none(formal.type), TypeKind::kFloat) && value->is_int());
    }
    for (size_t k = 0; k < a.keywords && fits; ++k)
      fits = std::any_of(schema.arguments.begin(), schema.arguments.end(),
                         [&](const Argument& f) { return f.name == a.keyword_names[k].as<vm::Str>()->text; });
    if (fits) return true;
  }
  return false;
}

Value* Tracer::plain(const Argument& formal, const vm::Value& v) {
  const TypePtr type = without_none(formal.type);
  if (const Tensor* t = torch::as_tensor(v)) return value_of(*t);
  if (v.is_none()) return none();
  if (is(type, TypeKind::kList)) {
    std::vector<Value*> items;
    Argument element = formal;
    element.type = type->element();
    for (const vm::Value& item : vm.to_vector(v)) items.push_back(plain(element, item));
    return list(items, type->element());
  }
  if (is(type, TypeKind::kFloat) && v.is_int()) return constant(vm::Value::real(static_cast<double>(v.as_int())), type);
  if (torch::DTypeObject* dtype = v.as<torch::DTypeObject>())
    return constant(vm::Value::integer(dtype_number(dtype->dtype)), simple_type(TypeKind::kInt));
  std::string reason;
  std::optional<TypePtr> found = infer_type(vm, v, &reason);
  return constant(v, found ? *found : type);
}

bool Tracer::record_call(const std::string& name, const vm::Arguments& a, const vm::Value& result) {
  const Tensor* output = torch::as_tensor(result);
  if (!output) return false;
  for (const Schema& schema : schemas("aten::" + name)) {
    if (schema.out_variant || schema.variadic || a.positional > schema.arguments.size()) continue;
    bool fits = true;
    for (size_t i = 0; i < schema.arguments.size() && fits; ++i) {
      const Argument& formal = schema.arguments[i];
      const vm::Value* value = i < a.positional && !formal.keyword_only ? &a[i] : a.keyword(formal.name);
      fits = value ? fits_type(*value, formal.type) || is(without_none(formal.type), TypeKind::kList) ||
                         (is(without_none(formal.type), TypeKind::kFloat) && value->is_int())
                   : formal.has_default;
    }
    if (!fits) continue;
    std::vector<Value*> inputs;
    for (size_t i = 0; i < schema.arguments.size(); ++i) {
      const Argument& formal = schema.arguments[i];
      const vm::Value* value = i < a.positional && !formal.keyword_only ? &a[i] : a.keyword(formal.name);
      inputs.push_back(plain(formal, value ? *value : formal.default_value));
    }
    Node* node = graph->create(schema.name, inputs);
    node->schema = &schema;
    node->range = here();
    node->scope = scope_text();
    graph->insert(node);
    set_outputs(node, schema, {*output});
    return true;
  }
  return false;
}

void Tracer::record_whole(const vm::Value& callable, const std::vector<vm::Value>& inputs,
                          const std::vector<vm::Value>& outputs) {
  std::vector<Value*> read;
  for (const vm::Value& input : inputs) read.push_back(value_of(*torch::as_tensor(input)));
  Node* node = graph->create("prim::PythonOp", read, outputs.size());
  node->constant = callable;
  node->range = here();
  node->scope = scope_text();
  graph->insert(node);
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Tensor& made = *torch::as_tensor(outputs[i]);
    node->outputs[i]->type = traced_type(made);
    set_value(made, node->outputs[i]);
  }
}

}  // namespace vt::script
