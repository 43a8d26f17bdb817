#include "torchscript/script/types.h"

#include <algorithm>
#include <map>

#include "torchscript/script/function.h"

namespace vt::script {
namespace {

TypePtr make(TypeKind kind, Types inside = {}) {
  auto type = std::make_shared<Type>();
  type->kind = kind;
  type->inside = std::move(inside);
  return type;
}

std::string joined(const Types& types, std::string (*text)(const TypePtr&)) {
  std::string out;
  for (const TypePtr& type : types) out += (out.empty() ? "" : ", ") + text(type);
  return out;
}

const char* plain_name(TypeKind kind) {
  switch (kind) {
    case TypeKind::kTensor: return "Tensor";
    case TypeKind::kInt: return "int";
    case TypeKind::kFloat: return "float";
    case TypeKind::kBool: return "bool";
    case TypeKind::kNumber: return "Scalar";
    case TypeKind::kString: return "str";
    case TypeKind::kNone: return "NoneType";
    case TypeKind::kDevice: return "Device";
    case TypeKind::kAny: return "Any";
    case TypeKind::kFunction: return "Function";
    case TypeKind::kList:
    case TypeKind::kDict:
    case TypeKind::kTuple:
    case TypeKind::kOptional:
    case TypeKind::kUnion:
    case TypeKind::kFuture:
    case TypeKind::kClass:
    case TypeKind::kEnum:
    case TypeKind::kVariable:
    case TypeKind::kOther: break;
  }
  return "";
}

}  // namespace

TypePtr tensor_type() {
  static TypePtr type = make(TypeKind::kTensor);
  return type;
}
TypePtr inferred_tensor_type() {
  static TypePtr type = [] {
    auto made = std::make_shared<Type>();
    made->inferred = true;
    return made;
  }();
  return type;
}
TypePtr simple_type(TypeKind kind) {
  static std::map<TypeKind, TypePtr> types;
  TypePtr& type = types[kind];
  if (!type) type = make(kind);
  return type;
}
TypePtr list_of(TypePtr element) { return make(TypeKind::kList, {std::move(element)}); }
TypePtr dict_of(TypePtr key, TypePtr value) { return make(TypeKind::kDict, {std::move(key), std::move(value)}); }
TypePtr tuple_of(Types items) { return make(TypeKind::kTuple, std::move(items)); }
TypePtr future_of(TypePtr inner) { return make(TypeKind::kFuture, {std::move(inner)}); }
TypePtr optional_of(TypePtr inner) {
  if (is(inner, TypeKind::kOptional) || is(inner, TypeKind::kNone)) return inner;
  if (is(inner, TypeKind::kUnion)) {
    Types members = inner->inside;
    members.push_back(simple_type(TypeKind::kNone));
    return union_of(std::move(members));
  }
  return make(TypeKind::kOptional, {std::move(inner)});
}
TypePtr union_of(Types members) {
  Types flat;
  bool none = false;
  auto add = [&](const TypePtr& type, auto&& self) -> void {
    if (is(type, TypeKind::kUnion)) {
      for (const TypePtr& member : type->inside) self(member, self);
      return;
    }
    if (is(type, TypeKind::kOptional)) {
      none = true;
      return self(type->element(), self);
    }
    if (is(type, TypeKind::kNone)) {
      none = true;
      return;
    }
    for (const TypePtr& known : flat)
      if (same_type(known, type)) return;
    flat.push_back(type);
  };
  for (const TypePtr& member : members) add(member, add);
  if (flat.empty()) return simple_type(TypeKind::kNone);
  if (flat.size() == 1) return none ? optional_of(flat[0]) : flat[0];
  if (none) flat.push_back(simple_type(TypeKind::kNone));
  // Sort in TorchScript's canonical order.
  auto rank = [](const TypePtr& t) {
    static const TypeKind order[] = {TypeKind::kAny,    TypeKind::kEnum,     TypeKind::kTensor, TypeKind::kTuple,
                                     TypeKind::kList,   TypeKind::kDict,     TypeKind::kNumber, TypeKind::kFloat,
                                     TypeKind::kFuture, TypeKind::kInt,      TypeKind::kNone,   TypeKind::kString,
                                     TypeKind::kBool,   TypeKind::kOptional, TypeKind::kDevice};
    return std::find(std::begin(order), std::end(order), t->kind) - std::begin(order);
  };
  std::stable_sort(flat.begin(), flat.end(), [&](const TypePtr& a, const TypePtr& b) { return rank(a) < rank(b); });
  return make(TypeKind::kUnion, std::move(flat));
}
TypePtr variable_type(std::string name) {
  auto type = std::make_shared<Type>();
  type->kind = TypeKind::kVariable;
  type->name = std::move(name);
  return type;
}
TypePtr other_type(std::string name) {
  auto type = std::make_shared<Type>();
  type->kind = TypeKind::kOther;
  type->name = std::move(name);
  return type;
}

std::string graph_text(const TypePtr& type) {
  switch (type->kind) {
    case TypeKind::kTensor: return type->detail.empty() ? "Tensor" : type->detail;
    case TypeKind::kList: {
      std::string inner = graph_text(type->element());
      return inner + "[]";
    }
    case TypeKind::kDict: return "Dict(" + joined(type->inside, graph_text) + ")";
    case TypeKind::kTuple: {
      if (type->fields.empty()) return "(" + joined(type->inside, graph_text) + ")";
      std::string text = "NamedTuple(";
      const size_t required = type->fields.size() - type->defaults.size();
      for (size_t i = 0; i < type->fields.size(); ++i) {
        text += (i ? ", " : "") + type->fields[i] + " : " + graph_text(type->inside[i]);
        if (i >= required) text += " = " + vm::Interpreter::current()->str(type->defaults[i - required]);
      }
      return text + ")";
    }
    case TypeKind::kOptional: return graph_text(type->element()) + "?";
    case TypeKind::kUnion: return "Union(" + joined(type->inside, graph_text) + ")";
    case TypeKind::kFuture: return "Future[" + graph_text(type->element()) + "]";
    case TypeKind::kEnum: return "Enum<" + type->name + ">";
    case TypeKind::kClass: return type->cls->interface ? "InterfaceType<" + type->cls->original_name + ">" : type->name;
    case TypeKind::kVariable:
    case TypeKind::kOther: return type->name;
    default: return plain_name(type->kind);
  }
}

std::string schema_text(const TypePtr& type) {
  switch (type->kind) {
    case TypeKind::kList: return schema_text(type->element()) + "[]";
    case TypeKind::kDict: return "Dict(" + joined(type->inside, schema_text) + ")";
    case TypeKind::kTuple:
      return type->fields.empty() || type->name.empty() ? "(" + joined(type->inside, schema_text) + ")" : type->name;
    case TypeKind::kOptional: return schema_text(type->element()) + "?";
    default: return graph_text(type);
  }
}

std::string python_text(const TypePtr& type) {
  switch (type->kind) {
    case TypeKind::kList: return "List[" + python_text(type->element()) + "]";
    case TypeKind::kDict: return "Dict[" + joined(type->inside, python_text) + "]";
    case TypeKind::kTuple:
      if (!type->fields.empty()) return type->name;
      return type->inside.empty() ? "Tuple[()]" : "Tuple[" + joined(type->inside, python_text) + "]";
    case TypeKind::kOptional: return "Optional[" + python_text(type->element()) + "]";
    case TypeKind::kUnion: return "Union[" + joined(type->inside, python_text) + "]";
    case TypeKind::kFuture: return "Future[" + python_text(type->element()) + "]";
    case TypeKind::kNumber: return "number";
    case TypeKind::kTensor: return "Tensor";
    case TypeKind::kEnum: return type->name;
    case TypeKind::kClass: return type->name;
    default: return graph_text(type);
  }
}

// Messages print enum types as graphs do.
static TypePtr with_enum_names(const TypePtr& type) {
  if (type->kind == TypeKind::kEnum) return other_type(graph_text(type));
  if (!type->fields.empty()) return type;
  auto made = std::make_shared<Type>(*type);
  for (TypePtr& inner : made->inside) inner = with_enum_names(inner);
  return made;
}

std::string message_text(const TypePtr& type) {
  if (type->inferred) return "Tensor (inferred)";
  const bool result = is(type, TypeKind::kTuple) && !type->fields.empty() && type->python.is_null();
  return python_text(
      with_enum_names(result ? tuple_of(type->inside) : type));  // the named results of an operator have no class
}

bool same_type(const TypePtr& a, const TypePtr& b) {
  if (a == b) return true;
  if (a->kind != b->kind || a->inside.size() != b->inside.size() || a->name != b->name) return false;
  if (a->kind == TypeKind::kClass && a->cls != b->cls) return false;
  if (a->kind == TypeKind::kUnion) return is_subtype(a, b) && is_subtype(b, a);
  for (size_t i = 0; i < a->inside.size(); ++i)
    if (!same_type(a->inside[i], b->inside[i])) return false;
  return true;
}

bool is_subtype(const TypePtr& a, const TypePtr& b) {
  if (same_type(a, b) || b->kind == TypeKind::kAny) return true;
  if (a->kind == TypeKind::kUnion) {
    for (const TypePtr& member : a->inside)
      if (!is_subtype(member, b)) return false;
    return true;
  }
  if (b->kind == TypeKind::kOther && a->kind == TypeKind::kEnum) return b->name == "AnyEnumType";
  if (b->kind == TypeKind::kNumber) return a->kind == TypeKind::kInt || a->kind == TypeKind::kFloat;
  if (b->kind == TypeKind::kOptional) {
    if (a->kind == TypeKind::kNone) return true;
    if (a->kind == TypeKind::kOptional) return is_subtype(a->element(), b->element());
    return is_subtype(a, b->element());
  }
  if (b->kind == TypeKind::kUnion) {
    if (a->kind == TypeKind::kOptional)
      return is_subtype(a->element(), b) && is_subtype(simple_type(TypeKind::kNone), b);
    for (const TypePtr& member : b->inside)
      if (is_subtype(a, member)) return true;
    return false;
  }
  if (a->kind == TypeKind::kTuple && b->kind == TypeKind::kTuple && b->name.empty() &&
      a->inside.size() == b->inside.size()) {
    for (size_t i = 0; i < a->inside.size(); ++i)
      if (!is_subtype(a->inside[i], b->inside[i])) return false;
    return true;
  }
  if (a->kind == TypeKind::kClass && b->kind == TypeKind::kClass && b->cls->interface)
    return !a->cls->interface && has_interface(*a->cls, *b->cls);
  if (a->kind == TypeKind::kFuture && b->kind == TypeKind::kFuture) return is_subtype(a->element(), b->element());
  return false;
}

std::optional<TypePtr> unify(const TypePtr& a, const TypePtr& b, bool allow_union) {
  if (a->kind == TypeKind::kTensor && b->kind == TypeKind::kTensor) return a->inferred ? b->inferred ? a : b : a;
  if (is_subtype(a, b)) return b;
  if (is_subtype(b, a)) return a;
  if (a->kind == TypeKind::kNone) return optional_of(b);
  if (b->kind == TypeKind::kNone) return optional_of(a);
  if (a->kind == TypeKind::kOptional || b->kind == TypeKind::kOptional) {
    if (std::optional<TypePtr> inner = unify(without_none(a), without_none(b))) return optional_of(*inner);
  }
  if (a->kind == TypeKind::kTuple && b->kind == TypeKind::kTuple && a->inside.size() == b->inside.size() &&
      a->name.empty() && b->name.empty()) {
    Types items;
    bool all = true;
    for (size_t i = 0; i < a->inside.size(); ++i) {
      std::optional<TypePtr> item = unify(a->inside[i], b->inside[i], allow_union);
      all &= item.has_value();
      if (item) items.push_back(*item);
    }
    if (all) return tuple_of(std::move(items));
  }
  if (a->kind == TypeKind::kFuture && b->kind == TypeKind::kFuture)
    if (std::optional<TypePtr> inner = unify(a->element(), b->element())) return future_of(*inner);
  if (allow_union) return union_of({a, b});
  return std::nullopt;
}

bool may_be_none(const TypePtr& type) {
  if (type->kind == TypeKind::kOptional || type->kind == TypeKind::kNone) return true;
  if (type->kind != TypeKind::kUnion) return false;
  for (const TypePtr& member : type->inside)
    if (member->kind == TypeKind::kNone) return true;
  return false;
}

TypePtr without_none(const TypePtr& type) {
  if (type->kind == TypeKind::kOptional) return type->element();
  if (type->kind != TypeKind::kUnion) return type;
  Types members;
  for (const TypePtr& member : type->inside)
    if (member->kind != TypeKind::kNone) members.push_back(member);
  return union_of(std::move(members));
}

bool is_mutable(const TypePtr& type) {
  switch (type->kind) {
    case TypeKind::kTensor:
    case TypeKind::kList:
    case TypeKind::kDict:
    case TypeKind::kClass:
    case TypeKind::kAny:
    case TypeKind::kFuture: return true;
    case TypeKind::kTuple:
    case TypeKind::kOptional:
    case TypeKind::kUnion:
      for (const TypePtr& inner : type->inside)
        if (is_mutable(inner)) return true;
      return false;
    default: return false;
  }
}

}  // namespace vt::script
