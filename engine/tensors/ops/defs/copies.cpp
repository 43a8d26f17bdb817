// Copies and conversions: clone, contiguous, to, and writing into a tensor.
#include "ops/defs/prelude.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "tensor/extent.h"

namespace vt {

namespace {

TensorMeta clone_meta(const Args& args) {
  const Tensor& t = args.tensor(0);
  return meta_in_format(t, t.dtype(), args.text_or(1, "preserve_format"));
}
TensorMeta to_copy_meta(const Args& args) {
  const Tensor& t = args.tensor(0);
  TensorMeta meta = meta_in_format(t, args.dtype_or(1, t.dtype()), args.text_or(3, "preserve_format"));
  if (args.has(2)) meta.device = std::get<Device>(args[2].value);
  return meta;
}
ExprId copy_expr(ExprGraph&, Exprs in, const Args&) { return in[0]; }
void copy_lower(LowerContext& c, const Args&) {
  Loader in = c.input(0);
  DType dtype = c.output_meta().dtype;
  c.define_pointwise(0, [=](loop::ExprGraph& g, const Index& i) { return g.cast(in(g, i), dtype); });
}

std::vector<Sample> one_sample() { return {{Args{sample_tensor({2, 3})}}}; }

// self.NAME(): a conversion to a fixed dtype.
template <DType dtype>
Outputs convert_to(const Args& args) {
  return {f::to_dtype(args.tensor(0), dtype)};
}
constexpr OpDef conversion(const char* name, const char* signature, KernelFn decompose) {
  return {.name = name,
          .signature = signature,
          .doc = "The tensor in another dtype; itself if it has it already.",
          .traits = kMethod,
          .samples = one_sample,
          .decompose = decompose};
}

// Whether a write to one tensor may change what is read of the other while it goes on.
bool may_overlap(const Tensor& to, const Tensor& from) {
  const TensorImpl &a = *to.impl(), &b = *from.impl();
  if (a.storage != b.storage || !a.storage->data()) return false;
  if (a.offset == b.offset && a.sizes == b.sizes && a.strides == b.strides) return false;
  int64_t end_of_a = 0, end_of_b = 0;
  const bool fit =
      end_of_view(a.sizes, a.strides, a.offset, end_of_a) && end_of_view(b.sizes, b.strides, b.offset, end_of_b);
  return !fit || (a.offset < end_of_b && b.offset < end_of_a);
}

// What is written are the values from before, also where a tensor is filled from a view of itself.
Outputs write_into(const Args& args) {
  const Tensor &to = args.tensor(0), &from = args.tensor(1);
  copy_tensor(to, may_overlap(to, from) ? contiguous_copy(from) : from);
  return {to};
}
Metas same_meta(const Args& args) { return {meta_of(args.tensor(0))}; }

Outputs to_decompose(const Tensor& t, const Arg& dtype, const Arg& device, bool copy) {
  bool same_dtype = dtype.is_none() || std::get<DType>(dtype.value) == t.dtype();
  bool same_device = device.is_none() || std::get<Device>(device.value).kind == t.device().kind;
  if (same_dtype && same_device && !copy) return {t};
  return call(op_to_copy, {t, dtype, device});
}

}  // namespace

constinit const OpDef op_clone = define({
    .name = "clone",
    .signature = "clone(Tensor self, *, str? memory_format=None) -> Tensor",
    .doc = "A copy with the same layout, or with that of a memory format.",
    .traits = kFunction | kMethod,
    .samples = one_sample,
    .infer = [](const Args& args) -> Metas { return {clone_meta(args)}; },
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = empty_for(clone_meta(args));
      copy_tensor(out, args.tensor(0));
      return {out};
    },
    .grad = pass_gradient,
    .grad_name = "CloneBackward0",
    .pointwise = copy_expr,
});
constinit const OpDef op_contiguous = define({
    .name = "contiguous",
    .signature = "contiguous(Tensor self, *, str? memory_format=None) -> Tensor",
    .doc = "The tensor in row-major layout or that of a memory format; itself if it already lies so.",
    .traits = kMethod,
    .samples = one_sample,
    .decompose = [](const Args& args) -> Outputs {
      std::string format = args.text_or(1, "contiguous_format");
      if (lies_in_format(args.tensor(0), format)) return {args.tensor(0)};
      if (format == "preserve_format") tensor_error("preserve memory format is unsupported by the contiguous operator");
      return call(op_clone, {args[0], format});
    },
});
constinit const OpDef op_to_copy = define({
    .name = "_to_copy",
    .signature = "_to_copy(Tensor self, *, dtype? dtype=None, device? device=None, str? memory_format=None) -> Tensor",
    .doc = "A copy in another dtype, on another device or in another memory format.",
    .traits = kInternal,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), DType::kFloat32, Arg()}}};
        },
    .infer = [](const Args& args) -> Metas { return {to_copy_meta(args)}; },
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = empty_for(to_copy_meta(args));
      copy_tensor(out, args.tensor(0));
      return {out};
    },
    .grad = [](GradContext& c) { c.set(0, f::to_dtype(c.grad_output(), c.input_meta(0).dtype)); },
    .grad_name = "ToCopyBackward0",
    .lower = copy_lower,
});
constinit const OpDef op_to_dtype = define({
    .name = "to.dtype",
    .signature = "to.dtype(Tensor self, dtype dtype, bool non_blocking=False, bool copy=False) -> Tensor",
    .doc = "The tensor in another dtype; itself if it has it already and copy is False.",
    .traits = kMethod,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), DType::kFloat32, false, false}}};
        },
    .decompose = [](const Args& a) { return to_decompose(a.tensor(0), a[1], Arg(), a.boolean_or(3, false)); },
});
constinit const OpDef op_to_device = define({
    .name = "to.device",
    .signature = "to.device(Tensor self, device? device=None, dtype? dtype=None, bool non_blocking=False, bool "
                 "copy=False) -> Tensor",
    .doc = "The tensor on a device and in a dtype; itself if it is there already and copy is False.",
    .traits = kMethod,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), Device{}, DType::kFloat32, false, false}}};
        },
    .decompose = [](const Args& a) { return to_decompose(a.tensor(0), a[2], a[1], a.boolean_or(4, false)); },
});
constinit const OpDef op_to_other = define({
    .name = "to.other",
    .signature = "to.other(Tensor self, Tensor other, bool non_blocking=False, bool copy=False) -> Tensor",
    .doc = "The tensor in the dtype and on the device of another.",
    .traits = kMethod,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 3}), sample_tensor({1}, 0, 1, DType::kFloat32), false, false}}};
        },
    .decompose =
        [](const Args& a) {
          return to_decompose(a.tensor(0), a.tensor(1).dtype(), a.tensor(1).device(), a.boolean_or(3, false));
        },
});
constinit const OpDef op_type_as = define({
    .name = "type_as",
    .signature = "type_as(Tensor self, Tensor other) -> Tensor",
    .doc = "The tensor in the dtype of another.",
    .traits = kMethod,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({1}, 0, 1, DType::kFloat32)}}};
        },
    .decompose = [](const Args& a) -> Outputs { return {f::to_dtype(a.tensor(0), a.tensor(1).dtype())}; },
});

