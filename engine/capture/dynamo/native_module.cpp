// The module `_vitrine_dynamo`: the switch that torch.compile turns on and off around calls, the entry to the graph
// compiler, and the helper functions of the residual bytecode.
#include "capture/dynamo/native_module.h"

#include "capture/compiler_interface.h"
#include "capture/dynamo/cache.h"
#include "capture/dynamo/modes.h"
#include "capture/dynamo/output.h"
#include "capture/dynamo/report.h"
#include "eager/autograd.h"
#include "support/check.h"
#include "support/events.h"
#include "support/stage_times.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "vm/native.h"
#include "vm/state.h"

namespace vt::dynamo {
namespace {
using vm::Arguments;
using vm::Module;

DynamoHook& hook() {
  static thread_local DynamoHook instance;
  return instance;
}

void update_hook(Interpreter& vm) {
  Session& s = session();
  bool wanted = !s.contexts.empty() && !s.contexts.back().disabled;
  vm.set_frame_hook(wanted ? &hook() : nullptr);
}

// enter(backend, fullgraph, dynamic, guard_fail_fn=None) and leave() enclose each call of a compiled function.
// set_tracer(text): records what an fx or jit tracer is doing ("" for nothing); returns the old text.
Value set_tracer(Interpreter& vm, const Arguments& a) {
  return vm::make_str(std::exchange(session().tracer, vm.str(a[0])));
}

void refuse_tracer(Interpreter& vm) {
  const std::string& tracer = session().tracer;
  const char* flag = tracer.starts_with("torch.jit") ? "error_on_nested_jit_trace" : "error_on_nested_fx_trace";
  Value config = vm.get_attribute(vm.import_module("torch._dynamo"), "config");
  if (vm.truth(vm.get_attribute(config, flag)))
    vm::raise(vm::types().RuntimeError, "Detected that you are using FX to " + tracer +
                                            " a dynamo-optimized function. This is not supported at the moment.");
}

Value enter(Interpreter& vm, const Arguments& a) {
  if (!session().tracer.empty()) refuse_tracer(vm);
  CompileContext context;
  context.backend = a[0];
  context.fullgraph = vm.truth(a[1]);
  context.transforms = running_transforms();
  if (!a[2].is_none()) context.dynamic = vm.truth(a[2]);
  if (a.positional > 3 && !a[3].is_none()) context.guard_fail_fn = a[3];
  session().contexts.push_back(std::move(context));
  update_hook(vm);
  return Value::none();
}
Value enter_disabled(Interpreter& vm, const Arguments&) {
  CompileContext context;
  context.disabled = true;
  session().contexts.push_back(std::move(context));
  update_hook(vm);
  return Value::none();
}
// always_capture(function): captures its frames without first checking whether they hold tensors.
Value always_capture(Interpreter&, const Arguments& a) {
  Value target = a[0];
  if (vm::BoundMethod* method = target.as<vm::BoundMethod>()) target = method->function;
  if (vm::Function* function = target.as<vm::Function>()) state_of(*function->code_object()).always = true;
  return Value::none();
}
// add_hook(tensor, hook)
Value add_hook(Interpreter& vm, const Arguments& a) { return vm.call(vm.get_attribute(a[0], "register_hook"), {a[1]}); }
// register_hook(tensor, function, *cells): hooks a closure over cells that hold what the graph computed.
Value register_hook(Interpreter& vm, const Arguments& a) {
  const vm::Function& shape = *a[1].as<vm::Function>();
  Value hook = vm::make<vm::Function>(shape.code, shape.globals);
  std::vector<Value> cells;
  for (size_t i = 2; i < a.positional; ++i) {
    Value cell = vm::make<vm::Cell>();
    cell.as<vm::Cell>()->content = a[i];
    cells.push_back(std::move(cell));
  }
  hook.as<vm::Function>()->closure = vm::make_tuple(std::move(cells));
  return vm.call(vm.get_attribute(a[0], "register_hook"), {hook});
}
// set_error_on_break(flag): whether a graph break in frames captured from now on is an error; returns the old flag.
Value set_error_on_break(Interpreter& vm, const Arguments& a) {
  return Value::boolean(std::exchange(session().error_on_break, vm.truth(a[0])));
}
Value leave(Interpreter& vm, const Arguments&) {
  if (!session().contexts.empty()) session().contexts.pop_back();
  update_hook(vm);
  return Value::none();
}

Value reset(Interpreter&, const Arguments&) {
  Session& s = session();
  ++s.generation;
  s.breaks.clear();
  s.broken_lines.clear();
  s.next_frame = s.next_compiled = 0;
  return Value::none();
}

// set_stance(name): what a frame without a fitting cache entry does from now on; returns the old stance.
Value set_stance(Interpreter&, const Arguments& a) {
  return vm::make_str(std::exchange(session().stance, std::string(vm::expect_str(a[0], "stance"))));
}
// exclude(function): its own frames are never captured; those of functions that it calls may be.
Value exclude(Interpreter&, const Arguments& a) {
  if (vm::Function* function = a[0].as<vm::Function>()) state_of(*function->code_object()).excluded = true;
  return Value::none();
}

// set_log_channels(names): replaces the set of active text logs.
Value set_log_channels(Interpreter& vm, const Arguments& a) {
  event_log().log_channels.clear();
  for (const Value& name : vm.to_vector(a[0])) event_log().log_channels.insert(vm.str(name));
  return Value::none();
}

Value break_records(Interpreter&, const Arguments&) {
  std::vector<Value> rows;
  for (const BreakRecord& record : session().breaks) {
    std::vector<Value> hints;
    for (const std::string& hint : record.hints) hints.push_back(vm::make_str(hint));
    std::vector<Value> places;
    for (const CodePlace& place : record.places) {
      if (!place.file || place.file->name().starts_with("<frozen")) continue;
      places.push_back(
          vm::make_tuple({vm::make_str(place.file->name()), Value::integer(place.span.line),
                          vm::make_str(place.function), vm::make_str(std::string(place.file->line(place.span.line)))}));
    }
    rows.push_back(
        vm::make_tuple({vm::make_str(record.id), vm::make_str(record.reason), vm::make_str(record.explanation),
                        vm::make_list(std::move(hints)), vm::make_str(record.file), Value::integer(record.span.line),
                        vm::make_str(record.context), vm::make_list(std::move(places)),
                        Value::boolean(record.ended_graph), vm::make_str(record.cut)}));
  }
  return vm::make_list(std::move(rows));
}
Value clear_breaks(Interpreter&, const Arguments&) {
  session().breaks.clear();
  return Value::none();
}

// The arguments of torch._guards.Guard: name, source, creating function, check, and its text.
Value guard_row(const std::string& name, const char* source, const char* maker, std::vector<Value> code,
                const char* check = nullptr) {
  const bool has_code = !code.empty();
  return vm::make_tuple({vm::make_str(name), vm::make_str(source), vm::make_str(maker),
                         check ? vm::make_list({vm::make_str(check)}) : Value::none(),
                         has_code ? vm::make_list(std::move(code)) : Value::none()});
}

void append_guards(const GuardSet& guards, std::vector<Value>& rows) {
  std::vector<Value> shapes;
  for (const std::string& text : guards.shape_texts()) shapes.push_back(vm::make_str(text));
  rows.push_back(guard_row("", "SHAPE_ENV", "SHAPE_ENV", std::move(shapes)));
  rows.push_back(guard_row("", "GLOBAL", "GLOBAL_STATE", {}));
  for (const Guard& guard : guards.guards()) {
    const char* check = check_name(guard);
    const char* maker = guard.kind == GuardKind::kEquals ? "CONSTANT_MATCH" : check;
    rows.push_back(guard_row(guard.source->text(), guard.source->is_local() ? "LOCAL" : "GLOBAL", maker,
                             {vm::make_str(guard.text())}, check));
  }
}

// The guards of all compilations since the last reset, in the order of their compile ids.
Value guard_records(Interpreter&, const Arguments&) {
  std::map<std::pair<int, int>, std::shared_ptr<CacheEntry>> compilations;
  for (const std::weak_ptr<CodeState>& known : session().states) {
    const std::shared_ptr<CodeState> state = known.lock();
    if (!state || state->generation != session().generation) continue;
    for (const auto& entry : state->entries) {
      std::pair<int, int> place;  // the two numbers of "0/1"
      if (std::sscanf(entry->compile_id.c_str(), "%d/%d", &place.first, &place.second) == 2)
        compilations[place] = entry;
    }
  }
  std::vector<Value> rows;
  for (const auto& [place, entry] : compilations) append_guards(entry->guards, rows);
  return vm::make_list(std::move(rows));
}

// Rows of (compile stage, seconds spent in it during this run).
Value stage_seconds(Interpreter&, const Arguments&) {
  std::vector<Value> rows;
  for (size_t i = 0; i < kCompileStages; ++i) {
    const auto stage = static_cast<CompileStage>(i);
    rows.push_back(
        vm::make_tuple({vm::make_str(compile_stage_info(stage).name), Value::real(stage_times()[stage] / 1e6)}));
  }
  return vm::make_list(std::move(rows));
}

// The dict's own entry, without calling a subclass's __getitem__.
Value get_raw_item(Interpreter& vm, const Arguments& a) {
  const Value* found = a[0].as<vm::Dict>() ? a[0].as<vm::Dict>()->table.find(vm, a[1]) : nullptr;
  if (!found) vm::raise(vm::types().KeyError, vm.repr(a[1]));
  return *found;
}

// The attribute by the generic look-up, without calling the class's __getattribute__ or __getattr__.
Value get_field(Interpreter& vm, const Arguments& a) {
  Value found = vm::generic_get_attribute(vm, a[0], vm::intern(vm.str(a[1])));
  if (found.is_null()) vm::raise(vm::types().AttributeError, vm.str(a[1]));
  return found;
}

// --- Helpers of the residual bytecode
Value bind_method(Interpreter&, const Arguments& a) { return vm::make<vm::BoundMethod>(a[0], a[1]); }
// with_globals(function, dict): for a function made while a function of another module was inlined.
Value with_globals(Interpreter&, const Arguments& a) {
  a[0].as<vm::Function>()->globals = a[1];
  return a[0];
}
Value new_object(Interpreter& vm, const Arguments& a) { return vm.new_instance(a[0].as<vm::Type>()); }
Value make_cell(Interpreter&, const Arguments&) { return vm::make<vm::Cell>(); }
Value set_cell(Interpreter&, const Arguments& a) {
  a[0].as<vm::Cell>()->content = a[1];
  return Value::none();
}
Value make_super(Interpreter& vm, const Arguments& a) { return vm.call(Value::of(vm::types().super), {a[0], a[1]}); }
// set_field(object, name, value): stores into the instance dict, bypassing __setattr__ and descriptors.
Value set_field(Interpreter& vm, const Arguments& a) {
  Value* slot = a[0].is_object() ? a[0].as_object()->attributes_slot() : nullptr;
  vm::Dict* fields = slot ? slot->as<vm::Dict>() : nullptr;
  if (fields) fields->table.insert(vm::intern(a[1].as<vm::Str>()->text), a[2]);
  else vm.set_attribute(a[0], vm::intern(a[1].as<vm::Str>()->text), a[2]);
  return Value::none();
}
// new_container(type, items, maxlen): a list, tuple or deque, or an instance of a class derived from one.
Value new_container(Interpreter& vm, const Arguments& a) {
  vm::Type* type = a[0].as<vm::Type>();
  std::vector<Value> items = a[1].as<vm::List>()->items;
  if (type->is_subtype_of(vm::types().list)) return vm::make<vm::List>(std::move(items), type);
  if (type->is_subtype_of(vm::types().tuple)) return vm::make<vm::Tuple>(std::move(items), type);
  return vm.call(a[0], {a[1], a[2]});
}
Value replace_content(Interpreter& vm, const Arguments& a) {
  if (vm::List* list = a[0].as<vm::List>()) {
    list->items = a[1].as<vm::List>()->items;
    return Value::none();
  }
  if (a[1].as<vm::List>()) {  // a deque
    vm.call_method(a[0], "clear", {});
    vm.call_method(a[0], "extend", {a[1]});
    return Value::none();
  }
  vm.call_method(a[0], "clear", {});
  vm.call_method(a[0], "update", {a[1]});
  return Value::none();
}

Value advance_iterator(Interpreter& vm, const Arguments& a) {
  for (int64_t left = a[1].as_int(); left > 0; --left) (void)vm.next(a[0]);
  return Value::none();
}

Value new_dict(Interpreter& vm, const Arguments& a) {
  Value dict = vm.call(a[0], {});
  vm.call_method(dict, "update", {a[1]});
  return dict;
}

// Converts a float or int argument to a 0-d float64 or int64 tensor, as PyTorch does for a dynamic number.
Value as_tensor_full_precision(Interpreter& vm, const Arguments& a) {
  Value make = vm.get_attribute(vm.import_module("torch"), "tensor"),
        dtype = vm.get_attribute(vm.import_module("torch"), a[0].is_float() ? "float64" : "int64");
  Value values[] = {a[0], dtype}, names[] = {Value::of(vm::intern("dtype"))};
  return vm.call(make, Arguments{values, 1, names, 1});
}
// draw_numbers(calls): calls each (function, arguments) and returns the results as a list.
Value draw_numbers(Interpreter& vm, const Arguments& a) {
  std::vector<Value> numbers;
  for (const Value& call : vm.to_vector(a[0])) {
    const std::vector<Value>& parts = call.as<vm::Tuple>()->items;
    const std::vector<Value>& args = parts[1].as<vm::Tuple>()->items;
    numbers.push_back(vm.call(parts[0], Arguments{args.data(), args.size()}));
  }
  return vm::make_tuple(std::move(numbers));
}
Value symbolic_sum(Interpreter& vm, const Arguments& a) {
  Value total = Value::integer(0);
  for (const Value& item : vm.to_vector(a[0])) total = vm.binary(BinaryOp::kAdd, total, item);
  return total;
}
Value symbolic_round(Interpreter& vm, const Arguments& a) {
  if (!torch::as_tensor(a[0])) return vm.call(*vm.builtins()->table.find(vm::intern("round")), a);
  Value round = vm.get_attribute(vm.import_module("torch"), "round");
  if (a.positional < 2) return vm.call_method(vm.call(round, {a[0]}), "long", {});
  Value values[] = {a[0], a[1]}, names[] = {Value::of(vm::intern("decimals"))};
  return vm.call(round, Arguments{values, 1, names, 1});
}
// int(x) in a graph; x is a number, or a 0-d tensor that stands for one.
Value symbolic_int(Interpreter& vm, const Arguments& a) {
  if (torch::as_tensor(a[0])) return vm.call_method(vm.call_method(a[0], "trunc", {}), "long", {});
  return vm.call(Value::of(vm::types().int_), {a[0]});
}
// The functions of math that may be applied to a number of the graph; on a 0-d tensor they are torch's.
#define VT_SYMBOLIC_MATH(FN) \
  FN(sqrt) FN(cos) FN(cosh) FN(sin) FN(sinh) FN(tan) FN(tanh) FN(asin) FN(acos) FN(atan) FN(log2)
#define FN(name)                                                               \
  Value symbolic_##name(Interpreter& vm, const Arguments& a) {                 \
    const char* module = torch::as_tensor(a[0]) ? "torch" : "math";            \
    return vm.call(vm.get_attribute(vm.import_module(module), #name), {a[0]}); \
  }
VT_SYMBOLIC_MATH(FN)
#undef FN
Value data_of(Interpreter& vm, const Arguments& a) { return vm.call_method(a[0], "detach", {}); }

Value log_api_usage(Interpreter&, const Arguments&) { return Value::none(); }

// torch.sym_max and torch.sym_min: the result of symbolic sizes stays symbolic.
template <bool largest>
Value symbolic_extreme(Interpreter& vm, const Arguments& a) {
  SymInt left, right;
  bool symbolic = a[0].as<torch::SymIntObject>() || a[1].as<torch::SymIntObject>();
  if (symbolic && torch::to_int(a[0], &left) && torch::to_int(a[1], &right))
    return torch::sym_int_value(largest ? sym_max(left, right) : sym_min(left, right));
  bool second = vm.truth(vm.compare(largest ? CompareOp::kGreater : CompareOp::kLess, a[1], a[0]));
  return second ? a[1] : a[0];
}
Value symbolic_float(Interpreter& vm, const Arguments& a) {
  if (auto symbol = a[0].as<torch::SymIntObject>()) return Value::real(static_cast<double>(symbol->value.guard_int()));
  if (torch::as_tensor(a[0])) return vm.call_method(a[0], "double", {});
  return Value::real(vm.to_double(a[0]));
}

// torch._assert_async: the node for `assert tensor`.
Value assert_async(Interpreter& vm, const Arguments& a) {
  const Tensor* tensor = torch::as_tensor(a[0]);
  if (tensor && tensor->is_fake()) return Value::none();
  if (!vm.truth(a[0]))
    vm::raise(vm::types().RuntimeError,
              a.size() > 1 ? vm.str(a[1]) : "Expected Tensor with single nonzero value, but got zero");
  return Value::none();
}

Value run_guarded(Interpreter& vm, const Arguments& a) {
  struct Off {
    Off() { ++session().disabled; }
    ~Off() { --session().disabled; }
  } off;
  const Modes before;
  try {
    return vm.call(a[0], Arguments{a.values + 1, a.positional - 1, a.keyword_names, a.keywords});
  } catch (...) {
    before.restore();  // the graph itself enters and leaves the program's `with`, and the exception skipped the leaving
    throw;
  }
}

// --- The graph compiler
// The example inputs; where dynamo made the placeholder, its fake value with symbolic sizes is used instead.
std::vector<Value> symbolic_examples(Interpreter& vm, const Value& module, const Value& given) {
  std::vector<Value> examples = vm.to_vector(given);
  fx::Graph* graph = vm.get_attribute(module, "graph").as<fx::Graph>();
  size_t next = 0;
  for (fx::Node* node : graph->nodes()) {
    if (node->op != fx::NodeOp::kPlaceholder) continue;
    const Value* known = node->meta.as<vm::Dict>()->table.find(vm::intern("example_value"));
    if (known && next < examples.size()) examples[next] = *known;
    ++next;
  }
  return examples;
}

// Whether the number of elements that the node returns depends on data, or the node uses a number read from a tensor
// other than in arithmetic.
bool decides_on_data(Interpreter& vm, const fx::Node& node, std::set<const fx::Node*>& numbers) {
  bool read = node.op == fx::NodeOp::kCallMethod && node.target.as<vm::Str>()->text == "item";
  const Value* mark = node.meta.as<vm::Dict>()->table.find(vm::intern(kReadsData));
  if (mark && !read) return true;
  auto a_number = [&](const fx::Node* input) { return numbers.contains(input); };
  std::string name = node.op == fx::NodeOp::kCallFunction ? fx::qualified_name(vm, node.target) : "";
  bool items = name == "operator.getitem" || name == "operator.setitem";
  bool arithmetic = (name.starts_with("operator.") && !items) || name == "torch.scalar_tensor" || name == "torch.full";
  bool of_numbers = !node.inputs.empty() && std::all_of(node.inputs.begin(), node.inputs.end(), a_number);
  if (mark || (of_numbers && name.starts_with("operator."))) numbers.insert(&node);
  bool uses = std::any_of(node.inputs.begin(), node.inputs.end(), a_number);
  return uses && !arithmetic && node.op != fx::NodeOp::kOutput;
}

// Whether the graph must run uncompiled (node by node): it contains a while_loop or a data-dependent size, both known
// only at run time, or it changes in place an input with an autograd history.
bool must_run_uncompiled(Interpreter& vm, const Value& module) {
  Value loop = vm.get_attribute(vm.import_module("torch._higher_order_ops._impl"), "while_loop");
  for (const Value& part : vm.to_vector(vm.call(vm.get_attribute(module, "modules"), {}))) {
    Value holder = vm.find_attribute(part, vm::intern("graph"));
    fx::Graph* graph = holder.is_null() ? nullptr : holder.as<fx::Graph>();
    if (!graph) continue;
    std::set<const fx::Node*> numbers;
    for (fx::Node* node : graph->nodes()) {
      if (node->meta.as<vm::Dict>()->table.find(vm::intern(kChangesHistory))) return true;
      if (node->target.as_object() == loop.as_object() || decides_on_data(vm, *node, numbers)) return true;
    }
  }
  return false;
}

// Runs the graph uncompiled; its outputs still print the grad_fn name of a compiled function.
Value run_uncompiled(Interpreter& vm, const Arguments& a) {
  uint64_t first = next_grad_sequence();
  Value result = vm.call(a[0], Arguments{a.values + 1, a.positional - 1, a.keyword_names, a.keywords});
  fx::map_leaves(result, [&](const Value& leaf) {
    const Tensor* tensor = torch::as_tensor(leaf);
    try {
      if (tensor && tensor->requires_grad() && !is_leaf(*tensor))
        name_grad_fn(*tensor, "CompiledFunctionBackward", first);
    } catch (const TensorError&) {
      // A view whose base was changed in place: as in eager execution, reading its grad_fn raises this error.
    }
    return leaf;
  });
  return result;
}

// compile_graph(gm, example_inputs, backend, mode, options, compilers=None); `compilers` is (forward, backward,
// inference, recompute, input names)
Value compile_graph(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "compile_graph", 5, 6);
  if (must_run_uncompiled(vm, a[0]))
    return vm::make_closure("compiled_graph", run_uncompiled, vm.get_attribute(a[0], "forward"));
  GraphCompiler* compiler = graph_compiler();
  if (!compiler) {
    report_note("no graph compiler", "no compiler is linked into this build, so the captured graph runs op by op", {});
    return vm.get_attribute(a[0], "forward");
  }
  GraphCompileOptions options;
  options.backend = std::string(vm::expect_str(a[2], "backend"));
  if (a[3].as<vm::Str>()) options.mode = a[3].as<vm::Str>()->text;
  if (vm::Dict* dict = a[4].as<vm::Dict>()) {
    for (const auto& entry : dict->table.entries()) {
      if (!entry.key.is_null()) options.options.emplace_back(vm.str(entry.key), vm.str(entry.value));
    }
  }
  options.compile_id = session().compile_id;
  options.shapes = session().shapes;
  ProgramCompilers compilers;
  if (a.size() == 6 && !a[5].is_none()) {
    std::vector<Value> given = vm.to_vector(a[5]);
    compilers = {given.at(0), given.at(1), given.at(2), vm.truth(given.at(3)), {}};
    for (const Value& name : vm.to_vector(given.at(4))) compilers.input_names.push_back(vm.str(name));
    options.compilers = &compilers;
  }
  return compiler->compile(vm, a[0], symbolic_examples(vm, a[0], a[1]), options);
}

void load(Interpreter&, Module& module) {
  vm::define_function(module, "enter", enter);
  vm::define_function(module, "enter_disabled", enter_disabled);
  vm::define_function(module, "leave", leave);
  vm::define_function(module, "reset", reset);
  vm::define_function(module, "break_records", break_records);
  vm::define_function(module, "guard_records", guard_records);
  vm::define_function(module, "stage_seconds", stage_seconds);
  vm::define_function(module, "set_log_channels", set_log_channels);
  vm::define_function(module, "clear_breaks", clear_breaks);
  vm::define_function(module, "set_stance", set_stance);
  vm::define_function(module, "exclude", exclude);
  vm::define_function(module, "always_capture", always_capture);
  vm::define_function(module, "add_hook", add_hook);
  vm::define_function(module, "register_hook", register_hook);
  vm::define_function(module, "set_error_on_break", set_error_on_break);
  vm::define_function(module, "set_tracer", set_tracer);
  vm::define_function(module, "bind_method", bind_method);
  vm::define_function(module, "with_globals", with_globals);
  vm::define_function(module, "new_object", new_object);
  vm::define_function(module, "new_dict", new_dict);
  vm::define_function(module, "make_cell", make_cell);
  vm::define_function(module, "set_cell", set_cell);
  vm::define_function(module, "make_super", make_super);
  vm::define_function(module, "set_field", set_field);
  vm::define_function(module, "get_field", get_field);
  vm::define_function(module, "get_raw_item", get_raw_item);
  vm::define_function(module, "new_container", new_container);
  vm::define_function(module, "replace_content", replace_content);
  vm::define_function(module, "advance_iterator", advance_iterator);
  vm::define_function(module, "iterator_item", [](Interpreter& vm, const Arguments& a) {
    return iterator_item(vm, a[0], static_cast<int>(a[1].as_int()));
  });
  vm::define_function(module, "compile_graph", compile_graph);
  vm::define_function(module, "run_guarded", run_guarded);
  const std::pair<const char*, vm::NativeFn> torch_functions[] = {
      {"sym_max", symbolic_extreme<true>}, {"sym_min", symbolic_extreme<false>}, {"sym_float", symbolic_float},
      {"sym_int", symbolic_int},           {"__round__", symbolic_round},        {"_assert_async", assert_async}};
  for (const auto& [name, fn] : torch_functions) {
    vm::define_function(module, name, fn)->module = "torch";
  }
  vm::define_function(module, "as_tensor_full_precision", as_tensor_full_precision);
  vm::define_function(module, "draw_numbers", draw_numbers);
  vm::define_function(module, "sym_sum", symbolic_sum)->module = "torch";
#define FN(name) vm::define_function(module, "_sym_" #name, symbolic_##name)->module = "torch";
  VT_SYMBOLIC_MATH(FN)
#undef FN
  vm::define_function(module, "_get_data_attr", data_of)->module = "torch._C._autograd";
  vm::define_function(module, "_log_api_usage_once", log_api_usage)->module = "torch._C";
}

}  // namespace

Value guarded_call(const Value& target, const std::string& compile_id) {
  return vm::make_closure("compiled_graph", run_guarded, target);
}

void install_dynamo(Interpreter& vm) {
  session() = Session{};
  static thread_local uint32_t runs = 0;
  session().generation = ++runs << 16;  // makes code compiled by earlier runs of this process stale
  vm.add_module("_vitrine_dynamo", load);
}

}  // namespace vt::dynamo
