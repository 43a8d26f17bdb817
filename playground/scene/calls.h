// What the calls of compiled functions went through: which frames they came by, which entries of the
// cache each frame looked at, what failed there, and where capture was cut. Made of the engine's events;
// drawn by strip_scene.h and cards_scene.h.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/events.h"

namespace vt::scene {

inline constexpr uint32_t kNothing = 0xffffffff;  // of the indices below

// What one guard asks of what.
struct GuardLine {
  int guard = 0;                                       // its place in the entry; -1: the modes
  std::string argument, what, check, expected, place;  // "x", "x.shape", "TENSOR_MATCH", "f32[{s0}, 8]", "12"
  std::string text;                                    // as PyTorch writes it
  std::vector<ItemId> items;
};

// One compilation of a frame, as the cache holds it.
struct CacheEntry {
  std::string id;                 // "0/1"
  size_t event = 0;               // of its guards
  std::vector<GuardLine> guards;  // empty while the body is on its way
  int64_t guard_count = 0, ops = 0, kernels = 0;
  std::vector<int> lines;     // of the program, that its graph came from
  std::vector<ItemId> items;  // of its graph
};

// An entry that a call did not fit.
struct Miss {
  uint32_t entry = kNothing;
  int guard = -1;         // that failed; -1: no line of the entry
  std::vector<int> held;  // those before it, in the order of the check
  std::string failed, was, is, advice, place;
};

enum class Outcome : uint8_t { kCompiled, kHit, kEager };

// One frame in one call.
struct FrameCall {
  uint32_t entry = kNothing;  // that ran
  Outcome outcome = Outcome::kEager;
  std::string reason;  // why it ran eagerly
  std::vector<Miss> misses;
  std::vector<std::pair<std::string, std::string>> sizes;  // {"s77", "5"}
  bool untold = false;                                     // how entries failed was not kept
  int64_t times = 1;                                       // in this call, all alike
  std::string kind() const;                                // equal for those that went the same way
};

// Where capture of a frame ended.
struct Cut {
  size_t event = 0;  // the first of its break
  int line = 0;
  std::string id, title;
  std::string failed;  // the operation whose shape rule refused it: an error, no break
  bool skipped = false, rest_eagerly = false, refused = false;
};

// A frame that dynamo saw: a function, or what goes on behind a cut.
struct StripFrame {
  std::string key, function;
  int resumes_at = 0;          // line; 0: it begins at the beginning
  uint32_t nest = 0;           // 0: the function itself; 1: a function that it called in a gap ...
  uint32_t behind = kNothing;  // the frame whose cut it goes on behind
  std::vector<uint32_t> entries;
  std::vector<Cut> cuts;
};

// One call, or several that went the same way.
struct CallRow {
  std::map<uint32_t, std::vector<FrameCall>> cells;  // by frame
  int64_t first = 1, last = 1, count = 1;
  std::vector<std::pair<size_t, int64_t>> like;  // set: calls that went like rows above, and how many
};

// A function that was compiled, with everything that its calls led to.
struct Strip {
  std::string key, function;
  std::vector<StripFrame> frames;  // from left to right
  std::vector<CallRow> rows;
  int64_t calls = 0;
};

struct Calls {
  std::vector<CacheEntry> entries;
  std::vector<Strip> strips;
  std::vector<std::string> notes;  // of the cache: a limit that was reached
};

struct CallSources {
  const std::vector<Event>& events;
  const std::vector<std::string>& groups;  // parallel: what a compile is called where an id was used again
  std::function<const Artifact*(size_t event)> body;
  std::function<const Item*(ItemId)> item;
};
Calls calls_of(const CallSources& sources);

}  // namespace vt::scene
