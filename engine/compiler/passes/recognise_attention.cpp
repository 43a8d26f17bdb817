#include "passes/recognise_attention.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "ops/device_kernels.h"
#include "passes/facts.h"
#include "support/check.h"

namespace vt {
namespace {

const OpDef& need(std::string_view name) {
  const OpDef* op = op_named(name);
  VT_CHECK(op, "an op that this pass writes");
  return *op;
}

// Matches the pattern that ends in one product of attention weights and values (a bmm), and rewrites it.
class Match {
 public:
  Match(Graph& graph, NodeId product) : graph_(graph), out_(product) {}

  bool run() {
    if (!forward() || !backward()) return false;
    // Matched nodes must have no other users: they would survive the rewrite and be computed twice.
    for (NodeId part : inside_) {
      if (results_.count(part)) continue;
      if (graph_.is_output(part)) return false;
      for (NodeId user : at(part).users)
        if (!inside_.count(user)) return false;
    }
    rewrite();
    return true;
  }

 private:
  const Node& at(NodeId id) const { return graph_.at(id); }
  const TensorMeta& meta(ValueRef v) const { return graph_.meta(v); }
  bool last_axis(const Node& node) const {
    const int rank = static_cast<int>(meta(*arg(node, 0)).sizes.size());
    const IntList* axes = node.args.size() > 1 ? std::get_if<IntList>(&node.args[1].plain.value) : nullptr;
    return axes && axes->size() == 1 && ((*axes)[0] == SymInt(rank - 1) || (*axes)[0] == SymInt(-1));
  }
  std::optional<ValueRef> arg(const Node& node, size_t i) const { return value_arg(node, i); }

  // The batch can be one axis in the products and several in the softmax, and a softmax can have another dtype:
  // a reshape that keeps the last two axes, or a cast.
  bool keeps_rows(const Node& node) const {
    if (is_op(node, "_to_copy")) return true;
    if (!is_op(node, "view") && !is_op(node, "_unsafe_view") && !is_op(node, "reshape")) return false;
    const std::vector<SymInt>&to = node.metas[0].sizes, &from = meta(*arg(node, 0)).sizes;
    return to.size() >= 3 && from.size() >= 3 && to.back() == from.back() && to.end()[-2] == from.end()[-2];
  }
  // Follows such reshapes, casts and multiplications by numbers back to their input; `factor` gets the product.
  std::optional<ValueRef> behind(ValueRef v, double& factor) {
    while (true) {
      const Node& node = at(v.node);
      bool cast = keeps_rows(node);
      bool mul = is_op(node, "mul"), div = is_op(node, "div");
      if (!cast && !mul && !div) return v;
      std::optional<double> number = cast ? 1.0 : number_arg(node, 1);
      std::optional<ValueRef> inner = arg(node, 0);
      if (!number || !inner || !(std::abs(*number) > 0)) return cast ? std::nullopt : std::optional(v);
      if (div && node.args.size() > 2) return v;
      factor = div ? factor / *number : factor * *number;
      inside_.insert(v.node);
      v = *inner;
    }
  }

  // weights = exp(x - max x) / sum of that
  bool softmax(ValueRef weights, ValueRef& x) {
    const Node& quotient = at(weights.node);
    if (!is_op(quotient, "div")) return false;
    std::optional<ValueRef> powers = arg(quotient, 0), sum = arg(quotient, 1);
    if (!powers || !sum || !is_op(at(powers->node), "exp") || !is_op(at(sum->node), "sum")) return false;
    std::optional<ValueRef> shifted = arg(at(powers->node), 0);
    if (arg(at(sum->node), 0) != powers || !last_axis(at(sum->node)) || !shifted) return false;
    const Node& difference = at(shifted->node);
    if (!is_op(difference, "sub")) return false;
    std::optional<ValueRef> whole = arg(difference, 0), most = arg(difference, 1);
    if (!whole || !most || !is_op(at(most->node), "amax") || arg(at(most->node), 0) != whole ||
        !last_axis(at(most->node)))
      return false;
    x = *whole;
    inside_.insert({weights.node, powers->node, sum->node, shifted->node, most->node});
    return true;
  }

