#include "codegen/cuda_tiles.h"

#include <algorithm>

namespace vt::codegen {

using loop::Axis;
using loop::Expr;
using loop::ExprId;
using loop::Phase;
using loop::ScalarOp;
using loop::Store;

namespace {

constexpr int64_t kSector = 32;            // bytes that memory moves at least
constexpr int64_t kMostShared = 40 << 10;  // of a block: what reductions need comes on top
constexpr int64_t kSmall = 16 << 10;       // below, more rows share a block
constexpr int kMostRows = 16;

int bytes(DType dtype) { return static_cast<int>(dtype_bytes(dtype)); }

}  // namespace

CudaTiles::CudaTiles(CudaText& text, int64_t length, int width) : text_(text), length_(length) {
  // Vectors of a row are read from a tile as well.
  if (text.nest.outer.empty() || length < 32 || length % width != 0) return;
  choose_axis();
  if (axis.variable.empty()) return;
  int widest = 1, narrowest = 8;
  for (const Phase& phase : text.nest.phases) {
    for (ExprId id : text.needed(roots_of(phase))) {
      const Expr& e = text.nest.exprs.at(id);
      if (e.op != ScalarOp::kLoad || !lies_across(e.index)) continue;
      if (std::find(loads_.begin(), loads_.end(), id) == loads_.end()) loads_.push_back(id);
      widest = std::max(widest, bytes(e.dtype)), narrowest = std::min(narrowest, bytes(e.dtype));
    }
    for (const Store& s : phase.stores)
      if (lies_across(s.index)) narrowest = std::min(narrowest, bytes(dtype_of(s.buffer)));
  }
  int wanted = std::min(kMostRows, static_cast<int>(kSector) / narrowest);
  while (wanted < kMostRows && bytes_of_tiles(wanted * 2) <= kSmall) wanted *= 2;
  const int64_t blocks = text.hint(extent_of(text.nest.outer)) / wanted;
  if (bytes_of_tiles(wanted) > kMostShared || text.hint(axis.extent) < wanted || blocks < text.target.multiprocessors)
    return;
  rows = wanted;
}

bool CudaTiles::lies_across(const SymExpr& index) const {
  if (access_along(index, axis.variable) != Access::kContiguous) return false;
  return access_along(index, text_.nest.inner.back().variable) == Access::kStrided;
}

void CudaTiles::choose_axis() {
  const std::string& row = text_.nest.inner.back().variable;
  auto choose = [&](const SymExpr& index) {
    if (access_along(index, row) != Access::kStrided) return;
    for (const Axis& a : text_.nest.outer)
      if (access_along(index, a.variable) == Access::kContiguous && axis.variable.empty()) axis = a;
  };
  for (const Phase& phase : text_.nest.phases) {
    for (ExprId id : text_.needed(roots_of(phase)))
      if (const Expr& e = text_.nest.exprs.at(id); e.op == ScalarOp::kLoad) choose(e.index);
    for (const Store& s : phase.stores) choose(s.index);
  }
}

// Longer than the row, so that neither the rows of a tile nor its columns meet in one bank.
int64_t CudaTiles::pitch(DType dtype) const {
  const int64_t vector = 16 / bytes(dtype);
  return (length_ + 2 * vector - 1) / (2 * vector) * (2 * vector) + vector;
}

int64_t CudaTiles::bytes_of_tiles(int of_rows) const {
  int64_t sum = 0;
  for (ExprId id : loads_) {
    const DType dtype = dtype_of(text_.nest.exprs.at(id).integer);
    sum += of_rows * pitch(dtype) * bytes(dtype);
  }
  for (const Phase& phase : text_.nest.phases)
    for (const Store& s : phase.stores)
      if (lies_across(s.index)) sum += of_rows * pitch(dtype_of(s.buffer)) * bytes(dtype_of(s.buffer));
  return sum;
}

bool CudaTiles::has(ExprId load) const {
  return rows > 0 && std::find(loads_.begin(), loads_.end(), load) != loads_.end();
}

std::vector<Axis> CudaTiles::block_axes() const {
  std::vector<Axis> axes = text_.nest.outer;
  for (Axis& a : axes)
    if (a.variable == axis.variable) a = {"tile", ceil_div(a.extent, sym_constant(rows))};
  return axes;
}

void CudaTiles::name_row() const {
  const std::string type = text_.index_type(), wanted = "tile * " + number_text(rows) + " + mine";
  if (whole()) return text_.line("const " + type + " " + axis.variable + " = " + wanted + ";");
  text_.line("const bool alive = " + wanted + " < " + c_index(axis.extent) + ";");
  text_.line("const " + type + " " + axis.variable + " = alive ? " + wanted + " : " + c_index(axis.extent) + " - 1;");
}

int CudaTiles::vector(const SymExpr& index, DType dtype) const {
  int width = text_.target.aligned ? std::min(16 / bytes(dtype), rows) : 1;
  while (width > 1 && (!divisible(axis.extent, width) || !divisible(index_at_zero(index, axis.variable), width)))
    width /= 2;
  return width;
}

void CudaTiles::declare_tile(const std::string& tile, DType dtype) const {
  text_.line("constexpr int " + tile + "_pitch = " + number_text(pitch(dtype)) + ";");
  text_.line("__shared__ __align__(16) " + std::string(c_storage_type(dtype)) + " " + tile + "[" + number_text(rows) +
             " * " + tile + "_pitch];");
}

// Opens the loop in which neighbouring threads take neighbours along `axis`, then the next place of the rows.
void CudaTiles::open_elements(int threads, int vector) const {
  const std::string parts = number_text(rows / vector), v = number_text(vector), type = text_.index_type();
  text_.line("#pragma unroll 8");
  text_.open("for (int at = threadIdx.x; at < " + number_text(length_ * rows / vector) +
             "; at += " + number_text(threads) + ")");
  text_.line("const int column = at / " + parts + ", part = at % " + parts + " * " + v + ";");
  text_.unflatten(text_.nest.inner, "column");
  text_.line("const " + type + " " + axis.variable + " = tile * " + number_text(rows) + " + part;");
}

void CudaTiles::fill(int threads) const {
  for (ExprId id : loads_) {
    const Expr& e = text_.nest.exprs.at(id);
    const DType dtype = dtype_of(e.integer);
    const int width = vector(e.index, dtype);
    const std::string tile = tile_of(id), v = number_text(width);
    declare_tile(tile, dtype);
    open_elements(threads, width);
    if (!whole()) text_.line("if (" + axis.variable + " >= " + c_index(axis.extent) + ") continue;");
    text_.line(
        "const auto elements = load_pack<" + v + ">(" + text_.pointer(e.integer) + " + " + c_index(e.index) + ");",
        {text_.item_of(id)});
    text_.line("#pragma unroll");
    text_.line("for (int l = 0; l < " + v + "; ++l) " + tile + "[(part + l) * " + tile +
               "_pitch + column] = elements.at[l];");
    text_.close();
  }
  if (!loads_.empty()) text_.line("__syncthreads();");
}

void CudaTiles::declare(size_t phase) const {
  const std::vector<Store>& stores = text_.nest.phases[phase].stores;
  for (size_t i = 0; i < stores.size(); ++i)
    if (has(stores[i])) declare_tile(tile_of(phase, i), dtype_of(stores[i].buffer));
}

void CudaTiles::write(size_t phase, int threads) const {
  const std::vector<Store>& stores = text_.nest.phases[phase].stores;
  if (std::none_of(stores.begin(), stores.end(), [&](const Store& s) { return has(s); })) return;
  text_.line("__syncthreads();");
  for (size_t i = 0; i < stores.size(); ++i) {
    const Store& s = stores[i];
    if (!has(s)) continue;
    const int width = vector(s.index, dtype_of(s.buffer));
    const std::string tile = tile_of(phase, i), v = number_text(width);
    open_elements(threads, width);
    if (!whole()) text_.line("if (" + axis.variable + " >= " + c_index(axis.extent) + ") continue;");
    text_.line("Pack<" + std::string(c_storage_type(dtype_of(s.buffer))) + ", " + v + "> elements;");
    text_.line("#pragma unroll");
    text_.line("for (int l = 0; l < " + v + "; ++l) elements.at[l] = " + tile + "[(part + l) * " + tile +
               "_pitch + column];");
    text_.line("store_pack<" + v + ">(" + text_.pointer(s.buffer) + " + " + c_index(s.index) + ", elements);",
               {text_.item_of(s.value)});
    text_.close();
  }
}

}  // namespace vt::codegen
