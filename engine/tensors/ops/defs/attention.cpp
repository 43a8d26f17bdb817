// Attention as one op: softmax(scale * q k^T) v without the matrix of weights, and its
// gradients. What passes/recognise_attention.h makes of compiled graphs on CUDA, and
// contractions.cpp of attention there without gradients; the device's kernels are in
// runtime/cuda_attention.cpp, these loops are what tests compare them with.
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/device_kernels.h"
#include "ops/kernels/copy.h"
#include "tensor/extent.h"

namespace vt {
namespace {

// One or, if `batches`, two axes of heads, one of positions, one of components: [heads, length, width].
void check_factors(const Tensor& q, const Tensor& k, const Tensor& v, bool batches = false) {
  SymSizes queries = sizes_of(q), keys = sizes_of(k), values = sizes_of(v);
  const size_t rank = queries.size();
  bool fits = (rank == 3 || (batches && rank == 4)) && keys.size() == rank && queries[0] == keys[0] &&
              queries[rank - 3] == keys[rank - 3] && queries.back() == keys.back() && same_sizes(keys, values) &&
              q.dtype() == k.dtype() && q.dtype() == v.dtype();
  if (!fits) tensor_error("_fused_attention: query, key and value of [heads, length, width] do not fit together");
}
// Dense, with its positions outermost in memory where those of `like` are.
TensorMeta laid_out_like(const Tensor& like) {
  SymSizes sizes = sizes_of(like);
  TensorMeta meta = meta_like(like, sizes, like.dtype());
  TensorMeta given = meta_of(like);
  if (given.strides.size() == 3 && given.strides[1].hint() > given.strides[0].hint())
    meta.strides = {sizes[2], sizes[0] * sizes[2], SymInt(1)};
  if (sizes.size() == 4) meta.strides = {sizes[1] * sizes[2] * sizes[3], sizes[3], sizes[1] * sizes[3], SymInt(1)};
  return meta;
}

struct Heads {
  int64_t heads, rows, columns, width;
  Tensor q, k, v;
  Heads(const Tensor& query, const Tensor& key, const Tensor& value)
      : heads(query.rank() == 4 ? query.size(0) * query.size(1) : query.size(0)),
        rows(query.size(query.rank() - 2)),
        columns(key.size(key.rank() - 2)),
        width(query.size(query.rank() - 1)),
        q(contiguous_copy(as_dtype(query, DType::kFloat64))),
        k(contiguous_copy(as_dtype(key, DType::kFloat64))),
        v(contiguous_copy(as_dtype(value, DType::kFloat64))) {}
};
double* data_of(const Tensor& t) { return reinterpret_cast<double*>(t.impl()->storage->data()) + t.impl()->offset; }
double dot(const double* a, const double* b, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}
Tensor as_asked(const Tensor& result, const TensorMeta& meta) {
  Dims sizes, strides;
  for (const SymInt& size : meta.sizes) sizes.push_back(size.hint());
  for (const SymInt& stride : meta.strides) strides.push_back(stride.hint());
  Tensor out = empty_strided(sizes, strides.empty() ? contiguous_strides(sizes) : strides, meta.dtype);
  copy_tensor(out, result);
  return out;
}

Metas attention_infer(const Args& a) {
  check_factors(a.tensor(0), a.tensor(1), a.tensor(2), true);
  SymSizes rows = sizes_of(a.tensor(0));
  rows.pop_back();
  return {laid_out_like(a.tensor(0)), meta_like(a.tensor(0), rows, DType::kFloat32)};
}
// What is added to the score of each row and column: 0, or minus infinity where a column is not seen.
Tensor added_scores(const Args& a, const Heads& h) {
  Dims sizes = a.tensor(0).sizes();
  sizes[sizes.size() - 1] = h.columns;
  Tensor added = empty_tensor(sizes, DType::kFloat64);
  fill_tensor(added, Scalar::of(0.0));
  double* to = data_of(added);
  Tensor mask = a.has(5) ? contiguous_copy(as_dtype(a.tensor(5), DType::kFloat64)) : Tensor();
  const bool bools = a.has(5) && a.tensor(5).dtype() == DType::kBool;
  for (int64_t i = 0; i < added.numel(); ++i) {
    if (mask.defined()) to[i] = !bools ? data_of(mask)[i] : data_of(mask)[i] != 0 ? 0 : -HUGE_VAL;
    if (a.boolean_or(4, false) && i % h.columns > i / h.columns % h.rows) to[i] = -HUGE_VAL;
  }
  return added;
}
Outputs attention_kernel(const Args& a) {
  Metas metas = attention_infer(a);
  Heads h(a.tensor(0), a.tensor(1), a.tensor(2));
  const double scale = a.real(3);
  Dims sum_sizes = h.q.sizes();
  sum_sizes.erase(sum_sizes.size() - 1);
  Tensor out = empty_tensor(h.q.sizes(), DType::kFloat64), added = added_scores(a, h);
  Tensor sums = empty_tensor(sum_sizes, DType::kFloat64);
  std::vector<double> scores(buffer_size(h.columns));
  for (int64_t row = 0; row < h.heads * h.rows; ++row) {
    const int64_t first = row / h.rows * h.columns;
    double most = -HUGE_VAL, total = 0;
    for (int64_t j = 0; j < h.columns; ++j) {
      double& score = scores[static_cast<size_t>(j)];
      score = scale * dot(data_of(h.q) + row * h.width, data_of(h.k) + (first + j) * h.width, h.width) +
              data_of(added)[row * h.columns + j];
      most = std::max(most, score);
    }
    const double none = most;  // a row that sees nothing is zero
    if (std::isinf(most)) most = 0;
    for (double score : scores) total += std::exp(score - most);
    if (std::isinf(none)) total = 1;
    double* result = data_of(out) + row * h.width;
    for (int64_t d = 0; d < h.width; ++d) {
      result[d] = 0;
      for (int64_t j = 0; j < h.columns; ++j)
        result[d] += std::exp(scores[static_cast<size_t>(j)] - most) / total * data_of(h.v)[(first + j) * h.width + d];
    }
    data_of(sums)[row] = most + std::log(total);
  }
  return {as_asked(out, metas[0]), as_asked(sums, metas[1])};
}

Metas attention_backward_infer(const Args& a) {
  check_factors(a.tensor(1), a.tensor(2), a.tensor(3));
  if (!same_sizes(sizes_of(a.tensor(0)), sizes_of(a.tensor(1))) ||
      !same_sizes(sizes_of(a.tensor(4)), sizes_of(a.tensor(1))))
    tensor_error("_fused_attention_backward: the gradient has not the sizes of the result");
  return {laid_out_like(a.tensor(1)), laid_out_like(a.tensor(2)), laid_out_like(a.tensor(3))};
}
Outputs attention_backward_kernel(const Args& a) {
  Metas metas = attention_backward_infer(a);
  Heads h(a.tensor(1), a.tensor(2), a.tensor(3));
  const double scale = a.real(6);
  Tensor grad = contiguous_copy(as_dtype(a.tensor(0), DType::kFloat64));
  Tensor out = contiguous_copy(as_dtype(a.tensor(4), DType::kFloat64));
  Tensor sums = contiguous_copy(as_dtype(a.tensor(5), DType::kFloat64));
  Tensor dq = empty_tensor(h.q.sizes(), DType::kFloat64), dk = empty_tensor(h.k.sizes(), DType::kFloat64),
         dv = empty_tensor(h.v.sizes(), DType::kFloat64);
  for (const Tensor* t : {&dq, &dk, &dv}) fill_tensor(*t, Scalar::of(0.0));
  for (int64_t row = 0; row < h.heads * h.rows; ++row) {
    const int64_t at = row * h.width, first = row / h.rows * h.columns;
    const double mean = dot(data_of(grad) + at, data_of(out) + at, h.width);
    for (int64_t j = first; j < first + h.columns; ++j) {
      const int64_t key = j * h.width;
      double weight = std::exp(scale * dot(data_of(h.q) + at, data_of(h.k) + key, h.width) - data_of(sums)[row]);
      double inner = scale * weight * (dot(data_of(grad) + at, data_of(h.v) + key, h.width) - mean);
      for (int64_t d = 0; d < h.width; ++d) {
        data_of(dq)[at + d] += inner * data_of(h.k)[key + d];
        data_of(dk)[key + d] += inner * data_of(h.q)[at + d];
        data_of(dv)[key + d] += weight * data_of(grad)[at + d];
      }
    }
  }
  return {as_asked(dq, metas[0]), as_asked(dk, metas[1]), as_asked(dv, metas[2])};
}

}  // namespace

bool fits_attention_kernel(DType dtype, int64_t width) {
  bool known = dtype == DType::kFloat32 || dtype == DType::kFloat16 || dtype == DType::kBFloat16;
  return known && width > 0 && width % 16 == 0 && width * dtype_bytes(dtype) <= 256;
}
bool fits_attention_without_gradients(DType dtype, int64_t width) {
  return fits_attention_kernel(dtype, width) || (dtype == DType::kFloat32 && width <= 128 && width % 16 == 0);
}

constinit const OpDef op_fused_attention = define({
    .name = "_fused_attention",
    .signature = "_fused_attention(Tensor query, Tensor key, Tensor value, float scale, bool causal=False, Tensor? "
                 "mask=None) -> "
                 "(Tensor output, Tensor logsumexp)",
    .doc = "softmax(scale * query key^T + mask) value for [heads, length, width] or [batch, heads, length, width], and "
           "the logarithms of the softmax's sums. The mask has the sizes of the scores.",
    .traits = kInternal | kMatrix,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3, 16}), sample_tensor({2, 5, 16}, -1, 1),
                                           sample_tensor({2, 5, 16}), 0.25, false, Arg()}},
                                     {Args{sample_tensor({1, 2, 3, 16}), sample_tensor({1, 2, 5, 16}, -1, 1),
                                           sample_tensor({1, 2, 5, 16}), 0.25, true, Arg()},
                                      "causal"},
                                     {Args{sample_tensor({1, 2, 3, 16}), sample_tensor({1, 2, 5, 16}, -1, 1),
                                           sample_tensor({1, 2, 5, 16}), 0.25, false, sample_tensor({1, 2, 3, 5})},
                                      "mask"}};
        },
    .infer = attention_infer,
    .kernel = attention_kernel,
    .no_grad = "stands in graphs that are differentiated already",
    .lower = extern_lower,
});
constinit const OpDef op_fused_attention_backward = define({
    .name = "_fused_attention_backward",
    .signature = "_fused_attention_backward(Tensor grad_output, Tensor query, Tensor key, Tensor value, Tensor output, "
                 "Tensor logsumexp, float scale) -> (Tensor query_grad, Tensor key_grad, Tensor value_grad)",
    .doc = "The gradients of _fused_attention; weights are computed again from the sums.",
    .traits = kInternal | kMatrix,
    .samples =
        [] {
          Tensor q = sample_tensor({2, 3, 16}), k = sample_tensor({2, 5, 16}, -1, 1), v = sample_tensor({2, 5, 16});
          Outputs forward = attention_kernel(Args{q, k, v, 0.25});
          return std::vector<Sample>{{Args{sample_tensor({2, 3, 16}, -1, 1), q, k, v, forward[0], forward[1], 0.25}}};
        },
    .infer = attention_backward_infer,
    .kernel = attention_backward_kernel,
    .no_grad = "stands in graphs that are differentiated already",
    .lower = extern_lower,
});

VT_OPS(attention, &op_fused_attention, &op_fused_attention_backward)

}  // namespace vt
