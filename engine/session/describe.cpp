#include "session/describe.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "eager/autograd.h"
#include "torch/objects.h"

namespace vt {
namespace {

constexpr int64_t kElementsShown = 8;
constexpr int64_t kMostRead = 1 << 16;  // elements of larger tensors are not read at every step

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

// All elements in row-major order.
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

const Tensor* tensor_in(const vm::Value& value) {
  const auto* object = value.as<torch::TensorObject>();
  return object && object->tensor.defined() ? &object->tensor : nullptr;
}

bool is_readable(const Tensor& t) { return !t.is_fake() && t.device().kind == DeviceKind::kCpu; }

std::vector<int64_t> index_of(const Tensor& t, int64_t row, int64_t column) {
  std::vector<int64_t> index(static_cast<size_t>(t.rank()), 0);
  if (!index.empty()) index.back() = column;
  for (size_t axis = index.size(); axis-- > 0;) {
    if (axis + 1 == index.size()) continue;
    index[axis] = row % t.size(static_cast<int>(axis));
    row /= t.size(static_cast<int>(axis));
  }
  return index;
}

void set_range(RecordedTensor& out, const std::vector<double>& elements) {
  double sum = 0;
  int64_t finite = 0;
  for (double element : elements) {
    if (!std::isfinite(element)) continue;
    out.minimum = finite ? std::min(out.minimum, element) : element;
    out.maximum = finite ? std::max(out.maximum, element) : element;
    sum += element;
    ++finite;
  }
  out.mean = finite ? sum / static_cast<double>(finite) : 0;
  out.not_finite = static_cast<int64_t>(elements.size()) - finite;
}

}  // namespace

std::string TensorDescriber::text(const vm::Value& value) const {
  const Tensor* held = tensor_in(value);
  if (!held) return {};
  const Tensor& t = *held;
  std::string out = std::string(dtype_name(t.dtype())) + sizes_text(t.sizes());
  if (!is_readable(t)) return out + " on " + device_text(t.device());
  // The version alone tells whether a large tensor changed.
  if (t.numel() > kMostRead) return out + " version " + std::to_string(t.version());
  const std::vector<double> elements = elements_of(t);
  if (t.numel() > kElementsShown) return out + " " + range_text(elements);
  out += " {";
  for (size_t i = 0; i < elements.size(); ++i) out += (i ? ", " : "") + number_text(elements[i]);
  return out + "}";
}

uint32_t TensorDescriber::version(const vm::Value& value) const {
  const Tensor* held = tensor_in(value);
  return held ? held->version() : 0;
}

std::shared_ptr<const RecordedTensor> TensorDescriber::tensor(const vm::Value& value) const {
  const Tensor* held = tensor_in(value);
  if (!held || held->is_fake()) return nullptr;
  const Tensor& t = *held;
  auto out = std::make_shared<RecordedTensor>();
  out->dtype = dtype_name(t.dtype());
  out->device = device_text(t.device());
  const Ref<GradNode> node = grad_fn(t);
  out->gradient = node ? node->name() : t.requires_grad() ? "requires grad" : "";
  out->sizes.assign(t.sizes().begin(), t.sizes().end());
  out->strides.assign(t.strides().begin(), t.strides().end());
  out->offset = t.impl()->offset;
  out->version = t.version();
  if (const Storage* storage = t.impl()->storage.get()) {
    out->storage = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(storage));
    out->storage_elements = storage->bytes() / dtype_bytes(t.dtype());
  }
  out->columns = t.rank() ? t.size(t.rank() - 1) : 1;
  out->rows = out->columns ? t.numel() / out->columns : 0;
  out->row_step = std::max<int64_t>(1, (out->rows + RecordedTensor::kMostRows - 1) / RecordedTensor::kMostRows);
  out->column_step =
      std::max<int64_t>(1, (out->columns + RecordedTensor::kMostColumns - 1) / RecordedTensor::kMostColumns);
  if (!is_readable(t)) return out;
  for (int64_t row = 0; row < out->rows; row += out->row_step)
    for (int64_t column = 0; column < out->columns; column += out->column_step)
      out->values.push_back(read_element(t, index_of(t, row, column)));
  out->whole_range = t.numel() <= kMostRead;
  set_range(*out, out->whole_range ? elements_of(t) : out->values);
  return out;
}

uint64_t TensorDescriber::tensor_id(const vm::Value& value) const {
  const Tensor* held = tensor_in(value);
  return held ? static_cast<uint64_t>(reinterpret_cast<uintptr_t>(held->impl())) : 0;
}

std::unique_ptr<vm::ObjectDescriber::Members> TensorDescriber::members(const vm::Value& value) const {
  if (const Tensor* tensor = tensor_in(value)) {
    auto gradient = std::make_unique<Members>();
    const vm::Value held = torch::wrap(grad_of(*tensor));
    if (!held.is_none()) gradient->emplace_back("grad", held);
    return gradient;
  }
  const auto* instance = value.as<vm::Instance>();
  auto* attributes = instance ? instance->attributes.as<vm::Dict>() : nullptr;
  if (!attributes) return nullptr;
  auto table_of = [&](const char* name) -> const vm::Dict* {
    const vm::Value* found = attributes->table.find(vm::intern(name));
    return found ? found->as<vm::Dict>() : nullptr;
  };
  const vm::Dict* parts[] = {table_of("_parameters"), table_of("_buffers"), table_of("_modules")};
  if (!parts[0] || !parts[1] || !parts[2]) return nullptr;
  auto out = std::make_unique<Members>();
  auto add = [&](const vm::Dict& table, bool public_only) {
    for (const auto& entry : table.table.entries()) {
      const vm::Str* name = entry.key.is_null() ? nullptr : entry.key.as<vm::Str>();
      if (name && (!public_only || (name->text[0] != '_' && name->text != "training")))
        out->emplace_back(name->text, entry.value);
    }
  };
  for (const vm::Dict* part : parts) add(*part, false);
  add(*attributes, true);
  return out;
}

}  // namespace vt
