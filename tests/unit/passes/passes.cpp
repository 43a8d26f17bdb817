#include "catch.h"
#include "eager/autograd.h"
#include "graph/print.h"
#include "graph/recorder.h"
#include "graph/run.h"
#include "ops/dispatch.h"
#include "ops/table.h"
#include "passes/merge_common_subexpressions.h"
#include "passes/pipeline.h"

using namespace vt;

namespace {

Tensor run(const char* name, Args args) {
  const OpDef* op = find_op(name);
  REQUIRE(op);
  return call1(*op, std::move(args));
}

using Body = std::vector<Tensor> (*)(const std::vector<Tensor>&);

// A graph over two [4, 6] inputs.
Graph record(Body body) {
  install_eager();
  GraphRecorder recorder;
  TensorMeta meta;
  meta.sizes = {4, 6};
  std::vector<Tensor> inputs = {recorder.add_input(meta, "x"), recorder.add_input(meta, "y")};
  RecorderScope scope(&recorder);
  std::vector<Arg> outputs;
  for (const Tensor& t : body(inputs)) outputs.emplace_back(t);
  recorder.set_outputs(outputs);
  return std::move(recorder.graph());
}

Tensor sample(int64_t seed) {
  Tensor t = empty_tensor(std::vector<int64_t>{4, 6}, DType::kFloat32);
  for (int64_t i = 0; i < 24; ++i) t.data<float>()[i] = static_cast<float>((i * 7 + seed) % 11 - 5) / 3;
  return t;
}

// The graph after all passes; checked to compute what it did before.
Graph optimized(Body body) {
  Graph graph = record(body);
  std::vector<Arg> inputs = {sample(1), sample(2)};
  Outputs before = run_graph(graph, inputs);
  run_passes(graph);
  REQUIRE(verify_graph(graph) == "");
  Outputs after = run_graph(graph, inputs);
  REQUIRE(before.size() == after.size());
  for (size_t i = 0; i < before.size(); ++i) {
    REQUIRE(before[i].sizes() == after[i].sizes());
    for (int64_t r = 0; r < before[i].numel() && before[i].rank() == 2; ++r) {
      int64_t index[] = {r / before[i].size(1), r % before[i].size(1)};
      CHECK(read_element(before[i], index) == read_element(after[i], index));
    }
  }
  return graph;
}

}  // namespace

TEST_CASE("dead nodes are dropped and random ones kept", "[passes]") {
  Graph graph = optimized([](const std::vector<Tensor>& in) {
    run("exp", {in[0]});
    return std::vector<Tensor>{run("relu", {in[0]})};
  });
  CHECK(graph.op_count() == 1);
}

TEST_CASE("cse merges two equal adds", "[passes]") {
  Graph graph = optimized([](const std::vector<Tensor>& in) {
    return std::vector<Tensor>{run("mul", {run("add", {in[0], in[1], 1}), run("add", {in[0], in[1], 1})})};
  });
  CHECK(graph.op_count() == 2);
}

TEST_CASE("cse leaves equal results apart when both are returned", "[passes]") {
  Graph graph = optimized([](const std::vector<Tensor>& in) {
    return std::vector<Tensor>{run("exp", {in[0]}), run("exp", {in[0]})};
  });
  CHECK(graph.op_count() == 2);
}

TEST_CASE("sums with zero and products with one vanish", "[passes]") {
  Graph graph = optimized([](const std::vector<Tensor>& in) {
    Tensor x = run("mul.Scalar", {run("add.Scalar", {run("exp", {in[0]}), 0, 1}), 1});
    return std::vector<Tensor>{run("neg", {run("neg", {run("relu", {run("relu", {x})})})})};
  });
  CHECK(graph.op_count() == 2);
}

TEST_CASE("x plus zero is still a new tensor when it is returned", "[passes]") {
  Graph graph = optimized([](const std::vector<Tensor>& in) {
    return std::vector<Tensor>{run("add.Scalar", {in[0], 0, 1})};
  });
  CHECK(graph.op_count() == 1);
}

TEST_CASE("a square is a product", "[passes]") {
  Graph graph = optimized([](const std::vector<Tensor>& in) {
    return std::vector<Tensor>{run("pow.Tensor_Scalar", {in[0], 2})};
  });
  CHECK(graph_text(graph).find("mul %0, %0") != std::string::npos);
}

TEST_CASE("transposes cancel and reshapes join", "[passes]") {
  Graph graph = optimized([](const std::vector<Tensor>& in) {
    Tensor x = run("t", {run("transpose", {run("exp", {in[0]}), 0, 1})});
    return std::vector<Tensor>{run("relu", {run("view", {run("view", {x, IntList{24}}), IntList{8, 3}})})};
  });
  CHECK(graph.op_count() == 3);
}

TEST_CASE("constants are folded", "[passes]") {
  Graph graph = optimized([](const std::vector<Tensor>& in) {
    Tensor c = run("mul", {sample(3), sample(4)});
    OpRecorder* recorder = active_recorder();
    Tensor folded = run("exp", {recorder->lift(c)});
    return std::vector<Tensor>{run("mul", {in[0], folded})};
  });
  CHECK(graph.op_count() == 1);
}

TEST_CASE("each pass leaves a record and can be skipped", "[passes]") {
  Graph graph = record([](const std::vector<Tensor>& in) {
    return std::vector<Tensor>{run("mul", {run("exp", {in[0]}), run("exp", {in[0]})})};
  });
  PassOptions options;
  options.skipped = {"merge_common_subexpressions"};
  std::vector<PassRecord> log;
  run_passes(graph, options, &log);
  CHECK(graph.op_count() == 3);
  CHECK(log.size() == pass_names().size());
  CHECK(log[0].name == "input");
}
