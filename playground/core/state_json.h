// The panels' state as JSON for the page: editor markers, share links, tests.
#pragma once
#include <string>

#include "playground/core/app.h"

namespace vt::ui {

std::string lines_json(const Selection& selection);
// The result of the newest run, with graph breaks and recompiles for the editor's gutter.
std::string finished_json(const Panels& ui);
std::string markers_json(const Panels& ui);  // the same markers in the present language
// [{"first": 3, "last": 4, "text": "..."}]
std::string edits_json(const std::vector<SourceEdit>& edits);
std::string check_json(const protocol::CheckResult& result);
std::string text_json(const std::string& text);
std::string words_json();
std::string modules_json(Panels& ui);  // [["blocks.0.attn", "Attention"], ...]
std::string state_json(const Panels& ui);
// "panel", "second", "compile", "language", "theme", "graph_view", "graph_position", "half", "skip", "left", "right".
void apply_setting(Panels& ui, const std::string& key, const std::string& value);

}  // namespace vt::ui
