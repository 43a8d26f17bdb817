// Optimiser steps over many tensors at once.
#include <cmath>

#include "ops/defs/prelude.h"
#include "ops/kernels/copy.h"
#include "tensor/visit.h"

namespace vt {
namespace {

// One tensor's update, elements in storage order: params, exp_avgs and exp_avg_sqs are
// changed. Numbers as in op_fused_adam, from position 4 on.
void adam_update(const Tensor& param, const Tensor& grad, const Tensor& average, const Tensor& square, const Args& a) {
  double lr = a.real(4), beta1 = a.real(5), beta2 = a.real(6), decay = a.real(7), eps = a.real(8), step = a.real(10);
  bool decoupled = a.boolean(9);
  double step_size = lr / (1 - std::pow(beta1, step)), root = std::sqrt(1 - std::pow(beta2, step));
  visit_dtype(param.dtype(), [&]<class T>() {
    for (int64_t i = 0; i < param.numel(); ++i) {
      double p = convert<double>(param.data<T>()[i]), g = convert<double>(grad.data<T>()[i]);
      double m = convert<double>(average.data<T>()[i]), v = convert<double>(square.data<T>()[i]);
      if (decoupled) p -= lr * decay * p;
      else g += decay * p;
      m += (1 - beta1) * (g - m);
      v = beta2 * v + (1 - beta2) * g * g;
      p -= step_size * m / (std::sqrt(v) / root + eps);
      param.data<T>()[i] = convert<T>(p);
      average.data<T>()[i] = convert<T>(m);
      square.data<T>()[i] = convert<T>(v);
    }
  });
}

TensorList one(double offset) { return {sample_tensor({2, 3}, offset, offset + 1)}; }

}  // namespace

constinit const OpDef op_fused_adam = define({
    .name = "_fused_adam",
    .signature = "_fused_adam(Tensor[] self, Tensor[] grads, Tensor[] exp_avgs, Tensor[] exp_avg_sqs, float lr, float "
                 "beta1, float beta2, float weight_decay, float eps, bool decoupled, float step) -> Tensor",
    .doc = "One Adam step (AdamW if decoupled) of contiguous tensors, in place; answers the step's number.",
    .traits = kFunction | kInternal,
    .samples =
        [] {
          return std::vector<Sample>{
              {Args{one(0.1), one(0.2), one(0.3), one(0.4), 0.1, 0.9, 0.99, 0.01, 1e-8, true, 3.0}}};
        },
    .infer = [](const Args&) -> Metas {
      return {TensorMeta{{}, DType::kFloat32, {}, {}}};
    },
    .kernel = [](const Args& a) -> Outputs {
      for (size_t i = 0; i < a.tensors(0).size(); ++i)
        adam_update(a.tensors(0)[i], a.tensors(1)[i], a.tensors(2)[i], a.tensors(3)[i], a);
      return {tensor_of({}, DType::kFloat32, std::vector<double>{a.real(10)})};
    },
    .no_grad = "an optimiser's step is not differentiated",
    .lower = [](LowerContext& c, const Args&) { c.define_extern(); },
});

VT_OPS(optimizers, &op_fused_adam)

}  // namespace vt
