#include "codegen/wasm_values.h"

#include <cmath>

#include "codegen/index_sign.h"
#include "support/check.h"

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

// Names of the import for ops that have no instruction.
const char* import_name(ScalarOp o) {
  switch (o) {
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
    case ScalarOp::kFmod: return "fmod";
    case ScalarOp::kPow: return "pow";
    default: return nullptr;
  }
}

const char* suffix_of(ScalarOp o) {
  switch (o) {
    case ScalarOp::kAdd: return "add";
    case ScalarOp::kSub: return "sub";
    case ScalarOp::kMul: return "mul";
    case ScalarOp::kDiv: return "div";
    case ScalarOp::kSqrt: return "sqrt";
    case ScalarOp::kAbs: return "abs";
    case ScalarOp::kNeg: return "neg";
    case ScalarOp::kFloor: return "floor";
    case ScalarOp::kCeil: return "ceil";
    case ScalarOp::kTrunc: return "trunc";
    case ScalarOp::kRound: return "nearest";
    case ScalarOp::kMax: return "max";
    case ScalarOp::kMin: return "min";
    case ScalarOp::kEqual: return "eq";
    case ScalarOp::kNotEqual: return "ne";
    case ScalarOp::kLess: return "lt";
    case ScalarOp::kLessEqual: return "le";
    case ScalarOp::kGreater: return "gt";
    case ScalarOp::kGreaterEqual: return "ge";
    case ScalarOp::kAnd: return "and";
    case ScalarOp::kOr: return "or";
    case ScalarOp::kXor: return "xor";
    default: return nullptr;
  }
}

bool is_comparison(ScalarOp o) { return o >= ScalarOp::kEqual && o <= ScalarOp::kGreaterEqual; }

// All bits zero, so a mask does what a select would.
bool is_zero(const Expr& e) {
  return e.op == ScalarOp::kConstant && (is_floating(e.dtype) ? e.number == 0 && !std::signbit(e.number) : !e.integer);
}

[[noreturn]] void refuse(const Expr& e) {
  throw NoWasm{std::string("no WebAssembly for ") + loop::scalar_op_info(e.op).name + " of " + dtype_name(e.dtype)};
}

}  // namespace

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

// Which expressions differ between lanes.
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
    case SymOp::kFloorDiv: return fold("i32.div_s");
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

// base + lane position; positions are kept as the byte offset of four-byte elements.
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
      f_.set(slot(id, true), lane_operation(e), {item_of(id)});
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
  Tree tree = e.op == ScalarOp::kLoad ? (bases_.count(static_cast<uint32_t>(id)) ? [&] {
    const Local& at = bases_[static_cast<uint32_t>(id)];
    DType dtype = nest_.buffers[e.integer].dtype;
    if (dtype != DType::kBool) return wasm::memory("v128.load", unroll_offset, {lane_address(at, dtype)});
    Tree four = wasm::memory("v128.load32_zero", unroll_offset / 4, {lane_address(at, dtype)});
    Tree wide = op("i32x4.extend_low_i16x8_u", {op("i16x8.extend_low_i8x16_u", {four})});
    return op("i32x4.ne", {wide, wasm::v128_i32(0)});
  }() : gathered(e)) : lane_operation(e);
  f_.set(slot(id, true), tree, {item_of(id)});
}

// Lane by lane: strided views and indices with division. Reads the lane variable.
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

