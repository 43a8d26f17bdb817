// The frame of a compilation: arguments, variables and their scopes, names from outside the function,
// and the result.
#include <algorithm>

#include "torch/objects.h"
#include "torchscript/script/emitter.h"
#include "torchscript/script/library.h"

namespace vt::script {

SugaredPtr make_sugared(Sugared::Kind kind) {
  auto made = std::make_shared<Sugared>();
  made->kind = kind;
  return made;
}

SugaredPtr sugared(Value* value) {
  SugaredPtr made = make_sugared(Sugared::Kind::kValue);
  made->value = value;
  return made;
}

std::string kind_text(const Sugared& value) {
  switch (value.kind) {
    case Sugared::Kind::kValue: return "value of type '" + python_text(value.value->type) + "'";
    case Sugared::Kind::kPython:
    case Sugared::Kind::kPythonCall: return "python value of type '" + std::string(vm::type_name(value.python)) + "'";
    case Sugared::Kind::kBuiltin: return "builtin";
    case Sugared::Kind::kCast: return "__" + value.name + "__";
    case Sugared::Kind::kSpecial: return value.name.substr(value.name.rfind('.') + 1);
    case Sugared::Kind::kModule: return "module";
    case Sugared::Kind::kMethod: return "method";
    case Sugared::Kind::kFunction: return "function";
    case Sugared::Kind::kTuple: return "Tuple";
    case Sugared::Kind::kRange: return "range";
    case Sugared::Kind::kZip: return "iterabletree";
    case Sugared::Kind::kException:
    case Sugared::Kind::kRaised: return "exception";
    case Sugared::Kind::kEnumType: return "EnumClass";
    case Sugared::Kind::kTupleType:
    case Sugared::Kind::kClassType: return graph_text(value.type);
  }
  return "";
}

namespace {

// False for names that no variable of a program has: "_0", "$x".
bool meaningful(const std::string& name) {
  if (name.empty() || name[0] == '$') return false;
  if (name[0] != '_') return true;
  return name.find_first_not_of("0123456789", 1) != std::string::npos;
}

// N of BroadcastingListN[int], also inside Optional: one int may stand for a list of N. 0: another type.
int broadcast_size(const Expr* annotation) {
  if (!annotation || annotation->kind != ExprKind::kSubscript) return 0;
  const SubscriptExpr& subscript = as<SubscriptExpr>(annotation);
  if (subscript.object->kind != ExprKind::kName) return 0;
  std::string_view name = as<NameExpr>(subscript.object).id;
  if (name == "Optional") return broadcast_size(subscript.index);
  bool broadcasts = name.substr(0, 16) == "BroadcastingList" && name.size() == 17;
  return broadcasts ? name[16] - '0' : 0;
}

// A list or a dict, or a tuple that contains one.
bool is_mutable_default(const vm::Value& value) {
  if (value.as<vm::List>() || value.as<vm::Dict>()) return true;
  const vm::Tuple* tuple = value.as<vm::Tuple>();
  return tuple && std::any_of(tuple->items.begin(), tuple->items.end(), is_mutable_default);
}

}  // namespace

Emitter::Emitter(vm::Interpreter& vm, Function& target, ParsedFunction parsed, vm::Value function, ClassType* cls)
    : vm_(vm), target_(target), parsed_(std::move(parsed)), function_(std::move(function)), class_(cls) {
  line_starts_.push_back(0);
  const std::string& text = parsed_.source->text;
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') line_starts_.push_back(i + 1);
}

void Emitter::fail(const std::string& message, const Range& range, const char* kind) {
  throw ScriptError{message, range, kind};
}

// Errors of the front end show only the source range, without the call chain.
void Emitter::unsupported(const char* what, const Range& range) {
  throw ScriptError{std::string(what) + " aren't supported:\n" + range.highlight(), range, "UnsupportedNodeError",
                    true};
}

void Emitter::declare() {
  const FunctionDefStmt& def = *parsed_.def;
  const Parameters& p = *def.parameters;
  const vm::Function* python = function_.as<vm::Function>();
  auto not_supported = [&](const Range& at) {
    throw ScriptError{
        "Compiled functions can't take variable number of arguments or use keyword-only arguments with "
        "defaults:\n" +
            at.highlight(),
        at, "NotSupportedError", true};
  };
  auto starred = [&](const FormalParameter& parameter, size_t stars) {
    size_t name = offset(parameter.span.line, parameter.span.column);
    while (parsed_.source->text[name] == '*') ++name;
    not_supported({parsed_.source, name - stars, name + parameter.name.size()});
  };
  if (p.rest) starred(*p.rest, 1);
  if (p.keywords) starred(*p.keywords, 1);
  for (const FormalParameter& k : p.keyword_only)
    if (k.default_value) not_supported(range(k.default_value));
  auto mutable_default = [&](const Argument& a) {
    fail(
        "Mutable default parameters are not supported because Python binds them to the function and they persist "
        "across function calls.\n As a workaround, make the default None and instantiate the default parameter "
        "within the body of the function. Found " +
            vm_.repr(vm::Value::of(vm::type_of(a.default_value))) + " on parameter " + a.name,
        range(static_cast<const Stmt*>(&def)));
  };
  std::vector<const FormalParameter*> parameters;
  for (const FormalParameter& each : p.positional_only) parameters.push_back(&each);
  for (const FormalParameter& each : p.positional) parameters.push_back(&each);
  size_t positional = parameters.size();
  if (class_ && parameters.empty() && p.keyword_only.empty())
    fail("methods must have a self argument", keyword_range(static_cast<const Stmt&>(def).span, 3));
  for (const FormalParameter& each : p.keyword_only) parameters.push_back(&each);
  const vm::Tuple* defaults = python ? python->defaults.as<vm::Tuple>() : nullptr;
  size_t first_default = positional - (defaults ? std::min(positional, defaults->items.size()) : 0);
  for (size_t i = 0; i < parameters.size(); ++i) {
    const FormalParameter& each = *parameters[i];
    Argument a;
    a.name = std::string(each.name);
    a.keyword_only = i >= positional;
    if (i == 0 && class_) {
      a.type = class_->type;
      target_.arguments.push_back(a);
      continue;
    }
    a.type = each.annotation ? annotation(each.annotation) : inferred_tensor_type();
    a.list_size = broadcast_size(each.annotation);
    if (i < positional && i >= first_default) {
      a.has_default = true;
      a.default_value = defaults->items[i - first_default];
      if (a.list_size > 0 && a.default_value.is_int())
        a.default_value = vm::make_list(std::vector<vm::Value>(static_cast<size_t>(a.list_size), a.default_value));
      else if (is_mutable_default(a.default_value)) mutable_default(a);
      bool commented = !each.annotation && parsed_.source->text.find("# type:") != std::string::npos;
      // None as the default of an argument that is assumed to be a Tensor is an undefined tensor.
      bool undefined = a.type->inferred && a.default_value.is_none();
      if (!commented && !undefined && !fits_type(a.default_value, a.type)) {
        // An int default is converted for a float argument.
        if (is(without_none(a.type), TypeKind::kFloat) && a.default_value.is_int())
          a.default_value = vm::Value::real(static_cast<double>(a.default_value.as_int()));
        else
          fail("Expected a default value of type " + message_text(a.type) + " on parameter \"" + a.name + "\"" +
                   (a.type->inferred
                        ? ".Because \"" + a.name +
                              "\" was not annotated with an explicit type it is assumed to be type 'Tensor'."
                        : "."),
               range(static_cast<const Stmt*>(&def)));
      }
    }
    target_.arguments.push_back(a);
  }
  if (def.returns) declared_result_ = annotation(def.returns);
  declare_from_comment();
  if (declared_result_) target_.result = declared_result_;
}

void Emitter::emit() {
  target_.graph = std::make_shared<Graph>();
  push(graph().top.get());
  for (const Argument& a : target_.arguments) {
    Value* value = graph().top->add_input(a.type, a.name);
    set_variable(a.name, sugared(value), range(static_cast<const Stmt*>(parsed_.def)));
  }
  if (class_ && !class_->plain && !target_.arguments.empty()) {
    auto self = std::make_shared<Sugared>();
    self->kind = Sugared::Kind::kModule;
    self->value = graph().inputs()[0];
    self->cls = class_;
    frames_.back()->values[target_.arguments[0].name] = self;
    frames_.back()->types.erase(target_.arguments[0].name);
  }
  emit_body(parsed_.def->body);
  Range whole = range(static_cast<const Stmt*>(parsed_.def));
  if (!exited_.count(block())) {
    if (declared_result_ && !is(declared_result_, TypeKind::kNone))
      fail("Function was not annotated as having type None, but does not return along all paths", whole);
    emit_return(whole, graph().insert_none(whole));
  } else if (!merged_result_) {
    merged_result_ = declared_result_ ? declared_result_ : simple_type(TypeKind::kNone);
  }
  // Placeholder for the result; the exits of the body supply the value.
  Node* nothing = graph().create("prim::Uninitialized");
  nothing->output()->type = merged_result_;
  graph().insert(nothing);
  graph().top->add_output(nothing->output());
  target_.result = merged_result_;
  pop();
  convert_to_ssa(graph());
  canonicalize_loops(graph());
  cleanup(graph());
}

std::unique_ptr<Emitter::Frame> Emitter::pop() {
  std::unique_ptr<Frame> frame = std::move(frames_.back());
  frames_.pop_back();
  return frame;
}

bool Emitter::defined_in(const Frame& frame, const std::string& name) const {
  return frame.types.count(name) || frame.values.count(name);
}
bool Emitter::defined(const std::string& name, size_t skip) const {
  for (size_t i = frames_.size() - skip; i-- > 0;)
    if (defined_in(*frames_[i], name)) return true;
  return false;
}

void Emitter::set_variable(const std::string& name, SugaredPtr value, const Range& range, TypePtr annotated) {
  Frame& frame = *frames_.back();
  bool simple = value->kind == Sugared::Kind::kValue;
  if (simple && value->value->name.empty() && meaningful(name) && value->value->node->owner == frame.block)
    value->value->set_name(name);
  for (size_t i = frames_.size() - 1; i-- > 0;) {
    const Frame& outer = *frames_[i];
    if (!defined_in(outer, name)) continue;
    look_up(name, range, i + 1);
    if (annotated)
      fail("Attempting to declare and annotate the type of variable '" + name +
               "' that is already defined in an outer block",
           range);
    if (!simple)
      fail("Cannot re-assign '" + name + "' to a value of type " + kind_text(*value) + " because " + name +
               " is not a first-class value.  Only reassignments to first-class values are allowed",
           range);
    auto known = outer.types.find(name);
    if (known == outer.types.end())
      fail("Cannot re-assign '" + name + "' because it has type " + kind_text(*value) + " and " + name +
               " is not a first-class value.  Only reassignments to first-class values are allowed",
           range);
    TypePtr parent = known->second;
    value = sugared(convert_implicitly(graph(), range, parent, value->value, true));
    if (!is_subtype(value->value->type, parent)) {
      std::string message = "Variable '" + name + "' previously had type " + message_text(parent) +
                            " but is now being assigned to a value of type " + message_text(value->value->type);
      if (is(parent, TypeKind::kList) && is(value->value->type, TypeKind::kList))
        message += std::string("\n") + kEmptyLists;
      fail(message + "\n", range);
    }
    break;
  }
  if (!simple) {
    frame.types.erase(name);
    frame.values[name] = value;
    return;
  }
  TypePtr type = annotated ? annotated : value->value->type;
  if (annotated && !is_subtype(value->value->type, annotated))
    fail("Variable '" + name + "' is annotated with type " + message_text(annotated) +
             " but is being assigned to a value of type " + message_text(value->value->type),
         range);
  Node* store = graph().create("prim::Store", {value->value}, 0);
  store->set("name", name)->range = range;
  graph().insert(store);
  frame.values.erase(name);
  frame.types[name] = type;
}

// The variable in the first `depth` frames, innermost first; null if undefined.
SugaredPtr Emitter::look_up(const std::string& name, const Range& range, size_t depth) {
  for (size_t i = depth; i-- > 0;) {
    Frame& frame = *frames_[i];
    auto sugar = frame.values.find(name);
    if (sugar != frame.values.end()) return sugar->second;
    auto type = frame.types.find(name);
    if (type == frame.types.end()) continue;
    Node* load = graph().create("prim::Load");
    load->set("name", name)->range = range;
    load->output()->type = type->second;
    graph().insert(load);
    if (meaningful(name)) load->output()->set_name(name);
    return sugared(load->output());
  }
  return nullptr;
}

SugaredPtr Emitter::get_variable(const std::string& name, const Range& range, bool required) {
  if (SugaredPtr variable = look_up(name, range, frames_.size())) return variable;
  if (SugaredPtr found = resolve(name, range)) return found;
  if (!required) return nullptr;
  for (size_t i = frames_.size(); i-- > 0;) {
    auto error = frames_[i]->errors.find(name);
    if (error != frames_[i]->errors.end()) fail(error->second() + "and was used here", range);
  }
  fail("undefined value " + name, range);
}

vm::Value Emitter::lookup(const std::string& name) {
  // While a class is being decorated, it is not in the globals yet.
  if (class_ && class_->plain && name == class_->original_name) return class_->python;
  const vm::Function* function = function_.as<vm::Function>();
  if (!function) return {};
  const Code& code = *function->code_object()->code;
  if (const vm::Tuple* closure = function->closure.as<vm::Tuple>()) {
    size_t first = code.local_names.size() - static_cast<size_t>(code.free_variable_count);
    for (size_t i = 0; i < closure->items.size(); ++i)
      if (code.local_names[first + i] == name)
        if (vm::Cell* cell = closure->items[i].as<vm::Cell>()) return cell->content;
  }
  vm::Str* key = vm::intern(name);
  if (vm::Dict* globals = function->globals.as<vm::Dict>())
    if (vm::Value* found = globals->table.find(key)) return *found;
  if (vm::Value* found = vm_.builtins()->table.find(key)) return *found;
  return {};
}

SugaredPtr Emitter::resolve(const std::string& name, const Range& range) {
  if (SugaredPtr known = known_global(name)) return known;
  vm::Value found = lookup(name);
  if (found.is_null()) return nullptr;
  return python_value(found, range, name, false);
}

}  // namespace vt::script
