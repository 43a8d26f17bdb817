// Factors of matrices by LAPACK where it is there; else, in double, QR by reflections, symmetric eigenvalues by QL,
// singular values by Jacobi's rotations and LU with row exchanges. What is made of them is in
// torch/python/torch/_linalg_more.py.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ops/defs/prelude.h"
#include "ops/families/columns.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/double_rows.h"

namespace vt {

namespace {

struct Batch {
  SymSizes outer;
  int64_t count = 1, rows = 0, columns = 0;
};
Batch matrices_of(const Tensor& t, const char* name) {
  if (t.rank() < 2) tensor_error(std::string(name) + ": The input tensor A must have at least 2 dimensions.");
  if (!is_floating(t.dtype()))
    tensor_error(std::string(name) + ": Expected a floating point or complex tensor as input. Got " +
                 dtype_scalar_name(t.dtype()));
  if (t.dtype() == DType::kFloat16 || t.dtype() == DType::kBFloat16)
    tensor_error(std::string(name) + ": Low precision dtypes not supported. Got " + dtype_scalar_name(t.dtype()));
  Batch batch;
  batch.outer = sizes_of(t);
  batch.outer.resize(batch.outer.size() - 2);
  for (const SymInt& size : batch.outer) batch.count *= size.hint();
  batch.rows = t.size(t.rank() - 2);
  batch.columns = t.size(t.rank() - 1);
  return batch;
}
Batch squares_of(const Tensor& t, const char* name) {
  Batch batch = matrices_of(t, name);
  if (batch.rows != batch.columns)
    tensor_error(std::string(name) + ": A must be batches of square matrices, but they are " +
                 std::to_string(batch.rows) + " by " + std::to_string(batch.columns) + " matrices");
  return batch;
}
TensorMeta matrices(const Tensor& t, const Batch& batch, std::vector<int64_t> inner, DType dtype) {
  SymSizes sizes = batch.outer;
  for (int64_t size : inner) sizes.push_back(size);
  return meta_like(t, sizes, dtype);
}
TensorMeta matrices(const Tensor& t, const Batch& batch, std::vector<int64_t> inner) {
  return matrices(t, batch, std::move(inner), t.dtype());
}
Tensor doubles(const Tensor& t) { return contiguous_copy(as_dtype(t, DType::kFloat64)); }
// Of results in double, laid out as `metas` says.
Outputs as_promised(Outputs outputs, const Metas& metas) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    outputs[i] = as_dtype(outputs[i], metas[i].dtype);
    if (!metas[i].strides.empty()) outputs[i] = column_copy(outputs[i]);
  }
  return outputs;
}
// Where an iteration did not end.
void check_converged(const Infos& infos, const char* name, const char* what, const Batch& batch) {
  for (size_t k = 0; k < infos.size(); ++k) {
    std::string failed = "The algorithm failed to converge because the input matrix ";
    if (infos[k] < 0) refuse_matrix(name, !batch.outer.empty(), k, failed + "contained non-finite values.");
    if (infos[k] > 0)
      refuse_matrix(name, !batch.outer.empty(), k,
                    failed + "is ill-conditioned or has too many repeated " + what +
                        " (error code: " + std::to_string(infos[k]) + ").");
  }
}
Tensor adjoint(const Tensor& t) { return f::transpose(t, -2, -1); }
// The first `length` of an axis, or those from `start` on.
Tensor narrow(const Tensor& t, int axis, const SymInt& start, const SymInt& length) {
  return call1(op_narrow, {t, axis, start, length});
}
Tensor diagonal_matrix(const Tensor& t) { return call1(op_diag_embed, {t, 0, -2, -1}); }

