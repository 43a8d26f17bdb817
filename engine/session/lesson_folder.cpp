// Reads lessons from disk and checks them: `vitrine lessons check`.
#include <dirent.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "session/lessons.h"

namespace vt {
namespace {

Error lesson_error(std::string message) {
  return {"LessonError", std::move(message), {}, "lessons/README.md describes the format."};
}

constexpr int kShownLines = 8;
// From so many on, at most half of a folder's questions may ask for a count.
constexpr size_t kFewQuestions = 4;

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

// "lessons/x/start.py" -> "lessons/x/start.out", the output of the program under PyTorch.
std::string expected_output_of(const std::string& program) { return program.substr(0, program.rfind('.')) + ".out"; }

// former.json: {"an-old-lesson": ["its", "steps"]}, removed lessons to which links and saved progress may refer.
std::map<std::string, std::vector<std::string>> former_lessons(const std::string& folder, std::string& problems) {
  std::string text;
  if (!read_file(folder + "/former.json", text)) return {};
  try {
    return nlohmann::json::parse(text).get<std::map<std::string, std::vector<std::string>>>();
  } catch (const nlohmann::json::exception&) {
    problems += "  former.json is no object of lists of texts\n";
    return {};
  }
}

// From the concept column of tables/words.def only, so that the engine does not contain the glossary's texts.
bool is_concept(const std::string& id) {
  static constexpr const char* kConcepts[] = {
#define WORD(kind, term, chinese_term, concept_id, english, chinese) concept_id,
#include "tables/words.def"
  };
  return std::find(std::begin(kConcepts), std::end(kConcepts), id) != std::end(kConcepts);
}

// Checks the folder of one lesson; a problem is a line of text.
class FolderCheck {
 public:
  explicit FolderCheck(std::string folder) : folder_(std::move(folder)) {}

  const std::string& run() {
    Result<Lesson> lesson = load_lesson(folder_);
    if (!lesson) return problem(lesson.error().message), problems_;
    for (const std::string& language : lesson_languages()) check_prose(lesson.value(), language);
    for (const LessonStep& step : lesson.value().steps) check_programs(step, !lesson.value().chapter.empty());
    lesson_ = lesson.value();
    if (!lesson_.chapter.empty()) check_place(), check_concepts(), check_written("lesson.json");
    if (!lesson_.chapter.empty())
      for (const std::string& language : lesson_languages()) check_written(language + ".md");
    return problems_;
  }
  const Lesson& lesson() const { return lesson_; }

 private:
  void problem(const std::string& text) { problems_ += "  " + text + "\n"; }

  void check_prose(const Lesson& lesson, const std::string& language) {
    std::string markdown;
    if (!read_file(folder_ + "/" + language + ".md", markdown)) return problem(language + ".md: there is no such file");
    problems_ += prose_problems(lesson, language, markdown);
  }

  void check_programs(const LessonStep& step, bool of_course) {
    const LessonVerdict start = check_step(step, step.start, "en");
    if (start.passed) problem(step.id + ": the start passes already, nothing is left to do");
    check_output(step, step.start_file, start.facts.at("stdout"));
    check_solution(step, step.solution_file, step.solution);
    for (const LessonAfter::Solution& other : step.after.solutions) check_solution(step, other.file, other.program);
    const LessonPrediction& prediction = step.prediction;
    if (prediction.exists)
      check_answer(step, prediction.first, prediction.program == "start" ? step.start : step.solution, "");
    for (const LessonPrediction::Asked& variant : prediction.again) {
      check_answer(step, variant, variant.program, variant.program_file);
      check_output(step, variant.program_file, LessonProgram(variant.program).output);
    }
    if (of_course && (step.start.find("TODO") != std::string::npos) != step.todo)
      problem(step.id + (step.todo ? ": the start has no TODO" : ": the start has a TODO, and the manifest says none"));
  }

  void check_solution(const LessonStep& step, const std::string& file, const std::string& program) {
    const LessonVerdict verdict = check_step(step, program, "en");
    if (!verdict.passed) {
      problem(step.id + ": " + (file == step.solution_file ? "the solution" : file) + " fails" +
              (verdict.error.empty() ? "" : ": " + verdict.error));
      for (const auto& [passed, line] : verdict.lines)
        if (!passed) problem("    " + line);
    }
    check_output(step, file, verdict.facts.at("stdout"));
  }

