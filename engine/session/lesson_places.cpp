// The targets of pointing questions, and the facts that judge the answers: captured nodes grouped by kernel, guards
// that failed, and temporaries with the buffer that they reuse.
#include "session/lesson_places.h"

#include <algorithm>
#include <map>
#include <set>

namespace vt {
namespace {

std::string fact_of(const Event& event, std::string_view name) {
  for (const auto& [key, value] : event.facts)
    if (key == name) return value;
  return {};
}

// The captured ops of a run, in capture order, with names.
class Captured {
 public:
  explicit Captured(const Session& session) : session_(session) {
    for (const Event& event : session.events()) {
      if (event.stage != Stage::kFx) continue;
      const Artifact artifact = session.pull(event.id);
      const size_t count = std::min(artifact.table.rows.size(), artifact.diagram.nodes.size());
      for (size_t i = 0; i < count; ++i) {
        const DiagramNode& node = artifact.diagram.nodes[i];
        if (node.item == kNoItem || node.category != "op") continue;
        const std::string& name = artifact.table.rows[i].cells.front();
        known_[node.item] = nodes_.size();
        nodes_.push_back({name, name + (node.detail.empty() ? "" : ": " + node.detail)});
      }
    }
  }

  const std::vector<LessonTarget>& nodes() const { return nodes_; }
  // The captured ops from which an item of a later stage was made, in capture order.
  std::vector<std::string> origins(ItemId item) const {
    std::set<size_t> places;
    std::set<ItemId> seen;
    collect(item, places, seen);
    std::vector<std::string> names;
    for (size_t place : places) names.push_back(nodes_[place].value);
    return names;
  }

 private:
  void collect(ItemId item, std::set<size_t>& places, std::set<ItemId>& seen) const {
    if (item == kNoItem || !seen.insert(item).second) return;
    if (auto at = known_.find(item); at != known_.end()) {
      places.insert(at->second);
      return;
    }
    for (ItemId origin : session_.provenance().at(item).origins) collect(origin, places, seen);
  }

  const Session& session_;
  std::vector<LessonTarget> nodes_;
  std::map<ItemId, size_t> known_;
};

bool is_backward(const Event& event) { return fact_of(event, "half") == "backward"; }

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// The text of a guard, without the tree branches before it and the source place after it.
std::string plain_guard(std::string text) {
  text.erase(0, std::min(text.find_first_not_of("|+- "), text.size()));
  if (size_t comment = text.find("  # "); comment != std::string::npos) text.erase(comment);
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

// The texts of an entry's guards, by index; "" if the tree has no line for a guard.
std::vector<std::string> guards_of(const Session& session, const Event& event) {
  std::vector<std::string> texts(event.items.size());
  for (const TaggedLine& line : session.pull(event.id).lines)
    for (ItemId item : line.items) {
      const auto at =
          static_cast<size_t>(std::find(event.items.begin(), event.items.end(), item) - event.items.begin());
      if (at < texts.size()) texts[at] = plain_guard(line.text);
    }
  return texts;
}

std::vector<LessonTarget> guard_targets(const Session& session) {
  std::vector<LessonTarget> targets;
  for (const Event& event : session.events()) {
    if (event.stage != Stage::kGuards) continue;
    for (const std::string& text : guards_of(session, event))
      if (!text.empty()) targets.push_back({text, text});
    if (!targets.empty()) break;  // only the first entry: the others exist because one of its guards failed
  }
  return targets;
}

struct Place {
  std::string node, taken;  // names of captured nodes; `taken` is empty if no buffer is reused
};

std::vector<Place> places_of(const Session& session) {
  const Captured captured(session);
  std::vector<Place> places;
  for (const Event& event : session.events()) {
    if (event.stage != Stage::kMemory || is_backward(event)) continue;
    const Table table = session.pull(event.id).table;
    std::map<std::string, std::string> node_of;  // buffer name -> node
    for (const Table::Row& row : table.rows) {
      const std::vector<std::string> names =
          row.items.empty() ? std::vector<std::string>() : captured.origins(row.items.front());
      node_of[row.cells[0]] = names.empty() ? row.cells[0] : names.back();
    }
    for (const Table::Row& row : table.rows)
      if (row.cells[1] == "temporary" && !row.cells[6].empty())
        places.push_back({node_of[row.cells[0]], row.cells[7].empty() ? "" : node_of[row.cells[7]]});
  }
  return places;
}

std::vector<LessonTarget> buffer_targets(const Session& session) {
  std::vector<LessonTarget> targets;
  for (const Place& place : places_of(session)) {
    const bool known =
        std::any_of(targets.begin(), targets.end(), [&](const LessonTarget& t) { return t.value == place.node; });
    if (!known) targets.push_back({place.node, place.node});
  }
  targets.push_back({kNewPlace, kNewPlace});
  return targets;
}

}  // namespace

std::string kernel_groups(const Session& session) {
  const Captured captured(session);
  std::string text;
  for (const Event& event : session.events()) {
    if (event.stage != Stage::kFusion || is_backward(event)) continue;
    for (const DiagramNode& node : session.pull(event.id).diagram.nodes) {
      if (node.category != "loop" && node.category != "matrix" && node.category != "library") continue;
      if (const std::vector<std::string> names = captured.origins(node.item); !names.empty())
        text += joined(names) + "\n";
    }
  }
  return text;
}

std::string buffer_places(const Session& session) {
  std::string text;
  for (const Place& place : places_of(session))
    text += place.node + " " + (place.taken.empty() ? kNewPlace : place.taken) + "\n";
  return text;
}

std::string failed_guards(const Session& session) {
  std::map<std::string, std::vector<std::string>> guards;  // compile id of the entry -> its guards
  std::string text;
  for (const Event& event : session.events()) {
    if (event.stage == Stage::kGuards) guards[event.compile_id] = guards_of(session, event);
    if (event.stage != Stage::kRecompiles) continue;
    const std::string index = fact_of(event, "guard_index");
    const std::vector<std::string>& known = guards[fact_of(event, "entry")];
    const size_t at = index.empty() ? known.size() : std::stoul(index);
    text += (at < known.size() && !known[at].empty() ? known[at] : fact_of(event, "guard")) + "\n";
  }
  return text;
}

std::vector<LessonTarget> lesson_targets(const Session& session, LessonPrediction::Kind kind) {
  switch (kind) {
    case LessonPrediction::Kind::kNodes: return Captured(session).nodes();
    case LessonPrediction::Kind::kGuard: return guard_targets(session);
    case LessonPrediction::Kind::kBuffer: return buffer_targets(session);
    case LessonPrediction::Kind::kChoice:
    case LessonPrediction::Kind::kNumber:
    case LessonPrediction::Kind::kLine: break;
  }
  return {};
}

std::vector<Artifact> lesson_graphs(const Session& session, LessonPrediction::Kind kind) {
  std::vector<Artifact> graphs;
  if (kind != LessonPrediction::Kind::kNodes && kind != LessonPrediction::Kind::kBuffer) return graphs;
  for (const Event& event : session.events()) {
    if (event.stage != Stage::kFx) continue;
    const Artifact whole = session.pull(event.id);
    Artifact& graph = graphs.emplace_back();
    graph.diagram = whole.diagram, graph.table = whole.table;
  }
  return graphs;
}

}  // namespace vt
