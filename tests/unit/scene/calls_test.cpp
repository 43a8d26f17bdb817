// The strip of calls and the cards of the cache: what is made of events, and what is drawn of it.
#include "playground/scene/calls.h"

#include <algorithm>
#include <string>

#include "catch.h"
#include "playground/scene/cards_scene.h"
#include "playground/scene/strip_scene.h"

using namespace vt;
using namespace vt::scene;

namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

// Events as the engine sends them.
struct Run {
  std::vector<Event> events;
  std::vector<std::string> groups;
  std::map<size_t, Artifact> bodies;

  Event& add(Stage stage, const std::string& compile_id, Facts facts) {
    Event event;
    event.stage = stage;
    event.compile_id = compile_id;
    event.facts = std::move(facts);
    events.push_back(std::move(event));
    groups.push_back(compile_id);
    return events.back();
  }
  // A graph of `ops` with a guard on each argument.
  void compile(const std::string& id, int ops, const std::vector<std::string>& expected) {
    if (ops > 0) add(Stage::kFx, id, {{"calls", std::to_string(ops)}});
    add(Stage::kGuards, id, {{"guards", std::to_string(expected.size())}});
    Artifact& body = bodies[events.size() - 1];
    body.table.columns = {"guard", "argument", "what", "check", "expected", "text", "line"};
    body.table.rows.push_back({{"-1", "", "", "GLOBAL_STATE", "grad_mode True", "", ""}, {}});
    for (size_t i = 0; i < expected.size(); ++i) {
      std::string name(1, static_cast<char>('x' + i % 3));
      body.table.rows.push_back(
          {{std::to_string(i), name, name, "EQUALS_MATCH", expected[i], name + " == " + expected[i], "3"}, {}});
    }
  }
  void cut(const std::string& id, int line, Facts more = {}) {
    Facts facts = {{"reason_id", "GB0059"}, {"function", "f"}};
    facts.insert(facts.end(), more.begin(), more.end());
    Event& event = add(Stage::kBreaks, id, facts);
    event.title = "prints";
    event.span.line = line;
  }
  void call(const std::string& frame, const std::string& function, int depth, const std::string& entry, bool hit,
            Facts more = {}) {
    Facts facts = {{"function", function}, {"depth", std::to_string(depth)}};
    if (depth == 2) facts.emplace_back("root", "1");
    facts.insert(facts.end(), more.begin(), more.end());
    if (entry.empty()) facts.emplace_back("frame", frame);
    else facts.emplace_back("hit", hit ? "1" : "0");
    add(Stage::kCalls, entry, facts).title = function;
  }
  Calls calls() const {
    return calls_of({events, groups,
                     [this](size_t event) {
                       auto found = bodies.find(event);
                       return found == bodies.end() ? nullptr : &found->second;
                     },
                     [](ItemId) -> const Item* { return nullptr; }});
  }
};

Facts missed(const std::string& entry, int guard, const std::string& held, const std::string& was,
             const std::string& is) {
  return {{"tried", entry},   {"guard", std::to_string(guard)},
          {"held", held},     {"failed", "x == " + was},
          {"was", was},       {"is", is},
          {"needed_at", "3"}, {"advice", "pass it as a tensor"}};
}

std::vector<std::string> texts(const Scene& scene) {
  std::vector<std::string> all;
  for (const Mark& mark : scene.marks)
    if (const Label* label = std::get_if<Label>(&mark)) all.push_back(label->text);
  return all;
}
bool says(const Scene& scene, const std::string& text) {
  std::vector<std::string> all = texts(scene);
  return std::any_of(all.begin(), all.end(), [&](const std::string& t) { return t.find(text) != t.npos; });
}
size_t arrows(const Scene& scene) {
  return static_cast<size_t>(std::count_if(scene.marks.begin(), scene.marks.end(), [](const Mark& mark) {
    const Path* path = std::get_if<Path>(&mark);
    return path && path->arrow;
  }));
}

const Facts kResumed = {{"resumes", "0"}, {"resumed_function", "f"}};

// f is cut at line 4; what follows is frame 1.
Run broken(int calls) {
  Run run;
  run.cut("0/0", 4);
  run.compile("0/0", 3, {"1"});
  run.call("0", "f", 2, "0/0", false);
  run.compile("1/0", 1, {"1"});
  run.call("1", "torch_dynamo_resume_in_f_at_4", 3, "1/0", false, kResumed);
  for (int i = 1; i < calls; ++i) {
    run.call("0", "f", 2, "0/0", true);
    run.call("1", "torch_dynamo_resume_in_f_at_4", 3, "1/0", true, kResumed);
  }
  return run;
}

}  // namespace

