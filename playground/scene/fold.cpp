#include "playground/scene/fold.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace vt::scene {
namespace {

constexpr size_t kLongestPeriod = 24;  // maximum number of children per repetition
constexpr size_t kFewestShown = 5;     // minimum number of boxes in the initial diagram

uint64_t mixed(uint64_t hash, uint64_t value) { return (hash ^ value) * 0x9E3779B97F4A7C15ull + (hash >> 29); }
uint64_t mixed(uint64_t hash, std::string_view text) { return mixed(hash, std::hash<std::string_view>()(text)); }

// Builds the groups from the nodes' scopes. A group is a contiguous range in program order, so no path leaves and
// re-enters it, and each level of the tree is acyclic.
class Builder {
 public:
  Builder(const Graph& graph, const FoldOptions& options) : graph_(graph), options_(options) {
    group_by_scopes();
    tree_.between.assign(graph.edges.size(), false);
    in_.resize(graph.nodes.size());
    out_.resize(graph.nodes.size());
    for (uint32_t i = 0; i < graph.edges.size(); ++i) {
      in_[graph.edges[i].to].push_back(i);
      out_[graph.edges[i].from].push_back(i);
    }
    for (const GraphNode& node : graph.nodes) signatures_.push_back(signature(node));
    for (size_t i = 0; i < std::min(options.changes.size(), signatures_.size()); ++i)
      signatures_[i] = mixed(signatures_[i], static_cast<uint64_t>(options.changes[i]));
    simplify(0);
  }
  Tree take() { return std::move(tree_); }

 private:
  Piece& at(uint32_t piece) { return tree_.pieces[piece]; }

  void group_by_scopes() {
    tree_.pieces.emplace_back();
    at(0).key.push_back('/');
    std::vector<std::pair<Scope, uint32_t>> open;  // enclosing scopes with their pieces
    std::map<std::string, int> used;
    for (uint32_t i = 0; i < graph_.nodes.size(); ++i) {
      const GraphNode& node = graph_.nodes[i];
      size_t common = 0;
      while (common < open.size() && common < node.scopes.size() && open[common].first.same_as(node.scopes[common]))
        ++common;
      open.resize(common);
      while (open.size() < node.scopes.size()) {
        const Scope& scope = node.scopes[open.size()];
        uint32_t parent = open.empty() ? 0 : open.back().second;
        std::string key = at(parent).key + scope.name + "/";
        if (int times = used[key]++) key += std::to_string(times) + "/";
        Piece group;
        group.kind = scope.kind;
        group.key = std::move(key);
        group.title = scope.name;
        group.type = scope.type;
        open.emplace_back(scope, add(std::move(group), parent));
      }
      Piece leaf;
      leaf.node = static_cast<int>(i);
      leaf.key = node.key;
      leaf.first = i;
      leaf.last = i + 1;
      tree_.piece_of.push_back(add(std::move(leaf), open.empty() ? 0 : open.back().second));
    }
  }
  uint32_t add(Piece piece, uint32_t parent) {
    auto id = static_cast<uint32_t>(tree_.pieces.size());
    piece.parent = parent;
    tree_.pieces.push_back(std::move(piece));
    at(parent).children.push_back(id);
    return id;
  }

  static uint64_t signature(const GraphNode& node) {
    uint64_t hash = mixed(static_cast<uint64_t>(node.role), node.label);
    hash = mixed(hash, node.detail);
    for (const Pill& pill : node.pills) hash = mixed(mixed(hash, pill.label), pill.type);
    return hash;
  }
  uint64_t signature(uint32_t piece) {
    uint64_t hash = mixed(at(piece).copies, at(piece).type);
    for (uint32_t i = at(piece).first; i < at(piece).last; ++i) {
      hash = mixed(hash, signatures_[i]);
      for (uint32_t edge : in_[i])
        if (uint32_t from = graph_.edges[edge].from; from >= at(piece).first && from < at(piece).last)
          hash = mixed(hash, i - from);
    }
    return hash;
  }

  void simplify(uint32_t piece) {
    if (!at(piece).is_group()) return;
    for (uint32_t child : std::vector(at(piece).children)) simplify(child);
    at(piece).first = at(at(piece).children.empty() ? piece : at(piece).children.front()).first;
    at(piece).last = at(piece).children.empty() ? 0 : span_end(at(piece).children.back());
    if (options_.find_repeats) join_repeats(piece);
    if (piece != 0) replace_single(piece);
  }
  // One past the last node of a piece, including all copies.
  uint32_t span_end(uint32_t piece) { return at(piece).first + (at(piece).last - at(piece).first) * at(piece).copies; }

