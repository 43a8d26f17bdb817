// Script types from annotations and from Python values.
#include "frontend/parser.h"
#include "torch/objects.h"
#include "torchscript/script/emitter.h"
#include "torchscript/script/library.h"
#include "torchscript/script/scripts.h"

namespace vt::script {
namespace {

using Lookup = std::function<vm::Value(const std::string&)>;

// The common type of the members' values; empty if a value has no TorchScript type. Throws if the types differ.
Types enum_value_type(vm::Interpreter& vm, const std::vector<vm::Value>& members) {
  TypePtr type;
  for (size_t i = 0; i < members.size(); ++i) {
    std::string reason;
    std::optional<TypePtr> next = infer_type(vm, vm.get_attribute(members[i], "value"), &reason);
    if (!next) return {};
    std::optional<TypePtr> both = type ? unify(type, *next) : next;
    if (!both)
      throw ScriptError{"Could not unify type list since element " + std::to_string(i) + " of type " +
                            python_text(*next) + " did not match the types before it (" + python_text(type) + ")",
                        {},
                        "RuntimeError",
                        true};
    type = *both;
  }
  return type ? Types{type} : Types{};
}

bool is_module_class(vm::Interpreter& vm, vm::Type* type) {
  return type->is_subtype_of(vm.get_attribute(vm.import_module("torch.nn"), "Module").as<vm::Type>());
}

// The script type of a module class of which some instance was scripted; null otherwise.
TypePtr scripted_module_type(const vm::Type& type) {
  const std::string name = "__torch__." + (type.module == "__main__" ? "" : type.module + ".") + type.name;
  for (const std::weak_ptr<ClassType>& known : scripts().classes)
    if (std::shared_ptr<ClassType> cls = known.lock(); cls && cls->qualified == name) return cls->type;
  return nullptr;
}

// The script type of a Python class: NamedTuple classes, enums, scripted modules. Any other class that an
// annotation names is compiled as a script class.
TypePtr class_type(vm::Interpreter& vm, vm::Type* type, bool compile) {
  if (type == vm::types().int_) return simple_type(TypeKind::kInt);
  if (type == vm::types().float_) return simple_type(TypeKind::kFloat);
  if (type == vm::types().bool_) return simple_type(TypeKind::kBool);
  if (type == vm::types().str) return simple_type(TypeKind::kString);
  if (type == vm::types().none_type) return simple_type(TypeKind::kNone);
  if (type == torch::torch_types().device) return simple_type(TypeKind::kDevice);
  if (type == torch::torch_types().generator) return other_type("Generator");
  if (type == torch::torch_types().dtype) return simple_type(TypeKind::kInt);
  if (type->is_subtype_of(torch::torch_types().tensor)) return tensor_type();
  if (type->name == "Tensor") return tensor_type();
  if (const vm::Value* fields = type->find(vm::intern("_fields"));
      fields && type->is_subtype_of(vm::types().tuple) && type->module != "torch.return_types") {
    auto made = std::make_shared<Type>();
    made->kind = TypeKind::kTuple;
    made->name = "__torch__." + (type->module == "__main__" ? "" : type->module + ".") + type->name;
    made->python = vm::Value::of(type);
    vm::Value annotations = vm.find_attribute(vm::Value::of(type), vm::intern("__annotations__"));
    for (const vm::Value& field : vm.to_vector(*fields)) {
      made->fields.push_back(vm.str(field));
      vm::Dict* table = annotations.is_null() ? nullptr : annotations.as<vm::Dict>();
      vm::Value* annotated = table ? table->table.find(vm::intern(made->fields.back())) : nullptr;
      std::optional<TypePtr> item = annotated ? type_from_annotation(vm, *annotated) : std::nullopt;
      made->inside.push_back(item ? *item : inferred_tensor_type());
    }
    vm::Value defaults = vm.find_attribute(vm::Value::of(type), vm::intern("_field_defaults"));
    if (!defaults.is_null())
      if (vm::Dict* table = defaults.as<vm::Dict>())
        for (const auto& entry : table->table.entries())
          if (!entry.key.is_null()) made->defaults.push_back(entry.value);
    return made;
  }
  if (type->find(vm::intern("__members__")) || type->find(vm::intern("_member_map_"))) {
    vm::Value members = vm.find_attribute(vm::Value::of(type), vm::intern("__members__"));
    auto made = std::make_shared<Type>();
    made->kind = TypeKind::kEnum;
    made->name = "__torch__." + (type->module == "__main__" ? "" : type->module + ".") + type->name;
    made->python = vm::Value::of(type);
    if (!members.is_null()) made->inside = enum_value_type(vm, vm.to_vector(vm.call_method(members, "values", {})));
    return made;
  }
  if (is_module_class(vm, type) && !interface_class(vm, type)) return scripted_module_type(*type);
  std::shared_ptr<ClassType> cls = compile ? script_class(vm, type) : find_script_class(type);
  return cls ? cls->type : nullptr;
}

TypePtr checked_dict(const TypePtr& key, const TypePtr& value) {
  if (key->kind == TypeKind::kEnum || key->kind == TypeKind::kTuple || key->kind == TypeKind::kList ||
      key->kind == TypeKind::kDict || key->kind == TypeKind::kOptional || key->kind == TypeKind::kClass ||
      key->kind == TypeKind::kUnion)
    throw ScriptError{"Cannot create dict for key type '" + schema_text(key) +
                          "', only int, float, complex, Tensor, device and string keys are supported",
                      {},
                      "RuntimeError",
                      true};
  return dict_of(key, value);
}

// Refuses containers of `typing` without element types.
void refuse_bare(const std::string& name) {
  static const std::map<std::string, const char*> examples = {
      {"List", "a contained type. Please add a contained type, e.g. List[int]"},
      {"Dict", "contained types. Please add contained type, e.g. Dict[int, int]"},
      {"Tuple", "a contained type. Please add a contained type, e.g. Tuple[int]"},
      {"Optional", "a contained type. Please add a contained type, e.g. Optional[int]"}};
  if (auto found = examples.find(name); found != examples.end())
    throw ScriptError{"Attempted to use " + name + " without " + found->second, {}, "RuntimeError", true};
}

TypePtr text_type(vm::Interpreter& vm, const std::string& text, const Lookup& lookup) {
  auto file = std::make_shared<const SourceFile>("<annotation>", text);
  Result<std::shared_ptr<const Ast>> parsed = parse_source(file, CompileMode::kExpression);
  if (!parsed.ok()) return nullptr;
  return annotation_type(parsed.value()->expression, lookup, vm);
}

}  // namespace

TypePtr annotation_type(const Expr* expr, const Lookup& lookup, vm::Interpreter& vm) {
  auto inner = [&](const Expr* e) { return annotation_type(e, lookup, vm); };
  auto items = [&](const Expr* e) {
    std::vector<const Expr*> all;
    if (e->kind == ExprKind::kTuple)
      for (Expr* each : as<TupleExpr>(e).elements) all.push_back(each);
    else all.push_back(e);
    return all;
  };
  // Resolves a dotted name: `object` finds the object, `last` the last part of the name.
  std::function<vm::Value(const Expr*)> object = [&](const Expr* e) -> vm::Value {
    if (e->kind == ExprKind::kName) return lookup(std::string(as<NameExpr>(e).id));
    if (e->kind != ExprKind::kAttribute) return {};
    vm::Value base = object(as<AttributeExpr>(e).object);
    if (base.is_null()) return {};
    return vm.find_attribute(base, vm::intern(as<AttributeExpr>(e).name));
  };
  auto last = [](const Expr* e) -> std::string {
    if (e->kind == ExprKind::kName) return std::string(as<NameExpr>(e).id);
    if (e->kind == ExprKind::kAttribute) return std::string(as<AttributeExpr>(e).name);
    return "";
  };
  switch (expr->kind) {
    case ExprKind::kConstant: {
      const ConstantExpr& c = as<ConstantExpr>(expr);
      if (c.type == ConstantKind::kNone) return simple_type(TypeKind::kNone);
      if (c.type == ConstantKind::kString) return text_type(vm, std::string(c.text), lookup);
      return nullptr;
    }
    case ExprKind::kName:
    case ExprKind::kAttribute: {
      vm::Value found = object(expr);
      std::string name = last(expr);
      if (found.is_null()) {
        static const std::map<std::string, TypeKind> plain = {
            {"int", TypeKind::kInt},    {"float", TypeKind::kFloat},   {"bool", TypeKind::kBool},
            {"str", TypeKind::kString}, {"Tensor", TypeKind::kTensor}, {"NoneType", TypeKind::kNone},
            {"Any", TypeKind::kAny},    {"device", TypeKind::kDevice}, {"number", TypeKind::kNumber}};
        auto known = plain.find(name);
        return known == plain.end() ? nullptr : simple_type(known->second);
      }
      if (vm::Type* type = found.as<vm::Type>())
        if (TypePtr made = class_type(vm, type, true)) return made;
      if (name == "Any") return simple_type(TypeKind::kAny);
      refuse_bare(name);
      if (name == "list") return list_of(tensor_type());
      if (name == "dict") return dict_of(simple_type(TypeKind::kString), tensor_type());
      if (name == "number") return simple_type(TypeKind::kNumber);
      if (found.as<vm::Type>()) return nullptr;
      std::optional<TypePtr> alias = type_from_annotation(vm, found);
      return alias ? *alias : nullptr;
    }
    case ExprKind::kSubscript: {
      const SubscriptExpr& s = as<SubscriptExpr>(expr);
      std::string name = last(s.object);
      // An alias (`from typing import List as L`) counts as the name that it has in typing.
      if (vm::Value origin = object(s.object); !origin.is_null() && !origin.as<vm::Type>())
        if (std::string text = vm.repr(origin); text.rfind("typing.", 0) == 0) name = text.substr(7);
      std::vector<const Expr*> parts = items(s.index);
      if (name == "Final" || name == "Annotated") return inner(parts[0]);
      Types types;
      for (const Expr* part : parts) {
        if (name == "Tuple" || name == "tuple")
          if (part->kind == ExprKind::kTuple && as<TupleExpr>(part).elements.empty()) continue;
        TypePtr type = inner(part);
        if (!type) return nullptr;
        types.push_back(type);
      }
      if (name == "List" || name == "list" || name == "Sequence" || name.rfind("BroadcastingList", 0) == 0)
        return list_of(types[0]);
      if ((name == "Dict" || name == "dict") && types.size() == 2) return checked_dict(types[0], types[1]);
      if (name == "Tuple" || name == "tuple") return tuple_of(std::move(types));
      if (name == "Optional") return optional_of(types[0]);
      if (name == "Union") return union_of(std::move(types));
      if (name == "Future") return future_of(types[0]);
      return nullptr;
    }
    case ExprKind::kBinOp: {  // int | None
      const BinOpExpr& b = as<BinOpExpr>(expr);
      TypePtr left = inner(b.left), right = inner(b.right);
      return left && right && b.op == BinaryOp::kOr ? union_of({left, right}) : nullptr;
    }
    case ExprKind::kTuple: {
      Types types;
      for (Expr* each : as<TupleExpr>(expr).elements) {
        TypePtr type = inner(each);
        if (!type) return nullptr;
        types.push_back(type);
      }
      return tuple_of(std::move(types));
    }
    default: return nullptr;
  }
}

// Types from signature comments: one comment for all arguments, or one per argument on its own line
// and `# type: (...) -> T` below them.
void Emitter::declare_from_comment() {
  constexpr std::string_view kMark = "# type:";
  std::string signature, parts;
  const std::string& text = parsed_.source->text;
  size_t count = 0;
  for (size_t start = 0; start < text.size() && signature.empty();) {
    size_t end = std::min(text.find('\n', start), text.size());
    std::string line = text.substr(start, end - start);
    start = end + 1;
    size_t mark = line.find(kMark);
    if (mark == std::string::npos || line.find("# type: ignore") != std::string::npos) continue;
    std::string given = line.substr(mark + kMark.size());
    ++count;
    if (given.find("->") != std::string::npos) signature = given;
    else parts += (parts.empty() ? "" : ", ") + given.substr(std::min(given.find_first_not_of(' '), given.size()));
  }
  if (count == 0) return;
  if (signature.empty() && count == 1)
    throw ScriptError{"Syntax error in type annotation (cound't find `->`)", {}, "RuntimeError", true};
  if (signature.empty())
    throw ScriptError{
        "Return type line '# type: (...) -> ...' not found on multiline type annotation", {}, "RuntimeError", true};
  if (size_t dots = signature.find("..."); dots != std::string::npos) signature.replace(dots, 3, parts);
  size_t arrow = signature.find("->");
  Lookup names = [this](const std::string& name) { return lookup(name); };
  auto read = [&](std::string type) {
    type.erase(0, std::min(type.find_first_not_of(" \t"), type.size()));
    type.erase(type.find_last_not_of(" \t") + 1);
    TypePtr made = text_type(vm_, type, names);
    if (!made) fail("Unknown type name '" + type + "'", range(static_cast<const Stmt*>(parsed_.def)));
    return made;
  };
  std::string list = signature.substr(0, arrow);
  size_t open = list.find('('), close = list.rfind(')');
  list = open < close && close != std::string::npos ? list.substr(open + 1, close - open - 1) : list;
  Types types;
  int depth = 0;
  std::string one;
  for (char c : list + ",") {
    depth += (c == '[' || c == '(') - (c == ']' || c == ')');
    if (c != ',' || depth > 0) {
      one += c;
      continue;
    }
    if (one.find_first_not_of(" \t") != std::string::npos) types.push_back(read(one));
    one.clear();
  }
  size_t first = class_ ? 1 : 0;
  if (types.size() + first != target_.arguments.size()) {
    throw ScriptError{"\nNumber of type annotations (" + std::to_string(types.size()) +
                          ") did not match the number of " + (class_ ? "method" : "function") + " parameters (" +
                          std::to_string(target_.arguments.size() - first) + "):\n" +
                          range(static_cast<const Stmt*>(parsed_.def)).highlight(),
                      {},
                      "RuntimeError",
                      true};
  }
  for (size_t i = 0; i < types.size(); ++i) target_.arguments[i + first].type = types[i];
  declared_result_ = read(signature.substr(arrow + 2));
}

TypePtr Emitter::annotation(Expr* expr) {
  TypePtr type = annotation_type(
      expr, [this](const std::string& name) { return lookup(name); }, vm_);
  if (!type) {
    // If an inner annotation is the unknown one, the error names it instead of the whole subscript.
    if (expr->kind == ExprKind::kSubscript) {
      Expr* index = as<SubscriptExpr>(expr).index;
      if (index->kind != ExprKind::kTuple) annotation(index);
      else
        for (Expr* each : as<TupleExpr>(index).elements) annotation(each);
    }
    bool quoted = expr->kind == ExprKind::kConstant && as<ConstantExpr>(expr).type == ConstantKind::kString;
    fail("Unknown type name '" + (quoted ? std::string(as<ConstantExpr>(expr).text) : range(expr).text()) + "'",
         range(expr));
  }
  return type;
}

// List[T] and similar, by the attributes __origin__ and __args__; nullopt for other annotations.
static std::optional<TypePtr> generic_type(vm::Interpreter& vm, const vm::Value& annotation) {
  const vm::Value origin = vm.find_attribute(annotation, vm::intern("__origin__")),
                  arguments = vm.find_attribute(annotation, vm::intern("__args__"));
  if (origin.is_null() || arguments.is_null() || !arguments.as<vm::Tuple>()) return std::nullopt;
  Types inside;
  for (const vm::Value& each : arguments.as<vm::Tuple>()->items) {
    if (!each.is_none() && !each.is_object()) return std::nullopt;
    std::optional<TypePtr> type = type_from_annotation(vm, each);
    if (!type) return std::nullopt;
    inside.push_back(*type);
  }
  auto is_type = [&](vm::Type* type) { return origin.same(vm::Value::of(type)); };
  if (is_type(vm::types().list) && inside.size() == 1) return list_of(inside[0]);
  if (is_type(vm::types().dict) && inside.size() == 2) return checked_dict(inside[0], inside[1]);
  if (is_type(vm::types().tuple)) return tuple_of(std::move(inside));
  if (vm.repr(origin) == "typing.Union") return union_of(std::move(inside));
  return std::nullopt;
}

std::optional<TypePtr> type_from_annotation(vm::Interpreter& vm, const vm::Value& annotation) {
  if (annotation.is_none()) return simple_type(TypeKind::kNone);
  if (vm::Type* type = annotation.as<vm::Type>()) {
    TypePtr made = class_type(vm, type, true);
    if (made) return made;
    return std::nullopt;
  }
  if (std::optional<TypePtr> made = generic_type(vm, annotation)) return made;
  // Other objects of typing: parse their repr; the classes that it names are found in their modules.
  std::string text = annotation.as<vm::Str>() ? annotation.as<vm::Str>()->text : vm.repr(annotation);
  auto lookup = [&](const std::string& name) -> vm::Value {
    if (vm::Value* found = vm.main_globals()->table.find(vm::intern(name))) return *found;
    if (vm::Module* module = vm.find_module(name)) return vm::Value::of(module);
    if (vm::Value* found = vm.builtins()->table.find(vm::intern(name))) return *found;
    return {};
  };
  TypePtr made = text_type(vm, text, lookup);
  if (!made) return std::nullopt;
  return made;
}

std::optional<TypePtr> infer_type(vm::Interpreter& vm, const vm::Value& value, std::string* reason) {
  if (value.is_none()) return simple_type(TypeKind::kNone);
  if (value.is_bool()) return simple_type(TypeKind::kBool);
  if (value.is_int()) return simple_type(TypeKind::kInt);
  if (value.is_float()) return simple_type(TypeKind::kFloat);
  if (torch::as_tensor(value)) return tensor_type();
  if (value.as<vm::Str>()) return simple_type(TypeKind::kString);
  if (value.as<torch::DeviceObject>()) return simple_type(TypeKind::kDevice);
  if (value.as<torch::DTypeObject>()) return simple_type(TypeKind::kInt);
  if (ScriptObject* object = value.as<ScriptObject>()) return object->cls->type;
  const vm::NativeCallGuard guard(vm, " while inferring a type");  // containers may contain themselves
  if (vm::Tuple* tuple = value.as<vm::Tuple>()) {
    Types items;
    for (const vm::Value& item : tuple->items) {
      std::optional<TypePtr> type = infer_type(vm, item, reason);
      if (!type) return std::nullopt;
      items.push_back(*type);
    }
    return tuple_of(std::move(items));
  }
  auto all = [&](const std::vector<vm::Value>& values, const char* what) -> std::optional<TypePtr> {
    std::optional<TypePtr> type;
    for (const vm::Value& item : values) {
      std::optional<TypePtr> next = infer_type(vm, item, reason);
      if (!next && value.as<vm::List>()) *reason = "Could not infer type of list element: " + *reason;
      if (!next) return std::nullopt;
      std::optional<TypePtr> both = type ? unify(*type, *next) : next;
      if (!both) {
        *reason = std::string(what) + " type. Found " + python_text(*type) + " and " + python_text(*next);
        return std::nullopt;
      }
      type = both;
    }
    return type;
  };
  if (vm::List* list = value.as<vm::List>()) {
    if (list->items.empty()) {
      *reason = "List trace inputs must have elements";
      return std::nullopt;
    }
    std::optional<TypePtr> type = all(list->items, "List inputs to traced functions must have consistent element");
    if (!type) return std::nullopt;
    return list_of(*type);
  }
  if (vm::Dict* dict = value.as<vm::Dict>()) {
    std::vector<vm::Value> keys, values;
    for (const auto& entry : dict->table.entries())
      if (!entry.key.is_null()) {
        keys.push_back(entry.key);
        values.push_back(entry.value);
      }
    if (keys.empty()) {
      *reason = "Dictionary inputs must have entries";
      return std::nullopt;
    }
    constexpr const char* kSame = "Dictionary inputs to traced functions must have consistent";
    std::optional<TypePtr> key = all(keys, kSame);
    std::optional<TypePtr> item = key ? all(values, kSame) : std::nullopt;
    if (!item) return std::nullopt;
    return dict_of(*key, *item);
  }
  if (TypePtr type = class_type(vm, vm::type_of(value), false);
      type && (is(type, TypeKind::kEnum) || is(type, TypeKind::kClass)))
    return type;
  *reason = is_module_class(vm, vm::type_of(value)) ? "Cannot infer concrete type of torch.nn.Module"
                                                    : std::string(vm::type_name(value));
  return std::nullopt;
}

}  // namespace vt::script
