// _io and _types: what the modules in the language need from the engine.
#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/modules.h"
#include "vm/state.h"

namespace vt::vm {
namespace {
Value write_out(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "_io.write_out");
  vm.write_out(expect_str(a[0], "write() argument"));
  return Value::none();
}
Value write_error(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "_io.write_error");
  vm.write_error(expect_str(a[0], "write() argument"));
  return Value::none();
}

// Where the n-th Python frame outwards is: (file, line, function), or None.
Value caller(Interpreter& vm, const Arguments& a) {
  const auto stack = vm.current_stack();
  const int64_t level = a.size() ? vm.to_index(a[0]) : 0;
  if (level < 0 || level >= static_cast<int64_t>(stack.size())) return Value::none();
  const TracebackEntry& entry = stack[static_cast<size_t>(level)];  // the innermost comes first
  return make_tuple({make_str(entry.file ? entry.file->name() : "<unknown>"), Value::integer(entry.span.line),
                     make_str(entry.function),
                     make_str(entry.file && entry.span.line ? entry.file->line(entry.span.line) : "")});
}
// The printed traceback of an exception, as an uncaught one prints it.
Value format_exception(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "_io.format_exception");
  return make_str(format_traceback(vm, a[0]));
}
// Its last lines: type, text and notes.
Value exception_text(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "_io.exception_text");
  if (!a[0].as<Exception>()) raise(types().TypeError, "an exception is required");
  return make_str(vm::exception_text(vm, *a[0].as<Exception>()));
}
// The places of a traceback, or of the running frames where None is given.
Value traceback_entries(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "_io.traceback_entries");
  if (a[0].is_none()) {
    const auto stack = vm.current_stack();
    return make_list(shown_entries(stack, stack.size()));
  }
  const Traceback* traceback = a[0].as<Traceback>();
  if (!traceback) raise(types().TypeError, "a traceback is required");
  return make_list(shown_entries(traceback->entries, traceback->index + 1));
}
// types.coroutine: the generator function itself, whose generators `await` takes from now on.
Value iterable_coroutine(Interpreter&, const Arguments& a) {
  exactly_one(a, "_types.iterable_coroutine");
  Function* function = a[0].as<Function>();
  if (!function) raise(types().TypeError, "a function is required");
  auto marked = std::make_shared<Code>(*function->code_object()->code);
  marked->flags |= kIsIterableCoroutine;
  function->code = make<CodeObject>(std::move(marked));
  return a[0];
}
// The text of the file that a code object is from.
Value source_text(Interpreter&, const Arguments& a) {
  exactly_one(a, "_io.source_text");
  if (!a[0].as<CodeObject>()) raise(types().TypeError, "a code object is required");
  return make_str(a[0].as<CodeObject>()->code->file->text());
}
}  // namespace

void load_io_natives(Interpreter&, Module& module) {
  define_function(module, "write_out", write_out);
  define_function(module, "write_error", write_error);
  define_function(module, "caller", caller);
  define_function(module, "format_exception", format_exception);
  define_function(module, "source_text", source_text);
  define_function(module, "exception_text", exception_text);
  define_function(module, "traceback_entries", traceback_entries);
}

void load_types_natives(Interpreter&, Module& module) {
  const std::pair<const char*, Type*> named[] = {{"FunctionType", types().function},
                                                 {"BuiltinFunctionType", types().native_function},
                                                 {"MethodType", types().bound_method},
                                                 {"GeneratorType", types().generator},
                                                 {"CoroutineType", types().coroutine},
                                                 {"AsyncGeneratorType", types().async_generator},
                                                 {"ModuleType", types().module},
                                                 {"CodeType", types().code},
                                                 {"CellType", types().cell},
                                                 {"NoneType", types().none_type},
                                                 {"EllipsisType", types().ellipsis},
                                                 {"NotImplementedType", types().not_implemented},
                                                 {"MappingProxyType", types().mapping_proxy},
                                                 {"TracebackType", types().traceback},
                                                 {"FrameType", types().frame},
                                                 {"dict_keys", types().dict_keys},
                                                 {"dict_values", types().dict_values},
                                                 {"dict_items", types().dict_items}};
  for (const auto& [name, type] : named)
    if (type) set_attribute(module, name, Value::of(type));
  set_attribute(module, "GenericAlias", Value::of(generic_alias_type()));
  set_attribute(module, "UnionType", Value::of(union_alias_type()));
  define_function(module, "make_alias", generic_alias_maker());
  define_function(module, "iterable_coroutine", iterable_coroutine);
  define_metatypes(module);
}

}  // namespace vt::vm
