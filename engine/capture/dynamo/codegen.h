// Generates the residual bytecode that replaces a frame after capture: it calls
// the compiled graph, rebuilds the live values, replays the side effects, and
// then returns or calls a resume function. After tracer.h; called by compile.cpp.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "capture/dynamo/tracer.h"

namespace vt::dynamo {

// Relation of a resume function's code to the code that it was cut from.
struct ResumeOrigin {
  Value code;          // CodeObject of the original function
  uint32_t shift = 0;  // instruction i of the original is i + shift here
};

// How the frame continues where its graph ends.
struct Cut {
  bool rest_eagerly = false;  // the stack is empty here, and all code after the cut runs eagerly
  uint32_t end = 0;  // first instruction after a comprehension that runs eagerly; 0: one instruction runs eagerly
};

class Codegen {
 public:
  // `origin`: set if the frame's own code is a resume function already.
  Codegen(Output& output, Tracer& root, const ResumeOrigin* origin, SourceSpan span);

  // For a frame that was captured to its end.
  void finish_with_return(const VarRef& value);
  // For a frame whose tracing stopped before instruction `root.current()`.
  void finish_with_break(const Cut& cut);

  bool has_graph() const { return has_graph_; }
  // Adds the output node to the graph and removes unused inputs.
  void close_graph();
  Value build(const std::string& compiled_name);  // CodeObject

  // Code objects of the resume functions that the bytecode calls, newly made or reused, with their names.
  struct Resume {
    std::string name;
    Value code;
  };
  std::vector<Resume> resumes;

 private:
  void decide_graph();  // sets has_graph_; run again after leaving contexts, which may remove their nodes
  void emit(Op op, uint32_t arg = 0);
  void drain_within(const VarRef& v, std::set<const Var*>& seen);
  uint32_t add_constant(const Value& value);
  uint32_t add_name(const std::string& name);
  uint32_t add_temporary();
  void load_constant(const Value& value) { emit(Op::LOAD_CONST, add_constant(value)); }
  void load(const VarRef& v);
  void load_new(const VarRef& v);
  void load_items(std::span<const VarRef> items);
  bool load_circular(const VarRef& v);
  uint32_t remember(const VarRef& v);
  void load_container(const Var& v, const VarRef& maxlen);
  void load_list(const Var& v);
  void load_tuple(const VarRef& v);
  void load_dict(const VarRef& v);
  void load_source(const Source& source);
  void load_node(const VarRef& v);
  void pass_tensors_through(const std::vector<VarRef>& leaving);
  void load_float(const VarRef& v);
  void load_number(const VarRef& v);  // the number of a 0-d tensor that the graph returns
  void load_function(const VarRef& v);
  void load_iterator(const VarRef& v);
  void load_object(const VarRef& v);
  void look_at(const VarRef& v, bool constants, int depth);
  // `constants`: realize plain items too; `first_constants`: only those before the first tensor or symbolic number.
  void look_at_items(const VarRef& container, bool constants, bool first_constants, int depth);
  void look_at_effects();
  std::set<std::pair<const Var*, bool>> looked_at_;
  void store_written(const Var& v);
  void store_field(uint32_t target, uint32_t content, vm::Str* name);
  void load_cell(const VarRef& v);
  void load_helper(const char* name);
  void call(uint32_t count);
  uint32_t side_effect_values();  // pushes the values to store; returns the number of effects
  void side_effect_stores(uint32_t count);
  // Whether a function made while tracing may be called after the frame has ended; it then reads the frame's cells.
  bool function_leaves(const VarRef& result) const;
  std::vector<uint32_t> load_root_cells();  // pushes the traced contents of the frame's own cells; returns their slots
  void store_root_cells(const std::vector<uint32_t>& loaded);
  void call_context(uint32_t manager, const char* method, uint32_t arguments);
  void run_instructions(uint32_t begin, uint32_t end, const std::vector<uint32_t>& managers);
  int depth_behind(uint32_t begin, uint32_t end, int depth) const;
  void call_resume(uint32_t target, int stack_depth, const std::vector<bool>& nulls);
  Value resume_code(uint32_t target, int stack_depth, const std::vector<bool>& nulls,
                    const std::vector<std::string>& locals);
  // A loop iterator is passed to the resume function as a list of its remaining items, because a list can be traced.
  bool is_loop_iterator(const VarRef& v, int position, int untouched) const;
  std::vector<bool> iterators_;
  std::vector<size_t> contexts_;  // stack positions of the exit methods of active `with` blocks
  struct Handler {
    uint32_t begin, end, target, depth;
  };
  std::vector<Handler> handlers_;  // instruction ranges in body_
  void emit_prologue(std::vector<Instruction>& into);
  const GraphInput* input_of(const VarRef& v) const;

  Output& out_;
  Tracer& root_;
  Interpreter& vm_;
  const ResumeOrigin* origin_;
  SourceSpan span_;
  bool has_graph_ = false;
  Cut cut_;
  std::vector<Instruction> body_;
  std::vector<uint32_t> jumps_;  // indices in body_ of instructions whose operand is an index in body_
  std::vector<Value> constants_;
  std::vector<std::string> names_;
  std::vector<std::string> temporaries_;
  std::map<const Var*, uint32_t> cached_;  // variables that were rebuilt already -> the local that holds the object
  std::vector<fx::Node*> outputs_;
  std::vector<VarRef> keep_;
  uint32_t graph_result_ = 0, drawn_ = 0;
  struct Effect {
    VarRef target;
    vm::Str* name;
    int kind;
  };
  std::vector<Effect> effects_;
};

// Whether the value holds a symbolic size that is not an argument of the frame.
bool has_symbol(Tracer& tracer, const VarRef& v, int depth = 0);

// Whether storing this attribute must bypass the class's own __setattr__ or descriptor, because tracing has run it.
bool bypasses(const Var& v, vm::Str* name);
// Number of slots of a frame that are parameters.
inline int parameter_count(const Code& code) {
  return code.argument_count + code.keyword_only_count + !!(code.flags & kHasVarArgs) +
         !!(code.flags & kHasVarKeywords);
}
// Live slots before instruction `target`: those that it or a later instruction may read first.
std::vector<bool> live_slots(const Code& code, uint32_t target);
// Whether instruction `index` is inside a loop or a try block.
bool inside_loop(const Code& code, uint32_t index);
// Whether a try block encloses the instruction, apart from those of the `with` blocks in `contexts`.
bool inside_try(const Code& code, uint32_t index, const std::vector<size_t>& contexts);
// Positions on the symbolic stack of the exit methods of library contexts (no_grad, autocast).
std::vector<size_t> active_contexts(Tracer& tracer);

}  // namespace vt::dynamo
