// The list of a compile's passes with their changes to the graph, from the facts of events. Read by the panel and its
// tests; the graphs themselves come from from_events.h.
#pragma once
#include <string>
#include <vector>

#include "support/events.h"

namespace vt::scene {

struct PassEntry {
  // kCaptured: the captured graph. kDecomposed: the input of the passes. kCut: a half of a partitioned joint graph.
  // kOwn: a state of a graph that the program makes itself (fx, TorchScript).
  enum class Kind : uint8_t { kCaptured, kDecomposed, kCut, kPass, kOwn };
  Kind kind = Kind::kPass;
  size_t event = 0;       // the event with its graph
  int before = -1;        // index of the entry with the graph before it
  std::string id;         // "forward/simplify_algebra": stable between runs
  std::string name, doc;  // as in the engine's table
  std::string half;       // "joint", "forward", "inference"; empty: captured graph
  size_t nodes = 0, removed = 0, added = 0, rewritten = 0;
  double time_us = -1;  // -1: not measured
  bool changed = true, switched_off = false;
  bool did_nothing() const { return kind == Kind::kPass && !changed; }
};

// `of_compile`: indices of the events of one compile.
std::vector<PassEntry> pass_list(const std::vector<Event>& events, const std::vector<size_t>& of_compile);

// Index of the entry with this id, or -1.
int find_entry(const std::vector<PassEntry>& list, const std::string& id);
// The next entry in direction `step` from `at` that changed something; `at` if there is none.
int next_entry(const std::vector<PassEntry>& list, int at, int step);
// The entry shown initially: the first that changed something (for a program's own graph: the first pass's result),
// else the last.
int first_entry(const std::vector<PassEntry>& list);

}  // namespace vt::scene
