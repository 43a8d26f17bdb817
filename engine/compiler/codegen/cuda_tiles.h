// Tiles in shared memory for what a row kernel reads or writes across its rows: where neighbours in memory belong to
// neighbouring rows, a block takes several such rows and moves their elements through a tile, so that memory sees whole
// sectors. For cuda_rows.cpp.
#pragma once
#include "codegen/cuda_text.h"

namespace vt::codegen {

class CudaTiles {
 public:
  // `length`: the elements of a row, along the nest's inner axes; `width`: of the vectors in which a row is read.
  CudaTiles(CudaText& text, int64_t length, int width);
  int rows = 0;     // of a block; 0 where nothing lies across the rows, or tiles do not fit
  loop::Axis axis;  // the outer axis along which these rows lie

  bool has(loop::ExprId load) const;
  bool has(const loop::Store& store) const { return rows > 0 && lies_across(store.index); }
  // The outer axes with `tile` in the place of `axis`: one point per block.
  std::vector<loop::Axis> block_axes() const;
  // `const int AXIS = ...;` of row `mine` of the block, and whether it is `alive`.
  void name_row() const;
  bool whole() const { return divisible(axis.extent, rows); }  // every block has all its rows

  // All that is read by way of tiles comes to shared memory.
  void fill(int threads) const;
  // Where `place` of row `mine` lies in the tile of a load or of the n-th store of a phase.
  std::string element(loop::ExprId load) const { return element_of(tile_of(load)); }
  std::string element(size_t phase, size_t store) const { return element_of(tile_of(phase, store)); }
  // Tiles of stores: declared before the rows fill them, written to memory afterwards.
  void declare(size_t phase) const;
  void write(size_t phase, int threads) const;

 private:
  bool lies_across(const SymExpr& index) const;
  void choose_axis();
  int64_t bytes_of_tiles(int of_rows) const;
  int64_t pitch(DType dtype) const;
  int vector(const SymExpr& index, DType dtype) const;  // elements that move at once along `axis`
  DType dtype_of(int64_t buffer) const { return text_.nest.buffers[static_cast<size_t>(buffer)].dtype; }
  void declare_tile(const std::string& tile, DType dtype) const;
  void open_elements(int threads, int vector) const;
  std::string element_of(const std::string& tile) const { return tile + " + mine * " + tile + "_pitch + place"; }
  static std::string tile_of(loop::ExprId load) { return "tile" + number_text(static_cast<uint32_t>(load)); }
  static std::string tile_of(size_t phase, size_t store) {
    return "out" + number_text(static_cast<int64_t>(phase)) + "_" + number_text(static_cast<int64_t>(store));
  }

  CudaText& text_;
  int64_t length_;
  std::vector<loop::ExprId> loads_;
};

}  // namespace vt::codegen
