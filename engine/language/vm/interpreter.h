// Runs bytecode, and is the one interface through which native code works on objects.
// Python calling Python never nests on the C++ stack: frames live on the VM's own stack.
// Native code calling back (sort keys, hooks, dunders, custom back ends) nests one run
// loop, counted against the same recursion limit.
#pragma once
#include <atomic>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/limits.h"
#include "support/result.h"
#include "vm/objects.h"

namespace vt::vm {

// A raised exception while it travels through native code. The run loop catches it at
// the native call and unwinds the VM's frames itself.
struct Raised {
  Value exception;
};

// Ends the run at once, not catchable by the program (Stop, limits).
struct RunStopped {
  std::string reason;  // "interrupted", "instruction limit ...", ...
};

// The builtin exception types, made before anything else.
// clang-format off
#define VT_EXCEPTION_TYPES(X)                                                                              \
  X(BaseException, object) X(Exception, BaseException) X(KeyboardInterrupt, BaseException)                  \
  X(SystemExit, BaseException) X(GeneratorExit, BaseException) X(StopIteration, Exception)                  \
  X(ArithmeticError, Exception) X(ZeroDivisionError, ArithmeticError) X(OverflowError, ArithmeticError)     \
  X(FloatingPointError, ArithmeticError) X(AssertionError, Exception) X(AttributeError, Exception)          \
  X(BufferError, Exception) X(EOFError, Exception) X(ImportError, Exception)                                \
  X(ModuleNotFoundError, ImportError) X(LookupError, Exception) X(IndexError, LookupError)                  \
  X(KeyError, LookupError) X(MemoryError, Exception) X(NameError, Exception)                                \
  X(UnboundLocalError, NameError) X(OSError, Exception) X(FileNotFoundError, OSError)                       \
  X(FileExistsError, OSError) X(PermissionError, OSError) X(IsADirectoryError, OSError)                     \
  X(TimeoutError, OSError) X(RuntimeError, Exception)                                                       \
  X(NotImplementedError, RuntimeError) X(RecursionError, RuntimeError) X(ReferenceError, Exception)         \
  X(SyntaxError, Exception) X(IndentationError, SyntaxError) X(TabError, IndentationError)                  \
  X(SystemError, Exception) X(TypeError, Exception) X(ValueError, Exception) X(UnicodeError, ValueError)    \
  X(UnicodeDecodeError, UnicodeError) X(UnicodeEncodeError, UnicodeError) X(Warning, Exception)             \
  X(UserWarning, Warning) X(DeprecationWarning, Warning) X(FutureWarning, Warning) X(RuntimeWarning, Warning) \
  X(PendingDeprecationWarning, Warning) X(ResourceWarning, Warning) X(SyntaxWarning, Warning)                 \
  X(ImportWarning, Warning) X(ConnectionError, OSError) X(NotADirectoryError, OSError)                        \
  X(UnicodeWarning, Warning) X(BytesWarning, Warning) X(EncodingWarning, Warning)                             \
  X(UnicodeTranslateError, UnicodeError) X(StopAsyncIteration, Exception) X(BlockingIOError, OSError)         \
  X(ChildProcessError, OSError) X(InterruptedError, OSError) X(ProcessLookupError, OSError)                   \
  X(BrokenPipeError, ConnectionError) X(ConnectionAbortedError, ConnectionError)                              \
  X(ConnectionRefusedError, ConnectionError) X(ConnectionResetError, ConnectionError)                         \
  X(BaseExceptionGroup, BaseException) X(ExceptionGroup, BaseExceptionGroup)
// clang-format on

// Types every part needs. Filled by bootstrap (vm/bootstrap.cpp); alive for the process.
struct BuiltinTypes {
  Type *object, *type, *none_type, *bool_, *int_, *float_, *str, *bytes, *tuple, *list, *dict, *set, *frozenset, *slice,
      *range, *ellipsis, *not_implemented, *function, *native_function, *bound_method, *cell, *code, *generator,
      *coroutine, *async_generator, *module, *property, *static_method, *class_method, *super, *iterator, *dict_keys,
      *dict_values, *dict_items, *mapping_proxy, *traceback, *frame;
#define X(name, base) Type* name;
  VT_EXCEPTION_TYPES(X)
#undef X
};
BuiltinTypes& types();
Value not_implemented();
Value ellipsis();
bool is_not_implemented(const Value& v);
Type* type_of(const Value& v);

[[noreturn]] void raise(Type* type, const std::string& message);
[[noreturn]] void raise_value(Value exception);

// A module beside the program: its file, its text, and whether it is a folder of modules.
struct ModuleFile {
  std::string path, text;
  bool package = false;
};

// The outside world, handed in.
struct Host {
  std::function<void(std::string_view)> write_out;               // stdout
  std::function<void(std::string_view)> write_error;             // stderr
  bool files = false;                                            // whether the program may reach the machine's files
  std::vector<std::pair<std::string, std::string>> environment;  // what os.environ gets
  // One line of stdin with its end, less at the end of the file; without it there is none.
  std::function<std::string()> read_line;
  std::function<std::optional<ModuleFile>(const std::string& name)> find_module;  // by its dotted name
  std::function<double()> wall_clock;                                             // seconds since the epoch
  std::function<double()> steady_clock;                                           // seconds
  // Called at back edges and calls every few thousand instructions; throw RunStopped to end.
  std::function<void()> poll;
};

struct Frame;  // vm/frame.h

// What a hook decides for a frame that is about to start.
struct FrameDecision {
  Value replacement;      // CodeObject to run instead on the same locals, or null
  bool keep_hook = true;  // whether the hook stays on in the frames this one calls
};
// Called before each Python frame starts while a hook is set (dynamo owns one).
class FrameHook {
 public:
  virtual ~FrameHook() = default;
  virtual FrameDecision evaluate(Interpreter&, Frame&) = 0;
};

// Makes a module's namespace on first import ("torch.nn").
using ModuleLoader = std::function<void(Interpreter&, Module&)>;

class Interpreter {
 public:
  Interpreter(Host host, Limits limits);
  ~Interpreter();

