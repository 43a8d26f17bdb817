#include "vm/recorder.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <utility>

#include "vm/recorder_text.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

constexpr size_t kFramesLookedAt = 8;
constexpr size_t kTensorsWithin = 16;   // shown of one variable
constexpr size_t kObjectsWithin = 100;  // looked into for them
constexpr int kDeepestTensor = 6;

uint64_t bits_of(const Value& value) {
  if (value.is_object()) return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(value.as_object()));
  if (!value.is_float()) return static_cast<uint64_t>(value.as_int());
  const double number = value.as_float();
  uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

// "__name__", and the iterators that the compiler names ".0".
bool is_hidden(const std::string& name) { return name.empty() || name[0] == '.' || name.compare(0, 2, "__") == 0; }

}  // namespace

Recorder::Recorder(RecordLimits limits, const ObjectDescriber* describer) : limits_(limits), describer_(describer) {}

Recording Recorder::take() {
  done_ = true;
  return std::move(recording_);
}

uint64_t Recorder::step_bytes(const RecordedStep& step) const {
  uint64_t bytes = sizeof step + step.note.size();
  for (const RecordedChange& change : step.changes)
    bytes += sizeof change + change.name.size() + change.type.size() + change.text.size() +
             (change.tensor ? sizeof *change.tensor + change.tensor->values.size() * sizeof(double) : 0);
  return bytes;
}

// At a limit the older half of the steps goes. What they did to variables that are still
// there becomes changes of the first step that is kept.
void Recorder::make_room() {
  std::vector<RecordedStep>& steps = recording_.steps;
  if (steps.size() < limits_.steps && bytes_ < limits_.bytes) return;
  const size_t first = (steps.size() + 1) / 2;
  if (first == 0 || first >= steps.size()) return;
  dropped_ += first;
  recording_.cut_off = "the first " + std::to_string(dropped_) + " steps";
  std::map<std::pair<uint32_t, std::string>, size_t> places;
  std::vector<RecordedChange> before;
  for (size_t i = 0; i < first; ++i) {
    for (RecordedChange& change : steps[i].changes) {
      const auto [place, is_new] = places.try_emplace({change.frame, change.name}, before.size());
      if (is_new) before.push_back(std::move(change));
      else before[place->second] = std::move(change);
    }
  }
  steps.erase(steps.begin(), steps.begin() + static_cast<int64_t>(first));
  std::vector<RecordedChange>& changes = steps[0].changes;
  std::erase_if(before, [&](const RecordedChange& change) { return change.removed; });
  before.insert(before.end(), std::make_move_iterator(changes.begin()), std::make_move_iterator(changes.end()));
  changes = std::move(before);
  drop_unused_frames();
  // Variables alone fill the bounds: there is no room for steps.
  if (bytes_ > limits_.bytes / 4 * 3) {
    done_ = true;
    recording_.cut_off += ", and what came after";
  }
}

// Keeps the frames of the steps, those that called them, and those that still run.
void Recorder::drop_unused_frames() {
  std::vector<RecordedFrame>& frames = recording_.frames;
  std::vector<bool> used(frames.size(), false);
  auto use = [&](int32_t frame) {
    for (; frame >= 0 && !used[static_cast<size_t>(frame)]; frame = frames[static_cast<size_t>(frame)].caller)
      used[static_cast<size_t>(frame)] = true;
  };
  for (const RecordedStep& step : recording_.steps) use(static_cast<int32_t>(step.frame));
  for (const auto& [address, activation] : activations_) use(static_cast<int32_t>(activation.id));
  std::vector<uint32_t> moved(frames.size(), 0);
  std::vector<RecordedFrame> kept;
  for (size_t i = 0; i < frames.size(); ++i) {
    if (!used[i]) continue;
    moved[i] = static_cast<uint32_t>(kept.size());
    if (frames[i].caller >= 0) frames[i].caller = static_cast<int32_t>(moved[static_cast<size_t>(frames[i].caller)]);
    kept.push_back(std::move(frames[i]));
  }
  frames = std::move(kept);
  bytes_ = 0;
  for (const RecordedFrame& frame : frames) bytes_ += frame.function.size() + sizeof frame;
  for (auto& [address, activation] : activations_) activation.id = moved[activation.id];
  for (RecordedStep& step : recording_.steps) {
    step.frame = moved[step.frame];
    std::erase_if(step.changes, [&](const RecordedChange& change) { return !used[change.frame]; });
    for (RecordedChange& change : step.changes) change.frame = moved[change.frame];
    bytes_ += step_bytes(step);
  }
}

