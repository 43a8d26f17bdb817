#include "loop/expr.h"

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "support/bits.h"
#include "support/check.h"
#include "tensor/visit.h"

namespace vt::loop {
namespace {
constexpr ScalarOpInfo kInfos[] = {
#define SCALAR_OP(id, count, name) {name, count},
    VT_SCALAR_OPS(SCALAR_OP)
#undef SCALAR_OP
};
constexpr uint32_t kEnd = 0xffffffff;

uint32_t mix(uint32_t hash, uint64_t value) {
  uint64_t mixed = (hash ^ value) * 0x9e3779b97f4a7c15ull;
  return static_cast<uint32_t>(mixed >> 32) ^ static_cast<uint32_t>(mixed);
}

uint32_t hash_of(const SymExpr& e, uint32_t hash) {
  hash = mix(hash, static_cast<uint64_t>(e->op));
  if (e->op == SymOp::kConstant) return mix(hash, static_cast<uint64_t>(e->constant));
  for (char c : e->name) hash = mix(hash, static_cast<uint64_t>(c));
  for (const SymExpr& operand : e->operands) hash = hash_of(operand, hash);
  return hash;
}

uint32_t hash_of(const Expr& e) {
  uint32_t hash =
      mix(static_cast<uint32_t>(e.op) * 31 + static_cast<uint32_t>(e.dtype), vt::bit_cast<uint64_t>(e.number));
  hash = mix(hash, static_cast<uint64_t>(e.integer));
  for (ExprId operand : e.operands) hash = mix(hash, static_cast<uint64_t>(operand));
  return e.index ? hash_of(e.index, hash) : hash;
}

bool same(const Expr& a, const Expr& b) {
  if (a.op != b.op || a.dtype != b.dtype || a.integer != b.integer) return false;
  if (vt::bit_cast<uint64_t>(a.number) != vt::bit_cast<uint64_t>(b.number)) return false;
  for (int i = 0; i < 3; ++i) {
    if (a.operands[i] != b.operands[i]) return false;
  }
  if (!a.index || !b.index) return !a.index && !b.index;
  return sym_equal(a.index, b.index);
}

bool gives_bool(ScalarOp op) {
  switch (op) {
    case ScalarOp::kEqual:
    case ScalarOp::kNotEqual:
    case ScalarOp::kLess:
    case ScalarOp::kLessEqual:
    case ScalarOp::kGreater:
    case ScalarOp::kGreaterEqual:
    case ScalarOp::kIsNan:
    case ScalarOp::kIsInf: return true;
    default: return false;
  }
}

// Folds a comparison of two constant integers.
std::optional<bool> compare_constants(ScalarOp op, const Expr& a, const Expr& b) {
  if (a.op != ScalarOp::kConstant || b.op != ScalarOp::kConstant || is_floating(a.dtype)) return std::nullopt;
  switch (op) {
    case ScalarOp::kEqual: return a.integer == b.integer;
    case ScalarOp::kLess: return a.integer < b.integer;
    case ScalarOp::kGreaterEqual: return a.integer >= b.integer;
    case ScalarOp::kAnd:
      if (a.dtype == DType::kBool) return a.integer && b.integer;
      return std::nullopt;
    default: return std::nullopt;
  }
}

// The shortest decimal that reads back as the same value of the dtype.
std::string number_text(double value, DType dtype) {
  auto rounded = [&](double v) { return dtype == DType::kFloat64 ? v : static_cast<double>(static_cast<float>(v)); };
  char buffer[32];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    if (rounded(std::strtod(buffer, nullptr)) == value) break;
  }
  return buffer;
}
}  // namespace

const ScalarOpInfo& scalar_op_info(ScalarOp op) { return kInfos[static_cast<size_t>(op)]; }

ExprId ExprGraph::add(Expr expr) {
  if (exprs_.size() >= buckets_.size()) {
    buckets_.assign(buckets_.empty() ? 16 : buckets_.size() * 4, kEnd);
    for (uint32_t i = 0; i < exprs_.size(); ++i) {
      uint32_t& bucket = buckets_[hash_of(exprs_[i]) & (buckets_.size() - 1)];
      next_[i] = bucket;
      bucket = i;
    }
  }
  uint32_t& bucket = buckets_[hash_of(expr) & (buckets_.size() - 1)];
  for (uint32_t i = bucket; i != kEnd; i = next_[i]) {
    if (same(exprs_[i], expr)) return ExprId{i};
  }
  uint32_t id = static_cast<uint32_t>(exprs_.size());
  exprs_.push_back(std::move(expr));
  next_.push_back(bucket);
  bucket = id;
  return ExprId{id};
}

