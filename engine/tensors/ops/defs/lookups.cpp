// Tables: embedding, take.
#include "ops/defs/prelude.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/gather.h"
#include "ops/kernels/widest.h"

namespace vt {

namespace {

Metas embedding_infer(const Args& args) {
  const Tensor &weight = args.tensor(0), &index = args.tensor(1);
  if (weight.rank() != 2) tensor_error("'weight' must be 2-D");
  if (index.dtype() != DType::kInt64 && index.dtype() != DType::kInt32)
    tensor_error(std::string("Expected tensor for argument #1 'indices' to have one of the following scalar types: "
                             "Long, Int; but got torch.") +
                 dtype_scalar_name(index.dtype()) + "Tensor instead (while checking arguments for embedding)");
  SymSizes sizes = sizes_of(index);
  sizes.push_back(sizes_of(weight)[1]);
  return {meta_like(weight, sizes, weight.dtype())};
}

void embedding_lower(LowerContext& c, const Args&) {
  if (!c.looks_up()) return c.define_extern();
  c.define_pointwise(0, [row = c.look_up(0, false), index = c.input(1)](loop::ExprGraph& g, const Index& at) {
    loop::ExprId position = g.cast(index(g, Index(at.begin(), at.end() - 1)), DType::kInt64);
    return row(g, {{.index = {}, .position = position}, {.index = at.back()}});
  });
}

}  // namespace

constinit const OpDef op_embedding_backward = define({
    .name = "embedding_dense_backward",
    .signature = "embedding_dense_backward(Tensor grad_output, Tensor indices, int num_weights, int padding_idx, bool "
                 "scale_grad_by_freq) -> Tensor",
    .doc = "The gradient of a table: rows added up where they were looked up, but for padding_idx.",
    .traits = kInternal | kAten,
    .samples =
        [] {
          Tensor index = sample_ints({2, 2}, {0, 3, 1, 1});
          return std::vector<Sample>{{Args{sample_tensor({2, 2, 3}), index, 4, -1, false}},
                                     {Args{sample_tensor({2, 2, 3}), index, 4, 1, false}, "padding"}};
        },
    .infer = [](const Args& a) -> Metas {
      const Tensor& grad = a.tensor(0);
      return {meta_like(grad, {a.scalar(2).integer, sizes_of(grad).back()}, grad.dtype())};
    },
    .decompose = [](const Args& a) -> Outputs {
      Tensor grad = a.tensor(0);
      const Tensor& index = a.tensor(1);
      int64_t padding = a.integer(3);
      if (padding >= 0) grad = f::masked_fill(grad, f::unsqueeze(f::eq(index, padding), -1), 0);
      SymInt count = count_of(sizes_of(index)), width = sizes_of(grad).back();
      Tensor table = f::full({a.scalar(2).integer, width}, 0, grad.dtype(), grad.device());
      return {call1(op_index_add, {table, 0, f::reshape(index, {count}), f::reshape(grad, {count, width}), 1})};
    },
});
constinit const OpDef op_embedding = define({
    .name = "embedding",
    .signature = "embedding(Tensor weight, Tensor indices, int padding_idx=-1) -> Tensor",
    .doc = "Rows of a table at the positions of an index.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({4, 3}), sample_ints({2, 2}, {0, 3, 1, 1}), -1}}};
        },
    .infer = embedding_infer,
    .kernel = [](const Args& args) -> Outputs {
      const Tensor &weight = args.tensor(0), &index = args.tensor(1);
      Tensor flat = as_contiguous(index);
      Dims count{flat.numel()}, one{1};
      Tensor positions = view_of(flat, count, one, flat.impl()->offset);
      Tensor out = empty_for(embedding_infer(args)[0]);
      Dims rows{flat.numel(), weight.size(1)}, strides{weight.size(1), 1};
      index_select_into(view_of(out, rows, strides, 0), weight, 0, positions);
      return {out};
    },
    .grad =
        [](GradContext& c) {
          const TensorMeta& meta = c.input_meta(0);
          c.set(0, call1(op_embedding_backward,
                         {c.grad_output(), c.input(1), meta.sizes[0], c.attributes().integer_or(2, -1), false}));
        },
    .grad_name = "EmbeddingBackward0",
    .saves_inputs = 2,
    .lower = embedding_lower,
});
constinit const OpDef op_embedding_functional = define({
    .name = "embedding.functional",
    .signature = "embedding.functional(Tensor input, Tensor weight, int? padding_idx=None, float? max_norm=None, float "
                 "norm_type=2.0, bool scale_grad_by_freq=False, bool sparse=False) -> Tensor",
    .doc = "Rows of a table at the positions of an index.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_ints({2, 2}, {0, 3, 1, 1}), sample_tensor({4, 3}), Arg(), Arg(), 2.0, false, false}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      int64_t rows = a.tensor(1).size(0), padding = a.integer_or(2, -1);
      if (a.has(2) && (padding >= rows || padding < -rows))
        tensor_error("Padding_idx must be within num_embeddings", "AssertionError");
      if (a.has(2) && padding < 0) padding += rows;
      return call(op_embedding, {a[1], a[0], padding});
    },
});
constinit const OpDef op_take = define({
    .name = "take",
    .signature = "take(Tensor self, Tensor index) -> Tensor",
    .doc = "Elements of the flat tensor at the positions of an index.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_ints({2}, {5, 0})}}};
        },
    .grad_name = "TakeBackward0",
    .decompose = [](const Args& a) -> Outputs {
      const Tensor &t = a.tensor(0), &index = a.tensor(1);
      if (index.dtype() != DType::kInt64)
        tensor_error(std::string("take(): Expected a long tensor for index, but got ") +
                     dtype_scalar_name(index.dtype()));
      if (!t.is_fake() && t.numel() == 0 && index.numel() > 0)
        tensor_error("take(): tried to take from an empty tensor", "IndexError");
      if (!t.is_fake() && t.device().kind == DeviceKind::kCpu) {
        Tensor places = as_contiguous(index);
        int64_t count = places.numel(), elements = t.numel();
        const bool inside = run_widest([=, at = places.data<int64_t>()]() VT_LAMBDA {
          uint64_t outside = 0;
          for (int64_t i = 0; i < count; ++i) outside |= at[i] < -elements || at[i] >= elements ? 1 : 0;
          return outside == 0;
        });
        for (int64_t i = 0; i < count && !inside; ++i)
          if (int64_t at = places.data<int64_t>()[i]; at < -elements || at >= elements)
            tensor_error("out of range: tried to access index " + std::to_string(at) + " on a tensor of " +
                             std::to_string(elements) + " elements.",
                         "IndexError");
      }
      Tensor flat = f::reshape(t, {count_of(sizes_of(t))});
      return call(op_index, {flat, TensorList{a.tensor(1)}});
    },
});
constinit const OpDef op_take_along_dim = define({
    .name = "take_along_dim",
    .signature = "take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor",
    .doc = "gather with broadcasting; of the flat tensor without an axis.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3, 4}), sample_ints({3, 1}, {0, 3, 1}), 1}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor &t = a.tensor(0), &index = a.tensor(1);
      if (index.dtype() != DType::kInt64)
        tensor_error(std::string("torch.take_along_dim(): dtype of indices should be Long but got ") +
                     dtype_scalar_name(index.dtype()));
      if (!a.has(2))
        return {f::gather(f::reshape(t, {count_of(sizes_of(t))}), 0, f::reshape(index, {count_of(sizes_of(index))}))};
      SymSizes own = sizes_of(t), places = sizes_of(index);
      if (own.size() != places.size())
        tensor_error("torch.take_along_dim(): input and indices should have the same number of dimensions, but got " +
                     std::to_string(own.size()) + " dimensions for input, and " + std::to_string(places.size()) +
                     " dimensions for indices");
      if (own.empty())
        tensor_error("Dimension specified as " + std::to_string(a.integer(2)) + " but tensor has no dimensions",
                     "IndexError");
      size_t axis = static_cast<size_t>(wrap_axis(a.integer(2), t.rank()));
      SymSizes own_rest = own, rest = places;
      own_rest[axis] = rest[axis] = 1;
      SymSizes joint = broadcast_sizes(own_rest, rest);
      SymSizes wide = joint, index_wide = joint;
      wide[axis] = own[axis];
      index_wide[axis] = places[axis];
      return {f::gather(f::expand(t, wide), static_cast<int>(axis), f::expand(index, index_wide))};
    },
});
VT_OPS(lookups, &op_embedding_backward, &op_embedding, &op_embedding_functional, &op_take, &op_take_along_dim)

}  // namespace vt
