#ifndef __EMSCRIPTEN__
#include "runtime/cuda/convolutions.h"

#include <cmath>
#include <map>

#include "device/cuda.h"
#include "device/cudnn.h"
#include "ops/device_kernels.h"
#include "ops/dispatch.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/target.h"
#include "ops/ops.h"
#include "runtime/cuda/direct_convolution.h"
#include "runtime/cuda/executable.h"
#include "runtime/runtime.h"

namespace vt {
namespace {

using device::Convolution;
using device::ConvolutionResult;

bool convolution_type(DType dtype, device::ProductType& type) {
  switch (dtype) {
    case DType::kFloat32: type = device::ProductType::kFloat32; return true;
    case DType::kFloat64: type = device::ProductType::kFloat64; return true;
    case DType::kFloat16: type = device::ProductType::kFloat16; return true;
    case DType::kBFloat16: type = device::ProductType::kBFloat16; return true;
    default: return false;
  }
}

// [N, C, spatial...] in memory as [N, spatial..., C].
Dims channels_last_strides(const Dims& sizes) {
  Dims strides = sizes;
  int64_t step = sizes[1];
  for (int i = sizes.size() - 1; i >= 2; --i) {
    strides[i] = step;
    step *= sizes[i];
  }
  strides[1] = 1;
  strides[0] = step;
  return strides;
}
bool is_channels_last(const Tensor& t) {
  if (t.rank() < 4 || t.is_contiguous()) return false;
  Dims wanted = channels_last_strides(t.sizes());
  for (int i = 0; i < t.rank(); ++i)
    if (t.size(i) != 1 && t.strides()[i] != wanted[i]) return false;
  return true;
}

std::byte* first_element(const Tensor& t) {
  return t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype());
}

// Dense in the layout that the library is told of, and aligned as it wants.
Tensor laid_out(const Tensor& t, bool channels_last) {
  bool aligned = reinterpret_cast<uintptr_t>(first_element(t)) % 16 == 0;
  if (aligned && (channels_last ? is_channels_last(t) || (t.is_contiguous() && t.size(1) == 1) : t.is_contiguous()))
    return t;
  Tensor copy =
      empty_strided(t.sizes(), channels_last ? channels_last_strides(t.sizes()) : contiguous_strides(t.sizes()),
                    t.dtype(), t.device());
  copy_tensor(copy, t);
  return copy;
}

// The library wants two axes in space at least: one axis becomes a plane of height 1.
std::vector<int> with_plane(const Dims& sizes) {
  std::vector<int> result(sizes.begin(), sizes.end());
  if (result.size() == 3) result.insert(result.begin() + 2, 1);
  return result;
}
std::vector<int> with_plane(const std::vector<int64_t>& values, int fill) {
  std::vector<int> result(values.begin(), values.end());
  if (result.size() == 1) result.insert(result.begin(), fill);
  return result;
}

// Which op, and which of its arguments the three tensors are.
struct Call {
  ConvolutionResult result;
  Tensor x, w, y;  // the one that is computed is not defined
  Tensor bias;
  bool relu = false;
  size_t geometry;  // the argument after which stride, padding and dilation stand
};

bool fits_library(const Dims& sizes) {
  for (int64_t size : sizes)
    if (size == 0 || size > INT32_MAX) return false;
  return true;
}

bool as_call(const OpDef& op, const Args& a, Call& call) {
  if (&op == &op_convolution || &op == &op_convolution_channels_last) {
    bool transposed = &op == &op_convolution && a.boolean(6);
    call.result = transposed ? ConvolutionResult::kInput : ConvolutionResult::kOutput;
    (transposed ? call.y : call.x) = a.tensor(0);
    call.w = a.tensor(1);
    if (a.has(2)) call.bias = a.tensor(2);
    call.relu = &op == &op_convolution_channels_last && a.boolean(7);
    call.geometry = 3;
    return true;
  }
  bool of_input = &op == &op_convolution_backward_input;
  if (!of_input && &op != &op_convolution_backward_weight) return false;
  bool transposed = a.boolean(6);
  call.geometry = 3;
  if (of_input) {
    call.result = transposed ? ConvolutionResult::kOutput : ConvolutionResult::kInput;
    (transposed ? call.x : call.y) = a.tensor(0);
    call.w = a.tensor(2);
  } else {
    call.result = ConvolutionResult::kWeight;
    call.x = a.tensor(transposed ? 0 : 1);
    call.y = a.tensor(transposed ? 1 : 0);
  }
  return true;
}

// out[:, c] += bias[c], then the positive part.
Tensor finished(const Tensor& out, const Tensor& bias, bool relu) {
  Tensor result = out;
  auto in_place = [&](const OpDef& op, const Args& args) {
    InplaceTargetScope scope(result);
    result = run_on_device(op, args)[0];
  };
  if (bias.defined()) {
    Dims sizes, strides;
    for (int i = 0; i < out.rank(); ++i) {
      sizes.push_back(i == 1 ? bias.numel() : 1);
      strides.push_back(i == 1 ? bias.strides()[0] : 0);
    }
    in_place(op_add, {result, view_of(bias, sizes, strides, bias.impl()->offset), 1});
  }
  if (relu) in_place(op_relu, {result});
  return result;
}

// Through the library; false if it has nothing for it.
bool run_by_library(Convolution c, Call call, Tensor& out) {
  for (Tensor* t : {&call.x, &call.w, &call.y}) *t = t->defined() ? laid_out(*t, c.channels_last) : out;
  c.x_sizes = with_plane(call.x.sizes()), c.w_sizes = with_plane(call.w.sizes());
  c.y_sizes = with_plane(call.y.sizes());
  c.x = first_element(call.x), c.w = first_element(call.w), c.y = first_element(call.y);
  Tensor bias;
  bool fused = false;
  if (call.relu && call.bias.defined()) {  // what the library can do in one go
    bias = as_contiguous(call.bias);
    c.bias = first_element(bias), c.relu = true;
    fused = device::run_convolution(c, out.device().index);
    c.bias = nullptr, c.relu = false;
  }
  if (!fused && !device::run_convolution(c, out.device().index)) return false;
  ++launch_counters().extern_calls;
  if (!fused) out = finished(out, call.bias, call.relu);
  return true;
}

// By our own kernel, where that fits and was faster when both were measured. A recording cannot
// measure: what is not known then goes to the library.
bool run_directly(const Convolution& c, Call& call, Tensor& out) {
  if (c.result != ConvolutionResult::kOutput || c.groups != 1 || !c.tf32 || !c.channels_last || out.rank() != 4)
    return false;
  // The library wants both so too.
  if (call.x.size(1) % 32 == 0) call.x = laid_out(call.x, true);
  call.w = laid_out(call.w, true);
  DirectConvolution direct{call.x, call.w, call.bias.defined() ? as_contiguous(call.bias) : Tensor(), out};
  for (size_t i = 0; i < 2; ++i)
    direct.stride[i] = c.stride[i], direct.padding[i] = c.padding[i], direct.dilation[i] = c.dilation[i];
  direct.relu = call.relu;
  if (!fits_direct_convolution(direct)) return false;
  std::vector<int64_t> key = {out.device().index, direct.bias.defined(), direct.relu};
  for (const Tensor* t : {&direct.x, &direct.w, &direct.out}) {
    key.insert(key.end(), t->sizes().begin(), t->sizes().end());
    key.insert(key.end(), t->strides().begin(), t->strides().end());
  }
  for (size_t i = 0; i < 2; ++i) key.insert(key.end(), {direct.stride[i], direct.padding[i], direct.dilation[i]});
  static auto* faster = new std::map<std::vector<int64_t>, bool>;
  auto known = faster->find(key);
  if (known == faster->end()) {
    if (device::is_recording()) return false;
    Tensor scratch = out;
    double library = run_by_library(c, call, scratch)
                         ? measure([&] { static_cast<void>(run_by_library(c, call, scratch)); }, out.device().index)
                         : HUGE_VAL;
    double own = measure([&] { run_direct_convolution(direct); }, out.device().index);
    known = faster->emplace(std::move(key), own <= library).first;
  }
  if (!known->second) return false;
  run_direct_convolution(direct);
  return true;
}

}  // namespace

