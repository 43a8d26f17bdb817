#include "ops/families/depthwise.h"

#include "ops/families/views.h"

namespace vt {

namespace {

using loop::ExprGraph;
using loop::ExprId;
using S = loop::ScalarOp;

constexpr int64_t kMostTaps = 49;

bool is_dense(const TensorMeta& meta) {
  SymInt step = 1;
  for (size_t i = meta.sizes.size(); i-- > 0 && !meta.strides.empty(); step = step * meta.sizes[i])
    if (!(meta.sizes[i] == SymInt(1)) && !(meta.strides[i] == step)) return false;
  return true;
}

// Two axes in space, a filter a channel, of few taps whose number is known.
bool is_depthwise(const TensorMeta& image, const TensorMeta& weight, const TensorMeta& out, const Args& args) {
  auto known = [](const SymInt& size) { return !size.symbolic(); };
  return out.device.kind == DeviceKind::kCuda && is_floating(out.dtype) && out.dtype != DType::kFloat64 &&
         image.dtype == out.dtype && weight.dtype == out.dtype && image.sizes.size() == 4 && !args.boolean(6) &&
         is_dense(out) && is_dense(image) && known(weight.sizes[0]) && known(weight.sizes[1]) &&
         known(weight.sizes[2]) && known(weight.sizes[3]) && weight.sizes[0].hint() == args.integer(8) &&
         weight.sizes[1].hint() == 1 && weight.sizes[0] == image.sizes[1] &&
         weight.sizes[2].hint() * weight.sizes[3].hint() <= kMostTaps;
}

// The sum over taps of what `place` finds for an axis of the image, whether it exists, and the tap's weight.
struct Found {
  SymExpr at;
  ExprId exists;
};
using Place = std::function<Found(ExprGraph&, const SymExpr& index, const SymExpr& tap, size_t axis)>;

Loader sum_of_taps(LowerContext& c, size_t image, size_t weight, const Place& place) {
  const TensorMeta w = c.input_meta(weight), from = c.input_meta(image);
  Loader pixels = c.input(image), factors = c.input(weight);
  std::vector<SymExpr> kept;
  for (const SymInt& size : c.output_meta().sizes) kept.push_back(size.expr());
  Loader element = [=, dtype = from.dtype](ExprGraph& g, const Index& i) {
    const Found down = place(g, i[2], i[4], 0), across = place(g, i[3], i[5], 1);
    ExprId pixel = pixels(g, {i[0], i[1], clamp_index(down.at, from.sizes[2]), clamp_index(across.at, from.sizes[3])});
    pixel = g.select(g.binary(S::kAnd, down.exists, across.exists), pixel, g.constant(0, dtype));
    ExprId factor = factors(g, {i[1], sym_constant(0), i[4], i[5]});
    return g.binary(S::kMul, g.cast(pixel, DType::kFloat32), g.cast(factor, DType::kFloat32));
  };
  return c.reduce(ReductionKind::kSum, kept, {w.sizes[2].expr(), w.sizes[3].expr()}, DType::kFloat32, element);
}

}  // namespace

void convolution_lower(LowerContext& c, const Args& args) {
  const TensorMeta image = c.input_meta(0), out = c.output_meta();
  if (!is_depthwise(image, c.input_meta(1), out, args)) return c.define_extern();
  const std::vector<int64_t> stride = args.plain_ints(3), padding = args.plain_ints(4), dilation = args.plain_ints(5);
  Loader sum = sum_of_taps(c, 0, 1, [=](ExprGraph& g, const SymExpr& index, const SymExpr& tap, size_t axis) -> Found {
    SymExpr at =
        sym_sub(sym_add(sym_mul(index, sym_constant(stride[axis])), sym_mul(tap, sym_constant(dilation[axis]))),
                sym_constant(padding[axis]));
    return {at, g.binary(S::kAnd, index_compare(g, S::kGreaterEqual, at, sym_constant(0)),
                         index_compare(g, S::kLess, at, image.sizes[2 + axis].expr()))};
  });
  const bool biased = args.has(2);
  Loader bias = biased ? c.input(2) : Loader();
  c.define_pointwise(0, [=, dtype = out.dtype](ExprGraph& g, const Index& i) {
    ExprId value = sum(g, i);
    if (biased) value = g.binary(S::kAdd, value, g.cast(bias(g, {i[1]}), DType::kFloat32));
    return g.cast(value, dtype);
  });
}

void convolution_backward_input_lower(LowerContext& c, const Args& args) {
  const TensorMeta grad = c.input_meta(0), out = c.output_meta();
  if (!is_depthwise(grad, c.input_meta(2), out, args)) return c.define_extern();
  const std::vector<int64_t> stride = args.plain_ints(3), padding = args.plain_ints(4), dilation = args.plain_ints(5);
  Loader sum = sum_of_taps(c, 0, 2, [=](ExprGraph& g, const SymExpr& index, const SymExpr& tap, size_t axis) -> Found {
    SymExpr from = sym_sub(sym_add(index, sym_constant(padding[axis])), sym_mul(tap, sym_constant(dilation[axis]))),
            at = sym_floordiv(from, sym_constant(stride[axis]));
    ExprId exists = g.binary(S::kAnd, index_compare(g, S::kGreaterEqual, from, sym_constant(0)),
                             index_compare(g, S::kLess, at, grad.sizes[2 + axis].expr()));
    if (stride[axis] != 1)
      exists = g.binary(S::kAnd, exists,
                        index_compare(g, S::kEqual, sym_mod(from, sym_constant(stride[axis])), sym_constant(0)));
    return {at, exists};
  });
  c.define_pointwise(0, [=, dtype = out.dtype](ExprGraph& g, const Index& i) { return g.cast(sum(g, i), dtype); });
}

}  // namespace vt
