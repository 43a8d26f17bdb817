#include "codegen/cpp_text.h"

#include <algorithm>

#include "codegen/expand.h"
#include "support/check.h"

namespace vt::codegen {
namespace {
constexpr int64_t kStreamBytes = 8 << 20;  // outputs above this bypass the caches
}
using loop::Expr;
using loop::ExprId;
using loop::Phase;
using loop::ScalarOp;
using loop::Store;

CppText::CppText(const loop::LoopNest& nest, bool fused, std::vector<TaggedLine>& out)
    : nest_(prepare_nest(nest, fused)), plan_(plan_nest(nest_, true)), out_(out) {}

void CppText::line(const std::string& text, std::vector<ItemId> items) {
  std::erase(items, kNoItem);
  out_.push_back({std::string(2 * depth_, ' ') + text, std::move(items)});
}

ItemId CppText::item_of(ExprId id) const {
  size_t i = static_cast<uint32_t>(id);
  return i < nest_.items.size() ? nest_.items[i] : kNoItem;
}

void CppText::declare_arguments() {
  for (size_t i = 0; i < nest_.buffers.size(); ++i) {
    const loop::NestBuffer& b = nest_.buffers[i];
    std::string type = std::string(b.written ? "" : "const ") + c_storage_type(b.dtype) + "*";
    line(type + " __restrict " + pointer(i) + " = (" + type + ")buffers[" + number(i) + "];  // " + b.name);
  }
  for (size_t i = 0; i < nest_.symbols.size(); ++i)
    line("const i64 " + nest_.symbols[i] + " = symbols[" + number(i) + "];");
}

void CppText::emit_values(const std::vector<ExprId>& roots, bool lanes, const std::string& reduced_suffix) {
  for (ExprId id : needed_by(nest_.exprs, roots)) {
    if (is_rare(nest_.exprs, id)) continue;
    const Expr& e = nest_.exprs.at(id);
    if (lanes && e.dtype == DType::kInt64) continue;  // computed where it is compared or cast
    std::string text;
    if (lanes && e.operands[0] != loop::kNoExpr && nest_.exprs.dtype(e.operands[0]) == DType::kInt64) {
      line("const auto " + c_name(id) + " = " + of_positions(e) + ";", {item_of(id)});
      continue;
    }
    switch (e.op) {
      case ScalarOp::kConstant: text = lanes ? "splat(" + c_constant(e) + ")" : c_constant(e); break;
      case ScalarOp::kLoad: text = load(e, lanes); break;
      case ScalarOp::kIndex: text = "(i64)" + c_index(e.index); break;
      case ScalarOp::kReduced: text = reduced(e, lanes, reduced_suffix); break;
      case ScalarOp::kSelect: text = choice(e, lanes ? CStyle::kLanes : CStyle::kScalar); break;
      case ScalarOp::kInput:
      case ScalarOp::kCarry: VT_UNREACHABLE("placeholders do not reach the generator");
      default: text = c_operation(nest_.exprs, e, lanes ? CStyle::kLanes : CStyle::kScalar);
    }
    std::string type = lanes ? (e.dtype == DType::kFloat32 ? "f32v" : "i32v") : c_register_type(e.dtype);
    line("const " + type + " " + c_name(id) + " = " + text + ";", {item_of(id)});
  }
}

bool CppText::moves(ExprId root) const {
  const std::vector<ExprId> needed = needed_by(nest_.exprs, {root});
  return std::any_of(needed.begin(), needed.end(), [&](ExprId id) {
    const Expr& e = nest_.exprs.at(id);
    return e.index && mentions(e.index, plan_.lane_axis);
  });
}

std::string CppText::position_lines(const Expr& e) const {
  std::vector<ExprId> roots;
  for (ExprId operand : e.operands)
    if (operand != loop::kNoExpr) roots.push_back(operand);
  std::string text;
  for (ExprId id : needed_by(nest_.exprs, roots)) {
    const Expr& p = nest_.exprs.at(id);
    text += "const i64 " + c_name(id) + " = " +
            (p.op == ScalarOp::kConstant ? c_constant(p)
             : p.op == ScalarOp::kIndex  ? "(i64)" + c_index(p.index)
             : p.op == ScalarOp::kLoad   ? load(p, false)
                                         : c_operation(nest_.exprs, p, CStyle::kScalar)) +
            "; ";
  }
  return text;
}

// A comparison or cast of integers of 64 bits, of which vectors have none. What is one for all lanes is computed once.
// The difference of a place that moves with the lanes and one that does not may be cut to what 32 bits hold.
std::string CppText::of_positions(const Expr& e) const {
  const std::string type = e.dtype == DType::kFloat32 ? "f32v" : "i32v", lane = plan_.lane_axis;
  const std::string value = c_operation(nest_.exprs, e, CStyle::kScalar);
  const bool first = moves(e.operands[0]), second = e.operands[1] != loop::kNoExpr && moves(e.operands[1]);
  if (!first && !second) return "[&] { " + position_lines(e) + "return splat(" + value + "); }()";
  if (e.op != ScalarOp::kCast && first != second) {
    const Expr& place = nest_.exprs.at(e.operands[first ? 0 : 1]);
    const SymExpr step = place.op == ScalarOp::kIndex ? step_along(place.index, lane) : SymExpr();
    int64_t by;
    if (step && sym_is_constant(step, &by) && by > -1024 && by < 1024) {
      const std::string a = c_name(e.operands[0]), b = c_name(e.operands[1]);
      const std::string symbol = value.substr(a.size(), value.size() - a.size() - b.size());
      return "[&] { " + position_lines(e) + "return lane_places(" + a + " - " + b + ", " + number(first ? by : -by) +
             ")" + symbol + "0; }()";
    }
  }
  return "[&] { " + type + " v; const i64 lane0 = " + lane + "; for (int l = 0; l < W; ++l) { const i64 " + lane +
         " = lane0 + l; " + position_lines(e) + "v[l] = " + (e.dtype == DType::kBool ? "-(int)(" : "(") + value +
         "); } return v; }()";
}

std::string CppText::choice(const Expr& e, CStyle style) const {
  if (!is_rare(nest_.exprs, e.operands[1])) return c_operation(nest_.exprs, e, style);
  const Expr& less = nest_.exprs.at(e.operands[0]);
  return "choose_rarely(" + c_name(less.operands[0]) + ", " + c_name(less.operands[1]) + ", [&] { return " +
         c_operation(nest_.exprs, nest_.exprs.at(e.operands[1]), style) + "; }, " + c_name(e.operands[2]) + ")";
}

std::string CppText::reduced(const Expr& e, bool lanes, const std::string& suffix) const {
  std::string name = "r" + number(e.integer) + suffix;
  return lanes && suffix.empty() ? "splat(" + name + ")" : name;
}

const CppText::Tile* CppText::tile_of(const Expr& load) const {
  for (const Tile& tile : tiles_)
    if (tile.buffer == load.integer && sym_equal(tile.index, load.index)) return &tile;
  return nullptr;
}

const CppText::Tile* CppText::tile_of(const Store& store) const {
  for (const Tile& tile : store_tiles_)
    if (tile.buffer == store.buffer && sym_equal(tile.index, store.index)) return &tile;
  return nullptr;
}

std::string CppText::load(const Expr& e, bool lanes) const {
  DType dtype = nest_.buffers[e.integer].dtype;
  if (const Tile* tile = tile_of(e))
    return lanes ? "load_v(" + tile->name + " + " + tile_place_ + ")"
                 : scalar_load(tile->name + "[" + tile_place_ + "]", dtype);
  std::string p = pointer(e.integer);
  if (!lanes) return scalar_load(p + "[" + c_index(e.index) + "]", dtype);
  switch (access_along(e.index, plan_.lane_axis)) {
    case Access::kContiguous: return "load_v(" + p + " + " + c_index(e.index) + ")";
    case Access::kBroadcast: return "splat(" + scalar_load(p + "[" + c_index(e.index) + "]", dtype) + ")";
    case Access::kStrided: break;
  }
  // Lane by lane: strided views, and indices with division.
  std::string type = dtype == DType::kFloat32 ? "f32v" : "i32v";
  std::string value = scalar_load(p + "[" + c_index(e.index) + "]", dtype);
  if (dtype == DType::kBool) value = "-(int)" + value;
  std::string lane = plan_.lane_axis, side_by_side;
  const Growth growth = growth_along(e.index, lane);
  if (growth.most <= 1) {
    side_by_side = "const i64 first = " + c_index(e.index) + ", all = [&](i64 " + lane + ") { return " +
                   c_index(e.index) + "; }(" + lane + " + W - 1) - first; if (all == W - 1) return load_v(" + p +
                   " + first); ";
    // Beyond the end that a clamp sets all lanes read one element, mostly for nothing.
    if (growth.least >= 0) side_by_side += "if (all == 0) return splat(" + scalar_load(p + "[first]", dtype) + "); ";
  }
  return "[&] { " + side_by_side + type + " v; const i64 lane0 = " + lane +
         "; for (int l = 0; l < W; ++l) { const i64 " + lane + " = lane0 + l; v[l] = " + value + "; } return v; }()";
}

std::string CppText::scalar_load(const std::string& place, DType dtype) {
  if (dtype == DType::kBool) return "(" + place + " != 0)";
  if (dtype == DType::kFloat16) return "load_f16(" + place + ")";
  if (dtype == DType::kBFloat16) return "load_bf16(" + place + ")";
  return place;
}

void CppText::emit_stores(const std::vector<Store>& stores, bool lanes) {
  for (const Store& s : stores) {
    DType dtype = nest_.buffers[s.buffer].dtype;
    std::string p = pointer(s.buffer), at = c_index(s.index), value = c_name(s.value);
    std::vector<ItemId> items{item_of(s.value)};
    if (const Tile* tile = tile_of(s)) {
      line(lanes ? "store_v(" + tile->name + " + " + tile_place_ + ", " + value + ");"
                 : tile->name + "[" + tile_place_ + "] = " + value + ";",
           items);
      continue;
    }
    if (!lanes) {
      if (dtype == DType::kFloat16) value = "store_f16(" + value + ")";
      if (dtype == DType::kBFloat16) value = "store_bf16(" + value + ")";
      line(p + "[" + at + "] = " + value + ";", items);
      continue;
    }
    if (access_along(s.index, plan_.lane_axis) == Access::kContiguous) {
      if (streams(s))
        line("if (stream) stream_v(" + p + " + " + at + ", " + value + "); else store_v(" + p + " + " + at + ", " +
                 value + ");",
             items);
      else line("store_v(" + p + " + " + at + ", " + value + ");", items);
    } else {
      std::string lane = plan_.lane_axis, element = dtype == DType::kBool ? "(" + value + "[l] != 0)" : value + "[l]";
      line("{ const i64 lane0 = " + lane + "; for (int l = 0; l < W; ++l) { const i64 " + lane + " = lane0 + l; " + p +
               "[" + at + "] = " + element + "; } }",
           items);
    }
  }
}

bool CppText::streams(const Store& s) const {
  return streaming_ && nest_.buffers[s.buffer].dtype == DType::kFloat32 && !is_read(s.buffer);
}

bool CppText::is_read(int64_t buffer) const {
  for (size_t i = 0; i < nest_.exprs.size(); ++i) {
    const Expr& e = nest_.exprs.at(ExprId(i));
    if (e.op == ScalarOp::kLoad && e.integer == buffer) return true;
  }
  return false;
}

void CppText::declare_stream(const std::string& total, const std::string& row_length) {
  std::string condition = total + " * 4 >= " + number(kStreamBytes) + " && " + row_length + " % W == 0";
  bool any = false;
  for (const Phase& phase : nest_.phases)
    for (const Store& s : phase.stores) {
      if (nest_.buffers[s.buffer].dtype != DType::kFloat32 ||
          access_along(s.index, plan_.lane_axis) != Access::kContiguous)
        continue;
      condition += " && ((unsigned long)" + pointer(s.buffer) + ") % (4 * W) == 0";
      any = true;
    }
  streaming_ = any && plan_.vector;
  if (!streaming_) return;
  line("// Bypass the caches where the output is larger than they are.");
  line("const bool stream = " + condition + ";");
}

void CppText::finish_stream() {
  if (streaming_) line("if (stream) STREAM_FENCE();");
}
}  // namespace vt::codegen