  // Runs a program as `__main__`. On an uncaught exception returns its printed traceback.
  struct Outcome {
    bool ok = true;
    int exit_code = 0;
    std::string traceback;  // as CPython prints it on stderr
    Error error;            // kind, message and innermost span in the program
    bool stopped = false;   // ended by Stop or a limit; error.message says which
  };
  Outcome run_main(std::shared_ptr<const SourceFile> file, std::vector<std::string> argv);

  // Modules. Frozen modules are source text in the language, compiled on first import.
  void add_module(std::string name, ModuleLoader loader);
  void add_frozen_module(std::string name, std::string_view source);
  void add_frozen_modules(std::span<const std::pair<std::string_view, std::string_view>> modules);  // name, source
  Value import_module(std::string_view name);  // "torch.nn" imports the parents and returns the leaf
  Module* find_module(std::string_view name);  // already imported, or nullptr
  Dict* builtins();
  Dict* main_globals();

  // Objects. Each may raise (throws Raised).
  Value call(const Value& callable, const Arguments& arguments);
  Value call(const Value& callable, std::initializer_list<Value> arguments);
  Value call_method(const Value& self, std::string_view name, std::initializer_list<Value> arguments);
  Value get_attribute(const Value& object, Str* name);
  Value get_attribute(const Value& object, std::string_view name);
  Value find_attribute(const Value& object, Str* name);  // null Value instead of AttributeError
  void set_attribute(const Value& object, Str* name, Value value);
  void delete_attribute(const Value& object, Str* name);
  Value get_item(const Value& container, const Value& key);
  void set_item(const Value& container, const Value& key, const Value& value);
  void delete_item(const Value& container, const Value& key);
  Value binary(BinaryOp op, const Value& left, const Value& right, bool inplace = false);
  Value compare(CompareOp op, const Value& left, const Value& right);
  Value negative(const Value& v);
  Value positive(const Value& v);
  Value invert(const Value& v);
  bool truth(const Value& v);
  bool equal(const Value& left, const Value& right);  // == with identity shortcut
  bool contains(const Value& container, const Value& item);
  uint64_t hash(const Value& v);
  int64_t length(const Value& v);
  std::string repr(const Value& v);
  std::string str(const Value& v);
  std::string format(const Value& v, std::string_view spec);
  Value iterate(const Value& v);               // iter(v)
  Value next(const Value& iterator);           // null at the end
  Value next_or_raise(const Value& iterator);  // StopIteration at the end, with its value
  std::vector<Value> to_vector(const Value& iterable);
  int64_t to_index(const Value& v);  // __index__, TypeError as CPython says it
  double to_double(const Value& v);
  bool is_instance(const Value& v, const Value& type_or_tuple);
  // A class made natively; attributes added through define_* in native.h.
  Value new_instance(Type* type);

  void write_out(std::string_view text);
  void write_error(std::string_view text);
  const Host& host() const;
  Limits& limits();

  // Frame hook, for dynamo. Returns the previous one.
  FrameHook* set_frame_hook(FrameHook* hook);
  FrameHook* frame_hook() const;
  // Runs a function's code as a fresh frame with the arguments already bound to slots
  // (residual code, resume functions).
  Value run_code(CodeObject* code, Function* function, std::vector<Value> locals);
  Frame* current_frame() const;  // innermost Python frame, nullptr outside
  std::vector<TracebackEntry> current_stack() const;
  SourceSpan current_span() const;  // of the instruction in progress in the innermost Python frame

  // Bytes of stdout and stderr so far, against limits().output_bytes.
  uint64_t output_bytes() const;
  // Ask a run on another thread, or a later slice, to end.
  void request_stop();

  struct State;
  State& state() { return *state_; }
  // The interpreter whose run is in progress on this thread, or the last one made.
  static Interpreter* current();

 private:
  std::unique_ptr<State> state_;
};

// Counts one nested native call against what the C++ stack bears; throws RecursionError.
// Python frames are counted apart, against Limits::recursion_depth.
class NativeCallGuard {
 public:
  explicit NativeCallGuard(Interpreter& interpreter, const char* where = "");
  ~NativeCallGuard();

 private:
  Interpreter& interpreter_;
};

}  // namespace vt::vm
