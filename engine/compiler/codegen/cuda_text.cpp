#include "codegen/cuda_text.h"

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

CudaText::CudaText(const loop::LoopNest& nest_, const CudaTarget& target_, std::vector<TaggedLine>& out)
    : nest(nest_), target(target_), out_(out), index_type_(fits_int() ? "int" : "i64") {
  for (const loop::Phase& phase : nest.phases) {
    first_reduction_.push_back(static_cast<int>(reductions_.size()));
    for (const Reduction& r : phase.reductions) reductions_.push_back(&r);
  }
}

void CudaText::line(const std::string& text, std::vector<ItemId> items) {
  std::erase(items, kNoItem);
  out_.push_back({std::string(static_cast<size_t>(2 * depth_), ' ') + text, std::move(items)});
}
void CudaText::open(const std::string& text) {
  line(text.empty() ? "{" : text + " {");
  ++depth_;
}
void CudaText::close(const std::string& after) {
  --depth_;
  line("}" + after);
}
ItemId CudaText::item_of(ExprId id) const {
  size_t i = static_cast<uint32_t>(id);
  return i < nest.items.size() ? nest.items[i] : kNoItem;
}

void CudaText::open_kernel(const std::string& name, int threads, bool scratch, bool counters,
                           int blocks_per_multiprocessor) {
  std::string bounds = number_text(threads);
  if (blocks_per_multiprocessor) bounds += ", " + number_text(blocks_per_multiprocessor);
  std::vector<std::string> parameters;
  if (one_of_many) {
    line("static __device__ __forceinline__ void " + name + "(", {nest.item});
    parameters.push_back("const unsigned block");
  } else {
    line("extern \"C\" __global__ void __launch_bounds__(" + bounds + ") " + name + "(", {nest.item});
  }
  depth_ += 2;
  for (size_t i = 0; i < nest.buffers.size(); ++i) {
    const loop::NestBuffer& b = nest.buffers[i];
    parameters.push_back(std::string(b.written ? "" : "const ") + c_storage_type(b.dtype) + "* __restrict__ " +
                         pointer(static_cast<int64_t>(i)) + " /* " + b.name + " */");
  }
  for (const std::string& symbol : nest.symbols) parameters.push_back("const i64 " + symbol);
  if (scratch) parameters.push_back("unsigned char* __restrict__ scratch");
  if (counters) parameters.push_back("unsigned* __restrict__ counters");
  if (looks_up()) parameters.push_back("unsigned long long* problem");
  for (size_t i = 0; i < parameters.size(); ++i) line(parameters[i] + (i + 1 < parameters.size() ? "," : ") {"));
  --depth_;
}

bool CudaText::looks_up() const {
  for (size_t i = 0; i < nest.exprs.size(); ++i)
    if (nest.exprs.at(ExprId(i)).op == ScalarOp::kPosition) return true;
  return false;
}

std::string CudaText::product(const std::vector<Axis>& axes, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) text += (text.empty() ? "" : " * ") + c_index(axes[i].extent);
  return text.empty() ? "1" : text;
}

void CudaText::unflatten(const std::vector<Axis>& axes, const std::string& value, const std::string& first_lane) {
  std::string rest = value;
  const std::string type = std::string("const ") + index_type_ + " ";
  for (size_t i = axes.size(); i-- > 0;) {
    const std::string& variable = axes[i].variable;
    std::string extent = c_index(axes[i].extent), name = variable == first_lane ? variable + "_0" : variable;
    if (i == 0) {
      line(type + name + " = " + rest + ";");
      break;
    }
    std::string up = variable + "_up";
    line(type + up + " = quotient(" + rest + ", " + extent + "), " + name + " = " + rest + " - " + up + " * " + extent +
         ";");
    rest = up;
  }
}

