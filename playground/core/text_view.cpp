#include "playground/core/text_view.h"

#include <cctype>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "imgui_internal.h"
#include "playground/core/strings.h"
#include "playground/core/theme.h"
#include "playground/core/word_view.h"

namespace vt::ui {
namespace {

// Words that open a construct in the languages shown here: Python, C++, WAT, loop IR.
bool is_keyword(const char* begin, size_t n) {
  static const char* const kWords[] = {
      "def",      "return", "for",    "if",      "else",  "in",     "class",  "import", "from",   "while", "void",
      "float",    "double", "int",    "int64_t", "const", "auto",   "static", "extern", "pragma", "omp",   "simd",
      "parallel", "func",   "local",  "loop",    "block", "kernel", "store",  "load",   "graph",  "input", "output",
      "param",    "result", "export", "memory",  "and",   "or",     "not",    "is",     "None",   "True",  "False"};
  for (const char* word : kWords)
    if (std::strlen(word) == n && std::memcmp(word, begin, n) == 0) return true;
  return false;
}

const char* token_end(const char* at, const char* end, ImU32& colour) {
  const Palette& p = palette();
  auto c = static_cast<unsigned char>(*at);
  if (c == '#' || (c == '/' && at + 1 < end && at[1] == '/') || (c == ';' && at + 1 < end && at[1] == ';'))
    return colour = p.comment, end;
  if (c == '"' || c == '\'') {
    const char* q = at + 1;
    while (q < end && *q != static_cast<char>(c)) q += (*q == '\\' && q + 1 < end) ? 2 : 1;
    return colour = p.string, q < end ? q + 1 : end;
  }
  const char* q = at + 1;
  if (std::isdigit(c)) {
    while (q < end && (std::isalnum(static_cast<unsigned char>(*q)) || *q == '.')) ++q;
    return colour = p.number, q;
  }
  if (std::isalpha(c) || c == '_' || c == '%' || c == '$') {
    while (q < end && (std::isalnum(static_cast<unsigned char>(*q)) || *q == '_')) ++q;
    bool name = c == '%' || c == '$';
    return colour = name ? p.name : is_keyword(at, static_cast<size_t>(q - at)) ? p.keyword : p.text, q;
  }
  while (q < end && !std::isalnum(static_cast<unsigned char>(*q)) && !std::strchr("#/;\"'_%$", *q)) ++q;
  return colour = p.dim, q;
}

struct Row {
  const TaggedLine* line;
  int number;
};

// Marks what the search of this view finds.
void draw_matches(const std::string& text, const TextSearch& search, ImVec2 at, float height) {
  size_t length = std::strlen(search.text);
  for (size_t i = find_folded(text, search.text); i != std::string::npos;
       i = find_folded(text, search.text, i + length)) {
    float left = at.x + ImGui::CalcTextSize(text.data(), text.data() + i).x;
    float width = ImGui::CalcTextSize(text.data() + i, text.data() + i + length).x;
    ImGui::GetWindowDrawList()->AddRectFilled({left - 1, at.y + 1}, {left + width + 1, at.y + height - 1},
                                              with_alpha(palette().warn, 0.35f), 2);
  }
}

void draw_row(Panels& ui, const Row& row, ImVec2 at, float width, float height, float gutter, TextLook look,
              const TextSearch* search) {
  const Palette& p = palette();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImVec2 corner{at.x + width, at.y + height};
  int strength = ui.selection.strength(row.line->items);
  if (strength) {
    ImU32 colour = strength == 2 ? p.pin : p.hover;
    draw->AddRectFilled(at, corner, with_alpha(colour, 0.20f));
    draw->AddRectFilled(at, {at.x + 3, corner.y}, colour);
    ++ui.kin_rows;
  }
  char number[16] = "";
  if (look.numbered) std::snprintf(number, sizeof number, "%d", row.number);
  float number_width = ImGui::CalcTextSize(number).x;
  draw->AddText({at.x + gutter - number_width - 12, at.y + 2}, p.faint, number);
  const std::string& text = row.line->text;
  if (search) draw_matches(text, *search, {at.x + gutter, at.y}, height);
  if (look.coloured) coloured_line(draw, {at.x + gutter, at.y + 2}, text.data(), text.data() + text.size());
  else draw->AddText({at.x + gutter, at.y + 2}, p.text, text.data(), text.data() + text.size());
}

// The editor pointed elsewhere: bring the first kin into view unless one is visible.
void reveal(Panels& ui, const std::vector<Row>& rows, float height) {
  ImGuiStorage* storage = ImGui::GetStateStorage();
  ImGuiID key = ImGui::GetID("reveal");
  if (storage->GetInt(key) == static_cast<int>(ui.selection.reveal())) return;
  storage->SetInt(key, static_cast<int>(ui.selection.reveal()));
  float top = ImGui::GetScrollY(), bottom = top + ImGui::GetWindowHeight();
  float first = -1;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!ui.selection.strength(rows[i].line->items)) continue;
    float y = static_cast<float>(i) * height;
    if (y >= top && y + height <= bottom) return;
    if (first < 0) first = y;
  }
  if (first >= 0) ImGui::SetScrollY(std::max(0.0f, first - ImGui::GetWindowHeight() * 0.3f)), ui.wants_frames = 3;
}

