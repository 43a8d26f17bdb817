// The state of an Interpreter. Private to the VM.
#pragma once
#include <atomic>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "vm/code_runtime.h"
#include "vm/frame.h"
#include "vm/generator.h"

namespace vt::vm {

class Recorder;  // vm/recorder.h

// The VM stack is a list of blocks; each frame lies within one of them.
struct StackBlock {
  std::unique_ptr<char[]> memory;
  Value* begin;
  Value* end;
};

enum EntryFlag : uint8_t {
  kEntry = 1,        // the run loop that started this frame returns when it ends
  kConstructor = 2,  // __init__: the instance is already on the caller's stack
  kOwnBlock = 4,     // the frame opened a stack block
  kForIter = 8,      // a generator resumed by FOR_ITER
  kSend = 16,        // a generator resumed by SEND
};

struct Interpreter::State {
  Interpreter* vm = nullptr;
  Host host;
  Limits limits;

  Frame* frame = nullptr;        // innermost
  Frame* free_frames = nullptr;  // linked by `back`
  std::vector<std::unique_ptr<Frame[]>> frame_blocks;
  std::vector<StackBlock> blocks;
  size_t block = 0;  // index of the current one

  // Decremented at back edges and calls; at zero, the slow checks run.
  int64_t ticks = 0;
  uint64_t instructions = 0;  // up to the last refill of `ticks`
  int64_t heap_at_start = 0;  // heap_bytes() when the interpreter was created
  std::atomic<bool> stop_requested{false};
  uint32_t depth = 0;  // Python frames
  uint32_t native_depth = 0;
  uint64_t output_bytes = 0;

  Value leaving;  // the exception that unwind() passed beyond the entry frame
  Value stop;     // the StopIteration that ended the last next(), if it has a value
  HandledException handled_base;
  HandledException* handled = &handled_base;
  FrameHook* hook = nullptr;
  Recorder* recorder = nullptr;
  const NativeFunction* native = nullptr;
  Value async_first, async_finalizer;  // sys.set_asyncgen_hooks