// --- QR ------------------------------------------------------------------------------------
Metas qr_infer(const Args& a) {
  Batch b = matrices_of(a.tensor(0), "linalg.qr");
  bool complete = a.boolean_or(1, false);
  int64_t k = complete ? b.rows : std::min(b.rows, b.columns);
  return {in_columns(matrices(a.tensor(0), b, {b.rows, k})), in_columns(matrices(a.tensor(0), b, {k, b.columns}))};
}
// r becomes R, q (rows x rows) the transposed product of the reflections; the signs are LAPACK's.
void factor_qr(double* r, double* q, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows * rows; ++i) q[i] = i / rows == i % rows;
  std::vector<double> v(static_cast<size_t>(rows)), dots(static_cast<size_t>(std::max(rows, columns)));
  for (int64_t k = 0; k < std::min(rows - 1, columns); ++k) {
    double norm = 0;
    for (int64_t i = k; i < rows; ++i) norm += r[i * columns + k] * r[i * columns + k];
    double below = norm - r[k * columns + k] * r[k * columns + k];
    if (below <= 0) continue;
    norm = std::sqrt(norm);
    double head = r[k * columns + k] + std::copysign(norm, r[k * columns + k]);
    double scale = 0;
    for (int64_t i = k; i < rows; ++i) {
      v[static_cast<size_t>(i)] = i == k ? head : r[i * columns + k];
      scale += v[static_cast<size_t>(i)] * v[static_cast<size_t>(i)];
    }
    auto reflect = [&](double* m, int64_t count) {
      std::fill(dots.begin(), dots.begin() + count, 0.0);
      for (int64_t i = k; i < rows; ++i) subtract_row(dots.data(), m + i * count, -v[static_cast<size_t>(i)], count);
      for (int64_t i = k; i < rows; ++i)
        subtract_row(m + i * count, dots.data(), v[static_cast<size_t>(i)] * (2 / scale), count);
    };
    reflect(r, columns);
    reflect(q, rows);
    for (int64_t i = k + 1; i < rows; ++i) r[i * columns + k] = 0;
  }
}
Outputs qr_by_lapack(const Args& a, const Metas& metas, const Batch& b) {
  Tensor factors = column_copy(a.tensor(0)), q = empty_columns(metas[0], factors.dtype());
  int64_t reflections = std::min(b.rows, b.columns), shared = std::min(b.columns, q.sizes().back());
  Dims scales = factors.sizes();
  scales.resize(scales.size() - 1);
  scales[scales.size() - 1] = reflections;
  Tensor tau = empty_tensor(scales, factors.dtype());
  lapack_qr(factors, tau);
  fill_tensor(q, Scalar::of(0.0));
  copy_tensor(narrow(q, -1, 0, shared), narrow(factors, -1, 0, shared));
  lapack_complete(q, tau);
  return {q, column_copy(call1(op_triu, {narrow(factors, -2, 0, metas[1].sizes[metas[1].sizes.size() - 2]), 0}))};
}
Outputs qr_kernel(const Args& a) {
  Metas metas = qr_infer(a);
  Batch b = matrices_of(a.tensor(0), "linalg.qr");
  if (has_lapack(a.tensor(0).dtype())) return qr_by_lapack(a, metas, b);
  int64_t k = metas[0].sizes.back().hint();
  Tensor work = doubles(a.tensor(0));
  Tensor q = empty_tensor(hints_of(metas[0].sizes), DType::kFloat64);
  Tensor r = empty_tensor(hints_of(metas[1].sizes), DType::kFloat64);
  std::vector<double> whole(static_cast<size_t>(b.rows * b.rows));
  for (int64_t n = 0; n < b.count; ++n) {
    double* m = work.data<double>() + n * b.rows * b.columns;
    factor_qr(m, whole.data(), b.rows, b.columns);
    for (int64_t i = 0; i < b.rows; ++i)
      for (int64_t j = 0; j < k; ++j)
        q.data<double>()[(n * b.rows + i) * k + j] = whole[static_cast<size_t>(j * b.rows + i)];
    std::copy(m, m + k * b.columns, r.data<double>() + n * k * b.columns);
  }
  return as_promised({q, r}, metas);
}
void qr_grad(GradContext& c) {
  Tensor q = c.output(0), r = c.output(1), gq = c.grad_output(0), gr = c.grad_output(1);
  if (r.size(r.rank() - 2) != r.size(r.rank() - 1))
    tensor_error(
        "linalg_qr_backward: the derivative of the QR decomposition of wide or complete matrices is not implemented",
        "NotImplementedError");
  Tensor m;
  if (gr.defined()) m = f::matmul(r, adjoint(gr));
  if (gq.defined()) {
    Tensor part = f::matmul(adjoint(gq), q);
    m = m.defined() ? f::sub(m, part) : f::neg(part);
  }
  Tensor lower = call1(op_tril, {m, 0}), strict = call1(op_tril, {m, -1});
  Tensor rhs = f::matmul(q, f::add(lower, adjoint(strict)));
  if (gq.defined()) rhs = f::add(rhs, gq);
  c.set(0, f::matmul(rhs, adjoint(call1(op_inv, {r}))));
}

