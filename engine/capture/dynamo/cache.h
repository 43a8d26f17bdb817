// What dynamo remembers per code object, and the contexts that torch.compile opens.
#pragma once
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "capture/dynamo/codegen.h"

namespace vt::dynamo {

// One torch.compile(...): what its frames are compiled with.
struct CompileContext {
  Value backend;  // called with (graph module, example inputs)
  bool fullgraph = false;
  std::optional<bool> dynamic;
  Value guard_fail_fn;     // null, or called with (reason, code) for each entry that a new call does not fit
  bool disabled = false;   // torch.compiler.disable inside
  bool entering = true;    // no frame of the program has begun yet
  bool first_call = true;  // the frame that is looked at is the first
  int transforms = 0;      // of torch.func that were running: what runs inside of more is not captured
};

struct CacheEntry {
  GuardSet guards;
  Value code;  // residual bytecode; null: nothing to replace
  Value backend, guard_fail_fn;
  std::string compile_id;  // "0/1"
};

struct CodeState {
  uint32_t generation = 0;  // of the last reset()
  bool skip = false;
  bool excluded = false;     // torch.compiler.disable(recursive=False): captured only where it is compiled itself
  bool always = false;       // given to torch.compile itself: captured whatever it is called with
  bool ran_eagerly = false;  // the first call under "eager_then_compile"
  std::string skip_reason;
  bool limit_reported = false;  // of recompilations
  uint32_t told = 0;            // calls of which it was reported how each entry failed
  std::list<std::shared_ptr<CacheEntry>> entries;
  DynamicStates states;
  int frame_id = -1, compiles = 0;
  std::optional<ResumeOrigin> origin;  // this code is a resume function
  std::string resume_name;
  std::map<std::string, Value> resumes;  // of the original code: place and locals -> CodeObject
};
CodeState& state_of(vm::CodeObject& code);
std::string resume_global_name(const Value& code);

// Settings that programs change through torch._dynamo.config.
struct Settings {
  int64_t recompile_limit = 8, accumulated_recompile_limit = 256;
  bool automatic_dynamic_shapes = true, assume_static_by_default = true, capture_scalar_outputs = false,
       capture_dynamic_output_shape_ops = false;
  bool resume_in_loops = false;  // ours: a break inside a loop goes on there
  bool specialize_int = false, specialize_float = false, fail_on_recompile_limit_hit = false;
  bool suppress_errors = false, disable = false, error_on_recompile = false, use_duck_shape = true;
};
Settings read_settings(Interpreter& vm);

// A break or refusal, for explain() and the panels.
struct BreakRecord {
  std::string id, reason, explanation, context;
  std::vector<std::string> hints;
  SourceSpan span;
  std::string file;
  std::vector<CodePlace> places;  // the frames that led there, outermost first
  bool ended_graph = false;       // operations before it became a graph
  std::string cut;                // why the graph ended before the break, in PyTorch's word; empty if it did not
};

// Everything that lives as long as the interpreter.
struct Session {
  std::vector<CompileContext> contexts;  // innermost last
  std::string stance = "default";        // torch.compiler.set_stance
  int disabled = 0;                      // > 0: frames run as they are
  bool error_on_break = false;           // torch._dynamo.error_on_graph_break
  std::string tracer;                    // torch.fx or torch.jit records what runs: "symbolically trace"
  uint32_t generation = 1;
  int next_frame = 0, next_compiled = 0, next_resume = 0;
  std::vector<BreakRecord> breaks;                     // since the last reset
  std::set<std::pair<std::string, int>> broken_lines;  // that a reported break has shown the stack of
  bool warned_of_item = false;
  std::vector<std::weak_ptr<CodeState>> states;  // of every code object that was looked at
  uint64_t hits = 0, misses = 0;
  // Of the compilation in progress, for the back end.
  std::string compile_id;
  std::shared_ptr<ShapeEnv> shapes;
};
Session& session();
int running_transforms();  // of torch.func
// Empties what is remembered of every code object: entries and resume functions lead back to
// their code, by ways that the cycle collector does not see.
void forget_code();

// Whether what one back end compiled may serve the other: one object, or equal settings of the
// wrapper that torch.compile puts around the library's own.
bool same_backend(Interpreter& vm, const Value& left, const Value& right);

class DynamoHook final : public vm::FrameHook {
 public:
  vm::FrameDecision evaluate(Interpreter& vm, vm::Frame& frame) override;
};

// An entry that a call did not fit, for those who listen.
struct TriedEntry {
  std::shared_ptr<CacheEntry> entry;
  GuardSet::Attempt attempt;
};

// Compiles the frame that is about to start; the entry is then the first. Null Value: it runs as it is.
Value compile_frame(Interpreter& vm, vm::Frame& frame, CodeState& state, const CompileContext& context);
// Turns an Unsupported into the exception that programs see.
[[noreturn]] void raise_unsupported(Interpreter& vm, const Unsupported& error);
[[noreturn]] void raise_dynamo(Interpreter& vm, const char* type, const std::string& message,
                               const char* from = "torch._dynamo.exc");
// A warning of PyTorch's loggers, on stderr.
void warn(Interpreter& vm, const std::string& compile_id, const std::string& text);
void count(Interpreter& vm, const char* group, const std::string& key, int64_t by = 1);

// Code of the frame that torch.compile puts around what belongs to the library.
bool is_inline_wrapper(const Code& code);

// A callable that runs `target` with no frame of it captured.
Value guarded_call(const Value& target, const std::string& compile_id);

}  // namespace vt::dynamo
