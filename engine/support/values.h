// The values of a graph in one call, node by node: plain data for the values panel and the graph's diagrams. Filled by
// session/graph_values.h; pages of whole tensors are filled on demand.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/provenance.h"

namespace vt {

struct ValueSummary {
  std::vector<ItemId> items;  // the node, and the node of the captured graph with this value
  std::string name, op;       // "relu_1", "relu"; an input has no op
  std::string dtype;
  std::vector<int64_t> sizes;
  int line = 0;           // line of the program
  bool backward = false;  // computed by the backward graph
  bool is_input = false;
  bool kept = false;  // the tensor was kept, so that pages of it can be read
  int64_t elements = 0, nan = 0, infinite = 0;
  double least = 0, greatest = 0, mean = 0;  // of the finite elements
  std::vector<uint32_t> histogram;           // counts in bins of equal width from least to greatest
  // Heat map: mean of the finite elements of each tile of the matrix (last axis by all others); NaN if a tile has none.
  int64_t heat_rows = 0, heat_columns = 0;
  std::vector<double> heat;
  // Tiles with NaN or infinity: how many such elements, and the index in the tensor of the first.
  struct BadTile {
    int64_t tile = 0, count = 0, element = 0;
  };
  std::vector<BadTile> bad_tiles;
  // Compared with the same node of the graph compiled with every value materialized.
  bool compared = false;
  double absolute_error = 0, relative_error = 0;
  int64_t differ = 0;  // number of elements that differ by more than the dtype's rounding

  bool bad() const { return nan > 0 || infinite > 0; }
  bool has_finite() const { return elements > nan + infinite; }
};

// One compiled graph in one call.
struct GraphValues {
  std::string compile_id;  // "0/1"
  uint64_t calls = 0;      // number of calls examined
  uint64_t call = 0;       // the call shown, from 1: the first with a NaN, else the last
  bool ran_backward = false;
  std::string not_compared;         // why there is no comparison
  std::vector<ValueSummary> nodes;  // in order of computation
};

// The node that produces the first NaN: its inputs have none. -1 if there is none.
int first_nan_node(const GraphValues& values);
// The same for infinity, which attention masks contain on purpose.
int first_infinite_node(const GraphValues& values);
// The first node that differs from eager by more than rounding; -1 if none.
int first_different_node(const GraphValues& values);

// A window of one tensor: a rectangle of the matrix of two of its axes, at a fixed index of the other axes.
struct TensorWindow {
  int row_axis = -1, column_axis = -1;  // -1: the last two
  std::vector<int64_t> at;              // index of every axis; for row and column axis, the start of the window
  int64_t rows = 0, columns = 0;        // available rows and columns, at most kMost
  static constexpr int64_t kMost = 64;
};
struct TensorPage {
  TensorWindow window;           // after clamping to the tensor
  std::vector<double> values;    // row by row
  std::vector<double> compiled;  // of the compiled graph; empty if not available
  std::string problem;           // why there are no values
};

// Summarizes values that are read one by one.
ValueSummary summarize(std::span<const double> elements, int64_t columns);
// Compares two tensors; `rounding`: the error that the dtype explains, relative to the larger value.
void compare_values(ValueSummary& summary, std::span<const double> eager, std::span<const double> compiled,
                    double rounding);
// Stable text: a line per node.
std::string values_text(const std::vector<GraphValues>& graphs);

}  // namespace vt
