// Scalar expressions as C text, for C++ and CUDA: one statement per expression, vectorised (lanes) or
// scalar. The names it uses (f32v, load_v, max_of ...) are defined in the preludes.
#pragma once
#include <string>

#include "codegen/plan.h"

namespace vt::codegen {

// Index arithmetic: "(i0 * 2048 + i1)". A floor division by C's `/` gets a correction if its dividend may be negative.
std::string c_index(const SymExpr& e);
const char* c_storage_type(DType dtype);   // in memory: "float", "unsigned char" for bool
const char* c_register_type(DType dtype);  // in registers: "float" for 16-bit floats too, "bool"

// The functions that the text may call: those of the C++ prelude and compiler built-ins, scalar or
// vectorised; or those of the CUDA prelude and the device library.
enum class CStyle : uint8_t { kScalar, kLanes, kCuda };
std::string c_constant(const loop::Expr& e, CStyle style = CStyle::kScalar);

// The right-hand side for `e`, with operands named t<ID>. Loads, constants, carries and reduced values
// are written by the caller.
std::string c_operation(const loop::ExprGraph& graph, const loop::Expr& e, CStyle style);
inline std::string c_name(loop::ExprId id) { return "t" + std::to_string(static_cast<uint32_t>(id)); }

extern const char* const kCppPrelude;  // definitions that the statements use; goes after the lane width

}  // namespace vt::codegen
