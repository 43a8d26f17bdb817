// Forward and backward in one graph, written by the tape.
#include "autodiff/joint.h"

#include "catch.h"
#include "eager/autograd.h"
#include "graph/print.h"
#include "graph/run.h"
#include "graph_text.h"

using namespace vt;
using namespace vt::test;

namespace {

// The joint graph of a forward graph of which the inputs named p... want gradients.
std::string joint_text(std::string_view text) {
  const Graph forward = graph_from(text);
  GraphRecorder recorder;
  TensorList primals;
  std::vector<Arg> inputs;
  std::vector<bool> is_parameter;
  for (NodeId id : forward.inputs()) {
    const Node& node = forward.at(id);
    primals.push_back(recorder.add_input(node.metas[0], node.name));
    is_parameter.push_back(node.name[0] == 'p');
    if (is_parameter.back()) set_requires_grad(primals.back(), true);
    inputs.emplace_back(primals.back());
  }
  RecorderScope scope(&recorder);
  std::vector<Arg> outputs;
  for (const Tensor& t : run_graph(forward, inputs)) outputs.emplace_back(t);
  const JointGraph joint = build_joint(recorder, primals, outputs, is_parameter);
  CHECK(verify_graph(joint.graph) == "");
  return "\n" + graph_text(joint.graph);
}

}  // namespace

TEST_CASE("a joint graph returns the results, then a gradient per input", "[autodiff]") {
  CHECK(joint_text(R"(
%0 = input x : f32[4]
%1 = input p : f32[4]
%2 = mul %0, %1
return %2)") == R"(
%0 = input x : f32[4]
%1 = input p : f32[4]
%2 = mul %0, %1 : f32[4]
%3 = input tangents_1 : f32[4]
%4 = mul %3, %0 : f32[4]  # mul_1
return %2, None, %4
)");
}

TEST_CASE("the gradients of all uses of a value are added", "[autodiff]") {
  CHECK(joint_text(R"(
%0 = input p : f32[4]
%1 = exp %0
%2 = mul %1, %0
return %2)") == R"(
%0 = input p : f32[4]
%1 = exp %0 : f32[4]
%2 = mul %1, %0 : f32[4]
%3 = input tangents_1 : f32[4]
%4 = mul %3, %1 : f32[4]  # mul_1
%5 = mul %3, %0 : f32[4]  # mul_2
%6 = mul %5, %1 : f32[4]  # mul_3
%7 = add %4, %6 : f32[4]
return %2, %7
)");
}

TEST_CASE("the gradient of what was broadcast is summed to its size", "[autodiff]") {
  CHECK(joint_text(R"(
%0 = input x : f32[3, 4]
%1 = input p : f32[4]
%2 = add %0, %1
return %2)") == R"(
%0 = input x : f32[3, 4]
%1 = input p : f32[4]
%2 = add %0, %1 : f32[3, 4]
%3 = input tangents_1 : f32[3, 4]
%4 = sum.dim_IntList %3, [0], True : f32[1, 4]  # sum_1
%5 = view %4, [4] : f32[4]
return %2, None, %5
)");
}

TEST_CASE("a result without a gradient has no tangent", "[autodiff]") {
  CHECK(joint_text(R"(
%0 = input p : f32[4]
%1 = gt.Scalar %0, 0
%2 = relu %0
return %1, %2)") == R"(
%0 = input p : f32[4]
%1 = gt.Scalar %0, 0 : b8[4]
%2 = relu %0 : f32[4]
%3 = input tangents_1 : f32[4]
%4 = le.Scalar %2, 0 : b8[4]
%5 = where.ScalarSelf %4, 0, %3 : f32[4]
return %1, %2, %5
)");
}