constinit const OpDef op_float =
    define(conversion("float", "float(Tensor self) -> Tensor", convert_to<DType::kFloat32>));
constinit const OpDef op_double =
    define(conversion("double", "double(Tensor self) -> Tensor", convert_to<DType::kFloat64>));
constinit const OpDef op_half = define(conversion("half", "half(Tensor self) -> Tensor", convert_to<DType::kFloat16>));
constinit const OpDef op_bfloat16 =
    define(conversion("bfloat16", "bfloat16(Tensor self) -> Tensor", convert_to<DType::kBFloat16>));
constinit const OpDef op_long = define(conversion("long", "long(Tensor self) -> Tensor", convert_to<DType::kInt64>));
constinit const OpDef op_int = define(conversion("int", "int(Tensor self) -> Tensor", convert_to<DType::kInt32>));
constinit const OpDef op_short = define(conversion("short", "short(Tensor self) -> Tensor", convert_to<DType::kInt16>));
constinit const OpDef op_char = define(conversion("char", "char(Tensor self) -> Tensor", convert_to<DType::kInt8>));
constinit const OpDef op_byte = define(conversion("byte", "byte(Tensor self) -> Tensor", convert_to<DType::kUInt8>));
constinit const OpDef op_bool = define(conversion("bool", "bool(Tensor self) -> Tensor", convert_to<DType::kBool>));
constinit const OpDef op_cpu = define({
    .name = "cpu",
    .signature = "cpu(Tensor self) -> Tensor",
    .doc = "The tensor on the CPU.",
    .traits = kMethod,
    .samples = one_sample,
    .decompose = [](const Args& a) { return to_decompose(a.tensor(0), Arg(), Device{}, false); },
});

