// Two graphs side by side: any two passes, halves, compiles or programs, and their difference, as diagrams that scroll
// together or as text lines opposite each other.
#pragma once
#include <optional>

#include "playground/core/app.h"
#include "playground/scene/difference.h"

namespace vt::ui {

// Draws both sides of `ui.passes` into the rest of the panel.
void draw_sides(Panels& ui);

// The title of an entry; in a list of several halves "forward · simplify_algebra".
std::string entry_title(const scene::PassEntry& entry, bool with_half);
// "forward" in the current language; empty for a graph without halves.
const char* half_title(const std::string& half);
// The passes of one compile.
std::vector<scene::PassEntry> passes_of(const RunData& run, const std::string& compile);
// The entry on the right side: the chosen one, else the first that changed something; -1 if there is none.
int shown_entry(const Panels& ui, const std::vector<scene::PassEntry>& list);

// The difference between two entries of one compile; nothing until both bodies have arrived.
std::optional<scene::GraphDifference> difference_of(Panels& ui, const RunData& run, const std::string& compile,
                                                    const scene::PassEntry& before, const scene::PassEntry& after);

}  // namespace vt::ui
