// Overload resolution: matches the values of a call to a signature, with TorchScript's implicit
// conversions.
#include <algorithm>

#include "torchscript/script/schema.h"

namespace vt::script {

namespace {
bool has_variables(const TypePtr& type) {
  return is(type, TypeKind::kVariable) || std::any_of(type->inside.begin(), type->inside.end(), has_variables);
}
}  // namespace

bool match_variables(const TypePtr& formal, const TypePtr& actual, TypeVariables& variables, std::string* reason) {
  if (!has_variables(formal)) return true;  // the caller checks the type later
  if (is(formal, TypeKind::kVariable)) {
    TypePtr& bound = variables[formal->name];
    if (!bound) {
      bound = actual;
      return true;
    }
    if (std::optional<TypePtr> both = unify(bound, actual)) {
      bound = *both;
      return true;
    }
    *reason = "Type variable '" + formal->name + "' previously matched to type " + message_text(bound) +
              " is matched to type " + message_text(actual);
    return false;
  }
  if (is(formal, TypeKind::kList)) {
    if (is(actual, TypeKind::kList)) {
      bool inner = match_variables(formal->element(), actual->element(), variables, reason);
      return inner;
    }
    if (is(actual, TypeKind::kTuple)) {
      std::optional<TypePtr> all;
      for (const TypePtr& item : actual->inside) {
        if (!all) all = item;
        else if (all) all = unify(*all, item);
        if (!all) break;
      }
      if (all && match_variables(formal->element(), *all, variables, reason)) return true;
    }
    *reason = "Cannot match " + message_text(formal) + " to " + message_text(actual);
    return false;
  }
  if (is(formal, TypeKind::kDict)) {
    if (is(actual, TypeKind::kDict))
      return match_variables(formal->inside[0], actual->inside[0], variables, reason) &&
             match_variables(formal->inside[1], actual->inside[1], variables, reason);
    *reason = "Cannot match a dict to " + message_text(actual);
    return false;
  }
  if (is(formal, TypeKind::kTuple) && is(actual, TypeKind::kTuple) && formal->inside.size() == actual->inside.size()) {
    for (size_t i = 0; i < formal->inside.size(); ++i)
      if (!match_variables(formal->inside[i], actual->inside[i], variables, reason)) return false;
    return true;
  }
  if (is(formal, TypeKind::kFuture)) {
    if (is(actual, TypeKind::kFuture)) return match_variables(formal->element(), actual->element(), variables, reason);
    *reason = "Cannot match a future to " + message_text(actual);
    return false;
  }
  if (is(formal, TypeKind::kOptional)) {
    if (is(actual, TypeKind::kNone)) return true;
    return match_variables(formal->element(), without_none(actual), variables, reason);
  }
  return true;
}

TypePtr substitute(const TypePtr& type, const TypeVariables& variables) {
  if (is(type, TypeKind::kVariable)) {
    auto found = variables.find(type->name);
    return found == variables.end() ? type : found->second;
  }
  if (type->inside.empty()) return type;
  Types inside;
  bool changed = false;
  for (const TypePtr& inner : type->inside) {
    inside.push_back(substitute(inner, variables));
    changed |= inside.back() != inner;
  }
  if (!changed) return type;
  if (is(type, TypeKind::kOptional)) return optional_of(inside[0]);
  auto made = std::make_shared<Type>(*type);
  made->inside = std::move(inside);
  return made;
}

namespace {

// Element type of the list that a tuple argument is converted to; nullopt if the items do not fit.
std::optional<TypePtr> element_for_tuple(const TypePtr& tuple, const TypePtr& list) {
  if (!is(list, TypeKind::kList) || !is(tuple, TypeKind::kTuple)) return std::nullopt;
  const TypePtr& element = list->element();
  std::optional<TypePtr> all;
  for (const TypePtr& item : tuple->inside) {
    if (!is(element, TypeKind::kVariable)) {
      if (!is_subtype(item, element)) return std::nullopt;
      continue;
    }
    all = all ? unify(*all, item) : item;
    if (!all) return std::nullopt;
  }
  return all ? all : element;
}

Value* make_list(Graph& graph, const TypePtr& element, const std::vector<Value*>& items) {
  Node* node = graph.create("prim::ListConstruct", items);
  node->output()->type = list_of(element);
  return graph.insert(node)->output();
}

// Matches and converts the value of one parameter; null and a reason if it does not fit.
Value* match_argument(const Argument& formal, Graph& graph, const Range& range, Value* value, std::string* reason,
                      bool conversions, TypeVariables& variables) {
  TypePtr wanted = without_none(formal.type);
  if (formal.list_size > 0 && is(wanted, TypeKind::kList) && !is(value->type, TypeKind::kList)) {
    bool scalar = is_subtype(value->type, wanted->element());
    if (scalar && !is(wanted->element(), TypeKind::kTensor))
      value = make_list(graph, value->type, std::vector<Value*>(static_cast<size_t>(formal.list_size), value));
  }
  value = convert_implicitly(graph, range, formal.type, value, conversions);
  std::string why;
  if (!match_variables(formal.type, value->type, variables, &why)) {
    *reason += "Could not match type " + message_text(value->type) + " to " + message_text(formal.type) +
               " in argument '" + formal.name + "': " + why + ".\n";
    return nullptr;
  }
  TypePtr concrete = substitute(formal.type, variables);
  if (is_subtype(value->type, concrete)) return value;
  *reason += "Expected a value of type '" + message_text(formal.type) + "' for argument '" + formal.name +
             "' but instead found type '" + message_text(value->type) + "'.\n";
  if (formal.type->inferred)
    *reason +=
        "Inferred '" + formal.name + "' to be of type 'Tensor' because it was not annotated with an explicit type.\n";
  if (is(value->type, TypeKind::kTensor) && value->type->inferred)
    *reason += "Inferred the value for argument '" + formal.name +
               "' to be of type 'Tensor' because it was not annotated with an explicit type.\n";
  if (is(value->type, TypeKind::kList) && is(value->type->element(), TypeKind::kTensor))
    *reason += std::string(kEmptyLists) + "\n";
  return nullptr;
}

bool takes_rest_as_list(const std::vector<Argument>& arguments, size_t i) {
  bool last = i + 1 == arguments.size() || arguments[i + 1].keyword_only;
  const Argument& a = arguments[i];
  TypePtr type = without_none(a.type);
  return last && is(type, TypeKind::kList) && a.list_size == 0 && !is(type->element(), TypeKind::kVariable);
}

}  // namespace

Value* convert_implicitly(Graph& graph, const Range& range, const TypePtr& wanted, Value* value, bool conversions) {
  if (is(wanted, TypeKind::kOptional) && !may_be_none(value->type))
    return convert_implicitly(graph, range, wanted->element(), value, conversions);
  if (value->node->is("prim::EmptyListLiteral") && is(wanted, TypeKind::kList) &&
      !is(wanted->element(), TypeKind::kVariable))
    return make_list(graph, wanted->element(), {});
  if (is(value->type, TypeKind::kTuple)) {
    if (std::optional<TypePtr> element = element_for_tuple(value->type, wanted)) {
      if (value->node->is("prim::TupleConstruct")) return make_list(graph, *element, value->node->inputs);
      Node* unpack = graph.create("prim::TupleUnpack", {value}, value->type->inside.size());
      graph.insert(unpack);
      for (size_t i = 0; i < unpack->outputs.size(); ++i) unpack->outputs[i]->type = value->type->inside[i];
      return make_list(graph, *element, unpack->outputs);
    }
    if (is(wanted, TypeKind::kTuple) && wanted->inside.size() == value->type->inside.size() &&
        !is_subtype(value->type, wanted)) {
      Node* unpack = graph.create("prim::TupleUnpack", {value}, value->type->inside.size());
      graph.insert(unpack);
      std::vector<Value*> items;
      Types types;
      for (size_t i = 0; i < unpack->outputs.size(); ++i) {
        unpack->outputs[i]->type = value->type->inside[i];
        items.push_back(convert_implicitly(graph, range, wanted->inside[i], unpack->outputs[i], conversions));
        types.push_back(items.back()->type);
      }
      Node* tuple = graph.create("prim::TupleConstruct", items);
      tuple->output()->type = tuple_of(std::move(types));
      return graph.insert(tuple)->output();
    }
  }
  if (!conversions) return value;
  auto insert = [&](const char* kind, TypeKind type) {
    Node* node = graph.create(kind, {value});
    bool plain = std::string(kind) == "aten::Float" || std::string(kind) == "aten::Int";
    node->schema = find_schema(kind, !plain ? "" : is(value->type, TypeKind::kBool) ? "bool" : "Scalar");
    node->output()->type = simple_type(type);
    node->range = range;
    return graph.insert(node)->output();
  };
  if (is(value->type, TypeKind::kTensor)) {
    if (is(wanted, TypeKind::kFloat)) return insert("aten::FloatImplicit", TypeKind::kFloat);
    if (is(wanted, TypeKind::kInt)) return insert("aten::IntImplicit", TypeKind::kInt);
    if (is(wanted, TypeKind::kNumber)) return insert("aten::ScalarImplicit", TypeKind::kNumber);
    // Overloads for complex numbers cannot run, but error messages list the argument that does not fit.
    if (is(wanted, TypeKind::kOther) && wanted->name == "complex") {
      Node* node = graph.create("aten::ComplexImplicit", {value});
      node->output()->type = wanted;
      return graph.insert(node)->output();
    }
  } else if (is(value->type, TypeKind::kNumber)) {
    if (is(wanted, TypeKind::kFloat)) return insert("aten::Float", TypeKind::kFloat);
    if (is(wanted, TypeKind::kInt)) return insert("aten::Int", TypeKind::kInt);
  } else if (is(value->type, TypeKind::kBool)) {
    if (is(wanted, TypeKind::kFloat)) return insert("aten::Float", TypeKind::kFloat);
    if (is(wanted, TypeKind::kInt) || is(wanted, TypeKind::kNumber)) return insert("aten::Int", TypeKind::kInt);
  } else if (is(value->type, TypeKind::kString) && is(wanted, TypeKind::kDevice)) {
    return insert("aten::device", TypeKind::kDevice);
  }
  return value;
}

std::optional<Matched> match_schema(const std::vector<Argument>& arguments, const Types& results,
                                    const std::string& text, bool variadic, Graph& graph, const Range& range,
                                    const std::vector<NamedValue>& positional, const std::vector<NamedValue>& keywords,
                                    std::string* reasons, const NamedValue* self, bool conversions) {
  std::string why;
  auto fail = [&]() -> std::optional<Matched> {
    *reasons += "\n" + text + ":\n" + why;
    return std::nullopt;
  };
  Matched matched;
  TypeVariables variables;
  size_t used = 0;
  std::vector<bool> keyword_used(keywords.size(), false);
  const NamedValue* pending_self = self;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument& a = arguments[i];
    Value* value = nullptr;
    if (pending_self && a.name == pending_self->name) {
      value = pending_self->value;
      pending_self = nullptr;
    } else if (!a.keyword_only && used < positional.size()) {
      if (takes_rest_as_list(arguments, i)) {
        Value* first = positional[used].value;
        TypePtr list = without_none(a.type);
        if (!is(first->type, TypeKind::kList) && !element_for_tuple(first->type, list) &&
            !first->node->is("prim::EmptyListLiteral") && !(may_be_none(a.type) && may_be_none(first->type))) {
          std::vector<Value*> items;
          Argument element = a;
          element.type = list->element();
          element.list_size = 0;
          element.name = "<varargs>";
          for (; used < positional.size(); ++used) {
            Value* item = match_argument(element, graph, range, positional[used].value, &why, conversions, variables);
            if (!item) return fail();
            items.push_back(item);
          }
          matched.inputs.push_back(make_list(graph, list->element(), items));
          continue;
        }
      }
      value = positional[used++].value;
    } else {
      for (size_t k = 0; k < keywords.size() && !value; ++k) {
        bool self_by_name = a.name == "self" && keywords[k].name == "input";  // torch.abs(input=x)
        if (keywords[k].name != a.name && !self_by_name) continue;
        value = keywords[k].value;
        keyword_used[k] = true;
      }
      if (!value) {
        if (!a.has_default) {
          why = "Argument " + a.name + " not provided.\n";
          return fail();
        }
        TypePtr type = a.default_value.is_none() ? simple_type(TypeKind::kNone)
                       : is(a.type, TypeKind::kNumber) || is(a.type, TypeKind::kOptional)
                           ? a.default_value.is_float()  ? simple_type(TypeKind::kFloat)
                             : a.default_value.is_bool() ? simple_type(TypeKind::kBool)
                             : a.default_value.is_int()  ? simple_type(TypeKind::kInt)
                                                         : without_none(a.type)
                           : a.type;
        if (a.list_size > 0 && a.default_value.is_int()) {
          matched.inputs.push_back(graph.insert_constant(
              vm::make_list(std::vector<vm::Value>(static_cast<size_t>(a.list_size), a.default_value)), type));
        } else {
          matched.inputs.push_back(graph.insert_constant(a.default_value, type));
        }
        continue;
      }
    }
    value = match_argument(a, graph, range, value, &why, conversions, variables);
    if (!value) return fail();
    matched.inputs.push_back(value);
  }
  if (pending_self) {
    why = "Provided self argument not used in schema.\n";
    return fail();
  }
  if (variadic)
    for (; used < positional.size(); ++used) matched.inputs.push_back(positional[used].value);
  if (used < positional.size()) {
    size_t offset = self ? 1 : 0;
    why = "Expected at most " + std::to_string(arguments.size() - offset) + " arguments but found " +
          std::to_string(positional.size()) + " positional arguments.\n";
    return fail();
  }
  for (size_t k = 0; k < keywords.size(); ++k) {
    if (keyword_used[k]) continue;
    bool known =
        std::any_of(arguments.begin(), arguments.end(), [&](const Argument& a) { return a.name == keywords[k].name; });
    why = known ? "Argument " + keywords[k].name + " specified twice in schema and kwargs.\n"
                : "Keyword argument " + keywords[k].name + " unknown.\n";
    return fail();
  }
  for (const TypePtr& result : results) matched.results.push_back(substitute(result, variables));
  return matched;
}

