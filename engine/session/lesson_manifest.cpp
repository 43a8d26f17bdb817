// lesson.json as a Lesson. The reader keeps the first problem and goes on with defaults,
// so that the shape of the file can be read off the code below.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "session/lessons.h"
#include "tables/breaks.h"

namespace vt {
namespace {

using nlohmann::json;

constexpr const char* kRelations[] = {"==", "!=", "<", "<=", ">", ">=", "contains"};

struct Problem {
  std::string text;
};

// A value and the path that leads to it, for messages.
class Reader {
 public:
  Reader(const json* value, std::string path, Problem& problem)
      : value_(value), path_(std::move(path)), problem_(problem) {}

  Reader field(const char* name) const {
    std::string path = path_.empty() ? name : path_ + "." + name;
    if (!value_) return {nullptr, path, problem_};
    if (!value_->is_object()) return fail("an object is expected"), Reader(nullptr, path, problem_);
    auto at = value_->find(name);
    return {at == value_->end() ? nullptr : &*at, path, problem_};
  }
  bool exists() const { return value_ != nullptr; }
  void fail(const std::string& what) const {
    if (problem_.text.empty()) problem_.text = (path_.empty() ? "" : path_ + ": ") + what;
  }

  std::string text() const {
    if (!value_) return fail("is missing"), std::string();
    if (!value_->is_string()) return fail("a text is expected"), std::string();
    return value_->get<std::string>();
  }
  int number(int otherwise) const {
    if (!value_) return otherwise;
    if (!value_->is_number_integer()) return fail("a whole number is expected"), otherwise;
    return value_->get<int>();
  }
  std::vector<Reader> items() const {
    std::vector<Reader> list;
    if (!value_) return list;
    if (!value_->is_array()) return fail("a list is expected"), list;
    for (size_t i = 0; i < value_->size(); ++i)
      list.emplace_back(&(*value_)[i], path_ + "[" + std::to_string(i) + "]", problem_);
    return list;
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> list;
    for (const Reader& item : items()) list.push_back(item.text());
    return list;
  }
  // A text in every language.
  LessonText translated() const {
    LessonText texts;
    if (!value_) fail("is missing");
    for (const std::string& language : lesson_languages()) texts[language] = field(language.c_str()).text();
    return texts;
  }
  void refuse_unknown(std::initializer_list<const char*> known) const {
    if (!value_ || !value_->is_object()) return;
    for (const auto& [name, value] : value_->items()) {
      bool found = std::any_of(known.begin(), known.end(), [&n = name](const char* k) { return n == k; });
      if (!found) fail("the field '" + name + "' is unknown");
    }
  }

