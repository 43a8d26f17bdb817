// Products of two matrices or vectors, and of batches of them. What puts them together: products_composite.cpp.
#include <cstring>
#include <numeric>

#include "ops/defs/prelude.h"
#include "ops/families/texts.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/dot.h"
#include "ops/kernels/matmul.h"
#include "ops/kernels/parallel.h"

namespace vt {

namespace {

constexpr uint32_t kMatmul = kFunction | kMethod | kMatrix | kHasOut | kBilinear;

std::string name_of(DType dtype) { return dtype_scalar_name(dtype); }
// Products of two types are refused, each in words of its own.
void check_matrices(const Tensor& a, const Tensor& b) {
  if (a.dtype() == b.dtype()) return;
  tensor_error("expected m1 and m2 to have the same dtype, but got: " + std::string(dtype_cpp_name(a.dtype())) +
               " != " + dtype_cpp_name(b.dtype()));
}
void check_batches(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype())
    tensor_error("expected scalar type " + name_of(a.dtype()) + " but found " + name_of(b.dtype()));
}
void check_vector(DType sum, const Tensor& matrix, const Tensor& vector) {
  if (sum == vector.dtype() && matrix.dtype() == vector.dtype()) return;
  tensor_error("addmv input tensors must have the same dtype, but got " + name_of(sum) + ", " +
               name_of(matrix.dtype()) + ", and " + name_of(vector.dtype()));
}
// Of addmm and its like.
void check_summands(const Args& args) {
  DType self = args.tensor(0).dtype(), first = args.tensor(1).dtype(), second = args.tensor(2).dtype();
  if (self != second)
    tensor_error("self and mat2 must have the same dtype, but got " + name_of(self) + " and " + name_of(second));
  if (first != second)
    tensor_error("mat1 and mat2 must have the same dtype, but got " + name_of(first) + " and " + name_of(second));
}
void check_batch_summands(const Args& args) {
  const Tensor &self = args.tensor(0), &first = args.tensor(1), &second = args.tensor(2);
  if (self.dtype() != first.dtype())
    tensor_error("Input dtypes must be the same, got: input " + std::string(dtype_cpp_name(self.dtype())) +
                 ", batch1: " + dtype_cpp_name(first.dtype()) + ", batch2: " + dtype_cpp_name(second.dtype()));
  check_batches(first, second);
}

void refuse_bools(const Tensor& t, const char* kernel) {
  if (t.dtype() == DType::kBool)
    tensor_error(std::string("\"") + kernel + "\" not implemented for 'Bool'", "NotImplementedError");
}

Metas mm_infer(const Args& args) {
  const Tensor &a = args.tensor(0), &b = args.tensor(1);
  if (a.rank() != 2) tensor_error("self must be a matrix");
  if (b.rank() != 2) tensor_error("mat2 must be a matrix");
  SymSizes left = sizes_of(a), right = sizes_of(b);
  if (left[1] != right[0])
    tensor_error("mat1 and mat2 shapes cannot be multiplied (" + sizes_text_x(left) + " and " + sizes_text_x(right) +
                 ")");
  check_matrices(a, b);
  refuse_bools(a, "addmm_impl_cpu_");
  return {meta_like(a, {left[0], right[1]}, a.dtype())};
}
Metas bmm_infer(const Args& args) {
  const Tensor &a = args.tensor(0), &b = args.tensor(1);
  if (a.rank() != 3) tensor_error("batch1 must be a 3D tensor");
  if (b.rank() != 3) tensor_error("batch2 must be a 3D tensor");
  SymSizes left = sizes_of(a), right = sizes_of(b);
  if (left[0] != right[0] || left[2] != right[1])
    tensor_error("Expected size for first two dimensions of batch2 tensor to be: [" + std::to_string(left[0].hint()) +
                 ", " + std::to_string(left[2].hint()) + "] but got: [" + std::to_string(right[0].hint()) + ", " +
                 std::to_string(right[1].hint()) + "].");
  check_batches(a, b);
  refuse_bools(a, "bmm");
  return {meta_like(a, {left[0], left[1], right[2]}, a.dtype())};
}
Metas mv_infer(const Args& args) {
  const Tensor &a = args.tensor(0), &v = args.tensor(1);
  if (a.rank() != 2 || v.rank() != 1)
    tensor_error("vector + matrix @ vector expected, got 1, " + std::to_string(a.rank()) + ", " +
                 std::to_string(v.rank()));
  SymSizes left = sizes_of(a), right = sizes_of(v);
  if (left[1] != right[0])
    tensor_error("size mismatch, got input (" + std::to_string(left[0].hint()) + "), mat (" + sizes_text_x(left) +
                 "), vec (" + std::to_string(right[0].hint()) + ")");
  check_vector(v.dtype(), a, v);
  refuse_bools(a, "addmv_impl_cpu");
  return {meta_like(a, {left[0]}, a.dtype())};
}
Metas dot_infer(const Args& args) {
  const Tensor &a = args.tensor(0), &b = args.tensor(1);
  if (a.rank() != 1 || b.rank() != 1)
    tensor_error("1D tensors expected, but got " + std::to_string(a.rank()) + "D and " + std::to_string(b.rank()) +
                 "D tensors");
  if (a.dtype() != b.dtype())
    tensor_error(std::string("dot : expected both vectors to have same dtype, but found ") +
                 dtype_scalar_name(a.dtype()) + " and " + dtype_scalar_name(b.dtype()));
  if (sizes_of(a)[0] != sizes_of(b)[0])
    tensor_error("inconsistent tensor size, expected tensor [" + std::to_string(a.size(0)) + "] and src [" +
                 std::to_string(b.size(0)) + "] to have the same number of elements, but got " +
                 std::to_string(a.size(0)) + " and " + std::to_string(b.size(0)) + " elements respectively");
  return {meta_like(a, {}, a.dtype())};
}

Tensor axis_view(const Tensor& t, std::initializer_list<int64_t> sizes, std::initializer_list<int64_t> strides) {
  return view_of(t, Dims(sizes), Dims(strides), t.impl()->offset);
}

// alpha and beta at `first` and `first + 1` are in the order beta, alpha, as in addmm.
double factor(const Args& args, size_t i) { return args.has(i) ? args.real(i) : 1.0; }
bool is_factor_one(const Args& args, size_t i) { return factor(args, i) == 1; }

Tensor scaled(const Tensor& t, const Args& attributes, size_t i) {
  return is_factor_one(attributes, i) ? t : f::mul(t, attributes[i]);
}

// out = alpha * a v + beta * out, contiguous.
void matrix_vector(const Tensor& out, const Tensor& a, const Tensor& v, double alpha, double beta) {
  auto with = [&]<class T>(T factor, auto gemv) {
    gemv(out.size(0), v.size(0), factor, MatrixView<T>{a.data<T>(), a.strides()[0], a.strides()[1]}, v.data<T>(),
         v.strides()[0], static_cast<T>(beta), out.data<T>());
  };
  const bool some = out.numel() > 0 && v.numel() > 0;
  if (some && out.dtype() == DType::kFloat32) return with(static_cast<float>(alpha), gemv_float);
  if (some && out.dtype() == DType::kFloat64) return with(alpha, gemv_double);
  matmul_into(axis_view(out, {out.size(0), 1}, {1, 1}), a, axis_view(v, {v.size(0), 1}, {v.strides()[0], 1}), alpha,
              beta);
}

// Of floats of 16 bits in float32. Longer rows PyTorch shares among threads; here they are summed in pieces, whatever
// the number of threads.
template <class T>
Tensor scalar_product(const Tensor& x, const Tensor& y) {
  constexpr int64_t kMostInOne = 10000, kPiece = 8192;
  constexpr DType kType = std::is_same_v<T, double> ? DType::kFloat64 : DType::kFloat32;
  const int64_t n = x.numel();
  const Tensor left = as_contiguous(as_dtype(x, kType)), right = as_contiguous(as_dtype(y, kType));
  const T *a = left.data<T>(), *b = right.data<T>();
  const Tensor out = empty_tensor(Dims{}, kType);
  if (n <= kMostInOne) {
    *out.data<T>() = dot_row(a, b, n);
    return as_dtype(out, x.dtype());
  }
  std::vector<T> sums(static_cast<size_t>((n + kPiece - 1) / kPiece));
  parallel_for(0, static_cast<int64_t>(sums.size()), 4, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      sums[static_cast<size_t>(i)] = dot_piece(a + i * kPiece, b + i * kPiece, std::min(kPiece, n - i * kPiece));
  });
  *out.data<T>() = static_cast<T>(std::accumulate(sums.begin(), sums.end(), 0.0));
  return as_dtype(out, x.dtype());
}