namespace {

// Operators of a number and a Tensor, which have no schema: they are expressed by other operators.
bool number_first(const std::string& name, const std::vector<NamedValue>& positional, const NamedValue* self) {
  if (self || positional.size() != 2) return false;
  static const char* const kNames[] = {"add", "sub", "mul", "div", "eq", "ne", "lt", "le", "gt", "ge"};
  const TypePtr &a = positional[0].value->type, &b = positional[1].value->type;
  if (!is(b, TypeKind::kTensor) || !(is(a, TypeKind::kInt) || is(a, TypeKind::kFloat))) return false;
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [&](const char* n) { return name == "aten::" + std::string(n); });
}

Value* emit_number_first(Graph& graph, const std::string& name, Value* number, Value* tensor, const Range& range) {
  auto call = [&](const char* op, std::initializer_list<Value*> values) {
    return emit_builtin(graph, op, values, range);
  };
  if (name == "aten::sub") return call("aten::add", {call("aten::neg", {tensor}), number});
  if (name == "aten::div") return call("aten::mul", {call("aten::reciprocal", {tensor}), number});
  if (name == "aten::lt") return call("aten::gt", {tensor, number});
  if (name == "aten::le") return call("aten::ge", {tensor, number});
  if (name == "aten::gt") return call("aten::lt", {tensor, number});
  if (name == "aten::ge") return call("aten::le", {tensor, number});
  return call(name.c_str(), {tensor, number});
}

