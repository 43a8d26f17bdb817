#include "codegen/cuda_lanes.h"

#include <algorithm>

namespace vt::codegen {

using loop::Expr;
using loop::ExprId;
using loop::ScalarOp;
using loop::Store;

namespace {

SymExpr rename_axis(const SymExpr& index, const std::string& axis) {
  return sym_substitute(
      index,
      [](const void* context, std::string_view name) -> SymExpr {
        const auto& from = *static_cast<const std::string*>(context);
        return name == from ? sym_variable(from + "_0") : SymExpr();
      },
      &axis);
}

// Is the value of an int64 expression a multiple of `by`, as one can see?
bool is_multiple(const loop::ExprGraph& g, ExprId id, int64_t by) {
  const Expr& e = g.at(id);
  if (e.op == ScalarOp::kConstant) return e.integer % by == 0;
  if (e.op == ScalarOp::kIndex) return divisible(e.index, by);
  if (e.op == ScalarOp::kAdd) return is_multiple(g, e.operands[0], by) && is_multiple(g, e.operands[1], by);
  return e.op == ScalarOp::kMul && (is_multiple(g, e.operands[0], by) || is_multiple(g, e.operands[1], by));
}

}  // namespace

CudaLanes::CudaLanes(CudaText& text, std::string axis, bool flat) : text_(text), axis_(std::move(axis)) {
  const loop::LoopNest& nest = text_.nest;
  SymExpr extent;
  for (const std::vector<loop::Axis>* axes : {&nest.outer, &nest.inner})
    for (const loop::Axis& a : *axes)
      if (a.variable == axis_) extent = a.extent;
  if (!extent || !text_.target.aligned) return;
  // Every contiguous access counts for the width; those that start between vectors cannot
  // be packs, whatever it is.
  auto follows = [&](const Expr& e) { return access_of(nest.exprs, e, axis_) == Access::kContiguous; };
  std::vector<std::pair<SymExpr, DType>> places;
  std::vector<ExprId> roots;
  for (const loop::Phase& phase : nest.phases) {
    for (ExprId id : roots_of(phase)) roots.push_back(id);
    for (const Store& s : phase.stores) places.emplace_back(s.index, dtype_of(s.buffer));
  }
  for (ExprId id : text_.needed(roots))
    if (const Expr& e = nest.exprs.at(id); loop::reads_buffer(e.op) && follows(e))
      places.emplace_back(e.index, dtype_of(e.integer));
  int bytes = 0;
  for (const auto& [index, dtype] : places)
    if (access_along(index, axis_) == Access::kContiguous)
      bytes = std::max(bytes, static_cast<int>(dtype_bytes(dtype)));
  if (bytes == 0) return;
  int64_t constant = 0;
  bool long_flat = flat && !(sym_is_constant(extent, &constant) && constant < 4096);
  width = std::min(16 / bytes, 8);
  while (width > 1 && !long_flat && !divisible(extent, width)) width /= 2;
  tail = !divisible(extent, width);
  any_pack = width > 1 && std::any_of(places.begin(), places.end(), [&](const auto& p) { return packed(p.first); });
  if (!any_pack) width = 1, tail = false;
}

bool CudaLanes::packed(const SymExpr& index) const {
  return width > 1 && access_along(index, axis_) == Access::kContiguous &&
         divisible(index_at_zero(index, axis_), width);
}

std::vector<ExprId> CudaLanes::packs(const std::vector<ExprId>& roots, const KnownValues& known) const {
  std::vector<ExprId> loads;
  for (ExprId id : text_.needed(roots, known)) {
    const Expr& e = text_.nest.exprs.at(id);
    // Single elements of a contiguous row are loaded ahead as well, as packs of one.
    bool single = width == 1 && e.op == ScalarOp::kLoad && mentions(e.index, axis_);
    if (e.op == ScalarOp::kLoad && !known.count(id) && (single || packed(e.index))) loads.push_back(id);
    if (e.op == ScalarOp::kGather && !known.count(id) && packed_gather(e)) loads.push_back(id);
  }
  return loads;
}

// A whole vector follows where its first element is found.
bool CudaLanes::packed_gather(const Expr& e) const {
  return packed(e.index) && is_multiple(text_.nest.exprs, e.operands[0], width) &&
         access_of(text_.nest.exprs, e, axis_) == Access::kContiguous;
}

std::string CudaLanes::first_place(int64_t buffer, const SymExpr& index) const {
  return text_.pointer(buffer) + " + " + c_index(rename_axis(index, axis_));
}

void CudaLanes::declare(ExprId load, const std::string& count) {
  const Expr& e = text_.nest.exprs.at(load);
  text_.line("Pack<" + std::string(c_storage_type(dtype_of(e.integer))) + ", " + number_text(width) + "> a" +
                 number_text(static_cast<uint32_t>(load)) + "[" + count + "];",
             {text_.item_of(load)});
}

void CudaLanes::load(ExprId load, const std::string& slot, const std::string& left) {
  const Expr& e = text_.nest.exprs.at(load);
  if (e.op != ScalarOp::kGather) return load_from(load, slot, first_place(e.integer, e.index), left);
  text_.open("");
  text_.values({e.operands[0]});
  load_from(load, slot, first_place(e.integer, e.index) + " + " + c_name(e.operands[0]), left);
  text_.close();
}

void CudaLanes::load_from(ExprId load, const std::string& slot, const std::string& place, const std::string& left) {
  const std::string n = number_text(width);
  text_.line("a" + number_text(static_cast<uint32_t>(load)) + "[" + slot + "] = " +
                 (tail ? "load_part<" + n + ">(" + place + ", " + left + ");" : "load_pack<" + n + ">(" + place + ");"),
             {text_.item_of(load)});
}

std::string CudaLanes::lane(ExprId load, const std::string& slot) const {
  const Expr& e = text_.nest.exprs.at(load);
  return from_storage("a" + number_text(static_cast<uint32_t>(load)) + "[" + slot + "].at[l]", dtype_of(e.integer));
}

void CudaLanes::open_lanes(const std::string& last) {
  if (axis_.empty()) return text_.open("");
  if (width == 1) {
    text_.open("");
    text_.line("constexpr int l = 0;");
  } else {
    text_.line("#pragma unroll");
    text_.open("for (int l = 0; l < " + number_text(width) + "; ++l)");
  }
  std::string place = axis_ + "_0 + l";
  if (tail && !last.empty()) place = "min_of(" + place + ", " + last + ")";
  text_.line(std::string("const ") + text_.index_type() + " " + axis_ + " = " + place + ";");
}

void CudaLanes::declare_stores(const std::vector<Store>& stores, const std::string& prefix) {
  for (size_t i = 0; i < stores.size(); ++i)
    if (packed(stores[i].index))
      text_.line(pack_type(stores[i]) + " " + prefix + number_text(static_cast<int64_t>(i)) + ";");
}

std::string CudaLanes::pack_type(const Store& s) const {
  return "Pack<" + std::string(c_storage_type(dtype_of(s.buffer))) + ", " + number_text(width) + ">";
}

void CudaLanes::fill_stores(const std::vector<Store>& stores, const std::string& prefix, const std::string& guard) {
  for (size_t i = 0; i < stores.size(); ++i) {
    const Store& s = stores[i];
    std::string value = to_storage(c_name(s.value), dtype_of(s.buffer));
    std::vector<ItemId> items{text_.item_of(s.value)};
    if (packed(s.index)) text_.line(prefix + number_text(static_cast<int64_t>(i)) + ".at[l] = " + value + ";", items);
    else
      text_.line((guard.empty() ? "" : "if (" + guard + ") ") + text_.pointer(s.buffer) + "[" + c_index(s.index) +
                     "] = " + value + ";",
                 items);
  }
}

void CudaLanes::write_stores(const std::vector<Store>& stores, const std::string& prefix, const std::string& left,
                             const std::string& guard) {
  for (size_t i = 0; i < stores.size(); ++i) {
    const Store& s = stores[i];
    if (!packed(s.index)) continue;
    std::string place = first_place(s.buffer, s.index), n = number_text(width),
                v = prefix + number_text(static_cast<int64_t>(i));
    text_.line((guard.empty() ? "" : "if (" + guard + ") ") +
                   (tail ? "store_part<" + n + ">(" + place + ", " + v + ", " + left + ");"
                         : "store_pack<" + n + ">(" + place + ", " + v + ");"),
               {text_.item_of(s.value)});
  }
}

}  // namespace vt::codegen
