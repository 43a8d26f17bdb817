// The calls of compiled functions, from the engine's events: the frames of
// each call, the cache entries that each frame checked, the guards that
// failed, and the cuts of capture. Drawn by strip_scene.h and cards_scene.h.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/events.h"

namespace vt::scene {

inline constexpr uint32_t kNothing = 0xffffffff;  // "none", for the indices below

// One guard: its subject, check and expected value.
struct GuardLine {
  int guard = 0;                                       // index in the entry; -1: global state
  std::string argument, what, check, expected, place;  // "x", "x.shape", "TENSOR_MATCH", "f32[{s0}, 8]", "12"
  std::string text;                                    // PyTorch's text
  std::vector<ItemId> items;
};

// One compilation of a frame: an entry of its cache.
struct CacheEntry {
  std::string id;                 // "0/1"
  size_t event = 0;               // the event with its guards
  std::vector<GuardLine> guards;  // empty until the body has arrived
  int64_t guard_count = 0, ops = 0, kernels = 0;
  std::vector<int> lines;     // source lines of its graph
  std::vector<ItemId> items;  // of its graph
};

// A cache entry whose guards failed on a call.
struct Miss {
  uint32_t entry = kNothing;
  int guard = -1;         // the guard that failed; -1: not a line of the entry
  std::vector<int> held;  // guards that held before it, in the order of the check
  std::string failed, was, is, advice, place;
};

enum class Outcome : uint8_t { kCompiled, kHit, kEager };

// One frame within one call.
struct FrameCall {
  uint32_t entry = kNothing;  // the entry that was executed
  Outcome outcome = Outcome::kEager;
  std::string reason;  // why it ran eagerly
  std::vector<Miss> misses;
  std::vector<std::pair<std::string, std::string>> sizes;  // {"s77", "5"}
  bool untold = false;                                     // failed entries were not recorded
  int64_t times = 1;                                       // number of equal executions in this call
  std::string kind() const;                                // equal for executions with the same outcome
};

// A place where capture of a frame ended.
struct Cut {
  size_t event = 0;  // first event of its break
  int line = 0;
  std::string id, title;
  std::string failed;  // the operation that failed on fake tensors: an error, not a break
  bool skipped = false, rest_eagerly = false, refused = false;
};

// A frame seen by dynamo: a function, or the resume function after a cut.
struct StripFrame {
  std::string key, function;
  int resumes_at = 0;          // source line; 0: the start of the function
  uint32_t nest = 0;           // 0: the function itself; 1: called by it in a gap between graphs; ...
  uint32_t behind = kNothing;  // the frame whose cut it continues
  std::vector<uint32_t> entries;
  std::vector<Cut> cuts;
};

// One call, or several with the same outcome.
struct CallRow {
  std::map<uint32_t, std::vector<FrameCall>> cells;  // by frame index
  int64_t first = 1, last = 1, count = 1;
  std::vector<std::pair<size_t, int64_t>> like;  // set: merged calls: (earlier row of that kind, number)
};

// A compiled function with all frames that its calls ran.
struct Strip {
  std::string key, function;
  std::vector<StripFrame> frames;  // from left to right
  std::vector<CallRow> rows;
  int64_t calls = 0;
};

struct Calls {
  std::vector<CacheEntry> entries;
  std::vector<Strip> strips;
  std::vector<std::string> notes;  // about the cache: a limit that was reached
};

struct CallSources {
  const std::vector<Event>& events;
  const std::vector<std::string>& groups;  // parallel to `events`: the compile, distinguished if an id was reused
  std::function<const Artifact*(size_t event)> body;
  std::function<const Item*(ItemId)> item;
};
Calls calls_of(const CallSources& sources);

}  // namespace vt::scene
