// Text whose lines stand for items: what most panels are made of.
#pragma once
#include <vector>

#include "playground/core/app.h"

namespace vt::ui {

struct TextLook {
  bool coloured = true;  // as code; not for sentences
  bool numbered = true;  // not where lines have numbers of their own, or none
};

// Fills the child region `id` of `size` with lines; pointing at one points at its items.
void text_view(Panels& ui, const char* id, const std::vector<TaggedLine>& lines, ImVec2 size = {0, 0},
               TextLook look = {});
// One line with light colouring at the cursor; returns its width.
float coloured_line(ImDrawList* draw, ImVec2 at, const char* begin, const char* end);

// Small parts that every panel shares.
// While a run is on its way, a panel that has nothing to show yet says so instead of giving a reason.
void set_on_its_way(const char* title, const char* help);
void empty_state(const char* title, const char* help);
// What was said so since it was last asked, for tests.
std::vector<std::string> take_said();
// The same for what is made of graphs: where there is none, why, as far as this run and its program tell.
void empty_of_compile(const Panels& ui, const char* title, const char* help);
void section(const char* title);
void chip(const char* text, ImU32 colour);
// One that explains itself on hover, where the table of words knows its text.
void word_chip(Panels& ui, const std::string& text, ImU32 colour);
// `text`, or as much of it as `width` holds and an ellipsis.
std::string cut_to(const std::string& text, float width);
// Such a text, the whole in a tooltip.
void elided(const std::string& text, float width, ImU32 colour);
// "512 B", "3.5 KiB".
std::string bytes_text(double bytes);
// Choices in a row, like a tab bar; true when the choice changed, or with `any` at each press.
// Those that have a tooltip explain themselves.
bool segmented(const char* id, const std::vector<std::string>& labels, int& chosen, bool any = false,
               const std::vector<std::string>& tooltips = {});
// Any of several, wrapped to the width: bit i of `chosen` is labels[i].
bool toggles(const char* id, const std::vector<std::string>& labels, uint32_t& chosen);
// "850 ns", "12.3 µs", "4.56 ms", "1.20 s".
std::string time_text(double us);
// Forward or backward, where `events` has one of each: the position chosen, for all panels.
int pick_half(Panels& ui, const RunData& run, const std::vector<size_t>& events);

}  // namespace vt::ui