  bool forward() {
    const Node& product = at(out_);
    if (!is_op(product, "bmm")) return false;
    std::optional<ValueRef> left = arg(product, 0), right = arg(product, 1);
    if (!left || !right) return false;
    inside_.insert(out_);
    results_.insert(out_);
    weights_ = {*left};
    while (keeps_rows(at(weights_.back().node))) {
      inside_.insert(weights_.back().node);
      weights_.push_back(*arg(at(weights_.back().node), 0));
    }
    ValueRef x;
    if (!softmax(weights_.back(), x)) return false;
    std::optional<ValueRef> scores = behind(x, scores_factor_);
    if (!scores || !is_op(at(scores->node), "bmm")) return false;
    scores_ = *scores;
    inside_.insert(scores_.node);
    std::optional<ValueRef> q = arg(at(scores_.node), 0), kt = arg(at(scores_.node), 1);
    if (!q || !kt) return false;
    scaled_q_ = *q;
    kt_ = *kt;
    v_ = *right;
    // q is scaled before the product. The match uses the unscaled q; the mul node itself stays if it has other users.
    const Node& scaling = at(q->node);
    std::optional<double> number = is_op(scaling, "mul") ? number_arg(scaling, 1) : std::nullopt;
    if (number && arg(scaling, 0) && meta(*arg(scaling, 0)).dtype == meta(*q).dtype) {
      q_factor_ = *number;
      q_ = *arg(scaling, 0);
    } else q_ = *q;
    const TensorMeta& shape = meta(q_);
    if (shape.sizes.size() != 3 || shape.sizes[2].symbolic()) return false;
    bool same = meta(v_).sizes.size() == 3 && meta(v_).sizes[2] == shape.sizes[2] && meta(kt_).dtype == shape.dtype &&
                meta(v_).dtype == shape.dtype && meta({out_, 0}).dtype == shape.dtype;
    return same && fits_attention_kernel(shape.dtype, shape.sizes[2].hint());
  }

  bool is_transpose_of(NodeId node, ValueRef of) const {
    const Node& t = at(node);
    if (!is_op(t, "transpose") || arg(t, 0) != of) return false;
    auto axis = [&](size_t i) {
      std::optional<double> n = number_arg(t, i);
      return n ? (*n < 0 ? *n + 3 : *n) : -1;
    };
    return axis(1) + axis(2) == 3 && axis(1) * axis(2) == 2;
  }
  // The users of `of` that transpose its last two axes.
  std::vector<NodeId> transposes(ValueRef of) const {
    std::vector<NodeId> found;
    for (NodeId user : at(of.node).users)
      if (is_transpose_of(user, of)) found.push_back(user);
    return found;
  }
  // The only bmm of one of `lefts` with `right` (nullopt: any); kNoNode if there is none or several.
  NodeId product_of(const std::vector<NodeId>& lefts, std::optional<ValueRef> right) const {
    NodeId found = kNoNode;
    for (NodeId left : lefts)
      for (NodeId user : at(left).users) {
        const Node& node = at(user);
        if (!is_op(node, "bmm") || arg(node, 0) != ValueRef{left, 0} || (right && arg(node, 1) != right)) continue;
        if (found != kNoNode) return kNoNode;
        found = user;
      }
    return found;
  }
  NodeId only_reader(NodeId node, std::string_view op) const {
    NodeId found = kNoNode;
    for (NodeId user : at(node).users) {
      if (user == found) continue;
      if (found != kNoNode || !is_op(at(user), op)) return kNoNode;
      found = user;
    }
    return found;
  }

