// Views that rearrange or relabel axes.
#include "ops/families/views.h"

#include <algorithm>

#include "ops/defs/prelude.h"
#include "tensor/extent.h"

namespace vt {

namespace {

constexpr uint32_t kViewOp = kFunction | kMethod | kView;

int axis_of(const Args& args, size_t i, int rank) { return wrap_axis(args.integer(i), rank); }

// PyTorch compares the sizes first, which leaves guards where they are symbolic.
void ask_same_sizes(const SymSizes& from, const SymSizes& to) {
  if (from.size() != to.size()) return;
  for (size_t i = 0; i < from.size(); ++i) {
    if (!(from[i] == to[i])) return;
  }
}

ViewSpec view_rule(const Args& args) {
  const Tensor& t = args.tensor(0);
  ViewSpec spec;
  spec.sizes = infer_view_sizes(args.ints(1), sizes_of(t));
  ask_same_sizes(sizes_of(t), spec.sizes);
  bool fits;
  spec.strides = view_strides(sizes_of(t), strides_of(t), spec.sizes, fits);
  if (!fits)
    tensor_error(
        "view size is not compatible with input tensor's size and stride (at least one dimension spans across two "
        "contiguous subspaces). Use .reshape(...) instead.");
  return spec;
}
// The common case without symbols: a tensor without gaps. Undefined where the rule has to look closer.
Tensor plain_view(const Tensor& t, const IntList& wanted) {
  if (t.is_fake() || !t.is_contiguous() || wanted.size() > static_cast<size_t>(kMaxRank)) return {};
  if (t.rank() > 0 && t.strides()[t.rank() - 1] != 1) return {};  // of a last axis of size 1, which the view keeps
  Dims sizes;
  int64_t known = 1;
  bool overflow = false;
  int open = -1;
  for (const SymInt& size : wanted) {
    if (size.symbolic() || (size.hint() < 0 && (size.hint() != -1 || open >= 0))) return {};
    if (size.hint() < 0) open = sizes.size();
    else overflow |= __builtin_mul_overflow(known, size.hint(), &known);
    sizes.push_back(size.hint());
  }
  if (overflow) return {};
  int64_t count = t.numel();
  if (open >= 0) {
    if (known == 0 || count % known != 0) return {};
    sizes[open] = count / known;
  } else if (known != count) {
    return {};
  }
  return view_of(t, sizes, contiguous_strides(sizes), t.impl()->offset);
}
Outputs run_view(const Args& args) {
  Outputs outputs;
  outputs.push_back(plain_view(args.tensor(0), args.ints(1)));
  if (!outputs[0].defined()) return view_kernel<view_rule>(args);
  return outputs;
}
void view_grad(GradContext& c) { c.set(0, f::reshape(c.grad_output(), c.input_meta(0).sizes)); }
void view_lower(LowerContext& c, const Args&) {
  SymSizes from = c.input_meta(0).sizes, to = c.output_meta().sizes;
  Loader in = c.input(0);
  c.define_pointwise(
      0, [=](loop::ExprGraph& g, const Index& i) { return in(g, unflatten_index(flatten_index(i, to), from)); });
}

// The same bytes as another dtype: the last axis grows or shrinks by the ratio of widths.
Metas view_dtype_infer(const Args& args) {
  const Tensor& t = args.tensor(0);
  DType to = std::get<DType>(args[1].value);
  int64_t from_bytes = dtype_bytes(t.dtype()), to_bytes = dtype_bytes(to);
  TensorMeta meta = meta_of(t);
  meta.dtype = to;
  if (from_bytes == to_bytes) return {meta};
  std::string names = std::string(dtype_scalar_name(t.dtype())) + " as " + dtype_scalar_name(to);
  if (meta.sizes.empty()) tensor_error("self.dim() cannot be 0 to view " + names + " (different element sizes)");
  int64_t ratio = std::max(from_bytes, to_bytes) / std::min(from_bytes, to_bytes);
  bool wider = to_bytes > from_bytes;
  auto check = [&](const SymInt& value, const std::string& what) {
    if (value.hint() % ratio)
      tensor_error(what + " must be divisible by " + std::to_string(ratio) + " to view " + names +
                   " (different element sizes), but got " + std::to_string(value.hint()));
  };
  if (wider) {
    check(meta.sizes.back(), "self.size(-1)");
    if (!t.is_fake()) check(t.impl()->offset, "self.storage_offset()");
  }
  if (meta.strides.back().hint() != 1)
    tensor_error("self.stride(-1) must be 1 to view " + names + " (different element sizes), but got " +
                 std::to_string(meta.strides.back().hint()));
  meta.sizes.back() = wider ? floor_div(meta.sizes.back(), ratio) : meta.sizes.back() * SymInt(ratio);
  for (size_t i = 0; i + 1 < meta.strides.size(); ++i) {
    if (wider) check(meta.strides[i], "self.stride(" + std::to_string(i) + ")");
    meta.strides[i] = wider ? floor_div(meta.strides[i], ratio) : meta.strides[i] * SymInt(ratio);
  }
  return {meta};
}
Outputs view_dtype_kernel(const Args& args) {
  TensorMeta meta = view_dtype_infer(args)[0];
  const Tensor& t = args.tensor(0);
  int64_t offset = checked_multiply(t.impl()->offset, dtype_bytes(t.dtype())) / dtype_bytes(meta.dtype);
  return {view_as(t, meta.dtype, hints_of(meta.sizes), hints_of(meta.strides), offset)};
}

ViewSpec transpose_rule(const Args& args) {
  const Tensor& t = args.tensor(0);
  int first = axis_of(args, 1, t.rank()), second = axis_of(args, 2, t.rank());
  ViewSpec spec{sizes_of(t), strides_of(t)};
  if (t.rank() == 0) return spec;
  std::swap(spec.sizes[static_cast<size_t>(first)], spec.sizes[static_cast<size_t>(second)]);
  std::swap(spec.strides[static_cast<size_t>(first)], spec.strides[static_cast<size_t>(second)]);
  return spec;
}
void transpose_lower(LowerContext& c, const Args& args) {
  int rank = static_cast<int>(c.output_meta().sizes.size());
  size_t a = static_cast<size_t>(axis_of(args, 1, rank)), b = static_cast<size_t>(axis_of(args, 2, rank));
  Loader in = c.input(0);
  c.define_pointwise(0, [=](loop::ExprGraph& g, Index i) {
    if (!i.empty()) std::swap(i[a], i[b]);
    return in(g, i);
  });
}

// Two axes that change places, where no sizes are symbols.
Outputs swapped_view(const Tensor& t, int first, int second) {
  Dims sizes = t.sizes(), strides = t.strides();
  std::swap(sizes[first], sizes[second]);
  std::swap(strides[first], strides[second]);
  Outputs outputs;
  outputs.push_back(view_of(t, sizes, strides, t.impl()->offset));
  return outputs;
}
Outputs run_transpose(const Args& args) {
  const Tensor& t = args.tensor(0);
  if (t.is_fake() || t.rank() == 0) return view_kernel<transpose_rule>(args);
  return swapped_view(t, axis_of(args, 1, t.rank()), axis_of(args, 2, t.rank()));
}

ViewSpec t_rule(const Args& args) {
  const Tensor& t = args.tensor(0);
  if (t.rank() > 2)
    tensor_error("t() expects a tensor with <= 2 dimensions, but self is " + std::to_string(t.rank()) + "D");
  ViewSpec spec{sizes_of(t), strides_of(t)};
  std::reverse(spec.sizes.begin(), spec.sizes.end());
  std::reverse(spec.strides.begin(), spec.strides.end());
  return spec;
}

Outputs run_t(const Args& args) {
  const Tensor& t = args.tensor(0);
  return t.is_fake() || t.rank() != 2 ? view_kernel<t_rule>(args) : swapped_view(t, 0, 1);
}

std::vector<int> permutation(const Args& args, int rank) {
  const IntList& axes = args.ints(1);
  if (static_cast<int>(axes.size()) != rank)
    tensor_error(
        "permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
        "ordering of dimensions i.e. input.dim() = " +
        std::to_string(rank) + " is not equal to len(dims) = " + std::to_string(axes.size()));
  std::vector<int> order;
  for (const SymInt& axis : axes) {
    int wrapped = wrap_axis(axis.guard_int(), rank);
    if (std::find(order.begin(), order.end(), wrapped) != order.end())
      tensor_error("permute(): duplicate dims are not allowed.");
    order.push_back(wrapped);
  }
  return order;
}
ViewSpec permute_rule(const Args& args) {
  const Tensor& t = args.tensor(0);
  SymSizes sizes = sizes_of(t), strides = strides_of(t);
  ViewSpec spec;
  for (int axis : permutation(args, t.rank())) {
    spec.sizes.push_back(sizes[static_cast<size_t>(axis)]);
    spec.strides.push_back(strides[static_cast<size_t>(axis)]);
  }
  return spec;
}
void permute_grad(GradContext& c) {
  std::vector<int> order = permutation(c.attributes(), static_cast<int>(c.input_meta(0).sizes.size()));
  std::vector<int> inverse(order.size());
  for (size_t i = 0; i < order.size(); ++i) inverse[static_cast<size_t>(order[i])] = static_cast<int>(i);
  c.set(0, f::permute(c.grad_output(), inverse));
}
void permute_lower(LowerContext& c, const Args& args) {
  std::vector<int> order = permutation(args, static_cast<int>(c.output_meta().sizes.size()));
  Loader in = c.input(0);
  c.define_pointwise(0, [=](loop::ExprGraph& g, const Index& i) {
    Index from(i.size());
    for (size_t k = 0; k < i.size(); ++k) from[static_cast<size_t>(order[k])] = i[k];
    return in(g, from);
  });
}

ViewSpec unsqueeze_rule(const Args& args) {
  const Tensor& t = args.tensor(0);
  int axis = wrap_axis(args.integer(1), t.rank() + 1);
  ViewSpec spec{sizes_of(t), strides_of(t)};
  SymInt stride =
      axis < t.rank() ? spec.sizes[static_cast<size_t>(axis)] * spec.strides[static_cast<size_t>(axis)] : SymInt(1);
  spec.sizes.insert(spec.sizes.begin() + axis, SymInt(1));
  spec.strides.insert(spec.strides.begin() + axis, stride);
  return spec;
}
Outputs run_unsqueeze(const Args& args) {
  const Tensor& t = args.tensor(0);
  if (t.is_fake() || t.rank() >= kMaxRank) return view_kernel<unsqueeze_rule>(args);
  const int axis = wrap_axis(args.integer(1), t.rank() + 1);
  Dims sizes = t.sizes(), strides = t.strides();
  strides.insert(axis, axis < t.rank() ? checked_multiply(sizes[axis], strides[axis]) : 1);
  sizes.insert(axis, 1);
  Outputs outputs;
  outputs.push_back(view_of(t, sizes, strides, t.impl()->offset));
  return outputs;
}
void unsqueeze_lower(LowerContext& c, const Args& args) {
  int axis = wrap_axis(args.integer(1), static_cast<int>(c.output_meta().sizes.size()));
  Loader in = c.input(0);
  c.define_pointwise(0, [=](loop::ExprGraph& g, Index i) {
    i.erase(i.begin() + axis);
    return in(g, i);
  });
}

// The axes of size 1 that a squeeze takes away.
std::vector<int> squeezed_axes(const Args& args, const SymSizes& sizes) {
  int rank = static_cast<int>(sizes.size());
  std::vector<int> axes;
  if (!args.has(1)) {
    for (int i = 0; i < rank; ++i) axes.push_back(i);
  } else if (args[1].is_scalar()) {
    axes.push_back(wrap_axis(args.integer(1), rank));
  } else {
    for (const SymInt& axis : args.ints(1)) {
      axes.push_back(wrap_axis(axis.guard_int(), rank));
      if (std::count(axes.begin(), axes.end(), axes.back()) > 1)
        tensor_error("dim " + std::to_string(axes.back()) + " appears multiple times in the list of dims");
    }
  }
  if (rank == 0) return {};
  std::vector<int> result;
  for (int axis : axes)
    if (is_one(sizes[static_cast<size_t>(axis)])) result.push_back(axis);
  std::sort(result.begin(), result.end());
  return result;
}
ViewSpec squeeze_rule(const Args& args) {
  const Tensor& t = args.tensor(0);
  ViewSpec spec{sizes_of(t), strides_of(t)};
  std::vector<int> axes = squeezed_axes(args, spec.sizes);
  for (size_t i = axes.size(); i-- > 0;) {
    spec.sizes.erase(spec.sizes.begin() + axes[i]);
    spec.strides.erase(spec.strides.begin() + axes[i]);
  }
  return spec;
}
void squeeze_lower(LowerContext& c, const Args& args) {
  std::vector<int> axes = squeezed_axes(args, c.input_meta(0).sizes);
  Loader in = c.input(0);
  c.define_pointwise(0, [=](loop::ExprGraph& g, Index i) {
    for (int axis : axes) i.insert(i.begin() + axis, sym_constant(0));
    return in(g, i);
  });
}

ViewSpec expand_rule(const Args& args) {
  const Tensor& t = args.tensor(0);
  SymSizes wanted = args.ints(1), sizes = sizes_of(t), strides = strides_of(t);
  size_t rank = wanted.size();
  if (rank < sizes.size())
    tensor_error("expand(" + std::string("torch.") + dtype_scalar_name(t.dtype()) + "Tensor{" + sizes_text(sizes) +
                 "}, size=" + sizes_text(wanted) + "): the number of sizes provided (" + std::to_string(rank) +
                 ") must be greater or equal to the number of dimensions in the tensor (" +
                 std::to_string(sizes.size()) + ")");
  ViewSpec spec;
  spec.sizes.resize(rank);
  spec.strides.resize(rank);
  for (size_t i = rank; i-- > 0;) {
    bool fresh = i < rank - sizes.size();
    size_t own = i - (rank - sizes.size());
    SymInt size = fresh ? SymInt(1) : sizes[own];
    SymInt target = wanted[i];
    if (!target.symbolic() && target.hint() == -1) {
      if (fresh)
        tensor_error("The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension " +
                     std::to_string(i));
      target = size;
    }
    spec.sizes[i] = target;
    if (!is_one(size)) {
      if (size != target)
        tensor_error("The expanded size of the tensor (" + std::to_string(target.hint()) +
                     ") must match the existing size (" + std::to_string(size.hint()) +
                     ") at non-singleton dimension " + std::to_string(i) + ".  Target sizes: " + sizes_text(wanted) +
                     ".  Tensor sizes: " + sizes_text(sizes));
      spec.strides[i] = strides[own];
    } else if (is_one(target)) {
      spec.strides[i] = fresh ? (i + 1 < rank ? spec.sizes[i + 1] * spec.strides[i + 1] : SymInt(1)) : strides[own];
    } else {
      spec.strides[i] = 0;
    }
  }
  return spec;
}
void expand_lower(LowerContext& c, const Args&) {
  SymSizes from = c.input_meta(0).sizes;
  Loader in = c.input(0);
  c.define_pointwise(0, [=](loop::ExprGraph& g, const Index& i) {
    Index own(i.end() - static_cast<std::ptrdiff_t>(from.size()), i.end());
    for (size_t k = 0; k < own.size(); ++k)
      if (is_one(from[k])) own[k] = sym_constant(0);
    return in(g, own);
  });
}

ViewSpec alias_rule(const Args& args) { return {sizes_of(args.tensor(0)), strides_of(args.tensor(0))}; }
void alias_lower(LowerContext& c, const Args&) { c.define_pointwise(0, c.input(0)); }

std::vector<Sample> matrix_sample() { return {{Args{sample_tensor({2, 3})}}}; }

}  // namespace

constinit const OpDef op_view = define({
    .name = "view",
    .signature = "view(Tensor self, int[] size) -> Tensor",
    .doc = "The same elements under other sizes, without a copy; one size may be -1.",
    .traits = kMethod | kView,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 6}), IntList{3, -1}}},
                                     {Args{sample_tensor({2, 3, 2}), IntList{6, 2}}}};
        },
    .infer = view_infer<view_rule>,
    .kernel = run_view,
    .grad = view_grad,
    .grad_name = "ViewBackward0",
    .lower = view_lower,
});
constinit const OpDef op_unsafe_view = define({
    .name = "_unsafe_view",
    .signature = "_unsafe_view(Tensor self, int[] size) -> Tensor",
    .doc = "view of a tensor that nobody else sees.",
    .traits = kInternal | kView,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 6}), IntList{3, 4}}}};
        },
    .infer = view_infer<view_rule>,
    .kernel = run_view,
    .grad = view_grad,
    .grad_name = "UnsafeViewBackward0",
    .lower = view_lower,
});
constinit const OpDef op_reshape = define({
    .name = "reshape",
    .signature = "reshape(Tensor self, int[] shape) -> Tensor",
    .doc = "A view with other sizes where possible, else a copy; one size may be -1.",
    .traits = kFunction | kMethod,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 6}), IntList{3, -1}}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor& t = args.tensor(0);
      SymSizes sizes = infer_view_sizes(args.ints(1), sizes_of(t));
      bool fits;
      view_strides(sizes_of(t), strides_of(t), sizes, fits);
      if (fits) return call(op_view, {t, sizes});
      return call(op_unsafe_view, {call1(op_clone, {t, "contiguous_format"}), sizes});
    },
});
constinit const OpDef op_transpose = define({
    .name = "transpose",
    .signature = "transpose(Tensor self, int dim0, int dim1) -> Tensor",
    .doc = "Exchanges two axes.",
    .traits = kViewOp,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3, 4}), 0, -1}}};
        },
    .infer = view_infer<transpose_rule>,
    .kernel = run_transpose,
    .grad =
        [](GradContext& c) {
          c.set(0, call1(op_transpose, {c.grad_output(), c.attributes()[1], c.attributes()[2]}));
        },
    .grad_name = "TransposeBackward0",
    .lower = transpose_lower,
});
constinit const OpDef op_t = define({
    .name = "t",
    .signature = "t(Tensor self) -> Tensor",
    .doc = "Exchanges the axes of a matrix; shorter tensors stay as they are.",
    .traits = kViewOp,
    .samples = matrix_sample,
    .infer = view_infer<t_rule>,
    .kernel = run_t,
    .grad = [](GradContext& c) { c.set(0, f::t(c.grad_output())); },
    .grad_name = "TBackward0",
    .lower =
        [](LowerContext& c, const Args&) {
          Loader in = c.input(0);
          c.define_pointwise(0, [=](loop::ExprGraph& g, Index i) {
            std::reverse(i.begin(), i.end());
            return in(g, i);
          });
        },
});
constinit const OpDef op_permute = define({
    .name = "permute",
    .signature = "permute(Tensor self, int[] dims) -> Tensor",
    .doc = "Puts the axes in another order.",
    .traits = kViewOp,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3, 4}), IntList{2, 0, 1}}}};
        },
    .infer = view_infer<permute_rule>,
    .kernel = view_kernel<permute_rule>,
    .grad = permute_grad,
    .grad_name = "PermuteBackward0",
    .lower = permute_lower,
});
constinit const OpDef op_unsqueeze = define({
    .name = "unsqueeze",
    .signature = "unsqueeze(Tensor self, int dim) -> Tensor",
    .doc = "Inserts an axis of size 1.",
    .traits = kViewOp,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1}}, {Args{sample_tensor({2, 3}), -1}}};
        },
    .infer = view_infer<unsqueeze_rule>,
    .kernel = run_unsqueeze,
    .grad =
        [](GradContext& c) {
          int rank = static_cast<int>(c.input_meta(0).sizes.size());
          c.set(0, f::squeeze(c.grad_output(), wrap_axis(c.attributes().integer(1), rank + 1)));
        },
    .grad_name = "UnsqueezeBackward0",
    .lower = unsqueeze_lower,
});
constinit const OpDef op_squeeze = define({
    .name = "squeeze",
    .signature = "squeeze(Tensor self) -> Tensor",
    .doc = "Takes away every axis of size 1.",
    .traits = kViewOp,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 1, 3, 1})}}};
        },
    .infer = view_infer<squeeze_rule>,
    .kernel = view_kernel<squeeze_rule>,
    .grad = view_grad,
    .grad_name = "SqueezeBackward0",
    .lower = squeeze_lower,
});
constinit const OpDef op_squeeze_dim = define({
    .name = "squeeze.dim",
    .signature = "squeeze.dim(Tensor self, int dim) -> Tensor",
    .doc = "Takes away an axis if its size is 1.",
    .traits = kViewOp,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 1, 3}), 1}}, {Args{sample_tensor({2, 1, 3}), 0}}};
        },
    .infer = view_infer<squeeze_rule>,
    .kernel = view_kernel<squeeze_rule>,
    .grad = view_grad,
    .grad_name = "SqueezeBackward1",
    .lower = squeeze_lower,
});
constinit const OpDef op_squeeze_dims = define({
    .name = "squeeze.dims",
    .signature = "squeeze.dims(Tensor self, int[] dim) -> Tensor",
    .doc = "Takes away those of some axes whose size is 1.",
    .traits = kViewOp,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 1, 3, 1}), IntList{1, 3}}}};
        },
    .infer = view_infer<squeeze_rule>,
    .kernel = view_kernel<squeeze_rule>,
    .grad = view_grad,
    .grad_name = "SqueezeBackward2",
    .lower = squeeze_lower,
});
constinit const OpDef op_expand = define({
    .name = "expand",
    .signature = "expand(Tensor self, int[] size, *, bool implicit=False) -> Tensor",
    .doc = "Repeats axes of size 1 without a copy; -1 keeps a size.",
    .traits = kMethod | kView,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 1}), IntList{3, 2, 4}, false}}};
        },
    .infer = view_infer<expand_rule>,
    .kernel = view_kernel<expand_rule>,
    .grad = [](GradContext& c) { c.set(0, f::reduce_to(c.grad_output(), c.input_meta(0))); },
    .grad_name = "ExpandBackward0",
    .lower = expand_lower,
});
constinit const OpDef op_alias = define({
    .name = "alias",
    .signature = "alias(Tensor self) -> Tensor",
    .doc = "A view of the whole tensor.",
    .traits = kInternal | kView,
    .samples = matrix_sample,
    .infer = view_infer<alias_rule>,
    .kernel = view_kernel<alias_rule>,
    .grad = pass_gradient,
    .grad_name = "AliasBackward0",
    .lower = alias_lower,
});
constinit const OpDef op_detach = define({
    .name = "detach",
    .signature = "detach(Tensor self) -> Tensor",
    .doc = "A view that gradients do not flow through.",
    .traits = kFunction | kMethod | kView,
    .samples = matrix_sample,
    .infer = view_infer<alias_rule>,
    .kernel = view_kernel<alias_rule>,
    .no_grad = "detach stops gradients",
    .lower = alias_lower,
});

constinit const OpDef op_view_dtype = define({
    .name = "view.dtype",
    .signature = "view.dtype(Tensor self, dtype dtype) -> Tensor",
    .doc = "The same bytes read as another dtype.",
    .traits = kMethod | kView,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), DType::kInt64}}};
        },
    .infer = view_dtype_infer,
    .kernel = view_dtype_kernel,
    .no_grad = "bits have no derivative",
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});

VT_OPS(views, &op_view_dtype, &op_view, &op_unsafe_view, &op_reshape, &op_transpose, &op_t, &op_permute, &op_unsqueeze,
       &op_squeeze, &op_squeeze_dim, &op_squeeze_dims, &op_expand, &op_alias, &op_detach)

}  // namespace vt
