// Chooses the groups of kernels to fuse: in rounds over pairs that share data, best pair first. Every
// refusal is recorded with its rule and the values that decided.
#include <algorithm>
#include <map>
#include <tuple>

#include "lower/lowering.h"
#include "lower/schedule.h"

namespace vt {
namespace {

struct Pair {
  size_t first, second;  // groups
  bool has_template, same_kind;
  int64_t bytes;
  int distance;
};

std::string size_text(int64_t bytes) {
  if (bytes >= int64_t{1} << 20) return std::to_string(bytes >> 20) + " MiB";
  if (bytes >= 1024) return std::to_string(bytes >> 10) + " KiB";
  return std::to_string(bytes) + " bytes";
}

}  // namespace

// The groups of one lowering; each starts as a single kernel, and fusion merges two.
class Fuser {
 public:
  Fuser(Lowering& lowering, std::vector<std::vector<int>>& groups) : lowering_(lowering), groups_(groups) {}

  void run() {
    for (size_t k = 0; k < lowering_.kernels.size(); ++k) {
      groups_.push_back({static_cast<int>(k)});
      group_of_.push_back(k);
    }
    for (int round = 0; round < lowering_.options().max_fusion_rounds; ++round)
      if (!run_round()) break;
    drop_empty();
    sort_groups();
    order_groups();
  }

 private:
  const Kernel& kernel(int k) const { return lowering_.kernels[static_cast<size_t>(k)]; }
  const Kernel& lead(size_t g) const { return kernel(groups_[g][0]); }
  bool is_template(size_t g) const { return lead(g).kind == KernelKind::kMatmul; }
  bool has_reduction(size_t g) const {
    return std::any_of(groups_[g].begin(), groups_[g].end(),
                       [&](int k) { return kernel(k).kind == KernelKind::kReduction; });
  }
  int64_t bytes_of(int buffer) const {
    const Buffer& b = lowering_.buffers[static_cast<size_t>(buffer)];
    return lowering_.hint(product_of(b.sizes)) * dtype_bytes(b.dtype);
  }

  // Memory traffic saved by fusing: tensors that one group writes and the other reads, and tensors
  // that both read.
  int64_t shared_bytes(size_t a, size_t b, bool* dependent) const {
    int64_t bytes = 0;
    std::set<int> seen;
    *dependent = false;
    for (int x : groups_[a])
      for (int y : groups_[b]) {
        for (int buffer : kernel(x).writes)
          if (kernel(y).reads.count(buffer) && seen.insert(buffer).second)
            bytes += 2 * bytes_of(buffer), *dependent = true;
        for (int buffer : kernel(y).writes)
          if (kernel(x).reads.count(buffer) && seen.insert(buffer).second)
            bytes += 2 * bytes_of(buffer), *dependent = true;
        for (int buffer : kernel(x).reads)
          if (kernel(y).reads.count(buffer) && seen.insert(buffer).second) bytes += bytes_of(buffer);
      }
    return bytes;
  }

  std::vector<Pair> pairs() const {
    std::map<int, std::vector<size_t>> users;
    for (size_t g = 0; g < groups_.size(); ++g) {
      std::set<int> touched;
      for (int k : groups_[g]) {
        touched.insert(kernel(k).reads.begin(), kernel(k).reads.end());
        touched.insert(kernel(k).writes.begin(), kernel(k).writes.end());
      }
      for (int buffer : touched) users[buffer].push_back(g);
    }
    std::set<std::pair<size_t, size_t>> found;
    for (const auto& [buffer, list] : users)
      for (size_t i = 0; i < list.size(); ++i)
        for (size_t j = i + 1; j < list.size() && j < i + 16; ++j) found.insert({list[i], list[j]});
    std::vector<Pair> result;
    for (const auto& [a, b] : found) {
      if (groups_[a].empty() || groups_[b].empty()) continue;
      bool dependent;
      Pair pair{a,
                b,
                is_template(a) || is_template(b),
                lead(a).kind == lead(b).kind,
                shared_bytes(a, b, &dependent),
                std::abs(groups_[a][0] - groups_[b][0])};
      result.push_back(pair);
    }
    std::stable_sort(result.begin(), result.end(), [](const Pair& x, const Pair& y) {
      return std::make_tuple(!x.has_template, !x.same_kind, -x.bytes, x.distance) <
             std::make_tuple(!y.has_template, !y.same_kind, -y.bytes, y.distance);
    });
    return result;
  }