// beta * self + alpha * product, self broadcast; the shared kernel of the add family.
Outputs add_product(const Args& args, const TensorMeta& meta) {
  Tensor out = empty_for(meta);
  double beta = factor(args, 3), alpha = factor(args, 4);
  if (beta == 0) {
    fill_tensor(out, Scalar::of(int64_t{0}));
  } else {
    copy_tensor(out, args.tensor(0));
  }
  if (meta.sizes.size() == 1) {
    matrix_vector(out, args.tensor(1), args.tensor(2), alpha, beta);
    return {out};
  }
  matmul_into(out, args.tensor(1), args.tensor(2), alpha, beta);
  return {out};
}
Metas add_infer(const Args& args, Metas product) {
  const Tensor& self = args.tensor(0);
  SymSizes target = product[0].sizes;
  SymSizes joint = target;
  SymSizes own = sizes_of(self);
  bool fits = own.size() <= target.size();
  for (size_t i = 0; fits && i < own.size(); ++i) {
    const SymInt& size = own[own.size() - 1 - i];
    const SymInt& wanted = target[target.size() - 1 - i];
    if (!is_one(size) && size != wanted)
      tensor_error("The expanded size of the tensor (" + std::to_string(wanted.hint()) +
                   ") must match the existing size (" + std::to_string(size.hint()) + ") at non-singleton dimension " +
                   std::to_string(target.size() - 1 - i) + ".  Target sizes: " + sizes_text(target) +
                   ".  Tensor sizes: " + sizes_text(own));
  }
  if (!fits)
    tensor_error("expand(torch." + std::string(dtype_scalar_name(self.dtype())) + "Tensor{" + sizes_text(own) +
                 "}, size=" + sizes_text(target) + "): the number of sizes provided (" + std::to_string(target.size()) +
                 ") must be greater or equal to the number of dimensions in the tensor (" + std::to_string(own.size()) +
                 ")");
  return product;
}

