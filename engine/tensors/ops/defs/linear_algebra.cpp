// Dense linear algebra by LAPACK where it is there, else in double: elimination and Cholesky.
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/families/columns.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/double_rows.h"
#include "tensor/visit.h"

namespace vt {

namespace {

constexpr uint32_t kLinalgMethod = kFunction | kMethod | kLinalg;

void check_square_axes(const Tensor& t, const char* name) {
  if (t.rank() < 2) tensor_error(std::string(name) + ": The input tensor A must have at least 2 dimensions.");
  if (sizes_of(t)[static_cast<size_t>(t.rank() - 1)] != sizes_of(t)[static_cast<size_t>(t.rank() - 2)])
    tensor_error(std::string(name) + ": A must be batches of square matrices, but they are " +
                 std::to_string(t.size(t.rank() - 2)) + " by " + std::to_string(t.size(t.rank() - 1)) + " matrices");
}
void check_square(const Tensor& t, const char* name) {
  check_square_axes(t, name);
  if (!is_floating(t.dtype()))
    tensor_error(std::string(name) + ": Expected a floating point or complex tensor as input. Got " +
                 dtype_scalar_name(t.dtype()));
}
Tensor doubles(const Tensor& t) { return contiguous_copy(as_dtype(t, DType::kFloat64)); }
SymSizes batch_of(const Tensor& t) {
  SymSizes sizes = sizes_of(t);
  sizes.resize(sizes.size() - 2);
  return sizes;
}

// Solves a X = b in place by elimination with row exchanges; b has m columns. Returns the determinant.
// 0 if there is no pivot in a column, which `failed` (if given) learns.
double eliminate(double* a, int64_t n, double* b, int64_t m, int64_t* failed = nullptr) {
  double determinant = 1;
  for (int64_t k = 0; k < n; ++k) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k])) pivot = i;
    if (a[pivot * n + k] == 0) {
      if (failed) *failed = k + 1;
      return 0;
    }
    if (pivot != k) {
      determinant = -determinant;
      for (int64_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[pivot * n + j]);
      for (int64_t j = 0; j < m; ++j) std::swap(b[k * m + j], b[pivot * m + j]);
    }
    determinant *= a[k * n + k];
    for (int64_t i = k + 1; i < n; ++i) {
      double factor = a[i * n + k] / a[k * n + k];
      if (factor == 0) continue;
      subtract_row(a + i * n + k, a + k * n + k, factor, n - k);
      subtract_row(b + i * m, b + k * m, factor, m);
    }
  }
  for (int64_t k = n - 1; k >= 0; --k) {
    for (int64_t i = k + 1; i < n; ++i) subtract_row(b + k * m, b + i * m, a[k * n + i], m);
    for (int64_t j = 0; j < m; ++j) b[k * m + j] /= a[k * n + k];
  }
  return determinant;
}
// Of each matrix the product of the diagonal of its factors, one after the other, as PyTorch takes it.
template <class T>
void multiply_pivots(const LuFactors& factors, T* out) {
  const T* lu = factors.lu.data<T>();
  int64_t n = factors.lu.sizes().back();
  std::vector<int> signs = exchange_signs(factors);
  for (size_t k = 0; k < signs.size(); ++k, lu += n * n) {
    T product = 1;
    for (int64_t i = 0; i < n; ++i) product *= lu[i * n + i];
    out[k] = product * static_cast<T>(signs[k]);
  }
}
// The first matrix without a pivot somewhere, by number, and the column.
struct Singular {
  size_t matrix = 0;
  int64_t column = 0;  // from 1; 0: there is none
};
// X of A X = B, or of A^T X = B: matrices, or vectors.
Singular solve_systems(const Tensor& a, Tensor& b, bool vectors, bool transposed = false) {
  Singular found;
  const int64_t n = a.sizes().back(), m = vectors ? 1 : b.sizes().back();
  if (has_lapack(a.dtype()) && b.dtype() == a.dtype()) {
    LuFactors factors = lu_factors(column_copy(a));
    b = vectors ? contiguous_copy(b) : column_copy(b);
    Dims sizes = b.sizes(), strides = b.strides();
    if (vectors) sizes.push_back(1), strides.push_back(n);
    for (size_t k = 0; k < factors.infos.size(); ++k)
      if (factors.infos[k] > 0) return {k, factors.infos[k]};
    lapack_solve(factors.lu, factors.pivots, vectors ? view_of(b, sizes, strides, 0) : b, transposed);
    return found;
  }
  Tensor left = doubles(transposed ? turned_view(a) : a), x = doubles(b);
  for (int64_t k = 0; n && k < left.numel() / (n * n); ++k) {
    int64_t failed = n;
    if (eliminate(left.data<double>() + k * n * n, n, x.data<double>() + k * n * m, m, &failed) == 0)
      return {static_cast<size_t>(k), failed};
  }
  x = as_dtype(x, b.dtype());
  b = vectors ? x : column_copy(x);
  return found;
}

