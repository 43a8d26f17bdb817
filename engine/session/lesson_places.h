// What a run offers to point at in a lesson's question, and the facts that judge the pointing. Beside lesson_facts.cpp,
// which names these facts; lesson_folder.cpp and the worker ask for the targets.
#pragma once
#include <string>
#include <vector>

#include "session/lessons.h"

namespace vt {

// A line per kernel of compiled code, backward ones left out: the captured nodes that it computes.
std::string kernel_groups(const Session& session);
// A line per temporary: its node, and the node whose place in the arena it takes, or kNewPlace.
std::string buffer_places(const Session& session);
inline constexpr const char* kNewPlace = "new";
// A line per recompile: the guard that failed, as the guards panel has it.
std::string failed_guards(const Session& session);

}  // namespace vt