Metas addmm_infer(const Args& args) {
  check_summands(args);
  for (size_t i : {1, 2})
    if (int rank = args.tensor(i).rank(); rank != 2)
      tensor_error("mat" + std::to_string(i) + " must be a matrix, got " + std::to_string(rank) + "-D tensor");
  return add_infer(args, mm_infer({args[1], args[2]}));
}
// What a linear layer asks of a few elements: a row that goes to every row of the product of plain matrices.
bool adds_row(const Tensor& row, const Tensor& a, const Tensor& b) {
  constexpr int64_t kFew = 4096;
  return a.rank() == 2 && b.rank() == 2 && row.rank() == 1 && a.size(1) == b.size(0) && row.size(0) == b.size(1) &&
         row.is_contiguous() && a.dtype() == b.dtype() && row.dtype() == a.dtype() && is_floating(a.dtype()) &&
         a.size(0) * b.size(1) <= kFew;
}
Outputs run_addmm(const Args& args) {
  const Tensor &row = args.tensor(0), &a = args.tensor(1), &b = args.tensor(2);
  const double beta = factor(args, 3);
  if (beta == 0 || !adds_row(row, a, b)) return add_product(args, addmm_infer(args)[0]);
  Outputs outputs;
  outputs.push_back(empty_tensor(Dims{a.size(0), b.size(1)}, a.dtype(), a.device()));
  const int64_t element = dtype_bytes(row.dtype()), bytes = row.numel() * element;
  const std::byte* from = row.impl()->storage->data() + row.impl()->offset * element;
  for (int64_t i = 0; i < a.size(0); ++i)
    std::memcpy(outputs[0].data<std::byte>() + i * bytes, from, static_cast<size_t>(bytes));
  matmul_into(outputs[0], a, b, factor(args, 4), beta);
  return outputs;
}
Metas addmv_infer(const Args& args) {
  check_vector(args.tensor(0).dtype(), args.tensor(1), args.tensor(2));
  const Tensor &self = args.tensor(0), &matrix = args.tensor(1), &vector = args.tensor(2);
  if (self.rank() > 1 && matrix.rank() == 2 && vector.rank() == 1)
    tensor_error("vector + matrix @ vector expected, got " + std::to_string(self.rank()) + ", 2, 1");
  if (self.rank() == 1 && matrix.rank() == 2 && vector.rank() == 1 && sizes_of(self)[0].hint() != 1 &&
      sizes_of(self)[0].hint() != sizes_of(matrix)[0].hint())
    tensor_error("size mismatch, got input (" + std::to_string(sizes_of(self)[0].hint()) + "), mat (" +
                 sizes_text_x(sizes_of(matrix)) + "), vec (" + std::to_string(sizes_of(vector)[0].hint()) + ")");
  return add_infer(args, mv_infer({args[1], args[2]}));
}
Metas baddbmm_infer(const Args& args) {
  check_batch_summands(args);
  return add_infer(args, bmm_infer({args[1], args[2]}));
}

