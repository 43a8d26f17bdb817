#include "playground/scene/from_events.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

namespace vt::scene {
namespace {

std::string filled(const std::string& format, const std::string& text) {
  size_t at = format.find("%s");
  return at == std::string::npos ? format : format.substr(0, at) + text + format.substr(at + 2);
}

std::vector<std::string> pieces(const std::string& text, char separator) {
  std::vector<std::string> list;
  for (size_t begin = 0; begin <= text.size() && !text.empty();) {
    size_t end = std::min(text.find(separator, begin), text.size());
    list.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return list;
}

// "add_12" -> "add": the counter only makes names unique.
std::string without_number(const std::string& name) {
  size_t end = name.size();
  while (end > 0 && std::isdigit(static_cast<unsigned char>(name[end - 1]))) --end;
  return end < name.size() && end > 1 && name[end - 1] == '_' ? name.substr(0, end - 1) : name;
}

// Adds the scopes of "blocks.0:Block#7" below the path added so far: blocks, then 0. A function call is one scope.
void add_scopes(const std::string& call, std::string& path, std::vector<Scope>& scopes) {
  size_t hash = call.rfind('#'), colon = call.rfind(':', hash);
  if (hash == std::string::npos || colon == std::string::npos) return;
  std::string name = call.substr(0, colon), type = call.substr(colon + 1, hash - colon - 1);
  auto number = static_cast<uint32_t>(std::atoi(call.c_str() + hash + 1));
  if (type.empty()) return scopes.push_back({ScopeKind::kCall, name, "", number, {}});
  std::string rest = !path.empty() && name.starts_with(path + ".") ? name.substr(path.size() + 1) : name;
  path = name;
  // A container is not called itself: only the last part of the path is this call.
  std::vector<std::string> parts = pieces(rest, '.');
  for (size_t i = 0; i < parts.size(); ++i) {
    bool last = i + 1 == parts.size();
    scopes.push_back({ScopeKind::kModule, parts[i], last ? type : "", last ? number : 0, {}});
  }
}

Role role_of(const std::string& category) {
  static const std::map<std::string, Role> kRoles = {{"input", Role::kInput},         {"weight", Role::kWeight},
                                                     {"constant", Role::kConstant},   {"output", Role::kOutput},
                                                     {"view", Role::kView},           {"matrix", Role::kMatrix},
                                                     {"op", Role::kModule},           {"reduction", Role::kReduction},
                                                     {"pointwise", Role::kPointwise}, {"failed", Role::kBad}};
  auto found = kRoles.find(category);
  return found == kRoles.end() ? Role::kModule : found->second;
}

// Rank of a kind of work: an operation has the highest-ranked kind of its parts.
int rank(const std::string& category) {
  static const char* const kOrder[] = {"view", "pointwise", "op", "reduction", "matrix"};
  for (int i = 0; i < 5; ++i)
    if (category == kOrder[i]) return i + 1;
  return 0;
}

class Converter {
 public:
  Converter(const CompileArtifacts& from, const PictureWords& words)
      : from_(with_own_names(from)), words_(words), diagram_(from.shown->diagram) {
    read_captured();
    read_gradients();
    for (uint32_t i = 0; i < diagram_.nodes.size(); ++i) nodes_.push_back(node_of(i));
    readers_.resize(nodes_.size());
    makers_.resize(nodes_.size());
    for (auto [a, b] : diagram_.edges) {
      readers_[a].push_back(b);
      makers_[b].push_back(a);
    }
    find_kernels();
    count();
    if (from_.forward && !from_.fusion) cut_halves();
    emit();
    join();
  }
  Picture take() { return std::move(picture_); }

 private:
  // A graph that the program made itself contains its own names and calls.
  static CompileArtifacts with_own_names(CompileArtifacts from) {
    if (!from.captured && from.shown->table.columns.size() == 2) from.captured = from.shown;
    return from;
  }

  // --- the captured graph
  void read_captured() {
    if (!from_.captured) return;
    const Diagram& d = from_.captured->diagram;
    for (uint32_t i = 0; i < d.nodes.size(); ++i)
      if (d.nodes[i].item != kNoItem) captured_.emplace(d.nodes[i].item, i);
    kinds_.resize(d.nodes.size());
    for (const Artifact* later : from_.lowered)
      for (const DiagramNode& node : later->diagram.nodes) {
        int origin = origin_of(node.item);
        if (origin < 0 || rank(node.category) == 0) continue;
        std::string& kind = kinds_[static_cast<size_t>(origin)];
        if (rank(node.category) > rank(kind)) kind = node.category;
      }
  }
  // Finds which outputs of a joint graph are gradients, and of what; they keep their items in the backward graph.
  void read_gradients() {
    std::vector<const Artifact*> graphs = from_.lowered;
    graphs.push_back(from_.shown);
    for (const Artifact* graph : graphs) {
      const std::vector<DiagramNode>& nodes = graph->diagram.nodes;
      for (const DiagramNode& node : nodes) {
        if (node.category != "output" || !node.label.starts_with("gradient ")) continue;
        const std::string name = node.label.substr(9);
        auto of = std::find_if(nodes.begin(), nodes.end(), [&](const DiagramNode& n) { return n.label == name; });
        const int origin = of == nodes.end() ? -1 : origin_of(of->item);
        gradients_[node.item] = origin < 0 ? name : from_.captured->diagram.nodes[static_cast<size_t>(origin)].label;
      }
    }
  }
  // The captured node from which an item was made, or -1.
  int origin_of(ItemId item) const {
    std::vector<ItemId> todo{item};
    std::set<ItemId> met;
    for (size_t i = 0; i < todo.size() && i < 64; ++i) {
      if (todo[i] == kNoItem || !met.insert(todo[i]).second) continue;
      if (auto found = captured_.find(todo[i]); found != captured_.end()) return static_cast<int>(found->second);
      if (const Item* known = from_.item ? from_.item(todo[i]) : nullptr)
        todo.insert(todo.end(), known->origins.begin(), known->origins.end());
    }
    return -1;
  }
  std::string captured_cell(int node, size_t column) const {
    const Table& table = from_.captured->table;
    return node >= 0 && static_cast<size_t>(node) < table.rows.size() && column < table.columns.size()
               ? table.rows[static_cast<size_t>(node)].cells[column]
               : std::string();
  }

  GraphNode node_of(uint32_t i) const {
    const DiagramNode& shown = diagram_.nodes[i];
    bool is_captured = from_.captured && from_.shown == from_.captured;
    int origin = !from_.captured ? -1 : is_captured ? static_cast<int>(i) : origin_of(shown.item);
    GraphNode node;
    node.key = is_captured ? captured_cell(origin, 0) : shown.label;
    if (node.key.empty()) node.key = shown.label;
    if (shown.category == "output") node.key += "@" + std::to_string(i);
    node.detail = shown.category == "failed" ? words_.failed : shown.detail;
    std::string category = shown.category;
    if (is_captured && category == "op" && !kinds_[i].empty()) category = kinds_[i];
    node.label = rank(category) && !is_captured ? without_number(shown.label) : shown.label;
    if (category == "output") {
      auto gradient = gradients_.find(shown.item);
      node.label = gradient == gradients_.end() ? "output" : filled(words_.gradient_of, gradient->second);
    }
    bool renamed = false;  // its lowered name is not listed as a fact
    if (category == "input" && origin >= 0 && !is_captured) {
      const DiagramNode& named = from_.captured->diagram.nodes[static_cast<size_t>(origin)];
      renamed = named.category == "input" || named.category == "weight";
      if (renamed) node.label = named.label, category = named.category;
    }
    if (category == "input" && shown.label.starts_with("tangents_"))
      node.label = filled(words_.gradient, shown.label.substr(9)), renamed = true;
    node.role = role_of(category);
    if (shown.item != kNoItem) node.items.push_back(shown.item);
    if (origin >= 0) node.origin = from_.captured->diagram.nodes[static_cast<size_t>(origin)].item;
    if (node.key != node.label && !renamed) node.facts.push_back(node.key.substr(0, node.key.find('@')));
    if (const Item* item = from_.item && shown.item != kNoItem ? from_.item(shown.item) : nullptr;
        item && item->span.valid()) {
      char text[64];
      std::snprintf(text, sizeof text, words_.line.c_str(), static_cast<int>(item->span.line));
      node.facts.push_back(text);
    }
    if (rank(category) == 0 || origin < 0) return node;
    std::string path;
    for (const std::string& call : pieces(captured_cell(origin, 1), '\n')) add_scopes(call, path, node.scopes);
    return node;
  }

  // --- kernels
  bool is_work(uint32_t i) const { return rank(diagram_.nodes[i].category) > 1; }
  bool is_op(uint32_t i) const { return rank(diagram_.nodes[i].category) > 0; }
  int64_t bytes_of(uint32_t i) const {
    auto found = buffer_bytes_.find(diagram_.nodes[i].item);
    return found != buffer_bytes_.end() && diagram_.nodes[i].category != "output" ? found->second
                                                                                  : bytes_of_type(nodes_[i].detail);
  }

  void find_kernels() {
    kernels_of_.resize(nodes_.size());
    if (!from_.fusion) return;
    const Diagram& d = from_.fusion->diagram;
    std::map<ItemId, uint32_t> place;
    for (uint32_t i = 0; i < nodes_.size(); ++i)
      if (is_op(i) && diagram_.nodes[i].item != kNoItem) place.emplace(diagram_.nodes[i].item, i);
    for (uint32_t k = 0; k < d.nodes.size(); ++k) {
      const DiagramNode& node = d.nodes[k];
      bool kernel = node.category == "loop" || node.category == "matrix" || node.category == "library";
      if (!kernel) {
        int64_t bytes = std::atoll(node.detail.c_str());
        if (node.item != kNoItem) buffer_bytes_.emplace(node.item, bytes);
        continue;
      }
      kernels_.push_back(k);
      const Item* item = from_.item && node.item != kNoItem ? from_.item(node.item) : nullptr;
      for (ItemId origin : item ? item->origins : std::vector<ItemId>())
        if (auto found = place.find(origin); found != place.end()) kernels_of_[found->second].push_back(k);
    }
    for (auto [a, b] : d.edges) {
      const DiagramNode &from = d.nodes[a], &to = d.nodes[b];
      bool writes = std::find(kernels_.begin(), kernels_.end(), a) != kernels_.end();
      picture_.totals.kernel_bytes += std::atoll((writes ? to : from).detail.c_str());
      if (writes && to.item != kNoItem) writer_.emplace(to.item, a);
    }
    picture_.totals.kernels = static_cast<int64_t>(kernels_.size());
    adopt_views();
  }
  // A view is assigned to the kernel that reads it, if it is the only one.
  void adopt_views() {
    for (uint32_t i = static_cast<uint32_t>(nodes_.size()); i-- > 0;) {
      if (!is_op(i) || !kernels_of_[i].empty()) continue;
      std::set<uint32_t> readers;
      bool elsewhere = readers_[i].empty();
      for (uint32_t reader : readers_[i]) {
        elsewhere = elsewhere || kernels_of_[reader].empty();
        readers.insert(kernels_of_[reader].begin(), kernels_of_[reader].end());
      }
      if (!elsewhere && readers.size() == 1) kernels_of_[i] = {*readers.begin()};
    }
  }
  // The kernel that writes a node's value to memory.
  int home(uint32_t i) const {
    if (kernels_of_[i].empty()) return -1;
    auto found = writer_.find(diagram_.nodes[i].item);
    bool writes = found != writer_.end() && std::count(kernels_of_[i].begin(), kernels_of_[i].end(), found->second) > 0;
    return static_cast<int>(writes ? found->second : kernels_of_[i].front());
  }

  void count() {
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (!is_work(i)) continue;
      ++picture_.totals.ops;
      picture_.totals.op_bytes += bytes_of(i);
      for (uint32_t maker : std::set<uint32_t>(makers_[i].begin(), makers_[i].end()))
        picture_.totals.op_bytes += bytes_of(maker);
    }
  }

  // --- forward and backward of a joint graph
  void cut_halves() {
    std::set<ItemId> forward;
    for (const DiagramNode& node : from_.forward->diagram.nodes)
      if (node.item != kNoItem) forward.insert(node.item);
    for (auto [a, b] : from_.forward->diagram.edges)
      if (from_.forward->diagram.nodes[b].category == "output") saved_.insert(from_.forward->diagram.nodes[a].item);
    halves_.assign(nodes_.size(), false);
    picture_.cut_above = words_.backward;
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (!is_op(i)) continue;
      halves_[i] = !forward.contains(diagram_.nodes[i].item);
      const std::string& name = halves_[i] ? words_.backward : words_.forward;
      nodes_[i].scopes.insert(nodes_[i].scopes.begin(), Scope{ScopeKind::kCall, name, "", halves_[i] ? 2u : 1u, {}});
    }
    for (uint32_t i = 0; i < nodes_.size(); ++i)
      if (is_op(i) && is_saved(i) &&
          std::any_of(readers_[i].begin(), readers_[i].end(), [&](uint32_t r) { return halves_[r]; }))
        picture_.totals.saved_bytes += bytes_of(i);
  }

