#include "playground/core/strings.h"

namespace vt::ui {
namespace {

Language g_language = Language::kEnglish;

constexpr const char* kTexts[][2] = {
#define VT_UI_TEXT(id, english, chinese) {english, chinese},
    VT_UI_STRINGS(VT_UI_TEXT)
#undef VT_UI_TEXT
};

}  // namespace

Language language() { return g_language; }
void set_language(Language language) { g_language = language; }
const char* tr(const Phrase& phrase) { return g_language == Language::kChinese ? phrase.chinese : phrase.english; }
const char* tr(Text text) { return kTexts[static_cast<int>(text)][g_language == Language::kChinese]; }

const char* all_chinese_text() {
#define VT_UI_JOIN(id, english, chinese) chinese
#define PANEL(id, english, chinese, key, of, shows, shows_chinese, lesson) chinese shows_chinese
  return VT_UI_STRINGS(VT_UI_JOIN)
#include "tables/panels.def"
      ;
#undef VT_UI_JOIN
}

}  // namespace vt::ui
