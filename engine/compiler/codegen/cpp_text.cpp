#include "codegen/cpp_text.h"

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
    : nest_(prepare_nest(nest, fused)), plan_(plan_nest(nest_)), out_(out) {}

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
    std::string text;
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

std::string CppText::load(const Expr& e, bool lanes) const {
  DType dtype = nest_.buffers[e.integer].dtype;
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
  std::string lane = plan_.lane_axis;
  return "[&] { " + type + " v; const i64 lane0 = " + lane + "; for (int l = 0; l < W; ++l) { const i64 " + lane +
         " = lane0 + l; v[l] = " + value + "; } return v; }()";
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