  // What forward returns crosses the cut; the rest of what backward reads is computed again there.
  bool is_saved(uint32_t i) const { return !halves_[i] && saved_.contains(diagram_.nodes[i].item); }

  // --- nodes in the order of the picture: those of one kernel beside one another
  uint32_t place_node(uint32_t i, int kernel) {
    GraphNode node = nodes_[i];
    if (kernel >= 0) {
      if (kernel != home(i)) node.key += "@" + std::to_string(kernel);
      node.scopes = prefix_.at(static_cast<uint32_t>(kernel));
      const DiagramNode& k = from_.fusion->diagram.nodes[static_cast<size_t>(kernel)];
      const std::string& type = k.category == "loop"     ? words_.loop
                                : k.category == "matrix" ? words_.matrix
                                                         : words_.library;
      node.scopes.push_back({ScopeKind::kKernel, k.label, type, static_cast<uint32_t>(kernel), {k.item}});
    }
    picture_.graph.nodes.push_back(std::move(node));
    auto at = static_cast<uint32_t>(picture_.graph.nodes.size() - 1);
    placed_[{i, kernel}] = at;
    return at;
  }
  bool is_pill(uint32_t i) const {
    bool weight = nodes_[i].role == Role::kWeight || (nodes_[i].role == Role::kConstant && makers_[i].empty());
    return weight && !readers_[i].empty() &&
           std::all_of(readers_[i].begin(), readers_[i].end(), [&](uint32_t r) { return is_op(r); });
  }
  void place_free(uint32_t i) {
    if (is_pill(i) || !kernels_of_[i].empty() || placed_.contains({i, -1})) return;
    for (uint32_t maker : makers_[i]) place_free(maker);
    place_node(i, -1);
  }
  void emit() {
    for (uint32_t k : kernels_) find_prefix(k);
    for (uint32_t i = 0; i < nodes_.size(); ++i)
      if (!is_op(i) && makers_[i].empty()) place_free(i);
    std::vector<std::vector<uint32_t>> members(from_.fusion ? from_.fusion->diagram.nodes.size() : 0);
    for (uint32_t i = 0; i < nodes_.size(); ++i)
      for (uint32_t k : kernels_of_[i]) members[k].push_back(i);
    for (uint32_t k : kernels_) {
      for (uint32_t i : members[k])
        for (uint32_t maker : makers_[i]) place_free(maker);
      for (uint32_t i : members[k]) place_node(i, static_cast<int>(k));
    }
    for (uint32_t i = 0; i < nodes_.size(); ++i) place_free(i);
  }
  // The modules and calls that contain all nodes of a kernel.
  void find_prefix(uint32_t k) {
    std::vector<Scope> common;
    bool first = true;
    for (uint32_t i = 0; i < nodes_.size(); ++i) {
      if (!std::count(kernels_of_[i].begin(), kernels_of_[i].end(), k)) continue;
      const std::vector<Scope>& scopes = nodes_[i].scopes;
      if (first) common = scopes;
      size_t same = 0;
      while (same < common.size() && same < scopes.size() && common[same].same_as(scopes[same])) ++same;
      common.resize(same);
      first = false;
    }
    prefix_[k] = std::move(common);
  }

