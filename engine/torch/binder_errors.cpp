#include "torch/binder_errors.h"

#include <cmath>

namespace vt::torch {

void BindFailure::set_type(const std::string& parameter, int at, const std::string& type, const Value& v) {
  kind = kTypeMismatch;
  name = parameter;
  position = at;
  expected = type;
  given = v;
}
void BindFailure::set_too_many(const OpDef&, size_t allowed_count, size_t given_count) {
  kind = kTooMany;
  allowed = allowed_count;
  got = given_count;
}
void BindFailure::set_unexpected(const std::string& keyword) { kind = kUnexpected, name = keyword; }
void BindFailure::set_repeated(const std::string& keyword) { kind = kRepeated, name = keyword; }
void BindFailure::set_missing(const Schema& schema, uint64_t given_mask) {
  kind = kMissing;
  for (size_t i = 0; i < schema.parameters.size(); ++i) {
    if ((given_mask & (uint64_t{1} << i)) || schema.parameters[i].has_default) continue;
    ++got;
    const std::string& parameter = schema.parameters[i].name;
    name += (name.empty() ? "\"" : ", \"") + (parameter == "self" ? "input" : parameter) + "\"";
  }
}

std::string parameter_type_text(const Parameter& p) {
  switch (p.type) {
    case ArgType::kTensor: return "Tensor";
    case ArgType::kTensorList: return "tuple of Tensors";
    case ArgType::kScalar: return "Number";
    case ArgType::kInt: return "int";
    case ArgType::kIntList: return "tuple of ints";
    case ArgType::kFloat: return "float";
    case ArgType::kFloatList: return "tuple of floats";
    case ArgType::kBool: return "bool";
    case ArgType::kStr: return "str";
    case ArgType::kDType: return "torch.dtype";
    case ArgType::kDevice: return "torch.device";
  }
  return "object";
}

namespace {

std::string default_text(const Parameter& p) {
  const Arg& v = p.default_value;
  if (v.is_none()) return "None";
  if (const Scalar* s = std::get_if<Scalar>(&v.value)) {
    if (s->kind == Scalar::Kind::kBool) return s->to_bool() ? "True" : "False";
    if (s->kind == Scalar::Kind::kInt) return std::to_string(s->to_int());
    if (std::floor(s->number) == s->number && std::fabs(s->number) < 1e15)
      return std::to_string(static_cast<int64_t>(s->number));
    std::string text = std::to_string(s->number);
    return text.substr(0, text.find_last_not_of('0') + 1);
  }
  if (const std::string* text = std::get_if<std::string>(&v.value)) return "\"" + *text + "\"";
  if (const IntList* list = std::get_if<IntList>(&v.value)) {
    std::string text = "(";
    for (size_t i = 0; i < list->size(); ++i) text += (i ? "," : "") + std::to_string((*list)[i].hint());
    return text + ")";
  }
  return "None";
}

std::string signature_text(const OpBinding& binding, const OpDef& op) {
  const Schema& schema = schema_of(op);
  std::string text = "(";
  bool star = false;
  auto item = [&](const std::string& part) { text += (text.size() > 1 ? ", " : "") + part; };
  for (size_t i = binding.space == OpSpace::kMethod ? 1 : 0; i < schema.parameters.size(); ++i) {
    const Parameter& p = schema.parameters[i];
    if (p.keyword_only && !star) item("*"), star = true;
    item(parameter_type_text(p) + " " + (p.name == "self" ? "input" : p.name) +
         (p.has_default ? " = " + default_text(p) : ""));
  }
  if (binding.space != OpSpace::kMethod && (op.traits & kHasOut)) {
    if (!star) item("*"), star = true;
    item(schema.results.size() > 1 ? "tuple of Tensors out = None" : "Tensor out = None");
  }
  if (op.traits & kFactory) {
    if (!star) item("*");
    item("bool requires_grad = False");
  }
  return text + ")";
}

// The overloads as PyTorch lists them: a Scalar overload is part of its Tensor overload.
std::vector<const OpDef*> shown_overloads(const OpBinding& binding) {
  std::vector<const OpDef*> shown;
  for (const OpDef* op : binding.overloads) {
    std::string name = op->name;
    size_t dot = name.find(".Scalar");
    if (dot != std::string::npos && (find_op(name.substr(0, dot) + ".Tensor") || find_op(name.substr(0, dot))))
      continue;
    shown.push_back(op);
  }
  return shown;
}

std::string given_text(const OpBinding& binding, const Arguments& a) {
  std::string text = "(";
  size_t first = binding.space == OpSpace::kMethod ? 1 : 0;
  auto type_text = [](const Value& v) -> std::string {
    const std::vector<Value>* items = nullptr;
    if (vm::Tuple* tuple = v.as<vm::Tuple>()) items = &tuple->items;
    if (vm::List* list = v.as<vm::List>()) items = &list->items;
    if (!items || v.as_object()->kind == Kind::kSize) return argument_type_text(v);
    std::string types = std::string(v.as<vm::Tuple>() ? "tuple" : "list") + " of ";
    if (v.as<vm::Tuple>()) {
      types += "(";
      for (size_t i = 0; i < items->size(); ++i)
        types += (i ? ", " : "") + std::string(argument_type_text((*items)[i]));
      return types + (items->size() == 1 ? ",)" : ")");
    }
    types += "[";
    for (size_t i = 0; i < items->size(); ++i) types += (i ? ", " : "") + std::string(argument_type_text((*items)[i]));
    return types + "]";
  };
  for (size_t i = first; i < a.positional; ++i) text += (i > first ? ", " : "") + type_text(a[i]);
  for (size_t k = 0; k < a.keywords; ++k)
    text +=
        (text.size() > 1 ? ", " : "") + a.keyword_names[k].as<vm::Str>()->text + "=" + type_text(a[a.positional + k]);
  if (a.keywords > 0) text += ", ";
  return text + ")";
}

[[noreturn]] void raise_single(const OpBinding& binding, const Arguments& a, const BindFailure& f, const OpDef& op) {
  std::string prefix = binding.name + "()";
  size_t first = binding.space == OpSpace::kMethod ? 1 : 0;
  auto type_error = [](const std::string& text) { vm::raise(vm::types().TypeError, text); };
  switch (f.kind) {
    case BindFailure::kTypeMismatch: {
      std::string name = f.name == "self" ? "input" : f.name;
      const std::vector<Value>* items = nullptr;
      if (vm::Tuple* tuple = f.given.as<vm::Tuple>()) items = &tuple->items;
      if (vm::List* list = f.given.as<vm::List>()) items = &list->items;
      if (f.expected == "tuple of Tensors" && items) {
        for (size_t i = 0; i < items->size(); ++i)
          if (!as_tensor((*items)[i]))
            type_error("expected Tensor as element " + std::to_string(i) + " in argument " +
                       std::to_string(f.position - 1) + ", but got " + argument_type_text((*items)[i]));
      }
      std::string where = f.position > 0 ? " (position " + std::to_string(f.position) + ")" : "";
      type_error(prefix + ": argument '" + name + "'" + where + " must be " + f.expected + ", not " +
                 argument_type_text(f.given));
    }
      [[fallthrough]];
    case BindFailure::kTooMany: {
      const Schema& schema = schema_of(op);
      size_t required = 0;
      for (const Parameter& p : schema.parameters) required += !p.has_default && !p.keyword_only;
      size_t most = f.allowed - first;
      size_t least = required - std::min(first, required);
      std::string given =
          std::to_string(a.positional - first) + (a.positional - first == 1 ? " was given" : " were given");
      if (least < most)
        type_error(prefix + " takes from " + std::to_string(least) + " to " + std::to_string(most) +
                   " positional arguments but " + given);
      type_error(prefix + " takes " + std::to_string(most) + " positional argument" + (most == 1 ? "" : "s") + " but " +
                 given);
    }
      [[fallthrough]];
    case BindFailure::kUnexpected:
      type_error(prefix + " got an unexpected keyword argument '" + f.name + "'");
      [[fallthrough]];
    case BindFailure::kRepeated:
      type_error(prefix + " got multiple values for argument '" + f.name + "'");
      [[fallthrough]];
    case BindFailure::kMissing:
    case BindFailure::kNone: break;
  }
  type_error(prefix + " missing " + std::to_string(f.got) + " required positional arguments: " + f.name);
  std::abort();
}

// Why an overload that the number of arguments would allow was not taken; empty when
// that number already rules it out.
std::string mismatch_text(const OpBinding& binding, const OpDef& op, const Arguments& a) {
  const Schema& schema = schema_of(op);
  size_t given = a.positional + a.keywords;
  size_t required = 0;
  for (const Parameter& p : schema.parameters) required += !p.has_default;
  std::string unknown;
  for (size_t k = 0; k < a.keywords; ++k) {
    const std::string& name = a.keyword_names[k].as<vm::Str>()->text;
    bool known = false;
    for (const Parameter& p : schema.parameters) known |= p.name == name;
    if (!known) unknown += (unknown.empty() ? "" : ", ") + name;
  }
  const char* because = "      didn't match because some of the ";
  if (!unknown.empty()) return because + ("keywords were incorrect: " + unknown) + "\n";
  if (given < required || given > schema.parameters.size()) return "";
  if (a.keywords > 0) return "";
  std::string types;
  size_t first = binding.space == OpSpace::kMethod ? 1 : 0;
  for (size_t i = first; i < a.positional; ++i) {
    OpBinding only = binding;
    std::string shown = argument_type_text(a[i]);
    bool wrong = !fits_parameter(schema.parameters[i], a[i]);
    types += (types.empty() ? "" : ", ") + (wrong ? "!" + shown + "!" : shown);
  }
  return because + ("arguments have invalid types: (" + types + ")") + "\n";
}

size_t required_count(const OpDef& op) {
  size_t count = 0;
  for (const Parameter& p : schema_of(op).parameters) count += !p.has_default;
  return count;
}

}  // namespace

void raise_bind_failure(const OpBinding& binding, const Arguments& a, const BindFailure& failure) {
  std::vector<const OpDef*> shown = shown_overloads(binding);
  if (shown.size() <= 1) {
    bool merged = shown.size() < binding.overloads.size();
    if (!merged || failure.kind != BindFailure::kMissing) raise_single(binding, a, failure, *binding.overloads.front());
    vm::raise(vm::types().TypeError, binding.name + "() received an invalid combination of arguments - got " +
                                         given_text(binding, a) + ", but expected " +
                                         signature_text(binding, *shown.front()));
  }
  size_t given = a.positional + a.keywords;
  std::vector<const OpDef*> plausible;
  for (const OpDef* op : shown)
    if (given >= required_count(*op) && given <= schema_of(*op).parameters.size()) plausible.push_back(op);
  if (plausible.size() == 1) {
    OpBinding only = binding;
    only.overloads = {plausible.front()};
    BoundCall ignored;
    bind_call(*Interpreter::current(), only, a);
  }
  std::string text = binding.name + "() received an invalid combination of arguments - got " + given_text(binding, a) +
                     ", but expected one of:\n";
  for (const OpDef* op : shown) text += " * " + signature_text(binding, *op) + "\n" + mismatch_text(binding, *op, a);
  vm::raise(vm::types().TypeError, text);
}

}  // namespace vt::torch
