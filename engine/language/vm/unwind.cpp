// From an exception to its handler: walks frames outwards, adds traceback entries.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "vm/native.h"
#include "vm/recorder.h"
#include "vm/slot_table.h"
#include "vm/state.h"

namespace vt::vm {

const Value& handled_exception(const Interpreter::State& state) {
  const HandledException* link = state.handled;
  while (link->exception.is_null() && link->previous) link = link->previous;
  return link->exception;
}

// Links the exception being handled as the context of a new one, without making a cycle.
void set_context(Interpreter& vm, const Value& exception) {
  const Value handled = handled_exception(vm.state());
  Exception* raised = exception.as<Exception>();
  if (!raised || handled.is_null() || handled.as_object() == raised) return;
  // A program may have closed a circle further on: `slow` follows at half the pace and is met there.
  Exception* slow = handled.as<Exception>();
  bool advance = false;
  for (Exception* link = slow; link && !link->context.is_null(); advance = !advance) {
    Exception* next = link->context.as<Exception>();
    if (next == raised) {
      link->context = Value();
      break;
    }
    link = next;
    if (link == slow) break;
    if (advance) slow = slow->context.as<Exception>();
  }
  raised->context = handled;
}

// The library's modules that are C in CPython, which has no frames of them.
static bool is_hidden(std::string_view file) {
  constexpr std::string_view kStart = "<frozen ",
                             kModules[] = {"datetime", "time", "struct", "bisect", "heapq", "cmath", "atexit"};
  if (file.substr(0, kStart.size()) != kStart || file.substr(kStart.size(), 5) == "torch") return false;
  file = file.substr(kStart.size(), file.size() - kStart.size() - 1);
  const size_t dot = file.rfind('.');
  return file[dot == file.npos ? 0 : dot + 1] == '_' ||
         std::find(std::begin(kModules), std::end(kModules), file) != std::end(kModules);
}

static void add_entry(const Frame& frame, Exception* exception) {
  const Code& code = *frame.code->code;
  if (is_hidden(code.file->name())) return;
  uint32_t at = frame.instruction();
  exception->traceback.push_back({code.file, code.name, code.spans[at], code.instructions[at].op});
}

// Remembers which names were in reach, while the frame still knows.
static void note_names(const Frame& frame, Exception* exception) {
  if (exception->type != types().NameError || !exception->suggestion_names.is_null()) return;
  const Code& code = *frame.code->code;
  Value names = make<Dict>();
  HashTable& table = names.as<Dict>()->table;
  const auto note = [&](const std::string& name, const Value& value) {
    const Cell* cell = value.as<Cell>();
    const Value& held = cell ? cell->content : value;
    // Only what `self` is counts for more than its name.
    if (!held.is_null()) table.insert(intern(name), name == "self" ? held : Value::none());
  };
  if (frame.slots)
    for (size_t i = 0; i < code.local_names.size(); ++i) note(code.local_names[i], frame.slots[i]);
  if (const Dict* body = frame.namespace_dict.as<Dict>(); body && body != frame.globals)
    for (const auto& entry : body->table.entries())
      if (const Str* name = entry.key.as<Str>()) note(name->text, entry.value);
  exception->suggestion_names = std::move(names);
  exception->suggestion_globals = Value::of(frame.globals);
}

static const ExceptionEntry* find_handler(const Code& code, uint32_t instruction) {
  for (const ExceptionEntry& entry : code.exceptions)
    if (instruction >= entry.begin && instruction < entry.end) return &entry;
  return nullptr;
}

static void enter_handler(Frame& frame, const ExceptionEntry& entry, Value exception) {
  uint32_t instruction = frame.instruction();
  while (frame.top > frame.stack + entry.depth) (--frame.top)->~Value();
  if (entry.push_lasti) new (frame.top++) Value(Value::integer(instruction));
  new (frame.top++) Value(std::move(exception));
  frame.next = frame.code->code->instructions.data() + entry.target;
}

// A StopIteration that leaves a generator would end its consumer's loop silently.
static Value replace_stop_iteration(const Generator& generator, Value exception) {
  const Type* type = type_of(exception);
  const bool async_stop = generator.type == types().async_generator && type->is_subtype_of(types().StopAsyncIteration);
  if (!type->is_subtype_of(types().StopIteration) && !async_stop) return exception;
  const std::string text =
      std::string(kind_name(generator)) + (async_stop ? " raised StopAsyncIteration" : " raised StopIteration");
  Value made = make<Exception>(types().RuntimeError, make_tuple({make_str(text)}));
  Exception* replacement = made.as<Exception>();
  replacement->cause = exception;
  replacement->context = exception;
  replacement->suppress_context = true;
  return made;
}

bool unwind(Interpreter& vm, Value exception, bool add_current_frame) {
  Interpreter::State& state = vm.state();
  bool add = add_current_frame;
  while (true) {
    Frame* frame = state.frame;
    if (add) {
      add_entry(*frame, exception.as<Exception>());
      note_names(*frame, exception.as<Exception>());
    }
    if (state.recorder) state.recorder->on_exception(vm, *frame, exception);
    add = true;
    if (const ExceptionEntry* handler = find_handler(*frame->code->code, frame->instruction())) {
      enter_handler(*frame, *handler, std::move(exception));
      return true;
    }
    if (state.recorder) state.recorder->on_leave(*frame);
    uint8_t flags = frame->entry_flags;
    if (Generator* generator = frame->generator) {
      Value keep = Value::of(generator);
      state.handled = generator->handled.previous;
      generator->running = false;
      pop_frame(state);
      generator->release_frame();
      exception = replace_stop_iteration(*generator, std::move(exception));
    } else {
      pop_frame(state);
    }
    if (flags & kEntry) {
      state.leaving = std::move(exception);
      return false;
    }
  }
}

}  // namespace vt::vm
