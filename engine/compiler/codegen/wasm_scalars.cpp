// Scalars of WasmValues: conversions, and operations on one element at a time.
#include "codegen/wasm_names.h"
#include "codegen/wasm_values.h"
#include "support/check.h"
#include "tensor/visit.h"

namespace vt::codegen {
namespace {
using loop::Expr;
using loop::ScalarOp;
using wasm::get;
using wasm::Local;
using wasm::op;
using wasm::Tree;
using wasm::Type;

std::string prefix_of(Type type) { return std::string(wasm::type_name(type)) + "."; }

Tree number_of(Type type, float value) {
  switch (type) {
    case Type::kI32: return wasm::i32(static_cast<int32_t>(value));
    case Type::kI64: return wasm::i64(static_cast<int64_t>(value));
    case Type::kF32: return wasm::f32(value);
    case Type::kF64: return wasm::f64(static_cast<double>(value));
    case Type::kV128: break;
  }
  VT_UNREACHABLE("a scalar type");
}
}  // namespace

// As x86 converts: what is out of range, and NaN, gives the least integer. An i32 for all but int64.
Tree WasmValues::float_to_integer(Tree v, DType from, DType to) {
  const bool single = from == DType::kFloat32, wide = converts_by_int64(from, to);
  const std::string type = wide ? "i64" : "i32", source = single ? "f32" : "f64";
  Tree end = single ? wasm::f32(wide ? 0x1p63f : 0x1p31f) : wasm::f64(wide ? 0x1p63 : 0x1p31);
  Tree inside = op(source + ".lt", {op(source + ".abs", {v}), end});
  Tree whole = op("select", {op(type + ".trunc_sat_" + source + "_s", {v}),
                             wide ? wasm::i64(INT64_MIN) : wasm::i32(INT32_MIN), inside});
  return wide && to != DType::kInt64 ? op("i32.wrap_i64", {whole}) : whole;
}

Tree WasmValues::scalar_cast(Tree v, DType from, DType to) {
  Type a = scalar_type(from), b = scalar_type(to);
  if (to == DType::kBool) {
    if (a == Type::kI32) return op("i32.ne", {v, wasm::i32(0)});
    if (a == Type::kI64) return op("i64.ne", {v, wasm::i64(0)});
    return a == Type::kF32 ? op("f32.ne", {v, wasm::f32(0)}) : op("f64.ne", {v, wasm::f64(0)});
  }
  Tree out = v;
  if (is_floating(from) && !is_floating(to)) {
    out = float_to_integer(v, from, to);
  } else if (a != b) {
    static const char* const kConvert[4][4] = {// to i32, i64, f32, f64
                                               {nullptr, "i64.extend_i32_s", "f32.convert_i32_s", "f64.convert_i32_s"},
                                               {"i32.wrap_i64", nullptr, "f32.convert_i64_s", "f64.convert_i64_s"},
                                               {nullptr, nullptr, nullptr, "f64.promote_f32"},
                                               {nullptr, nullptr, "f32.demote_f64", nullptr}};
    auto row = [](Type t) { return 0x7f - static_cast<int>(t); };
    out = op(kConvert[row(a)][row(b)], {v});
  }
  if (to == DType::kUInt8) return op("i32.and", {out, wasm::i32(255)});
  if (to == DType::kInt8) return op("i32.extend8_s", {out});
  if (to == DType::kInt16) return op("i32.extend16_s", {out});
  return out;
}

// As loop/scalar_math.h: C's remainder, moved to the side of the divisor; or the quotient that belongs to it.
Tree WasmValues::float_remainder(const Expr& e, bool quotient) {
  DType dtype = nest_.exprs.dtype(e.operands[0]);
  Tree a = get(slot(e.operands[0], false)), b = get(slot(e.operands[1], false));
  const std::string prefix = std::string(wasm::type_name(scalar_type(dtype))) + ".";
  auto number = [&](float x) { return dtype == DType::kFloat32 ? wasm::f32(x) : wasm::f64(static_cast<double>(x)); };
  auto wide = [&](const Tree& v) { return scalar_cast(v, dtype, DType::kFloat64); };
  auto kept = [&](const Tree& v) {
    Local local = f_.local(scalar_type(dtype), "rest" + std::to_string(temporaries_++));
    f_.set(local, v);
    return get(local);
  };
  Tree rest =
      kept(scalar_cast(f_.call(module_.import_math("fmod"), "fmod", {wide(a), wide(b)}), DType::kFloat64, dtype));
  Tree sides = op("i32.xor", {op(prefix + "lt", {rest, number(0)}), op(prefix + "lt", {b, number(0)})});
  Tree moved = op("i32.and", {op(prefix + "ne", {rest, number(0)}), sides});
  if (!quotient) return op("select", {op(prefix + "add", {rest, b}), rest, moved});
  Tree ratio = op(prefix + "div", {a, b}), near = op(prefix + "div", {op(prefix + "sub", {a, rest}), b});
  near = kept(op(prefix + "sub", {near, op("select", {number(1), number(0), moved})}));
  Tree below = kept(op(prefix + "floor", {near}));
  Tree up = op(prefix + "gt", {op(prefix + "sub", {near, below}), number(0.5f)});
  Tree whole = op(prefix + "add", {below, op("select", {number(1), number(0), up})});
  Tree usual = op("select", {op(prefix + "mul", {ratio, number(0)}), whole, op(prefix + "eq", {near, number(0)})});
  return op("select", {ratio, usual, op(prefix + "eq", {b, number(0)})});
}

// Integers of fewer than 32 bits wrap in an i32.
Tree WasmValues::narrowed(Tree v, const Expr& e, const Operands& given) {
  return dtype_bytes(e.dtype) < 4 && !given.truth ? scalar_cast(std::move(v), DType::kInt32, e.dtype) : v;
}

Tree WasmValues::scalar_operation(const Expr& e) {
  if (std::optional<Tree> source = scalar_source(e)) return *source;
  const Operands given = operands_of(e, false);
  if (std::optional<Tree> formula = scalar_formula(e, given)) return *formula;
  if (std::optional<Tree> whole = given.floating ? std::nullopt : integer_formula(e, given)) return *whole;
  const std::string prefix = prefix_of(scalar_type(given.dtype));
  if (is_comparison(e.op)) return op(prefix + comparison_name(e.op, given.floating), given.trees);
  if (const char* name = suffix_of(e.op)) {
    Tree v = op(prefix + name, given.trees);
    return given.trees.size() == 1 ? v : narrowed(v, e, given);
  }
  const char* name = import_name(e.op);
  if (!name || !given.floating) refuse_expression(e);
  std::vector<Tree> wide;
  const size_t arity = static_cast<size_t>(wasm::Module::math_arity(name));
  for (size_t i = 0; i < arity; ++i) wide.push_back(scalar_cast(given.trees[i], given.dtype, DType::kFloat64));
  return scalar_cast(f_.call(module_.import_math(name), name, wide), DType::kFloat64, e.dtype);
}

// Nullary operations on scalars.
std::optional<Tree> WasmValues::scalar_source(const Expr& e) {
  switch (e.op) {
    case ScalarOp::kConstant:
      switch (scalar_type(e.dtype)) {
        case Type::kI32: return wasm::i32(static_cast<int32_t>(e.integer));
        case Type::kI64: return wasm::i64(e.integer);
        case Type::kF32: return wasm::f32(static_cast<float>(e.number));
        default: return wasm::f64(e.number);
      }
    case ScalarOp::kLoad: return scalar_load(e.integer, address(e.integer, e.index));
    case ScalarOp::kIndex: return op("i64.extend_i32_s", {index(e.index)});
    case ScalarOp::kReduced: return get(reduced_.at(e.integer));
    case ScalarOp::kCarry: return scalar_carry_;
    default: return std::nullopt;
  }
}

// Scalar operations that need several instructions.
std::optional<Tree> WasmValues::scalar_formula(const Expr& e, const Operands& given) {
  const std::vector<Tree>& o = given.trees;
  const Type type = scalar_type(given.dtype);
  const std::string prefix = prefix_of(type);
  const bool floating = given.floating;
  auto one = [&] { return number_of(type, 1); };
  switch (e.op) {
    case ScalarOp::kFma: return op(prefix + "add", {op(prefix + "mul", {o[0], o[1]}), o[2]});
    case ScalarOp::kSelect: return op("select", {o[1], o[2], o[0]});
    case ScalarOp::kCast: return scalar_cast(o[0], given.dtype, e.dtype);
    case ScalarOp::kBitcast: {
      const Type to = scalar_type(e.dtype);
      return to == type ? o[0] : op(prefix_of(to) + "reinterpret_" + wasm::type_name(type), {o[0]});
    }
    case ScalarOp::kIsNan: return floating ? op(prefix + "ne", {o[0], o[0]}) : wasm::i32(0);
    case ScalarOp::kIsInf:
      if (!floating) return wasm::i32(0);
      return op(prefix + "eq", {op(prefix + "abs", {o[0]}), number_of(type, __builtin_inff())});
    case ScalarOp::kSign: {
      const std::string s = floating ? "" : "_s";
      const Tree zero = number_of(type, 0);
      Tree sign = op("i32.sub", {op(prefix + "gt" + s, {o[0], zero}), op(prefix + "lt" + s, {o[0], zero})});
      return scalar_cast(sign, DType::kInt32, e.dtype);
    }
    case ScalarOp::kReciprocal: return op(prefix + "div", {one(), o[0]});
    case ScalarOp::kRsqrt: return op(prefix + "div", {one(), op(prefix + "sqrt", {o[0]})});
    case ScalarOp::kSigmoid: {
      Tree wide = op("f64.neg", {scalar_cast(o[0], given.dtype, DType::kFloat64)});
      Tree power = f_.call(module_.import_math("exp"), "exp", {wide});
      return scalar_cast(op("f64.div", {wasm::f64(1), op("f64.add", {wasm::f64(1), power})}), DType::kFloat64, e.dtype);
    }
    case ScalarOp::kRemainder:
    case ScalarOp::kFloorDiv:
      if (floating) return float_remainder(e, e.op == ScalarOp::kFloorDiv);
      refuse_expression(e);  // integer division traps on zero: the interpreter knows what to do
    case ScalarOp::kTruncDiv:
      if (floating) return op(prefix + "trunc", {op(prefix + "div", {o[0], o[1]})});
      refuse_expression(e);
    default: return std::nullopt;
  }
}

// Integers and truth, where WebAssembly has no instruction of that name or one for floats only.
std::optional<Tree> WasmValues::integer_formula(const Expr& e, const Operands& given) {
  const std::vector<Tree>& o = given.trees;
  const Type type = scalar_type(given.dtype);
  const std::string prefix = prefix_of(type);
  const Tree zero = number_of(type, 0);
  switch (e.op) {
    case ScalarOp::kNot:
      if (given.truth) return op("i32.eqz", {o[0]});
      return narrowed(op(prefix + "xor", {o[0], number_of(type, -1)}), e, given);
    case ScalarOp::kShiftLeft: return narrowed(op(prefix + "shl", {o[0], o[1]}), e, given);
    case ScalarOp::kShiftRight: return op(prefix + "shr_s", {o[0], o[1]});
    case ScalarOp::kDiv:
    case ScalarOp::kFmod:
    case ScalarOp::kPow: refuse_expression(e);
    case ScalarOp::kAdd:
      if (given.truth) return op("i32.or", o);
      return std::nullopt;
    case ScalarOp::kSub:
      if (given.truth) return op("i32.xor", o);
      return std::nullopt;
    case ScalarOp::kMul:
      if (given.truth) return op("i32.and", o);
      return std::nullopt;
    case ScalarOp::kMax: return op("select", {o[0], o[1], op(prefix + "gt_s", {o[0], o[1]})});
    case ScalarOp::kMin: return op("select", {o[0], o[1], op(prefix + "lt_s", {o[0], o[1]})});
    case ScalarOp::kAbs:
      return op("select", {op(prefix + "sub", {zero, o[0]}), o[0], op(prefix + "lt_s", {o[0], zero})});
    case ScalarOp::kNeg: return narrowed(op(prefix + "sub", {zero, o[0]}), e, given);
    case ScalarOp::kFloor:
    case ScalarOp::kCeil:
    case ScalarOp::kTrunc:
    case ScalarOp::kRound: return o[0];
    default: return std::nullopt;
  }
}

}  // namespace vt::codegen
