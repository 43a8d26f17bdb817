#include "ops/kernels/reduce.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/kernels/chain_steps.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/reduction_plan.h"
#include "ops/kernels/transpose.h"
#include "ops/kernels/vector_fold.h"
#include "ops/kernels/widest.h"
#include "support/check.h"
#include "support/isa.h"
#include "tensor/extent.h"
#include "tensor/visit.h"

namespace vt {
namespace {

// Folds besides those of vector_fold.h, which says what they are.
template <class T>
struct Add {
  static constexpr bool kBrackets = !std::is_floating_point_v<T>, kNansWin = false, kRepeats = false;
  static T first() { return T(0); }
  static T fold(T a, T b) { return a + b; }
  template <class V>
  VT_INLINE static void take_number(V& total, const V& value) {
    total += value;
  }
};
template <class T>
struct Multiply {
  static constexpr bool kBrackets = !std::is_floating_point_v<T>, kNansWin = false, kRepeats = false;
  static T first() { return T(1); }
  static T fold(T a, T b) { return a * b; }
  template <class V>
  VT_INLINE static void take_number(V& total, const V& value) {
    total *= value;
  }
};
// Halves first, then the last ones one after the other. Unrolled, the loop over the halves would not become vectors.
template <class Op, int kLanes, class T>
VT_INLINE T fold_lanes(T* lanes) {
  constexpr int kLast = 8;
#pragma GCC unroll 1
  for (int half = kLanes / 2; half >= kLast; half /= 2)
    for (int i = 0; i < half; ++i) Op::take_number(lanes[i], lanes[i + half]);
  T total = lanes[0];
  for (int i = 1; i < kLast; ++i) Op::take_number(total, lanes[i]);
  return total;
}

// Everybody loads the browser's code: there are fewer forms of each fold in it, and fewer lanes.
#ifdef __EMSCRIPTEN__
constexpr bool kEveryForm = false;
constexpr int kFoldBytes = 64;
#else
constexpr bool kEveryForm = true;
constexpr int kFoldBytes = 256;  // what registers hold
#endif
// Where brackets matter: four of PyTorch's vectors.
template <class T>
constexpr int kExactVector = 32 / sizeof(T);
template <class Op, class T>
constexpr int kFoldLanes =
    !Op::kBrackets ? 4 * kExactVector<T>
                   : std::clamp(kFoldBytes / (Op::kNansWin ? 2 : 1) / static_cast<int>(sizeof(T)), 8, 64);

// The vectors by twos, then the lanes one after the other.
template <class Op, class T>
VT_INLINE T fold_exact(const T* lanes) {
  constexpr int kVector = kExactVector<T>;
  T total{};
  for (int k = 0; k < kVector; ++k) {
    const T one =
        Op::fold(Op::fold(lanes[k], lanes[k + kVector]), Op::fold(lanes[k + 2 * kVector], lanes[k + 3 * kVector]));
    total = k ? Op::fold(total, one) : one;
  }
  return total;
}

// Several rows at once: folding the lanes of one is a chain. A row consists of runs, `size` elements at each of the
// offsets; more than one only where brackets do not matter.
template <int kRows, class Op, class T, class From>
VT_INLINE void fold_rows(const From* in, int64_t row_step, const int64_t* offsets, int64_t runs, int64_t size, T* out,
                         int64_t out_step) {
  constexpr int kLanes = kFoldLanes<Op, T>;
  const int64_t whole = size / kLanes * kLanes;
  T totals[kRows];
  for (int r = 0; r < kRows; ++r) totals[r] = out[r * out_step];
  if (whole) {
    T lanes[kRows][kLanes];
    T nans[kRows][kLanes];
    for (int r = 0; r < kRows; ++r) {
      const From* first = in + r * row_step + offsets[0];
      T running[kLanes], odd[kLanes];
      for (int lane = 0; lane < kLanes; ++lane) running[lane] = convert<T>(first[lane]);
      for (int lane = 0; lane < kLanes; ++lane) odd[lane] = running[lane];
      for (int64_t run = 0; run < runs; ++run) {
        const From* row = in + r * row_step + offsets[run];
        for (int64_t i = run ? 0 : kLanes; i < whole; i += kLanes)
          for (int lane = 0; lane < kLanes; ++lane) {
            const T value = convert<T>(row[i + lane]);
            if constexpr (Op::kNansWin) odd[lane] = value != value ? value : odd[lane];
            Op::take_number(running[lane], value);
          }
      }
      for (int lane = 0; lane < kLanes; ++lane) lanes[r][lane] = running[lane];
      if constexpr (Op::kNansWin)
        for (int lane = 0; lane < kLanes; ++lane) nans[r][lane] = odd[lane];
    }
    for (int r = 0; r < kRows; ++r)
      if constexpr (Op::kBrackets) totals[r] = Op::fold(totals[r], fold_lanes<Op, kLanes>(lanes[r]));
      else totals[r] = Op::fold(totals[r], fold_exact<Op>(lanes[r]));
    if constexpr (Op::kNansWin)
      for (int r = 0; r < kRows; ++r) {
        int any = 0;
        for (int lane = 0; lane < kLanes; ++lane) any |= nans[r][lane] != nans[r][lane];
        if (any)
          for (int lane = 0; lane < kLanes; ++lane) totals[r] = Op::fold(totals[r], nans[r][lane]);
      }
  }
  for (int64_t run = 0; run < runs; ++run)
    for (int64_t i = whole; i < size; ++i)
      for (int r = 0; r < kRows; ++r) totals[r] = Op::fold(totals[r], convert<T>(in[r * row_step + offsets[run] + i]));
  for (int r = 0; r < kRows; ++r) out[r * out_step] = totals[r];
}
// Whether the elements are folded in vectors as they are.
template <class Op, class T, class From>
constexpr bool kInVectors = kEveryForm&& Op::kBrackets&& std::is_same_v<T, From>;
template <class Op, class T, class From>
[[gnu::noinline]] void fold_row_block(const From* in, int64_t row_step, int64_t rows, const int64_t* offsets,
                                      int64_t runs, int64_t size, T* out, int64_t out_step) {
  run_widest([=]() VT_LAMBDA {
    const auto fold_some = [=]<int kRows>(int64_t j) VT_LAMBDA {
      if constexpr (kInVectors<Op, T, From>)
        if (size >= FoldVector<T>::kLanes)
          return fold_vector_rows<kRows, Op>(in + j * row_step, row_step, offsets, runs, size, out + j * out_step,
                                             out_step);
      fold_rows<kRows, Op>(in + j * row_step, row_step, offsets, runs, size, out + j * out_step, out_step);
    };
    constexpr int kRows = 4;
    int64_t j = 0;
    for (; j + kRows <= rows; j += kRows) fold_some.template operator()<kRows>(j);
    for (; j < rows; ++j) fold_some.template operator()<1>(j);
  });
}

template <class Op, class T, class From>
VT_INLINE void fold_down(const From* in, int64_t stride, int64_t length, int64_t width, T* __restrict total) {
  int64_t i = 0;
  for (; i + 4 <= length; i += 4) {
    const From *a = in + i * stride, *b = a + stride, *c = b + stride, *d = c + stride;
    for (int64_t k = 0; k < width; ++k) {
      T two = Op::fold(Op::fold(total[k], convert<T>(a[k])), convert<T>(b[k]));
      total[k] = Op::fold(Op::fold(two, convert<T>(c[k])), convert<T>(d[k]));
    }
  }
  for (; i < length; ++i) {
    const From* a = in + i * stride;
    for (int64_t k = 0; k < width; ++k) total[k] = Op::fold(total[k], convert<T>(a[k]));
  }
}
template <class Op, class T, class From>
[[gnu::noinline]] void fold_columns(const From* in, int64_t stride, int64_t length, int64_t columns, T* out,
                                    int64_t out_stride) {
  constexpr int64_t kBlock = 16384 / sizeof(T);  // so that the totals stay in the nearest cache
  T totals[kBlock];
  for (int64_t j = 0; j < columns; j += kBlock) {
    const int64_t width = std::min(kBlock, columns - j);
    T* to = out_stride == 1 ? out + j : totals;
    if (to == totals)
      for (int64_t c = 0; c < width; ++c) totals[c] = out[(j + c) * out_stride];
    run_widest([=]() VT_LAMBDA { fold_down<Op>(in + j, stride, length, width, to); });
    if (to == totals)
      for (int64_t c = 0; c < width; ++c) out[(j + c) * out_stride] = totals[c];
  }
}

// Many rows shorter than vectors: side by side, as columns.
constexpr int64_t kShortRow = 32, kShortRows = 64;
template <class Op, class T, class From>
void fold_short_rows(const From* in, int64_t row_step, int64_t rows, int64_t size, T* out, int64_t out_step) {
  alignas(64) From columns[kShortRow * kShortRows];
  for (int64_t j = 0; j < rows; j += kShortRows) {
    const int64_t count = std::min(kShortRows, rows - j);
    using Word = std::conditional_t<sizeof(From) == 2, uint16_t, From>;
    transpose_rows(reinterpret_cast<Word*>(columns), kShortRows, reinterpret_cast<const Word*>(in + j * row_step),
                   row_step, 0, size, count);
    fold_columns<Op>(columns, kShortRows, size, count, out + j * out_step, out_step);
  }
}

// Elements that are converted first, many at once: halves, for which there are instructions; where the fold asks
// whether an element is not zero, to a byte; and integers of products, so that there is one product of integers.
enum class As { kValue, kTruth, kWhole };
template <As kAs, class From>
constexpr bool kWidened = kEveryForm&& kAs == As::kValue&& std::is_same_v<From, Half>;
template <As kAs, class From>
using Held = std::conditional_t<
    kAs == As::kTruth, uint8_t,
    std::conditional_t<kAs == As::kWhole, uint64_t, std::conditional_t<kWidened<kAs, From>, float, From>>>;
template <class From>
VT_INLINE uint8_t is_true(From value) {
  if constexpr (std::is_same_v<From, Half> || std::is_same_v<From, BFloat16>) return (value.bits & 0x7fff) != 0;
  else return value != From(0);
}
template <As kAs, class From>
void take_piece(const From* in, int64_t stride, int64_t count, Held<kAs, From>* to) {
  if constexpr (kAs == As::kTruth || kAs == As::kWhole) {
    const auto one = [](From value) VT_LAMBDA {
      if constexpr (kAs == As::kTruth) return is_true(value);
      else return static_cast<uint64_t>(value);
    };
    run_widest([=]() VT_LAMBDA {
      if (stride == 1)
        for (int64_t i = 0; i < count; ++i) to[i] = one(in[i]);
      else
        for (int64_t i = 0; i < count; ++i) to[i] = one(in[i * stride]);
    });
  } else if constexpr (kWidened<kAs, From>) {
    int64_t i = stride == 1
                    ? convert_by_chain(ChainOp::kLoadHalf, sizeof(From), ChainOp::kStore, sizeof(float), in, to, count)
                    : 0;
    for (; i < count; ++i) to[i] = to_float(in[i * stride]);
  } else {
    collect(in, stride, count, to);
  }
}
template <class Op, As kAs = As::kValue, class T, class From>
void fold_run(const From* in, int64_t row_step, int64_t rows, int64_t stride, int64_t size, T* out, int64_t out_step);

// Where nothing lies side by side, or is converted, what is nearest is brought together in pieces.
template <class Op, As kAs, class T, class From>
void fold_in_pieces(const From* in, int64_t row_step, int64_t rows, int64_t stride, int64_t size, T* out,
                    int64_t out_step) {
  constexpr int64_t kPiece = 4096, kAcross = 512;
  Held<kAs, From> piece[kPiece];
  if (std::abs(stride) <= std::abs(row_step) || rows < 8) {
    const int64_t most = std::clamp<int64_t>(size, 1, kPiece), many = kPiece / most;
    for (int64_t j = 0; j < rows; j += many) {
      const int64_t across = std::min(many, rows - j);
      for (int64_t i = 0; i < size; i += most) {
        const int64_t down = std::min(most, size - i);
        const From* from = in + j * row_step + i * stride;
        if (stride == 1 && row_step == down) take_piece<kAs>(from, 1, across * down, piece);
        else
          for (int64_t k = 0; k < across; ++k) take_piece<kAs>(from + k * row_step, stride, down, piece + k * down);
        fold_run<Op>(piece, down, across, 1, down, out + j * out_step, out_step);
      }
    }
    return;
  }
  for (int64_t j = 0; j < rows; j += kAcross) {
    const int64_t across = std::min(kAcross, rows - j), most = kPiece / across;
    for (int64_t i = 0; i < size; i += most) {
      const int64_t down = std::min(most, size - i);
      for (int64_t k = 0; k < down; ++k)
        take_piece<kAs>(in + j * row_step + (i + k) * stride, row_step, across, piece + k * across);
      fold_columns<Op>(piece, across, down, across, out + j * out_step, out_step);
    }
  }
}

// `size` elements of each of the rows that begin row_step apart.
template <class Op, As kAs, class T, class From>
void fold_run(const From* in, int64_t row_step, int64_t rows, int64_t stride, int64_t size, T* out, int64_t out_step) {
  if constexpr (kAs != As::kValue) {
    fold_in_pieces<Op, kAs>(in, row_step, rows, stride, size, out, out_step);
  } else {
    constexpr int64_t kWorthConverting = 128, kNoOffset = 0;
    if constexpr (kWidened<kAs, From> && Op::kBrackets)
      if ((stride == 1 ? size : row_step == 1 ? rows : 0) >= kWorthConverting)
        return fold_in_pieces<Op, kAs>(in, row_step, rows, stride, size, out, out_step);
    constexpr int64_t kShort = Op::kBrackets ? kShortRow : kFoldLanes<Op, T>;
    if constexpr (kEveryForm)
      if (stride == 1 && size < kShort && rows >= kShortRow)
        return fold_short_rows<Op>(in, row_step, rows, size, out, out_step);
    if (stride == 1) return fold_row_block<Op>(in, row_step, rows, &kNoOffset, 1, size, out, out_step);
    if (row_step == 1) return fold_columns<Op>(in, stride, size, rows, out, out_step);
    if constexpr (kEveryForm && Op::kBrackets)
      return fold_in_pieces<Op, kAs>(in, row_step, rows, stride, size, out, out_step);
    for (int64_t j = 0; j < rows; ++j)
      for (int64_t i = 0; i < size; ++i)
        out[j * out_step] = Op::fold(out[j * out_step], convert<T>(in[j * row_step + i * stride]));
  }
}

// One output: each thread folds its share, then the shares are folded.
template <class Op, As kAs, class T, class From>
void fold_all(const ReductionPlan& plan, const From* in, T* out) {
  std::vector<T> shares(static_cast<size_t>(thread_count()), Op::first());
  const int64_t threads = std::min<int64_t>(thread_count(), (plan.length + kGrain - 1) / kGrain);
  const int64_t share = (plan.length + threads - 1) / threads, size = plan.run_length(), stride = plan.run_stride();
  parallel_for(0, plan.length, kGrain, [&](int64_t begin, int64_t end) {
    T total = Op::first();
    for (int64_t at = begin; at < end;) {
      const int64_t first = at % size, count = std::min(size - first, end - at);
      fold_run<Op, kAs>(in + plan.run_offset(at / size) + first * stride, 0, 1, stride, count, &total, 1);
      at += count;
    }
    shares[static_cast<size_t>(begin / share)] = total;
  });
  *out = Op::first();
  for (const T part : shares) *out = Op::fold(*out, part);
}

template <class Op, As kAs, class T, class From>
void fold(const ReductionPlan& plan, const From* in, T* out) {
  const int64_t stride = plan.run_stride();
  const int64_t size = Op::kRepeats && stride == 0 ? std::min<int64_t>(plan.run_length(), 1) : plan.run_length();
  if constexpr (kEveryForm)
    if (plan.outputs == 1 && stride != 0 && plan.length > kGrain && threads_of_one_sum() > 1)
      return fold_all<Op, kAs>(plan, in, out);
  std::vector<int64_t> offsets(buffer_size(plan.runs()));
  for (size_t run = 0; run < offsets.size(); ++run) offsets[run] = plan.run_offset(static_cast<int64_t>(run));
  const bool at_once = Op::kBrackets && stride == 1 && !kWidened<kAs, From> && offsets.size() > 1;
  for_each_row_piece(plan, [&](int64_t first, int64_t count) {
    int64_t in_at, out_at;
    plan.locate(first, in_at, out_at);
    const From* from = in + in_at;
    T* to = out + out_at;
    if (plan.row_out() == 1) std::fill_n(to, count, Op::first());
    else
      for (int64_t j = 0; j < count; ++j) to[j * plan.row_out()] = Op::first();
    if constexpr (kAs == As::kValue)
      if (at_once)
        return fold_row_block<Op>(from, plan.row_in(), count, offsets.data(), static_cast<int64_t>(offsets.size()),
                                  size, to, plan.row_out());
    for (const int64_t offset : offsets)
      fold_run<Op, kAs>(from + offset, plan.row_in(), count, stride, size, to, plan.row_out());
  });
}

// f.operator()<T>() with the type that stands for elements of the dtype in a fold: bools are 0 and 1 in bytes.
template <class F>
void visit_folded(DType dtype, const F& f) {
  visit_dtype(dtype,
              [&]<class T>() { f.template operator()<std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>>(); });
}
template <class T>
T* folded(const Tensor& t) {
  return reinterpret_cast<T*>(t.impl()->storage->data()) + t.impl()->offset;
}
// Whole numbers wrap around, which only unsigned ones may.
using Whole = uint64_t;
// The type that values of the dtype are compared or multiplied in.
template <class T>
using Opmath = std::conditional_t<std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>, float, T>;
template <class T>
using Product = std::conditional_t<std::is_integral_v<T>, Whole, Opmath<T>>;

// `out` has the dtype of compute_dtype; sums of floats are not folds.
void fold_kind(Reduce kind, const ReductionPlan& plan, const Tensor& in, const Tensor& out) {
  visit_folded(in.dtype(), [&]<class From>() {
    const From* from = folded<From>(in);
    switch (kind) {
      case Reduce::kAny: return fold<Largest<uint8_t>, As::kTruth>(plan, from, folded<uint8_t>(out));
      case Reduce::kAll: return fold<Smallest<uint8_t>, As::kTruth>(plan, from, folded<uint8_t>(out));
      case Reduce::kCountNonzero: return fold<Add<Whole>, As::kTruth>(plan, from, folded<Whole>(out));
      case Reduce::kMax: return fold<Largest<Opmath<From>>, As::kValue>(plan, from, folded<Opmath<From>>(out));
      case Reduce::kMin: return fold<Smallest<Opmath<From>>, As::kValue>(plan, from, folded<Opmath<From>>(out));
      case Reduce::kProd:
        return fold < Multiply<Product<From>>,
               std::is_integral_v<From> ? As::kWhole : As::kValue > (plan, from, folded<Product<From>>(out));
      case Reduce::kSum:
      case Reduce::kSumNumbers:
        if constexpr (std::is_integral_v<From>) fold<Add<Whole>, As::kValue>(plan, from, folded<Whole>(out));
    }
  });
}

SumOf sum_of(Reduce kind) { return kind == Reduce::kSumNumbers ? SumOf::kNumbers : SumOf::kValues; }
bool sums(Reduce kind) { return kind == Reduce::kSum || kind == Reduce::kSumNumbers; }

// The dtype that the reduction computes in.
DType compute_dtype(Reduce kind, const Tensor& out, const Tensor& in) {
  if (kind == Reduce::kAny || kind == Reduce::kAll) return DType::kBool;
  if (kind == Reduce::kCountNonzero) return DType::kInt64;
  bool extreme = kind == Reduce::kMax || kind == Reduce::kMin;
  DType dtype = extreme ? in.dtype() : out.dtype();
  if (is_floating(dtype)) return opmath_type(dtype);
  return extreme ? dtype : DType::kInt64;
}
// What is read as it is: what is not, is cast first.
bool is_read(Reduce kind, DType dtype, DType computed) {
  if (kind == Reduce::kAny || kind == Reduce::kAll || kind == Reduce::kCountNonzero) return true;
  if (!is_floating(computed)) return !is_floating(dtype);
  return is_floating(dtype) && opmath_type(dtype) == computed;
}
void reduce_computed(Reduce kind, const Tensor& out, const Tensor& in, std::span<const int> axes) {
  ReductionPlan plan = plan_reduction(in, out, axes);
  if (sums(kind) && in.dtype() == DType::kFloat32)
    return sum_float(plan, sum_of(kind), in.data<float>(), out.data<float>());
  if (sums(kind) && in.dtype() == DType::kBFloat16)
    return sum_bfloat16(plan, sum_of(kind), in.data<BFloat16>(), out.data<float>());
  if (sums(kind) && in.dtype() == DType::kFloat16)
    return sum_half(plan, sum_of(kind), in.data<Half>(), out.data<float>());
  if (sums(kind) && in.dtype() == DType::kFloat64)
    return sum_double(plan, sum_of(kind), in.data<double>(), out.data<double>());
  fold_kind(kind, plan, in, out);
  if (kind == Reduce::kAll && plan.length == 0) fill_tensor(out, Scalar::of(true));  // all bits set is no bool
}

}  // namespace

void reduce_into(Reduce kind, const Tensor& out, const Tensor& in, std::span<const int> axes) {
  if (out.numel() == 0) return;
  DType dtype = compute_dtype(kind, out, in);
  const Tensor source = is_read(kind, in.dtype(), dtype) ? in : cast_as_it_lies(in, dtype);
  if (out.dtype() == dtype) return reduce_computed(kind, out, source, axes);
  Tensor result = empty_tensor(out.sizes(), dtype);
  reduce_computed(kind, result, source, axes);
  copy_tensor(out, result);
}

}  // namespace vt