  // Replaces a group with a single member by this member, under the group's name.
  void replace_single(uint32_t piece) {
    if (at(piece).children.size() != 1 || at(piece).kind == ScopeKind::kKernel) return;
    uint32_t only = at(piece).children[0];
    if (at(only).kind == ScopeKind::kKernel && at(only).is_group()) return;
    Piece inner = at(only);
    bool numbered = inner.copies > 1 && inner.is_group();
    if (!at(piece).title.empty()) {
      std::string name = inner.title.empty() || numbered ? "" : "." + inner.title;
      inner.title = at(piece).title + name;
    }
    if (inner.type.empty()) inner.type = at(piece).type;
    if (inner.kind == ScopeKind::kRepeat) inner.kind = at(piece).kind;
    inner.parent = at(piece).parent;
    if (inner.node >= 0) tree_.piece_of[static_cast<size_t>(inner.node)] = piece;
    for (uint32_t child : inner.children) at(child).parent = piece;
    at(only).children.clear();
    at(piece) = std::move(inner);
  }

  // The source of an edge into copy `k` of a repetition.
  struct Source {
    enum Kind : uint8_t { kInside, kBefore, kOutside, kOlder } kind;
    uint32_t place;  // index in its copy; kOutside: the node
  };
  Source source_of(uint32_t edge, uint32_t begin, uint32_t length, uint32_t k) const {
    uint32_t from = graph_.edges[edge].from, own = begin + k * length;
    if (from >= own) return {Source::kInside, from - own};
    if (from < begin) return {Source::kOutside, from};
    if (from >= own - length) return {Source::kBefore, from - (own - length)};
    return {Source::kOlder, from};
  }
  bool is_given(uint32_t node) const {
    Role role = graph_.nodes[node].role;
    return role == Role::kInput || role == Role::kConstant || role == Role::kWeight;
  }
  // Whether copy k has the same edges as copy 1; copy 1 is compared with copy 0, except edges from the previous copy.
  bool wired_alike(uint32_t begin, uint32_t length, uint32_t k) const {
    bool reads_before = false;
    for (uint32_t j = 0; j < length; ++j) {
      uint32_t model_copy = k == 1 ? 0 : 1;
      const auto &own = in_[begin + k * length + j], &model = in_[begin + model_copy * length + j];
      if (own.size() != model.size()) return false;
      for (size_t e = 0; e < own.size(); ++e) {
        Source a = source_of(own[e], begin, length, k), b = source_of(model[e], begin, length, model_copy);
        if (a.kind == Source::kOlder) return false;
        reads_before = reads_before || a.kind == Source::kBefore;
        if (k == 1 && a.kind == Source::kBefore && b.kind == Source::kOutside) continue;
        if (a.kind != b.kind) return false;
        bool same = a.place == b.place || (a.kind == Source::kOutside && is_given(a.place) && is_given(b.place));
        if (!same) return false;
      }
    }
    return reads_before;
  }
  // Later nodes may read only the last copy, except that results of the graph may come from any copy.
  bool leaves_alike(uint32_t begin, uint32_t length, uint32_t copies) const {
    for (uint32_t i = begin; i < begin + (copies - 1) * length; ++i)
      for (uint32_t edge : out_[i]) {
        uint32_t to = graph_.edges[edge].to;
        if (to >= begin + copies * length && graph_.nodes[to].role != Role::kOutput) return false;
      }
    return true;
  }

  struct Run {
    size_t period = 0, copies = 0;
  };
  // The longest repetition of equal pieces that starts at child `start`.
  Run run_at(const std::vector<uint32_t>& children, const std::vector<uint64_t>& hashes, size_t start) {
    Run best;
    for (size_t period = 1; period <= kLongestPeriod && start + 2 * period <= children.size(); ++period) {
      size_t copies = 1;
      while (start + (copies + 1) * period <= children.size() &&
             std::equal(hashes.begin() + static_cast<std::ptrdiff_t>(start),
                        hashes.begin() + static_cast<std::ptrdiff_t>(start + period),
                        hashes.begin() + static_cast<std::ptrdiff_t>(start + copies * period)))
        ++copies;
      if (copies < 2 || copies * period <= best.copies * best.period) continue;
      uint32_t begin = at(children[start]).first, length = span_end(children[start + period - 1]) - begin;
      bool has_group = false;
      for (size_t i = start; i < start + period; ++i) has_group = has_group || at(children[i]).is_group();
      if (!has_group && (length < 3 || copies < 3)) continue;
      uint32_t alike = 1;
      while (alike < copies && wired_alike(begin, length, alike)) ++alike;
      if (alike < 2 || (!has_group && alike < 3) || !leaves_alike(begin, length, alike)) continue;
      if (alike * period > best.copies * best.period) best = {period, alike};
    }
    return best;
  }

