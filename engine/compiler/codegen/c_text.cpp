#include "codegen/c_text.h"

#include <cmath>
#include <cstdio>

#include "codegen/index_sign.h"
#include "support/check.h"
#include "tensor/visit.h"

namespace vt::codegen {
namespace {
using loop::Expr;
using loop::ExprGraph;
using loop::ExprId;
using loop::ScalarOp;

std::string join(const SymExpr& e, const char* separator) {
  std::string text = "(";
  for (size_t i = 0; i < e->operands.size(); ++i) text += (i ? separator : "") + c_index(e->operands[i]);
  return text + ")";
}

std::string choose(const SymExpr& e, const char* relation) {
  std::string text = c_index(e->operands[0]);
  for (size_t i = 1; i < e->operands.size(); ++i) {
    std::string other = c_index(e->operands[i]);
    text = "(" + text + " " + relation + " " + other + " ? " + text + " : " + other + ")";
  }
  return text;
}

bool is_sixteen_bit(DType dtype) { return dtype == DType::kFloat16 || dtype == DType::kBFloat16; }

// C's library function for the op on double (append "f" for float); nullptr if C has none.
const char* library_name(ScalarOp op) {
  switch (op) {
    case ScalarOp::kExp: return "exp";
    case ScalarOp::kExp2: return "exp2";
    case ScalarOp::kExpm1: return "expm1";
    case ScalarOp::kLog: return "log";
    case ScalarOp::kLog2: return "log2";
    case ScalarOp::kLog10: return "log10";
    case ScalarOp::kLog1p: return "log1p";
    case ScalarOp::kSin: return "sin";
    case ScalarOp::kCos: return "cos";
    case ScalarOp::kTan: return "tan";
    case ScalarOp::kAsin: return "asin";
    case ScalarOp::kAcos: return "acos";
    case ScalarOp::kAtan: return "atan";
    case ScalarOp::kAtan2: return "atan2";
    case ScalarOp::kSinh: return "sinh";
    case ScalarOp::kCosh: return "cosh";
    case ScalarOp::kTanh: return "tanh";
    case ScalarOp::kErf: return "erf";
    case ScalarOp::kErfc: return "erfc";
    case ScalarOp::kLgamma: return "lgamma";
    case ScalarOp::kFloor: return "floor";
    case ScalarOp::kCeil: return "ceil";
    case ScalarOp::kTrunc: return "trunc";
    case ScalarOp::kRound: return "rint";
    case ScalarOp::kSqrt: return "sqrt";
    case ScalarOp::kFmod: return "fmod";
    case ScalarOp::kPow: return "pow";
    default: return nullptr;
  }
}

struct Operands {
  std::string a, b, c;
};

std::string call(const std::string& name, const Operands& o, int count) {
  std::string text = name + "(" + o.a;
  if (count > 1) text += ", " + o.b;
  if (count > 2) text += ", " + o.c;
  return text + ")";
}

std::string infix(const Operands& o, const char* symbol) { return o.a + " " + symbol + " " + o.b; }

bool is_constant(const ExprGraph& g, ExprId id) { return g.at(id).op == ScalarOp::kConstant; }

// max and min return NaN if an operand is NaN. With one constant operand, a compare and select suffice for that.
std::string extreme(const ExprGraph& g, const Expr& e, const Operands& o, bool maximum) {
  const char* relation = maximum ? " > " : " < ";
  if (is_constant(g, e.operands[1])) return "choose(" + o.b + relation + o.a + ", " + o.b + ", " + o.a + ")";
  if (is_constant(g, e.operands[0])) return "choose(" + o.a + relation + o.b + ", " + o.a + ", " + o.b + ")";
  return call(maximum ? "max_of" : "min_of", o, 2);
}

std::string cast_text(const ExprGraph& g, const Expr& e, const Operands& o, bool lanes, bool cuda) {
  DType from = g.dtype(e.operands[0]);
  if (lanes) {
    if (from == DType::kBool)
      return e.dtype == DType::kFloat32 ? "mask_to_f32(" + o.a + ")" : "mask_to_i32(" + o.a + ")";
    if (e.dtype == DType::kBool) return "not_zero(" + o.a + ")";
    return std::string(e.dtype == DType::kFloat32 ? "to_f32(" : "to_i32(") + o.a + ")";
  }
  if (e.dtype == DType::kBool) return "(" + o.a + " != 0)";
  if (e.dtype == DType::kFloat16) return "round_f16((float)" + o.a + ")";
  if (e.dtype == DType::kBFloat16) return "round_bf16((float)" + o.a + ")";
  std::string value = o.a;
  // A GPU's float-to-integer conversion saturates, also in PyTorch, so CUDA code uses it directly.
  if (is_floating(from) && !is_floating(e.dtype) && !cuda)
    value = (converts_by_int64(from, e.dtype) ? "to_i64(" : "to_i32(") + value + ")";
  return std::string("(") + c_register_type(e.dtype) + ")" + value;
}

std::string integer_or_bool(const Expr& e, DType operand, const Operands& o) {
  switch (e.op) {
    case ScalarOp::kDiv:
    case ScalarOp::kTruncDiv: return call("truncating_divide", o, 2);
    case ScalarOp::kFloorDiv: return call("floor_divide", o, 2);
    case ScalarOp::kRemainder: return call("floor_remainder", o, 2);
    case ScalarOp::kFmod: return call("truncating_remainder", o, 2);
    case ScalarOp::kPow: return call("integer_power", o, 2);
    case ScalarOp::kNot: return operand == DType::kBool ? "!" + o.a : "~" + o.a;
    case ScalarOp::kFloor:
    case ScalarOp::kCeil:
    case ScalarOp::kTrunc:
    case ScalarOp::kRound: return o.a;
    default: return {};
  }
}

}  // namespace

std::string c_index(const SymExpr& e) {
  switch (e->op) {
    case SymOp::kConstant: return std::to_string(e->constant) + (e->constant > INT32_MAX ? "LL" : "");
    case SymOp::kSymbol: return e->name;
    case SymOp::kAdd: return join(e, " + ");
    case SymOp::kMul: return join(e, " * ");
    case SymOp::kFloorDiv:
      if (may_be_negative(e->operands[0])) {  // C rounds towards zero
        std::string a = c_index(e->operands[0]), by = c_index(e->operands[1]);
        return "(" + a + " < 0 ? ~(~" + a + " / " + by + ") : " + a + " / " + by + ")";
      }
      return join(e, " / ");
    case SymOp::kMod:
      if (may_be_negative(e->operands[0])) {
        std::string by = c_index(e->operands[1]);
        return "((" + c_index(e->operands[0]) + " % " + by + " + " + by + ") % " + by + ")";
      }
      return join(e, " % ");
    case SymOp::kMin: return choose(e, "<");
    case SymOp::kMax: return choose(e, ">");
    case SymOp::kNegate: return "(-" + c_index(e->operands[0]) + ")";
  }
  VT_UNREACHABLE("symbolic op");
}

const char* c_storage_type(DType dtype) {
  switch (dtype) {
    case DType::kBool:
    case DType::kUInt8: return "unsigned char";
    case DType::kInt8: return "signed char";
    case DType::kInt16: return "short";
    case DType::kInt32: return "int";
    case DType::kInt64: return "i64";
    case DType::kFloat16:
    case DType::kBFloat16: return "unsigned short";
    case DType::kFloat32: return "float";
    case DType::kFloat64: return "double";
  }
  VT_UNREACHABLE("dtype");
}

const char* c_register_type(DType dtype) {
  if (dtype == DType::kBool) return "bool";
  return is_sixteen_bit(dtype) ? "float" : c_storage_type(dtype);
}

std::string c_constant(const Expr& e, CStyle style) {
  if (dtype_category(e.dtype) == DTypeCategory::kBoolean) return e.integer ? "true" : "false";
  if (!is_floating(e.dtype)) {
    if (e.integer == INT64_MIN) return "(-9223372036854775807LL - 1)";
    return "(" + std::string(c_register_type(e.dtype)) + ")" + std::to_string(e.integer) +
           (e.dtype == DType::kInt64 ? "LL" : "");
  }
  const char* suffix = e.dtype == DType::kFloat64 ? "" : "f";
  if (style == CStyle::kCuda && !std::isfinite(e.number)) {
    std::string name = std::isnan(e.number) ? "NOT_A_NUMBER" : e.number < 0 ? "-INFINITE" : "INFINITE";
    return e.dtype == DType::kFloat64 ? "(double)" + name : name;
  }
  if (std::isnan(e.number)) return std::string("__builtin_nan") + suffix + "(\"\")";
  if (std::isinf(e.number)) return std::string(e.number < 0 ? "-" : "") + "__builtin_inf" + suffix + "()";
  char text[40];
  std::snprintf(text, sizeof text, e.dtype == DType::kFloat64 ? "%.17g" : "%.9g", e.number);
  std::string number = text;
  if (number.find_first_of(".e") == std::string::npos) number += ".0";
  return number + suffix;
}

// A float divided by a constant uses the precomputed reciprocal, because NVRTC spends much of a kernel's compile time
// on the slow path of a division. Powers of two are excluded: the compiler finds their exact reciprocal itself.
std::string quotient_text(const ExprGraph& g, const Expr& e, const Operands& o) {
  const Expr& divisor = g.at(e.operands[1]);
  const double size = std::fabs(divisor.number);
  int exponent;
  bool known = e.dtype == DType::kFloat32 && divisor.op == ScalarOp::kConstant && size > 1e-30 && size < 1e30 &&
               std::frexp(size, &exponent) != 0.5;
  if (!known) return infix(o, "/");
  Expr inverse = divisor;
  inverse.number = static_cast<double>(1.0f / static_cast<float>(divisor.number));
  return "divide_by(" + o.a + ", " + o.b + ", " + c_constant(inverse, CStyle::kCuda) + ")";
}

std::string c_operation(const ExprGraph& g, const Expr& e, CStyle style) {
  const bool lanes = style == CStyle::kLanes, cuda = style == CStyle::kCuda;
  const std::string built_in = cuda ? "" : "__builtin_";
  Operands o;
  std::string* places[] = {&o.a, &o.b, &o.c};
  int count = scalar_op_info(e.op).operands;
  for (int i = 0; i < count; ++i) *places[i] = c_name(e.operands[i]);
  DType operand = count ? g.dtype(e.operands[0]) : e.dtype;
  bool operand_bool = operand == DType::kBool;
  if (e.op == ScalarOp::kCast) return cast_text(g, e, o, lanes, cuda);
  if (!lanes && !is_floating(operand))
    if (std::string text = integer_or_bool(e, operand, o); !text.empty())
      return is_floating(e.dtype) || e.dtype == DType::kBool
                 ? text
                 : std::string("(") + c_register_type(e.dtype) + ")(" + text + ")";
  std::string text;
  switch (e.op) {
    case ScalarOp::kAdd: text = operand_bool ? infix(o, "|") : infix(o, "+"); break;
    case ScalarOp::kSub: text = operand_bool ? infix(o, "^") : infix(o, "-"); break;
    case ScalarOp::kMul: text = operand_bool ? infix(o, "&") : infix(o, "*"); break;
    case ScalarOp::kDiv: text = cuda ? quotient_text(g, e, o) : infix(o, "/"); break;
    case ScalarOp::kFma: text = o.a + " * " + o.b + " + " + o.c; break;
    case ScalarOp::kMax: text = operand_bool ? infix(o, "|") : extreme(g, e, o, true); break;
    case ScalarOp::kMin: text = operand_bool ? infix(o, "&") : extreme(g, e, o, false); break;
    case ScalarOp::kEqual: text = operand_bool && lanes ? "~(" + infix(o, "^") + ")" : infix(o, "=="); break;
    case ScalarOp::kNotEqual: text = operand_bool && lanes ? infix(o, "^") : infix(o, "!="); break;
    case ScalarOp::kLess: text = operand_bool && lanes ? "~" + o.a + " & " + o.b : infix(o, "<"); break;
    case ScalarOp::kLessEqual: text = operand_bool && lanes ? "~" + o.a + " | " + o.b : infix(o, "<="); break;
    case ScalarOp::kGreater: text = operand_bool && lanes ? o.a + " & ~" + o.b : infix(o, ">"); break;
    case ScalarOp::kGreaterEqual: text = operand_bool && lanes ? o.a + " | ~" + o.b : infix(o, ">="); break;
    case ScalarOp::kAnd: text = infix(o, "&"); break;
    case ScalarOp::kOr: text = infix(o, "|"); break;
    case ScalarOp::kXor: text = infix(o, "^"); break;
    case ScalarOp::kShiftLeft: text = infix(o, "<<"); break;
    case ScalarOp::kShiftRight: text = infix(o, ">>"); break;
    case ScalarOp::kNot: text = "~" + o.a; break;
    case ScalarOp::kNeg: text = "-" + o.a; break;
    case ScalarOp::kSelect:
      if (lanes && e.dtype == DType::kBool) text = "(" + o.a + " & " + o.b + ") | (~" + o.a + " & " + o.c + ")";
      else text = call("choose", o, 3);
      break;
    case ScalarOp::kBitcast:
      if (e.dtype == operand) text = o.a;
      else
        text = call(e.dtype == DType::kFloat32   ? "bits_to_f32"
                    : e.dtype == DType::kInt32   ? "bits_to_i32"
                    : e.dtype == DType::kFloat64 ? "bits_to_f64"
                                                 : "bits_to_i64",
                    o, 1);
      break;
    case ScalarOp::kAbs: text = call("absolute", o, 1); break;
    case ScalarOp::kSign: text = operand_bool ? o.a : call("sign_of", o, 1); break;
    case ScalarOp::kIsNan:
      text = is_floating(operand) ? o.a + " != " + o.a : (lanes ? o.a + " != " + o.a : "false");
      break;
    case ScalarOp::kIsInf:
      text = is_floating(operand) ? call("is_infinite", o, 1) : (lanes ? o.a + " != " + o.a : "false");
      break;
    case ScalarOp::kRsqrt:
      text = cuda ? call(operand == DType::kFloat64 ? "rsqrt" : "rsqrtf", o, 1)
                  : "1.0f / " + call(operand == DType::kFloat64 ? "__builtin_sqrt"
                                     : lanes                    ? "lanes_sqrtf"
                                                                : "__builtin_sqrtf",
                                     o, 1);
      break;
    case ScalarOp::kReciprocal: text = "1.0f / " + o.a; break;
    case ScalarOp::kSigmoid:
      text = cuda                         ? call("sigmoid_of", o, 1)
             : operand == DType::kFloat64 ? "1.0 / (1.0 + __builtin_exp(-" + o.a + "))"
                                          : "1.0f / (1.0f + __builtin_expf(-" + o.a + "))";
      break;
    case ScalarOp::kRemainder: text = call("float_remainder", o, 2); break;
    case ScalarOp::kFloorDiv: text = call("float_floor_divide", o, 2); break;
    case ScalarOp::kTruncDiv:
      text = built_in + (operand == DType::kFloat64 ? "trunc(" : "truncf(") + infix(o, "/") + ")";
      break;
    case ScalarOp::kErfinv: text = call("inverse_erf", o, 1); break;
    default: {
      const char* name = library_name(e.op);
      VT_CHECK(name, std::string("no C text for ") + scalar_op_info(e.op).name);
      std::string suffix = operand == DType::kFloat64 ? "" : "f";
      text = call((lanes ? "lanes_" : built_in) + std::string(name) + suffix, o, count);
    }
  }
  if (lanes) return text;
  if (e.dtype == DType::kFloat16) return "round_f16(" + text + ")";
  if (e.dtype == DType::kBFloat16) return "round_bf16(" + text + ")";
  bool narrow = !is_floating(e.dtype) && e.dtype != DType::kBool;
  return narrow ? std::string("(") + c_register_type(e.dtype) + ")(" + text + ")" : text;
}

const char* const kCppPrelude = R"(typedef long long i64;
typedef float f32v __attribute__((vector_size(4 * W)));
typedef int i32v __attribute__((vector_size(4 * W)));
typedef unsigned char u8v __attribute__((vector_size(W), aligned(1), may_alias));
typedef float f32u __attribute__((vector_size(4 * W), aligned(4), may_alias));
typedef int i32u __attribute__((vector_size(4 * W), aligned(4), may_alias));
#define INLINE static inline __attribute__((always_inline))
INLINE f32v splat(float x) { return x - (f32v){}; }
INLINE i32v splat(int x) { return x - (i32v){}; }
INLINE i32v splat(bool x) { return x ? ~(i32v){} : (i32v){}; }
INLINE i32v lane_numbers() { i32v v; for (int l = 0; l < W; ++l) v[l] = l; return v; }
// Places of lanes whose first is `first`; the sign is right however far it lies from zero.
INLINE i32v lane_places(i64 first, int step) { return splat((int)(first < -(1 << 30) ? -(1 << 30) : first > 1 << 30 ? 1 << 30 : first)) + lane_numbers() * step; }
INLINE f32v load_v(const float* p) { return *(const f32u*)p; }
INLINE i32v load_v(const int* p) { return *(const i32u*)p; }
INLINE i32v load_v(const unsigned char* p) { return __builtin_convertvector(*(const u8v*)p, i32v) != 0; }
INLINE void store_v(float* p, f32v v) { *(f32u*)p = v; }
INLINE void store_v(int* p, i32v v) { *(i32u*)p = v; }
INLINE void store_v(unsigned char* p, i32v v) { *(u8v*)p = __builtin_convertvector(v & 1, u8v); }
#if W == 16
#define LOW_HALVES 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH_HALVES 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#elif W == 8
#define LOW_HALVES 0, 8, 1, 9, 2, 10, 3, 11
#define HIGH_HALVES 4, 12, 5, 13, 6, 14, 7, 15
#else
#define LOW_HALVES 0, 4, 1, 5
#define HIGH_HALVES 2, 6, 3, 7
#endif
template <class T> INLINE void transpose_part(T* __restrict to, i64 pitch, const T* __restrict from, i64 step, i64 rows, i64 lanes) {
  for (i64 c = 0; c < lanes; ++c) for (i64 r = 0; r < rows; ++r) to[r * pitch + c] = from[r + c * step];
}
// Rows of lanes from columns that lie `step` apart: every line of memory is read once, for all its rows.
template <class T> static void transpose_tile(T* __restrict to, i64 pitch, const T* __restrict from, i64 step, i64 rows, i64 lanes) {
  i64 c = 0;
#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector)
  if (sizeof(T) == 4)
    for (; c + W <= lanes; c += W) {
      i64 r = 0;
      for (; r + W <= rows; r += W) {
        f32v v[W], t[W];
        #pragma GCC unroll 16
        for (int i = 0; i < W; ++i) v[i] = load_v((const float*)(from + r + (c + i) * step));
        #pragma GCC unroll 4
        for (int round = 1; round < W; round *= 2) {
          #pragma GCC unroll 8
          for (int i = 0; i < W / 2; ++i) {
            t[2 * i] = __builtin_shufflevector(v[i], v[i + W / 2], LOW_HALVES);
            t[2 * i + 1] = __builtin_shufflevector(v[i], v[i + W / 2], HIGH_HALVES);
          }
          #pragma GCC unroll 16
          for (int i = 0; i < W; ++i) v[i] = t[i];
        }
        #pragma GCC unroll 16
        for (int i = 0; i < W; ++i) store_v((float*)(to + (r + i) * pitch + c), v[i]);
      }
      transpose_part(to + r * pitch + c, pitch, from + r + c * step, step, rows - r, W);
    }
#endif
#endif
  transpose_part(to + c, pitch, from + c * step, step, rows, lanes - c);
}
#if defined(__AVX512F__) && W == 16
INLINE void stream_v(float* p, f32v v) { __builtin_ia32_movntps512(p, v); }
#elif defined(__AVX__) && W == 8
INLINE void stream_v(float* p, f32v v) { __builtin_ia32_movntps256(p, v); }
#elif defined(__SSE__) && W == 4
INLINE void stream_v(float* p, f32v v) { __builtin_ia32_movntps(p, v); }
#else
INLINE void stream_v(float* p, f32v v) { store_v(p, v); }
#endif
#if defined(__SSE__)
#define STREAM_FENCE() __builtin_ia32_sfence()
#else
#define STREAM_FENCE()
#endif
INLINE f32v choose(i32v c, f32v a, f32v b) { return c ? a : b; }
INLINE i32v choose(i32v c, i32v a, i32v b) { return c ? a : b; }
template <class T> INLINE T choose(bool c, T a, T b) { return c ? a : b; }
#if defined(__AVX512F__) && W == 16
INLINE bool any_less(f32v a, f32v b) { return __builtin_ia32_cmpps512_mask(a, b, 17, -1, 4) != 0; }
#elif defined(__AVX__) && W == 8
INLINE bool any_less(f32v a, f32v b) { return __builtin_ia32_movmskps256((f32v)(a < b)) != 0; }
#elif defined(__SSE__) && W == 4
INLINE bool any_less(f32v a, f32v b) { return __builtin_ia32_movmskps((f32v)(a < b)) != 0; }
#else
INLINE bool any_less(f32v a, f32v b) { int all = 0; for (int l = 0; l < W; ++l) all |= a[l] < b[l]; return all; }
#endif
// rare() where a < b; it is computed only if some lane wants it.
template <class F> INLINE f32v choose_rarely(f32v a, f32v b, F rare, f32v usual) { return __builtin_expect(any_less(a, b), 0) ? choose(a < b, rare(), usual) : usual; }
template <class F> INLINE float choose_rarely(float a, float b, F rare, float usual) { return __builtin_expect(a < b, 0) ? rare() : usual; }
INLINE f32v max_of(f32v a, f32v b) { return (a > b) | (a != a) ? a : b; }
INLINE f32v min_of(f32v a, f32v b) { return (a < b) | (a != a) ? a : b; }
INLINE i32v max_of(i32v a, i32v b) { return a > b ? a : b; }
INLINE i32v min_of(i32v a, i32v b) { return a < b ? a : b; }
template <class T> INLINE T max_of(T a, T b) { return a > b || a != a ? a : b; }
template <class T> INLINE T min_of(T a, T b) { return a < b || a != a ? a : b; }
INLINE i32v bits_to_i32(f32v a) { return (i32v)a; }
INLINE f32v bits_to_f32(i32v a) { return (f32v)a; }
INLINE int bits_to_i32(float a) { int r; __builtin_memcpy(&r, &a, 4); return r; }
INLINE float bits_to_f32(int a) { float r; __builtin_memcpy(&r, &a, 4); return r; }
INLINE i64 bits_to_i64(double a) { i64 r; __builtin_memcpy(&r, &a, 8); return r; }
INLINE double bits_to_f64(i64 a) { double r; __builtin_memcpy(&r, &a, 8); return r; }
INLINE f32v mask_to_f32(i32v m) { return (f32v)(m & (i32v)splat(1.0f)); }
INLINE i32v mask_to_i32(i32v m) { return m & 1; }
INLINE i32v not_zero(f32v a) { return a != 0; }
INLINE i32v not_zero(i32v a) { return a != 0; }
INLINE f32v to_f32(i32v a) { return __builtin_convertvector(a, f32v); }
INLINE f32v absolute(f32v a) { return (f32v)((i32v)a & 0x7fffffff); }
INLINE float absolute(float a) { return __builtin_fabsf(a); }
INLINE double absolute(double a) { return __builtin_fabs(a); }
template <class T> INLINE T absolute(T a) { return a < 0 ? -a : a; }
// As x86 converts: what is out of range, and NaN, gives the least integer.
INLINE i32v to_i32(f32v a) { return absolute(a) < 0x1p31f ? __builtin_convertvector(a, i32v) : splat(-2147483647 - 1); }
template <class T> INLINE int to_i32(T a) { return absolute(a) < 0x1p31f ? (int)a : -2147483647 - 1; }
template <class T> INLINE i64 to_i64(T a) { return absolute(a) < 0x1p63f ? (i64)a : -9223372036854775807LL - 1; }
INLINE f32v sign_of(f32v a) { return mask_to_f32(a > 0) - mask_to_f32(a < 0); }
template <class T> INLINE T sign_of(T a) { return (T)((a > 0) - (a < 0)); }
INLINE i32v is_infinite(f32v a) { return absolute(a) == __builtin_inff(); }
template <class T> INLINE bool is_infinite(T a) { return absolute(a) == __builtin_inff(); }
extern "C" { int vitrine_division_by_zero; }
template <class T> INLINE bool zero(T b) { return b == 0 ? vitrine_division_by_zero = 1, true : false; }
template <class T> INLINE T truncating_divide(T a, T b) { return zero(b) ? 0 : (T)-1 < 0 && b == (T)-1 ? (T)-a : (T)(a / b); }
template <class T> INLINE T truncating_remainder(T a, T b) { return zero(b) || ((T)-1 < 0 && b == (T)-1) ? 0 : (T)(a % b); }
template <class T> INLINE T floor_remainder(T a, T b) { T r = truncating_remainder(a, b); return r != 0 && (r < 0) != (b < 0) ? (T)(r + b) : r; }
template <class T> INLINE T floor_divide(T a, T b) { T r = truncating_remainder(a, b), q = truncating_divide(a, b); return r != 0 && (r < 0) != (b < 0) ? (T)(q - 1) : q; }
template <class T> INLINE T integer_power(T a, T n) { if (n < 0) return a == 1 ? 1 : a == (T)-1 ? (n & 1 ? a : 1) : 0; T r = 1; for (; n > 0; n >>= 1) { if (n & 1) r *= a; a *= a; } return r; }
INLINE float c_remainder(float a, float b) { return __builtin_fmodf(a, b); }
INLINE double c_remainder(double a, double b) { return __builtin_fmod(a, b); }
INLINE float float_remainder(float a, float b) { float r = c_remainder(a, b); return r != 0 && (r < 0) != (b < 0) ? r + b : r; }
INLINE double float_remainder(double a, double b) { double r = c_remainder(a, b); return r != 0 && (r < 0) != (b < 0) ? r + b : r; }
INLINE f32v float_remainder(f32v a, f32v b) { f32v r; for (int l = 0; l < W; ++l) r[l] = float_remainder(a[l], b[l]); return r; }
template <class T> INLINE T float_floor_divide(T a, T b) {
  T r = c_remainder(a, b), q = (a - r) / b - (T)(r != 0 && (r < 0) != (b < 0)), whole = (T)__builtin_floor(q);
  return b == 0 ? a / b : q == 0 ? a / b * 0 : whole + (T)(q - whole > (T)0.5);
}
template <class T> static T inverse_erf(T y) {
  if (!(y > -1 && y < 1)) return y == 1 ? (T)__builtin_inf() : y == -1 ? (T)-__builtin_inf() : (T)__builtin_nan("");
  double w = -__builtin_log((1.0 - y) * (1.0 + y)), a = 0.147, t = 2 / (3.14159265358979323846 * a) - w / 2;
  double x = __builtin_sqrt(__builtin_sqrt(t * t + w / a) - t);
  if (y < 0) x = -x;
  for (int k = 0; k < 3; ++k) x -= (__builtin_erf(x) - y) / (1.1283791670955126 * __builtin_exp(-x * x));
  return (T)x;
}
INLINE f32v inverse_erf(f32v a) { f32v r; for (int l = 0; l < W; ++l) r[l] = inverse_erf(a[l]); return r; }
#define LANES1(name) INLINE f32v lanes_##name(f32v a) { f32v r; for (int l = 0; l < W; ++l) r[l] = __builtin_##name(a[l]); return r; }
#define LANES2(name) INLINE f32v lanes_##name(f32v a, f32v b) { f32v r; for (int l = 0; l < W; ++l) r[l] = __builtin_##name(a[l], b[l]); return r; }
LANES1(sqrtf) LANES1(floorf) LANES1(ceilf) LANES1(truncf) LANES1(rintf) LANES1(tanf) LANES1(asinf) LANES1(acosf) LANES1(atanf)
#define RARE_LANES1(name) static __attribute__((noinline, cold)) f32v lanes_##name(f32v a) { f32v r; for (int l = 0; l < W; ++l) r[l] = __builtin_##name(a[l]); return r; }
RARE_LANES1(sinf) RARE_LANES1(cosf)
LANES1(sinhf) LANES1(coshf) LANES1(erfcf) LANES1(lgammaf) LANES2(atan2f) LANES2(fmodf) LANES2(powf)
INLINE float load_f16(unsigned short h) {
  unsigned s = (h & 0x8000u) << 16, e = (h >> 10) & 31, m = h & 1023, b;
  if (e == 31) b = s | 0x7f800000u | (m << 13);
  else if (e) b = s | ((e + 112) << 23) | (m << 13);
  else { float f = m * 5.9604644775390625e-8f; return s ? -f : f; }
  return bits_to_f32((int)b);
}
INLINE unsigned short store_f16(float f) {
  unsigned b = (unsigned)bits_to_i32(f), s = (b >> 16) & 0x8000u, a = b & 0x7fffffffu;
  if (a > 0x7f800000u) return (unsigned short)(s | 0x7e00u);
  if (a >= 0x477ff000u) return (unsigned short)(s | 0x7c00u);
  if (a < 0x38800000u) return (unsigned short)(s | (unsigned)(int)__builtin_rintf(bits_to_f32((int)a) * 16777216.0f));
  unsigned r = a + 0xfffu + ((a >> 13) & 1);
  return (unsigned short)(s | ((r - 0x38000000u) >> 13));
}
INLINE float load_bf16(unsigned short h) { return bits_to_f32((int)((unsigned)h << 16)); }
INLINE unsigned short store_bf16(float f) {
  unsigned b = (unsigned)bits_to_i32(f);
  if (f != f) return 0x7fc0;
  return (unsigned short)((b + 0x7fffu + ((b >> 16) & 1)) >> 16);
}
INLINE float round_f16(float f) { return load_f16(store_f16(f)); }
INLINE float round_bf16(float f) { return load_bf16(store_bf16(f)); }
)";

}  // namespace vt::codegen