  Value modules;   // sys.modules
  Value builtins;  // Module
  Value main;      // Module
  std::unordered_map<std::string, ModuleLoader> loaders;
  std::unordered_map<std::string, std::string> frozen;
  std::vector<const Module*> loading;  // modules whose code is still running
  std::vector<std::string> argv;
};

constexpr int64_t kTicksPerCheck = 20000;

// frames.cpp
Frame* push_frame(Interpreter::State& state, CodeObject* code, Value* slots);
void pop_frame(Interpreter::State& state);  // drops slots and stack too
// Drops values above the current frame; frames of finalizers must be placed at or above `limit`.
void drop_slots(Interpreter::State& state, Value* begin, Value* end, Value* limit);
Value* reserve_stack(Interpreter::State& state, uint32_t count, Value* preferred, bool& opened);
// Binds arguments to `slots` (moved from) and fills in defaults; raises TypeErrors with CPython's messages.
void bind_call(Interpreter& vm, Function* function, Value* slots, const Value* values, size_t positional,
               const Value* keyword_names, size_t keywords);
// Bytes of the objects and buffers that this interpreter has allocated.
uint64_t memory_in_use(const Interpreter::State& state);
void slow_check(Interpreter& vm);             // limits, Stop, poll, cycle collection
void check_soon(Interpreter::State& state);   // slow_check() at the next call or back edge; thread- and signal-safe
void check_depth(Interpreter::State& state);  // RecursionError
[[noreturn]] void raise_recursion(const char* where);

// loop.cpp
Value run_loop(Interpreter& vm);  // runs the innermost frame (kEntry) to its end
// The same, but returns false if an exception left the frame (in State::leaving): throwing takes microseconds.
bool try_run_loop(Interpreter& vm, Value& outcome);
bool try_call_function(Interpreter& vm, Function* function, const Arguments& a, Value& outcome);
// unwind.cpp
// Passes `exception` to the innermost handler above the entry frame. False: the entry frame is gone, and the exception,
// in state.leaving, propagates.
bool unwind(Interpreter& vm, Value exception, bool add_current_frame);
const Value& handled_exception(const Interpreter::State& state);
void set_context(Interpreter& vm, const Value& exception);

// call.cpp
Value call_function(Interpreter& vm, Function* function, const Arguments& arguments);
Value call_native(Interpreter& vm, NativeFunction* function, const Arguments& arguments);
Value construct_instance(Interpreter& vm, Type* type, const Arguments& arguments);
// Whether calling the type only creates an Instance and runs __init__ (found, or null for object's).
bool plain_construction(Type* type, const Value*& init);

void consult_hook(Interpreter& vm);

// attributes.cpp
// Looks a dunder up on the object's class and binds it; null if there is none.
Value find_special(Interpreter& vm, const Value& object, Str* name);
Value bind_descriptor(Interpreter& vm, const Value& found, const Value& self, Type* owner);
bool is_data_descriptor(const Value& found);
// Whether a data descriptor handled the store (value null: the deletion).
bool set_through_descriptor(Interpreter& vm, const Value& found, const Value& object, Str* name, const Value* value);
Value generic_get_attribute(Interpreter& vm, const Value& object, Str* name);  // null if absent
void generic_set_attribute(Interpreter& vm, const Value& object, Str* name, const Value* value);
[[noreturn]] void no_attribute(const Value& object, Str* name);

// classes.cpp
Value build_class(Interpreter& vm, const Arguments& arguments);
// `meta`: the metaclass; null for type itself.
Value make_class(Interpreter& vm, const std::string& name, const Value& bases, Value namespace_dict,
                 const Arguments* keywords, Type* meta = nullptr);
// The metaclass of a class statement: the most derived of `asked` (may be null) and
// those of the bases.
Type* winning_metaclass(Type* asked, const std::vector<Value>& bases);

// imports.cpp
Value run_module_code(Interpreter& vm, const Value& code, const Value& globals,
                      const Value& locals = {});  // without locals: in the globals
Value import_name(Interpreter& vm, std::string_view name, const Value& from_list, int64_t level, Dict* globals);
bool is_loading(const Interpreter::State& state, const Module& module);
Value import_from(Interpreter& vm, const Value& module, Str* name);
void import_star(Interpreter& vm, const Value& module, Dict* into);
void install_sys_module(Interpreter& vm);
Value make_stdin();  // stdin.cpp
// frame_objects.cpp: the frame `depth` calls outwards (null if there is none), and that of a generator.
Value frame_object(Interpreter& vm, int64_t depth);
Value frame_object(Generator& generator);
// member_descriptor.cpp: the descriptor of a name in __slots__, under the name that instances use (private names are
// mangled with the class name).
Value make_member(Type* owner, Str* name);
Value hide_member(const Value& member);  // for classes whose instances have a `__dict__`
bool is_member(const Value& descriptor);
bool is_hidden_member(const Value& descriptor);

// traceback.cpp. For the exception that ends the program, the interpreter's own output differs in a few wordings from
// that of the module `traceback`.
enum class ShownBy { kTracebackModule, kInterpreter };
std::string format_traceback(Interpreter& vm, const Value& exception, ShownBy by = ShownBy::kTracebackModule);
std::string exception_line(Interpreter& vm, const Exception& exception, ShownBy by);
// The last part of a traceback: the location of a SyntaxError, type and message, notes.
std::string exception_text(Interpreter& vm, const Exception& exception, ShownBy by = ShownBy::kTracebackModule);
// The first `count` entries, outermost first, as tuples: file, line, function, text of the line, column, end line, end
// column, and what a traceback prints.
std::vector<Value> shown_entries(const std::vector<TracebackEntry>& entries, size_t count);

// suggestions.cpp: "" or ". Did you mean: 'x'?"
std::string suggestion_for(Interpreter& vm, const Exception& exception, ShownBy by);

}  // namespace vt::vm
