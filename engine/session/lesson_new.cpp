// `vitrine lessons new NAME`: creates a small working lesson with placeholder texts. `vitrine lessons check` reports
// each text that still begins with TODO.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>

#include "session/lessons.h"

namespace vt {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStart = R"(import torch

# TODO: what should become true, not what to type
@torch.compile
def f(x):
    y = torch.relu(x)
    print("in between")
    return y + 1

print(f(torch.tensor([-1.0, 2.0])))
)";
constexpr const char* kSolution = R"(import torch

@torch.compile
def f(x):
    y = torch.relu(x)
    return y + 1

print("in between")
print(f(torch.tensor([-1.0, 2.0])))
)";
constexpr const char* kAgain = R"(import torch

@torch.compile
def g(x, y):
    z = x * y
    z = z.sin()
    print(tuple(z.shape))
    return z.sum()

print(g(torch.zeros(3), torch.ones(3)))
)";
// The output of the programs above under PyTorch.
constexpr const char* kPrinted = "in between\ntensor([1., 3.])\n";
constexpr const char* kPrintedAgain = "(3,)\ntensor(0.)\n";

constexpr const char* kManifest = R"json({
  "id": "@id",
  "chapter": "own-it",
  "concepts": ["graph-break"],
  "aliases": [],
  "title": {"en": "TODO", "zh": "TODO"},
  "summary": {"en": "TODO: one sentence", "zh": "TODO"},
  "revision": 1,
  "minutes": 4,
  "prerequisites": [],
  "panels": ["graph"],
  "registry_ids": [],
  "steps": [
    {
      "id": "first-step",
      "title": {"en": "TODO", "zh": "TODO"},
      "start": "first-step/start.py",
      "solution": "first-step/solution.py",
      "panels": ["graph"],
      "prediction": {
        "kind": "line",
        "fact": "break_lines",
        "program": "start",
        "question": {"en": "TODO: which line cuts the graph?", "zh": "TODO"},
        "answer": "print(\"in between\")",
        "explanation": {"en": "TODO: why", "zh": "TODO"},
        "again": [
          {
            "program": "first-step/again.py",
            "question": {"en": "TODO: and here?", "zh": "TODO"},
            "answer": "print(tuple(z.shape))"
          }
        ]
      },
      "checks": [
        {"fact": "graphs", "relation": "==", "value": "1", "text": {"en": "One graph holds all of f", "zh": "一张图包含整个 f"}}
      ],
      "hints": {"en": ["TODO: a nudge", "TODO: the line"], "zh": ["TODO", "TODO"]},
      "after": {
        "explanation": {"en": "TODO: what was seen, and why it is so", "zh": "TODO"},
        "solutions": [],
        "why": {
          "question": {"en": "TODO: why not the other way?", "zh": "TODO"},
          "choices": [
            {"value": "a", "text": {"en": "TODO", "zh": "TODO"}},
            {"value": "b", "text": {"en": "TODO", "zh": "TODO"}}
          ],
          "answer": "a",
          "explanation": {"en": "TODO", "zh": "TODO"}
        }
      },
      "notes": {"en": "TODO: for the teacher: what to say, what to point at, where people go wrong", "zh": "TODO"}
    }
  ]
}
)json";
constexpr const char* kProse = R"(---
lesson: @id
language: @language
revision: 1
---
# TODO

## TODO {#first-step}

TODO: at most 120 words (220 characters of Chinese), then something happens.
)";

std::string filled(std::string text, const std::string& id, const std::string& language = {}) {
  for (const auto& [mark, value] : {std::pair<std::string, std::string>("@id", id), {"@language", language}})
    for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
      text.replace(at, mark.size(), value);
  return text;
}

bool is_id(const std::string& name) {
  return !name.empty() && name.front() != '-' && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::islower(c) || std::isdigit(c) || c == '-';
  });
}

bool is_numbered(const std::string& name) {
  return name.size() > 3 && std::isdigit(static_cast<unsigned char>(name[0])) &&
         std::isdigit(static_cast<unsigned char>(name[1])) && name[2] == '-';
}

// The number after that of the last lesson, with two digits.
std::string next_number(const std::string& folder) {
  int last = 0;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (const std::string name = entry.path().filename().string(); is_numbered(name))
      last = std::max(last, std::stoi(name.substr(0, 2)));
  const std::string number = std::to_string(last + 1);
  return number.size() < 2 ? "0" + number : number;
}

}  // namespace

std::string write_new_lesson(const std::string& folder, const std::string& name, std::string& written) {
  const std::string id = is_numbered(name) ? name.substr(3) : name;
  if (!is_id(id)) return "'" + name + "' is no name: lower-case letters, digits and dashes, as in sizes-become-symbols";
  const fs::path place = fs::path(folder) / (is_numbered(name) ? name : next_number(folder) + "-" + name);
  std::error_code problem;
  if (fs::exists(place, problem)) return place.string() + " is there already";
  fs::create_directories(place / "first-step", problem);
  if (problem) return place.string() + ": " + problem.message();
  const std::pair<const char*, std::string> files[] = {
      {"lesson.json", filled(kManifest, id)}, {"en.md", filled(kProse, id, "en")},
      {"zh.md", filled(kProse, id, "zh")},    {"first-step/start.py", kStart},
      {"first-step/start.out", kPrinted},     {"first-step/solution.py", kSolution},
      {"first-step/solution.out", kPrinted},  {"first-step/again.py", kAgain},
      {"first-step/again.out", kPrintedAgain}};
  for (const auto& [file, text] : files)
    if (!(std::ofstream(place / file, std::ios::binary) << text)) return (place / file).string() + " cannot be written";
  written = place.string();
  return {};
}

}  // namespace vt
