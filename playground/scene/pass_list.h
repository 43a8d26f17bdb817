// The passes of a compile as a list: what each did to the graph, out of the facts of its events.
// The panel that lists them and its tests read this; the graphs themselves are from_events.h.
#pragma once
#include <string>
#include <vector>

#include "support/events.h"

namespace vt::scene {

struct PassEntry {
  // kCaptured: before everything. kDecomposed: what the passes begin with. kCut: a half of a joint graph. kOwn: a state
  // of a graph that the program makes itself (fx, TorchScript).
  enum class Kind : uint8_t { kCaptured, kDecomposed, kCut, kPass, kOwn };
  Kind kind = Kind::kPass;
  size_t event = 0;       // that has its graph
  int before = -1;        // the entry whose graph it began with
  std::string id;         // "forward/simplify_algebra": the same from run to run
  std::string name, doc;  // as the engine has them
  std::string half;       // "joint", "forward", "inference"; empty: as captured
  size_t nodes = 0, removed = 0, added = 0, rewritten = 0;
  double time_us = -1;  // -1: not measured
  bool changed = true, switched_off = false;
  bool did_nothing() const { return kind == Kind::kPass && !changed; }
};

// `of_compile`: indices of the events of one compile.
std::vector<PassEntry> pass_list(const std::vector<Event>& events, const std::vector<size_t>& of_compile);

// The entry of this id, or -1.
int find_entry(const std::vector<PassEntry>& list, const std::string& id);
// From `at` on in steps of `step`, past those that did nothing; `at` where there is no other.
int next_entry(const std::vector<PassEntry>& list, int at, int step);
// The entry that a person sees first: the first that did something (of a program's own graph what its first pass did),
// else the last.
int first_entry(const std::vector<PassEntry>& list);

}  // namespace vt::scene
