#include "session/graph_values.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>

#include "eager/modes.h"
#include "graph/run.h"
#include "ops/dispatch.h"
#include "ops/kernels/copy.h"
#include "ops/ops.h"
#include "support/check.h"
#include "support/events.h"
#include "tensor/random.h"

namespace vt {
namespace {

// Whole tensors are kept up to these bytes; a loop's calls are looked at for so long.
#ifdef __EMSCRIPTEN__
constexpr int64_t kMostKept = 48 << 20;
#else
constexpr int64_t kMostKept = 256 << 20;
#endif
constexpr double kMostSeconds = 20;
constexpr size_t kMostOpenCalls = 16;  // whose backward may still come

// Row-major doubles on the CPU; undefined where there is no value.
Tensor as_doubles(const Tensor& value) {
  if (!value.defined() || value.is_fake()) return {};
  GradModeScope off(false);
  Tensor here = value;
  if (value.device().kind != DeviceKind::kCpu) here = call(op_to_copy, Args{value, Arg(), Arg(Device{}), Arg()})[0];
  Tensor doubles = empty_tensor(here.sizes(), DType::kFloat64);
  copy_tensor(doubles, here);
  return doubles;
}

std::span<const double> elements_of(const Tensor& doubles) {
  return {doubles.data<double>(), static_cast<size_t>(doubles.numel())};
}

// What rounding explains of a difference between two ways to compute the same, relative to the larger value.
double rounding_of(DType dtype) {
  switch (dtype) {
    case DType::kFloat64: return 1e-9;
    case DType::kFloat32: return 1e-4;
    default: return is_floating(dtype) ? 2e-2 : 0;
  }
}

class Drawn {
 public:
  Drawn() : state_(default_generator().state()) {}
  void put_back() const { default_generator().set_state(state_); }

 private:
  Tensor state_;
};

}  // namespace

// One half: its graph, that graph as code with every value as an output, and what both gave last.
class WatchedHalf {
 public:
  WatchedHalf(Graph graph, GraphKind kind) : graph_(std::move(graph)), kind_(kind) {
    for (NodeId id : graph_.order()) {
      const Node& node = graph_.at(id);
      if (node.kind == NodeKind::kInput || node.kind == NodeKind::kOp) rows_.push_back(id);
      bool drawn = node.kind == NodeKind::kOp && (node.op->traits & kRandom);
      for (ValueRef value : values_of(node)) drawn = drawn || random_.contains(value.node);
      if (drawn) random_.insert(id);
    }
  }
  const Graph& graph() const { return graph_; }
  const std::vector<NodeId>& rows() const { return rows_; }

  struct Seen {
    Tensor eager, compiled;  // doubles
    DType dtype{};
  };
  // The results that its inputs give, op by op.
  Outputs run(std::span<const Arg> inputs) {
    seen_.clear();
    return run_graph(graph_, inputs, [&](NodeId id, const std::vector<Tensor>& results) {
      if (results.empty() || !results[0].defined()) return;
      seen_[id] = {as_doubles(results[0]), {}, results[0].dtype()};
    });
  }
  // The same by generated code. Says why it cannot.
  std::string compare(std::span<const Arg> inputs, const ValueStore::CompileFn& compile) {
    if (!problem_.empty()) return problem_;
    try {
      if (!runner_) prepare(compile);
      if (outputs_.empty()) return "";
      Outputs results = runner_(inputs);
      std::map<NodeId, Tensor> values;
      for (size_t i = 0; i < outputs_.size(); ++i) values[outputs_[i]] = results[i];
      for (auto& [id, value] : values)
        if (auto found = seen_.find(id); found != seen_.end()) found->second.compiled = as_doubles(value);
    } catch (const TensorError& error) {
      problem_ = error.message;
    } catch (const InternalError& error) {
      problem_ = error.what();
    }
    return problem_;
  }
  const Seen* seen(NodeId id) const {
    auto found = seen_.find(id);
    return found == seen_.end() ? nullptr : &found->second;
  }

