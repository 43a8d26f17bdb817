// Matrix products of any rank, put together from those of products.cpp.
#include "ops/aten_forms.h"
#include "ops/defs/prelude.h"
#include "ops/families/texts.h"
#include "ops/make_args.h"

namespace vt {

namespace {

// a[M, K] @ b for tensors of any rank, by PyTorch's cases.
Tensor matmul_of(const Tensor& a, const Tensor& b) {
  int left = a.rank(), right = b.rank();
  if (left == 0 || right == 0)
    tensor_error("both arguments to matmul need to be at least 1D, but they are " + std::to_string(left) + "D and " +
                 std::to_string(right) + "D");
  if (left == 1 && right == 1) return call1(op_dot, {a, b});
  if (left == 2 && right == 1) return call1(op_mv, {a, b});
  if (left == 1 && right == 2) return call1(op_squeezed, {f::mm(f::unsqueeze(a, 0), b), 0});
  SymSizes as = sizes_of(a), bs = sizes_of(b);
  // A stack of matrices times one matrix or vector folds into one product.
  if (left >= 3 && right <= 2) {
    SymSizes rows(as.begin(), as.end() - 1), out = rows;
    Tensor folded = f::reshape(a, {count_of(rows), as.back()});
    if (right == 2) out.push_back(bs[1]);
    Tensor product = right == 2 ? f::mm(folded, b) : call1(op_mv, {folded, b});
    return call1(op_unsafe_view, {product, out});
  }
  if (left == 1) {
    Tensor product = matmul_of(f::unsqueeze(a, 0), b);
    SymSizes out = sizes_of(product);
    out.erase(out.end() - 2);
    return call1(op_unsafe_view, {product, out});
  }
  SymSizes batch = broadcast_sizes(SymSizes(as.begin(), as.end() - 2), SymSizes(bs.begin(), bs.end() - 2));
  SymInt m = as[as.size() - 2], k = as.back(), k2 = bs[bs.size() - 2], n = bs.back();
  SymInt count = count_of(batch);
  auto batched = [&](const Tensor& t, const SymInt& rows, const SymInt& columns) {
    SymSizes wide = batch;
    wide.push_back(rows);
    wide.push_back(columns);
    if (!aten_forms()) return f::reshape(f::expand(t, wide), {count, rows, columns});
    Tensor whole = call1(op_expand, {t, wide, false});
    SymSizes folded = {count, rows, columns};
    return same_sizes(sizes_of(whole), folded) ? f::view(whole, folded) : f::reshape(whole, folded);
  };
  Tensor first = batched(a, m, k), second = batched(b, k2, n);
  Tensor product = f::bmm(first, second);
  SymSizes out = batch;
  out.push_back(m);
  out.push_back(n);
  return call1(op_unsafe_view, {product, out});
}

}  // namespace

constinit const OpDef op_matmul = define({
    .name = "matmul",
    .signature = "matmul(Tensor self, Tensor other) -> Tensor",
    .doc = "The product of vectors, matrices, or batches of matrices, which are broadcast.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({3, 4})}},
                                     {Args{sample_tensor({3}), sample_tensor({3})}, "vectors"},
                                     {Args{sample_tensor({2, 1, 2, 3}), sample_tensor({4, 3, 2})}, "batches"},
                                     {Args{sample_tensor({3}), sample_tensor({2, 3, 4})}, "vector and batch"}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor &left = a.tensor(0), &right = a.tensor(1);  // two matrices most of the time
      if (left.rank() == 2 && right.rank() == 2) return call(op_mm, make_args(left, right));
      return {matmul_of(left, right)};
    },
});
constinit const OpDef op_outer = define({
    .name = "outer",
    .signature = "outer(Tensor self, Tensor vec2) -> Tensor",
    .doc = "All products of two vectors' elements.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2}), sample_tensor({3})}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      if (a.tensor(0).rank() != 1 || a.tensor(1).rank() != 1)
        tensor_error("outer: Expected 1-D argument " + std::string(a.tensor(0).rank() != 1 ? "self" : "vec2") +
                     ", but got " + std::to_string((a.tensor(0).rank() != 1 ? a.tensor(0) : a.tensor(1)).rank()) +
                     "-D");
      return {f::mul(f::reshape(a.tensor(0), {sizes_of(a.tensor(0))[0], 1}), a.tensor(1))};
    },
});
constinit const OpDef op_inner = define({
    .name = "inner",
    .signature = "inner(Tensor self, Tensor other) -> Tensor",
    .doc = "Sums of products over the last axes of both.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({4, 3})}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor &a = args.tensor(0), &b = args.tensor(1);
      if (a.rank() == 0 || b.rank() == 0) return {f::mul(a, b)};
      if (a.rank() + b.rank() > 2 && a.dtype() != b.dtype()) tensor_error("both inputs should have same dtype");
      SymSizes as = sizes_of(a), bs = sizes_of(b);
      if (as.back() != bs.back())
        tensor_error("inner() the last dimension must match on both input tensors but got shapes " + sizes_text(as) +
                     " and " + sizes_text(bs));
      SymSizes out(as.begin(), as.end() - 1);
      out.insert(out.end(), bs.begin(), bs.end() - 1);
      SymInt k = as.back();
      SymInt m = floor_div(count_of(as), k), n = floor_div(count_of(bs), k);
      Tensor product = f::mm(f::reshape(a, {m, k}), f::t(f::reshape(b, {n, k})));
      return {call1(op_view, {product, out})};
    },
});
constinit const OpDef op_linear = define({
    .name = "linear",
    .signature = "linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor",
    .doc = "input @ weight.T + bias over the last axis.",
    .traits = kFunctional,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({4, 3}), sample_tensor({4})}},
                                     {Args{sample_tensor({2, 2, 3}), sample_tensor({4, 3}), Arg()}}};
        },
    .decompose = [](const Args& args) -> Outputs {
      const Tensor &x = args.tensor(0), &w = args.tensor(1);
      Tensor bias = args.tensor_or_none(2);
      if (x.rank() == 0 || w.rank() == 0)
        tensor_error("both arguments to linear need to be at least 1D, but they are " + std::to_string(x.rank()) +
                     "D and " + std::to_string(w.rank()) + "D");
      if (bias.defined() && x.rank() == 2 && w.rank() == 2 && bias.dtype() != w.dtype())
        tensor_error(std::string("self and mat2 must have the same dtype, but got ") + dtype_scalar_name(bias.dtype()) +
                     " and " + dtype_scalar_name(w.dtype()));
      if (x.dtype() != w.dtype() && bias.defined() && w.rank() == 2)
        tensor_error(std::string("mat1 and mat2 must have the same dtype, but got ") + dtype_scalar_name(x.dtype()) +
                     " and " + dtype_scalar_name(w.dtype()));
      if (w.rank() == 1) {
        if (bias.defined() && x.rank() == 2) tensor_error("mat2 must be a matrix, got 1-D tensor");
        Tensor product = f::matmul(x, w);
        return {bias.defined() ? f::add(product, bias) : product};
      }
      if (!bias.defined()) return call(x.rank() == 2 ? op_mm : op_matmul, make_args(x, f::t(w)));
      if (x.rank() == 2) return call(op_addmm, make_args(bias, x, f::t(w), 1, 1));
      SymSizes sizes = sizes_of(x);
      SymInt k = sizes.back();
      sizes.pop_back();
      Tensor folded = f::reshape(x, {count_of(sizes), k});
      sizes.push_back(sizes_of(w)[0]);
      return {call1(op_view, {call1(op_addmm, make_args(bias, folded, f::t(w), 1, 1)), sizes})};
    },
});

// What PyTorch does in place to a result of its own, which shows in the name of the gradient.
constinit const OpDef op_squeezed = define({
    .name = "_squeezed",
    .signature = "_squeezed(Tensor self, int dim) -> Tensor",
    .doc = "Takes an axis of size 1 away from a result that nobody else has.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({1, 3}), 0}}};
        },
    .grad_name = "SqueezeBackward4",
    .decompose = [](const Args& a) -> Outputs { return {f::squeeze(a.tensor(0), a.integer(1))}; },
});

VT_OPS(products_composite, &op_squeezed, &op_matmul, &op_outer, &op_inner, &op_linear)

}  // namespace vt