  bool run_round() {
    bool any = false;
    for (const Pair& pair : pairs()) {
      if (groups_[pair.first].empty() || groups_[pair.second].empty()) continue;
      any |= try_fuse(pair.first, pair.second);
    }
    return any;
  }

  void record(size_t a, size_t b, bool fused, std::string rule, std::string detail, int64_t bytes) {
    FusionDecision decision;
    decision.fused = fused;
    decision.first = kernel(groups_[a].back()).name;
    decision.second = lead(b).name;
    decision.rule = std::move(rule);
    decision.detail = std::move(detail);
    decision.bytes_saved = bytes;
    for (size_t g : {a, b})
      for (int k : groups_[g]) {
        ItemId item = lowering_.graph().at(kernel(k).nodes.back()).item;
        if (item != kNoItem) decision.items.push_back(item);
      }
    lowering_.add_decision(std::move(decision));
  }

  bool refuse(size_t a, size_t b, std::string rule, std::string detail) {
    record(a, b, false, std::move(rule), std::move(detail), 0);
    return false;
  }

  // Groups that directly read a buffer that `g` writes.
  std::vector<size_t> successors(size_t g) const {
    std::vector<size_t> result;
    for (int k : groups_[g])
      for (int buffer : kernel(k).writes)
        for (int reader : lowering_.readers[static_cast<size_t>(buffer)]) {
          size_t other = group_of(reader);
          if (other != g && std::find(result.begin(), result.end(), other) == result.end()) result.push_back(other);
        }
    return result;
  }
  size_t group_of(int k) const { return group_of_[static_cast<size_t>(k)]; }
  // The first group on an indirect path from a to b; groups_.size() if there is none.
  size_t between(size_t a, size_t b) const {
    for (size_t start : successors(a)) {
      if (start == b) continue;
      std::vector<size_t> work = {start};
      std::set<size_t> seen = {start};
      while (!work.empty()) {
        size_t g = work.back();
        work.pop_back();
        if (g == b) return start;
        for (size_t next : successors(g))
          if (seen.insert(next).second) work.push_back(next);
      }
    }
    return groups_.size();
  }

  bool try_fuse(size_t a, size_t b) {
    if (between(b, a) != groups_.size() || direct(b, a)) std::swap(a, b);
    std::tuple<std::vector<int>, std::vector<int>> key{groups_[a], groups_[b]};
    if (!tried_.insert(key).second) return false;
    bool dependent;
    int64_t bytes = shared_bytes(a, b, &dependent);
    if (lead(a).kind == KernelKind::kExtern || lead(b).kind == KernelKind::kExtern) {
      size_t library = lead(a).kind == KernelKind::kExtern ? a : b;
      if (!dependent) return false;
      return refuse(a, b, "library call", std::string(lead(library).call.op->name) + " runs as a kernel of its own");
    }
    if (!dependent && !worth_sharing(a, b, bytes))
      return refuse(a, b, "no shared data", "both read only " + size_text(bytes));
    size_t middle = between(a, b);
    if (middle != groups_.size()) return refuse(a, b, "intermediate nodes", lead(middle).name + " lies between them");
    if (groups_[a].size() + groups_[b].size() > static_cast<size_t>(lowering_.options().max_fused_kernels))
      return refuse(a, b, "exceeds max fusion", std::to_string(groups_[a].size() + groups_[b].size()) + " kernels");
    if (is_template(b)) return refuse(a, b, "product operand", "a matrix product reads its operands from memory");
    if (is_template(a) && has_reduction(b))
      return refuse(a, b, "product epilogue", "a reduction of a product needs the whole row");
    if (is_template(a) && !dependent) return false;
    if (lowering_.options().products_by_library && (crowds_columns(a, b) || crowds_columns(b, a)))
      return refuse(a, b, "sums of columns", "what is computed element by element runs better by rows");
    std::vector<int> members = groups_[a];
    members.insert(members.end(), groups_[b].begin(), groups_[b].end());
    std::sort(members.begin() + (is_template(a) ? 1 : 0), members.end());
    Emitted emitted = lowering_.emit(members);
    if (!emitted.step) return refuse(a, b, emitted.refusal.rule, emitted.refusal.detail);
    if (!dependent && reads_in_other_order(a, b))
      return refuse(a, b, "other order of memory", "one reduces along rows, the other along columns");
    record(a, b, true, dependent ? "producer and consumer" : "shared reads", size_text(bytes) + " need not move",
           bytes);
    for (int k : members) group_of_[static_cast<size_t>(k)] = a;
    groups_[a] = std::move(members);
    groups_[b].clear();
    return true;
  }

