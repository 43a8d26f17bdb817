// Graphs from the text that `print_graph` makes of them, so that a test of a pass or a lowering
// shows its graph as a reader knows it from `vitrine run --dump=passes`.
#pragma once
#include <string>
#include <string_view>

#include "graph/graph.h"

namespace vt::test {

// Lines as graph/print.h describes them; the types of op results may be left out, because the ops' shape
// rules give them, and are compared where they are written. Constants without elements count up in eighths.
// Size symbols are called s0 to s99 and stand for 7, 11, 13, ... in the order in which they are met.
// Throws std::runtime_error with the line that is wrong.
Graph graph_from(std::string_view text);

}  // namespace vt::test
