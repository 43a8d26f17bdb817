// A compile as a film: from the line of the program to the first call, a frame for each stage that left
// events, all of them about one operation. A frame names the view that shows it and what to light up
// there; core/film_view.h plays it.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "support/events.h"

namespace vt::scene {

// The frames in order, and what links call them.
// clang-format off
#define VT_FILM_STAGES(X)                                                                          \
  X(kLine, "line") X(kBytecode, "bytecode") X(kNode, "node") X(kGuard, "guard")                    \
  X(kDecomposition, "decomposition") X(kPass, "pass") X(kIsland, "island") X(kLoops, "loops")      \
  X(kCode, "code") X(kMemory, "memory") X(kFirstCall, "call")
// clang-format on
enum class FilmStage : uint8_t {
#define VT_STAGE(id, name) id,
  VT_FILM_STAGES(VT_STAGE)
#undef VT_STAGE
};
const char* film_stage_name(FilmStage stage);

struct FilmFrame {
  FilmStage stage = FilmStage::kLine;
  int event = -1;                   // that it shows; -1: none in particular
  std::vector<ItemId> items;        // to light up
  std::vector<std::string> values;  // that its caption is about, in order
};

struct Film {
  std::string compile;  // what it is about: "0/0"
  int line = 0;         // of the operation
  std::vector<FilmFrame> frames;
  bool waits = false;  // for bodies that are on their way: more frames may come
};

struct FilmSources {
  const std::vector<Event>& events;
  const std::vector<std::string>& groups;  // parallel to `events`
  std::string source;
  std::function<const Artifact*(size_t event)> body;
  std::function<const Item*(ItemId)> item;
  std::function<const std::vector<uint32_t>*(ItemId)> children;  // the origins, turned round
};

// Nothing if no graph of `compile` reached any stage.
std::optional<Film> film_of(const FilmSources& sources, const std::string& compile);

}  // namespace vt::scene
