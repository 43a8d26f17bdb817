#include "tensor/tensor.h"

#include <algorithm>

#include "support/check.h"
#include "tensor/accelerator.h"
#include "tensor/extent.h"
#include "tensor/view_gradient.h"
#include "tensor/visit.h"

namespace vt {

const char* device_name(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::kCpu: return "cpu";
    case DeviceKind::kCuda: return "cuda";
    case DeviceKind::kMeta: return "meta";
    case DeviceKind::kWebGpu: return "webgpu";
  }
  VT_UNREACHABLE("every kind has a name");
}
std::string device_text(Device device) {
  const char* name = device_name(device.kind);
  return device.index < 0 ? name : name + (":" + std::to_string(device.index));
}

void tensor_error(std::string message, const char* kind) { throw TensorError{kind, std::move(message)}; }

Dims::Dims(std::initializer_list<int64_t> values) : Dims(std::span<const int64_t>(values.begin(), values.size())) {}
Dims::Dims(std::span<const int64_t> values) {
  if (values.size() > kMaxRank)
    tensor_error("tensors of more than " + std::to_string(kMaxRank) + " dimensions are not supported");
  std::copy(values.begin(), values.end(), values_.begin());
  count_ = static_cast<int>(values.size());
}
void Dims::push_back(int64_t value) { insert(count_, value); }
void Dims::insert(int at, int64_t value) {
  if (count_ == kMaxRank)
    tensor_error("tensors of more than " + std::to_string(kMaxRank) + " dimensions are not supported");
  std::copy_backward(begin() + at, end(), end() + 1);
  values_[at] = value;
  ++count_;
}
void Dims::erase(int at) {
  std::copy(begin() + at + 1, end(), begin() + at);
  --count_;
}
void Dims::resize(int count, int64_t value) {
  if (count > kMaxRank)
    tensor_error("tensors of more than " + std::to_string(kMaxRank) + " dimensions are not supported");
  for (int i = count_; i < count; ++i) values_[i] = value;
  count_ = count;
}
bool Dims::operator==(const Dims& other) const {
  return count_ == other.count_ && std::equal(begin(), end(), other.begin());
}

int64_t element_count(std::span<const int64_t> sizes) {
  int64_t count;
  if (!count_elements(sizes, count)) tensor_error("numel: integer multiplication overflow");
  return count;
}

std::string sizes_text(std::span<const int64_t> sizes) {
  std::string text = "[";
  for (size_t i = 0; i < sizes.size(); ++i) text += (i ? ", " : "") + std::to_string(sizes[i]);
  return text + "]";
}

namespace {
// In place: Dims are large, and a tensor's own are there already.
void assign(Dims& dims, std::span<const int64_t> values) {
  dims.resize(static_cast<int>(values.size()));
  std::copy(values.begin(), values.end(), dims.begin());
}
void set_contiguous(Dims& strides, std::span<const int64_t> sizes) {
  strides.resize(static_cast<int>(sizes.size()));
  int64_t stride = 1;
  bool overflow = false;
  for (int i = strides.size() - 1; i >= 0; --i) {
    if (overflow) tensor_error("Stride calculation overflowed");
    strides[i] = stride;
    overflow = __builtin_mul_overflow(stride, std::max<int64_t>(sizes[static_cast<size_t>(i)], 1), &stride);
  }
}

[[noreturn]] void refuse_bytes(std::span<const int64_t> sizes, std::span<const int64_t> strides) {
  tensor_error("Storage size calculation overflowed with sizes=" + sizes_text(sizes) +
               " and strides=" + sizes_text(strides));
}
// The bytes of storage up to the last element of a view.
int64_t storage_bytes(std::span<const int64_t> sizes, std::span<const int64_t> strides, int64_t offset, DType dtype) {
  int64_t end, bytes;
  if (!end_of_view(sizes, strides, offset, end) || __builtin_mul_overflow(end, dtype_bytes(dtype), &bytes))
    refuse_bytes(sizes, strides);
  element_count(sizes);
  return bytes;
}
}  // namespace

