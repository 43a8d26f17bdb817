#include "capture/dynamo/cache.h"

#include <algorithm>
#include <set>
#include <utility>

#include "capture/dynamo/report.h"
#include "support/events.h"
#include "torch/objects.h"
#include "torch/read_hook.h"

namespace vt::dynamo {

Session& session() {
  static thread_local Session instance;
  return instance;
}

CodeState& state_of(vm::CodeObject& code) {
  if (!code.hook_data) {
    auto made = std::make_shared<CodeState>();
    session().states.push_back(made);
    code.hook_data = std::move(made);
  }
  CodeState& state = *static_cast<CodeState*>(code.hook_data.get());
  if (state.generation != session().generation) {
    state.generation = session().generation;
    state.skip = state.ran_eagerly = false;
    state.entries.clear();
    state.states.clear();
    state.compiles = 0;
  }
  return state;
}

void forget_code() {
  for (const std::weak_ptr<CodeState>& known : std::exchange(session().states, {})) {
    const std::shared_ptr<CodeState> state = known.lock();
    if (!state) continue;
    state->entries.clear();
    state->states.clear();
    state->resumes.clear();
    state->origin.reset();
  }
}

bool is_inline_wrapper(const Code& code) { return code.file->name() == "<frozen torch._dynamo.external_utils>"; }

namespace {

// Frames of this library are not compiled themselves (functions that they call may be). Two exceptions: the wrapper
// that torch.compile puts around a library module, and the wrapper that @torch.no_grad() and the like put around a
// function of the program.
bool is_library_frame(const vm::Frame& frame) {
  const std::string& file = frame.code->code->file->name();
  if (!file.starts_with("<frozen") || is_inline_wrapper(*frame.code->code)) return false;
  const std::string& name = frame.code->code->name;
  // The update of an optimiser is compiled as a frame of its own, because its caller, step(), is not traced through.
  if (name == "_update_groups" && file == "<frozen torch.optim.optimizer>") return false;
  if (name != "decorate_context" && name != "decorate_autocast") return true;
  vm::Function* function = frame.function.as<vm::Function>();
  vm::Tuple* cells = function ? function->closure.as<vm::Tuple>() : nullptr;
  for (const Value& cell : cells ? cells->items : std::vector<Value>()) {
    vm::Function* wrapped = cell.as<vm::Cell>() ? cell.as<vm::Cell>()->content.as<vm::Function>() : nullptr;
    if (wrapped && !is_torch_code(wrapped->globals)) return false;
  }
  return true;
}

// forward and backward of a custom autograd.Function, called by the tape: they run eagerly.
bool is_tape_call(const vm::Frame& frame) {
  if (frame.code->code->argument_count == 0 || !frame.slots[0].is_object()) return false;
  const vm::Type* type = vm::type_of(frame.slots[0]);
  return type->name == "FunctionCtx" && type->module == "torch.autograd.function";
}

bool can_compile(const vm::Frame& frame) {
  if (is_tape_call(frame)) return false;
  return (frame.code->code->flags & kOptimized) && !(frame.code->code->flags & kSuspends) && !frame.function.is_null();
}

// Whether the value is a tensor or a module, or a builtin container that holds one.
bool holds_tensor(const Value& value, std::set<const vm::Object*>& seen) {
  if (!value.is_object() || !seen.insert(value.as_object()).second) return false;
  if (torch::as_tensor(value)) return true;
  vm::Interpreter& vm = *Interpreter::current();
  vm::Type* module = vm.find_attribute(vm.import_module("torch.nn"), vm::intern("Module")).as<vm::Type>();
  const vm::Type* type = vm::type_of(value);
  if (module && type->is_subtype_of(module)) return true;
  if (vm::Type* cls = value.as<vm::Type>()) return module && cls->is_subtype_of(module);
  if (type->module == "numpy") return true;
  auto any = [&](const std::vector<Value>& items) {
    return std::any_of(items.begin(), items.end(), [&](const Value& item) { return holds_tensor(item, seen); });
  };
  bool named = type->is_subtype_of(vm::types().tuple) && type->find(vm::intern("_fields"));
  if (vm::Tuple* tuple = value.as<vm::Tuple>()) return (type == vm::types().tuple || named) && any(tuple->items);
  if (vm::List* list = value.as<vm::List>()) return type == vm::types().list && any(list->items);
  if (vm::Cell* cell = value.as<vm::Cell>()) return holds_tensor(cell->content, seen);
  vm::Dict* dict = type == vm::types().dict ? value.as<vm::Dict>() : nullptr;
  if (!dict) return false;
  const auto& entries = dict->table.entries();
  return std::any_of(entries.begin(), entries.end(),
                     [&](const auto& entry) { return !entry.key.is_null() && holds_tensor(entry.value, seen); });
}

// A frame whose values hold no tensor and whose globals name no module of torch or numpy runs eagerly, unless its
// function was passed to torch.compile itself.
bool worth_capturing(const vm::Frame& frame, const CodeState& state) {
  const Code& code = *frame.code->code;
  if (state.always || code.file->name().starts_with("<frozen")) return true;
  for (const std::string& name : code.names) {
    const Value* global = frame.globals->table.find(vm::intern(name));
    vm::Module* module = global ? global->as<vm::Module>() : nullptr;
    if (module && (module->name == "torch" || module->name.starts_with("torch.") || module->name == "numpy"))
      return true;
  }
  std::set<const vm::Object*> seen;
  for (size_t i = 0; i < code.local_names.size(); ++i) {
    if (holds_tensor(frame.slots[i], seen)) return true;
  }
  vm::Function* function = frame.function.as<vm::Function>();
  return function && holds_tensor(function->closure, seen);
}

// Failed guards are reported for at most this many calls of a function that missed at least one cache entry.
constexpr uint32_t kMostTold = 512;

// Searches the cache entries of a call; records why entries failed if an event listener is attached.
class EntrySearch {
 public:
  EntrySearch(Interpreter& vm, vm::Frame& frame, CodeState& state)
      : vm_(vm), frame_(frame), state_(state), tells_(event_log().active() && state.told < kMostTold) {}

