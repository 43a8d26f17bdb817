#include "playground/scene/modules.h"

#include <set>

namespace vt::scene {
namespace {

// Calls `visit(path, scope, depth)` for each module around a node, outermost first; depth counts all scopes.
template <typename Visit>
void each_module(const GraphNode& node, Visit visit) {
  std::string path;
  for (size_t i = 0; i < node.scopes.size(); ++i) {
    const Scope& scope = node.scopes[i];
    if (scope.kind != ScopeKind::kModule) continue;
    path += (path.empty() ? "" : ".") + scope.name;
    visit(path, scope, i + 1);
  }
}

// Whether all nodes of a piece have the first `depth` scopes of `node`.
bool lies_in(const Graph& graph, const Piece& piece, const GraphNode& node, size_t depth) {
  for (uint32_t i = piece.first; i < piece.last; ++i) {
    const std::vector<Scope>& scopes = graph.nodes[i].scopes;
    if (scopes.size() < depth) return false;
    for (size_t k = 0; k < depth; ++k)
      if (!scopes[k].same_as(node.scopes[k])) return false;
  }
  return true;
}

}  // namespace

std::vector<ModuleName> modules_of(const Graph& graph) {
  std::vector<ModuleName> modules;
  std::set<std::string> known;
  for (const GraphNode& node : graph.nodes)
    each_module(node, [&](const std::string& path, const Scope& scope, size_t) {
      if (known.insert(path).second) modules.push_back({path, scope.type});
    });
  return modules;
}

uint32_t piece_of_module(const Graph& graph, const Tree& tree, const std::string& path) {
  for (uint32_t i = 0; i < graph.nodes.size(); ++i) {
    size_t depth = 0;
    each_module(graph.nodes[i], [&](const std::string& own, const Scope&, size_t at) {
      if (own == path) depth = at;
    });
    if (depth == 0) continue;
    // Equal blocks are shown by the first one, so take the node there.
    uint32_t at = tree.piece_of[i];
    const GraphNode& shown = graph.nodes[tree.pieces[at].first];
    while (tree.pieces[at].parent != 0 && lies_in(graph, tree.pieces[tree.pieces[at].parent], shown, depth))
      at = tree.pieces[at].parent;
    return at;
  }
  return 0;
}

}  // namespace vt::scene
