#include "torch/signatures.h"

#include <algorithm>
#include <unordered_map>

namespace vt::torch {
namespace {

struct Listed {
  OpSpace space;
  const char* name;
  const char* text;
};
constexpr Listed kListed[] = {
#define VT_LISTED(space, name, text) {OpSpace::space, name, text},
#include "torch/signatures.inc"
#undef VT_LISTED
};
constexpr const char* kFactoryParameters =
    "torch.dtype dtype = None, torch.layout layout = None, torch.device device = None, bool pin_memory = False, bool "
    "requires_grad = False";

std::vector<std::string> split(const std::string& text, const std::string& by) {
  std::vector<std::string> parts;
  size_t from = 0;
  for (size_t to; (to = text.find(by, from)) != std::string::npos; from = to + by.size())
    parts.push_back(text.substr(from, to - from));
  parts.push_back(text.substr(from));
  return parts;
}

const std::vector<Value>* items_of(const Value& v) {
  if (vm::Tuple* tuple = v.as<vm::Tuple>()) return &tuple->items;
  if (vm::List* list = v.as<vm::List>()) return &list->items;
  return nullptr;
}
bool fits(const std::string& type, const Value& v, bool numbers, bool single) {
  Scalar s;
  SymInt i;
  const std::vector<Value>* items = items_of(v);
  if (type == "Tensor") return as_tensor(v) || (numbers && to_scalar(v, &s));
  if (type == "Number" || type == "float") return to_scalar(v, &s);
  if (type == "int") return to_int(v, &i);
  if (type == "bool") return v.is_bool();
  if (type == "str") return v.as<vm::Str>();
  // Only the first element is looked at, as PyTorch does; the others speak up when they are unpacked.
  if (type == "tuple of ints") return items ? items->empty() || to_int(items->front(), &i) : single && to_int(v, &i);
  if (type == "tuple of floats" || type == "tuple of Scalars")
    return items ? items->empty() || to_scalar(items->front(), &s) : to_scalar(v, &s);
  if (type == "tuple of Tensors")
    return items && std::all_of(items->begin(), items->end(), [](const Value& t) { return as_tensor(t); });
  if (type == "torch.dtype") return v.as<DTypeObject>();
  if (type == "torch.device") return v.as<DeviceObject>() || v.as<vm::Str>() || v.is_int();
  if (type == "torch.Generator") return v.as<GeneratorObject>();
  TorchTypes& types = torch_types();
  if (type == "torch.layout") return v.is_object() && v.as_object()->type == types.layout;
  if (type == "torch.memory_format") return v.is_object() && v.as_object()->type == types.memory_format;
  return type == "object";
}

}  // namespace

size_t ListedSignature::required() const {
  return static_cast<size_t>(
      std::count_if(parameters.begin(), parameters.end(), [](const ListedParameter& p) { return !p.optional; }));
}
size_t ListedSignature::positional() const {
  return static_cast<size_t>(
      std::count_if(parameters.begin(), parameters.end(), [](const ListedParameter& p) { return !p.keyword_only; }));
}

ListedSignature parse_signature(const std::string& text) {
  ListedSignature result;
  result.text = "(" + text + ")";
  bool star = false;
  for (const std::string& item : split(text, ", ")) {
    ListedParameter p;
    if (item == "*") star = true;
    size_t equals = item.find(" = ");
    std::string front = item.substr(0, equals);
    size_t space = front.rfind(' ');
    if (space != std::string::npos) {
      p.type = front.substr(0, space);
      p.name = front.substr(space + 1);
      p.keyword_only = star;
      p.optional = equals != std::string::npos;
      p.takes_none = p.optional && item.substr(equals + 3) == "None";
      result.parameters.push_back(p);
    }
    result.items.push_back(p);
  }
  return result;
}

const std::vector<ListedSignature>& listed_signatures(const OpBinding& binding) {
  static std::unordered_map<const OpBinding*, std::vector<ListedSignature>> known;
  auto added = known.try_emplace(&binding);
  std::vector<ListedSignature>& found = added.first->second;
  if (!added.second) return found;
  auto fill = [&](OpSpace space) {
    for (const Listed& row : kListed) {
      if (row.space != space || binding.name != row.name) continue;
      for (std::string line : split(row.text, "\n")) {
        if (size_t mark = line.find('@'); mark != std::string::npos) line.replace(mark, 1, kFactoryParameters);
        found.push_back(parse_signature(line));
      }
    }
  };
  fill(binding.space);
  // F.conv2d is torch.conv2d.
  if (found.empty() && binding.space == OpSpace::kFunctional) fill(OpSpace::kFunction);
  return found;
}

bool numbers_are_tensors(std::string_view name) {
  if (name.ends_with("_")) name.remove_suffix(1);
  for (const char* known :
       {"add", "div", "divide", "mul", "multiply", "sub", "subtract", "true_divide", "floor_divide", "copy"})
    if (name == known) return true;
  return false;
}

Refusal refusal_of(const OpBinding& binding, const ListedSignature& signature, const Arguments& a) {
  size_t first = binding.space == OpSpace::kMethod ? 1 : 0, given = a.positional - first;
  size_t positional = signature.positional(), at = 0, used = 0;
  bool numbers = numbers_are_tensors(binding.name);
  // x.view(2, 3): sizes that are the only positional parameter may come one by one.
  bool loose = positional == 1 && !signature.parameters.empty() && signature.parameters[0].type == "tuple of ints";
  if (given > positional && !loose) return {Refusal::kTooMany, "", "", -1, {}};
  auto keyword = [&](const ListedParameter& p) {
    for (size_t k = 0; k < a.keywords; ++k)
      if (const std::string& name = a.keyword_names[k].as<vm::Str>()->text; name == p.name || is_alias(p.name, name))
        return static_cast<int>(a.positional + k);
    return -1;
  };
  for (const ListedParameter& p : signature.parameters) {
    int place = at < given ? static_cast<int>(first + at) : keyword(p);
    bool by_position = at < given;
    if (by_position && p.keyword_only) return {Refusal::kTooMany, "", "", -1, {}};
    if (place < 0) {
      if (!p.optional) return {Refusal::kMissing, p.name, "", -1, {}};
      continue;
    }
    const Value& v = a[static_cast<size_t>(place)];
    bool taken = (v.is_none() && p.takes_none) || fits(p.type, v, numbers, loose || p.name != "size");
    if (!taken) return {Refusal::kType, p.name, p.type, by_position ? static_cast<int>(at) + 1 : -1, v};
    if (!by_position) {
      ++used;
      continue;
    }
    at = loose && at == 0 && !items_of(v) ? given : at + 1;
  }
  if (at < given) return {Refusal::kTooMany, "", "", -1, {}};
  for (size_t k = 0; k < a.keywords && used < a.keywords; ++k) {
    const std::string& name = a.keyword_names[k].as<vm::Str>()->text;
    auto same = [&](const ListedParameter& p) { return p.name == name; };
    auto found = std::find_if(signature.parameters.begin(), signature.parameters.end(), same);
    if (found == signature.parameters.end()) return {Refusal::kUnexpected, name, "", -1, {}};
    if (static_cast<size_t>(found - signature.parameters.begin()) < given)
      return {Refusal::kRepeated, name, "", -1, {}};
  }
  return {};
}

}  // namespace vt::torch
