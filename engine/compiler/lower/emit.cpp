// A group of kernels as one loop nest or one product template. Emission is also the test
// whether they can be fused: a load of a value that the group computes must meet it at the
// same element; otherwise the group is refused with the indices that differ.
#include "lower/emit.h"

#include <algorithm>
#include <utility>

#include "lower/choices.h"
#include "support/check.h"

namespace vt {

using loop::Expr;
using loop::ExprGraph;
using loop::ExprId;
using loop::ScalarOp;

namespace {

std::vector<SymExpr> without_ones(const std::vector<SymExpr>& sizes) {
  std::vector<SymExpr> result;
  for (const SymExpr& size : sizes)
    if (!is_one(size)) result.push_back(size);
  return result;
}

std::vector<SymExpr> piece_sizes(const Kernel& kernel, const LowerContext::Piece& piece) {
  std::vector<SymExpr> sizes = kernel.sizes;
  sizes[kernel.piece_axis] = piece.size;
  return sizes;
}

bool same_sizes(const std::vector<SymExpr>& a, const std::vector<SymExpr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), sym_equal);
}

}  // namespace

GroupEmission::GroupEmission(Lowering& lowering, const std::vector<int>& members)
    : lowering_(lowering), members_(members) {}

ExprId GroupEmission::load(ExprGraph& g, int buffer, const SymExpr& flat) {
  SymExpr index = simplify_index(flat, ranges_);
  auto found = produced_.find(buffer);
  if (found != produced_.end()) {
    ++aligned_;
    if (!found->second.flat) {
      const Buffer& whole = lowering_.buffers[static_cast<size_t>(buffer)];
      refuse("memory deps did not match", whole.name + " is written in pieces");
      return is_floating(whole.dtype) ? g.constant(0, whole.dtype) : g.constant_int(0, whole.dtype);
    }
    if (!sym_equal(index, found->second.flat))
      refuse("memory deps did not match", lowering_.buffers[static_cast<size_t>(buffer)].name + " is written at [" +
                                              sym_text(found->second.flat) + "] and read at [" + sym_text(index) + "]");
    return found->second.value;
  }
  size_t before = g.size();
  ExprId id = g.load(slot(buffer), index, lowering_.buffers[static_cast<size_t>(buffer)].dtype);
  if (g.size() == before) ++aligned_;
  return id;
}

ExprId GroupEmission::gather(ExprGraph& g, int buffer, const SymExpr& flat, ExprId further) {
  const Buffer& whole = lowering_.buffers[static_cast<size_t>(buffer)];
  if (produced_.count(buffer)) {
    refuse("memory deps did not match", whole.name + " is read at positions from memory");
    return is_floating(whole.dtype) ? g.constant(0, whole.dtype) : g.constant_int(0, whole.dtype);
  }
  return g.gather(slot(buffer), simplify_index(flat, ranges_), further, whole.dtype);
}

void GroupEmission::mark(ExprGraph& g, size_t, ItemId item) {
  if (items.size() < g.size()) items.resize(g.size(), item);
}

int64_t GroupEmission::slot(int buffer) {
  auto found = std::find(slots.begin(), slots.end(), buffer);
  if (found == slots.end()) found = slots.insert(slots.end(), buffer);
  return found - slots.begin();
}

void GroupEmission::refuse(std::string rule, std::string detail) {
  if (refusal.rule.empty()) refusal = {std::move(rule), std::move(detail)};
}

void GroupEmission::add_axes(const std::vector<SymExpr>& sizes, std::vector<loop::Axis>& axes) {
  for (const SymExpr& size : sizes) {
    std::string name = "i" + std::to_string(ranges_.size());
    axes.push_back({name, size});
    ranges_.push_back({name, size});
  }
}

// The index into `sizes` at the place where the loops over `axes` are: by position, both
// in row-major order.
Index GroupEmission::map_axes(const std::vector<loop::Axis>& axes, const std::vector<SymExpr>& sizes) {
  std::vector<SymExpr> variables, extents;
  for (const loop::Axis& axis : axes) {
    variables.push_back(sym_variable(axis.variable));
    extents.push_back(axis.extent);
  }
  std::vector<SymExpr> dense = without_ones(sizes);
  Index index(sizes.size(), sym_constant(0));
  std::vector<SymExpr> mapped =
      same_sizes(extents, dense) ? variables : unflatten(flatten(variables, extents), dense, ranges_);
  size_t next = 0;
  for (size_t i = 0; i < sizes.size(); ++i)
    if (!is_one(sizes[i])) index[i] = mapped[next++];
  return index;
}

