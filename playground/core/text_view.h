// Text views whose lines refer to items, and other parts shared by most panels.
#pragma once
#include <vector>

#include "playground/core/app.h"

namespace vt::ui {

struct TextLook {
  bool coloured = true;  // syntax colours for code; off for sentences
  bool numbered = true;  // line numbers; off for lines that have their own, or need none
};

// Draws lines into the child region `id`; hovering or clicking a line selects its items.
void text_view(Panels& ui, const char* id, const std::vector<TaggedLine>& lines, ImVec2 size = {0, 0},
               TextLook look = {});
// Draws one line with syntax colours at the cursor; returns its width.
float coloured_line(ImDrawList* draw, ImVec2 at, const char* begin, const char* end);

// Parts shared by all panels.
// While a run is in progress, empty panels show this text instead of a reason.
void set_on_its_way(const char* title, const char* help);
void empty_state(const char* title, const char* help);
// Texts shown by empty_state() since the last call, for tests.
std::vector<std::string> take_said();
// For panels of graphs: explains why there is no graph, if the run and its program tell.
void empty_of_compile(const Panels& ui, const char* title, const char* help);
void section(const char* title);
void chip(const char* text, ImU32 colour);
// A chip with an explanation as tooltip, if the table of words has one.
void word_chip(Panels& ui, const std::string& text, ImU32 colour);
// `text` shortened with an ellipsis to `width`.
std::string cut_to(const std::string& text, float width);
// Draws a text shortened to `width`, with the full text as tooltip.
void elided(const std::string& text, float width, ImU32 colour);
// "512 B", "3.5 KiB".
std::string bytes_text(double bytes);
// A row of exclusive choices; true if the choice changed, or with `any` at every click. `tooltips`: parallel to
// `labels`.
bool segmented(const char* id, const std::vector<std::string>& labels, int& chosen, bool any = false,
               const std::vector<std::string>& tooltips = {});
// A row of independent toggles, wrapped to the width: bit i of `chosen` is labels[i].
bool toggles(const char* id, const std::vector<std::string>& labels, uint32_t& chosen);
// "850 ns", "12.3 µs", "4.56 ms", "1.20 s".
std::string time_text(double us);
// Chooses forward or backward if `events` has both; the choice applies to all panels.
int pick_half(Panels& ui, const RunData& run, const std::vector<size_t>& events);

}  // namespace vt::ui
