// The tensor: a strided view of a storage. Views share storage and version counter.
// A fake tensor has sizes (possibly symbolic) but no memory; it stands for a value in a recording.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "support/ref.h"
#include "tensor/dtype.h"
#include "tensor/symbolic.h"

namespace vt {

enum class DeviceKind : uint8_t { kCpu, kCuda, kMeta, kWebGpu };
struct Device {
  DeviceKind kind = DeviceKind::kCpu;
  int16_t index = -1;
  bool operator==(const Device&) const = default;
};
std::string device_text(Device device);  // "cpu", "cuda:0"

// Sizes or strides with inline storage: the rank is at most kMaxRank.
inline constexpr int kMaxRank = 16;
class Dims {
 public:
  Dims() = default;
  Dims(std::initializer_list<int64_t> values);
  Dims(std::span<const int64_t> values);
  explicit Dims(const std::vector<int64_t>& values) : Dims(std::span<const int64_t>(values)) {}
  int size() const { return count_; }
  bool empty() const { return count_ == 0; }
  int64_t& operator[](int i) { return values_[i]; }
  int64_t operator[](int i) const { return values_[i]; }
  void push_back(int64_t value);
  void insert(int at, int64_t value);
  void erase(int at);
  void resize(int count, int64_t value = 0);
  int64_t* begin() { return values_.data(); }
  int64_t* end() { return values_.data() + count_; }
  const int64_t* begin() const { return values_.data(); }
  const int64_t* end() const { return values_.data() + count_; }
  int64_t back() const { return values_[count_ - 1]; }
  operator std::span<const int64_t>() const { return {values_.data(), static_cast<size_t>(count_)}; }
  bool operator==(const Dims& other) const;

 private:
  std::array<int64_t, kMaxRank> values_{};
  int count_ = 0;
};
int64_t element_count(std::span<const int64_t> sizes);
Dims contiguous_strides(std::span<const int64_t> sizes);
bool is_contiguous(std::span<const int64_t> sizes, std::span<const int64_t> strides);
std::string sizes_text(std::span<const int64_t> sizes);  // "[2, 3]"

// A reference-counted block of bytes from the tensor allocator (allocator.h): 64-byte aligned, counted against the
// run's limit. The caller raises MemoryError or RuntimeError.
class Storage : public RefCounted {
 public:
  Storage(int64_t bytes, Device device);
  ~Storage() override;
  std::byte* data() const { return data_; }
  int64_t bytes() const { return bytes_; }
  Device device() const { return device_; }
  uint32_t version = 0;  // incremented by every in-place change through any view

 private:
  std::byte* data_;
  int64_t bytes_;
  Device device_;
};

class OpRecorder;  // ops/dispatch.h

// Additional data of a fake tensor.
struct FakeInfo {
  std::vector<SymInt> sizes, strides;
  OpRecorder* recorder = nullptr;
  uint64_t value = 0;  // the recorder's id of the value
};

struct TensorImpl : RefCounted {
  Ref<Storage> storage;  // of a fake tensor: without memory, or null
  int64_t offset = 0;    // elements
  Dims sizes, strides;   // hints when fake
  DType dtype = DType::kFloat32;
  Device device;
  bool requires_grad = false;
  bool is_inference = false;
  bool is_view = false;
  Ref<RefCounted> autograd;  // AutogradMeta of eager/autograd.h, on demand
  std::unique_ptr<FakeInfo> fake;
  // The Python object of this tensor, so that its identity survives a round trip through the engine. Not owned; its
  // owner resets it (torch/tensor_object.cpp).
  void* python_object = nullptr;
  // Called with python_object if the tensor is destroyed first; null if not installed.
  static void (*release_python_object)(void*);
  ~TensorImpl() override;
};

// A reference-counted handle; a default-constructed one refers to no tensor.
class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(Ref<TensorImpl> impl) : impl_(std::move(impl)) {}
  bool defined() const { return static_cast<bool>(impl_); }
  explicit operator bool() const = delete;
  TensorImpl* impl() const { return impl_.get(); }
  DType dtype() const { return impl_->dtype; }
  Device device() const { return impl_->device; }
  int rank() const { return impl_->sizes.size(); }
  const Dims& sizes() const { return impl_->sizes; }
  const Dims& strides() const { return impl_->strides; }
  int64_t size(int axis) const { return impl_->sizes[axis]; }
  int64_t numel() const { return element_count(impl_->sizes); }
  bool is_fake() const { return impl_->fake != nullptr; }
  std::vector<SymInt> sym_sizes() const;  // plain numbers unless fake
  bool is_contiguous() const;
  bool requires_grad() const;  // leaf with the flag, or result with a grad_fn
  uint32_t version() const { return impl_->storage ? impl_->storage->version : 0; }
  template <class T>
  T* data() const {
    return reinterpret_cast<T*>(impl_->storage->data()) + impl_->offset;
  }
  bool same(const Tensor& other) const { return impl_ == other.impl_; }

 private:
  Ref<TensorImpl> impl_;
};

// Constructors of plain CPU tensors (no autograd, no dispatch).
Tensor empty_tensor(std::span<const int64_t> sizes, DType dtype, Device device = {});
Tensor empty_strided(std::span<const int64_t> sizes, std::span<const int64_t> strides, DType dtype, Device device = {});
// A view of the same storage, not tracked by autograd.
Tensor view_of(const Tensor& base, std::span<const int64_t> sizes, std::span<const int64_t> strides, int64_t offset);
Tensor fake_tensor(std::vector<SymInt> sizes, std::vector<SymInt> strides, DType dtype, Device device,
                   OpRecorder* recorder, uint64_t value);

// The element at an index, converted to a Python number.
double read_element(const Tensor& t, std::span<const int64_t> index);
int64_t read_element_int(const Tensor& t, std::span<const int64_t> index);

// A failure with the type and message of PyTorch's exception ("RuntimeError", "The size of ..."). Thrown by ops; the
// torch bindings turn it into a Python exception.
struct TensorError {
  const char* kind;
  std::string message;
};
[[noreturn]] void tensor_error(std::string message, const char* kind = "RuntimeError");

}  // namespace vt
