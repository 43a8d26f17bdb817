// Queries on the script IR that several passes share, and freezing. Before passes.cpp, constants.cpp and freeze.cpp.
#pragma once
#include <set>

#include "torchscript/script/function.h"

namespace vt::script {

// Whether the node has an effect besides its outputs; a write counts only if it could be
// observed.
bool has_side_effects(const Node& node);
// Whether the result is random.
bool is_random(const Node& node);
// Replaces a prim::If by one of its blocks.
void inline_branch(Node* node, bool taken);
// Calls `each` for every node, inner nodes first; `each` may destroy its node.
void for_each_node(Block* block, const std::function<void(Node*)>& each);

// Freezing (freeze.cpp). kept_slots: attributes that do not become constants, because they are preserved by path, set
// or mutated in place, or share memory with such an attribute.
using KeptSlots = std::set<const vm::Value*>;
KeptSlots kept_slots(ScriptObject& self, const std::vector<std::string>& methods,
                     const std::vector<std::string>& preserved);
std::shared_ptr<Graph> freeze_graph(vm::Interpreter& vm, Function& function, ScriptObject& self, const KeptSlots& kept);
// A module with only the preserved attributes and those that the frozen graphs use.
vm::Value frozen_object(ScriptObject& self, const std::vector<std::shared_ptr<Graph>>& graphs,
                        const std::vector<std::string>& preserved);
void fold_batch_norm(vm::Interpreter& vm, Graph& graph);
bool fold_convolution_arithmetic(Graph& graph);
void remove_dropout(Graph& graph);

}  // namespace vt::script
