// Approximate width of text, for layout without a font. The advances are those of the fonts that the page ships; a text
// that fits by this measure is never cut by a writer.
#pragma once
#include <string>
#include <string_view>

#include "playground/scene/scene.h"

namespace vt::scene {

float text_width(std::string_view text, Face face, float size);
// The text, shortened with an ellipsis to fit `room`.
std::string cut_text(std::string text, Face face, float size, float room);
// The same, shortened in the middle, because both ends of a dotted name matter most.
std::string cut_middle(const std::string& text, Face face, float size, float room);
// "480 B", "64 KB", "1.5 MB": sizes in panels and on roads.
std::string bytes_text(int64_t bytes);
// Inserts values into a translated pattern: "%s like call %s", "%d ops".
std::string filled(const std::string& pattern, const std::string& a, const std::string& b = {});
std::string filled(const std::string& pattern, int n);
// "f32[96, 32]" -> "96×32": short enough for a pill.
std::string short_shape(std::string_view type);

}  // namespace vt::scene