Metas det_infer(const Args& args) {
  check_square(args.tensor(0), "linalg.det");
  return {meta_like(args.tensor(0), batch_of(args.tensor(0)), args.tensor(0).dtype())};
}
Outputs det_kernel(const Args& args) {
  Metas metas = det_infer(args);
  if (has_lapack(args.tensor(0).dtype())) {
    Tensor out = empty_tensor(hints_of(metas[0].sizes), metas[0].dtype);
    LuFactors factors = lu_factors_for_determinant(args.tensor(0));
    if (out.dtype() == DType::kFloat32) multiply_pivots(factors, out.data<float>());
    else multiply_pivots(factors, out.data<double>());
    return {out};
  }
  Tensor a = doubles(args.tensor(0)), out = empty_tensor(hints_of(metas[0].sizes), DType::kFloat64);
  int64_t n = a.sizes().back();
  for (int64_t i = 0; i < out.numel(); ++i)
    out.data<double>()[i] = eliminate(a.data<double>() + i * n * n, n, nullptr, 0);
  return {as_dtype(out, metas[0].dtype)};
}
Metas inv_infer(const Args& args) {
  check_square(args.tensor(0), "linalg.inv");
  return {in_columns(meta_like(args.tensor(0), sizes_of(args.tensor(0)), args.tensor(0).dtype()))};
}
Outputs inv_kernel(const Args& args) {
  inv_infer(args);
  const Tensor& a = args.tensor(0);
  Tensor x = empty_tensor(a.sizes(), a.dtype());
  const int64_t n = a.sizes().back(), area = n * n;
  visit_dtype(x.dtype(), [&]<class T>() {
    for (int64_t i = 0; i < x.numel(); ++i) x.data<T>()[i] = convert<T>(i % area / n == i % area % n ? 1.0 : 0.0);
  });
  if (Singular found = solve_systems(a, x, false); found.column)
    refuse_matrix("linalg.inv", a.rank() > 2, found.matrix,
                  "The diagonal element " + std::to_string(found.column) +
                      " is zero, the inversion could not be completed because the input matrix is singular.");
  return {x};
}
// solve(A, B): B is a batch of matrices, or vectors if its rank is one less than A's.
bool vector_right(const Args& args) { return args.tensor(1).rank() == args.tensor(0).rank() - 1; }
Metas solve_infer(const Args& args) {
  check_square(args.tensor(0), "linalg.solve");
  SymSizes left = batch_of(args.tensor(0)), right = sizes_of(args.tensor(1));
  right.resize(right.size() - std::min<size_t>(right.size(), vector_right(args) ? 1 : 2));
  if (!same_sizes(left, right)) tensor_error("linalg.solve: the batches are broadcast before");
  SymInt rows = sizes_of(args.tensor(1))[left.size()];
  if (rows != sizes_of(args.tensor(0)).back())
    tensor_error("linalg.solve: Incompatible shapes of A and B for the equation AX = B (" +
                 std::to_string(args.tensor(0).size(args.tensor(0).rank() - 2)) + "x" +
                 std::to_string(args.tensor(0).sizes().back()) + " and " + std::to_string(rows.hint()) + "x" +
                 std::to_string(vector_right(args) ? 1 : args.tensor(1).sizes().back()) + ")");
  TensorMeta meta = meta_like(args.tensor(1), sizes_of(args.tensor(1)), args.tensor(1).dtype());
  return {vector_right(args) ? meta : in_columns(meta)};
}
Outputs solve_kernel(const Args& args) {
  solve_infer(args);
  Tensor x = args.tensor(1);
  if (Singular found = solve_systems(args.tensor(0), x, vector_right(args), args.boolean_or(2, false)); found.column)
    refuse_matrix("torch.linalg.solve", args.tensor(0).rank() > 2, found.matrix,
                  "The solver failed because the input matrix is singular.");
  return {x};
}
Tensor adjoint(const Tensor& t) { return f::transpose(t, -2, -1); }

