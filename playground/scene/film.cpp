#include "playground/scene/film.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "playground/scene/strip_scene.h"
#include "playground/scene/text_size.h"

namespace vt::scene {
namespace {

constexpr size_t kMostNodes = 64;  // limit of nodes examined by choose_star()

std::string fact(const Event& event, std::string_view name) {
  for (const auto& [key, value] : event.facts)
    if (key == name) return value;
  return {};
}

size_t names_in(const std::string& list) {
  return list.empty() ? 0 : 1 + static_cast<size_t>(std::count(list.begin(), list.end(), ','));
}

class Director {
 public:
  Director(const FilmSources& sources, const std::string& compile) : from_(sources) {
    film_.compile = compile;
    for (size_t i = 0; i < from_.events.size(); ++i)
      if (from_.groups[i] == compile) own_.push_back(i);
  }

  std::optional<Film> make() {
    const int graph = first(Stage::kFx), passes = first(Stage::kPasses);
    if (graph < 0 && passes < 0) return std::nullopt;
    half_ = half_to_follow();
    choose_star(graph >= 0 ? graph : passes);
    add_source();
    if (graph >= 0) add_node(graph);
    add_guard();
    add_passes();
    add_rest();
    return std::move(film_);
  }

 private:
  const Event& event(int at) const { return from_.events[static_cast<size_t>(at)]; }
  // The first event of a stage; if there are two halves, of the half that the film follows.
  int first(Stage stage) const {
    for (size_t i : own_)
      if (from_.events[i].stage == stage &&
          (half_.empty() || fact(from_.events[i], "half").empty() || fact(from_.events[i], "half") == half_))
        return static_cast<int>(i);
    return -1;
  }

  // The half that runs first: that of the first loops, or else of the passes.
  std::string half_to_follow() const {
    std::string last;
    for (size_t i : own_) {
      const Event& e = from_.events[i];
      if (e.stage == Stage::kLoops) return fact(e, "half");
      if (e.stage == Stage::kPasses) last = fact(e, "half");
    }
    return last;
  }

  const Artifact* body_of(size_t event) {
    const Artifact* body = from_.body(event);
    film_.waits = film_.waits || !body;
    return body;
  }

  // All items made from an item, directly or indirectly.
  std::set<uint32_t> made_of(ItemId item) const {
    std::set<uint32_t> seen;
    std::vector<uint32_t> todo = {static_cast<uint32_t>(item)};
    while (!todo.empty()) {
      uint32_t id = todo.back();
      todo.pop_back();
      if (!seen.insert(id).second) continue;
      if (const std::vector<uint32_t>* children = from_.children(ItemId{id}))
        todo.insert(todo.end(), children->begin(), children->end());
    }
    return seen;
  }

  // Chooses the operation with the most kinds of items in later stages: kernel, loop, buffer, several core ops.
  void choose_star(int graph) {
    const Artifact* body = body_of(static_cast<size_t>(graph));
    if (!body) return;
    size_t best = 0, looked = 0;
    for (const DiagramNode& node : body->diagram.nodes) {
      if (node.category == "input" || node.category == "output" || node.category == "weight" || node.item == kNoItem)
        continue;
      if (++looked > kMostNodes) break;
      std::set<ItemKind> kinds;
      size_t nodes = 0;
      std::set<uint32_t> made = made_of(node.item);
      for (uint32_t id : made)
        if (const Item* item = from_.item(ItemId{id}))
          kinds.insert(item->kind), nodes += item->kind == ItemKind::kGraphNode;
      const size_t score = 1 + 100 * kinds.size() + std::min<size_t>(nodes, 20);
      if (score <= best) continue;
      best = score;
      star_ = node.item;
      star_text_ = node.label + (node.detail.empty() ? "" : ": " + node.detail);
    }
    if (const Item* item = from_.item(star_); item && item->span.valid()) film_.line = item->span.line;
  }

  FilmFrame& add(FilmStage stage, int event, std::vector<std::string> values = {}) {
    film_.frames.push_back({stage, event, {}, std::move(values)});
    film_.frames.back().items = parts_;
    if (star_ != kNoItem) film_.frames.back().items.push_back(star_);
    return film_.frames.back();
  }

  void add_source() {
    if (film_.line <= 0) return;
    add(FilmStage::kLine, -1, {std::to_string(film_.line), line_of(from_.source, film_.line)});
    // The instructions of that line, in the code of whichever function contains it.
    for (size_t i = 0; i < from_.events.size(); ++i) {
      if (from_.events[i].stage != Stage::kBytecode) continue;
      const Artifact* body = body_of(i);
      if (!body) continue;
      std::vector<std::string> ops;
      std::vector<ItemId> items;
      for (const TaggedLine& line : body->lines)
        for (ItemId id : line.items)
          if (const Item* item = from_.item(id); item && item->span.line == film_.line) {
            ops.push_back(opcode_of(line.text));
            items.push_back(id);
            break;
          }
      std::erase(ops, "");
      if (ops.empty()) continue;
      std::string list;
      for (size_t k = 0; k < std::min<size_t>(ops.size(), 6); ++k) list += (k ? ", " : "") + ops[k];
      if (ops.size() > 6) list += " …";
      add(FilmStage::kBytecode, static_cast<int>(i), {std::to_string(ops.size()), list}).items = std::move(items);
      return;
    }
  }
  // The opcode in "  6   12 LOAD_GLOBAL  1 (torch)": the word in capitals.
  static std::string opcode_of(const std::string& line) {
    for (size_t at = 0; at < line.size();) {
      size_t end = at;
      while (end < line.size() && ((line[end] >= 'A' && line[end] <= 'Z') || line[end] == '_' ||
                                   (end > at && line[end] >= '0' && line[end] <= '9')))
        ++end;
      if (end - at >= 3) return line.substr(at, end - at);
      at = end + 1;
    }
    return {};
  }

