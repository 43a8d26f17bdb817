// Compiles each Python function and method once.
#include <algorithm>
#include <utility>

#include "frontend/parser.h"
#include "torch/objects.h"
#include "torchscript/script/emitter.h"
#include "torchscript/script/graph_event.h"
#include "torchscript/script/objects.h"
#include "torchscript/script/scripts.h"
#include "torchscript/torchscript.h"

namespace vt::script {

int ClassType::find(const std::string& name) const {
  for (size_t i = 0; i < attributes.size(); ++i)
    if (attributes[i].name == name) return static_cast<int>(i);
  return -1;
}
FunctionPtr ClassType::method(const std::string& name) const {
  auto found = methods.find(name);
  return found == methods.end() ? nullptr : found->second;
}

Scripts& scripts() {
  static Scripts instance;
  return instance;
}

std::string unique_name(const std::string& qualified) {
  if (scripts().names.insert(qualified).second) return qualified;
  size_t dot = qualified.rfind('.');
  std::string name =
      qualified.substr(0, dot) + ".___torch_mangle_" + std::to_string(scripts().mangled++) + qualified.substr(dot);
  scripts().names.insert(name);
  return name;
}

void forget_scripts() {
  for (const std::weak_ptr<ClassType>& known : std::exchange(scripts(), {}).classes) {
    const std::shared_ptr<ClassType> cls = known.lock();
    if (!cls) continue;
    cls->methods.clear();
    cls->attributes.clear();
    cls->constants.clear();
    cls->python = vm::Value();
    cls->type.reset();
  }
}

std::shared_ptr<ClassType> make_class(const std::string& qualified) {
  std::shared_ptr<ClassType> cls = class_named(unique_name(qualified));
  cls->original_name = qualified.substr(qualified.rfind('.') + 1);
  return cls;
}

std::shared_ptr<ClassType> class_named(const std::string& qualified) {
  auto cls = std::make_shared<ClassType>();
  cls->qualified = qualified;
  cls->original_name = qualified.substr(qualified.rfind('.') + 1);
  auto type = std::make_shared<Type>();
  type->kind = TypeKind::kClass;
  type->name = cls->qualified;
  type->cls = cls;  // a class lives until the end of the run, as Python classes do
  cls->type = type;
  scripts().classes.push_back(cls);
  return cls;
}

ScriptObject::ScriptObject(std::shared_ptr<ClassType> c)
    : Object(kScriptObject, script_object_type()), cls(std::move(c)) {
  slots.resize(cls->attributes.size());
}
void ScriptObject::traverse(vm::Visitor& visitor) const {
  for (const vm::Value& slot : slots) visitor.visit(slot);
}
void ScriptObject::clear() { slots.clear(); }

namespace {

const FunctionDefStmt* find_definition(Body body, const std::string& name, int line);

const FunctionDefStmt* find_in(const Stmt* stmt, const std::string& name, int line) {
  switch (stmt->kind) {
    case StmtKind::kFunctionDef: {
      const FunctionDefStmt& def = as<FunctionDefStmt>(stmt);
      int first = def.decorators.empty() ? def.span.line : def.decorators[0]->span.line;
      if (def.name == name && (first == line || def.span.line == line)) return &def;
      return find_definition(def.body, name, line);
    }
    case StmtKind::kClassDef: return find_definition(as<ClassDefStmt>(stmt).body, name, line);
    case StmtKind::kIf: {
      const FunctionDefStmt* found = find_definition(as<IfStmt>(stmt).body, name, line);
      return found ? found : find_definition(as<IfStmt>(stmt).orelse, name, line);
    }
    case StmtKind::kFor: return find_definition(as<ForStmt>(stmt).body, name, line);
    case StmtKind::kWhile: return find_definition(as<WhileStmt>(stmt).body, name, line);
    case StmtKind::kWith: return find_definition(as<WithStmt>(stmt).body, name, line);
    case StmtKind::kTry: return find_definition(as<TryStmt>(stmt).body, name, line);
    default: return nullptr;
  }
}
const FunctionDefStmt* find_definition(Body body, const std::string& name, int line) {
  for (const Stmt* stmt : body)
    if (const FunctionDefStmt* found = find_in(stmt, name, line)) return found;
  return nullptr;
}

// The last source line of a body, including nested bodies.
int last_line(Body body, int line) {
  for (const Stmt* stmt : body) {
    line = std::max({line, stmt->span.line, stmt->span.end_line});
    switch (stmt->kind) {
      case StmtKind::kIf: line = last_line(as<IfStmt>(stmt).orelse, last_line(as<IfStmt>(stmt).body, line)); break;
      case StmtKind::kFor: line = last_line(as<ForStmt>(stmt).body, line); break;
      case StmtKind::kWhile: line = last_line(as<WhileStmt>(stmt).body, line); break;
      case StmtKind::kWith: line = last_line(as<WithStmt>(stmt).body, line); break;
      case StmtKind::kFunctionDef: line = last_line(as<FunctionDefStmt>(stmt).body, line); break;
      case StmtKind::kTry: {
        const TryStmt& t = as<TryStmt>(stmt);
        line = last_line(t.body, line);
        for (const ExceptHandler& handler : t.handlers) line = last_line(handler.body, line);
        line = last_line(t.finalbody, last_line(t.orelse, line));
        break;
      }
      default: break;
    }
  }
  return line;
}

std::shared_ptr<const Ast> tree_of(const std::shared_ptr<const SourceFile>& file) {
  auto& entry = scripts().trees[file.get()];
  if (!entry.second) {
    Result<std::shared_ptr<const Ast>> parsed = parse_source(file);
    if (!parsed.ok()) return nullptr;
    entry = {file, parsed.value()};
  }
  return entry.second;
}

uint64_t count_ifs(const Block& block) {
  uint64_t count = 0;
  for (const Node* node : block.nodes()) {
    count += node->is("prim::If");
    for (const std::unique_ptr<Block>& inner : node->blocks) count += count_ifs(*inner);
  }
  return count;
}

// Compiles one function: pushes it on the compile stack and declares it first. An overload has the signature
// of one function and the body of another.
void compile_into(vm::Interpreter& vm, Function& target, const vm::Value& python, ClassType* cls,
                  const vm::Value& signature = {}) {
  target.state = Function::State::kCompiling;
  struct Entry {
    explicit Entry(const std::string& name) { compile_stack().push_back({name, {}}); }
    ~Entry() { compile_stack().pop_back(); }
  };
  std::string shown = cls ? cls->original_name + "." + target.name : target.name;
  Entry entry(shown);
  try {
    vm::Function* source = python.as<vm::Function>();
    if (!source) vm::raise(vm::types().RuntimeError, "Cannot compile " + vm.repr(python) + ": it is no function");
    ParsedFunction parsed = parse_function(vm, *source);
    Emitter emitter(vm, target, std::move(parsed), python, cls);
    target.arguments.clear();
    if (signature.is_null()) {
      emitter.declare();
    } else {
      Emitter declared(vm, target, parse_function(vm, *signature.as<vm::Function>()), signature, cls);
      declared.declare();
      emitter.take_declaration(declared);
    }
    emitter.emit();
  } catch (ScriptError& error) {
    target.state = Function::State::kDeclared;
    if (!error.complete) {
      error.message = error.text();
      error.complete = true;
    }
    throw;
  } catch (...) {
    target.state = Function::State::kDeclared;
    throw;
  }
  target.state = Function::State::kReady;
  target.compile = nullptr;
  // Report only functions of the program, not library functions that it uses.
  const Code& code = *python.as<vm::Function>()->code_object()->code;
  if (!target.graph || !code.file || code.file->name().starts_with("<frozen")) return;
  script_if_count() += count_ifs(*target.graph->top);
  report_graph(*target.graph, shown, "compiled");
}

}  // namespace

ParsedFunction parse_function(vm::Interpreter& vm, const vm::Function& function) {
  const Code& code = *function.code_object()->code;
  ParsedFunction parsed;
  parsed.ast = code.file ? tree_of(code.file) : nullptr;
  if (parsed.ast) parsed.def = find_definition(parsed.ast->body, code.name, code.first_line);
  if (!parsed.def) {
    if (code.name == "<lambda>")
      vm::raise(vm::types().RuntimeError,
                "Expected a single top-level function: " + code.file->name() + ":" + std::to_string(code.first_line));
    vm::raise(vm::types().OSError, "Can't get source for " + vm.repr(function.name) +
                                       ". TorchScript requires source access in order to carry out compilation, make "
                                       "sure original .py files are available.");
  }
  auto source = std::make_shared<SourceText>();
  source->file = code.file->name();
  source->first_line = parsed.def->decorators.empty() ? parsed.def->span.line : parsed.def->decorators[0]->span.line;
  int end = last_line(parsed.def->body, parsed.def->span.line);
  for (int line = source->first_line; line <= end; ++line) source->text += std::string(code.file->line(line)) + "\n";
  parsed.source = source;
  return parsed;
}

void ensure_ready(Function& function) {
  if (function.state == Function::State::kDeclared && function.compile) function.compile();
}

FunctionPtr compile_function(vm::Interpreter& vm, const vm::Value& python) {
  return compile_overload(vm, python, python);
}

FunctionPtr compile_overload(vm::Interpreter& vm, const vm::Value& python, const vm::Value& implementation) {
  auto found = scripts().functions.find(python.as_object());
  if (found != scripts().functions.end()) {
    if (compile_stack().empty()) ensure_ready(*found->second.second);
    return found->second.second;
  }
  vm::Function& function = *python.as<vm::Function>();
  auto made = std::make_shared<Function>();
  made->name = vm.str(function.name);
  const vm::Str* module = function.module.as<vm::Str>();
  std::string path = module && module->text != "__main__" ? module->text + "." : "";
  if (path.rfind("torch.jit._functional", 0) == 0) path = "torch.nn.functional.";
  made->qualified = unique_name("__torch__." + path + made->name);
  made->python = python;
  scripts().functions[python.as_object()] = {python, made};
  Function* raw = made.get();
  made->compile = [&vm, raw, implementation, python] {
    bool overload = !implementation.same(python);
    compile_into(vm, *raw, implementation, nullptr, overload ? python : vm::Value());
  };
  if (compile_stack().empty()) {
    try {
      ensure_ready(*made);
    } catch (...) {
      scripts().functions.erase(python.as_object());
      throw;
    }
  }
  return made;
}

FunctionPtr declare_method(vm::Interpreter& vm, ClassType& cls, const std::string& name) {
  if (FunctionPtr known = cls.method(name)) return known;
  if (cls.python.is_null()) return nullptr;
  vm::Value found = vm.find_attribute(cls.python, vm::intern(name));
  vm::Value function = found;
  if (const vm::BoundMethod* bound = found.is_null() ? nullptr : found.as<vm::BoundMethod>())
    function = bound->function;
  if (function.is_null() || !function.as<vm::Function>()) return nullptr;
  return declare_getter(vm, cls, name, function);
}

FunctionPtr declare_getter(vm::Interpreter& vm, ClassType& cls, const std::string& name, const vm::Value& function,
                           const vm::Value& signature) {
  if (FunctionPtr known = cls.method(name)) return known;
  auto made = std::make_shared<Function>();
  made->name = name;
  made->qualified = cls.qualified + "." + name;
  made->python = function;
  made->owner = &cls;
  cls.methods[name] = made;
  cls.method_order.push_back(name);
  Function* raw = made.get();
  ClassType* owner = &cls;
  made->compile = [&vm, raw, function, owner, signature] { compile_into(vm, *raw, function, owner, signature); };
  return made;
}

std::vector<vm::Value> overloads_of(vm::Interpreter& vm, const vm::Value& function) {
  static const char* const kTable = "__script_overloads__";
  vm::Value found = vm.find_attribute(function, vm::intern(kTable));
  if (found.is_null())
    found = vm.call(vm.get_attribute(vm.import_module("torch.jit._script_sources"), "_take_overloads"), {function});
  return found.is_null() ? std::vector<vm::Value>() : vm.to_vector(found);
}

void raise_script_error(vm::Interpreter& vm, const ScriptError& error) {
  std::string text = error.text();
  if (error.kind == "RuntimeError") vm::raise(vm::types().RuntimeError, text);
  vm::Value type = vm.get_attribute(vm.import_module("torch.jit.frontend"), error.kind);
  vm::raise(type.as<vm::Type>(), text);
}

}  // namespace vt::script
