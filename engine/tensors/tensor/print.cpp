#include "tensor/print.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tensor/allocator.h"
#include "tensor/visit.h"

namespace vt {
namespace {

// One format for all elements, chosen from those that are shown.
class Formatter {
 public:
  Formatter(const Tensor& t, const PrintOptions& options)
      : options_(options), floating_(is_floating(t.dtype())), bool_(t.dtype() == DType::kBool) {}

  void see(double value) { values_.push_back(value); }
  void see_int(int64_t value) { width_ = std::max(width_, int_text(value).size()); }

  void decide() {
    double low = HUGE_VAL, high = 0;
    bool any = false;
    for (double value : values_) {
      if (!std::isfinite(value) || value == 0) continue;
      any = true;
      low = std::min(low, std::abs(value));
      high = std::max(high, std::abs(value));
      integers_ &= value == std::ceil(value);
    }
    if (any) {
      scientific_ = high / low > 1000.0 || high > 1.0e8 || (!integers_ && low < 1.0e-4);
      if (options_.scientific != PrintOptions::Scientific::kAutomatic)
        scientific_ = options_.scientific == PrintOptions::Scientific::kAlways;
      for (double value : values_) {
        if (!std::isfinite(value) || value == 0) continue;
        size_t length = scientific_ ? number(value, 'e', options_.precision).size()
                        : integers_ ? number(value, 'f', 0).size() + 1
                                    : number(value, 'f', options_.precision).size();
        width_ = std::max(width_, length);
      }
    }
  }

  std::string text(double value) const {
    std::string result;
    if (scientific_) result = number(value, 'e', options_.precision);
    else if (integers_) result = number(value, 'f', 0) + (std::isfinite(value) ? "." : "");
    else result = number(value, 'f', options_.precision);
    return pad(std::move(result));
  }
  std::string text_int(int64_t value) const { return pad(int_text(value)); }
  bool floating() const { return floating_; }
  int64_t width() const { return static_cast<int64_t>(width_); }

 private:
  std::string int_text(int64_t value) const { return bool_ ? (value ? "True" : "False") : std::to_string(value); }
  // Python prints nan without a sign.
  static std::string number(double value, char style, int precision) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    char buffer[400];
    std::snprintf(buffer, sizeof buffer, style == 'e' ? "%.*e" : "%.*f", precision, value);
    return buffer;
  }
  std::string pad(std::string value) const {
    return value.size() < width_ ? std::string(width_ - value.size(), ' ') + value : value;
  }

  const PrintOptions& options_;
  bool floating_, bool_;
  bool integers_ = true, scientific_ = false;
  size_t width_ = 1;
  std::vector<double> values_;
};

class Printer {
 public:
  Printer(const Tensor& t, const PrintOptions& options)
      : t_(t), options_(options), formatter_(t, options), summarise_(t.numel() > options.threshold) {
    visit(0, t.impl()->offset);
    formatter_.decide();
  }
  std::string text(int64_t indent) {
    return t_.rank() == 0 ? element(t_.impl()->offset) : block(0, t_.impl()->offset, indent);
  }

 private:
  // Positions shown along an axis; -1 stands for the dots.
  std::vector<int64_t> shown(int axis) const {
    std::vector<int64_t> result;
    int64_t size = t_.size(axis), edge = options_.edge_items;
    if (!summarise_ || size <= 2 * edge) {
      for (int64_t i = 0; i < size; ++i) result.push_back(i);
      return result;
    }
    for (int64_t i = 0; i < edge; ++i) result.push_back(i);
    result.push_back(-1);
    for (int64_t i = size - edge; i < size; ++i) result.push_back(i);
    return result;
  }
  void visit(int axis, int64_t at) {
    if (axis == t_.rank()) {
      if (formatter_.floating()) formatter_.see(real(at));
      else formatter_.see_int(integer(at));
      return;
    }
    for (int64_t i : shown(axis))
      if (i >= 0) visit(axis + 1, at + i * t_.strides()[axis]);
  }
  double real(int64_t at) const {
    return visit_dtype(t_.dtype(), [&]<class T>() {
      return convert<double>(reinterpret_cast<const T*>(t_.impl()->storage->data())[at]);
    });
  }
  int64_t integer(int64_t at) const {
    return visit_dtype(t_.dtype(), [&]<class T>() {
      return convert<int64_t>(reinterpret_cast<const T*>(t_.impl()->storage->data())[at]);
    });
  }
  std::string element(int64_t at) const {
    return formatter_.floating() ? formatter_.text(real(at)) : formatter_.text_int(integer(at));
  }

