// Lessons on disk, and the test that they are true: `vitrine lessons check`.
#include <dirent.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "session/lessons.h"

namespace vt {
namespace {

Error lesson_error(std::string message) {
  return {"LessonError", std::move(message), {}, "lessons/README.md describes the format."};
}

bool read_file(const std::string& path, std::string& text) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  text.assign(std::istreambuf_iterator<char>(in), {});
  return !in.bad();
}

std::vector<std::string> folders_below(const std::string& folder) {
  std::vector<std::string> found;
  DIR* handle = opendir(folder.c_str());
  if (!handle) return found;
  std::string ignored;
  while (dirent* entry = readdir(handle)) {
    std::string path = folder + "/" + entry->d_name;
    if (entry->d_name[0] != '.' && read_file(path + "/lesson.json", ignored)) found.push_back(path);
  }
  closedir(handle);
  std::sort(found.begin(), found.end());
  return found;
}

// "lessons/x/start.py" -> "lessons/x/start.out": what PyTorch printed for it.
std::string expected_output_of(const std::string& program) { return program.substr(0, program.rfind('.')) + ".out"; }

// The check of one lesson's folder; problems are lines of text.
class FolderCheck {
 public:
  explicit FolderCheck(std::string folder) : folder_(std::move(folder)) {}

  const std::string& run() {
    Result<Lesson> lesson = load_lesson(folder_);
    if (!lesson) return problem(lesson.error().message), problems_;
    for (const std::string& language : lesson_languages()) check_prose(lesson.value(), language);
    for (const LessonStep& step : lesson.value().steps) check_programs(step);
    steps_ = lesson.value().steps.size();
    return problems_;
  }
  size_t steps() const { return steps_; }

 private:
  void problem(const std::string& text) { problems_ += "  " + text + "\n"; }

  void check_prose(const Lesson& lesson, const std::string& language) {
    std::string markdown;
    if (!read_file(folder_ + "/" + language + ".md", markdown)) return problem(language + ".md: there is no such file");
    problems_ += prose_problems(lesson, language, markdown);
  }

  void check_programs(const LessonStep& step) {
    LessonVerdict start = check_step(step, step.start, "en");
    LessonVerdict solution = check_step(step, step.solution, "en");
    if (start.passed) problem(step.id + ": the start passes already, nothing is left to do");
    if (!solution.passed) {
      problem(step.id + ": the solution fails" + (solution.error.empty() ? "" : ": " + solution.error));
      for (const auto& [passed, line] : solution.lines)
        if (!passed) problem("    " + line);
    }
    check_output(step, step.start_file, start);
    check_output(step, step.solution_file, solution);
    check_prediction(step, step.prediction.program == "start" ? start : solution);
  }

  void check_output(const LessonStep& step, const std::string& file, const LessonVerdict& verdict) {
    std::string wanted, path = expected_output_of(file);
    if (!read_file(folder_ + "/" + path, wanted))
      return problem(step.id + ": " + path + " is missing: what PyTorch prints for " + file);
    if (verdict.facts.at("stdout") != wanted) problem(step.id + ": " + file + " prints something else than " + path);
  }

  void check_prediction(const LessonStep& step, const LessonVerdict& verdict) {
    const LessonPrediction& asked = step.prediction;
    if (asked.fact.empty()) return;
    const std::string& actual = verdict.facts.at(asked.fact);
    if (actual != asked.answer)
      problem(step.id + ": the prediction's answer is " + asked.answer + ", but " + asked.fact + " of the " +
              asked.program + " is " + actual);
  }

  std::string folder_, problems_;
  size_t steps_ = 0;
};

}  // namespace

Result<Lesson> load_lesson(const std::string& folder) {
  std::string manifest;
  if (!read_file(folder + "/lesson.json", manifest)) return lesson_error("lesson.json: there is no such file");
  Result<Lesson> lesson = parse_lesson(manifest);
  if (!lesson) return lesson_error("lesson.json: " + lesson.error().message);
  for (LessonStep& step : lesson.value().steps) {
    if (!read_file(folder + "/" + step.start_file, step.start))
      return lesson_error(step.id + ": " + step.start_file + ": there is no such file");
    if (!read_file(folder + "/" + step.solution_file, step.solution))
      return lesson_error(step.id + ": " + step.solution_file + ": there is no such file");
  }
  return lesson;
}

LessonProse read_prose(const std::string& markdown) {
  LessonProse prose;
  std::istringstream lines(markdown);
  bool in_front_matter = false, in_code = false;
  size_t number = 0;
  for (std::string line; std::getline(lines, line); ++number) {
    if (line == "---" && (number == 0 || in_front_matter)) in_front_matter = number == 0;
    else if (in_front_matter && line.rfind("revision:", 0) == 0) prose.revision = std::atoi(line.c_str() + 9);
    else if (in_front_matter && line.rfind("lesson:", 0) == 0)
      prose.lesson = line.substr(line.find_first_not_of(' ', 7));
    else if (line.rfind("```", 0) == 0) in_code = !in_code;
    else if (!in_code && line.rfind("## ", 0) == 0) {
      size_t open = line.rfind("{#"), close = line.rfind('}');
      if (open != std::string::npos && close != std::string::npos && close > open)
        prose.anchors.push_back(line.substr(open + 2, close - open - 2));
    }
  }
  return prose;
}

std::string prose_problems(const Lesson& lesson, const std::string& language, const std::string& markdown) {
  LessonProse prose = read_prose(markdown);
  std::string problems;
  auto problem = [&](const std::string& text) { problems += "  " + language + ".md: " + text + "\n"; };
  if (prose.lesson != lesson.id)
    problem("its front matter says lesson '" + prose.lesson + "', the manifest '" + lesson.id + "'");
  if (prose.revision != lesson.revision)
    problem("it is revision " + std::to_string(prose.revision) + ", the manifest is revision " +
            std::to_string(lesson.revision));
  for (size_t i = 0; i < std::max(prose.anchors.size(), lesson.steps.size()); ++i) {
    std::string is = i < prose.anchors.size() ? "{#" + prose.anchors[i] + "}" : "nothing";
    std::string wanted = i < lesson.steps.size() ? "{#" + lesson.steps[i].id + "}" : "nothing";
    if (is == wanted) continue;
    problem("section " + std::to_string(i + 1) + " is " + is + ", the manifest has " + wanted);
    break;
  }
  return problems;
}

bool check_lesson_folder(const std::string& folder, std::string& report) {
  std::string manifest;
  std::vector<std::string> folders = folders_below(folder);
  if (read_file(folder + "/lesson.json", manifest)) folders = {folder};
  if (folders.empty()) report += folder + ": there is no lesson here (a folder with a lesson.json)\n";
  size_t failed = 0;
  for (const std::string& path : folders) {
    FolderCheck check(path);
    const std::string& problems = check.run();
    failed += !problems.empty();
    report += path + (problems.empty() ? ": " + std::to_string(check.steps()) + " steps, all true\n"
                                       : ": failed\n" + problems);
  }
  report += std::to_string(folders.size() - failed) + " lessons passed, " + std::to_string(failed) + " failed\n";
  return !folders.empty() && failed == 0;
}

}  // namespace vt
