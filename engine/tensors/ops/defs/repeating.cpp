// Elements, or parts along an axis, as often as a number or a tensor says.
#include <algorithm>
#include <optional>

#include "ops/defs/composed.h"
#include "ops/defs/prelude.h"
#include "ops/kernels/copy.h"
#include "tensor/allocator.h"
#include "tensor/extent.h"
#include "tensor/unbacked.h"

namespace vt {

VT_ALIAS(
    op_repeat_interleave, "repeat_interleave",
    "repeat_interleave(Tensor self, int repeats, int? dim=None, *, int? output_size=None) -> Tensor",
    "Repeats every element (or part along an axis) in place.", kFunction | kMethod,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({2, 3}), 2, Arg()}}, {Args{sample_tensor({2, 3}), 2, 0}}});
    },
    {
      Tensor t = a.tensor(0);
      if (a.scalar(1).integer.hint() < 0) tensor_error("Repeats must be non-negative");
      if (a.has(2) && t.rank() == 0) wrap_axis(checked_add(a.integer(2), 1), 0);  // there is no axis to repeat: refused
      if (!a.has(2)) t = f::reshape(t, {count_of(sizes_of(t))});
      int axis = a.has(2) ? wrap_axis(a.integer(2), t.rank()) : 0;
      SymSizes sizes = sizes_of(t), wide = sizes;
      wide.insert(wide.begin() + axis + 1, a.scalar(1).integer);
      sizes[static_cast<size_t>(axis)] = sizes[static_cast<size_t>(axis)] * a.scalar(1).integer;
      return {f::reshape(f::contiguous(f::expand(f::unsqueeze(t, axis + 1), wide)), sizes)};
    });
VT_ALIAS(
    op_repeat_interleave_counts, "repeat_interleave.counts",
    "repeat_interleave.counts(Tensor repeats, *, int? output_size=None) -> Tensor",
    "0, 1, ..., each as often as a tensor says.", kFunction | kShapeDependsOnData,
    [] {
      return std::vector<Sample>({{Args{sample_ints({3}, {1, 0, 2}), Arg()}}});
    },
    {
      if (a.tensor(0).rank() != 1) tensor_error("repeat_interleave only accept 1D vector as repeat");
      Tensor places = call1(op_arange, {sizes_of(a.tensor(0))[0], DType::kInt64, a.tensor(0).device()});
      return call(op_repeat_interleave_tensor, {places, a[0], 0, a[1]});
    });
VT_ALIAS(
    op_repeat_interleave_tensor, "repeat_interleave.Tensor",
    "repeat_interleave.Tensor(Tensor self, Tensor repeats, int? dim=None, *, int? output_size=None) -> Tensor",
    "Repeats every part along an axis as often as a tensor says.", kFunction | kMethod | kShapeDependsOnData,
    [] {
      return std::vector<Sample>({{Args{sample_tensor({3}), sample_ints({3}, {1, 0, 2}), 0}}});
    },
    {
      Tensor t = a.tensor(0);
      bool unknown = a.tensor(1).is_fake();
      std::optional<SymInt> total;
      if (unknown) total = a.has(3) ? SymInt(a.integer(3)) : data_size(std::nullopt);
      if (unknown && !total) tensor_error("the size of repeat_interleave depends on values", "NotImplementedError");
      if (a.tensor(1).rank() > 1) tensor_error("repeats must be 0-dim or 1-dim tensor");
      if (a.has(2) && t.rank() == 0)
        tensor_error("Dimension specified as 0 but tensor has no dimensions", "IndexError");
      if (a.tensor(1).dtype() != DType::kInt64 && a.tensor(1).dtype() != DType::kInt32)
        tensor_error(std::string("\"repeat_interleave_cpu\" not implemented for '") +
                         dtype_scalar_name(a.tensor(1).dtype()) + "'",
                     "NotImplementedError");
      if (!a.has(2)) t = f::reshape(t, {count_of(sizes_of(t))});
      int axis = a.has(2) ? wrap_axis(a.integer(2), t.rank()) : 0;
      if (unknown) return call(op_index_select, {t, axis, f::full({*total}, 0, DType::kInt64, t.device())});
      Tensor repeats = as_contiguous(as_dtype(on_host(a.tensor(1)), DType::kInt64));
      int64_t parts = sizes_of(t)[static_cast<size_t>(axis)].guard_int();
      if (repeats.numel() != 1 && repeats.numel() != parts)
        tensor_error("repeats must have the same size as input along dim, but got repeats.size(0) = " +
                     std::to_string(repeats.numel()) + " and input.size(" +
                     std::to_string(a.has(2) ? a.integer(2) : 0) + ") = " + std::to_string(parts));
      auto times = [&](int64_t i) { return repeats.data<int64_t>()[repeats.numel() == 1 ? 0 : i]; };
      int64_t count = 0;
      for (int64_t i = 0; i < parts; ++i) {
        if (times(i) < 0) tensor_error("repeats can not be negative");
        count = checked_add(count, times(i));
      }
      if (a.has(3) && a.integer(3) != count) tensor_error("allocated size does not match required size");
      Tensor index = empty_tensor(Dims{count}, DType::kInt64);
      int64_t* place = index.data<int64_t>();
      for (int64_t i = 0; i < parts; ++i) place = std::fill_n(place, times(i), i);
      if (t.device().kind == DeviceKind::kCuda) index = call1(op_to_copy, {index, Arg(), t.device()});
      return call(op_index_select, {t, axis, index});
    });

VT_OPS(repeating, &op_repeat_interleave, &op_repeat_interleave_tensor, &op_repeat_interleave_counts)

}  // namespace vt
