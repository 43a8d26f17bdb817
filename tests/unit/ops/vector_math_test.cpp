// The vectorised functions against double precision, and at the values where formulas break.
#include "ops/kernels/vector_math.h"

#include <cmath>
#include <limits>
#include <vector>

#include "catch.h"
#include "ops/kernels/row_sums.h"
#include "ops/kernels/vector_rows.h"

namespace vt {
namespace {

std::vector<float> run(loop::ScalarOp op, const std::vector<float>& x) {
  EvaluateStep step = vector_float_loops(op).step;
  if (!step) return {};  // no fused multiply-add here: the plain loops are used
  std::vector<float> out(x.size());
  step(reinterpret_cast<std::byte*>(out.data()), reinterpret_cast<const std::byte*>(x.data()), nullptr, nullptr,
       static_cast<int64_t>(x.size()));
  return out;
}

void check_accuracy(loop::ScalarOp op, double (*exact)(double), float low, float high, double most_ulps) {
  std::vector<float> x;
  for (int i = 0; i <= 20000; ++i) x.push_back(low + (high - low) * static_cast<float>(i) / 20000);
  std::vector<float> y = run(op, x);
  double worst = 0;
  for (size_t i = 0; i < y.size(); ++i) {
    double wanted = exact(static_cast<double>(x[i]));
    float nearest = std::fabs(static_cast<float>(wanted));
    double ulp = static_cast<double>(std::nextafter(nearest, HUGE_VALF)) - static_cast<double>(nearest);
    worst = std::max(worst, std::fabs(static_cast<double>(y[i]) - wanted) / ulp);
  }
  CHECK(worst <= most_ulps);
}

}  // namespace

TEST_CASE("vector functions are within two units in the last place", "[ops]") {
  check_accuracy(
      loop::ScalarOp::kExp, [](double x) { return std::exp(x); }, -103, 88, 1.1);
  check_accuracy(
      loop::ScalarOp::kTanh, [](double x) { return std::tanh(x); }, -12, 12, 1.5);
  check_accuracy(
      loop::ScalarOp::kSigmoid, [](double x) { return 1 / (1 + std::exp(-x)); }, -15, 15, 2.6);
}

TEST_CASE("erf is PyTorch's approximation to the bit", "[ops]") {
  std::vector<float> x = {1e-5f, 1e-3f, 0.1f, 0.5f, 0.7f, 1, 2, 3};
  std::vector<float> y = run(loop::ScalarOp::kErf, x);
  if (y.empty()) SKIP("no fused multiply-add on this machine");
  // Printed by PyTorch 2.14.
  CHECK(y == std::vector<float>{1.1086438462371007e-05f, 0.0011284106876701117f, 0.11246297508478165f,
                                0.520500123500824f, 0.6778011322021484f, 0.8427006602287292f, 0.9953221678733826f,
                                0.9999778866767883f});
}

TEST_CASE("one plus erf has the rounding of erf near -1, and no other error to speak of", "[ops]") {
  EvaluateStep step = vector_composites().one_plus_erf;
  if (!step) SKIP("no fused multiply-add on this machine");
  std::vector<float> x = {0.0f, -0.0f, -4.5f, 4.5f, -INFINITY, INFINITY, std::numeric_limits<float>::quiet_NaN()};
  for (int i = 0; i <= 20000; ++i) x.push_back(-5 + static_cast<float>(i) / 2000);
  std::vector<float> y(x.size());
  step(reinterpret_cast<std::byte*>(y.data()), reinterpret_cast<const std::byte*>(x.data()), nullptr, nullptr,
       static_cast<int64_t>(x.size()));
  CHECK((y[0] == 1 && y[1] == 1 && y[2] == 0 && y[3] == 2 && y[4] == 0 && y[5] == 2 && std::isnan(y[6])));
  double worst = 0;
  for (size_t i = 7; i < x.size(); ++i)
    worst = std::max(worst, std::fabs(1 + std::erf(static_cast<double>(x[i])) - static_cast<double>(y[i])));
  CHECK(worst <= 1.3e-7);
}

TEST_CASE("vector functions keep infinities, NaN and signed zeros", "[ops]") {
  float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> y = run(loop::ScalarOp::kExp, {0.0f, inf, -inf, 100.0f, -120.0f, nan});
  if (y.empty()) SKIP("no fused multiply-add on this machine");
  CHECK((y[0] == 1 && y[1] == inf && y[2] == 0 && y[3] == inf && y[4] == 0 && std::isnan(y[5])));
  y = run(loop::ScalarOp::kTanh, {-0.0f, inf, -inf, nan});
  CHECK((y[0] == 0 && std::signbit(y[0]) && y[1] == 1 && y[2] == -1 && std::isnan(y[3])));
  y = run(loop::ScalarOp::kErf, {-0.0f, inf, -inf, nan});
  CHECK((y[0] == 0 && std::signbit(y[0]) && y[1] == 1 && y[2] == -1 && std::isnan(y[3])));
}

TEST_CASE("rows have their maximum, sum of powers and moments", "[ops]") {
  std::vector<float> x, out(1500);
  for (int i = 0; i < 1500; ++i) x.push_back(static_cast<float>(i % 7) - 3);
  CHECK(row_max(x.data(), 1500) == 3);
  double wanted = 0, mean = 0, squares = 0;
  for (float v : x) wanted += std::exp(static_cast<double>(v) - 3), mean += static_cast<double>(v) / 1500;
  for (float v : x) squares += (static_cast<double>(v) - mean) * (static_cast<double>(v) - mean) / 1500;
  CHECK(std::fabs(exp_row(x.data(), 3, out.data(), 1500) - wanted) < 1e-3);
  RowMoments moments = row_moments(x.data(), 1500);
  CHECK((std::fabs(moments.mean - mean) < 1e-6 && std::fabs(moments.variance - squares) < 1e-5));
  x[700] = std::numeric_limits<float>::quiet_NaN();
  CHECK(std::isnan(row_max(x.data(), 1500)));
}

}  // namespace vt
