#include "playground/core/theme.h"

#include <map>
#include <set>

#include "playground/core/strings.h"
#include "playground/core/translate.h"
#include "playground/scene/roles.h"
#include "tables/words.h"

namespace vt::ui {
namespace {

using scene::Role;

ImU32 of_role(Role role, bool dark) {
  uint32_t hex = scene::role_colour(role, dark);
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255);
}

constexpr ImU32 rgb(uint32_t hex) { return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255); }

// The colours come from scene roles; only the syntax colours are defined here.
Palette palette_of(bool dark) {
  auto of = [dark](Role role) { return of_role(role, dark); };
  auto text = [dark](uint32_t in_dark, uint32_t in_light) { return rgb(dark ? in_dark : in_light); };
  return {of(Role::kBackground),    of(Role::kSurface),       of(Role::kRaised),        of(Role::kBorder),
          of(Role::kText),          of(Role::kDim),           of(Role::kFaint),         of(Role::kAccent),
          of(Role::kGood),          of(Role::kBad),           of(Role::kWarn),          of(Role::kAdded),
          of(Role::kRemoved),       of(Role::kHover),         of(Role::kPin),           text(0x7fc4f0, 0x0064a0),
          text(0xe0b25c, 0x935e09), text(0x6fd0b2, 0x00704f), text(0x8793a6, 0x606b79), text(0xd79bc0, 0xa03c7c)};
}

bool g_dark = true;
std::map<FontKind, std::vector<uint8_t>> g_files;
std::set<ImWchar> g_glyphs;
bool g_outdated = true;
float g_sharpness = 1;  // resolution of the fonts relative to the screen
ImFont *g_sans = nullptr, *g_bold = nullptr, *g_mono = nullptr;

// Dear ImGui measures font sizes from ascender to descender.
constexpr float kSansSize = 17.0f, kMonoSize = 17.0f, kChineseScale = 1.2f;

ImVec4 vec(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

void apply_colours() {
  const Palette& p = palette();
  ImVec4* c = ImGui::GetStyle().Colors;
  g_dark ? ImGui::StyleColorsDark() : ImGui::StyleColorsLight();
  c[ImGuiCol_Text] = vec(p.text);
  c[ImGuiCol_TextDisabled] = vec(p.dim);
  c[ImGuiCol_WindowBg] = vec(p.background);
  c[ImGuiCol_ChildBg] = vec(with_alpha(p.background, 0));
  c[ImGuiCol_PopupBg] = vec(p.raised);
  c[ImGuiCol_Border] = vec(p.border);
  c[ImGuiCol_FrameBg] = vec(p.raised);
  c[ImGuiCol_FrameBgHovered] = vec(p.border);
  c[ImGuiCol_FrameBgActive] = vec(p.border);
  c[ImGuiCol_Button] = vec(p.raised);
  c[ImGuiCol_ButtonHovered] = vec(p.border);
  c[ImGuiCol_ButtonActive] = vec(p.border);
  c[ImGuiCol_Header] = vec(with_alpha(p.accent, 0.22f));
  c[ImGuiCol_HeaderHovered] = vec(with_alpha(p.accent, 0.16f));
  c[ImGuiCol_HeaderActive] = vec(with_alpha(p.accent, 0.30f));
  c[ImGuiCol_SliderGrab] = vec(p.accent);
  c[ImGuiCol_SliderGrabActive] = vec(p.accent);
  c[ImGuiCol_CheckMark] = vec(p.accent);
  c[ImGuiCol_Separator] = vec(p.border);
  c[ImGuiCol_TableHeaderBg] = vec(p.raised);
  c[ImGuiCol_TableBorderStrong] = vec(p.border);
  c[ImGuiCol_TableBorderLight] = vec(with_alpha(p.border, 0.6f));
  c[ImGuiCol_TableRowBgAlt] = vec(with_alpha(p.raised, 0.35f));
  c[ImGuiCol_ScrollbarBg] = vec(with_alpha(p.background, 0));
  c[ImGuiCol_ScrollbarGrab] = vec(with_alpha(p.faint, 0.45f));
  c[ImGuiCol_ScrollbarGrabHovered] = vec(with_alpha(p.faint, 0.7f));
  c[ImGuiCol_ScrollbarGrabActive] = vec(p.faint);
}

ImFont* load(FontKind kind, float size, const ImWchar* latin, const ImWchar* wide) {
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = 2;
  config.OversampleV = 1;
  auto file = g_files.find(kind);
  ImFont* font = nullptr;
  if (file == g_files.end() || file->second.empty()) {
    config.SizePixels = size;
    font = atlas->AddFontDefault(&config);
  } else {
    font =
        atlas->AddFontFromMemoryTTF(file->second.data(), static_cast<int>(file->second.size()), size, &config, latin);
  }
  auto chinese = g_files.find(FontKind::kChinese);
  if (chinese != g_files.end() && wide[0]) {
    config.MergeMode = true;
    config.OversampleH = 1;
    atlas->AddFontFromMemoryTTF(chinese->second.data(), static_cast<int>(chinese->second.size()), size * kChineseScale,
                                &config, wide);
  }
  return font;
}

}  // namespace

