// Vectors of neighbouring elements in CUDA text: how many elements a thread takes at once,
// and which loads and stores move as one 128-bit access. For cuda_*.cpp.
#pragma once
#include <set>

#include "codegen/cuda_text.h"

namespace vt::codegen {

class CudaLanes {
 public:
  // `tail`: the axis is flat and may end within a vector.
  CudaLanes(CudaText& text, std::string axis, bool tail);
  int width = 1;
  bool tail = false;  // some vector is not full
  bool any_pack = false;
  bool packed(const SymExpr& index) const;

  // Loads, those at positions from memory too, that move as packs among what the roots need beside `known`.
  std::vector<loop::ExprId> packs(const std::vector<loop::ExprId>& roots, const KnownValues& known = {}) const;
  // `Pack<float, 4> a3[COUNT];`
  void declare(loop::ExprId load, const std::string& count);
  // `a3[slot] = load_pack<4>(p0 + ...)`; `left` is the number of elements up to the end.
  void load(loop::ExprId load, const std::string& slot, const std::string& left = "");
  void load_from(loop::ExprId load, const std::string& slot, const std::string& place, const std::string& left = "");
  // The text of lane l of a pack.
  std::string lane(loop::ExprId load, const std::string& slot) const;
  // Opens `for (l ...)` with the axis variable set; `last`: the greatest index there is.
  void open_lanes(const std::string& last = "");
  DType dtype_of(int64_t buffer) const { return text_.nest.buffers[static_cast<size_t>(buffer)].dtype; }
  std::string pack_type(const loop::Store& s) const;  // "Pack<float, 4>"
  // Stores: packs are declared before the lanes, filled within, and written after.
  void declare_stores(const std::vector<loop::Store>& stores, const std::string& prefix);
  void fill_stores(const std::vector<loop::Store>& stores, const std::string& prefix, const std::string& guard = "");
  void write_stores(const std::vector<loop::Store>& stores, const std::string& prefix, const std::string& left = "",
                    const std::string& guard = "");

 private:
  bool packed_gather(const loop::Expr& e) const;
  std::string first_place(int64_t buffer, const SymExpr& index) const;
  CudaText& text_;
  std::string axis_;
};

}  // namespace vt::codegen
