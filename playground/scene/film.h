// A compile as a film: from the source line to the first call, with one frame
// per stage that emitted events, all about a single operation. A frame names the
// view that shows it and the items to highlight. Played by core/film_view.h.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "support/events.h"

namespace vt::scene {

// The frames in order, with their names in links.
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
  int event = -1;                   // the event that it shows; -1: no particular one
  std::vector<ItemId> items;        // to highlight
  std::vector<std::string> values;  // inserted in its caption, in order
};

struct Film {
  std::string compile;  // the compile: "0/0"
  int line = 0;         // source line of the operation
  std::vector<FilmFrame> frames;
  bool waits = false;  // for bodies that have not arrived: more frames may be added
};

struct FilmSources {
  const std::vector<Event>& events;
  const std::vector<std::string>& groups;  // parallel to `events`
  std::string source;
  std::function<const Artifact*(size_t event)> body;
  std::function<const Item*(ItemId)> item;
  std::function<const std::vector<uint32_t>*(ItemId)> children;  // items made from an item (inverse of `origins`)
};

// Nothing if `compile` has no graph in any stage.
std::optional<Film> film_of(const FilmSources& sources, const std::string& compile);

}  // namespace vt::scene
