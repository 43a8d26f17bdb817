// Dynamo's cache, one state per code object, and the contexts that calls of compiled functions open.
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

// The settings of one torch.compile(...), active while a call of its compiled function runs.
struct CompileContext {
  Value backend;  // called with (graph module, example inputs)
  bool fullgraph = false;
  std::optional<bool> dynamic;
  Value guard_fail_fn;     // null, or called with (reason, code) for each entry whose guards fail
  bool disabled = false;   // torch.compiler.disable is active
  bool entering = true;    // no frame of the program has started yet
  bool first_call = true;  // the frame being evaluated is the first of this call
  int transforms = 0;      // depth of torch.func transforms at entry; frames at greater depth are not captured
};

struct CacheEntry {
  GuardSet guards;
  Value code;  // residual bytecode; null: the frame runs eagerly
  Value backend, guard_fail_fn;
  std::string compile_id;  // "0/1": frame and recompilation number
};

struct CodeState {
  uint32_t generation = 0;  // Session::generation at the last use; an older state is stale
  bool skip = false;
  bool excluded = false;     // torch.compiler.disable(recursive=False): captured only if passed to torch.compile itself
  bool always = false;       // passed to torch.compile itself: captured whatever its arguments are
  bool ran_eagerly = false;  // stance "eager_then_compile": the first call has run eagerly
  std::string skip_reason;
  bool limit_reported = false;  // the recompile-limit warning was printed
  uint32_t told = 0;            // number of calls whose failed entries were reported
  std::list<std::shared_ptr<CacheEntry>> entries;
  DynamicStates states;
  int frame_id = -1, compiles = 0;
  std::optional<ResumeOrigin> origin;  // set if this code is a resume function
  std::string resume_name;
  std::map<std::string, Value> resumes;  // in the original code: cut position and live locals -> resume CodeObject
};
CodeState& state_of(vm::CodeObject& code);
std::string resume_global_name(const Value& code);

// Settings that the program changes through torch._dynamo.config.
struct Settings {
  int64_t recompile_limit = 8, accumulated_recompile_limit = 256;
  bool automatic_dynamic_shapes = true, assume_static_by_default = true, capture_scalar_outputs = false,
       capture_dynamic_output_shape_ops = false;
  bool resume_in_loops = false;  // not in PyTorch: a break inside a loop resumes there
  bool specialize_int = false, specialize_float = false, fail_on_recompile_limit_hit = false;
  bool suppress_errors = false, disable = false, error_on_recompile = false, use_duck_shape = true;
};
Settings read_settings(Interpreter& vm);

// A graph break or refusal, for torch._dynamo.explain() and the panels.
struct BreakRecord {
  std::string id, reason, explanation, context;
  std::vector<std::string> hints;
  SourceSpan span;
  std::string file;
  std::vector<CodePlace> places;  // the inlined calls that led to it, outermost first
  bool ended_graph = false;       // operations before it became a graph
  std::string cut;                // PyTorch's reason for ending the graph earlier than the break; empty if it did not
};

// State with the lifetime of the interpreter.
struct Session {
  std::vector<CompileContext> contexts;  // innermost last
  std::string stance = "default";        // torch.compiler.set_stance
  int disabled = 0;                      // > 0: all frames run eagerly
  bool error_on_break = false;           // torch._dynamo.error_on_graph_break
  std::string tracer;                    // the active torch.fx or torch.jit tracer, for its error: "symbolically trace"
  uint32_t generation = 1;
  int next_frame = 0, next_compiled = 0, next_resume = 0;
  std::vector<BreakRecord> breaks;                     // since the last reset
  std::set<std::pair<std::string, int>> broken_lines;  // lines whose break was reported with its stack
  bool warned_of_item = false;
  std::vector<std::weak_ptr<CodeState>> states;  // of every code object that was evaluated
  uint64_t hits = 0, misses = 0;
  // Of the compilation in progress; the back end reads them.
  std::string compile_id;
  std::shared_ptr<ShapeEnv> shapes;
};
Session& session();
int running_transforms();  // the nesting depth of torch.func transforms
// Clears the state of every code object. Needed because entries and resume functions refer back to their code object
// through C++ links that the cycle collector does not traverse.
void forget_code();

// Whether code compiled by one back end may be reused for the other: the same object, or wrappers of this library's
// back ends (made by torch.compile) with equal settings.
bool same_backend(Interpreter& vm, const Value& left, const Value& right);

class DynamoHook final : public vm::FrameHook {
 public:
  vm::FrameDecision evaluate(Interpreter& vm, vm::Frame& frame) override;
};

// A cache entry whose guards failed on a call, for the event listeners.
struct TriedEntry {
  std::shared_ptr<CacheEntry> entry;
  GuardSet::Attempt attempt;
};

// Compiles the frame that is about to start and puts the entry first in the cache. Null Value: it runs eagerly.
Value compile_frame(Interpreter& vm, vm::Frame& frame, CodeState& state, const CompileContext& context);
// Raises the exception that the program sees for an Unsupported.
[[noreturn]] void raise_unsupported(Interpreter& vm, const Unsupported& error);
[[noreturn]] void raise_dynamo(Interpreter& vm, const char* type, const std::string& message,
                               const char* from = "torch._dynamo.exc");
// Prints a warning on stderr in the format of PyTorch's loggers.
void warn(Interpreter& vm, const std::string& compile_id, const std::string& text);
void count(Interpreter& vm, const char* group, const std::string& key, int64_t by = 1);

// Whether the code is the wrapper that torch.compile puts around a callable of this library.
bool is_inline_wrapper(const Code& code);

// A callable that runs `target` and captures none of its frames.
Value guarded_call(const Value& target, const std::string& compile_id);

}  // namespace vt::dynamo
