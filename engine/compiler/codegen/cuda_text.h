// What the sources of the CUDA generator share: lines, parameters, expressions, loads and
// stores, and how a reduction is written. cuda.cpp chooses among cuda_*.cpp, one per shape
// of kernel. The names that the text uses (Pack, block_reduce ...) are the prelude's.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "codegen/c_text.h"
#include "codegen/codegen.h"
#include "codegen/plan.h"

namespace vt::codegen {

// Text that stands for an expression which was computed before.
using KnownValues = std::map<loop::ExprId, std::string>;

class CudaText {
 public:
  CudaText(const loop::LoopNest& nest, const CudaTarget& target, std::vector<TaggedLine>& out);

  const loop::LoopNest& nest;
  const CudaTarget& target;

  void line(const std::string& text, std::vector<ItemId> items = {});
  void open(const std::string& text);
  void close(const std::string& after = "");
  ItemId item_of(loop::ExprId id) const;

  // `extern "C" __global__ void NAME(parameters) {`, one level deeper.
  void open_kernel(const std::string& name, int threads, bool scratch = false, bool counters = false,
                   int blocks_per_multiprocessor = 0);
  bool looks_up() const;  // reads positions from memory
  // The number of the block, which is a parameter where the kernel is one of several tensors
  // (cuda_foreach.cpp).
  bool one_of_many = false;
  std::string block() const { return one_of_many ? "block" : "blockIdx.x"; }
  // Splits flat `value` into the axes, last fastest. `first_lane`: the axis whose variable
  // is that of a vector's first element ("i1_0").
  void unflatten(const std::vector<loop::Axis>& axes, const std::string& value, const std::string& first_lane = "");
  // The value with the symbols' hints.
  int64_t hint(const SymExpr& e) const;
  // "int" where every index fits, else "i64".
  const char* index_type() const { return index_type_; }
  static std::string product(const std::vector<loop::Axis>& axes, size_t begin, size_t end);

  // `const T tN = ...;` for all that the roots need and that is not in `known`; what is
  // known is named by its text.
  void values(const std::vector<loop::ExprId>& roots, const KnownValues& known = {});
  // What `values` evaluates: ids in order, known ones included.
  std::vector<loop::ExprId> needed(const std::vector<loop::ExprId>& roots, const KnownValues& known = {}) const;
  void store(const loop::Store& s);
  std::string load(const loop::Expr& e) const;  // one element, in its register type
  std::string pointer(int64_t buffer) const { return "p" + std::to_string(buffer); }

  // --- reductions: numbered through the phases, as kReduced counts them
  int first_reduction(size_t phase) const { return first_reduction_[phase]; }
  const loop::Reduction& reduction(int number) const { return *reductions_[static_cast<size_t>(number)]; }
  int reduction_count() const { return static_cast<int>(reductions_.size()); }
  bool is_arg(const loop::Reduction& r) const;
  std::string accumulator_type(const loop::Reduction& r) const;  // "float", "At<float>"
  std::string combiner(const loop::Reduction& r) const;          // "Sum"
  std::string identity(const loop::Reduction& r) const;
  // `acc = combine(acc, element)`; `position` is the flat inner index.
  std::string accumulate(const loop::Reduction& r, const std::string& accumulator, const std::string& value,
                         const std::string& position) const;
  std::string result_of(const loop::Reduction& r, const std::string& accumulator) const;

 private:
  bool fits_int() const;
  std::vector<TaggedLine>& out_;
  const char* index_type_;
  int depth_ = 0;
  std::vector<const loop::Reduction*> reductions_;
  std::vector<int> first_reduction_;
};

std::string from_storage(const std::string& place, DType dtype);  // "(place != 0)", "load_f16(place)"
std::string to_storage(const std::string& value, DType dtype);
const std::string& cuda_prelude();

// One per shape of kernel.
CudaKernel emit_cuda_pointwise(CudaText& text);
// Threads that each compute a few results alone: short reductions, and pointwise nests that read transposed
// (cuda_cells.cpp).
bool is_for_cells(CudaText& text);
CudaKernel emit_cuda_cells(CudaText& text);
bool reads_transposed(CudaText& text);
CudaKernel emit_cuda_transposed(CudaText& text);
// A row per group of threads, kept in registers between the phases; false if rows are too long, or better read by
// columns.
bool rows_fit_registers(CudaText& text);
CudaKernel emit_cuda_rows(CudaText& text);
// Columns, long rows and few rows: accumulators in registers, cut among blocks where
// there is too little else to do.
CudaKernel emit_cuda_reductions(CudaText& text);

// One launch for many tensors; `text` is of a pointwise nest over "n" elements.
CudaKernel emit_cuda_foreach(CudaText& text, size_t shared);

// The whole product, epilogue included; `text` is of product_nest.
loop::LoopNest product_nest(const loop::MatmulTemplate& product);
CudaKernel emit_cuda_product(CudaText& text, const loop::MatmulTemplate& product);

}  // namespace vt::codegen