// The variants of number_first in error messages.
std::string number_first_reasons(const std::string& name, const std::vector<NamedValue>& positional) {
  static const char* const kNames[] = {"add", "sub", "mul", "div", "eq", "ne", "lt", "le", "gt", "ge"};
  std::string plain = name.substr(6), out;
  if (std::none_of(std::begin(kNames), std::end(kNames), [&](const char* n) { return plain == n; })) return "";
  for (const char* kind : {"float", "int", "complex"}) {
    out += "\n" + plain + "(" + kind + " a, Tensor b) -> Tensor:\n";
    TypePtr first = positional.empty() ? nullptr : positional[0].value->type;
    bool fits = first && (graph_text(first) == kind || is(first, TypeKind::kTensor));
    if (fits && positional.size() > 1)
      out += "Expected a value of type 'Tensor' for argument 'b' but instead found type '" +
             message_text(positional[1].value->type) + "'.\n";
    else if (first)
      out += "Expected a value of type '" + std::string(kind) + "' for argument 'a' but instead found type '" +
             message_text(first) + "'.\n";
  }
  return out;
}

}  // namespace

std::string prefixed(const std::string& text) {
  std::string out = "  ";
  for (char c : text) {
    out += c;
    if (c == '\n') out += "  ";
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

void undo_insertions(Graph& graph, const Node* after) {
  while (graph.insert_point->previous != after && !graph.insert_point->previous->has_uses())
    graph.insert_point->previous->destroy();
}

Value* emit_builtin(Graph& graph, const std::string& name, const std::vector<NamedValue>& positional,
                    const std::vector<NamedValue>& keywords, const Range& range, const NamedValue* self) {
  const std::vector<Schema>& variants = schemas(name);
  std::string reasons;
  for (bool conversions : {false, true}) {
    if (variants.size() == 1 && !conversions) continue;
    reasons.clear();
    for (const Schema& schema : variants) {
      Node* before = graph.insert_point->previous;
      std::optional<Matched> matched = match_schema(schema.arguments, schema.results, schema.text, schema.variadic,
                                                    graph, range, positional, keywords, &reasons, self, conversions);
      if (!matched) {
        undo_insertions(graph, before);
        continue;
      }
      Node* node = graph.create(name, matched->inputs, matched->results.size());
      node->schema = &schema;
      node->range = range;
      for (size_t i = 0; i < matched->results.size(); ++i) node->outputs[i]->type = matched->results[i];
      graph.insert(node);
      if (node->outputs.size() == 1) return node->output();
      if (node->outputs.empty()) return graph.insert_none(range);
      Node* tuple = graph.create("prim::TupleConstruct", node->outputs);
      if (schema.result_names[0].empty()) {
        tuple->output()->type = tuple_of(matched->results);
      } else {
        auto type = std::make_shared<Type>();
        type->kind = TypeKind::kTuple;
        type->inside = matched->results;
        type->fields = schema.result_names;
        type->name = name.substr(6);
        tuple->output()->type = type;
      }
      return graph.insert(tuple)->output();
    }
    if (number_first(name, positional, self))
      return emit_number_first(graph, name, positional[0].value, positional[1].value, range);
  }
  if (variants.empty())
    throw ScriptError{"Unknown builtin op: " + name + ".\nCould not find any similar ops to " + name +
                          ". This op may not exist or may not be currently supported in TorchScript.\n",
                      range};
  if (variants.size() == 1) throw ScriptError{reasons, range};
  if (!self) reasons += number_first_reasons(name, positional);
  throw ScriptError{"Arguments for call are not valid.\nThe following variants are available:\n" + prefixed(reasons) +
                        "\nThe original call is",
                    range};
}

Value* emit_builtin(Graph& graph, const std::string& name, std::initializer_list<Value*> arguments,
                    const Range& range) {
  std::vector<NamedValue> positional;
  for (Value* value : arguments) positional.push_back({"", value, range});
  return emit_builtin(graph, name, positional, {}, range);
}

}  // namespace vt::script
