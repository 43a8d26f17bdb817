#include "capture/dynamo/step_record.h"

#include <algorithm>

#include "tensor/print.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {
namespace {

constexpr RecordLimits kLimits{4000, uint64_t{2} << 20};
constexpr size_t kMostItems = 6, kLongest = 120;
constexpr int kDeepest = 2;

std::string shortened(std::string text) {
  if (text.size() <= kLongest) return text;
  size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

std::string show(const Var& v, int depth);

std::string show_items(std::span<const VarRef> items, const char* open, const char* close, int depth) {
  std::string text = open;
  for (size_t i = 0; i < items.size(); ++i) {
    if (i) text += ", ";
    if (i == kMostItems || depth >= kDeepest) return text + "…" + close;
    text += items[i] ? show(*items[i], depth + 1) : "…";
  }
  return text + close;
}

std::string show_dict(const Var& v, int depth) {
  std::string text = "{";
  for (size_t i = 0; i < v.entries().size(); ++i) {
    if (i) text += ", ";
    if (i == kMostItems || depth >= kDeepest) return text + "…}";
    text += show(*v.entries()[i].first, depth + 1) + ": " + show(*v.entries()[i].second, depth + 1);
  }
  return text + "}";
}

// An iterator is shown with its next item.
std::string show_iterator(const Var& v, int depth) {
  const IteratorVariable& iterator = v.as<IteratorVariable>();
  if (iterator.position >= iterator.items.size()) return iterator.pull ? "iterator" : "iterator at its end";
  const VarRef& item = iterator.items[iterator.position];
  return "iterator" + (item && depth < kDeepest ? ", next " + show(*item, depth + 1) : std::string());
}

std::string show_tensor(const Var& v) {
  std::string text = v.node() ? "%" + v.node()->name : std::string("a tensor");
  const Tensor* fake = torch::as_tensor(v.example());
  if (!fake || !fake->defined()) return text;
  std::string sizes;
  const TensorImpl* impl = fake->impl();
  if (impl->fake)
    for (const SymInt& size : impl->fake->sizes)
      sizes += (sizes.empty() ? "" : ", ") + (size.symbolic() ? sym_text(size.expr()) : std::to_string(size.hint()));
  else
    for (int64_t size : fake->sizes()) sizes += (sizes.empty() ? "" : ", ") + std::to_string(size);
  return text + " : " + dtype_name(fake->dtype()) + "[" + sizes + "]";
}

// Shows objects by class or name only, because calling their own methods (__repr__) could have side effects.
std::string show_value(const Value& value) {
  if (value.is_null()) return "NULL";
  if (auto function = value.as<vm::Function>()) return "function " + function->code.as<vm::CodeObject>()->code->name;
  if (auto type = value.as<vm::Type>()) return "class " + type->name;
  if (auto module = value.as<vm::Module>()) return "module " + module->name;
  if (auto native = value.as<vm::NativeFunction>()) return "builtin " + native->name;
  return std::string(vm::type_name(value)) + " object";
}

std::string show(const Var& v, int depth) {
  switch (v.kind()) {
    case VarKind::kLazy:
      if (v.real()) return show(*v.real(), depth);
      return (v.source ? v.source->text() : std::string("a value")) + ", not looked at yet";
    case VarKind::kConstant: return shortened(Interpreter::current()->repr(v.value));
    case VarKind::kTensor:
    case VarKind::kArray: return show_tensor(v);
    case VarKind::kSymInt:
    case VarKind::kSymValue:
    case VarKind::kSymFloat: return v.node() ? "%" + v.node()->name + ", symbolic" : std::string("a symbolic number");
    case VarKind::kList: return show_items(v.items(), "[", "]", depth);
    case VarKind::kTuple: return show_items(v.items(), "(", ")", depth);
    case VarKind::kSet: return show_items(v.items(), "{", "}", depth);
    case VarKind::kDict: return show_dict(v, depth);
    case VarKind::kFunction:
      if (auto code = v.as<UserFunctionVariable>().code.is_null()
                          ? nullptr
                          : v.as<UserFunctionVariable>().code.as<vm::CodeObject>())
        return "function " + code->code->name;
      return show_value(v.value);
    case VarKind::kMethod: return "method of " + show(*v.as<UserMethodVariable>().self(), depth + 1);
    case VarKind::kObject: return v.type() ? v.type()->name + " object" : show_value(v.value);
    case VarKind::kValue: return show_value(v.value);
    case VarKind::kException:
      return (v.type() ? v.type()->name : std::string("exception")) + show_items(v.parts(), "(", ")", depth);
    case VarKind::kCell: return v.content() ? "cell of " + show(*v.content(), depth + 1) : "an empty cell";
    case VarKind::kSlice: return show_items(v.parts(), "slice(", ")", depth);
    case VarKind::kNull: return "NULL";
    case VarKind::kRange: return Interpreter::current()->repr(v.value);
    case VarKind::kIterator: return show_iterator(v, depth);
    case VarKind::kGenerator:
      return v.as<LocalGeneratorObjectVariable>().frame
                 ? "generator " + v.as<LocalGeneratorObjectVariable>().frame->code.name
                 : "a generator";
    case VarKind::kDictView: {
      constexpr const char* kViews[] = {"keys of ", "values of ", "items of "};
      return kViews[v.as<DictViewVariable>().view] +
             (v.content() ? show(*v.content(), depth + 1) : std::string("a dict"));
    }
    case VarKind::kSuper:
    case VarKind::kFormat: return describe(v);
  }
  return {};
}

// The kind of a variable: "Tensor" for TensorVariable, "Lazy" for LazyVariableTracker.
std::string kind_text(const Var& v) {
  std::string text = describe(v.kind() == VarKind::kLazy && v.real() ? *v.real() : v);
  text = text.substr(0, text.find('('));
  return text.substr(0, text.find("Variable"));
}

}  // namespace

std::string symbolic_text(const Var& v) { return shortened(show(v, 0)); }

bool StepRecord::full() {
  if (!recording_.cut_off.empty()) return true;
  size_t kept = recording_.steps.size();
  if (kept >= kLimits.steps || bytes_ >= kLimits.bytes)
    recording_.cut_off = "what came after the first " + std::to_string(kept) + " instructions";
  return !recording_.cut_off.empty();
}

void StepRecord::enter(const Tracer& tracer) {
  auto [at, added] = frames_.try_emplace(&tracer);
  // A finished tracer's address may be reused: a tracer that has executed no step is a new frame.
  if (added || tracer.steps() == 0) {
    at->second = Frame{static_cast<uint32_t>(recording_.frames.size()), {}, {}};
    RecordedFrame frame{tracer.code.name, -1, 0};
    if (!entered_.empty()) {
      frame.caller = static_cast<int32_t>(frames_[entered_.back()].index);
      frame.depth = static_cast<uint32_t>(entered_.size());
    }
    recording_.frames.push_back(frame);
  }
  entered_.push_back(&tracer);
}

void StepRecord::leave() { entered_.pop_back(); }

std::string StepRecord::instruction_text(const Tracer& tracer) {
  std::vector<std::string>& texts = texts_[&tracer.code];
  if (texts.empty())
    for (const DisassemblyLine& line : disassemble(tracer.code)) {
      // Drop line number and jump mark: the text begins at the index.
      size_t at = line.text.find(std::to_string(line.index) + " ", line.span.line > 0 ? 6 : 0);
      std::string text = at == std::string::npos ? line.text : line.text.substr(at);
      // Collapse the padding between columns to single spaces.
      text.erase(std::unique(text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
                 text.end());
      texts.push_back(text);
    }
  return tracer.current() < texts.size() ? texts[tracer.current()] : std::string();
}

void StepRecord::change(RecordedStep& step, uint32_t frame, const std::string& name, Shown& last, Shown now) {
  if (last == now) return;
  RecordedChange made;
  made.frame = frame;
  made.name = name;
  made.type = now.type;
  made.text = now.text;
  made.removed = now.text.empty();
  bytes_ += name.size() + now.type.size() + now.text.size();
  step.changes.push_back(std::move(made));
  last = std::move(now);
}

void StepRecord::add_changes(const Tracer& tracer, Frame& frame, RecordedStep& step) {
  auto shown = [](const VarRef& v) { return v ? Shown{kind_text(*v), symbolic_text(*v)} : Shown{}; };
  frame.slots.resize(tracer.slots.size());
  for (size_t i = 0; i < tracer.slots.size(); ++i)
    if (!tracer.code.local_names[i].starts_with('.'))
      change(step, frame.index, tracer.code.local_names[i], frame.slots[i], shown(tracer.slots[i]));
  const size_t deepest = std::max(frame.stack.size(), tracer.stack.size());
  frame.stack.resize(deepest);
  for (size_t i = 0; i < deepest; ++i)
    change(step, frame.index, "stack " + std::to_string(i), frame.stack[i],
           i < tracer.stack.size() ? shown(tracer.stack[i]) : Shown{});
  frame.stack.resize(tracer.stack.size());
  // The texts of guards are filled in at the end, because they may contain symbols that are bound later.
  for (size_t n = guards_.size(); n < tracer.out.guards.guards().size(); ++n) {
    guards_.emplace_back(recording_.steps.size(), step.changes.size());
    RecordedChange made;
    made.name = "guard " + std::to_string(n);
    made.type = "guard";
    step.changes.push_back(std::move(made));
  }
}

void StepRecord::add_shape_guards(const Tracer& tracer, RecordedStep& step) {
  if (!tracer.out.shapes) return;
  const std::vector<ShapeGuard>& guards = tracer.out.shapes->guards();
  for (; shape_guards_ < guards.size(); ++shape_guards_) {
    const ShapeGuard& guard = guards[shape_guards_];
    RecordedChange made;
    made.name = "guard on sizes " + std::to_string(shape_guards_);
    made.type = "guard";
    made.text = sym_text(guard.left) + relation_text(guard.relation) + sym_text(guard.right);
    step.changes.push_back(std::move(made));
  }
}

void StepRecord::add_step(const Tracer& tracer, StepKind kind, std::string note) {
  Frame& frame = frames_[&tracer];
  RecordedStep step;
  step.kind = kind;
  step.frame = frame.index;
  step.line = static_cast<uint32_t>(std::max(0, tracer.code.spans[tracer.current()].line));
  if (tracer.code.file->name().starts_with("<frozen")) step.line = 0;
  step.note = std::move(note);
  bytes_ += step.note.size();
  add_changes(tracer, frame, step);
  add_shape_guards(tracer, step);
  recording_.steps.push_back(std::move(step));
}

void StepRecord::before(const Tracer& tracer) {
  if (!full()) add_step(tracer, StepKind::kLine, instruction_text(tracer));
}

void StepRecord::finish(const Tracer& root, bool returned, const std::string& note) {
  if (recording_.steps.empty()) return;
  frames_.try_emplace(&root);
  add_step(root, returned ? StepKind::kReturn : StepKind::kException, note);
}

Recording StepRecord::take(const GuardSet& guards) {
  const std::vector<Guard>& all = guards.guards();
  for (size_t n = 0; n < guards_.size() && n < all.size(); ++n)
    recording_.steps[guards_[n].first].changes[guards_[n].second].text = all[n].text();
  return std::move(recording_);
}

}  // namespace vt::dynamo
