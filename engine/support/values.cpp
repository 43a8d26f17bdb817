#include "support/values.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace vt {
namespace {

constexpr int64_t kTiles = 12, kBins = 16;

// Computes the heat map of a matrix: the mean of the finite elements of each tile, and the tiles with NaN or infinity.
void add_heat(ValueSummary& out, std::span<const double> elements, int64_t columns) {
  const int64_t rows = columns ? static_cast<int64_t>(elements.size()) / columns : 0;
  out.heat_rows = std::min(rows, kTiles);
  out.heat_columns = std::min(columns, kTiles);
  for (int64_t r = 0; r < out.heat_rows; ++r)
    for (int64_t c = 0; c < out.heat_columns; ++c) {
      const int64_t r0 = r * rows / out.heat_rows, r1 = (r + 1) * rows / out.heat_rows;
      const int64_t c0 = c * columns / out.heat_columns, c1 = (c + 1) * columns / out.heat_columns;
      double sum = 0;
      ValueSummary::BadTile bad{r * out.heat_columns + c, 0, 0};
      for (int64_t row = r0; row < r1; ++row)
        for (int64_t column = c0; column < c1; ++column) {
          const int64_t at = row * columns + column;
          const double element = elements[static_cast<size_t>(at)];
          if (std::isfinite(element)) sum += element;
          else if (bad.count++ == 0) bad.element = at;
        }
      const int64_t finite = (r1 - r0) * (c1 - c0) - bad.count;
      const double mean = sum / static_cast<double>(finite);  // 0 / 0 is NaN: no finite element
      out.heat.push_back(std::isfinite(mean) ? mean : std::numeric_limits<double>::quiet_NaN());
      if (bad.count > 0) out.bad_tiles.push_back(bad);
    }
}

void add_histogram(ValueSummary& out, std::span<const double> elements) {
  out.histogram.assign(kBins, 0);
  const double range = out.greatest - out.least;
  for (double element : elements) {
    if (!std::isfinite(element)) continue;
    const double part = range > 0 ? (element - out.least) / range : 0.5;
    ++out.histogram[static_cast<size_t>(std::clamp<int64_t>(static_cast<int64_t>(part * kBins), 0, kBins - 1))];
  }
}

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

std::string line_of(const ValueSummary& n) {
  std::string text = n.name;
  if (!n.op.empty()) text += " = " + n.op;
  text += ": " + n.dtype + "[";
  for (size_t i = 0; i < n.sizes.size(); ++i) text += (i ? ", " : "") + std::to_string(n.sizes[i]);
  text += "]  ";
  if (!n.elements) text += "no elements";
  else if (!n.has_finite()) text += "no finite element";
  else
    text += "least " + number_text(n.least) + ", mean " + number_text(n.mean) + ", greatest " + number_text(n.greatest);
  if (n.nan) text += ", NaN " + std::to_string(n.nan);
  if (n.infinite) text += ", infinite " + std::to_string(n.infinite);
  if (n.compared)
    text +=
        "; compiled is off by " + number_text(n.absolute_error) + " at most, relative " + number_text(n.relative_error);
  if (n.line > 0) text += "  (line " + std::to_string(n.line) + ")";
  return text;
}

int first(const GraphValues& values, bool (*wanted)(const ValueSummary&)) {
  auto found = std::find_if(values.nodes.begin(), values.nodes.end(), wanted);
  return found == values.nodes.end() ? -1 : static_cast<int>(found - values.nodes.begin());
}

}  // namespace

int first_nan_node(const GraphValues& values) {
  return first(values, [](const ValueSummary& n) { return n.nan > 0; });
}
int first_infinite_node(const GraphValues& values) {
  return first(values, [](const ValueSummary& n) { return n.infinite > 0; });
}
int first_different_node(const GraphValues& values) {
  return first(values, [](const ValueSummary& n) { return n.compared && n.differ > 0; });
}

ValueSummary summarize(std::span<const double> elements, int64_t columns) {
  ValueSummary out;
  out.elements = static_cast<int64_t>(elements.size());
  int64_t finite = 0;
  double sum = 0;
  for (double element : elements) {
    if (std::isnan(element)) ++out.nan;
    else if (std::isinf(element)) ++out.infinite;
    if (!std::isfinite(element)) continue;
    out.least = finite ? std::min(out.least, element) : element;
    out.greatest = finite ? std::max(out.greatest, element) : element;
    sum += element;
    ++finite;
  }
  out.mean = finite ? sum / static_cast<double>(finite) : 0;
  add_histogram(out, elements);
  add_heat(out, elements, columns);
  return out;
}

void compare_values(ValueSummary& summary, std::span<const double> eager, std::span<const double> compiled,
                    double rounding) {
  if (eager.size() != compiled.size()) return;
  summary.compared = true;
  double largest = 0;
  for (double element : eager)
    if (std::isfinite(element)) largest = std::max(largest, std::fabs(element));
  for (size_t i = 0; i < eager.size(); ++i) {
    const double a = eager[i], b = compiled[i];
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    const double error = std::fabs(a - b), size = std::max(std::fabs(a), std::fabs(b));
    if (!std::isfinite(error)) {
      ++summary.differ;
      continue;
    }
    summary.absolute_error = std::max(summary.absolute_error, error);
    // An element much smaller than the largest may be a sum with cancellation: its error is related to the largest.
    summary.relative_error = std::max(summary.relative_error, error / std::max(size, 1e-3 * largest));
    if (error > rounding * std::max(size, largest)) ++summary.differ;
  }
}

std::string values_text(const std::vector<GraphValues>& graphs) {
  std::string text;
  for (const GraphValues& graph : graphs) {
    text += "== values [" + graph.compile_id + "], call " + std::to_string(graph.call) + " of " +
            std::to_string(graph.calls) + "\n";
    for (const ValueSummary& node : graph.nodes) text += (node.backward ? "backward  " : "") + line_of(node) + "\n";
    auto name = [&](const char* what, int node) {
      if (node < 0) return;
      const ValueSummary& n = graph.nodes[static_cast<size_t>(node)];
      text += std::string(what) + n.name + (n.line > 0 ? ", line " + std::to_string(n.line) : "") + "\n";
    };
    name("first NaN: ", first_nan_node(graph));
    name("first infinity: ", first_infinite_node(graph));
    name("first difference between eager and compiled: ", first_different_node(graph));
    if (!graph.not_compared.empty()) text += "not compared: " + graph.not_compared + "\n";
  }
  return text;
}

}  // namespace vt
