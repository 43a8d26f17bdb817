// Mechanical fixes of graph breaks: how the program could be written so that it computes and
// prints the same and does not break there. Found on the syntax tree; where a rewrite is not
// certain to keep the meaning, there is none and the hints of the break remain.
// One function per fix; session.cpp puts what they find into the facts of kBreaks events.
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

// --- one per cause; `place` is where the break is ---
// `if c: x = a` and its kin, on a condition that is a tensor: both values, chosen by torch.where.
std::optional<BreakFix> fix_branch(const Ast& program, SourceSpan place);
// print() and logging in a compiled function move behind the call, into a function around it.
std::optional<BreakFix> fix_print(const Ast& program, SourceSpan place);
// torch._dynamo.graph_break() as a statement goes.
std::optional<BreakFix> fix_break_call(const Ast& program, SourceSpan place);
// .item() becomes part of the graph by the option that is there for it.
std::optional<BreakFix> fix_item(const Ast& program, SourceSpan place);

}  // namespace vt