  void check_output(const LessonStep& step, const std::string& file, const std::string& printed) {
    std::string wanted, path = expected_output_of(file);
    if (!read_file(folder_ + "/" + path, wanted))
      return problem(step.id + ": " + path + " is missing: what PyTorch prints for " + file);
    if (printed == wanted) return;
    problem(step.id + ": " + file + " prints something else than " + path);
    std::istringstream here(printed), there(wanted);
    for (int number = 1; here || there; ++number) {
      std::string got, expected;
      std::getline(here, got), std::getline(there, expected);
      if (got == expected) continue;
      return problem("    line " + std::to_string(number) + " is '" + got + "', and '" + expected + "' in the file");
    }
  }

  void check_answer(const LessonStep& step, const LessonPrediction::Asked& asked, const std::string& source,
                    const std::string& file) {
    const LessonProgram program(source);
    const std::string wrong =
        answer_problem(step.prediction, asked, program, lesson_facts(program, {step.prediction.fact}));
    if (wrong.empty()) return;
    std::istringstream lines(wrong);
    std::string line;
    std::getline(lines, line);
    problem(step.id + ": prediction" + (file.empty() ? "" : " of " + file) + ": " + line);
    while (std::getline(lines, line)) problem("    " + line);
  }

  // The folder must be "lessons/NN-id", where NN is the position in the course.
  void check_place() {
    const std::string name = folder_.substr(folder_.find_last_of('/') + 1);
    const bool numbered = name.size() > 3 && std::isdigit(static_cast<unsigned char>(name[0])) &&
                          std::isdigit(static_cast<unsigned char>(name[1])) && name[2] == '-';
    if (!numbered || name.substr(3) != lesson_.id)
      problem("its folder is called " + name + "; NN-" + lesson_.id + " is expected, NN its place in the course");
  }

  // Concepts must be in the glossary, because the page finds lessons by them.
  void check_concepts() {
    for (const std::string& id : lesson_.concepts)
      if (!is_concept(id)) problem("lesson.json: the glossary (engine/tables/words.def) has no concept '" + id + "'");
  }

  // Reports texts that `vitrine lessons new` left as TODO.
  void check_written(const std::string& file) {
    std::string text;
    read_file(folder_ + "/" + file, text);
    std::istringstream lines(text);
    int number = 0, found = 0;
    std::string places;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      const size_t at = line.find("TODO");
      const bool begins =
          at != std::string::npos &&
          (at == 0 || line[at - 1] == '"' || line.compare(0, at, "# ") == 0 || line.compare(0, at, "## ") == 0);
      if (begins && ++found <= kShownLines) places += (found == 1 ? " " : ", ") + std::to_string(number);
    }
    if (!found) return;
    if (found > kShownLines) places += " and " + std::to_string(found - kShownLines) + " more";
    problem(file + (found == 1 ? ", line" : ", lines") + places + ": a text is still to be written");
  }

  std::string folder_, problems_;
  Lesson lesson_;
};

// Checks across all lessons.
class CourseCheck {
 public:
  explicit CourseCheck(std::string folder) : folder_(std::move(folder)) {}

  void add(const Lesson& lesson) {
    if (!lessons_.emplace(lesson.id, &lesson).second) problem("two lessons are called '" + lesson.id + "'");
    for (const LessonStep& step : lesson.steps) {
      if (lesson.chapter.empty() || !step.prediction.exists) continue;
      ++questions_;
      counts_ += asks_for_count(step.prediction);
    }
    for (const LessonAlias& alias : lesson.aliases)
      for (const auto& [old, now] : alias.steps) claims_[{alias.lesson, old}].push_back(lesson.id + "/" + now);
  }

  const std::string& finish() {
    if (questions_ >= kFewQuestions && 2 * counts_ > questions_)
      problem(std::to_string(counts_) + " of " + std::to_string(questions_) +
              " predictions ask for a count or yes or no; at most half may");
    for (const auto& [id, lesson] : lessons_)
      for (const std::string& needed : lesson->prerequisites)
        if (!lessons_.contains(needed)) problem(id + ": the prerequisite '" + needed + "' is no lesson");
    check_aliases();
    return problems_;
  }

 private:
  void problem(const std::string& text) { problems_ += "  " + text + "\n"; }

