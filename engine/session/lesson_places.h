// Targets of a lesson's pointing questions, and the facts that judge the answers. Neighbours: lesson_facts.cpp, which
// names these facts; lesson_folder.cpp and the worker, which ask for targets.
#pragma once
#include <string>
#include <vector>

#include "session/lessons.h"

namespace vt {

// One line per compiled forward kernel: the captured nodes that it computes.
std::string kernel_groups(const Session& session);
// One line per temporary: its node, and the node whose arena space it reuses, or kNewPlace.
std::string buffer_places(const Session& session);
inline constexpr const char* kNewPlace = "new";
// One line per recompilation: the guard that failed, in the guards panel's format.
std::string failed_guards(const Session& session);

}  // namespace vt
