#include "autodiff/partition.h"

#include <algorithm>
#include <cmath>

#include "autodiff/max_flow.h"
#include "catch.h"
#include "eager/autograd.h"
#include "graph/print.h"
#include "graph/run.h"
#include "ops/table.h"

using namespace vt;

namespace {

Tensor run(const char* name, Args args) {
  const OpDef* op = find_op(name);
  REQUIRE(op);
  return call1(*op, std::move(args));
}

Tensor sample(std::vector<int64_t> sizes, int64_t seed) {
  Tensor t = empty_tensor(sizes, DType::kFloat32);
  for (int64_t i = 0; i < t.numel(); ++i) t.data<float>()[i] = static_cast<float>((i * 37 + seed * 11) % 23 - 11) / 9;
  return t;
}

using Body = Tensor (*)(const TensorList&);

JointGraph joint_of(const TensorList& inputs, Body body, const std::vector<bool>& parameters) {
  install_eager();
  GraphRecorder recorder;
  TensorList fakes;
  for (size_t i = 0; i < inputs.size(); ++i) {
    fakes.push_back(recorder.add_input(meta_of(inputs[i]), "primals_" + std::to_string(i + 1)));
    if (parameters[i]) set_requires_grad(fakes.back(), true);
  }
  RecorderScope scope(&recorder);
  std::vector<Arg> outputs = {body(fakes)};
  return build_joint(recorder, fakes, outputs, parameters);
}

bool close(const Tensor& a, const Tensor& b) {
  if (a.defined() != b.defined()) return false;
  if (!a.defined()) return true;
  if (!(a.sizes() == b.sizes())) return false;
  Tensor x = run("contiguous", {a, Arg()}), y = run("contiguous", {b, Arg()});
  for (int64_t i = 0; i < x.numel(); ++i)
    if (std::fabs(x.data<float>()[i] - y.data<float>()[i]) > 1e-4f * (1 + std::fabs(y.data<float>()[i]))) return false;
  return true;
}

// Forward and backward graphs against the tape on real tensors.
Partition check(const TensorList& inputs, Body body, const std::vector<bool>& parameters) {
  JointGraph joint = joint_of(inputs, body, parameters);
  INFO(graph_text(joint.graph));
  REQUIRE(verify_graph(joint.graph) == "");
  Partition parts = partition(joint);
  INFO(graph_text(parts.forward));
  INFO(graph_text(parts.backward));
  REQUIRE(verify_graph(parts.forward) == "");
  REQUIRE(verify_graph(parts.backward) == "");

  TensorList leaves;
  for (size_t i = 0; i < inputs.size(); ++i) {
    leaves.push_back(detach(inputs[i]));
    if (parameters[i]) set_requires_grad(leaves.back(), true);
  }
  Tensor expected = body(leaves);
  Tensor tangent = sample(std::vector<int64_t>(expected.sizes().begin(), expected.sizes().end()), 5);
  TensorList wanted;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (parameters[i]) wanted.push_back(leaves[i]);
  TensorList gradients = grad({expected}, wanted, {tangent}, {});

  GradModeScope no_grad(false);
  std::vector<Arg> forward_inputs(inputs.begin(), inputs.end());
  Outputs forward = run_graph(parts.forward, forward_inputs);
  CHECK(close(forward[0], expected));
  std::vector<Arg> backward_inputs(forward.begin() + parts.forward_outputs, forward.end());
  backward_inputs.emplace_back(tangent);
  Outputs backward = run_graph(parts.backward, backward_inputs);
  REQUIRE(backward.size() == inputs.size());
  size_t next = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (parameters[i]) CHECK(close(backward[i], gradients[next++]));
    else CHECK(!backward[i].defined());
  }
  return parts;
}

}  // namespace

TEST_CASE("the minimum cut takes the narrow edge", "[autodiff]") {
  FlowNetwork network(4);
  network.add_edge(0, 1, 5);
  network.add_edge(1, 2, 1);
  network.add_edge(2, 3, 5);
  std::vector<bool> near = network.minimum_cut(0, 3);
  CHECK(near == std::vector<bool>{true, true, false, false});
}

