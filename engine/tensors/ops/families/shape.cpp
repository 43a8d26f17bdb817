#include "ops/families/shape.h"

#include <algorithm>

#include "ops/dispatch.h"
#include "ops/families/layout.h"
#include "ops/kernels/copy.h"
#include "ops/ops.h"
#include "tensor/unbacked.h"

namespace vt {

SymSizes sizes_of(const Tensor& t) { return t.sym_sizes(); }

SymSizes strides_of(const Tensor& t) {
  if (t.is_fake()) return t.impl()->fake->strides;
  return SymSizes(t.strides().begin(), t.strides().end());
}

SymSizes contiguous_strides_of(const SymSizes& sizes) { return contiguous_sym_strides(sizes); }

namespace {
void fix_symbols(const SymExpr& e) {
  if (e->op == SymOp::kSymbol) SymInt(e->env->find_symbol(e->name)->hint, e).guard_int();
  for (const SymExpr& operand : e->operands) fix_symbols(operand);
}
}  // namespace

SymInt count_of(const SymSizes& sizes) {
  SymInt count = 1;
  for (const SymInt& size : sizes) count = count * size;
  return count;
}

// Asks, as PyTorch does, before sizes are compared: whether an axis is broadcast decides which elements
// meet. Where a symbolic size is 1, all of its symbols are fixed, for the quotient in s0 // 2 == 1 does not
// give s0 a value, and code must know that the index there is 0.
bool is_one(const SymInt& size) {
  if (!size.symbolic()) return size.hint() == 1;
  if (size != 1) return false;
  fix_symbols(size.expr());
  return true;
}

SymSizes broadcast_sizes(const SymSizes& a, const SymSizes& b) {
  size_t rank = std::max(a.size(), b.size());
  SymSizes result(rank);
  for (size_t i = rank; i-- > 0;) {  // the error names the last dimension that differs
    size_t from_end = rank - i;
    if (from_end > a.size()) {
      result[i] = b[b.size() - from_end];
      continue;
    }
    if (from_end > b.size()) {
      result[i] = a[a.size() - from_end];
      continue;
    }
    const SymInt& left = a[a.size() - from_end];
    const SymInt& right = b[b.size() - from_end];
    if (left.symbolic() && right.symbolic() && sym_equal(left.expr(), right.expr())) {  // equal whatever it is
      result[i] = left;
      continue;
    }
    if (is_one(left)) {
      result[i] = right;
      continue;
    }
    if (is_one(right)) {
      result[i] = left;
      continue;
    }
    if (left != right)
      tensor_error("The size of tensor a (" + std::to_string(left.hint()) + ") must match the size of tensor b (" +
                   std::to_string(right.hint()) + ") at non-singleton dimension " + std::to_string(i));
    result[i] = left.symbolic() ? right : left;
  }
  return result;
}

bool same_sizes(const SymSizes& a, const SymSizes& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) return false;
  return true;
}

int wrap_axis(int64_t axis, int rank) {
  int64_t span = rank == 0 ? 1 : rank;
  if (axis < -span || axis >= span)
    tensor_error("Dimension out of range (expected to be in range of [" + std::to_string(-span) + ", " +
                     std::to_string(span - 1) + "], but got " + std::to_string(axis) + ")",
                 "IndexError");
  return static_cast<int>(axis < 0 ? axis + span : axis);
}

std::vector<int> wrap_axes(const IntList& axes, int rank) {
  std::vector<int> result;
  if (axes.empty()) {
    for (int i = 0; i < rank; ++i) result.push_back(i);
    return result;
  }
  for (const SymInt& axis : axes) {
    int wrapped = wrap_axis(axis.guard_int(), rank);
    if (std::find(result.begin(), result.end(), wrapped) != result.end())
      tensor_error("dim " + std::to_string(wrapped) + " appears multiple times in the list of dims");
    result.push_back(wrapped);
  }
  if (rank == 0) result.clear();
  return result;
}

std::vector<int> axes_or_all(const Args& args, size_t i, int rank) {
  if (!args.has(i)) return wrap_axes({}, rank);
  if (args[i].is_scalar()) return wrap_axes({args.scalar(i).integer}, rank);
  return wrap_axes(args.ints(i), rank);
}

std::string sizes_text(const SymSizes& sizes) {
  std::string text = "[";
  for (size_t i = 0; i < sizes.size(); ++i) text += (i ? ", " : "") + std::to_string(sizes[i].hint());
  return text + "]";
}

std::string sizes_text_x(const SymSizes& sizes) {
  std::string text;
  for (size_t i = 0; i < sizes.size(); ++i) text += (i ? "x" : "") + std::to_string(sizes[i].hint());
  return text;
}

