// The text logs of a run (as TORCH_LOGS prints them) by
// channel, with a search; lines are linked to source lines.
#include <algorithm>

#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"
#include "support/log_text.h"

namespace vt::ui {
namespace {

struct Collected {
  std::vector<TaggedLine> lines;
  std::vector<int> per_channel;
  int messages = 0, shown = 0;
  bool loading = false;
};

// Adds the messages of an event. Its channels are known before its body has arrived.
void add_event(Panels& ui, const RunData& run, size_t index, Collected& all) {
  const Event& event = run.events[index];
  std::vector<LogMessage> heads = log_messages(event, {});
  if (heads.empty()) return;
  const Artifact* body = run.has_body[index] ? ui.model.body(index) : nullptr;
  all.loading = all.loading || (!body && run.has_body[index]);
  if (body) heads = log_messages(event, *body);
  const std::vector<const char*>& names = log_channel_names();
  for (const LogMessage& message : heads) {
    auto channel =
        std::find_if(names.begin(), names.end(), [&](const char* n) { return std::string_view(n) == message.channel; });
    if (channel == names.end()) continue;
    auto bit = static_cast<size_t>(channel - names.begin());
    ++all.per_channel[bit], ++all.messages;
    if (ui.logs.channels && !(ui.logs.channels >> bit & 1)) continue;
    std::string head =
        std::string("[") + message.channel + (event.compile_id.empty() ? "]" : " " + event.compile_id + "]");
    std::vector<TaggedLine> found;
    for (const TaggedLine& line : translated(message.lines))
      if (find_folded(line.text, ui.logs.search) != std::string::npos) {
        found.push_back(line);
        if (found.back().items.empty()) found.back().items = event.items;
      }
    if (found.empty()) continue;
    ++all.shown;
    all.lines.push_back({head, event.items});
    for (TaggedLine& line : found) line.text.insert(0, "  "), all.lines.push_back(std::move(line));
  }
}

const Collected& collect(Panels& ui, const RunData& run) {
  // Recompute only when events or choices changed, because a run may log thousands of lines.
  static Collected all;
  static std::string made_for;
  std::string key = std::to_string(run.run) + "/" + std::to_string(run.events.size()) + "/" +
                    std::to_string(run.bodies.size()) + "/" + std::to_string(ui.logs.channels) + "/" +
                    std::to_string(static_cast<int>(language())) + "/" + ui.logs.search;
  if (key == made_for && !all.loading) return all;
  made_for = key;
  all = {};
  all.per_channel.resize(log_channel_names().size());
  for (size_t i = 0; i < run.events.size(); ++i) add_event(ui, run, i, all);
  return all;
}

}  // namespace

void draw_logs(Panels& ui) {
  const RunData& run = ui.model.shown();
  const Collected& all = collect(ui, run);
  ui.logs.shown = static_cast<int>(all.lines.size());
  if (all.messages == 0) return empty_state(tr(Text::kNoLogs), tr(Text::kNoLogsHelp));
  std::vector<std::string> labels;
  const std::vector<const char*>& names = log_channel_names();
  for (size_t i = 0; i < names.size(); ++i) labels.push_back(names[i] + (" " + std::to_string(all.per_channel[i])));
  toggles("channels", labels, ui.logs.channels);
  ImGui::SetNextItemWidth(std::min(260.0f, ImGui::GetContentRegionAvail().x * 0.5f));
  ImGui::InputTextWithHint("##search", tr(Text::kSearch), ui.logs.search, sizeof ui.logs.search);
  ImGui::SameLine();
  ImGui::TextDisabled(tr(Text::kMessages), all.shown, all.messages);
  if (all.lines.empty()) return ImGui::TextDisabled("%s", tr(all.loading ? Text::kLoading : Text::kNoMatch));
  text_view(ui, "log", all.lines);
}

}  // namespace vt::ui