  // Would a nest of column sums also store a tensor with a value per element? A GPU thread keeps the sums of several
  // columns in registers, so few are left for anything else.
  bool crowds_columns(size_t sums, size_t values) const {
    if (has_reduction(values)) return false;
    int64_t columns = 0;
    for (int k : groups_[sums])
      if (kernel(k).columns) columns = std::max(columns, lowering_.hint(product_of(kernel(k).sizes)));
    if (columns == 0) return false;
    std::vector<int> both = groups_[sums];
    both.insert(both.end(), groups_[values].begin(), groups_[values].end());
    return std::any_of(groups_[values].begin(), groups_[values].end(), [&](int k) {
      return lowering_.hint(product_of(kernel(k).sizes)) > 8 * columns &&
             lowering_.needed_outside(kernel(k).buffer, both);
    });
  }

  // Two reductions of equal extents, of which one reduces along the memory order of the shared input and the other
  // across it, cannot share the loads: in one loop nest, one of them would have strided accesses.
  bool reads_in_other_order(size_t a, size_t b) const {
    auto any = [&](size_t g, bool columns) {
      return std::any_of(groups_[g].begin(), groups_[g].end(), [&](int k) {
        return kernel(k).kind == KernelKind::kReduction && kernel(k).columns == columns;
      });
    };
    return (any(a, true) && any(b, false)) || (any(a, false) && any(b, true));
  }

  // If the shared data is small compared with both loops (a small table), fusion saves next to nothing.
  bool worth_sharing(size_t a, size_t b, int64_t bytes) const {
    auto weight = [&](size_t g) {
      const Kernel& k = lead(g);
      return lowering_.hint(product_of(k.sizes)) * std::max<int64_t>(1, lowering_.hint(product_of(k.reduced)));
    };
    return bytes > 0 && bytes * 2 >= std::min(weight(a), weight(b));
  }

  bool direct(size_t a, size_t b) const {
    std::vector<size_t> list = successors(a);
    return std::find(list.begin(), list.end(), b) != list.end();
  }

  void drop_empty() {
    groups_.erase(std::remove_if(groups_.begin(), groups_.end(), [](const std::vector<int>& g) { return g.empty(); }),
                  groups_.end());
  }

  // Topological order; ties in program order.
  void sort_groups() {
    std::vector<int> writer(lowering_.buffers.size(), -1);
    for (size_t g = 0; g < groups_.size(); ++g)
      for (int k : groups_[g])
        for (int buffer : kernel(k).writes) writer[static_cast<size_t>(buffer)] = static_cast<int>(g);
    std::vector<size_t> by_start(groups_.size());
    for (size_t g = 0; g < groups_.size(); ++g) by_start[g] = g;
    auto start = [&](size_t g) { return *std::min_element(groups_[g].begin(), groups_[g].end()); };
    std::sort(by_start.begin(), by_start.end(), [&](size_t a, size_t b) { return start(a) < start(b); });
    std::vector<std::vector<int>> sorted;
    std::vector<char> done(groups_.size());
    std::function<void(size_t)> visit = [&](size_t g) {
      if (done[g]) return;
      done[g] = 1;
      for (int k : groups_[g])
        for (int buffer : kernel(k).reads)
          if (int w = writer[static_cast<size_t>(buffer)]; w >= 0) visit(static_cast<size_t>(w));
      sorted.push_back(groups_[g]);
    };
    for (size_t g : by_start) visit(g);
    groups_ = std::move(sorted);
  }