// Ways to run through `sizes` with the group's loops: with the loops in any order that the
// extents allow (a value per column meets [rows, columns]), else by position.
std::vector<Index> GroupEmission::candidates(const std::vector<SymExpr>& sizes) {
  std::vector<loop::Axis> all = outer;
  all.insert(all.end(), inner.begin(), inner.end());
  std::vector<SymExpr> dense = without_ones(sizes);
  // On a GPU nothing is won by loops that write one result along and another across memory.
  const bool may_permute = !inner.empty() || !lowering_.options().products_by_library;
  if (all.size() != dense.size() || all.size() > 5 || !may_permute) return {map_axes(all, sizes)};
  std::vector<Index> result;
  std::vector<size_t> order(all.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  do {
    std::vector<loop::Axis> axes;
    for (size_t i : order) axes.push_back(all[i]);
    bool fits = true;
    for (size_t i = 0; i < axes.size(); ++i) fits = fits && sym_equal(axes[i].extent, dense[i]);
    if (fits) result.push_back(map_axes(axes, sizes));
  } while (std::next_permutation(order.begin(), order.end()));
  if (result.empty()) result.push_back(map_axes(all, sizes));
  return result;
}

SymExpr GroupEmission::store_index(int buffer, const Index& index) {
  const Buffer& b = lowering_.buffers[static_cast<size_t>(buffer)];
  SymExpr flat = sym_constant(0);
  for (size_t i = 0; i < index.size(); ++i) flat = sym_add(flat, sym_mul(index[i], b.strides[i]));
  return simplify_index(flat, ranges_);
}

void GroupEmission::produce(const Kernel& kernel, ExprId value, SymExpr flat, bool per_row) {
  if (lowering_.needed_outside(kernel.buffer, members_)) results.push_back({kernel.buffer, flat, value, per_row});
  produced_[kernel.buffer] = {value, std::move(flat)};
}

ExprId GroupEmission::evaluate(const Kernel& kernel, const Loader& element, const Index& index) {
  ExprId value = element(exprs, index);
  if (kernel.unrolled) value = fold_choices(exprs, value, ranges_);
  ItemId item = kernel.nodes.empty() ? kNoItem : lowering_.graph().at(kernel.nodes.back()).item;
  mark(exprs, 0, item);
  return value;
}

void GroupEmission::emit_reduction(const Kernel& kernel) {
  Index kept = map_axes(outer, kernel.sizes);
  Index index = kept, reduced = map_axes(inner, kernel.reduced);
  // An axis of one element stands in where nothing is reduced: its index is 0 anyway.
  index.insert(index.end(), reduced.begin(), reduced.end());
  ExprId value = evaluate(kernel, kernel.element, index);
  size_t number = reductions.size();
  for (size_t i = 0; i < reductions.size(); ++i)
    if (reductions[i].kind == kernel.reduce && reductions[i].value == value) number = i;
  if (number == reductions.size()) reductions.push_back({kernel.reduce, kernel.accumulate, value});
  Expr result;
  result.op = ScalarOp::kReduced;
  result.dtype = lowering_.buffers[static_cast<size_t>(kernel.buffer)].dtype;
  result.integer = static_cast<int64_t>(number);
  ExprId id = exprs.add(result);
  mark(exprs, 0, lowering_.graph().at(kernel.nodes.back()).item);
  produce(kernel, id, store_index(kernel.buffer, kept), true);
}

// Do loops over so many elements run with the group's, or once per outer point?
bool GroupEmission::fits(const SymExpr& count) const {
  return sym_equal(count, sym_mul(outer_count_, inner_count_)) || (!inner.empty() && sym_equal(count, outer_count_));
}

// Is the result written part by part, because only the parts run with the group's loops?
bool GroupEmission::in_pieces(const Kernel& kernel) const {
  return !kernel.pieces.empty() && !fits(product_of(kernel.sizes)) &&
         std::all_of(kernel.pieces.begin(), kernel.pieces.end(),
                     [&](const LowerContext::Piece& piece) { return fits(product_of(piece_sizes(kernel, piece))); });
}

GroupEmission::Placed GroupEmission::place(const Kernel& kernel, const Loader& element,
                                           const std::vector<SymExpr>& sizes) {
  SymExpr count = product_of(sizes);
  bool per_row =
      !inner.empty() && !sym_equal(count, sym_mul(outer_count_, inner_count_)) && sym_equal(count, outer_count_);
  if (per_row) {
    Index index = map_axes(outer, sizes);
    return {evaluate(kernel, element, index), index, true};
  }
  // The way that meets most of the group's values and loads at the same elements, of several the first; the first one
  // if there is nothing to meet yet.
  std::vector<Index> ways = candidates(sizes);
  size_t chosen = 0;
  int most = 0;
  for (size_t way = 0; ways.size() > 1 && way < ways.size(); ++way) {
    Snapshot before{exprs, items, slots, refusal};
    aligned_ = 0;
    evaluate(kernel, element, ways[way]);
    bool good = refusal.rule.empty() && aligned_ > most;
    exprs = std::move(before.exprs);
    items = std::move(before.items);
    slots = std::move(before.slots);
    refusal = std::move(before.refusal);
    if (!good) continue;
    chosen = way;
    most = aligned_;
  }
  return {evaluate(kernel, element, ways[chosen]), ways[chosen], false};
}

void GroupEmission::emit_pointwise(const Kernel& kernel) {
  if (!in_pieces(kernel)) {
    Placed placed = place(kernel, kernel.element, kernel.sizes);
    return produce(kernel, placed.value, store_index(kernel.buffer, placed.index), placed.per_row);
  }
  for (const LowerContext::Piece& piece : kernel.pieces) {
    Placed placed = place(kernel, piece.element, piece_sizes(kernel, piece));
    placed.index[kernel.piece_axis] = sym_add(placed.index[kernel.piece_axis], piece.start);
    results.push_back({kernel.buffer, store_index(kernel.buffer, placed.index), placed.value, placed.per_row});
  }
  produced_[kernel.buffer] = {loop::kNoExpr, {}};
}

// Which loops the group has: those of its reductions, or of its largest pointwise kernel
// in the memory order of what that writes.
bool GroupEmission::choose_axes() {
  const Kernel* first = nullptr;
  for (int member : members_) {
    const Kernel& kernel = lowering_.kernels[static_cast<size_t>(member)];
    if (kernel.kind == KernelKind::kReduction &&
        (!first || without_ones(kernel.sizes).size() > without_ones(first->sizes).size()))
      first = &kernel;
  }
  if (first) {
    add_axes(without_ones(first->sizes), outer);
    std::vector<SymExpr> reduced = without_ones(first->reduced);
    if (reduced.empty()) reduced.push_back(sym_constant(1));
    add_axes(reduced, inner);
  } else {
    for (int member : members_) {
      const Kernel& kernel = lowering_.kernels[static_cast<size_t>(member)];
      if (!first || without_ones(kernel.sizes).size() > without_ones(first->sizes).size()) first = &kernel;
    }
    const Buffer& buffer = lowering_.buffers[static_cast<size_t>(first->buffer)];
    std::vector<SymExpr> whole = first->unrolled ? piece_sizes(*first, first->pieces[0]) : first->sizes;
    std::vector<size_t> order;
    for (size_t i = 0; i < whole.size(); ++i)
      if (!is_one(whole[i])) order.push_back(i);
    std::vector<SymExpr> sizes;
    for (size_t i : order) sizes.push_back(whole[i]);
    add_axes(sizes, outer);
    order_axes(*first, buffer, order);
  }
  outer_count_ = inner_count_ = sym_constant(1);
  for (const loop::Axis& axis : outer) outer_count_ = sym_mul(outer_count_, axis.extent);
  for (const loop::Axis& axis : inner) inner_count_ = sym_mul(inner_count_, axis.extent);
  return true;
}

// Loops run in memory order at the end; until then their order is that of the sizes.
void GroupEmission::order_axes(const Kernel&, const Buffer& buffer, const std::vector<size_t>& axes) {
  loop_order_.resize(axes.size());
  for (size_t i = 0; i < axes.size(); ++i) loop_order_[i] = i;
  std::stable_sort(loop_order_.begin(), loop_order_.end(), [&](size_t a, size_t b) {
    return lowering_.hint(buffer.strides[axes[a]]) > lowering_.hint(buffer.strides[axes[b]]);
  });
}

bool GroupEmission::check_ranges() {
  for (int member : members_) {
    const Kernel& kernel = lowering_.kernels[static_cast<size_t>(member)];
    SymExpr count = product_of(kernel.sizes), whole = sym_mul(outer_count_, inner_count_);
    if (kernel.kind == KernelKind::kReduction) {
      SymExpr reduced = product_of(kernel.reduced);
      if (sym_equal(count, outer_count_) && sym_equal(reduced, inner_count_)) continue;
      refuse("reduction sizes differ", sym_text(outer_count_) + " rows of " + sym_text(inner_count_) +
                                           " elements against " + sym_text(count) + " of " + sym_text(reduced));
      return false;
    }
    if (fits(count) || in_pieces(kernel)) continue;
    refuse("sizes differ", "loops over " + sym_text(whole) + " elements against " + sym_text(count));
    return false;
  }
  return true;
}

bool GroupEmission::run() {
  choose_axes();
  if (!check_ranges()) return false;
  for (int member : members_) {
    const Kernel& kernel = lowering_.kernels[static_cast<size_t>(member)];
    if (kernel.kind == KernelKind::kReduction) emit_reduction(kernel);
    else emit_pointwise(kernel);
    if (!refusal.rule.empty()) return false;
  }
  if (!loop_order_.empty()) {
    std::vector<loop::Axis> ordered;
    for (size_t i : loop_order_) ordered.push_back(outer[i]);
    outer = std::move(ordered);
  }
  return true;
}

namespace {

// Records which buffer places a kernel reads, as functions of its loop variables.
class ReadPlaces final : public Emission {
 public:
  ReadPlaces(const std::vector<Buffer>& buffers, IndexRanges ranges) : buffers_(buffers), ranges_(std::move(ranges)) {}
  ExprId load(ExprGraph& g, int buffer, const SymExpr& flat) override {
    places.emplace_back(buffer, simplify_index(flat, ranges_));
    return g.load(buffer, places.back().second, buffers_[static_cast<size_t>(buffer)].dtype);
  }
  // Not a place that loops give.
  ExprId gather(ExprGraph& g, int buffer, const SymExpr& flat, ExprId further) override {
    places.emplace_back(-1, flat);
    return g.gather(buffer, flat, further, buffers_[static_cast<size_t>(buffer)].dtype);
  }
  void mark(ExprGraph&, size_t, ItemId) override {}
  std::vector<std::pair<int, SymExpr>> places;

 private:
  const std::vector<Buffer>& buffers_;
  IndexRanges ranges_;
};

}  // namespace

// The index at which a kernel that only copies a value of the group into another order reads
// the element that the group has at hand; none if it does anything else.
std::optional<Index> GroupEmission::reordered(const Kernel& kernel) {
  IndexRanges ranges;
  Index index;
  for (size_t i = 0; i < kernel.sizes.size(); ++i) {
    ranges.push_back({"v" + std::to_string(i), kernel.sizes[i]});
    index.push_back(is_one(kernel.sizes[i]) ? sym_constant(0) : sym_variable(ranges.back().variable));
  }
  ReadPlaces reads(lowering_.buffers, ranges);
  Emission* previous = std::exchange(lowering_.emission, &reads);
  ExprGraph g;
  kernel.element(g, index);
  lowering_.emission = previous;
  if (reads.places.empty()) return std::nullopt;
  auto [buffer, place] = reads.places[0];
  auto found = produced_.find(buffer);
  for (const auto& [other, at] : reads.places)
    if (other != buffer || !sym_equal(at, place)) return std::nullopt;
  if (found == produced_.end() || !found->second.flat) return std::nullopt;
  // A permutation of a dense buffer: the steps, smallest first, are products of the sizes below.
  std::vector<std::pair<SymExpr, size_t>> steps;
  for (size_t i = 0; i < index.size(); ++i) {
    if (is_one(kernel.sizes[i])) continue;
    SymExpr step;
    if (!linear_in(place, ranges[i].variable, &step, &place)) return std::nullopt;
    steps.emplace_back(step, i);
  }
  int64_t rest = -1;
  if (!sym_is_constant(place, &rest) || rest != 0) return std::nullopt;
  std::stable_sort(steps.begin(), steps.end(),
                   [&](const auto& a, const auto& b) { return lowering_.hint(a.first) < lowering_.hint(b.first); });
  SymExpr expected = sym_constant(1), at = found->second.flat;
  for (size_t i = 0; i < steps.size(); ++i) {
    auto [step, axis] = steps[i];
    if (!sym_equal(step, expected)) return std::nullopt;
    index[axis] = i + 1 == steps.size() ? at : simplify_index(sym_mod(at, kernel.sizes[axis]), ranges_);
    at = simplify_index(sym_floordiv(at, kernel.sizes[axis]), ranges_);
    expected = sym_mul(expected, kernel.sizes[axis]);
  }
  return index;
}

bool GroupEmission::run_template() {
  const Kernel& product = lowering_.kernels[static_cast<size_t>(members_[0])];
  outer = {{"b", product.batch}, {"m", product.m}, {"n", product.n}};
  for (const loop::Axis& axis : outer) ranges_.push_back({axis.variable, axis.extent});
  Index box;
  std::vector<loop::Axis> axes;
  for (const loop::Axis& axis : outer) {
    bool one = is_one(axis.extent);
    box.push_back(one ? sym_constant(0) : sym_variable(axis.variable));
    if (!one) axes.push_back(axis);
  }
  slot(product.a.buffer);
  slot(product.b.buffer);
  Expr carry;
  carry.op = ScalarOp::kCarry;
  ExprId sum = exprs.add(carry);
  mark(exprs, 0, lowering_.graph().at(product.nodes.back()).item);
  std::vector<SymExpr> box_sizes = {product.batch, product.m, product.n};
  Index result_index = map_axes(axes, product.sizes);
  Index finish_index = product.sizes.size() >= 3 || product.sizes.size() == 2 ? result_index : box;
  ExprId value = product.finish(exprs, sum, finish_index);
  mark(exprs, 0, lowering_.graph().at(product.nodes.back()).item);
  produce(product, value, store_index(product.buffer, result_index), false);
  SymExpr whole = product_of(box_sizes);
  for (size_t i = 1; i < members_.size(); ++i) {
    const Kernel& kernel = lowering_.kernels[static_cast<size_t>(members_[i])];
    if (!sym_equal(product_of(kernel.sizes), whole)) {
      refuse("sizes differ",
             "a product of " + sym_text(whole) + " elements against " + sym_text(product_of(kernel.sizes)));
      return false;
    }
    Index index = map_axes(axes, kernel.sizes);
    if (lowering_.options().products_by_library)
      if (std::optional<Index> other = reordered(kernel)) index = *other;
    produce(kernel, evaluate(kernel, kernel.element, index), store_index(kernel.buffer, index), false);
    if (!refusal.rule.empty()) return false;
  }
  return true;
}

bool Lowering::needed_outside(int buffer, const std::vector<int>& members) const {
  if (output_buffers.count(buffer)) return true;
  const std::set<int>& list = readers[static_cast<size_t>(buffer)];
  return std::any_of(list.begin(), list.end(),
                     [&](int reader) { return std::find(members.begin(), members.end(), reader) == members.end(); });
}

Emitted Lowering::emit(const std::vector<int>& members, bool) {
  Emitted result;
  const Kernel& first = kernels[static_cast<size_t>(members[0])];
  if (first.kind == KernelKind::kExtern) {
    result.step = first.call;
    return result;
  }
  GroupEmission group(*this, members);
  Emission* previous = emission;
  emission = &group;
  bool is_template = first.kind == KernelKind::kMatmul;
  bool done = is_template ? group.run_template() : group.run();
  emission = previous;
  if (!done) {
    result.refusal = group.refusal;
    return result;
  }
  if (is_template) result.step = finish_template(group, *this, first);
  else result.step = finish_nest(group, *this);
  return result;
}

std::string Lowering::kernel_name(const std::vector<int>& members, const char* prefix) {
  std::vector<NodeId> nodes;
  for (int member : members)
    for (NodeId node : kernels[static_cast<size_t>(member)].nodes)
      if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
  std::sort(nodes.begin(), nodes.end());
  std::string name = prefix;
  int count = 0;
  std::string last;
  for (NodeId node : nodes) {
    if (!graph_.at(node).op) continue;
    std::string op = graph_.at(node).op->name;
    op = op.substr(0, op.find('.'));
    if ((graph_.at(node).op->traits & kView) || op == last) continue;
    if (++count > 8) break;
    name += "_" + op;
    last = op;
  }
  return name;
}

}  // namespace vt
