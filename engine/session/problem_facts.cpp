#include "session/problem_facts.h"

namespace vt {

std::vector<std::pair<std::string, std::string>> problem_facts(const Event& event) {
  static constexpr struct {
    const char *fact, *label;
  } kShown[] = {{"reason_id", "registry"},
                {"function", "in"},
                {"explanation", "why"},
                {"guard", "failed guard"},
                {"was", "was"},
                {"is", "is now"},
                {"also", "also failed"},
                {"hint", "hint"},
                {"advice", "fix"},
                {"fix", "fix"}};
  std::vector<std::pair<std::string, std::string>> facts;
  for (const auto& row : kShown)
    for (const auto& [key, value] : event.facts)
      if (key == row.fact && !value.empty()) facts.emplace_back(row.label, value);
  for (const auto& [key, value] : event.facts) {
    if (key == "frame_skipped" && value == "1") facts.emplace_back("effect", "the whole function runs eagerly");
    if (key == "rest_eagerly") facts.emplace_back("effect", "the rest of the function runs eagerly");
    if (key == "second_reason") facts.emplace_back("because", value);
    if (key == "fullgraph") facts.emplace_back("effect", "an error, because of fullgraph=True");
  }
  return facts;
}

}  // namespace vt
