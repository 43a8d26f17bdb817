// What gradient functions may ask about the backward pass that calls them. After autograd.h.
#pragma once

namespace vt {

// Whether the pass keeps the graph, so that it can run again. False: what a function saved is its own to use up.
bool backward_keeps_graph();

}  // namespace vt
