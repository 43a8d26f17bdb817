// Computes the facts of a lesson's run from its events and its report; the list is tables/facts.def.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "session/lesson_places.h"
#include "session/lessons.h"

namespace vt {
namespace {

std::string_view find_fact(const Event& event, std::string_view name) {
  for (const auto& [key, value] : event.facts)
    if (key == name) return value;
  return {};
}

uint64_t count_of(const Event& event, std::string_view name) {
  std::string_view text = find_fact(event, name);
  uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// Adds a line number to a space-separated list, unless it is there.
void add_line(std::string& list, const SourceSpan& span) {
  const std::string number = std::to_string(span.line);
  if (!span.valid() || (" " + list + " ").find(" " + number + " ") != std::string::npos) return;
  list += (list.empty() ? "" : " ") + number;
}

uint64_t error_line(const RunReport& report) {
  return !report.ok && report.error.span.valid() ? static_cast<uint64_t>(report.error.span.line) : 0;
}

// Counts over the events of a run.
struct Tally {
  uint64_t graphs = 0, graph_ops = 0, breaks = 0, recompiles = 0, guards = 0, kernels = 0, fused = 0, calls = 0,
           hits = 0, refused = 0, saved_bytes = 0, candidates = 0;
  std::string break_ids, break_lines, recompile_lines;

  void add(const Event& event) {
    switch (event.stage) {
      case Stage::kFx: ++graphs, graph_ops += count_of(event, "calls"); break;
      case Stage::kBreaks:
        if (find_fact(event, "fullgraph") == "1") break;  // an error, not a break
        ++breaks, break_ids += (break_ids.empty() ? "" : " ") + std::string(find_fact(event, "reason_id"));
        add_line(break_lines, event.span);
        break;
      case Stage::kRecompiles: ++recompiles, add_line(recompile_lines, event.span); break;
      case Stage::kGuards: guards += count_of(event, "guards"); break;
      case Stage::kCode: kernels += count_of(event, "kernels"); break;
      case Stage::kFusion: fused += count_of(event, "fused"), refused += count_of(event, "refused"); break;
      case Stage::kJoint: saved_bytes += count_of(event, "saved_bytes"); break;
      case Stage::kAutotune: candidates += count_of(event, "candidates"); break;
      case Stage::kCalls:
        if (find_fact(event, "hit").empty()) break;  // a note, not a call
        ++calls, hits += find_fact(event, "hit") == "1";
        break;
      case Stage::kTokens:
      case Stage::kAst:
      case Stage::kBytecode:
      case Stage::kResidual:
      case Stage::kPasses:
      case Stage::kLoops:
      case Stage::kMemory:
      case Stage::kCpp:
      case Stage::kWat:
      case Stage::kCuda:
      case Stage::kWgsl:
      case Stage::kCapture:
      case Stage::kTimeline:
      case Stage::kConsole:
      case Stage::kError: break;
    }
  }
};

struct LessonRun {
  const std::string &source, &output;
  const RunReport& report;
  const Session& session;
  Tally tally;
};

std::string fact_text(uint64_t count) { return std::to_string(count); }
std::string fact_text(bool holds) { return holds ? "yes" : "no"; }
std::string fact_text(const std::string& text) { return text; }

enum class When : uint8_t { kAlways, kAsked };

// The program's output when torch.compile compiles nothing.
std::string output_of_eager(const std::string& source) {
  return LessonProgram("import torch; torch.compiler.set_stance('force_eager')\n" + source).output;
}

struct Computed {
  When when;
  std::string (*value)(const LessonRun& run);
};

constexpr Computed kComputed[] = {
#define FACT(name, type, english, chinese, meaning, when, value) \
  {When::when, [](const LessonRun& run) { return fact_text(value); }},
#include "tables/facts.def"
};

}  // namespace

std::span<const LessonFact> lesson_fact_table() {
  static constexpr LessonFact kFacts[] = {
#define FACT(name, type, english, chinese, meaning, when, value) \
  {#name, LessonFact::Type::type, english, chinese, meaning},
#include "tables/facts.def"
  };
  return kFacts;
}

const LessonFact* find_lesson_fact(std::string_view name) {
  std::span<const LessonFact> table = lesson_fact_table();
  auto at = std::find_if(table.begin(), table.end(), [&](const LessonFact& fact) { return name == fact.name; });
  return at == table.end() ? nullptr : &*at;
}

LessonFacts lesson_facts(const LessonProgram& program, const std::vector<std::string>& asked) {
  LessonRun run{program.source, program.output, program.report, program.session, {}};
  for (const Event& event : program.session.events()) run.tally.add(event);
  LessonFacts facts;
  std::span<const LessonFact> table = lesson_fact_table();
  for (size_t i = 0; i < table.size(); ++i)
    if (kComputed[i].when == When::kAlways || std::find(asked.begin(), asked.end(), table[i].name) != asked.end())
      facts[table[i].name] = kComputed[i].value(run);
  return facts;
}

std::string lesson_facts_of(const std::string& source) {
  const LessonProgram program(source);
  std::vector<std::string> all;
  for (const LessonFact& fact : lesson_fact_table()) all.push_back(fact.name);
  const LessonFacts facts = lesson_facts(program, all);
  std::string text;
  for (const LessonFact& fact : lesson_fact_table()) {
    const std::string& value = facts.at(fact.name);
    const bool many = fact.type == LessonFact::Type::kOutput;
    text += std::string(fact.name) + ":" + (value.empty() ? "" : many ? "\n" : " ");
    for (const char c : many ? "    " + value : value) {
      text += c;
      if (many && c == '\n') text += "    ";
    }
    while (text.ends_with(' ') || text.ends_with('\n')) text.pop_back();
    text += "\n";
  }
  return text;
}

bool prints_alike(const std::string& left, const std::string& right) {
  constexpr double kTolerance = 1e-4;
  const char *a = left.c_str(), *b = right.c_str();
  auto skip = [](const char*& at) {  // columns are padded to their widest number
    while (*at == ' ') ++at;
  };
  for (skip(a), skip(b); *a && *b; skip(a), skip(b)) {
    char *after_a = nullptr, *after_b = nullptr;
    const double x = std::strtod(a, &after_a), y = std::strtod(b, &after_b);
    if (after_a != a && after_b != b) {
      const bool close = x == y || std::fabs(x - y) <= kTolerance * std::max(1.0, std::fabs(y));
      if (!close && !(std::isnan(x) && std::isnan(y))) return false;
      a = after_a, b = after_b;
    } else if (*a++ != *b++) {
      return false;
    }
  }
  return *a == *b;
}

std::string lesson_facts_page() {
  std::string page = "| fact | value | meaning |\n|---|---|---|\n";
  for (const LessonFact& fact : lesson_fact_table()) {
    const char* kind = fact.type == LessonFact::Type::kNumber  ? "number"
                       : fact.type == LessonFact::Type::kYesNo ? "`yes`, `no`"
                                                               : "text";
    page += std::string("| `") + fact.name + "` | " + kind + " | " + fact.meaning + " |\n";
  }
  return page;
}

}  // namespace vt
