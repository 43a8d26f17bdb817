#include "codegen/wgsl_text.h"

#include <algorithm>

#include "loop/one_plus_erf.h"
#include "support/check.h"

namespace vt::codegen {

using loop::Axis;
using loop::Expr;
using loop::ExprId;
using loop::Reduce;
using loop::Reduction;
using loop::ScalarOp;
using loop::Store;

namespace {

constexpr double kMostInt = 2147483647.0, kMostPlace = 1073741824.0, kUnknown = 1e300;

std::vector<ExprId> all_roots(const loop::LoopNest& nest) {
  std::vector<ExprId> roots = roots_of(nest.row_stores);
  for (const loop::Phase& phase : nest.phases)
    for (ExprId id : roots_of(phase)) roots.push_back(id);
  return roots;
}

// An upper bound of the magnitude of an index.
double magnitude(const SymExpr& e, const loop::LoopNest& nest) {
  auto of = [&](size_t i) { return magnitude(e->operands[i], nest); };
  double most = e->op == SymOp::kMul ? 1 : 0;
  switch (e->op) {
    case SymOp::kConstant: return std::abs(static_cast<double>(e->constant));
    case SymOp::kSymbol:
      for (const std::vector<Axis>* axes : {&nest.outer, &nest.inner})
        for (const Axis& axis : *axes) {
          int64_t extent;
          if (axis.variable == e->name)
            return sym_is_constant(axis.extent, &extent) ? static_cast<double>(extent) : kMostPlace;
        }
      return kUnknown;
    case SymOp::kAdd:
      for (size_t i = 0; i < e->operands.size(); ++i) most += of(i);
      return most;
    case SymOp::kMul:
      for (size_t i = 0; i < e->operands.size(); ++i) most = std::min(most * of(i), kUnknown);
      return most;
    case SymOp::kFloorDiv: return of(0);
    case SymOp::kMod: return std::min(of(0), of(1));
    case SymOp::kMin:
    case SymOp::kMax:
      for (size_t i = 0; i < e->operands.size(); ++i) most = std::max(most, of(i));
      return most;
    case SymOp::kNegate: return of(0);
  }
  VT_UNREACHABLE("symbolic op");
}

double greatest_of(DType dtype) {
  switch (dtype) {
    case DType::kBool: return 1;
    case DType::kUInt8: return 255;
    case DType::kInt8: return 128;
    case DType::kInt16: return 32768;
    case DType::kInt32: return kMostInt;
    default: return kUnknown;
  }
}

SymExpr moved(const SymExpr& index, const std::string& axis, int lane) {
  struct Move {
    const std::string& axis;
    int lane;
  } move{axis, lane};
  return sym_substitute(
      index,
      [](const void* context, std::string_view name) -> SymExpr {
        const auto& m = *static_cast<const Move*>(context);
        return name == m.axis ? sym_add(sym_variable(m.axis), sym_constant(m.lane)) : SymExpr();
      },
      &move);
}

bool is_word(DType dtype) { return dtype_bytes(dtype) >= 4; }

std::string divided(const std::string& index, int by) { return index + " / " + number_text(by); }

// Strips the parentheses around a whole index, which are redundant between brackets.
std::string bare(const std::string& index) {
  int depth = 0;
  for (size_t i = 0; i < index.size(); ++i) {
    depth += index[i] == '(' ? 1 : index[i] == ')' ? -1 : 0;
    if (depth == 0 && i + 1 < index.size()) return index;
  }
  return index.size() > 1 && index[0] == '(' ? index.substr(1, index.size() - 2) : index;
}

}  // namespace

std::string pointer_name(int64_t buffer) { return "p" + number_text(buffer); }

WgslText::WgslText(const loop::LoopNest& nest_, const WgslTarget& target_, std::string lane_axis, bool flat,
                   bool reduced_lanes)
    : nest(nest_), target(target_), axis_(std::move(lane_axis)), reduced_lanes_(reduced_lanes) {
  for (const loop::Phase& phase : nest.phases) {
    first_reduction_.push_back(static_cast<int>(reductions_.size()));
    for (const Reduction& r : phase.reductions) reductions_.push_back(&r);
  }
  choose_kinds();
  varies_.assign(nest.exprs.size(), false);
  for (size_t i = 0; i < varies_.size() && !axis_.empty(); ++i) {
    const Expr& e = nest.exprs.at(ExprId(i));
    varies_[i] = e.op == ScalarOp::kCarry || (e.op == ScalarOp::kReduced && reduced_lanes_) ||
                 (e.index && mentions(e.index, axis_));
    for (ExprId operand : e.operands)
      if (operand != loop::kNoExpr && varies_[static_cast<uint32_t>(operand)]) varies_[i] = true;
  }
  choose_width(axis_, flat);
  if (width == 1) varies_.assign(nest.exprs.size(), false);
  choose_forms();
}

// Int64 values that provably fit into 32 bits are computed in 32 bits.
void WgslText::choose_kinds() {
  bounds_.assign(nest.exprs.size(), kUnknown);
  kinds_.resize(nest.exprs.size());
  for (size_t i = 0; i < nest.exprs.size(); ++i) {
    const Expr& e = nest.exprs.at(ExprId(i));
    double of[3] = {0, 0, 0};
    bool narrow = true;
    for (int k = 0; k < scalar_op_info(e.op).operands; ++k) {
      const size_t operand = static_cast<uint32_t>(e.operands[k]);
      of[k] = bounds_[operand];
      if (kinds_[operand] == WgslKind::kLong) narrow = false;
    }
    double bound = greatest_of(e.dtype);
    if (e.dtype == DType::kInt64) switch (e.op) {
        case ScalarOp::kConstant: bound = std::abs(static_cast<double>(e.integer)); break;
        case ScalarOp::kIndex: bound = magnitude(e.index, nest); break;
        case ScalarOp::kReduced: bound = is_arg(reduction(static_cast<int>(e.integer))) ? kMostPlace : kUnknown; break;
        case ScalarOp::kCast: bound = greatest_of(nest.exprs.dtype(e.operands[0])) < kUnknown ? of[0] : kUnknown; break;
        case ScalarOp::kAdd:
        case ScalarOp::kSub: bound = of[0] + of[1]; break;
        case ScalarOp::kMul: bound = of[0] * of[1]; break;
        case ScalarOp::kMax:
        case ScalarOp::kMin: bound = std::max(of[0], of[1]); break;
        case ScalarOp::kSelect: bound = std::max(of[1], of[2]); break;
        case ScalarOp::kFloorDiv: bound = of[0] + 1; break;
        case ScalarOp::kTruncDiv:
        case ScalarOp::kNeg:
        case ScalarOp::kAbs: bound = of[0]; break;
        case ScalarOp::kRemainder:
        case ScalarOp::kFmod: bound = of[1]; break;
        case ScalarOp::kSign: bound = 1; break;
        default: break;
      }
    bounds_[i] = std::min(bound, kUnknown);
    kinds_[i] = wgsl_kind(e.dtype);
    if (e.dtype == DType::kInt64 && narrow && bound <= kMostInt) kinds_[i] = WgslKind::kInt;
    if (kinds_[i] == WgslKind::kLong) bounds_[i] = kUnknown;
  }
}

bool WgslText::lanes_possible(const std::vector<ExprId>& ids) const {
  auto is_long = [&](ExprId id) { return kind_of(id) == WgslKind::kLong; };
  for (ExprId id : ids) {
    if (!varies(id)) continue;
    const Expr& e = nest.exprs.at(id);
    // A comparison with an int64 operand has a bool result but compares 64 bits.
    if (is_long(id) || std::any_of(e.operands, e.operands + scalar_op_info(e.op).operands, is_long)) return false;
  }
  return std::none_of(reductions_.begin(), reductions_.end(),
                      [&](const Reduction* r) { return is_arg(*r) || kind_of(*r) == WgslKind::kLong; });
}

void WgslText::choose_width(const std::string& axis, bool flat) {
  SymExpr extent;
  for (const std::vector<Axis>* axes : {&nest.outer, &nest.inner})
    for (const Axis& a : *axes)
      if (a.variable == axis) extent = a.extent;
  const std::vector<ExprId> ids = needed(all_roots(nest));
  if (!extent || !lanes_possible(ids)) return;
  int64_t constant = 0;
  const bool whole = divisible(extent, 4);
  if (!whole && !(flat && !(sym_is_constant(extent, &constant) && constant < 64))) return;
  width = 4;
  bool any = false;
  for (ExprId id : ids)
    if (const Expr& e = nest.exprs.at(id); e.op == ScalarOp::kLoad) any = any || packed(e.index);
  for (const loop::Phase& phase : nest.phases)
    for (const Store& s : phase.stores) any = any || packed(s.index);
  for (const Store& s : nest.row_stores) any = any || packed(s.index);
  if (!any) width = 1;
  tail = width == 4 && !whole;
}

void WgslText::choose_forms() {
  std::vector<bool> vectors(nest.buffers.size()), single_stores(nest.buffers.size());
  for (ExprId id : needed(all_roots(nest)))
    if (const Expr& e = nest.exprs.at(id); e.op == ScalarOp::kLoad && packed(e.index))
      vectors[static_cast<size_t>(e.integer)] = true;
  auto stores = [&](const std::vector<Store>& list) {
    for (const Store& s : list) (packed(s.index) ? vectors : single_stores)[static_cast<size_t>(s.buffer)] = true;
  };
  for (const loop::Phase& phase : nest.phases) stores(phase.stores);
  stores(nest.row_stores);
  for (size_t i = 0; i < vectors.size(); ++i) {
    const DType dtype = nest.buffers[i].dtype;
    const bool wide = vectors[i] && !single_stores[i] && dtype != DType::kInt64;
    forms_.push_back(wide                                          ? Form::kVectors
                     : is_word(dtype)                              ? Form::kElements
                     : single_stores[i] || nest.buffers[i].written ? Form::kAtomicWords
                                                                   : Form::kWords);
  }
}

void WgslText::read_as_vectors(int64_t buffer) {
  if (!nest.buffers[static_cast<size_t>(buffer)].written) forms_[static_cast<size_t>(buffer)] = Form::kVectors;
}

bool WgslText::packed(const SymExpr& index) const {
  return width == 4 && access_along(index, axis_) == Access::kContiguous && divisible(index_at_zero(index, axis_), 4);
}

// --- lines -----------------------------------------------------------------------------

void WgslText::line(const std::string& text, std::vector<ItemId> items) {
  std::erase(items, kNoItem);
  lines_.push_back({std::string(static_cast<size_t>(2 * depth_), ' ') + text, std::move(items)});
}
void WgslText::open(const std::string& text) {
  line(text + " {");
  ++depth_;
}
void WgslText::close() {
  --depth_;
  line("}");
}
ItemId WgslText::item_of(ExprId id) const {
  size_t i = static_cast<uint32_t>(id);
  return i < nest.items.size() ? nest.items[i] : kNoItem;
}

std::string WgslText::binding_type(int64_t buffer) const {
  const DType dtype = dtype_of(buffer);
  const std::string element = dtype == DType::kFloat32 ? "f32" : dtype == DType::kInt64 ? "I64" : "i32";
  switch (forms_[static_cast<size_t>(buffer)]) {
    case Form::kElements: return "array<" + element + ">";
    case Form::kVectors:
      return dtype_bytes(dtype) == 1   ? "array<u32>"
             : dtype_bytes(dtype) == 2 ? "array<vec2<u32>>"
                                       : "array<vec4<" + element + ">>";
    case Form::kWords: return "array<u32>";
    case Form::kAtomicWords: return "array<atomic<u32>>";
  }
  VT_UNREACHABLE("form of a buffer");
}

void WgslText::open_entry(const std::string& name, int threads, const SymExpr& groups) {
  int64_t count = 0;
  const bool many = !sym_is_constant(groups, &count) || count > kMostGroups;
  line("@compute @workgroup_size(" + number_text(threads) + ")", {nest.item});
  line("fn " + name + "(@builtin(workgroup_id) group: vec3<u32>,", {nest.item});
  depth_ += 2;
  if (many) line("@builtin(num_workgroups) groups: vec3<u32>,");
  line("@builtin(local_invocation_index) index: u32) {");
  --depth_;
  for (const std::string& symbol : nest.symbols) line("let " + symbol + " = sizes." + symbol + ";");
  line("let thread = i32(index);");
  line(many ? "let block = i32(group.y * groups.x + group.x);" : "let block = i32(group.x);");
  if (many) line("if (block >= " + wgsl_index(groups) + ") { return; }");
}

std::vector<TaggedLine> WgslText::finish() {
  std::vector<TaggedLine> out;
  auto head = [&](const std::string& text) { out.push_back({text, {}}); };
  out.push_back({"// module " + nest.name, {}});
  if (nest.item != kNoItem) out.back().items.push_back(nest.item);
  int binding = 0;
  auto at = [&] { return "@group(0) @binding(" + number_text(binding++) + ") "; };
  for (size_t i = 0; i < nest.buffers.size(); ++i) {
    const int64_t buffer = static_cast<int64_t>(i);
    head(at() + "var<storage, " + (target.binds_for_writing(nest.buffers[i]) ? "read_write" : "read") + "> " +
         pointer_name(buffer) + ": " + binding_type(buffer) + ";  // " + nest.buffers[i].name);
  }
  if (scratch) head(at() + "var<storage, read_write> scratch: array<u32>;");
  if (!nest.symbols.empty()) {
    std::string members;
    for (const std::string& symbol : nest.symbols) members += (members.empty() ? "" : ", ") + symbol + ": i32";
    head("struct Sizes { " + members + " }");
    head(at() + "var<uniform> sizes: Sizes;");
  }
  for (const std::string& text : declared_) head(text);
  out.insert(out.end(), lines_.begin(), lines_.end());
  return out;
}

void WgslText::unflatten(const std::vector<Axis>& axes, const std::string& value) {
  std::string rest = value;
  for (size_t i = axes.size(); i-- > 0;) {
    const std::string& variable = axes[i].variable;
    if (i == 0) {
      if (variable != rest) line("let " + variable + " = " + rest + ";");
      break;
    }
    const std::string extent = wgsl_index(axes[i].extent), up = variable + "_up";
    line("let " + up + " = " + rest + " / " + extent + ";");
    line("let " + variable + " = " + rest + " - " + up + " * " + extent + ";");
    rest = up;
  }
}

// --- values ----------------------------------------------------------------------------

std::vector<ExprId> WgslText::needed(const std::vector<ExprId>& roots, const WgslKnown& known) const {
  std::vector<bool> mask(nest.exprs.size());
  for (ExprId root : roots) mask[static_cast<uint32_t>(root)] = true;
  for (size_t i = nest.exprs.size(); i-- > 0;) {
    if (!mask[i] || known.count(ExprId(i))) continue;
    const Expr& e = nest.exprs.at(ExprId(i));
    if (ExprId a = loop::one_plus_erf_argument(nest.exprs, e); a != loop::kNoExpr) {
      mask[static_cast<uint32_t>(a)] = true;
      continue;
    }
    for (ExprId operand : e.operands)
      if (operand != loop::kNoExpr) mask[static_cast<uint32_t>(operand)] = true;
  }
  std::vector<ExprId> ids;
  for (size_t i = 0; i < mask.size(); ++i)
    if (mask[i]) ids.push_back(ExprId(i));
  return ids;
}

WgslOperand WgslText::operand(ExprId id) const { return {c_name(id), kind_of(id), varies(id)}; }

void WgslText::values(const std::vector<ExprId>& roots, const WgslKnown& known) {
  for (ExprId id : needed(roots, known)) {
    const Expr& e = nest.exprs.at(id);
    std::string text;
    if (auto found = known.find(id); found != known.end()) {
      text = found->second;
    } else {
      switch (e.op) {
        case ScalarOp::kConstant: text = wgsl_constant(e, kind_of(id)); break;
        case ScalarOp::kLoad: text = load(e, varies(id)); break;
        case ScalarOp::kIndex: text = index_value(e, kind_of(id), varies(id)); break;
        case ScalarOp::kReduced: text = "r" + number_text(e.integer); break;
        case ScalarOp::kInput:
        case ScalarOp::kCarry: VT_UNREACHABLE("placeholders do not reach the generator");
        default: {
          if (ExprId a = loop::one_plus_erf_argument(nest.exprs, e); a != loop::kNoExpr) {
            text = (varies(a) ? "one_plus_erf_4(" : "one_plus_erf(") + c_name(a) + ")";
            break;
          }
          WgslOperands operands;
          for (int i = 0; i < scalar_op_info(e.op).operands; ++i) operands.of.push_back(operand(e.operands[i]));
          operands.kind = kind_of(id);
          operands.lanes = varies(id);
          text = wgsl_operation(nest.exprs, e, operands);
        }
      }
    }
    line("let " + c_name(id) + " = " + text + ";", {item_of(id)});
  }
}

std::string WgslText::index_value(const Expr& e, WgslKind kind, bool lanes) const {
  if (kind == WgslKind::kLong) return wgsl_long_index(e.index);
  if (!lanes) return wgsl_index(e.index);
  int64_t step = 0;
  if (const SymExpr by = step_along(e.index, axis_); by && sym_is_constant(by, &step)) {
    std::string text = wgsl_index(e.index) + " + vec4i(0";
    for (int l = 1; l < 4; ++l) text += ", " + number_text(step * l);
    return text + ")";
  }
  std::string text = "vec4i(";
  for (int l = 0; l < 4; ++l) text += (l ? ", " : "") + wgsl_index(moved(e.index, axis_, l));
  return text + ")";
}

std::string WgslText::load(const Expr& e, bool lanes) const {
  return lanes ? four(e.integer, e.index, axis_) : element(e.integer, wgsl_index(e.index));
}

std::string WgslText::element(int64_t buffer, const std::string& index) const {
  const Form form = forms_[static_cast<size_t>(buffer)];
  const DType dtype = dtype_of(buffer);
  const std::string p = pointer_name(buffer);
  if (is_word(dtype))
    return form == Form::kVectors ? p + "[" + divided(index, 4) + "][" + index + " % 4]" : p + "[" + bare(index) + "]";
  const int per_word = 4 / static_cast<int>(dtype_bytes(dtype));
  std::string word = form == Form::kVectors && per_word == 2
                         ? p + "[" + divided(index, 4) + "][" + divided(index, 2) + " % 2]"
                         : p + "[" + divided(index, per_word) + "]";
  if (form == Form::kAtomicWords) word = "atomicLoad(&" + word + ")";
  const std::string bits = (per_word == 4 ? "byte_at(" : "half_at(") + word + ", " + index + ")";
  switch (dtype) {
    case DType::kBool: return "(" + bits + " != 0u)";
    case DType::kUInt8: return "i32(" + bits + ")";
    case DType::kInt8: return "sign_of_byte(" + bits + ")";
    case DType::kInt16: return "sign_of_half(" + bits + ")";
    case DType::kFloat16: return "load_f16(" + bits + ")";
    case DType::kBFloat16: return "load_bf16(" + bits + ")";
    default: VT_UNREACHABLE("dtype of part of a word");
  }
}

std::string WgslText::vector_at(int64_t buffer, const std::string& index) const {
  const std::string all = pointer_name(buffer) + "[" + divided(index, 4) + "]";
  switch (dtype_of(buffer)) {
    case DType::kBool: return "(bytes_of(" + all + ") != vec4<u32>())";
    case DType::kUInt8: return "vec4i(bytes_of(" + all + "))";
    case DType::kInt8: return "sign_of_byte_4(bytes_of(" + all + "))";
    case DType::kInt16: return "sign_of_half_4(halves_of(" + all + "))";
    case DType::kFloat16: return "load_f16_4(halves_of(" + all + "))";
    case DType::kBFloat16: return "load_bf16_4(halves_of(" + all + "))";
    default: return all;
  }
}

std::string WgslText::four(int64_t buffer, const SymExpr& index, const std::string& axis) const {
  if (holds_vectors(buffer) && packed(index)) return vector_at(buffer, wgsl_index(index));
  std::string text = wgsl_type(wgsl_kind(dtype_of(buffer)), true) + "(";
  for (int l = 0; l < 4; ++l) text += (l ? ", " : "") + element(buffer, wgsl_index(moved(index, axis, l)));
  return text + ")";
}

void WgslText::store_one(int64_t buffer, const std::string& index, const WgslOperand& value, const std::string& guard,
                         const std::vector<ItemId>& items) {
  const DType dtype = dtype_of(buffer);
  const std::string p = pointer_name(buffer), before = guard.empty() ? "" : "if (" + guard + ") { ",
                    after = guard.empty() ? "" : " }";
  const std::string v = wgsl_convert(value, wgsl_kind(dtype), false);
  if (is_word(dtype)) return line(before + p + "[" + bare(index) + "] = " + v + ";" + after, items);
  // Other threads write other parts of the same word, so the update is atomic.
  const bool byte = dtype_bytes(dtype) == 1;
  std::string bits = dtype == DType::kFloat16    ? "store_f16(" + v + ")"
                     : dtype == DType::kBFloat16 ? "store_bf16(" + v + ")"
                     : dtype == DType::kBool     ? "u32(" + v + ")"
                                                 : "(u32(" + v + ") & " + (byte ? "255u)" : "65535u)");
  const std::string place = "&" + p + "[" + divided(index, byte ? 4 : 2) + "]";
  const std::string shift = byte ? "(u32(" + index + " & 3) * 8u)" : "(u32(" + index + " & 1) * 16u)";
  line(before + "atomicAnd(" + place + ", ~(" + (byte ? "255u" : "65535u") + " << " + shift + "));" + after, items);
  line(before + "atomicOr(" + place + ", " + bits + " << " + shift + ");" + after, items);
}

void WgslText::store_four(int64_t buffer, const std::string& index, const WgslOperand& value, const std::string& guard,
                          const std::vector<ItemId>& items) {
  const DType dtype = dtype_of(buffer);
  const std::string p = pointer_name(buffer) + "[" + divided(index, 4) + "]",
                    before = guard.empty() ? "" : "if (" + guard + ") { ", after = guard.empty() ? "" : " }";
  std::string v = wgsl_convert(value, wgsl_kind(dtype), true);
  const bool byte = dtype_bytes(dtype) == 1;
  if (dtype == DType::kFloat16) v = "words_of(store_f16_4(" + v + "))";
  else if (dtype == DType::kBFloat16) v = "words_of(store_bf16_4(" + v + "))";
  else if (!is_word(dtype)) v = (byte ? "word_of(vec4<u32>(" : "words_of(vec4<u32>(") + v + "))";
  if (!tail) return line(before + p + " = " + v + ";" + after, items);
  open("if (left >= 4)");
  line(p + " = " + v + ";", items);
  --depth_;
  open("} else");
  if (is_word(dtype)) line("for (var l = 0; l < left; l++) { " + p + "[l] = " + v + "[l]; }", items);
  else line(p + " = " + (byte ? "first_bytes(" : "first_halves(") + p + ", " + v + ", left);", items);
  close();
}

void WgslText::store(const Store& s, const std::string& guard) {
  const WgslOperand value = operand(s.value);
  const std::vector<ItemId> items{item_of(s.value)};
  const bool lanes = width == 4 && (value.lanes || mentions(s.index, axis_));
  if (!lanes) return store_one(s.buffer, wgsl_index(s.index), value, guard, items);
  if (packed(s.index) && holds_vectors(s.buffer)) return store_four(s.buffer, wgsl_index(s.index), value, guard, items);
  for (int l = 0; l < 4; ++l) {
    WgslOperand one = value;
    if (value.lanes) one.text += "[" + number_text(l) + "]", one.lanes = false;
    std::string there = tail && l > 0 ? "left > " + number_text(l) : "";
    if (!guard.empty()) there = there.empty() ? guard : guard + " && " + there;
    store_one(s.buffer, wgsl_index(moved(s.index, axis_, l)), one, there, items);
  }
}

// --- reductions ------------------------------------------------------------------------

bool WgslText::is_arg(const Reduction& r) { return r.kind == Reduce::kArgMax || r.kind == Reduce::kArgMin; }

// The kind of the accumulator. Arg reductions of bool compare them as integers.
WgslKind WgslText::kind_of(const Reduction& r) const {
  const WgslKind kind = wgsl_kind(r.accumulate);
  return is_arg(r) && kind == WgslKind::kBool ? WgslKind::kInt : kind;
}

std::string WgslText::identity(const Reduction& r, bool lanes) const {
  const WgslKind kind = kind_of(r);
  Expr e;
  e.dtype = r.accumulate;
  const bool largest = r.kind == Reduce::kMax || r.kind == Reduce::kArgMax;
  std::string text;
  switch (r.kind) {
    case Reduce::kSum:
    case Reduce::kAny: break;
    case Reduce::kProd:
    case Reduce::kAll: e.number = 1, e.integer = 1; break;
    default:
      if (kind == WgslKind::kFloat) text = largest ? "-infinity()" : "infinity()";
      else if (kind == WgslKind::kLong) e.integer = largest ? INT64_MIN : INT64_MAX;
      else e.integer = largest ? INT32_MIN : INT32_MAX;
      if (kind == WgslKind::kBool) e.integer = !largest;
  }
  if (text.empty()) text = wgsl_constant(e, kind);
  return lanes ? wgsl_type(kind, true) + "(" + text + ")" : text;
}

std::string WgslText::combine(const Reduction& r, const std::string& a, const std::string& b, bool lanes) const {
  const WgslKind kind = kind_of(r);
  auto called = [&](const char* name) { return std::string(name) + "(" + a + ", " + b + ")"; };
  auto rounded = [&](const std::string& text) {
    Expr cast;
    cast.op = ScalarOp::kCast, cast.dtype = r.accumulate;
    return wgsl_operation(nest.exprs, cast, {{{text, kind, lanes}}, kind, lanes});
  };
  if (kind == WgslKind::kLong) switch (r.kind) {
      case Reduce::kSum: return called("i64_add");
      case Reduce::kProd: return called("i64_mul");
      case Reduce::kMax: return called("i64_max");
      case Reduce::kMin: return called("i64_min");
      default: break;
    }
  switch (r.kind) {
    case Reduce::kSum: return kind == WgslKind::kBool ? a + " | " + b : rounded(a + " + " + b);
    case Reduce::kProd: return kind == WgslKind::kBool ? a + " & " + b : rounded(a + " * " + b);
    case Reduce::kMax:
    case Reduce::kMin:
      if (kind == WgslKind::kBool) return a + (r.kind == Reduce::kMax ? " | " : " & ") + b;
      if (kind == WgslKind::kInt) return called(r.kind == Reduce::kMax ? "max" : "min");
      return called(r.kind == Reduce::kMax ? (lanes ? "max_of_4" : "max_of") : (lanes ? "min_of_4" : "min_of"));
    case Reduce::kAny: return a + " | " + b;
    case Reduce::kAll: return a + " & " + b;
    default: VT_UNREACHABLE("a reduction that is not combined by one value");
  }
}

std::string WgslText::accumulate(const Reduction& r, const std::string& acc, const std::string& at,
                                 const std::string& value, const std::string& place, bool lanes) const {
  if (!is_arg(r)) return acc + " = " + combine(r, acc, value, lanes) + ";";
  const WgslKind kind = kind_of(r);
  const std::string name =
      std::string(r.kind == Reduce::kArgMax ? "is_first_max" : "is_first_min") + (kind == WgslKind::kInt    ? "_i32"
                                                                                  : kind == WgslKind::kLong ? "_i64"
                                                                                                            : "");
  return "if (" + name + "(" + value + ", " + place + ", " + acc + ", " + at + ")) { " + acc + " = " + value + "; " +
         at + " = " + place + "; }";
}

}  // namespace vt::codegen