std::vector<ExprId> CudaText::needed(const std::vector<ExprId>& roots, const KnownValues& known) const {
  std::vector<bool> mask(nest.exprs.size());
  for (ExprId root : roots) mask[static_cast<uint32_t>(root)] = true;
  for (size_t i = nest.exprs.size(); i-- > 0;) {
    if (!mask[i] || known.count(ExprId(i))) continue;
    if (ExprId a = loop::one_plus_erf_argument(nest.exprs, nest.exprs.at(ExprId(i))); a != loop::kNoExpr) {
      mask[static_cast<uint32_t>(a)] = true;
      continue;
    }
    for (ExprId operand : nest.exprs.at(ExprId(i)).operands)
      if (operand != loop::kNoExpr) mask[static_cast<uint32_t>(operand)] = true;
  }
  std::vector<ExprId> ids;
  for (size_t i = 0; i < mask.size(); ++i)
    if (mask[i]) ids.push_back(ExprId(i));
  return ids;
}

void CudaText::values(const std::vector<ExprId>& roots, const KnownValues& known) {
  for (ExprId id : needed(roots, known)) {
    const Expr& e = nest.exprs.at(id);
    std::string text;
    if (auto found = known.find(id); found != known.end()) {
      if (found->second == c_name(id)) continue;
      text = found->second;
    } else {
      switch (e.op) {
        case ScalarOp::kConstant: text = c_constant(e, CStyle::kCuda); break;
        case ScalarOp::kLoad: text = load(e); break;
        case ScalarOp::kGather:
          text = from_storage(pointer(e.integer) + "[" + c_index(e.index) + " + " + c_name(e.operands[0]) + "]",
                              nest.buffers[static_cast<size_t>(e.integer)].dtype);
          break;
        case ScalarOp::kPosition:
          text = "position_in(" + c_name(e.operands[0]) + ", " + c_index(e.index) + ", " + number_text(e.integer) +
                 (e.number != 0 ? ", true" : ", false") + ", problem)";
          break;
        case ScalarOp::kIndex: text = "(i64)" + c_index(e.index); break;
        case ScalarOp::kReduced: text = "r" + number_text(e.integer); break;
        case ScalarOp::kInput:
        case ScalarOp::kCarry: VT_UNREACHABLE("placeholders do not reach the generator");
        default:
          if (ExprId a = loop::one_plus_erf_argument(nest.exprs, e); a != loop::kNoExpr)
            text = "one_plus_erf(" + c_name(a) + ")";
          else text = c_operation(nest.exprs, e, CStyle::kCuda);
      }
    }
    line(std::string("const ") + c_register_type(e.dtype) + " " + c_name(id) + " = " + text + ";", {item_of(id)});
  }
}

// --- sizes ---------------------------------------------------------------------------

namespace {
// The greatest magnitude that an index can have; -1 if sizes are not constant.
int64_t magnitude(const SymExpr& e, const loop::LoopNest& nest) {
  if (e->op == SymOp::kConstant) return std::abs(e->constant);
  if (e->op == SymOp::kSymbol) {
    for (const std::vector<Axis>* axes : {&nest.outer, &nest.inner})
      for (const Axis& axis : *axes) {
        int64_t extent;
        if (axis.variable == e->name) return sym_is_constant(axis.extent, &extent) ? extent : -1;
      }
    return -1;
  }
  int64_t sum = e->op == SymOp::kMul ? 1 : 0;
  for (const SymExpr& operand : e->operands) {
    int64_t m = magnitude(operand, nest);
    if (m < 0 || m > INT32_MAX) return -1;
    sum = e->op == SymOp::kMul                                ? sum * m
          : e->op == SymOp::kFloorDiv || e->op == SymOp::kMod ? std::max(sum, m)
                                                              : sum + m;
    if (sum > INT32_MAX) return -1;
  }
  return sum;
}
}  // namespace

int64_t CudaText::hint(const SymExpr& e) const { return with_hints(e, target.hints); }

