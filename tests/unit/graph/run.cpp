// Graphs run node by node, and what is asked of a graph before it runs.
#include "graph/run.h"

#include "catch.h"
#include "graph/placement.h"
#include "graph_text.h"

using namespace vt;
using namespace vt::test;

TEST_CASE("a graph with symbols runs with any size of its inputs", "[graph]") {
  const Graph graph = graph_from(R"(
%0 = input x : f32[s0, 2]
%1 = view %0, [2*s0]
return %1, s0, None)");
  const Tensor x = empty_tensor(std::vector<int64_t>{5, 2}, DType::kFloat32);
  const std::vector<Arg> inputs = {x};
  const Outputs results = run_graph(graph, inputs);
  REQUIRE(results.size() == 3);
  CHECK(results[0].size(0) == 10);
  CHECK(results[1].data<int64_t>()[0] == 5);
  CHECK_FALSE(results[2].defined());
  CHECK(bind_symbols(graph, inputs).at("s0") == 5);
}

TEST_CASE("a graph lies where its tensors lie", "[graph]") {
  CHECK(placement_of(graph_from("%0 = input x : f32[4]\nreturn %0")) == Placement::kCpu);
  CHECK(placement_of(graph_from("%0 = input x : f32[4] cuda:0\nreturn %0")) == Placement::kCuda);
  CHECK(placement_of(graph_from("%0 = input x : f32[4] cuda:0\n%1 = input y : f32[4]\nreturn %0, %1")) ==
        Placement::kMixed);
}

TEST_CASE("a number in a CPU tensor without dimensions does not mix a CUDA graph", "[graph]") {
  CHECK(placement_of(graph_from("%0 = input x : f32[4] cuda:0\n%1 = input scale : f32[]\nreturn %0, %1")) ==
        Placement::kCuda);
}