  // --- edges and pills
  void join() {
    std::map<std::pair<int, int>, std::vector<std::string>> refusals = refused();
    for (auto [a, b] : std::set<std::pair<uint32_t, uint32_t>>(diagram_.edges.begin(), diagram_.edges.end())) {
      if (kernels_of_[b].empty()) join_at(a, b, -1, refusals);
      for (uint32_t kernel : kernels_of_[b]) join_at(a, b, static_cast<int>(kernel), refusals);
    }
    std::stable_sort(picture_.graph.edges.begin(), picture_.graph.edges.end(),
                     [](const GraphEdge& x, const GraphEdge& y) { return x.to < y.to; });
  }
  void join_at(uint32_t a, uint32_t b, int kernel,
               const std::map<std::pair<int, int>, std::vector<std::string>>& refusals) {
    auto to = placed_.find({b, kernel});
    if (to == placed_.end()) return;
    if (is_pill(a)) add_pill(a, picture_.graph.nodes[to->second]);
    else connect(a, b, kernel, to->second, refusals);
  }
  void connect(uint32_t a, uint32_t b, int kernel, uint32_t to,
               const std::map<std::pair<int, int>, std::vector<std::string>>& refusals) {
    GraphEdge edge;
    edge.to = to;
    edge.bytes = bytes_of(a);
    auto inside = kernel >= 0 ? placed_.find({a, kernel}) : placed_.end();
    if (inside != placed_.end()) {
      edge.from = inside->second;
      edge.kind = EdgeKind::kGhost;
    } else {
      int maker = home(a);
      auto from = placed_.find({a, maker});
      if (from == placed_.end()) return;
      edge.from = from->second;
      if (from_.fusion) edge.kind = EdgeKind::kRoad;
      if (auto why = refusals.find({maker, kernel}); why != refusals.end()) edge.facts = why->second;
    }
    if (!halves_.empty() && is_op(a) && is_op(b) && !halves_[a] && halves_[b]) {
      edge.kind = is_saved(a) ? EdgeKind::kRoad : EdgeKind::kGhost;
      edge.facts.push_back(is_saved(a) ? words_.saved : words_.again);
    }
    picture_.graph.edges.push_back(std::move(edge));
  }
  void add_pill(uint32_t weight, GraphNode& reader) const {
    const GraphNode& node = nodes_[weight];
    size_t dot = node.label.rfind('.');
    reader.pills.push_back(
        {dot == std::string::npos ? node.label : node.label.substr(dot + 1), node.detail, node.label, node.items});
  }

