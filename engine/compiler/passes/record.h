// What a pass did to a graph, by the identity of nodes. For table.cpp.
#pragma once
#include <map>
#include <vector>

#include "passes/table.h"

namespace vt {

// The graph before any pass.
PassRecord record_of_input(const Graph& graph);

// Looks at the graph before and after one pass and appends a record. Without a log it does nothing.
class PassObserver {
 public:
  PassObserver(const char* name, const char* doc, const Graph& graph, std::vector<PassRecord>* log);
  void note_run(bool changed);
  void note_switched_off();

 private:
  // What a node is, apart from its name and its users.
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
