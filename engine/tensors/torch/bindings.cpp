// One native function per op name and namespace, made from the table of ops.
#include <map>
#include <memory>
#include <unordered_map>

#include "torch/binder.h"
#include "torch/call_facts.h"
#include "torch/return_types.h"

namespace vt::torch {
namespace {

struct Entry {
  OpBinding binding;
  Value function;
};
using Space = std::map<std::string, std::unique_ptr<Entry>, std::less<>>;

uint32_t space_trait(OpSpace space) {
  switch (space) {
    case OpSpace::kFunction: return kFunction;
    case OpSpace::kMethod: return kMethod;
    case OpSpace::kFunctional: return kFunctional;
    case OpSpace::kLinalg: return kLinalg;
    case OpSpace::kSpecial: return kSpecial;
    case OpSpace::kFft: return kFft;
    case OpSpace::kNN: return kFunctional;
    case OpSpace::kAten: return ~uint32_t{0};
  }
  return 0;
}

// "linalg_norm" is torch.linalg.norm.
std::string visible_name(OpSpace space, const std::string& name) {
  std::string_view prefix = space == OpSpace::kLinalg    ? "linalg_"
                            : space == OpSpace::kSpecial ? "special_"
                            : space == OpSpace::kFft     ? "fft_"
                                                         : "";
  if (!prefix.empty() && name.compare(0, prefix.size(), prefix) == 0) return name.substr(prefix.size());
  return name;
}

void add(Space& names, OpSpace space, const std::string& name, const OpDef* op, bool inplace) {
  std::unique_ptr<Entry>& entry = names[name];
  if (!entry) {
    entry = std::make_unique<Entry>();
    entry->binding.name = name;
    entry->binding.space = space;
    entry->binding.inplace = inplace;
  }
  if (entry->binding.inplace == inplace) entry->binding.overloads.push_back(op);
}

// Second names of ops: the second name is bound where the first is an op.
constexpr std::pair<const char*, const char*> kAliases[] = {
    {"neg", "negative"},       {"trunc", "fix"},        {"abs", "absolute"},    {"sub", "subtract"},
    {"mul", "multiply"},       {"div", "divide"},       {"div", "true_divide"}, {"gt", "greater"},
    {"ge", "greater_equal"},   {"lt", "less"},          {"le", "less_equal"},   {"ne", "not_equal"},
    {"clamp", "clip"},         {"acos", "arccos"},      {"asin", "arcsin"},     {"atan", "arctan"},
    {"acosh", "arccosh"},      {"asinh", "arcsinh"},    {"atanh", "arctanh"},   {"atan2", "arctan2"},
    {"cat", "concatenate"},    {"vstack", "row_stack"}, {"outer", "ger"},       {"transpose", "swapaxes"},
    {"transpose", "swapdims"},
};

void add_aliases(Space& names) {
  for (auto [original, alias] : kAliases)
    for (const char* suffix : {"", "_"}) {
      auto found = names.find(std::string(original) + suffix);
      std::string name = std::string(alias) + suffix;
      if (found == names.end() || names.count(name)) continue;
      auto entry = std::make_unique<Entry>();
      entry->binding = found->second->binding;
      entry->binding.name = name;
      names.emplace(name, std::move(entry));
    }
}

Space make_space(OpSpace space) {
  Space names;
  uint32_t trait = space_trait(space);
  for (const OpDef* op : all_ops()) {
    if ((op->traits & kInternal) && space != OpSpace::kAten) continue;
    if (!(op->traits & trait)) continue;
    std::string name = visible_name(space, schema_of(*op).python_name);
    add(names, space, name, op, false);
  }
  if (space == OpSpace::kLinalg || space == OpSpace::kSpecial || space == OpSpace::kFft) return names;
  for (const OpDef* op : all_ops()) {
    if (!(op->traits & kHasInplace) || !(op->traits & trait)) continue;
    std::string name = schema_of(*op).python_name + "_";
    if (names.count(name) && !names[name]->binding.inplace) continue;
    add(names, space, name, op, true);
  }
  if (space == OpSpace::kFunction || space == OpSpace::kMethod) add_aliases(names);
  return names;
}

Space& space_names(OpSpace space) {
  static Space spaces[8] = {make_space(OpSpace::kFunction),   make_space(OpSpace::kMethod),
                            make_space(OpSpace::kFunctional), make_space(OpSpace::kLinalg),
                            make_space(OpSpace::kSpecial),    make_space(OpSpace::kFft),
                            make_space(OpSpace::kNN),         make_space(OpSpace::kAten)};
  return spaces[static_cast<size_t>(space)];
}

Value call_native(Interpreter& vm, const Arguments& a) {
  const auto* binding = static_cast<const OpBinding*>(vm::current_native(vm)->data);
  return call_binding(vm, *binding, a);
}

const char* module_text(OpSpace space) {
  switch (space) {
    case OpSpace::kFunction: return "torch";
    case OpSpace::kMethod: return "torch";
    case OpSpace::kFunctional: return "torch.nn.functional";
    case OpSpace::kLinalg: return "torch.linalg";
    case OpSpace::kSpecial: return "torch.special";
    case OpSpace::kFft: return "torch.fft";
    case OpSpace::kNN: return "torch._C._nn";
    case OpSpace::kAten: return "torch.ops.aten";
  }
  return "torch";
}

}  // namespace

const char* OpBinding::full_prefix() const {
  switch (space) {
    case OpSpace::kFunction: return "torch.";
    case OpSpace::kMethod: return "Tensor.";
    case OpSpace::kFunctional: return "torch.nn.functional.";
    case OpSpace::kLinalg: return "torch.linalg.";
    case OpSpace::kSpecial: return "torch.special.";
    case OpSpace::kFft: return "torch.fft.";
    case OpSpace::kNN: return "torch._C._nn.";
    case OpSpace::kAten: return "torch.ops.aten.";
  }
  return "";
}

const OpBinding* binding_of(const Value& function) {
  vm::NativeFunction* native = function.as<vm::NativeFunction>();
  return native && native->fn == guarded<call_native> ? static_cast<const OpBinding*>(native->data) : nullptr;
}

const OpBinding* find_binding(OpSpace space, std::string_view name) {
  Space& names = space_names(space);
  auto found = names.find(name);
  return found == names.end() ? nullptr : &found->second->binding;
}

std::vector<const OpBinding*> bindings(OpSpace space) {
  std::vector<const OpBinding*> all;
  for (auto& [name, entry] : space_names(space)) all.push_back(&entry->binding);
  return all;
}

Value bound_function(const OpBinding& binding) {
  Entry& entry = *space_names(binding.space).find(binding.name)->second;
  if (entry.function.is_null()) {
    auto* native = new vm::NativeFunction(binding.name, guarded<call_native>);
    native->data = &entry.binding;
    native->module = module_text(binding.space);
    native->is_method = binding.space == OpSpace::kMethod;
    native->qualified_name = native->is_method ? "Tensor." + binding.name : binding.name;
    native->doc = binding.overloads.front()->doc;
    entry.function = Value::adopt(native);
  }
  return entry.function;
}

Value wrap_outputs(const OpDef& op, const Outputs& outputs) {
  CallFacts facts = call_facts(op);
  switch (facts.result) {
    case ResultForm::kNumber:
      if (outputs.size() == 1 && !outputs[0].is_fake()) return item_of(outputs[0]);
      [[fallthrough]];
    case ResultForm::kTensor:
      if (outputs.size() == 1) return wrap(outputs[0]);
      break;
    case ResultForm::kNamedTuple:
      if (facts.schema->results.size() == outputs.size()) return make_return_type(*facts.schema, outputs);
      break;
    case ResultForm::kTuple: break;
  }
  return wrap_list(outputs);
}

}  // namespace vt::torch