void refuse_overflow(int64_t a, char operation, int64_t b) {
  tensor_error("integer overflow in a calculation of sizes: " + std::to_string(a) + " " + operation + " " +
               std::to_string(b));
}

size_t buffer_size(int64_t count, size_t width) {
  size_t bytes;
  if (count < 0 || __builtin_mul_overflow(static_cast<uint64_t>(count), width, &bytes) || bytes > PTRDIFF_MAX)
    refuse_allocation(saturating_multiply(count, static_cast<int64_t>(width)));
  return static_cast<size_t>(count);
}

Dims contiguous_strides(std::span<const int64_t> sizes) {
  Dims strides;
  set_contiguous(strides, sizes);
  return strides;
}

Storage::Storage(int64_t bytes, Device device) : data_(nullptr), bytes_(bytes), device_(device) {
  if (is_accelerator(device.kind)) data_ = device_memory(device).allocate(bytes, device);
  else if (device.kind == DeviceKind::kCpu) data_ = allocate_bytes(bytes);
}
Storage::~Storage() {
  if (is_accelerator(device_.kind)) device_memory(device_).free(data_, bytes_, device_);
  else free_bytes(data_, bytes_);
}

// "cuda" and "webgpu" as a tensor's device always have a number.
static Device numbered(Device device) {
  return is_accelerator(device.kind) ? device_memory(device).resolve(device) : device;
}

TensorImpl::~TensorImpl() {
  if (python_object && release_python_object) release_python_object(python_object);
}
void (*TensorImpl::release_python_object)(void*) = nullptr;

std::vector<SymInt> Tensor::sym_sizes() const {
  if (is_fake()) return impl_->fake->sizes;
  return {impl_->sizes.begin(), impl_->sizes.end()};
}

bool is_contiguous(std::span<const int64_t> sizes, std::span<const int64_t> strides) {
  int64_t expected = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    if (sizes[i] == 0) return true;
    if (sizes[i] == 1) continue;
    if (strides[i] != expected) expected = -1;
    if (expected >= 0) expected *= sizes[i];
  }
  return expected >= 0;
}
bool Tensor::is_contiguous() const { return vt::is_contiguous(impl_->sizes, impl_->strides); }
// eager/ raises the flag of every result that has a gradient function.
ViewGradientHook& view_gradient_hook() {
  static ViewGradientHook hook = nullptr;
  return hook;
}
bool Tensor::requires_grad() const {
  if (impl_->requires_grad || !impl_->is_view) return impl_->requires_grad;
  ViewGradientHook hook = view_gradient_hook();
  return hook && hook(*impl_);
}

[[noreturn]] static void refuse_negative(std::span<const int64_t> sizes) {
  int64_t negative = *std::find_if(sizes.begin(), sizes.end(), [](int64_t size) { return size < 0; });
  tensor_error("Trying to create tensor with negative dimension " + std::to_string(negative) + ": " +
               sizes_text(sizes));
}

// Everything but the storage.
static Ref<TensorImpl> make_impl(std::span<const int64_t> sizes, DType dtype, Device device) {
  auto impl = make_ref<TensorImpl>();
  assign(impl->sizes, sizes);
  impl->dtype = dtype;
  impl->device = device;
  return impl;
}

Tensor empty_tensor(std::span<const int64_t> sizes, DType dtype, Device device) {
  for (int64_t size : sizes)
    if (size < 0) refuse_negative(sizes);
  Ref<TensorImpl> impl = make_impl(sizes, dtype, numbered(device));
  int64_t count, bytes;
  if (!count_elements(sizes, count) || __builtin_mul_overflow(count, dtype_bytes(dtype), &bytes))
    tensor_error("Storage size calculation overflowed with sizes=" + sizes_text(sizes));
  set_contiguous(impl->strides, sizes);
  impl->storage = make_ref<Storage>(bytes, impl->device);
  return Tensor(std::move(impl));
}

