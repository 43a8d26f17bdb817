// The calls of a compiled function as a strip. The head shows its compiled parts, the gaps that Python runs, and arrows
// to the parts that resume after them; below is one row per call. A strip wider than the panel wraps into further
// lines.
#pragma once
#include "playground/scene/calls.h"
#include "playground/scene/scene.h"

namespace vt::scene {

// Texts; translated by the caller.
struct StripWords {
  std::string call = "call %s", calls = "calls %s–%s", count_one = "1 call", count = "%s calls";
  std::string resumes = "resumes at line %d", ops_one = "1 op", ops = "%d ops", entries = "%d entries",
              nothing = "no operation";
  std::string line = "line %d", lines = "lines %s", python = "Python", eager = "runs eagerly",
              whole = "all of %s runs in Python", rest = "the rest runs eagerly", refused = "refused: fullgraph=True",
              failed = "%s fails here";
  std::string compiled = "compiled", hit = "from the cache", ran_eagerly = "eagerly", like = "%s like call %s";
};

struct StripLook {
  StripWords words;
  float width = 0;     // width of the panel; 0: do not wrap
  std::string source;  // text of the program
  std::string chosen;  // key of the cell or the cut whose details are shown
  // Translates a reason given by the engine.
  std::string (*translate)(const std::string&) = nullptr;
};

Scene strip_scene(const Calls& calls, const StripLook& look);

// Keys of elements, by which a click is resolved.
struct Place {
  enum class Kind { kNone, kCell, kCut } kind = Kind::kNone;
  size_t strip = 0, row = 0;
  uint32_t frame = 0;
  size_t which = 0;  // index among the cell's calls, or the frame's cuts
};
std::string cell_key(size_t strip, size_t row, uint32_t frame, size_t which);
std::string cut_key(size_t strip, uint32_t frame, size_t which);
// Resolves a key; kNone if it names no cell or cut.
Place place_of(const Calls& calls, const std::string& key);
// Key of the cell whose call compiled the entry, else of its first hit; empty if there is none.
std::string cell_of_entry(const Calls& calls, const std::string& entry);
// Initial choice: the last call with a failed entry, else the first cut, else the last call.
std::string first_choice(const Calls& calls);

std::string line_of(const std::string& source, int line);  // without indentation
std::string spelled(int64_t number);                       // "10,000"

}  // namespace vt::scene
