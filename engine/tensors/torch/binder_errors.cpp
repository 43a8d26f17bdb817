#include "torch/binder_errors.h"

#include <algorithm>
#include <cmath>

#include "compat/out_rules.h"
#include "torch/signatures.h"

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

void raise_too_many(const std::string& prefix, size_t least, size_t most, size_t given) {
  std::string count = std::to_string(given);
  if (least != most)
    vm::raise(vm::types().TypeError, prefix + " takes from " + std::to_string(least) + " to " + std::to_string(most) +
                                         " positional arguments but " + count + " were given");
  vm::raise(vm::types().TypeError, prefix + " takes " + std::to_string(most) + " positional argument" +
                                       (most == 1 ? "" : "s") + " but " + count + (given == 1 ? " was" : " were") +
                                       " given");
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
    if (!list->empty()) return std::to_string(list->front().hint());
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
  if (binding.space != OpSpace::kMethod && compat::takes_out(op)) {
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

// The type of an argument; of a tuple or list also its elements' where `inside` is set.
std::string type_text(const Value& v, bool inside) {
  const std::vector<Value>* items = nullptr;
  if (vm::Tuple* tuple = v.as<vm::Tuple>()) items = &tuple->items;
  if (vm::List* list = v.as<vm::List>()) items = &list->items;
  if (!items || !inside || v.as_object()->kind == Kind::kSize) return argument_type_text(v);
  bool tuple = v.as<vm::Tuple>();
  std::string types = tuple ? "tuple of (" : "list of [";
  for (size_t i = 0; i < items->size(); ++i) types += (i ? ", " : "") + std::string(argument_type_text((*items)[i]));
  return types + (tuple ? items->size() == 1 ? ",)" : ")" : "]");
}
// PyTorch keeps keywords in a table that it walks backwards, and cuts the last comma only
// after positional arguments.
std::string given_text(const OpBinding& binding, const Arguments& a) {
  size_t first = binding.space == OpSpace::kMethod ? 1 : 0;
  std::string text = "(";
  for (size_t i = first; i < a.positional; ++i) text += type_text(a[i], false) + ", ";
  for (size_t k = a.keywords; k-- > 0;)
    text += a.keyword_names[k].as<vm::Str>()->text + "=" + type_text(a[a.positional + k], false) + ", ";
  if (a.positional > first) text.resize(text.size() - 2);
  return text + ")";
}

// Elements after the first are looked at when the list is unpacked.
void check_unpacking(const std::string& prefix, const std::string& name, const std::vector<Value>& items) {
  for (size_t i = 1; i < items.size(); ++i) {
    SymInt ignored;
    if (to_int(items[i], &ignored)) continue;
    vm::raise(vm::types().TypeError, prefix + ": argument '" + name + "' failed to unpack the object at pos " +
                                         std::to_string(i + 1) + " with error \"type must be tuple of ints,but got " +
                                         argument_type_text(items[i]) + "\"");
  }
}
[[noreturn]] void raise_mismatch(const std::string& prefix, const std::string& name, int position,
                                 const std::string& expected, const Value& given) {
  auto type_error = [](const std::string& text) { vm::raise(vm::types().TypeError, text); };
  const std::vector<Value>* items = nullptr;
  if (vm::Tuple* tuple = given.as<vm::Tuple>()) items = &tuple->items;
  if (vm::List* list = given.as<vm::List>()) items = &list->items;
  if (expected == "tuple of Tensors" && items) {
    for (size_t i = 0; i < items->size(); ++i)
      if (!as_tensor((*items)[i]))
        type_error("expected Tensor as element " + std::to_string(i) + " in argument " + std::to_string(position - 1) +
                   ", but got " + argument_type_text((*items)[i]));
  }
  // The losses of torch.nn.functional look their mode up by its name.
  if (name == "reduction" && expected == "str")
    vm::raise(vm::types().ValueError, vm::Interpreter::current()->str(given) + " is not a valid value for reduction");
  std::string where = position > 0 ? " (position " + std::to_string(position) + ")" : "";
  std::string text = prefix + ": argument '" + name + "'" + where + " must be " + expected;
  SymInt ignored;
  if (expected == "tuple of ints" && items && !items->empty()) {
    if (to_int(items->front(), &ignored)) check_unpacking(prefix, name, *items);
    type_error(text + ", but found element of type " + argument_type_text(items->front()) + " at pos 0");
  }
  type_error(text + ", not " + argument_type_text(given));
  std::abort();
}
std::string prefix_of(const OpBinding& binding) {
  const char* space = binding.space == OpSpace::kLinalg    ? binding.name.starts_with("_") ? "linalg" : "linalg_"
                      : binding.space == OpSpace::kSpecial ? "special_"
                                                           : "";
  return space + binding.name + "()";
}
// Most of torch.nn.functional is written in the language there, and so are its messages.
bool written_in_python(const OpBinding& binding) {
  if (binding.space != OpSpace::kFunctional || binding.name.ends_with("_")) return false;
  for (const char* native : {"adaptive_avg_pool1d",
                             "avg_pool1d",
                             "avg_pool2d",
                             "avg_pool3d",
                             "bilinear",
                             "channel_shuffle",
                             "conv1d",
                             "conv2d",
                             "conv3d",
                             "conv_transpose1d",
                             "conv_transpose2d",
                             "conv_transpose3d",
                             "cosine_similarity",
                             "gelu",
                             "hardshrink",
                             "linear",
                             "logsigmoid",
                             "native_channel_shuffle",
                             "one_hot",
                             "pairwise_distance",
                             "pdist",
                             "pixel_shuffle",
                             "pixel_unshuffle",
                             "prelu",
                             "scaled_dot_product_attention",
                             "softplus",
                             "softshrink"})
    if (binding.name == native) return false;
  return true;
}
[[noreturn]] void raise_missing_in_python(const OpBinding& binding, const BindFailure& f) {
  std::string names = f.name;  // "input", "weight"
  std::replace(names.begin(), names.end(), '"', '\'');
  size_t last = names.rfind(", ");
  if (last != std::string::npos) names.replace(last, 2, f.got > 2 ? ", and " : " and ");
  vm::raise(vm::types().TypeError, binding.name + "() missing " + std::to_string(f.got) +
                                       " required positional argument" + (f.got == 1 ? "" : "s") + ": " + names);
}

[[noreturn]] void raise_single(const OpBinding& binding, const Arguments& a, const BindFailure& f, const OpDef& op) {
  std::string prefix = prefix_of(binding);
  size_t first = binding.space == OpSpace::kMethod ? 1 : 0;
  auto type_error = [](const std::string& text) { vm::raise(vm::types().TypeError, text); };
  if (f.kind == BindFailure::kMissing && written_in_python(binding)) raise_missing_in_python(binding, f);
  switch (f.kind) {
    case BindFailure::kTypeMismatch:
      raise_mismatch(prefix, f.name == "self" ? "input" : f.name, f.position, f.expected, f.given);
      [[fallthrough]];
    case BindFailure::kTooMany: {
      size_t required = 0;
      for (const Parameter& p : schema_of(op).parameters) required += !p.has_default && !p.keyword_only;
      raise_too_many(prefix, required - std::min(first, required), f.allowed - first, a.positional - first);
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
  // The plural is the singular there.
  type_error(prefix + " missing " + std::to_string(f.got) + " required positional argument" + (f.got == 1 ? "s" : "") +
             ": " + f.name);
  std::abort();
}

// Why a listed overload was not taken: shown for one that has as many items as there are arguments,
// the star among them counted.
std::string mismatch_text(const OpBinding& binding, const ListedSignature& signature, const Arguments& a) {
  size_t first = binding.space == OpSpace::kMethod ? 1 : 0, given = a.positional - first;
  if (signature.items.size() != given + a.keywords) return "";
  std::string unknown;
  for (size_t k = a.keywords; k-- > 0;) {
    const std::string& name = a.keyword_names[k].as<vm::Str>()->text;
    auto same = [&](const ListedParameter& p) { return p.name == name; };
    if (std::none_of(signature.items.begin(), signature.items.end(), same)) unknown += name + ", ";
  }
  const std::string because = "      didn't match because some of the ";
  if (!unknown.empty()) return because + "keywords were incorrect: " + unknown.substr(0, unknown.size() - 2) + "\n";
  std::string types;
  for (size_t i = 0; i < signature.items.size(); ++i) {
    const ListedParameter& p = signature.items[i];
    Value v;
    if (i < given) v = a[first + i];
    for (size_t k = 0; i >= given && k < a.keywords; ++k)
      if (a.keyword_names[k].as<vm::Str>()->text == p.name) v = a[a.positional + k];
    if (v.is_null()) return "";
    // The match here is by the name of the type.
    std::string name = argument_type_text(v);
    bool right = p.type == name || (p.type == "float" && name == "int");
    std::string shown = (i >= given ? p.name + "=" : "") + type_text(v, true);
    types += (i ? ", " : "") + (right ? shown : "!" + shown + "!");
  }
  return because + "arguments have invalid types: (" + types + ")\n";
}

[[noreturn]] void raise_refusal(const OpBinding& binding, const ListedSignature& signature, const Arguments& a,
                                const Refusal& refusal) {
  std::string prefix = prefix_of(binding);
  size_t first = binding.space == OpSpace::kMethod ? 1 : 0;
  auto type_error = [](const std::string& text) { vm::raise(vm::types().TypeError, text); };
  switch (refusal.kind) {
    case Refusal::kType: raise_mismatch(prefix, refusal.name, refusal.position, refusal.expected, refusal.given);
    case Refusal::kTooMany: raise_too_many(prefix, signature.required(), signature.positional(), a.positional - first);
    case Refusal::kUnexpected: type_error(prefix + " got an unexpected keyword argument '" + refusal.name + "'"); break;
    case Refusal::kRepeated: type_error(prefix + " got multiple values for argument '" + refusal.name + "'"); break;
    case Refusal::kMissing:
    case Refusal::kNothing: break;
  }
  size_t count = 0;
  std::string names;
  for (size_t i = a.positional - first; i < signature.parameters.size(); ++i) {
    const ListedParameter& p = signature.parameters[i];
    bool named = false;
    for (size_t k = 0; k < a.keywords; ++k) named |= a.keyword_names[k].as<vm::Str>()->text == p.name;
    if (p.optional || named) continue;
    names += (count++ ? ", \"" : "\"") + p.name + "\"";
  }
  type_error(prefix + " missing " + std::to_string(count) + " required positional argument" + (count == 1 ? "s" : "") +
             ": " + names);
  std::abort();
}

// What PyTorch does when no overload fits: speak about the only one that so many arguments
// could mean, or list them all.
[[noreturn]] void raise_listed(const OpBinding& binding, const std::vector<ListedSignature>& signatures,
                               const Arguments& a) {
  size_t given = a.positional - (binding.space == OpSpace::kMethod ? 1 : 0) + a.keywords;
  const ListedSignature* plausible = nullptr;
  size_t count = 0;
  for (const ListedSignature& s : signatures) {
    if (refusal_of(binding, s, a).kind == Refusal::kNothing) {
      // It fits by the types that are looked at first.
      size_t first = binding.space == OpSpace::kMethod ? 1 : 0;
      std::vector<Value> loose(a.values + first, a.values + a.positional);
      for (size_t i = 0; i < s.parameters.size() && first + i < a.positional; ++i) {
        if (s.parameters[i].type != "tuple of ints") continue;
        const Value& v = a[first + i];
        if (vm::Tuple* tuple = v.as<vm::Tuple>())
          check_unpacking(prefix_of(binding), s.parameters[i].name, tuple->items);
        else if (vm::List* list = v.as<vm::List>())
          check_unpacking(prefix_of(binding), s.parameters[i].name, list->items);
        else if (i == 0) check_unpacking(prefix_of(binding), s.parameters[i].name, loose);
      }
    }
    if (given < s.required() || given > s.parameters.size()) continue;
    plausible = &s;
    ++count;
  }
  if (count == 1) {
    Refusal refusal = refusal_of(binding, *plausible, a);
    if (refusal.kind != Refusal::kNothing) raise_refusal(binding, *plausible, a, refusal);
  }
  std::string text = prefix_of(binding) + " received an invalid combination of arguments - got ";
  if (signatures.size() == 1) {
    std::string reason = mismatch_text(binding, signatures[0], a);
    size_t types = reason.find("types: ");
    text += types == std::string::npos ? given_text(binding, a) : reason.substr(types + 7, reason.size() - types - 8);
    vm::raise(vm::types().TypeError, text + ", but expected " + signatures[0].text);
  }
  text += given_text(binding, a) + ", but expected one of:\n";
  for (const ListedSignature& s : signatures) text += " * " + s.text + "\n" + mismatch_text(binding, s, a);
  vm::raise(vm::types().TypeError, text);
}

// PyTorch's split is written in the language and leads to split_with_sizes for all but an int.
void raise_of_split(const OpBinding& binding, const Arguments& a, const BindFailure& failure) {
  const bool method = binding.space == OpSpace::kMethod;
  if (failure.kind == BindFailure::kUnexpected)
    vm::raise(vm::types().TypeError, std::string(method ? "Tensor." : "") +
                                         "split() got an unexpected keyword argument '" + failure.name + "'");
  const Value* size = a.positional > 1 ? &a[1] : nullptr;
  for (size_t k = 0; k < a.keywords; ++k)
    if (a.keyword_names[k].as<vm::Str>()->text.starts_with("split_size")) size = &a[a.positional + k];
  if (!size && a.positional == 1)
    vm::raise(vm::types().TypeError, std::string(method ? "Tensor." : "") +
                                         "split() missing 1 required positional argument: '" +
                                         (method ? "split_size'" : "split_size_or_sections'"));
  SymInt ignored;
  if (size && !to_int(*size, &ignored)) raise_mismatch("split_with_sizes()", "split_sizes", 2, "tuple of ints", *size);
}

}  // namespace

void raise_bind_failure(const OpBinding& binding, const Arguments& a, const BindFailure& failure) {
  if (binding.name == "split") raise_of_split(binding, a, failure);
  const std::vector<ListedSignature>& listed = listed_signatures(binding);
  if (!listed.empty()) raise_listed(binding, listed, a);
  // A Scalar overload is part of its Tensor overload, so most have one signature.
  std::vector<const OpDef*> shown = shown_overloads(binding);
  const bool single = shown.size() == 1 && shown.size() == binding.overloads.size();
  if (single && binding.space == OpSpace::kMethod && schema_of(*shown[0]).parameters.size() == 1)
    check_no_arguments(binding.name, a);
  if (single && written_in_python(binding)) raise_single(binding, a, failure, *shown[0]);
  std::vector<ListedSignature> signatures;
  for (const OpDef* op : shown) {
    std::string text = signature_text(binding, *op);
    signatures.push_back(parse_signature(text.substr(1, text.size() - 2)));
  }
  if (signatures.size() == 1) {
    Refusal refusal = refusal_of(binding, signatures[0], a);
    if (refusal.kind == Refusal::kNothing) raise_single(binding, a, failure, *binding.overloads.front());
    raise_refusal(binding, signatures[0], a, refusal);
  }
  raise_listed(binding, signatures, a);
}

}  // namespace vt::torch
