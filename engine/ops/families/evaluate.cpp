// Evaluates a scalar expression over whole tensors: blocks of a few hundred elements that
// stay in the first-level cache, one vectorisable loop per operation. Registers have four
// types (bool, int64, float, double); narrower integers wrap after each operation.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "ops/families/evaluate_steps.h"
#include "ops/families/pointwise.h"
#include "ops/kernels/parallel.h"
#include "support/check.h"

namespace vt {
namespace {

constexpr int64_t kBlock = 512;

// One operand's walk over the elements in the order of the output's memory.
struct Walk {
  const std::byte* base = nullptr;
  DType dtype = DType::kFloat32;
  std::vector<int64_t> strides;  // elements, innermost first
};

// The common iteration space: axes innermost first, neighbours merged where all agree.
struct Space {
  std::vector<int64_t> extents;
  int64_t count = 1;
};

Space plan_space(const Tensor& out, std::span<const Tensor> inputs, std::vector<Walk>& walks) {
  int rank = out.rank();
  std::vector<int> order;
  for (int i = rank - 1; i >= 0; --i)
    if (out.size(i) != 1) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return out.strides()[a] < out.strides()[b]; });
  auto stride_of = [&](const Tensor& t, int axis) -> int64_t {
    int own = axis - (rank - t.rank());
    return own < 0 || t.size(own) == 1 ? 0 : t.strides()[own];
  };
  Space space;
  space.count = out.numel();
  walks.resize(inputs.size() + 1);
  for (size_t w = 0; w < walks.size(); ++w) {
    const Tensor& t = w == 0 ? out : inputs[w - 1];
    walks[w].dtype = t.dtype();
    walks[w].base = t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype());
  }
  for (int axis : order) {
    bool merge = !space.extents.empty();
    for (size_t w = 0; w < walks.size() && merge; ++w) {
      const Tensor& t = w == 0 ? out : inputs[w - 1];
      merge = stride_of(t, axis) == walks[w].strides.back() * space.extents.back();
    }
    if (merge) {
      space.extents.back() *= out.size(axis);
      continue;
    }
    space.extents.push_back(out.size(axis));
    for (size_t w = 0; w < walks.size(); ++w) walks[w].strides.push_back(stride_of(w == 0 ? out : inputs[w - 1], axis));
  }
  if (space.extents.empty()) {
    space.extents.push_back(1);
    for (Walk& walk : walks) walk.strides.push_back(1);
  }
  return space;
}

// Calls `run(element offset, position, length)` for each run along the innermost axis.
template <class Run>
void for_each_run(const Space& space, const Walk& walk, int64_t start, int64_t length, Run run) {
  int64_t inner = space.extents[0];
  int64_t position = 0;
  int64_t row = start / inner, column = start % inner;
  while (position < length) {
    int64_t offset = column * walk.strides[0];
    int64_t rest = row;
    for (size_t axis = 1; axis < space.extents.size(); ++axis) {
      offset += rest % space.extents[axis] * walk.strides[axis];
      rest /= space.extents[axis];
    }
    int64_t n = std::min(inner - column, length - position);
    run(offset, position, n);
    position += n;
    column = 0;
    ++row;
  }
}

struct Compiled {
  struct Node {
    EvaluateStep step = nullptr;
    EvaluateStep wrap = nullptr;
    int operands[3] = {-1, -1, -1};
    int input = -1;
    bool constant = false;
    DType dtype;
  };
  std::vector<Node> nodes;
  int result = 0;
};

// Only what the result needs, in order.
Compiled compile_expression(const ExprGraph& graph, ExprId result) {
  std::vector<char> needed(graph.size(), 0);
  needed[static_cast<size_t>(result)] = 1;
  for (size_t i = graph.size(); i-- > 0;)
    if (needed[i])
      for (ExprId operand : graph.at(ExprId(i)).operands)
        if (operand != loop::kNoExpr) needed[static_cast<size_t>(operand)] = 1;
  std::vector<int> place(graph.size(), -1);
  Compiled compiled;
  for (size_t i = 0; i < graph.size(); ++i) {
    if (!needed[i]) continue;
    const loop::Expr& expr = graph.at(ExprId(i));
    Compiled::Node node;
    node.dtype = expr.dtype;
    if (expr.op == S::kInput) node.input = static_cast<int>(expr.integer);
    else if (expr.op == S::kConstant || expr.op == S::kIndex) node.constant = true;
    for (int k = 0; k < 3; ++k)
      if (expr.operands[k] != loop::kNoExpr) node.operands[k] = place[static_cast<size_t>(expr.operands[k])];
    if (!node.constant && node.input < 0) {
      DType from = compiled.nodes[static_cast<size_t>(node.operands[0])].dtype;
      node.step = evaluate_step(expr.op, from, expr.dtype);
      node.wrap = wrap_step(expr.op, expr.dtype);
    }
    place[i] = static_cast<int>(compiled.nodes.size());
    compiled.nodes.push_back(node);
  }
  compiled.result = place[static_cast<size_t>(result)];
  return compiled;
}

