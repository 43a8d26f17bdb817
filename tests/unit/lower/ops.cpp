// Every op of the table, through lowering, on its own samples.
#include "catch.h"
#include "support/check.h"
#include "unit/lower/harness.h"

using namespace vt;
using namespace vt::test;

namespace {

// Empty if lowering agrees with the op's kernel, else what went wrong.
std::string try_sample(const OpDef& op, const Sample& sample, bool dynamic) {
  Inputs inputs = tensors_of(sample.args);
  try {
    Graph graph = record(
        inputs, [&](const Inputs& fakes) { return call(op, with_tensors(sample.args, fakes)); }, dynamic);
    std::vector<Arg> args(inputs.begin(), inputs.end());
    Outputs expected = call(op, with_tensors(sample.args, inputs));
    Program program = lower_graph(graph);
    Outputs actual = run_program(program, inputs);
    for (size_t i = 0; i < expected.size(); ++i)
      if (!close(actual[i], expected[i], 2e-5))
        return "result " + std::to_string(i) + " differs\n" + graph_text(graph) + loops(program);
  } catch (const TensorError& e) {
    return "refused: " + e.message;
  } catch (const InternalError& e) {
    return std::string("broke: ") + e.what();
  }
  return {};
}

}  // namespace

TEST_CASE("every op computes the same lowered as by its kernel", "[lower]") {
  for (const OpDef* op : all_ops()) {
    if (!has_rule(*op) || std::string(op->name).find("empty") != std::string::npos) continue;
    for (const Sample& sample : op->samples()) {
      if (tensors_of(sample.args).empty()) continue;
      std::string problem = try_sample(*op, sample, false);
      INFO(op->name << " " << sample.note << "\n" << problem);
      CHECK(problem.empty());
    }
  }
}

TEST_CASE("every elementwise op works with symbolic sizes", "[lower]") {
  for (const OpDef* op : all_ops()) {
    if (!has_rule(*op) || !op->pointwise) continue;
    for (const Sample& sample : op->samples()) {
      std::string problem = try_sample(*op, sample, true);
      INFO(op->name << " " << sample.note << "\n" << problem);
      CHECK(problem.empty());
    }
  }
}