  void add_node(int graph) { add(FilmStage::kNode, graph, {star_text_, fact(event(graph), "calls")}); }

  void add_guard() {
    const int guards = first(Stage::kGuards);
    if (guards < 0) return;
    const Event& e = event(guards);
    std::string shown;
    FilmFrame& frame = add(FilmStage::kGuard, guards);
    if (const Artifact* body = body_of(static_cast<size_t>(guards)))
      for (const Table::Row& row : body->table.rows)
        if (row.cells.size() >= 6 && row.cells[3] == "TENSOR_MATCH") {
          shown = row.cells[2] + ": " + row.cells[4];
          frame.items = row.items;
          break;
        }
    frame.values = {fact(e, "guards"), shown};
  }

  void add_passes() {
    std::vector<size_t> passes;
    for (size_t i : own_)
      if (const std::string half = fact(from_.events[i], "half");
          from_.events[i].stage == Stage::kPasses && (half == half_ || half == "joint"))
        passes.push_back(i);
    if (passes.empty()) return;
    // The core ops of the operation are in the first graph after decomposition.
    const auto first = static_cast<int>(passes.front());
    std::string core;
    std::set<uint32_t> made = star_ == kNoItem ? std::set<uint32_t>() : made_of(star_);
    if (const Artifact* body = body_of(passes.front()))
      for (const DiagramNode& node : body->diagram.nodes)
        if (made.contains(static_cast<uint32_t>(node.item)) && node.item != star_ && node.category != "output")
          core += (parts_.empty() ? "" : ", ") + node.label, parts_.push_back(node.item);
    add(FilmStage::kDecomposition, first, {star_text_, core, std::to_string(parts_.size())});
    // The pass with the most changes.
    int most = -1;
    size_t best = 0, changed = 0;
    for (size_t i : passes) {
      const Event& e = from_.events[i];
      if (static_cast<int>(i) == first || fact(e, "changed") == "no" || e.title == "input") continue;
      ++changed;
      size_t size = names_in(fact(e, "removed")) + names_in(fact(e, "added")) + names_in(fact(e, "rewritten")) + 1;
      if (size > best) best = size, most = static_cast<int>(i);
    }
    const std::string all = std::to_string(passes.size() - 1);
    if (most < 0) add(FilmStage::kPass, static_cast<int>(passes.back()), {all});
    else
      add(FilmStage::kPass, most,
          {all, std::to_string(changed), event(most).title, fact(event(most), "doc"), fact(event(most), "removed"),
           fact(event(most), "added")});
  }

  void add_rest() {
    const int fusion = first(Stage::kFusion), loops = first(Stage::kLoops), code = first(Stage::kCode),
              memory = first(Stage::kMemory);
    const std::string kernels = code < 0 ? "" : fact(event(code), "kernels");
    if (fusion >= 0) add(FilmStage::kIsland, fusion, {fact(event(fusion), "fused"), kernels});
    if (loops >= 0) add(FilmStage::kLoops, loops, {fact(event(loops), "steps")});
    if (code >= 0)
      add(FilmStage::kCode, code, {kernels, fact(event(code), "backend"), fact(event(code), "compile_us")});
    if (memory >= 0)
      add(FilmStage::kMemory, memory,
          {bytes_text(std::atoll(fact(event(memory), "arena_bytes").c_str())),
           bytes_text(std::atoll(fact(event(memory), "unplanned_bytes").c_str()))});
    add_call();
  }

  void add_call() {
    int call = -1;
    int64_t hits = 0;
    for (size_t i : own_) {
      if (from_.events[i].stage != Stage::kCalls || fact(from_.events[i], "hit").empty()) continue;
      if (call < 0) call = static_cast<int>(i);
      hits += fact(from_.events[i], "hit") == "1";
    }
    if (call < 0) return;
    const int graph = first(Stage::kFx);
    const double us = graph < 0 ? 0 : event(call).start_us - event(graph).start_us;
    add(FilmStage::kFirstCall, call,
        {fact(event(call), "function"), std::to_string(static_cast<int64_t>(us)), spelled(hits)});
  }

  const FilmSources& from_;
  std::vector<size_t> own_;  // indices of the compile's events
  std::string half_;
  ItemId star_ = kNoItem;  // the operation that the film follows
  std::string star_text_;
  std::vector<ItemId> parts_;  // the ops that it was decomposed into
  Film film_;
};

}  // namespace

const char* film_stage_name(FilmStage stage) {
  switch (stage) {
#define VT_STAGE(id, name) \
  case FilmStage::id: return name;
    VT_FILM_STAGES(VT_STAGE)
#undef VT_STAGE
  }
  return "";
}

std::optional<Film> film_of(const FilmSources& sources, const std::string& compile) {
  return Director(sources, compile).make();
}

}  // namespace vt::scene
