// What panels read, without a window: the model of runs, the selection, texts.
#include "playground/core/model.h"

#include <cstring>
#include <set>
#include <utility>

#include "catch.h"
#include "playground/core/selection.h"
#include "playground/core/strings.h"

using namespace vt;
using namespace vt::ui;

namespace {

struct FakeEngine : EngineClient {
  std::vector<protocol::ToEngine> sent;
  std::vector<protocol::FromEngine> waiting;
  void send(const protocol::ToEngine& message) override { sent.push_back(message); }
  std::vector<protocol::FromEngine> poll() override { return std::move(waiting); }
  size_t pulls() const {
    size_t count = 0;
    for (const auto& message : sent) count += std::holds_alternative<protocol::Pull>(message);
    return count;
  }
};

protocol::EventNote note(uint32_t run, uint32_t id, Stage stage, const char* compile_id, bool body = true) {
  Event event;
  event.id = EventId(id);
  event.stage = stage;
  event.compile_id = compile_id;
  event.facts = {{"kernels", "2"}};
  return {run, event, body};
}

protocol::Finished finished(uint32_t run, bool ok) {
  protocol::Finished end;
  end.run = run;
  end.ok = ok;
  return end;
}

// Line 4 -> node 2 -> kernel line 4; line 7 -> node 5.
RunData linked() {
  RunData data;
  data.run = 1;
  data.items = {{ItemKind::kSourceLine, {4, 0, 4, 0}, {}},
                {ItemKind::kFxNode, {4, 2, 4, 9}, {ItemId(1)}},
                {ItemKind::kKernel, {}, {ItemId(2)}},
                {ItemKind::kKernelLine, {}, {ItemId(3)}},
                {ItemKind::kFxNode, {7, 0, 7, 3}, {}}};
  data.children.resize(data.items.size());
  for (size_t i = 0; i < data.items.size(); ++i)
    for (ItemId origin : data.items[i].origins)
      data.children[static_cast<uint32_t>(origin) - 1].push_back(static_cast<uint32_t>(i + 1));
  return data;
}

}  // namespace

TEST_CASE("a run's events, output and end arrive in the model; other runs' do not", "[playground]") {
  FakeEngine engine;
  Model model(engine);
  uint32_t run = model.run({0, "p.py", "print(1)", {{"backend", "interpret"}}});
  REQUIRE(engine.sent.size() == 1);
  CHECK(std::get<protocol::Run>(engine.sent[0]).source == "print(1)");
  CHECK(model.running());
  CHECK_FALSE(model.update());
  engine.waiting = {protocol::Output{run, false, "a"}, protocol::Output{run, false, "b"},
                    protocol::Output{run, true, "c"},  protocol::Output{run + 1, false, "lost"},
                    note(run, 1, Stage::kFx, "0/0"),   note(run, 2, Stage::kCode, "1/0"),
                    note(run, 3, Stage::kCode, "0/0")};
  CHECK(model.update());
  const RunData& data = model.current();
  REQUIRE(data.output.size() == 2);
  CHECK(data.output[0].text == "ab");
  CHECK(data.output[1].is_error);
  CHECK(data.compile_ids() == std::vector<std::string>{"0/0", "1/0"});
  CHECK(data.select({Stage::kCode}, "") == std::vector<size_t>{1, 2});
  CHECK(data.select({Stage::kCode, Stage::kFx}, "0/0") == std::vector<size_t>{0, 2});
  CHECK(data.reached(Stage::kFx));
  CHECK_FALSE(data.reached(Stage::kGuards));
  CHECK(fact(data.events[0], "kernels") == "2");
  CHECK(fact(data.events[0], "none").empty());
  model.receive(finished(run, true));
  CHECK_FALSE(model.running());
}

TEST_CASE("bodies are fetched once, and shown when they arrive", "[playground]") {
  FakeEngine engine;
  Model model(engine);
  uint32_t run = model.run({0, "p.py", "", {}});
  model.receive(note(run, 7, Stage::kCode, "0/0"));
  model.receive(note(run, 8, Stage::kTokens, ""));
  model.receive(note(run, 9, Stage::kGuards, "0/0", false));
  CHECK(model.body(1) == nullptr);
  CHECK(engine.pulls() == 1);  // the first picture's, ahead; tokens when a panel asks, not while it runs
  model.receive(finished(run, true));
  CHECK(engine.pulls() == 1);
  CHECK(model.body(1) == nullptr);
  CHECK(model.body(1) == nullptr);
  CHECK(engine.pulls() == 2);
  CHECK(model.body(2) == nullptr);  // it has none
  CHECK(engine.pulls() == 2);
  CHECK(model.on_its_way());
  model.receive(protocol::Body{run, EventId(7), {{{"int main() {}", {}}}, {}}});
  REQUIRE(model.body(0) != nullptr);
  CHECK(model.body(0)->lines[0].text == "int main() {}");
  CHECK_FALSE(model.on_its_way());
}

