// The cache look-up of one call: a stack of cards, one per entry, in the order
// of the search. Every guard has a tick and the actual value. A card ends at
// its first failed guard, the stack at the first entry whose guards all hold.
#pragma once
#include "playground/scene/calls.h"
#include "playground/scene/fold.h"
#include "playground/scene/scene.h"

namespace vt::scene {

struct CardWords {
  std::string answered = "answered this call", compiled = "compiled by this call", missed = "did not fit",
              modes = "modes", sizes = "sizes";
  std::string guards_one = "1 guard", guards = "%d guards", held = "%d held before it", not_reached = "%d not reached";
  std::string was = "was %s", came = "came %s", line = "line %d", eagerly = "No entry fitted: Python ran it",
              untold = "How entries failed is kept for the first calls only", loading = "Loading…",
              still = "%d more entries were not asked";
};

struct CardLook {
  CardWords words;
  float width = 420;   // width of the panel
  FoldChoices folds;   // folded groups of guards, by key
  std::string source;  // text of the program
  std::string (*translate)(const std::string&) = nullptr;
};

// The cards for one frame of one call; `entries`: those of the frame, oldest first.
Scene cards_scene(const Calls& calls, const FrameCall& call, const std::vector<uint32_t>& entries,
                  const CardLook& look);

}  // namespace vt::scene