 private:
  // Views share their memory with what they are of, and random draws are nobody's error.
  void prepare(const ValueStore::CompileFn& compile) {
    Graph whole = graph_;
    whole.outputs.clear();
    whole.mutated_inputs.clear();
    for (NodeId id : rows_) {
      const Node& node = graph_.at(id);
      if (node.kind != NodeKind::kOp || (node.op->traits & kView) || random_.contains(id)) continue;
      if (node.metas.size() != 1) continue;
      outputs_.push_back(id);
      whole.outputs.push_back(GraphOutput::of(ValueRef{id, 0}));
    }
    if (!outputs_.empty()) runner_ = compile(std::move(whole), kind_);
  }

  Graph graph_;
  GraphKind kind_;
  std::vector<NodeId> rows_, outputs_;
  std::set<NodeId> random_;
  GraphRunner runner_;
  std::string problem_;
  std::map<NodeId, Seen> seen_;
};

class WatchedGraph {
 public:
  WatchedGraph(std::string compile_id, ValueStore::CompileFn compile) : compile_(std::move(compile)) {
    values_.compile_id = std::move(compile_id);
  }
  std::optional<WatchedHalf> forward, backward;
  size_t saved = 0, forward_outputs = 0, tangents = 0;

  bool looks() const { return !frozen_ && spent_ < kMostSeconds; }

  // Before the call: its inputs may be changed by it.
  void see_forward(std::span<const Arg> inputs) {
    ++values_.calls;
    if (!looks()) return;
    const auto start = std::chrono::steady_clock::now();
    GradModeScope off(false);
    const Drawn drawn;
    Outputs results = forward->run(inputs);
    drawn.put_back();
    values_.not_compared = forward->compare(inputs, compile_);
    drawn.put_back();
    open_ = {};
    for (size_t i = forward_outputs; i < results.size(); ++i) open_.saved.push_back(results[i]);
    open_.number = values_.calls;
    summarize_half(*forward, false);
    spend(start);
  }
  // After it: what its backward will be given.
  void close_forward(const Outputs& results) {
    if (!backward || !open_.number) return;
    for (size_t i = forward_outputs; i < results.size(); ++i)
      if (results[i].defined()) open_.given.push_back(results[i].impl()->storage.get());
    waiting_.push_back(std::move(open_));
    if (waiting_.size() > kMostOpenCalls) waiting_.erase(waiting_.begin());
    open_ = {};
  }
  void see_backward(std::span<const Arg> inputs) {
    if (!backward || waiting_.empty() || inputs.size() < tangents) return;
    auto call = std::find_if(waiting_.rbegin(), waiting_.rend(), [&](const Call& c) { return gave(c, inputs); });
    Call found = call == waiting_.rend() ? std::move(waiting_.back()) : std::move(*call);
    waiting_.erase(call == waiting_.rend() ? waiting_.end() - 1 : std::next(call).base());
    if (found.number != shown_call_ || spent_ >= kMostSeconds) return;  // another call is shown
    const auto start = std::chrono::steady_clock::now();
    std::vector<Arg> own;
    for (size_t i = 0; i < found.saved.size(); ++i) {
      if (i < saved) own.push_back(found.saved[i]);
      else own.push_back(Arg(*found.saved[i].data<int64_t>()));
    }
    own.insert(own.end(), inputs.end() - static_cast<int64_t>(tangents), inputs.end());
    if (own.size() != backward->graph().inputs().size()) return;
    GradModeScope off(false);
    const Drawn drawn;
    backward->run(own);
    drawn.put_back();
    std::string problem = backward->compare(own, compile_);
    drawn.put_back();
    if (!problem.empty()) values_.not_compared = problem;
    values_.ran_backward = true;
    summarize_half(*backward, true);
    spend(start);
  }

  const GraphValues& values() const { return values_; }
  TensorPage page(size_t node, TensorWindow window) const;

