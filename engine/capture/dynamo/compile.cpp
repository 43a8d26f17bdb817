// Compiles one frame: traces it, traces it again up to a break if it fails, calls the back end on the graph, generates
// the residual bytecode, and stores it with its guards as a cache entry.
#include <utility>

#include "capture/dynamo/break_place.h"
#include "capture/dynamo/cache.h"
#include "capture/dynamo/modes.h"
#include "capture/dynamo/report.h"
#include "capture/dynamo/step_record.h"
#include "capture/dynamo/trace_builtins.h"
#include "eager/autocast.h"
#include "eager/modes.h"
#include "support/check.h"
#include "support/events.h"
#include "support/stage_times.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

// If the frame returns a generator, the generator is run to its end here, as in PyTorch; the program gets an iterator
// over its values.
void exhaust_generator(Tracer& tracer, const VarRef& result) {
  VarRef v = result && result->is(VarKind::kLazy) ? result->real() : result;
  const IteratorVariable* iterator = v ? v->get_if<IteratorVariable>() : nullptr;
  if (v && !v->source && (!iterator || iterator->maker.is_null())) tracer.drain(v);
}

// The place at which the next attempt ends the graph, after an attempt failed.
struct BreakPoint {
  std::optional<uint64_t> step;  // root-frame instruction to stop before; none: trace the whole frame
  Unsupported reason;
  Cut cut;  // if the frame cannot be cut at the failure, `step` is an earlier one
};

struct Attempt {
  std::unique_ptr<Output> output;
  std::unique_ptr<Tracer> tracer;
  bool broke = false;
};

DynamicConfig dynamic_config(const Settings& settings, const CompileContext& context) {
  DynamicConfig config{settings.automatic_dynamic_shapes, settings.assume_static_by_default, settings.use_duck_shape,
                       settings.specialize_int, settings.specialize_float};
  if (context.dynamic) {
    config.automatic = false;
    config.assume_static = !*context.dynamic;
  }
  return config;
}

// Parameters become lazy variables; free variables become cells with a source.
void fill_locals(Interpreter& vm, vm::Frame& frame, Tracer& tracer) {
  const Code& code = tracer.code;
  size_t parameters = static_cast<size_t>(parameter_count(code));
  for (size_t i = 0; i < parameters; ++i) {
    if (frame.slots[i].is_null()) continue;
    bool cell = code.local_kinds[i] & kCellLocal;
    tracer.slots[i] = tracer.out.wrap(frame.slots[i], local_source(code.local_names[i], static_cast<int>(i), cell));
  }
  vm::Tuple* cells = frame.function.as<vm::Function>()->closure.as<vm::Tuple>();
  std::vector<VarRef> cells_of_frame;
  for (size_t i = 0; cells && i < cells->items.size(); ++i) {
    const Value& cell = cells->items[i];
    VarRef v = make_var<CellVariable>();
    size_t slot = code.local_names.size() - static_cast<size_t>(code.free_variable_count) + i;
    v->value = cell;
    v->source = free_source(code.local_names[slot], static_cast<int>(i));
    if (!cell.as<vm::Cell>()->content.is_null())
      v->as<CellVariable>().content = tracer.out.wrap(cell.as<vm::Cell>()->content, v->source);
    cells_of_frame.push_back(v);
    tracer.out.tracked.add(cell, v);
  }
  tracer.set_closure(std::move(cells_of_frame));
}

struct TraceFailure {
  Unsupported error;
  uint64_t step;
  bool may_cut;
  bool refused = false;  // an operation failed, and the program does not handle the exception
  bool raised = false;   // the program raises an exception: run the frame eagerly, so that it is raised for real
  bool jump = false;     // the instruction is a conditional jump on a tensor
  std::optional<uint64_t> checkpoint;          // the last step before which the frame could be cut
  std::optional<Comprehension> comprehension;  // set inside a comprehension before which the frame can be cut
};

// Whether the root frame is at a conditional jump; PyTorch does not count a break at one in the frame itself.
bool at_jump(const Tracer& tracer) {
  Op op = tracer.code.instructions[tracer.current()].op;
  return op == Op::POP_JUMP_IF_FALSE || op == Op::POP_JUMP_IF_TRUE;
}

