#include "ops/families/views.h"

#include "ops/dispatch.h"
#include "tensor/extent.h"

namespace vt {

TensorMeta view_meta(const Tensor& base, const ViewSpec& spec) {
  TensorMeta meta = meta_like(base, spec.sizes, base.dtype());
  meta.strides = spec.strides;
  return meta;
}

Tensor make_view(const Tensor& base, const ViewSpec& spec) {
  return view_of(base, hints_of(spec.sizes), hints_of(spec.strides),
                 checked_add(base.impl()->offset, spec.offset.hint()));
}

// Whether an axis has one element: a computed size leaves a guard, as in PyTorch.
static bool is_single(const SymInt& size) { return size.symbolic() ? size == SymInt(1) : size.hint() == 1; }

SymSizes view_strides(const SymSizes& old_sizes, const SymSizes& old_strides, const SymSizes& sizes, bool& fits) {
  fits = true;
  SymInt count = count_of(old_sizes);
  if (count.hint() == 0) return contiguous_strides_of(sizes);
  SymSizes strides(sizes.size());
  int at = static_cast<int>(sizes.size()) - 1;
  if (old_sizes.empty()) {
    for (SymInt& stride : strides) stride = 1;
    return strides;
  }
  // Runs of old axes that lie contiguously are cut anew into axes of the view.
  SymInt base_stride = old_strides.back(), chunk = 1, viewed = 1;
  for (int i = static_cast<int>(old_sizes.size()) - 1; i >= 0; --i) {
    size_t u = static_cast<size_t>(i);
    chunk = chunk * old_sizes[u];
    bool boundary =
        i == 0 || (!is_single(old_sizes[u - 1]) && old_strides[u - 1].hint() != (chunk * base_stride).hint());
    if (!boundary) continue;
    while (at >= 0 && (viewed.hint() < chunk.hint() || is_single(sizes[static_cast<size_t>(at)]))) {
      strides[static_cast<size_t>(at)] = viewed * base_stride;
      viewed = viewed * sizes[static_cast<size_t>(at)];
      --at;
    }
    if (viewed.hint() != chunk.hint()) {
      fits = false;
      return {};
    }
    if (i > 0) {
      base_stride = old_strides[u - 1];
      chunk = viewed = 1;
    }
  }
  fits = at == -1;
  return fits ? strides : SymSizes{};
}

SymExpr flatten_index(const Index& index, const SymSizes& sizes) {
  SymExpr flat = sym_constant(0);
  SymInt stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    flat = sym_add(flat, sym_mul(index[i], stride.expr()));
    stride = stride * sizes[i];
  }
  return flat;
}

namespace {
// One position, or none: its index is 0 whatever is asked. Symbols are neither.
bool is_trivial(const SymInt& size) { return !size.symbolic() && size.hint() < 2; }
}  // namespace

SymExpr wrap_index(const SymExpr& index, const SymInt& size) {
  return is_trivial(size) ? sym_constant(0) : sym_mod(index, size.expr());
}

Index unflatten_index(SymExpr flat, const SymSizes& sizes) {
  Index index(sizes.size());
  for (size_t i = sizes.size(); i-- > 0;) {
    if (is_trivial(sizes[i])) {
      index[i] = sym_constant(0);
      continue;
    }
    bool outermost = true;
    for (size_t j = 0; j < i; ++j) outermost = outermost && !sizes[j].symbolic() && sizes[j].hint() == 1;
    index[i] = outermost ? flat : sym_mod(flat, sizes[i].expr());
    if (!outermost) flat = sym_floordiv(flat, sizes[i].expr());
  }
  return index;
}

SymExpr clamp_index(const SymExpr& index, const SymInt& size) {
  return sym_max(sym_min(index, sym_sub(size.expr(), sym_constant(1))), sym_constant(0));
}

// Each question about a symbol leaves a guard: what the slice is depends on the answer.
void normalize_slice(SymInt& start, SymInt& end, const SymInt& size) {
  auto inside = [&](const SymInt& place) {
    if (place >= 0) return place <= size ? place : size;
    SymInt from_end = place + size;
    return from_end >= 0 ? from_end : SymInt(0);
  };
  start = inside(start);
  end = inside(end);
  if (end < start) end = start;
}

SymInt slice_length(const SymInt& start, const SymInt& end, int64_t step) {
  if (step == 1) return end - start;
  return floor_div(end - start + SymInt(step - 1), SymInt(step));
}

loop::ExprId index_compare(loop::ExprGraph& g, loop::ScalarOp op, const SymExpr& a, const SymExpr& b) {
  return g.binary(op, g.index(a), g.index(b));
}

}  // namespace vt