  // Per pair of kernels: why they were not fused.
  std::map<std::pair<int, int>, std::vector<std::string>> refused() const {
    std::map<std::pair<int, int>, std::vector<std::string>> why;
    if (!from_.fusion) return why;
    std::map<std::string, int> by_name;
    for (uint32_t i = 0; i < nodes_.size(); ++i)
      if (is_op(i) && !kernels_of_[i].empty()) by_name[diagram_.nodes[i].label] = home(i);
    for (const Table::Row& row : from_.fusion->table.rows) {
      if (row.cells.size() < 7 || row.cells[0] != "no") continue;
      auto first = by_name.find(row.cells[1]), second = by_name.find(row.cells[2]);
      if (first == by_name.end() || second == by_name.end()) continue;
      std::string text =
          filled(words_.not_fused, row.cells[3] + (row.cells[4].empty() ? "" : " (" + row.cells[4] + ")"));
      for (auto ends : {std::pair(first->second, second->second), std::pair(second->second, first->second)}) {
        std::vector<std::string>& facts = why[ends];
        if (std::find(facts.begin(), facts.end(), text) != facts.end()) continue;
        facts.push_back(text);
        if (!row.cells[6].empty()) facts.push_back(filled(words_.change, row.cells[6]));
      }
    }
    return why;
  }