// Traces until the end of the frame or the step of `stop`. If tracing stops elsewhere, `failure` has the reason.
Attempt trace_or_fail(Interpreter& vm, vm::Frame& frame, CodeState& state, const CompileContext& context,
                      const Settings& settings, const BreakPoint& stop, std::optional<TraceFailure>& failure,
                      bool refuse_required) {
  Attempt attempt;
  TracerOptions options{settings.capture_scalar_outputs || context.fullgraph,
                        settings.capture_dynamic_output_shape_ops || context.fullgraph, settings.resume_in_loops};
  OutputOptions output_options{dynamic_config(settings, context), options.data_sizes, refuse_required,
                               session().error_on_break};
  attempt.output = std::make_unique<Output>(vm, state.states, output_options);
  if (event_log().record_capture && event_log().active()) attempt.output->record_steps(std::make_unique<StepRecord>());
  attempt.tracer =
      std::make_unique<Tracer>(*attempt.output, nullptr, Value::of(frame.code), Value::of(frame.globals), options);
  Tracer& tracer = *attempt.tracer;
  fill_locals(vm, frame, tracer);
  std::optional<uint64_t> checkpoint;
  std::optional<Comprehension> comprehension;
  bool worth_a_graph = false;  // at least two operations: one alone is not worth a graph
  tracer.stop_before([&](Tracer& t) {
    if (comprehension && (t.current() < comprehension->begin || t.current() >= comprehension->end))
      comprehension.reset();
    if (!comprehension) comprehension = comprehension_here(t);
    if (t.stack.empty() && !inside_try(t.code, t.current(), {})) {
      worth_a_graph = worth_a_graph || t.out.call_count() > 1;
      if (worth_a_graph) checkpoint = t.steps();
    }
    if (!stop.step || t.steps() != *stop.step) return false;
    attempt.broke = true;
    return true;
  });
  auto fail = [&](Unsupported error) {
    bool cut = may_cut(tracer, error);
    bool before = !error.skip_frame && comprehension && may_cut_before(*comprehension, tracer);
    if (!before) comprehension.reset();
    if (error.whole_frame) checkpoint.reset();
    failure = TraceFailure{std::move(error), tracer.steps() - 1, cut,          false, false,
                           at_jump(tracer),  checkpoint,         comprehension};
  };
  try {
    tracer.run();
    if (tracer.finished()) exhaust_generator(tracer, tracer.result());
  } catch (Unsupported& error) {
    fail(error);
  } catch (Observed& observed) {
    if (observed.failure) {
      failure = TraceFailure{*observed.failure, tracer.steps() - 1, false};
      failure->refused = true;
    } else {
      Unsupported error =
          graph_break<Break::kObservedException>("raised exception " + exception_text(tracer, *observed.exception));
      tracer.add_place(error);
      fail(error);
      failure->raised = true;
    }
  } catch (const vm::Raised& raised) {
    Unsupported error =
        graph_break<Break::kKnownValueRaised>(vm.repr(raised.exception), vm::type_name(raised.exception));
    tracer.add_place(error);
    fail(error);
    failure->raised = true;
  } catch (const TensorError& raised) {
    Unsupported error = graph_break<Break::kFakeCallRaised>(raised.kind, raised.message);
    tracer.add_place(error);
    fail(error);
  }
  tracer.stop_before(nullptr);
  if (StepRecord* steps = attempt.output->steps()) {
    if (failure)
      steps->finish(tracer, false, (failure->raised || failure->refused ? "" : "graph break: ") + failure->error.type);
    else if (attempt.broke) steps->finish(tracer, true, "the graph ends here: " + stop.reason.type);
    else steps->finish(tracer, true, "returns " + symbolic_text(*tracer.result()));
  }
  return attempt;
}

Value example_inputs(const Output& output) {
  std::vector<Value> items;
  for (const GraphInput& input : output.inputs())
    items.push_back(input.example.as<torch::SymIntObject>() ? input.example : input.real);
  return vm::make_list(std::move(items));
}

std::string backend_name(Interpreter& vm, const Value& backend) {
  for (const char* attribute : {"compiler_name", "__name__"}) {
    Value name = vm.find_attribute(backend, vm::intern(attribute));
    if (name.as<vm::Str>()) return name.as<vm::Str>()->text;
  }
  return vm.str(backend);
}

