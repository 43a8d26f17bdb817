// Questions of a lesson that are answered by pointing in a diagram: draws the possible answers instead of the panels,
// and after the answer marks guess and correct answer in the panels. The page sets both (state_json.h).
#pragma once
#include "playground/core/app.h"
#include "playground/core/scene_draw.h"

namespace vt::ui {

// Draws the open question instead of the panels.
void draw_pointing(Panels& ui, ImVec2 size);

// Sets the open question. One line each: "nodes", the node asked about, the heading, the label of the answer "a new
// place", and each answer chosen so far. Empty: no question.
void set_pointing(Panels& ui, const std::string& lines);
// Sets the answered question. One line each: "nodes", the labels of guess and answer, then names with "?" for the guess
// and "!" for the answer. Empty: none.
void set_judged(Panels& ui, const std::string& lines);

// Marks the guessed and the correct elements of a diagram.
void mark_judged(Panels& ui, const scene::Scene& scene, const ScenePlace& at, ImDrawList* draw);
// The same for a temporary of the memory plan.
void mark_judged_place(Panels& ui, const std::vector<ItemId>& items, ImVec2 from, ImVec2 to);

}  // namespace vt::ui
