// Orders of elements: sort, topk, median, mode, kthvalue.
#include <algorithm>
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/families/layout.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/on_device.h"
#include "ops/kernels/order.h"
#include "ops/kernels/parallel.h"
#include "ops/kernels/unstable_order.h"
#include "tensor/visit.h"

namespace vt {

namespace {

Tensor axis_last(const Tensor& t, int axis) {
  Dims sizes = t.sizes(), strides = t.strides();
  int64_t size = sizes[axis], stride = strides[axis];
  sizes.erase(axis);
  strides.erase(axis);
  sizes.push_back(size);
  strides.push_back(stride);
  return view_of(t, sizes, strides, t.impl()->offset);
}
// Rows along one axis.
struct Rows {
  Tensor values;  // contiguous, the axis last
  int axis = 0;
  int64_t length = 1, count = 1;
  Rows(const Tensor& t, int64_t axis_argument) : axis(wrap_axis(axis_argument, t.rank())) {
    values = as_contiguous(t.rank() > 0 ? axis_last(t, axis) : t);
    if (t.rank() > 0) length = t.size(axis);
    count = length ? t.numel() / length : 0;
  }
};

// `choose` writes the places of `count` elements of each row; both results have the axis at that length,
// and lie as the input does if it is the whole that is sorted.
template <class Choose>
Outputs pick(const Tensor& t, int64_t axis, int64_t count, const Choose& choose, bool sorts = false) {
  Rows rows(t, axis);
  Dims sizes = t.sizes();
  if (t.rank() > 0) sizes[rows.axis] = count;
  bool whole = sorts && !t.is_contiguous();
  Tensor values = whole ? empty_for(meta_preserving(t, t.dtype())) : empty_tensor(sizes, t.dtype()),
         indices = whole ? empty_for(meta_preserving(t, DType::kInt64)) : empty_tensor(sizes, DType::kInt64);
  if (values.numel() == 0) return {values, indices};
  Tensor to = t.rank() > 0 ? axis_last(values, rows.axis) : values,
         at = t.rank() > 0 ? axis_last(indices, rows.axis) : indices;
  bool packed = to.is_contiguous();
  Tensor picked = packed ? to : empty_tensor(to.sizes(), t.dtype()),
         places = packed ? at : empty_tensor(to.sizes(), DType::kInt64);
  choose(rows, places.data<int64_t>());
  visit_dtype(t.dtype(), [&]<class T>() {
    const int64_t* chosen = places.data<int64_t>();
    parallel_for(0, rows.count, std::max<int64_t>(kGrain / std::max<int64_t>(count, 1), 1),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t r = begin; r < end; ++r)
                     for (int64_t i = r * count; i < (r + 1) * count; ++i)
                       picked.data<T>()[i] = rows.values.data<T>()[r * rows.length + chosen[i]];
                 });
  });
  if (!packed) {
    copy_tensor(to, picked);
    copy_tensor(at, places);
  }
  return {values, indices};
}
enum class Ties : uint8_t { kInOrder, kOfSort, kOfTopk, kOfUnsortedTopk };
Outputs pick_first(const Tensor& t, int64_t axis, int64_t count, bool descending, Ties ties) {
  auto choose = [=](const Rows& rows, int64_t* places) {
    first_places(rows.values, rows.length, count, descending, places);
    if (ties == Ties::kInOrder) return;
    settle_ties(rows.values, rows.length, count, descending, ties != Ties::kOfSort, ties != Ties::kOfUnsortedTopk,
                places);
  };
  return pick(t, axis, count, choose, ties == Ties::kInOrder || ties == Ties::kOfSort);
}
Outputs pick_median(const Tensor& t, int64_t axis, Median which) {
  return pick(t, axis, 1,
              [=](const Rows& rows, int64_t* places) { median_places(rows.values, rows.length, which, places); });
}

// The first `count` of each row in order, on a device; `whole`: rows are sorted, the results lie as `t` does.
Outputs pick_in_order(const Tensor& t, int64_t axis_argument, int64_t count, bool descending, bool whole) {
  int axis = wrap_axis(axis_argument, t.rank());
  Tensor rows = t.rank() > 0 ? axis_last(t, axis) : view_of(t, Dims{1}, Dims{1}, t.impl()->offset), values, places;
  device_routines()->sort_rows(rows, descending, count, values, places);
  Outputs outputs;
  for (const Tensor& found : {values, places}) {
    Dims sizes = t.sizes(), strides = found.strides();
    if (t.rank() > 0) {  // the axis back where it was
      sizes[axis] = count;
      int64_t inner = strides.back();
      strides.resize(strides.size() - 1);
      strides.insert(axis, inner);
    } else strides = Dims{};
    Tensor result =
        whole ? empty_for(meta_preserving(t, found.dtype())) : empty_tensor(sizes, found.dtype(), t.device());
    copy_tensor(result, view_of(found, sizes, strides, found.impl()->offset));
    outputs.push_back(std::move(result));
  }
  return outputs;
}

