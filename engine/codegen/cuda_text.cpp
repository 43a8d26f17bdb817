#include "codegen/cuda_text.h"

#include <algorithm>

#include "support/check.h"

namespace vt::codegen {

using loop::Axis;
using loop::Expr;
using loop::ExprId;
using loop::Reduce;
using loop::Reduction;
using loop::ScalarOp;

std::string number_text(int64_t v) { return std::to_string(v); }

CudaText::CudaText(const loop::LoopNest& nest_, const CudaTarget& target_, std::vector<TaggedLine>& out)
    : nest(nest_), target(target_), out_(out) {
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
  line("extern \"C\" __global__ void __launch_bounds__(" + bounds + ") " + name + "(", {nest.item});
  depth_ += 2;
  std::vector<std::string> parameters;
  for (size_t i = 0; i < nest.buffers.size(); ++i) {
    const loop::NestBuffer& b = nest.buffers[i];
    parameters.push_back(std::string(b.written ? "" : "const ") + c_storage_type(b.dtype) + "* __restrict__ " +
                         pointer(static_cast<int64_t>(i)) + " /* " + b.name + " */");
  }
  for (const std::string& symbol : nest.symbols) parameters.push_back("const i64 " + symbol);
  if (scratch) parameters.push_back("unsigned char* __restrict__ scratch");
  if (counters) parameters.push_back("unsigned* __restrict__ counters");
  for (size_t i = 0; i < parameters.size(); ++i) line(parameters[i] + (i + 1 < parameters.size() ? "," : ") {"));
  --depth_;
}

std::string CudaText::product(const std::vector<Axis>& axes, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) text += (text.empty() ? "" : " * ") + c_index(axes[i].extent);
  return text.empty() ? "1" : text;
}

void CudaText::unflatten(const std::vector<Axis>& axes, const std::string& value) {
  if (axes.empty()) return;
  if (axes.size() == 1) return line("const i64 " + axes[0].variable + " = " + value + ";");
  std::string rest = value;
  for (size_t i = axes.size(); i-- > 0;) {
    std::string extent = c_index(axes[i].extent), name = axes[i].variable;
    if (i == 0) {
      line("const i64 " + name + " = " + rest + ";");
      break;
    }
    line("const i64 " + name + "_up = quotient(" + rest + ", " + extent + "), " + name + " = " + rest + " - " + name +
         "_up * " + extent + ";");
    rest = name + "_up";
  }
}

void CudaText::values(const std::vector<ExprId>& roots, const KnownValues& known) {
  // What only known values need is not computed again.
  std::vector<bool> needed(nest.exprs.size());
  for (ExprId root : roots) needed[static_cast<uint32_t>(root)] = true;
  for (size_t i = nest.exprs.size(); i-- > 0;) {
    if (!needed[i] || known.count(ExprId(i))) continue;
    for (ExprId operand : nest.exprs.at(ExprId(i)).operands)
      if (operand != loop::kNoExpr) needed[static_cast<uint32_t>(operand)] = true;
  }
  for (size_t i = 0; i < nest.exprs.size(); ++i) {
    if (!needed[i]) continue;
    ExprId id = ExprId(i);
    const Expr& e = nest.exprs.at(id);
    std::string text;
    if (auto found = known.find(id); found != known.end()) {
      if (found->second == c_name(id)) continue;
      text = found->second;
    } else {
      switch (e.op) {
        case ScalarOp::kConstant: text = c_constant(e, CStyle::kCuda); break;
        case ScalarOp::kLoad: text = load(e); break;
        case ScalarOp::kIndex: text = "(i64)" + c_index(e.index); break;
        case ScalarOp::kReduced: text = "r" + number_text(e.integer); break;
        case ScalarOp::kInput:
        case ScalarOp::kCarry: VT_UNREACHABLE("placeholders do not reach the generator");
        default: text = c_operation(nest.exprs, e, CStyle::kCuda);
      }
    }
    line(std::string("const ") + c_register_type(e.dtype) + " " + c_name(id) + " = " + text + ";", {item_of(id)});
  }
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
  }
  VT_UNREACHABLE("reduction");
}

std::string CudaText::identity(const Reduction& r) const {
  return combiner(r) + "::identity<" + accumulator_type(r) + ">()";
}

std::string CudaText::accumulate(const Reduction& r, const std::string& accumulator, const std::string& value,
                                 const std::string& position) const {
  std::string element = is_arg(r) ? accumulator_type(r) + "{" + value + ", " + position + "}" : value;
  return accumulator + " = " + combiner(r) + "::combine(" + accumulator + ", " + element + ");";
}

std::string CudaText::result_of(const Reduction& r, const std::string& accumulator) const {
  return is_arg(r) ? accumulator + ".at" : accumulator;
}

}  // namespace vt::codegen
