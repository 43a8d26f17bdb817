// The table of passes as such: order, the column *when*, what is recorded of each row.
#include "passes/table.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>

#include "catch.h"
#include "eager/autograd.h"
#include "graph/recorder.h"
#include "ops/dispatch.h"
#include "ops/table.h"

using namespace vt;

namespace {

Tensor run(const char* name, Args args) {
  const OpDef* op = find_op(name);
  REQUIRE(op);
  return call1(*op, std::move(args));
}

TensorMeta input_meta(DeviceKind device = DeviceKind::kCpu) {
  TensorMeta meta;
  meta.sizes = {4, 6};
  meta.device = {device, 0};
  return meta;
}

// exp(x) * exp(x) * 1
Graph doubled_exponential(DeviceKind device = DeviceKind::kCpu) {
  install_eager();
  GraphRecorder recorder;
  Tensor x = recorder.add_input(input_meta(device), "x");
  RecorderScope scope(&recorder);
  Tensor product = run("mul", {run("exp", {x}), run("exp", {x})});
  const Arg output = run("mul", {product, Scalar::of(1.0)});
  recorder.set_outputs(std::span(&output, 1));
  return std::move(recorder.graph());
}

bool nothing(Graph&) { return false; }

Pass row(const char* name, std::vector<const char*> after = {}) {
  return {name, "does nothing", nothing, {{GraphKind::kInference}}, std::move(after)};
}

const Pass& pass_named(std::string_view name) {
  const std::vector<Pass>& table = all_passes();
  auto at = std::find_if(table.begin(), table.end(), [&](const Pass& pass) { return name == pass.name; });
  REQUIRE(at != table.end());
  return *at;
}

std::vector<std::string> names_of(const Graph& graph, const std::vector<NodeId>& nodes) {
  std::vector<std::string> names;
  for (NodeId id : nodes) names.push_back(graph.at(id).name);
  return names;
}

const PassRecord& record_named(const std::vector<PassRecord>& log, std::string_view name) {
  auto at = std::find_if(log.begin(), log.end(), [&](const PassRecord& record) { return name == record.name; });
  REQUIRE(at != log.end());
  return *at;
}

}  // namespace

TEST_CASE("a row that stands above one it must follow is found, and a name that stands twice", "[passes]") {
  const std::vector<Pass> high = {row("fuse", {"fold"}), row("fold")};
  CHECK(order_problem(high) == "fuse must come after fold");
  const std::vector<Pass> twice = {row("fold"), row("fold")};
  CHECK(order_problem(twice) == "two passes are called fold");
  const std::vector<Pass> right = {row("fold"), row("fuse", {"fold"})};
  CHECK(order_problem(right).empty());
  CHECK(order_problem(all_passes()).empty());
}

TEST_CASE("a row runs on the kinds of graphs that it names", "[passes]") {
  const Graph graph = doubled_exponential();
  auto runs_on = [&](const char* name, GraphKind kind) {
    PassOptions options;
    options.kind = kind;
    return applies(pass_named(name), graph, options);
  };
  for (GraphKind kind : {GraphKind::kInference, GraphKind::kForward, GraphKind::kBackward}) {
    CHECK(runs_on("remove_dead_code", kind));
    CHECK(runs_on("simplify_algebra", kind));
  }
  CHECK(runs_on("remove_dead_code", GraphKind::kJoint));
  CHECK_FALSE(runs_on("simplify_algebra", GraphKind::kJoint));
  CHECK(runs_on("remove_dead_code", GraphKind::kForProgram));
  CHECK_FALSE(runs_on("merge_common_subexpressions", GraphKind::kForProgram));
}

TEST_CASE("rows for CUDA run only where every tensor is there", "[passes]") {
  PassOptions options;
  for (const char* name : {"recognise_attention", "lay_out_convolutions"}) {
    CHECK(applies(pass_named(name), doubled_exponential(DeviceKind::kCuda), options));
    CHECK_FALSE(applies(pass_named(name), doubled_exponential(), options));
    Graph mixed = doubled_exponential(DeviceKind::kCuda);
    mixed.add_input(input_meta(), "y");
    CHECK_FALSE(applies(pass_named(name), mixed, options));
  }
}

