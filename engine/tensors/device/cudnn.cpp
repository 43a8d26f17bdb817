#include "device/cudnn.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <tuple>

#include "device/cuda.h"
#include "device/library.h"
#include "device/memory.h"

namespace vt::device {
namespace {

// The part of cuDNN's interface that we call.
struct HandleObject;
struct TensorObject;
struct FilterObject;
struct ConvolutionObject;
struct ActivationObject;
using Handle = HandleObject*;
using TensorLayout = TensorObject*;
using Filter = FilterObject*;
using Description = ConvolutionObject*;
using Activation = ActivationObject*;
struct Performance {  // one struct for the three kinds of algorithm: they differ in the enum's name
  int algorithm;
  int status;
  float milliseconds;
  size_t memory;
  int determinism;
  int math;
  int reserved[3];
};
constexpr int kFloat = 0, kDouble = 1, kHalf = 2, kBFloat = 9;
constexpr int kPlanes = 0, kChannelsLast = 1;
constexpr int kDefaultMath = 0, kTensorMath = 1, kFmaMath = 3;
constexpr int kCrossCorrelation = 1, kRelu = 1, kIdentity = 5, kPropagateNan = 1;
constexpr int kImplicitPrecomputed = 1;  // the one forward algorithm that may end with the identity
constexpr int kMostAlgorithms = 8;
constexpr size_t kMostWorkspace = size_t{1} << 30;

struct Library {
  size_t (*version)() = nullptr;
  int (*create)(Handle*) = nullptr;
  int (*set_stream)(Handle, driver::Stream) = nullptr;
  int (*tensor_create)(TensorLayout*) = nullptr;
  int (*tensor_set)(TensorLayout, int type, int rank, const int* sizes, const int* strides) = nullptr;
  int (*filter_create)(Filter*) = nullptr;
  int (*filter_set)(Filter, int type, int format, int rank, const int* sizes) = nullptr;
  int (*description_create)(Description*) = nullptr;
  int (*description_set)(Description, int axes, const int* padding, const int* stride, const int* dilation, int mode,
                         int type) = nullptr;
  int (*set_groups)(Description, int) = nullptr;
  int (*set_math)(Description, int) = nullptr;
  int (*activation_create)(Activation*) = nullptr;
  int (*activation_set)(Activation, int mode, int nan, double ceiling) = nullptr;
  int (*look_up_forward)(Handle, TensorLayout x, Filter w, Description, TensorLayout y, int wanted, int* found,
                         Performance*) = nullptr;
  int (*look_up_input)(Handle, Filter w, TensorLayout y, Description, TensorLayout x, int wanted, int* found,
                       Performance*) = nullptr;
  int (*look_up_weight)(Handle, TensorLayout x, TensorLayout y, Description, Filter w, int wanted, int* found,
                        Performance*) = nullptr;
  int (*measure_forward)(Handle, TensorLayout, const void* x, Filter, const void* w, Description, TensorLayout, void* y,
                         int wanted, int* found, Performance*, void* workspace, size_t bytes) = nullptr;
  int (*measure_input)(Handle, Filter, const void* w, TensorLayout, const void* y, Description, TensorLayout, void* x,
                       int wanted, int* found, Performance*, void* workspace, size_t bytes) = nullptr;
  int (*measure_weight)(Handle, TensorLayout, const void* x, TensorLayout, const void* y, Description, Filter, void* w,
                        int wanted, int* found, Performance*, void* workspace, size_t bytes) = nullptr;
  int (*forward)(Handle, const void* alpha, TensorLayout, const void* x, Filter, const void* w, Description,
                 int algorithm, void* workspace, size_t bytes, const void* beta, TensorLayout, void* y) = nullptr;
  int (*backward_input)(Handle, const void* alpha, Filter, const void* w, TensorLayout, const void* y, Description,
                        int algorithm, void* workspace, size_t bytes, const void* beta, TensorLayout,
                        void* x) = nullptr;
  int (*backward_weight)(Handle, const void* alpha, TensorLayout, const void* x, TensorLayout, const void* y,
                         Description, int algorithm, void* workspace, size_t bytes, const void* beta, Filter,
                         void* w) = nullptr;
  int (*forward_bias)(Handle, const void* alpha1, TensorLayout, const void* x, Filter, const void* w, Description,
                      int algorithm, void* workspace, size_t bytes, const void* alpha2, TensorLayout, const void* z,
                      TensorLayout bias, const void*, Activation, TensorLayout, void* y) = nullptr;
};

template <class F>
bool find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(library_symbol(library, name));
  return function != nullptr;
}

const Library* library() {
  static Library table;
  static const bool complete = [] {
    void* l = open_library("VITRINE_CUDNN", {"libcudnn.so.9"});
    return find(l, "cudnnGetVersion", table.version) && find(l, "cudnnCreate", table.create) &&
           find(l, "cudnnSetStream", table.set_stream) && find(l, "cudnnCreateTensorDescriptor", table.tensor_create) &&
           find(l, "cudnnSetTensorNdDescriptor", table.tensor_set) &&
           find(l, "cudnnCreateFilterDescriptor", table.filter_create) &&
           find(l, "cudnnSetFilterNdDescriptor", table.filter_set) &&
           find(l, "cudnnCreateConvolutionDescriptor", table.description_create) &&
           find(l, "cudnnSetConvolutionNdDescriptor", table.description_set) &&
           find(l, "cudnnSetConvolutionGroupCount", table.set_groups) &&
           find(l, "cudnnSetConvolutionMathType", table.set_math) &&
           find(l, "cudnnCreateActivationDescriptor", table.activation_create) &&
           find(l, "cudnnSetActivationDescriptor", table.activation_set) &&
           find(l, "cudnnGetConvolutionForwardAlgorithm_v7", table.look_up_forward) &&
           find(l, "cudnnGetConvolutionBackwardDataAlgorithm_v7", table.look_up_input) &&
           find(l, "cudnnGetConvolutionBackwardFilterAlgorithm_v7", table.look_up_weight) &&
           find(l, "cudnnFindConvolutionForwardAlgorithmEx", table.measure_forward) &&
           find(l, "cudnnFindConvolutionBackwardDataAlgorithmEx", table.measure_input) &&
           find(l, "cudnnFindConvolutionBackwardFilterAlgorithmEx", table.measure_weight) &&
           find(l, "cudnnConvolutionForward", table.forward) &&
           find(l, "cudnnConvolutionBackwardData", table.backward_input) &&
           find(l, "cudnnConvolutionBackwardFilter", table.backward_weight) &&
           find(l, "cudnnConvolutionBiasActivationForward", table.forward_bias);
  }();
  return complete ? &table : nullptr;
}

bool tf32_convolutions = true, measured_convolutions = false, enabled = true;

int data_type(ProductType type) {
  switch (type) {
    case ProductType::kFloat32: return kFloat;
    case ProductType::kFloat64: return kDouble;
    case ProductType::kFloat16: return kHalf;
    case ProductType::kBFloat16: return kBFloat;
  }
  return kFloat;
}

// What an algorithm depends on.
struct Key {
  int device;
  ConvolutionResult result;
  ProductType type;
  bool tf32, channels_last, measured, bias, relu;
  int groups;
  std::vector<int> x_sizes, w_sizes, y_sizes, padding, stride, dilation;
  auto tie() const {
    return std::tie(device, result, type, tf32, channels_last, measured, bias, relu, groups, x_sizes, w_sizes, y_sizes,
                    padding, stride, dilation);
  }
  bool operator<(const Key& other) const { return tie() < other.tie(); }
};
struct Plan {
  bool usable = false;
  TensorLayout x = nullptr, y = nullptr, bias = nullptr;
  Filter w = nullptr;
  Description description = nullptr;
  Activation activation = nullptr;
  int algorithm = 0;
  size_t workspace_bytes = 0;
};

std::vector<int> dense_strides(const std::vector<int>& sizes, bool channels_last) {
  std::vector<int> strides(sizes.size(), 1);
  int step = channels_last ? sizes[1] : 1;
  for (size_t i = sizes.size(); i-- > 2;) {
    strides[i] = step;
    step *= sizes[i];
  }
  strides[1] = channels_last ? 1 : step;
  strides[0] = channels_last ? step : step * sizes[1];
  return strides;
}

bool make_layout(const Library& l, TensorLayout& layout, int type, const std::vector<int>& sizes, bool channels_last) {
  std::vector<int> strides = dense_strides(sizes, channels_last);
  return l.tensor_create(&layout) == 0 &&
         l.tensor_set(layout, type, static_cast<int>(sizes.size()), sizes.data(), strides.data()) == 0;
}

bool describe(const Library& l, const Convolution& c, Plan& plan) {
  int type = data_type(c.type), rank = static_cast<int>(c.x_sizes.size());
  int compute = c.type == ProductType::kFloat64 ? kDouble : kFloat;
  bool made = make_layout(l, plan.x, type, c.x_sizes, c.channels_last) &&
              make_layout(l, plan.y, type, c.y_sizes, c.channels_last) && l.filter_create(&plan.w) == 0 &&
              l.filter_set(plan.w, type, c.channels_last ? kChannelsLast : kPlanes, rank, c.w_sizes.data()) == 0 &&
              l.description_create(&plan.description) == 0 &&
              l.description_set(plan.description, rank - 2, c.padding.data(), c.stride.data(), c.dilation.data(),
                                kCrossCorrelation, compute) == 0 &&
              l.set_groups(plan.description, c.groups) == 0;
  if (!made || !c.bias) return made;
  std::vector<int> sizes(c.x_sizes.size(), 1);
  sizes[1] = c.y_sizes[1];
  return make_layout(l, plan.bias, type, sizes, c.channels_last) && l.activation_create(&plan.activation) == 0 &&
         l.activation_set(plan.activation, c.relu ? kRelu : kIdentity, kPropagateNan, 0) == 0;
}

// The candidates, the fastest first.
int candidates(const Library& l, Handle handle, const Convolution& c, const Plan& p, int device, Performance* found) {
  int count = 0, result = 0;
  Workspace workspace(c.measured ? kMostWorkspace : 0, device);
  switch (c.result) {
    case ConvolutionResult::kOutput:
      result = c.measured ? l.measure_forward(handle, p.x, c.x, p.w, c.w, p.description, p.y, c.y, kMostAlgorithms,
                                              &count, found, workspace.data, kMostWorkspace)
                          : l.look_up_forward(handle, p.x, p.w, p.description, p.y, kMostAlgorithms, &count, found);
      break;
    case ConvolutionResult::kInput:
      result = c.measured ? l.measure_input(handle, p.w, c.w, p.y, c.y, p.description, p.x, c.x, kMostAlgorithms,
                                            &count, found, workspace.data, kMostWorkspace)
                          : l.look_up_input(handle, p.w, p.y, p.description, p.x, kMostAlgorithms, &count, found);
      break;
    case ConvolutionResult::kWeight:
      result = c.measured ? l.measure_weight(handle, p.x, c.x, p.y, c.y, p.description, p.w, c.w, kMostAlgorithms,
                                             &count, found, workspace.data, kMostWorkspace)
                          : l.look_up_weight(handle, p.x, p.y, p.description, p.w, kMostAlgorithms, &count, found);
      break;
  }
  return result == 0 ? count : 0;
}

int execute(const Library& l, Handle handle, const Convolution& c, const Plan& p, int device) {
  const double one_wide = 1, zero_wide = 0;
  const float one_short = 1, zero_short = 0;
  bool wide = c.type == ProductType::kFloat64;
  const void* one = wide ? static_cast<const void*>(&one_wide) : &one_short;
  const void* zero = wide ? static_cast<const void*>(&zero_wide) : &zero_short;
  Workspace workspace(p.workspace_bytes, device);
  switch (c.result) {
    case ConvolutionResult::kOutput:
      if (c.bias)
        return l.forward_bias(handle, one, p.x, c.x, p.w, c.w, p.description, p.algorithm, workspace.data,
                              p.workspace_bytes, zero, p.y, c.y, p.bias, c.bias, p.activation, p.y, c.y);
      return l.forward(handle, one, p.x, c.x, p.w, c.w, p.description, p.algorithm, workspace.data, p.workspace_bytes,
                       zero, p.y, c.y);
    case ConvolutionResult::kInput:
      return l.backward_input(handle, one, p.w, c.w, p.y, c.y, p.description, p.algorithm, workspace.data,
                              p.workspace_bytes, zero, p.x, c.x);
    case ConvolutionResult::kWeight:
      return l.backward_weight(handle, one, p.x, c.x, p.y, c.y, p.description, p.algorithm, workspace.data,
                               p.workspace_bytes, zero, p.w, c.w);
  }
  return 1;
}

// The first candidate that runs.
Plan make_plan(const Library& l, Handle handle, const Convolution& c, int device) {
  Plan plan;
  if (!describe(l, c, plan)) return plan;
  bool exact = c.type == ProductType::kFloat32 && !c.tf32;
  bool narrow = c.type == ProductType::kFloat16 || c.type == ProductType::kBFloat16;
  int math = exact ? kFmaMath : narrow ? kTensorMath : kDefaultMath;
  l.set_math(plan.description, math);
  Performance found[kMostAlgorithms];
  int count = candidates(l, handle, c, plan, device, found);
  for (int i = 0; i < count; ++i) {
    const Performance& p = found[i];
    if (p.status != 0 || p.memory > kMostWorkspace) continue;
    if (c.bias && !c.relu && p.algorithm != kImplicitPrecomputed) continue;
    plan.algorithm = p.algorithm;
    plan.workspace_bytes = p.memory;
    l.set_math(plan.description, exact ? kFmaMath : p.math);
    // What a candidate cannot do, it says when it is called.
    if (execute(l, handle, c, plan, device) != 0) continue;
    plan.usable = true;
    return plan;
  }
  return plan;
}

}  // namespace