Tree WasmValues::lane_operation(const Expr& e) {
  auto o = [&](int i) { return get(slot(e.operands[i], true)); };
  int count = loop::scalar_op_info(e.op).operands;
  DType operand = count ? nest_.exprs.dtype(e.operands[0]) : e.dtype;
  bool floating = operand == DType::kFloat32, truth = operand == DType::kBool;
  std::string prefix = floating ? "f32x4." : "i32x4.";
  auto constant_operand = [&](int i) { return nest_.exprs.at(e.operands[i]).op == ScalarOp::kConstant; };
  switch (e.op) {
    case ScalarOp::kConstant:
      if (e.dtype == DType::kFloat32) return wasm::v128_f32(static_cast<float>(e.number));
      return wasm::v128_i32(e.dtype == DType::kBool ? (e.integer ? -1 : 0) : static_cast<int32_t>(e.integer));
    case ScalarOp::kLoad: {  // the same element in every lane
      Tree v = scalar_load(e.integer, address(e.integer, e.index));
      if (e.dtype == DType::kFloat32) return op("f32x4.splat", {v});
      return op("i32x4.splat", {e.dtype == DType::kBool ? op("i32.sub", {wasm::i32(0), v}) : v});
    }
    case ScalarOp::kReduced: {
      if (auto lanes = reduced_lanes_.find(e.integer); lanes != reduced_lanes_.end()) return get(lanes->second);
      Tree v = get(reduced_.at(e.integer));
      if (e.dtype == DType::kFloat32) return op("f32x4.splat", {v});
      return op("i32x4.splat", {e.dtype == DType::kBool ? op("i32.sub", {wasm::i32(0), v}) : v});
    }
    case ScalarOp::kCarry: return get(carry_);
    case ScalarOp::kFma:
      if (target_.relaxed_simd) return op("f32x4.relaxed_madd", {o(0), o(1), o(2)});
      return op("f32x4.add", {op("f32x4.mul", {o(0), o(1)}), o(2)});
    case ScalarOp::kMax:
    case ScalarOp::kMin: {
      bool maximum = e.op == ScalarOp::kMax;
      if (truth) return op(maximum ? "v128.or" : "v128.and", {o(0), o(1)});
      if (!floating) return op(maximum ? "i32x4.max_s" : "i32x4.min_s", {o(0), o(1)});
      // pmax(a, b) is b only where a < b holds: a NaN in a stays, and it is one instruction.
      const char* quick = maximum ? "f32x4.pmax" : "f32x4.pmin";
      if (constant_operand(1)) return op(quick, {o(0), o(1)});
      if (constant_operand(0)) return op(quick, {o(1), o(0)});
      return op(maximum ? "f32x4.max" : "f32x4.min", {o(0), o(1)});
    }
    case ScalarOp::kSelect:
      if (is_zero(nest_.exprs.at(e.operands[1]))) return op("v128.andnot", {o(2), o(0)});
      if (is_zero(nest_.exprs.at(e.operands[2]))) return op("v128.and", {o(1), o(0)});
      return op("v128.bitselect", {o(1), o(2), o(0)});
    case ScalarOp::kBitcast: return o(0);
    case ScalarOp::kNot: return op("v128.not", {o(0)});
    case ScalarOp::kAnd: return op("v128.and", {o(0), o(1)});
    case ScalarOp::kOr: return op("v128.or", {o(0), o(1)});
    case ScalarOp::kXor: return op("v128.xor", {o(0), o(1)});
    case ScalarOp::kShiftLeft:
    case ScalarOp::kShiftRight: {
      if (!constant_operand(1)) refuse(e);
      Tree by = wasm::i32(static_cast<int32_t>(nest_.exprs.at(e.operands[1]).integer));
      return op(e.op == ScalarOp::kShiftLeft ? "i32x4.shl" : "i32x4.shr_s", {o(0), by});
    }
    case ScalarOp::kCast:
      if (truth) return op("v128.and", {o(0), e.dtype == DType::kFloat32 ? wasm::v128_f32(1) : wasm::v128_i32(1)});
      if (e.dtype == DType::kBool) return op(prefix + "ne", {o(0), wasm::v128_i32(0)});
      return op(floating ? "i32x4.trunc_sat_f32x4_s" : "f32x4.convert_i32x4_s", {o(0)});
    case ScalarOp::kIsNan: return op(prefix + "ne", {o(0), o(0)});
    case ScalarOp::kIsInf:
      if (!floating) return wasm::v128_i32(0);
      return op("f32x4.eq", {op("f32x4.abs", {o(0)}), wasm::v128_f32(__builtin_inff())});
    case ScalarOp::kSign: {
      if (!floating) refuse(e);
      Tree zero = wasm::v128_i32(0), one = wasm::v128_f32(1);
      Tree above = op("v128.and", {op("f32x4.gt", {o(0), zero}), one});
      return op("f32x4.sub", {above, op("v128.and", {op("f32x4.lt", {o(0), zero}), one})});
    }
    case ScalarOp::kRemainder: {
      Tree quotient = op("f32x4.floor", {op("f32x4.div", {o(0), o(1)})});
      return op("f32x4.sub", {o(0), op("f32x4.mul", {quotient, o(1)})});
    }
    case ScalarOp::kAdd:
    case ScalarOp::kSub:
    case ScalarOp::kMul:
      if (truth)
        return op(e.op == ScalarOp::kAdd ? "v128.or" : e.op == ScalarOp::kSub ? "v128.xor" : "v128.and", {o(0), o(1)});
      break;
    default: break;
  }
  if (is_comparison(e.op)) {
    std::string name = suffix_of(e.op);
    if (!floating && name != "eq" && name != "ne") name += "_s";
    return op(prefix + name, {o(0), o(1)});
  }
  if (const char* name = suffix_of(e.op))
    return count == 1 ? op(prefix + name, {o(0)}) : op(prefix + name, {o(0), o(1)});
  if (const char* name = import_name(e.op); name && floating) return library_call(name, e);
  refuse(e);
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
  // Element by element; the lane variable walks along.
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
  for (ExprId id : needed_by(nest_.exprs, roots))
    f_.set(slot(id, false), scalar_operation(nest_.exprs.at(id)), {item_of(id)});
}

