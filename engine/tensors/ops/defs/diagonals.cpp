// Diagonals of matrices: taken, laid out, added up.
#include "ops/defs/composed.h"
#include "ops/defs/prelude.h"

namespace vt {

constinit const OpDef op_diagonal_copy = define({
    .name = "diagonal_copy",
    .signature = "diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor",
    .doc = "A copy of the diagonal of two axes.",
    .traits = kFunction,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3, 3}), 1, 0, 1}}};
        },
    .grad_name = "DiagonalBackward0_copy",
    .decompose = [](const Args& a) -> Outputs { return {f::clone(call1(op_diagonal, a))}; },
});
VT_ALIAS(
    op_diag, "diag", "diag(Tensor self, int diagonal=0) -> Tensor",
    "The diagonal of a matrix, or a matrix with a vector on its diagonal.", kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({3}), 0}}, {Args{sample_tensor({3, 3}), 1}}});
    },
    {
      const Tensor& t = a.tensor(0);
      if (t.rank() == 1) return call(op_diag_embed, {t, a[1], 0, 1});
      if (t.rank() == 2) return call(op_diagonal_copy, {t, a[1], 0, 1});
      tensor_error("diag(): Supports 1D or 2D tensors. Got " + std::to_string(t.rank()) + "D");
    });
VT_NAMED_ALIAS(
    op_trace, "trace", "TraceBackward0", "trace(Tensor self) -> Tensor", "The sum of the diagonal.",
    kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({3, 3})}}});
    },
    {
      if (a.tensor(0).rank() != 2)
        tensor_error("trace: expected a matrix, but got tensor with dim " + std::to_string(a.tensor(0).rank()));
      return {f::sum(call1(op_diagonal, {a[0], 0, 0, 1}))};
    });
constinit const OpDef op_diag_embed = define({
    .name = "diag_embed",
    .signature = "diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor",
    .doc = "Zeros with the last axis on a diagonal of two new axes.",
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({3}), 0, -2, -1}}, {Args{sample_tensor({2, 3}), 1, 0, 2}}};
        },
    .grad_name = "DiagEmbedBackward0",
    .decompose = [](const Args& a) -> Outputs {
      const Tensor& t = a.tensor(0);
      int64_t offset = a.integer_or(1, 0), given_first = a.integer_or(2, -2), given_second = a.integer_or(3, -1);
      int rank = t.rank() + 1, first = wrap_axis(given_first, rank), second = wrap_axis(given_second, rank);
      if (first == second)  // always so where there is no axis to lay on a diagonal
        tensor_error("diagonal dimensions cannot be identical " + std::to_string(given_first) + ", " +
                     std::to_string(given_second));
      SymSizes sizes = sizes_of(t);
      SymInt size = sizes.back() + (offset < 0 ? SymInt(0) - SymInt(offset) : SymInt(offset));
      sizes.pop_back();
      SymSizes whole;
      size_t next = 0;
      for (int i = 0; i < rank; ++i) whole.push_back(i == first || i == second ? size : sizes[next++]);
      return call(op_diagonal_backward, {t, whole, offset, first, second});
    },
});

VT_OPS(diagonals, &op_diag, &op_diagonal_copy, &op_trace, &op_diag_embed)

}  // namespace vt