// Gradient of beta * self + alpha * (a @ b) for matrices and batches of them.
void add_product_grad(GradContext& c) {
  const Args& attributes = c.attributes();
  Tensor grad = c.grad_output();
  if (c.needs(0)) c.set(0, f::reduce_to(scaled(grad, attributes, 3), c.input_meta(0)));
  bool batches = grad.rank() == 3;
  auto product = [&](const Tensor& a, const Tensor& b) { return batches ? f::bmm(a, b) : f::matmul(a, b); };
  auto turned = [&](const Tensor& t) { return batches ? f::transpose(t, 1, 2) : f::transpose(t, -2, -1); };
  if (c.needs(1)) c.set(1, scaled(product(grad, turned(c.input(2))), attributes, 4));
  if (c.needs(2)) c.set(2, scaled(product(turned(c.input(1)), grad), attributes, 4));
}
// Columns lie one after the other, as in the transpose of a matrix.
bool is_column_major(const TensorMeta& m) { return is_one(m.strides[0]) && m.strides[1] == m.sizes[0]; }
// For matrices the transposes are t(), as PyTorch writes them. The gradient of a column-major
// factor is column-major too, so that a weight's gradient lies as the weight does.
Tensor left_grad(const Tensor& grad, const Tensor& right, const TensorMeta& left) {
  return is_column_major(left) ? f::t(f::mm(right, f::t(grad))) : f::mm(grad, f::t(right));
}
Tensor right_grad(const Tensor& grad, const Tensor& left, const TensorMeta& right) {
  return is_column_major(right) ? f::t(f::mm(f::t(grad), left)) : f::mm(f::t(left), grad);
}
void addmm_grad(GradContext& c) {
  const Args& attributes = c.attributes();
  Tensor grad = c.grad_output();
  if (c.needs(1)) c.set(1, scaled(left_grad(grad, c.input(2), c.input_meta(1)), attributes, 4));
  if (c.needs(2)) c.set(2, scaled(right_grad(grad, c.input(1), c.input_meta(2)), attributes, 4));
  if (c.needs(0)) c.set(0, f::reduce_to(scaled(grad, attributes, 3), c.input_meta(0)));
}