  void join_repeats(uint32_t piece) {
    std::vector<uint32_t> children = at(piece).children, kept;
    std::vector<uint64_t> hashes;
    for (uint32_t child : children) hashes.push_back(signature(child));
    for (size_t i = 0; i < children.size();) {
      Run run = run_at(children, hashes, i);
      if (run.copies < 2 || (run.period == children.size() && piece != 0)) {
        kept.push_back(children[i++]);
        continue;
      }
      kept.push_back(join(piece,
                          {children.begin() + static_cast<std::ptrdiff_t>(i),
                           children.begin() + static_cast<std::ptrdiff_t>(i + run.period)},
                          static_cast<uint32_t>(run.copies)));
      i += run.period * run.copies;
    }
    at(piece).children = std::move(kept);
  }

  // Merges the copies into the first one.
  uint32_t join(uint32_t parent, std::vector<uint32_t> round, uint32_t copies) {
    uint32_t begin = at(round.front()).first, length = span_end(round.back()) - begin;
    for (uint32_t i = begin + length; i < begin + copies * length; ++i) {
      tree_.piece_of[i] = tree_.piece_of[i - length];
      for (uint32_t edge : in_[i])
        if (uint32_t from = graph_.edges[edge].from; from >= begin && (from - begin) / length != (i - begin) / length)
          tree_.between[edge] = true;
    }
    if (round.size() == 1 && at(round[0]).is_group() && at(round[0]).copies == 1) {
      at(round[0]).copies = copies;
      return round[0];
    }
    Piece group;
    group.kind = ScopeKind::kRepeat;
    group.key = at(round[0]).key + "*/";
    group.parent = parent;
    group.copies = copies;
    group.first = begin;
    group.last = begin + length;
    auto id = static_cast<uint32_t>(tree_.pieces.size());
    for (uint32_t child : round) at(child).parent = id;
    group.children = std::move(round);
    tree_.pieces.push_back(std::move(group));
    return id;
  }

  const Graph& graph_;
  const FoldOptions& options_;
  Tree tree_;
  std::vector<std::vector<uint32_t>> in_, out_;  // per node: incoming and outgoing edges
  std::vector<uint64_t> signatures_;
};

size_t leaves_below(const Tree& tree, uint32_t piece) {
  if (!tree.pieces[piece].is_group()) return 1;
  size_t count = 0;
  for (uint32_t child : tree.pieces[piece].children) count += leaves_below(tree, child);
  return count;
}

bool holds_change(const Tree& tree, uint32_t piece, const std::vector<Change>& changes) {
  for (uint32_t i = tree.pieces[piece].first; i < tree.pieces[piece].last && i < changes.size(); ++i)
    if (changes[i] != Change::kSame) return true;
  return false;
}

// Folds a large graph: groups are closed, then the largest are opened until enough boxes are shown.
void fold_by_size(Tree& tree, const FoldOptions& options) {
  if (leaves_below(tree, 0) <= options.most_shown) return;
  for (uint32_t i = 1; i < tree.pieces.size(); ++i)
    tree.pieces[i].folded = tree.pieces[i].is_group() && !holds_change(tree, i, options.changes);
  std::vector<uint32_t> shown = tree.pieces[0].children;
  while (shown.size() < kFewestShown) {
    auto largest = std::max_element(shown.begin(), shown.end(), [&](uint32_t a, uint32_t b) {
      return leaves_below(tree, a) < leaves_below(tree, b);
    });
    if (largest == shown.end() || !tree.pieces[*largest].is_group()) return;
    uint32_t open = *largest;
    tree.pieces[open].folded = false;
    shown.erase(largest);
    shown.insert(shown.end(), tree.pieces[open].children.begin(), tree.pieces[open].children.end());
  }
}

}  // namespace

uint32_t Tree::shown(uint32_t node) const {
  uint32_t best = piece_of[node];
  for (uint32_t at = best; at != 0; at = pieces[at].parent)
    if (pieces[at].folded) best = at;
  return best;
}

Tree fold(const Graph& graph, const FoldChoices& choices, const FoldOptions& options) {
  Tree tree = Builder(graph, options).take();
  fold_by_size(tree, options);
  for (Piece& piece : tree.pieces)
    if (auto chosen = choices.find(piece.key); chosen != choices.end() && piece.is_group())
      piece.folded = chosen->second;
  return tree;
}

}  // namespace vt::scene