  // Shortens the live ranges of temporaries. Programs that write to inputs keep their order.
  void order_groups() {
    std::vector<ScheduledStep> steps(groups_.size());
    std::vector<int64_t> bytes(lowering_.buffers.size());
    for (size_t g = 0; g < groups_.size(); ++g)
      for (int k : groups_[g]) {
        for (int buffer : kernel(k).reads) steps[g].reads.push_back(buffer);
        for (int buffer : kernel(k).writes) {
          BufferKind kind = lowering_.buffers[static_cast<size_t>(buffer)].kind;
          if (kind == BufferKind::kInput) return;
          if (!lowering_.needed_outside(buffer, groups_[g])) continue;
          steps[g].writes.push_back(buffer);
          if (kind == BufferKind::kTemporary) bytes[static_cast<size_t>(buffer)] = bytes_of(buffer);
        }
        for (NodeId node : kernel(k).nodes) {
          const OpDef* op = lowering_.graph().at(node).op;
          steps[g].ordered |= op && (op->traits & (kRandom | kMutates));
        }
      }
    std::vector<std::vector<int>> ordered;
    for (size_t g : order_for_memory(steps, bytes)) ordered.push_back(std::move(groups_[g]));
    groups_ = std::move(ordered);
  }

  Lowering& lowering_;
  std::vector<std::vector<int>>& groups_;
  std::vector<size_t> group_of_;
  std::set<std::tuple<std::vector<int>, std::vector<int>>> tried_;
};

void Lowering::fuse() {
  if (options_.fuse) {
    Fuser(*this, groups_).run();
    return;
  }
  for (size_t k = 0; k < kernels.size(); ++k) groups_.push_back({static_cast<int>(k)});
}

void Lowering::add_decision(FusionDecision decision) {
  auto same = [&](const FusionDecision& d) {
    return d.first == decision.first && d.second == decision.second && d.fused == decision.fused &&
           d.rule == decision.rule;
  };
  if (std::none_of(decisions_.begin(), decisions_.end(), same)) decisions_.push_back(std::move(decision));
}

// A node without a kernel of its own was inlined during lowering: each of its users recomputes it. Views
// between the two cost nothing and are skipped.
void Lowering::record_inlined() {
  auto readers_of = [&](NodeId id, auto& self, std::set<NodeId>& found) -> void {
    for (NodeId user : graph_.at(id).users) {
      const Node& node = graph_.at(user);
      if (node.kind != NodeKind::kOp) continue;
      if (node.op->traits & kView) self(user, self, found);
      else found.insert(user);
    }
  };
  std::set<NodeId> computed;  // computed by a kernel of their own
  for (const Kernel& kernel : kernels) computed.insert(kernel.nodes.back());
  for (NodeId id = graph_.first(); id != kNoNode; id = graph_.next(id)) {
    const Node& node = graph_.at(id);
    if (node.kind != NodeKind::kOp || (node.op->traits & kView) || node.metas.size() != 1 || computed.count(id))
      continue;
    if (value({id, 0}).buffer >= 0 || !value({id, 0}).element) continue;
    std::set<NodeId> found;
    readers_of(id, readers_of, found);
    for (NodeId reader : found) {
      FusionDecision decision{true, node.name, graph_.at(reader).name, "computed where it is used", {}, 0, {}};
      std::vector<SymExpr> sizes;
      for (const SymInt& size : node.metas[0].sizes) sizes.push_back(size.expr());
      decision.bytes_saved = 2 * hint(product_of(sizes)) * dtype_bytes(node.metas[0].dtype);
      decision.detail = size_text(decision.bytes_saved) + " need not move";
      for (ItemId item : {node.item, graph_.at(reader).item})
        if (item != kNoItem) decision.items.push_back(item);
      add_decision(std::move(decision));
    }
  }
}

}  // namespace vt
