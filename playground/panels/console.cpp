// The program's output, with errors in another colour, and the result of the run.
#include <algorithm>

#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

// A button at the right end that copies the whole output; returns the width that remains left of it.
float copy_button(const RunData& run) {
  bool nothing = run.output.empty() && (!run.finished || run.finished->traceback.empty());
  const char* label = tr(Text::kCopy);
  ImVec2 start = ImGui::GetCursorPos();
  float width = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  float left = ImGui::GetWindowContentRegionMax().x - width;
  if (nothing || left < 120) return ImGui::GetWindowContentRegionMax().x;
  ImGui::SetCursorPosX(left);
  if (ImGui::SmallButton(label)) {
    std::string text;
    for (const OutputPiece& piece : run.output) text += piece.text;
    if (run.finished) text += run.finished->traceback;
    ImGui::SetClipboardText(text.c_str());
  }
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", tr(Text::kCopyHelp));
  ImGui::SetCursorPos(start);
  return left - ImGui::GetStyle().ItemSpacing.x;
}

void draw_status(const RunData& run) {
  const Palette& p = palette();
  float right = copy_button(run);
  ImGui::PushFont(bold());
  const PanelRow& row = panel_row("console");
  ImGui::TextUnformatted(tr(row.title));
  ImGui::PopFont();
  if (!run.run) return;
  ImGui::SameLine();
  if (!run.finished) return ImGui::TextDisabled("%s", tr(Text::kRunning));
  const protocol::Finished& end = *run.finished;
  if (end.stopped) {
    chip(tr(Text::kStopped), p.warn);
    if (end.error.kind != "RunStopped" || end.error.message == "interrupted") return;
    ImGui::SameLine();
    return elided(translated(end.error.message), right - ImGui::GetCursorPosX(), p.dim);
  }
  if (!end.ok) return chip(tr(Text::kFailed), p.bad);
  std::string text = "·  ";
  char part[96];
  std::snprintf(part, sizeof part, tr(Text::kRan), time_text(end.duration_us).c_str());
  text += std::string(part) + "  ·  ";
  std::snprintf(part, sizeof part, tr(Text::kCounts), static_cast<unsigned long long>(end.kernels),
                static_cast<unsigned long long>(end.eager_ops));
  elided(text + part, right - ImGui::GetCursorPosX(), p.dim);
}

// Draws only the visible lines, so that a megabyte of output stays fast.
void draw_text(const std::string& text, ImU32 colour) {
  std::vector<size_t> starts{0};
  for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) starts.push_back(at + 1);
  if (starts.back() == text.size()) starts.pop_back();
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(starts.size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      size_t begin = starts[static_cast<size_t>(i)];
      size_t end = std::min(text.find('\n', begin), text.size());
      ImGui::TextUnformatted(text.data() + begin, text.data() + end);
    }
  ImGui::PopStyleColor();
}

// Whether there is more text than in the previous frame; the console then scrolls to its end.
bool has_grown(const RunData& run) {
  size_t size = run.finished ? run.finished->traceback.size() : 0;
  for (const OutputPiece& piece : run.output) size += piece.text.size();
  ImGuiStorage* storage = ImGui::GetStateStorage();
  ImGuiID of_run = ImGui::GetID("run"), of_size = ImGui::GetID("size");
  bool same_run = storage->GetInt(of_run) == static_cast<int>(run.run);
  bool grew = !same_run || storage->GetInt(of_size) != static_cast<int>(size);
  storage->SetInt(of_run, static_cast<int>(run.run));
  storage->SetInt(of_size, static_cast<int>(size));
  return grew;
}

}  // namespace

void draw_console(Panels& ui) {
  const RunData& run = ui.model.current();
  const Palette& p = palette();
  draw_status(run);
  ImGui::PushFont(mono());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 3});
  if (ImGui::BeginChild("output", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar)) {
    bool grew = has_grown(run);
    bool at_end = ImGui::GetScrollY() >= ImGui::GetScrollMaxY() - 4;
    for (const OutputPiece& piece : run.output) draw_text(piece.text, piece.is_error ? p.bad : p.text);
    if (run.finished && !run.finished->traceback.empty()) draw_text(run.finished->traceback, p.bad);
    if (run.finished && run.finished->ok && run.output.empty()) ImGui::TextDisabled("%s", tr(Text::kNoOutput));
    ui.console_below = ImGui::GetScrollMaxY() - ImGui::GetScrollY();
    if (at_end && grew) ImGui::SetScrollHereY(1), ui.wants_frames = 3;
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

}  // namespace vt::ui