TEST_CASE("a function with a break is two parts, a gap and an arrow into the second", "[scene][calls]") {
  Calls calls = broken(1).calls();
  REQUIRE(calls.strips.size() == 1);
  const Strip& strip = calls.strips[0];
  REQUIRE(strip.frames.size() == 2);
  CHECK(strip.frames[0].cuts.size() == 1);
  CHECK(strip.frames[1].resumes_at == 4);
  CHECK(strip.frames[1].behind == 0);
  CHECK(strip.frames[1].nest == 0);
  Scene scene = strip_scene(calls, {.source = "import torch\n\ndef f(x):\n    print('hi')\n"});
  CHECK(says(scene, "print('hi')"));
  CHECK(says(scene, "Python · line 4"));
  CHECK(says(scene, "resumes at line 4"));
  CHECK(says(scene, "0/0 · 3 ops"));
  CHECK(arrows(scene) == 1);
  ElementId cut = scene.find(cut_key(0, 0, 0)), part = scene.find("part:0:1");
  REQUIRE((cut != kNoElement && part != kNoElement));
  CHECK(scene.elements[cut].bounds.right() < scene.elements[part].bounds.x);
}

TEST_CASE("a strip that is wider than the panel goes on in a further line", "[scene][calls]") {
  Calls calls = broken(3).calls();
  Scene wide = strip_scene(calls, {}), narrow = strip_scene(calls, {.width = 330});
  CHECK(narrow.width <= 330);
  CHECK(narrow.height > wide.height);
  const Element &f = narrow.elements[narrow.find("part:0:0")], &resumed = narrow.elements[narrow.find("part:0:1")];
  CHECK(resumed.bounds.y > f.bounds.bottom());
  CHECK(arrows(narrow) == 1);
  // Each line has the calls that came there.
  ElementId first = narrow.find(cell_key(0, 1, 0, 0)), second = narrow.find(cell_key(0, 1, 1, 0));
  REQUIRE((first != kNoElement && second != kNoElement));
  CHECK(narrow.elements[first].bounds.bottom() < resumed.bounds.y);
  CHECK(narrow.elements[second].bounds.y > resumed.bounds.bottom());
  std::vector<std::string> all = texts(narrow);
  CHECK(std::count(all.begin(), all.end(), "calls 2–3") == 2);
}

TEST_CASE("one picture of two keeps what is where", "[scene][calls]") {
  Calls calls = broken(1).calls();
  Scene scene = strip_scene(calls, {});
  const Scene cards = cards_scene(calls, calls.strips[0].rows[0].cells.at(0)[0], {0}, {});
  const float height = scene.height;
  const size_t marks = scene.marks.size();
  put_below(scene, cards);
  CHECK(scene.height == height + cards.height);
  CHECK(bounds_of(scene.marks[marks]).y >= height);
  CHECK(scene.elements[scene.find("card:0/0")].bounds.y >= height);
}

TEST_CASE("calls that went the same way are one row with a count", "[scene][calls]") {
  Calls calls = broken(10000).calls();
  REQUIRE(calls.strips[0].rows.size() == 2);
  CHECK(calls.strips[0].calls == 10000);
  CHECK(calls.strips[0].rows[1].count == 9999);
  Scene scene = strip_scene(calls, {});
  CHECK(says(scene, "calls 2–10,000"));
  CHECK(says(scene, "10,000 calls"));
  CHECK(scene.marks.size() < 60);
}

TEST_CASE("calls that alternate stay legible", "[scene][calls]") {
  Run run;
  run.compile("0/0", 1, {"1"});
  run.compile("0/1", 1, {"2"});
  for (int i = 0; i < 5000; ++i) run.call("0", "f", 2, i % 2 ? "0/1" : "0/0", true);
  Calls calls = run.calls();
  const Strip& strip = calls.strips[0];
  CHECK(strip.rows.size() < 40);
  int64_t all = 0;
  for (const CallRow& row : strip.rows) all += row.count;
  CHECK(all == 5000);
  REQUIRE(strip.rows.back().like.size() == 2);
  CHECK(says(strip_scene(calls, {}), "like call"));
}

TEST_CASE("a call inside a gap stands in it, before what goes on behind the gap", "[scene][calls]") {
  Run run;
  run.cut("0/0", 4);
  run.compile("0/0", 1, {});
  run.call("0", "f", 2, "0/0", false);
  run.compile("1/0", 1, {});
  run.call("1", "g", 3, "1/0", false);
  run.compile("2/0", 1, {});
  run.call("2", "torch_dynamo_resume_in_f_at_4", 3, "2/0", false, kResumed);
  Calls calls = run.calls();
  REQUIRE(calls.strips.size() == 1);
  const Strip& strip = calls.strips[0];
  REQUIRE(strip.frames.size() == 3);
  CHECK(strip.frames[1].function == "g");
  CHECK(strip.frames[1].nest == 1);
  CHECK(strip.frames[2].nest == 0);
  CHECK(strip.frames[2].behind == 0);
}

TEST_CASE("a frame that first runs in a later call takes its place among the parts", "[scene][calls]") {
  Run run = broken(1);
  run.call("0", "f", 2, "0/0", true);
  run.call("2", "torch_dynamo_resume_in_f_at_9", 3, "2/0", true, kResumed);
  Calls calls = run.calls();
  const Strip& strip = calls.strips[0];
  REQUIRE(strip.frames.size() == 3);
  CHECK(strip.frames[1].resumes_at == 9);
  CHECK(strip.frames[2].resumes_at == 4);
  CHECK(strip.rows[0].cells.contains(2));
  CHECK_FALSE(strip.rows[0].cells.contains(1));
  CHECK(arrows(strip_scene(calls, {})) == 2);
}

