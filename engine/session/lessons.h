// Lessons. A lesson is a folder with a manifest (lesson.json), prose in two languages with the same step anchors
// (en.md, zh.md), and per step a start program with a TODO, a solution, and checks on the facts of a run. The browser
// and `vitrine lessons check` use the same checker. lessons/README.md describes the format, docs/adding.md how to write
// a lesson.
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

// Facts of a run by name: {"graphs", "1"}, {"stdout", "..."}; the list is tables/facts.def.
using LessonFacts = std::map<std::string, std::string>;

// A row of tables/facts.def.
struct LessonFact {
  enum class Type : uint8_t { kNumber, kYesNo, kText, kOutput };
  const char* name;
  Type type;
  const char *english, *chinese;  // its short name
  const char* meaning;
};
std::span<const LessonFact> lesson_fact_table();
const LessonFact* find_lesson_fact(std::string_view name);  // null if there is none
// The table in the format of lessons/README.md.
std::string lesson_facts_page();
// All facts of one program, for authors of questions.
std::string lesson_facts_of(const std::string& source);

// One condition on a run: fact "graphs", relation "==", value "1".
struct LessonCheck {
  std::string fact;
  std::string relation;  // ==, !=, <, <=, >, >=, contains
  std::string value;
  LessonText text;  // shown to the learner
};

struct LessonChoice {
  std::string value;
  LessonText text;
};

// A prediction before the run. The correct answer is a fact of the run itself, so it cannot become outdated; a question
// for a reason has no fact.
struct LessonPrediction {
  enum class Kind : uint8_t { kChoice, kNumber, kLine, kNodes, kGuard, kBuffer };
  // The question; a repeated question (`again`) has the same fields with another program.
  struct Asked {
    std::string program_file, program;  // of a repeated question; load_lesson() reads the text
    std::string answer;  // kChoice: value of a choice; kLine: text of the line; kNodes: names, separated by spaces
    std::string asked;   // kBuffer: the node whose buffer is asked for
    LessonText question;
    std::vector<LessonChoice> choices;  // of kChoice
  };
  bool exists = false;
  Kind kind = Kind::kChoice;
  std::string fact;     // empty: the run does not contain the answer
  std::string program;  // "start" or "solution": the run whose facts are the answer
  Asked first;
  LessonText explanation;
  std::vector<Asked> again;
};

// Shown below a step after it has passed.
struct LessonAfter {
  struct Solution {
    LessonText title;
    std::string file, program;  // must pass the step's checks too
  };
  struct Why {
    LessonText question, explanation;
    std::vector<LessonChoice> choices;
    std::string answer;
  };
  bool exists = false;
  LessonText explanation;
  std::vector<Solution> solutions;
  Why why;
};

struct LessonStep {
  std::string id;  // anchor {#id} of the step in every language
  LessonText title;
  std::string start_file, solution_file;  // relative to the lesson's folder
  std::string start, solution;            // their texts; read by load_lesson()
  std::vector<std::string> panels;        // ids of the panels to open
  bool todo = true;                       // the start has a TODO
  LessonPrediction prediction;
  std::vector<LessonCheck> checks;
  std::map<std::string, std::vector<std::string>> hints;  // language -> hints, shown one by one
  LessonAfter after;
  LessonText notes;  // for the teacher
};

// Steps of a removed lesson that moved here: old step -> step of this lesson.
struct LessonAlias {
  std::string lesson;
  std::map<std::string, std::string> steps;
};

struct Lesson {
  std::string id, chapter;  // no chapter: not part of the course
  LessonText title, summary;
  int revision = 1, minutes = 0;
  std::vector<std::string> prerequisites, panels, registry_ids, concepts;
  std::vector<LessonAlias> aliases;
  std::vector<LessonStep> steps;
  const LessonStep* find_step(const std::string& id) const;
};
// The chapters, in course order.
std::span<const char* const> lesson_chapters();

// Parses the manifest alone. The error contains the position: "line 3, column 5: ..." for invalid JSON,
// "steps[1].checks[0].relation: ..." for invalid content.
Result<Lesson> parse_lesson(const std::string& manifest_json);
// Reads the manifest and the programs of a lesson's folder.
Result<Lesson> load_lesson(const std::string& folder);

// A run of a lesson's program, with limits that end an endless loop.
struct LessonProgram {
  explicit LessonProgram(std::string program);
  std::string source, output;
  Session session;
  RunReport report;
};
// The facts of a run; facts that need another run only if they are in `asked`.
LessonFacts lesson_facts(const LessonProgram& program, const std::vector<std::string>& asked);

struct LessonVerdict {
  bool passed = false;
  std::vector<std::pair<bool, std::string>> lines;  // per check: passed, text
  std::string error;                                // set if the program failed: last line of the traceback
  LessonFacts facts;
};
// Runs `source` and evaluates the checks of a step. Texts are in `language`, or else in English.
LessonVerdict check_step(const LessonStep& step, const std::string& source, const std::string& language);
bool as_number(const std::string& text, double& value);
bool holds(const LessonCheck& check, const LessonFacts& facts);
// Whether the texts are equal up to white space and rounding of numbers.
bool prints_alike(const std::string& left, const std::string& right);

// A target of a pointing question; `value`: the answer that pointing at it gives.
struct LessonTarget {
  std::string value, text;
};
std::vector<LessonTarget> lesson_targets(const Session& session, LessonPrediction::Kind kind);
// The captured graphs of the run, if the question is answered in the graph's diagram; else none.
std::vector<Artifact> lesson_graphs(const Session& session, LessonPrediction::Kind kind);
// Compares the answer in the manifest with the run; returns the difference, or "".
std::string answer_problem(const LessonPrediction& prediction, const LessonPrediction::Asked& asked,
                           const LessonProgram& program, const LessonFacts& facts);
// Whether the question asks for a count or for yes or no, which only a part of the questions should.
bool asks_for_count(const LessonPrediction& prediction);
// The maximum length of the text that a step shows before its first activity.
inline constexpr size_t kMostWords = 120, kMostCharacters = 220;

// The anchors of a prose file, "## Title {#id}", in order, and the revision in its front matter.
struct LessonProse {
  int revision = 0;
  std::string lesson;
  std::vector<std::string> anchors;
  std::vector<std::string> texts;  // the text below each anchor
};
// Length of a text in words, or in Chinese characters.
size_t words_of(const std::string& prose);
size_t characters_of(const std::string& prose);
LessonProse read_prose(const std::string& markdown);
// Compares a translation with the manifest; one line per problem, empty if there is none.
std::string prose_problems(const Lesson& lesson, const std::string& language, const std::string& markdown);

// Checks every lesson below `folder` (or `folder` itself): solutions pass, starts fail, output equals PyTorch's
// (NAME.out), predictions are true, translations match.
bool check_lesson_folder(const std::string& folder, std::string& report);

// Creates folder/NN-NAME with a manifest, prose and programs to fill in; the lesson passes its own check once they are.
// Returns the problem that prevents it; "" on success, with the folder's path in `written`.
std::string write_new_lesson(const std::string& folder, const std::string& name, std::string& written);

}  // namespace vt
