// Runs a program and evaluates the checks of a lesson's step on the facts of the run.
#include <cstdlib>
#include <sstream>
#include <utility>

#include "session/lessons.h"

namespace vt {
namespace {

// Ends an endless loop within a few seconds, in the browser too.
constexpr uint64_t kInstructionLimit = 200'000'000;

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

// The first expected line that was not printed, because the whole expected text may be long.
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
  const LessonFact* fact = find_lesson_fact(check.fact);
  if (fact && fact->type == LessonFact::Type::kOutput) {
    const std::string missing = missing_line(check, actual);
    if (missing.empty()) return line;
    return line + (chinese ? "（还没有打印：" : " (not printed yet: ") + missing + (chinese ? "）" : ")");
  }
  const std::string name = !fact ? check.fact : chinese ? fact->chinese : fact->english;
  return line + (chinese ? "（" : " (") + name + (chinese ? "：要求 " : ": wanted ") + wanted_text(check, chinese) +
         (chinese ? "，实际为 " : ", got ") + shown_value(actual, chinese) + (chinese ? "）" : ")");
}

}  // namespace

bool as_number(const std::string& text, double& value) {
  if (text.empty()) return false;
  char* end = nullptr;
  value = std::strtod(text.c_str(), &end);
  return *end == '\0';
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

LessonProgram::LessonProgram(std::string program)
    : source(std::move(program)), session([this](std::string_view text, bool is_error) {
        if (!is_error) output += text;
      }) {
  RunRequest request;
  request.name = "lesson.py";
  request.source = source;
  request.limits.instructions = kInstructionLimit;
  report = session.run(request);
}

LessonVerdict check_step(const LessonStep& step, const std::string& source, const std::string& language) {
  const LessonProgram program(source);
  const RunReport& report = program.report;
  std::vector<std::string> asked = {step.prediction.fact};
  for (const LessonCheck& check : step.checks) asked.push_back(check.fact);
  LessonVerdict verdict;
  verdict.facts = lesson_facts(program, asked);
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