std::vector<Sample> mm_samples() { return {{Args{sample_tensor({2, 3}), sample_tensor({3, 4})}}}; }
std::vector<Sample> add_samples() {
  return {{Args{sample_tensor({4}), sample_tensor({2, 3}), sample_tensor({3, 4}), 1, 1}},
          {Args{sample_tensor({2, 4}), sample_tensor({2, 3}), sample_tensor({3, 4}), 0.5, 2}, "factors"}};
}

}  // namespace

constinit const OpDef op_mm = define({
    .name = "mm",
    .signature = "mm(Tensor self, Tensor mat2) -> Tensor",
    .doc = "The product of two matrices.",
    .traits = kMatmul,
    .samples = mm_samples,
    .infer = mm_infer,
    .kernel = [](const Args& args) -> Outputs {
      const Tensor &a = args.tensor(0), &b = args.tensor(1);
      bool fits = a.rank() == 2 && b.rank() == 2 && a.size(1) == b.size(0) && a.dtype() == b.dtype();
      if (!fits || a.dtype() == DType::kBool) mm_infer(args);
      Outputs outputs;
      outputs.push_back(empty_tensor(Dims{a.size(0), b.size(1)}, a.dtype(), a.device()));
      matmul_into(outputs[0], a, b);
      return outputs;
    },
    .grad =
        [](GradContext& c) {
          if (c.needs(1)) c.set(1, right_grad(c.grad_output(), c.input(0), c.input_meta(1)));
          if (c.needs(0)) c.set(0, left_grad(c.grad_output(), c.input(1), c.input_meta(0)));
        },
    .grad_name = "MmBackward0",
    .saves_inputs = 3,
    .lower = extern_lower,
});
constinit const OpDef op_bmm = define({
    .name = "bmm",
    .signature = "bmm(Tensor self, Tensor mat2) -> Tensor",
    .doc = "The products of two batches of matrices.",
    .traits = kMatmul,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 2, 3}), sample_tensor({2, 3, 4})}}};
        },
    .infer = bmm_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = empty_for(bmm_infer(args)[0]);
      matmul_into(out, args.tensor(0), args.tensor(1));
      return {out};
    },
    .grad =
        [](GradContext& c) {
          if (c.needs(1)) c.set(1, f::bmm(f::transpose(c.input(0), 1, 2), c.grad_output()));
          if (c.needs(0)) c.set(0, f::bmm(c.grad_output(), f::transpose(c.input(1), 1, 2)));
        },
    .grad_name = "BmmBackward0",
    .saves_inputs = 3,
    .lower = extern_lower,
});
constinit const OpDef op_mv = define({
    .name = "mv",
    .signature = "mv(Tensor self, Tensor vec) -> Tensor",
    .doc = "The product of a matrix and a vector.",
    .traits = kMatmul,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2, 3}), sample_tensor({3})}}};
        },
    .infer = mv_infer,
    .kernel = [](const Args& args) -> Outputs {
      Tensor out = empty_for(mv_infer(args)[0]);
      const Tensor &a = args.tensor(0), &v = args.tensor(1);
      matrix_vector(out, a, v, 1, 0);
      return {out};
    },
    .grad =
        [](GradContext& c) {
          if (c.needs(0)) c.set(0, f::mul(f::unsqueeze(c.grad_output(), 1), c.input(1)));
          if (c.needs(1)) c.set(1, call1(op_mv, {f::t(c.input(0)), c.grad_output()}));
        },
    .grad_name = "MvBackward0",
    .saves_inputs = 3,
    .lower = extern_lower,
});
constinit const OpDef op_dot = define({
    .name = "dot",
    .signature = "dot(Tensor self, Tensor tensor) -> Tensor",
    .doc = "The scalar product of two vectors.",
    .traits = kMatmul,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({5}), sample_tensor({5}, -1, 1)}}};
        },
    .infer = dot_infer,
    .kernel = [](const Args& args) -> Outputs {
      dot_infer(args);
      const Tensor& x = args.tensor(0);
      if (is_floating(x.dtype()) && x.device().kind == DeviceKind::kCpu) {
        const bool wide = x.dtype() == DType::kFloat64;
        return {wide ? scalar_product<double>(x, args.tensor(1)) : scalar_product<float>(x, args.tensor(1))};
      }
      return op_sum.kernel({op_mul.kernel({args[0], args[1]})[0], args.tensor(0).dtype()});
    },
    .grad =
        [](GradContext& c) {
          if (c.needs(0)) c.set(0, f::mul(c.grad_output(), c.input(1)));
          if (c.needs(1)) c.set(1, f::mul(c.grad_output(), c.input(0)));
        },
    .grad_name = "DotBackward0",
    .saves_inputs = 3,
    .decompose = [](const Args& args) -> Outputs { return {f::sum(f::mul(args.tensor(0), args[1]))}; },
});
constinit const OpDef op_addmm = define({
    .name = "addmm",
    .signature = "addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    .doc = "beta * self + alpha * (mat1 @ mat2), self broadcast.",
    .traits = kMatmul | kHasInplace,
    .samples = add_samples,
    .infer = addmm_infer,
    .kernel = run_addmm,
    .grad = addmm_grad,
    .grad_name = "AddmmBackward0",
    .saves_inputs = 6,
    .lower = extern_lower,
});
constinit const OpDef op_addmv = define({
    .name = "addmv",
    .signature = "addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    .doc = "beta * self + alpha * (mat @ vec), self broadcast.",
    .traits = kMatmul,
    .samples =
        [] {
          return std::vector<Sample>{{Args{sample_tensor({2}), sample_tensor({2, 3}), sample_tensor({3}), 1, 1}}};
        },
    .infer = addmv_infer,
    .kernel = [](const Args& args) { return add_product(args, addmv_infer(args)[0]); },
    .grad =
        [](GradContext& c) {
          Tensor grad = c.grad_output();
          if (c.needs(0)) c.set(0, f::reduce_to(scaled(grad, c.attributes(), 3), c.input_meta(0)));
          if (c.needs(1)) c.set(1, scaled(f::mul(f::unsqueeze(grad, 1), c.input(2)), c.attributes(), 4));
          if (c.needs(2)) c.set(2, scaled(call1(op_mv, {f::t(c.input(1)), grad}), c.attributes(), 4));
        },
    .grad_name = "AddmvBackward0",
    .saves_inputs = 6,
    .lower = extern_lower,
});
constinit const OpDef op_baddbmm = define({
    .name = "baddbmm",
    .signature = "baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    .doc = "beta * self + alpha * (batch1 @ batch2), self broadcast.",
    .traits = kMatmul | kHasInplace,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 2, 4}), sample_tensor({2, 2, 3}), sample_tensor({2, 3, 4}), 1, 0.5}}};
        },
    .infer = baddbmm_infer,
    .kernel = [](const Args& args) { return add_product(args, baddbmm_infer(args)[0]); },
    .grad = add_product_grad,
    .grad_name = "BaddbmmBackward0",
    .saves_inputs = 6,
    .lower = extern_lower,
});
constinit const OpDef op_addbmm = define({
    .name = "addbmm",
    .signature = "addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    .doc = "beta * self + alpha * the sum of (batch1 @ batch2) over the batch.",
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{sample_tensor({2, 4}), sample_tensor({2, 2, 3}), sample_tensor({2, 3, 4}), 1, 0.5}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      check_summands(a);
      Tensor product = f::sum(f::bmm(a.tensor(1), a.tensor(2)), {0}, false);
      return {f::add(scaled(a.tensor(0), a, 3), scaled(product, a, 4))};
    },
});
VT_OPS(products, &op_mm, &op_bmm, &op_mv, &op_dot, &op_addmm, &op_addmv, &op_baddbmm, &op_addbmm)

}  // namespace vt
