// The gradient of every elementwise op over a tensor that is large enough to run as one pass
// (eager/fused_formula.h), against the same gradient op by op: equal to the last bit.
#include <algorithm>
#include <cstring>

#include "catch.h"
#include "eager/autograd.h"
#include "eager/counter.h"
#include "ops/kernels/copy.h"
#include "ops/ops.h"
#include "ops/table.h"
#include "tensor/random.h"

using namespace vt;

namespace {

constexpr int64_t kLarge = 1 << 16;

// Copies of the values along a new first axis.
Tensor many(const Tensor& t, int64_t copies) {
  std::vector<int64_t> sizes{copies};
  for (int64_t size : t.sizes()) sizes.push_back(size);
  Tensor result = empty_tensor(sizes, t.dtype());
  GradModeScope no_grad(false);
  copy_tensor(result, call1(*find_op("expand"), {t, IntList(sizes.begin(), sizes.end())}));
  return result;
}

std::vector<Tensor*> differentiable(Args& args) {
  std::vector<Tensor*> result;
  for (Arg& arg : args.values())
    if (Tensor* t = std::get_if<Tensor>(&arg.value); t && t->defined() && is_floating(t->dtype())) result.push_back(t);
  return result;
}

// The gradients of op(args) for an incoming gradient.
TensorList gradients(const OpDef& op, Args args, const Tensor& incoming) {
  for (Tensor* t : differentiable(args)) {
    Tensor fresh = empty_tensor(t->sizes(), t->dtype());
    copy_tensor(fresh, *t);
    *t = fresh;
    set_requires_grad(*t, true);
  }
  TensorList wanted;
  for (Tensor* t : differentiable(args)) wanted.push_back(*t);
  Tensor output = call1(op, args);
  if (!output.requires_grad()) return {};
  BackwardOptions options;
  options.allow_unused = true;
  return grad({output}, wanted, {incoming}, options);
}

bool same_bits(const Tensor& first_of, const Tensor& expected) {
  Tensor a = contiguous_copy(first_of), b = contiguous_copy(expected);
  size_t bytes = static_cast<size_t>(b.numel() * dtype_bytes(b.dtype()));
  return a.dtype() == b.dtype() && std::memcmp(a.impl()->storage->data(), b.impl()->storage->data(), bytes) == 0;
}

bool elementwise(const OpDef& op) {
  bool refuses = op.grad_name && std::string_view(op.grad_name) == "NotImplemented";
  return op.pointwise && op.grad && !refuses && !(op.traits & (kRandom | kMutates));
}

}  // namespace

TEST_CASE("a large elementwise gradient equals the one of its parts", "[eager]") {
  install_eager();
  int compared = 0;
  for (const OpDef* op : all_ops()) {
    if (!elementwise(*op)) continue;
    for (const Sample& sample : op->samples()) {
      INFO(op->name << " " << sample.note);
      Tensor output = call1(*op, sample.args);
      if (output.numel() == 0 || !is_floating(output.dtype())) continue;
      Tensor incoming = empty_tensor(output.sizes(), output.dtype());
      Generator generator(3);
      fill_normal(incoming, 0, 1, generator);
      Args large = sample.args;
      int64_t copies = kLarge / output.numel() + 1;
      // What is broadcast stays small; its gradient is a sum, whose order differs.
      std::vector<bool> whole;
      for (Arg& arg : large.values()) {
        Tensor* t = std::get_if<Tensor>(&arg.value);
        if (!t || !t->defined()) continue;
        bool copied = t->sizes() == output.sizes();
        if (is_floating(t->dtype())) whole.push_back(copied);
        if (copied) *t = many(*t, copies);
      }
      if (std::find(whole.begin(), whole.end(), true) == whole.end()) continue;
      TensorList expected = gradients(*op, sample.args, incoming);
      TensorList got = gradients(*op, large, many(incoming, copies));
      REQUIRE(got.size() == expected.size());
      for (size_t i = 0; i < got.size(); ++i) {
        REQUIRE(got[i].defined() == expected[i].defined());
        if (!got[i].defined() || !whole[i]) continue;
        CHECK(same_bits(call1(*find_op("select"), {got[i], 0, 0}), expected[i]));
        ++compared;
      }
    }
  }
  CHECK(compared > 100);
}

TEST_CASE("a large elementwise gradient is one pass", "[eager]") {
  install_eager();
  auto passes = [](int64_t n) {
    Tensor x = empty_tensor(std::vector<int64_t>{n}, DType::kFloat32);
    fill_tensor(x, Scalar::of(0.5));
    set_requires_grad(x, true);
    Tensor y = call1(*find_op("mish"), {x});
    Tensor incoming = empty_tensor(std::vector<int64_t>{n}, DType::kFloat32);
    fill_tensor(incoming, Scalar::of(1.0));
    uint64_t before = eager_op_count();
    static_cast<void>(grad({y}, {x}, {incoming}, {}));
    return eager_op_count() - before;
  };
  CHECK(passes(8) > 1);
  CHECK(passes(1 << 17) == 1);
}
