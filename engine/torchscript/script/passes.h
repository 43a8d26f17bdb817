// Questions that passes over the script IR ask. Before passes.cpp, fold.cpp and freeze.cpp.
#pragma once
#include <set>

#include "torchscript/script/function.h"

namespace vt::script {

// The node does something besides computing its outputs (writes count only if they could
// be seen).
bool has_side_effects(const Node& node);
// Its result changes from run to run.
bool is_random(const Node& node);
// Replaces a prim::If by one of its blocks.
void inline_branch(Node* node, bool taken);
// Runs `each` on every node, inner ones first; the node itself may be destroyed.
void for_each_node(Block* block, const std::function<void(Node*)>& each);

// Freezing (freeze.cpp): attributes become constants, but for those that are preserved by their
// path, set or changed in place, and those that share memory with them.
using KeptSlots = std::set<const vm::Value*>;
KeptSlots kept_slots(ScriptObject& self, const std::vector<std::string>& methods,
                     const std::vector<std::string>& preserved);
std::shared_ptr<Graph> freeze_graph(vm::Interpreter& vm, Function& function, ScriptObject& self, const KeptSlots& kept);
// A module with the attributes alone that the frozen graphs use, and those that are preserved.
vm::Value frozen_object(ScriptObject& self, const std::vector<std::shared_ptr<Graph>>& graphs,
                        const std::vector<std::string>& preserved);
void fold_batch_norm(vm::Interpreter& vm, Graph& graph);
bool fold_convolution_arithmetic(Graph& graph);
void remove_dropout(Graph& graph);

}  // namespace vt::script
