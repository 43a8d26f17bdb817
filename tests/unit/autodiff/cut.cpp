// Joint graphs written by hand, cut in two.
#include "autodiff/partition.h"
#include "catch.h"
#include "graph/print.h"
#include "graph_text.h"

using namespace vt;
using namespace vt::test;

namespace {

// Of a joint graph whose inputs are called tangent from some place on, with one result of the forward.
Partition cut(std::string_view text, const PartitionOptions& options = {}) {
  JointGraph joint;
  joint.graph = graph_from(text);
  joint.forward_outputs = 1;
  for (NodeId id : joint.graph.inputs()) joint.primals += joint.graph.at(id).name.substr(0, 7) != "tangent";
  joint.tangent_of = {0};
  joint.is_parameter.assign(static_cast<size_t>(joint.primals), false);
  Partition parts = partition(joint, options);
  CHECK(verify_graph(parts.forward) == "");
  CHECK(verify_graph(parts.backward) == "");
  return parts;
}

// y = tanh(x w); d x = (1 - y^2) d y w
const char* const kTanh = R"(
%0 = input x : f32[4, 8]
%1 = input w : f32[8, 8]
%2 = input tangent : f32[4, 8]
%3 = mm %0, %1
%4 = tanh %3
%5 = mul %4, %4
%6 = neg %5
%7 = add.Scalar %6, 1
%8 = mul %2, %7
%9 = t %1
%10 = mm %8, %9
return %4, %10, None)";

// A wide value of a narrow input.
const char* const kWide = R"(
%0 = input x : f32[4, 1]
%1 = input tangent : f32[4, 64]
%2 = expand %0, [4, 64]
%3 = exp %2
%4 = mul %1, %3
%5 = sum.dim_IntList %4, [1], True
return %3, %5)";

}  // namespace

TEST_CASE("the forward is what the results need, the backward what the gradients need besides", "[autodiff]") {
  const Partition parts = cut(kTanh);
  CHECK("\n" + graph_text(parts.forward) == R"(
%0 = input x : f32[4, 8]
%1 = input w : f32[8, 8]
%2 = mm %0, %1 : f32[4, 8]
%3 = tanh %2 : f32[4, 8]
return %3, %1, %2
)");
  CHECK("\n" + graph_text(parts.backward) == R"(
%0 = input w : f32[8, 8]
%1 = input mm : f32[4, 8]
%2 = input tangent : f32[4, 8]
%3 = tanh %1 : f32[4, 8]
%4 = mul %3, %3 : f32[4, 8]
%5 = neg %4 : f32[4, 8]
%6 = add.Scalar %5, 1 : f32[4, 8]
%7 = mul %2, %6 : f32[4, 8]  # mul_1
%8 = t %0 : f32[8, 8] strides [1, 8]
%9 = mm %7, %8 : f32[4, 8]  # mm_1
return %9, None
)");
}

TEST_CASE("a product is not computed again: the backward has only that of the gradient", "[autodiff]") {
  const Partition parts = cut(kTanh);
  CHECK(parts.saved_names == std::vector<std::string>{"w", "mm"});
  int products = 0;
  for (NodeId id : parts.backward.order()) {
    const Node& node = parts.backward.at(id);
    products += node.op && std::string_view(node.op->name) == "mm";
  }
  CHECK(products == 1);
}

TEST_CASE("a small input is saved and the large value made again, unless recomputing is off", "[autodiff]") {
  CHECK(cut(kWide).saved_names == std::vector<std::string>{"x"});
  PartitionOptions options;
  options.recompute = false;
  CHECK(cut(kWide, options).saved_names == std::vector<std::string>{"exp"});
  CHECK(cut(kWide, options).saved_bytes == 4 * 64 * 4);
}

TEST_CASE("random numbers that the backward needs are saved, because drawn again they would differ", "[autodiff]") {
  const Partition parts = cut(R"(
%0 = input x : f32[4]
%1 = input tangent : f32[4]
%2 = bernoulli %0
%3 = mul %0, %2
%4 = mul %1, %2
return %3, %4)");
  CHECK(parts.saved_names == std::vector<std::string>{"bernoulli"});
}

TEST_CASE("sizes that the backward reads are saved as numbers", "[autodiff]") {
  const Partition parts = cut(R"(
%0 = input x : f32[s0, 8]
%1 = input tangent : f32[8]
%2 = sum.dim_IntList %0, [0]
%3 = expand %1, [s0, 8]
return %2, %3)");
  CHECK(parts.saved_numbers == 1);
  CHECK(parts.saved_tensors == 0);
}