  // Links and saved progress may refer to removed lessons; each of their steps must be an alias of one existing step.
  void check_aliases() {
    std::map<std::string, std::vector<std::string>> old = former_lessons(folder_, problems_);
    for (const auto& [id, steps] : old)
      for (const std::string& step : steps) {
        const size_t claimed = claims_[{id, step}].size();
        if (claimed > 1) problem("the former step " + id + "/" + step + " has " + std::to_string(claimed) + " aliases");
        if (claimed == 0 && !lessons_.contains(id)) problem("the former step " + id + "/" + step + " has no alias");
        claims_.erase({id, step});
      }
    for (const auto& [claimed, by] : claims_)
      if (!by.empty())
        problem(by.front() + " is an alias of " + claimed.first + "/" + claimed.second + ", which never was");
  }

  std::string folder_, problems_;
  std::map<std::string, const Lesson*> lessons_;
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> claims_;
  size_t questions_ = 0, counts_ = 0;
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
    for (LessonPrediction::Asked& variant : step.prediction.again)
      if (!read_file(folder + "/" + variant.program_file, variant.program))
        return lesson_error(step.id + ": " + variant.program_file + ": there is no such file");
    for (LessonAfter::Solution& other : step.after.solutions)
      if (!read_file(folder + "/" + other.file, other.program))
        return lesson_error(step.id + ": " + other.file + ": there is no such file");
  }
  return lesson;
}

LessonProse read_prose(const std::string& markdown) {
  LessonProse prose;
  std::istringstream lines(markdown);
  bool in_front_matter = false, in_code = false;
  size_t number = 0;
  for (std::string line; std::getline(lines, line); ++number) {
    const size_t sections = prose.anchors.size();
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
    if (prose.anchors.size() > sections) prose.texts.emplace_back();
    else if (!prose.texts.empty()) prose.texts.back() += line + "\n";
  }
  return prose;
}

size_t words_of(const std::string& prose) {
  size_t words = 0;
  std::istringstream stream(prose);
  for (std::string word; stream >> word;)
    words += std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isalnum(c) || c >= 0x80; });
  return words;
}

// Chinese characters start with E4 to E9 in UTF-8 (three bytes); a word in Latin letters counts as one.
size_t characters_of(const std::string& prose) {
  size_t count = 0;
  bool in_word = false;
  for (const char c : prose) {
    const auto byte = static_cast<unsigned char>(c);
    count += byte >= 0xe4 && byte <= 0xe9;
    const bool letter = std::isalnum(byte) || byte == '_' || (in_word && (byte == '.' || byte == '-'));
    count += letter && !in_word;
    in_word = letter;
  }
  return count;
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
  if (lesson.chapter.empty()) return problems;
  for (size_t i = 0; i < prose.anchors.size(); ++i) {
    const bool chinese = language == "zh";
    const size_t read = chinese ? characters_of(prose.texts[i]) : words_of(prose.texts[i]);
    const size_t most = chinese ? kMostCharacters : kMostWords;
    if (read > most)
      problem("{#" + prose.anchors[i] + "} has " + std::to_string(read) + (chinese ? " characters" : " words") +
              " before something happens; at most " + std::to_string(most));
  }
  return problems;
}

bool check_lesson_folder(const std::string& folder, std::string& report) {
  std::string manifest;
  std::vector<std::string> folders = folders_below(folder);
  const bool single = read_file(folder + "/lesson.json", manifest);
  if (single) folders = {folder};
  if (folders.empty()) report += folder + ": there is no lesson here (a folder with a lesson.json)\n";
  size_t failed = 0;
  std::vector<std::unique_ptr<FolderCheck>> checks;
  CourseCheck course(folder);
  for (const std::string& path : folders) {
    FolderCheck& check = *checks.emplace_back(std::make_unique<FolderCheck>(path));
    const std::string& problems = check.run();
    failed += !problems.empty();
    report += path + (problems.empty() ? ": " + std::to_string(check.lesson().steps.size()) + " steps, all true\n"
                                       : ": failed\n" + problems);
    if (!check.lesson().id.empty()) course.add(check.lesson());
  }
  const std::string problems = single ? "" : course.finish();
  if (!problems.empty()) report += folder + ": the lessons together\n" + problems;
  report += std::to_string(folders.size() - failed) + " lessons passed, " + std::to_string(failed) + " failed\n";
  return !folders.empty() && failed == 0 && problems.empty();
}

}  // namespace vt
