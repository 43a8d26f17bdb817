// The content of a frame as text structure: for screen readers, keyboard use, print, and export of tables. text_view
// and scene_view record what they draw; other text comes from Dear ImGui's log. Built only on request, so panels need
// no second version.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "playground/core/model.h"
#include "playground/scene/scene.h"

namespace vt::ui {

class Twin {
 public:
  explicit Twin(const RunData& run) : run_(run) {}
  // Starts a panel; text drawn before belongs to the previous one.
  void panel(std::string_view id, std::string_view title);
  void line(const TaggedLine& line);  // adds to the block that lines() started
  void lines();
  void scene(const scene::Scene& scene);
  void text(std::string text);
  std::string json() const;

 private:
  struct Row {
    std::string text;
    ItemId item = kNoItem;
    int line = 0;
  };
  struct Node {
    const scene::Element* element;
    std::vector<std::string> inputs, users;
    std::vector<size_t> children;
  };
  std::string node_json(const std::vector<Node>& nodes, size_t at) const;
  void flush();
  ItemId first_item(const std::vector<ItemId>& items) const;
  int line_of(ItemId item) const;
  const RunData& run_;
  std::vector<std::string> panels_, blocks_;
  std::string head_;
  std::vector<Row> rows_;
};

}  // namespace vt::ui