  std::string row(int axis, int64_t at, int64_t indent) const {
    int64_t per_line = std::max<int64_t>(1, (options_.line_width - indent) / (formatter_.width() + 2));
    std::string text = "[";
    int64_t count = 0;
    for (int64_t i : shown(axis)) {
      if (count > 0) text += count % per_line == 0 ? ",\n" + std::string(static_cast<size_t>(indent + 1), ' ') : ", ";
      text += i < 0 ? " ..." : element(at + i * t_.strides()[axis]);
      ++count;
    }
    return text + "]";
  }
  std::string block(int axis, int64_t at, int64_t indent) const {
    if (axis == t_.rank() - 1) return row(axis, at, indent);
    std::string text = "[", separator = "," + std::string(static_cast<size_t>(t_.rank() - axis - 1), '\n') +
                                        std::string(static_cast<size_t>(indent + 1), ' ');
    bool first = true;
    for (int64_t i : shown(axis)) {
      if (!first) text += separator;
      first = false;
      text += i < 0 ? "..." : block(axis + 1, at + i * t_.strides()[axis], indent + 1);
    }
    return text + "]";
  }

  const Tensor& t_;
  const PrintOptions& options_;
  Formatter formatter_;
  bool summarise_;
};

std::string with_suffixes(std::string text, const std::vector<std::string>& suffixes, size_t indent,
                          size_t line_width) {
  size_t line_start = text.rfind('\n');
  size_t length = text.size() - (line_start == std::string::npos ? static_cast<size_t>(-1) : line_start) + 1;
  for (const std::string& suffix : suffixes) {
    if (length + suffix.size() + 2 > line_width) {
      text += ",\n" + std::string(indent, ' ') + suffix;
      length = indent + suffix.size();
    } else {
      text += ", " + suffix;
      length += suffix.size() + 2;
    }
  }
  return text + ")";
}

// "(2, 3)", "(0,)": the shape as a Python tuple.
std::string tuple_text(const Dims& sizes) {
  std::string text = "(";
  for (int i = 0; i < sizes.size(); ++i) text += (i ? ", " : "") + std::to_string(sizes[i]);
  return text + (sizes.size() == 1 ? ",)" : ")");
}

}  // namespace

PrintOptions& print_options() {
  static PrintOptions options;
  return options;
}

std::string tensor_text(const Tensor& t, const std::vector<std::string>& more, const char* prefix) {
  const PrintOptions& options = print_options();
  std::vector<std::string> suffixes;
  std::string text(prefix), dtype = std::string("dtype=torch.") + dtype_name(t.dtype());
  size_t indent = text.size();
  if (t.device().kind != options.home) suffixes.push_back("device='" + device_text(t.device()) + "'");
  if (t.device().kind == DeviceKind::kMeta || t.numel() == 0 || t.is_fake()) {
    bool empty = t.device().kind != DeviceKind::kMeta && !t.is_fake();
    if (!empty || t.rank() != 1) suffixes.push_back("size=" + tuple_text(t.sizes()));
    if (t.dtype() != default_dtype()) suffixes.push_back(dtype);
    text += empty ? "[]" : "...";
  } else {
    if (t.dtype() != default_dtype() && t.dtype() != DType::kInt64 && t.dtype() != DType::kBool)
      suffixes.push_back(dtype);
    text += Printer(on_host(t), options).text(static_cast<int64_t>(indent));
  }
  suffixes.insert(suffixes.end(), more.begin(), more.end());
  return with_suffixes(std::move(text), suffixes, indent, static_cast<size_t>(options.line_width));
}

}  // namespace vt