TEST_CASE("what the first picture needs is fetched first", "[playground]") {
  FakeEngine engine;
  Model model(engine);
  uint32_t run = model.run({0, "p.py", "", {}});
  auto pass = [&](uint32_t id, const char* half) {
    protocol::EventNote told = note(run, id, Stage::kPasses, "0/0");
    told.event.facts = {{"half", half}};
    model.receive(std::move(told));
  };
  model.receive(note(run, 1, Stage::kGuards, "0/0"));
  model.receive(note(run, 2, Stage::kFx, "0/0"));
  pass(3, "forward"), pass(4, "forward"), pass(5, "backward");
  model.receive(finished(run, true));
  std::vector<uint32_t> asked;
  for (const auto& message : engine.sent)
    if (auto* pull = std::get_if<protocol::Pull>(&message)) asked.push_back(static_cast<uint32_t>(pull->event));
  CHECK(asked == std::vector<uint32_t>{2, 4, 5, 1, 3});
  for (uint32_t id : {2u, 4u, 5u}) {
    CHECK(model.on_its_way());
    model.receive(protocol::Body{run, EventId(id), {}});
  }
  CHECK_FALSE(model.on_its_way());
}

TEST_CASE("a run that fails before it captures leaves the last good result shown", "[playground]") {
  FakeEngine engine;
  Model model(engine);
  uint32_t good = model.run({0, "p.py", "good", {}});
  model.receive(note(good, 1, Stage::kFx, "0/0"));
  model.receive(finished(good, true));
  uint32_t bad = model.run({0, "p.py", "good\nbad(", {}});
  CHECK(model.stale());  // nothing of it yet
  CHECK(model.shown().source == "good");
  model.receive(finished(bad, false));
  CHECK(model.stale());
  CHECK(model.shown().source == "good");
  CHECK(model.current().source == "good\nbad(");
  uint32_t late = model.run({0, "p.py", "good\nlate", {}});
  model.receive(note(late, 1, Stage::kFx, "0/0"));
  model.receive(finished(late, false));
  CHECK_FALSE(model.stale());  // it failed after it had captured: that is worth seeing
  CHECK(model.shown().source == "good\nlate");
}

TEST_CASE("a run that was ended from outside is over, and what it sent stays", "[playground]") {
  FakeEngine engine;
  Model model(engine);
  uint32_t run = model.run({0, "p.py", "while True: pass", {}});
  model.receive(protocol::Output{run, false, "partial"});
  model.abandon("Stopped", "stopped", true);
  REQUIRE(model.current().finished);
  CHECK(model.current().finished->stopped);
  CHECK_FALSE(model.running());
  CHECK(model.current().output[0].text == "partial");
  uint64_t version = model.version();
  model.abandon("Stopped", "again", true);
  CHECK(model.version() == version);
}

TEST_CASE("items that do not follow on are left out", "[playground]") {
  FakeEngine engine;
  Model model(engine);
  uint32_t run = model.run({0, "p.py", "", {}});
  model.receive(
      protocol::Items{run, 1, {{ItemKind::kSourceLine, {1, 0, 1, 0}, {}}, {ItemKind::kFxNode, {}, {ItemId(1)}}}});
  model.receive(protocol::Items{run, 9, {{ItemKind::kFxNode, {}, {}}}});
  // Origins that are later than the item, or nowhere, make no edge.
  model.receive(protocol::Items{run, 3, {{ItemKind::kFxNode, {}, {ItemId(3), ItemId(99), ItemId(2)}}}});
  CHECK(model.current().items.size() == 3);
  CHECK(model.current().children[0] == std::vector<uint32_t>{2});
  CHECK(model.current().children[1] == std::vector<uint32_t>{3});
  CHECK(model.current().item(ItemId(0)) == nullptr);
  CHECK(model.current().item(ItemId(4)) == nullptr);
  CHECK(model.current().item(ItemId(2))->kind == ItemKind::kFxNode);
}