 private:
  struct Call {
    uint64_t number = 0;
    std::vector<Tensor> saved;          // of the run op by op
    std::vector<const Storage*> given;  // of the compiled call
  };
  static bool gave(const Call& call, std::span<const Arg> inputs) {
    return std::any_of(inputs.begin(), inputs.end(), [&](const Arg& input) {
      const Tensor* tensor = std::get_if<Tensor>(&input.value);
      return tensor && tensor->defined() &&
             std::find(call.given.begin(), call.given.end(), tensor->impl()->storage.get()) != call.given.end();
    });
  }
  void spend(std::chrono::steady_clock::time_point start) {
    spent_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void summarize_half(const WatchedHalf& half, bool is_backward) {
    if (!is_backward) {
      values_.nodes.clear();
      kept_.clear();
      kept_bytes_ = 0;
      shown_call_ = values_.call = values_.calls;
      values_.ran_backward = false;
    } else {
      std::erase_if(values_.nodes, [](const ValueSummary& n) { return n.backward; });
      kept_.resize(values_.nodes.size());
    }
    const std::map<NodeId, ItemId> captured = is_backward ? std::map<NodeId, ItemId>() : captured_nodes(half.graph());
    for (NodeId id : half.rows()) {
      const WatchedHalf::Seen* seen = half.seen(id);
      const bool given = is_backward && half.graph().at(id).kind == NodeKind::kInput;
      if (!seen || !seen->eager.defined() || given) continue;  // what the forward saved has a row already
      values_.nodes.push_back(summary_of(half.graph().at(id), *seen, is_backward));
      if (auto found = captured.find(id); found != captured.end()) values_.nodes.back().items.push_back(found->second);
      keep(*seen);
    }
    frozen_ = frozen_ || first_nan_node(values_) >= 0;
  }

  static ValueSummary summary_of(const Node& node, const WatchedHalf::Seen& seen, bool is_backward) {
    const Tensor& eager = seen.eager;
    ValueSummary row = summarize(elements_of(eager), eager.rank() ? eager.size(eager.rank() - 1) : 1);
    row.name = node.name;
    row.op = node.op ? node.op->name : "";
    row.dtype = dtype_name(seen.dtype);
    row.sizes.assign(eager.sizes().begin(), eager.sizes().end());
    row.backward = is_backward;
    row.is_input = node.kind == NodeKind::kInput;
    if (node.item != kNoItem) {
      row.items.push_back(node.item);
      row.line = line_of(node.item);
    }
    if (seen.compiled.defined())
      compare_values(row, elements_of(eager), elements_of(seen.compiled), rounding_of(seen.dtype));
    return row;
  }
  static int line_of(ItemId id) {
    if (id == kNoItem) return 0;
    const Item& item = event_log().provenance.at(id);
    if (item.span.line > 0) return item.span.line;
    for (ItemId origin : item.origins)
      if (int line = line_of(origin); line > 0) return line;
    return 0;
  }
  // A node of the captured graph has the value of the last one that it became.
  std::map<NodeId, ItemId> captured_nodes(const Graph& graph) const {
    std::map<ItemId, NodeId> last;
    for (NodeId id : graph.order()) {
      const Node& node = graph.at(id);
      if (node.item == kNoItem) continue;
      for (ItemId origin : event_log().provenance.at(node.item).origins)
        if (origin != kNoItem && event_log().provenance.at(origin).kind == ItemKind::kFxNode) last[origin] = id;
    }
    std::map<NodeId, ItemId> captured;
    for (auto [origin, id] : last) captured[id] = origin;
    return captured;
  }
  void keep(const WatchedHalf::Seen& seen) {
    const int64_t bytes = (seen.eager.numel() + (seen.compiled.defined() ? seen.compiled.numel() : 0)) * 8;
    const bool fits = kept_bytes_ + bytes <= kMostKept;
    kept_.push_back(fits ? seen : WatchedHalf::Seen{});
    if (fits) kept_bytes_ += bytes;
    values_.nodes.back().kept = fits;
  }

  ValueStore::CompileFn compile_;
  GraphValues values_;
  std::vector<WatchedHalf::Seen> kept_;  // parallel to the rows
  int64_t kept_bytes_ = 0;
  Call open_;
  std::vector<Call> waiting_;
  uint64_t shown_call_ = 0;
  bool frozen_ = false;
  double spent_ = 0;
};

TensorPage WatchedGraph::page(size_t node, TensorWindow window) const {
  TensorPage page;
  if (node >= kept_.size() || !kept_[node].eager.defined()) {
    page.problem = "the tensor is too large to be kept";
    return page;
  }
  const Tensor& eager = kept_[node].eager;
  const int rank = eager.rank();
  auto axis = [&](int wanted, int otherwise) { return wanted >= 0 && wanted < rank ? wanted : otherwise; };
  window.column_axis = axis(window.column_axis, rank - 1);
  window.row_axis = axis(window.row_axis, rank - 2);
  if (window.row_axis == window.column_axis) window.row_axis = -1;
  window.at.resize(static_cast<size_t>(rank), 0);
  for (int i = 0; i < rank; ++i) {
    int64_t& at = window.at[static_cast<size_t>(i)];
    at = std::clamp<int64_t>(at, 0, std::max<int64_t>(0, eager.size(i) - 1));
  }
  auto extent = [&](int of, int64_t asked) -> int64_t {
    if (of < 0) return 1;
    const int64_t left = eager.size(of) - window.at[static_cast<size_t>(of)];
    return std::clamp<int64_t>(asked > 0 ? asked : TensorWindow::kMost, 0, std::min(TensorWindow::kMost, left));
  };
  window.rows = extent(window.row_axis, window.rows);
  window.columns = extent(window.column_axis, window.columns);
  if (eager.numel() == 0) window.rows = window.columns = 0;
  page.window = window;
  for (int64_t r = 0; r < window.rows; ++r)
    for (int64_t c = 0; c < window.columns; ++c) {
      std::vector<int64_t> index = window.at;
      if (window.row_axis >= 0) index[static_cast<size_t>(window.row_axis)] += r;
      if (window.column_axis >= 0) index[static_cast<size_t>(window.column_axis)] += c;
      page.values.push_back(read_element(eager, index));
      if (kept_[node].compiled.defined()) page.compiled.push_back(read_element(kept_[node].compiled, index));
    }
  return page;
}

ValueStore::ValueStore() = default;
ValueStore::~ValueStore() = default;

std::shared_ptr<WatchedGraph> ValueStore::watch(std::string compile_id, CompileFn compile, Graph forward) {
  auto watched = std::make_shared<WatchedGraph>(std::move(compile_id), std::move(compile));
  watched->forward_outputs = forward.outputs.size();
  watched->forward.emplace(std::move(forward), GraphKind::kInference);
  graphs_.push_back(watched);
  return watched;
}

std::shared_ptr<WatchedGraph> ValueStore::watch(std::string compile_id, CompileFn compile, Partition halves) {
  auto watched = std::make_shared<WatchedGraph>(std::move(compile_id), std::move(compile));
  watched->saved = static_cast<size_t>(halves.saved_tensors);
  watched->forward_outputs = static_cast<size_t>(halves.forward_outputs);
  watched->tangents = halves.tangent_of.size();
  watched->forward.emplace(std::move(halves.forward), GraphKind::kForward);
  watched->backward.emplace(std::move(halves.backward), GraphKind::kBackward);
  graphs_.push_back(watched);
  return watched;
}

std::vector<GraphValues> ValueStore::summaries(const NodeNames& names) const {
  std::vector<GraphValues> all;
  for (const auto& graph : graphs_) {
    all.push_back(graph->values());
    for (ValueSummary& node : all.back().nodes)
      for (ItemId item : node.items)
        if (auto found = names.find(item); found != names.end()) node.name = found->second;
  }
  return all;
}

TensorPage ValueStore::page(size_t graph, size_t node, TensorWindow window) const {
  if (graph < graphs_.size()) return graphs_[graph]->page(node, std::move(window));
  return {{}, {}, {}, "there is no such graph"};
}

void watch_calls(CompiledGraph& compiled, std::shared_ptr<WatchedGraph> watched) {
  compiled.forward = [watched, run = std::move(compiled.forward)](RuntimeInputs inputs) {
    watched->see_forward(inputs);
    Outputs results = run(inputs);
    watched->close_forward(results);
    return results;
  };
  if (!compiled.backward) return;
  compiled.backward = [watched, run = std::move(compiled.backward)](RuntimeInputs inputs) {
    watched->see_backward(inputs);
    return run(inputs);
  };
}

}  // namespace vt
