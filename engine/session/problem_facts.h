// The facts of a graph break or recompile that `vitrine explain` shows, as text and as a page: readable names, most
// helpful first.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "support/events.h"

namespace vt {

std::vector<std::pair<std::string, std::string>> problem_facts(const Event& event);

}  // namespace vt