ExprId ExprGraph::constant(double value, DType dtype) {
  if (!is_floating(dtype))
    return constant_int(visit_dtype(dtype, [&]<class T>() { return convert<int64_t>(convert<T>(value)); }), dtype);
  Expr e;
  e.dtype = dtype;
  e.number = visit_dtype(dtype, [&]<class T>() { return convert<double>(convert<T>(value)); });
  return add(std::move(e));
}
ExprId ExprGraph::constant_int(int64_t value, DType dtype) {
  if (is_floating(dtype)) return constant(static_cast<double>(value), dtype);
  Expr e;
  e.dtype = dtype;
  e.integer = visit_dtype(dtype, [&]<class T>() { return convert<int64_t>(convert<T>(value)); });
  return add(std::move(e));
}
ExprId ExprGraph::input(int position, DType dtype) {
  Expr e;
  e.op = ScalarOp::kInput;
  e.dtype = dtype;
  e.integer = position;
  return add(std::move(e));
}
ExprId ExprGraph::load(int64_t buffer, SymExpr index, DType dtype) {
  Expr e;
  e.op = ScalarOp::kLoad;
  e.dtype = dtype;
  e.integer = buffer;
  e.index = std::move(index);
  return add(std::move(e));
}
ExprId ExprGraph::gather(int64_t buffer, SymExpr index, ExprId further, DType dtype) {
  Expr e;
  e.op = ScalarOp::kGather;
  e.dtype = dtype;
  e.operands[0] = further;
  e.integer = buffer;
  e.index = std::move(index);
  return add(std::move(e));
}
ExprId ExprGraph::position(ExprId given, SymExpr extent, int64_t axis, bool wraps) {
  Expr e;
  e.op = ScalarOp::kPosition;
  e.dtype = DType::kInt64;
  e.operands[0] = given;
  e.integer = axis;
  e.number = wraps;
  e.index = std::move(extent);
  return add(std::move(e));
}
ExprId ExprGraph::index(SymExpr value) {
  int64_t number;
  if (sym_is_constant(value, &number)) return constant_int(number, DType::kInt64);
  Expr e;
  e.op = ScalarOp::kIndex;
  e.dtype = DType::kInt64;
  e.index = std::move(value);
  return add(std::move(e));
}
ExprId ExprGraph::unary(ScalarOp op, ExprId a) {
  Expr e;
  e.op = op;
  e.dtype = gives_bool(op) ? DType::kBool : dtype(a);
  e.operands[0] = a;
  return add(std::move(e));
}
ExprId ExprGraph::binary(ScalarOp op, ExprId a, ExprId b) {
  VT_CHECK(dtype(a) == dtype(b), std::string("operands of one dtype: ") + scalar_op_info(op).name + " of " +
                                     dtype_name(dtype(a)) + " and " + dtype_name(dtype(b)));
  if (std::optional<bool> known = compare_constants(op, at(a), at(b))) return constant_int(*known, DType::kBool);
  Expr e;
  e.op = op;
  e.dtype = gives_bool(op) ? DType::kBool : dtype(a);
  e.operands[0] = a;
  e.operands[1] = b;
  return add(std::move(e));
}
ExprId ExprGraph::select(ExprId condition, ExprId a, ExprId b) {
  VT_CHECK(dtype(condition) == DType::kBool, "a select's condition is bool");
  VT_CHECK(dtype(a) == dtype(b), "a select's branches have one dtype");
  if (at(condition).op == ScalarOp::kConstant) return at(condition).integer ? a : b;
  Expr e;
  e.op = ScalarOp::kSelect;
  e.dtype = dtype(a);
  e.operands[0] = condition;
  e.operands[1] = a;
  e.operands[2] = b;
  return add(std::move(e));
}
ExprId ExprGraph::cast(ExprId a, DType to) {
  if (dtype(a) == to) return a;
  Expr e;
  e.op = ScalarOp::kCast;
  e.dtype = to;
  e.operands[0] = a;
  return add(std::move(e));
}
ExprId ExprGraph::bitcast(ExprId a, DType to) {
  if (dtype(a) == to) return a;
  VT_CHECK(dtype_bytes(dtype(a)) == dtype_bytes(to), "a bitcast keeps the width");
  Expr e;
  e.op = ScalarOp::kBitcast;
  e.dtype = to;
  e.operands[0] = a;
  return add(std::move(e));
}
ExprId ExprGraph::fma(ExprId a, ExprId b, ExprId c) {
  VT_CHECK(dtype(a) == dtype(b) && dtype(b) == dtype(c), "operands of fma have one dtype");
  Expr e;
  e.op = ScalarOp::kFma;
  e.dtype = dtype(a);
  e.operands[0] = a;
  e.operands[1] = b;
  e.operands[2] = c;
  return add(std::move(e));
}

std::string ExprGraph::text(ExprId id) const {
  const Expr& e = at(id);
  const ScalarOpInfo& info = scalar_op_info(e.op);
  switch (e.op) {
    case ScalarOp::kConstant:
      return is_floating(e.dtype) ? "const " + number_text(e.number, e.dtype) : "const " + std::to_string(e.integer);
    case ScalarOp::kLoad: return "load b" + std::to_string(e.integer) + "[" + sym_text(e.index) + "]";
    case ScalarOp::kGather:
      return "gather b" + std::to_string(e.integer) + "[" + sym_text(e.index) + " + " + text(e.operands[0]) + "]";
    case ScalarOp::kPosition: return "position(" + text(e.operands[0]) + " of " + sym_text(e.index) + ")";
    case ScalarOp::kIndex: return "index " + sym_text(e.index);
    case ScalarOp::kInput:
    case ScalarOp::kCarry:
    case ScalarOp::kReduced: return info.name + std::to_string(e.integer);
    default: break;
  }
  std::string text = info.name;
  if (e.op == ScalarOp::kCast || e.op == ScalarOp::kBitcast) text += std::string("<") + dtype_short_name(e.dtype) + ">";
  text += "(";
  for (int i = 0; i < info.operands; ++i) text += (i ? ", " : "") + this->text(e.operands[i]);
  return text + ")";
}

}  // namespace vt::loop
