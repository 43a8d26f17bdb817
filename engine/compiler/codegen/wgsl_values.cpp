// Scalar expressions as WGSL: one expression at a time, scalar or as a vector of four.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "codegen/index_sign.h"
#include "codegen/wgsl_text.h"
#include "support/check.h"
#include "tensor/visit.h"

namespace vt::codegen {

namespace {
using loop::Expr;
using loop::ExprGraph;
using loop::ExprId;
using loop::ScalarOp;

bool is_float(DType dtype) { return is_floating(dtype); }

std::string call(const std::string& name, const WgslOperands& o, WgslKind kind) {
  std::string text = name + (o.lanes ? "_4(" : "(");
  for (size_t i = 0; i < o.of.size(); ++i) text += (i ? ", " : "") + wgsl_convert(o.of[i], kind, o.lanes);
  return text + ")";
}

// A call of a WGSL built-in, which also accepts vectors.
std::string built_in(const std::string& name, const WgslOperands& o, WgslKind kind) {
  std::string text = name + "(";
  for (size_t i = 0; i < o.of.size(); ++i) text += (i ? ", " : "") + wgsl_convert(o.of[i], kind, o.lanes);
  return text + ")";
}

// WGSL's arithmetic may mix a vector and a scalar; comparisons and bit operations may not.
std::string infix(const WgslOperands& o, WgslKind kind, const char* symbol, bool alike = true) {
  return wgsl_convert(o.of[0], kind, o.lanes && (alike || o.of[0].lanes)) + " " + symbol + " " +
         wgsl_convert(o.of[1], kind, o.lanes && (alike || o.of[1].lanes));
}

const char* float_function(ScalarOp op) {
  switch (op) {
    case ScalarOp::kExp: return "exp_of";
    case ScalarOp::kExp2: return "exp2_of";
    case ScalarOp::kExpm1: return "expm1_of";
    case ScalarOp::kLog: return "log_of";
    case ScalarOp::kLog2: return "log2_of";
    case ScalarOp::kLog10: return "log10_of";
    case ScalarOp::kLog1p: return "log1p_of";
    case ScalarOp::kSin: return "sin_of";
    case ScalarOp::kCos: return "cos_of";
    case ScalarOp::kTan: return "tan_of";
    case ScalarOp::kAsin: return "asin_of";
    case ScalarOp::kAcos: return "acos_of";
    case ScalarOp::kAtan: return "atan_of";
    case ScalarOp::kAtan2: return "atan2_of";
    case ScalarOp::kSinh: return "sinh_of";
    case ScalarOp::kCosh: return "cosh_of";
    case ScalarOp::kTanh: return "tanh_of";
    case ScalarOp::kSigmoid: return "sigmoid_of";
    case ScalarOp::kErf: return "erf_of";
    case ScalarOp::kErfc: return "erfc_of";
    case ScalarOp::kErfinv: return "erfinv_of";
    case ScalarOp::kLgamma: return "lgamma_of";
    case ScalarOp::kPow: return "pow_of";
    case ScalarOp::kRemainder: return "f32_floor_remainder";
    case ScalarOp::kFmod: return "f32_remainder";
    case ScalarOp::kFloorDiv: return "f32_floor_divide";
    case ScalarOp::kSign: return "sign_of";
    case ScalarOp::kIsNan: return "is_nan";
    case ScalarOp::kIsInf: return "is_infinite";
    default: return nullptr;
  }
}

const char* float_built_in(ScalarOp op) {
  switch (op) {
    case ScalarOp::kFloor: return "floor";
    case ScalarOp::kCeil: return "ceil";
    case ScalarOp::kTrunc: return "trunc";
    case ScalarOp::kRound: return "round";  // half to even
    case ScalarOp::kSqrt: return "sqrt";
    case ScalarOp::kRsqrt: return "inverseSqrt";
    case ScalarOp::kAbs: return "abs";
    default: return nullptr;
  }
}

const char* arithmetic(ScalarOp op) {
  switch (op) {
    case ScalarOp::kAdd: return "+";
    case ScalarOp::kSub: return "-";
    case ScalarOp::kMul: return "*";
    case ScalarOp::kDiv: return "/";
    default: return nullptr;
  }
}

const char* relation(ScalarOp op) {
  switch (op) {
    case ScalarOp::kEqual: return "==";
    case ScalarOp::kNotEqual: return "!=";
    case ScalarOp::kLess: return "<";
    case ScalarOp::kLessEqual: return "<=";
    case ScalarOp::kGreater: return ">";
    case ScalarOp::kGreaterEqual: return ">=";
    default: return nullptr;
  }
}

const char* bits(ScalarOp op) {
  switch (op) {
    case ScalarOp::kAnd: return "&";
    case ScalarOp::kOr: return "|";
    case ScalarOp::kXor: return "^";
    default: return nullptr;
  }
}

std::string of_floats(const Expr& e, const WgslOperands& o) {
  const WgslKind f = WgslKind::kFloat;
  if (const char* name = float_function(e.op)) return call(name, o, f);
  if (const char* name = float_built_in(e.op)) return built_in(name, o, f);
  if (const char* symbol = arithmetic(e.op)) return infix(o, f, symbol, false);
  if (const char* symbol = relation(e.op)) return infix(o, f, symbol);
  switch (e.op) {
    // Not written as a select: drivers turn that into a maximum that loses NaN.
    case ScalarOp::kMax: return call("max_of", o, f);
    case ScalarOp::kMin: return call("min_of", o, f);
    case ScalarOp::kFma: {
      WgslOperands product{{o.of[0], o.of[1]}, f, o.of[0].lanes || o.of[1].lanes};
      return infix(product, f, "*", false) + " + " + o.of[2].text;
    }
    case ScalarOp::kTruncDiv: return "trunc(" + infix(o, f, "/", false) + ")";
    case ScalarOp::kNeg: return "-" + o.of[0].text;
    case ScalarOp::kReciprocal: return "1.0 / " + o.of[0].text;
    default: VT_UNREACHABLE("no WGSL for an op on floats");
  }
}

std::string of_bools(const Expr& e, const WgslOperands& o) {
  const WgslKind b = WgslKind::kBool;
  const std::string x = wgsl_convert(o.of[0], b, o.lanes),
                    y = o.of.size() > 1 ? wgsl_convert(o.of[1], b, o.lanes) : std::string();
  switch (e.op) {
    case ScalarOp::kAdd:
    case ScalarOp::kOr:
    case ScalarOp::kMax: return x + " | " + y;
    case ScalarOp::kMul:
    case ScalarOp::kAnd:
    case ScalarOp::kMin: return x + " & " + y;
    case ScalarOp::kSub:
    case ScalarOp::kXor:
    case ScalarOp::kNotEqual: return x + " != " + y;
    case ScalarOp::kEqual: return x + " == " + y;
    case ScalarOp::kLess: return "!" + x + " & " + y;
    case ScalarOp::kLessEqual: return "!" + x + " | " + y;
    case ScalarOp::kGreater: return x + " & !" + y;
    case ScalarOp::kGreaterEqual: return x + " | !" + y;
    case ScalarOp::kNot: return "!" + x;
    case ScalarOp::kIsNan:
    case ScalarOp::kIsInf: return "false";
    default: return x;  // sign, abs and rounding do not change a bool
  }
}

std::string of_ints(const ExprGraph& g, const Expr& e, const WgslOperands& o) {
  const WgslKind i = WgslKind::kInt;
  const Expr* by = o.of.size() > 1 ? &g.at(e.operands[1]) : nullptr;
  if (const char* symbol = relation(e.op)) return infix(o, i, symbol);
  if (const char* symbol = bits(e.op)) return infix(o, i, symbol);
  switch (e.op) {
    case ScalarOp::kAdd: return infix(o, i, "+", false);
    case ScalarOp::kSub: return infix(o, i, "-", false);
    case ScalarOp::kMul: return infix(o, i, "*", false);
    case ScalarOp::kDiv:
    case ScalarOp::kTruncDiv: return infix(o, i, "/");
    case ScalarOp::kFmod: return infix(o, i, "%");
    case ScalarOp::kFma: {
      WgslOperands product{{o.of[0], o.of[1]}, i, o.of[0].lanes || o.of[1].lanes};
      return infix(product, i, "*", false) + " + " + o.of[2].text;
    }
    case ScalarOp::kFloorDiv: return call("floor_divide", o, i);
    case ScalarOp::kRemainder: return call("floor_remainder", o, i);
    case ScalarOp::kPow: return call("integer_power", o, i);
    case ScalarOp::kMax: return built_in("max", o, i);
    case ScalarOp::kMin: return built_in("min", o, i);
    case ScalarOp::kAbs: return built_in("abs", o, i);
    case ScalarOp::kSign: return built_in("sign", o, i);
    case ScalarOp::kNeg: return "-" + o.of[0].text;
    case ScalarOp::kNot: return "~" + o.of[0].text;
    case ScalarOp::kShiftLeft:
    case ScalarOp::kShiftRight:
      if (by && by->op == ScalarOp::kConstant && by->integer >= 0 && by->integer < 32)
        return o.of[0].text + (e.op == ScalarOp::kShiftLeft ? " << " : " >> ") + (o.of[0].lanes ? "vec4<u32>(" : "") +
               std::to_string(by->integer) + (o.of[0].lanes ? "u)" : "u");
      return call(e.op == ScalarOp::kShiftLeft ? "shift_left" : "shift_right", o, i);
    case ScalarOp::kIsNan:
    case ScalarOp::kIsInf: return "false";
    default: return o.of[0].text;  // rounding does not change an integer
  }
}

const char* long_function(ScalarOp op) {
  switch (op) {
    case ScalarOp::kAdd: return "i64_add";
    case ScalarOp::kSub: return "i64_sub";
    case ScalarOp::kMul: return "i64_mul";
    case ScalarOp::kDiv:
    case ScalarOp::kTruncDiv: return "i64_divide";
    case ScalarOp::kFmod: return "i64_remainder";
    case ScalarOp::kFloorDiv: return "i64_floor_divide";
    case ScalarOp::kRemainder: return "i64_floor_remainder";
    case ScalarOp::kPow: return "i64_power";
    case ScalarOp::kMax: return "i64_max";
    case ScalarOp::kMin: return "i64_min";
    case ScalarOp::kAbs: return "i64_abs";
    case ScalarOp::kSign: return "i64_sign";
    case ScalarOp::kNeg: return "i64_neg";
    case ScalarOp::kShiftLeft: return "i64_shl";
    case ScalarOp::kShiftRight: return "i64_shr";
    case ScalarOp::kEqual: return "i64_equal";
    case ScalarOp::kLess: return "i64_less";
    default: return nullptr;
  }
}

std::string of_longs(const Expr& e, const WgslOperands& o) {
  const WgslKind l = WgslKind::kLong;
  if (const char* name = long_function(e.op)) return call(name, o, l);
  if (const char* symbol = bits(e.op)) return infix(o, l, symbol);
  auto less = [&](int a, int b) {
    return "i64_less(" + wgsl_convert(o.of[static_cast<size_t>(a)], l, false) + ", " +
           wgsl_convert(o.of[static_cast<size_t>(b)], l, false) + ")";
  };
  switch (e.op) {
    case ScalarOp::kNotEqual: return "!" + call("i64_equal", o, l);
    case ScalarOp::kLessEqual: return "!" + less(1, 0);
    case ScalarOp::kGreater: return less(1, 0);
    case ScalarOp::kGreaterEqual: return "!" + less(0, 1);
    case ScalarOp::kNot: return "~" + o.of[0].text;
    case ScalarOp::kFma:
      return "i64_add(i64_mul(" + wgsl_convert(o.of[0], l, false) + ", " + wgsl_convert(o.of[1], l, false) + "), " +
             wgsl_convert(o.of[2], l, false) + ")";
    case ScalarOp::kIsNan:
    case ScalarOp::kIsInf: return "false";
    default: return o.of[0].text;
  }
}

// Rounds or wraps a result of 8 or 16 bits to the range of its dtype.
std::string narrowed(const std::string& text, DType dtype, bool lanes) {
  const char* name = dtype == DType::kUInt8      ? "wrap_u8"
                     : dtype == DType::kInt8     ? "wrap_i8"
                     : dtype == DType::kInt16    ? "wrap_i16"
                     : dtype == DType::kFloat16  ? "round_f16"
                     : dtype == DType::kBFloat16 ? "round_bf16"
                                                 : nullptr;
  return name ? name + std::string(lanes ? "_4(" : "(") + text + ")" : text;
}

}  // namespace

WgslKind wgsl_kind(DType dtype) {
  if (dtype == DType::kBool) return WgslKind::kBool;
  if (dtype == DType::kInt64) return WgslKind::kLong;
  return is_floating(dtype) ? WgslKind::kFloat : WgslKind::kInt;
}

std::string wgsl_type(WgslKind kind, bool lanes) {
  switch (kind) {
    case WgslKind::kFloat: return lanes ? "vec4f" : "f32";
    case WgslKind::kInt: return lanes ? "vec4i" : "i32";
    case WgslKind::kBool: return lanes ? "vec4<bool>" : "bool";
    case WgslKind::kLong: break;
  }
  VT_CHECK(!lanes, "64-bit integers in vectors");
  return "I64";
}

std::string wgsl_convert(const WgslOperand& value, WgslKind kind, bool lanes) {
  const bool splat = lanes && !value.lanes;
  std::string text = value.text;
  if (kind != value.kind) {
    const std::string type = wgsl_type(kind, value.lanes);
    if (kind == WgslKind::kLong)
      text = value.kind == WgslKind::kFloat  ? "i64_of_f32(" + text + ")"
             : value.kind == WgslKind::kBool ? "i64_of(i32(" + text + "))"
                                             : "i64_of(" + text + ")";
    else if (value.kind == WgslKind::kLong)
      text = kind == WgslKind::kFloat  ? "f32_of_i64(" + text + ")"
             : kind == WgslKind::kBool ? "any(" + text + " != I64(0u, 0u))"
                                       : "i32(" + text + ".x)";
    else text = type + "(" + text + ")";  // conversion to bool: whether the value is not zero
  }
  return splat ? wgsl_type(kind, true) + "(" + text + ")" : text;
}

std::string wgsl_number(double value) {
  if (std::isnan(value)) return "not_a_number()";
  if (std::isinf(value)) return value < 0 ? "-infinity()" : "infinity()";
  char text[40];
  // Nine digits round the largest float up to a value that is out of range, so it gets more.
  std::snprintf(text, sizeof text, std::fabs(value) > 3.4e38 ? "%.17gf" : "%.9gf", value);
  return value == 0 && std::signbit(value) ? "bitcast<f32>(0x80000000u)" : text;
}

std::string wgsl_constant(const Expr& e, WgslKind kind) {
  if (kind == WgslKind::kFloat) return wgsl_number(e.number);
  if (kind == WgslKind::kBool) return e.integer ? "true" : "false";
  if (kind == WgslKind::kLong) {
    const uint64_t all = static_cast<uint64_t>(e.integer);
    return "I64(" + std::to_string(all & 0xffffffffu) + "u, " + std::to_string(all >> 32) + "u)";
  }
  return e.integer == INT32_MIN ? "i32(-2147483648)" : std::to_string(e.integer);
}

WgslOperands wgsl_operands(const ExprGraph& graph, const Expr& e) {
  WgslOperands o;
  for (int i = 0; i < scalar_op_info(e.op).operands; ++i)
    o.of.push_back({c_name(e.operands[i]), wgsl_kind(graph.dtype(e.operands[i]))});
  o.kind = wgsl_kind(e.dtype);
  return o;
}

std::string wgsl_operation(const ExprGraph& g, const Expr& e, const WgslOperands& o) {
  if (e.op == ScalarOp::kConstant) return wgsl_constant(e, o.kind);
  if (e.op == ScalarOp::kSelect)
    return "select(" + wgsl_convert(o.of[2], o.kind, o.lanes) + ", " + wgsl_convert(o.of[1], o.kind, o.lanes) + ", " +
           (o.of[0].lanes || !o.lanes || o.kind == WgslKind::kLong ? o.of[0].text
                                                                   : wgsl_convert(o.of[0], WgslKind::kBool, true)) +
           ")";
  if (e.op == ScalarOp::kCast) return narrowed(wgsl_convert(o.of[0], o.kind, o.lanes), e.dtype, o.lanes);
  if (e.op == ScalarOp::kBitcast)
    return o.of[0].kind == o.kind ? o.of[0].text : "bitcast<" + wgsl_type(o.kind, o.lanes) + ">(" + o.of[0].text + ")";
  const DType operand = g.dtype(e.operands[0]);
  if (is_float(operand)) return narrowed(of_floats(e, o), e.dtype, o.lanes);
  if (operand == DType::kBool) return of_bools(e, o);
  const bool wide = o.kind == WgslKind::kLong || std::any_of(o.of.begin(), o.of.end(), [](const WgslOperand& x) {
                      return x.kind == WgslKind::kLong;
                    });
  if (wide) return of_longs(e, o);
  const std::string text = of_ints(g, e, o);
  return e.dtype == DType::kBool ? text : narrowed(text, e.dtype, o.lanes);
}

std::string wgsl_index(const SymExpr& e) {
  auto joined = [&](const char* separator) {
    std::string text = "(";
    for (size_t i = 0; i < e->operands.size(); ++i) text += (i ? separator : "") + wgsl_index(e->operands[i]);
    return text + ")";
  };
  auto nested = [&](const char* name) {
    std::string text = wgsl_index(e->operands[0]);
    for (size_t i = 1; i < e->operands.size(); ++i)
      text = std::string(name) + "(" + text + ", " + wgsl_index(e->operands[i]) + ")";
    return text;
  };
  switch (e->op) {
    case SymOp::kConstant: return std::to_string(e->constant);
    case SymOp::kSymbol: return e->name;
    case SymOp::kAdd: return joined(" + ");
    case SymOp::kMul: return joined(" * ");
    case SymOp::kFloorDiv: return may_be_negative(e->operands[0]) ? nested("floor_divide") : joined(" / ");
    case SymOp::kMod: return may_be_negative(e->operands[0]) ? nested("floor_remainder") : joined(" % ");
    case SymOp::kMin: return nested("min");
    case SymOp::kMax: return nested("max");
    case SymOp::kNegate: return "(-" + wgsl_index(e->operands[0]) + ")";
  }
  VT_UNREACHABLE("symbolic op");
}

std::string wgsl_long_index(const SymExpr& e) {
  auto nested = [&](const char* name) {
    std::string text = wgsl_long_index(e->operands[0]);
    for (size_t i = 1; i < e->operands.size(); ++i)
      text = std::string(name) + "(" + text + ", " + wgsl_long_index(e->operands[i]) + ")";
    return text;
  };
  switch (e->op) {
    case SymOp::kConstant: {
      Expr constant;
      constant.integer = e->constant;
      return wgsl_constant(constant, WgslKind::kLong);
    }
    case SymOp::kSymbol: return "i64_of(" + e->name + ")";
    case SymOp::kAdd: return nested("i64_add");
    case SymOp::kMul: return nested("i64_mul");
    case SymOp::kFloorDiv: return nested("i64_floor_divide");
    case SymOp::kMod: return nested("i64_floor_remainder");
    case SymOp::kMin: return nested("i64_min");
    case SymOp::kMax: return nested("i64_max");
    case SymOp::kNegate: return "i64_neg(" + wgsl_long_index(e->operands[0]) + ")";
  }
  VT_UNREACHABLE("symbolic op");
}

std::string wgsl_refusal(const loop::LoopNest& nest) {
  for (const loop::NestBuffer& b : nest.buffers)
    if (b.dtype == DType::kFloat64) return "float64";
  std::vector<ExprId> roots = roots_of(nest.row_stores);
  for (const loop::Phase& phase : nest.phases)
    for (ExprId id : roots_of(phase)) roots.push_back(id);
  for (ExprId id : needed_by(nest.exprs, roots)) {
    const Expr& e = nest.exprs.at(id);
    if (e.dtype == DType::kFloat64) return "float64";
    if (e.op != ScalarOp::kBitcast) continue;
    const DType from = nest.exprs.dtype(e.operands[0]);
    auto plain = [](DType dtype) { return dtype == DType::kFloat32 || dtype == DType::kInt32; };
    if (from != e.dtype && !(plain(from) && plain(e.dtype))) return "this view of bits";
  }
  return {};
}

}  // namespace vt::codegen
