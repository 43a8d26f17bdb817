#include "playground/scene/pass_list.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace vt::scene {
namespace {

std::string fact(const Event& event, const char* name) {
  for (const auto& [key, value] : event.facts)
    if (key == name) return value;
  return {};
}

// Number of names in a list: "relu, add_1" has two.
size_t listed(const std::string& names) {
  return names.empty() ? 0 : static_cast<size_t>(std::count(names.begin(), names.end(), ',')) + 1;
}

PassEntry entry_of(const Event& event, size_t index) {
  using Kind = PassEntry::Kind;
  PassEntry e;
  e.event = index;
  e.nodes = static_cast<size_t>(std::atoll(fact(event, "nodes").c_str()));
  if (event.stage == Stage::kFx) {
    e.kind = Kind::kCaptured;
    e.id = "captured";
    return e;
  }
  e.name = event.title;
  e.doc = fact(event, "doc");
  e.half = fact(event, "half");
  e.id = e.half + "/" + e.name;
  e.removed = listed(fact(event, "removed"));
  e.added = listed(fact(event, "added"));
  e.rewritten = listed(fact(event, "rewritten"));
  e.changed = fact(event, "changed") == "yes";
  e.switched_off = !fact(event, "switched_off").empty();
  if (std::string us = fact(event, "time_us"); !us.empty()) e.time_us = std::atof(us.c_str());
  if (e.half == "fx" || e.half == "script") e.kind = Kind::kOwn;
  bool begins = e.name == "input" || e.name == "decompose";
  if (begins) e.kind = e.half == "forward" || e.half == "backward" ? Kind::kCut : Kind::kDecomposed;
  return e;
}

}  // namespace

std::vector<PassEntry> pass_list(const std::vector<Event>& events, const std::vector<size_t>& of_compile) {
  std::vector<PassEntry> list;
  std::map<std::string, int> met;
  int captured = -1, joint = -1;  // index of the last entry of each
  for (size_t i : of_compile) {
    if (events[i].stage != Stage::kFx && events[i].stage != Stage::kPasses) continue;
    PassEntry e = entry_of(events[i], i);
    auto at = static_cast<int>(list.size());
    if (e.kind == PassEntry::Kind::kDecomposed) e.before = captured;
    else if (e.kind == PassEntry::Kind::kCut) e.before = joint;
    else if (e.kind == PassEntry::Kind::kPass || e.kind == PassEntry::Kind::kOwn) e.before = at - 1;
    if (e.kind == PassEntry::Kind::kCaptured) captured = at;
    if (e.half == "joint") joint = at;
    if (int times = met[e.id]++) e.id += "#" + std::to_string(times + 1);
    list.push_back(std::move(e));
  }
  return list;
}

int find_entry(const std::vector<PassEntry>& list, const std::string& id) {
  auto found = std::find_if(list.begin(), list.end(), [&](const PassEntry& e) { return e.id == id; });
  return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

int next_entry(const std::vector<PassEntry>& list, int at, int step) {
  for (int i = at + step; i >= 0 && i < static_cast<int>(list.size()); i += step) {
    const PassEntry& e = list[static_cast<size_t>(i)];
    if (!e.did_nothing() && e.kind != PassEntry::Kind::kCaptured) return i;
  }
  return at;
}

int first_entry(const std::vector<PassEntry>& list) {
  int found = next_entry(list, -1, 1);
  if (found >= 0 && list[static_cast<size_t>(found)].kind == PassEntry::Kind::kOwn) found = next_entry(list, found, 1);
  return found >= 0 ? found : static_cast<int>(list.size()) - 1;
}

}  // namespace vt::scene