const Palette& palette() {
  static const Palette kDark = palette_of(true), kLight = palette_of(false);
  return g_dark ? kDark : kLight;
}
bool dark_theme() { return g_dark; }

void set_theme(bool dark) {
  g_dark = dark;
  ImGuiStyle& style = ImGui::GetStyle();
  style.WindowRounding = 0;
  style.WindowBorderSize = 0;
  style.WindowPadding = {0, 0};
  style.ChildRounding = 6;
  style.FrameRounding = 5;
  style.PopupRounding = 6;
  style.GrabRounding = 5;
  style.ScrollbarRounding = 6;
  style.ScrollbarSize = 10;
  style.FramePadding = {9, 4};
  style.ItemSpacing = {8, 6};
  style.HoverStationaryDelay = 0.05f;
  apply_colours();
}

ImU32 with_alpha(ImU32 colour, float alpha) {
  return (colour & ~IM_COL32_A_MASK) | (static_cast<ImU32>(alpha * 255.0f) << IM_COL32_A_SHIFT);
}

void add_font(FontKind kind, std::vector<uint8_t> bytes) {
  g_files[kind] = std::move(bytes);
  g_outdated = true;
}

void need_glyphs(const std::string& text) {
  const char* at = text.c_str();
  const char* end = at + text.size();
  while (at < end) {
    auto lead = static_cast<unsigned char>(*at);
    if (lead < 0xE2) {  // all loaded fonts have the characters below U+2000
      ++at;
      continue;
    }
    if (lead >= 0xF0 || at + 2 >= end) {
      ++at;
      continue;
    }
    auto code = static_cast<ImWchar>((lead & 15) << 12 | (at[1] & 63) << 6 | (at[2] & 63));
    if (code >= 0x2E80 && g_glyphs.insert(code).second) g_outdated = true;
    at += 3;
  }
}

bool fonts_outdated() { return g_outdated; }

void sharpen_text(float scale) {
  float wanted = scale > 2.2f ? 3.0f : scale > 1.2f ? 2.0f : 1.0f;
  if (wanted <= g_sharpness) return;  // a higher resolution is kept, so that zooming out costs nothing
  g_sharpness = wanted;
  g_outdated = true;
}

void build_fonts(float density) {
  density *= g_sharpness;
  need_glyphs(all_chinese_text() + all_translations());
  for (const Word& word : all_words()) need_glyphs(std::string(word.chinese_term) + std::string(word.chinese));
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  atlas->Clear();
  static const ImWchar latin[] = {0x20,   0x24F,  0x370,  0x3FF,  0x400,  0x45F,  0x2010, 0x2044, 0x2070, 0x209C,
                                  0x2190, 0x21FF, 0x2200, 0x22FF, 0x2500, 0x25FF, 0x2713, 0x2717, 0};
  static std::vector<ImWchar> wide;
  wide.clear();
  for (ImWchar code : g_glyphs) wide.push_back(code), wide.push_back(code);
  wide.push_back(0);
  g_sans = load(FontKind::kSans, kSansSize * density, latin, wide.data());
  g_bold = load(FontKind::kSansBold, kSansSize * density, latin, wide.data());
  g_mono = load(FontKind::kMono, kMonoSize * density, latin, wide.data());
  ImGui::GetIO().FontGlobalScale = 1.0f / density;
  g_outdated = false;
}

ImFont* sans() { return g_sans; }
ImFont* bold() { return g_bold; }
ImFont* mono() { return g_mono; }

}  // namespace vt::ui
