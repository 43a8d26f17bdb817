// The bytes between a user interface and an engine: everything arrives as it was sent, and
// damaged bytes are an error, whatever they are.
#include "support/wire.h"

#include <cmath>
#include <limits>
#include <random>

#include "catch.h"
#include "support/protocol.h"

using namespace vt;
using namespace vt::protocol;

namespace {

Event sample_event() {
  Event event;
  event.id = EventId(7);
  event.stage = Stage::kFusion;
  event.compile_id = "0/1";
  event.title = "after fold_constants";
  event.span = {3, 4, 5, 6};
  event.start_us = 12.5;
  event.duration_us = 0.25;
  event.items = {ItemId(1), ItemId(300)};
  event.facts = {{"kernels", "1"}, {"reason_id", ""}};
  return event;
}

Measured sample_measured() {
  Measured measured{7, 1, 3, "f, 256"};
  measured.has_function = measured.ended = true;
  MeasuredFunction& f = measured.function;
  f.index = 2, f.name = "f", f.inputs = "float32[4]", f.line = 9, f.calls = 3, f.compiles = 1, f.compiling_us = 1e4;
  f.own = {0, {10, 9, 12, 20}, {5, 4.5, 6, 20}, {2, 1.8, 2.2, 20}, 512, 0, true, ""};
  f.eager = {0, 0, 0, 3}, f.compiled = {1, 0, 0, 0};
  f.curve = {{4, {1, 1, 1, 5}, {1, 1, 1, 5}, {1, 1, 1, 5}, 8, 30, false, ""},
             {16, {}, {}, {}, 0, 0, true, "OutOfMemoryError"}};
  f.axis = 1, f.axis_inputs = 2, f.own_size = 4, f.dynamic = true;
  CallPiece piece;
  piece.kind = WorkKind::kKernel, piece.name = "fused_add", piece.duration_us = 3, piece.depth = 1,
  piece.lines = {9, 10};
  f.compiled_work = {piece};
  measured.ceilings = {1e4, 3e5};
  return measured;
}

GraphValues sample_values() {
  const double elements[] = {1, -2, std::numeric_limits<double>::quiet_NaN(), 4};
  GraphValues values{"0/1", 3, 2, true, "", {}};
  values.nodes.push_back(summarize(elements, 2));
  values.nodes[0].name = "log", values.nodes[0].sizes = {2, 2}, values.nodes[0].items = {ItemId(4), ItemId(2)};
  return values;
}

std::vector<FromEngine> messages_from_engine() {
  Artifact artifact;
  artifact.lines = {{"%3 = add %1, %2", {ItemId(2), ItemId(9)}}, {"", {}}};
  artifact.diagram.nodes = {{ItemId(2), "relu", "f32[4, 8]", "op"}, {ItemId(3), "out", "", "output"}};
  artifact.diagram.edges = {{0, 1}};
  Finished end;
  end.run = 9;
  end.ok = false;
  end.stopped = true;
  end.exit_code = 70;
  end.traceback = "Traceback\n";
  end.error = {"ValueError", "图", {1, 2, 3, 4}, "hint"};
  end.duration_us = 1e9;
  end.kernels = uint64_t{1} << 63;
  end.peak_bytes = 4096;
  return {Output{1, true, std::string("a\0b", 3)},
          EventNote{2, sample_event(), true},
          Items{3, 11, {{ItemKind::kFxNode, {1, 2, 3, 4}, {ItemId(1), ItemId(2)}}, {ItemKind::kKernelLine, {}, {}}}},
          Body{4, EventId(5), artifact},
          end,
          CheckResult{6, false, true, {{true, "one graph"}, {false, "no breaks"}}, {}, {}, "", "SyntaxError"},
          CheckResult{7, true, false, {}, {{"relu", "relu (line 3)"}}, {artifact}, "relu", ""},
          sample_measured(),
          Values{8, {sample_values()}},
          Page{8, 0, 1, {{0, 1, {3, 4}, 1, 2}, {1.5, -2}, {1.5, -2.5}, ""}}};
}

std::vector<ToEngine> messages_to_engine() {
  return {Run{1, "p.py", "print(1)\n", {{"skip_pass", "fuse"}, {"backend", ""}}}, Pull{2, EventId(3)},
          Check{4, true, "01-first", "one-kernel", "x = 1", "zh"},
          Measure{5, "p.py", "print(1)\n", {{"backend", "interpret"}}, 0.25, true},
          PullPage{6, 1, 2, {-1, 2, {0, 7, 0}, 32, 16}}};
}

}  // namespace