  const CompileArtifacts from_;
  const PictureWords& words_;
  const Diagram& diagram_;
  std::map<ItemId, uint32_t> captured_;      // item -> node of the captured graph
  std::vector<std::string> kinds_;           // per captured node: its kind of work
  std::map<ItemId, std::string> gradients_;  // output item -> what it is the gradient of
  std::vector<GraphNode> nodes_;             // parallel to the diagram's nodes
  std::vector<std::vector<uint32_t>> readers_, makers_;
  std::vector<uint32_t> kernels_;                  // nodes of the fusion diagram, in order
  std::vector<std::vector<uint32_t>> kernels_of_;  // per node: the kernels that compute it
  std::map<ItemId, int64_t> buffer_bytes_;
  std::map<ItemId, uint32_t> writer_;                    // item of a buffer -> kernel
  std::map<uint32_t, std::vector<Scope>> prefix_;        // of a kernel
  std::vector<bool> halves_;                             // of a joint graph: is it backward?
  std::set<ItemId> saved_;                               // of a joint graph: what its forward half returns
  std::map<std::pair<uint32_t, int>, uint32_t> placed_;  // (node, kernel or -1) -> node of the picture
  Picture picture_;
};

}  // namespace

bool is_partial(const Event& event) {
  auto says = [](const auto& fact) { return fact.first == "partial"; };
  return std::any_of(event.facts.begin(), event.facts.end(), says);
}

