// The selection shared by all panels and the editor: a hovered and a pinned set of items or a source line, each with
// its related items (kin) along the provenance edges in both directions.
#pragma once
#include <set>
#include <vector>

#include "playground/core/model.h"

namespace vt::ui {

class Selection {
 public:
  // Called by panels in each frame for the items under the pointer; settle() applies it.
  void hover(const std::vector<ItemId>& items);
  void hover_line(int line);  // from the editor; 0: none
  void pin(const std::vector<ItemId>& items);
  void show(const std::vector<ItemId>& items);        // pins the items; text panels scroll to them
  bool pins(const std::vector<ItemId>& items) const;  // items themselves, not related ones
  void pin_line(int line);
  void clear();
  // Recomputes the kin after a change; true if the set of highlighted lines changed.
  bool settle(const RunData& data);

  // 0: none, 1: related to hovered items, 2: related to pinned items.
  int strength(ItemId id) const;
  int strength(const std::vector<ItemId>& items) const;
  const std::set<int>& hovered_lines() const { return hovered_.lines; }
  const std::set<int>& pinned_lines() const { return pinned_.lines; }
  int pinned_line() const { return pinned_.line; }
  bool any() const { return !hovered_.empty() || !pinned_.empty(); }
  bool pointed_in_panel() const { return !hovered_.items.empty(); }
  // Incremented when the editor points elsewhere; text panels then scroll to the first related line.
  uint32_t reveal() const { return reveal_; }
  size_t kin_count() const { return hovered_.count + pinned_.count; }

 private:
  struct Pointed {
    std::vector<ItemId> items;
    int line = 0;
    std::vector<bool> kin;
    std::set<int> lines;
    size_t count = 0;
    void compute(const RunData& data);
    bool empty() const { return items.empty() && line == 0; }
  };
  Pointed hovered_, pinned_;
  std::vector<ItemId> next_;
  int editor_line_ = 0;
  bool dirty_ = false;
  uint32_t reveal_ = 0;
  uint32_t run_ = 0;
  size_t item_count_ = 0;
};

}  // namespace vt::ui
