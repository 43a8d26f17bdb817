// Reads lesson.json. The reader records the first problem and continues with default values, so that the code below
// needs no error paths and shows the format of the file.
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

// A JSON value with its path, for error messages.
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
  bool truth(bool otherwise) const {
    if (!value_) return otherwise;
    if (!value_->is_boolean()) return fail("true or false is expected"), otherwise;
    return value_->get<bool>();
  }
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    if (value_ && !value_->is_object()) return fail("an object is expected"), list;
    if (value_)
      for (const auto& [name, value] : value_->items()) list.push_back(name);
    return list;
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
  // A text in each language.
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

// Checks panel ids against tables/panels.def.
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

// The row of a fact; reports a problem and returns null if there is none.
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

// Checks that the relation fits the fact's type: order for numbers, contains for texts, only == and != for yes or no.
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

std::string read_program(const Reader& field) {
  std::string file = field.text();
  if (file.starts_with("/") || ("/" + file + "/").find("/../") != std::string::npos)
    field.fail("'" + file + "' leaves the lesson's folder");
  return file;
}

std::vector<LessonChoice> read_choices(const Reader& from) {
  std::vector<LessonChoice> choices;
  for (const Reader& choice : from.items()) {
    choice.refuse_unknown({"value", "text"});
    choices.push_back({choice.field("value").text(), choice.field("text").translated()});
  }
  if (choices.size() < 2) from.fail("two choices at least are expected");
  return choices;
}

void require_choice(const Reader& field, const std::vector<LessonChoice>& choices) {
  const std::string answer = field.text();
  if (std::none_of(choices.begin(), choices.end(), [&](const LessonChoice& choice) { return choice.value == answer; }))
    field.fail("'" + answer + "' is none of the choices");
}

using Kind = LessonPrediction::Kind;
struct KindRow {
  Kind kind;
  const char* name;
  std::initializer_list<const char*> facts;  // facts that can be the answer; the first is the default
};
const KindRow kKinds[] = {{Kind::kChoice, "choice", {}},
                          {Kind::kNumber, "number", {}},
                          {Kind::kLine, "line", {"break_lines", "error_line", "recompile_lines"}},
                          {Kind::kNodes, "nodes", {"kernel_groups"}},
                          {Kind::kGuard, "guard", {"failed_guards"}},
                          {Kind::kBuffer, "buffer", {"buffer_places"}}};

const KindRow& read_kind(const Reader& field) {
  const std::string name = field.exists() ? field.text() : "choice";
  for (const KindRow& row : kKinds)
    if (name == row.name) return row;
  field.fail("'" + name + "' is no kind of question; there are choice, number, line, nodes, guard and buffer");
  return kKinds[0];
}

// The fact that answers the question; null if it asks for a reason.
const LessonFact* read_prediction_fact(const Reader& from, const KindRow& kind, LessonPrediction& prediction) {
  const Reader field = from.field("fact");
  if (kind.facts.size()) {
    prediction.fact = field.exists() ? field.text() : *kind.facts.begin();
    if (std::none_of(kind.facts.begin(), kind.facts.end(), [&](const char* fact) { return prediction.fact == fact; }))
      field.fail("'" + prediction.fact + "' does not judge a question of the kind " + kind.name);
    return find_lesson_fact(prediction.fact);
  }
  if (kind.kind == Kind::kChoice && !field.exists()) return nullptr;
  prediction.fact = field.text();
  return require_fact(field);
}

LessonPrediction::Asked read_asked(const Reader& from, Kind kind, const LessonFact* fact) {
  LessonPrediction::Asked asked;
  asked.question = from.field("question").translated();
  if (kind == Kind::kNodes) {
    for (const std::string& name : from.field("answer").texts())
      asked.answer += (asked.answer.empty() ? "" : " ") + name;
    if (asked.answer.empty()) from.field("answer").fail("a list of names is expected");
  } else {
    asked.answer = from.field("answer").text();
  }
  if (kind == Kind::kBuffer) asked.asked = from.field("asked").text();
  if (kind == Kind::kNumber && fact) require_value(from.field("answer"), *fact);
  if (kind == Kind::kChoice) {
    asked.choices = read_choices(from.field("choices"));
    require_choice(from.field("answer"), asked.choices);
    if (fact)
      for (const Reader& choice : from.field("choices").items()) require_value(choice.field("value"), *fact);
  }
  return asked;
}

LessonPrediction read_prediction(const Reader& from) {
  LessonPrediction prediction;
  if (!from.exists()) return prediction;
  prediction.exists = true;
  from.refuse_unknown({"kind", "fact", "program", "asked", "answer", "question", "explanation", "choices", "again"});
  const KindRow& kind = read_kind(from.field("kind"));
  prediction.kind = kind.kind;
  const LessonFact* fact = read_prediction_fact(from, kind, prediction);
  prediction.program = from.field("program").exists() || fact ? from.field("program").text() : "start";
  prediction.first = read_asked(from, kind.kind, fact);
  prediction.explanation = from.field("explanation").translated();
  if (prediction.program != "start" && prediction.program != "solution")
    from.field("program").fail("use start or solution");
  for (const Reader& variant : from.field("again").items()) {
    variant.refuse_unknown({"program", "asked", "answer", "question", "choices"});
    LessonPrediction::Asked asked = read_asked(variant, kind.kind, fact);
    asked.program_file = read_program(variant.field("program"));
    prediction.again.push_back(std::move(asked));
  }
  return prediction;
}

