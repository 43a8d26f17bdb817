// The shared kernels against plain loops over every element.
#include <cmath>

#include "catch.h"
#include "ops/kernels/conv.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/gather.h"
#include "ops/kernels/matmul.h"
#include "ops/kernels/reduce.h"
#include "tensor/random.h"

using namespace vt;

namespace {

Tensor random_tensor(std::initializer_list<int64_t> sizes, DType dtype = DType::kFloat32) {
  static Generator generator(3);
  Tensor t = empty_tensor(Dims(sizes), dtype);
  if (is_floating(dtype)) fill_normal(t, 0, 1, generator);
  else fill_random_int(t, -5, 6, generator);
  return t;
}
Tensor transposed(const Tensor& t, int a, int b) {
  Dims sizes = t.sizes(), strides = t.strides();
  std::swap(sizes[a], sizes[b]);
  std::swap(strides[a], strides[b]);
  return view_of(t, sizes, strides, t.impl()->offset);
}

template <class F>
void for_each_index(const Dims& sizes, const F& f) {
  Dims index;
  index.resize(sizes.size());
  int64_t count = element_count(sizes);
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i;
    for (int axis = sizes.size() - 1; axis >= 0; --axis) {
      index[axis] = rest % sizes[axis];
      rest /= sizes[axis];
    }
    f(index);
  }
}

// Sums over `axes` in double.
Tensor slow_sum(const Tensor& in, std::vector<int> axes) {
  Dims sizes = in.sizes();
  for (int axis : axes) sizes[axis] = 1;
  Tensor out = empty_tensor(sizes, DType::kFloat64);
  fill_tensor(out, Scalar::of(0.0));
  for_each_index(in.sizes(), [&](const Dims& index) {
    int64_t at = 0;
    for (int axis = 0; axis < in.rank(); ++axis) {
      bool reduced = std::find(axes.begin(), axes.end(), axis) != axes.end();
      at += (reduced ? 0 : index[axis]) * out.strides()[axis];
    }
    out.data<double>()[at] += read_element(in, index);
  });
  return out;
}

void check_close(const Tensor& a, const Tensor& b, double tolerance = 1e-4) {
  REQUIRE(a.sizes() == b.sizes());
  for_each_index(a.sizes(), [&](const Dims& index) {
    double x = read_element(a, index), y = read_element(b, index);
    if (std::abs(x - y) > tolerance * (1 + std::abs(y))) FAIL("differs: " << x << " and " << y);
  });
}

}  // namespace

TEST_CASE("sums over any axes of any layout agree with plain loops", "[ops]") {
  Tensor base = random_tensor({5, 7, 37, 9});
  for (Tensor in : {base, transposed(base, 0, 3), transposed(base, 1, 2)}) {
    for (std::vector<int> axes :
         std::vector<std::vector<int>>{{0}, {1}, {2}, {3}, {0, 2}, {1, 3}, {2, 3}, {0, 1}, {0, 1, 2, 3}}) {
      Tensor expected = slow_sum(in, axes);
      Tensor out = empty_tensor(expected.sizes(), DType::kFloat32);
      reduce_into(Reduce::kSum, out, in, axes);
      check_close(out, expected);
    }
  }
}

TEST_CASE("a long sum is exact to the last digits", "[ops]") {
  int64_t n = 1 << 20;
  Tensor t = empty_tensor({&n, 1}, DType::kFloat32);
  fill_tensor(t, Scalar::of(0.1));
  Tensor out = empty_tensor({}, DType::kFloat32);
  int axis = 0;
  reduce_into(Reduce::kSum, out, t, {&axis, 1});
  CHECK(out.data<float>()[0] == Catch::Approx(104857.6).epsilon(2e-7));
}

TEST_CASE("extremes, products, any and all reduce", "[ops]") {
  Tensor t = tensor_of(Dims{2, 3}, DType::kFloat32, std::vector<double>{1, -2, 3, 0, 5, 4});
  Tensor out = empty_tensor(Dims{2}, DType::kFloat32), index = empty_tensor(Dims{2}, DType::kInt64),
         flag = empty_tensor(Dims{3}, DType::kBool);
  int axis = 1, first = 0;
  reduce_into(Reduce::kMax, out, t, {&axis, 1});
  CHECK(out.data<float>()[1] == 5);
  reduce_into(Reduce::kProd, out, t, {&axis, 1});
  CHECK(out.data<float>()[0] == -6);
  reduce_extreme(false, out, index, t, 1);
  CHECK(index.data<int64_t>()[0] == 1);
  CHECK(out.data<float>()[1] == 0);
  reduce_into(Reduce::kAll, flag, t, {&first, 1});
  CHECK_FALSE(flag.data<bool>()[0]);
  CHECK(flag.data<bool>()[1]);
  t.data<float>()[4] = NAN;
  reduce_into(Reduce::kMax, out, t, {&axis, 1});
  CHECK(std::isnan(out.data<float>()[1]));
  Tensor variance = empty_tensor(Dims{2}, DType::kFloat32);
  reduce_variance(variance, Tensor(), t, {&axis, 1}, 1, false);
  CHECK(variance.data<float>()[0] == Catch::Approx(6.3333333));
}

