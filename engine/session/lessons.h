// Lessons: a folder each, with front matter, prose in two languages with the same step
// anchors, a start program, a solution, and checks on what the engine did. One checker
// for the browser and for `vitrine lessons check` (docs/adding.md says how to write one).
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "session/session.h"
#include "support/result.h"

namespace vt {

// One condition on a run: "graphs == 1", "breaks == 0", "stdout contains 'ok'".
struct LessonCheck {
  std::string subject;   // a fact: graphs, breaks, recompiles, guards, kernels, library_calls, peak_bytes, stdout, ok, stages...
  std::string relation;  // ==, !=, <, <=, >, >=, contains
  std::string value;
  std::vector<std::pair<std::string, std::string>> text;  // language -> what the learner reads
};

struct LessonStep {
  std::string id;                // the same anchor in every language
  std::vector<LessonCheck> checks;
  // Predict then run: the question, the choices and the right one are in the prose; the
  // answer is checked against a fact of the run, so that it cannot go stale.
  std::string prediction_fact;
  std::string start, solution;   // program texts; empty start: the program of the step before
};

struct Lesson {
  std::string id;
  int revision = 1, minutes = 0;
  std::vector<std::string> prerequisites, panels, registry_ids;
  std::vector<LessonStep> steps;
};

Result<Lesson> parse_lesson(const std::string& manifest_json);
// Runs `source` and evaluates the checks of a step; `lines` says each in words.
struct LessonVerdict {
  bool passed = false;
  std::vector<std::pair<bool, std::string>> lines;
  std::string error;   // the program failed: its last traceback line
};
LessonVerdict check_step(const LessonStep& step, const std::string& source, const std::string& language);
// Every lesson below `folder`: solutions pass, starts fail, translations align.
bool check_lesson_folder(const std::string& folder, std::string& report);

}  // namespace vt
