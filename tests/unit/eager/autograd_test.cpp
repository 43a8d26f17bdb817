#include "eager/autograd.h"

#include "catch.h"
#include "ops/kernels/copy.h"
#include "ops/table.h"

using namespace vt;

namespace {

Tensor op1(const char* name, Args args) {
  const OpDef* op = find_op(name);
  REQUIRE(op);
  return call1(*op, std::move(args));
}
Tensor op_inplace(const char* name, Args args) { return call_inplace(*find_op(name), std::move(args)); }
Tensor vector(std::vector<double> values, bool requires_grad = true) {
  install_eager();
  int64_t size = static_cast<int64_t>(values.size());
  Tensor t = tensor_of({&size, 1}, DType::kFloat32, values);
  if (requires_grad) set_requires_grad(t, true);
  return t;
}
Tensor total(const Tensor& t) { return op1("sum", {t, Arg()}); }
std::vector<double> numbers(const Tensor& t) {
  std::vector<double> result;
  Tensor flat = contiguous_copy(as_dtype(t, DType::kFloat64));
  for (int64_t i = 0; i < flat.numel(); ++i) result.push_back(flat.data<double>()[i]);
  return result;
}
template <class F>
std::string message_of(const F& f) {
  try {
    f();
  } catch (const TensorError& error) {
    return error.message;
  }
  return "no error";
}

}  // namespace

TEST_CASE("gradients accumulate into leaves", "[eager]") {
  Tensor a = vector({1, 2, 3});
  Tensor y = total(op1("mul", {a, a}));
  backward({y}, {}, {});
  CHECK(numbers(grad_of(a)) == std::vector<double>{2, 4, 6});
  backward({total(op1("mul", {a, a}))}, {}, {});
  CHECK(numbers(grad_of(a)) == std::vector<double>{4, 8, 12});
  CHECK(is_leaf(a));
  CHECK_FALSE(is_leaf(y));
  CHECK(grad_fn(y)->name() == "SumBackward0");
}

TEST_CASE("a second backward needs retain_graph", "[eager]") {
  Tensor a = vector({1, 2});
  Tensor y = total(op1("mul", {a, a}));
  BackwardOptions keep;
  keep.retain_graph = true;
  backward({y}, {}, keep);
  backward({y}, {}, {});
  CHECK(message_of([&] { backward({y}, {}, {}); }).rfind("Trying to backward through the graph a second time", 0) == 0);
}

TEST_CASE("roots must be scalars that require gradients", "[eager]") {
  Tensor a = vector({1, 2});
  CHECK(message_of([&] {
          backward({op1("mul", {a, a})}, {}, {});
        }) == "grad can be implicitly created only for scalar outputs");
  CHECK(message_of([&] { backward({total(vector({1}, false))}, {}, {}); }) ==
        "element 0 of tensors does not require grad and does not have a grad_fn");
  CHECK(message_of([&] {
          grad({total(a)}, {vector({1})}, {}, {});
        }).rfind("The differentiated Tensor at index 0 appears to not have been used", 0) == 0);
}

TEST_CASE("second derivatives come from create_graph", "[eager]") {
  Tensor a = vector({2, 3});
  Tensor y = total(op1("mul", {op1("mul", {a, a}), a}));
  BackwardOptions create;
  create.create_graph = true;
  TensorList first = grad({y}, {a}, {}, create);
  CHECK(numbers(first[0]) == std::vector<double>{12, 27});
  TensorList second = grad({total(first[0])}, {a}, {}, {});
  CHECK(numbers(second[0]) == std::vector<double>{12, 18});
}

TEST_CASE("what backward saved must not be changed in place", "[eager]") {
  Tensor a = vector({1, 2, 3});
  Tensor b = op1("mul", {a, vector({2, 2, 2}, false)});
  Tensor c = op1("mul", {b, b});
  op_inplace("add", {b, vector({1, 1, 1}, false), 1});
  std::string message = message_of([&] { backward({total(c)}, {}, {}); });
  CHECK(message.rfind(
            "one of the variables needed for gradient computation has been modified by an inplace operation: "
            "[torch.FloatTensor [3]], "
            "which is output 0 of Add, is at version 1; expected version 0 instead. Hint: enable anomaly detection",
            0) == 0);
}

