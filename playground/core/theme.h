// The look: colours of both themes (Okabe-Ito hues, safe for colour-blind eyes), spacing
// and fonts, rasterised at the pixel density of the screen.
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
// Font files stay here; the atlas is rebuilt by build_fonts when glyphs or density change.
void add_font(FontKind kind, std::vector<uint8_t> bytes);
// Notes characters beyond Latin in `text`; true if the atlas lacks one of them.
void need_glyphs(const std::string& text);
bool fonts_outdated();
void build_fonts(float density);
// Text is drawn this much larger than it is written: fonts become as fine as that takes, in steps.
void sharpen_text(float scale);
ImFont* sans();
ImFont* bold();
ImFont* mono();

}  // namespace vt::ui
