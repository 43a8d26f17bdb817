// Runs a program and holds what the engine did against the checks of a lesson's step.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "session/lessons.h"

namespace vt {
namespace {

// A learner's endless loop ends within a few seconds, in the browser too.
constexpr uint64_t kInstructionLimit = 200'000'000;

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

// What the events of a run add up to.
struct Tally {
  uint64_t graphs = 0, graph_ops = 0, breaks = 0, recompiles = 0, guards = 0, kernels = 0, fused = 0, calls = 0,
           hits = 0;
  std::string break_ids;

  void add(const Event& event) {
    switch (event.stage) {
      case Stage::kFx: ++graphs, graph_ops += count_of(event, "calls"); break;
      case Stage::kBreaks:
        if (find_fact(event, "fullgraph") == "1") break;  // an error, not a break
        ++breaks, break_ids += (break_ids.empty() ? "" : " ") + std::string(find_fact(event, "reason_id"));
        break;
      case Stage::kRecompiles: ++recompiles; break;
      case Stage::kGuards: guards += count_of(event, "guards"); break;
      case Stage::kCode: kernels += count_of(event, "kernels"); break;
      case Stage::kFusion: fused += count_of(event, "fused"); break;
      case Stage::kCalls:
        if (find_fact(event, "hit").empty()) break;  // a note, not a call
        ++calls, hits += find_fact(event, "hit") == "1";
        break;
      case Stage::kTokens:
      case Stage::kAst:
      case Stage::kBytecode:
      case Stage::kResidual:
      case Stage::kJoint:
      case Stage::kPasses:
      case Stage::kLoops:
      case Stage::kMemory:
      case Stage::kCuda:
      case Stage::kCapture:
      case Stage::kAutotune:
      case Stage::kTimeline:
      case Stage::kConsole:
      case Stage::kError: break;
    }
  }
};

bool as_number(const std::string& text, double& value) {
  if (text.empty()) return false;
  char* end = nullptr;
  value = std::strtod(text.c_str(), &end);
  return *end == '\0';
}

const std::string& in_language(const LessonText& text, const std::string& language) {
  static const std::string none;
  auto at = text.find(language);
  if (at == text.end()) at = text.find("en");
  return at == text.end() ? none : at->second;
}

std::string last_line(const std::string& text) {
  size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return {};
  size_t start = text.rfind('\n', end);
  return text.substr(start == std::string::npos ? 0 : start + 1,
                     end - (start == std::string::npos ? 0 : start + 1) + 1);
}

// What a learner is told that a check counts: the short name of its fact.
std::string fact_name(const std::string& fact, bool chinese) {
  static constexpr struct {
    const char *fact, *english, *chinese;
  } kNames[] = {{"graphs", "captured graphs", "捕获的图"},
                {"graph_ops", "operations in the graphs", "图中的运算"},
                {"breaks", "graph breaks", "图断裂"},
                {"break_ids", "ids of the breaks", "断裂的编号"},
                {"recompiles", "recompilations", "重新编译"},
                {"guards", "guards", "守卫"},
                {"kernels", "generated kernels", "生成的内核"},
                {"fused", "fused pairs", "融合的对"},
                {"launches", "kernel launches", "内核启动"},
                {"extern_calls", "library calls", "库调用"},
                {"eager_ops", "operations run eagerly", "即时执行的运算"},
                {"calls", "calls of compiled functions", "对已编译函数的调用"},
                {"hits", "calls answered by the cache", "缓存命中的调用"},
                {"peak_bytes", "peak bytes of tensors", "张量内存峰值（字节）"},
                {"allclose", "prints what it prints uncompiled", "与不编译时的输出相同"},
                {"ok", "ends without an exception", "无异常结束"},
                {"error", "exception", "异常"}};
  for (const auto& name : kNames)
    if (fact == name.fact) return chinese ? name.chinese : name.english;
  return fact;
}

std::string shown_value(const std::string& value, bool chinese) {
  if (chinese && (value == "yes" || value == "no")) return value == "yes" ? "是" : "否";
  return value;
}

std::string wanted_text(const LessonCheck& check, bool chinese) {
  static constexpr struct {
    const char *relation, *english, *chinese;
  } kWords[] = {{"==", "", ""},
                {"!=", "not ", "不等于 "},
                {"<", "less than ", "少于 "},
                {"<=", "at most ", "至多 "},
                {">", "more than ", "多于 "},
                {">=", "at least ", "至少 "},
                {"contains", "to contain ", "包含 "}};
  for (const auto& word : kWords)
    if (check.relation == word.relation)
      return (chinese ? word.chinese : word.english) + shown_value(check.value, chinese);
  return check.value;
}

// The first line that should have been printed and was not: all of what is wanted may be long.
std::string missing_line(const LessonCheck& check, const std::string& printed) {
  std::istringstream wanted(check.value);
  for (std::string line; std::getline(wanted, line);)
    if (!line.empty() && printed.find(line) == std::string::npos) return line;
  return {};
}

// "Nothing breaks the graph (graph breaks: wanted 0, got 1)".
std::string describe(const LessonCheck& check, const LessonFacts& facts, bool passed, const std::string& language) {
  std::string line = in_language(check.text, language);
  if (passed) return line;
  auto at = facts.find(check.fact);
  std::string actual = at == facts.end() ? "?" : at->second;
  bool chinese = language == "zh";
  if (check.fact == "stdout") {
    const std::string missing = missing_line(check, actual);
    if (missing.empty()) return line;
    return line + (chinese ? "（还没有打印：" : " (not printed yet: ") + missing + (chinese ? "）" : ")");
  }
  return line + (chinese ? "（" : " (") + fact_name(check.fact, chinese) + (chinese ? "：要求 " : ": wanted ") +
         wanted_text(check, chinese) + (chinese ? "，实际为 " : ", got ") + shown_value(actual, chinese) +
         (chinese ? "）" : ")");
}

}  // namespace

const std::vector<std::pair<std::string, std::string>>& lesson_fact_names() {
  static const std::vector<std::pair<std::string, std::string>> names = {
      {"graphs", "graphs that dynamo captured"},
      {"graph_ops", "operations in these graphs"},
      {"breaks", "graph breaks"},
      {"break_ids", "the registry ids of the breaks, in order, with spaces between"},
      {"recompiles", "compilations because a guard of an earlier one failed"},
      {"guards", "guards of all compiled entries"},
      {"kernels", "kernels in the generated code"},
      {"fused", "pairs of operations that fusion joined"},
      {"launches", "launches of generated kernels"},
      {"extern_calls", "calls of library kernels by compiled code"},
      {"eager_ops", "operations that ran on their own, each with a kernel of its own"},
      {"calls", "calls that dynamo saw: compiled or answered from the cache"},
      {"hits", "calls that the cache answered"},
      {"peak_bytes", "the most bytes of tensors at one time"},
      {"stdout", "what the program printed"},
      {"allclose", "yes if the program prints, within rounding, what it prints with nothing compiled"},
      {"ok", "yes if the program ended without an exception"},
      {"error", "the type of the exception that ended it"},
  };
  return names;
}

LessonFacts lesson_facts(const Session& session, const RunReport& report, const std::string& output) {
  Tally tally;
  for (const Event& event : session.events()) tally.add(event);
  auto text = [](uint64_t n) { return std::to_string(n); };
  return {{"graphs", text(tally.graphs)},
          {"graph_ops", text(tally.graph_ops)},
          {"breaks", text(tally.breaks)},
          {"break_ids", tally.break_ids},
          {"recompiles", text(tally.recompiles)},
          {"guards", text(tally.guards)},
          {"kernels", text(tally.kernels)},
          {"fused", text(tally.fused)},
          {"launches", text(report.kernels + report.interpreted)},
          {"extern_calls", text(report.extern_calls)},
          {"eager_ops", text(report.eager_ops)},
          {"calls", text(tally.calls)},
          {"hits", text(tally.hits)},
          {"peak_bytes", text(report.peak_bytes)},
          {"stdout", output},
          {"ok", report.ok ? "yes" : "no"},
          {"error", report.error.kind}};
}

bool holds(const LessonCheck& check, const LessonFacts& facts) {
  auto at = facts.find(check.fact);
  if (at == facts.end()) return false;
  const std::string& actual = at->second;
  if (check.relation == "contains") return actual.find(check.value) != std::string::npos;
  double a = 0, b = 0;
  bool numbers = as_number(actual, a) && as_number(check.value, b);
  if (check.relation == "==") return numbers ? a == b : actual == check.value;
  if (check.relation == "!=") return numbers ? a != b : actual != check.value;
  if (!numbers) return false;
  if (check.relation == "<") return a < b;
  if (check.relation == "<=") return a <= b;
  if (check.relation == ">") return a > b;
  return check.relation == ">=" && a >= b;
}

bool prints_alike(const std::string& left, const std::string& right) {
  constexpr double kTolerance = 1e-4;
  const char *a = left.c_str(), *b = right.c_str();
  auto skip = [](const char*& at) {  // columns are as wide as their widest number
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

namespace {

// What the program prints when torch.compile leaves every function as it is.
std::string output_of_eager(const std::string& source) {
  std::string output;
  Session session([&output](std::string_view text, bool is_error) {
    if (!is_error) output += text;
  });
  RunRequest request;
  request.name = "lesson.py";
  request.source = "import torch; torch.compiler.set_stance('force_eager')\n" + source;
  request.limits.instructions = kInstructionLimit;
  session.run(request);
  return output;
}

}  // namespace

LessonVerdict check_step(const LessonStep& step, const std::string& source, const std::string& language) {
  std::string output;
  Session session([&output](std::string_view text, bool is_error) {
    if (!is_error) output += text;
  });
  RunRequest request;
  request.name = "lesson.py";
  request.source = source;
  request.limits.instructions = kInstructionLimit;
  RunReport report = session.run(request);
  LessonVerdict verdict;
  verdict.facts = lesson_facts(session, report, output);
  const bool compares = std::any_of(step.checks.begin(), step.checks.end(),
                                    [](const LessonCheck& check) { return check.fact == "allclose"; });
  if (compares) verdict.facts["allclose"] = prints_alike(output, output_of_eager(source)) ? "yes" : "no";
  verdict.passed = report.ok;
  if (!report.ok) verdict.error = last_line(report.traceback);
  if (report.stopped && verdict.error.empty()) verdict.error = report.error.message;  // a limit, not an exception
  for (const LessonCheck& check : step.checks) {
    bool passed = holds(check, verdict.facts);
    verdict.passed = verdict.passed && passed;
    verdict.lines.emplace_back(passed, describe(check, verdict.facts, passed, language));
  }
  return verdict;
}

}  // namespace vt
