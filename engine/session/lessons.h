// Lessons: a folder each, with a manifest (lesson.json), prose in two languages with the
// same step anchors (en.md, zh.md), and per step a start program with a TODO, a solution
// and checks on what the engine did. One checker serves the browser and `vitrine lessons
// check`; lessons/README.md describes the format, docs/adding.md how to write a lesson.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "session/session.h"
#include "support/result.h"

namespace vt {

// Language ("en", "zh") -> text.
using LessonText = std::map<std::string, std::string>;
const std::vector<std::string>& lesson_languages();

// What a run did, by name: {"graphs", "1"}, {"stdout", "..."}; tables/facts.def is the list.
using LessonFacts = std::map<std::string, std::string>;

// A row of the table of facts.
struct LessonFact {
  enum class Type : uint8_t { kNumber, kYesNo, kText, kOutput };
  const char* name;
  Type type;
  const char *english, *chinese;  // its short name
  const char* meaning;
};
std::span<const LessonFact> lesson_fact_table();
const LessonFact* find_lesson_fact(std::string_view name);  // null if there is none
// The table as lessons/README.md has it.
std::string lesson_facts_page();

// One condition on a run: fact "graphs", relation "==", value "1".
struct LessonCheck {
  std::string fact;
  std::string relation;  // ==, !=, <, <=, >, >=, contains
  std::string value;
  LessonText text;  // what the learner reads
};

// Predict, then run. The right answer is the value that the fact has in the run of the
// step's start or solution, so that a question cannot go stale.
struct LessonPrediction {
  struct Choice {
    std::string value;
    LessonText text;
  };
  std::string fact;     // empty: the step asks nothing
  std::string program;  // "start" or "solution": the run that answers
  std::string answer;   // the value of the right choice
  LessonText question, explanation;
  std::vector<Choice> choices;
};

struct LessonStep {
  std::string id;  // the anchor {#id} in every language
  LessonText title;
  std::string start_file, solution_file;  // relative to the lesson's folder
  std::string start, solution;            // their texts; load_lesson() fills them in
  std::vector<std::string> panels;        // what to look at, by panel id
  LessonPrediction prediction;
  std::vector<LessonCheck> checks;
  std::map<std::string, std::vector<std::string>> hints;  // language -> shown one by one
};

struct Lesson {
  std::string id;
  LessonText title, summary;
  int revision = 1, minutes = 0;
  std::vector<std::string> prerequisites, panels, registry_ids;
  std::vector<LessonStep> steps;
  const LessonStep* find_step(const std::string& id) const;
};

// The manifest alone. The error says where and what: "line 3, column 5: ..." for broken
// JSON, "steps[1].checks[0].relation: ..." for what does not belong.
Result<Lesson> parse_lesson(const std::string& manifest_json);
// The manifest and the programs of a lesson's folder.
Result<Lesson> load_lesson(const std::string& folder);

// A run of a lesson's program, within limits that end a learner's endless loop.
struct LessonProgram {
  explicit LessonProgram(std::string program);
  std::string source, output;
  Session session;
  RunReport report;
};
// The facts of a run; those that cost another run only if they are among `asked`.
LessonFacts lesson_facts(const LessonProgram& program, const std::vector<std::string>& asked);

struct LessonVerdict {
  bool passed = false;
  std::vector<std::pair<bool, std::string>> lines;  // each check in words
  std::string error;                                // the program failed: its last traceback line
  LessonFacts facts;
};
// Runs `source` and evaluates the checks of a step. Texts are in `language`, or English.
LessonVerdict check_step(const LessonStep& step, const std::string& source, const std::string& language);
bool as_number(const std::string& text, double& value);
bool holds(const LessonCheck& check, const LessonFacts& facts);
// The same text, but for numbers, which may differ by rounding, and for spaces.
bool prints_alike(const std::string& left, const std::string& right);

// The anchors of a prose file, "## Title {#id}", in order; and its front matter's revision.
struct LessonProse {
  int revision = 0;
  std::string lesson;
  std::vector<std::string> anchors;
};
LessonProse read_prose(const std::string& markdown);
// What is wrong with a translation, a line each; empty if it fits the manifest.
std::string prose_problems(const Lesson& lesson, const std::string& language, const std::string& markdown);

// Every lesson below `folder` (or `folder` itself): solutions pass, starts fail, what they
// print is what PyTorch printed (NAME.out), predictions are true, translations align.
bool check_lesson_folder(const std::string& folder, std::string& report);

}  // namespace vt