Dims hints_of(const SymSizes& sizes) {
  Dims dims;
  dims.resize(static_cast<int>(sizes.size()));
  for (size_t i = 0; i < sizes.size(); ++i) dims[static_cast<int>(i)] = sizes[i].hint();
  return dims;
}

TensorMeta meta_like(const Tensor& t, SymSizes sizes, DType dtype) {
  TensorMeta meta;
  meta.sizes = std::move(sizes);
  meta.dtype = dtype;
  meta.device = t.device();
  return meta;
}

TensorMeta meta_preserving(const Tensor& t, DType dtype) {
  TensorMeta meta = meta_like(t, sizes_of(t), dtype);
  if (!t.is_fake() && is_dense(t)) {
    // Axes of one element keep their strides too.
    for (int64_t stride : t.strides()) meta.strides.emplace_back(stride);
    return meta;
  }
  if (t.is_contiguous()) return meta;
  // The order of axes in memory is kept, innermost first, gaps are not. As PyTorch sorts them:
  // an axis without a stride stays where it is, and others may move past it.
  std::vector<int> order(static_cast<size_t>(t.rank()));
  for (int i = 0; i < t.rank(); ++i) order[static_cast<size_t>(i)] = t.rank() - 1 - i;
  auto outer = [&](int a, int b) {  // 1: a belongs outside of b, -1: inside
    int64_t x = t.strides()[a], y = t.strides()[b];
    if (x == 0 || y == 0) return 0;
    return x != y ? (x < y ? -1 : 1) : t.size(a) > t.size(b) ? 1 : 0;
  };
  for (size_t i = 1; i < order.size(); ++i) {
    size_t at = i;
    for (size_t k = i; k-- > 0;) {
      int side = outer(order[k], order[at]);
      if (side < 0) break;
      if (side == 0) continue;
      std::swap(order[k], order[at]);
      at = k;
    }
  }
  SymInt stride = 1;
  SymSizes strides(order.size());
  for (int axis : order) {
    strides[static_cast<size_t>(axis)] = stride;
    stride = stride * meta.sizes[static_cast<size_t>(axis)];
  }
  meta.strides = std::move(strides);
  return meta;
}

namespace {
// Of formats with the channels innermost, the axes from there outwards; none for another format.
std::vector<int> axes_of_format(const std::string& format) {
  if (format == "channels_last") return {1, 3, 2, 0};
  if (format == "channels_last_3d") return {1, 4, 3, 2, 0};
  return {};
}
}  // namespace

SymSizes strides_in_format(const SymSizes& sizes, const std::string& format) {
  std::vector<int> axes = axes_of_format(format);
  if (axes.empty()) return {};
  if (axes.size() != sizes.size())
    tensor_error("required rank " + std::to_string(axes.size()) + " tensor to use " + format + " format");
  SymSizes strides(sizes.size());
  SymInt stride = 1;
  for (int axis : axes) {
    strides[static_cast<size_t>(axis)] = stride;
    stride = stride * sizes[static_cast<size_t>(axis)];
  }
  return strides;
}

bool lies_in_format(const Tensor& t, const std::string& format) {
  std::vector<int> axes = axes_of_format(format);
  if (axes.empty()) return t.is_contiguous();
  if (static_cast<int>(axes.size()) != t.rank()) return false;
  int64_t expected = 1;
  for (int axis : axes) {
    if (t.size(axis) == 1) continue;
    if (t.strides()[axis] != expected) return false;
    expected *= t.size(axis);
  }
  return true;
}

bool channels_lie_last(const Tensor& t) {
  if (t.rank() != 4 && t.rank() != 5) return false;
  std::vector<int> axes{1};
  for (int axis = t.rank() - 1; axis > 1; --axis) axes.push_back(axis);
  axes.push_back(0);
  if (t.strides()[1] == 0) return false;
  int64_t least = 0;
  for (int axis : axes) {
    if (t.size(axis) == 0 || t.strides()[axis] < least) return false;
    if (axis == 0 && least == t.strides()[1]) return false;
    least = t.strides()[axis] * std::max<int64_t>(1, t.size(axis));
  }
  return true;
}

