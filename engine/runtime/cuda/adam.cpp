#ifndef __EMSCRIPTEN__
#include "runtime/cuda/adam.h"

#include <cmath>

#include "ops/kernels/copy.h"
#include "ops/ops.h"
#include "runtime/cuda/foreach.h"

namespace vt {
namespace {

using loop::ExprId;
using loop::ScalarOp;

enum Number { kDecay, kPenalty, kAverage, kKeep, kSquare, kStep, kRoot, kEpsilon, kNumbers };

// The step's numbers as the kernel wants them; the op's own loop has the formula.
std::vector<double> numbers_of(const Args& a) {
  double lr = a.real(4), beta1 = a.real(5), beta2 = a.real(6), decay = a.real(7), step = a.real(10);
  std::vector<double> n(kNumbers);
  n[kDecay] = a.boolean(9) ? 1 - lr * decay : 1;
  n[kPenalty] = a.boolean(9) ? 0 : decay;
  n[kAverage] = 1 - beta1;
  n[kKeep] = beta2;
  n[kSquare] = 1 - beta2;
  n[kStep] = lr / (1 - std::pow(beta1, step));
  n[kRoot] = 1 / std::sqrt(1 - std::pow(beta2, step));
  n[kEpsilon] = a.real(8);
  return n;
}

loop::LoopNest adam_nest() {
  loop::LoopNest nest;
  nest.name = "adam";
  nest.symbols = {"n"};
  nest.outer = {{"i0", sym_variable("n")}};
  const char* const names[] = {"param", "grad", "exp_avg", "exp_avg_sq", "numbers"};
  for (int64_t i = 0; i < 5; ++i) nest.buffers.push_back({names[i], DType::kFloat32, i, i != 1 && i != 4});
  loop::ExprGraph& g = nest.exprs;
  SymExpr at = sym_variable("i0");
  auto element = [&](int buffer) { return g.load(buffer, at, DType::kFloat32); };
  auto number = [&](Number n) { return g.load(4, sym_constant(n), DType::kFloat32); };
  auto mul = [&](ExprId a, ExprId b) { return g.binary(ScalarOp::kMul, a, b); };
  auto add = [&](ExprId a, ExprId b) { return g.binary(ScalarOp::kAdd, a, b); };
  auto sub = [&](ExprId a, ExprId b) { return g.binary(ScalarOp::kSub, a, b); };
  ExprId param = element(0), average = element(2), square = element(3);
  ExprId grad = add(element(1), mul(number(kPenalty), param));
  average = add(average, mul(number(kAverage), sub(grad, average)));
  square = add(mul(number(kKeep), square), mul(number(kSquare), mul(grad, grad)));
  ExprId below = add(mul(g.unary(ScalarOp::kSqrt, square), number(kRoot)), number(kEpsilon));
  ExprId quotient = g.binary(ScalarOp::kDiv, average, below);
  param = sub(mul(param, number(kDecay)), mul(number(kStep), quotient));
  nest.phases.emplace_back();
  nest.phases[0].stores = {{0, at, param}, {2, at, average}, {3, at, square}};
  return nest;
}

}  // namespace

bool run_cuda_adam(const OpDef& op, const Args& args, Outputs& outputs) {
  if (&op != &op_fused_adam || args.tensors(0).empty()) return false;
  Device device = args.tensors(0)[0].device();
  std::vector<const TensorList*> lists;
  for (size_t list = 0; list < 4; ++list) {
    if (!fits_foreach(args.tensors(list), device)) return false;
    lists.push_back(&args.tensors(list));
  }
  static auto* adam = new CudaForeach(adam_nest());
  if (!adam->run(lists, numbers_of(args), device)) return false;
  outputs = {vt::tensor_of({}, DType::kFloat32, std::vector<double>{args.real(10)})};
  return true;
}

}  // namespace vt
#endif
