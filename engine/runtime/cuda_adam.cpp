#ifndef __EMSCRIPTEN__
#include "runtime/cuda_adam.h"

#include <cmath>
#include <map>

#include "device/nvrtc.h"
#include "ops/kernels/copy.h"
#include "ops/ops.h"
#include "runtime/cuda_executable.h"

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

Program adam_program() {
  Program program;
  loop::LoopNest nest;
  nest.name = "adam";
  nest.symbols = {"n"};
  nest.outer = {{"i0", sym_variable("n")}};
  program.symbols = {{"n", 0, 0}};
  const char* const names[] = {"param", "grad", "exp_avg", "exp_avg_sq", "numbers"};
  for (int i = 0; i < 5; ++i) {
    Buffer buffer;
    buffer.name = names[i];
    buffer.kind = BufferKind::kInput;
    buffer.sizes = {i < 4 ? sym_variable("n") : sym_constant(kNumbers)};
    buffer.strides = {sym_constant(1)};
    buffer.input = i;
    program.buffers.push_back(std::move(buffer));
    nest.buffers.push_back({names[i], DType::kFloat32, i, i != 1 && i != 4});
  }
  program.input_count = 5;
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
  program.steps.emplace_back(std::move(nest));
  return program;
}

CudaExecutable* adam_executable(int device) {
  static auto* kept = new std::map<int, std::unique_ptr<CudaExecutable>>;
  auto known = kept->find(device);
  if (known != kept->end()) return known->second.get();
  Program program = adam_program();
  CompileTimes times;
  std::string problem;
  CudaCode code = make_cuda_code(program, device, true, false, times, problem);
  std::unique_ptr<CudaExecutable> made;
  if (problem.empty()) made = std::make_unique<CudaExecutable>(std::move(program), std::move(code), device);
  return kept->emplace(device, std::move(made)).first->second.get();
}

bool fits(const Tensor& t, Device device) {
  return t.defined() && t.dtype() == DType::kFloat32 && t.is_contiguous() && t.device() == device;
}

}  // namespace

bool run_cuda_adam(const OpDef& op, const Args& args, Outputs& outputs) {
  if (&op != &op_fused_adam || args.tensors(0).empty() || device::nvrtc_version() == 0) return false;
  Device device = args.tensors(0)[0].device();
  for (size_t list = 0; list < 4; ++list)
    for (const Tensor& t : args.tensors(list))
      if (!fits(t, device)) return false;
  CudaExecutable* executable = adam_executable(device.index);
  if (!executable) return false;
  Tensor numbers = empty_tensor(Dims{kNumbers}, DType::kFloat32, device);
  copy_tensor(numbers, vt::tensor_of(Dims{kNumbers}, DType::kFloat32, numbers_of(args)));
  std::vector<RuntimeInput> inputs(5);
  inputs[4] = numbers;
  for (size_t i = 0; i < args.tensors(0).size(); ++i) {
    for (size_t list = 0; list < 4; ++list) {
      const Tensor& t = args.tensors(list)[i];
      inputs[list] = view_of(t, Dims{t.numel()}, Dims{1}, t.impl()->offset);
    }
    executable->run(inputs);
  }
  outputs = {vt::tensor_of({}, DType::kFloat32, std::vector<double>{args.real(10)})};
  return true;
}

}  // namespace vt
#endif
