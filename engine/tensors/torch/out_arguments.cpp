#include "torch/out_arguments.h"

#include <algorithm>

#include "compat/out_rules.h"
#include "torch/binder.h"
#include "torch/return_types.h"

namespace vt::torch {
namespace {

std::vector<Value> items_of(const Value& list) {
  if (vm::Tuple* tuple = list.as<vm::Tuple>()) return tuple->items;
  if (vm::List* items = list.as<vm::List>()) return items->items;
  return {list};
}

std::vector<Value> store_all(const std::string& name, const compat::OutRule& rule, const Value& out,
                             const Outputs& results) {
  std::vector<Value> targets = items_of(out);
  if (targets.size() != results.size())
    vm::raise(vm::types().TypeError, "expected tuple of " + std::to_string(results.size()) + " elements but got " +
                                         std::to_string(targets.size()));
  for (size_t i = 0; i < results.size(); ++i) compat::store_out(name, rule, i, *as_tensor(targets[i]), results[i]);
  return targets;
}

// _takes_out(name) and _store_out(name, result, out), for functions written in the language.
Value knows_out(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "_takes_out", 1, 1);
  return Value::boolean(compat::takes_out(vm.str(a[0])));
}
Value store_result(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "_store_out", 3, 3);
  std::string name = vm.str(a[0]);
  Outputs results;
  for (const Value& item : items_of(a[1])) results.push_back(*as_tensor(item));
  if (!fits_out(a[2], results.size()))
    vm::raise(vm::types().TypeError, name + "(): argument 'out' must be " +
                                         (results.size() > 1 ? "tuple of Tensors" : "Tensor") + ", not " +
                                         argument_type_text(a[2]));
  std::vector<Value> targets = store_all(name, compat::out_rule(name), a[2], results);
  return results.size() == 1 ? targets[0] : renamed_result(a[1], "_out", std::move(targets));
}

}  // namespace

bool fits_out(const Value& out, size_t results) {
  if (results == 1) return as_tensor(out);
  if (!out.as<vm::Tuple>() && !out.as<vm::List>()) return false;
  std::vector<Value> items = items_of(out);
  return std::all_of(items.begin(), items.end(), [](const Value& v) { return as_tensor(v); });
}

Value store_out(const OpDef& op, const Value& out, const Outputs& outputs) {
  const Schema& schema = schema_of(op);
  std::vector<Value> targets = store_all(schema.python_name, compat::out_rule(op), out, outputs);
  if (outputs.size() == 1) return out;
  Schema named = schema;
  named.python_name += "_out";
  Outputs tensors;
  for (const Value& target : targets) tensors.push_back(*as_tensor(target));
  return make_return_type(named, tensors);
}

void define_out_functions(vm::Module& m) {
  function<knows_out>(m, "_takes_out");
  function<store_result>(m, "_store_out");
}

}  // namespace vt::torch
