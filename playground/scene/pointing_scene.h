// What a lesson's question lets one point at, as a picture: the captured graphs before anything is fused, or guards
// one below the other. An element's key is the answer that it stands for. Drawn by core/pointing_view.h.
#pragma once
#include <set>

#include "playground/scene/fold.h"
#include "playground/scene/from_events.h"
#include "playground/scene/scene.h"

namespace vt::scene {

struct PointingLook {
  std::string asked;             // a node that the question is about
  std::set<std::string> picked;  // answers chosen so far
  std::string elsewhere;         // names the answer kElsewhere, if it is offered
  std::string ops = "%d ops";
  PictureWords words;
  FoldChoices folds;
  float width = 420;  // of the panel
};
// The answer that is no node: a place of its own.
inline constexpr const char* kElsewhere = "new";

using PointingTargets = std::vector<std::pair<std::string, std::string>>;  // the answer, and what is shown for it

// `graphs`: as captured; empty: the targets stand in a list.
Scene pointing_scene(const std::vector<Artifact>& graphs, const PointingTargets& targets, const PointingLook& look);

}  // namespace vt::scene
