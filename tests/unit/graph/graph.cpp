#include "graph/graph.h"

#include <stdexcept>

#include "catch.h"
#include "graph/print.h"
#include "graph/recorder.h"
#include "graph_text.h"
#include "ops/dispatch.h"
#include "ops/table.h"

using namespace vt;

namespace {

class Recording final : public Dispatcher {
 public:
  Outputs call(const OpDef& op, Args args) override { return active_recorder()->record(op, args); }
  Tensor call_inplace(const OpDef& op, Args args) override {
    active_recorder()->record_inplace(op, args);
    return args.tensor(0);
  }
};

const OpDef& op(const char* name) {
  const OpDef* found = find_op(name);
  REQUIRE(found);
  return *found;
}

struct Fixture {
  Fixture() : previous(installed_dispatcher()), scope(&recorder) {
    install_dispatcher(&dispatcher);
    TensorMeta meta;
    meta.sizes = {4, 6};
    x = recorder.add_input(meta, "primals_1");
    y = recorder.add_input(meta, "primals_2");
  }
  ~Fixture() { install_dispatcher(previous); }
  Tensor run(const char* name, Args args) { return call1(op(name), std::move(args)); }
  std::string text(std::vector<Arg> outputs) {
    recorder.set_outputs(outputs);
    REQUIRE(verify_graph(recorder.graph()) == "");
    return graph_text(recorder.graph());
  }
  Recording dispatcher;
  Dispatcher* previous;
  GraphRecorder recorder;
  RecorderScope scope;
  Tensor x, y;
};

}  // namespace

TEST_CASE("a recorded program prints as stable text and as Python", "[graph]") {
  Fixture f;
  Tensor sum = f.run("add", {f.x, f.y, 1});
  Tensor total = f.run("sum.dim_IntList", {sum, IntList{1}, false, Arg()});
  CHECK(f.text({sum, total}) ==
        "%0 = input primals_1 : f32[4, 6]\n"
        "%1 = input primals_2 : f32[4, 6]\n"
        "%2 = add %0, %1 : f32[4, 6]\n"
        "%3 = sum.dim_IntList %2, [1] : f32[4]  # sum_1\n"
        "return %2, %3\n");
  std::string code;
  for (const TaggedLine& line : print_python(f.recorder.graph())) code += line.text + "\n";
  CHECK(code ==
        "def forward(self, primals_1, primals_2):\n"
        "    add = torch.ops.aten.add.Tensor(primals_1, primals_2);  primals_1 = primals_2 = None\n"
        "    sum_1 = torch.ops.aten.sum.dim_IntList(add, [1])\n"
        "    return (add, sum_1)\n");
}

TEST_CASE("an in-place change of an input becomes an output to copy back", "[graph]") {
  Fixture f;
  call_inplace(op("mul"), {f.x, f.y});
  f.text({f.run("relu", {f.x})});
  REQUIRE(f.recorder.graph().mutated_inputs.size() == 1);
  CHECK(f.recorder.graph().mutated_inputs[0] == std::pair<int, int>{0, 1});
  CHECK(f.recorder.graph().at(f.recorder.graph().outputs[1].value.node).name == "mul");
}

TEST_CASE("changing a view changes its base and the base's other views", "[graph]") {
  Fixture f;
  Tensor base = f.run("exp", {f.x});
  Tensor row = f.run("select", {base, 0, 1});
  Tensor turned = f.run("t", {base});
  call_inplace(op("add"), {row, 1, 1});
  std::string text = f.text({base, f.run("relu", {turned})});
  // The transposed view is made again from the changed base.
  size_t scatter = text.find("where ");
  REQUIRE(scatter != std::string::npos);
  CHECK(text.find("= t ", scatter) != std::string::npos);
  CHECK(f.recorder.graph().mutated_inputs.empty());
}

