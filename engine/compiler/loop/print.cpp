#include <algorithm>

#include "loop/nest.h"

namespace vt::loop {
namespace {

const char* const kReduceNames[] = {"sum", "prod", "max", "min", "any", "all", "argmax", "argmin", "deviations"};

// Prints the expressions that a list of roots uses, each once, as `v3 = add v1, v2`.
class BodyPrinter {
 public:
  BodyPrinter(const ExprGraph& exprs, const std::vector<NestBuffer>& buffers, const std::vector<ItemId>& items,
              std::vector<NestLine>& lines)
      : exprs_(exprs), buffers_(buffers), items_(items), lines_(lines), names_(exprs.size(), -1) {}

  // forget(mark) removes the names defined since `mark`, because their loop has ended.
  size_t mark() const { return defined_.size(); }
  void forget(size_t mark) {
    for (size_t i = mark; i < defined_.size(); ++i) names_[defined_[i]] = -1;
    defined_.resize(mark);
  }

  std::string value(ExprId id, int depth) {
    const Expr& e = exprs_.at(id);
    if (e.op == ScalarOp::kConstant) return exprs_.text(id);
    if (e.op == ScalarOp::kReduced) return "reduced" + std::to_string(e.integer);
    if (e.op == ScalarOp::kCarry) return "product";
    uint32_t slot = static_cast<uint32_t>(id);
    if (names_[slot] < 0) define(id, depth);
    return "v" + std::to_string(names_[slot]);
  }

  void line(std::string text, int depth, std::vector<ItemId> items) {
    lines_.push_back({std::string(static_cast<size_t>(depth) * 2, ' ') + std::move(text), std::move(items)});
  }
  std::string buffer(int64_t index) const { return buffers_[static_cast<size_t>(index)].name; }
  std::vector<ItemId> items_of(ExprId id) const {
    uint32_t slot = static_cast<uint32_t>(id);
    if (slot < items_.size() && items_[slot] != kNoItem) return {items_[slot]};
    return {};
  }

 private:
  void define(ExprId id, int depth) {
    const Expr& e = exprs_.at(id);
    std::string text = std::string(scalar_op_info(e.op).name);
    if (e.op == ScalarOp::kCast || e.op == ScalarOp::kBitcast) text += std::string(".") + dtype_short_name(e.dtype);
    if (e.op == ScalarOp::kLoad) text += " " + buffer(e.integer) + "[" + sym_text(e.index) + "]";
    if (e.op == ScalarOp::kIndex) text += " " + sym_text(e.index);
    if (e.op == ScalarOp::kGather) {
      const std::string further = value(e.operands[0], depth);
      text += " " + buffer(e.integer) + "[" + sym_text(e.index) + " + " + further + "]";
    }
    if (e.op == ScalarOp::kPosition) text += " " + value(e.operands[0], depth) + " of " + sym_text(e.index);
    const bool named = e.op == ScalarOp::kGather || e.op == ScalarOp::kPosition;
    for (int i = 0; !named && i < scalar_op_info(e.op).operands; ++i)
      text += (i ? ", " : " ") + value(e.operands[i], depth);
    uint32_t slot = static_cast<uint32_t>(id);
    names_[slot] = next_++;
    defined_.push_back(slot);
    line("v" + std::to_string(names_[slot]) + " = " + text, depth, items_of(id));
  }