void rows_view(Panels& ui, const char* id, const std::vector<Row>& rows, ImVec2 size, TextLook look = {}) {
  ImGui::PushFont(mono());
  if (ImGui::BeginChild(id, size, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar)) {
    float height = ImGui::GetTextLineHeight() + 4, gutter = look.numbered ? 46 : 10, widest = 0;
    reveal(ui, rows, height);
    TextSearch* search = search_of(ui, id);
    if (search && std::exchange(search->reveal, false)) {
      float y = static_cast<float>(search->row) * height;
      if (y < ImGui::GetScrollY() || y + height > ImGui::GetScrollY() + ImGui::GetWindowHeight() - 20)
        ImGui::SetScrollY(std::max(0.0f, y - ImGui::GetWindowHeight() * 0.3f)), ui.wants_frames = 3;
    }
    for (const Row& row : rows) widest = std::max(widest, static_cast<float>(row.line->text.size()));
    float width = std::max(ImGui::GetContentRegionAvail().x, gutter + 20 + widest * ImGui::CalcTextSize("0").x);
    if (ui.twin) {
      ui.twin->lines();
      for (const Row& row : rows) ui.twin->line(*row.line);
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows.size()), height);
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const Row& row = rows[static_cast<size_t>(i)];
        ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::PushID(i);
        bool clicked = ImGui::InvisibleButton("row", {width, height});
        if (ImGui::IsItemHovered()) {
          const float column = (ImGui::GetIO().MousePos.x - at.x - gutter) / ImGui::CalcTextSize("0").x;
          if (column >= 0) explain_word(ui, word_at(row.line->text, static_cast<size_t>(column), kinds_of_view(id)));
        }
        ImGui::PopID();
        if (ImGui::IsItemHovered() && !row.line->items.empty()) ui.selection.hover(row.line->items);
        if (clicked) row.line->items.empty() ? ui.selection.clear() : ui.selection.pin(row.line->items);
        draw_row(ui, row, at, width, height, gutter, look, search);
      }
    ImGui::PopStyleVar();
  }
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace

float coloured_line(ImDrawList* draw, ImVec2 at, const char* begin, const char* end) {
  float start = at.x;
  while (begin < end) {
    ImU32 colour = 0;
    const char* stop = token_end(begin, end, colour);
    draw->AddText(at, colour, begin, stop);
    at.x += ImGui::CalcTextSize(begin, stop).x;
    begin = stop;
  }
  return at.x - start;
}

void text_view(Panels& ui, const char* id, const std::vector<TaggedLine>& lines, ImVec2 size, TextLook look) {
  std::vector<Row> rows;
  rows.reserve(lines.size());
  for (const TaggedLine& line : lines) rows.push_back({&line, static_cast<int>(rows.size() + 1)});
  rows_view(ui, id, rows, size, look);
}