// One triangle of A, in double: x, which holds B, is solved for in place.
void substitute(const double* a, double* x, int64_t n, int64_t m, bool upper, bool transposed, bool unit) {
  bool from_end = upper != transposed;
  for (int64_t step = 0; step < n; ++step) {
    int64_t k = from_end ? n - 1 - step : step;
    for (int64_t done = 0; done < step; ++done) {
      int64_t i = from_end ? n - 1 - done : done;
      subtract_row(x + k * m, x + i * m, transposed ? a[i * n + k] : a[k * n + i], m);
    }
    for (int64_t j = 0; j < m && !unit; ++j) x[k * m + j] /= a[k * n + k];
  }
}
Metas triangular_infer(const Args& args) {
  check_square(args.tensor(0), "linalg.solve_triangular");
  if (args.tensor(1).rank() < 2)
    tensor_error("linalg.solve_triangular: The input tensor B must have at least 2 dimensions.");
  solve_infer(args);
  return {in_columns(meta_like(args.tensor(1), sizes_of(args.tensor(1)), args.tensor(1).dtype()))};
}
Outputs triangular_kernel(const Args& args) {
  Metas metas = triangular_infer(args);
  const Tensor &a = args.tensor(0), &b = args.tensor(1);
  bool upper = args.boolean_or(2, false), transposed = args.boolean_or(3, false), unit = args.boolean_or(4, false);
  if (has_lapack(a.dtype()) && b.dtype() == a.dtype()) {
    Tensor x = column_copy(b);
    lapack_substitute(column_copy(a), x, upper, transposed, unit);
    return {x};
  }
  Tensor left = doubles(a), x = doubles(b);
  int64_t n = a.sizes().back(), m = b.sizes().back();
  for (int64_t k = 0; n && k < left.numel() / (n * n); ++k)
    substitute(left.data<double>() + k * n * n, x.data<double>() + k * n * m, n, m, upper, transposed, unit);
  return {column_copy(as_dtype(x, b.dtype()))};
}
void triangular_grad(GradContext& c) {
  bool upper = c.attributes().boolean_or(2, false), transposed = c.attributes().boolean_or(3, false),
       unit = c.attributes().boolean_or(4, false);
  Tensor grad = call1(op_solve_triangular, {c.input(0), c.grad_output(), upper, !transposed, unit});
  if (c.needs(1)) c.set(1, grad);
  if (!c.needs(0)) return;
  Tensor whole = transposed ? f::matmul(c.output(), adjoint(grad)) : f::matmul(grad, adjoint(c.output()));
  whole = f::neg(whole);
  c.set(0, upper ? call1(op_triu, {whole, unit ? 1 : 0}) : call1(op_tril, {whole, unit ? -1 : 0}));
}

