#include "playground/panels/panels.h"

namespace vt::ui {
namespace {

constexpr PanelRow kPanels[] = {
#define PANEL(id, english, chinese, key, of, shows, shows_chinese, lesson) \
  {#id, {english, chinese}, key, PanelRun::of, {shows, shows_chinese}, lesson, draw_##id},
#include "tables/panels.def"
};

constexpr bool keys_are_digits_and_differ() {
  bool taken[10] = {};
  for (const PanelRow& row : kPanels) {
    const std::string_view key = row.key;
    if (key.empty()) continue;
    if (key.size() != 1 || key[0] < '0' || key[0] > '9' || taken[key[0] - '0']) return false;
    taken[key[0] - '0'] = true;
  }
  return true;
}
static_assert(keys_are_digits_and_differ(), "each key of tables/panels.def is one digit, and no two are the same");

}  // namespace

std::span<const PanelRow> panels_table() { return kPanels; }

const PanelRow& panel_row(std::string_view id) {
  for (const PanelRow& row : kPanels)
    if (id == row.id) return row;
  return kPanels[0];
}

const PanelRow* panel_of_digit(int digit) {
  for (const PanelRow& row : kPanels)
    if (row.key[0] == '0' + digit) return &row;
  return nullptr;
}

}  // namespace vt::ui
