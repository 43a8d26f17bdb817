// Summaries of values: ranges, histograms, heat maps, errors.
#include "support/values.h"

#include <cmath>
#include <limits>
#include <numeric>

#include "catch.h"

using namespace vt;

namespace {
const double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinite = std::numeric_limits<double>::infinity();
}

TEST_CASE("a summary counts what is not finite and ranges over the rest", "[values]") {
  const std::vector<double> elements = {-2, 0, 2, kNan, kInfinite, 4, -kInfinite, 1};
  const ValueSummary s = summarize(elements, 4);
  CHECK(s.elements == 8);
  CHECK(s.nan == 1);
  CHECK(s.infinite == 2);
  CHECK(s.least == -2);
  CHECK(s.greatest == 4);
  CHECK(s.mean == 1);
  CHECK(s.bad());
  CHECK(std::accumulate(s.histogram.begin(), s.histogram.end(), 0u) == 5);
  CHECK(s.histogram.front() == 1);
  CHECK(s.histogram.back() == 1);
  CHECK(s.heat_rows == 2);
  CHECK(s.heat_columns == 4);
  CHECK(std::isnan(s.heat[3]));
  CHECK(s.heat[7] == 1);
}

TEST_CASE("a heat map is small, whatever the tensor", "[values]") {
  std::vector<double> elements(100 * 70);
  for (size_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<double>(i % 70);
  const ValueSummary s = summarize(elements, 70);
  CHECK(s.heat.size() == static_cast<size_t>(s.heat_rows * s.heat_columns));
  CHECK(s.heat_rows <= 16);
  CHECK(s.heat[0] < s.heat[static_cast<size_t>(s.heat_columns) - 1]);
  CHECK(summarize({}, 0).heat.empty());
  CHECK(summarize(std::vector<double>{3}, 1).histogram.size() == 16);
}

TEST_CASE("errors are those of compiled against eager, and rounding is none", "[values]") {
  ValueSummary s;
  compare_values(s, std::vector<double>{1, 2, kNan}, std::vector<double>{1, 2.5, kNan}, 1e-4);
  CHECK(s.compared);
  CHECK(s.absolute_error == 0.5);
  CHECK(s.relative_error == 0.2);
  CHECK(s.differ == 1);
  ValueSummary close;
  compare_values(close, std::vector<double>{1e6, 1e-3}, std::vector<double>{1e6, 1.5e-3}, 1e-4);
  CHECK(close.differ == 0);  // a sum that cancels, beside large values
  ValueSummary nan;
  compare_values(nan, std::vector<double>{1}, std::vector<double>{kNan}, 1e-4);
  CHECK(nan.differ == 1);
}

TEST_CASE("the first node with a NaN is the first in the order of computing", "[values]") {
  GraphValues graph;
  graph.nodes.resize(3);
  CHECK(first_nan_node(graph) == -1);
  graph.nodes[2].nan = 1;
  graph.nodes[1].infinite = 2;
  CHECK(first_nan_node(graph) == 2);
  CHECK(first_infinite_node(graph) == 1);
  graph.nodes[2].compared = true, graph.nodes[2].differ = 1;
  CHECK(first_different_node(graph) == 2);
}