bool run_cuda_convolution(const OpDef& op, const Args& args, Outputs& outputs) {
  Call call;
  if (!as_call(op, args, call) || device::cudnn_version() == 0) return false;
  Convolution c;
  TensorMeta meta = infer_op(op, args)[0];
  const Tensor& given = call.x.defined() ? call.x : call.y;
  if (!convolution_type(meta.dtype, c.type) || given.rank() > 5) return false;
  Dims sizes, strides;
  for (const SymInt& size : meta.sizes) sizes.push_back(size.hint());
  for (const SymInt& stride : meta.strides) strides.push_back(stride.hint());
  if (strides.empty()) strides = contiguous_strides(sizes);
  for (const Tensor* t : {&call.x, &call.w, &call.y})
    if (t->defined() && (!fits_library(t->sizes()) || t->dtype() != meta.dtype)) return false;
  if (!fits_library(sizes)) return false;
  for (size_t i = 0; i < 3; ++i)  // of one place even huge steps are allowed
    for (int64_t number : args.plain_ints(call.geometry + i))
      if (number > INT32_MAX) return false;
  c.result = call.result;
  c.channels_last = &op == &op_convolution_channels_last || is_channels_last(given);
  c.tf32 = device::tf32_convolutions_allowed();
  // What is compiled once may be measured once.
  c.measured = device::convolutions_are_measured() || &op == &op_convolution_channels_last;
  c.stride = with_plane(args.plain_ints(call.geometry), 1);
  c.padding = with_plane(args.plain_ints(call.geometry + 1), 0);
  c.dilation = with_plane(args.plain_ints(call.geometry + 2), 1);
  c.groups = static_cast<int>(args.integer(&op == &op_convolution_channels_last ? 6 : call.geometry + 5));
  Tensor out = place_of_output(0, sizes, c.channels_last ? channels_last_strides(sizes) : contiguous_strides(sizes),
                               meta.dtype, given.device());
  bool direct = &op == &op_convolution_channels_last && run_directly(c, call, out);
  if (!direct && !run_by_library(c, call, out)) return false;
  if (!(out.strides() == strides)) {
    Tensor asked = empty_strided(sizes, strides, meta.dtype, out.device());
    copy_tensor(asked, out);
    out = std::move(asked);
  }
  outputs = {std::move(out)};
  return true;
}

}  // namespace vt
#endif
