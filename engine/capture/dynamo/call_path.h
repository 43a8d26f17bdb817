// The key by which the tracer passes the calls around a node to report_graph.
#pragma once

namespace vt::dynamo {

// Key in a node's `meta`; report_graph removes it. One line per enclosing call, outermost first: "L['self'].mlp:MLP#7"
// is a module's source, class and a number per call; "gelu():#9" is a function of the program.
inline constexpr const char* kCallPath = "call_path";

}  // namespace vt::dynamo
