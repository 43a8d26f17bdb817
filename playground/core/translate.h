// Translates the engine's English texts to the language of the interface, by
// tables of patterns. `{0}` stands for a name or number that the engine inserted,
// which is translated by the same tables. A text without a row stays English.
#pragma once
#include <string>
#include <vector>

#include "support/events.h"

namespace vt::ui {

std::string translated(const std::string& english);
std::vector<TaggedLine> translated(const std::vector<TaggedLine>& lines);
// All characters of the translations, to build the font atlas.
std::string all_translations();

}  // namespace vt::ui
