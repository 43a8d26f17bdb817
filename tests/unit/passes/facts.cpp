#include "passes/facts.h"

#include "ops/table.h"
#include "unit/passes/one_pass.h"

using namespace vt;
using namespace vt::test;

namespace {

NodeId node_called(const Graph& graph, std::string_view name) {
  for (NodeId id : graph.order())
    if (graph.at(id).name == name) return id;
  FAIL("no node is called " << name);
  return kNoNode;
}

const char* const kViews = R"(
%0 = input x : f32[4, 6]
%1 = exp %0
%2 = t %1
%3 = select %2, 0, 1
%4 = relu %1
return %3)";

}  // namespace

TEST_CASE("an op is known by its name without the overload", "[passes]") {
  CHECK(base_name(*find_op("add.Scalar")) == "add");
  CHECK(base_name(*find_op("relu")) == "relu");
}

TEST_CASE("views share the storage of what they show, through one another", "[passes]") {
  const Graph graph = graph_from(kViews);
  const NodeId exp = node_called(graph, "exp");
  CHECK(storage_root(graph, {node_called(graph, "select"), 0}) == ValueRef{exp, 0});
  CHECK(storage_root(graph, {node_called(graph, "relu"), 0}) == ValueRef{node_called(graph, "relu"), 0});
}

TEST_CASE("a value escapes when a view of it is returned", "[passes]") {
  const Graph graph = graph_from(kViews);
  CHECK(escapes(graph, node_called(graph, "exp")));
  CHECK_FALSE(escapes(graph, node_called(graph, "relu")));
}

TEST_CASE("random draws are not pure, everything else is", "[passes]") {
  const Graph graph = graph_from("%0 = input x : f32[4]\n%1 = bernoulli %0\n%2 = exp %1\nreturn %2");
  CHECK_FALSE(is_pure(graph.at(node_called(graph, "bernoulli"))));
  CHECK(is_pure(graph.at(node_called(graph, "exp"))));
  CHECK_FALSE(is_pure(graph.at(node_called(graph, "x"))));
}

TEST_CASE("a node is replaced by another only where the layout is the same", "[passes]") {
  Graph graph = graph_from("%0 = input x : f32[4, 4]\n%1 = exp %0\n%2 = t %1\n%3 = sin %2\n%4 = relu %1\nreturn %4");
  const NodeId exp = node_called(graph, "exp");
  CHECK_FALSE(replace_node(graph, node_called(graph, "t"), {exp, 0}));
  CHECK(replace_node(graph, node_called(graph, "relu"), {exp, 0}));
  CHECK(graph.is_output(exp));
}

TEST_CASE("numbers are read from arguments, size symbols are not numbers", "[passes]") {
  const Graph graph = graph_from("%0 = input x : f32[s0]\n%1 = mul.Scalar %0, 2.5\n%2 = expand %1, [3, s0]\nreturn %2");
  CHECK(number_arg(graph.at(node_called(graph, "mul")), 1) == 2.5);
  CHECK(number_arg(graph.at(node_called(graph, "mul")), 0) == std::nullopt);
}
