#include "playground/core/text_tools.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "playground/core/app.h"
#include "playground/core/strings.h"

namespace vt::ui {
namespace {

constexpr float kFieldWidth = 120;

std::vector<int> matching_rows(const std::vector<TaggedLine>& lines, const char* wanted) {
  std::vector<int> rows;
  if (!*wanted) return rows;
  for (size_t i = 0; i < lines.size(); ++i)
    if (find_folded(lines[i].text, wanted) != std::string::npos) rows.push_back(static_cast<int>(i));
  return rows;
}

void copy(const std::vector<TaggedLine>& lines) {
  std::string all;
  for (const TaggedLine& line : lines) all += line.text + "\n";
  ImGui::SetClipboardText(all.c_str());
}

}  // namespace

size_t find_folded(const std::string& text, const char* wanted, size_t from) {
  auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  if (from > text.size()) return std::string::npos;
  if (!*wanted) return from;
  auto at = std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), wanted,
                        wanted + std::strlen(wanted), same);
  return at == text.end() ? std::string::npos : static_cast<size_t>(at - text.begin());
}

TextSearch* search_of(Panels& ui, const char* id) {
  auto found = ui.searches.find(id);
  return found == ui.searches.end() || !found->second.text[0] ? nullptr : &found->second;
}

float text_tools_width() {
  const ImGuiStyle& style = ImGui::GetStyle();
  return kFieldWidth + ImGui::CalcTextSize("000/000").x + ImGui::CalcTextSize(tr(Text::kCopy)).x +
         2 * style.FramePadding.x + 2 * style.ItemSpacing.x;
}

void text_tools(Panels& ui, const char* id, const std::vector<TaggedLine>& lines) {
  TextSearch& search = ui.searches[id];
  std::vector<int> rows = matching_rows(lines, search.text);
  search.matches = static_cast<int>(rows.size());
  auto shown = std::find(rows.begin(), rows.end(), search.row);
  std::string count;
  if (search.text[0])
    count = std::to_string(shown == rows.end() ? 0 : shown - rows.begin() + 1) + "/" + std::to_string(rows.size());
  const ImGuiStyle& style = ImGui::GetStyle();
  const float width = text_tools_width();
  ImGui::SameLine();
  float right = ImGui::GetWindowContentRegionMax().x;
  if (ImGui::GetCursorPosX() + width > right) ImGui::NewLine();
  else ImGui::SetCursorPosX(right - width);
  ImGui::PushID(id);
  ImGui::AlignTextToFramePadding();
  float start = ImGui::GetCursorPosX();
  ImGui::SetNextItemWidth(kFieldWidth);
  bool entered = ImGui::InputTextWithHint("##search", tr(Text::kSearch), search.text, sizeof search.text,
                                          ImGuiInputTextFlags_EnterReturnsTrue);
  if (entered) ImGui::SetKeyboardFocusHere(-1);  // keep the focus: pressing Enter again goes to the next match
  if (ImGui::IsItemEdited()) search.row = -1;
  if ((entered || ImGui::IsItemEdited()) && !rows.empty()) {
    auto next = std::upper_bound(rows.begin(), rows.end(), search.row);
    search.row = next == rows.end() ? rows.front() : *next;
    search.reveal = true;
  }
  ImGui::SameLine();
  ImGui::TextDisabled("%s", count.c_str());
  ImGui::SameLine(start + kFieldWidth + ImGui::CalcTextSize("000/000").x + 2 * style.ItemSpacing.x);
  if (ImGui::Button(tr(Text::kCopy))) copy(lines);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(Text::kCopyHelp));
  ImGui::PopID();
}

std::vector<TaggedLine> wrapped(const std::vector<TaggedLine>& lines, size_t columns) {
  columns = std::max<size_t>(columns, 24);
  std::vector<TaggedLine> all;
  for (const TaggedLine& line : lines) {
    // Continue the lines of a tree in the margin of wrapped lines.
    size_t indent = std::min(line.text.find_first_not_of(" |+-"), columns / 2);
    std::string margin = line.text.substr(0, indent) + "    ";
    for (char& c : margin)
      if (c != '|') c = ' ';
    std::string rest = line.text;
    while (rest.size() > columns) {
      size_t cut = columns;
      for (const char* after : {", ", " ", "."})
        if (size_t at = rest.rfind(after, columns - 2); at != std::string::npos && at > indent + 4) {
          cut = at + std::strlen(after);
          break;
        }
      while (cut > 1 && (static_cast<unsigned char>(rest[cut]) & 0xC0) == 0x80) --cut;  // not inside a UTF-8 character
      all.push_back({rest.substr(0, cut), line.items});
      rest = margin + rest.substr(cut);
    }
    all.push_back({rest, line.items});
  }
  return all;
}

}  // namespace vt::ui
