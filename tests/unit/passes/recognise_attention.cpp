#include "passes/recognise_attention.h"

#include "catch.h"
#include "eager/autograd.h"
#include "graph/recorder.h"
#include "ops/dispatch.h"
#include "ops/families/formula.h"
#include "ops/table.h"
#include "passes/remove_dead_code.h"

using namespace vt;

namespace {

Tensor run(const char* name, Args args) {
  const OpDef* op = find_op(name);
  REQUIRE(op);
  return call1(*op, std::move(args));
}

using Body = std::vector<Tensor> (*)(Tensor q, Tensor k, Tensor v);

// The graph of `body` and of its gradients over factors with heads of that width.
Graph joint_of(Body body, int64_t width, DType dtype = DType::kFloat32) {
  install_eager();
  GraphRecorder recorder;
  std::vector<Tensor> factors;
  for (int64_t length : {6, 5, 5}) {
    TensorMeta meta;
    meta.sizes = {3, length, width};
    meta.dtype = dtype;
    meta.device = {DeviceKind::kCuda, 0};
    factors.push_back(recorder.add_input(meta, "factor"));
    set_requires_grad(factors.back(), true);
  }
  std::vector<Arg> outputs;
  {
    RecorderScope scope(&recorder);
    TensorList results = body(factors[0], factors[1], factors[2]), tangents;
    for (const Tensor& t : results) tangents.push_back(recorder.add_input(meta_of(t), "tangent"));
    BackwardOptions options;
    options.accumulate = false;
    TensorList gradients = grad(results, factors, tangents, options);
    for (const TensorList& list : {results, gradients}) outputs.insert(outputs.end(), list.begin(), list.end());
  }
  recorder.set_outputs(outputs);
  Graph graph = std::move(recorder.graph());
  remove_dead_code(graph);
  recognise_attention(graph);
  remove_dead_code(graph);
  CHECK(verify_graph(graph) == "");
  return graph;
}
int count(const Graph& graph, std::string_view op) {
  int found = 0;
  for (NodeId id : graph.order()) found += graph.at(id).op && graph.at(id).op->name == op;
  return found;
}

std::vector<Tensor> attention(Tensor q, Tensor k, Tensor v) {
  Tensor scores = f::mul(run("bmm", {q, f::transpose(k, 1, 2)}), 0.25);
  return {run("bmm", {run("softmax", {scores, -1, Arg()}), v})};
}

}  // namespace

TEST_CASE("products around a softmax and their gradients become two ops", "[passes]") {
  for (DType dtype : {DType::kFloat32, DType::kBFloat16}) {
    Graph graph = joint_of(attention, 32, dtype);
    CHECK(count(graph, "_fused_attention") == 1);
    CHECK(count(graph, "_fused_attention_backward") == 1);
    CHECK(count(graph, "bmm") == 0);
    CHECK(count(graph, "exp") == 0);
  }
}

TEST_CASE("the factor may stand at the queries", "[passes]") {
  Graph graph = joint_of([](Tensor q, Tensor k, Tensor v) { return attention(f::mul(q, 0.5), k, v); }, 16);
  CHECK(count(graph, "_fused_attention_backward") == 1);
  CHECK(count(graph, "bmm") == 0);
}

TEST_CASE("attention stays as it is where its weights are read and where kernels do not fit", "[passes]") {
  Body returns_weights = [](Tensor q, Tensor k, Tensor v) {
    Tensor weights = run("softmax", {run("bmm", {q, f::transpose(k, 1, 2)}), -1, Arg()});
    return std::vector<Tensor>{run("bmm", {weights, v}), weights};
  };
  CHECK(count(joint_of(returns_weights, 16), "_fused_attention") == 0);
  Body other_axis = [](Tensor q, Tensor k, Tensor v) {
    return std::vector<Tensor>{run("bmm", {run("softmax", {run("bmm", {q, f::transpose(k, 1, 2)}), 1, Arg()}), v})};
  };
  CHECK(count(joint_of(other_axis, 16), "_fused_attention") == 0);
  CHECK(count(joint_of(attention, 12), "_fused_attention") == 0);
  CHECK(count(joint_of(attention, 128), "_fused_attention") == 0);
}
