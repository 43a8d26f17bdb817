// What `vitrine explain` says of a graph break or a recompile, as text and as a page: the facts
// of its event under names for people, in the order in which they help.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "support/events.h"

namespace vt {

std::vector<std::pair<std::string, std::string>> problem_facts(const Event& event);

}  // namespace vt