// --- Symmetric eigenvalues -------------------------------------------------------------------
Metas eigh_infer(const Args& a) {
  Batch b = squares_of(a.tensor(0), "linalg.eigh");
  return {matrices(a.tensor(0), b, {b.rows}), in_columns(matrices(a.tensor(0), b, {b.rows, b.rows}))};
}
Outputs eigh_kernel(const Args& a) {
  Metas metas = eigh_infer(a);
  Batch b = squares_of(a.tensor(0), "linalg.eigh");
  bool upper = a.text_or(1, "L") == "U";
  int64_t n = b.rows;
  if (has_lapack(a.tensor(0).dtype())) {
    Tensor found = column_copy(a.tensor(0)), l = empty_for(metas[0]);
    check_converged(lapack_eigen(found, l, a.boolean_or(2, true), upper), "linalg.eigh", "eigenvalues", b);
    return {l, found};
  }
  Tensor work = doubles(a.tensor(0));
  Tensor values = empty_tensor(hints_of(metas[0].sizes), DType::kFloat64);
  Tensor vectors = empty_tensor(hints_of(metas[1].sizes), DType::kFloat64);
  std::vector<double> v(static_cast<size_t>(n * n)), l(static_cast<size_t>(n));
  std::vector<int64_t> order(static_cast<size_t>(n));
  for (int64_t k = 0; k < b.count; ++k) {
    double* m = work.data<double>() + k * n * n;
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < i; ++j) (upper ? m[i * n + j] : m[j * n + i]) = upper ? m[j * n + i] : m[i * n + j];
    symmetric_eigen(m, l.data(), v.data(), n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int64_t i, int64_t j) { return l[static_cast<size_t>(i)] < l[static_cast<size_t>(j)]; });
    for (int64_t j = 0; j < n; ++j) {
      int64_t from = order[static_cast<size_t>(j)];
      values.data<double>()[k * n + j] = l[static_cast<size_t>(from)];
      // A sign of our choice: the last component is positive.
      double sign = n > 0 && v[static_cast<size_t>(from * n + n - 1)] < 0 ? -1 : 1;
      for (int64_t i = 0; i < n; ++i)
        vectors.data<double>()[(k * n + i) * n + j] = sign * v[static_cast<size_t>(from * n + i)];
    }
  }
  return as_promised({values, vectors}, metas);
}
// x / (l_j - l_i) off the diagonal, 0 on it.
Tensor over_differences(const Tensor& x, const Tensor& l) {
  Tensor gaps = f::sub(f::unsqueeze(l, -2), f::unsqueeze(l, -1));
  Tensor on_diagonal = f::ne(diagonal_matrix(f::ones_like(l)), 0);
  return f::masked_fill(f::div(x, f::masked_fill(gaps, on_diagonal, 1)), on_diagonal, 0);
}
void eigh_grad(GradContext& c) {
  Tensor l = c.output(0), v = c.output(1), inner;
  if (c.grad_output(0).defined()) inner = diagonal_matrix(c.grad_output(0));
  if (c.grad_output(1).defined()) {
    Tensor part = over_differences(f::matmul(adjoint(v), c.grad_output(1)), l);
    inner = inner.defined() ? f::add(inner, part) : part;
  }
  // One triangle stands for both: each element has half of the pair's gradient.
  Tensor whole = f::matmul(v, f::matmul(inner, adjoint(v)));
  c.set(0, f::mul(f::add(whole, adjoint(whole)), 0.5));
}