TEST_CASE("pointing at an item lights up where it came from and what came of it", "[playground]") {
  RunData data = linked();
  Selection selection;
  selection.settle(data);  // meets the run
  selection.hover({ItemId(2)});
  CHECK(selection.settle(data));
  CHECK(selection.strength(ItemId(1)) == 1);
  CHECK(selection.strength(ItemId(4)) == 1);
  CHECK(selection.strength(ItemId(5)) == 0);
  CHECK(selection.hovered_lines() == std::set<int>{4});
  CHECK(selection.pointed_in_panel());
  CHECK(selection.kin_count() == 4);
  CHECK(selection.settle(data));  // the pointer has left
  CHECK(selection.strength(ItemId(2)) == 0);
  CHECK_FALSE(selection.settle(data));
}

TEST_CASE("pointing at a line of the editor lights up all that came of it", "[playground]") {
  RunData data = linked();
  Selection selection;
  selection.settle(data);  // meets the run
  uint32_t before = selection.reveal();
  selection.hover_line(4);
  selection.settle(data);
  CHECK(selection.strength(ItemId(4)) == 1);
  CHECK(selection.strength({ItemId(5), ItemId(3)}) == 1);
  CHECK(selection.reveal() == before + 1);
  selection.hover({ItemId(5)});  // a panel under the pointer wins over the editor
  selection.settle(data);
  CHECK(selection.strength(ItemId(4)) == 0);
  CHECK(selection.hovered_lines() == std::set<int>{7});
}

TEST_CASE("a pin outlives the pointer, a second click or Esc takes it off", "[playground]") {
  RunData data = linked();
  Selection selection;
  selection.settle(data);  // meets the run
  selection.pin({ItemId(5)});
  selection.settle(data);
  selection.settle(data);
  CHECK(selection.strength(ItemId(5)) == 2);
  CHECK(selection.pinned_lines() == std::set<int>{7});
  selection.pin({ItemId(5)});
  selection.settle(data);
  CHECK(selection.strength(ItemId(5)) == 0);
  selection.pin_line(4);
  selection.settle(data);
  CHECK(selection.strength(ItemId(3)) == 2);
  CHECK(selection.pinned_line() == 4);
  data.run = 2;  // a line means the same in the next run
  selection.settle(data);
  CHECK(selection.strength(ItemId(3)) == 2);
  selection.clear();
  selection.settle(data);
  CHECK(selection.kin_count() == 0);
}

TEST_CASE("the pins of an old run's items mean nothing in a new one", "[playground]") {
  RunData data = linked();
  Selection selection;
  selection.settle(data);  // meets the run
  selection.pin({ItemId(5)});
  selection.settle(data);
  data.run = 2;
  data.items.pop_back();
  data.children.pop_back();
  selection.settle(data);
  CHECK(selection.kin_count() == 0);
}

TEST_CASE("every text has both languages and the same blanks to fill", "[playground]") {
  auto blanks = [](const char* text) {
    std::string found;
    for (const char* at = std::strchr(text, '%'); at; at = std::strchr(at + 1, '%')) {
      while (*++at && std::strchr("0123456789.l", *at)) found += *at;
      found += *at;
    }
    return found;
  };
  const Text all[] = {
#define VT_UI_ID(id, english, chinese) Text::id,
      VT_UI_STRINGS(VT_UI_ID)
#undef VT_UI_ID
  };
  for (Text text : all) {
    set_language(Language::kEnglish);
    std::string english = tr(text);
    set_language(Language::kChinese);
    std::string chinese = tr(text);
    INFO(english);
    CHECK_FALSE(english.empty());
    CHECK_FALSE(chinese.empty());
    CHECK(blanks(english.c_str()) == blanks(chinese.c_str()));
    CHECK(std::string(all_chinese_text()).find(chinese) != std::string::npos);
  }
  set_language(Language::kEnglish);
}

TEST_CASE("every panel of the table has its texts in both languages, with glyphs", "[playground]") {
  const std::pair<Phrase, Phrase> rows[] = {
#define PANEL(id, english, chinese, key, of, shows, shows_chinese, lesson) {{english, chinese}, {shows, shows_chinese}},
#include "tables/panels.def"
  };
  std::set<std::string> titles;
  for (const auto& [title, shows] : rows) {
    INFO(title.english);
    CHECK(titles.insert(title.english).second);
    for (const Phrase& phrase : {title, shows}) {
      CHECK_FALSE(std::string(phrase.english).empty());
      CHECK_FALSE(std::string(phrase.chinese).empty());
      CHECK(std::string(all_chinese_text()).find(phrase.chinese) != std::string::npos);
    }
  }
}

