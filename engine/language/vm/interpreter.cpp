// The Interpreter's life: start, running a program, and the end that frees everything.
#include "vm/interpreter.h"

#include "frontend/frontend.h"
#include "support/heap.h"
#include "vm/bootstrap.h"
#include "vm/builtins/builtins.h"
#include "vm/gc.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"

namespace vt::vm {

static Interpreter* current_interpreter = nullptr;
Interpreter* Interpreter::current() { return current_interpreter; }

static Value make_module(Interpreter::State& state, const char* name) {
  Value made = make<Module>(name);
  HashTable& table = made.as<Module>()->attributes.as<Dict>()->table;
  table.insert(names().name_, make_str(name));
  table.insert(names().doc_, Value::none());
  state.modules.as<Dict>()->table.insert(intern(name), made);
  return made;
}

// The classes that programs name without an import.
static void add_type_names(HashTable& table) {
  const BuiltinTypes& t = types();
  for (Type* type : {t.object, t.type, t.bool_, t.int_, t.float_, t.str, t.bytes, t.tuple, t.list, t.dict, t.set,
                     t.frozenset, t.slice, t.range, t.property, t.static_method, t.class_method, t.super})
    table.insert(intern(type->name), Value::of(type));
#define X(name, base) table.insert(intern(#name), Value::of(t.name));
  VT_EXCEPTION_TYPES(X)
#undef X
  table.insert(intern("IOError"), Value::of(t.OSError));
  table.insert(intern("EnvironmentError"), Value::of(t.OSError));
  table.insert(intern("NotImplemented"), not_implemented());
  table.insert(intern("Ellipsis"), ellipsis());
  table.insert(intern("__debug__"), Value::boolean(true));
}

Interpreter::Interpreter(Host host, Limits limits) : state_(std::make_unique<State>()) {
  ensure_bootstrapped();
  current_interpreter = this;
  state_->vm = this;
  state_->host = std::move(host);
  state_->limits = limits;
  state_->ticks = kTicksPerCheck;
  state_->heap_at_start = heap_bytes();
  state_->modules = make<Dict>();
  state_->builtins = make_module(*state_, "builtins");
  state_->main = make_module(*state_, "__main__");
  auto* build = new NativeFunction("__build_class__", build_class);
  builtins()->table.insert(names().build_class_, Value::adopt(build));
  add_type_names(builtins()->table);
  install_sys_module(*this);
  install_builtins(*this);
  static bool inherited = false;
  if (!inherited) inherit_native_slots();
  inherited = true;
}

// Empties a namespace and lets its values go.
static void clear_namespaces(HashTable& modules) {
  std::vector<HashTable::Entry> entries = modules.entries();
  modules.clear();
  for (size_t i = entries.size(); i-- > 0;)
    if (Module* module = entries[i].value.as<Module>()) module->clear();
}

Interpreter::~Interpreter() {
  try {
    state_->handled_base.exception = Value();
    state_->leaving = Value();
    // Programs' finalizers may still call builtins, so those go last.
    Value builtins_kept = state_->builtins;
    Value namespace_kept = builtins_kept.as<Module>()->attributes;
    if (Module* main = state_->main.as<Module>()) main->clear();
    gc_collect();
    state_->modules.as<Dict>()->table.erase(intern("builtins"));
    clear_namespaces(state_->modules.as<Dict>()->table);
    state_->loaders.clear();
    gc_collect();
    builtins_kept.as<Module>()->clear();
    state_->modules = state_->main = state_->builtins = Value();
    builtins_kept = namespace_kept = Value();
    gc_collect();
  } catch (...) {
    // A finalizer that fails at the very end has nobody to tell.
  }
  if (current_interpreter == this) current_interpreter = nullptr;
}

Dict* Interpreter::builtins() { return state_->builtins.as<Module>()->attributes.as<Dict>(); }
Dict* Interpreter::main_globals() { return state_->main.as<Module>()->attributes.as<Dict>(); }
const Host& Interpreter::host() const { return state_->host; }
Limits& Interpreter::limits() { return state_->limits; }
uint64_t Interpreter::output_bytes() const { return state_->output_bytes; }

static void count_output(Interpreter::State& state, size_t bytes) {
  state.output_bytes += bytes;
  if (state.limits.output_bytes && state.output_bytes > state.limits.output_bytes)
    throw RunStopped{"output limit of " + std::to_string(state.limits.output_bytes) + " bytes reached"};
}
void Interpreter::write_out(std::string_view text) {
  count_output(*state_, text.size());
  if (state_->host.write_out) state_->host.write_out(text);
}
void Interpreter::write_error(std::string_view text) {
  count_output(*state_, text.size());
  if (state_->host.write_error) state_->host.write_error(text);
}

FrameHook* Interpreter::set_frame_hook(FrameHook* hook) { return std::exchange(state_->hook, hook); }
FrameHook* Interpreter::frame_hook() const { return state_->hook; }
Frame* Interpreter::current_frame() const { return state_->frame; }
void Interpreter::request_stop() { state_->stop_requested = true; }

std::vector<TracebackEntry> Interpreter::current_stack() const {
  std::vector<TracebackEntry> entries;
  for (Frame* frame = state_->frame; frame; frame = frame->back) {
    const Code& code = *frame->code->code;
    uint32_t at = frame->instruction();
    entries.push_back({code.file, code.name, code.spans[at], code.instructions[at].op});
  }
  return entries;
}
SourceSpan Interpreter::current_span() const {
  Frame* frame = state_->frame;
  return frame ? frame->code->code->spans[frame->instruction()] : SourceSpan{};
}

Value Interpreter::new_instance(Type* type) { return make<Instance>(type); }

Value syntax_error(const SourceFile& file, const Error& error) {
  Type* type = types().SyntaxError;
  if (error.kind == "IndentationError") type = types().IndentationError;
  else if (error.kind == "TabError") type = types().TabError;
  const SourceSpan& span = error.span;
  std::string line(file.line(span.line));
  auto column = [&](int32_t bytes) {
    int64_t count = 0;
    for (int32_t i = 0; i < bytes && i < static_cast<int32_t>(line.size()); ++i)
      count += (static_cast<unsigned char>(line[i]) & 0xC0) != 0x80;
    return Value::integer(count + std::max(0, bytes - static_cast<int32_t>(line.size())) + 1);
  };
  Value place = make_tuple({make_str(file.name()), Value::integer(span.line), column(span.column),
                            make_str(line + "\n"), Value::integer(span.end_line), column(span.end_column)});
  return Interpreter::current()->call(Value::of(type), {make_str(error.message), place});
}

namespace {

// What an uncaught exception prints: nothing of ours where a program's own sys.excepthook shows it.
std::string uncaught_text(Interpreter& vm, const Value& value) {
  Module* sys = vm.find_module("sys");
  HashTable* table = sys ? &sys->attributes.as<Dict>()->table : nullptr;
  const Value* hook = table ? table->find(intern("excepthook")) : nullptr;
  const Value* own = table ? table->find(intern("__excepthook__")) : nullptr;
  if (!hook || !own || hook->same(*own)) return format_traceback(vm, value, ShownBy::kInterpreter);
  const Value called = *hook;
  try {
    vm.call(called, {Value::of(value.as<Exception>()->type), value, vm.get_attribute(value, intern("__traceback__"))});
  } catch (Raised& raised) {
    return "Error in sys.excepthook:\n" + format_traceback(vm, raised.exception, ShownBy::kInterpreter) +
           "\nOriginal exception was:\n" + format_traceback(vm, value, ShownBy::kInterpreter);
  }
  return "";
}

void run_exit_functions(Interpreter& vm) {
  if (!vm.find_module("atexit")) return;
  vm.call(vm.get_attribute(vm.import_module("atexit"), "_run_exitfuncs"), {});
}

void report(Interpreter& vm, const Value& value, Interpreter::Outcome& outcome) {
  const Exception& exception = *value.as<Exception>();
  outcome.ok = false;
  outcome.exit_code = 1;
  if (exception.type->is_subtype_of(types().SystemExit)) {
    const auto& args = exception.args.as<Tuple>()->items;
    Value code = args.empty() ? Value::none() : args.size() == 1 ? args[0] : exception.args;
    outcome.exit_code = code.is_none()   ? 0
                        : code.is_int()  ? static_cast<int>(code.as_int() & 0xff)
                        : code.is_bool() ? code.as_bool()
                                         : 1;
    if (!code.is_none() && !code.is_int() && !code.is_bool()) outcome.traceback = vm.str(code) + "\n";
    outcome.ok = outcome.exit_code == 0;
    return;
  }
  outcome.traceback = uncaught_text(vm, value);
  std::string line = exception_line(vm, exception, ShownBy::kInterpreter);
  outcome.error.kind = exception.type->name;
  size_t colon = line.find(": ");
  outcome.error.message = colon == std::string::npos ? "" : line.substr(colon + 2, line.size() - colon - 3);
}

// The innermost place in the program itself, for markers.
SourceSpan innermost(const Exception& exception, const SourceFile& file) {
  for (const TracebackEntry& entry : exception.traceback)
    if (entry.file.get() == &file) return entry.span;
  return exception.traceback.empty() ? SourceSpan{} : exception.traceback.front().span;
}

}  // namespace

Interpreter::Outcome Interpreter::run_main(std::shared_ptr<const SourceFile> file, std::vector<std::string> argv) {
  Outcome outcome;
  current_interpreter = this;
  state_->argv = std::move(argv);
  state_->instructions = 0;
  state_->ticks = kTicksPerCheck;
  auto compiled = compile_source(file);
  if (!compiled) {
    report(*this, syntax_error(*file, compiled.error()), outcome);
    outcome.error.span = compiled.error().span;
    outcome.error.hint = compiled.error().hint;
    if (!outcome.error.hint.empty()) outcome.traceback += outcome.error.hint + "\n";
    return outcome;
  }
  main_globals()->table.insert(names().file_, make_str(file->name()));
  try {
    try {
      run_module_code(*this, make<CodeObject>(compiled.value()), state_->main.as<Module>()->attributes);
    } catch (Raised& raised) {
      try {
        report(*this, raised.exception, outcome);
      } catch (Raised&) {
        outcome.traceback = "RecursionError: maximum recursion depth exceeded\n";
      }
      outcome.error.span = innermost(*raised.exception.as<Exception>(), *file);
    }
    run_exit_functions(*this);
    finalize_all(state_->main.as<Module>()->attributes);
  } catch (Raised& raised) {  // out of an exit function: SystemExit
    report(*this, raised.exception, outcome);
  } catch (const RunStopped& stopped) {
    outcome.ok = false;
    outcome.exit_code = 1;
    outcome.stopped = true;
    outcome.error.kind = "RunStopped";
    outcome.error.message = stopped.reason;
  }
  state_->handled_base.exception = Value();
  state_->handled = &state_->handled_base;
  return outcome;
}

}  // namespace vt::vm