// Both results lose the axis, or keep it at size 1.
Outputs drop_axis(Outputs outputs, const Tensor& t, int64_t axis_argument, bool keepdim) {
  if (keepdim || t.rank() == 0) return outputs;
  int axis = wrap_axis(axis_argument, t.rank());
  for (Tensor& output : outputs) {
    Dims sizes = output.sizes(), strides = output.strides();
    sizes.erase(axis);
    strides.erase(axis);
    output = view_of(output, sizes, strides, output.impl()->offset);
  }
  return outputs;
}
Metas pair_meta(const Tensor& t, int64_t axis_argument, const SymInt& length, bool drop) {
  int axis = wrap_axis(axis_argument, t.rank());
  SymSizes sizes = sizes_of(t);
  if (!sizes.empty()) {
    if (drop) sizes.erase(sizes.begin() + axis);
    else sizes[static_cast<size_t>(axis)] = length;
  }
  return {meta_like(t, sizes, t.dtype()), meta_like(t, sizes, DType::kInt64)};
}

// The gradient goes back to the places that the second output names.
void scatter_grad(GradContext& c, size_t axis_argument, bool dropped) {
  const TensorMeta& meta = c.input_meta(0);
  Tensor grad = c.grad_output(0), indices = c.output(1);
  if (!grad.defined()) return;
  if (meta.sizes.empty()) return c.set(0, grad);
  int64_t given = c.attributes().has(axis_argument) ? c.attributes().integer(axis_argument) : -1;
  if (dropped) {
    int axis = wrap_axis(given, static_cast<int>(meta.sizes.size()));
    grad = f::unsqueeze(grad, axis);
    indices = f::unsqueeze(indices, axis);
  }
  c.set(0, call1(op_scatter, {f::new_zeros(grad, meta.sizes), given, indices, grad}));
}

void check_k(const Args& args) {
  const Tensor& t = args.tensor(0);
  int axis = wrap_axis(args.integer_or(2, -1), t.rank());
  int64_t size = t.rank() ? sizes_of(t)[static_cast<size_t>(axis)].hint() : 1;
  int64_t k = args.scalar(1).to_int();
  if (k < 0 || k > size) tensor_error("selected index k out of range");
}

template <Median which>
Outputs median_kernel(const Args& args) {
  Tensor all = as_contiguous(args.tensor(0));
  if (all.numel() == 0) return {scalar_tensor(Scalar::of(std::nan("")), all.dtype())};
  int64_t place = 0;
  median_places(all, all.numel(), which, &place);
  return {contiguous_copy(view_of(all, Dims{}, Dims{}, all.impl()->offset + place))};
}
// Selecting one of none.
void check_selects(const Args& args, const char* name, int64_t axis) {
  const Tensor& t = args.tensor(0);
  if (t.rank() == 0 || t.numel() > 0) return;
  if (t.size(wrap_axis(axis, t.rank())) > 0) return;
  tensor_error(std::string(name) + "(): Expected reduction dim " + std::to_string(wrap_axis(axis, t.rank())) +
                   " to have non-zero size.",
               "IndexError");
}
template <Median which>
Outputs median_axis_kernel(const Args& args) {
  check_selects(args, "median", args.integer(1));
  return drop_axis(pick_median(args.tensor(0), args.integer(1), which), args.tensor(0), args.integer(1),
                   args.boolean_or(2, false));
}
Metas median_axis_infer(const Args& args) {
  return pair_meta(args.tensor(0), args.integer(1), 1, !args.boolean_or(2, false));
}
Metas whole_infer(const Args& args) { return {meta_like(args.tensor(0), {}, args.tensor(0).dtype())}; }
void median_grad(GradContext& c) {
  Tensor mask = f::to_dtype(f::eq(c.input(0), c.output()), c.input_meta(0).dtype);
  c.set(0, f::mul(mask, f::div(c.grad_output(), f::sum(mask))));
}
// The most frequent value, the smallest of several; its last place.
template <class T>
int64_t mode_of(const T* row, const int64_t* order, int64_t n) {
  int64_t best = 0, best_count = 0;
  for (int64_t i = 0; i < n;) {
    int64_t j = i + 1;
    while (j < n && same_number(row[order[j]], row[order[i]])) ++j;
    if (j - i > best_count) {
      best_count = j - i;
      best = j - 1;
    }
    i = j;
  }
  return order[best];
}
void mode_places(const Rows& rows, int64_t* places) {
  std::vector<int64_t> order(static_cast<size_t>(rows.values.numel()));
  first_places(rows.values, rows.length, rows.length, false, order.data());
  settle_ties(rows.values, rows.length, rows.length, false, false, true, order.data());
  visit_dtype(rows.values.dtype(), [&]<class T>() {
    for (int64_t r = 0; r < rows.count; ++r)
      places[r] = mode_of(rows.values.data<T>() + r * rows.length, order.data() + r * rows.length, rows.length);
  });
}