Tree WasmValues::scalar_cast(Tree v, DType from, DType to) {
  Type a = scalar_type(from), b = scalar_type(to);
  if (to == DType::kBool) {
    if (a == Type::kI32) return op("i32.ne", {v, wasm::i32(0)});
    if (a == Type::kI64) return op("i64.ne", {v, wasm::i64(0)});
    return a == Type::kF32 ? op("f32.ne", {v, wasm::f32(0)}) : op("f64.ne", {v, wasm::f64(0)});
  }
  Tree out = v;
  if (a != b) {
    static const char* const kConvert[4][4] = {
        // to i32, i64, f32, f64
        {nullptr, "i64.extend_i32_s", "f32.convert_i32_s", "f64.convert_i32_s"},
        {"i32.wrap_i64", nullptr, "f32.convert_i64_s", "f64.convert_i64_s"},
        {"i32.trunc_sat_f32_s", "i64.trunc_sat_f32_s", nullptr, "f64.promote_f32"},
        {"i32.trunc_sat_f64_s", "i64.trunc_sat_f64_s", "f32.demote_f64", nullptr}};
    auto row = [](Type t) { return 0x7f - static_cast<int>(t); };
    out = op(kConvert[row(a)][row(b)], {v});
  }
  if (to == DType::kUInt8) return op("i32.and", {out, wasm::i32(255)});
  if (to == DType::kInt8) return op("i32.extend8_s", {out});
  if (to == DType::kInt16) return op("i32.extend16_s", {out});
  return out;
}

