#include "graph/graph.h"

#include "catch.h"
#include "graph/print.h"
#include "graph/recorder.h"
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
  Fixture() : scope(&recorder) {
    install_dispatcher(&dispatcher);
    TensorMeta meta;
    meta.sizes = {4, 6};
    x = recorder.add_input(meta, "primals_1");
    y = recorder.add_input(meta, "primals_2");
  }
  Tensor run(const char* name, Args args) { return call1(op(name), std::move(args)); }
  std::string text(std::vector<Arg> outputs) {
    recorder.set_outputs(outputs);
    REQUIRE(verify_graph(recorder.graph()) == "");
    return graph_text(recorder.graph());
  }
  Recording dispatcher;
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
        "%3 = sum.dim_IntList %2, [1] : f32[4]\n"
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

TEST_CASE("equal programs hash equal and different ones do not", "[graph]") {
  auto hash = [](double number) {
    Fixture f;
    f.text({f.run("mul.Scalar", {f.x, number})});
    return structural_hash(f.recorder.graph());
  };
  CHECK(hash(2.0) == hash(2.0));
  CHECK(hash(2.0) != hash(3.0));
}
