// The targets of a lesson's pointing question as a scene: the captured graphs before fusion, or a list of guards. The
// key of an element is the answer it stands for. Drawn by core/pointing_view.h.
#pragma once
#include <set>

#include "playground/scene/fold.h"
#include "playground/scene/from_events.h"
#include "playground/scene/scene.h"

namespace vt::scene {

struct PointingLook {
  std::string asked;             // the node that the question is about
  std::set<std::string> picked;  // answers chosen so far
  std::string elsewhere;         // label of the answer kElsewhere, if it is offered
  std::string ops = "%d ops";
  PictureWords words;
  FoldChoices folds;
  float width = 420;  // width of the panel
};
// The answer "a new place", which is no node.
inline constexpr const char* kElsewhere = "new";

using PointingTargets = std::vector<std::pair<std::string, std::string>>;  // pairs of answer and displayed text

// `graphs`: the captured graphs; empty: draws the targets as a list.
Scene pointing_scene(const std::vector<Artifact>& graphs, const PointingTargets& targets, const PointingLook& look);

}  // namespace vt::scene