// KeyboardInterrupt and SystemExit are not failures: they propagate.
bool is_failure(const vm::Raised& raised) {
  return vm::type_of(raised.exception)->is_subtype_of(vm::types().Exception);
}

Value call_backend(Interpreter& vm, Output& output, const CompileContext& context) {
  Value module = output.whole_module();
  std::vector<Value> originals;
  for (const GraphInput& input : output.inputs()) originals.push_back(vm::make_str(input.source->text()));
  Value compiled;
  try {
    compiled = vm.call(context.backend, {module, example_inputs(output)});
  } catch (const vm::Raised& raised) {
    if (!is_failure(raised)) throw;
    Value exc = vm.import_module("torch._dynamo.exc");
    if (vm::type_of(raised.exception)->is_subtype_of(vm.get_attribute(exc, "TorchDynamoException").as<vm::Type>()))
      throw;
    Value failed = vm.call(vm.get_attribute(exc, "BackendCompilerFailed"),
                           {vm::make_str(backend_name(vm, context.backend)), raised.exception});
    failed.as<vm::Exception>()->cause = raised.exception;
    throw vm::Raised{failed};
  }
  bool callable = compiled.is_object() &&
                  (compiled.as<vm::Function>() || compiled.as<vm::BoundMethod>() || compiled.as<vm::NativeFunction>() ||
                   vm::type_of(compiled)->slots.call || !vm.find_attribute(compiled, vm::intern("__call__")).is_null());
  if (!callable) {
    Value exc = vm.import_module("torch._dynamo.exc");
    Value error = vm.call(Value::of(vm::types().AssertionError), {vm::make_str("compiler_fn did not return callable")});
    throw vm::Raised{vm.call(vm.get_attribute(exc, "BackendCompilerFailed"),
                             {vm::make_str(backend_name(vm, context.backend)), error})};
  }
  return compiled;
}

// Thrown if a value on which requires_grad_() was called, or one computed from it, is an output of the graph.
struct LeakedRequirement {};

Unsupported leaked_requirement() {
  return graph_break<Break::kRequiresGradReturned>("graph output depends on source-less requires_grad_()");
}

void check_required(const Output& output) {
  if (output.required().empty()) return;
  auto requires_grad = [](const fx::Node& node) {
    const Value* example = node.meta.as<vm::Dict>()->table.find(vm::intern("example_value"));
    const Tensor* tensor = example ? torch::as_tensor(*example) : nullptr;
    return tensor && tensor->requires_grad();
  };
  std::vector<fx::Node*> todo = output.graph.root->previous->inputs;
  std::set<fx::Node*> seen;
  while (!todo.empty()) {
    fx::Node* node = todo.back();
    todo.pop_back();
    if (!seen.insert(node).second || !requires_grad(*node)) continue;
    if (output.required().contains(node)) throw LeakedRequirement();
    todo.insert(todo.end(), node->inputs.begin(), node->inputs.end());
  }
}

// Finishes the graph and generates the residual code of a successful attempt.
std::shared_ptr<CacheEntry> assemble(Interpreter& vm, vm::Frame& frame, CodeState& state, const CompileContext& context,
                                     Attempt& attempt, const Cut& cut, ModeKeeper& modes,
                                     const std::string& compile_id) {
  Output& output = *attempt.output;
  Tracer& tracer = *attempt.tracer;
  SourceSpan span = tracer.code.spans[tracer.current()];
  Codegen codegen(output, tracer, state.origin ? &*state.origin : nullptr, span);
  if (attempt.broke) codegen.finish_with_break(cut);
  else codegen.finish_with_return(tracer.result());
  modes.restore();
  codegen.close_graph();
  check_required(output);
  std::string name = "__compiled_fn_" + std::to_string(session().next_compiled + 1);
  if (codegen.has_graph()) {
    ++session().next_compiled;
    report_graph(output, frame, compile_id, name);
    count(vm, "stats", "calls_captured", static_cast<int64_t>(output.call_count()));
    count(vm, "stats", "unique_graphs");
    session().compile_id = compile_id;
    session().shapes = output.shapes;
    Value compiled = call_backend(vm, output, context);
    session().shapes = nullptr;
    if (attempt.broke && !session().breaks.empty()) {
      session().breaks.back().ended_graph = true;
      session().breaks.back().cut = cut.rest_eagerly ? "step_unsupported" : cut.end ? "comprehension_graph_break" : "";
    }
    frame.globals->table.insert(vm::intern(name), guarded_call(compiled, compile_id));
  }
  auto entry = std::make_shared<CacheEntry>();
  entry->code = codegen.build(name);
  entry->backend = context.backend;
  entry->guard_fail_fn = context.guard_fail_fn;
  entry->compile_id = compile_id;
  entry->guards = std::move(output.guards);
  output.place_shape_guards();
  entry->guards.finish(output.shapes, output.bindings(), output.shape_places());
  state_of(*entry->code.as<vm::CodeObject>()).skip = true;
  report_guards(*entry, frame);
  report_residual(frame, entry->code, codegen.resumes, compile_id);
  return entry;
}

