// What the values of a graph were in one call, node by node: plain data that the values panel and the
// graph's pictures show. session/graph_values.h fills it, the pages of whole tensors on demand.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/provenance.h"

namespace vt {

struct ValueSummary {
  std::vector<ItemId> items;  // the node, and the node of the captured graph whose value this is
  std::string name, op;       // "relu_1", "relu"; an input has no op
  std::string dtype;
  std::vector<int64_t> sizes;
  int line = 0;           // of the program
  bool backward = false;  // computed by the backward
  bool is_input = false;
  bool kept = false;  // its pages can be asked for
  int64_t elements = 0, nan = 0, infinite = 0;
  double least = 0, greatest = 0, mean = 0;  // of the finite elements
  std::vector<uint32_t> histogram;           // counts in equal steps from least to greatest
  // Mean of the finite elements of each tile of the matrix of the last axis by all others; NaN where none is.
  int64_t heat_rows = 0, heat_columns = 0;
  std::vector<double> heat;
  // Tiles with NaNs and infinities: how many, and which element of the tensor is the first.
  struct BadTile {
    int64_t tile = 0, count = 0, element = 0;
  };
  std::vector<BadTile> bad_tiles;
  // Against the same node of the graph compiled with every value kept in memory.
  bool compared = false;
  double absolute_error = 0, relative_error = 0;
  int64_t differ = 0;  // elements that differ by more than the type's rounding explains

  bool bad() const { return nan > 0 || infinite > 0; }
  bool has_finite() const { return elements > nan + infinite; }
};

// One compiled graph in one call.
struct GraphValues {
  std::string compile_id;  // "0/1"
  uint64_t calls = 0;      // that were looked at
  uint64_t call = 0;       // the one shown, from 1: the first with a NaN, else the last
  bool ran_backward = false;
  std::string not_compared;         // why there are no errors
  std::vector<ValueSummary> nodes;  // in the order in which they were computed
};

// The node where a NaN comes up first: its inputs have none. -1: there is none.
int first_nan_node(const GraphValues& values);
// The same of an infinity, which a mask has on purpose.
int first_infinite_node(const GraphValues& values);
// The first node that differs from eager by more than rounding; -1: none.
int first_different_node(const GraphValues& values);

// Elements of one tensor: a rectangle of the matrix that two of its axes make, at one index of the others.
struct TensorWindow {
  int row_axis = -1, column_axis = -1;  // -1: the last two
  std::vector<int64_t> at;              // index of every axis; those of rows and columns are where the window begins
  int64_t rows = 0, columns = 0;        // as many as there are, at most kMost
  static constexpr int64_t kMost = 64;
};
struct TensorPage {
  TensorWindow window;           // as it was clamped
  std::vector<double> values;    // row by row
  std::vector<double> compiled;  // of the compiled graph, if there are any
  std::string problem;           // why there are none
};

// Summaries of values that are read one by one.
ValueSummary summarize(std::span<const double> elements, int64_t columns);
// How far two tensors are apart; `rounding`: what the type explains, relative to the larger value.
void compare_values(ValueSummary& summary, std::span<const double> eager, std::span<const double> compiled,
                    double rounding);
// Stable text: a line per node.
std::string values_text(const std::vector<GraphValues>& graphs);

}  // namespace vt