TEST_CASE("attention is recognised before the cut only", "[passes]") {
  const Graph graph = doubled_exponential(DeviceKind::kCuda);
  for (const auto& [kind, runs] : {std::pair(GraphKind::kJoint, true), std::pair(GraphKind::kInference, true),
                                   std::pair(GraphKind::kForward, false), std::pair(GraphKind::kBackward, false)}) {
    PassOptions options;
    options.kind = kind;
    CHECK(applies(pass_named("recognise_attention"), graph, options) == runs);
  }
}

TEST_CASE("rows that may round do not run where results must equal eager execution", "[passes]") {
  PassOptions options;
  options.keep_bits = true;
  const Graph graph = doubled_exponential(DeviceKind::kCuda);
  for (const char* name : {"simplify_algebra", "recognise_attention", "lay_out_convolutions"})
    CHECK_FALSE(applies(pass_named(name), graph, options));
  CHECK(applies(pass_named("merge_common_subexpressions"), graph, options));
}

TEST_CASE("sizes are simplified where some are symbols", "[passes]") {
  Graph graph = doubled_exponential();
  CHECK_FALSE(applies(pass_named("simplify_sizes"), graph, {}));
  graph.at(graph.inputs()[0]).metas[0].sizes[0] = SymInt(4, sym_variable("s0"));
  CHECK(applies(pass_named("simplify_sizes"), graph, {}));
}

TEST_CASE("a record names the nodes that its pass removed, added and rewrote", "[passes]") {
  Graph graph = doubled_exponential();
  std::vector<PassRecord> log;
  run_passes(graph, {}, &log);
  CHECK(log[0].name == "input");
  CHECK(log[0].nodes_after == 5);
  CHECK_FALSE(record_named(log, "remove_dead_code").changed);
  const PassRecord& algebra = record_named(log, "simplify_algebra");
  CHECK(algebra.changed);
  CHECK(names_of(graph, algebra.removed) == std::vector<std::string>{"mul_1"});
  CHECK(algebra.rewritten.empty());
  const PassRecord& merge = record_named(log, "merge_common_subexpressions");
  CHECK(merge.changed);
  CHECK(names_of(graph, merge.removed) == std::vector<std::string>{"exp_1"});
  CHECK(names_of(graph, merge.rewritten) == std::vector<std::string>{"mul"});
  CHECK(merge.nodes_after == 3);
  for (const PassRecord& record : log) CHECK(record.added.empty());
}

TEST_CASE("a pass that is switched off is recorded and does not run, on the joint graph too", "[passes]") {
  for (GraphKind kind : {GraphKind::kInference, GraphKind::kJoint}) {
    Graph graph = doubled_exponential();
    graph.add_op(*find_op("neg"), {NodeArg::of(ValueRef{graph.inputs()[0], 0})});
    const size_t ops = graph.op_count();
    PassOptions options;
    options.kind = kind;
    options.skipped = pass_names();
    std::vector<PassRecord> log;
    run_passes(graph, options, &log);
    CHECK(graph.op_count() == ops);
    REQUIRE(log.size() > 1);
    CHECK_FALSE(log[0].switched_off);
    for (size_t i = 1; i < log.size(); ++i) CHECK(log[i].switched_off);
  }
}

TEST_CASE("every pass has its word with the same text, as a sentence", "[passes]") {
  std::map<std::string, std::string> words;
#define WORD(kind, term, chinese, concept, english, chinese_text) words[#kind " " term] = english;
#include "tables/words_code.def"
#undef WORD
  for (const Pass& pass : all_passes()) {
    INFO(pass.name);
    std::string sentence = std::string(pass.doc) + ".";
    sentence[0] = static_cast<char>(std::toupper(sentence[0]));
    CHECK(words["kPass " + std::string(pass.name)] == sentence);
  }
}
