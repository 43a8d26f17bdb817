// The graph of a picture, out of what the engine tells: a diagram of some stage, the captured
// graph that it came from (for the program's own names and the calls that nodes lie in), and what
// fusion made of it.
#pragma once
#include <functional>
#include <optional>

#include "playground/scene/graph.h"
#include "support/events.h"

namespace vt::scene {

// Bodies of events of one compile; the caller owns them. Only `shown` is needed.
struct CompileArtifacts {
  const Artifact* shown = nullptr;          // kFx, kJoint or kPasses: the graph to draw
  const Artifact* captured = nullptr;       // kFx
  std::vector<const Artifact*> lowered;     // kJoint, kPasses: what kind of work captured nodes are
  const Artifact* fusion = nullptr;         // kFusion of the same half: nodes get their kernels
  const Artifact* forward = nullptr;        // kPasses of the forward half: a joint graph gets its cut
  std::function<const Item*(ItemId)> item;  // provenance
};

struct PictureWords {
  std::string line = "line %d", not_fused = "not fused: %s", change = "to change it: %s", saved = "saved for backward",
              again = "computed again in backward", gradient = "gradient of output %s", gradient_of = "gradient of %s";
  std::string forward = "forward", backward = "backward", loop = "one loop", matrix = "matrix product",
              library = "library call", failed = "fails here";
};

// What runs, op by op and as kernels: launches, and bytes that are read and written.
struct Totals {
  int64_t ops = 0, op_bytes = 0, kernels = 0, kernel_bytes = 0, saved_bytes = 0;
};

struct Picture {
  Graph graph;
  Totals totals;
  std::string cut_above;  // of a joint graph: the title of its backward group
};

Picture picture_of(const CompileArtifacts& artifacts, const PictureWords& words = {});

// A break that has what was captured up to it, because no graph came of it.
bool is_partial(const Event& event);

// Which events a picture is made of: "graph" (as captured), "joint", "passes" (after the last one), "fusion", or
// "partial" (what was captured before the error or break that no graph came of).
struct EventChoice {
  int shown = -1, captured = -1, fusion = -1, forward = -1;  // indices of events; -1: there is none
  std::vector<size_t> lowered;
};
// `of_compile`: indices of the events of one compile. `half`: "forward", "backward"; empty: the first that there is.
EventChoice choose_events(const std::vector<Event>& events, const std::vector<size_t>& of_compile,
                          const std::string& picture, const std::string& half = {});
// With the bodies that `body` has; null where one is still on its way.
CompileArtifacts artifacts_of(const EventChoice& choice, const std::function<const Artifact*(size_t event)>& body);

// Bytes of "f32[4, 8]"; 0 if a size is symbolic or it is no tensor.
int64_t bytes_of_type(std::string_view type);

}  // namespace vt::scene