void check_marked_dynamic(Interpreter& vm, const Output& output) {
  for (const GraphInput& input : output.inputs()) {
    Value marked = vm.find_attribute(input.real, vm::intern("_dynamo_dynamic_indices"));
    const Tensor* fake = torch::as_tensor(input.example);
    if (marked.is_null() || marked.is_none() || !fake) continue;
    for (const Value& axis : vm.to_vector(marked)) {
      const SymInt& size = fake->impl()->fake->sizes.at(static_cast<size_t>(axis.as_int()));
      int64_t number;
      bool fixed = !size.symbolic() || sym_is_constant(output.shapes->simplify(size.expr()), &number);
      if (!fixed || size.hint() < 2) continue;  // sizes 0 and 1 may be specialised although they are marked
      std::string place = input.source->text() + ".size()[" + std::to_string(axis.as_int()) + "]";
      raise_dynamo(vm, "ConstraintViolationError",
                   "Constraints violated (" + place +
                       ")! For more information, run with TORCH_LOGS=\"+dynamic\".\n  - You marked " + place +
                       " as dynamic but your code specialized it to be a constant (" + std::to_string(size.hint()) +
                       "). If you're using mark_dynamic, either remove it or use maybe_mark_dynamic.");
    }
  }
}

// Calls the program's `guard_fail_fn`. Its exceptions propagate.
void tell_guard_failure(Interpreter& vm, const vm::Frame& frame, const CacheEntry& entry,
                        const GuardSet::Failure& failure) {
  std::string reason = entry.compile_id + ": " + failure.text, stack = stack_lines(failure.place);
  if (!failure.text.starts_with("tensor '") && !stack.empty())
    reason += place_comment(failure.place, failure.text, failure.width) + "\nUser stack trace:\n" + stack;
  if (reason.ends_with('\n')) reason.pop_back();
  Value record = vm.get_attribute(vm.import_module("torch._dynamo.eval_frame"), "GuardFail");
  try {
    vm.call(entry.guard_fail_fn, {vm.call(record, {vm::make_str(reason), Value::of(frame.code)})});
  } catch (const vm::Raised&) {
  }
}

void note_recompiles(Interpreter& vm, vm::Frame& frame, CodeState& state, const CompileContext& context,
                     const std::string& compile_id, const Settings& settings) {
  std::vector<FailedEntry> failures;
  for (const auto& entry : state.entries) {
    if (!same_backend(vm, entry->backend, context.backend)) continue;
    std::optional<GuardSet::Failure> failure = entry->guards.explain(vm, frame);
    if (!failure) continue;
    if (settings.error_on_recompile) {
      const Code& code = *frame.code->code;
      raise_dynamo(vm, "RecompileError",
                   "Recompiling function " + code.name + " in " + code.file->name() + ":" +
                       std::to_string(code.first_line) + "\n    triggered by the following guard failure(s):\n    - " +
                       entry->compile_id + ": " + failure->text);
    }
    if (!entry->guard_fail_fn.is_null()) tell_guard_failure(vm, frame, *entry, *failure);
    failures.push_back({entry.get(), std::move(*failure)});
  }
  if (!failures.empty()) report_recompile(frame, failures, compile_id);
}