// Room is left for the steps beyond the end that loops of a block take.
bool CudaText::fits_int() const {
  constexpr int64_t kMost = int64_t{1} << 30;
  int64_t count = 1;
  for (const std::vector<Axis>* axes : {&nest.outer, &nest.inner})
    for (const Axis& axis : *axes) {
      int64_t extent;
      if (!sym_is_constant(axis.extent, &extent)) return false;
      count *= std::max<int64_t>(extent, 1);
      if (count > kMost) return false;
    }
  auto small = [&](const SymExpr& index) {
    int64_t m = magnitude(index, nest);
    return m >= 0 && m <= kMost;
  };
  for (size_t i = 0; i < nest.exprs.size(); ++i)
    if (const SymExpr& index = nest.exprs.at(ExprId(i)).index; index && !small(index)) return false;
  for (const loop::Phase& phase : nest.phases)
    for (const loop::Store& s : phase.stores)
      if (!small(s.index)) return false;
  return std::all_of(nest.row_stores.begin(), nest.row_stores.end(),
                     [&](const loop::Store& s) { return small(s.index); });
}

std::string from_storage(const std::string& place, DType dtype) {
  if (dtype == DType::kBool) return "(" + place + " != 0)";
  if (dtype == DType::kFloat16) return "load_f16(" + place + ")";
  if (dtype == DType::kBFloat16) return "load_bf16(" + place + ")";
  return place;
}
std::string to_storage(const std::string& value, DType dtype) {
  if (dtype == DType::kFloat16) return "store_f16(" + value + ")";
  if (dtype == DType::kBFloat16) return "store_bf16(" + value + ")";
  return value;
}

std::string CudaText::load(const Expr& e) const {
  return from_storage(pointer(e.integer) + "[" + c_index(e.index) + "]",
                      nest.buffers[static_cast<size_t>(e.integer)].dtype);
}

void CudaText::store(const loop::Store& s) {
  DType dtype = nest.buffers[static_cast<size_t>(s.buffer)].dtype;
  line(pointer(s.buffer) + "[" + c_index(s.index) + "] = " + to_storage(c_name(s.value), dtype) + ";",
       {item_of(s.value)});
}

// --- reductions ----------------------------------------------------------------------

bool CudaText::is_arg(const Reduction& r) const { return r.kind == Reduce::kArgMax || r.kind == Reduce::kArgMin; }

std::string CudaText::accumulator_type(const Reduction& r) const {
  if (is_arg(r)) return std::string("At<") + c_register_type(nest.exprs.dtype(r.value)) + ">";
  if (r.kind == Reduce::kDeviations) return std::string("Deviations<") + c_register_type(r.accumulate) + ">";
  return c_register_type(r.accumulate);
}

std::string CudaText::combiner(const Reduction& r) const {
  switch (r.kind) {
    case Reduce::kSum: return "Sum";
    case Reduce::kProd: return "Product";
    case Reduce::kMax: return "Largest";
    case Reduce::kMin: return "Smallest";
    case Reduce::kAny: return "Any";
    case Reduce::kAll: return "All";
    case Reduce::kArgMax: return "FirstLargest";
    case Reduce::kArgMin: return "FirstSmallest";
    case Reduce::kDeviations: return "Spread";
  }
  VT_UNREACHABLE("reduction");
}

std::string CudaText::identity(const Reduction& r) const {
  return combiner(r) + "::identity<" + accumulator_type(r) + ">()";
}

std::string CudaText::accumulate(const Reduction& r, const std::string& accumulator, const std::string& value,
                                 const std::string& position) const {
  if (r.kind == Reduce::kDeviations) return accumulator + " = Spread::add(" + accumulator + ", " + value + ");";
  std::string element = is_arg(r) ? accumulator_type(r) + "{" + value + ", " + position + "}" : value;
  return accumulator + " = " + combiner(r) + "::combine(" + accumulator + ", " + element + ");";
}

std::string CudaText::result_of(const Reduction& r, const std::string& accumulator) const {
  return accumulator + (is_arg(r) ? ".at" : r.kind == Reduce::kDeviations ? ".sum" : "");
}

}  // namespace vt::codegen
