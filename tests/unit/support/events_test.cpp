// Events, provenance, source texts, checks.
#include "support/events.h"

#include <set>

#include "catch.h"
#include "support/check.h"

using namespace vt;

namespace {

struct Collector : EventSink {
  std::vector<Event> events;
  void emit(Event event) override { events.push_back(std::move(event)); }
};

}  // namespace

TEST_CASE("with no sink attached nothing is emitted; ids rise with each event", "[support]") {
  EventLog log;
  CHECK_FALSE(log.active());
  log.emit({});
  Collector sink;
  log.attach(&sink);
  log.restart_clock();
  CHECK(log.active());
  Event timed;
  timed.start_us = 5;
  log.emit(timed);
  log.emit({});
  REQUIRE(sink.events.size() == 2);
  CHECK(sink.events[0].start_us == 5);
  CHECK(sink.events[1].start_us > 0);
  CHECK(sink.events[0].id < sink.events[1].id);
  log.attach(nullptr);
  log.emit({});
  CHECK(sink.events.size() == 2);
}

TEST_CASE("every stage has a name of its own", "[support]") {
  std::set<std::string> names;
  int count = 0;
#define VT_STAGE(id, name) names.insert(stage_name(Stage::id)), ++count;
  VT_STAGES(VT_STAGE)
#undef VT_STAGE
  CHECK(static_cast<int>(names.size()) == count);
  CHECK(names.count("") == 0);
}

TEST_CASE("an item without origins comes from its source line, which is one item", "[support]") {
  Provenance provenance;
  ItemId node = provenance.add(ItemKind::kFxNode, {4, 0, 4, 9});
  ItemId other = provenance.add(ItemKind::kGuard, {4, 2, 4, 3});
  ItemId kernel = provenance.add(ItemKind::kKernel, {}, {node, other});
  ItemId line = provenance.source_line(4);
  CHECK(provenance.at(node).origins == std::vector{line});
  CHECK(provenance.at(other).origins == std::vector{line});
  CHECK(provenance.at(kernel).origins == std::vector{node, other});
  CHECK(provenance.at(line).kind == ItemKind::kSourceLine);
  CHECK(provenance.at(line).span.line == 4);
  CHECK(provenance.at(line).origins.empty());
  CHECK(provenance.size() == 4);
  CHECK(provenance.source_line(0) == kNoItem);
  CHECK(provenance.at(provenance.add(ItemKind::kCall, {})).origins.empty());
  provenance.clear();
  CHECK(provenance.size() == 0);
  CHECK(provenance.at(provenance.source_line(4)).span.line == 4);
}

TEST_CASE("lines of a source text, whatever ends them", "[support]") {
  SourceFile file("p.py", "one\r\ntwo\n\nlast");
  CHECK(file.line_count() == 4);
  CHECK(file.line(1) == "one");
  CHECK(file.line(2) == "two");
  CHECK(file.line(3).empty());
  CHECK(file.line(4) == "last");
  CHECK(file.line(0).empty());
  CHECK(file.line(5).empty());
  CHECK(SourceFile("empty.py", "").line_count() == 1);
}

TEST_CASE("a failed check says where, what and why", "[support]") {
  int axis = 3;
  VT_CHECK(axis == 3, "not evaluated");
  try {
    VT_CHECK(axis < 2, "axis is checked in infer");
    FAIL("no exception");
  } catch (const InternalError& error) {
    std::string text = error.what();
    CHECK(text.find("events_test.cpp:") != std::string::npos);
    CHECK(text.find("internal check failed: axis < 2 (axis is checked in infer)") != std::string::npos);
  }
}
