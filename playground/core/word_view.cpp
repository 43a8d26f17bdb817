#include "playground/core/word_view.h"

#include <array>
#include <cctype>

#include "playground/core/strings.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "tables/breaks.h"

namespace vt::ui {
namespace {

constexpr double kRest = 0.25;  // time that the pointer must rest, in seconds
constexpr float kWidest = 420;

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// "relu_1" -> "relu": removes the counter of a node's name.
std::string_view without_number(std::string_view name) {
  size_t end = name.find_last_not_of("0123456789");
  return end != std::string_view::npos && end + 1 < name.size() && end > 0 && name[end] == '_' ? name.substr(0, end)
                                                                                               : name;
}

std::string_view in_language(std::string_view english, std::string_view chinese) {
  return language() == Language::kChinese ? chinese : english;
}

void text(std::string_view text) { ImGui::TextUnformatted(text.data(), text.data() + text.size()); }

const char* kind_text(WordKind kind) {
  switch (kind) {
    case WordKind::kTerm: return "";
    case WordKind::kOp: return tr(Text::kOperatorWord);
    case WordKind::kGuard: return tr(Text::kGuardWord);
    case WordKind::kPass: return tr(Text::kPassWord);
    case WordKind::kLoop: return tr(Text::kLoopWord);
    case WordKind::kWat: return "WebAssembly";
    case WordKind::kCpp: return "C++";
    case WordKind::kCuda: return "CUDA";
    case WordKind::kWgsl: return "WGSL";
    case WordKind::kOpcode: return tr(Text::kOpcodeWord);
  }
  return "";
}

bool begin_tooltip() {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {10, 8});
  bool open = ImGui::BeginTooltip();
  ImGui::PushFont(sans());
  ImGui::PushTextWrapPos(kWidest);
  return open;
}

void end_tooltip(bool open) {
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  if (open) ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

// Whether the pointer has rested on `term` long enough; requests frames until then.
bool has_rested(Panels& ui, std::string_view term) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  WordHover& hover = ui.word;
  const bool same = hover.term == term && (hover.shown || (hover.x == mouse.x && hover.y == mouse.y));
  if (!same) hover = {std::string(term), mouse.x, mouse.y, ImGui::GetTime(), false};
  hover.seen = true;
  if (!hover.shown && ImGui::GetTime() - hover.since < kRest) ui.wants_frames = 2;
  else hover.shown = true;
  return hover.shown;
}

void draw_word(Panels& ui, const Word& word) {
  bool open = begin_tooltip();
  ImGui::PushFont(bold());
  text(in_language(word.term, word.chinese_term));
  ImGui::PopFont();
  if (const char* kind = kind_text(word.kind); *kind || word.term != word.chinese_term) {
    ImGui::SameLine();
    const std::string other(in_language("", word.term == word.chinese_term ? "" : word.term));
    ImGui::TextDisabled("%s%s%s", other.c_str(), *kind && !other.empty() ? "  ·  " : "", kind);
  }
  word_lines(ui, word);
  end_tooltip(open);
}

const BreakRow* break_of(std::string_view id) { return id.starts_with("GB") ? find_break(id) : nullptr; }

// The lesson on `of`, which a Ctrl+click opens. The page handles the click, because it sees the Ctrl key in any focus.
void lesson_line(Panels& ui, std::string_view of) {
  auto lesson = ui.lessons.find(std::string(of));
  if (lesson == ui.lessons.end()) return;
  ImGui::TextDisabled(tr(Text::kLessonOn), lesson->second.c_str());
  ui.told_lesson = of;
}

void draw_break(Panels& ui, const BreakRow& row) {
  bool open = begin_tooltip();
  ImGui::PushFont(bold());
  text(std::string(row.id) + "  " + translated(std::string(row.title)));
  ImGui::PopFont();
  ImGui::TextDisabled("%s", tr(Text::kBreakWord));
  if (!row.explanation.empty()) text(translated(std::string(row.explanation)));
  lesson_line(ui, row.lesson);
  end_tooltip(open);
}

}  // namespace

std::span<const WordKind> kinds_of_view(std::string_view id) {
  using enum WordKind;
  static constexpr std::array kBytecode{kOpcode}, kGuards{kGuard};
  static constexpr std::array kCode{kWat, kCuda, kCpp};
  static constexpr std::array kShader{kWgsl};
  static constexpr std::array kLoops{kLoop, kOp}, kGraph{kOp, kPass};
  static constexpr std::array kLog{kGuard, kPass};
  if (id == "bytecode" || id == "capture") return kBytecode;
  if (id == "guards") return kGuards;
  if (id == "code") return kCode;
  if (id == "wgsl") return kShader;
  if (id == "loops" || id == "fusion") return kLoops;
  if (id.starts_with("graph")) return kGraph;
  if (id == "log") return kLog;
  return {};
}

const Word* word_at(std::string_view line, size_t column, std::span<const WordKind> kinds) {
  if (column >= line.size() || kinds.empty() || !in_name(line[column])) return nullptr;
  size_t begin = column, end = column + 1;
  auto grow = [&](auto belongs) {
    while (begin > 0 && belongs(line[begin - 1])) --begin;
    while (end < line.size() && belongs(line[end])) ++end;
  };
  grow([](char c) { return in_name(c) || c == '.'; });
  if (const Word* whole = find_word(line.substr(begin, end - begin), kinds)) return whole;
  begin = column, end = column + 1;
  grow(in_name);
  const std::string_view name = line.substr(begin, end - begin);
  if (const Word* found = find_word(name, kinds)) return found;
  return find_word(without_number(name), kinds);
}

void word_lines(Panels& ui, const Word& word) {
  if (!word.stack_effect.empty()) {
    const std::string effect(word.stack_effect == "varies" ? tr(Text::kVariesWord) : word.stack_effect);
    ImGui::TextDisabled(tr(Text::kStackEffect), effect.c_str());
  }
  text(in_language(word.english, word.chinese));
  lesson_line(ui, word.concept_id);
}

void explain_word(Panels& ui, const Word* word) {
  if (word && has_rested(ui, word->term)) draw_word(ui, *word);
}

void explain_item(Panels& ui, std::string_view term) {
  using enum WordKind;
  static constexpr std::array kKinds{kPass, kOp, kGuard, kOpcode, kTerm};
  if (!ImGui::IsItemHovered()) return;
  if (const BreakRow* row = break_of(term)) {
    if (has_rested(ui, term)) draw_break(ui, *row);
    return;
  }
  const Word* word = find_word(term, kKinds);
  explain_word(ui, word ? word : find_word(without_number(term), kKinds));
}

}  // namespace vt::ui
