// The appearance: colours of both themes (Okabe-Ito hues, safe for colour-blind readers), spacing, and fonts rasterised
// for the screen's pixel density.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "imgui.h"

namespace vt::ui {

struct Palette {
  ImU32 background, surface, raised, border, text, dim, faint;
  ImU32 accent, good, bad, warn, added, removed, hover, pin;
  ImU32 keyword, number, string, comment, name;
};
const Palette& palette();
bool dark_theme();
void set_theme(bool dark);
ImU32 with_alpha(ImU32 colour, float alpha);

enum class FontKind { kSans, kSansBold, kMono, kChinese };
// Stores a font file; build_fonts() rebuilds the atlas when glyphs or density change.
void add_font(FontKind kind, std::vector<uint8_t> bytes);
// Registers the non-Latin characters of `text`; true if the atlas lacks one.
void need_glyphs(const std::string& text);
bool fonts_outdated();
void build_fonts(float density);
// Text will be drawn enlarged by `scale`: raises the resolution of the fonts in steps.
void sharpen_text(float scale);
ImFont* sans();
ImFont* bold();
ImFont* mono();

}  // namespace vt::ui
