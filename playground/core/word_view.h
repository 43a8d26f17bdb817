// Words explained on hover: finds the word of tables/words.def under the pointer and draws its tooltip.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "playground/core/app.h"

namespace vt::ui {

// The kinds of words in the text_view `id`; empty: its words have no tooltips.
std::span<const WordKind> kinds_of_view(std::string_view id);
// The word at byte `column` of a line: "LOAD_FAST", "f32x4.add"; in "torch.relu" the part pointed at, for "relu_1"
// "relu".
const Word* word_at(std::string_view line, size_t column, std::span<const WordKind> kinds);
// Draws the tooltip of `word` once the pointer has rested on it.
void explain_word(Panels& ui, const Word* word);
// The same for an item that was just drawn: an operator, a pass, a guard, or the id of a graph break.
void explain_item(Panels& ui, std::string_view term);
// The lines of a tooltip below its head: meaning, stack effect, lesson.
void word_lines(Panels& ui, const Word& word);

}  // namespace vt::ui
