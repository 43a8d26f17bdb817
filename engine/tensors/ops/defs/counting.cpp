// Distinct elements, places in sorted sequences, and counts: sizes and values depend on the data.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "ops/defs/prelude.h"
#include "ops/families/texts.h"
#include "ops/families/views.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/order.h"
#include "ops/kernels/widest.h"
#include "tensor/extent.h"
#include "tensor/unbacked.h"
#include "tensor/visit.h"

namespace vt {

namespace {

// NaN counts as the largest number.
bool less_than(double a, double b) { return std::isnan(a) ? false : std::isnan(b) ? true : a < b; }

// The size that depends on the values of a fake tensor.
SymInt found_in(std::optional<SymInt> at_most, const char* name) {
  std::optional<SymInt> found = data_size(at_most);
  if (!found) tensor_error(std::string("the size of ") + name + " depends on values", "NotImplementedError");
  return *found;
}
// Distinct elements, the place of each element among them, counts.
Metas unique_metas(const Tensor& t, const char* name) {
  SymInt found = found_in(count_of(sizes_of(t)), name);
  return {meta_like(t, {found}, t.dtype()), meta_like(t, sizes_of(t), DType::kInt64),
          meta_like(t, {found}, DType::kInt64)};
}
Tensor from_doubles(const std::vector<double>& values, DType dtype) {
  Dims sizes{static_cast<int64_t>(values.size())};
  return tensor_of(sizes, dtype, values);
}
// The distinct slices along an axis -> slices, each slice's place, counts.
Outputs unique_slices(const Tensor& t, int axis) {
  Tensor moved = t.rank() > 1 ? op_transpose.kernel({t, 0, axis})[0] : t;
  Tensor all = contiguous_copy(as_dtype(moved, DType::kFloat64));
  int64_t n = t.rank() ? t.size(axis) : 1, width = n ? all.numel() / n : 0;
  auto row = [&](int64_t i) { return all.data<double>() + i * width; };
  auto less = [&](int64_t a, int64_t b) {
    return std::lexicographical_compare(row(a), row(a) + width, row(b), row(b) + width, less_than);
  };
  std::vector<int64_t> order(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) order[static_cast<size_t>(i)] = i;
  std::stable_sort(order.begin(), order.end(), less);
  std::vector<double> firsts, counts;
  Tensor inverse = empty_tensor(Dims{n}, DType::kInt64);
  for (int64_t i : order) {
    int64_t first = firsts.empty() ? -1 : static_cast<int64_t>(firsts.back());
    if (first < 0 || !std::equal(row(i), row(i) + width, row(first))) {
      firsts.push_back(static_cast<double>(i));
      counts.push_back(0);
    }
    counts.back() += 1;
    inverse.data<int64_t>()[i] = static_cast<int64_t>(firsts.size()) - 1;
  }
  Tensor kept = from_doubles(firsts, DType::kInt64);
  Tensor values = op_index_select.kernel({t.rank() ? t : op_view.kernel({t, IntList{1}})[0], axis, kept})[0];
  return {values, inverse, from_doubles(counts, DType::kInt64)};
}
// The same of all elements; the places have the tensor's sizes.
Outputs unique_flat(const Tensor& t, bool consecutive) {
  Tensor all = as_contiguous(t), inverse = empty_tensor(t.sizes(), DType::kInt64);
  size_t n = static_cast<size_t>(t.numel());
  std::vector<int64_t> order(n), counts;
  if (consecutive) std::iota(order.begin(), order.end(), int64_t{0});
  else first_places(all, t.numel(), t.numel(), false, order.data());
  Tensor values;
  visit_dtype(t.dtype(), [&]<class T>() {
    const T* from = n ? all.data<T>() : nullptr;
    int64_t* place = n ? inverse.data<int64_t>() : nullptr;
    std::vector<int64_t> firsts;
    for (int64_t i : order) {
      if (firsts.empty() || !same_number(from[i], from[firsts.back()])) {
        firsts.push_back(i);
        counts.push_back(0);
      }
      ++counts.back();
      place[i] = static_cast<int64_t>(firsts.size()) - 1;
    }
    values = empty_tensor(Dims{static_cast<int64_t>(firsts.size())}, t.dtype());
    for (size_t i = 0; i < firsts.size(); ++i) values.data<T>()[i] = from[firsts[i]];
  });
  Tensor how_often = empty_tensor(Dims{static_cast<int64_t>(counts.size())}, DType::kInt64);
  if (!counts.empty()) std::copy(counts.begin(), counts.end(), how_often.data<int64_t>());
  return {values, inverse, how_often};
}
Metas metas_of(const Outputs& outputs) {
  Metas metas;
  for (const Tensor& t : outputs) metas.push_back(meta_of(t));
  return metas;
}

// searchsorted(sorted_sequence, self, out_int32, right, side, sorter)
void check_search(const Args& args) {
  SymSizes edges = sizes_of(args.tensor(0)), values = sizes_of(args.tensor(1));
  const std::string name = "torch.searchsorted(): ";
  if (values.empty() && edges.size() != 1)
    tensor_error(name +
                 "input value can be a scalar only when boundaries tensor dimension is 1, but we got boundaries " +
                 "tensor dim(" + std::to_string(edges.size()) + ") and input value's dim(0) numel(1)");
  bool rows = edges.size() == values.size() && !edges.empty();
  for (size_t i = 0; rows && i + 1 < edges.size(); ++i) rows = edges[i].hint() == values[i].hint();
  if (edges.size() != 1 && !rows)
    tensor_error(name +
                 "boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and " +
                 "input value tensor must match, but we got boundaries tensor " + sizes_text(edges) +
                 " and input value tensor " + sizes_text(values));
  if (args.has(5) && !same_sizes(sizes_of(args.tensor(5)), edges))
    tensor_error(name + "boundary and sorter must have the same size, but got boundary tensor " + sizes_text(edges) +
                 "and got sorter tensor " + sizes_text(sizes_of(args.tensor(5))));
  if (promote_types(args.tensor(0).dtype(), args.tensor(1).dtype()) == DType::kBool)
    tensor_error("\"searchsorted_out_cpu\" not implemented for 'Bool'", "NotImplementedError");
}
// The places of up to kMany values in a row, by halving as PyTorch does it: a NaN on either side goes on to the right.
// All take the steps of the one that takes most; whoever has come to its place stays there.
template <bool right, int64_t kMany>
VT_INLINE void search_values(const double* row, int64_t n, const double* values, int64_t count, int64_t* places) {
  int64_t from[kMany] = {}, to[kMany];
  double value[kMany] = {};
  std::copy_n(values, count, value);
  std::fill_n(to, kMany, n);
  for (int64_t left = n; left > 0; left /= 2) {
    for (int64_t i = 0; i < kMany; ++i) {
      const int64_t middle = (from[i] + to[i]) / 2, at = middle < n ? middle : n - 1;
      const bool before = right ? row[at] > value[i] : row[at] >= value[i], stays = before | (from[i] >= to[i]);
      to[i] = stays ? std::min(to[i], middle) : to[i];
      from[i] = stays ? from[i] : middle + 1;
    }
  }
  std::copy_n(from, count, places);
}
template <bool right>
void search_row(const double* row, int64_t n, const double* values, int64_t count, int64_t* places) {
  int64_t i = 0;
#ifdef __x86_64__
  constexpr int64_t kMany = 32, kEnough = 8;
  if (count >= kEnough)
    run_widest([&]() VT_LAMBDA {
      for (; count - i >= kEnough; i += kMany)
        search_values<right, kMany>(row, n, values + i, std::min(kMany, count - i), places + i);
    });
#endif
  for (; i < count; ++i) search_values<right, 1>(row, n, values + i, 1, places + i);
}
Outputs search_kernel(const Args& args) {
  check_search(args);
  Tensor sequence = args.tensor(0);
  const Tensor& values = args.tensor(1);
  if (args.has(5))
    sequence = op_gather.kernel({sequence, sequence.rank() - 1, as_dtype(args.tensor(5), DType::kInt64), false})[0];
  Tensor edges = contiguous_copy(as_dtype(sequence, DType::kFloat64)),
         wanted = contiguous_copy(as_dtype(values, DType::kFloat64));
  Tensor places = empty_tensor(values.sizes(), DType::kInt64);
  int64_t n = sequence.sizes().back();
  int64_t per_row = sequence.rank() > 1 ? std::max<int64_t>(1, values.sizes().back()) : 1;
  std::string side = args.text_or(4, "");
  if (!side.empty() && side != "left" && side != "right")
    tensor_error("torch.searchsorted(): side can only be 'left' or 'right' but got " + side);
  if (side == "left" && args.boolean_or(3, false))
    tensor_error(
        "torch.searchsorted(): side and right can't be set to opposites, got side of left while right was True");
  const bool right = args.boolean_or(3, false) || side == "right";
  const auto search = right ? search_row<true> : search_row<false>;
  const int64_t count = sequence.rank() > 1 ? per_row : std::max<int64_t>(1, wanted.numel());
  for (int64_t i = 0; i < wanted.numel(); i += count)
    search(edges.data<double>() + i / count * n, n, wanted.data<double>() + i, count, places.data<int64_t>() + i);
  return {args.boolean_or(2, false) ? as_dtype(places, DType::kInt32) : places};
}
Metas search_infer(const Args& args) {
  check_search(args);
  return {
      meta_like(args.tensor(1), sizes_of(args.tensor(1)), args.boolean_or(2, false) ? DType::kInt32 : DType::kInt64)};
}
Outputs bincount_kernel(const Args& args) {
  const Tensor& t = args.tensor(0);
  if (!is_integral(t.dtype()) || t.dtype() == DType::kBool)
    tensor_error(std::string("\"bincount_cpu\" not implemented for '") + dtype_scalar_name(t.dtype()) + "'",
                 "NotImplementedError");
  if (t.rank() != 1) tensor_error("bincount only supports 1-d non-negative integral inputs.");
  Tensor bins = as_contiguous(as_dtype(t, DType::kInt64));
  // PyTorch adds weights in float32 where they are that, else in float64.
  const DType dtype = !args.has(1)                                ? DType::kInt64
                      : args.tensor(1).dtype() == DType::kFloat32 ? DType::kFloat32
                                                                  : DType::kFloat64;
  Tensor weights = args.has(1) ? as_contiguous(as_dtype(args.tensor(1), dtype)) : Tensor();
  int64_t size = args.integer_or(2, 0);
  if (size < 0) tensor_error("minlength should be >= 0");
  if (weights.defined() && (weights.rank() != 1 || weights.numel() != bins.numel()))
    tensor_error("weights should be 1-d and have the same length as input");
  const int64_t *bin = bins.data<int64_t>(), n = bins.numel();
  const auto [least, most] = run_widest([=]() VT_LAMBDA {
    int64_t low = 0, high = -1;
    for (int64_t i = 0; i < n; ++i) {
      low = bin[i] < low ? bin[i] : low;
      high = bin[i] > high ? bin[i] : high;
    }
    return std::pair(low, high);
  });
  if (least < 0) tensor_error("bincount only supports 1-d non-negative integral inputs.");
  size = std::max(size, checked_add(most, 1));
  Tensor counts = empty_tensor(Dims{size}, dtype);
  fill_tensor(counts, Scalar::of(int64_t{0}));
  auto add = [=]<class T>(T* count, const T* weight) {
    if (weight)
      for (int64_t i = 0; i < n; ++i) count[bin[i]] += weight[i];
    else
      for (int64_t i = 0; i < n; ++i) count[bin[i]] += T(1);
  };
  if (dtype == DType::kInt64) add(counts.data<int64_t>(), static_cast<const int64_t*>(nullptr));
  else if (dtype == DType::kFloat32) add(counts.data<float>(), static_cast<const float*>(weights.data<float>()));
  else add(counts.data<double>(), static_cast<const double*>(weights.data<double>()));
  return {counts};
}
template <class T>
struct Ends {
  T low, high;
};
// Of something; NaN where there is any, with the sign that PyTorch's vectors leave.
template <class T>
Ends<T> ends_of(const T* values, int64_t n) {
  return run_widest([=]() VT_LAMBDA {
    Ends<T> ends{values[0], values[0]};
    int64_t unordered = 0;
    for (int64_t i = 0; i < n; ++i) {
      ends.low = values[i] < ends.low ? values[i] : ends.low;
      ends.high = values[i] > ends.high ? values[i] : ends.high;
      unordered += values[i] != values[i] ? 1 : 0;
    }
    if (unordered) ends.low = ends.high = std::copysign(T(NAN), n == 1 ? values[0] : T(-1));
    return ends;
  });
}
// The bins of some values by PyTorch's formula, in the arithmetic of the values; `bins` for those that are in none.
template <class T>
void find_bins(const T* values, int64_t n, Ends<T> ends, int32_t bins, int32_t* places) {
  run_widest([=]() VT_LAMBDA {
    const T width = ends.high - ends.low;
    for (int64_t i = 0; i < n; ++i) {
      const bool inside = (values[i] >= ends.low) & (values[i] <= ends.high);
      const T at = (values[i] - ends.low) * static_cast<T>(bins) / width;
      const int32_t bin = static_cast<int32_t>(inside ? at : T(0));
      places[i] = !inside ? bins : bin < bins ? bin : bins - 1;
    }
  });
}
// histc(self, bins, min, max)
template <class T>
std::vector<double> count_in_bins(const Tensor& t, int32_t bins, Ends<double> given) {
  Ends<T> ends{static_cast<T>(given.low), static_cast<T>(given.high)};
  const T* values = t.data<T>();
  const int64_t n = t.numel();
  if (given.low == given.high && n > 0) ends = ends_of(values, n);
  if (ends.low == ends.high) {
    ends.low -= 1;
    ends.high += 1;
  }
  auto text = [](T end) {
    return std::isnan(end) && std::signbit(end) ? std::string("-nan") : number_text(static_cast<double>(end));
  };
  if (!std::isfinite(ends.low) || !std::isfinite(ends.high))
    tensor_error("torch.histc: range of [" + text(ends.low) + ", " + text(ends.high) + "] is not finite");
  if (ends.low > ends.high) tensor_error("torch.histc: max must be larger than min");
  constexpr int64_t kAtOnce = 1024;
  int32_t places[kAtOnce];
  std::vector<double> counts(static_cast<size_t>(bins) + 1);
  for (int64_t i = 0; i < n; i += kAtOnce) {
    const int64_t some = std::min(kAtOnce, n - i);
    find_bins(values + i, some, ends, bins, places);
    for (int64_t k = 0; k < some; ++k) counts[static_cast<size_t>(places[k])] += 1;
  }
  counts.pop_back();
  return counts;
}
Outputs histc_kernel(const Args& args) {
  const DType dtype = args.tensor(0).dtype(), compute = opmath_type(dtype);
  int64_t bins = args.integer(1);
  if (bins <= 0)
    tensor_error("torch.histogram(): bins must be > 0, but got " + std::to_string(bins) + " for dimension 0");
  require_memory(bins, sizeof(double));
  if (bins > INT32_MAX) refuse_allocation(saturating_multiply(bins, sizeof(double)));
  const bool wide = compute != DType::kFloat32;
  const Tensor all = as_contiguous(as_dtype(args.tensor(0), wide ? DType::kFloat64 : compute));
  const auto count = wide ? count_in_bins<double> : count_in_bins<float>;
  return {from_doubles(count(all, static_cast<int32_t>(bins), {args.real(2), args.real(3)}), dtype)};
}

[[noreturn]] void no_derivative(const char* name) {
  tensor_error(std::string("the derivative for '") + name + "' is not implemented.", "NotImplementedError");
}

}  // namespace

constinit const OpDef op_unique = define({
    .name = "_unique2",
    .signature = "_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> "
                 "(Tensor, Tensor, Tensor)",
    .doc = "The distinct elements in order, each element's place among them, and how often each occurs.",
    .traits = kInternal | kShapeDependsOnData,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_ints({2, 3}, {3, 1, 3}), true, true, true}}};
        },
    .infer =
        [](const Args& a) {
          if (a.tensor(0).is_fake()) return unique_metas(a.tensor(0), "unique");
          return metas_of(unique_flat(a.tensor(0), false));
        },
    .kernel = [](const Args& a) { return unique_flat(a.tensor(0), false); },
    .grad = [](GradContext&) { no_derivative("_unique2"); },
    .grad_name = "Unique2Backward0",
    .lower = extern_lower,
});
constinit const OpDef op_unique_dim = define({
    .name = "unique_dim",
    .signature = "unique_dim(Tensor self, int dim) -> (Tensor, Tensor, Tensor)",
    .doc = "The distinct slices along an axis in order, each slice's place among them, and how often each occurs.",
    .traits = kInternal | kShapeDependsOnData,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_ints({4, 2}, {3, 1, 3, 0, 3, 1}), 0}}};
        },
    .infer =
        [](const Args& a) {
          if (a.tensor(0).is_fake()) {
            SymSizes sizes = sizes_of(a.tensor(0));
            SymInt& along = sizes[static_cast<size_t>(wrap_axis(a.integer(1), a.tensor(0).rank()))];
            SymInt all = along;
            along = found_in(all, "unique_dim");
            return Metas{meta_like(a.tensor(0), sizes, a.tensor(0).dtype()),
                         meta_like(a.tensor(0), {all}, DType::kInt64), meta_like(a.tensor(0), {along}, DType::kInt64)};
          }
          return metas_of(op_unique_dim.kernel(a));
        },
    .kernel = [](const Args& a) { return unique_slices(a.tensor(0), wrap_axis(a.integer(1), a.tensor(0).rank())); },
    .grad = [](GradContext&) { no_derivative("unique_dim"); },
    .grad_name = "UniqueDimBackward0",
    .lower = extern_lower,
});
constinit const OpDef op_unique_consecutive = define({
    .name = "unique_consecutive",
    .signature = "unique_consecutive(Tensor self, bool return_inverse=False, bool return_counts=False) -> (Tensor, "
                 "Tensor, Tensor)",
    .doc = "Elements without repeats of the one before, their places and counts.",
    .traits = kInternal | kShapeDependsOnData,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_ints({6}, {3, 3, 1}), true, true}}};
        },
    .infer =
        [](const Args& a) {
          if (a.tensor(0).is_fake()) return unique_metas(a.tensor(0), "unique_consecutive");
          return metas_of(unique_flat(a.tensor(0), true));
        },
    .kernel = [](const Args& a) { return unique_flat(a.tensor(0), true); },
    .no_grad = "the derivative for 'unique_consecutive' is not implemented",
    .lower = extern_lower,
});
constinit const OpDef op_unique_plain = define({
    .name = "unique",
    .signature = "unique(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False, int? "
                 "dim=None) -> Tensor",
    .doc = "The distinct elements, or slices along an axis, in order; also places and counts on demand.",
    .traits = kFunction | kMethod | kShapeDependsOnData,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_ints({2, 3}, {3, 1, 3}), true, false, false, Arg()}}};
        },
    .decompose =
        [](const Args& a) {
          Outputs all = a.has(4) ? call(op_unique_dim, {a[0], a[4]}) : call(op_unique, {a[0], true, true, true});
          Outputs wanted = {all[0]};
          if (a.boolean_or(2, false)) wanted.push_back(all[1]);
          if (a.boolean_or(3, false)) wanted.push_back(all[2]);
          return wanted;
        },
});
constinit const OpDef op_searchsorted = define({
    .name = "searchsorted",
    .signature = "searchsorted(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, str? "
                 "side=None, Tensor? sorter=None) -> Tensor",
    .doc = "Where values would be inserted into a sorted sequence.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_ints({4}, {1, 3, 5, 7}), sample_ints({2, 2}, {0, 3, 4, 9}), false, false, Arg(), Arg()}}};
        },
    .infer = search_infer,
    .kernel = search_kernel,
    .no_grad = "integer result",
    .lower = extern_lower,
});
constinit const OpDef op_bucketize = define({
    .name = "bucketize",
    .signature = "bucketize(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor",
    .doc = "The buckets between boundaries that values fall into.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_ints({2, 2}, {0, 3, 4, 9}), sample_ints({4}, {1, 3, 5, 7}), false, true}}};
        },
    .decompose =
        [](const Args& a) {
          if (int rank = a.tensor(1).rank(); rank != 1)
            tensor_error("boundaries tensor must be 1 dimension, but got dim(" + std::to_string(rank) + ")");
          return call(op_searchsorted, {a[1], a[0], a.boolean_or(2, false), a.boolean_or(3, false), Arg(), Arg()});
        },
});
constinit const OpDef op_bincount = define({
    .name = "bincount",
    .signature = "bincount(Tensor self, Tensor? weights=None, int minlength=0) -> Tensor",
    .doc = "How often each non-negative integer occurs, or the sums of its weights.",
    .traits = kFunction | kMethod | kShapeDependsOnData,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_ints({5}, {0, 3, 1}), Arg(), 0}}};
        },
    .infer =
        [](const Args& a) {
          if (a.tensor(0).is_fake()) {
            SymInt found = found_in(std::nullopt, "bincount");
            assume(SymRelation::kLessEqual, a.integer_or(2, 0), found);
            return Metas{meta_like(a.tensor(0), {found}, a.has(1) ? DType::kFloat64 : DType::kInt64)};
          }
          return metas_of(bincount_kernel(a));
        },
    .kernel = bincount_kernel,
    .no_grad = "counts have no derivative",
    .lower = extern_lower,
});
constinit const OpDef op_histc = define({
    .name = "histc",
    .signature = "histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor",
    .doc = "Counts of elements in equal bins from min to max.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({6}), 4, -2, 2}}};
        },
    .infer = [](const Args& a) -> Metas {
      return {meta_like(a.tensor(0), {a.scalar(1).integer}, a.tensor(0).dtype())};
    },
    .kernel = histc_kernel,
    .no_grad = "counts have no derivative",
    .lower = extern_lower,
});
VT_OPS(counting, &op_unique, &op_unique_dim, &op_unique_consecutive, &op_unique_plain, &op_searchsorted, &op_bucketize,
       &op_bincount, &op_histc)

}  // namespace vt