bool Recorder::belongs(const Frame& frame) {
  const SourceFile* file = frame.code->code->file.get();
  if (!file_) file_ = file;
  return file == file_;
}

Recorder::Activation* Recorder::known(const Frame& frame) {
  auto found = activations_.find(&frame);
  return found == activations_.end() ? nullptr : &found->second;
}

Recorder::Activation& Recorder::activation(Interpreter& vm, const Frame& frame) {
  if (Activation* there = known(frame)) return *there;
  RecordedFrame made;
  made.function = frame.code->code->qualified_name;
  for (const Frame* outer = frame.back; outer; outer = outer->back) {
    const Activation* caller = known(*outer);
    if (!caller) continue;
    made.caller = static_cast<int32_t>(caller->id);
    made.depth = recording_.frames[caller->id].depth + 1;
    break;
  }
  bytes_ += made.function.size() + sizeof made;
  Activation& seen = activations_[&frame];
  seen.id = static_cast<uint32_t>(recording_.frames.size());
  recording_.frames.push_back(std::move(made));
  return seen;
}

void Recorder::before_instruction(Interpreter& vm, Frame& frame, const Instruction* at) {
  if (done_ || !belongs(frame)) return;
  const Code& code = *frame.code->code;
  const Instruction* first = code.instructions.data();
  const bool starts = at->op == Op::RESUME && at->arg == 0;
  if (starts) {
    drop(frame, false);  // a frame of before, at the same address
    const bool is_module = recording_.frames.empty();
    activation(vm, frame).at = at;  // what makes cells before it has no line
    if (!is_module) add_step(vm, frame, StepKind::kCall);
    return;
  }
  Activation* here = known(frame);
  if (!here) return;  // before RESUME: cells and the like
  const int32_t line = code.spans[static_cast<size_t>(at - first)].line;
  // Coming back from a call is no new step.
  const bool same_line = line == here->line, same_place = same_line && at > here->at;
  here->at = at;
  if (at->op == Op::RETURN_VALUE || at->op == Op::YIELD_VALUE) {
    const bool leaves = at->op == Op::RETURN_VALUE;
    const bool is_module = recording_.frames[here->id].caller < 0 && leaves;
    const bool class_body = !frame.namespace_dict.is_null() && recording_.frames[here->id].caller >= 0;
    // Neither a class body nor the program gives back a value that anybody sees.
    const std::string value = class_body || is_module ? "" : text_of(vm, describer_, frame.top[-1], 0);
    add_step(vm, frame, is_module ? StepKind::kEnd : StepKind::kReturn, leaves ? value : "yield " + value);
    if (leaves) drop(frame, true);
    return;
  }
  if (same_place || line <= 0) return;
  here->line = line;
  add_step(vm, frame, StepKind::kLine);
  // A loop within one line, such as a comprehension, is a step where it changes something.
  if (same_line && !recording_.steps.empty() && recording_.steps.back().changes.empty()) recording_.steps.pop_back();
}

void Recorder::on_exception(Interpreter& vm, Frame& frame, const Value& exception) {
  if (done_ || !belongs(frame) || !known(frame)) return;
  const auto* raised = exception.as<Exception>();
  const std::string message = exception_message(vm, describer_, *raised);
  add_step(vm, frame, StepKind::kException, raised->type->name + (message.empty() ? "" : ": " + message));
}

void Recorder::on_leave(const Frame& frame) { drop(frame, true); }