// --- Singular values -------------------------------------------------------------------------
Metas svd_infer(const Args& a) {
  Batch b = matrices_of(a.tensor(0), "linalg.svd");
  int64_t k = std::min(b.rows, b.columns);
  bool full = a.boolean_or(1, false);
  return {in_columns(matrices(a.tensor(0), b, {b.rows, full ? b.rows : k})), matrices(a.tensor(0), b, {k}),
          in_columns(matrices(a.tensor(0), b, {full ? b.columns : k, b.columns}))};
}
// One-sided Jacobi on the columns of a matrix (rows >= columns), which lie as rows of a: they
// become the columns of U times the singular values.
void jacobi_singular(double* a, double* v, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < columns * columns; ++i) v[i] = i / columns == i % columns;
  double orthogonal = 1e-16 * std::sqrt(static_cast<double>(std::max<int64_t>(rows, 1)));
  for (int sweep = 0; sweep < 60; ++sweep) {
    bool turned = false;
    for (int64_t p = 0; p < columns; ++p)
      for (int64_t q = p + 1; q < columns; ++q) {
        double *left = a + p * rows, *right = a + q * rows;
        double alpha = dot_rows(left, left, rows), beta = dot_rows(right, right, rows),
               gamma = dot_rows(left, right, rows);
        if (std::abs(gamma) <= orthogonal * std::sqrt(alpha * beta) || gamma == 0) continue;
        turned = true;
        double zeta = (beta - alpha) / (2 * gamma);
        double t = std::copysign(1.0, zeta) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
        double c = 1 / std::sqrt(1 + t * t), s = c * t;
        turn_rows(left, right, c, s, rows);
        turn_rows(v + p * columns, v + q * columns, c, s, columns);
      }
    if (!turned) return;
  }
}
// Completes columns of zeros (singular values of 0) to an orthonormal set.
void complete_columns(double* u, int64_t rows, int64_t columns, const std::vector<bool>& missing) {
  for (int64_t j = 0; j < columns; ++j) {
    if (!missing[static_cast<size_t>(j)]) continue;
    for (int64_t unit = 0; unit < rows; ++unit) {
      std::vector<double> w(static_cast<size_t>(rows), 0.0);
      w[static_cast<size_t>(unit)] = 1;
      for (int pass = 0; pass < 2; ++pass)
        for (int64_t k = 0; k < columns; ++k) {
          if (k > j && missing[static_cast<size_t>(k)]) continue;
          if (k == j) continue;
          double dot = 0;
          for (int64_t i = 0; i < rows; ++i) dot += w[static_cast<size_t>(i)] * u[i * columns + k];
          for (int64_t i = 0; i < rows; ++i) w[static_cast<size_t>(i)] -= dot * u[i * columns + k];
        }
      double norm = 0;
      for (double x : w) norm += x * x;
      if (norm < 1e-3) continue;
      for (int64_t i = 0; i < rows; ++i) u[i * columns + j] = w[static_cast<size_t>(i)] / std::sqrt(norm);
      break;
    }
  }
}
// The columns of thin orthonormal factors and as many more as make them square.
Tensor completed(const Tensor& thin) {
  Tensor whole = call(op_qr_reduced, {thin, true})[0];
  int64_t k = thin.sizes().back();
  return call1(op_cat, {TensorList{thin, narrow(whole, -1, k, whole.sizes().back() - k)}, -1});
}
Outputs svd_kernel(const Args& a) {
  Metas metas = svd_infer(a);
  Batch b = matrices_of(a.tensor(0), "linalg.svd");
  bool full = a.boolean_or(1, false);
  if (has_lapack(a.tensor(0).dtype())) {
    Tensor work = column_copy(a.tensor(0)), u = empty_columns(metas[0], work.dtype()), s = empty_for(metas[1]),
           vh = empty_columns(metas[2], work.dtype());
    char how = !a.boolean_or(2, true) ? 'N' : full ? 'A' : 'S';
    if (work.numel() == 0)
      for (const Tensor* t : {&u, &vh})
        copy_tensor(*t, call1(op_eye, {t->size(t->rank() - 2), t->sizes().back(), t->dtype(), t->device()}));
    check_converged(lapack_singular(work, u, s, vh, how), "linalg.svd", "singular values", b);
    return {u, s, vh};
  }
  bool wide = b.rows < b.columns;
  int64_t rows = std::max(b.rows, b.columns), k = std::min(b.rows, b.columns);
  Tensor work = doubles(wide ? a.tensor(0) : adjoint(a.tensor(0)));
  Metas thin = svd_infer(Args{a.tensor(0)});
  Tensor u = empty_tensor(hints_of(thin[0].sizes), DType::kFloat64);
  Tensor s = empty_tensor(hints_of(thin[1].sizes), DType::kFloat64);
  Tensor vh = empty_tensor(hints_of(thin[2].sizes), DType::kFloat64);
  std::vector<double> v(static_cast<size_t>(k * k)), norms(static_cast<size_t>(k)), left(static_cast<size_t>(rows * k)),
      right(static_cast<size_t>(k * k));
  std::vector<int64_t> order(static_cast<size_t>(k));
  for (int64_t n = 0; n < b.count; ++n) {
    double* m = work.data<double>() + n * rows * k;
    if (!std::all_of(m, m + rows * k, [](double x) { return std::isfinite(x); }))
      check_converged({-1}, "linalg.svd", "singular values", b);
    jacobi_singular(m, v.data(), rows, k);
    for (int64_t j = 0; j < k; ++j) {
      norms[static_cast<size_t>(j)] = std::sqrt(dot_rows(m + j * rows, m + j * rows, rows));
    }
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t i, int64_t j) {
      return norms[static_cast<size_t>(i)] > norms[static_cast<size_t>(j)];
    });
    std::vector<bool> missing(static_cast<size_t>(k));
    for (int64_t j = 0; j < k; ++j) {
      int64_t from = order[static_cast<size_t>(j)];
      double norm = norms[static_cast<size_t>(from)];
      missing[static_cast<size_t>(j)] = norm <= 1e-14 * norms[static_cast<size_t>(order[0])] || norm == 0;
      s.data<double>()[n * k + j] = norm;
      // A sign of our choice, the one that LAPACK's reflections give most often: the
      // largest component of the left vector is negative.
      double sign = 1, largest = 0;
      for (int64_t i = 0; i < rows; ++i)
        if (double x = m[from * rows + i]; std::abs(x) > largest * (1 + 1e-9))
          largest = std::abs(x), sign = x > 0 ? -1 : 1;
      for (int64_t i = 0; i < rows; ++i)
        left[static_cast<size_t>(i * k + j)] = norm > 0 ? sign * m[from * rows + i] / norm : 0;
      for (int64_t i = 0; i < k; ++i)
        right[static_cast<size_t>(i * k + j)] = sign * v[static_cast<size_t>(from * k + i)];
    }
    complete_columns(left.data(), rows, k, missing);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < k; ++j) {
        double x = left[static_cast<size_t>(i * k + j)];
        if (wide) vh.data<double>()[(n * k + j) * rows + i] = x;
        else u.data<double>()[(n * rows + i) * k + j] = x;
      }
    for (int64_t i = 0; i < k; ++i)
      for (int64_t j = 0; j < k; ++j) {
        double x = right[static_cast<size_t>(i * k + j)];
        if (wide) u.data<double>()[(n * k + i) * k + j] = x;
        else vh.data<double>()[(n * k + j) * k + i] = x;
      }
  }
  if (full && b.rows > b.columns) u = completed(u);
  if (full && b.columns > b.rows) vh = adjoint(completed(adjoint(vh)));
  return as_promised({u, s, vh}, metas);
}
void svd_grad(GradContext& c) {
  Tensor u = c.output(0), s = c.output(1), vh = c.output(2), inner;
  Tensor gu = c.grad_output(0), gs = c.grad_output(1), gvh = c.grad_output(2);
  SymInt k = sizes_of(s).back();  // what completes the factors has no part in it
  for (Tensor* t : {&u, &gu})
    if (t->defined()) *t = narrow(*t, -1, 0, k);
  for (Tensor* t : {&vh, &gvh})
    if (t->defined()) *t = narrow(*t, -2, 0, k);
  Tensor v = adjoint(vh);
  Tensor row = f::unsqueeze(s, -2), column = f::unsqueeze(s, -1), squares = f::mul(s, s);
  auto add = [](Tensor& total, const Tensor& part) { total = total.defined() ? f::add(total, part) : part; };
  auto skew = [](const Tensor& x) { return f::sub(x, adjoint(x)); };
  if (gs.defined()) add(inner, diagonal_matrix(gs));
  if (gu.defined()) add(inner, f::mul(over_differences(skew(f::matmul(adjoint(u), gu)), squares), row));
  if (gvh.defined()) add(inner, f::mul(column, over_differences(skew(f::matmul(vh, adjoint(gvh))), squares)));
  Tensor grad = f::matmul(u, f::matmul(inner, vh));
  // What lies outside the spaces of the thin factors.
  if (gu.defined()) {
    Tensor outside = f::sub(gu, f::matmul(u, f::matmul(adjoint(u), gu)));
    grad = f::add(grad, f::matmul(f::div(outside, row), vh));
  }
  if (gvh.defined()) {
    Tensor outside = f::sub(gvh, f::matmul(f::matmul(gvh, v), vh));
    grad = f::add(grad, f::matmul(u, f::div(outside, column)));
  }
  c.set(0, grad);
}

