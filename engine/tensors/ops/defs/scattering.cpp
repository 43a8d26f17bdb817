// Reading and writing along one axis at the positions that a tensor gives.
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/families/run.h"
#include "ops/families/texts.h"
#include "ops/families/views.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/gather.h"

namespace vt {

namespace {

int axis_of(const Args& args, size_t i = 1) { return wrap_axis(args.integer(i), args.tensor(0).rank()); }
// int32 is let through where PyTorch lets it.
void check_index(const char* name, const Tensor& index, bool narrow_too = false) {
  if (index.dtype() == DType::kInt64 || (narrow_too && index.dtype() == DType::kInt32)) return;
  tensor_error(std::string(name) + "(): Expected dtype " + (narrow_too ? "int32/int64" : "int64") + " for index");
}

Metas gather_infer(const Args& args) {
  const Tensor &t = args.tensor(0), &index = args.tensor(2);
  bool none = !index.is_fake() && index.numel() == 0;
  int axis = axis_of(args);
  if (!none) check_index("gather", index, true);
  if (t.rank() != index.rank() && t.rank() > 0 && index.rank() > 0 && !none)
    tensor_error("Index tensor must have the same number of dimensions as input tensor");
  SymSizes sizes = sizes_of(index), own = sizes_of(t);
  for (size_t i = 0; i < sizes.size() && i < own.size(); ++i)
    if (static_cast<int>(i) != axis && sizes[i].hint() > own[i].hint())
      tensor_error("Size does not match at dimension " + std::to_string(i) + " expected index " + sizes_text(sizes) +
                   " to be no larger than self " + sizes_text(own) + " apart from dimension " + std::to_string(axis));
  return {meta_like(t, sizes, t.dtype())};
}
Metas same_infer(const Args& args) {
  return {meta_like(args.tensor(0), sizes_of(args.tensor(0)), args.tensor(0).dtype())};
}
Tensor copy_of(const Tensor& t) { return contiguous_copy(t); }
// As the tensor itself lies, if it has no gaps.
Tensor copy_in_layout(const Tensor& t) {
  if (t.is_contiguous() || t.device().kind == DeviceKind::kCuda) return contiguous_copy(t);
  Tensor copy = empty_for(meta_preserving(t, t.dtype()));
  copy_tensor(copy, t);
  return copy;
}

// A tensor without axes counts as one with one element here.
Tensor with_an_axis(const Tensor& t) { return t.rank() > 0 ? t : view_of(t, Dims{1}, Dims{1}, t.impl()->offset); }
// The index lies inside the source, and inside self but along the axis.
void check_scatter_sizes(const Tensor& self, int axis, const Tensor& index, const Tensor& source) {
  if (index.numel() == 0) return;
  if (std::max(self.rank(), 1) != std::max(index.rank(), 1))
    tensor_error("Index tensor must have the same number of dimensions as self tensor");
  Tensor own = with_an_axis(self), at = with_an_axis(index), from = with_an_axis(source);
  bool wrong = false;
  for (int i = 0; i < at.rank(); ++i)
    wrong = wrong || (i != axis && at.size(i) > own.size(i)) || at.size(i) > from.size(wrap_axis(i, from.rank()));
  if (wrong)
    tensor_error("Expected index " + sizes_text(sizes_of(index)) + " to be no larger than self " +
                 sizes_text(sizes_of(self)) + " apart from dimension " + std::to_string(axis) +
                 " and to be no larger size than src " + sizes_text(sizes_of(source)));
  if (from.rank() != at.rank()) tensor_error("Index tensor must have the same number of dimensions as src tensor");
}
Outputs scattered(const Args& args, Scatter how) {
  const int axis = axis_of(args);
  check_index("scatter", args.tensor(2), true);
  Tensor out = copy_of(args.tensor(0));
  Tensor source = args.tensor(3), index = as_dtype(args.tensor(2), DType::kInt64);
  if (source.dtype() != out.dtype()) tensor_error("scatter(): Expected self.dtype to be equal to src.dtype");
  check_scatter_sizes(out, axis, index, source);
  if (index.numel() > 0) scatter_into(with_an_axis(out), axis, with_an_axis(index), with_an_axis(source), how);
  return {out};
}
// An index of positions picks rows of a flat gradient: shared by scatter's gradients.
Tensor picked(GradContext& c) {
  return f::gather(c.grad_output(),
                   wrap_axis(c.attributes().integer(1), static_cast<int>(c.output_meta().sizes.size())), c.input(2));
}

// --- scatter_reduce(self, dim, index, src, reduce, include_self) ---------------------------
struct Reduction {
  std::string mode;
  Scatter how = Scatter::kAdd;
  Scalar neutral = Scalar::of(0.0);
};
int64_t lowest_int(DType dtype) {
  return dtype == DType::kUInt8 ? 0 : -(int64_t{1} << (8 * dtype_bytes(dtype) - 2)) * 2;
}
int64_t largest_int(DType dtype) { return dtype == DType::kUInt8 ? 255 : -(lowest_int(dtype) + 1); }
// What no element of the dtype is beyond.
Scalar extreme_of(DType dtype, bool largest) {
  if (is_floating(dtype)) return Scalar::of(largest ? HUGE_VAL : -HUGE_VAL);
  if (dtype == DType::kBool) return Scalar::of(largest);
  return Scalar::of(largest ? largest_int(dtype) : lowest_int(dtype));
}
Reduction reduction_of(const std::string& mode, DType dtype) {
  if (mode == "sum" || mode == "mean") return {mode, Scatter::kAdd, Scalar::of(int64_t{0})};
  if (mode == "prod") return {mode, Scatter::kMul, Scalar::of(int64_t{1})};
  if (mode == "amax") return {mode, Scatter::kMax, extreme_of(dtype, false)};
  if (mode == "amin") return {mode, Scatter::kMin, extreme_of(dtype, true)};
  tensor_error("reduce argument must be either sum, prod, mean, amax or amin, got " + mode);
}
// How many elements came together at each place.
Tensor contributions(const TensorMeta& meta, const Arg& axis, const Tensor& index, const Tensor& source,
                     bool include_self, Run run) {
  Tensor count = run(op_full, {meta.sizes, include_self ? 1 : 0, meta.dtype, meta.device});
  count = run(op_scatter_add, {count, axis, index, run(op_full, {sizes_of(source), 1, meta.dtype, meta.device})});
  return run(op_clamp_min, {count, is_floating(meta.dtype) ? Arg(1.0) : Arg(1)});
}
Outputs reduce_kernel(const Args& args) {
  Reduction r = reduction_of(args.text_or(4, "sum"), args.tensor(0).dtype());
  bool include_self = args.boolean_or(5, true);
  Tensor start = args.tensor(0);
  if (!include_self) start = run_kernel(op_scatter_value, {start, args[1], args[2], r.neutral});
  Tensor out = scattered({start, args[1], args[2], args[3]}, r.how)[0];
  if (r.mode != "mean") return {out};
  Tensor count = contributions(meta_of(out), args[1], args.tensor(2), args.tensor(3), include_self, run_kernel);
  return {run_kernel(is_floating(out.dtype()) ? op_div : op_floor_divide, {out, count})};
}
void reduce_grad(GradContext& c) {
  Reduction r = reduction_of(c.attributes().text_or(4, "sum"), c.output_meta().dtype);
  bool include_self = c.attributes().boolean_or(5, true);
  const Arg& axis = c.attributes()[1];
  Tensor self = c.input(0), index = f::to_dtype(c.input(2), DType::kInt64), source = c.input(3), grad = c.grad_output();
  auto pick = [&](const Tensor& t) { return call1(op_gather, {t, axis, index, false}); };
  auto reduce = [&](const Tensor& from) {
    return call1(op_scatter_reduce, {self, axis, index, from, r.mode, include_self});
  };
  Tensor to_self = grad, to_source;
  if (r.mode == "sum") {
    to_source = pick(grad);
  } else if (r.mode == "mean") {
    to_self = f::div(grad, contributions(c.output_meta(), axis, index, source, include_self, run_call));
    to_source = pick(to_self);
  } else if (r.mode == "prod") {
    // Zeros are divided out of the product only where there is one of them.
    Tensor self_zero = f::eq(self, 0), zero = f::eq(source, 0);
    Tensor whole =
        call1(op_scatter_reduce, {f::masked_fill(self, self_zero, 1), axis, index, source, r.mode, include_self});
    to_self = f::div(f::mul(grad, whole), f::masked_fill(self, self_zero, 1));
    Tensor zeros = pick(call1(op_scatter_add, {f::zeros_like(self), axis, index, f::to_dtype(zero, self.dtype())}));
    Tensor single = f::logical_and(zero, f::eq(zeros, 1));
    Tensor others = reduce(f::masked_fill(source, single, 1));
    to_source = f::where(single, pick(f::mul(grad, others)),
                         f::div(pick(f::mul(grad, c.output())), f::masked_fill(source, zero, 1)));
  } else {
    // Those that are the extreme share the gradient.
    Tensor own = f::to_dtype(f::eq(self, c.output()), grad.dtype());
    Tensor given = f::to_dtype(f::eq(source, pick(c.output())), grad.dtype());
    Tensor shared = f::div(grad, call1(op_scatter_add, {own, axis, index, given}));
    to_self = f::mul(own, shared);
    to_source = f::mul(given, pick(shared));
  }
  if (c.needs(0)) c.set(0, include_self ? to_self : call1(op_scatter_value, {to_self, axis, index, 0}));
  if (c.needs(3)) c.set(3, to_source);
}
// scatter(..., reduce='add' or 'multiply')
Outputs scatter_reducing(const Args& args, const Tensor& source, size_t mode) {
  std::string how = args.text_or(mode, "");
  if (how != "add" && how != "multiply") tensor_error("reduce argument must be either add or multiply.");
  return scattered({args[0], args[1], args[2], source}, how == "add" ? Scatter::kAdd : Scatter::kMul);
}
constexpr const char* kNoScatterGrad = "the derivative for 'scatter' with reduce= is not implemented";

Metas index_select_infer(const Args& args) {
  const Tensor &t = args.tensor(0), &index = args.tensor(2);
  wrap_axis(args.integer(1), t.rank());
  if (index.rank() > 1) tensor_error("index_select(): Index is supposed to be a vector", "IndexError");
  if (index.dtype() != DType::kInt64 && index.dtype() != DType::kInt32)
    tensor_error("index_select(): Expected dtype int32 or int64 for index");
  SymSizes sizes = sizes_of(t);
  if (!sizes.empty()) {
    sizes[static_cast<size_t>(axis_of(args))] = count_of(sizes_of(index));
  } else if (int64_t count = count_of(sizes_of(index)).hint(); count != 1) {
    tensor_error("index_select(): Index to scalar can have only 1 value, got " + std::to_string(count) + " value(s)");
  }
  return {meta_like(t, sizes, t.dtype())};
}

std::vector<Sample> gather_samples() {
  return {{Args{sample_tensor({3, 4}), 1, sample_ints({3, 2}, {0, 3, 1, 1, 2, 0})}}};
}
std::vector<Sample> scatter_samples() {
  return {{Args{sample_tensor({3, 4}), 1, sample_ints({3, 2}, {0, 3, 1, 2, 2, 0}), sample_tensor({3, 2}, -1, 1)}}};
}
std::vector<Sample> rows_samples() {
  return {{Args{sample_tensor({3, 4}), 0, sample_ints({2}, {2, 0}), sample_tensor({2, 4}, -1, 1), 1}}};
}

// Positions from the end count from the start; on a device the kernel checks them.
Tensor wrapped_positions(const Tensor& index, const Tensor& t, int axis) {
  if (index.numel() == 0) return index;
  int64_t size = t.rank() == 0 ? 1 : t.size(axis);
  Tensor positions = f::to_dtype(f::contiguous(index), DType::kInt64);
  if (index.device().kind != DeviceKind::kCpu)
    return f::add(positions, f::mul(f::to_dtype(f::lt(positions, 0), DType::kInt64), size));
  if (positions.same(index)) positions = f::clone(index);
  int64_t* at = positions.data<int64_t>();
  for (int64_t i = 0; i < positions.numel(); ++i) {
    if (at[i] < -size || at[i] >= size)
      tensor_error("index " + std::to_string(at[i]) + " is out of bounds for dimension " + std::to_string(axis) +
                       " with size " + std::to_string(size),
                   "IndexError");
    if (at[i] < 0) at[i] += size;
  }
  return positions;
}

Dims without_axis(const Tensor& t, int axis) {
  Dims sizes;
  for (int i = 0; i < t.rank(); ++i)
    if (i != axis) sizes.push_back(t.size(i));
  return sizes;
}
void check_added_rows(const Tensor& t, int axis, const Tensor& index, const Tensor& source) {
  const std::string name = "index_add_(): ";
  if (index.rank() > 1)
    tensor_error(name + "Index is supposed to be a vector, but got dim: " + std::to_string(index.rank()) +
                     " with type: " + dtype_scalar_name(index.dtype()) + " and size: " + sizes_text(sizes_of(index)),
                 "IndexError");
  if (index.dtype() != DType::kInt64 && index.dtype() != DType::kInt32)
    tensor_error(name + "Expected dtype int32/int64 for index but got: " + dtype_scalar_name(index.dtype()));
  if (source.dtype() != t.dtype())
    tensor_error(name + "self (" + dtype_scalar_name(t.dtype()) + ") and source (" + dtype_scalar_name(source.dtype()) +
                 ") must have the same scalar type");
  if (axis > 0 && axis >= source.rank())
    tensor_error(name + "Indexing dim " + std::to_string(axis) + " is out of bounds of the source tensor with dim " +
                 std::to_string(source.rank()));
  if (source.rank() == 0 && index.numel() != 1)
    tensor_error("Dimension specified as 0 but tensor has no dimensions", "IndexError");
  if (source.rank() > 0 && source.size(axis) != index.numel())
    tensor_error(name + "Number of indices (" + std::to_string(index.numel()) +
                 ") should be equal to source.size(dim): (" + std::to_string(source.size(axis)) +
                 "), for dim: " + std::to_string(axis));
  if (source.rank() != t.rank() || without_axis(source, axis) != without_axis(t, axis))
    tensor_error(
        "source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = " +
        sizes_text(sizes_of(t)) + " source.shape = " + sizes_text(sizes_of(source)));
}
void check_copied_rows(const Tensor& t, int axis, const Tensor& index, const Tensor& source) {
  const std::string name = "index_copy_(): ";
  if (index.rank() > 1)
    tensor_error(name + "Index should have dimension 1 or 0 (got " + std::to_string(index.rank()) + ")", "IndexError");
  if (source.rank() == 0 && index.numel() != 1)
    tensor_error(
        name + "When source is scalar, index should have one element (got " + std::to_string(index.numel()) + ")",
        "IndexError");
  if (source.rank() != t.rank() && source.rank() > 0 && t.rank() > 0)
    tensor_error(name +
                     "When source and destination are not scalars, their dimensionality must match. Source "
                     "dimensionality (" +
                     std::to_string(source.rank()) + "), destination dimensionality (" + std::to_string(t.rank()) + ")",
                 "IndexError");
  if (index.dtype() != DType::kInt64)
    tensor_error(name + "Expected a long tensor for index, but got " + dtype_scalar_name(index.dtype()));
  if (source.dtype() != t.dtype())
    tensor_error(name + "self and source expected to have the same dtype, but got (self) " +
                 dtype_scalar_name(t.dtype()) + " and (source) " + dtype_scalar_name(source.dtype()));
  if (Dims own = without_axis(t, axis), given = without_axis(source, axis); own != given) {
    auto plain = [](const Dims& sizes) {
      std::string text = sizes_text(sizes);
      return text.substr(1, text.size() - 2);
    };
    tensor_error(
        name + "Source/destination tensor must have same slice shapes. Destination slice shape: " + plain(own) +
        " at dimension " + std::to_string(axis) + " and source slice shape: " + plain(given) + " at dimension 0.");
  }
  if (source.rank() > 0 && source.size(axis) != index.numel())
    tensor_error(name + "Number of indices (" + std::to_string(index.numel()) +
                     ") should be equal to source.size(dim) (" + std::to_string(source.size(axis)) + ")",
                 "IndexError");
}

// An element per index along an axis: of an index with the result's sizes (gather), or of a list (index_select).
void lower_along_axis(LowerContext& c, const Args& args, bool list) {
  const size_t rank = c.input_meta(0).sizes.size();
  if (!c.looks_up() || rank == 0 || is_floating(c.input_meta(2).dtype)) return c.define_extern();
  const size_t axis = static_cast<size_t>(axis_of(args));
  const bool one = c.input_meta(2).sizes.empty();
  c.define_pointwise(0, [=, element = c.look_up(0, false), index = c.input(2)](loop::ExprGraph& g, const Index& at) {
    std::vector<LowerContext::Place> places(rank);
    for (size_t d = 0; d < rank; ++d) places[d].index = at[d];
    const Index where = !list ? at : one ? Index{} : Index{at[axis]};
    places[axis].position = g.cast(index(g, where), DType::kInt64);
    return element(g, places);
  });
}

}  // namespace

constinit const OpDef op_gather = define({
    .name = "gather",
    .signature = "gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor",
    .doc = "Elements at the positions of an index along an axis; the result has the index's sizes.",
    .samples = gather_samples,
    .infer = gather_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = empty_for(gather_infer(args)[0]);
      if (args.tensor(0).rank() == 0) copy_tensor(out, args.tensor(0));
      else gather_into(out, args.tensor(0), axis_of(args), as_dtype(args.tensor(2), DType::kInt64));
      return {out};
    },
    .grad =
        [](GradContext& c) {
          const TensorMeta& meta = c.input_meta(0);
          Tensor grad = c.grad_output(), zeros = f::new_zeros(grad, meta.sizes);
          c.set(0, call1(op_scatter_add, {zeros, c.attributes()[1], f::to_dtype(c.input(2), DType::kInt64), grad}));
        },
    .grad_name = "GatherBackward0",
    .saves_inputs = 4,
    .lower = [](LowerContext& c, const Args& args) { lower_along_axis(c, args, false); },
});
constinit const OpDef op_scatter = define({
    .name = "scatter",
    .signature = "scatter(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
    .doc = "Writes src at the positions of an index along an axis.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples = scatter_samples,
    .infer = same_infer,
    .kernel = [](const Args& args) { return scattered(args, Scatter::kSet); },
    .grad =
        [](GradContext& c) {
          if (c.needs(0)) c.set(0, call1(op_scatter_value, {c.grad_output(), c.attributes()[1], c.input(2), 0}));
          if (c.needs(3)) c.set(3, picked(c));
        },
    .grad_name = "ScatterBackward0",
    .saves_inputs = 4,
    .lower = extern_lower,
});
constinit const OpDef op_scatter_value = define({
    .name = "scatter.value",
    .signature = "scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
    .doc = "Writes a number at the positions of an index along an axis.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3, 4}), 1, sample_ints({3, 2}, {0, 3, 1, 2, 2, 0}), 0.5}}};
        },
    .infer = same_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor values = empty_tensor(args.tensor(2).sizes(), args.tensor(0).dtype(), args.tensor(0).device());
      check_number_fits(args.scalar(3), values.dtype());
      fill_tensor(values, args.scalar(3));
      return scattered({args[0], args[1], args[2], values}, Scatter::kSet);
    },
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_scatter_value, {c.grad_output(), c.attributes()[1], c.input(2), 0}));
        },
    .grad_name = "ScatterBackward1",
    .saves_inputs = 4,
    .lower = extern_lower,
});
constinit const OpDef op_scatter_add = define({
    .name = "scatter_add",
    .signature = "scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
    .doc = "Adds src at the positions of an index along an axis; positions may repeat.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples = scatter_samples,
    .infer = same_infer,
    .kernel = [](const Args& args) { return scattered(args, Scatter::kAdd); },
    .grad =
        [](GradContext& c) {
          if (c.needs(0)) c.set(0, c.grad_output());
          if (c.needs(3)) c.set(3, picked(c));
        },
    .grad_name = "ScatterAddBackward0",
    .saves_inputs = 4,
    .lower = extern_lower,
});
constinit const OpDef op_scatter_reduce = define({
    .name = "scatter_reduce",
    .signature = "scatter_reduce(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool "
                 "include_self=True) -> Tensor",
    .doc = "Combines src into the positions of an index: 'sum', 'prod', 'mean', 'amax' or 'amin'.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples =
        [] {
          std::vector<Sample> samples;
          for (const char* mode : {"sum", "prod", "mean", "amax", "amin"})
            for (bool include_self : {true, false})
              samples.push_back({Args{sample_tensor({3, 4}), 1, sample_ints({3, 2}, {0, 3, 1, 1, 2, 0}),
                                      sample_tensor({3, 2}, -1, 1.2), mode, include_self},
                                 mode});
          return samples;
        },
    .infer = same_infer,
    .kernel = reduce_kernel,
    .grad = reduce_grad,
    .grad_name = "ScatterReduceBackward0",
    .saves_inputs = 13,
    .saves_outputs = 1,
    .lower = extern_lower,
});
constinit const OpDef op_scatter_with = define({
    .name = "scatter.reduce",
    .signature = "scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor",
    .doc = "Adds src at the positions of an index, or multiplies by it.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples =
        [] {
          Args args = scatter_samples()[0].args;
          return std::vector<Sample>{{Args{args[0], args[1], args[2], args[3], "multiply"}}};
        },
    .infer = same_infer,
    .kernel = [](const Args& a) { return scatter_reducing(a, a.tensor(3), 4); },
    .no_grad = kNoScatterGrad,
    .lower = extern_lower,
});
constinit const OpDef op_scatter_with_value = define({
    .name = "scatter.value_reduce",
    .signature = "scatter.value_reduce(Tensor self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor",
    .doc = "Adds a number at the positions of an index, or multiplies by it.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples =
        [] {
          Args args = scatter_samples()[0].args;
          return std::vector<Sample>{{Args{args[0], args[1], args[2], 0.5, "add"}}};
        },
    .infer = same_infer,
    .kernel =
        [](const Args& a) {
          Tensor values = empty_tensor(a.tensor(2).sizes(), a.tensor(0).dtype());
          fill_tensor(values, a.scalar(3));
          return scatter_reducing(a, values, 4);
        },
    .no_grad = kNoScatterGrad,
    .lower = extern_lower,
});
constinit const OpDef op_index_select = define({
    .name = "index_select",
    .signature = "index_select(Tensor self, int dim, Tensor index) -> Tensor",
    .doc = "The parts at the positions of an index along an axis.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3, 4}), 0, sample_ints({2}, {2, 0})}}};
        },
    .infer = index_select_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = empty_for(index_select_infer(args)[0]);
      if (args.tensor(0).rank() == 0) copy_tensor(out, args.tensor(0));
      else index_select_into(out, args.tensor(0), axis_of(args), args.tensor(2));
      return {out};
    },
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_index_add, {f::zeros(c.input_meta(0)), c.attributes()[1], c.input(2), c.grad_output(), 1}));
        },
    .grad_name = "IndexSelectBackward0",
    .saves_inputs = 4,
    .lower = [](LowerContext& c, const Args& args) { lower_along_axis(c, args, true); },
});
constinit const OpDef op_index_add = define({
    .name = "index_add",
    .signature = "index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor",
    .doc = "Adds alpha * source to the parts at the positions of an index.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples = rows_samples,
    .infer = same_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = copy_of(args.tensor(0));
      check_added_rows(out, axis_of(args), args.tensor(2), args.tensor(3));
      index_add_into(out, axis_of(args), args.tensor(2), args.tensor(3), args.has(4) ? args.real(4) : 1);
      return {out};
    },
    .grad =
        [](GradContext& c) {
          if (c.needs(0)) c.set(0, c.grad_output());
          if (c.needs(3)) {
            Tensor part = call1(op_index_select, {c.grad_output(), c.attributes()[1], c.input(2)});
            c.set(3, c.attributes().has(4) && c.attributes().real(4) != 1 ? f::mul(part, c.attributes()[4]) : part);
          }
        },
    .grad_name = "IndexAddBackward0",
    .saves_inputs = 4,
    .lower = extern_lower,
});
constinit const OpDef op_index_copy = define({
    .name = "index_copy",
    .signature = "index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor",
    .doc = "Replaces the parts at the positions of an index by source.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({3, 4}), 0, sample_ints({2}, {2, 0}), sample_tensor({2, 4}, -1, 1)}}};
        },
    .infer = same_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = copy_of(args.tensor(0));
      check_copied_rows(out, axis_of(args), args.tensor(2), args.tensor(3));
      index_copy_into(out, axis_of(args), args.tensor(2), args.tensor(3));
      return {out};
    },
    .grad =
        [](GradContext& c) {
          if (c.needs(0)) c.set(0, call1(op_index_fill, {c.grad_output(), c.attributes()[1], c.input(2), 0}));
          if (c.needs(3)) c.set(3, call1(op_index_select, {c.grad_output(), c.attributes()[1], c.input(2)}));
        },
    .grad_name = "IndexCopyBackward0",
    .saves_inputs = 4,
    .lower = extern_lower,
});
constinit const OpDef op_index_fill = define({
    .name = "index_fill",
    .signature = "index_fill(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
    .doc = "Replaces the parts at the positions of an index by a number.",
    .traits = kFunction | kMethod | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3, 4}), 0, sample_ints({2}, {2, 0}), 0.5}}};
        },
    .infer = same_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = copy_in_layout(args.tensor(0));
      Dims sizes = out.sizes();
      if (args.tensor(2).dtype() != DType::kInt64)
        tensor_error("index_fill_(): Expected dtype int64 for index.", "IndexError");
      const int axis = axis_of(args);
      if (args.tensor(2).rank() > 1) tensor_error("Index has to be a vector/scalar");
      sizes[axis] = args.tensor(2).numel();
      Tensor values = empty_tensor(sizes, out.dtype(), out.device());
      check_number_fits(args.scalar(3), values.dtype());
      fill_tensor(values, args.scalar(3));
      index_copy_into(out, axis, wrapped_positions(args.tensor(2), out, axis), values);
      return {out};
    },
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_index_fill, {c.grad_output(), c.attributes()[1], c.input(2), 0}));
        },
    .grad_name = "IndexFillBackward0",
    .saves_inputs = 4,
    .lower = extern_lower,
});

VT_OPS(scattering, &op_gather, &op_scatter, &op_scatter_value, &op_scatter_add, &op_scatter_reduce, &op_scatter_with,
       &op_scatter_with_value, &op_index_select, &op_index_add, &op_index_copy, &op_index_fill)

}  // namespace vt
