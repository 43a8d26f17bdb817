#include "loop/nest.h"

#include <cmath>
#include <limits>

#include "catch.h"

using namespace vt;
using namespace vt::loop;

namespace {

SymExpr var(const char* name) { return sym_variable(name); }
SymExpr num(int64_t value) { return sym_constant(value); }

// Row softmax over [rows, columns]: max, sum of exp, store.
LoopNest softmax_nest(SymExpr rows, SymExpr columns) {
  LoopNest nest;
  nest.name = "softmax";
  nest.outer = {{"i0", rows}};
  nest.inner = {{"i1", columns}};
  nest.buffers = {{"arg0", DType::kFloat32, 0, false}, {"out0", DType::kFloat32, 1, true}};
  SymExpr at = sym_add(sym_mul(var("i0"), columns), var("i1"));
  ExprGraph& g = nest.exprs;
  ExprId x = g.load(0, at, DType::kFloat32);
  Expr max;
  max.op = ScalarOp::kReduced;
  ExprId centred = g.binary(ScalarOp::kSub, x, g.add(max));
  ExprId power = g.unary(ScalarOp::kExp, centred);
  Expr sum = max;
  sum.integer = 1;
  ExprId result = g.binary(ScalarOp::kDiv, power, g.add(sum));
  nest.phases.resize(3);
  nest.phases[0].reductions = {{Reduce::kMax, DType::kFloat32, x}};
  nest.phases[1].reductions = {{Reduce::kSum, DType::kFloat32, power}};
  nest.phases[2].stores = {{1, at, result}};
  return nest;
}

}  // namespace

TEST_CASE("the interpreter runs a softmax of three phases", "[loop]") {
  for (int64_t columns : {1, 7, 64, 65, 200}) {
    LoopNest nest = softmax_nest(num(3), num(columns));
    REQUIRE(verify_nest(nest) == "");
    std::vector<float> in(static_cast<size_t>(3 * columns)), out(in.size());
    for (size_t i = 0; i < in.size(); ++i) in[i] = std::sin(static_cast<float>(i)) * 3;
    void* buffers[] = {in.data(), out.data()};
    interpret_nest(nest, buffers, nullptr);
    for (int64_t r = 0; r < 3; ++r) {
      double sum = 0, total = 0;
      for (int64_t c = 0; c < columns; ++c) sum += std::exp(in[static_cast<size_t>(r * columns + c)]);
      for (int64_t c = 0; c < columns; ++c) {
        size_t at = static_cast<size_t>(r * columns + c);
        CHECK(std::fabs(out[at] - std::exp(in[at]) / sum) < 1e-6);
        total += out[at];
      }
      CHECK(std::fabs(total - 1) < 1e-5);
    }
  }
}

TEST_CASE("a nest with symbolic sizes runs with any size", "[loop]") {
  LoopNest nest = softmax_nest(var("s0"), var("s1"));
  nest.symbols = {"s0", "s1"};
  REQUIRE(verify_nest(nest) == "");
  for (int64_t columns : {2, 70}) {
    std::vector<float> in(static_cast<size_t>(2 * columns), 1.0f), out(in.size());
    void* buffers[] = {in.data(), out.data()};
    int64_t symbols[] = {2, columns};
    interpret_nest(nest, buffers, symbols);
    CHECK(std::fabs(out[0] - 1.0f / static_cast<float>(columns)) < 1e-6f);
    CHECK(std::fabs(out.back() - 1.0f / static_cast<float>(columns)) < 1e-6f);
  }
}

TEST_CASE("a nest prints as stable lines", "[loop]") {
  std::string text;
  for (const NestLine& line : print_nest(softmax_nest(num(4), num(8)))) text += line.text + "\n";
  CHECK(text ==
        "kernel softmax(arg0: f32, out0: f32 out):\n"
        "  for i0 in 0..4:  # parallel\n"
        "    for i1 in 0..8:  # phase 0\n"
        "      v0 = load arg0[8*i0 + i1]\n"
        "      reduced0 max= v0\n"
        "    for i1 in 0..8:  # phase 1\n"
        "      v1 = load arg0[8*i0 + i1]\n"
        "      v2 = sub v1, reduced0\n"
        "      v3 = exp v2\n"
        "      reduced1 sum= v3\n"
        "    for i1 in 0..8:  # phase 2\n"
        "      v4 = load arg0[8*i0 + i1]\n"
        "      v5 = sub v4, reduced0\n"
        "      v6 = exp v5\n"
        "      v7 = div v6, reduced1\n"
        "      out0[8*i0 + i1] = v7\n");
}