TEST_CASE("leaves and their views are not changed in place", "[eager]") {
  Tensor a = vector({1, 2, 3}), one = vector({1}, false);
  CHECK(message_of([&] {
          op_inplace("add", {a, one, 1});
        }) == "a leaf Variable that requires grad is being used in an in-place operation.");
  CHECK(message_of([&] {
          op_inplace("add", {op1("select", {a, 0, 0}), op1("select", {one, 0, 0}), 1});
        }) == "a view of a leaf Variable that requires grad is being used in an in-place operation.");
  GradModeScope no_grad(false);
  op_inplace("add", {a, one, 1});
  CHECK(numbers(a) == std::vector<double>{2, 3, 4});
  CHECK(a.version() == 1);
}

TEST_CASE("a view changed in place changes the history of its base", "[eager]") {
  Tensor a = vector({1, 2, 3});
  Tensor b = op1("mul", {a, vector({1, 1, 1}, false)});
  Tensor v = op1("select", {b, 0, 0});
  op_inplace("mul", {v, op1("select", {vector({5}, false), 0, 0})});
  CHECK(grad_fn(b)->name() == "CopySlices");
  CHECK(grad_fn(v)->name() == "AsStridedBackward0");
  backward({total(b)}, {}, {});
  CHECK(numbers(grad_of(a)) == std::vector<double>{5, 1, 1});
}

TEST_CASE("hooks see and replace gradients; retained gradients stay", "[eager]") {
  Tensor a = vector({1, 2});
  Tensor b = op1("mul", {a, a});
  retain_grad(b);
  int64_t id = add_tensor_hook(b, [](const Tensor& g) { return op1("mul", {g, vector({10, 10}, false)}); });
  backward({total(b)}, {}, {});
  CHECK(numbers(grad_of(b)) == std::vector<double>{10, 10});
  CHECK(numbers(grad_of(a)) == std::vector<double>{20, 40});
  remove_tensor_hook(b, id);
}

TEST_CASE("a chain of a hundred thousand nodes runs and is freed without recursion", "[eager]") {
  Tensor a = vector({1});
  Tensor y = a, one = vector({1}, false);
  for (int i = 0; i < 100000; ++i) y = op1("add", {y, one, 1});
  backward({y}, {}, {});
  CHECK(numbers(grad_of(a)) == std::vector<double>{1});
}

TEST_CASE("a tensor used twice gives both gradients without sharing them", "[eager]") {
  Tensor a = vector({1, 2}), b = vector({3, 4});
  backward({total(op1("add", {a, b, 1}))}, {}, {});
  CHECK(numbers(grad_of(a)) == std::vector<double>{1, 1});
  CHECK_FALSE(grad_of(a).impl()->storage == grad_of(b).impl()->storage);
  op_inplace("mul", {grad_of(a), vector({7, 7}, false)});
  CHECK(numbers(grad_of(b)) == std::vector<double>{1, 1});
}

namespace {
// What torch/ makes of a custom autograd.Function.
class Custom final : public GradNode {
 public:
  explicit Custom(Tensor result) : result_(std::move(result)) {}
  std::string own_name() const override { return "CustomBackward"; }
  TensorList apply(TensorList) override { return {result_}; }

 private:
  Tensor result_;
};
Tensor custom(const Tensor& input, const Tensor& gradient) {
  auto node = make_ref<Custom>(gradient);
  node->edges.push_back(gradient_edge(input));
  Tensor output = op1("clone", {detach(input)});
  set_history(output, node, 0);
  return output;
}
}  // namespace

TEST_CASE("a custom function's gradient is summed to its input's sizes, or refused", "[eager]") {
  Tensor a = vector({1, 2, 3});
  Tensor wide = tensor_of(Dims{2, 3}, DType::kFloat32, std::vector<double>{1, 2, 3, 4, 5, 6});
  backward({total(custom(a, wide))}, {}, {});
  CHECK(numbers(grad_of(a)) == std::vector<double>{5, 7, 9});
  CHECK(message_of([&] {
          backward({total(custom(a, vector({1, 2}, false)))}, {}, {});
        }) ==
        "Function CustomBackward returned an invalid gradient at index 0 - got [2] but expected shape compatible with "
        "[3]");
}

TEST_CASE("an input that no gradient needs may be changed in place", "[eager]") {
  Tensor a = vector({1, 2}), x = vector({3, 4}, false);
  Tensor y = op1("mul", {op1("mul", {x, x}), a});
  op_inplace("add", {x, x, 1});
  backward({total(y)}, {}, {});
  CHECK(numbers(grad_of(a)) == std::vector<double>{9, 16});
  Tensor w = vector({2, 2});
  Tensor z = op1("mul", {w, x});
  op_inplace("add", {x, x, 1});
  CHECK(message_of([&] {
          backward({total(z)}, {}, {});
        }).rfind("one of the variables needed for gradient computation", 0) == 0);
}
