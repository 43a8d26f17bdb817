#include "passes/record.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "graph/print.h"
#include "passes/facts.h"

namespace vt {
namespace {

double clock_us() {
  using namespace std::chrono;
  return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

std::shared_ptr<const Artifact> picture_of(const Graph& graph) {
  auto artifact = std::make_shared<Artifact>();
  artifact->lines = print_graph(graph);
  artifact->diagram = graph_diagram(graph);
  return artifact;
}

}  // namespace

PassRecord record_of_input(const Graph& graph) {
  PassRecord record;
  record.name = "input";
  record.doc = "the graph before any pass";
  record.nodes_after = graph.order().size();
  record.after = picture_of(graph);
  return record;
}

PassObserver::PassObserver(const char* name, const char* doc, const Graph& graph, std::vector<PassRecord>* log)
    : graph_(graph), log_(log) {
  if (!log_) return;
  record_.name = name;
  record_.doc = doc;
  for (NodeId id = graph.first(); id != kNoNode; id = graph.next(id))
    before_.emplace(id, Definition{graph.at(id).op, graph.at(id).args, graph.at(id).metas});
  since_us_ = clock_us();
}

bool PassObserver::is_rewritten(const Node& node, const Definition& before) const {
  return node.op != before.op ||
         !std::equal(node.args.begin(), node.args.end(), before.args.begin(), before.args.end(), same_arg) ||
         !std::equal(node.metas.begin(), node.metas.end(), before.metas.begin(), before.metas.end(), same_layout);
}

void PassObserver::note_run(bool changed) {
  if (!log_) return;
  record_.time_us = clock_us() - since_us_;
  record_.changed = changed;
  for (NodeId id = graph_.first(); id != kNoNode; id = graph_.next(id)) {
    ++record_.nodes_after;
    auto before = before_.find(id);
    if (before == before_.end()) record_.added.push_back(id);
    else if (is_rewritten(graph_.at(id), before->second)) record_.rewritten.push_back(id);
  }
  for (const auto& [id, definition] : before_)
    if (graph_.at(id).erased) record_.removed.push_back(id);
  record_.after = changed ? picture_of(graph_) : log_->back().after;
  log_->push_back(std::move(record_));
}

void PassObserver::note_switched_off() {
  if (!log_) return;
  record_.switched_off = true;
  record_.nodes_after = before_.size();
  record_.after = log_->back().after;
  log_->push_back(std::move(record_));
}

}  // namespace vt
