#ifndef __EMSCRIPTEN__
#include "runtime/cuda/attention.h"

#include <optional>

#include "device/cuda.h"
#include "ops/device_kernels.h"
#include "ops/dispatch.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/target.h"
#include "runtime/cuda/library.h"
#include "runtime/cuda/matrix_text.h"

namespace vt {
namespace {

constexpr int64_t kRowsPerBlock = 64;

// What the kernels read 16 bytes at a time: rows of packed components that start at 16 bytes.
Tensor readable(const Tensor& t) {
  const int64_t bytes = dtype_bytes(t.dtype());
  auto whole = [&](int64_t elements) { return elements * bytes % 16 == 0; };
  bool fits = t.strides()[t.rank() - 1] == 1 && word(t) % 16 == 0;
  for (int i = 0; i + 1 < t.rank(); ++i) fits = fits && (t.size(i) == 1 || whole(t.strides()[i]));
  return fits ? t : contiguous_copy(t);
}
void add_strides(std::vector<uint64_t>& words, const Tensor& t) {
  words.push_back(word(t.strides()[0]));
  words.push_back(word(t.strides()[1]));
}
// Of batches, heads and rows; without an axis of heads every batch is one.
void add_all_strides(std::vector<uint64_t>& words, const Tensor& t) {
  words.push_back(word(t.strides()[0]));
  words.push_back(t.rank() == 4 ? word(t.strides()[1]) : 0);
  words.push_back(word(t.strides()[t.rank() - 2]));
}

struct Text {
  DType dtype;
  int64_t width;
  bool exact, backward;
  std::optional<DType> mask = {};

