// Two graphs beside each other: any two passes, halves, compiles or programs, with what is
// different between them, as pictures that move together or as opposite lines of text.
#pragma once
#include <optional>

#include "playground/core/app.h"
#include "playground/scene/difference.h"

namespace vt::ui {

// Fills the rest of the panel with both sides of `ui.passes`.
void draw_sides(Panels& ui);

// "forward · simplify_algebra": an entry in a list of several halves.
std::string entry_title(const scene::PassEntry& entry, bool with_half);
// "forward", in the language now chosen; empty for a graph that has no halves.
const char* half_title(const std::string& half);
// The passes of one compile.
std::vector<scene::PassEntry> passes_of(const RunData& run, const std::string& compile);
// The entry that the right side shows, or -1: the one chosen, else the first that did something.
int shown_entry(const Panels& ui, const std::vector<scene::PassEntry>& list);

// Between two entries of one compile; nothing while their graphs are on their way.
std::optional<scene::GraphDifference> difference_of(Panels& ui, const RunData& run, const std::string& compile,
                                                    const scene::PassEntry& before, const scene::PassEntry& after);

}  // namespace vt::ui
