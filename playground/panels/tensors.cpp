// The tensors at a recorded step: values as a coloured matrix, facts, other variables that share the storage, and the
// elements' positions in it.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "playground/core/playback_view.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

using Held = std::vector<const RecordedChange*>;

// All tensors at the step, innermost frame first; an object that several frames hold is listed once.
Held tensors_at(const Playback& playback) {
  Held held;
  for (uint32_t frame : playback.stack())
    for (const RecordedChange* variable : playback.variables(frame)) {
      auto same = [&](const RecordedChange* other) { return variable->object && other->object == variable->object; };
      const bool known = !variable->of.empty() && std::any_of(held.begin(), held.end(), same);
      if (variable->tensor && !known) held.push_back(variable);
    }
  return held;
}

// Adds the function to variables with equal names: "x (f)".
std::vector<std::string> labels_of(const Held& held, const Recording& recording) {
  std::vector<std::string> labels;
  for (const RecordedChange* variable : held) {
    auto alike = [&](const RecordedChange* other) { return other != variable && other->name == variable->name; };
    const bool alone = std::none_of(held.begin(), held.end(), alike);
    labels.push_back(alone ? variable->name : variable->name + " (" + recording.frames[variable->frame].function + ")");
  }
  return labels;
}

// The chosen variable, or one with its name in another call; else one that the step changed.
size_t chosen_tensor(const TensorsView& view, const Held& held, const RecordedStep& step) {
  auto find = [&](auto&& wanted) { return std::find_if(held.begin(), held.end(), wanted); };
  auto found = find([&](const RecordedChange* v) { return v->name == view.name && v->frame == view.frame; });
  if (found == held.end()) found = find([&](const RecordedChange* v) { return v->name == view.name; });
  auto changed = [&](bool whole) {
    return find([&](const RecordedChange* v) { return just_changed(step, *v) && v->of.empty() == whole; });
  };
  if (found == held.end()) found = changed(true);
  if (found == held.end()) found = changed(false);
  // None: the last tensor of the innermost frame that holds any.
  if (found == held.end()) found = find([&](const RecordedChange* v) { return v->frame != held[0]->frame; }) - 1;
  return static_cast<size_t>(found - held.begin());
}

// Chooses by buttons if they fit in two lines, else from a list.
bool choose(const std::vector<std::string>& labels, int& chosen) {
  float wide = 0;
  for (const std::string& label : labels) wide += ImGui::CalcTextSize(label.c_str()).x + 22;
  const float room = ImGui::GetContentRegionAvail().x;
  if (wide <= 1.7f * room) return segmented("tensors", labels, chosen, true);
  const int before = chosen;
  ImGui::SetNextItemWidth(std::min(320.0f, room));
  if (!ImGui::BeginCombo("##tensor", labels[static_cast<size_t>(chosen)].c_str(), ImGuiComboFlags_HeightLarge))
    return false;
  bool pressed = false;
  for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
    ImGui::PushID(i);
    if (ImGui::Selectable(labels[static_cast<size_t>(i)].c_str(), i == before)) chosen = i, pressed = true;
    ImGui::PopID();
  }
  ImGui::EndCombo();
  return pressed;
}

std::string list_text(const std::vector<int64_t>& values) {
  std::string out = "[";
  for (size_t i = 0; i < values.size(); ++i) out += (i ? ", " : "") + std::to_string(values[i]);
  return out + "]";
}

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

// Other variables whose tensors share the storage.
std::string sharers(const Held& held, const std::vector<std::string>& labels, const RecordedChange& of) {
  std::string out;
  for (size_t i = 0; i < held.size(); ++i) {
    const RecordedChange* other = held[i];
    if (other != &of && other->tensor->storage && other->tensor->storage == of.tensor->storage)
      out += (out.empty() ? "" : ", ") + labels[i];
  }
  return out;
}

