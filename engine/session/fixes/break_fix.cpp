#include "session/fixes/break_fix.h"

#include <string_view>

namespace vt {
namespace {

std::string reason_id(const Event& event) {
  for (const auto& [key, value] : event.facts)
    if (key == "reason_id") return value;
  return {};
}

using FindFix = std::optional<BreakFix>(const Ast&, SourceSpan);

// A kind of break may have several fixes; the first that applies is offered.
struct FixRow {
  std::string_view id;
  FindFix* fixes[2];
};

constexpr FixRow kFixes[] = {
#define FIXES(...) \
  { __VA_ARGS__ }
#define BREAK(name, id, title, title_zh, explanation, explanation_zh, hints, fixes, lesson) {id, fixes},
#include "tables/breaks.def"
#undef FIXES
};

}  // namespace

std::optional<BreakFix> find_fix(const Event& graph_break, const Ast& program) {
  if (!graph_break.span.valid()) return std::nullopt;
  const std::string id = reason_id(graph_break);
  for (const FixRow& row : kFixes) {
    if (id != row.id) continue;
    for (FindFix* find : row.fixes)
      if (find)
        if (std::optional<BreakFix> fix = find(program, graph_break.span)) return fix;
  }
  return std::nullopt;
}

void add_fix(Event& graph_break, const Ast& program) {
  std::optional<BreakFix> fix = find_fix(graph_break, program);
  if (!fix) return;
  graph_break.facts.emplace_back("fix", fix->title);
  for (const SourceEdit& edit : fix->edits) graph_break.facts.emplace_back("edit", encode_edit(edit));
}

}  // namespace vt
