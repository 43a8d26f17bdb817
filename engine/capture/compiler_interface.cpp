#include "capture/compiler_interface.h"

namespace vt {
namespace {
thread_local GraphCompiler* installed = nullptr;
}

GraphCompiler* graph_compiler() { return installed; }
void set_graph_compiler(GraphCompiler* compiler) { installed = compiler; }

}  // namespace vt