std::vector<Sample> sort_samples() {
  return {{Args{sample_tensor({2, 4}), 1, false}}, {Args{sample_tensor({4, 2}), 0, true}, "descending"}};
}
std::vector<Sample> axis_samples() {
  return {{Args{sample_tensor({2, 5}), 1, false}}, {Args{sample_tensor({3, 2}), 0, true}}};
}
std::vector<Sample> whole_samples() { return {{Args{sample_tensor({2, 4})}}}; }

}  // namespace

constinit const OpDef op_sort = define({
    .name = "sort",
    .signature =
        "sort(Tensor self, int dim=-1, bool descending=False, bool? stable=False) -> (Tensor values, Tensor indices)",
    .doc = "Elements along an axis in order, and where they were; equal ones keep their order where asked.",
    .samples = sort_samples,
    .infer =
        [](const Args& a) {
          const Tensor& t = a.tensor(0);
          const int64_t axis = a.integer_or(1, -1);
          const SymInt length = t.rank() ? sizes_of(t)[static_cast<size_t>(wrap_axis(axis, t.rank()))] : SymInt(1);
          Metas metas = pair_meta(t, axis, length, false);
          for (TensorMeta& meta : metas) meta.strides = result_strides(meta.sizes, {t});
          return metas;
        },
    .kernel =
        [](const Args& a) {
          const Tensor& t = a.tensor(0);
          bool descending = a.boolean_or(2, false);
          int64_t length = t.rank() ? t.size(wrap_axis(a.integer_or(1, -1), t.rank())) : 1;
          if (is_on_device(t)) return pick_in_order(t, a.integer_or(1, -1), length, descending, true);
          return pick_first(t, a.integer_or(1, -1), length, descending,
                            a.boolean_or(3, false) ? Ties::kInOrder : Ties::kOfSort);
        },
    .grad = [](GradContext& c) { scatter_grad(c, 1, false); },
    .grad_name = "SortBackward0",
    .saves_outputs = 2,
    .lower = extern_lower,
});
constinit const OpDef op_argsort = define({
    .name = "argsort",
    .signature = "argsort(Tensor self, int dim=-1, bool descending=False, bool stable=False) -> Tensor",
    .doc = "Where the elements of the sorted tensor were.",
    .samples = sort_samples,
    .decompose = [](const Args& a) -> Outputs {
      return {call(op_sort,
                   {f::detach(a.tensor(0)), a.integer_or(1, -1), a.boolean_or(2, false), a.boolean_or(3, false)})[1]};
    },
});
constinit const OpDef op_msort = define({
    .name = "msort",
    .signature = "msort(Tensor self) -> Tensor",
    .doc = "sort along axis 0, values only.",
    .samples = whole_samples,
    .decompose = [](const Args& a) -> Outputs {
      return {call(op_sort, {a[0], 0, false, true})[0]};
    },
});
constinit const OpDef op_topk = define({
    .name = "topk",
    .signature =
        "topk(Tensor self, int k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)",
    .doc = "The k largest (or smallest) elements along an axis, in order, and where they are.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 5}), 2, -1, true, true}},
                                     {Args{sample_tensor({3, 2}), 1, 0, false, true}}};
        },
    .infer =
        [](const Args& a) {
          check_k(a);
          return pair_meta(a.tensor(0), a.integer_or(2, -1), a.scalar(1).integer, false);
        },
    .kernel =
        [](const Args& a) {
          check_k(a);
          bool largest = a.boolean_or(3, true);
          if (is_on_device(a.tensor(0)))
            return pick_in_order(a.tensor(0), a.integer_or(2, -1), a.integer(1), largest, false);
          return pick_first(a.tensor(0), a.integer_or(2, -1), a.integer(1), largest,
                            a.boolean_or(4, true) ? Ties::kOfTopk : Ties::kOfUnsortedTopk);
        },
    .grad = [](GradContext& c) { scatter_grad(c, 2, false); },
    .grad_name = "TopkBackward0",
    .saves_outputs = 2,
    .lower = extern_lower,
});
constinit const OpDef op_kthvalue = define({
    .name = "kthvalue",
    .signature = "kthvalue(Tensor self, int k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)",
    .doc = "The k-th smallest element along an axis (from 1) and where it is.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 5}), 2, -1, false}}};
        },
    .infer = [](const Args& a) { return pair_meta(a.tensor(0), a.integer_or(2, -1), 1, !a.boolean_or(3, false)); },
    .kernel =
        [](const Args& a) {
          const Tensor& t = a.tensor(0);
          int64_t k = a.integer(1), axis = a.integer_or(2, -1);
          int64_t size = t.rank() ? t.size(wrap_axis(axis, t.rank())) : 1;
          if (size == 0)
            tensor_error("kthvalue(): Expected reduction dim " + std::to_string(wrap_axis(axis, t.rank())) +
                             " to have non-zero size.",
                         "IndexError");
          if (k < 1 || k > size)
            tensor_error("kthvalue(): selected number k out of range for dimension " +
                         std::to_string(wrap_axis(axis, t.rank())));
          auto choose = [=](const Rows& rows, int64_t* places) {
            select_places(rows.values, rows.length, k - 1, places);
          };
          return drop_axis(pick(t, axis, 1, choose), t, axis, a.boolean_or(3, false));
        },
    .grad = [](GradContext& c) { scatter_grad(c, 2, !c.attributes().boolean_or(3, false)); },
    .grad_name = "KthvalueBackward0",
    .saves_outputs = 2,
    .lower = extern_lower,
});
constinit const OpDef op_median = define({
    .name = "median",
    .signature = "median(Tensor self) -> Tensor",
    .doc = "The middle element, the lower one of two; NaN if there is one.",
    .samples = whole_samples,
    .infer = whole_infer,
    .kernel = median_kernel<Median::kOfAll>,
    .grad = median_grad,
    .grad_name = "MedianBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .lower = extern_lower,
});
constinit const OpDef op_median_dim = define({
    .name = "median.dim",
    .signature = "median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    .doc = "The middle elements along an axis and where they are.",
    .samples = axis_samples,
    .infer = median_axis_infer,
    .kernel = median_axis_kernel<Median::kOfAll>,
    .grad = [](GradContext& c) { scatter_grad(c, 1, !c.attributes().boolean_or(2, false)); },
    .grad_name = "MedianBackward1",
    .saves_outputs = 2,
    .lower = extern_lower,
});
constinit const OpDef op_nanmedian = define({
    .name = "nanmedian",
    .signature = "nanmedian(Tensor self) -> Tensor",
    .doc = "The middle element of those that are not NaN.",
    .samples = whole_samples,
    .infer = whole_infer,
    .kernel = median_kernel<Median::kOfNumbers>,
    .grad = median_grad,
    .grad_name = "NanmedianBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .lower = extern_lower,
});
constinit const OpDef op_nanmedian_dim = define({
    .name = "nanmedian.dim",
    .signature = "nanmedian.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    .doc = "The middle elements of those that are not NaN along an axis, and where they are.",
    .samples = axis_samples,
    .infer = median_axis_infer,
    .kernel = median_axis_kernel<Median::kOfNumbers>,
    .grad = [](GradContext& c) { scatter_grad(c, 1, !c.attributes().boolean_or(2, false)); },
    .grad_name = "NanmedianBackward1",
    .saves_outputs = 2,
    .lower = extern_lower,
});
constinit const OpDef op_mode = define({
    .name = "mode",
    .signature = "mode(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)",
    .doc = "The most frequent values along an axis and where they are.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_ints({2, 4}, {3, 1, 3, 2, 2}), -1, false}}};
        },
    .infer = [](const Args& a) { return pair_meta(a.tensor(0), a.integer_or(1, -1), 1, !a.boolean_or(2, false)); },
    .kernel =
        [](const Args& a) {
          check_selects(a, "mode", a.integer_or(1, -1));
          return drop_axis(pick(a.tensor(0), a.integer_or(1, -1), 1, mode_places), a.tensor(0), a.integer_or(1, -1),
                           a.boolean_or(2, false));
        },
    .grad = [](GradContext& c) { scatter_grad(c, 1, !c.attributes().boolean_or(2, false)); },
    .grad_name = "ModeBackward0",
    .saves_outputs = 2,
    .lower = extern_lower,
});
VT_OPS(sorting, &op_sort, &op_argsort, &op_msort, &op_topk, &op_kthvalue, &op_median, &op_median_dim, &op_nanmedian,
       &op_nanmedian_dim, &op_mode)

}  // namespace vt
