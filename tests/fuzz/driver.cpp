// The main program of every C++ fuzzer:
//   FUZZER --seconds N --seed S --corpus FOLDER... --last FILE    make inputs and run them
//   FUZZER INPUT...                                               run these again
// The input in progress is kept in FILE; it is removed when all went well. An input that
// takes longer than kHangSeconds is a hang and ends the process.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/fuzz.h"

namespace vt::fuzz {

void fail(const std::string& reason) {
  std::fprintf(stderr, "fuzz: %s\n", reason.c_str());
  std::abort();
}

namespace {

constexpr unsigned kHangSeconds = 120;

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) fail("cannot read " + path.string());
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// Sorted, so that a seed names the same inputs everywhere.
void read_corpus(const std::string& folder, std::vector<std::string>& corpus) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".py") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) {
    std::string text = read_file(path);
    // Programs that wait are left out: a wait that became hours is no hang.
    if (text.find("sleep(") == std::string::npos) corpus.push_back(std::move(text));
  }
}

void on_alarm(int) {
  constexpr char kText[] = "fuzz: hang: no end of one input\n";
  if (write(STDERR_FILENO, kText, sizeof kText - 1) < 0) _exit(3);
  abort();
}

void run_guarded(const std::string& input) {
  std::signal(SIGALRM, on_alarm);
  alarm(kHangSeconds);
  run_input(input);
  alarm(0);
}

struct Options {
  double seconds = 60;
  uint64_t seed = 1;
  std::vector<std::string> corpus;
  std::string last = "last_input";
  std::vector<std::string> replay;
};

Options parse_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    auto value = [&]() -> std::string {
      if (i + 1 == argc) fail(word + " needs a value");
      return argv[++i];
    };
    if (word == "--seconds") options.seconds = std::stod(value());
    else if (word == "--seed") options.seed = std::stoull(value());
    else if (word == "--corpus") read_corpus(value(), options.corpus);
    else if (word == "--last") options.last = value();
    else options.replay.push_back(word);
  }
  return options;
}

int run(const Options& options) {
  using clock = std::chrono::steady_clock;
  if (!options.replay.empty()) {
    for (const std::string& path : options.replay) run_guarded(read_file(path));
    return 0;
  }
  if (options.corpus.empty()) fail("no programs: --corpus FOLDER");
  const auto start = clock::now();
  auto seconds = [&] { return std::chrono::duration<double>(clock::now() - start).count(); };
  Random random(options.seed);
  uint64_t inputs = 0;
  for (; seconds() < options.seconds; ++inputs) {
    const std::string input = make_input(options.corpus, random);
    std::ofstream(options.last, std::ios::binary | std::ios::trunc) << input;
    run_guarded(input);
  }
  std::filesystem::remove(options.last);
  std::printf("%llu inputs in %.0f s\n", static_cast<unsigned long long>(inputs), seconds());
  return 0;
}

}  // namespace
}  // namespace vt::fuzz

int main(int argc, char** argv) { return vt::fuzz::run(vt::fuzz::parse_options(argc, argv)); }
