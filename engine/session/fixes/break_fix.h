// Mechanical fixes of graph breaks: rewrites after which the program computes and
// prints the same without that break. They work on the syntax tree. If a rewrite
// might change the meaning, none is offered, and the break's hints remain. One
// function per fix; session.cpp adds the fixes as facts to kBreaks events.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "frontend/ast.h"
#include "support/events.h"
#include "support/source_edit.h"

namespace vt {

struct BreakFix {
  std::string title;  // "replace the branch by torch.where"
  std::vector<SourceEdit> edits;
};

// Adds the facts "fix" and "edit" to a break that has a mechanical fix.
void add_fix(Event& graph_break, const Ast& program);
std::optional<BreakFix> find_fix(const Event& graph_break, const Ast& program);

// --- one per kind of break; `place`: the position of the break ---
// `if c: x = a` and the like with a tensor as condition: computes both values and selects by torch.where.
std::optional<BreakFix> fix_branch(const Ast& program, SourceSpan place);
// Moves print() and logging out of a compiled function, into a function around it.
std::optional<BreakFix> fix_print(const Ast& program, SourceSpan place);
// Removes the statement torch._dynamo.graph_break().
std::optional<BreakFix> fix_break_call(const Ast& program, SourceSpan place);
// Sets the option that captures .item() in the graph.
std::optional<BreakFix> fix_item(const Ast& program, SourceSpan place);

}  // namespace vt