std::string item_warning(const Unsupported& error) {
  std::string text =
      "Graph break from `Tensor.item()`, consider setting:\n    torch._dynamo.config.capture_scalar_outputs = True\n"
      "or:\n    env TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS=1\nto include these operations in the captured graph.\n\n"
      "Graph break: from user code at:\n";
  for (const CodePlace& place : error.places) text += stack_lines(place);
  return text + "\n";
}

std::string limit_text(Interpreter& vm, vm::Frame& frame, CodeState& state, const Settings& settings) {
  const Code& code = *frame.code->code;
  std::optional<GuardSet::Failure> failure = state.entries.front()->guards.explain(vm, frame);
  return "torch._dynamo hit config.recompile_limit (" + std::to_string(settings.recompile_limit) + ")\n   function: '" +
         code.name + "' (" + code.file->name() + ":" + std::to_string(code.first_line) +
         ")\n   last reason: " + state.entries.front()->compile_id + ": " +
         (failure ? failure->text : std::string("unknown"));
}

std::string limit_advice(Interpreter& vm, vm::Frame& frame, CodeState& state) {
  std::string advice, stack;
  std::optional<GuardSet::Failure> failure = state.entries.front()->guards.explain(vm, frame);
  if (failure)
    advice = place_comment(failure->place, failure->text, failure->width), stack = stack_lines(failure->place);
  if (!stack.empty()) advice += "\nUser stack trace:\n" + stack;
  else advice += "\n";
  return advice +
         "To log all recompilation reasons, use TORCH_LOGS=\"recompiles\".\nTo diagnose recompilation issues, see "
         "https://docs.pytorch.org/docs/main/user_guide/torch_compiler/compile/programming_model.recompilation.html";
}

Value run_eagerly(CodeState& state, const std::string& reason) {
  state.skip = true;
  state.skip_reason = reason;
  return {};
}

// Called when the frame has reached the recompile limit: warns, or raises if the settings say so.
void reach_limit(Interpreter& vm, vm::Frame& frame, CodeState& state, const CompileContext& context,
                 const std::string& compile_id, const Settings& settings) {
  std::string message = limit_text(vm, frame, state, settings);
  if (!std::exchange(state.limit_reported, true)) {
    note_recompiles(vm, frame, state, context, compile_id, settings);
    report_note("recompile limit", message, {});
    warn(vm, compile_id, message + limit_advice(vm, frame, state));
  }
  if (settings.fail_on_recompile_limit_hit)
    raise_dynamo(vm, "FailOnRecompileLimitHit", "Hard failure due to fail_on_recompile_limit_hit");
  if (context.fullgraph) raise_dynamo(vm, "FailOnRecompileLimitHit", message);
}

// After a failed attempt: sets `stop` for the next one. False: no cut is possible, so the frame runs eagerly.
bool place_break(Interpreter& vm, vm::Frame& frame, const CompileContext& context, const std::string& compile_id,
                 const Attempt& attempt, const TraceFailure& failure, BreakPoint& stop) {
  bool raises = context.fullgraph || (attempt.output->error_on_break() && !failure.raised);
  if (raises || failure.refused || failure.error.raises || !failure.error.operation.empty()) {
    report_refusal(failure.error, frame, compile_id, *attempt.output);
    raise_unsupported(vm, failure.error);
  }
  bool again = stop.step.has_value() && failure.step >= *stop.step;
  bool skip = !failure.may_cut || again || failure.raised;
  const std::optional<Comprehension>& inner = failure.comprehension;
  bool earlier = skip && !stop.step && !failure.raised && (inner || failure.checkpoint);
  if (earlier) {
    stop.step = inner ? inner->step : failure.checkpoint;
    stop.cut = inner ? Cut{false, inner->end} : Cut{true, 0};
  }
  if (failure.error.has_id_of(Break::kItem) && !std::exchange(session().warned_of_item, true))
    warn(vm, compile_id, item_warning(failure.error));
  std::string attempted = attempted_instruction(attempt.tracer->code.instructions[attempt.tracer->current()].op);
  BreakOutcome outcome = earlier ? BreakOutcome::kRestEagerly
                         : skip  ? BreakOutcome::kFrameSkipped
                                 : BreakOutcome::kResumed;
  report_break(failure.error, frame, compile_id, outcome, attempted, *attempt.output);
  if (outcome == BreakOutcome::kFrameSkipped) return false;
  if (!earlier && !failure.jump) count(vm, "graph_break", failure.error.whole_text());
  if (!earlier) stop.step = failure.step;
  stop.reason = failure.error;
  return true;
}