  const ExprGraph& exprs_;
  const std::vector<NestBuffer>& buffers_;
  const std::vector<ItemId>& items_;
  std::vector<NestLine>& lines_;
  std::vector<int> names_;
  std::vector<uint32_t> defined_;
  int next_ = 0;
};

void print_store(BodyPrinter& body, const Store& store, int depth) {
  std::string value = body.value(store.value, depth);
  body.line(body.buffer(store.buffer) + "[" + sym_text(store.index) + "] = " + value, depth,
            body.items_of(store.value));
}

std::string signature(const std::string& keyword, const std::string& name, const std::vector<NestBuffer>& buffers,
                      const std::vector<std::string>& symbols) {
  std::string text = keyword + " " + name + "(";
  bool first = true;
  for (const NestBuffer& buffer : buffers) {
    text += (first ? "" : ", ") + buffer.name + ": " + dtype_short_name(buffer.dtype) + (buffer.written ? " out" : "");
    first = false;
  }
  for (const std::string& symbol : symbols) {
    text += (first ? "" : ", ") + symbol;
    first = false;
  }
  return text + "):";
}

std::vector<ItemId> own_item(ItemId item) {
  return item == kNoItem ? std::vector<ItemId>{} : std::vector<ItemId>{item};
}

int print_axes(BodyPrinter& body, const std::vector<Axis>& axes, const char* note, int depth, ItemId item) {
  for (const Axis& axis : axes) {
    body.line("for " + axis.variable + " in 0.." + sym_text(axis.extent) + ":" + note, depth, own_item(item));
    ++depth;
  }
  return depth;
}

}  // namespace

std::string reduce_name(Reduce kind) { return kReduceNames[static_cast<size_t>(kind)]; }

std::vector<NestLine> print_nest(const LoopNest& nest) {
  std::vector<NestLine> lines;
  BodyPrinter body(nest.exprs, nest.buffers, nest.items, lines);
  body.line(signature("kernel", nest.name, nest.buffers, nest.symbols), 0, own_item(nest.item));
  int depth = print_axes(body, nest.outer, "  # parallel", 1, nest.item);
  int reduced = 0;
  for (size_t p = 0; p < nest.phases.size(); ++p) {
    std::string note = nest.phases.size() > 1 ? "  # phase " + std::to_string(p) : std::string();
    size_t mark = body.mark();
    int inside = print_axes(body, nest.inner, note.c_str(), depth, nest.item);
    for (const Reduction& reduction : nest.phases[p].reductions) {
      std::string value = body.value(reduction.value, inside);
      body.line("reduced" + std::to_string(reduced++) + " " + reduce_name(reduction.kind) + "= " + value, inside,
                body.items_of(reduction.value));
    }
    for (const Store& store : nest.phases[p].stores) print_store(body, store, inside);
    if (!nest.inner.empty()) body.forget(mark);
  }
  for (const Store& store : nest.row_stores) print_store(body, store, depth);
  return lines;
}

std::vector<NestLine> print_template(const MatmulTemplate& nest) {
  std::vector<NestLine> lines;
  BodyPrinter body(nest.exprs, nest.buffers, nest.items, lines);
  body.line(signature("matmul", nest.name, nest.buffers, nest.symbols), 0, own_item(nest.item));
  std::string ranges;
  int64_t batch = 0;
  if (!sym_is_constant(nest.batch, &batch) || batch != 1) ranges = "b in 0.." + sym_text(nest.batch) + ", ";
  ranges += "m in 0.." + sym_text(nest.m) + ", n in 0.." + sym_text(nest.n);
  body.line("for " + ranges + ":  # tiled", 1, own_item(nest.item));
  auto element = [&](const MatmulTemplate::Operand& operand, const char* row, const char* column) {
    SymExpr index = operand.offset;
    index = sym_add(index, sym_mul(sym_variable("b"), operand.batch_stride));
    index = sym_add(index, sym_mul(sym_variable(row), operand.row_stride));
    index = sym_add(index, sym_mul(sym_variable(column), operand.column_stride));
    return body.buffer(operand.buffer) + "[" + sym_text(index) + "]";
  };
  body.line("product = sum over k in 0.." + sym_text(nest.k) + " of " + element(nest.a, "m", "k") + " * " +
                element(nest.b, "k", "n"),
            2, own_item(nest.item));
  for (const Store& store : nest.epilogue) print_store(body, store, 2);
  return lines;
}

}  // namespace vt::loop