TEST_CASE("compiles are ordered by their numbers", "[playground]") {
  RunData data;
  for (const char* id : {"10/0", "2/0", "0/1", "0/0", "2/0_1"}) data.add(note(1, 1, Stage::kFx, id).event, false);
  CHECK(data.compile_ids() == std::vector<std::string>{"0/0", "0/1", "2/0", "2/0_1", "10/0"});
}

TEST_CASE("an id that begins again after a reset is another compile", "[playground]") {
  RunData data;
  for (int times = 0; times < 2; ++times)
    for (Stage stage : {Stage::kFx, Stage::kPasses, Stage::kCode, Stage::kGuards, Stage::kCalls})
      data.add(note(1, 1, stage, "0/0").event, true);
  data.add(note(1, 1, Stage::kCalls, "0/0").event, true);  // a hit of the newer one
  CHECK(data.compile_ids() == std::vector<std::string>{"0/0", "0/0 #2"});
  CHECK(data.select({Stage::kCalls}, "0/0").size() == 1);
  CHECK(data.select({Stage::kCalls}, "0/0 #2").size() == 2);
  CHECK(data.select({Stage::kCode}, "").size() == 2);
}

TEST_CASE("graphs that were not captured from a function stand apart", "[playground]") {
  RunData data;
  data.add(note(1, 1, Stage::kBytecode, "").event, true);
  CHECK(data.compile_ids().empty());
  data.add(note(1, 2, Stage::kCode, "").event, true);
  data.add(note(1, 3, Stage::kCode, "3/0").event, true);
  CHECK(data.compile_ids() == std::vector<std::string>{"3/0", kUngrouped});
  CHECK(data.select({Stage::kCode}, kUngrouped) == std::vector<size_t>{1});
}

TEST_CASE("an error of capture is marked where the program's code is", "[playground]") {
  FakeEngine engine;
  Model model(engine);
  protocol::Finished end = finished(model.run({}), false);
  end.error.span = {3, 0, 3, 5};
  end.error.message =
      "no\n\nfrom user code:\n   File \"program.py\", line 5, in f\n    g(x)\n   File \"<frozen a>\", line 90, in g\n  "
      "  h";
  model.receive(end);
  CHECK(model.current().finished->error.span.line == 5);
}

TEST_CASE("after an error of another program nothing of the one before is shown", "[playground]") {
  FakeEngine engine;
  Model model(engine);
  const std::string first =
      "import torch\n\n@torch.compile\ndef f(x):\n    return x.relu() + 1\n\nprint(f(torch.ones(3)))\n";
  uint32_t good = model.run({0, "p.py", first, {}});
  model.receive(note(good, 1, Stage::kFx, "0/0"));
  model.receive(finished(good, true));
  // An edit keeps it on screen; a program of its own only until it has ended.
  uint32_t edit = model.run({0, "p.py", first + "x = = 1\n", {}});
  CHECK_FALSE(model.of_other_program());
  model.receive(finished(edit, false));
  CHECK(model.stale());
  const std::string second =
      "import torch\n\n@torch.compile\ndef g(q, w):\n    return q @ w\n\ng(torch.ones(2), None)\n";
  uint32_t other = model.run({0, "p.py", second, {}});
  CHECK(model.of_other_program());
  CHECK(model.stale());
  model.receive(finished(other, false));
  CHECK_FALSE(model.stale());
  CHECK(model.shown().source == second);
  // Most of it deleted is still an edit.
  model.run({0, "p.py", "import torch\nprint(f(torch.ones(3)))\n", {}});
  CHECK_FALSE(model.of_other_program());
}

TEST_CASE("a run is kept beside those that follow it", "[playground]") {
  FakeEngine client;
  Model model(client);
  CHECK(model.kept() == nullptr);
  model.run({});
  model.receive(note(1, 1, Stage::kFx, "0/0"));
  model.receive(finished(1, true));
  model.keep();
  model.run({});
  model.receive(note(2, 1, Stage::kFx, "0/0"));
  Artifact late;
  late.lines = {{"the graph of A", {}}};
  model.receive(protocol::Body{1, EventId(1), late});  // asked for when it was kept
  model.receive(finished(2, true));
  REQUIRE(model.kept());
  CHECK(model.kept()->run == 1);
  REQUIRE(model.body(*model.kept(), 0));
  CHECK(model.body(*model.kept(), 0)->lines[0].text == "the graph of A");
  CHECK(model.shown().run == 2);
  CHECK(model.body(0) == nullptr);
  model.drop_kept();
  CHECK(model.kept() == nullptr);
}