// Assembles a successful attempt. Null: the frame runs eagerly, for the reason stored in `state`.
std::shared_ptr<CacheEntry> finish_attempt(Interpreter& vm, vm::Frame& frame, CodeState& state,
                                           const CompileContext& context, const Settings& settings, Attempt& attempt,
                                           const Cut& cut, ModeKeeper& modes, const std::string& compile_id) {
  try {
    return assemble(vm, frame, state, context, attempt, cut, modes, compile_id);
  } catch (Unsupported& error) {  // a live value cannot be rebuilt
    attempt.tracer->add_place(error);
    if (context.fullgraph) {
      report_refusal(error, frame, compile_id, *attempt.output);
      raise_unsupported(vm, error);
    }
    report_break(error, frame, compile_id, BreakOutcome::kFrameSkipped, "", *attempt.output);
    run_eagerly(state, error.type);
  } catch (const Observed&) {  // raised by exiting a context manager before the break
    modes.restore();
    run_eagerly(state, "leaving a context raised");
  } catch (const vm::Raised& raised) {  // raised by the back end
    modes.restore();
    if (!settings.suppress_errors || context.fullgraph || !is_failure(raised)) throw;
    run_eagerly(state, "the back end failed");
  }
  return nullptr;
}

}  // namespace

Value compile_frame(Interpreter& vm, vm::Frame& frame, CodeState& state, const CompileContext& context) {
  Settings settings = read_settings(vm);
  if (settings.disable) return {};
  StageTimer timer(CompileStage::kCapture);
  int64_t cached = 0;
  for (const auto& entry : state.entries) cached += same_backend(vm, entry->backend, context.backend);
  if (state.frame_id < 0) state.frame_id = session().next_frame++;
  std::string compile_id = std::to_string(state.frame_id) + "/" + std::to_string(state.compiles);
  if (cached >= settings.recompile_limit) {
    reach_limit(vm, frame, state, context, compile_id, settings);
    return {};
  }
  if (cached > 0) note_recompiles(vm, frame, state, context, compile_id, settings);
  count(vm, "frames", "total");
  VarScope variables;
  ModeKeeper modes;
  BreakPoint stop;
  bool refuse_required = false;
  for (int round = 0; round < 12; ++round) {
    std::optional<TraceFailure> failure;
    Attempt attempt;
    try {
      attempt = trace_or_fail(vm, frame, state, context, settings, stop, failure, refuse_required);
    } catch (const Restart&) {
      modes.restore();
      --round;
      continue;
    }
    report_capture(*attempt.output, frame, compile_id, round + 1);
    if (failure) {
      modes.restore();
      if (!place_break(vm, frame, context, compile_id, attempt, *failure, stop))
        return run_eagerly(state, failure->error.type);
      continue;
    }
    bool finished = !attempt.broke && attempt.tracer->finished();
    if (finished && has_symbol(*attempt.tracer, attempt.tracer->result())) attempt.output->note_size_use();
    bool nothing = attempt.output->call_count() + attempt.output->size_uses() == 0 && !attempt.broke;
    if (nothing && !context.fullgraph) return run_eagerly(state, "no operation was captured");
    check_marked_dynamic(vm, *attempt.output);
    std::shared_ptr<CacheEntry> entry;
    try {
      entry = finish_attempt(vm, frame, state, context, settings, attempt, stop.cut, modes, compile_id);
    } catch (const LeakedRequirement&) {
      if (context.fullgraph) raise_unsupported(vm, leaked_requirement());
      refuse_required = true;
      stop = {};
      continue;
    }
    if (!entry) return {};
    modes.restore();
    ++state.compiles;
    count(vm, "frames", "ok");
    // The new entry is used without checking its guards: a guard that this very call fails would be a bug.
    state.entries.push_front(entry);
    return entry->code;
  }
  return run_eagerly(state, "tracing did not come to an end");
}

}  // namespace vt::dynamo