  bool answers(const std::shared_ptr<CacheEntry>& entry) {
    if (!tells_) return entry->guards.check(vm_, frame_);
    last_ = entry->guards.attempt(vm_, frame_);
    if (!last_.failure) return true;
    tried_.push_back({entry, std::move(last_)});
    return false;
  }
  void answered(const CacheEntry& entry) {
    if (event_log().active()) report_call(frame_, entry, {tried(), last_.symbols, true, untold()});
  }
  void compiled() {
    if (event_log().active()) report_call(frame_, *state_.entries.front(), {tried(), {}, false, untold()});
  }
  void runs_eagerly(const std::string& reason) {
    if (event_log().active()) report_eager_call(frame_, reason, {tried(), {}, false, untold()});
  }

 private:
  const std::vector<TriedEntry>& tried() {
    state_.told += !tried_.empty();
    return tried_;
  }
  bool untold() const { return !tells_; }
  Interpreter& vm_;
  vm::Frame& frame_;
  CodeState& state_;
  const bool tells_;
  std::vector<TriedEntry> tried_;
  GuardSet::Attempt last_;
};

struct Disabled {
  Disabled() { ++session().disabled; }
  ~Disabled() { --session().disabled; }
};

}  // namespace

int running_transforms() { return torch::transform_depth() + (torch::batched_reads_refused() ? 1 : 0); }

bool same_backend(Interpreter& vm, const Value& left, const Value& right) {
  if (left.same(right)) return true;
  vm::Instance* a = left.as<vm::Instance>();
  return a && right.as<vm::Instance>() && vm::type_of(left) == vm::type_of(right) &&
         vm::type_of(left)->name == "TorchCompileInductorWrapper" && vm.equal(left, right);
}

vm::FrameDecision DynamoHook::evaluate(Interpreter& vm, vm::Frame& frame) {
  Session& s = session();
  if (s.disabled || s.contexts.empty() || s.contexts.back().disabled) return {};
  if (running_transforms() > s.contexts.back().transforms) return {};
  if (!can_compile(frame) || is_library_frame(frame)) return {};
  CodeState& state = state_of(*frame.code);
  const bool compiled_itself = std::exchange(s.contexts.back().entering, false);
  s.contexts.back().first_call = compiled_itself;
  if (s.stance == "force_eager" || (state.excluded && !compiled_itself)) return {};
  if (state.skip) {
    if (s.contexts.back().fullgraph && !state.skip_reason.empty()) {
      vm::raise(vm::types().RuntimeError,
                "torch.compile with fullgraph=True met a frame that an earlier call left to run eagerly: " +
                    frame.code->code->name + " (" + state.skip_reason + "); torch._dynamo.reset() forgets that");
    }
    if (!state.skip_reason.empty() && event_log().active()) report_eager_call(frame, state.skip_reason, {});
    return {};
  }
  const CompileContext context = s.contexts.back();
  Disabled guard;
  EntrySearch search(vm, frame, state);
  for (auto at = state.entries.begin(); at != state.entries.end(); ++at) {
    if (!same_backend(vm, (*at)->backend, context.backend) || !search.answers(*at)) continue;
    std::shared_ptr<CacheEntry> entry = *at;
    if (at != state.entries.begin()) state.entries.splice(state.entries.begin(), state.entries, at);
    ++s.hits;
    search.answered(*entry);
    return {entry->code, true};
  }
  if (!worth_capturing(frame, state)) return {};
  if (s.stance == "eager_on_recompile") {
    search.runs_eagerly("the stance is eager_on_recompile");
    return {};
  }
  if (s.stance == "fail_on_recompile") {
    const Code& code = *frame.code->code;
    vm::raise(vm::types().RuntimeError,
              "Detected recompile when torch.compile stance is 'fail_on_recompile'. filename: '" + code.file->name() +
                  "', function name: '" + code.name + "', line number: " + std::to_string(code.first_line));
  }
  if (s.stance.ends_with("eager_then_compile") && !std::exchange(state.ran_eagerly, true)) return {};
  ++s.misses;
  Value code = compile_frame(vm, frame, state, context);
  if (!code.is_null()) search.compiled();
  else if (!state.skip_reason.empty()) search.runs_eagerly(state.skip_reason);
  else search.runs_eagerly(state.limit_reported ? "recompile limit" : "torch._dynamo.config.disable");
  return {std::move(code), true};
}

Settings read_settings(Interpreter& vm) {
  Settings settings;
  Value config = vm.get_attribute(vm.import_module("torch._dynamo"), "config");
  auto flag = [&](const char* name, bool& into) {
    Value v = vm.find_attribute(config, vm::intern(name));
    if (!v.is_null()) into = vm.truth(v);
  };
  auto number = [&](const char* name, int64_t& into) {
    Value v = vm.find_attribute(config, vm::intern(name));
    if (v.is_int()) into = v.as_int();
  };
  number("recompile_limit", settings.recompile_limit);
  number("accumulated_recompile_limit", settings.accumulated_recompile_limit);
  flag("automatic_dynamic_shapes", settings.automatic_dynamic_shapes);
  flag("assume_static_by_default", settings.assume_static_by_default);
  flag("capture_scalar_outputs", settings.capture_scalar_outputs);
  flag("capture_dynamic_output_shape_ops", settings.capture_dynamic_output_shape_ops);
  flag("resume_in_loops", settings.resume_in_loops);
  flag("suppress_errors", settings.suppress_errors);
  flag("disable", settings.disable);
  flag("error_on_recompile", settings.error_on_recompile);
  flag("specialize_int", settings.specialize_int);
  flag("specialize_float", settings.specialize_float);
  flag("fail_on_recompile_limit_hit", settings.fail_on_recompile_limit_hit);
  return settings;
}

void warn(Interpreter& vm, const std::string& compile_id, const std::string& text) {
  const std::string head = compile_id.empty() ? "" : "[" + compile_id + "] ";
  for (size_t start = 0; start <= text.size();) {
    size_t end = std::min(text.find('\n', start), text.size());
    vm.write_error(head + text.substr(start, end - start) + "\n");
    start = end + 1;
  }
}

void count(Interpreter& vm, const char* group, const std::string& key, int64_t by) {
  Value utils = vm.import_module("torch._dynamo.utils");
  vm.call(vm.get_attribute(utils, "_count"), {vm::make_str(group), vm::make_str(key), Value::integer(by)});
}

void raise_dynamo(Interpreter& vm, const char* type, const std::string& message, const char* from) {
  Value module = vm.import_module(from);
  vm::raise_value(vm.call(vm.get_attribute(module, type), {vm::make_str(message)}));
}

void raise_unsupported(Interpreter& vm, const Unsupported& error) {
  if (error.raises) vm::raise(error.raises, error.text());
  const char* type = error.has_id_of(Break::kFakeCallFailed) ? "TorchRuntimeError"
                     : error.truth_asked                     ? "GuardOnDataDependentSymNode"
                     : !error.question.empty()               ? "UserError"
                     : error.operation.empty()               ? "Unsupported"
                                                             : "UncapturedHigherOrderOpError";
  raise_dynamo(vm, type, error.text(),
               error.truth_asked ? "torch.fx.experimental.symbolic_shapes" : "torch._dynamo.exc");
}

}  // namespace vt::dynamo
