// The statements of one nest in C++: its arguments, expressions, loads and stores, for one
// element or in lanes. The loops around them are cpp_openmp.cpp's.
#pragma once
#include <string>
#include <vector>

#include "codegen/c_text.h"
#include "codegen/codegen.h"
#include "codegen/plan.h"

namespace vt::codegen {

inline std::string number(int64_t v) { return std::to_string(v); }

// Base of the generator of loops: both write lines of one function.
class CppText {
 protected:
  CppText(const loop::LoopNest& nest, bool fused, std::vector<TaggedLine>& out);

  void line(const std::string& text, std::vector<ItemId> items = {});
  void open(const std::string& text) { line(text + " {"), ++depth_; }
  void close() { --depth_, line("}"); }
  ItemId item_of(loop::ExprId id) const;
  void declare_arguments();
  std::string pointer(int64_t buffer) const { return "p" + number(buffer); }
  std::string choice(const loop::Expr& e, CStyle style) const;
  // Integers of 64 bits in lanes: see of_positions().
  bool moves(loop::ExprId root) const;  // with the lanes
  std::string position_lines(const loop::Expr& e) const;
  std::string of_positions(const loop::Expr& e) const;
  // Emits what the roots need as `const auto tN = ...;`. `carried`: text of kReduced r.
  void emit_values(const std::vector<loop::ExprId>& roots, bool lanes, const std::string& reduced_suffix = "");
  std::string reduced(const loop::Expr& e, bool lanes, const std::string& suffix) const;
  std::string load(const loop::Expr& e, bool lanes) const;
  // A part of a tensor that lies transposed: copied so that lanes lie side by side, and read from there; or written so,
  // and then copied.
  struct Tile {
    int64_t buffer = 0;
    SymExpr index, step;  // of the elements, and from lane to lane
    std::string name;
  };
  const Tile* tile_of(const loop::Expr& load) const;
  const Tile* tile_of(const loop::Store& store) const;
  static std::string scalar_load(const std::string& place, DType dtype);
  void emit_stores(const std::vector<loop::Store>& stores, bool lanes);
  bool streams(const loop::Store& s) const;
  // Stashed values are read back while they are still in the cache.
  bool is_read(int64_t buffer) const;
  // Declares `stream`: output too large for the caches, and every vector aligned.
  void declare_stream(const std::string& total, const std::string& row_length);
  void finish_stream();

  loop::LoopNest nest_;
  NestPlan plan_;
  int depth_ = 0;
  std::vector<Tile> tiles_, store_tiles_;
  std::string tile_place_;  // of the element, or the first lane, in every tile

 private:
  std::vector<TaggedLine>& out_;
  bool streaming_ = false;
};

}  // namespace vt::codegen