void draw_facts(const Held& held, const std::vector<std::string>& labels, const RecordedChange& variable) {
  const RecordedTensor& t = *variable.tensor;
  char text[256];
  std::snprintf(text, sizeof text, tr(Text::kTensorFacts), list_text(t.strides).c_str(), static_cast<int>(t.offset),
                static_cast<int>(t.version));
  std::string facts = t.dtype + list_text(t.sizes) + "  ·  " + text;
  if (!t.gradient.empty())
    facts += "  ·  " + (t.gradient == "requires grad" ? std::string(tr(Text::kRequiresGrad)) : t.gradient);
  if (t.device != "cpu") facts += "  ·  " + t.device;
  ImGui::TextWrapped("%s", facts.c_str());
  const std::string others = sharers(held, labels, variable);
  if (!others.empty()) {
    std::snprintf(text, sizeof text, tr(Text::kSharesMemory), others.c_str());
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(palette().warn), "%s", text);
  }
  if (t.values.empty()) return;
  std::snprintf(text, sizeof text, tr(Text::kTensorRange), number_text(t.minimum).c_str(), number_text(t.mean).c_str(),
                number_text(t.maximum).c_str());
  std::string range = text;
  if (!t.whole_range) range += std::string("  ·  ") + tr(Text::kOfTheShown);
  if (t.not_finite) {
    std::snprintf(text, sizeof text, tr(Text::kNotFinite), static_cast<int>(t.not_finite));
    range += std::string("  ·  ") + text;
  }
  ImGui::TextDisabled("%s", range.c_str());
}

// Blue for negative, orange for positive values; intensity by magnitude.
ImU32 value_colour(double value, double largest) {
  if (!std::isfinite(value)) return with_alpha(palette().bad, 0.75f);
  const float strength = largest > 0 ? static_cast<float>(std::min(1.0, std::fabs(value) / largest)) : 0;
  return with_alpha(value < 0 ? palette().accent : palette().warn, 0.08f + 0.72f * strength);
}

std::string index_text(const RecordedTensor& t, int64_t row, int64_t column) {
  if (t.sizes.empty()) return "[]";
  std::string out = std::to_string(column);
  for (size_t axis = t.sizes.size() - 1; axis-- > 0; row /= t.sizes[axis])
    out = std::to_string(row % t.sizes[axis]) + ", " + out;
  return "[" + out + "]";
}

// Draws the matrix; returns the storage position under the pointer, or -1.
int64_t draw_matrix(const RecordedTensor& t, int& cells) {
  const Palette& p = palette();
  const int64_t columns = (t.columns + t.column_step - 1) / t.column_step;
  const int64_t rows = static_cast<int64_t>(t.values.size()) / std::max<int64_t>(1, columns);
  double largest = std::max(std::fabs(t.minimum), std::fabs(t.maximum));
  ImGui::PushFont(mono());
  const float letter = ImGui::CalcTextSize("0").x, room = ImGui::GetContentRegionAvail().x - 8;
  const float width = std::clamp(room / static_cast<float>(columns), 6.0f, letter * 9),
              height = std::max(ImGui::GetTextLineHeight() + 4, 18.0f);
  const bool numbers = width >= letter * 6;
  // With three or more axes, gaps separate the matrices of the last two axes.
  const size_t rank = t.sizes.size();
  const int64_t block = rank >= 3 && t.row_step == 1 ? t.sizes[rank - 2] : 0;
  const float gap = 6;
  // Total height of the gaps above a row.
  auto gaps_before = [&](int64_t row) {
    const int64_t lines = block ? row / block : 0;
    return static_cast<float>(lines) * gap;
  };
  const float gaps = gaps_before(rows - 1);
  ImVec2 at = ImGui::GetCursorScreenPos(), mouse = ImGui::GetMousePos();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  ImGui::Dummy({width * static_cast<float>(columns), height * static_cast<float>(rows) + gaps});
  const bool inside = ImGui::IsItemHovered();
  int64_t place = -1;
  for (int64_t r = 0; r < rows; ++r) {
    const float top = at.y + height * static_cast<float>(r) + gaps_before(r);
    for (int64_t c = 0; c < columns; ++c) {
      const double value = t.values[static_cast<size_t>(r * columns + c)];
      ImVec2 low{at.x + width * static_cast<float>(c), top}, high{low.x + width - 1, top + height - 1};
      draw->AddRectFilled(low, high, value_colour(value, largest), 2);
      ++cells;
      char text[32];
      std::snprintf(text, sizeof text, "%.3g", value);
      const float text_width = ImGui::CalcTextSize(text).x;
      if (numbers && text_width < width - 2)
        draw->AddText({high.x - text_width - 3, top + (height - ImGui::GetTextLineHeight()) / 2}, p.text, text);
      if (!inside || mouse.x < low.x || mouse.x >= low.x + width || mouse.y < top || mouse.y >= top + height) continue;
      draw->AddRect(low, high, p.text, 2, 0, 1.5f);
      const int64_t row = r * t.row_step, column = c * t.column_step;
      place = t.place(row, column);
      ImGui::SetTooltip("%s = %.9g\n%s %lld", index_text(t, row, column).c_str(), value, tr(Text::kStoragePosition),
                        static_cast<long long>(place));
    }
  }
  ImGui::PopFont();
  return place;
}

