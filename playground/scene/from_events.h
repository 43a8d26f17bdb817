// Builds the graph of a picture from events: from the diagram of a
// stage, the captured graph it was made from (which has the program's
// names and the calls around nodes), and the fusion decisions.
#pragma once
#include <functional>
#include <optional>

#include "playground/scene/graph.h"
#include "support/events.h"

namespace vt::scene {

// Bodies of events of one compile, owned by the caller. Only `shown` is required.
struct CompileArtifacts {
  const Artifact* shown = nullptr;          // kFx, kJoint or kPasses: the graph to draw
  const Artifact* captured = nullptr;       // kFx
  std::vector<const Artifact*> lowered;     // kJoint, kPasses: give captured nodes their kind of work
  const Artifact* fusion = nullptr;         // kFusion of the same half: gives nodes their kernels
  const Artifact* forward = nullptr;        // kPasses of the forward half: tells where a joint graph is partitioned
  std::function<const Item*(ItemId)> item;  // provenance
};

struct PictureWords {
  std::string line = "line %d", not_fused = "not fused: %s", change = "to change it: %s", saved = "saved for backward",
              again = "computed again in backward", gradient = "gradient of output %s", gradient_of = "gradient of %s";
  std::string forward = "forward", backward = "backward", loop = "one loop", matrix = "matrix product",
              library = "library call", failed = "fails here";
};

// Cost op by op and as kernels: number of launches, bytes read and written.
struct Totals {
  int64_t ops = 0, op_bytes = 0, kernels = 0, kernel_bytes = 0, saved_bytes = 0;
};

struct Picture {
  Graph graph;
  Totals totals;
  std::string cut_above;  // of a joint graph: title of the group below the partition line
};

Picture picture_of(const CompileArtifacts& artifacts, const PictureWords& words = {});

// Whether a break contains the ops captured before it, because no graph was made.
bool is_partial(const Event& event);

// The events of a picture: "graph" (as captured), "joint", "passes" (after the last one), "fusion", or "partial" (the
// ops captured before an error or break that left no graph).
struct EventChoice {
  int shown = -1, captured = -1, fusion = -1, forward = -1;  // indices of events; -1: none
  std::vector<size_t> lowered;
};
// `of_compile`: indices of the events of one compile. `half`: "forward" or "backward"; empty: the first half.
EventChoice choose_events(const std::vector<Event>& events, const std::vector<size_t>& of_compile,
                          const std::string& picture, const std::string& half = {});
// Looks up the bodies; null for one that has not arrived.
CompileArtifacts artifacts_of(const EventChoice& choice, const std::function<const Artifact*(size_t event)>& body);

// Bytes of a type such as "f32[4, 8]"; 0 if a size is symbolic or it is no tensor.
int64_t bytes_of_type(std::string_view type);

}  // namespace vt::scene