  bool reads_weights(NodeId node) const {
    return std::any_of(weights_.begin(), weights_.end(),
                       [&](ValueRef w) { return arg(at(node), 0) == w || arg(at(node), 1) == w; });
  }
  // Matches the gradients. Also true if there are none: then only the forward product uses the weights.
  bool backward() {
    NodeId v_grad = product_of(transposes(weights_[0]), std::nullopt);
    if (v_grad == kNoNode) return true;
    std::optional<ValueRef> grad = arg(at(v_grad), 1);
    if (!grad) return false;
    for (NodeId t : transposes(weights_[0])) inside_.insert(t);
    // Gradient of the weights, then softmax's: weights * (d weights - sum of weights * d weights).
    NodeId of_weights = kNoNode;
    for (NodeId user : at(grad->node).users) {
      const Node& node = at(user);
      std::optional<ValueRef> vt = is_op(node, "bmm") ? arg(node, 1) : std::nullopt;
      if (vt && arg(node, 0) == grad && is_transpose_of(vt->node, v_)) of_weights = user;
    }
    if (of_weights == kNoNode) return false;
    inside_.insert(of_weights);
    NodeId wide = of_weights;
    while (at(wide).users.size() == 1 && keeps_rows(at(at(wide).users[0]))) inside_.insert(wide = at(wide).users[0]);
    NodeId weighted = only_reader(wide, "mul");
    if (weighted == kNoNode) return false;
    bool reads = reads_weights(weighted);
    NodeId sum = kNoNode, difference = kNoNode;
    for (NodeId user : at(weighted).users) {
      if (is_op(at(user), "sum") && last_axis(at(user))) sum = user;
      if (is_op(at(user), "sub") && arg(at(user), 0) == ValueRef{weighted, 0}) difference = user;
    }
    if (!reads || sum == kNoNode || difference == kNoNode || at(weighted).users.size() != 2) return false;
    NodeId share = only_reader(sum, "mul");
    if (share == kNoNode || arg(at(difference), 1) != ValueRef{share, 0} || !reads_weights(share)) return false;
    inside_.insert({weighted, sum, difference, share});
    // Follow the reshapes, casts and scalings that mirror those between the product and the softmax.
    double factor = 1;
    NodeId inner = difference;
    while (true) {
      NodeId next = kNoNode;
      if (at(inner).users.size() == 1) {
        const Node& user = at(at(inner).users[0]);
        bool scaling = (is_op(user, "mul") || (is_op(user, "div") && user.args.size() == 2)) && number_arg(user, 1);
        if (keeps_rows(user) || scaling) next = user.id;
        if (scaling) factor = is_op(user, "mul") ? factor * *number_arg(user, 1) : factor / *number_arg(user, 1);
      }
      if (next == kNoNode) break;
      inside_.insert(inner = next);
    }
    if (std::abs(factor - scores_factor_) > 1e-6 * std::abs(factor)) return false;
    NodeId q_grad = kNoNode, kt_grad = kNoNode;
    for (NodeId user : at(inner).users) {
      const Node& node = at(user);
      if (!is_op(node, "bmm")) return false;
      std::optional<ValueRef> left = arg(node, 0), right = arg(node, 1);
      if (left == ValueRef{inner, 0} && right && is_transpose_of(right->node, kt_)) q_grad = user;
      else if (right == ValueRef{inner, 0} && left && is_transpose_of(left->node, scaled_q_)) kt_grad = user;
      else return false;
    }
    if (q_grad == kNoNode || kt_grad == kNoNode) return false;
    inside_.insert({v_grad, q_grad, kt_grad});
    if (q_factor_ != 1) {
      NodeId scaling = only_reader(q_grad, "mul");
      std::optional<double> number = scaling == kNoNode ? std::nullopt : number_arg(at(scaling), 1);
      if (!number || *number != q_factor_ || graph_.is_output(q_grad)) return false;
      inside_.insert(q_grad = scaling);
    }
    results_.insert({v_grad, q_grad, kt_grad});
    grad_ = *grad;
    q_grad_ = q_grad, kt_grad_ = kt_grad, v_grad_ = v_grad, of_weights_ = of_weights;
    return true;
  }

  ValueRef transposed(ValueRef v, NodeId like) {
    return {
        graph_.add_op(need("transpose"), {NodeArg::of(v), NodeArg::of(Arg(1)), NodeArg::of(Arg(2))}, {}, at(like).item),
        0};
  }
  void rewrite() {
    graph_.insert_before(out_);
    ValueRef k = transposed(kt_, out_);
    NodeArg scale = NodeArg::of(Arg(q_factor_ * scores_factor_));
    NodeId forward =
        graph_.add_op(op_fused_attention, {NodeArg::of(q_), NodeArg::of(k), NodeArg::of(v_), scale}, {}, at(out_).item);
    graph_.at(forward).checkpoint = at(out_).checkpoint;
    if (v_grad_ != kNoNode) {
      // Both products that use the gradient of the output must come after the new node.
      std::vector<NodeId> order = graph_.order();
      for (NodeId id : order)
        if (id == v_grad_ || id == of_weights_) {
          graph_.insert_before(id);
          break;
        }
      NodeId backward = graph_.add_op(op_fused_attention_backward,
                                      {NodeArg::of(grad_), NodeArg::of(q_), NodeArg::of(k), NodeArg::of(v_),
                                       NodeArg::of(ValueRef{forward, 0}), NodeArg::of(ValueRef{forward, 1}), scale},
                                      {}, at(v_grad_).item);
      ValueRef kt_grad = transposed({backward, 1}, kt_grad_);
      graph_.replace_value({q_grad_, 0}, {backward, 0});
      graph_.replace_value({kt_grad_, 0}, kt_grad);
      graph_.replace_value({v_grad_, 0}, {backward, 2});
    }
    graph_.replace_value({out_, 0}, {forward, 0});
    graph_.insert_at_end();
  }

  Graph& graph_;
  NodeId out_;
  std::vector<ValueRef> weights_;  // from the form that the product uses back to the softmax's result
  ValueRef scores_, q_, scaled_q_, kt_, v_, grad_;
  double q_factor_ = 1, scores_factor_ = 1;
  NodeId q_grad_ = kNoNode, kt_grad_ = kNoNode, v_grad_ = kNoNode, of_weights_ = kNoNode;
  std::set<NodeId> inside_, results_;
};

}  // namespace

bool recognise_attention(Graph& graph) {
  bool changed = false;
  for (NodeId id : graph.order()) {
    const Node& node = graph.at(id);
    if (is_op(node, "bmm") && (!node.users.empty() || graph.is_output(id))) changed |= Match(graph, id).run();
  }
  return changed;
}

}  // namespace vt
