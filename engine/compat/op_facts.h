// The check of tables/op_facts.def against the table of ops.
#pragma once

namespace vt::compat {

// Fails if a row names no op; looks once. Called before the rows are first used.
void check_op_facts();

}  // namespace vt::compat
