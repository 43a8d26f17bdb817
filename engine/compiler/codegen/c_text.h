// Scalar expressions as C text, for C++ and CUDA: one statement per expression,
// in lanes or scalar. The names it uses (f32v, load_v, max_of ...) are the prelude's.
#pragma once
#include <string>

#include "codegen/plan.h"

namespace vt::codegen {

// Index arithmetic: "(i0 * 2048 + i1)"; operands are never negative where it divides.
std::string c_index(const SymExpr& e);
const char* c_storage_type(DType dtype);   // "float", "unsigned char" for bool
const char* c_register_type(DType dtype);  // "float" for 16-bit floats too, "bool"

// Which functions the text may call: the C++ prelude's with the compiler's built-ins, for
// one element or in lanes; or the CUDA prelude's and the device library's.
enum class CStyle : uint8_t { kScalar, kLanes, kCuda };
std::string c_constant(const loop::Expr& e, CStyle style = CStyle::kScalar);

// The right-hand side for `e`, its operands named t<ID>. Loads, constants, carries and
// reduced values are the caller's.
std::string c_operation(const loop::ExprGraph& graph, const loop::Expr& e, CStyle style);
inline std::string c_name(loop::ExprId id) { return "t" + std::to_string(static_cast<uint32_t>(id)); }

extern const char* const kCppPrelude;  // definitions the statements use, after the lane width

}  // namespace vt::codegen
