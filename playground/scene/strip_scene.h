// The calls of compiled functions as a strip: above, the parts that a function was cut into, the gaps that
// Python runs and the arrows into what goes on behind them; below, one row per call. A strip that is wider than the
// panel goes on in a further line, as music does.
#pragma once
#include "playground/scene/calls.h"
#include "playground/scene/scene.h"

namespace vt::scene {

// What the picture says; the caller translates.
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
  float width = 0;     // of the panel; 0: the strip stays in one line
  std::string source;  // the program
  std::string chosen;  // key of the cell or the cut whose details are shown
  // What a reason of the engine is in the language of the page.
  std::string (*translate)(const std::string&) = nullptr;
};

Scene strip_scene(const Calls& calls, const StripLook& look);

// Keys of elements, which tell what was clicked.
struct Place {
  enum class Kind { kNone, kCell, kCut } kind = Kind::kNone;
  size_t strip = 0, row = 0;
  uint32_t frame = 0;
  size_t which = 0;  // of the cell's calls, of the frame's cuts
};
std::string cell_key(size_t strip, size_t row, uint32_t frame, size_t which);
std::string cut_key(size_t strip, uint32_t frame, size_t which);
// kNone if there is no such place.
Place place_of(const Calls& calls, const std::string& key);
// The cell of the call that compiled the entry, else of the first that it answered; empty if there is none.
std::string cell_of_entry(const Calls& calls, const std::string& entry);
// What is worth looking at first: the last call that something did not fit, else the first cut, else the last call.
std::string first_choice(const Calls& calls);

std::string line_of(const std::string& source, int line);  // without its indentation
std::string spelled(int64_t number);                       // "10,000"

}  // namespace vt::scene
