// A search and a copy button beside a text_view; the view marks what the search finds.
#pragma once
#include <string>
#include <vector>

#include "imgui.h"
#include "support/events.h"

namespace vt::ui {

struct Panels;

struct TextSearch {
  char text[96] = "";
  int row = -1;         // of the match shown last
  bool reveal = false;  // and the view has yet to bring it into view
  int matches = 0;      // rows, for tests
};

// How much room they take: what stands before them on their line leaves it.
float text_tools_width();
// Draws both at the end of the current line, or on a new one where there is no room. `id` is
// that of the text_view which shows `lines`.
void text_tools(Panels& ui, const char* id, const std::vector<TaggedLine>& lines);
// The search of the view `id`, or null if nothing is searched for there.
TextSearch* search_of(Panels& ui, const char* id);
// Where `text` has `wanted` from position `from` on, whatever the case of letters.
size_t find_folded(const std::string& text, const char* wanted, size_t from = 0);
// Long lines broken, after a comma if there is one, to fit `columns`; the parts keep the items of the whole.
std::vector<TaggedLine> wrapped(const std::vector<TaggedLine>& lines, size_t columns);

}  // namespace vt::ui
