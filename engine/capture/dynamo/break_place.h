// Decides where a graph may end: whether the frame can be cut at the instruction where tracing stopped, and how PyTorch
// explains it. After tracer, before codegen_break.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "capture/dynamo/tracer.h"

namespace vt::dynamo {

// The instruction range of an inlined comprehension: from the first LOAD_FAST_AND_CLEAR, which saves a variable of the
// frame, to the STORE_FAST that restores the last of them.
struct Comprehension {
  uint32_t begin, end;
  uint64_t step;   // number of root-frame instructions executed before `begin`
  bool resumable;  // PyTorch runs it eagerly as a whole and resumes after it
};
// The comprehension that begins at the current instruction, if one does.
std::optional<Comprehension> comprehension_here(Tracer& tracer);

// PyTorch's description of an instruction at which a graph can end: "CALL: a function call, e.g. f(x, y)". Empty where
// PyTorch runs the whole frame eagerly, and for a jump on a tensor, whose break message says it.
std::string attempted_instruction(Op op);
// Whether the frame can be cut before the instruction at which `error` stopped the tracer. If the surrounding block (a
// loop, a user's `with`) and not the instruction prevents it, `error.second` is set to that reason.
bool may_cut(Tracer& tracer, Unsupported& error);
// Whether the frame can be cut before the comprehension that contains the current instruction.
bool may_cut_before(const Comprehension& comprehension, Tracer& tracer);
// The nodes that computed a tensor condition, formatted as in PyTorch's explanation of the break.
std::string condition_origin(Interpreter& vm, const fx::Node& node);

}  // namespace vt::dynamo
