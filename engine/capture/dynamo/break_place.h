// Where a graph may end: after tracing stopped at an instruction, whether the frame can be cut
// there, and what PyTorch says about it. After tracer, before codegen_break.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "capture/dynamo/tracer.h"

namespace vt::dynamo {

// The instructions of one comprehension, written into its frame: from the first that clears a
// variable of it to the last that puts one back.
struct Comprehension {
  uint32_t begin, end;
  uint64_t step;   // of the root frame, before the first
  bool resumable;  // PyTorch runs it as a whole and goes on behind it
};
// The one that begins with the instruction in progress, if one does.
std::optional<Comprehension> comprehension_here(Tracer& tracer);

// "CALL: a function call, e.g. f(x, y)" where a graph can end at that instruction; empty where
// PyTorch leaves the whole frame to run eagerly, and for a jump on a tensor, which says it itself.
std::string attempted_instruction(Op op);
// Whether the graph can end before the instruction at which `error` stopped the tracer. If not,
// and the place rather than the instruction is why, `error.second` says so.
bool may_cut(Tracer& tracer, Unsupported& error);
// Whether it can end before the comprehension in which that instruction is.
bool may_cut_before(const Comprehension& comprehension, Tracer& tracer);
// The operations that a tensor condition was computed by, as the explanation of a break lists them.
std::string condition_origin(Interpreter& vm, const fx::Node& node);

}  // namespace vt::dynamo
