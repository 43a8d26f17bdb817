// The engine explains itself in English; this gives its texts in the language of the interface.
// Tables of patterns: `{0}` stands for a name or a number that the engine put in, and is
// translated by the same tables. What has no row stays English.
#pragma once
#include <string>
#include <vector>

#include "support/events.h"

namespace vt::ui {

std::string translated(const std::string& english);
std::vector<TaggedLine> translated(const std::vector<TaggedLine>& lines);
// Every character of the translations, for the font's glyphs.
std::string all_translations();

}  // namespace vt::ui
