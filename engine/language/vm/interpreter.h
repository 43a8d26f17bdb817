// Executes bytecode, and is the only interface through which native code operates on
// objects. Calls from Python to Python do not nest on the C++ stack: frames are on
// the VM's own stack. Callbacks from native code (sort keys, hooks, dunders, custom
// backends) nest one run loop, which counts against the same recursion limit.
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

// A raised exception while it propagates through native code. The run loop catches it at the native call and unwinds
// the VM's frames itself.
struct Raised {
  Value exception;
};

// Ends the run at once; the program cannot catch it (Stop, limits).
struct RunStopped {
  std::string reason;  // "interrupted", "instruction limit ...", ...
};

// The builtin exception types, created before all other types.
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

// The types that all parts need. Filled by the bootstrap (vm/bootstrap.cpp); never freed.
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

// A module file of the program: its path, its text, and whether it is a package.
struct ModuleFile {
  std::string path, text;
  bool package = false;
};

// The environment of the program, supplied by the embedder.
struct Host {
  std::function<void(std::string_view)> write_out;               // stdout
  std::function<void(std::string_view)> write_error;             // stderr
  bool files = false;                                            // whether the program may access the machine's files
  std::vector<std::pair<std::string, std::string>> environment;  // contents of os.environ
  // Reads one line of stdin with its line end (without it at the end of the file). Unset: no stdin.
  std::function<std::string()> read_line;
  std::function<std::optional<ModuleFile>(const std::string& name)> find_module;  // by its dotted name
  std::function<double()> wall_clock;                                             // seconds since the epoch
  std::function<double()> steady_clock;                                           // seconds
  // Called at back edges and calls every few thousand instructions; may throw RunStopped to end the run.
  std::function<void()> poll;
};

struct Frame;  // vm/frame.h

// The decision of a frame hook about a frame that is about to start.
struct FrameDecision {
  Value replacement;      // CodeObject to run instead with the same locals, or null
  bool keep_hook = true;  // whether the hook stays active in the frames that this one calls
};
// Called before each Python frame starts while a hook is set (dynamo sets one).
class FrameHook {
 public:
  virtual ~FrameHook() = default;
  virtual FrameDecision evaluate(Interpreter&, Frame&) = 0;
};

// Fills a module's namespace at its first import ("torch.nn").
using ModuleLoader = std::function<void(Interpreter&, Module&)>;

class Interpreter {
 public:
  Interpreter(Host host, Limits limits);
  ~Interpreter();

  // Runs a program as `__main__`. For an uncaught exception, the outcome has its printed traceback.
  struct Outcome {
    bool ok = true;
    int exit_code = 0;
    std::string traceback;  // as CPython prints it on stderr
    Error error;            // kind, message and innermost span in the program
    bool stopped = false;   // ended by Stop or a limit; error.message says which
  };
  Outcome run_main(std::shared_ptr<const SourceFile> file, std::vector<std::string> argv);

  // Modules. Frozen modules are Python source text, compiled at their first import.
  void add_module(std::string name, ModuleLoader loader);
  void add_frozen_module(std::string name, std::string_view source);
  void add_frozen_modules(std::span<const std::pair<std::string_view, std::string_view>> modules);  // name, source
  Value import_module(std::string_view name);  // "torch.nn" imports the parents and returns the leaf
  Module* find_module(std::string_view name);  // already imported, or nullptr
  Dict* builtins();
  Dict* main_globals();

  // Objects. All of these may raise (throw Raised).
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
  int64_t to_index(const Value& v);  // __index__; TypeError with CPython's message
  double to_double(const Value& v);
  bool is_instance(const Value& v, const Value& type_or_tuple);
  // An instance of a native class; attributes are added through define_* in native.h.
  Value new_instance(Type* type);

  void write_out(std::string_view text);
  void write_error(std::string_view text);
  const Host& host() const;
  Limits& limits();

  // Sets the frame hook, for dynamo. Returns the previous one.
  FrameHook* set_frame_hook(FrameHook* hook);
  FrameHook* frame_hook() const;
  // Runs a function's code in a new frame with the arguments
  // already bound to slots (residual code, resume functions).
  Value run_code(CodeObject* code, Function* function, std::vector<Value> locals);
  Frame* current_frame() const;  // innermost Python frame, or nullptr
  std::vector<TracebackEntry> current_stack() const;
  SourceSpan current_span() const;  // source location of the current instruction in the innermost Python frame

  // Bytes written to stdout and stderr so far; the limit is limits().output_bytes.
  uint64_t output_bytes() const;
  // Asks a run on another thread, or the next slice of this one, to end.
  void request_stop();

  struct State;
  State& state() { return *state_; }
  // The interpreter that is running on this thread, or the last one created.
  static Interpreter* current();

 private:
  std::unique_ptr<State> state_;
};

// Counts one nested native call against the limit of the C++ stack; throws RecursionError. Python frames are counted
// separately, against Limits::recursion_depth.
class NativeCallGuard {
 public:
  explicit NativeCallGuard(Interpreter& interpreter, const char* where = "");
  ~NativeCallGuard();

 private:
  Interpreter& interpreter_;
};

}  // namespace vt::vm