static const char *g_coming_title = nullptr, *g_coming_help = nullptr;
static std::vector<std::string> g_said;
std::vector<std::string> take_said() { return std::exchange(g_said, {}); }
void set_on_its_way(const char* title, const char* help) { g_coming_title = title, g_coming_help = help; }

void empty_state(const char* title, const char* help) {
  if (g_coming_title) title = g_coming_title, help = g_coming_help;
  g_said.push_back(std::string(title) + ". " + help);
  ImVec2 space = ImGui::GetContentRegionAvail();
  float wrap = std::min(360.0f, space.x - 32);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::max(12.0f, space.y * 0.3f));
  ImGui::PushFont(bold());
  ImGui::SetCursorPosX((space.x - std::min(wrap, ImGui::CalcTextSize(title).x)) / 2);
  ImGui::TextUnformatted(title);
  ImGui::PopFont();
  const float scale = ImGui::GetFontSize() / ImGui::GetFont()->FontSize;
  for (const char *line = help, *end = help + std::strlen(help); line < end;) {
    const char* rest = ImGui::GetFont()->CalcWordWrapPositionA(scale, line, end, wrap);
    ImGui::SetCursorPosX((space.x - ImGui::CalcTextSize(line, rest).x) / 2);
    ImGui::PushStyleColor(ImGuiCol_Text, palette().dim);
    ImGui::TextUnformatted(line, rest);
    ImGui::PopStyleColor();
    line = rest;
    while (line < end && (*line == ' ' || *line == '\n')) ++line;
  }
}

// Advice only where the program does not follow it already.
static std::string why_no_graph(const RunData& run) {
  if (run.finished && run.finished->stopped) return tr(Text::kNoGraphStopped);
  if (run.reached(Stage::kBreaks)) return tr(Text::kNoGraphBroken);
  if (run.finished && !run.finished->ok) {
    const int line = run.finished->error.span.line;
    if (line <= 0) return tr(Text::kNoGraphFailedPlain);
    char text[256];
    std::snprintf(text, sizeof text, tr(Text::kNoGraphFailed), line);
    return text;
  }
  return tr(run.source.find("torch.compile") == std::string::npos ? Text::kNoGraphHelp : Text::kNoGraphCalled);
}

void empty_of_compile(const Panels& ui, const char* title, const char* help) {
  const RunData& run = ui.model.shown();
  const bool others = run.reached(Stage::kFx) && run.select({Stage::kFx}, ui.compile()).empty();
  if (others) return empty_state(tr(Text::kNoGraphOfThis), tr(Text::kNoGraphOfThisHelp));
  const bool lowered = !run.select({Stage::kPasses}, ui.compile()).empty();
  if (run.reached(Stage::kFx)) return empty_state(title, lowered ? help : tr(Text::kNotLowered));
  empty_state(title, why_no_graph(run).c_str());
}

void section(const char* title) {
  ImGui::Dummy({0, 4});
  ImGui::PushFont(bold());
  elided(title, ImGui::GetContentRegionAvail().x, palette().text);
  ImGui::PopFont();
}

void chip(const char* text, ImU32 colour) {
  ImVec2 size = ImGui::CalcTextSize(text), at = ImGui::GetCursorScreenPos();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, {at.x + size.x + 14, at.y + size.y + 4}, with_alpha(colour, 0.18f), 5);
  draw->AddText({at.x + 7, at.y + 2}, colour, text);
  ImGui::Dummy({size.x + 14, size.y + 4});
  ImGui::LogText("[%s] ", text);
}

void word_chip(Panels& ui, const std::string& text, ImU32 colour) {
  chip(text.c_str(), colour);
  explain_item(ui, text);
}

std::string cut_to(const std::string& text, float width) {
  if (GImGui->LogEnabled) return text;  // for the twin there is room
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  std::string shown = text;
  while (shown.size() > 1 && ImGui::CalcTextSize((shown + "…").c_str()).x > width) {
    while ((static_cast<unsigned char>(shown.back()) & 0xC0) == 0x80) shown.pop_back();
    shown.pop_back();
  }
  return shown + "…";
}

