#include <cmath>

#include "catch.h"
#include "codegen/codegen.h"
#include "runtime/runtime.h"
#include "unit/runtime/nests.h"

using namespace vt;
using namespace vt::test;

namespace {
#ifdef __EMSCRIPTEN__
constexpr const char* kGenerated = "wasm";
constexpr const char* kAllGenerated[] = {"wasm"};
#else
constexpr const char* kGenerated = "cpp";
constexpr const char* kAllGenerated[] = {"cpp", "cuda-host"};
#endif

Tensor ramp(std::vector<int64_t> sizes, double low, double high) {
  Tensor t = empty_tensor(sizes, DType::kFloat32);
  int64_t n = t.numel();
  for (int64_t i = 0; i < n; ++i) {
    double u = std::fmod(i * 0.6180339887498949, 1.0);  // spread, repeatable
    t.data<float>()[i] = static_cast<float>(low + (high - low) * u);
  }
  return t;
}

Tensor run_with(const char* backend, Program program, const std::vector<Tensor>& inputs) {
  CompileTimes times;
  auto executable = find_backend(backend)->compile(std::move(program), times);
  INFO(executable->note());
  CHECK(executable->note().empty());
  std::vector<RuntimeInput> args(inputs.begin(), inputs.end());
  return executable->run(args)[0];
}

double largest_difference(const Tensor& a, const Tensor& b) {
  double worst = 0;
  for (int64_t i = 0; i < a.numel(); ++i) {
    double x = a.dtype() == DType::kInt64 ? static_cast<double>(a.data<int64_t>()[i]) : a.data<float>()[i];
    double y = b.dtype() == DType::kInt64 ? static_cast<double>(b.data<int64_t>()[i]) : b.data<float>()[i];
    if (std::isnan(x) && std::isnan(y)) continue;
    if (x == y) continue;
    worst = std::max(worst, std::fabs(x - y) / std::max(1.0, std::fabs(y)));
  }
  return worst;
}

void check_same(const Program& program, const std::vector<Tensor>& inputs, double tolerance) {
  Tensor want = run_with("interpret", program, inputs);
  for (const char* backend : kAllGenerated) {
    INFO(backend);
    CHECK(largest_difference(run_with(backend, program, inputs), want) <= tolerance);
  }
}

}  // namespace

TEST_CASE("generated code computes every float function as the interpreter does", "[codegen]") {
  struct Case {
    ScalarOp op;
    double low, high;
  };
  const Case cases[] = {{ScalarOp::kExp, -110, 92},      {ScalarOp::kExpm1, -4, 4},       {ScalarOp::kLog, -1, 50},
                        {ScalarOp::kLog1p, -0.9, 9},     {ScalarOp::kLog2, 0.01, 9},      {ScalarOp::kTanh, -6, 6},
                        {ScalarOp::kSigmoid, -30, 30},   {ScalarOp::kErf, -5, 5},         {ScalarOp::kSin, -50, 50},
                        {ScalarOp::kCos, -50, 50},       {ScalarOp::kSqrt, 0, 9},         {ScalarOp::kRsqrt, 0.1, 9},
                        {ScalarOp::kReciprocal, 0.1, 9}, {ScalarOp::kFloor, -5, 5},       {ScalarOp::kRound, -5, 5},
                        {ScalarOp::kAbs, -5, 5},         {ScalarOp::kSign, -5, 5},        {ScalarOp::kNeg, -5, 5},
                        {ScalarOp::kTan, -1, 1},         {ScalarOp::kAtan, -5, 5},        {ScalarOp::kErfc, -2, 2},
                        {ScalarOp::kLgamma, 0.1, 9},     {ScalarOp::kErfinv, -0.99, 0.99}};
  for (const Case& c : cases) {
#ifdef __EMSCRIPTEN__
    if (c.op == ScalarOp::kErfinv) continue;  // the interpreter's: docs/gaps.md
#endif
    INFO(loop::scalar_op_info(c.op).name);
    check_same(program_of(unary_nest(c.op, 1003), {1003}, {{1003}}), {ramp({1003}, c.low, c.high)}, 2e-6);
  }
  for (int64_t n : {16384, 16385, 50001})  // in pieces, where the generator makes them
    check_same(program_of(unary_nest(ScalarOp::kExp, n), {n}, {{n}}), {ramp({n}, -5, 5)}, 2e-6);
  check_same(program_of(softmax_nest(301, 100), {301, 100}, {{301, 100}}), {ramp({301, 100}, -40, 40)}, 2e-6);
  for (int64_t columns : {1000, 1003})
    check_same(program_of(column_nest(23, columns), {2, columns}, {{23, columns}}), {ramp({23, columns}, -4, 4)}, 1e-5);
}

