#include "session/fixes/break_fix.h"

namespace vt {
namespace {

std::string reason_id(const Event& event) {
  for (const auto& [key, value] : event.facts)
    if (key == "reason_id") return value;
  return {};
}

}  // namespace

std::optional<BreakFix> find_fix(const Event& graph_break, const Ast& program) {
  if (!graph_break.span.valid()) return std::nullopt;
  // The registry's ids; a cause may have several fixes, the first that applies is offered.
  static constexpr struct {
    const char* id;
    std::optional<BreakFix> (*find)(const Ast&, SourceSpan);
  } kFixes[] = {{"GB0170", fix_branch}, {"GB0124", fix_branch}, {"GB0124", fix_item},      {"GB0059", fix_print},
                {"GB0150", fix_print},  {"GB0007", fix_print},  {"GB0025", fix_break_call}};
  const std::string id = reason_id(graph_break);
  for (const auto& row : kFixes)
    if (id == row.id)
      if (std::optional<BreakFix> fix = row.find(program, graph_break.span)) return fix;
  return std::nullopt;
}

void add_fix(Event& graph_break, const Ast& program) {
  std::optional<BreakFix> fix = find_fix(graph_break, program);
  if (!fix) return;
  graph_break.facts.emplace_back("fix", fix->title);
  for (const SourceEdit& edit : fix->edits) graph_break.facts.emplace_back("edit", encode_edit(edit));
}

}  // namespace vt