TEST_CASE("calls of a loop inside one call are one cell with a count", "[scene][calls]") {
  Run run;
  run.call("0", "f", 2, "", false, {{"eager", "the frame is skipped"}});
  run.compile("1/0", 1, {});
  for (int i = 0; i < 300; ++i) run.call("1", "g", 3, "1/0", true);
  Calls calls = run.calls();
  REQUIRE(calls.strips[0].rows.size() == 1);
  CHECK(calls.strips[0].rows[0].cells.at(1)[0].times == 300);
  Scene scene = strip_scene(calls, {});
  CHECK(says(scene, "✓ 1/0 ×300"));
  CHECK(says(scene, "runs eagerly"));
}

TEST_CASE("a break that was an error stands without calls", "[scene][calls]") {
  Run run;
  run.cut("0/0", 4, {{"fullgraph", "1"}});
  Calls calls = run.calls();
  REQUIRE(calls.strips.size() == 1);
  CHECK(says(strip_scene(calls, {}), "fullgraph=True"));
}

TEST_CASE("the card of an entry stops at the guard that failed", "[scene][cards]") {
  Run run;
  run.compile("0/0", 1, {"1", "2", "3"});
  run.call("0", "f", 2, "0/0", false);
  run.compile("0/1", 1, {"1", "5", "3"});
  run.call("0", "f", 2, "0/1", false, missed("0/0", 1, "0", "2", "5"));
  Calls calls = run.calls();
  REQUIRE(first_choice(calls) == cell_key(0, 1, 0, 0));
  const FrameCall& call = calls.strips[0].rows[1].cells.at(0)[0];
  Scene scene = cards_scene(calls, call, calls.strips[0].frames[0].entries, {});
  std::vector<std::string> all = texts(scene);
  CHECK(says(scene, "✗ did not fit"));
  CHECK(says(scene, "was 2"));
  CHECK(says(scene, "came 5"));
  CHECK(says(scene, "pass it as a tensor"));
  CHECK(says(scene, "compiled by this call"));
  // The modes and x held, y failed, z was not reached.
  CHECK(std::count(all.begin(), all.end(), "✓") == 2);
  CHECK(std::count(all.begin(), all.end(), "✗") == 1);
  // The first card stands above the second.
  CHECK(scene.elements[scene.find("card:0/0")].bounds.bottom() < scene.elements[scene.find("card:0/1")].bounds.y);
}

TEST_CASE("the entry that answers has a tick at every guard, and the sizes that came", "[scene][cards]") {
  Run run;
  run.compile("0/0", 1, {"f32[{s77}, 8]"});
  run.call("0", "f", 2, "0/0", true, {{"sizes", "s77=5"}});
  Calls calls = run.calls();
  Scene scene = cards_scene(calls, calls.strips[0].rows[0].cells.at(0)[0], {0}, {});
  CHECK(says(scene, "f32[5, 8]"));
  CHECK(says(scene, "answered this call"));
  CHECK_FALSE(says(scene, "✗"));
}

TEST_CASE("many guards fold, and unfold by hand", "[scene][cards]") {
  Run run;
  run.compile("0/0", 1, std::vector<std::string>(90, "1"));
  run.call("0", "f", 2, "0/0", true);
  run.call("0", "f", 2, "", false, [] {
    Facts facts = missed("0/0", 30, "0-29", "1", "2");
    facts.emplace_back("eager", "recompile limit");
    return facts;
  }());
  Calls calls = run.calls();
  const Strip& strip = calls.strips[0];
  Scene hit = cards_scene(calls, strip.rows[0].cells.at(0)[0], {0}, {});
  CHECK(says(hit, "30 guards"));
  CHECK(hit.elements.size() < 10);
  CardLook look;
  look.folds["guards:0/0:x"] = false;
  CHECK(cards_scene(calls, strip.rows[0].cells.at(0)[0], {0}, look).elements.size() > 30);
  Scene limit = cards_scene(calls, strip.rows[1].cells.at(0)[0], {0}, {});
  CHECK(says(limit, "held before it"));
  CHECK(says(limit, "not reached"));
  CHECK(says(limit, "recompile limit"));
}

TEST_CASE("labels of cards lie inside the card", "[scene][cards]") {
  Run run;
  run.compile("0/0", 1, {std::string(300, 'a'), "2"});
  run.call("0", "f", 2, "0/1", false, missed("0/0", 0, "", std::string(300, 'b'), std::string(300, 'c')));
  Calls calls = run.calls();
  for (float width : {280.0f, 390.0f, 900.0f}) {
    CardLook look;
    look.width = width;
    Scene scene = cards_scene(calls, calls.strips[0].rows[0].cells.at(0)[0], {0}, look);
    for (const Mark& mark : scene.marks)
      if (std::get_if<Label>(&mark)) CHECK(bounds_of(mark).right() <= scene.width);
  }
}
