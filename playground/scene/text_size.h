// How wide text is, near enough to lay out by without a font: the fonts that the page ships
// have these advances, and the writers cut nothing that fits by this measure.
#pragma once
#include <string>
#include <string_view>

#include "playground/scene/scene.h"

namespace vt::scene {

float text_width(std::string_view text, Face face, float size);
// The text, or as much of it as fits `room` and an ellipsis.
std::string cut_text(std::string text, Face face, float size, float room);
// The same, cut in the middle: of a dotted name both ends tell the most.
std::string cut_middle(const std::string& text, Face face, float size, float room);
// "480 B", "64 KB", "1.5 MB": as panels and roads write sizes.
std::string bytes_text(int64_t bytes);
// A translated pattern with its values: "%s like call %s", "%d ops".
std::string filled(const std::string& pattern, const std::string& a, const std::string& b = {});
std::string filled(const std::string& pattern, int n);
// "f32[96, 32]" as "96×32": what a pill has room for.
std::string short_shape(std::string_view type);

}  // namespace vt::scene
