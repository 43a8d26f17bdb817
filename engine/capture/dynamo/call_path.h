// How the tracer tells report_graph which calls a node lies in.
#pragma once

namespace vt::dynamo {

// In a node's `meta` from its recording to report_graph: a line per call, outermost first. "L['self'].mlp:MLP#7": where
// the module was found, its class, and a number that tells its calls apart; "gelu():#9": a function of the program.
inline constexpr const char* kCallPath = "call_path";

}  // namespace vt::dynamo
