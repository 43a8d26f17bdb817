#include "ops/kernels/reduce.h"

#include <cmath>
#include <limits>

#include "ops/kernels/copy.h"
#include "ops/kernels/reduction_plan.h"
#include "ops/kernels/row_sums.h"
#include "ops/kernels/widest.h"
#include "support/check.h"
#include "support/isa.h"
#include "tensor/visit.h"

namespace vt {
namespace {

// Folds that do not care about order. NaN wins over everything in max and min.
template <class T>
struct Add {
  static T first() { return T(0); }
  static T fold(T a, T b) { return a + b; }
};
template <class T>
struct Multiply {
  static T first() { return T(1); }
  static T fold(T a, T b) { return a * b; }
};
template <class T>
struct Largest {
  static T first() {
    return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::lowest();
  }
  static T fold(T a, T b) { return a > b || a != a ? a : b; }
};
template <class T>
struct Smallest {
  static T first() {
    return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
  }
  static T fold(T a, T b) { return a < b || a != a ? a : b; }
};

template <class T, class Op>
VT_INLINE T fold_contiguous_of(const T* in, int64_t size, T total) {
  constexpr int kLanes = 32;
  if (size >= kLanes) {
    T lanes[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) lanes[lane] = in[lane];
    int64_t i = kLanes;
    for (; i + kLanes <= size; i += kLanes) {
      for (int lane = 0; lane < kLanes; ++lane) lanes[lane] = Op::fold(lanes[lane], in[i + lane]);
    }
    for (int lane = 0; lane < kLanes; ++lane) total = Op::fold(total, lanes[lane]);
    in += i;
    size -= i;
  }
  for (int64_t i = 0; i < size; ++i) total = Op::fold(total, in[i]);
  return total;
}

#ifdef __x86_64__
template <class T, class Op>
VT_AVX2 T fold_contiguous_avx2(const T* in, int64_t size, T total) {
  return fold_contiguous_of<T, Op>(in, size, total);
}
#endif
template <class T, class Op>
T fold_contiguous(const T* in, int64_t size, T total) {
#ifdef __x86_64__
  if (isa() != Isa::kPlain) return fold_contiguous_avx2<T, Op>(in, size, total);
#endif
  return fold_contiguous_of<T, Op>(in, size, total);
}

template <class T, class Op>
void fold_columns(const T* in, int64_t stride, int64_t length, int64_t columns, T* out, int64_t out_stride) {
  constexpr int64_t kBlock = 256;
  T totals[kBlock];
  for (int64_t j = 0; j < columns; j += kBlock) {
    int64_t width = std::min(kBlock, columns - j);
    for (int64_t c = 0; c < width; ++c) totals[c] = out[(j + c) * out_stride];
    run_widest([&]() VT_LAMBDA {
      for (int64_t i = 0; i < length; ++i) {
        const T* row = in + i * stride + j;
        for (int64_t c = 0; c < width; ++c) totals[c] = Op::fold(totals[c], row[c]);
      }
    });
    for (int64_t c = 0; c < width; ++c) out[(j + c) * out_stride] = totals[c];
  }
}

template <class T, class Op>
void fold(const ReductionPlan& plan, const T* in, T* out) {
  int64_t size = plan.run_length(), stride = plan.run_stride(), runs = plan.runs();
  for_each_row_piece(plan, [&](int64_t first, int64_t count) {
    int64_t in_at, out_at;
    plan.locate(first, in_at, out_at);
    for (int64_t j = 0; j < count; ++j) out[out_at + j * plan.row_out()] = Op::first();
    for (int64_t run = 0; run < runs; ++run) {
      const T* from = in + in_at + plan.run_offset(run);
      if (stride != 1 && plan.row_in() == 1) {
        fold_columns<T, Op>(from, stride, size, count, out + out_at, plan.row_out());
        continue;
      }
      for (int64_t j = 0; j < count; ++j) {
        T& total = out[out_at + j * plan.row_out()];
        const T* values = from + j * plan.row_in();
        if (stride == 1) total = fold_contiguous<T, Op>(values, size, total);
        else
          for (int64_t i = 0; i < size; ++i) total = Op::fold(total, values[i * stride]);
      }
    }
  });
}

template <class T>
void fold_kind(Reduce kind, const ReductionPlan& plan, const T* in, T* out) {
  switch (kind) {
    case Reduce::kSum:
    case Reduce::kCountNonzero:
    case Reduce::kSumAbs:
    case Reduce::kSumSquares: return fold<T, Add<T>>(plan, in, out);
    case Reduce::kProd: return fold<T, Multiply<T>>(plan, in, out);
    case Reduce::kMax:
    case Reduce::kAny: return fold<T, Largest<T>>(plan, in, out);
    case Reduce::kMin:
    case Reduce::kAll: return fold<T, Smallest<T>>(plan, in, out);
  }
}

SumOf sum_of(Reduce kind) {
  return kind == Reduce::kSumAbs ? SumOf::kMagnitudes : kind == Reduce::kSumSquares ? SumOf::kSquares : SumOf::kValues;
}
bool sums(Reduce kind) { return kind == Reduce::kSum || kind == Reduce::kSumAbs || kind == Reduce::kSumSquares; }

// The dtype that the reduction computes in.
DType compute_dtype(Reduce kind, const Tensor& out, const Tensor& in) {
  if (kind == Reduce::kAny || kind == Reduce::kAll) return DType::kBool;
  DType dtype = kind == Reduce::kMax || kind == Reduce::kMin ? in.dtype() : out.dtype();
  if (kind == Reduce::kCountNonzero) dtype = DType::kInt64;
  if (dtype == DType::kInt32 && (kind == Reduce::kMax || kind == Reduce::kMin)) return dtype;
  return is_floating(dtype) ? opmath_type(dtype) : DType::kInt64;
}

Tensor map_integers(Reduce kind, const Tensor& in) {
  if (kind != Reduce::kSumAbs && kind != Reduce::kSumSquares) return in;
  Tensor mapped = contiguous_copy(in);
  int64_t* values = mapped.data<int64_t>();
  for (int64_t i = 0; i < mapped.numel(); ++i)
    values[i] = kind == Reduce::kSumAbs ? std::abs(values[i]) : values[i] * values[i];
  return mapped;
}

void reduce_computed(Reduce kind, const Tensor& out, const Tensor& in, std::span<const int> axes) {
  ReductionPlan plan = plan_reduction(in, out, axes);
  switch (in.dtype()) {
    case DType::kFloat32:
      if (sums(kind)) return sum_float(plan, sum_of(kind), in.data<float>(), out.data<float>());
      return fold_kind(kind, plan, in.data<float>(), out.data<float>());
    case DType::kFloat64:
      if (sums(kind)) return sum_double(plan, sum_of(kind), in.data<double>(), out.data<double>());
      return fold_kind(kind, plan, in.data<double>(), out.data<double>());
    case DType::kBool: {
      // 0 and 1 in bytes; the identities are clamped by the cast back to bool.
      const uint8_t* from = reinterpret_cast<const uint8_t*>(in.data<bool>());
      uint8_t* to = reinterpret_cast<uint8_t*>(out.data<bool>());
      fold_kind(kind, plan, from, to);
      if (plan.length == 0)
        visit_dtype(DType::kBool, [&]<class T>() { fill_tensor(out, Scalar::of(kind == Reduce::kAll)); });
      return;
    }
    case DType::kInt32: return fold_kind(kind, plan, in.data<int32_t>(), out.data<int32_t>());
    default: return fold_kind(kind, plan, in.data<int64_t>(), out.data<int64_t>());
  }
}

void sum_squares(const Tensor& out, const Tensor& in, std::span<const int> axes) {
  ReductionPlan plan = plan_reduction(in, out, axes);
  if (in.dtype() != DType::kFloat32 || plan.runs() != 1 || plan.run_stride() != 1)
    return reduce_computed(Reduce::kSumSquares, out, in, axes);
  parallel_for(0, plan.outputs, std::max<int64_t>(1, kGrain / plan.length), [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; i += kSquareRows) {
      const int count = static_cast<int>(std::min<int64_t>(kSquareRows, end - i));
      const float* rows[kSquareRows];
      float sums[kSquareRows];
      int64_t to[kSquareRows];
      for (int k = 0; k < count; ++k) {
        int64_t from;
        plan.locate(i + k, from, to[k]);
        rows[k] = in.data<float>() + from;
      }
      square_sums(rows, count, plan.length, sums);
      for (int k = 0; k < count; ++k) out.data<float>()[to[k]] = sums[k];
    }
  });
}

}  // namespace