constinit const OpDef op_copy = define({
    .name = "copy_",
    .signature = "copy_(Tensor self, Tensor src, bool non_blocking=False) -> Tensor",
    .doc = "Writes src into self, broadcast and cast.",
    .traits = kMethod | kMutates,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({3}), false}}};
        },
    .infer =
        [](const Args& args) {
          SymSizes sizes = sizes_of(args.tensor(0)), from = sizes_of(args.tensor(1));
          if (!same_sizes(broadcast_sizes(sizes, from), sizes))
            tensor_error("output with shape " + sizes_text(sizes) + " doesn't match the broadcast shape " +
                         sizes_text(broadcast_sizes(sizes, from)));
          return same_meta(args);
        },
    .kernel = write_into,
    .grad =
        [](GradContext& c) {
          if (c.needs(0)) c.set(0, f::zeros(c.input_meta(0)));
          if (c.needs(1)) c.set(1, f::reduce_to(c.grad_output(), c.input_meta(1)));
        },
    .grad_name = "CopyBackwards",
    .lower =
        [](LowerContext& c, const Args&) {
          SymSizes from = c.input_meta(1).sizes;
          DType dtype = c.output_meta().dtype;
          Loader in = c.input(1);
          c.define_pointwise(0, [=](loop::ExprGraph& g, const Index& i) {
            Index own(i.end() - static_cast<std::ptrdiff_t>(from.size()), i.end());
            for (size_t k = 0; k < own.size(); ++k)
              if (is_one(from[k])) own[k] = sym_constant(0);
            return g.cast(in(g, own), dtype);
          });
        },
});
constinit const OpDef op_fill = define({
    .name = "fill_",
    .signature = "fill_(Tensor self, Scalar value) -> Tensor",
    .doc = "Writes a number into every element.",
    .traits = kMethod | kMutates,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 1.5}}};
        },
    .infer = same_meta,
    .kernel = [](const Args& args) -> Outputs {
      check_filling(args.scalar(1), args.tensor(0));
      fill_tensor(args.tensor(0), args.scalar(1));
      return {args.tensor(0)};
    },
    .grad = zero_gradient,
    .grad_name = "FillBackward2",
    .pointwise = [](ExprGraph& g, Exprs in,
                    const Args& args) { return scalar_constant(g, args.scalar(1), g.dtype(in[0])); },
});
constinit const OpDef op_fill_tensor = define({
    .name = "fill_.Tensor",
    .signature = "fill_.Tensor(Tensor self, Tensor value) -> Tensor",
    .doc = "Writes a value (a tensor without dimensions) into every element.",
    .traits = kMethod | kMutates,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({})}}};
        },
    .infer =
        [](const Args& args) {
          if (args.tensor(1).rank() != 0)
            tensor_error("fill_ only supports 0-dimension value tensor but got tensor with " +
                         std::to_string(args.tensor(1).rank()) + " dimensions.");
          return same_meta(args);
        },
    .kernel = write_into,
    .grad =
        [](GradContext& c) {
          if (c.needs(0)) c.set(0, f::zeros(c.input_meta(0)));
          if (c.needs(1)) c.set(1, f::sum(c.grad_output()));
        },
    .grad_name = "FillBackward1",
    .pointwise = [](ExprGraph& g, Exprs in, const Args&) { return g.cast(in[1], g.dtype(in[0])); },
});
constinit const OpDef op_zero = define({
    .name = "zero_",
    .signature = "zero_(Tensor self) -> Tensor",
    .doc = "Writes zero into every element.",
    .traits = kMethod | kMutates,
    .samples = one_sample,
    .infer = same_meta,
    .kernel = [](const Args& args) -> Outputs {
      fill_tensor(args.tensor(0), Scalar::of(int64_t{0}));
      return {args.tensor(0)};
    },
    .grad = zero_gradient,
    .grad_name = "ZeroBackward0",
    .pointwise = [](ExprGraph& g, Exprs in,
                    const Args&) { return scalar_constant(g, Scalar::of(int64_t{0}), g.dtype(in[0])); },
});

VT_OPS(copies, &op_clone, &op_contiguous, &op_to_copy, &op_to_dtype, &op_to_device, &op_to_other, &op_type_as,
       &op_float, &op_double, &op_half, &op_bfloat16, &op_long, &op_int, &op_short, &op_char, &op_byte, &op_bool,
       &op_cpu, &op_copy, &op_fill, &op_fill_tensor, &op_zero)

}  // namespace vt
