#include "session/describe.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "torch/objects.h"

namespace vt {
namespace {

constexpr int64_t kElementsShown = 8;
constexpr int64_t kMostRead = 1 << 16;  // more are not looked at on every step

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

// Every element in row-major order.
std::vector<double> elements_of(const Tensor& t) {
  std::vector<double> out;
  std::vector<int64_t> index(static_cast<size_t>(t.rank()), 0);
  for (int64_t left = t.numel(); left > 0; --left) {
    out.push_back(read_element(t, index));
    for (size_t axis = index.size(); axis-- > 0;) {
      if (++index[axis] < t.size(static_cast<int>(axis))) break;
      index[axis] = 0;
    }
  }
  return out;
}

std::string range_text(const std::vector<double>& elements) {
  const auto [low, high] = std::minmax_element(elements.begin(), elements.end());
  double sum = 0;
  for (double element : elements) sum += element;
  return "min " + number_text(*low) + ", max " + number_text(*high) + ", mean " +
         number_text(sum / static_cast<double>(elements.size()));
}

}  // namespace

std::string describe_object(const vm::Value& value) {
  const auto* object = value.as<torch::TensorObject>();
  if (!object || !object->tensor.defined()) return {};
  const Tensor& t = object->tensor;
  std::string out = std::string(dtype_name(t.dtype())) + sizes_text(t.sizes());
  if (t.is_fake() || t.device().kind != DeviceKind::kCpu) return out + " on " + device_text(t.device());
  // A large one is looked at by its version alone.
  if (t.numel() > kMostRead) return out + " version " + std::to_string(t.version());
  const std::vector<double> elements = elements_of(t);
  if (t.numel() > kElementsShown) return out + " " + range_text(elements);
  out += " {";
  for (size_t i = 0; i < elements.size(); ++i) out += (i ? ", " : "") + number_text(elements[i]);
  return out + "}";
}

}  // namespace vt
