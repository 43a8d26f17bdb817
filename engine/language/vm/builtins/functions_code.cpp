// Builtin functions that run source text: eval, exec and compile, and the namespaces of a frame.
#include "frontend/frontend.h"
#include "vm/bootstrap.h"
#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/state.h"

namespace vt::vm {

Frame& python_frame(Interpreter& vm) {
  Frame* frame = vm.current_frame();
  if (!frame) raise(types().RuntimeError, "no Python frame");
  return *frame;
}

Value local_names(Frame& frame) {
  if (!frame.namespace_dict.is_null()) return frame.namespace_dict;
  Value out = make<Dict>();
  const Code& code = *frame.code->code;
  for (size_t i = 0; i < code.local_names.size(); ++i) {
    Value v = frame.slots[i];
    if (const Cell* cell = v.as<Cell>(); cell && (code.local_kinds[i] & (kCellLocal | kFreeLocal))) v = cell->content;
    if (!v.is_null()) out.as<Dict>()->table.insert(intern(code.local_names[i]), v);
  }
  return out;
}

namespace {

Value compile_text(const std::string& file_name, std::string text, CompileMode mode) {
  if (mode == CompileMode::kExpression) text.erase(0, std::min(text.find_first_not_of(" \t"), text.size()));
  auto file = std::make_shared<const SourceFile>(SourceFile{file_name, std::move(text)});
  auto compiled = compile_source(file, mode);
  if (!compiled.ok()) raise_value(syntax_error(*file, compiled.error()));
  return make<CodeObject>(compiled.value());
}

// A code object, or what the text compiles to.
Value code_of(const Value& source, const char* function, CompileMode mode) {
  if (source.as<CodeObject>()) return source;
  if (const Str* text = source.as<Str>()) return compile_text("<string>", text->text, mode);
  if (const Bytes* data = source.as<Bytes>()) return compile_text("<string>", data->data, mode);
  raise(types().TypeError, std::string(function) + "() arg 1 must be a string, bytes or code object");
}

// Runs in the namespaces given, or in those of the caller.
Value run_code(Interpreter& vm, const Value& code, const char* function, const Value& globals, const Value& locals) {
  const bool own_globals = !globals.is_null() && !globals.is_none(),
             own_locals = !locals.is_null() && !locals.is_none();
  if (own_globals && !globals.as<Dict>())
    raise(types().TypeError, function == std::string_view("eval")
                                 ? "globals must be a dict"
                                 : "exec() globals must be a dict, not " + std::string(type_name(globals)));
  if (own_locals && !locals.as<Dict>())
    raise(types().TypeError, std::string(function) + "() locals must be a dict here, not " + type_name(locals));
  const Value scope = own_globals ? globals : Value::of(python_frame(vm).globals);
  const Value names = own_locals ? locals : own_globals ? globals : local_names(python_frame(vm));
  if (code.as<CodeObject>()->code->free_variable_count > 0)
    raise(types().TypeError, std::string("code object passed to ") + function + "() may not contain free variables");
  return run_module_code(vm, code, scope, names);
}

Value eval(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "eval", {"source", "globals", "locals"}, 1);
  return run_code(vm, code_of(bound[0], "eval", CompileMode::kExpression), "eval", bound[1], bound[2]);
}
Value exec(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "exec", {"source", "globals", "locals"}, 1);
  run_code(vm, code_of(bound[0], "exec", CompileMode::kModule), "exec", bound[1], bound[2]);
  return Value::none();
}
Value compile(Interpreter&, const Arguments& a) {
  const auto bound = bind_arguments(
      a, "compile", {"source", "filename", "mode", "flags", "dont_inherit", "optimize", "_feature_version"}, 3);
  const std::string_view mode = expect_str(bound[2], "compile() argument 'mode'");
  if (mode != "exec" && mode != "eval" && mode != "single")
    raise(types().ValueError, "compile() mode must be 'exec', 'eval' or 'single'");
  const Bytes* data = bound[0].as<Bytes>();
  if (!data && !bound[0].as<Str>()) raise(types().TypeError, "compile() arg 1 must be a string, bytes or AST object");
  return compile_text(std::string(expect_str(bound[1], "compile() argument 'filename'")),
                      data ? data->data : bound[0].as<Str>()->text,
                      mode == "eval"     ? CompileMode::kExpression
                      : mode == "single" ? CompileMode::kInteractive
                                         : CompileMode::kModule);
}

}  // namespace

void install_code_functions(Interpreter& vm) {
  const std::pair<const char*, NativeFn> functions[] = {{"eval", eval}, {"exec", exec}, {"compile", compile}};
  for (const auto& [name, fn] : functions) add_builtin_function(vm, name, fn);
}

}  // namespace vt::vm