namespace {
Tensor axis_moved(const Tensor& t, int from, int to) {
  Dims sizes = t.sizes(), strides = t.strides();
  for (Dims* dims : {&sizes, &strides}) {
    const int64_t moved = (*dims)[from];
    dims->erase(from);
    dims->insert(to, moved);
  }
  return view_of(t, sizes, strides, t.impl()->offset);
}
}  // namespace
Tensor copy_with_strides(const Tensor& t, const SymSizes& strides) {
  std::vector<int> outermost_first;
  for (int axis = 0; axis < t.rank(); ++axis) outermost_first.push_back(axis);
  auto stride_of = [&](int axis) { return strides[static_cast<size_t>(axis)].hint(); };
  std::stable_sort(outermost_first.begin(), outermost_first.end(), [&](int a, int b) {
    return std::pair(stride_of(a), t.size(a)) > std::pair(stride_of(b), t.size(b));
  });
  int64_t expected = 1;
  for (size_t i = outermost_first.size(); i-- > 0;) {
    const int64_t size = t.size(outermost_first[i]);
    if (size > 1 && stride_of(outermost_first[i]) != expected) return {};
    expected *= std::max<int64_t>(size, 1);
  }
  IntList order, back(outermost_first.size());
  for (size_t i = 0; i < outermost_first.size(); ++i) {
    order.emplace_back(outermost_first[i]);
    back[static_cast<size_t>(outermost_first[i])] = SymInt(static_cast<int64_t>(i));
  }
  const Tensor dense = call1(op_clone, {call1(op_permute, {t, order}), "contiguous_format"});
  return call1(op_permute, {dense, back});
}

Tensor channels_moved_last(const Tensor& t) { return axis_moved(t, 1, t.rank() - 1); }
Tensor channels_moved_back(const Tensor& t) { return axis_moved(t, t.rank() - 1, 1); }

TensorMeta meta_in_format(const Tensor& t, DType dtype, const std::string& format) {
  if (format == "preserve_format") return meta_preserving(t, dtype);
  TensorMeta meta = meta_like(t, sizes_of(t), dtype);
  meta.strides = strides_in_format(meta.sizes, format);
  return meta;
}

Tensor empty_in_layout(const Tensor& t, DType dtype, Device device, const std::string& format) {
  if (t.is_fake()) return {};
  TensorMeta meta = meta_in_format(t, dtype, format);
  if (meta.strides.empty() || same_sizes(meta.strides, contiguous_strides_of(meta.sizes))) return {};
  meta.device = device;
  return empty_for(meta);
}

Tensor empty_for(const TensorMeta& meta) {
  if (meta.strides.empty()) return empty_tensor(hints_of(meta.sizes), meta.dtype, meta.device);
  return empty_strided(hints_of(meta.sizes), hints_of(meta.strides), meta.dtype, meta.device);
}

SymSizes reduced_sizes(const SymSizes& sizes, const std::vector<int>& axes, bool keepdim) {
  SymSizes result;
  for (size_t i = 0; i < sizes.size(); ++i) {
    bool reduced = std::find(axes.begin(), axes.end(), static_cast<int>(i)) != axes.end();
    if (!reduced) result.push_back(sizes[i]);
    else if (keepdim) result.push_back(1);
  }
  return result;
}

SymSizes to_sizes(const IntList& list) { return list; }

SymSizes infer_view_sizes(const IntList& wanted, const SymSizes& sizes) {
  SymSizes result = wanted;
  SymInt known = 1, total = count_of(sizes);
  int unknown = -1;
  auto fail = [&] {
    tensor_error("shape '" + sizes_text(wanted) + "' is invalid for input of size " + std::to_string(total.hint()));
  };
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i].symbolic() && wanted[i].hint() == -1) {
      if (unknown >= 0) tensor_error("only one dimension can be inferred");
      unknown = static_cast<int>(i);
    } else if (wanted[i].hint() < 0) {
      tensor_error("invalid shape dimension " + std::to_string(wanted[i].hint()) + " at index " + std::to_string(i) +
                   " of shape " + sizes_text(wanted));
    } else {
      int64_t product;
      if (__builtin_mul_overflow(known.hint(), wanted[i].hint(), &product)) fail();
      known = known * wanted[i];
    }
  }
  if (unknown < 0) {
    if (known != total) fail();
    return result;
  }
  bool later = only_a_run_tells(known) || only_a_run_tells(total);
  if (later) {
    assume(SymRelation::kNotEqual, known, 0);
    assume(SymRelation::kEqual, floor_mod(total, known), 0);
    result[static_cast<size_t>(unknown)] = floor_div(total, known);
    return result;
  }
  if (known.hint() == 0 && total.hint() != 0) fail();
  if (known.hint() == 0)
    tensor_error("cannot reshape tensor of 0 elements into shape " + sizes_text(wanted) +
                 " because the unspecified dimension size -1 can be any value and is ambiguous");
  if (total.hint() % known.hint() != 0) fail();
  result[static_cast<size_t>(unknown)] = floor_div(total, known);
  return result;
}

}  // namespace vt
