// Tensors made from nothing: constants and ranges.
#include <cmath>
#include <cstdio>

#include "ops/defs/prelude.h"
#include "ops/families/layout.h"
#include "ops/families/texts.h"
#include "ops/families/views.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/parallel.h"
#include "ops/make_args.h"
#include "support/isa.h"
#include "tensor/extent.h"
#include "tensor/visit.h"

namespace vt {

namespace {

constexpr uint32_t kMaker = kFunction | kFactory;
constexpr uint32_t kMethodMaker = kMethod | kFactory | kAten;

Device device_at(const Args& args, size_t i) { return args.has(i) ? std::get<Device>(args[i].value) : Device{}; }

void check_sizes(const char* name, const SymSizes& sizes) {
  for (const SymInt& size : sizes)
    if (size.hint() < 0) {
      if (std::string_view(name) == "zeros") tensor_error("zeros: Dimension size must be non-negative.");
      tensor_error("Trying to create tensor with negative dimension " + std::to_string(size.hint()) + ": " +
                   sizes_text(sizes));
    }
}

TensorMeta maker_meta(const SymSizes& sizes, DType dtype, Device device) {
  TensorMeta meta;
  meta.sizes = sizes;
  meta.dtype = dtype;
  meta.device = device;
  return meta;
}

DType number_dtype(const Scalar& value) {
  return value.is_float() ? default_dtype() : value.kind == Scalar::Kind::kBool ? DType::kBool : DType::kInt64;
}
TensorMeta full_meta(const Args& args) {
  check_sizes("full", args.ints(0));
  return maker_meta(args.ints(0), args.dtype_or(2, number_dtype(args.scalar(1))), device_at(args, 3));
}
TensorMeta empty_meta(const Args& args) {
  check_sizes("empty", args.ints(0));
  TensorMeta meta = maker_meta(args.ints(0), args.dtype_or(1, default_dtype()), device_at(args, 2));
  std::string format = args.text_or(3, "contiguous_format");
  if (format == "preserve_format") tensor_error("unsupported memory format Preserve");
  meta.strides = strides_in_format(meta.sizes, format);
  return meta;
}

// zeros and ones: eagerly at once, in graphs the full that they are.
template <int value>
Metas constant_meta(const Args& args) {
  check_sizes(value ? "ones" : "zeros", args.ints(0));
  return {maker_meta(args.ints(0), args.dtype_or(1, default_dtype()), device_at(args, 2))};
}
template <int value>
Outputs constant_kernel(const Args& args) {
  check_sizes(value ? "ones" : "zeros", args.ints(0));
  Outputs outputs;
  outputs.push_back(empty_tensor(hints_of(args.ints(0)), args.dtype_or(1, default_dtype()), device_at(args, 2)));
  fill_tensor(outputs[0], Scalar::of(int64_t{value}));
  return outputs;
}
template <int value>
Outputs constant_as_full(const Args& args) {
  check_sizes(value ? "ones" : "zeros", args.ints(0));
  return call(op_full, make_args(args[0], value, args.dtype_or(1, default_dtype()), device_at(args, 2)));
}
// NAME_like(self, dtype, device, memory_format): in the layout of the tensor unless told.
Outputs like_layout(const Args& args, const Arg& value, size_t dtype) {
  const Tensor& t = args.tensor(0);
  Device device = args.has(dtype + 1) ? device_at(args, dtype + 1) : t.device();
  Tensor out = empty_in_layout(t, args.dtype_or(dtype, t.dtype()), device, args.text_or(dtype + 2, "preserve_format"));
  if (!out.defined()) {  // a fake
    Tensor made = f::full(sizes_of(t), value, args.dtype_or(dtype, t.dtype()), device);
    if (args.text_or(dtype + 2, "preserve_format") != "preserve_format") return {made};
    const SymSizes strides = result_strides(sizes_of(t), {t});
    Tensor laid = strides.empty() ? Tensor() : copy_with_strides(made, strides);
    return {laid.defined() ? laid : made};
  }
  fill_tensor(out, std::get<Scalar>(value.value));
  return {out};
}
// new_NAME(self, size, dtype, device).
Outputs like(const Tensor& t, const SymSizes& sizes, const Arg& value, const Args& args, size_t dtype) {
  return {f::full(sizes, value, args.dtype_or(dtype, t.dtype()),
                  args.has(dtype + 1) ? device_at(args, dtype + 1) : t.device())};
}

TensorMeta strided_meta(const Args& a) {
  TensorMeta meta =
      maker_meta(a.ints(1), a.dtype_or(3, a.tensor(0).dtype()), a.has(4) ? device_at(a, 4) : a.tensor(0).device());
  meta.strides = a.ints(2);
  return meta;
}

struct Range {
  double start = 0, end = 0, step = 1;
  bool floating = false;
  SymInt count;
};
Range range_of(const Args& args) {
  const Scalar &start = args.scalar(0), &end = args.scalar(1), &step = args.scalar(2);
  Range r{start.to_double(), end.to_double(), step.to_double(), start.is_float() || end.is_float() || step.is_float()};
  if (!(r.step > 0 || r.step < 0)) tensor_error("step must be nonzero");
  if (!std::isfinite(r.start) || !std::isfinite(r.end)) {
    char text[80];
    std::snprintf(text, sizeof text, "unsupported range: %g -> %g", r.start, r.end);
    tensor_error(text);
  }
  if ((r.step > 0 && r.start > r.end) || (r.step < 0 && r.start < r.end))
    tensor_error("upper bound and lower bound inconsistent with step sign");
  double count = std::ceil((r.end - r.start) / r.step);
  if (r.floating && count >= 9.2e18) tensor_error("invalid size, possible overflow?");
  if (r.floating) r.count = static_cast<int64_t>(count);
  else if (r.step > 0) r.count = floor_div(end.integer - start.integer + step.integer - SymInt(1), step.integer);
  else r.count = floor_div(start.integer - end.integer - step.integer - SymInt(1), SymInt(0) - step.integer);
  return r;
}
TensorMeta arange_meta(const Args& args) {
  Range r = range_of(args);
  DType dtype = args.dtype_or(3, r.floating ? default_dtype() : DType::kInt64);
  if (dtype == DType::kBool) tensor_error("\"arange_cpu\" not implemented for 'Bool'", "NotImplementedError");
  return maker_meta({r.count}, dtype, device_at(args, 4));
}
template <class T, class F>
VT_INLINE void fill_positions(T* out, int64_t begin, int64_t end, F at) {
  for (int64_t i = begin; i < end; ++i) out[i] = convert<T>(at(i));
}
#ifdef __x86_64__
template <class T, class F>
VT_AVX2 void fill_positions_avx2(T* out, int64_t begin, int64_t end, F at) {
  fill_positions(out, begin, end, at);
}
template <class T, class F>
VT_AVX512 void fill_positions_avx512(T* out, int64_t begin, int64_t end, F at) {
  fill_positions(out, begin, end, at);
}
#endif
// Elements from their positions.
template <class F>
Outputs computed(const TensorMeta& meta, F at) {
  Tensor out = empty_tensor(Dims{meta.sizes[0].hint()}, meta.dtype);
  visit_dtype(meta.dtype, [&]<class T>() {
    T* data = out.data<T>();
    parallel_for(0, out.numel(), kGrain, [&](int64_t begin, int64_t end) {
#ifdef __x86_64__
      if (isa() == Isa::kAvx512) return fill_positions_avx512(data, begin, end, at);
      if (isa() == Isa::kAvx2) return fill_positions_avx2(data, begin, end, at);
#endif
      fill_positions(data, begin, end, at);
    });
  });
  return {out};
}
TensorMeta space_meta(const Args& args, const char* name, size_t dtype) {
  int64_t steps = args.integer(2);
  if (steps < 0) tensor_error("number of steps must be non-negative");
  if (args.dtype_or(dtype, default_dtype()) == DType::kBool)
    tensor_error(std::string("\"") + name + "_cpu\" not implemented for 'Bool'", "NotImplementedError");
  return maker_meta({args.scalar(2).integer}, args.dtype_or(dtype, default_dtype()), device_at(args, dtype + 1));
}
TensorMeta eye_meta(const Args& args) {
  SymInt rows = args.scalar(0).integer;
  SymInt columns = args.has(1) ? args.scalar(1).integer : rows;
  if (rows.hint() < 0) tensor_error("n must be greater or equal to 0, got " + std::to_string(rows.hint()));
  if (columns.hint() < 0) tensor_error("m must be greater or equal to 0, got " + std::to_string(columns.hint()));
  return maker_meta({rows, columns}, args.dtype_or(2, default_dtype()), device_at(args, 3));
}
// The places of a matrix on one side of a diagonal, row by row.
struct Triangle {
  int64_t rows, columns, offset;  // the offset lies in [-rows, columns]
  bool lower;
  // In rows [first, last) the lower triangle has some places and lacks others; it has all in those after.
  int64_t first() const { return std::max<int64_t>(0, -offset); }
  int64_t last() const { return std::max(first(), std::min(rows, checked_subtract(columns, offset))); }
  int64_t width(int64_t row) const { return std::clamp<int64_t>(row + offset, 0, columns); }  // to the diagonal
  int64_t count() const {
    const int64_t n = last() - first(), ends = width(first()) + width(std::max(first(), last() - 1));
    const int64_t sloped = n % 2 ? checked_multiply(n, ends / 2) : checked_multiply(n / 2, ends);
    const int64_t below = checked_add(sloped, checked_multiply(rows - last(), columns));
    return lower ? below : checked_multiply(rows, columns) - below;
  }
};
// (row, col, offset, dtype, device)
Triangle triangle_of(const Args& args, bool lower) {
  int64_t rows = args.integer(0), columns = args.integer(1), offset = args.integer_or(2, 0);
  if (rows < 0) tensor_error("row must be non-negative, got" + std::to_string(rows));
  if (columns < 0) tensor_error("col must be non-negative, got" + std::to_string(columns));
  // The lower triangle has its diagonal, so that its rows end one later.
  if (lower && offset < INT64_MAX) ++offset;
  return {rows, columns, std::clamp(offset, -rows, columns), lower};
}
TensorMeta triangle_meta(const Args& args, bool lower) {
  DType dtype = args.dtype_or(3, DType::kInt64);
  if (dtype != DType::kInt64 && dtype != DType::kInt32)
    tensor_error(
        std::string(lower ? "\"tril" : "\"triu") + "_indices\" not implemented for '" + dtype_scalar_name(dtype) + "'",
        "NotImplementedError");
  return maker_meta({2, triangle_of(args, lower).count()}, dtype, device_at(args, 4));
}
Outputs triangle_kernel(const Args& args, bool lower) {
  const TensorMeta meta = triangle_meta(args, lower);
  const Triangle t = triangle_of(args, lower);
  Tensor out = empty_tensor(hints_of(meta.sizes), meta.dtype);
  const int64_t count = out.size(1);
  visit_dtype(meta.dtype, [&]<class T>() {
    T *rows = out.data<T>(), *columns = rows + count;
    for (int64_t row = lower ? t.first() : 0, at = 0; at < count; ++row) {
      const int64_t end = lower ? t.width(row) : t.columns;
      for (int64_t column = lower ? 0 : t.width(row); column < end; ++column, ++at) {
        rows[at] = convert<T>(row);
        columns[at] = convert<T>(column);
      }
    }
  });
  return {out};
}

std::vector<Sample> size_samples() { return {{Args{IntList{2, 3}, Arg(), Arg()}}}; }
std::vector<Sample> like_samples() { return {{Args{sample_tensor({2, 3}), Arg(), Arg()}}}; }
std::vector<Sample> new_samples() { return {{Args{sample_tensor({2, 3}), IntList{4}, Arg(), Arg()}}}; }
constexpr const char* kConstant = "the result does not depend on a tensor";

Half nearest(float value, Half) { return to_half(value); }
BFloat16 nearest(float value, BFloat16) { return to_bfloat16(value); }
// linspace of 16 bits: every intermediate result has 16 bits.
template <class T>
Outputs half_steps(const TensorMeta& meta, float start, float end, int64_t steps) {
  auto rounded = [](float value) { return to_float(nearest(value, T{})); };
  const float first = rounded(start), last = rounded(end);
  const float step = steps > 1 ? rounded(rounded(last - first) / rounded(static_cast<float>(steps - 1))) : 0;
  return computed(meta, [=](int64_t i) {
    if (steps == 1 || i < steps / 2) return rounded(first + rounded(step * rounded(static_cast<float>(i))));
    return rounded(last - rounded(step * rounded(static_cast<float>(steps - 1 - i))));
  });
}

}  // namespace

constinit const OpDef op_full = define({
    .name = "full",
    .signature = "full(int[] size, Scalar fill_value, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "A tensor of one number, in its own dtype unless told.",
    .traits = kMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{IntList{2, 3}, 1.5, Arg(), Arg()}}, {Args{IntList{2}, 3, Arg(), Arg()}}};
        },
    .infer = [](const Args& args) -> Metas { return {full_meta(args)}; },
    .kernel = [](const Args& args) -> Outputs {
      check_sizes("full", args.ints(0));
      Outputs outputs;
      outputs.push_back(
          empty_tensor(hints_of(args.ints(0)), args.dtype_or(2, number_dtype(args.scalar(1))), device_at(args, 3)));
      check_filling(args.scalar(1), outputs[0]);
      fill_tensor(outputs[0], args.scalar(1));
      return outputs;
    },
    .no_grad = kConstant,
    .lower =
        [](LowerContext& c, const Args& args) {
          DType dtype = c.output_meta().dtype;
          Scalar value = args.scalar(1);
          c.define_pointwise(0, [=](loop::ExprGraph& g, const Index&) { return scalar_constant(g, value, dtype); });
        },
});
constinit const OpDef op_zeros = define({
    .name = "zeros",
    .signature = "zeros(int[] size, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "A tensor of zeros.",
    .traits = kMaker | kAten,
    .samples = size_samples,
    .infer = constant_meta<0>,
    .kernel = constant_kernel<0>,
    .decompose = constant_as_full<0>,
});
constinit const OpDef op_zeros_of_formula = define({
    .name = "zeros.formula",
    .signature = "zeros.formula(int[] size, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "The zeros of a gradient's own, which ATen's graphs write in another way than a program's.",
    .traits = kInternal | kAten,
    .samples = size_samples,
    .decompose = constant_as_full<0>,
});
constinit const OpDef op_ones = define({
    .name = "ones",
    .signature = "ones(int[] size, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "A tensor of ones.",
    .traits = kMaker | kAten,
    .samples = size_samples,
    .infer = constant_meta<1>,
    .kernel = constant_kernel<1>,
    .decompose = constant_as_full<1>,
});
constinit const OpDef op_empty = define({
    .name = "empty",
    .signature = "empty(int[] size, *, dtype? dtype=None, device? device=None, str? memory_format=None) -> Tensor",
    .doc = "A tensor whose values are whatever was in memory.",
    .traits = kMaker,
    .samples = size_samples,
    .infer = [](const Args& args) -> Metas { return {empty_meta(args)}; },
    .kernel = [](const Args& args) -> Outputs { return {empty_for(empty_meta(args))}; },
    .no_grad = kConstant,
    .lower =
        [](LowerContext& c, const Args&) {
          DType dtype = c.output_meta().dtype;
          c.define_pointwise(
              0, [=](loop::ExprGraph& g, const Index&) { return scalar_constant(g, Scalar::of(int64_t{0}), dtype); });
        },
});
constinit const OpDef op_zeros_like = define({
    .name = "zeros_like",
    .signature =
        "zeros_like(Tensor self, *, dtype? dtype=None, device? device=None, str? memory_format=None) -> Tensor",
    .doc = "Zeros in the sizes of another tensor.",
    .traits = kMaker | kAten,
    .samples = like_samples,
    .decompose = [](const Args& a) { return like_layout(a, 0, 1); },
});
constinit const OpDef op_ones_like = define({
    .name = "ones_like",
    .signature = "ones_like(Tensor self, *, dtype? dtype=None, device? device=None, str? memory_format=None) -> Tensor",
    .doc = "Ones in the sizes of another tensor.",
    .traits = kMaker | kAten,
    .samples = like_samples,
    .decompose = [](const Args& a) { return like_layout(a, 1, 1); },
});
constinit const OpDef op_empty_like = define({
    .name = "empty_like",
    .signature =
        "empty_like(Tensor self, *, dtype? dtype=None, device? device=None, str? memory_format=None) -> Tensor",
    .doc = "An uninitialised tensor in the sizes of another.",
    .traits = kMaker | kAten,
    .samples = like_samples,
    .decompose = [](const Args& a) -> Outputs {
      Device device = a.has(2) ? device_at(a, 2) : a.tensor(0).device();
      Tensor out =
          empty_in_layout(a.tensor(0), a.dtype_or(1, a.tensor(0).dtype()), device, a.text_or(3, "preserve_format"));
      if (out.defined()) return {out};
      return call(op_empty, {sizes_of(a.tensor(0)), a.dtype_or(1, a.tensor(0).dtype()),
                             a.has(2) ? a[2] : Arg(a.tensor(0).device())});
    },
});
constinit const OpDef op_full_like = define({
    .name = "full_like",
    .signature = "full_like(Tensor self, Scalar fill_value, *, dtype? dtype=None, device? device=None, str? "
                 "memory_format=None) -> Tensor",
    .doc = "One number in the sizes of another tensor.",
    .traits = kMaker | kAten,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1.5, Arg(), Arg()}}};
        },
    .decompose = [](const Args& a) { return like_layout(a, a[1], 2); },
});
constinit const OpDef op_new_zeros = define({
    .name = "new_zeros",
    .signature = "new_zeros(Tensor self, int[] size, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "Zeros in the dtype of another tensor.",
    .traits = kMethodMaker,
    .samples = new_samples,
    .decompose = [](const Args& a) { return like(a.tensor(0), a.ints(1), 0, a, 2); },
});
constinit const OpDef op_new_zeros_of_formula = define({
    .name = "new_zeros.formula",
    .signature = "new_zeros.formula(Tensor self, int[] size, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "The zeros of a gradient's own, which ATen's graphs write in another way than a program's.",
    .traits = kInternal | kAten,
    .samples = new_samples,
    .decompose = [](const Args& a) { return like(a.tensor(0), a.ints(1), 0, a, 2); },
});
constinit const OpDef op_new_ones = define({
    .name = "new_ones",
    .signature = "new_ones(Tensor self, int[] size, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "Ones in the dtype of another tensor.",
    .traits = kMethodMaker,
    .samples = new_samples,
    .decompose = [](const Args& a) { return like(a.tensor(0), a.ints(1), 1, a, 2); },
});
constinit const OpDef op_new_empty = define({
    .name = "new_empty",
    .signature = "new_empty(Tensor self, int[] size, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "An uninitialised tensor in the dtype of another.",
    .traits = kMethodMaker,
    .samples = new_samples,
    .decompose = [](const Args& a) -> Outputs {
      return call(op_empty, {a[1], a.dtype_or(2, a.tensor(0).dtype()), a.has(3) ? a[3] : Arg(a.tensor(0).device())});
    },
});
constinit const OpDef op_new_full = define({
    .name = "new_full",
    .signature =
        "new_full(Tensor self, int[] size, Scalar fill_value, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "One number in the dtype of another tensor.",
    .traits = kMethodMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), IntList{4}, 2, Arg(), Arg()}}};
        },
    .decompose = [](const Args& a) { return like(a.tensor(0), a.ints(1), a[2], a, 3); },
});