LessonAfter read_after(const Reader& from) {
  LessonAfter after;
  if (!from.exists()) return after;
  after.exists = true;
  from.refuse_unknown({"explanation", "solutions", "why"});
  after.explanation = from.field("explanation").translated();
  for (const Reader& solution : from.field("solutions").items()) {
    solution.refuse_unknown({"title", "file"});
    after.solutions.push_back({solution.field("title").translated(), read_program(solution.field("file")), {}});
  }
  const Reader why = from.field("why");
  why.refuse_unknown({"question", "choices", "answer", "explanation"});
  after.why.question = why.field("question").translated();
  after.why.explanation = why.field("explanation").translated();
  after.why.choices = read_choices(why.field("choices"));
  after.why.answer = why.field("answer").text();
  require_choice(why.field("answer"), after.why.choices);
  return after;
}

LessonStep read_step(const Reader& from) {
  from.refuse_unknown({"id", "title", "start", "solution", "panels", "view", "prediction", "checks", "hints", "todo",
                       "after", "notes"});
  LessonStep step;
  step.id = from.field("id").text();
  step.title = from.field("title").translated();
  step.start_file = read_program(from.field("start"));
  step.solution_file = read_program(from.field("solution"));
  step.panels = from.field("panels").texts();
  require_panels(from.field("panels"));
  if (from.field("view").exists() && from.field("view").text() != "joint")
    from.field("view").fail("'joint' is expected");
  step.todo = from.field("todo").truth(true);
  step.prediction = read_prediction(from.field("prediction"));
  step.after = read_after(from.field("after"));
  if (from.field("notes").exists()) step.notes = from.field("notes").translated();
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

// tables/breaks.def links breaks to lessons; the manifest must list the same ids.
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

std::vector<LessonAlias> read_aliases(const Reader& from, const Lesson& lesson) {
  std::vector<LessonAlias> aliases;
  for (const Reader& item : from.items()) {
    item.refuse_unknown({"lesson", "steps"});
    LessonAlias alias{item.field("lesson").text(), {}};
    const Reader steps = item.field("steps");
    for (const std::string& old : steps.names()) {
      const std::string now = alias.steps[old] = steps.field(old.c_str()).text();
      if (!lesson.find_step(now)) steps.field(old.c_str()).fail("there is no step '" + now + "'");
    }
    aliases.push_back(std::move(alias));
  }
  return aliases;
}

// Parts that a lesson of a chapter must have, and other lessons may omit.
void require_course(const Reader& from, const Lesson& lesson) {
  std::span<const char* const> chapters = lesson_chapters();
  if (std::none_of(chapters.begin(), chapters.end(), [&](const char* name) { return lesson.chapter == name; })) {
    std::string known;
    for (const char* name : chapters) known += std::string(" ") + name;
    from.field("chapter").fail("'" + lesson.chapter + "' is no chapter; there are" + known);
  }
  if (lesson.concepts.empty()) from.field("concepts").fail("one concept at least is expected");
  std::vector<Reader> steps = from.field("steps").items();
  const auto asks = [](const LessonStep& step) { return step.prediction.exists; };
  if (std::none_of(lesson.steps.begin(), lesson.steps.end(), asks))
    from.field("steps").fail("no step has a prediction");
  for (size_t i = 0; i < lesson.steps.size(); ++i) {
    if (!lesson.steps[i].after.exists) steps[i].field("after").fail("is missing");
    if (lesson.steps[i].notes.empty()) steps[i].field("notes").fail("is missing");
  }
}

Lesson read_lesson(const Reader& from) {
  from.refuse_unknown({"id", "title", "summary", "revision", "minutes", "prerequisites", "panels", "registry_ids",
                       "steps", "chapter", "concepts", "aliases"});
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
  lesson.concepts = from.field("concepts").texts();
  lesson.aliases = read_aliases(from.field("aliases"), lesson);
  if (!from.field("chapter").exists()) return lesson;
  lesson.chapter = from.field("chapter").text();
  require_course(from, lesson);
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

std::span<const char* const> lesson_chapters() {
  static constexpr const char* kChapters[] = {"two-worlds",       "capture", "fast",
                                              "train-and-shrink", "own-it",  "capstones"};
  return kChapters;
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
    return manifest_error(place_of(manifest_json, error.byte) +
                          ": this is not JSON (is a comma missing before it, or a quote?)");
  }
  Problem problem;
  Lesson lesson = read_lesson(Reader(&manifest, "", problem));
  if (!problem.text.empty()) return manifest_error(problem.text);
  return lesson;
}

}  // namespace vt