 private:
  const json* value_;
  std::string path_;
  Problem& problem_;
};

// The ids of tables/panels.def.
void require_panels(const Reader& field) {
  static constexpr const char* kPanels[] = {
#define PANEL(id, ...) #id,
#include "tables/panels.def"
  };
  for (const Reader& item : field.items()) {
    const std::string id = item.text();
    if (std::find(std::begin(kPanels), std::end(kPanels), id) != std::end(kPanels)) continue;
    std::string known;
    for (const char* panel : kPanels) known += std::string(" ") + panel;
    item.fail("'" + id + "' is no panel; there are" + known);
  }
}

// The row of a fact; null, and a problem, if there is none.
const LessonFact* require_fact(const Reader& field) {
  const std::string name = field.text();
  if (const LessonFact* fact = find_lesson_fact(name)) return fact;
  std::string known;
  for (const LessonFact& fact : lesson_fact_table()) known += std::string(" ") + fact.name;
  field.fail("'" + name + "' is not a fact; facts are" + known);
  return nullptr;
}

void require_value(const Reader& field, const LessonFact& fact) {
  const std::string value = field.text();
  if (fact.type == LessonFact::Type::kNumber) {
    double number = 0;
    if (!as_number(value, number))
      field.fail(std::string("'") + value + "' is no number, and " + fact.name + " is one");
  }
  if (fact.type == LessonFact::Type::kYesNo && value != "yes" && value != "no")
    field.fail(std::string(fact.name) + " is yes or no");
}

// Numbers are ordered, texts contain; yes and no are only equal or not.
void require_relation(const Reader& field, const LessonFact& fact) {
  const std::string relation = field.text();
  if (std::find(std::begin(kRelations), std::end(kRelations), relation) == std::end(kRelations))
    return field.fail("'" + relation + "' is not a relation; use ==, !=, <, <=, >, >= or contains");
  if (relation == "==" || relation == "!=") return;
  const bool is_number = fact.type == LessonFact::Type::kNumber, contains = relation == "contains";
  if (is_number == contains || fact.type == LessonFact::Type::kYesNo)
    field.fail("'" + relation + "' does not fit " + fact.name);
}

LessonCheck read_check(const Reader& from) {
  from.refuse_unknown({"fact", "relation", "value", "text"});
  LessonCheck check;
  check.fact = from.field("fact").text();
  check.relation = from.field("relation").text();
  check.value = from.field("value").text();
  check.text = from.field("text").translated();
  if (const LessonFact* fact = require_fact(from.field("fact"))) {
    require_relation(from.field("relation"), *fact);
    require_value(from.field("value"), *fact);
  }
  return check;
}

LessonPrediction read_prediction(const Reader& from) {
  LessonPrediction prediction;
  if (!from.exists()) return prediction;
  from.refuse_unknown({"fact", "program", "answer", "question", "explanation", "choices"});
  prediction.fact = from.field("fact").text();
  prediction.program = from.field("program").text();
  prediction.answer = from.field("answer").text();
  prediction.question = from.field("question").translated();
  prediction.explanation = from.field("explanation").translated();
  const LessonFact* fact = require_fact(from.field("fact"));
  for (const Reader& choice : from.field("choices").items()) {
    prediction.choices.push_back({choice.field("value").text(), choice.field("text").translated()});
    if (fact) require_value(choice.field("value"), *fact);
  }
  if (prediction.program != "start" && prediction.program != "solution")
    from.field("program").fail("use start or solution");
  bool offered = std::any_of(prediction.choices.begin(), prediction.choices.end(),
                             [&](const LessonPrediction::Choice& choice) { return choice.value == prediction.answer; });
  if (!offered) from.field("answer").fail("'" + prediction.answer + "' is none of the choices");
  if (prediction.choices.size() < 2) from.field("choices").fail("two choices at least are expected");
  return prediction;
}

std::string read_program(const Reader& field) {
  std::string file = field.text();
  if (file.starts_with("/") || ("/" + file + "/").find("/../") != std::string::npos)
    field.fail("'" + file + "' leaves the lesson's folder");
  return file;
}

LessonStep read_step(const Reader& from) {
  from.refuse_unknown({"id", "title", "start", "solution", "panels", "prediction", "checks", "hints"});
  LessonStep step;
  step.id = from.field("id").text();
  step.title = from.field("title").translated();
  step.start_file = read_program(from.field("start"));
  step.solution_file = read_program(from.field("solution"));
  step.panels = from.field("panels").texts();
  require_panels(from.field("panels"));
  step.prediction = read_prediction(from.field("prediction"));
  for (const Reader& check : from.field("checks").items()) step.checks.push_back(read_check(check));
  if (step.checks.empty()) from.field("checks").fail("one check at least is expected");
  size_t hints = 0;
  for (const std::string& language : lesson_languages()) {
    step.hints[language] = from.field("hints").field(language.c_str()).texts();
    hints = std::max(hints, step.hints[language].size());
  }
  for (const std::string& language : lesson_languages())
    if (step.hints[language].size() != hints) from.field("hints").fail("the languages have different numbers of hints");
  return step;
}

// The table of breaks says which lesson explains which; the manifest lists them for readers.
void check_registry_ids(const Reader& field, const Lesson& lesson) {
  auto is_listed = [&](std::string_view id) {
    return std::find(lesson.registry_ids.begin(), lesson.registry_ids.end(), id) != lesson.registry_ids.end();
  };
  for (const std::string& id : lesson.registry_ids)
    if (!find_break(id)) field.fail("'" + id + "' is no id of a graph break");
  for (const BreakRow& row : all_breaks())
    if (row.lesson == lesson.id && !is_listed(row.id))
      field.fail("'" + std::string(row.id) + "' is missing: the table of breaks names this lesson for it");
}

Lesson read_lesson(const Reader& from) {
  from.refuse_unknown(
      {"id", "title", "summary", "revision", "minutes", "prerequisites", "panels", "registry_ids", "steps"});
  Lesson lesson;
  lesson.id = from.field("id").text();
  lesson.title = from.field("title").translated();
  lesson.summary = from.field("summary").translated();
  lesson.revision = from.field("revision").number(1);
  lesson.minutes = from.field("minutes").number(0);
  lesson.prerequisites = from.field("prerequisites").texts();
  lesson.panels = from.field("panels").texts();
  require_panels(from.field("panels"));
  lesson.registry_ids = from.field("registry_ids").texts();
  check_registry_ids(from.field("registry_ids"), lesson);
  for (const Reader& item : from.field("steps").items()) {
    LessonStep step = read_step(item);
    if (lesson.find_step(step.id)) item.field("id").fail("'" + step.id + "' names two steps");
    lesson.steps.push_back(std::move(step));
  }
  if (lesson.steps.empty()) from.field("steps").fail("one step at least is expected");
  return lesson;
}

Error manifest_error(std::string message) {
  return {"LessonError", std::move(message), {}, "lessons/README.md describes the format."};
}

std::string place_of(const std::string& text, size_t byte) {
  size_t end = std::min(byte ? byte - 1 : 0, text.size());
  auto line = 1 + std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(end), '\n');
  size_t start = end ? text.rfind('\n', end - 1) : std::string::npos;
  size_t column = end - (start == std::string::npos ? 0 : start + 1) + 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

}  // namespace

const std::vector<std::string>& lesson_languages() {
  static const std::vector<std::string> languages = {"en", "zh"};
  return languages;
}

const LessonStep* Lesson::find_step(const std::string& wanted) const {
  for (const LessonStep& step : steps)
    if (step.id == wanted) return &step;
  return nullptr;
}

Result<Lesson> parse_lesson(const std::string& manifest_json) {
  json manifest;
  try {
    manifest = json::parse(manifest_json);
  } catch (const json::parse_error& error) {
    return manifest_error(place_of(manifest_json, error.byte) + ": this is not JSON");
  }
  Problem problem;
  Lesson lesson = read_lesson(Reader(&manifest, "", problem));
  if (!problem.text.empty()) return manifest_error(problem.text);
  return lesson;
}

}  // namespace vt
