// Damaged files end in an exception of the language. An input is "KIND SEED": a run that reads some
// hundred files made from that seed and, where a file can be read, uses what was in it. The file
// in progress lies in last_file.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "fuzz/mutate_file.h"
#include "session/lessons.h"
#include "session/session.h"
#include "support/protocol.h"

namespace vt::fuzz {
namespace {

constexpr size_t kFilesOfOneRun = 200;
constexpr unsigned kHangSeconds = 120;    // of one file
constexpr double kLongestUseSeconds = 1;  // what a file holds may be a program without end: it is stopped
constexpr uint64_t kMemory = uint64_t{1} << 30;

std::string from_hex(const std::string& hex) {
  auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) bytes += static_cast<char>(digit(hex[i]) << 4 | digit(hex[i + 1]));
  return bytes;
}
std::string to_hex(const std::string& bytes) {
  std::string hex;
  for (char c : bytes)
    for (int part : {static_cast<unsigned char>(c) >> 4, c & 15}) hex += "0123456789abcdef"[part];
  return hex;
}

using Corpus = std::map<std::string, std::vector<std::string>>;

template <class Message>
std::string encoded(const Message& message) {
  const std::vector<uint8_t> bytes = protocol::encode(message);
  return std::string(bytes.begin(), bytes.end());
}

std::vector<std::string> sound_messages() {
  std::vector<std::string> made;
  for (const protocol::ToEngine& message : std::initializer_list<protocol::ToEngine>{
           protocol::Run{1, "p.py", "print(1)\n", {{"backend", "interpret"}}, true, true, true},
           protocol::Check{2, true, "lesson", "step", "x = 1", "en"}, protocol::Bench{3, 0.5}})
    made.push_back(encoded(message));
  protocol::Recorded recorded{4, {}};
  Session session([](std::string_view, bool) {});
  RunRequest request;
  request.source = "import torch\nx = torch.ones(2)\nfor i in range(3):\n    x = x + i\nprint(x)\n";
  request.record = true;
  request.observe = true;
  session.run(request);
  recorded.recording = session.recording();
  made.push_back(encoded(protocol::FromEngine(recorded)));
  for (const Event& event : session.events())
    if (made.size() < 12) made.push_back(encoded(protocol::FromEngine(protocol::EventNote{5, event, true})));
  made.push_back(
      encoded(protocol::FromEngine(protocol::Finished{6, false, true, 1, "Traceback", {}, 2.5, 1, 2, 3, 4})));
  return made;
}

// VT_SOURCE_DIR is set by run.sh.
std::string source_file(const std::string& path) {
  const char* root = std::getenv("VT_SOURCE_DIR");
  std::ifstream in((root ? std::string(root) + "/" : "") + path, std::ios::binary);
  if (!in) fail("cannot read " + path + "; VT_SOURCE_DIR names the folder of the project");
  return std::string(std::istreambuf_iterator<char>(in), {});
}

const Corpus& sound_files() {
  static const Corpus corpus = [] {
    Corpus made;
    std::string text;
    Session session([&](std::string_view part, bool) { text += part; });
    RunRequest request;
    request.name = "maker.py";
    request.source = source_file("tests/fuzz/files/make.py");
    RunReport report = session.run(request);
    if (!report.ok) fail("the sound files cannot be made: " + report.traceback);
    std::istringstream lines(text);
    for (std::string kind, hex; lines >> kind >> hex;) made[kind].push_back(from_hex(hex));
    made["message"] = sound_messages();
    made["lesson"].push_back(source_file("lessons/01-three-journeys/lesson.json"));
    return made;
  }();
  return corpus;
}

FileKind kind_of(const std::string& name) {
  if (name == "safetensors") return FileKind::kSafetensors;
  if (name == "script") return FileKind::kScript;
  return name == "array" ? FileKind::kArray : FileKind::kPlain;
}

// The files of one run, one after the other.
class Files {
 public:
  Files(std::string kind, uint64_t seed) : kind_(std::move(kind)), random_(seed) {}
  const std::string& kind() const { return kind_; }
  bool done() const { return count_ == kFilesOfOneRun; }
  std::string next() {
    ++count_;
    std::string file = mutate_file(kind_of(kind_), sound_files().at(kind_), random_);
    std::ofstream("last_file", std::ios::binary | std::ios::trunc) << file;
    alarm(kHangSeconds);
    since_ = std::chrono::steady_clock::now();
    return file;
  }
  // A new run has no file in use yet: how long it takes to begin is not counted.
  void begin_run() { since_ = std::chrono::steady_clock::time_point::max(); }
  bool lasts_too_long() const {
    const auto now = std::chrono::steady_clock::now();
    return now > since_ && std::chrono::duration<double>(now - since_).count() > kLongestUseSeconds;
  }

 private:
  std::string kind_;
  Random random_;
  size_t count_ = 0;
  std::chrono::steady_clock::time_point since_;
};

// Until all are read: a run ends early where it was stopped.
void read_in_sessions(Files& files) {
  std::string said;
  Session session([&](std::string_view text, bool) { said += text; });
  session.set_poll([&] { return !files.lasts_too_long(); });
  RunRequest request;
  request.name = "reader.py";
  request.source = source_file("tests/fuzz/files/read.py");
  request.files = false;
  request.limits.memory_bytes = kMemory;
  request.limits.output_bytes = 0;
  request.options.emplace_back("backend", "interpret");
  request.read_line = [&] { return files.done() ? std::string() : files.kind() + " " + to_hex(files.next()) + "\n"; };
  while (!files.done()) {
    files.begin_run();
    RunReport report = session.run(request);
    if (report.internal_error) fail(report.traceback);
    if (said.find("defect: ") != std::string::npos) fail(said.substr(said.find("defect: ")));
    if (!report.ok && !report.stopped) fail("the reader ends: " + report.traceback);
    said.clear();
  }
}

void read_natively(Files& files) {
  while (!files.done()) {
    const std::string file = files.next();
    if (files.kind() == "lesson") {
      static_cast<void>(parse_lesson(file));
      continue;
    }
    const auto* bytes = reinterpret_cast<const uint8_t*>(file.data());
    static_cast<void>(protocol::decode_to_engine(bytes, file.size()));
    static_cast<void>(protocol::decode_from_engine(bytes, file.size()));
  }
}

}  // namespace

// FILES_KIND in the environment asks for one kind.
std::string make_input(const std::vector<std::string>&, Random& random) {
  std::vector<std::string> kinds;
  for (const auto& [kind, files] : sound_files()) kinds.push_back(kind);
  const char* wanted = std::getenv("FILES_KIND");
  return (wanted ? wanted : random.pick(kinds)) + " " + std::to_string(random.below(SIZE_MAX));
}

void run_input(const std::string& input) {
  std::istringstream words(input);
  std::string kind;
  uint64_t seed = 0;
  words >> kind >> seed;
  if (!sound_files().contains(kind)) fail("there is no kind of file called " + kind);
  Files files(kind, seed);
  if (kind == "lesson" || kind == "message") read_natively(files);
  else read_in_sessions(files);
}

}  // namespace vt::fuzz
