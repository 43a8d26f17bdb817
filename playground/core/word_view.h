// Words explained on hover: which word of tables/words.def stands under the pointer, and its tooltip.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "playground/core/app.h"

namespace vt::ui {

// What the text_view `id` is written in; empty: its words are not explained.
std::span<const WordKind> kinds_of_view(std::string_view id);
// The word at byte `column` of a line: "LOAD_FAST", "f32x4.add", of "torch.relu" the part pointed at, of "relu_1"
// "relu".
const Word* word_at(std::string_view line, size_t column, std::span<const WordKind> kinds);
// Explains `word` once the pointer has rested on it for a moment.
void explain_word(Panels& ui, const Word* word);
// What explains an item that was just drawn: an operator, a pass, a guard, or the id of a graph break.
void explain_item(Panels& ui, std::string_view term);
// The lines below a tooltip's head: what the word means, the stack effect, the lesson on it.
void word_lines(Panels& ui, const Word& word);

}  // namespace vt::ui