Tensor empty_strided(std::span<const int64_t> sizes, std::span<const int64_t> strides, DType dtype, Device device) {
  for (int64_t size : sizes)
    if (size < 0) refuse_negative(sizes);
  Ref<TensorImpl> impl = make_impl(sizes, dtype, numbered(device));
  assign(impl->strides, strides);
  impl->storage = make_ref<Storage>(storage_bytes(sizes, strides, 0, dtype), impl->device);
  return Tensor(std::move(impl));
}

Tensor view_of(const Tensor& base, std::span<const int64_t> sizes, std::span<const int64_t> strides, int64_t offset) {
  return view_as(base, base.dtype(), sizes, strides, offset);
}

Tensor view_as(const Tensor& base, DType dtype, std::span<const int64_t> sizes, std::span<const int64_t> strides,
               int64_t offset) {
  const Storage* storage = base.impl()->storage.get();
  const int64_t needed = storage_bytes(sizes, strides, offset, dtype);
  if (storage && needed > storage->bytes())
    tensor_error("setStorage: sizes " + sizes_text(sizes) + ", strides " + sizes_text(strides) + ", storage offset " +
                 std::to_string(offset) + ", and itemsize " + std::to_string(dtype_bytes(dtype)) +
                 " requiring a storage size of " + std::to_string(needed) + " are out of bounds for storage of size " +
                 std::to_string(storage->bytes()));
  Ref<TensorImpl> impl = make_impl(sizes, dtype, base.device());
  assign(impl->strides, strides);
  impl->storage = base.impl()->storage;
  impl->offset = offset;
  impl->is_inference = base.impl()->is_inference;
  return Tensor(std::move(impl));
}

Tensor fake_tensor(std::vector<SymInt> sizes, std::vector<SymInt> strides, DType dtype, Device device,
                   OpRecorder* recorder, uint64_t value) {
  auto impl = make_ref<TensorImpl>();
  for (const SymInt& size : sizes) impl->sizes.push_back(size.hint());
  for (const SymInt& stride : strides) impl->strides.push_back(stride.hint());
  element_count(impl->sizes);
  impl->dtype = dtype;
  impl->device = device;
  impl->fake = std::make_unique<FakeInfo>();
  impl->fake->sizes = std::move(sizes);
  impl->fake->strides = std::move(strides);
  impl->fake->recorder = recorder;
  impl->fake->value = value;
  return Tensor(std::move(impl));
}

Tensor on_host(const Tensor& t) {
  if (!is_accelerator(t.device().kind) || t.is_fake()) return t;
  Tensor copy = empty_strided(t.sizes(), t.strides(), t.dtype());
  const TensorImpl& impl = *t.impl();
  device_memory(t.device())
      .to_host(copy.impl()->storage->data(), impl.storage->data() + impl.offset * dtype_bytes(t.dtype()),
               copy.impl()->storage->bytes(), t.device());
  return copy;
}

namespace {
// One element, brought over from a device.
template <class T>
T element(const Tensor& t, int64_t at) {
  const T* place = t.data<T>() + at;
  if (!is_accelerator(t.device().kind)) return *place;
  T value;
  device_memory(t.device()).to_host(&value, reinterpret_cast<const std::byte*>(place), sizeof value, t.device());
  return value;
}
int64_t position(const Tensor& t, std::span<const int64_t> index) {
  VT_CHECK(static_cast<int>(index.size()) == t.rank(), "an element needs one index for each dimension");
  VT_CHECK(!t.is_fake(), "a fake tensor has no elements");
  int64_t at = 0;
  for (int i = 0; i < t.rank(); ++i) at += index[static_cast<size_t>(i)] * t.strides()[i];
  return at;
}
}  // namespace

double read_element(const Tensor& t, std::span<const int64_t> index) {
  int64_t at = position(t, index);
  return visit_dtype(t.dtype(), [&]<class T>() { return convert<double>(element<T>(t, at)); });
}
int64_t read_element_int(const Tensor& t, std::span<const int64_t> index) {
  int64_t at = position(t, index);
  return visit_dtype(t.dtype(), [&]<class T>() { return convert<int64_t>(element<T>(t, at)); });
}

}  // namespace vt
