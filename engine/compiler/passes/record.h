// Records what a pass changed in a graph, by comparing node ids. For table.cpp.
#pragma once
#include <map>
#include <vector>

#include "passes/table.h"

namespace vt {

// The record of the graph before any pass.
PassRecord record_of_input(const Graph& graph);

// Compares the graph before and after one pass and appends a record to the log. Without a log it does nothing.
class PassObserver {
 public:
  PassObserver(const char* name, const char* doc, const Graph& graph, std::vector<PassRecord>* log);
  void note_run(bool changed);
  void note_switched_off();

 private:
  // The parts of a node that a rewrite changes: all but its name and users.
  struct Definition {
    const OpDef* op;
    std::vector<NodeArg> args;
    Metas metas;
  };
  bool is_rewritten(const Node& node, const Definition& before) const;

  const Graph& graph_;
  std::vector<PassRecord>* log_;
  PassRecord record_;
  std::map<NodeId, Definition> before_;
  double since_us_ = 0;
};

}  // namespace vt