constinit const OpDef op_new_empty_strided = define({
    .name = "new_empty_strided",
    .signature =
        "new_empty_strided(Tensor self, int[] size, int[] stride, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "An uninitialised tensor of given strides in the dtype of another.",
    .traits = kMethodMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2}), IntList{2, 3}, IntList{1, 2}, Arg(), Arg()}}};
        },
    .infer = [](const Args& a) -> Metas { return {strided_meta(a)}; },
    .kernel = [](const Args& a) -> Outputs { return {empty_for(strided_meta(a))}; },
    .no_grad = kConstant,
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});

namespace {
constexpr OpDef kArange = {
    .name = "arange.start_step",
    .signature =
        "arange.start_step(Scalar start, Scalar end, Scalar step=1, *, dtype? dtype=None, device? device=None) -> "
        "Tensor",
    .doc = "start, start + step, ... before end; integers if all three are.",
    .traits = kMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{1, 7, 2, Arg(), Arg()}}, {Args{0, 1.0, 0.25, Arg(), Arg()}, "float"}};
        },
    .infer = [](const Args& args) -> Metas { return {arange_meta(args)}; },
    .kernel = [](const Args& args) -> Outputs {
      Range r = range_of(args);
      TensorMeta meta = arange_meta(args);
      // Integers are counted from the whole part of the start in whole steps.
      if (r.floating && is_floating(meta.dtype))
        return computed(meta, [=](int64_t i) VT_LAMBDA { return r.start + static_cast<double>(i) * r.step; });
      uint64_t first = static_cast<uint64_t>(args.scalar(0).to_int()),
               step = static_cast<uint64_t>(args.scalar(2).to_int());
      return computed(
          meta, [=](int64_t i) VT_LAMBDA { return static_cast<int64_t>(first + static_cast<uint64_t>(i) * step); });
    },
    .no_grad = kConstant,
    .lower =
        [](LowerContext& c, const Args& args) {
          DType dtype = c.output_meta().dtype;
          Scalar start = args.scalar(0), step = args.scalar(2);
          bool floating = range_of(args).floating && is_floating(dtype);
          c.define_pointwise(0, [=](loop::ExprGraph& g, const Index& i) {
            auto whole = [](const Scalar& s) { return s.is_float() ? SymInt(s.to_int()) : s.integer; };
            if (!floating)
              return g.cast(g.index(sym_add(whole(start).expr(), sym_mul(i[0], whole(step).expr()))), dtype);
            E e{g};
            ExprId at = g.cast(g.index(i[0]), DType::kFloat64);
            return g.cast(e.add(e.mul(at, step.to_double()), start.to_double()), dtype);
          });
        },
};
}  // namespace
constinit const OpDef op_arange = define({
    .name = "arange",
    .signature = "arange(Scalar end, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "0, 1, ... before end.",
    .traits = kMaker | kAten,
    .samples =
        [] {
          return std::vector<Sample>{{Args{5, Arg(), Arg()}}};
        },
    .decompose =
        [](const Args& a) {
          return call(op_arange_step, {0, a[0], 1, a[1], a[2]});
        },
});
constinit const OpDef op_arange_step = define(kArange);
constinit const OpDef op_linspace = define({
    .name = "linspace",
    .signature = "linspace(Scalar start, Scalar end, int steps, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "So many values at equal distances, both ends included.",
    .traits = kMaker | kHasOut,
    .samples =
        [] {
          return std::vector<Sample>{{Args{-1, 2, 4, Arg(), Arg()}}};
        },
    .infer = [](const Args& args) -> Metas { return {space_meta(args, "linspace", 3)}; },
    .kernel = [](const Args& args) -> Outputs {
      TensorMeta meta = space_meta(args, "linspace", 3);
      double start = args.real(0), end = args.real(1);
      int64_t steps = args.integer(2);
      for (size_t i : {0, 1})
        if (steps > 1) check_number_fits(args.scalar(i), meta.dtype);
      if (is_integral(meta.dtype)) start = std::trunc(start), end = std::trunc(end);
      // From the nearer end, in the precision of the result, as PyTorch does.
      if (meta.dtype == DType::kFloat64 || is_integral(meta.dtype)) {
        double step = steps > 1 ? (end - start) / static_cast<double>(steps - 1) : 0, n = static_cast<double>(steps);
        return computed(meta, [=](int64_t i) VT_LAMBDA {
          double at = static_cast<double>(i);
          return n == 1 || at < n / 2 ? start + step * at : end - step * (n - 1 - at);
        });
      }
      float first = static_cast<float>(start), last = static_cast<float>(end);
      if (meta.dtype == DType::kFloat16) return half_steps<Half>(meta, first, last, steps);
      if (meta.dtype == DType::kBFloat16) return half_steps<BFloat16>(meta, first, last, steps);
      float step = steps > 1 ? (last - first) / static_cast<float>(steps - 1) : 0;
      return computed(meta, [=](int64_t i) VT_LAMBDA {
        bool near = steps == 1 || i < steps / 2;
        return std::fma(near ? step : -step, static_cast<float>(near ? i : steps - 1 - i), near ? first : last);
      });
    },
    .no_grad = kConstant,
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});
constinit const OpDef op_logspace = define({
    .name = "logspace",
    .signature = "logspace(Scalar start, Scalar end, int steps, float base=10.0, *, dtype? dtype=None, device? "
                 "device=None) -> Tensor",
    .doc = "base to the power of linspace.",
    .traits = kMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{0, 2, 3, 10.0, Arg(), Arg()}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      bool whole = is_integral(a.dtype_or(4, default_dtype()));
      if (a.dtype_or(4, default_dtype()) == DType::kBool)
        tensor_error("\"logspace_cpu\" not implemented for 'Bool'", "NotImplementedError");
      auto bound = [&](size_t i) { return whole ? Arg(std::trunc(a.real(i))) : a[i]; };
      Tensor exponents = call1(op_linspace, {bound(0), bound(1), a[2], DType::kFloat64, a[5]});
      return {f::to_dtype(call1(op_pow_base, {a.real(3), exponents}), a.dtype_or(4, default_dtype()))};
    },
});
constinit const OpDef op_eye = define({
    .name = "eye",
    .signature = "eye(int n, int? m=None, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "Ones on the diagonal, zeros elsewhere.",
    .traits = kMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{3, Arg(), Arg(), Arg()}}, {Args{2, 3, Arg(), Arg()}}};
        },
    .infer = [](const Args& args) -> Metas { return {eye_meta(args)}; },
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = empty_for(eye_meta(args));
      fill_tensor(out, Scalar::of(int64_t{0}));
      Dims sizes{std::min(out.size(0), out.size(1))}, strides{out.strides()[0] + out.strides()[1]};
      fill_tensor(view_of(out, sizes, strides, 0), Scalar::of(int64_t{1}));
      return {out};
    },
    .no_grad = kConstant,
    .lower =
        [](LowerContext& c, const Args&) {
          DType dtype = c.output_meta().dtype;
          c.define_pointwise(0, [=](loop::ExprGraph& g, const Index& i) {
            return g.cast(index_compare(g, S::kEqual, i[0], i[1]), dtype);
          });
        },
});
constinit const OpDef op_tril_indices = define({
    .name = "tril_indices",
    .signature = "tril_indices(int row, int col, int offset=0, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "Row and column numbers of the lower triangle.",
    .traits = kMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{3, 3, 0, Arg(), Arg()}}};
        },
    .infer = [](const Args& a) -> Metas { return {triangle_meta(a, true)}; },
    .kernel = [](const Args& a) -> Outputs { return triangle_kernel(a, true); },
    .no_grad = kConstant,
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});
constinit const OpDef op_triu_indices = define({
    .name = "triu_indices",
    .signature = "triu_indices(int row, int col, int offset=0, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "Row and column numbers of the upper triangle.",
    .traits = kMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{3, 3, 0, Arg(), Arg()}}};
        },
    .infer = [](const Args& a) -> Metas { return {triangle_meta(a, false)}; },
    .kernel = [](const Args& a) -> Outputs { return triangle_kernel(a, false); },
    .no_grad = kConstant,
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});

VT_OPS(factories, &op_full, &op_zeros, &op_zeros_of_formula, &op_ones, &op_empty, &op_zeros_like, &op_ones_like,
       &op_empty_like, &op_full_like, &op_new_zeros, &op_new_zeros_of_formula, &op_new_ones, &op_new_empty,
       &op_new_full, &op_new_empty_strided, &op_arange, &op_arange_step, &op_linspace, &op_logspace, &op_eye,
       &op_tril_indices, &op_triu_indices)

}  // namespace vt
