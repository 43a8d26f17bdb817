// Search and copy buttons for a text_view; the view highlights the matches.
#pragma once
#include <string>
#include <vector>

#include "imgui.h"
#include "support/events.h"

namespace vt::ui {

struct Panels;

struct TextSearch {
  char text[96] = "";
  int row = -1;         // row of the current match
  bool reveal = false;  // scroll to the match at the next frame
  int matches = 0;      // number of matching rows, for tests
};

// The width that the tools need; other parts of their line must leave it free.
float text_tools_width();
// Draws the tools at the end of the current line, or on a new line if there is no room. `id`: that of the text_view
// that shows `lines`.
void text_tools(Panels& ui, const char* id, const std::vector<TaggedLine>& lines);
// The search of the view `id`; null if there is none.
TextSearch* search_of(Panels& ui, const char* id);
// Position of `wanted` in `text` at or after `from`, ignoring case.
size_t find_folded(const std::string& text, const char* wanted, size_t from = 0);
// Wraps lines to `columns`, after a comma if possible; the parts keep the items of the line.
std::vector<TaggedLine> wrapped(const std::vector<TaggedLine>& lines, size_t columns);

}  // namespace vt::ui