void reduce_into(Reduce kind, const Tensor& out, const Tensor& in, std::span<const int> axes) {
  if (out.numel() == 0) return;
  DType dtype = compute_dtype(kind, out, in);
  Tensor source =
      kind == Reduce::kCountNonzero ? as_dtype(as_dtype(in, DType::kBool), DType::kInt64) : as_dtype(in, dtype);
  if (dtype == DType::kInt64) source = map_integers(kind, source);
  if (out.dtype() == dtype) return reduce_computed(kind, out, source, axes);
  Tensor result = empty_tensor(out.sizes(), dtype);
  reduce_computed(kind, result, source, axes);
  copy_tensor(out, result);
}

void reduce_norm(const Tensor& out, const Tensor& in, std::span<const int> axes, double p) {
  DType dtype = opmath_type(out.dtype());
  Tensor source = as_dtype(in, dtype);
  Tensor result = out.dtype() == dtype && out.is_contiguous() ? out : empty_tensor(out.sizes(), dtype);
  visit_dtype(dtype, [&]<class T>() {
    if constexpr (std::is_floating_point_v<T>) {
      T* values = result.data<T>();
      auto finish = [&](auto f) {
        for (int64_t i = 0; i < result.numel(); ++i) values[i] = f(values[i]);
      };
      if (p == 2) {
        sum_squares(result, source, axes);
        return finish([](T v) { return std::sqrt(v); });
      }
      if (p == 1) return reduce_computed(Reduce::kSumAbs, result, source, axes);
      Tensor mapped = contiguous_copy(source);
      T* m = mapped.data<T>();
      parallel_for(0, mapped.numel(), kGrain / 8, [&](int64_t begin, int64_t end) {
        if (std::isinf(p))
          for (int64_t i = begin; i < end; ++i) m[i] = std::abs(m[i]);
        else
          for (int64_t i = begin; i < end; ++i) m[i] = p == 0 ? T(m[i] != 0) : std::pow(std::abs(m[i]), T(p));
      });
      if (std::isinf(p)) return reduce_computed(p > 0 ? Reduce::kMax : Reduce::kMin, result, mapped, axes);
      reduce_computed(Reduce::kSum, result, mapped, axes);
      if (p != 0) finish([&](T v) { return std::pow(v, T(1 / p)); });
    }
  });
  if (!result.same(out)) copy_tensor(out, result);
}

}  // namespace vt
