// Running results along one axis.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/kernels/copy.h"
#include "ops/kernels/on_device.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/reduce.h"
#include "ops/kernels/widest.h"
#include "tensor/visit.h"

namespace vt {
namespace {

// The dtypes of running results: float, double, int64.
template <class F>
void visit_ordered(DType dtype, F&& f) {
  if (dtype == DType::kFloat64) f.template operator()<double>();
  else if (is_floating(dtype)) f.template operator()<float>();
  else f.template operator()<int64_t>();
}
DType ordered_dtype(DType dtype) {
  return dtype == DType::kFloat64 ? dtype : is_floating(dtype) ? DType::kFloat32 : DType::kInt64;
}

// Rows along `axis` of a tensor: offsets of their first elements in two operands.
struct AxisRows {
  Dims sizes, first, second;
  int64_t count = 1;
  AxisRows(const Tensor& a, const Tensor& b, int axis) {
    bool same_rank = a.rank() == b.rank();
    for (int i = 0, j = 0; i < a.rank(); ++i) {
      if (i == axis) {
        if (same_rank) ++j;
        continue;
      }
      sizes.push_back(a.size(i));
      first.push_back(a.strides()[i]);
      second.push_back(b.strides()[j++]);
      count *= a.size(i);
    }
    for (int i = 0; i < sizes.size(); ++i)  // neighbours come last
      if (first[i] == 1 && sizes[i] > 1)
        for (Dims* each : {&sizes, &first, &second}) std::swap((*each)[i], (*each)[each->size() - 1]);
  }
  void locate(int64_t row, int64_t& a, int64_t& b) const {
    a = b = 0;
    for (int i = sizes.size() - 1; i >= 0; --i) {
      int64_t at = row % sizes[i];
      row /= sizes[i];
      a += at * first[i];
      b += at * second[i];
    }
  }
};

constexpr int64_t kColumns = 64;

// PyTorch accumulates float scans in double.
template <class T>
using ScanAccumulator = std::conditional_t<std::is_floating_point_v<T>, double, T>;

// Ties move to the later position, as PyTorch's cummax does; so do NaNs.
template <class T>
VT_INLINE bool extreme_moves(bool largest, T value, T held) {
  const bool better = largest ? value >= held : value <= held;
  return (value != value) | ((held == held) & better);
}

template <class T>
void scan_row(Scan kind, const T* in, int64_t in_stride, T* out, int64_t out_stride, int64_t* index,
              int64_t index_stride, int64_t size) {
  if (kind == Scan::kSum || kind == Scan::kProd) {
    ScanAccumulator<T> total = kind == Scan::kSum ? 0 : 1;
    for (int64_t i = 0; i < size; ++i) {
      if (kind == Scan::kSum) total += in[i * in_stride];
      else total *= in[i * in_stride];
      out[i * out_stride] = static_cast<T>(total);
    }
    return;
  }
  if (kind == Scan::kLogSumExp) {
    double total = -std::numeric_limits<double>::infinity();
    for (int64_t i = 0; i < size; ++i) {
      double value = static_cast<double>(in[i * in_stride]), high = std::max(total, value),
             low = std::min(total, value);
      if (total != total || value != value) total = std::numeric_limits<double>::quiet_NaN();
      else total = std::isinf(high) ? high : high + std::log1p(std::exp(low - high));
      out[i * out_stride] = static_cast<T>(total);
    }
    return;
  }
  const bool largest = kind == Scan::kMax;
  int64_t best = 0;
  T held = in[0];
  for (int64_t i = 0; i < size; ++i) {
    const T value = in[i * in_stride];
    // Seldom, so that the next step need not wait for this one.
    if (__builtin_expect(extreme_moves(largest, value, held), 0)) held = value, best = i;
    out[i * out_stride] = held;
    if (index) index[i * index_stride] = best;
  }
}

// Some rows of elements side by side at once: the sums of one are a chain.
constexpr int kRowsAtOnce = 4;
template <class T>
void scan_rows(Scan kind, const T* const (&in)[kRowsAtOnce], T* const (&out)[kRowsAtOnce], int64_t size) {
  ScanAccumulator<T> totals[kRowsAtOnce];
  for (auto& total : totals) total = kind == Scan::kSum ? 0 : 1;
  if (kind == Scan::kSum)
    for (int64_t i = 0; i < size; ++i)
      for (int r = 0; r < kRowsAtOnce; ++r) out[r][i] = static_cast<T>(totals[r] += in[r][i]);
  else
    for (int64_t i = 0; i < size; ++i)
      for (int r = 0; r < kRowsAtOnce; ++r) out[r][i] = static_cast<T>(totals[r] *= in[r][i]);
}

// Neighbouring columns, all of them at each step, at most kColumns.
template <Scan kind, class T>
VT_INLINE void scan_columns(const T* in, int64_t in_stride, T* out, int64_t out_stride, int64_t* index,
                            int64_t index_stride, int64_t size, int64_t count) {
  if constexpr (kind == Scan::kSum || kind == Scan::kProd) {
    ScanAccumulator<T> totals[kColumns];
    for (int64_t c = 0; c < count; ++c) totals[c] = kind == Scan::kSum ? 0 : 1;
    for (int64_t i = 0; i < size; ++i) {
      const T* from = in + i * in_stride;
      T* to = out + i * out_stride;
      for (int64_t c = 0; c < count; ++c) {
        const ScanAccumulator<T> value = from[c];
        totals[c] = kind == Scan::kSum ? totals[c] + value : totals[c] * value;
      }
      for (int64_t c = 0; c < count; ++c) to[c] = static_cast<T>(totals[c]);
    }
  } else {
    T held[kColumns];
    int64_t best[kColumns];
    for (int64_t c = 0; c < count; ++c) held[c] = in[c], best[c] = 0;
    for (int64_t i = 0; i < size; ++i) {
      const T* from = in + i * in_stride;
      T* to = out + i * out_stride;
      for (int64_t c = 0; c < count; ++c) {
        const bool moves = extreme_moves(kind == Scan::kMax, from[c], held[c]);
        held[c] = moves ? from[c] : held[c];
        best[c] = moves ? i : best[c];
      }
      for (int64_t c = 0; c < count; ++c) to[c] = held[c];
      if (index)
        for (int64_t c = 0; c < count; ++c) index[i * index_stride + c] = best[c];
    }
  }
}
template <class T>
void scan_columns(Scan kind, const T* in, int64_t in_stride, T* out, int64_t out_stride, int64_t* index,
                  int64_t index_stride, int64_t size, int64_t count) {
  run_widest([=]() VT_LAMBDA {
    switch (kind) {
      case Scan::kSum:
        return scan_columns<Scan::kSum>(in, in_stride, out, out_stride, index, index_stride, size, count);
      case Scan::kProd:
        return scan_columns<Scan::kProd>(in, in_stride, out, out_stride, index, index_stride, size, count);
      case Scan::kMax:
        return scan_columns<Scan::kMax>(in, in_stride, out, out_stride, index, index_stride, size, count);
      case Scan::kMin:
        return scan_columns<Scan::kMin>(in, in_stride, out, out_stride, index, index_stride, size, count);
      case Scan::kLogSumExp: return;  // has no columns
    }
  });
}
}  // namespace

void scan_into(Scan kind, const Tensor& out, const Tensor& indices, const Tensor& in, int axis) {
  if (out.numel() == 0) return;
  if (is_on_device(in)) return device_routines()->scan(kind, out, indices, in, axis);
  bool arithmetic = kind == Scan::kSum || kind == Scan::kProd;
  DType dtype = ordered_dtype(arithmetic ? out.dtype() : in.dtype());
  Tensor source = cast_as_it_lies(in, dtype);
  // Written as it is read, and turned afterwards: that is a matter of tiles.
  const bool lies_alike = out.strides() == source.strides() || !arithmetic || !is_dense(source);
  Tensor result = out.dtype() == dtype && lies_alike ? out
                  : is_dense(source)                 ? empty_strided(out.sizes(), source.strides(), dtype)
                                                     : empty_tensor(out.sizes(), dtype);
  bool scalar = in.rank() == 0;
  int64_t size = scalar ? 1 : in.size(axis);
  visit_ordered(dtype, [&]<class T>() {
    AxisRows to_out(source, result, axis), to_index(source, indices.defined() ? indices : result, axis);
    const int64_t step = scalar ? 1 : source.strides()[axis], out_step = scalar ? 1 : result.strides()[axis];
    const int64_t index_step = scalar || !indices.defined() ? 1 : indices.strides()[axis];
    const bool in_columns = kind != Scan::kLogSumExp && step != 1 && !to_out.sizes.empty() &&
                            to_out.first.back() == 1 && to_out.second.back() == 1 && to_index.second.back() == 1;
    const int64_t columns = in_columns ? to_out.sizes.back() : 1;
    const bool in_rows = arithmetic && step == 1 && out_step == 1;
    parallel_for(0, to_out.count, std::max<int64_t>(kGrain / std::max<int64_t>(size, 1), 1),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t row = begin; row < end;) {
                     int64_t from, to, index_at;
                     if (in_rows && row + kRowsAtOnce <= end) {
                       const T* in_row[kRowsAtOnce];
                       T* out_row[kRowsAtOnce];
                       for (int r = 0; r < kRowsAtOnce; ++r) {
                         to_out.locate(row + r, from, to);
                         in_row[r] = source.data<T>() + from, out_row[r] = result.data<T>() + to;
                       }
                       scan_rows<T>(kind, in_row, out_row, size);
                       row += kRowsAtOnce;
                       continue;
                     }
                     to_index.locate(row, from, index_at);
                     to_out.locate(row, from, to);
                     int64_t* index = indices.defined() ? indices.data<int64_t>() + index_at : nullptr;
                     const T* in_row = source.data<T>() + from;
                     T* out_row = result.data<T>() + to;
                     const int64_t count = std::min({columns - row % columns, end - row, kColumns});
                     if (in_columns)
                       scan_columns(kind, in_row, step, out_row, out_step, index, index_step, size, count);
                     else scan_row<T>(kind, in_row, step, out_row, out_step, index, index_step, size);
                     row += count;
                   }
                 });
  });
  if (!result.same(out)) copy_tensor(out, result);
}

}  // namespace vt
