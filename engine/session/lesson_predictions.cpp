// Checks the answers in a manifest against the facts of the run: part of `vitrine lessons check`.
#include <algorithm>
#include <set>
#include <sstream>

#include "session/lesson_places.h"
#include "session/lessons.h"

namespace vt {
namespace {

using Kind = LessonPrediction::Kind;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string trimmed(const std::string& text) {
  const size_t start = text.find_first_not_of(" \t"), end = text.find_last_not_of(" \t\r");
  return start == std::string::npos ? "" : text.substr(start, end - start + 1);
}

std::string shown(const std::string& value) { return value.empty() ? "nothing" : "'" + value + "'"; }

std::string line_problem(const std::string& answer, const std::string& source, const std::string& fact,
                         const std::string& actual) {
  std::vector<std::string> found;
  const std::vector<std::string> lines = lines_of(source);
  for (size_t i = 0; i < lines.size(); ++i)
    if (trimmed(lines[i]) == trimmed(answer)) found.push_back(std::to_string(i + 1));
  if (found.size() != 1)
    return "'" + answer + "' is " + std::to_string(found.size()) + " lines of the program; one is expected";
  const std::vector<std::string> right = words_in(actual);
  if (std::find(right.begin(), right.end(), found[0]) != right.end()) return {};
  return "'" + answer + "' is line " + found[0] + ", but " + fact + " is " + shown(actual);
}

bool is_target(const std::vector<LessonTarget>& targets, const std::string& value) {
  return std::any_of(targets.begin(), targets.end(), [&](const LessonTarget& target) { return target.value == value; });
}

std::string nodes_problem(const std::string& answer, const std::vector<LessonTarget>& targets,
                          const std::string& actual) {
  const std::vector<std::string> names = words_in(answer);
  for (const std::string& name : names)
    if (!is_target(targets, name)) return "no captured node is called '" + name + "'";
  const std::set<std::string> wanted(names.begin(), names.end());
  for (const std::string& line : lines_of(actual)) {
    const std::vector<std::string> group = words_in(line);
    if (std::set<std::string>(group.begin(), group.end()) == wanted) return {};
  }
  return "'" + answer + "' is no kernel; the kernels compute\n" + actual;
}

std::string guard_problem(const std::string& answer, const std::vector<LessonTarget>& targets,
                          const std::string& actual) {
  std::set<std::string> named;
  for (const LessonTarget& target : targets)
    if (target.value.find(answer) != std::string::npos) named.insert(target.value);
  if (named.size() != 1) {
    std::string text = "'" + answer + "' is part of " + std::to_string(named.size()) + " guards; one is expected of";
    for (const LessonTarget& target : targets) text += "\n" + target.value;
    return text;
  }
  for (const std::string& line : lines_of(actual))
    if (line == *named.begin()) return {};
  return "the guard '" + *named.begin() + "' holds; these failed:\n" + actual;
}

std::string buffer_problem(const LessonPrediction::Asked& asked, const std::vector<LessonTarget>& targets,
                           const std::string& actual) {
  for (const std::string& name : {asked.asked, asked.answer})
    if (!is_target(targets, name)) return "no temporary is called '" + name + "'; the places are\n" + actual;
  for (const std::string& line : lines_of(actual))
    if (line == asked.asked + " " + asked.answer) return {};
  return "'" + asked.asked + "' takes another place; the places are\n" + actual;
}

}  // namespace

std::string answer_problem(const LessonPrediction& prediction, const LessonPrediction::Asked& asked,
                           const LessonProgram& program, const LessonFacts& facts) {
  if (prediction.fact.empty()) return {};
  const std::string& actual = facts.at(prediction.fact);
  const std::vector<LessonTarget> targets = lesson_targets(program.session, prediction.kind);
  switch (prediction.kind) {
    case Kind::kChoice:
    case Kind::kNumber:
      return actual == asked.answer ? ""
                                    : "the answer is " + asked.answer + ", but " + prediction.fact + " is " + actual;
    case Kind::kLine: return line_problem(asked.answer, program.source, prediction.fact, actual);
    case Kind::kNodes: return nodes_problem(asked.answer, targets, actual);
    case Kind::kGuard: return guard_problem(asked.answer, targets, actual);
    case Kind::kBuffer: return buffer_problem(asked, targets, actual);
  }
  return {};
}

bool asks_for_count(const LessonPrediction& prediction) {
  if (prediction.kind == Kind::kNumber) return true;
  if (prediction.kind != Kind::kChoice) return false;
  if (const LessonFact* fact = find_lesson_fact(prediction.fact))
    return fact->type == LessonFact::Type::kNumber || fact->type == LessonFact::Type::kYesNo;
  return std::all_of(prediction.first.choices.begin(), prediction.first.choices.end(), [](const LessonChoice& choice) {
    double number = 0;
    return choice.value == "yes" || choice.value == "no" || as_number(choice.value, number);
  });
}

}  // namespace vt
