// How far generated code is from the true values of functions, over all of float32: every exponent, both signs,
// denormals, infinities, NaN, and where functions turn, vanish or overflow. And conversions of floats to integers.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>

#include "catch.h"
#include "loop/scalar_math.h"
#include "runtime/runtime.h"
#include "tensor/visit.h"
#include "unit/runtime/nests.h"

using namespace vt;
using namespace vt::test;

namespace {
#ifdef __EMSCRIPTEN__
constexpr const char* kBackends[] = {"interpret", "wasm"};
#else
constexpr const char* kBackends[] = {"interpret", "cpp", "cuda-host"};
#endif

using Reference = std::function<double(double, double)>;

// The error of a result is within `ulps` of float32, or within `absolute`; in CUDA kernels within `cuda_ulps`, if set.
struct Limit {
  ScalarOp op;
  Reference reference;
  double ulps;
  double absolute = 0;
  double cuda_ulps = 0;
};
#define OF(name) [](double x, double) { return std::name(x); }
const std::vector<Limit> kUnary = {
    {ScalarOp::kSin, OF(sin), 2},
    {ScalarOp::kCos, OF(cos), 2},
    {ScalarOp::kTan, OF(tan), 2},
    {ScalarOp::kExp, OF(exp), 2.5},
    {ScalarOp::kExp2, OF(exp2), 2.5},
    {ScalarOp::kExpm1, OF(expm1), 3},
    {ScalarOp::kLog, OF(log), 2},
    {ScalarOp::kLog2, OF(log2), 2},
    {ScalarOp::kLog10, OF(log10), 2},
    {ScalarOp::kLog1p, OF(log1p), 3},
    {ScalarOp::kTanh, OF(tanh), 5},
    // Below, it is zero where the result would be denormal; a GPU's fast exponential loses digits far below zero.
    {ScalarOp::kSigmoid, [](double x, double) { return 1 / (1 + std::exp(-x)); }, 4, 6e-39, 100},
    {ScalarOp::kErf, OF(erf), 7},
    {ScalarOp::kErfc, OF(erfc), 4},
#ifndef __EMSCRIPTEN__  // the interpreter's: docs/gaps.md
    {ScalarOp::kErfinv, [](double x, double) { return loop::erf_inverse(x); }, 2},
#endif
    {ScalarOp::kLgamma, OF(lgamma), 4, 4e-7},
    {ScalarOp::kAsin, OF(asin), 2},
    {ScalarOp::kAcos, OF(acos), 2},
    {ScalarOp::kAtan, OF(atan), 2},
    {ScalarOp::kSinh, OF(sinh), 3},
    {ScalarOp::kCosh, OF(cosh), 3},
    {ScalarOp::kSqrt, OF(sqrt), 0.5},
    {ScalarOp::kRsqrt, [](double x, double) { return 1 / std::sqrt(x); }, 2},
    {ScalarOp::kReciprocal, [](double x, double) { return 1 / x; }, 0.5},
};
#undef OF
const std::vector<Limit> kBinary = {
    {ScalarOp::kPow, [](double x, double y) { return std::pow(x, y); }, 2},
    {ScalarOp::kAtan2, [](double x, double y) { return std::atan2(x, y); }, 2},
    {ScalarOp::kFmod, [](double x, double y) { return std::fmod(x, y); }, 0},
    {ScalarOp::kRemainder, [](double x, double y) { return loop::python_remainder(x, y); }, 0.5},
    {ScalarOp::kDiv, [](double x, double y) { return x / y; }, 0.5},
};
// In a kernel of its own, for it is not computed in vectors.
const std::vector<Limit> kFloorDivision = {
    {ScalarOp::kFloorDiv, [](double x, double y) { return loop::floor_divide(float(x), float(y)); }, 0},
};
const std::vector<Limit>* const kGroups[] = {&kUnary, &kBinary, &kFloorDivision};

float float_of(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// Both signs of a value and of its neighbours.
void add_around(std::vector<float>& values, double value) {
  float middle = static_cast<float>(value), below = std::nextafter(middle, 0.0f);
  for (float v : {middle, below, std::nextafter(below, 0.0f), std::nextafter(middle, INFINITY)}) {
    values.push_back(v);
    values.push_back(-v);
  }
}

std::vector<float> special_values() {
  std::vector<float> values = {NAN, INFINITY, -INFINITY, 0.0f, -0.0f};
  for (double v : {1e-45,     1.1754942e-38, 1.17549435e-38,
                   1e-20,     1e-8,          1e-4,
                   0.1,       0.35,          0.5,
                   0.75,      1.0,           1.5,
                   2.0,       3.0,           4.1,
                   8.0,       9.2,           10.0,
                   16.6,      17.3,          24.0,
                   87.0,      88.4,          88.7,
                   89.0,      103.9,         126.0,
                   128.0,     149.0,         150.0,
                   1000.0,    32768.0,       1048576.0,
                   8388608.0, 16777216.0,    2147483648.0,
                   1e10,      1e30,          3.4028234e38})
    add_around(values, v);
  return values;
}

std::vector<float> sweep() {
  std::vector<float> values = special_values();
  for (int power = -126; power < 128; ++power) add_around(values, std::ldexp(1.0, power));
  for (int power = -37; power <= 38; ++power) add_around(values, std::pow(10.0, power));
  for (int turns = 1; turns < 4000; ++turns) add_around(values, turns * 1.57079632679489661923);
  for (double turns = 4001; turns < 1e38; turns *= 1.03) add_around(values, std::floor(turns) * 1.57079632679489661923);
  for (uint32_t bits = 1; bits < 0x7f800000; bits += 10007) {
    values.push_back(float_of(bits));
    values.push_back(-float_of(bits));
  }
  return values;
}

// In units of the last place of the float32 next to `want`; infinite where NaN, infinity or the sign of zero differ.
double error_in_ulps(float got, double want) {
  const double most = std::ldexp(1.0, 128);
  if (std::isnan(want) || std::isnan(got)) return std::isnan(want) && std::isnan(got) ? 0 : INFINITY;
  if (std::isinf(want)) return static_cast<double>(got) == want ? 0 : INFINITY;
  if (want == 0) return got == 0 && std::signbit(got) == std::signbit(want) ? 0 : INFINITY;
  double value = std::isinf(got) ? std::copysign(most, got) : static_cast<double>(got);
  double near = std::clamp(want, -most, most);
  int exponent = std::max(std::ilogb(near), -126);
  return std::fabs(value - near) / std::ldexp(1.0, std::min(exponent, 127) - 23);
}

Tensor tensor_of(const std::vector<float>& values) {
  Tensor t = empty_tensor(std::vector<int64_t>{static_cast<int64_t>(values.size())}, DType::kFloat32);
  std::copy(values.begin(), values.end(), t.data<float>());
  return t;
}

std::unique_ptr<Executable> compile(const char* backend, Program program) {
  CompileTimes times;
  auto executable = find_backend(backend)->compile(std::move(program), times);
  INFO(backend << ": " << executable->note());
#ifndef __EMSCRIPTEN__
  CHECK(executable->note().empty());
#endif
  return executable;
}

struct Worst {
  double error = 0;
  float x = 0, y = 0, got = 0;
};

// out[k, i] = op k of in[i], of one or two inputs.
LoopNest nest_of(const std::vector<Limit>& limits, size_t operands, int64_t n) {
  LoopNest nest = make_nest("numerics", static_cast<int>(1 + operands));
  nest.outer = {{"i0", num(n)}};
  ExprGraph& g = nest.exprs;
  ExprId x = g.load(1, var("i0"), DType::kFloat32);
  ExprId y = operands == 2 ? g.load(2, var("i0"), DType::kFloat32) : x;
  Phase phase;
  for (size_t k = 0; k < limits.size(); ++k) {
    ScalarOp op = limits[k].op;
    SymExpr at = sym_add(var("i0"), num(static_cast<int64_t>(k) * n));
    phase.stores.push_back({0, at, operands == 2 ? g.binary(op, x, y) : g.unary(op, x)});
  }
  nest.phases = {phase};
  return nest;
}

// The largest error of each op over columns of operands, `block` elements a call.
void measure(const char* backend, const std::vector<Limit>& limits, const std::vector<std::vector<float>>& operands,
             size_t block, std::vector<Worst>& worst) {
  const int64_t n = static_cast<int64_t>(block), count = static_cast<int64_t>(limits.size());
  auto executable = compile(backend, program_of(nest_of(limits, operands.size(), n), {count, n},
                                                std::vector<std::vector<int64_t>>(operands.size(), {n})));
  for (size_t begin = 0; begin + block <= operands[0].size(); begin += block) {
    std::vector<RuntimeInput> inputs;
    for (const std::vector<float>& column : operands)
      inputs.push_back(tensor_of({&column[begin], &column[begin] + block}));
    Tensor results = executable->run(inputs)[0];
    for (size_t k = 0; k < limits.size(); ++k)
      for (size_t i = 0; i < block; ++i) {
        float x = operands[0][begin + i], y = operands.back()[begin + i], got = results.data<float>()[k * block + i];
        double want = limits[k].reference(static_cast<double>(x), static_cast<double>(y));
        double error = error_in_ulps(got, want);
        if (error > worst[k].error && !(std::fabs(static_cast<double>(got) - want) <= limits[k].absolute))
          worst[k] = {error, x, y, got};
      }
  }
}

// As one long call in vectors, and three elements at a time, which are fewer than a vector has.
std::vector<Worst> worst_of(const char* backend, const std::vector<Limit>& limits) {
  std::vector<std::vector<float>> many = {sweep()}, few = {special_values()};
  if (&limits != &kUnary) {
    many = few = {{}, {}};
    for (float a : special_values())
      for (float b : special_values()) {
        many[0].push_back(a), many[1].push_back(b);
        if (many[0].size() % 151 == 0) few[0].push_back(a), few[1].push_back(b);
      }
  }
  std::vector<Worst> worst(limits.size());
  measure(backend, limits, many, many[0].size(), worst);
  measure(backend, limits, few, 3, worst);
  return worst;
}
}  // namespace

TEST_CASE("every function keeps its limit of error over all of float32", "[codegen]") {
  for (const std::vector<Limit>* group : kGroups)
    for (const char* backend : kBackends) {
      std::vector<Worst> worst = worst_of(backend, *group);
      for (size_t k = 0; k < worst.size(); ++k) {
        const Limit& limit = (*group)[k];
        const Worst& w = worst[k];
        bool cuda = std::string(backend) == "cuda-host" && limit.cuda_ulps > 0;
        INFO(backend << ": " << loop::scalar_op_info(limit.op).name << " of " << w.x << ", " << w.y << " is " << w.got);
        CHECK(w.error <= (cuda ? limit.cuda_ulps : limit.ulps));
      }
    }
}

// For docs/numerics.md.
TEST_CASE("the table of largest errors", "[.numerics]") {
  for (const std::vector<Limit>* group : kGroups) {
    std::vector<std::vector<Worst>> columns;
    for (const char* backend : kBackends) columns.push_back(worst_of(backend, *group));
    for (size_t k = 0; k < columns[0].size(); ++k) {
      std::printf("| %s |", loop::scalar_op_info((*group)[k].op).name);
      for (const std::vector<Worst>& column : columns)
        std::printf(" %.2f (%.9g) |", column[k].error, static_cast<double>(column[k].x));
      std::printf(" %g |\n", (*group)[k].ulps);
    }
  }
}

namespace {
constexpr DType kFloats[] = {DType::kFloat16, DType::kBFloat16, DType::kFloat32, DType::kFloat64};
constexpr DType kIntegers[] = {DType::kBool, DType::kUInt8, DType::kInt8, DType::kInt16, DType::kInt32, DType::kInt64};

// As eager execution: tensor/visit.h.
int64_t converted(const Tensor& x, int64_t i, DType to) {
  return visit_dtype(x.dtype(), [&]<class From>() {
    return visit_dtype(to, [&]<class To>() { return convert<int64_t>(convert<To>(x.data<From>()[i])); });
  });
}

// out[i] = cast of in[i], or of constants in turn.
LoopNest cast_nest(DType from, DType to, int64_t n, const std::vector<double>& constants) {
  LoopNest nest = make_nest("casts", 2, to);
  nest.buffers[1].dtype = from;
  ExprGraph& g = nest.exprs;
  Phase phase;
  const int64_t step = static_cast<int64_t>(constants.size());
  for (int64_t k = 0; k < step; ++k) {
    ExprId constant = g.constant(constants[static_cast<size_t>(k)], from);
    phase.stores.push_back({0, sym_add(sym_mul(var("i0"), num(step)), num(k)), g.cast(constant, to)});
  }
  if (constants.empty()) phase.stores.push_back({0, var("i0"), g.cast(g.load(1, var("i0"), from), to)});
  nest.outer = {{"i0", num(constants.empty() ? n : n / step)}};
  nest.phases = {phase};
  return nest;
}

void check_cast(const char* backend, DType from, DType to, const std::vector<double>& values,
                const std::vector<double>& constants) {
  const int64_t n = static_cast<int64_t>(values.size());
  Program program = program_of(cast_nest(from, to, n, constants), {n}, {{n}}, to);
  program.buffers[1].dtype = from;
  CompileTimes times;
  auto executable = find_backend(backend)->compile(std::move(program), times);
  Tensor x = empty_tensor(std::vector<int64_t>{n}, from);
  visit_dtype(from, [&]<class T>() {
    for (int64_t i = 0; i < n; ++i) x.data<T>()[i] = convert<T>(values[static_cast<size_t>(i)]);
  });
  const std::vector<RuntimeInput> inputs = {x};
  Tensor y = executable->run(inputs)[0];
  for (int64_t i = 0; i < n; ++i) {
    double value = values[static_cast<size_t>(i)];
    int64_t got = visit_dtype(to, [&]<class T>() { return convert<int64_t>(y.data<T>()[i]); });
    INFO(backend << ": " << dtype_name(from) << " " << value << " to " << dtype_name(to));
    CHECK(got == converted(x, i, to));
  }
}
}  // namespace

TEST_CASE("compiled conversions of floats to integers are eager's, out of range too", "[codegen]") {
  std::vector<double> values = {0.0,          -0.0,       0.5,           -0.5,    1.9,    -1.9,         127.5,
                                128.0,        -129.0,     256.0,         300.7,   -300.7, 32768,        -32769,
                                2147483647.9, 2147483648, -2147483648.9, 3e9,     -3e9,   3000000001.0, -3000000001.0,
                                4294967301.0, 9.2e18,     9.3e18,        -9.3e18, 1e30,   INFINITY,     -INFINITY,
                                NAN};
  while (values.size() < 75) values.push_back(values[values.size() - 29]);
  std::vector<double> constants = {INFINITY, -INFINITY, NAN, 3e9, -300.7}, turns;
  while (turns.size() < 75) turns.push_back(constants[turns.size() % constants.size()]);
  for (const char* backend : {kBackends[0], kBackends[1]})
    for (DType to : kIntegers) {
      for (DType from : kFloats) check_cast(backend, from, to, values, {});
      check_cast(backend, DType::kFloat32, to, turns, constants);
    }
}
