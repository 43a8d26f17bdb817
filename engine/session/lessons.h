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
// The facts of one program, for who writes a question about it.
std::string lesson_facts_of(const std::string& source);

// One condition on a run: fact "graphs", relation "==", value "1".
struct LessonCheck {
  std::string fact;
  std::string relation;  // ==, !=, <, <=, >, >=, contains
  std::string value;
  LessonText text;  // what the learner reads
};

struct LessonChoice {
  std::string value;
  LessonText text;
};

// Predict, then run. Of what a run did, the right answer is the fact that the run gives, so that a question cannot go
// stale; a question for a reason has no fact.
struct LessonPrediction {
  enum class Kind : uint8_t { kChoice, kNumber, kLine, kNodes, kGuard, kBuffer };
  // The question, and what changes when it comes back with other numbers.
  struct Asked {
    std::string program_file, program;  // of a variant; load_lesson() fills the text in
    std::string answer;                 // kChoice: a choice's value; kLine: the line's text; kNodes: names, with spaces
    std::string asked;                  // kBuffer: the node whose place is asked for
    LessonText question;
    std::vector<LessonChoice> choices;  // of kChoice
  };
  bool exists = false;
  Kind kind = Kind::kChoice;
  std::string fact;     // empty: nothing that a run does answers it
  std::string program;  // "start" or "solution": the run that answers
  Asked first;
  LessonText explanation;
  std::vector<Asked> again;
};

// What stands below a step that passed.
struct LessonAfter {
  struct Solution {
    LessonText title;
    std::string file, program;  // passes the step's checks like the solution
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
  std::string id;  // the anchor {#id} in every language
  LessonText title;
  std::string start_file, solution_file;  // relative to the lesson's folder
  std::string start, solution;            // their texts; load_lesson() fills them in
  std::vector<std::string> panels;        // what to look at, by panel id
  bool todo = true;                       // the start has a TODO
  LessonPrediction prediction;
  std::vector<LessonCheck> checks;
  std::map<std::string, std::vector<std::string>> hints;  // language -> shown one by one
  LessonAfter after;
  LessonText notes;  // for the teacher
};

// Steps of an earlier lesson that are found here now: old step -> step of this lesson.
struct LessonAlias {
  std::string lesson;
  std::map<std::string, std::string> steps;
};

struct Lesson {
  std::string id, chapter;  // no chapter: written before the course had any
  LessonText title, summary;
  int revision = 1, minutes = 0;
  std::vector<std::string> prerequisites, panels, registry_ids, concepts;
  std::vector<LessonAlias> aliases;
  std::vector<LessonStep> steps;
  const LessonStep* find_step(const std::string& id) const;
};
// The chapters in the order of the course.
std::span<const char* const> lesson_chapters();

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

// What a learner can point at in the run that a question is about: `value` is the answer that it stands for.
struct LessonTarget {
  std::string value, text;
};
std::vector<LessonTarget> lesson_targets(const Session& session, LessonPrediction::Kind kind);
// The captured graphs of that run, where the question is answered in their picture; else none.
std::vector<Artifact> lesson_graphs(const Session& session, LessonPrediction::Kind kind);
// What is wrong with the answer that a manifest gives to its question; empty if the run agrees.
std::string answer_problem(const LessonPrediction& prediction, const LessonPrediction::Asked& asked,
                           const LessonProgram& program, const LessonFacts& facts);
// A count, or yes or no: what not every question should ask for.
bool asks_for_count(const LessonPrediction& prediction);
// The most that is read in a step before something happens.
inline constexpr size_t kMostWords = 120, kMostCharacters = 220;

// The anchors of a prose file, "## Title {#id}", in order; and its front matter's revision.
struct LessonProse {
  int revision = 0;
  std::string lesson;
  std::vector<std::string> anchors;
  std::vector<std::string> texts;  // what stands below each anchor
};
// How much there is to read: words, and characters of Chinese.
size_t words_of(const std::string& prose);
size_t characters_of(const std::string& prose);
LessonProse read_prose(const std::string& markdown);
// What is wrong with a translation, a line each; empty if it fits the manifest.
std::string prose_problems(const Lesson& lesson, const std::string& language, const std::string& markdown);

// Every lesson below `folder` (or `folder` itself): solutions pass, starts fail, what they
// print is what PyTorch printed (NAME.out), predictions are true, translations align.
bool check_lesson_folder(const std::string& folder, std::string& report);

// Makes folder/NN-NAME with a manifest, prose and programs to fill in: a lesson that passes its own check once that is
// done. Returns what is in the way, or "" with the folder's path in `written`.
std::string write_new_lesson(const std::string& folder, const std::string& name, std::string& written);

}  // namespace vt