TEST_CASE("tanh and erf end at exactly one and keep NaN, infinity and the sign of zero", "[codegen]") {
  const float values[] = {-INFINITY, -1e30f, -9.3f, -4.2f, -0.0f, 0.0f, 4.2f, 9.3f, 1e30f, INFINITY, NAN, 1e-20f};
  constexpr int64_t kCount = sizeof(values) / sizeof(values[0]);
  Tensor x = ramp({kCount}, 0, 1);
  std::copy(std::begin(values), std::end(values), x.data<float>());
  for (ScalarOp op : {ScalarOp::kTanh, ScalarOp::kErf}) {
    Tensor y = run_with(kGenerated, program_of(unary_nest(op, kCount), {kCount}, {{kCount}}), {x});
    const float* got = y.data<float>();
    for (int64_t i = 0; i < kCount; ++i) {
      float want = static_cast<float>(op == ScalarOp::kTanh ? std::tanh(values[i]) : std::erf(values[i]));
      INFO(loop::scalar_op_info(op).name << " of " << values[i] << " is " << got[i]);
      if (std::isnan(want)) CHECK(std::isnan(got[i]));
      else if (std::fabs(want) == 1.0f) CHECK(got[i] == want);
      else CHECK(std::fabs(got[i] - want) <= 4e-7f * std::fabs(want));
      CHECK(std::signbit(got[i]) == std::signbit(want));
    }
  }
}

TEST_CASE("one plus erf is within a unit of one's last place, and zero far below zero", "[codegen]") {
  constexpr int64_t kCount = 4099;
  LoopNest nest = make_nest("one_plus_erf", 2);
  nest.outer = {{"i0", num(kCount)}};
  ExprId x = nest.exprs.load(1, var("i0"), DType::kFloat32);
  ExprId one = nest.exprs.constant(1, DType::kFloat32);
  ExprId sum = nest.exprs.binary(ScalarOp::kAdd, nest.exprs.unary(ScalarOp::kErf, x), one);
  nest.phases = {Phase{{}, {{0, var("i0"), sum}}}};
  Tensor input = ramp({kCount}, -6, 6);
  const float edges[] = {-INFINITY, -1e30f, -5.5f, -0.0f, 0.0f, 5.5f, 1e30f, INFINITY, NAN};
  std::copy(std::begin(edges), std::end(edges), input.data<float>());
  for (const char* backend : kAllGenerated) {
    Tensor y = run_with(backend, program_of(nest, {kCount}, {{kCount}}), {input});
    double worst = 0;
    for (int64_t i = 0; i < kCount; ++i) {
      double want = 1 + std::erf(static_cast<double>(input.data<float>()[i]));
      if (!std::isnan(want)) worst = std::max(worst, std::fabs(y.data<float>()[i] - want));
    }
    INFO(backend << " is off by " << worst);
    CHECK(worst <= 2.4e-7);
    const float* got = y.data<float>();
    CHECK((got[0] == 0 && got[1] == 0 && got[2] == 0 && got[3] == 1 && got[4] == 1));
    CHECK((got[5] == 2 && got[6] == 2 && got[7] == 2 && std::isnan(got[8])));
  }
}

TEST_CASE("a division by a known number is exact", "[codegen]") {
  for (double divisor : {3.0, -7.0, 16383.0, 8.0, 1e-3, 1e-35}) {
    LoopNest nest = make_nest("quotient", 2);
    nest.outer = {{"i0", num(1003)}};
    ExprId x = nest.exprs.load(1, var("i0"), DType::kFloat32);
    ExprId by = nest.exprs.constant(divisor, DType::kFloat32);
    nest.phases = {Phase{{}, {{0, var("i0"), nest.exprs.binary(ScalarOp::kDiv, x, by)}}}};
    Tensor input = ramp({1003}, -40, 40);
    input.data<float>()[0] = INFINITY;
    input.data<float>()[1] = -3e38f;
    INFO(divisor);
    check_same(program_of(nest, {1003}, {{1003}}), {input}, 0);
  }
}

TEST_CASE("generated code runs rows, columns, splits and positions", "[codegen]") {
  for (int64_t columns : {1, 7, 16, 100, 515}) {
    INFO(columns);
    check_same(program_of(softmax_nest(9, columns), {9, columns}, {{9, columns}}), {ramp({9, columns}, -40, 40)}, 2e-6);
    check_same(program_of(column_nest(23, columns), {2, columns}, {{23, columns}}), {ramp({23, columns}, -4, 4)}, 1e-5);
    check_same(program_of(argmax_nest(9, columns), {9}, {{9, columns}}, DType::kInt64), {ramp({9, columns}, -4, 4)}, 0);
  }
  for (int64_t n : {1, 5, 64, 1000, 100003}) check_same(program_of(sum_nest(n), {}, {{n}}), {ramp({n}, -1, 1)}, 1e-4);
}

TEST_CASE("a kernel made to compute something else changes the result, and launches are counted", "[runtime]") {
  Tensor x = ramp({100}, -1, 1);
  Tensor sine = run_with(kGenerated, program_of(unary_nest(ScalarOp::kSin, 100), {100}, {{100}}), {x});
  uint64_t before = launch_counters().kernels;
  Tensor cosine = run_with(kGenerated, program_of(unary_nest(ScalarOp::kCos, 100), {100}, {{100}}), {x});
  CHECK(launch_counters().kernels == before + 1);
  CHECK(largest_difference(sine, cosine) > 0.1);
}
