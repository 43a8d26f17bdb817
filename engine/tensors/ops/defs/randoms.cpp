// Random tensors made anew. The generator's order of draws is random.h's.
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/families/texts.h"
#include "tensor/random.h"

namespace vt {

namespace {
void check_deviation(double std) {
  if (std < 0) tensor_error("normal expects std >= 0.0, but found std " + number_text(std));
}

constexpr uint32_t kRandomMaker = kFunction | kFactory | kRandom;
constexpr const char* kNoGrad = "random numbers do not depend on a tensor";

Device device_at(const Args& args, size_t i) { return args.has(i) ? std::get<Device>(args[i].value) : Device{}; }
TensorMeta made(const SymSizes& sizes, DType dtype, Device device) {
  for (const SymInt& size : sizes)
    if (size.hint() < 0)
      tensor_error("Trying to create tensor with negative dimension " + std::to_string(size.hint()) + ": " +
                   sizes_text(sizes));
  TensorMeta meta;
  meta.sizes = sizes;
  meta.dtype = dtype;
  meta.device = device;
  return meta;
}
TensorMeta rand_meta(const Args& args) {
  return made(args.ints(0), args.dtype_or(1, default_dtype()), device_at(args, 2));
}
// randint(low, high, size, dtype, device)
const char* integer_name(DType dtype) {
  switch (dtype) {
    case DType::kUInt8: return "uint8_t";
    case DType::kInt8: return "int8_t";
    case DType::kInt16: return "int16_t";
    default: return "int";
  }
}

// Every number below n has to be one of the dtype; PyTorch does not ask bfloat16.
TensorMeta permutation_meta(const Args& a) {
  SymInt size = a.scalar(0).integer;
  int64_t n = size.hint();
  DType dtype = a.dtype_or(1, DType::kInt64);
  if (dtype == DType::kBool) tensor_error("\"randperm\" not implemented for 'Bool'", "NotImplementedError");
  if (dtype == DType::kFloat16 && n > 2049) tensor_error("n cannot be greater than 2049 for Half type.");
  if (dtype == DType::kFloat32 && n > (1 << 24) + 1) tensor_error("n cannot be greater than 2^24+1 for Float type.");
  if (!is_floating(dtype) && dtype != DType::kInt64) {
    size_t bits = 8 * dtype_bytes(dtype) - (dtype == DType::kUInt8 ? 0 : 1);
    if (n > 0 && ((n - 1) >> bits) != 0)
      tensor_error(std::string("value cannot be converted to type ") + integer_name(dtype) + " without overflow");
  }
  return made({size}, dtype, device_at(a, 2));
}

TensorMeta randint_meta(const Args& args) {
  if (args.integer(0) >= args.integer(1))
    tensor_error("random_ expects 'from' to be less than 'to', but got from=" + std::to_string(args.integer(0)) +
                 " >= to=" + std::to_string(args.integer(1)));
  check_random_range(args.integer(0), args.integer(1), args.dtype_or(3, DType::kInt64));
  return made(args.ints(2), args.dtype_or(3, DType::kInt64), device_at(args, 4));
}
std::vector<Sample> size_samples() { return {{Args{IntList{2, 3}, Arg(), Arg()}}}; }
std::vector<Sample> like_samples() { return {{Args{sample_tensor({2, 3}), Arg(), Arg()}}}; }
SymSizes like_sizes(const Args& args) { return sizes_of(args.tensor(0)); }
Arg like_device(const Args& args, size_t i) { return args.has(i) ? args[i] : Arg(args.tensor(0).device()); }
Arg like_dtype(const Args& args, size_t i) { return args.dtype_or(i, args.tensor(0).dtype()); }
// Filled in the order of memory, where that is not the order of the axes.
Tensor like_layout(const Args& args, size_t dtype) {
  return empty_in_layout(args.tensor(0), args.dtype_or(dtype, args.tensor(0).dtype()),
                         args.has(dtype + 1) ? device_at(args, dtype + 1) : args.tensor(0).device(),
                         args.text_or(dtype + 2, "preserve_format"));
}

}  // namespace

constinit const OpDef op_rand = define({
    .name = "rand",
    .signature = "rand(int[] size, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "Uniform random numbers in [0, 1).",
    .traits = kRandomMaker,
    .samples = size_samples,
    .infer = [](const Args& args) -> Metas { return {rand_meta(args)}; },
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = empty_for(rand_meta(args));
      fill_uniform(out, 0, 1, default_generator());
      return {out};
    },
    .no_grad = kNoGrad,
    .lower = extern_lower,
});
constinit const OpDef op_randn = define({
    .name = "randn",
    .signature = "randn(int[] size, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "Normal random numbers with mean 0 and variance 1.",
    .traits = kRandomMaker,
    .samples = size_samples,
    .infer = [](const Args& args) -> Metas { return {rand_meta(args)}; },
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = empty_for(rand_meta(args));
      fill_normal(out, 0, 1, default_generator());
      return {out};
    },
    .no_grad = kNoGrad,
    .lower = extern_lower,
});
constinit const OpDef op_randint_low = define({
    .name = "randint.low",
    .signature = "randint.low(int low, int high, int[] size, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "Random integers from low up to high, which is left out.",
    .traits = kRandomMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{2, 9, IntList{2, 3}, Arg(), Arg()}}};
        },
    .infer = [](const Args& args) -> Metas { return {randint_meta(args)}; },
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = empty_for(randint_meta(args));
      fill_random_int(out, args.integer(0), args.integer(1), default_generator());
      return {out};
    },
    .no_grad = kNoGrad,
    .lower = extern_lower,
});
constinit const OpDef op_randint = define({
    .name = "randint",
    .signature = "randint(int high, int[] size, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "Random integers from 0 up to high, which is left out.",
    .traits = kRandomMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{9, IntList{2, 3}, Arg(), Arg()}}};
        },
    .decompose =
        [](const Args& a) {
          return call(op_randint_low, {0, a[0], a[1], a[2], a[3]});
        },
});
constinit const OpDef op_randperm = define({
    .name = "randperm",
    .signature = "randperm(int n, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "The integers from 0 up to n in random order.",
    .traits = kRandomMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{5, Arg(), Arg()}}};
        },
    .infer = [](const Args& a) -> Metas { return {permutation_meta(a)}; },
    .kernel = [](const Args& a) -> Outputs {
      Tensor out = empty_for(permutation_meta(a));
      fill_permutation(out, default_generator());
      return {out};
    },
    .no_grad = kNoGrad,
    .lower = extern_lower,
});
constinit const OpDef op_rand_like = define({
    .name = "rand_like",
    .signature = "rand_like(Tensor self, *, dtype? dtype=None, device? device=None, str? memory_format=None) -> Tensor",
    .doc = "Uniform random numbers in the sizes of another tensor.",
    .traits = kRandomMaker,
    .samples = like_samples,
    .decompose = [](const Args& a) -> Outputs {
      if (Tensor out = like_layout(a, 1); out.defined()) return {call_inplace(op_uniform_inplace, {out, 0.0, 1.0})};
      return call(op_rand, {like_sizes(a), like_dtype(a, 1), like_device(a, 2)});
    },
});
constinit const OpDef op_randn_like = define({
    .name = "randn_like",
    .signature =
        "randn_like(Tensor self, *, dtype? dtype=None, device? device=None, str? memory_format=None) -> Tensor",
    .doc = "Normal random numbers in the sizes of another tensor.",
    .traits = kRandomMaker,
    .samples = like_samples,
    .decompose = [](const Args& a) -> Outputs {
      if (Tensor out = like_layout(a, 1); out.defined()) return {call_inplace(op_normal_inplace, {out, 0.0, 1.0})};
      return call(op_randn, {like_sizes(a), like_dtype(a, 1), like_device(a, 2)});
    },
});
constinit const OpDef op_randint_like = define({
    .name = "randint_like",
    .signature = "randint_like(Tensor self, int high, *, dtype? dtype=None, device? device=None, str? "
                 "memory_format=None) -> Tensor",
    .doc = "Random integers from 0 up to high in the sizes and dtype of another tensor.",
    .traits = kRandomMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 9, Arg(), Arg()}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      if (Tensor out = like_layout(a, 2); out.defined()) return {call_inplace(op_random_inplace, {out, 0, a[1]})};
      return call(op_randint_low, {0, a[1], like_sizes(a), like_dtype(a, 2), like_device(a, 3)});
    },
});
constinit const OpDef op_randint_like_low = define({
    .name = "randint_like.low",
    .signature = "randint_like.low(Tensor self, int low, int high, *, dtype? dtype=None, device? device=None, str? "
                 "memory_format=None) -> Tensor",
    .doc = "Random integers from low up to high in the sizes and dtype of another tensor.",
    .traits = kRandomMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 2, 9, Arg(), Arg()}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      if (Tensor out = like_layout(a, 3); out.defined()) return {call_inplace(op_random_inplace, {out, a[1], a[2]})};
      return call(op_randint_low, {a[1], a[2], like_sizes(a), like_dtype(a, 3), like_device(a, 4)});
    },
});
constinit const OpDef op_normal = define({
    .name = "normal",
    .signature = "normal(float mean, float std, int[] size, *, dtype? dtype=None, device? device=None) -> Tensor",
    .doc = "Normal random numbers with a mean and a standard deviation.",
    .traits = kRandomMaker,
    .samples =
        [] {
          return std::vector<Sample>{{Args{1.0, 2.0, IntList{2, 3}, Arg(), Arg()}}};
        },
    .infer = [](const Args& a) -> Metas { return {made(a.ints(2), a.dtype_or(3, default_dtype()), device_at(a, 4))}; },
    .kernel = [](const Args& a) -> Outputs {
      Tensor out = empty_for(made(a.ints(2), a.dtype_or(3, default_dtype()), device_at(a, 4)));
      check_deviation(a.real(1));
      fill_normal(out, a.real(0), a.real(1), default_generator());
      return {out};
    },
    .no_grad = kNoGrad,
    .lower = extern_lower,
});
constinit const OpDef op_normal_tensors = define({
    .name = "normal.Tensor_Tensor",
    .signature = "normal.Tensor_Tensor(Tensor mean, Tensor std) -> Tensor",
    .doc = "Normal random numbers with means and standard deviations per element.",
    .traits = kFunction | kRandom,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({2, 3}, 0.5, 1)}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor& deviation = a.tensor(1);
      if (!deviation.is_fake() && deviation.numel() > 0 && read_element(call1(op_min, {deviation}), {}) < 0)
        tensor_error("normal expects all elements of std >= 0.0");
      SymSizes sizes = broadcast_sizes(sizes_of(a.tensor(0)), sizes_of(a.tensor(1)));
      Tensor noise = call1(op_randn, {sizes, a.tensor(0).dtype(), a.tensor(0).device()});
      return {f::add(f::mul(noise, a[1]), a[0])};
    },
});
constinit const OpDef op_normal_tensor_float = define({
    .name = "normal.Tensor_float",
    .signature = "normal.Tensor_float(Tensor mean, float std=1.0) -> Tensor",
    .doc = "Normal random numbers with means per element.",
    .traits = kFunction | kRandom,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), 0.5}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      check_deviation(a.real(1));
      Tensor noise = call1(op_randn, {sizes_of(a.tensor(0)), a.tensor(0).dtype(), a.tensor(0).device()});
      return {f::add(f::mul(noise, a.real(1)), a[0])};
    },
});

VT_OPS(randoms, &op_rand, &op_randn, &op_randint_low, &op_randint, &op_randperm, &op_rand_like, &op_randn_like,
       &op_randint_like, &op_randint_like_low, &op_normal, &op_normal_tensors, &op_normal_tensor_float)

}  // namespace vt