// L takes the place of the lower triangle of a. The order of the first minor that is not positive, or 0.
int factor_cholesky(double* l, int64_t n) {
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = j; i < n; ++i) {
      double sum = l[i * n + j] - dot_rows(l + i * n, l + j * n, j);
      if (i == j && !(sum > 0)) return static_cast<int>(j + 1);
      l[i * n + j] = i == j ? std::sqrt(sum) : sum / l[j * n + j];
    }
  return 0;
}
Outputs cholesky_kernel(const Args& args) {
  check_square(args.tensor(0), "linalg.cholesky");
  Tensor lower = call1(op_tril, {args.tensor(0), 0}), factor;
  Infos infos;
  if (has_lapack(lower.dtype())) {
    factor = column_copy(lower);
    infos = lapack_cholesky(factor);
  } else {
    Tensor a = doubles(lower);
    int64_t n = a.sizes().back();
    for (int64_t k = 0; n && k < a.numel() / (n * n); ++k)
      infos.push_back(factor_cholesky(a.data<double>() + k * n * n, n));
    factor = column_copy(as_dtype(a, args.tensor(0).dtype()));
  }
  for (size_t k = 0; k < infos.size(); ++k)
    if (infos[k])
      refuse_matrix("linalg.cholesky", lower.rank() > 2, k,
                    "The factorization could not be completed because the input is not positive-definite (the leading "
                    "minor of order " +
                        std::to_string(infos[k]) + " is not positive-definite).");
  return {factor};
}
// Half the diagonal and the lower triangle: what the gradient of a Cholesky factor needs.
Tensor lower_half(const Tensor& t) {
  Tensor lower = call1(op_tril, {t, 0}), strict = call1(op_tril, {t, -1});
  return f::mul(f::add(lower, strict), 0.5);
}

std::vector<Sample> square_samples() {
  Tensor t = tensor_of(Dims{3, 3}, DType::kFloat64, std::vector<double>{2, 0.3, -0.5, 0.4, 1.7, 0.2, -0.1, 0.6, 1.4});
  return {{Args{t}}};
}
std::vector<Sample> positive_square_samples() {
  return {{Args{tensor_of(Dims{2, 2}, DType::kFloat64, std::vector<double>{2, 0.5, 0.5, 1})}}};
}

constexpr OpDef kDet = {
    .name = "det",
    .signature = "det(Tensor self) -> Tensor",
    .doc = "The determinant of square matrices.",
    .traits = kLinalgMethod,
    .samples = square_samples,
    .infer = det_infer,
    .kernel = det_kernel,
    .grad = [](GradContext& c) { c.set(0, determinant_gradient(c.input(0), f::mul(c.grad_output(), c.output()))); },
    .grad_name = "LinalgDetBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .lower = extern_lower};

}  // namespace

Tensor determinant_gradient(const Tensor& a, const Tensor& scale) {
  SymSizes sizes = sizes_of(a);
  sizes.pop_back();
  Tensor diagonal = f::expand(f::unsqueeze(scale, -1), sizes);
  return call1(op_solve_batch, {adjoint(a), call1(op_diag_embed, {diagonal, 0, -2, -1}), false});
}