TEST_CASE("running sums and extremes scan along an axis", "[ops]") {
  Tensor t = tensor_of(Dims{2, 3}, DType::kInt32, std::vector<double>{1, -2, 3, 0, 5, 4});
  Tensor out = empty_tensor(Dims{2, 3}, DType::kInt64), index = empty_tensor(Dims{2, 3}, DType::kInt64);
  scan_into(Scan::kSum, out, Tensor(), t, 1);
  CHECK(out.data<int64_t>()[5] == 9);
  scan_into(Scan::kMax, out, index, t, 0);
  CHECK(out.data<int64_t>()[4] == 5);
  CHECK(index.data<int64_t>()[3] == 0);
}

TEST_CASE("products agree with plain loops for all layouts and sizes", "[ops]") {
  for (int64_t size : {1, 3, 17, 70}) {
    for (DType dtype : {DType::kFloat32, DType::kFloat64, DType::kInt64}) {
      for (int flip = 0; flip < 4; ++flip) {
        Tensor a = random_tensor({size, size + 2}, dtype), b = random_tensor({size + 2, 2 * size + 1}, dtype);
        if (flip & 1) a = transposed(contiguous_copy(transposed(a, 0, 1)), 0, 1);
        if (flip & 2) b = transposed(contiguous_copy(transposed(b, 0, 1)), 0, 1);
        Tensor out = empty_tensor(Dims{size, 2 * size + 1}, dtype),
               expected = empty_tensor(out.sizes(), DType::kFloat64);
        for_each_index(out.sizes(), [&](const Dims& at) {
          double sum = 0;
          for (int64_t p = 0; p < size + 2; ++p)
            sum += read_element(a, Dims{at[0], p}) * read_element(b, Dims{p, at[1]});
          expected.data<double>()[at[0] * (2 * size + 1) + at[1]] = sum;
        });
        matmul_into(out, a, b);
        check_close(out, expected);
      }
    }
  }
}

TEST_CASE("batches of products broadcast", "[ops]") {
  Tensor a = random_tensor({3, 1, 4, 5}), b = random_tensor({2, 5, 6});
  Tensor out = empty_tensor(Dims{3, 2, 4, 6}, DType::kFloat32);
  matmul_into(out, a, b);
  double sum = 0;
  for (int64_t p = 0; p < 5; ++p) sum += read_element(a, Dims{2, 0, 3, p}) * read_element(b, Dims{1, p, 5});
  CHECK(read_element(out, Dims{2, 1, 3, 5}) == Catch::Approx(sum).epsilon(1e-5));
}

TEST_CASE("convolutions agree with their definition", "[ops]") {
  ConvGeometry geometry;
  geometry.stride = {2, 1, 1};
  geometry.padding = {1, 2, 0};
  geometry.dilation = {1, 2, 1};
  geometry.groups = 2;
  Tensor x = random_tensor({2, 4, 7, 8}, DType::kFloat64), w = random_tensor({6, 2, 3, 2}, DType::kFloat64),
         bias = random_tensor({6}, DType::kFloat64);
  Tensor out = empty_tensor(Dims{2, 6, 4, 10}, DType::kFloat64), expected = empty_tensor(out.sizes(), DType::kFloat64);
  for_each_index(out.sizes(), [&](const Dims& at) {
    double sum = read_element(bias, Dims{at[1]});
    for_each_index(Dims{2, 3, 2}, [&](const Dims& k) {
      int64_t h = at[2] * 2 - 1 + k[1], v = at[3] - 2 + k[2] * 2;
      if (h < 0 || h >= 7 || v < 0 || v >= 8) return;
      sum += read_element(x, Dims{at[0], at[1] / 3 * 2 + k[0], h, v}) * read_element(w, Dims{at[1], k[0], k[1], k[2]});
    });
    expected.data<double>()[((at[0] * 6 + at[1]) * 4 + at[2]) * 10 + at[3]] = sum;
  });
  conv_forward(out, x, w, bias, geometry);
  check_close(out, expected, 1e-10);

  // <grad_out, conv(x)> has both gradients as adjoints.
  Tensor grad = random_tensor({2, 6, 4, 10}, DType::kFloat64), grad_x = empty_tensor(x.sizes(), DType::kFloat64),
         grad_w = empty_tensor(w.sizes(), DType::kFloat64);
  conv_forward(out, x, w, Tensor(), geometry);
  conv_backward_input(grad_x, grad, w, geometry);
  conv_backward_weight(grad_w, grad, x, geometry);
  auto dot = [](const Tensor& a, const Tensor& b) {
    double sum = 0;
    for (int64_t i = 0; i < a.numel(); ++i) sum += a.data<double>()[i] * b.data<double>()[i];
    return sum;
  };
  CHECK(dot(grad, out) == Catch::Approx(dot(grad_x, x)).epsilon(1e-10));
  CHECK(dot(grad, out) == Catch::Approx(dot(grad_w, w)).epsilon(1e-10));
}