EventChoice choose_events(const std::vector<Event>& events, const std::vector<size_t>& of_compile,
                          const std::string& picture, const std::string& half) {
  EventChoice choice;
  std::string wanted = half;
  int last_pass = -1;
  for (size_t i : of_compile) {
    const Event& e = events[i];
    auto at = static_cast<int>(i);
    std::string of;
    for (const auto& [key, value] : e.facts)
      if (key == "half") of = value;
    if (e.stage == Stage::kFx && choice.captured < 0) choice.captured = at;
    if (e.stage == Stage::kBreaks && picture == "partial" && is_partial(e)) choice.captured = at;
    if (e.stage == Stage::kJoint) choice.lowered.push_back(i);
    if (e.stage == Stage::kJoint && picture == "joint") choice.shown = at;
    if (e.stage == Stage::kPasses && of == "forward" && choice.forward < 0) choice.forward = at;
    if (e.stage == Stage::kPasses && wanted.empty()) wanted = of;
    if (e.stage == Stage::kPasses && of == wanted) last_pass = at;
    if (e.stage == Stage::kFusion && of == wanted && choice.fusion < 0) choice.fusion = at;
  }
  // All passes of a half have the same kinds of work; the last has the fewest nodes.
  if (last_pass >= 0) choice.lowered.push_back(static_cast<size_t>(last_pass));
  if (picture == "graph" || picture == "partial") choice.shown = choice.captured;
  else if (picture != "joint") choice.shown = last_pass;
  if (picture != "fusion") choice.fusion = -1;
  if (picture != "joint") choice.forward = -1;
  return choice;
}

CompileArtifacts artifacts_of(const EventChoice& choice, const std::function<const Artifact*(size_t event)>& body) {
  auto get = [&](int event) { return event < 0 ? nullptr : body(static_cast<size_t>(event)); };
  CompileArtifacts artifacts;
  artifacts.shown = get(choice.shown);
  artifacts.captured = get(choice.captured);
  artifacts.fusion = get(choice.fusion);
  artifacts.forward = get(choice.forward);
  for (size_t event : choice.lowered)
    if (const Artifact* lowered = body(event)) artifacts.lowered.push_back(lowered);
  return artifacts;
}

int64_t bytes_of_type(std::string_view type) {
  size_t open = type.find('['), close = type.find(']');
  if (open == std::string_view::npos || close == std::string_view::npos) return 0;
  int bits = type.starts_with("b8") ? 8 : 0;
  for (size_t i = 0; i < open && bits == 0; ++i)
    if (std::isdigit(static_cast<unsigned char>(type[i])))
      bits = std::atoi(std::string(type.substr(i, open - i)).c_str());
  int64_t bytes = bits / 8;
  for (const std::string& size : pieces(std::string(type.substr(open + 1, close - open - 1)), ',')) {
    size_t digit = size.find_first_not_of(' ');
    if (digit == std::string::npos || !std::isdigit(static_cast<unsigned char>(size[digit]))) return 0;
    bytes *= std::atoll(size.c_str() + digit);
  }
  return bytes;
}

Picture picture_of(const CompileArtifacts& artifacts, const PictureWords& words) {
  return Converter(artifacts, words).take();
}

}  // namespace vt::scene