constinit const OpDef op_det = define(kDet);
constinit const OpDef op_inv = define({
    .name = "inv",
    .signature = "inv(Tensor A) -> Tensor",
    .doc = "The inverse of square matrices.",
    .traits = kLinalg,
    .samples = square_samples,
    .infer = inv_infer,
    .kernel = inv_kernel,
    .grad =
        [](GradContext& c) {
          Tensor transposed = adjoint(c.output());
          c.set(0, f::neg(f::matmul(transposed, f::matmul(c.grad_output(), transposed))));
        },
    .grad_name = "LinalgInvExBackward0",
    .saves_outputs = 1,
    .lower = extern_lower,
});
constinit const OpDef op_inverse = define({
    .name = "inverse",
    .signature = "inverse(Tensor self) -> Tensor",
    .doc = "The inverse of square matrices.",
    .samples = square_samples,
    .decompose = [](const Args& a) { return call(op_inv, a); },
});
constinit const OpDef op_solve_batch = define({
    .name = "_solve",
    .signature = "_solve(Tensor A, Tensor B, bool adjoint=False) -> Tensor",
    .doc = "X with A @ X = B, or the transposed A; both of the same batch.",
    .traits = kInternal,
    .samples =
        [] {
          Args square = square_samples()[0].args;
          return std::vector<Sample>{{Args{square[0], sample_tensor({3, 2}), false}},
                                     {Args{square[0], sample_tensor({3, 2}), true}, "transposed"},
                                     {Args{square[0], sample_tensor({3}), false}, "vector"}};
        },
    .infer = solve_infer,
    .kernel = solve_kernel,
    .grad =
        [](GradContext& c) {
          bool vector = c.input_meta(1).sizes.size() + 1 == c.input_meta(0).sizes.size();
          bool transposed = c.attributes().boolean_or(2, false);
          Tensor grad = call1(op_solve_batch, {c.input(0), c.grad_output(), !transposed});
          if (c.needs(1)) c.set(1, grad);
          if (c.needs(0)) {
            Tensor left = vector ? f::unsqueeze(grad, -1) : grad,
                   x = vector ? f::unsqueeze(c.output(), -1) : c.output();
            c.set(0, f::neg(transposed ? f::matmul(x, adjoint(left)) : f::matmul(left, adjoint(x))));
          }
        },
    .grad_name = "LinalgSolveExBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .lower = extern_lower,
});
constinit const OpDef op_solve = define({
    .name = "solve",
    .signature = "solve(Tensor A, Tensor B, *, bool left=True) -> Tensor",
    .doc = "X with A @ X = B, or X @ A = B; batches are broadcast.",
    .traits = kLinalg,
    .samples =
        [] {
          Args square = square_samples()[0].args;
          return std::vector<Sample>{{Args{square[0], sample_tensor({3, 2}), true}},
                                     {Args{square[0], sample_tensor({2, 3, 2}), true}, "broadcast"},
                                     {Args{square[0], sample_tensor({2, 3}), false}, "right"}};
        },
    .decompose = [](const Args& args) -> Outputs {
      Tensor a = args.tensor(0), b = args.tensor(1);
      check_square(a, "linalg.solve");
      if (a.dtype() != b.dtype())
        tensor_error(std::string("linalg.solve: Expected A and B to have the same dtype, but found A of type ") +
                     dtype_scalar_name(a.dtype()) + " and B of type " + dtype_scalar_name(b.dtype()) + " instead");
      if (b.rank() == 0) tensor_error("linalg.solve: The input tensor B must have at least 2 dimensions.");
      bool left_side = args.boolean_or(2, true);
      SymSizes batch = batch_of(a), vectors = batch;
      vectors.push_back(sizes_of(a).back());
      bool vector = b.rank() == 1 || same_sizes(sizes_of(b), vectors);
      if (vector) b = f::unsqueeze(b, -1);
      SymInt rows = sizes_of(a).back(), columns = sizes_of(b).back(),
             meeting = left_side ? sizes_of(b)[static_cast<size_t>(b.rank() - 2)] : columns;
      if (meeting != rows) {
        auto sizes = [](const Tensor& t) {
          return std::to_string(t.size(t.rank() - 2)) + "x" + std::to_string(t.size(t.rank() - 1));
        };
        tensor_error(std::string("linalg.solve: Incompatible shapes of A and B for the equation ") +
                     (left_side ? "AX" : "XA") + " = B (" + sizes(a) + " and " + sizes(b) + ")");
      }
      if (vector && !left_side)
        tensor_error(
            "linalg.solve: Vector broadcasting of the left hand side is not supported for left=False. In this case "
            "linalg.solve is equivalent to B / A.squeeze(-1)");
      if (!left_side) b = adjoint(b);  // X A = B is A^T X^T = B^T
      SymSizes joint = broadcast_sizes(batch_of(b), batch), left = joint, right = joint;
      left.insert(left.end(), 2, rows);
      right.insert(right.end(), {rows, sizes_of(b).back()});
      if (!same_sizes(left, sizes_of(a))) a = f::expand(a, left);
      if (!same_sizes(right, sizes_of(b))) b = f::expand(b, right);
      if (vector) b = f::squeeze(b, -1);
      Tensor x = call1(op_solve_batch, {a, b, !left_side});
      return {left_side ? x : adjoint(x)};
    },
});
constinit const OpDef op_solve_triangular = define({
    .name = "linalg__solve_triangular",
    .signature =
        "linalg__solve_triangular(Tensor A, Tensor B, bool upper, bool adjoint=False, bool unitriangular=False) -> "
        "Tensor",
    .doc = "X with A @ X = B, or the transposed A, of which one triangle is read; both of the same batch.",
    .traits = kLinalg,
    .samples =
        [] {
          Args square = square_samples()[0].args;
          return std::vector<Sample>{{Args{square[0], sample_tensor({3, 2}), true, false, false}},
                                     {Args{square[0], sample_tensor({3, 2}), false, true, false}, "transposed"},
                                     {Args{square[0], sample_tensor({3, 2}), false, false, true}, "unit"},
                                     {Args{square[0], sample_tensor({3, 2}), true, true, true}, "unit transposed"}};
        },
    .infer = triangular_infer,
    .kernel = triangular_kernel,
    .grad = triangular_grad,
    .grad_name = "LinalgSolveTriangularBackward0",
    .saves_inputs = 1,
    .saves_outputs = 1,
    .lower = extern_lower,
});
constinit const OpDef op_cholesky = define({
    .name = "linalg__cholesky",
    .signature = "linalg__cholesky(Tensor self) -> Tensor",
    .doc = "The lower factor L with L @ L.T equal to a positive-definite matrix.",
    .traits = kLinalg,
    .samples = positive_square_samples,
    .infer = [](const Args& a) -> Metas {
      check_square(a.tensor(0), "linalg.cholesky");
      return {in_columns(meta_like(a.tensor(0), sizes_of(a.tensor(0)), a.tensor(0).dtype()))};
    },
    .kernel = cholesky_kernel,
    .grad =
        [](GradContext& c) {
          // Only the lower triangle is read, and the gradient is given on it symmetrically.
          Tensor l = c.output();
          auto divided = [&](const Tensor& x) { return call1(op_solve_triangular, {l, x, false, true, false}); };
          Tensor phi = lower_half(f::matmul(adjoint(l), c.grad_output()));
          Tensor s = divided(adjoint(divided(adjoint(phi))));
          c.set(0, f::mul(f::add(s, adjoint(s)), 0.5));
        },
    .grad_name = "LinalgCholeskyExBackward0",
    .saves_outputs = 1,
    .lower = extern_lower,
});
constinit const OpDef op_matrix_power = define({
    .name = "matrix_power",
    .signature = "matrix_power(Tensor self, int n) -> Tensor",
    .doc = "A square matrix times itself n times; negative powers are of the inverse.",
    .traits = kLinalgMethod,
    .samples =
        [] {
          return std::vector<Sample>{{Args{square_samples()[0].args[0], 3}}};
        },
    .decompose = [](const Args& a) -> Outputs {
      const Tensor& t = a.tensor(0);
      check_square_axes(t, "linalg.matrix_power");
      int64_t n = a.integer(1);
      if (n == 0) return {f::expand(call1(op_eye, {sizes_of(t).back(), Arg(), t.dtype(), t.device()}), sizes_of(t))};
      Tensor base = n < 0 ? call1(op_inv, {t}) : t, result;
      for (int64_t rest = std::abs(n); rest; rest >>= 1) {
        if (rest & 1) result = result.defined() ? f::matmul(result, base) : base;
        if (rest > 1) base = f::matmul(base, base);
      }
      return {result};
    },
});

VT_OPS(linear_algebra, &op_det, &op_inv, &op_inverse, &op_solve, &op_solve_batch, &op_solve_triangular, &op_cholesky,
       &op_matrix_power)

}  // namespace vt