TEST_CASE("a relu network saves outputs and recomputes no product", "[autodiff]") {
  TensorList inputs = {sample({8, 6}, 1), sample({5, 6}, 2), sample({5}, 3), sample({3, 5}, 4), sample({3}, 5)};
  Partition parts = check(inputs,
                          [](const TensorList& in) {
                            return run("linear", {run("relu", {run("linear", {in[0], in[1], in[2]})}), in[3], in[4]});
                          },
                          {false, true, true, true, true});
  int products = 0;
  for (NodeId id : parts.backward.order()) {
    const Node& node = parts.backward.at(id);
    products += node.kind == NodeKind::kOp && (node.op->traits & kMatrix);
  }
  CHECK(products == 3);  // two gradients of weights, one of the hidden layer
  CHECK(std::count(parts.saved_names.begin(), parts.saved_names.end(), "relu") == 1);
}

TEST_CASE("a chain of elementwise ops is computed again from its input", "[autodiff]") {
  Partition parts = check({sample({16, 16}, 1)},
                          [](const TensorList& in) { return run("sin", {run("exp", {run("sin", {in[0]})})}); }, {true});
  CHECK(parts.saved_names == std::vector<std::string>{"primals_1"});
}

TEST_CASE("softmax and normalised losses have the tape's gradients", "[autodiff]") {
  check({sample({4, 7}, 1), sample({7}, 2)},
        [](const TensorList& in) {
          return run("sum", {run("mul", {run("log_softmax", {in[0], -1}), in[1]})});
        },
        {true, true});
  check({sample({4, 7}, 3)},
        [](const TensorList& in) {
          Tensor centred = run("sub", {in[0], run("mean.dim", {in[0], IntList{1}, true}), 1});
          return run(
              "mul",
              {centred, run("rsqrt", {run("add", {run("mean.dim", {run("mul", {centred, centred}), IntList{1}, true}),
                                                  1e-5, 1})})});
        },
        {true});
}

namespace {

// Two rounds of relu(x @ w) with exp behind each, every round a region of torch.utils.checkpoint or none.
JointGraph two_rounds(bool checkpoints) {
  install_eager();
  GraphRecorder recorder;
  TensorList fakes = {recorder.add_input(meta_of(sample({8, 8}, 1)), "primals_1"),
                      recorder.add_input(meta_of(sample({8, 8}, 2)), "primals_2")};
  for (Tensor& fake : fakes) set_requires_grad(fake, true);
  RecorderScope scope(&recorder);
  Tensor x = fakes[0];
  for (int round = 1; round <= 2; ++round) {
    const size_t before = recorder.graph().capacity();
    x = run("exp", {run("relu", {run("mm", {run("sin", {run("mm", {x, fakes[1]})}), fakes[1]})})});
    for (size_t id = before; checkpoints && id < recorder.graph().capacity(); ++id)
      recorder.graph().at(NodeId(id)).checkpoint = round;
  }
  return build_joint(recorder, fakes, std::vector<Arg>{x}, {false, true});
}

}  // namespace

TEST_CASE("a checkpointed region saves what it reads and is computed again", "[autodiff]") {
  const Partition plain = partition(two_rounds(false)), parts = partition(two_rounds(true));
  REQUIRE(verify_graph(parts.backward) == "");
  CHECK(parts.saved_bytes < plain.saved_bytes);
  // The inputs, the first round's result, and the result that the caller has anyway.
  CHECK(parts.saved_names == std::vector<std::string>{"primals_1", "primals_2", "exp", "exp_1"});
  int products = 0;
  for (NodeId id : parts.backward.order()) {
    const Node& node = parts.backward.at(id);
    products += node.kind == NodeKind::kOp && (node.op->traits & kMatrix);
  }
  CHECK(products == 4 + 8);  // both rounds' products again, and two gradients of each
}

TEST_CASE("checkpointed rounds are computed again one after the other, each before its gradients", "[autodiff]") {
  const Partition parts = partition(two_rounds(true));
  std::vector<int> sines, cosines;
  int position = 0;
  for (NodeId id : parts.backward.order()) {
    const Node& node = parts.backward.at(id);
    ++position;
    if (node.kind == NodeKind::kOp && std::string_view(node.op->name) == "sin") sines.push_back(position);
    if (node.kind == NodeKind::kOp && std::string_view(node.op->name) == "cos") cosines.push_back(position);
  }
  REQUIRE(sines.size() == 2);
  REQUIRE(cosines.size() == 2);
  CHECK(cosines[0] < sines[1]);  // the last round's gradient is done before the first round begins
}