// --- LU ----------------------------------------------------------------------------------------
// In place; order[i] is the row that came to stand at i. Returns the sign of the exchanges.
double factor_lu(double* a, int64_t rows, int64_t columns, std::vector<int64_t>& order) {
  double sign = 1;
  std::iota(order.begin(), order.end(), 0);
  for (int64_t k = 0; k < std::min(rows, columns); ++k) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < rows; ++i)
      if (std::abs(a[i * columns + k]) > std::abs(a[pivot * columns + k])) pivot = i;
    if (a[pivot * columns + k] == 0) continue;
    if (pivot != k) {
      std::swap_ranges(a + k * columns, a + (k + 1) * columns, a + pivot * columns);
      std::swap(order[static_cast<size_t>(k)], order[static_cast<size_t>(pivot)]);
      sign = -sign;
    }
    for (int64_t i = k + 1; i < rows; ++i) {
      double factor = a[i * columns + k] /= a[k * columns + k];
      for (int64_t j = k + 1; j < columns; ++j) a[i * columns + j] -= factor * a[k * columns + j];
    }
  }
  return sign;
}
Metas slogdet_infer(const Args& a) {
  Batch b = squares_of(a.tensor(0), "linalg.slogdet");
  return {matrices(a.tensor(0), b, {}), matrices(a.tensor(0), b, {})};
}
double sign_of_pivots(const double* pivots, int64_t n, int64_t step) {
  double sign = 1;
  for (int64_t i = 0; i < n; ++i) sign *= pivots[i * step] > 0 ? 1 : pivots[i * step] < 0 ? -1 : pivots[i * step];
  return sign;
}
Outputs slogdet_by_lapack(const Tensor& a, const Metas& metas) {
  LuFactors factors = lu_factors_for_determinant(a);
  std::vector<int> exchanges = exchange_signs(factors);
  Tensor diagonal = contiguous_copy(call1(op_diagonal, {factors.lu, 0, -2, -1}));
  Tensor signs = empty_tensor(hints_of(metas[0].sizes), DType::kFloat64), pivots = doubles(diagonal);
  int64_t n = a.sizes().back();
  for (int64_t k = 0; k < signs.numel(); ++k) {
    signs.data<double>()[k] = sign_of_pivots(pivots.data<double>() + k * n, n, 1) * exchanges[static_cast<size_t>(k)];
  }
  return {as_dtype(signs, a.dtype()), call1(op_sum_dim, {f::log(f::abs(diagonal)), IntList{-1}, false, Arg()})};
}
Outputs slogdet_kernel(const Args& a) {
  Metas metas = slogdet_infer(a);
  Batch b = squares_of(a.tensor(0), "linalg.slogdet");
  if (has_lapack(a.tensor(0).dtype())) return slogdet_by_lapack(a.tensor(0), metas);
  Tensor work = doubles(a.tensor(0));
  Tensor signs = empty_tensor(hints_of(metas[0].sizes), DType::kFloat64),
         logs = empty_tensor(signs.sizes(), DType::kFloat64);
  std::vector<int64_t> order(static_cast<size_t>(b.rows));
  for (int64_t k = 0; k < b.count; ++k) {
    double* m = work.data<double>() + k * b.rows * b.rows;
    double exchanges = factor_lu(m, b.rows, b.rows, order), log = 0;
    for (int64_t i = 0; i < b.rows; ++i) log += std::log(std::abs(m[i * b.rows + i]));
    signs.data<double>()[k] = sign_of_pivots(m, b.rows, b.rows + 1) * exchanges;
    logs.data<double>()[k] = log;
  }
  return as_promised({signs, logs}, metas);
}
// Factors and LAPACK's pivots, counted from 1.
Metas lu_infer(const Args& a) {
  Batch b = matrices_of(a.tensor(0), "torch.linalg.lu_factor");
  return {in_columns(matrices(a.tensor(0), b, {b.rows, b.columns})),
          matrices(a.tensor(0), b, {std::min(b.rows, b.columns)}, DType::kInt32)};
}
Outputs lu_kernel(const Args& a) {
  Metas metas = lu_infer(a);
  Batch b = matrices_of(a.tensor(0), "torch.linalg.lu_factor");
  if (has_lapack(a.tensor(0).dtype())) {
    LuFactors factors = lu_factors(column_copy(a.tensor(0)));
    return {factors.lu, factors.pivots};
  }
  int64_t k = std::min(b.rows, b.columns);
  Tensor work = doubles(a.tensor(0));
  Tensor pivots = empty_tensor(hints_of(metas[1].sizes), DType::kInt32);
  std::vector<int64_t> order(static_cast<size_t>(b.rows)), at(static_cast<size_t>(b.rows));
  for (int64_t n = 0; n < b.count; ++n) {
    factor_lu(work.data<double>() + n * b.rows * b.columns, b.rows, b.columns, order);
    std::iota(at.begin(), at.end(), 0);
    for (int64_t i = 0; i < k; ++i) {
      int64_t j = std::find(at.begin() + i, at.end(), order[static_cast<size_t>(i)]) - at.begin();
      std::swap(at[static_cast<size_t>(i)], at[static_cast<size_t>(j)]);
      pivots.data<int32_t>()[n * k + i] = static_cast<int32_t>(j + 1);
    }
  }
  return as_promised({work, pivots}, metas);
}