  std::string key() const {
    return std::string("attention ") + dtype_name(dtype) + (exact ? " exact " : " ") + std::to_string(width) +
           (backward ? " backward" : "") + (mask ? std::string(" ") + dtype_name(*mask) : "");
  }
  std::string operator()() const {
    auto define = [](const char* name, int64_t value) {
      return std::string("#define ") + name + " " + std::to_string(value) + "\n";
    };
    const bool wide = dtype == DType::kFloat32;
    std::string text = type_definitions("T", dtype) + define("WIDE", wide) + define("EXACT", exact) +
                       define("WIDTH", width) + define("PITCH", width + (wide ? 4 : 8));
    if (!backward)
      text += type_definitions("M", mask.value_or(DType::kBool)) + define("MASK", !mask                   ? 0
                                                                                  : *mask == DType::kBool ? 1
                                                                                                          : 2);
    // Blocks that fit a multiprocessor at once, where registers allow to ask for it.
    const bool small = width <= 64 && !exact;
    text += define("BLOCKS", small ? 4 : 1) + define("QUERY_BLOCKS", small ? (wide ? 3 : 4) : 1) +
            define("KEY_BLOCKS", small ? (wide ? 2 : 3) : 1);
    text += std::string("#define MULTIPLY ") + (dtype == DType::kBFloat16 ? "multiply_bf16" : "multiply_f16") + "\n";
    return text + kCudaMatrix + kCudaAttention + (backward ? kCudaAttentionBackward : kCudaAttentionForward);
  }
};

Tensor output(const TensorMeta& meta, size_t i, Device device) {
  Dims sizes, strides;
  for (const SymInt& size : meta.sizes) sizes.push_back(size.hint());
  for (const SymInt& stride : meta.strides) strides.push_back(stride.hint());
  return place_of_output(i, sizes, strides.empty() ? contiguous_strides(sizes) : strides, meta.dtype, device);
}

int64_t blocks_of(const Tensor& t) {
  const int64_t heads = t.rank() == 4 ? t.size(0) * t.size(1) : t.size(0);
  return heads * ((t.size(t.rank() - 2) + kRowsPerBlock - 1) / kRowsPerBlock);
}

Outputs run_forward(const Args& a, const Metas& metas) {
  Tensor q = readable(a.tensor(0)), k = readable(a.tensor(1)), v = readable(a.tensor(2));
  Device device = q.device();
  Tensor out = output(metas[0], 0, device), sums = output(metas[1], 1, device);
  Tensor mask = a.tensor_or_none(5);
  Text text{q.dtype(), q.size(q.rank() - 1), !device::tf32_allowed(), false};
  if (mask.defined()) text.mask = mask.dtype();
  LibraryLaunch launch{text.key(), "attention", blocks_of(q), 128, {}};
  for (const Tensor* t : {&q, &k, &v, &out, &sums}) launch.words.push_back(word(*t));
  for (int64_t n : {q.size(q.rank() - 2), k.size(k.rank() - 2), q.rank() == 4 ? q.size(1) : 1})
    launch.words.push_back(word(n));
  for (const Tensor* t : {&q, &k, &v, &out}) add_all_strides(launch.words, *t);
  launch.words.push_back(word(a.real(3)));
  launch.words.push_back(word(int64_t{a.boolean_or(4, false)}));
  launch.words.push_back(mask.defined() ? word(mask) : 0);
  if (mask.defined()) {
    add_all_strides(launch.words, mask);
    launch.words.push_back(word(mask.strides()[mask.rank() - 1]));
  } else {
    launch.words.insert(launch.words.end(), 4, 0);
  }
  launch_library_kernel(launch, device.index, text);
  return {out, sums};
}

Outputs run_backward(const Args& a, const Metas& metas) {
  Tensor grad = readable(a.tensor(0)), q = readable(a.tensor(1)), k = readable(a.tensor(2)), v = readable(a.tensor(3));
  Tensor out = readable(a.tensor(4)), sums = as_contiguous(a.tensor(5));
  Device device = q.device();
  Outputs results;
  for (size_t i = 0; i < 3; ++i) results.push_back(output(metas[i], i, device));
  Tensor means = empty_tensor(sums.sizes(), DType::kFloat32, device);
  Text text{q.dtype(), q.size(2), !device::tf32_allowed(), true};
  LibraryLaunch launch{text.key(), "attention_of_queries", blocks_of(q), 128, {}};
  for (const Tensor* t : {&grad, &q, &k, &v, &out, &sums, &means, &results[0]}) launch.words.push_back(word(*t));
  for (int64_t n : {q.size(1), k.size(1)}) launch.words.push_back(word(n));
  for (const Tensor* t : {&grad, &q, &k, &v, &out, &results[0]}) add_strides(launch.words, *t);
  launch.words.push_back(word(a.real(6)));
  launch_library_kernel(launch, device.index, text);
  launch = {text.key(), "attention_of_keys", blocks_of(k), 128, {}};
  for (const Tensor* t : {&grad, &q, &k, &v, &sums, &means, &results[1], &results[2]}) launch.words.push_back(word(*t));
  for (int64_t n : {q.size(1), k.size(1)}) launch.words.push_back(word(n));
  for (const Tensor* t : {&grad, &q, &k, &v, &results[1], &results[2]}) add_strides(launch.words, *t);
  launch.words.push_back(word(a.real(6)));
  launch_library_kernel(launch, device.index, text);
  return results;
}

}  // namespace

bool run_cuda_attention(const OpDef& op, const Args& args, Outputs& outputs) {
  const bool backward = &op == &op_fused_attention_backward;
  if ((&op != &op_fused_attention && !backward) || !cuda_kernels_available()) return false;
  const Tensor& q = args.tensor(backward ? 1 : 0);
  const bool fits = backward ? fits_attention_kernel(q.dtype(), q.size(q.rank() - 1))
                             : fits_attention_without_gradients(q.dtype(), q.size(q.rank() - 1));
  if (!fits || q.numel() == 0 || args.tensor(backward ? 2 : 1).numel() == 0) return false;
  Metas metas = infer_op(op, args);
  outputs = backward ? run_backward(args, metas) : run_forward(args, metas);
  return true;
}

}  // namespace vt
#endif