TEST_CASE("copies broadcast, cast and transpose", "[ops]") {
  Tensor from = random_tensor({33, 50}), to = empty_tensor(Dims{50, 33}, DType::kFloat32);
  copy_tensor(to, transposed(from, 0, 1));
  CHECK(read_element(to, Dims{49, 32}) == read_element(from, Dims{32, 49}));
  CHECK(read_element(to, Dims{7, 20}) == read_element(from, Dims{20, 7}));
  Tensor wide = empty_tensor(Dims{4, 33, 50}, DType::kInt32);
  copy_tensor(wide, from);
  CHECK(read_element_int(wide, Dims{3, 32, 49}) == static_cast<int64_t>(read_element(from, Dims{32, 49})));
}

TEST_CASE("advanced indexing puts index axes where PyTorch puts them", "[ops]") {
  Tensor in = random_tensor({4, 5, 6});
  Tensor rows = tensor_of(Dims{2}, DType::kInt64, std::vector<double>{-1, 0}),
         columns = tensor_of(Dims{3, 1}, DType::kInt64, std::vector<double>{1, 2, 3});
  CHECK(index_result_sizes(in, {rows, Tensor(), columns}) == Dims{3, 2, 5});
  CHECK(index_result_sizes(in, {Tensor(), rows, columns}) == Dims{4, 3, 2});
  Tensor out = empty_tensor(Dims{4, 3, 2}, DType::kFloat32);
  index_into(out, in, {Tensor(), rows, columns});
  CHECK(read_element(out, Dims{1, 2, 0}) == read_element(in, Dims{1, 4, 3}));
  index_put_into(in, {rows}, tensor_of(Dims{1}, DType::kFloat32, std::vector<double>{7}), false);
  CHECK(read_element(in, Dims{3, 2, 2}) == 7);
  CHECK_THROWS_AS(index_into(out, in, {tensor_of(Dims{1}, DType::kInt64, std::vector<double>{9})}), TensorError);
}

TEST_CASE("gather, scatter and index_add move single elements", "[ops]") {
  Tensor in = tensor_of(Dims{2, 3}, DType::kFloat32, std::vector<double>{1, 2, 3, 4, 5, 6});
  Tensor index = tensor_of(Dims{2, 2}, DType::kInt64, std::vector<double>{2, 0, 1, 1});
  Tensor out = empty_tensor(Dims{2, 2}, DType::kFloat32);
  gather_into(out, in, 1, index);
  CHECK(out.data<float>()[0] == 3);
  CHECK(out.data<float>()[3] == 5);
  Tensor sums = tensor_of(Dims{2, 3}, DType::kFloat32, std::vector<double>{0, 0, 0, 0, 0, 0});
  scatter_into(sums, 1, index, out, Scatter::kAdd);
  CHECK(sums.data<float>()[4] == 10);
  index_add_into(sums, 0, tensor_of(Dims{2}, DType::kInt64, std::vector<double>{1, 1}), in);
  CHECK(sums.data<float>()[3] == 5);
}

// Fewest elements first: from a size on, panels are packed.
TEST_CASE("tiny products and packed ones agree with double precision", "[ops]") {
  for (int64_t size : {1, 2, 3, 5, 6, 9}) {
    Tensor a = transposed(random_tensor({size + 1, size}), 0, 1), b = random_tensor({size + 1, size}),
           c = random_tensor({size, size});
    for (double beta : {0.0, 1.0, 0.5}) {
      Tensor out = contiguous_copy(c);
      matmul_into(out, a, b, 2, beta);
      double worst = 0;
      for (int64_t i = 0; i < size; ++i)
        for (int64_t j = 0; j < size; ++j) {
          double sum = 0;
          for (int64_t p = 0; p <= size; ++p) sum += read_element(a, Dims{i, p}) * read_element(b, Dims{p, j});
          double wanted = beta * read_element(c, Dims{i, j}) + 2 * sum;
          worst = std::max(worst, std::fabs(read_element(out, Dims{i, j}) - wanted));
        }
      CHECK(worst < 1e-5);
    }
  }
}