void fill_constant(const loop::Expr& expr, std::byte* block) {
  int64_t integer = expr.op == S::kIndex ? SymInt(0, expr.index).hint() : expr.integer;
  switch (register_type(expr.dtype)) {
    case RegisterType::kBool: std::fill_n(reinterpret_cast<uint8_t*>(block), kBlock, uint8_t(integer != 0)); break;
    case RegisterType::kInt: std::fill_n(reinterpret_cast<int64_t*>(block), kBlock, integer); break;
    case RegisterType::kFloat: std::fill_n(reinterpret_cast<float*>(block), kBlock, static_cast<float>(expr.number)); break;
    case RegisterType::kDouble: std::fill_n(reinterpret_cast<double*>(block), kBlock, expr.number); break;
  }
}

class Evaluation {
 public:
  Evaluation(const ExprGraph& graph, ExprId result, const Compiled& compiled, const Space& space, const std::vector<Walk>& walks)
      : compiled_(compiled), space_(space), walks_(walks), blocks_(compiled.nodes.size() * kBlock * 8) {
    std::vector<const loop::Expr*> constants;
    // Constants keep their order among the needed nodes, so they are matched by a second pass.
    collect(graph, result, constants);
    for (size_t i = 0; i < compiled_.nodes.size(); ++i)
      if (compiled_.nodes[i].constant) fill_constant(*constants[i], block(i));
  }

  void run(int64_t begin, int64_t end) {
    for (int64_t start = begin; start < end; start += kBlock) run_block(start, std::min(kBlock, end - start));
  }

 private:
  std::byte* block(size_t i) { return blocks_.data() + i * kBlock * 8; }

  void collect(const ExprGraph& graph, ExprId result, std::vector<const loop::Expr*>& exprs) {
    std::vector<char> needed(graph.size(), 0);
    needed[static_cast<size_t>(result)] = 1;
    for (size_t i = graph.size(); i-- > 0;)
      if (needed[i])
        for (ExprId operand : graph.at(ExprId(i)).operands)
          if (operand != loop::kNoExpr) needed[static_cast<size_t>(operand)] = 1;
    for (size_t i = 0; i < graph.size(); ++i)
      if (needed[i]) exprs.push_back(&graph.at(ExprId(i)));
  }

  void run_block(int64_t start, int64_t length) {
    size_t count = compiled_.nodes.size();
    const std::byte* values[256];
    VT_CHECK(count <= 256, "an elementwise op has at most 256 operations");
    for (size_t i = 0; i < count; ++i) {
      const Compiled::Node& node = compiled_.nodes[i];
      values[i] = block(i);
      if (node.constant) continue;
      if (node.input >= 0) {
        values[i] = load(node, block(i), start, length);
        continue;
      }
      auto operand = [&](int k) { return node.operands[k] < 0 ? nullptr : values[node.operands[k]]; };
      node.step(block(i), operand(0), operand(1), operand(2), length);
      if (node.wrap) node.wrap(block(i), block(i), nullptr, nullptr, length);
    }
    store(values[compiled_.result], compiled_.nodes[static_cast<size_t>(compiled_.result)].dtype, start, length);
  }

  const std::byte* load(const Compiled::Node& node, std::byte* into, int64_t start, int64_t length) {
    const Walk& walk = walks_[static_cast<size_t>(node.input) + 1];
    bool linear = space_.extents.size() == 1 && walk.strides[0] == 1;
    if (linear && walk.dtype == node.dtype && stored_as_register(walk.dtype)) return walk.base + start * dtype_bytes(walk.dtype);
    LoadStep convert = load_step(walk.dtype, node.dtype);
    int64_t width = dtype_bytes(walk.dtype), register_width = register_bytes(node.dtype);
    for_each_run(space_, walk, start, length, [&](int64_t offset, int64_t position, int64_t n) {
      convert(into + position * register_width, walk.base + offset * width, walk.strides[0], n);
    });
    return into;
  }

  void store(const std::byte* from, DType from_dtype, int64_t start, int64_t length) {
    const Walk& walk = walks_[0];
    StoreStep convert = store_step(from_dtype, walk.dtype);
    int64_t width = dtype_bytes(walk.dtype), register_width = register_bytes(from_dtype);
    for_each_run(space_, walk, start, length, [&](int64_t offset, int64_t position, int64_t n) {
      convert(const_cast<std::byte*>(walk.base) + offset * width, walk.strides[0], from + position * register_width, n);
    });
  }

  const Compiled& compiled_;
  const Space& space_;
  const std::vector<Walk>& walks_;
  std::vector<std::byte> blocks_;
};

}  // namespace

void evaluate_expression(const ExprGraph& graph, ExprId result, std::span<const Tensor> inputs,
                         std::span<const DType> dtypes, const Tensor& out) {
  if (out.numel() == 0) return;
  std::vector<Walk> walks;
  Space space = plan_space(out, inputs, walks);
  Compiled compiled = compile_expression(graph, result);
  parallel_for(0, space.count, kGrain, [&](int64_t begin, int64_t end) {
    Evaluation(graph, result, compiled, space, walks).run(begin, end);
  });
}

}  // namespace vt