// Draws the storage as a strip, in which the elements of this view are marked.
void draw_storage(const RecordedTensor& t, int64_t pointed) {
  if (t.storage_elements <= 0) return;
  const Palette& p = palette();
  char text[160];
  std::snprintf(text, sizeof text, tr(Text::kStorageOf), static_cast<long long>(t.storage_elements),
                static_cast<long long>(t.rows * t.columns));
  ImGui::Dummy({0, 4});
  ImGui::TextDisabled("%s", text);
  ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - 8, height = 14;
  const float each = std::min(width / static_cast<float>(t.storage_elements), 22.0f);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  auto cell = [&](int64_t place, ImU32 colour) {
    if (place < 0 || place >= t.storage_elements) return;
    const float left = at.x + each * static_cast<float>(place);
    draw->AddRectFilled({left, at.y}, {left + std::max(1.0f, each - (each > 4 ? 1.0f : 0.0f)), at.y + height}, colour);
  };
  draw->AddRectFilled(at, {at.x + each * static_cast<float>(t.storage_elements), at.y + height},
                      with_alpha(p.faint, 0.3f), 2);
  for (int64_t row = 0; row < t.rows; row += t.row_step)
    for (int64_t column = 0; column < t.columns; column += t.column_step)
      cell(t.place(row, column), with_alpha(p.good, 0.7f));
  if (pointed >= 0) cell(pointed, p.text);
  ImGui::Dummy({width, height + 4});
}

}  // namespace

void draw_tensors(Panels& ui) {
  ui.tensors.cells = 0;
  segmented("of", {tr(Text::kStepValues), tr(Text::kGraphValues)}, ui.tensors_view);
  if (ui.tensors_view == 1) return draw_values(ui);
  const Recording* recording = recorded_run(ui);
  if (!recording) return;
  const Held held = tensors_at(*ui.playback);
  if (held.empty()) return empty_state(tr(Text::kNoTensors), tr(Text::kNoTensorsHelp));
  const std::vector<std::string> labels = labels_of(held, *recording);
  int chosen = static_cast<int>(chosen_tensor(ui.tensors, held, ui.playback->step()));
  if (choose(labels, chosen)) {
    ui.tensors.frame = held[static_cast<size_t>(chosen)]->frame;
    ui.tensors.name = held[static_cast<size_t>(chosen)]->name;
  }
  const RecordedChange& variable = *held[static_cast<size_t>(chosen)];
  const RecordedTensor& t = *variable.tensor;
  const float height = std::max(ImGui::GetContentRegionAvail().y, 180.0f);  // if the window is low, the panel scrolls
  if (ImGui::BeginChild("tensor", {0, height})) {
    draw_facts(held, labels, variable);
    ImGui::Dummy({0, 4});
    if (t.rows * t.columns == 0) ImGui::TextDisabled("%s", tr(Text::kNoElements));
    else if (t.values.empty()) ImGui::TextDisabled("%s", tr(Text::kNotReadable));
    else {
      if (t.row_step > 1 || t.column_step > 1)
        ImGui::TextDisabled(tr(Text::kSampled), static_cast<int>(t.row_step), static_cast<int>(t.column_step));
      const int64_t pointed = draw_matrix(t, ui.tensors.cells);
      if (t.row_step == 1 && t.column_step == 1) draw_storage(t, pointed);
    }
  }
  ImGui::EndChild();
}

}  // namespace vt::ui
