// The film of a compile: its frames, in order, out of the events that there are.
#include "playground/scene/film.h"

#include <map>
#include <string>

#include "catch.h"

using namespace vt;
using namespace vt::scene;

namespace {

struct Run {
  std::vector<Event> events;
  std::vector<std::string> groups;
  std::map<size_t, Artifact> bodies;
  std::vector<Item> items;
  std::vector<std::vector<uint32_t>> children;

  ItemId item(ItemKind kind, int line, std::vector<ItemId> origins = {}) {
    Item made{kind, {}, origins};
    made.span.line = line;
    items.push_back(made);
    children.emplace_back();
    const auto id = static_cast<uint32_t>(items.size());
    for (ItemId origin : origins) children[static_cast<uint32_t>(origin) - 1].push_back(id);
    return ItemId{id};
  }
  Artifact& add(Stage stage, const std::string& group, std::vector<std::pair<std::string, std::string>> facts = {},
                const std::string& title = "") {
    Event event;
    event.stage = stage;
    event.compile_id = group;
    event.title = title;
    event.facts = std::move(facts);
    events.push_back(std::move(event));
    groups.push_back(group);
    return bodies[events.size() - 1];
  }
  std::optional<Film> film(const std::string& compile) const {
    return film_of(
        {events, groups, "import torch\n\ndef f(x):\n    return x.relu()\n",
         [this](size_t event) { return &bodies.at(event); },
         [this](ItemId id) { return static_cast<uint32_t>(id) ? &items[static_cast<uint32_t>(id) - 1] : nullptr; },
         [this](ItemId id) { return &children[static_cast<uint32_t>(id) - 1]; }},
        compile);
  }
};

// x.relu() on line 4, compiled as far as memory, and called three times.
Run whole() {
  Run run;
  ItemId line = run.item(ItemKind::kSourceLine, 4);
  run.add(Stage::kBytecode, "").lines = {{"  4    2 LOAD_FAST  0 (x)", {line}}, {"       4 CALL  0", {line}}};
  ItemId relu = run.item(ItemKind::kFxNode, 4, {line});
  run.add(Stage::kFx, "0/0", {{"calls", "1"}}).diagram.nodes = {{kNoItem, "x", "f32[4]", "input"},
                                                                {relu, "relu", "f32[4]", "op"}};
  ItemId guard = run.item(ItemKind::kGuard, 4, {line});
  ItemId core = run.item(ItemKind::kGraphNode, 4, {relu});
  run.add(Stage::kPasses, "0/0", {{"half", "inference"}, {"changed", "yes"}}, "decompose").diagram.nodes = {
      {core, "maximum", "f32[4]", "op"}};
  run.add(Stage::kPasses, "0/0", {{"half", "inference"}, {"changed", "no"}}, "remove_dead_code");
  run.add(Stage::kPasses, "0/0", {{"half", "inference"}, {"changed", "yes"}, {"removed", "a, b"}, {"doc", "removes"}},
          "simplify");
  run.add(Stage::kLoops, "0/0", {{"half", "inference"}, {"steps", "1"}});
  run.add(Stage::kFusion, "0/0", {{"half", "inference"}, {"fused", "1"}});
  run.add(Stage::kMemory, "0/0", {{"half", "inference"}, {"arena_bytes", "0"}, {"unplanned_bytes", "64"}});
  run.add(Stage::kCode, "0/0",
          {{"half", "inference"}, {"kernels", "1"}, {"backend", "interpreter"}, {"compile_us", "10"}});
  Artifact& guards = run.add(Stage::kGuards, "0/0", {{"guards", "2"}});
  guards.table.rows.push_back({{"0", "x", "x", "TENSOR_MATCH", "f32[4]", "check_tensor(...)", "4"}, {guard}});
  for (const char* hit : {"0", "1", "1"}) run.add(Stage::kCalls, "0/0", {{"hit", hit}, {"function", "f"}});
  return run;
}

std::string stages(const Film& film) {
  std::string text;
  for (const FilmFrame& frame : film.frames)
    text += (text.empty() ? "" : " ") + std::string(film_stage_name(frame.stage));
  return text;
}
const FilmFrame& frame(const Film& film, FilmStage stage) {
  for (const FilmFrame& f : film.frames)
    if (f.stage == stage) return f;
  FAIL("no such frame");
  return film.frames.front();
}

}  // namespace

TEST_CASE("the film goes from the line to the first call", "[scene][film]") {
  std::optional<Film> film = whole().film("0/0");
  REQUIRE(film);
  CHECK(stages(*film) == "line bytecode node guard decomposition pass island loops code memory call");
  CHECK(film->line == 4);
  CHECK(frame(*film, FilmStage::kLine).values[1] == "return x.relu()");
  CHECK(frame(*film, FilmStage::kBytecode).values == std::vector<std::string>{"2", "LOAD_FAST, CALL"});
  CHECK_FALSE(frame(*film, FilmStage::kBytecode).items.empty());
  CHECK_FALSE(film->waits);
  CHECK(frame(*film, FilmStage::kNode).values[0] == "relu: f32[4]");
  CHECK(frame(*film, FilmStage::kGuard).values == std::vector<std::string>{"2", "x: f32[4]"});
  CHECK(frame(*film, FilmStage::kDecomposition).values[1] == "maximum");
  CHECK(frame(*film, FilmStage::kMemory).values == std::vector<std::string>{"0 B", "64 B"});
  CHECK(frame(*film, FilmStage::kFirstCall).values[2] == "2");
}

TEST_CASE("the pass of the film is the one that changed most", "[scene][film]") {
  std::optional<Film> film = whole().film("0/0");
  const FilmFrame& pass = frame(*film, FilmStage::kPass);
  CHECK(pass.values[0] == "2");
  CHECK(pass.values[1] == "1");
  CHECK(pass.values[2] == "simplify");
}

TEST_CASE("stages that were not reached have no frame", "[scene][film]") {
  Run run;
  ItemId relu = run.item(ItemKind::kFxNode, 4);
  run.add(Stage::kFx, "0/0", {{"calls", "1"}}).diagram.nodes = {{relu, "relu", "f32[4]", "op"}};
  std::optional<Film> film = run.film("0/0");
  REQUIRE(film);
  CHECK(stages(*film) == "line node");
}

TEST_CASE("without a graph there is no film", "[scene][film]") {
  Run run;
  run.add(Stage::kBytecode, "");
  CHECK_FALSE(run.film("0/0"));
  CHECK_FALSE(whole().film("1/0"));
}