// An object that outlives the frame keeps its number until the next step has seen who
// holds it now. `alive`: the frame has just been looked at, its objects are there.
void Recorder::drop(const Frame& frame, bool alive) {
  auto found = activations_.find(&frame);
  if (found == activations_.end()) return;
  for (auto& [name, seen] : found->second.variables) {
    const bool shared = alive && seen.tag == Tag::kObject && reinterpret_cast<const Object*>(seen.bits)->references > 1;
    if (shared) leaving_.push_back(std::move(seen));
    else forget(seen);
  }
  activations_.erase(found);
}

void Recorder::add_step(Interpreter& vm, Frame& frame, StepKind kind, std::string note) {
  make_room();
  if (done_) return;
  RecordedStep step;
  step.kind = kind;
  const Activation& here = activation(vm, frame);
  step.frame = here.id;
  const Code& code = *frame.code->code;
  const Instruction* at = here.at ? here.at : code.instructions.data();
  const auto index = static_cast<size_t>(at - code.instructions.data());
  step.line = static_cast<uint32_t>(std::max(code.spans[index].line, 1));
  step.note = std::move(note);
  step.output_bytes = vm.output_bytes();
  step.mark = mark_next_ && kind == StepKind::kLine;
  if (step.mark) mark_next_ = false;
  // What an object is shows in every frame that holds it: the callers' variables too.
  ++round_;
  size_t looked_at = 0;
  for (const Frame* outer = &frame; outer; outer = outer->back) {
    Activation* seen = known(*outer);
    if (!seen) continue;
    const bool is_module = recording_.frames[seen->id].caller < 0;
    if (looked_at >= kFramesLookedAt && !is_module) continue;
    ++looked_at;
    collect_changes(vm, *outer, *seen, step.changes);
  }
  bytes_ += step_bytes(step);
  recording_.steps.push_back(std::move(step));
  for (Seen& gone : leaving_) forget(gone);
  leaving_.clear();
}

void Recorder::collect_changes(Interpreter& vm, const Frame& frame, Activation& seen,
                               std::vector<RecordedChange>& out) {
  // Outside of functions the locals are the variables of comprehensions; they hide others of their name.
  const Code& code = *frame.code->code;
  bool any_local = false;
  for (size_t i = 0; i < code.local_names.size(); ++i) {
    const Cell* cell = frame.slots[i].as<Cell>();
    const Value& value = cell ? cell->content : frame.slots[i];
    if (value.is_null()) continue;
    any_local = true;
    look_at(vm, seen, code.local_names[i], value, out);
  }
  if (const Dict* names = frame.namespace_dict.as<Dict>()) {
    for (const auto& entry : names->table.entries()) {
      const Str* name = entry.key.as<Str>();
      if (!name || entry.value.is_null()) continue;
      const auto local = any_local ? seen.variables.find(name->text) : seen.variables.end();
      if (local != seen.variables.end() && local->second.round == round_) continue;
      look_at(vm, seen, name->text, entry.value, out);
    }
  }
  for (auto variable = seen.variables.begin(); variable != seen.variables.end();) {
    if (variable->second.round == round_) {
      ++variable;
      continue;
    }
    RecordedChange change;
    change.frame = seen.id;
    change.name = variable->first;
    change.removed = true;
    out.push_back(std::move(change));
    forget(variable->second);
    variable = seen.variables.erase(variable);
  }
}

void Recorder::look_at(Interpreter& vm, Activation& activation, const std::string& name, const Value& value,
                       std::vector<RecordedChange>& out) {
  if (is_hidden(name) || value.as<Module>()) return;
  note_change(vm, activation, name, value, out, {}, true);
  if (!describer_) return;
  Within within{activation, name, out, kTensorsWithin, kObjectsWithin};
  look_within(vm, within, name, value, 0);
}

