#include "playground/core/selection.h"

#include <algorithm>

namespace vt::ui {
namespace {

// Marks everything reachable from the seeds by `next`.
template <class Next>
void walk(const std::vector<uint32_t>& seeds, std::vector<bool>& seen, const Next& next) {
  std::vector<uint32_t> stack = seeds;
  while (!stack.empty()) {
    uint32_t id = stack.back();
    stack.pop_back();
    if (id == 0 || id > seen.size() || seen[id - 1]) continue;
    seen[id - 1] = true;
    next(id, stack);
  }
}

}  // namespace

void Selection::Pointed::compute(const RunData& data) {
  kin.assign(data.items.size(), false);
  lines.clear();
  count = 0;
  std::vector<uint32_t> seeds;
  for (ItemId id : items) seeds.push_back(static_cast<uint32_t>(id));
  if (line > 0)
    for (size_t i = 0; i < data.items.size(); ++i)
      if (data.items[i].span.line == line) seeds.push_back(static_cast<uint32_t>(i + 1));
  std::vector<bool> up(data.items.size(), false), down(data.items.size(), false);
  walk(seeds, up, [&](uint32_t id, std::vector<uint32_t>& stack) {
    for (ItemId origin : data.items[id - 1].origins) stack.push_back(static_cast<uint32_t>(origin));
  });
  // From a line: everything made from its instructions; from an item: what was made from it.
  walk(seeds, down, [&](uint32_t id, std::vector<uint32_t>& stack) {
    for (uint32_t child : data.children[id - 1]) stack.push_back(child);
  });
  for (size_t i = 0; i < kin.size(); ++i) {
    kin[i] = up[i] || down[i];
    count += kin[i];
    if (up[i] && data.items[i].span.valid()) lines.insert(data.items[i].span.line);
  }
  if (line > 0) lines = {line};
}

void Selection::hover(const std::vector<ItemId>& items) { next_ = items; }

void Selection::hover_line(int line) {
  if (line == editor_line_) return;
  editor_line_ = line;
  dirty_ = true;
  ++reveal_;
}

void Selection::pin(const std::vector<ItemId>& items) {
  bool same = pinned_.items == items;
  pinned_ = {};
  if (!same) pinned_.items = items;
  dirty_ = true;
}

void Selection::show(const std::vector<ItemId>& items) {
  pinned_ = {};
  pinned_.items = items;
  dirty_ = true;
  ++reveal_;
}

bool Selection::pins(const std::vector<ItemId>& items) const {
  auto pinned = [&](ItemId id) {
    return std::find(pinned_.items.begin(), pinned_.items.end(), id) != pinned_.items.end();
  };
  return std::any_of(items.begin(), items.end(), pinned);
}

void Selection::pin_line(int line) {
  pinned_ = {};
  pinned_.line = line;
  dirty_ = true;
  ++reveal_;
}

void Selection::clear() {
  pinned_ = {};
  hovered_ = {};
  next_.clear();
  editor_line_ = 0;
  dirty_ = true;
}

bool Selection::settle(const RunData& data) {
  int line = next_.empty() ? editor_line_ : 0;
  bool new_run = data.run != run_ || data.items.size() != item_count_;
  if (data.run != run_) {  // items belong to a run; lines stay valid
    hovered_.items.clear();
    next_.clear();
    pinned_.items.clear();
  }
  bool moved = hovered_.items != next_ || hovered_.line != line;
  hovered_.items = std::move(next_);
  hovered_.line = line;
  next_.clear();
  if (!moved && !dirty_ && !new_run) return false;
  run_ = data.run;
  item_count_ = data.items.size();
  dirty_ = false;
  hovered_.compute(data);
  pinned_.compute(data);
  return true;
}

int Selection::strength(ItemId id) const {
  auto index = static_cast<uint32_t>(id);
  if (index == 0) return 0;
  if (index <= pinned_.kin.size() && pinned_.kin[index - 1]) return 2;
  return index <= hovered_.kin.size() && hovered_.kin[index - 1] ? 1 : 0;
}

int Selection::strength(const std::vector<ItemId>& items) const {
  int best = 0;
  for (ItemId id : items) best = std::max(best, strength(id));
  return best;
}

}  // namespace vt::ui
