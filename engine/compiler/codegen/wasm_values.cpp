#include "codegen/wasm_values.h"

#include <cmath>

#include "codegen/expand.h"
#include "codegen/index_sign.h"
#include "codegen/wasm_names.h"
#include "support/check.h"
#include "tensor/visit.h"

namespace vt::codegen {
namespace {
using loop::Expr;
using loop::ExprId;
using loop::ScalarOp;
using wasm::get;
using wasm::Local;
using wasm::op;
using wasm::Tree;
using wasm::Type;

int shift_of(DType dtype) {
  switch (dtype_bytes(dtype)) {
    case 1: return 0;
    case 2: return 1;
    case 4: return 2;
    default: return 3;
  }
}

Tree times_size(Tree index, DType dtype) {
  int shift = shift_of(dtype);
  return shift ? op("i32.shl", {std::move(index), wasm::i32(shift)}) : index;
}

// Whether all bits are zero, so that a select with this constant is a mask.
bool is_zero(const Expr& e) {
  return e.op == ScalarOp::kConstant && (is_floating(e.dtype) ? e.number == 0 && !std::signbit(e.number) : !e.integer);
}

}  // namespace

void refuse_expression(const Expr& e) {
  throw NoWasm{std::string("no WebAssembly for ") + loop::scalar_op_info(e.op).name + " of " + dtype_name(e.dtype)};
}

WasmValues::WasmValues(const loop::LoopNest& nest, const std::string& lane_axis, const WasmTarget& target,
                       wasm::Function& function, wasm::Module& module)
    : nest_(nest), lane_axis_(lane_axis), target_(target), f_(function), module_(module) {
  for (size_t i = 0; i < nest.buffers.size(); ++i) {
    pointers_.push_back(f_.local(Type::kI32, "p" + std::to_string(i)));
    f_.set(pointers_[i], wasm::memory("i32.load", static_cast<uint32_t>(4 * i), {get(f_.parameter(0))}));
  }
  for (size_t i = 0; i < nest.symbols.size(); ++i)
    f_.set(variable(nest.symbols[i]),
           op("i32.wrap_i64", {wasm::memory("i64.load", static_cast<uint32_t>(8 * i), {get(f_.parameter(1))})}));
  find_moving();
}

Local& WasmValues::variable(const std::string& name) {
  auto found = variables_.find(name);
  if (found != variables_.end()) return found->second;
  return variables_.emplace(name, f_.local(Type::kI32, name)).first->second;
}

ItemId WasmValues::item_of(ExprId id) const {
  size_t i = static_cast<uint32_t>(id);
  return i < nest_.items.size() ? nest_.items[i] : kNoItem;
}

// Marks the expressions that differ between lanes; the others are loop-invariant.
void WasmValues::find_moving() {
  moving_.resize(nest_.exprs.size());
  for (size_t i = 0; i < nest_.exprs.size(); ++i) {
    const Expr& e = nest_.exprs.at(ExprId(i));
    bool moves = e.op == ScalarOp::kCarry || (e.index && mentions(e.index, lane_axis_));
    for (ExprId operand : e.operands)
      if (operand != loop::kNoExpr) moves = moves || moving_[static_cast<uint32_t>(operand)];
    moving_[i] = moves;
  }
}

Tree WasmValues::index(const SymExpr& e) {
  auto fold = [&](const char* name) {
    Tree sum = index(e->operands[0]);
    for (size_t i = 1; i < e->operands.size(); ++i) sum = op(name, {sum, index(e->operands[i])});
    return sum;
  };
  auto choose = [&](const char* relation) {
    Tree best = index(e->operands[0]);
    for (size_t i = 1; i < e->operands.size(); ++i) {
      Tree other = index(e->operands[i]);
      best = op("select", {best, other, op(relation, {best, other})});
    }
    return best;
  };
  switch (e->op) {
    case SymOp::kConstant: return wasm::i32(static_cast<int32_t>(e->constant));
    case SymOp::kSymbol: return get(variable(e->name));
    case SymOp::kAdd: return fold("i32.add");
    case SymOp::kMul: return fold("i32.mul");
    case SymOp::kFloorDiv: {
      Tree quotient = fold("i32.div_s");  // rounds towards zero
      if (!may_be_negative(e->operands[0])) return quotient;
      Tree a = index(e->operands[0]), by = index(e->operands[1]), ones = wasm::i32(-1);
      Tree below = op("i32.xor", {op("i32.div_s", {op("i32.xor", {a, ones}), by}), ones});
      return op("select", {below, quotient, op("i32.lt_s", {a, wasm::i32(0)})});
    }
    case SymOp::kMod: {
      Tree rest = fold("i32.rem_s");
      if (!may_be_negative(e->operands[0])) return rest;
      Tree by = index(e->operands[1]);
      return op("i32.rem_s", {op("i32.add", {rest, by}), by});
    }
    case SymOp::kMin: return choose("i32.lt_s");
    case SymOp::kMax: return choose("i32.gt_s");
    case SymOp::kNegate: return op("i32.sub", {wasm::i32(0), index(e->operands[0])});
  }
  VT_UNREACHABLE("symbolic op");
}

Tree WasmValues::address(int64_t buffer, const SymExpr& at) {
  return op("i32.add", {get(pointers_[buffer]), times_size(index(at), nest_.buffers[buffer].dtype)});
}

Tree WasmValues::base(int64_t buffer, const SymExpr& at) { return address(buffer, index_at_zero(at, lane_axis_)); }

// base + lane offset. The offset is kept in bytes of four-byte elements and scaled for one-byte elements.
Tree WasmValues::lane_address(const Local& base, DType dtype) {
  Tree offset = get(byte_offset_);
  if (dtype_bytes(dtype) == 1) offset = op("i32.shr_u", {offset, wasm::i32(2)});
  return op("i32.add", {get(base), offset});
}

Local& WasmValues::slot(ExprId id, bool lanes) {
  auto& slots = lanes ? lane_slots_ : scalar_slots_;
  uint32_t key = static_cast<uint32_t>(id);
  if (lanes && moves(id)) key += copy_ * static_cast<uint32_t>(nest_.exprs.size());
  auto found = slots.find(key);
  if (found != slots.end()) return found->second;
  Type type = lanes ? Type::kV128 : scalar_type(nest_.exprs.dtype(id));
  return slots.emplace(key, f_.local(type, (lanes ? "v" : "t") + std::to_string(key))).first->second;
}

Type WasmValues::scalar_type(DType dtype) const {
  switch (dtype) {
    case DType::kBool:
    case DType::kUInt8:
    case DType::kInt8:
    case DType::kInt16:
    case DType::kInt32: return Type::kI32;
    case DType::kInt64: return Type::kI64;
    case DType::kFloat32: return Type::kF32;
    case DType::kFloat64: return Type::kF64;
    case DType::kFloat16:
    case DType::kBFloat16: break;
  }
  throw NoWasm{std::string("no WebAssembly for ") + dtype_name(dtype)};
}

Tree WasmValues::value(ExprId id, bool lanes) { return get(slot(id, lanes)); }

void WasmValues::hoist_lanes(const std::vector<ExprId>& roots) {
  for (ExprId id : needed_by(nest_.exprs, roots)) {
    const Expr& e = nest_.exprs.at(id);
    if (moves(id)) {
      bool contiguous = e.op == ScalarOp::kLoad && access_along(e.index, lane_axis_) == Access::kContiguous;
      if (!contiguous) continue;
      uint32_t key = static_cast<uint32_t>(id);
      if (!bases_.count(key)) bases_.emplace(key, f_.local(Type::kI32, "at" + std::to_string(key)));
      f_.set(bases_[key], base(e.integer, e.index), {item_of(id)});
    } else {
      set_value(id, true);
    }
  }
}

void WasmValues::emit_lanes(const std::vector<ExprId>& roots, uint32_t unroll_offset) {
  for (ExprId id : needed_by(nest_.exprs, roots)) emit_lane(id, unroll_offset);
}

void WasmValues::emit_lane_copies(const std::vector<ExprId>& roots, uint32_t unroll_offset, uint32_t copies) {
  for (ExprId id : needed_by(nest_.exprs, roots))
    for (copy_ = 0; copy_ < copies; ++copy_) emit_lane(id, unroll_offset + 16 * copy_);
  copy_ = 0;
}

bool WasmValues::can_interleave(const std::vector<ExprId>& roots, const std::vector<loop::Store>& stores) const {
  for (ExprId id : needed_by(nest_.exprs, roots)) {
    const Expr& e = nest_.exprs.at(id);
    if (e.op == ScalarOp::kLoad && moves(id) && access_along(e.index, lane_axis_) != Access::kContiguous) return false;
  }
  for (const loop::Store& s : stores)
    if (access_along(s.index, lane_axis_) != Access::kContiguous) return false;
  return true;
}

void WasmValues::emit_lane(ExprId id, uint32_t unroll_offset) {
  if (!moves(id)) return;
  const Expr& e = nest_.exprs.at(id);
  if (e.op != ScalarOp::kLoad) return set_value(id, true);
  Tree tree = bases_.count(static_cast<uint32_t>(id)) ? [&] {
    const Local& at = bases_[static_cast<uint32_t>(id)];
    DType dtype = nest_.buffers[e.integer].dtype;
    if (dtype != DType::kBool) return wasm::memory("v128.load", unroll_offset, {lane_address(at, dtype)});
    Tree four = wasm::memory("v128.load32_zero", unroll_offset / 4, {lane_address(at, dtype)});
    Tree wide = op("i32x4.extend_low_i16x8_u", {op("i16x8.extend_low_i8x16_u", {four})});
    return op("i32x4.ne", {wide, wasm::v128_i32(0)});
  }() : gathered(e);
  f_.set(slot(id, true), tree, {item_of(id)});
}

// Sets the local of an expression. A rare value is evaluated only inside a test whether any lane needs it.
void WasmValues::set_value(ExprId id, bool lanes) {
  if (is_rare(nest_.exprs, id)) return;
  const Expr& e = nest_.exprs.at(id);
  auto computed = [&](const Expr& of) { return lanes ? lane_operation(of) : scalar_operation(of); };
  const bool rarely = e.op == ScalarOp::kSelect && is_rare(nest_.exprs, e.operands[1]);
  if (!rarely) return f_.set(slot(id, lanes), computed(e), {item_of(id)});
  auto o = [&](int i) { return get(slot(e.operands[i], lanes)); };
  f_.set(slot(id, lanes), o(2), {item_of(id)});
  f_.begin_if(lanes ? op("v128.any_true", {o(0)}) : o(0));
  f_.set(slot(e.operands[1], lanes), computed(nest_.exprs.at(e.operands[1])), {item_of(id)});
  f_.set(slot(id, lanes), computed(e), {item_of(id)});
  f_.end_if();
}

// Gather, lane by lane: strided loads and indices with division. Advances the lane variable.
Tree WasmValues::gathered(const Expr& e) {
  Local& lane = variable(lane_axis_);
  DType dtype = nest_.buffers[e.integer].dtype;
  Local result = f_.local(Type::kV128, "gather" + std::to_string(temporaries_++));
  for (int l = 0; l < 4; ++l) {
    Tree v = scalar_load(e.integer, address(e.integer, e.index));
    if (dtype == DType::kBool) v = op("i32.sub", {wasm::i32(0), v});
    f_.set(result,
           wasm::lane(dtype == DType::kFloat32 ? "f32x4.replace_lane" : "i32x4.replace_lane", l, {get(result), v}));
    f_.set(lane, op("i32.add", {get(lane), wasm::i32(1)}));
  }
  f_.set(lane, op("i32.sub", {get(lane), wasm::i32(4)}));
  return get(result);
}

Tree WasmValues::library_call(const char* name, const Expr& e) {
  uint32_t function = module_.import_math(name);
  int arity = wasm::Module::math_arity(name);
  Local result = f_.local(Type::kV128, "call" + std::to_string(temporaries_++));
  for (int l = 0; l < 4; ++l) {
    auto lane_of = [&](ExprId id) {
      return op("f64.promote_f32", {wasm::lane("f32x4.extract_lane", l, {get(slot(id, true))})});
    };
    Tree r = arity == 1 ? f_.call(function, name, {lane_of(e.operands[0])})
                        : f_.call(function, name, {lane_of(e.operands[0]), lane_of(e.operands[1])});
    f_.set(result, wasm::lane("f32x4.replace_lane", l, {get(result), op("f32.demote_f64", {r})}));
  }
  return get(result);
}

// Broadcasts one value to all four lanes; true becomes all bits set.
Tree WasmValues::splat(Tree scalar, DType dtype) {
  if (dtype == DType::kFloat32) return op("f32x4.splat", {scalar});
  return op("i32x4.splat", {dtype == DType::kBool ? op("i32.sub", {wasm::i32(0), scalar}) : scalar});
}

Tree WasmValues::lane_operation(const Expr& e) {
  if (std::optional<Tree> source = lane_source(e)) return *source;
  if (std::optional<Tree> bits = lane_bits(e)) return *bits;
  if (std::optional<Tree> formula = lane_formula(e)) return *formula;
  const Operands given = operands_of(e, true);
  const std::string prefix = given.floating ? "f32x4." : "i32x4.";
  if (is_comparison(e.op)) return op(prefix + comparison_name(e.op, given.floating), given.trees);
  if (const char* name = suffix_of(e.op)) return op(prefix + name, given.trees);
  if (const char* name = import_name(e.op); name && given.floating) return library_call(name, e);
  refuse_expression(e);
}

// Nullary operations on lanes: a broadcast constant or local.
std::optional<Tree> WasmValues::lane_source(const Expr& e) {
  switch (e.op) {
    case ScalarOp::kConstant:
      if (e.dtype == DType::kFloat32) return wasm::v128_f32(static_cast<float>(e.number));
      return wasm::v128_i32(e.dtype == DType::kBool ? (e.integer ? -1 : 0) : static_cast<int32_t>(e.integer));
    case ScalarOp::kLoad: return splat(scalar_load(e.integer, address(e.integer, e.index)), e.dtype);
    case ScalarOp::kReduced:
      if (auto lanes = reduced_lanes_.find(e.integer); lanes != reduced_lanes_.end()) return get(lanes->second);
      return splat(get(reduced_.at(e.integer)), e.dtype);
    case ScalarOp::kCarry: return get(carry_);
    default: return std::nullopt;
  }
}

// Bitwise lane operations, for any dtype; a true lane has all bits set.
std::optional<Tree> WasmValues::lane_bits(const Expr& e) {
  const Operands given = operands_of(e, true);
  const std::vector<Tree>& o = given.trees;
  switch (e.op) {
    case ScalarOp::kSelect:
      if (is_zero(nest_.exprs.at(e.operands[1]))) return op("v128.andnot", {o[2], o[0]});
      if (is_zero(nest_.exprs.at(e.operands[2]))) return op("v128.and", {o[1], o[0]});
      return op("v128.bitselect", {o[1], o[2], o[0]});
    case ScalarOp::kBitcast: return o[0];
    case ScalarOp::kNot: return op("v128.not", {o[0]});
    case ScalarOp::kAnd: return op("v128.and", o);
    case ScalarOp::kOr: return op("v128.or", o);
    case ScalarOp::kXor: return op("v128.xor", o);
    case ScalarOp::kShiftLeft:
    case ScalarOp::kShiftRight: {
      if (!is_constant_operand(e, 1)) refuse_expression(e);
      Tree by = wasm::i32(static_cast<int32_t>(nest_.exprs.at(e.operands[1]).integer));
      return op(e.op == ScalarOp::kShiftLeft ? "i32x4.shl" : "i32x4.shr_s", {o[0], by});
    }
    case ScalarOp::kAdd:
    case ScalarOp::kMax:
      if (given.truth) return op("v128.or", o);
      return std::nullopt;
    case ScalarOp::kSub:
      if (given.truth) return op("v128.xor", o);
      return std::nullopt;
    case ScalarOp::kMul:
    case ScalarOp::kMin:
      if (given.truth) return op("v128.and", o);
      return std::nullopt;
    default: return std::nullopt;
  }
}

Tree WasmValues::lane_cast(const Expr& e, const Operands& given) {
  const Tree& v = given.trees[0];
  if (given.truth) return op("v128.and", {v, e.dtype == DType::kFloat32 ? wasm::v128_f32(1) : wasm::v128_i32(1)});
  if (e.dtype == DType::kBool) return op(given.floating ? "f32x4.ne" : "i32x4.ne", {v, wasm::v128_i32(0)});
  if (!given.floating) return op("f32x4.convert_i32x4_s", {v});
  return op("v128.bitselect", {op("i32x4.trunc_sat_f32x4_s", {v}), wasm::v128_i32(INT32_MIN),
                               op("f32x4.lt", {op("f32x4.abs", {v}), wasm::v128_f32(0x1p31f)})});
}

Tree WasmValues::lane_extreme(const Expr& e, const Operands& given) {
  const bool maximum = e.op == ScalarOp::kMax;
  const std::vector<Tree>& o = given.trees;
  if (!given.floating) return op(maximum ? "i32x4.max_s" : "i32x4.min_s", o);
  // pmax(a, b) is b only if a < b, so it keeps a NaN in `a`; it is one instruction.
  const char* quick = maximum ? "f32x4.pmax" : "f32x4.pmin";
  if (is_constant_operand(e, 1)) return op(quick, o);
  if (is_constant_operand(e, 0)) return op(quick, {o[1], o[0]});
  return op(maximum ? "f32x4.max" : "f32x4.min", o);
}

// Lane operations that take several instructions, or different ones per dtype.
std::optional<Tree> WasmValues::lane_formula(const Expr& e) {
  const Operands given = operands_of(e, true);
  const std::vector<Tree>& o = given.trees;
  const Tree zero = wasm::v128_i32(0);
  switch (e.op) {
    case ScalarOp::kFma:
      if (target_.relaxed_simd) return op("f32x4.relaxed_madd", o);
      return op("f32x4.add", {op("f32x4.mul", {o[0], o[1]}), o[2]});
    case ScalarOp::kMax:
    case ScalarOp::kMin: return lane_extreme(e, given);
    case ScalarOp::kCast: return lane_cast(e, given);
    case ScalarOp::kIsNan: return op(given.floating ? "f32x4.ne" : "i32x4.ne", {o[0], o[0]});
    case ScalarOp::kIsInf:
      if (!given.floating) return zero;
      return op("f32x4.eq", {op("f32x4.abs", {o[0]}), wasm::v128_f32(__builtin_inff())});
    case ScalarOp::kSign: {
      if (!given.floating) refuse_expression(e);
      Tree one = wasm::v128_f32(1), above = op("v128.and", {op("f32x4.gt", {o[0], zero}), one});
      return op("f32x4.sub", {above, op("v128.and", {op("f32x4.lt", {o[0], zero}), one})});
    }
    case ScalarOp::kRemainder: {  // C's remainder, plus the divisor if the signs differ
      Tree rest = library_call("fmod", e), none = wasm::v128_f32(0);
      Tree sides = op("v128.xor", {op("f32x4.lt", {rest, none}), op("f32x4.lt", {o[1], none})});
      Tree moved = op("v128.and", {op("f32x4.ne", {rest, none}), sides});
      return op("v128.bitselect", {op("f32x4.add", {rest, o[1]}), rest, moved});
    }
    default: return std::nullopt;
  }
}

Tree WasmValues::scalar_load(int64_t buffer, Tree at) {
  switch (nest_.buffers[buffer].dtype) {
    case DType::kBool:
    case DType::kUInt8: return wasm::memory("i32.load8_u", 0, {at});
    case DType::kInt8: return wasm::memory("i32.load8_s", 0, {at});
    case DType::kInt16: return wasm::memory("i32.load16_s", 0, {at});
    case DType::kInt32: return wasm::memory("i32.load", 0, {at});
    case DType::kInt64: return wasm::memory("i64.load", 0, {at});
    case DType::kFloat32: return wasm::memory("f32.load", 0, {at});
    case DType::kFloat64: return wasm::memory("f64.load", 0, {at});
    case DType::kFloat16:
    case DType::kBFloat16: break;
  }
  throw NoWasm{std::string("no WebAssembly for ") + dtype_name(nest_.buffers[buffer].dtype)};
}

void WasmValues::hoist_store(const loop::Store& s) {
  if (!store_bases_.count(&s))
    store_bases_.emplace(&s, f_.local(Type::kI32, "to" + std::to_string(store_bases_.size())));
  f_.set(store_bases_[&s], base(s.buffer, s.index), {item_of(s.value)});
}

void WasmValues::store_lanes(const loop::Store& s, uint32_t unroll_offset) {
  DType dtype = nest_.buffers[s.buffer].dtype;
  Tree v = get(slot(s.value, true));
  std::vector<ItemId> items{item_of(s.value)};
  if (dtype_bytes(dtype) == 4 && access_along(s.index, lane_axis_) == Access::kContiguous) {
    Tree at = op("i32.add", {get(store_bases_.at(&s)), get(byte_offset_)});
    return f_.statement(wasm::memory("v128.store", unroll_offset, {at, v}), items);
  }
  // Element by element; the lane variable advances with the elements.
  Local& lane = variable(lane_axis_);
  for (int l = 0; l < 4; ++l) {
    Tree at = address(s.buffer, s.index);
    if (dtype == DType::kFloat32)
      f_.statement(wasm::memory("f32.store", 0, {at, wasm::lane("f32x4.extract_lane", l, {v})}), items);
    else if (dtype == DType::kBool)
      f_.statement(
          wasm::memory("i32.store8", 0, {at, op("i32.and", {wasm::lane("i32x4.extract_lane", l, {v}), wasm::i32(1)})}),
          items);
    else f_.statement(wasm::memory("i32.store", 0, {at, wasm::lane("i32x4.extract_lane", l, {v})}), items);
    f_.set(lane, op("i32.add", {get(lane), wasm::i32(1)}));
  }
  f_.set(lane, op("i32.sub", {get(lane), wasm::i32(4)}));
}

void WasmValues::store_scalar(const loop::Store& s) {
  Tree at = address(s.buffer, s.index), v = get(slot(s.value, false));
  const char* name = "f32.store";
  switch (nest_.buffers[s.buffer].dtype) {
    case DType::kBool:
    case DType::kUInt8:
    case DType::kInt8: name = "i32.store8"; break;
    case DType::kInt16: name = "i32.store16"; break;
    case DType::kInt32: name = "i32.store"; break;
    case DType::kInt64: name = "i64.store"; break;
    case DType::kFloat32: name = "f32.store"; break;
    case DType::kFloat64: name = "f64.store"; break;
    case DType::kFloat16:
    case DType::kBFloat16: throw NoWasm{"no WebAssembly for 16-bit floats"};
  }
  f_.statement(wasm::memory(name, 0, {at, v}), {item_of(s.value)});
}

void WasmValues::emit_scalar(const std::vector<ExprId>& roots) {
  for (ExprId id : needed_by(nest_.exprs, roots)) set_value(id, false);
}

WasmValues::Operands WasmValues::operands_of(const Expr& e, bool lanes) {
  Operands given;
  const int count = loop::scalar_op_info(e.op).operands;
  for (int i = 0; i < count; ++i) given.trees.push_back(get(slot(e.operands[i], lanes)));
  given.dtype = count ? nest_.exprs.dtype(e.operands[0]) : e.dtype;
  given.floating = lanes ? given.dtype == DType::kFloat32 : is_floating(given.dtype);
  given.truth = given.dtype == DType::kBool;
  return given;
}

bool WasmValues::is_constant_operand(const Expr& e, int i) const {
  return nest_.exprs.at(e.operands[i]).op == ScalarOp::kConstant;
}

}  // namespace vt::codegen