Tensor tall() { return tensor_of(Dims{3, 2}, DType::kFloat64, std::vector<double>{2, 0.3, -0.5, 0.4, 1.7, 0.2}); }
Tensor symmetric() {
  return tensor_of(Dims{3, 3}, DType::kFloat64, std::vector<double>{2, 0.3, -0.5, 0.3, 1.2, 0.2, -0.5, 0.2, 0.4});
}

}  // namespace

constinit const OpDef op_qr_reduced = define({
    .name = "linalg__qr",
    .signature = "linalg__qr(Tensor A, bool complete=False) -> (Tensor Q, Tensor R)",
    .doc = "Orthogonal times upper triangular factor of matrices.",
    .traits = kLinalg,
    .samples =
        [] {
          return std::vector<Sample>{{Args{tall(), false}}};
        },
    .infer = qr_infer,
    .kernel = qr_kernel,
    .grad = qr_grad,
    .grad_name = "LinalgQrBackward0",
    .saves_outputs = 3,
    .lower = extern_lower,
});
constinit const OpDef op_eigh = define({
    .name = "linalg__eigh",
    .signature =
        "linalg__eigh(Tensor A, str UPLO='L', bool compute_v=True) -> (Tensor eigenvalues, Tensor eigenvectors)",
    .doc = "Ascending eigenvalues of symmetric matrices and their vectors, as columns.",
    .traits = kLinalg,
    .samples =
        [] {
          // The gradient is that of symmetric changes, which differences of single elements are not:
          // float32 keeps the tests from taking them; programs check it.
          return std::vector<Sample>{{Args{as_dtype(symmetric(), DType::kFloat32), "L", true}}};
        },
    .infer = eigh_infer,
    .kernel = eigh_kernel,
    .grad = eigh_grad,
    .grad_name = "LinalgEighBackward0",
    .saves_outputs = 3,
    .lower = extern_lower,
});
constinit const OpDef op_svd_reduced = define({
    .name = "linalg__svd",
    .signature =
        "linalg__svd(Tensor A, bool full_matrices=False, bool compute_uv=True) -> (Tensor U, Tensor S, Tensor Vh)",
    .doc = "Singular value decomposition, largest values first.",
    .traits = kLinalg,
    .samples =
        [] {
          return std::vector<Sample>{{Args{tall(), false, true}}};
        },
    .infer = svd_infer,
    .kernel = svd_kernel,
    .grad = svd_grad,
    .grad_name = "LinalgSvdBackward0",
    .saves_outputs = 7,
    .lower = extern_lower,
});
constinit const OpDef op_slogdet = define({
    .name = "linalg_slogdet",
    .signature = "linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)",
    .doc = "The sign of the determinant and the logarithm of its absolute value.",
    .traits = kLinalg,
    .samples = [] { return std::vector<Sample>{{Args{symmetric()}}}; },
    .infer = slogdet_infer,
    .kernel = slogdet_kernel,
    .grad =
        [](GradContext& c) {
          if (c.grad_output(1).defined()) c.set(0, determinant_gradient(c.input(0), c.grad_output(1)));
        },
    .grad_name = "LinalgSlogdetBackward0",
    .saves_inputs = 1,
    .lower = extern_lower,
});
constinit const OpDef op_lu_factors = define({
    .name = "linalg__lu",
    .signature = "linalg__lu(Tensor A) -> (Tensor LU, Tensor pivots)",
    .doc = "LU factors in one matrix, with row exchanges.",
    .traits = kLinalg,
    .samples = [] { return std::vector<Sample>{{Args{symmetric()}}}; },
    .infer = lu_infer,
    .kernel = lu_kernel,
    .no_grad = "the derivative of the LU factors is not implemented",
    .lower = extern_lower,
});

VT_OPS(matrix_factors, &op_qr_reduced, &op_eigh, &op_svd_reduced, &op_slogdet, &op_lu_factors)

}  // namespace vt