void elided(const std::string& text, float width, ImU32 colour) {
  std::string shown = cut_to(text, width);
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextUnformatted(shown.c_str());
  ImGui::PopStyleColor();
  if (shown != text && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text.c_str());
}

std::string bytes_text(double bytes) {
  static const char* const kUnits[] = {"B", "KiB", "MiB", "GiB"};
  int unit = 0;
  for (; bytes >= 1024 && unit < 3; ++unit) bytes /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, bytes == static_cast<int64_t>(bytes) ? "%.0f %s" : "%.1f %s", bytes, kUnits[unit]);
  return text;
}

int pick_half(Panels& ui, const RunData& run, const std::vector<size_t>& events) {
  if (ui.half >= static_cast<int>(events.size())) ui.half = 0;
  if (events.size() > 1) {
    std::vector<std::string> labels;
    for (size_t i : events) {
      std::string half = fact(run.events[i], "half");
      labels.push_back(half == "forward"    ? tr(Text::kForwardHalf)
                       : half == "backward" ? tr(Text::kBackwardHalf)
                                            : half);
    }
    if (std::set<std::string>(labels.begin(), labels.end()).size() < labels.size()) {
      std::map<std::string, int> met;
      for (std::string& label : labels) label += " " + std::to_string(++met[label]);
    }
    segmented("halves", labels, ui.half);
  }
  return ui.half;
}

// Buttons in rows that look pressed where `on` says so; the one that was clicked, or -1.
static int button_row(const char* id, const std::vector<std::string>& labels, const std::function<bool(int)>& is_on,
                      const std::vector<std::string>& tooltips = {}) {
  const Palette& p = palette();
  int pressed = -1;
  ImGui::PushID(id);
  for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
    if (i) ImGui::SameLine(0, 4);
    float width = ImGui::CalcTextSize(labels[static_cast<size_t>(i)].c_str()).x + 18;
    if (i && ImGui::GetCursorPosX() + width > ImGui::GetWindowContentRegionMax().x) ImGui::NewLine();
    bool on = is_on(i);
    ImGui::PushStyleColor(ImGuiCol_Button, on ? with_alpha(p.accent, 0.22f) : with_alpha(p.raised, 0.0f));
    ImGui::PushStyleColor(ImGuiCol_Text, on ? p.text : p.dim);
    ImGui::PushID(i);
    if (ImGui::Button(labels[static_cast<size_t>(i)].c_str())) pressed = i;
    ImGui::PopID();
    ImGui::PopStyleColor(2);
    if (static_cast<size_t>(i) < tooltips.size() && ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", tooltips[static_cast<size_t>(i)].c_str());
  }
  ImGui::PopID();
  return pressed;
}

bool segmented(const char* id, const std::vector<std::string>& labels, int& chosen, bool any,
               const std::vector<std::string>& tooltips) {
  int pressed = button_row(
      id, labels, [&](int i) { return i == chosen; }, tooltips);
  bool changed = pressed >= 0 && (any || pressed != chosen);
  if (changed) chosen = pressed;
  return changed;
}

bool toggles(const char* id, const std::vector<std::string>& labels, uint32_t& chosen) {
  int pressed = button_row(id, labels, [&](int i) { return (chosen >> i & 1) != 0; });
  if (pressed >= 0) chosen ^= 1u << pressed;
  return pressed >= 0;
}

std::string time_text(double us) {
  char text[32];
  if (us < 1) std::snprintf(text, sizeof text, "%.0f ns", us * 1000);
  else if (us < 1000) std::snprintf(text, sizeof text, us < 100 ? "%.1f µs" : "%.0f µs", us);
  else if (us < 1e6) std::snprintf(text, sizeof text, us < 1e5 ? "%.2f ms" : "%.0f ms", us / 1000);
  else std::snprintf(text, sizeof text, "%.2f s", us / 1e6);
  return text;
}

}  // namespace vt::ui
