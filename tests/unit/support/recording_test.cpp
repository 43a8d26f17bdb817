#include "support/recording.h"

#include "catch.h"
#include "support/protocol.h"

namespace {

using vt::RecordedChange;
using vt::RecordedStep;
using vt::StepKind;

RecordedChange change(uint32_t frame, const char* name, const char* text, bool removed = false) {
  RecordedChange c;
  c.frame = frame;
  c.name = name;
  c.type = "int";
  c.text = text;
  c.removed = removed;
  return c;
}

RecordedStep step(uint32_t frame, uint32_t line, std::vector<RecordedChange> changes = {}, bool mark = false) {
  RecordedStep s;
  s.frame = frame;
  s.line = line;
  s.changes = std::move(changes);
  s.mark = mark;
  return s;
}

// A module that calls f once: lines 1, 2 | f: 10, 11 | 3, 4.
vt::Recording sample() {
  vt::Recording r;
  r.frames = {{"<module>", -1, 0}, {"f", 0, 1}};
  r.steps = {step(0, 1),
             step(0, 2, {change(0, "x", "1")}),
             step(1, 10, {change(1, "a", "1")}),
             step(1, 11, {change(0, "x", "2"), change(1, "a", "", true)}, true),
             step(0, 3),
             step(0, 4, {change(0, "y", "7")})};
  r.steps[2].kind = StepKind::kCall;
  return r;
}

std::string text_at(const vt::Playback& playback, uint32_t frame) {
  std::string out;
  for (const RecordedChange* variable : playback.variables(frame)) out += variable->name + "=" + variable->text + " ";
  return out;
}

}  // namespace

TEST_CASE("playback shows the same variables forwards and backwards", "[recording]") {
  const vt::Recording recording = sample();
  vt::Playback playback(recording);
  std::vector<std::string> forwards;
  for (size_t i = 0; i < recording.steps.size(); ++i) {
    playback.move_to(i);
    forwards.push_back(text_at(playback, 0) + "| " + text_at(playback, 1));
  }
  CHECK(forwards == std::vector<std::string>{"| ", "x=1 | ", "x=1 | a=1 ", "x=2 | ", "x=2 | ", "x=2 y=7 | "});
  for (size_t i = recording.steps.size(); i-- > 0;) {
    playback.move_to(i);
    CHECK(playback.position() == i);
    CHECK(text_at(playback, 0) + "| " + text_at(playback, 1) == forwards[i]);
  }
  playback.move_to(100);
  CHECK(playback.position() == 5);
}

TEST_CASE("over, out and mark find the step that a user means", "[recording]") {
  const vt::Recording recording = sample();
  vt::Playback playback(recording);
  playback.move_to(1);
  CHECK(playback.over() == 4);
  CHECK(playback.mark() == 3);
  CHECK(playback.over(false) == 0);
  playback.move_to(2);
  CHECK(playback.stack() == std::vector<uint32_t>{1, 0});
  CHECK(playback.over() == 3);
  CHECK(playback.out() == 4);
  CHECK(playback.out(false) == 1);
  playback.move_to(5);
  CHECK(playback.mark(false) == 3);
  CHECK(playback.mark() == 5);
}

TEST_CASE("going far back in a long recording gives the same as going there", "[recording]") {
  vt::Recording recording;
  recording.frames = {{"<module>", -1, 0}};
  for (int i = 0; i < 3000; ++i) recording.steps.push_back(step(0, 1, {change(0, "i", std::to_string(i).c_str())}));
  vt::Playback playback(recording);
  playback.move_to(2999);
  for (size_t at : {2998, 1501, 1500, 1499, 3, 0}) {
    playback.move_to(at);
    CHECK(text_at(playback, 0) == "i=" + std::to_string(at) + " ");
  }
}

TEST_CASE("an empty recording can be played", "[recording]") {
  const vt::Recording recording;
  vt::Playback playback(recording);
  playback.move_to(3);
  CHECK(playback.position() == 0);
  CHECK(playback.stack().empty());
  CHECK(playback.over() == 0);
  CHECK(playback.mark() == 0);
}

TEST_CASE("a recording survives the wire, and damaged bytes are an error", "[recording]") {
  vt::protocol::Recorded message{7, sample()};
  message.recording.cut_off = "5 steps";
  const std::vector<uint8_t> bytes = vt::protocol::encode(vt::protocol::FromEngine(message));
  auto decoded = vt::protocol::decode_from_engine(bytes.data(), bytes.size());
  REQUIRE(decoded.ok());
  const auto& back = std::get<vt::protocol::Recorded>(decoded.value());
  CHECK(back.run == 7);
  CHECK(back.recording.cut_off == "5 steps");
  CHECK(recording_text(back.recording, "a\nb\n") == recording_text(message.recording, "a\nb\n"));
  for (size_t size = 0; size < bytes.size(); ++size)
    CHECK_FALSE(vt::protocol::decode_from_engine(bytes.data(), size).ok());
  // Whatever byte is wrong: decoding ends, and what it accepts can be played.
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::vector<uint8_t> damaged = bytes;
    damaged[at] = 0x7f;
    auto result = vt::protocol::decode_from_engine(damaged.data(), damaged.size());
    if (!result.ok() || !std::holds_alternative<vt::protocol::Recorded>(result.value())) continue;
    vt::Playback playback(std::get<vt::protocol::Recorded>(result.value()).recording);
    playback.move_to(5);
    CHECK(playback.stack().size() <= 2);
  }
}

TEST_CASE("a tensor of a recording arrives as it was sent, and one that does not fit together is refused",
          "[recording]") {
  auto tensor = std::make_shared<vt::RecordedTensor>();
  tensor->dtype = "float32";
  tensor->sizes = {2, 3};
  tensor->strides = {1, 2};
  tensor->offset = 4;
  tensor->storage_elements = 12;
  tensor->rows = 2;
  tensor->columns = 3;
  tensor->values = {1, 2, 3, 4, 5, 6};
  CHECK(tensor->place(1, 2) == 9);
  auto arrive = [&] {
    vt::protocol::Recorded message;
    message.recording.frames = {{"<module>", -1, 0}};
    RecordedChange held = change(0, "x", "");
    held.tensor = tensor;
    message.recording.steps = {step(0, 1, {held})};
    const std::vector<uint8_t> bytes = vt::protocol::encode(vt::protocol::FromEngine(message));
    return vt::protocol::decode_from_engine(bytes.data(), bytes.size());
  };
  const auto whole = arrive();
  REQUIRE(whole.ok());
  const auto& got = *std::get<vt::protocol::Recorded>(whole.value()).recording.steps[0].changes[0].tensor;
  CHECK(got.strides == tensor->strides);
  CHECK(got.values == tensor->values);
  CHECK(got.place(1, 2) == 9);
  tensor->values.pop_back();
  CHECK_FALSE(arrive().ok());
  tensor->values.push_back(6);
  tensor->sizes[0] = 0;
  CHECK_FALSE(arrive().ok());
}
