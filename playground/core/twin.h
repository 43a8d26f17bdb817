// What a frame of the panels says, as plain structure: for screen readers and the keyboard, for print and for tables as
// files. The parts that panels are made of tell it what they draw (text_view, scene_view); the rest is Dear ImGui's own
// log. Nothing is built unless a frame is asked for, so no panel has to keep a second version of itself.
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
  // Text that was drawn up to here belongs to what came before.
  void panel(std::string_view id, std::string_view title);
  void line(const TaggedLine& line);  // of the block that lines() began
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