void Recorder::look_within(Interpreter& vm, Within& within, const std::string& path, const Value& value, int depth) {
  if (is_constant(value) || depth > kDeepestTensor || within.left == 0 || within.objects == 0) return;
  --within.objects;
  auto meet = [&](const std::string& at, const Value& item) {
    if (describer_->tensor_id(item)) {
      if (within.left == 0) return;
      --within.left;
      // A gradient is shown by an object made for the look.
      note_change(vm, within.activation, at, item, within.out, within.of, !describer_->tensor_id(value));
    }
    look_within(vm, within, at, item, depth + 1);
  };
  if (std::unique_ptr<ObjectDescriber::Members> members = describer_->members(value)) {
    for (const auto& [name, member] : *members) meet(path + "." + name, member);
    return;
  }
  auto items = [&](const std::vector<Value>& all) {
    for (size_t i = 0; i < std::min(all.size(), kMostItems); ++i)
      if (!is_constant(all[i])) meet(path + "[" + std::to_string(i) + "]", all[i]);
  };
  auto entries = [&](const HashTable& table, bool attributes) {
    size_t shown = 0;
    for (const auto& entry : table.entries()) {
      if (entry.key.is_null() || shown++ == kMostItems || is_constant(entry.value)) continue;
      const Str* name = entry.key.as<Str>();
      if (attributes && name) meet(path + "." + name->text, entry.value);
      else if (name || !entry.key.is_object())
        meet(path + "[" + text_of(vm, describer_, entry.key, 0) + "]", entry.value);
    }
  };
  if (const List* list = value.as<List>()) items(list->items);
  else if (value.as_object()->kind == Kind::kTuple) items(static_cast<Tuple*>(value.as_object())->items);
  else if (const Dict* dict = value.as<Dict>()) entries(dict->table, false);
  else if (const Instance* instance = value.as<Instance>())
    if (const Dict* attributes = instance->attributes.as<Dict>()) entries(attributes->table, true);
}

void Recorder::note_change(Interpreter& vm, Activation& activation, const std::string& name, const Value& value,
                           std::vector<RecordedChange>& out, const std::string& of, bool own) {
  auto [found, is_new] = activation.variables.try_emplace(name);
  Seen& seen = found->second;
  seen.round = round_;
  const uint64_t bits = own ? bits_of(value) : describer_->tensor_id(value);
  const Tag tag = own ? value.tag() : Tag::kInt;
  const bool same_value = !is_new && seen.tag == tag && seen.bits == bits;
  if (same_value && is_constant(value)) return;
  const uint64_t print = fingerprint(value);
  if (same_value && print && print == seen.print) return;
  seen.print = print;
  std::string text = shortened(text_of(vm, describer_, value, 0), kLongestText);
  const uint32_t version = describer_ ? describer_->version(value) : 0;
  if (same_value && version == seen.version && text == seen.text) return;
  RecordedChange change;
  change.frame = activation.id;
  change.name = name;
  change.type = type_of(value)->name;
  change.text = text;
  change.of = of;
  if (!same_value) {
    forget(seen);
    seen.tag = tag;
    seen.bits = bits;
    change.object = own ? number_of(value) : 0;
    if (change.object) ++identities_[bits].uses;
  } else {
    change.object = own ? number_of(value) : 0;
  }
  if (describer_) change.tensor = describer_->tensor(value);
  seen.text = std::move(text);
  seen.version = version;
  out.push_back(std::move(change));
}

uint32_t Recorder::number_of(const Value& value) {
  if (is_constant(value)) return 0;
  Identity& identity = identities_[bits_of(value)];
  if (!identity.number) identity.number = next_number_++;
  return identity.number;
}

// An address names its object only while a variable is known to hold it.
void Recorder::forget(Seen& seen) {
  if (seen.tag != Tag::kObject) return;
  auto found = identities_.find(seen.bits);
  if (found != identities_.end() && found->second.uses > 0 && --found->second.uses == 0) identities_.erase(found);
  seen.tag = Tag::kNull;
}

void attach_recorder(Interpreter& vm, Recorder* recorder) { vm.state().recorder = recorder; }

}  // namespace vt::vm