int64_t cudnn_version() { return library() ? static_cast<int64_t>(library()->version()) : 0; }
void enable_cudnn(bool wanted) { enabled = wanted; }
bool tf32_convolutions_allowed() { return tf32_convolutions; }
void allow_tf32_convolutions(bool allowed) { tf32_convolutions = allowed; }
bool convolutions_are_measured() { return measured_convolutions; }
void measure_convolutions(bool wanted) { measured_convolutions = wanted; }

bool run_convolution(const Convolution& convolution, int device) {
  const Library* l = library();
  if (!l || !enabled) return false;
  cuda(device);
  Convolution c = convolution;
  c.tf32 &= c.type == ProductType::kFloat32;
  static std::mutex mutex;
  static std::map<Key, Plan> plans;
  std::lock_guard lock(mutex);
  Handle handle = handle_of(l->create, device);
  if (!handle || l->set_stream(handle, current_stream()) != 0) return false;
  Key key{device,   c.result,  c.type,    c.tf32,    c.channels_last, c.measured, c.bias != nullptr, c.relu,
          c.groups, c.x_sizes, c.w_sizes, c.y_sizes, c.padding,       c.stride,   c.dilation};
  auto known = plans.find(key);
  if (known != plans.end()) return known->second.usable && execute(*l, handle, c, known->second, device) == 0;
  // Measuring waits for the device, which a recording must not.
  if (is_recording()) c.measured = false;
  Plan plan = make_plan(*l, handle, c, device);  // has run it
  if (!is_recording() || !convolution.measured) plans.emplace(std::move(key), plan);
  return plan.usable;
}

}  // namespace vt::device
