// The programs that the ops of the table lower to, from their samples: for tests of what generators make of them.
#pragma once
#include <string>

#include "lower/program.h"
#include "runtime/executable.h"
#include "unit/lower/harness.h"

namespace vt::test {

// f(op, sample) for each sample of each op that a rule lowers.
template <class F>
void for_samples(F f) {
  for (const OpDef* op : all_ops()) {
    if (!has_rule(*op) || std::string(op->name).find("empty") != std::string::npos) continue;
    for (const Sample& sample : op->samples())
      if (!tensors_of(sample.args).empty()) f(*op, sample);
  }
}

inline Program lowered(const OpDef& op, const Sample& sample, bool dynamic) {
  Graph graph = record(
      tensors_of(sample.args), [&](const Inputs& fakes) { return call(op, with_tensors(sample.args, fakes)); },
      dynamic);
  return lower_graph(graph);
}

}  // namespace vt::test
