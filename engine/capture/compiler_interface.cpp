#include "capture/compiler_interface.h"

namespace vt {

static thread_local GraphCompiler* current_compiler = nullptr;

GraphCompiler* graph_compiler() { return current_compiler; }
void set_graph_compiler(GraphCompiler* compiler) { current_compiler = compiler; }

}  // namespace vt