TEST_CASE("numbers, reals and texts come back as they were written", "[support]") {
  Writer w;
  std::vector<uint64_t> numbers = {0, 1, 127, 128, 300, uint64_t{1} << 32, std::numeric_limits<uint64_t>::max()};
  for (uint64_t n : numbers) w.number(n);
  w.real(-0.0);
  w.real(std::numeric_limits<double>::infinity());
  w.text("");
  w.text(std::string("a\0é", 4));
  std::vector<uint8_t> bytes = w.take();
  Reader r(bytes);
  for (uint64_t n : numbers) CHECK(r.number() == n);
  CHECK(std::signbit(r.real()));
  CHECK(std::isinf(r.real()));
  CHECK(r.text().empty());
  CHECK(r.text() == std::string("a\0é", 4));
  CHECK(r.ok());
  CHECK(r.at_end());
}

TEST_CASE("a reader that met damage gives zeros and stays failed", "[support]") {
  std::vector<uint8_t> endless(20, 0x80);  // a number without end
  Reader r(endless);
  CHECK(r.number() == 0);
  CHECK_FALSE(r.ok());
  CHECK(r.number() == 0);
  CHECK(r.text().empty());
  Writer w;
  w.number(1000);  // a text that is longer than what is left
  w.number(1);
  Reader long_text(w.bytes());
  CHECK(long_text.text().empty());
  CHECK_FALSE(long_text.ok());
}

TEST_CASE("every message arrives as it was sent", "[support]") {
  for (const FromEngine& message : messages_from_engine()) {
    std::vector<uint8_t> bytes = encode(message);
    auto decoded = decode_from_engine(bytes.data(), bytes.size());
    REQUIRE(decoded.ok());
    CHECK(decoded.value().index() == message.index());
    CHECK(encode(decoded.value()) == bytes);
  }
  for (const ToEngine& message : messages_to_engine()) {
    std::vector<uint8_t> bytes = encode(message);
    auto decoded = decode_to_engine(bytes.data(), bytes.size());
    REQUIRE(decoded.ok());
    CHECK(decoded.value().index() == message.index());
    CHECK(encode(decoded.value()) == bytes);
  }
  std::vector<uint8_t> bytes = encode(FromEngine(EventNote{2, sample_event(), true}));
  auto decoded = decode_from_engine(bytes.data(), bytes.size());
  const auto& note = std::get<EventNote>(decoded.value());
  CHECK(note.has_artifact);
  CHECK(note.event.stage == Stage::kFusion);
  CHECK(note.event.title == "after fold_constants");
  CHECK(note.event.span.end_column == 6);
  CHECK(note.event.items == std::vector{ItemId(1), ItemId(300)});
  CHECK(note.event.facts[0].second == "1");
  CHECK(note.event.duration_us == 0.25);
}

TEST_CASE("a message cut short, of another version or unknown is an error", "[support]") {
  for (const FromEngine& message : messages_from_engine()) {
    std::vector<uint8_t> bytes = encode(message);
    for (size_t size = 0; size < bytes.size(); ++size) CHECK_FALSE(decode_from_engine(bytes.data(), size).ok());
    bytes.push_back(0);  // something after the end
    CHECK_FALSE(decode_from_engine(bytes.data(), bytes.size()).ok());
    bytes[0] = kVersion + 1;
    CHECK(decode_from_engine(bytes.data(), bytes.size()).error().message == "a message of another version");
  }
  std::vector<uint8_t> unknown = {kVersion, 99};
  CHECK(decode_to_engine(unknown.data(), unknown.size()).error().message == "unknown message 99");
}

TEST_CASE("random damage of a message never does harm", "[support]") {
  std::mt19937 random(1);
  for (const FromEngine& message : messages_from_engine()) {
    const std::vector<uint8_t> sound = encode(message);
    for (int round = 0; round < 300; ++round) {
      std::vector<uint8_t> bytes = sound;
      for (int change = 0; change < 3; ++change) bytes[random() % bytes.size()] = static_cast<uint8_t>(random());
      auto decoded = decode_from_engine(bytes.data(), bytes.size());
      if (!decoded.ok()) CHECK(decoded.error().kind == "ProtocolError");
      else if (auto* body = std::get_if<Body>(&decoded.value()))
        for (auto [from, to] : body->artifact.diagram.edges)
          CHECK(std::max(from, to) < body->artifact.diagram.nodes.size());
    }
  }
}