TEST_CASE("the verifier finds wrong sizes, wrong order and lost users", "[graph]") {
  Fixture f;
  Tensor sum = f.run("add", {f.x, f.y, 1});
  f.text({f.run("relu", {sum})});
  Graph wrong_size = f.recorder.graph();
  NodeId add = wrong_size.outputs[0].value.node;
  wrong_size.at(add).metas[0].sizes[0] = 5;
  CHECK(verify_graph(wrong_size).find("its shape rule says") != std::string::npos);
  Graph wrong_order = f.recorder.graph();
  wrong_order.move_before(wrong_order.outputs[0].value.node, wrong_order.first());
  CHECK(verify_graph(wrong_order).find("before it is computed") != std::string::npos);
  Graph lost = f.recorder.graph();
  lost.at(lost.inputs()[0]).users.clear();
  CHECK(verify_graph(lost).find("do not list") != std::string::npos);
}

TEST_CASE("a node that a pass makes has the sizes that were guarded", "[graph]") {
  ShapeEnv shapes;
  const SymInt size = shapes.new_symbol(3, "x");
  Graph graph;
  TensorMeta meta;
  meta.sizes = {size};
  const NodeId x = graph.add_input(meta, "x");
  // One place in three: not linear in the size, so that the guard does not fix that.
  auto every_third = [&] {
    return graph.add_op(op("slice"), {NodeArg::of(ValueRef{x, 0}), NodeArg::of(Arg(0)), NodeArg::of(Arg()),
                                      NodeArg::of(Arg()), NodeArg::of(Arg(3))});
  };
  const NodeId slice = every_third();
  CHECK_FALSE(graph.meta({slice, 0}).sizes[0].symbolic());
  CHECK(graph.meta({slice, 0}).sizes[0].hint() == 1);
  const size_t guards = shapes.guards().size();
  CHECK(guards > 0);
  CHECK_FALSE(graph.meta({every_third(), 0}).sizes[0].symbolic());
  CHECK(shapes.guards().size() == guards);
}

TEST_CASE("equal programs hash equal and different ones do not", "[graph]") {
  auto hash = [](double number) {
    Fixture f;
    f.text({f.run("mul.Scalar", {f.x, number})});
    return structural_hash(f.recorder.graph());
  };
  CHECK(hash(2.0) == hash(2.0));
  CHECK(hash(2.0) != hash(3.0));
}

TEST_CASE("a graph that is read from its printed form prints the same again", "[graph]") {
  const std::string text =
      "%0 = input x : f32[s0, 6]\n"
      "%1 = input turned : f32[6, 4] strides [1, 6]\n"
      "%2 = number s1 = s1\n"
      "%3 = constant table = [0.5, -2.0, 1e-05] : f32[3]\n"
      "%4 = constant flags = [1, 0] : b8[2]\n"
      "%5 = relu %0 : f32[s0, 6]\n"
      "%6 = max.dim %5, 1, True : f32[s0, 1], i64[s0, 1]  # max_1\n"
      "%7 = cat [%5, %6:0], 1 : f32[s0, 7]\n"
      "%8 = t %1 : f32[4, 6]  # t_1\n"
      "%9 = view %7, [7*s0] : f32[7*s0]\n"
      "%10 = _to_copy %9, dtype=torch.float64 : f64[7*s0]\n"
      "%11 = div.Tensor_mode %8, %8, rounding_mode='floor' : f32[4, 6]\n"
      "%12 = clamp %3, -1.5 : f32[3]\n"
      "return %10, %11, None, %12, s1, %6:1, %5\n"
      "copy output 6 into %0\n";
  CHECK(graph_text(test::graph_from(text)) == text);
}

TEST_CASE("text that is no graph is refused with its line", "[graph]") {
  auto problem = [](std::string_view text) -> std::string {
    try {
      test::graph_from(text);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return {};
  };
  CHECK(problem("%0 = input x : f32[4]\n%1 = fly %0") == "there is no op 'fly': %1 = fly %0");
  CHECK(problem("%0 = input x : f32[4]\n%1 = exp %3") == "there is no %3 yet: %1 = exp %3");
  CHECK(problem("%0 = input x : f7[4]") == "there is no dtype 'f7': %0 = input x : f7[4]");
  CHECK(problem("%0 = input x : f32[4]\n%1 = exp %0 : f32[5]") == "its type is not 'f32[5]': %1 = exp %0 : f32[4]");
}