Tree WasmValues::scalar_operation(const Expr& e) {
  auto o = [&](int i) { return get(slot(e.operands[i], false)); };
  int count = loop::scalar_op_info(e.op).operands;
  DType operand = count ? nest_.exprs.dtype(e.operands[0]) : e.dtype;
  Type type = scalar_type(operand);
  bool floating = is_floating(operand), truth = operand == DType::kBool;
  std::string prefix = std::string(wasm::type_name(type)) + ".";
  auto zero = [&] {
    return type == Type::kI32   ? wasm::i32(0)
           : type == Type::kI64 ? wasm::i64(0)
           : type == Type::kF32 ? wasm::f32(0)
                                : wasm::f64(0);
  };
  auto narrowed = [&](Tree v) {
    return dtype_bytes(e.dtype) < 4 && !truth ? scalar_cast(v, DType::kInt32, e.dtype) : v;
  };
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
    case ScalarOp::kFma: return op(prefix + "add", {op(prefix + "mul", {o(0), o(1)}), o(2)});
    case ScalarOp::kSelect: return op("select", {o(1), o(2), o(0)});
    case ScalarOp::kCast: return scalar_cast(o(0), operand, e.dtype);
    case ScalarOp::kBitcast: {
      Type to = scalar_type(e.dtype);
      if (to == type) return o(0);
      return op(std::string(wasm::type_name(to)) + ".reinterpret_" + wasm::type_name(type), {o(0)});
    }
    case ScalarOp::kNot:
      return truth ? op("i32.eqz", {o(0)})
                   : narrowed(op(prefix + "xor", {o(0), type == Type::kI32 ? wasm::i32(-1) : wasm::i64(-1)}));
    case ScalarOp::kIsNan: return floating ? op(prefix + "ne", {o(0), o(0)}) : wasm::i32(0);
    case ScalarOp::kIsInf:
      if (!floating) return wasm::i32(0);
      return op(prefix + "eq", {op(prefix + "abs", {o(0)}),
                                type == Type::kF32 ? wasm::f32(__builtin_inff()) : wasm::f64(__builtin_inf())});
    case ScalarOp::kSign: {
      std::string s = floating ? "" : "_s";
      Tree sign = op("i32.sub", {op(prefix + "gt" + s, {o(0), zero()}), op(prefix + "lt" + s, {o(0), zero()})});
      return scalar_cast(sign, DType::kInt32, e.dtype);
    }
    case ScalarOp::kShiftLeft: return narrowed(op(prefix + "shl", {o(0), o(1)}));
    case ScalarOp::kShiftRight: return op(prefix + "shr_s", {o(0), o(1)});
    case ScalarOp::kReciprocal: return op(prefix + "div", {type == Type::kF32 ? wasm::f32(1) : wasm::f64(1), o(0)});
    case ScalarOp::kRsqrt:
      return op(prefix + "div", {type == Type::kF32 ? wasm::f32(1) : wasm::f64(1), op(prefix + "sqrt", {o(0)})});
    case ScalarOp::kSigmoid: {
      Tree e1 =
          f_.call(module_.import_math("exp"), "exp", {op("f64.neg", {scalar_cast(o(0), operand, DType::kFloat64)})});
      return scalar_cast(op("f64.div", {wasm::f64(1), op("f64.add", {wasm::f64(1), e1})}), DType::kFloat64, e.dtype);
    }
    case ScalarOp::kRemainder:
    case ScalarOp::kFloorDiv:
      if (floating) {
        Tree quotient = op(prefix + "floor", {op(prefix + "div", {o(0), o(1)})});
        if (e.op == ScalarOp::kFloorDiv) return quotient;
        return op(prefix + "sub", {o(0), op(prefix + "mul", {quotient, o(1)})});
      }
      refuse(e);  // integer division traps on zero: the interpreter knows what to do
    case ScalarOp::kDiv:
    case ScalarOp::kTruncDiv:
    case ScalarOp::kFmod:
    case ScalarOp::kPow:
      if (!floating) refuse(e);
      if (e.op == ScalarOp::kTruncDiv) return op(prefix + "trunc", {op(prefix + "div", {o(0), o(1)})});
      break;
    case ScalarOp::kAdd:
    case ScalarOp::kSub:
    case ScalarOp::kMul:
      if (truth)
        return op(e.op == ScalarOp::kAdd ? "i32.or" : e.op == ScalarOp::kSub ? "i32.xor" : "i32.and", {o(0), o(1)});
      break;
    case ScalarOp::kMax:
    case ScalarOp::kMin: {
      if (floating) break;
      return op("select", {o(0), o(1), op(prefix + (e.op == ScalarOp::kMax ? "gt_s" : "lt_s"), {o(0), o(1)})});
    }
    case ScalarOp::kAbs:
      if (!floating)
        return op("select", {op(prefix + "sub", {zero(), o(0)}), o(0), op(prefix + "lt_s", {o(0), zero()})});
      break;
    case ScalarOp::kNeg:
      if (!floating) return narrowed(op(prefix + "sub", {zero(), o(0)}));
      break;
    case ScalarOp::kFloor:
    case ScalarOp::kCeil:
    case ScalarOp::kTrunc:
    case ScalarOp::kRound:
      if (!floating) return o(0);
      break;
    default: break;
  }
  if (is_comparison(e.op)) {
    std::string name = suffix_of(e.op);
    if (!floating && name != "eq" && name != "ne") name += "_s";
    return op(prefix + name, {o(0), o(1)});
  }
  if (const char* name = suffix_of(e.op))
    return count == 1 ? op(prefix + name, {o(0)}) : narrowed(op(prefix + name, {o(0), o(1)}));
  const char* name = import_name(e.op);
  if (!name || !floating) refuse(e);
  Tree a = scalar_cast(o(0), operand, DType::kFloat64);
  uint32_t function = module_.import_math(name);
  Tree r = wasm::Module::math_arity(name) == 1
               ? f_.call(function, name, {a})
               : f_.call(function, name, {a, scalar_cast(o(1), operand, DType::kFloat64)});
  return scalar_cast(r, DType::kFloat64, e.dtype);
}

}  // namespace vt::codegen