TEST_CASE("the verifier names what is wrong with a nest", "[loop]") {
  LoopNest early = softmax_nest(num(4), num(8));
  std::swap(early.phases[0], early.phases[1]);
  CHECK(verify_nest(early).find("before it is finished") != std::string::npos);
  LoopNest unbound = softmax_nest(var("s0"), num(8));
  CHECK(verify_nest(unbound).find("s0 is unbound") != std::string::npos);
  LoopNest unwritten = softmax_nest(num(4), num(8));
  unwritten.buffers[1].written = false;
  CHECK(verify_nest(unwritten).find("not marked as written") != std::string::npos);
}

TEST_CASE("argmax takes the first of equal elements and NaN before all", "[loop]") {
  LoopNest nest;
  nest.inner = {{"i0", num(130)}};
  nest.buffers = {{"arg0", DType::kFloat32, 0, false}, {"out0", DType::kInt64, 1, true}};
  ExprId x = nest.exprs.load(0, var("i0"), DType::kFloat32);
  Expr reduced;
  reduced.op = ScalarOp::kReduced;
  reduced.dtype = DType::kInt64;
  nest.phases.resize(1);
  nest.phases[0].reductions = {{Reduce::kArgMax, DType::kFloat32, x}};
  nest.row_stores = {{1, num(0), nest.exprs.add(reduced)}};
  REQUIRE(verify_nest(nest) == "");
  std::vector<float> in(130, 0.0f);
  int64_t out = -1;
  void* buffers[] = {in.data(), &out};
  in[100] = in[70] = 2;
  interpret_nest(nest, buffers, nullptr);
  CHECK(out == 70);
  in[99] = in[120] = std::numeric_limits<float>::quiet_NaN();
  interpret_nest(nest, buffers, nullptr);
  CHECK(out == 99);
}

TEST_CASE("indices that are not affine are gathered", "[loop]") {
  LoopNest nest;  // out[i] = in[i mod 3] as int8 arithmetic that wraps
  nest.outer = {{"i0", num(10)}};
  nest.buffers = {{"arg0", DType::kInt8, 0, false}, {"out0", DType::kInt8, 1, true}};
  ExprId x = nest.exprs.load(0, sym_mod(var("i0"), num(3)), DType::kInt8);
  nest.phases.resize(1);
  nest.phases[0].stores = {
      {1, var("i0"), nest.exprs.binary(ScalarOp::kAdd, x, nest.exprs.constant_int(100, DType::kInt8))}};
  REQUIRE(verify_nest(nest) == "");
  int8_t in[3] = {1, 27, 28}, out[10];
  void* buffers[] = {in, out};
  interpret_nest(nest, buffers, nullptr);
  CHECK(out[0] == 101);
  CHECK(out[4] == 127);
  CHECK(out[8] == -128);
}

TEST_CASE("a product template multiplies with strides and runs its epilogue", "[loop]") {
  MatmulTemplate nest;
  nest.batch = num(2);
  nest.m = num(3);
  nest.n = num(70);
  nest.k = num(4);
  nest.buffers = {
      {"arg0", DType::kFloat32, 0, false}, {"arg1", DType::kFloat32, 1, false}, {"out0", DType::kFloat32, 2, true}};
  nest.a = {0, num(0), num(12), num(4), num(1)};
  nest.b = {1, num(0), num(0), num(1), num(4)};  // transposed, shared by the batch
  Expr carry;
  carry.op = ScalarOp::kCarry;
  ExprId value = nest.exprs.binary(ScalarOp::kMul, nest.exprs.add(carry), nest.exprs.constant(2, DType::kFloat32));
  SymExpr at = sym_add(sym_add(sym_mul(var("b"), num(210)), sym_mul(var("m"), num(70))), var("n"));
  nest.epilogue = {{2, at, value}};
  std::vector<float> a(24), b(280), out(420);
  for (size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 5);
  for (size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 7);
  void* buffers[] = {a.data(), b.data(), out.data()};
  interpret_template(nest, buffers, nullptr);
  bool all = true;
  for (size_t bb = 0; bb < 2; ++bb)
    for (size_t m = 0; m < 3; ++m)
      for (size_t n = 0; n < 70; ++n) {
        float sum = 0;
        for (size_t k = 0; k < 4; ++k) sum += a[bb * 12 + m * 4 + k] * b[n * 4 + k];
        all = all && out[bb * 210 + m * 70 + n] == 2 * sum;
      }
  CHECK(all);
  CHECK(print_template(nest).size() == 5);
}
