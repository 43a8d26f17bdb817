// Chains of steps on registers against the same programs run block by block: the same bits, at
// every length and for every kind of operand.
#include "ops/families/chain.h"

#include <cstring>
#include <limits>

#include "catch.h"
#include "tensor/random.h"
#include "tensor/tensor.h"

using namespace vt;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

Tensor floats(int64_t n, DType dtype, uint64_t seed) {
  Generator generator(seed);
  Tensor wide = empty_tensor(Dims{n}, DType::kFloat32), t = empty_tensor(Dims{n}, dtype);
  fill_normal(wide, 0, 2, generator);
  const float specials[] = {0.0f, -0.0f, kInfinity, -kInfinity, kNan, 1e-40f, 65520.0f, 1.0f};
  for (int64_t i = 0; i < 8; ++i) wide.data<float>()[(i * 31 + static_cast<int64_t>(seed)) % n] = specials[i];
  ExprGraph g;
  evaluate_expression(g, g.cast(g.input(0, DType::kFloat32), dtype), std::vector{wide}, {}, t);
  return t;
}
Tensor piece(const Tensor& t, int64_t start, int64_t n) {
  if (t.rank() == 0) return t;
  return view_of(t, Dims{n}, t.strides(), t.impl()->offset + start * t.strides()[0]);
}

// Pieces are too short for a chain. NaNs are alike whatever their bits.
void check_alike(const ExprGraph& g, ExprId result, const std::vector<Tensor>& inputs, DType dtype) {
  for (int64_t n : {256, 300, 1279}) {
    Tensor whole = empty_tensor(Dims{n}, dtype), parts = empty_tensor(Dims{n}, dtype);
    std::vector<Tensor> operands;
    for (const Tensor& t : inputs) operands.push_back(piece(t, 0, n));
    PointwiseProgram program(g, result);
    program.run(operands, whole);
    constexpr int64_t kPiece = 100;
    for (int64_t start = 0; start < n; start += kPiece) {
      int64_t length = std::min(kPiece, n - start);
      std::vector<Tensor> cut;
      for (const Tensor& t : inputs) cut.push_back(piece(t, start, length));
      program.run(cut, piece(parts, start, length));
    }
    int64_t different = 0;
    for (int64_t i = 0; i < n; ++i) {
      double a = read_element(whole, Dims{i}), b = read_element(parts, Dims{i});
      const bool nans = a != a && b != b, same = a == b && std::signbit(a) == std::signbit(b);
      different += !nans && !same;
    }
    INFO(g.text(result) << " of " << n);
    CHECK(different == 0);
  }
}

}  // namespace

TEST_CASE("chains compute what blocks compute", "[ops]") {
  if (chain_tile() == 0) SKIP("no vector instructions on this machine");
  for (DType dtype : {DType::kFloat32, DType::kFloat16, DType::kBFloat16}) {
    Tensor x = floats(1279, dtype, 1), y = floats(1279, dtype, 2), z = floats(1279, DType::kFloat32, 3);
    Tensor number = floats(8, dtype, 4);
    number = view_of(number, Dims{}, Dims{}, 7);
    ExprGraph g;
    E e{g};
    DType in = DType::kFloat32;
    ExprId a = g.input(0, in), b = g.input(1, in), c = g.input(2, in), d = g.input(3, in);
    auto check = [&](ExprId result) {
      check_alike(g, g.cast(result, dtype), {x, y, z, number}, dtype);
      check_alike(g, result, {x, y, z, number}, DType::kFloat32);
    };
    check(e.div(e.mul(a, e.min(e.max(e.add(a, 3), 0), 6)), 6));
    check(e.min(e.max(a, kNan), 1));
    check(e.add(e.mul(a, b), e.mul(c, d)));
    for (S op : {S::kAdd, S::kSub, S::kMul, S::kDiv, S::kMax, S::kMin}) {
      check(g.binary(op, e.exp(a), b));
      check(g.binary(op, b, e.abs(a)));  // the right one in the registers
      check(g.binary(op, e.neg(a), e.neg(b)));
    }
    for (S op : {S::kNeg, S::kAbs, S::kSqrt, S::kRsqrt, S::kReciprocal, S::kFloor, S::kCeil, S::kTrunc, S::kRound})
      check(g.unary(op, e.add(a, b)));
    for (S op : {S::kEqual, S::kNotEqual, S::kLess, S::kLessEqual, S::kGreater, S::kGreaterEqual}) {
      ExprId compared = g.binary(op, a, e.mul(b, 0.5));
      check_alike(g, compared, {x, y}, DType::kBool);
      check(e.select(compared, e.add(a, 1), b));
      check(e.select(compared, b, e.add(a, 1)));
      check(e.mul(g.cast(compared, in), c));
      check(e.select(g.binary(S::kXor, compared, g.unary(S::kIsNan, c)), a, c));
      check(e.select(g.unary(S::kNot, g.binary(S::kAnd, compared, g.unary(S::kIsInf, b))), a, d));
    }
    check(g.fma(e.add(a, 1), b, c));
    // Not a power: as in PyTorch, what is left over after whole vectors is the C library's.
    check(e.sub(e.tanh(e.mul(a, b)), g.binary(S::kAtan2, e.abs(b), c)));
    check(g.cast(g.cast(e.sub(a, d), DType::kBFloat16), in));
    check_alike(g, g.cast(g.unary(S::kFloor, e.mul(a, 0.5)), DType::kBool), {x}, DType::kBool);
  }
}

TEST_CASE("masks in memory go into chains", "[ops]") {
  Tensor x = floats(1279, DType::kFloat32, 5), mask = empty_tensor(Dims{1279}, DType::kBool);
  for (int64_t i = 0; i < 1279; ++i) mask.data<bool>()[i] = i % 3 == 0;
  ExprGraph g;
  E e{g};
  ExprId a = g.input(0, DType::kFloat32), as_float = g.input(1, DType::kFloat32), as_bool = g.input(1, DType::kBool);
  check_alike(g, e.mul(e.add(a, 1), as_float), {x, mask}, DType::kFloat32);
  check_alike(g, e.select(as_bool, e.add(a, 1), a), {x, mask}, DType::kFloat32);
  check_alike(g, g.binary(S::kOr, as_bool, e.greater(a, 0.5)), {x, mask}, DType::kBool);
}

TEST_CASE("chains run along the rows of strided and broadcast operands", "[ops]") {
  Tensor x = floats(1200, DType::kFloat16, 6), column = floats(8, DType::kFloat16, 7);
  Tensor matrix = view_of(x, Dims{5, 200}, Dims{240, 1}, 0);  // rows with gaps
  Tensor repeated = view_of(column, Dims{5, 200}, Dims{1, 0}, 0);
  Tensor every_other = view_of(x, Dims{5, 200}, Dims{0, 2}, 0);
  ExprGraph g;
  E e{g};
  DType in = DType::kFloat32;
  ExprId result = e.add(e.mul(g.input(0, in), g.input(1, in)), g.input(2, in));
  Tensor whole = empty_tensor(Dims{5, 200}, DType::kFloat32);
  evaluate_expression(g, result, std::vector{matrix, repeated, every_other}, {}, whole);
  int64_t different = 0;
  for (int64_t i = 0; i < 5; ++i)
    for (int64_t j = 0; j < 200; ++j) {
      float product = static_cast<float>(read_element(matrix, Dims{i, j}) * read_element(column, Dims{i}));
      float wanted = product + static_cast<float>(read_element(x, Dims{2 * j})), got = whole.data<float>()[i * 200 + j];
      different += !(got == wanted || (got != got && wanted != wanted));
    }
  CHECK(different == 0);
}
