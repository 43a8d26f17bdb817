// A lesson's question that is answered in a picture: what may be pointed at while the panels are veiled, and, once it
// is answered, the guess and the answer over what the panels show. The page sets both (state_json.h).
#pragma once
#include "playground/core/app.h"
#include "playground/core/scene_draw.h"

namespace vt::ui {

// In place of the panels.
void draw_pointing(Panels& ui, ImVec2 size);

// "nodes", the node asked about, the heading, what a place of its own is called, and each answer chosen so far, a line
// each; empty: nothing is asked.
void set_pointing(Panels& ui, const std::string& lines);
// "nodes", what the guess and the answer are called, "?" and "!" with a name of the guess and of the answer, a line
// each; empty: nothing was answered.
void set_judged(Panels& ui, const std::string& lines);

// Over a picture: the elements that were guessed or are the answer.
void mark_judged(Panels& ui, const scene::Scene& scene, const ScenePlace& at, ImDrawList* draw);
// Over a temporary of the memory plan.
void mark_judged_place(Panels& ui, const std::vector<ItemId>& items, ImVec2 from, ImVec2 to);

}  // namespace vt::ui
