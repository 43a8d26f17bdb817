// Values as TorchScript's print and format write them: numbers with 17 digits, tensors as in the
// C++ library.
#include <cmath>
#include <cstdio>

#include "torch/binder.h"
#include "torch/objects.h"
#include "torchscript/script/run_node.h"

namespace vt::script {
namespace {

std::string type_text(const Tensor& t) {
  static const std::pair<DType, const char*> names[] = {
      {DType::kUInt8, "Byte"}, {DType::kInt8, "Char"},        {DType::kInt16, "Short"},   {DType::kInt32, "Int"},
      {DType::kInt64, "Long"}, {DType::kFloat16, "Half"},     {DType::kFloat32, "Float"}, {DType::kFloat64, "Double"},
      {DType::kBool, "Bool"},  {DType::kBFloat16, "BFloat16"}};
  for (auto [dtype, name] : names)
    if (t.dtype() == dtype) return std::string("CPU") + name + "Type";
  return "";
}

// Format of a tensor's elements; all have the same width.
struct Layout {
  bool integral = true;
  int width = 0;
  int precision = 4;
  bool exponent = false;
  double scale = 1;
};

std::vector<double> elements(const Tensor& t) {
  std::vector<double> all;
  Dims index;
  index.resize(t.rank(), 0);
  int64_t n = t.numel();
  for (int64_t i = 0; i < n; ++i) {
    int64_t rest = i;
    for (int d = t.rank(); d-- > 0;) {
      index[d] = rest % t.size(d);
      rest /= t.size(d);
    }
    all.push_back(read_element(t, index));
  }
  return all;
}

Layout layout_of(const std::vector<double>& values) {
  Layout layout;
  double least = 0, most = 0;
  bool first = true;
  for (double v : values) {
    if (!std::isfinite(v)) continue;
    layout.integral &= v == std::ceil(v);
    double a = std::fabs(v);
    if (first || a < least) least = a;
    if (first || a > most) most = a;
    first = false;
  }
  int lo = least == 0 ? 1 : static_cast<int>(std::floor(std::log10(least)) + 1);
  int hi = most == 0 ? 1 : static_cast<int>(std::floor(std::log10(most)) + 1);
  if (layout.integral) {
    layout.exponent = hi > 9;
    layout.width = layout.exponent ? 11 : hi + 1;
    layout.precision = layout.exponent ? 4 : 0;
  } else if (hi - lo > 4) {
    layout.exponent = true;
    layout.width = std::abs(lo) > 99 || std::abs(hi) > 99 ? 12 : 11;
  } else if (hi > 5 || hi < 0) {
    layout.width = 7;
    layout.scale = std::pow(10.0, hi - 1);
  } else {
    layout.width = hi == 0 ? 7 : hi + 6;
  }
  return layout;
}

std::string cell(double value, const Layout& layout) {
  char buffer[64];
  if (layout.integral && !layout.exponent) std::snprintf(buffer, sizeof buffer, "%*g", layout.width, value);
  else if (layout.exponent) std::snprintf(buffer, sizeof buffer, "%*.4e", layout.width, value);
  else std::snprintf(buffer, sizeof buffer, "%*.4f", layout.width, value / layout.scale);
  return buffer;
}

std::string scale_text(const Layout& layout) {
  if (layout.scale == 1) return "";
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g *\n", layout.scale);
  return buffer;
}

void matrix(const std::vector<double>& values, size_t offset, int64_t rows, int64_t columns, std::string& out,
            int indent = 0) {
  std::vector<double> part(values.begin() + static_cast<std::ptrdiff_t>(offset),
                           values.begin() + static_cast<std::ptrdiff_t>(offset) + rows * columns);
  Layout layout = layout_of(part);
  int width = layout.width;
  std::string margin(static_cast<size_t>(indent), ' ');
  int64_t per_line = width > 0 ? std::max<int64_t>(1, (80 - indent) / (width + 1)) : columns;
  for (int64_t begin = 0; begin < columns; begin += per_line) {
    int64_t end = std::min(columns, begin + per_line);
    if (per_line < columns) {
      if (begin > 0) out += "\n";
      out += "Columns " + std::to_string(begin + 1) + " to " + std::to_string(end) + margin;
    }
    out += scale_text(layout);
    if (layout.scale != 1) out += margin;
    for (int64_t r = 0; r < rows; ++r) {
      if (r > 0) out += layout.scale != 1 ? margin + " " : margin;
      for (int64_t c = begin; c < end; ++c) {
        if (c > begin) out += " ";
        out += cell(part[static_cast<size_t>(r * columns + c)], layout);
      }
      out += "\n";
    }
  }
}

std::string tensor_text(const Tensor& t) {
  std::string sizes;
  for (int i = 0; i < t.rank(); ++i) sizes += (i ? "," : "") + std::to_string(t.size(i));
  std::string tail = "[ " + type_text(t) + "{" + sizes + "} ]";
  std::vector<double> values = elements(t);
  std::string out;
  if (t.rank() == 0) {
    std::string text = vm::Interpreter::current()->repr(vm::Value::real(values[0]));
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text + "\n" + tail;
  }
  if (values.empty()) return tail;
  if (t.rank() == 1) {
    Layout layout = layout_of(values);
    out += scale_text(layout);
    for (double v : values) out += cell(v, layout) + "\n";
    return out + tail;
  }
  int64_t rows = t.size(t.rank() - 2), columns = t.size(t.rank() - 1);
  if (t.rank() == 2) {
    matrix(values, 0, rows, columns, out);
    return out + tail;
  }
  size_t count = values.size() / static_cast<size_t>(rows * columns);
  for (size_t i = 0; i < count; ++i) {
    if (i) out += "\n";
    std::string label;
    size_t rest = i;
    size_t at = 0;  // the first axis is the fastest
    for (int d = 0; d < t.rank() - 2; ++d) {
      size_t extent = static_cast<size_t>(t.size(d)), place = rest % extent, below = 1;
      for (int k = d + 1; k < t.rank() - 2; ++k) below *= static_cast<size_t>(t.size(k));
      label += std::to_string(place + 1) + ",";
      rest /= extent;
      at += place * below;
    }
    out += "(" + label + ".,.) = \n";
    matrix(values, at * static_cast<size_t>(rows * columns), rows, columns, out, 1);
  }
  return out + tail;
}

}  // namespace

std::string printed_text(vm::Interpreter& vm, const vm::Value& v, const TypePtr& type) {
  if (v.is_none() || v.is_null()) return "None";
  if (v.is_bool()) return v.as_bool() ? "True" : "False";
  if (v.is_int()) return std::to_string(v.as_int());
  if (v.is_float()) {
    if (v.as_float() == 0) return "0.";
    return real_text(v.as_float());
  }
  if (const vm::Str* text = v.as<vm::Str>()) return text->text;
  if (const Tensor* tensor = torch::as_tensor(v)) return tensor_text(*tensor);
  auto inner = [&](size_t i) { return type && type->inside.size() > i ? type->inside[i] : type; };
  auto sequence = [&](const std::vector<vm::Value>& items, bool tuple) {
    std::string out = tuple ? "(" : "[";
    for (size_t i = 0; i < items.size(); ++i) out += (i ? ", " : "") + printed_text(vm, items[i], inner(tuple ? i : 0));
    if (tuple && items.size() == 1) out += ",";
    return out + (tuple ? ")" : "]");
  };
  if (const vm::List* list = v.as<vm::List>()) return sequence(list->items, false);
  if (const vm::Tuple* tuple = v.as<vm::Tuple>()) return sequence(tuple->items, true);
  if (const vm::Dict* dict = v.as<vm::Dict>()) {
    std::string out = "{";
    for (const auto& entry : dict->table.entries())
      if (!entry.key.is_null())
        out += (out.size() > 1 ? ", " : "") + printed_text(vm, entry.key, inner(0)) + ": " +
               printed_text(vm, entry.value, inner(1));
    return out + "}";
  }
  return vm.str(v);
}

}  // namespace vt::script
