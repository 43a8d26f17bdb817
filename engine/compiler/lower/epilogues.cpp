#include "lower/epilogues.h"

#include <algorithm>

#include "lower/index.h"

namespace vt {

using loop::Expr;
using loop::ExprGraph;
using loop::ExprId;
using loop::MatmulTemplate;
using loop::ScalarOp;
using loop::Store;

namespace {

size_t position(ExprId id) { return static_cast<uint32_t>(id); }

bool is_number(const ExprGraph& g, ExprId id, double* value) {
  const Expr& e = g.at(id);
  if (e.op != ScalarOp::kConstant || !is_floating(e.dtype)) return false;
  *value = e.number;
  return true;
}

// The library computes in float32 and rounds the result once, so casts between float types are ignored here.
ExprId without_casts(const ExprGraph& g, ExprId id) {
  while (g.at(id).op == ScalarOp::kCast && is_floating(g.at(id).dtype) && is_floating(g.dtype(g.at(id).operands[0])))
    id = g.at(id).operands[0];
  return id;
}

// Marks the expressions that use the product by a path that does not go through `stop`.
std::vector<bool> depends_on_product(const ExprGraph& g, ExprId stop) {
  std::vector<bool> depends(g.size());
  for (size_t i = 0; i < g.size(); ++i) {
    const Expr& e = g.at(ExprId(i));
    bool found = e.op == ScalarOp::kCarry;
    for (ExprId operand : e.operands)
      if (operand != loop::kNoExpr) found = found || depends[position(operand)];
    depends[i] = found && ExprId(i) != stop;
  }
  return depends;
}

// Matches one store with the epilogues that the library implements.
class Matcher {
 public:
  Matcher(const MatmulTemplate& product, const Store& store) : t_(product), g_(product.exprs), store_(store) {}

  bool run(LibraryEpilogue& found) {
    found_ = &found;
    found = {};
    DType result = t_.buffers[static_cast<size_t>(store_.buffer)].dtype;
    if (result != t_.dtype && result != DType::kFloat32) return false;
    found.out = store_.buffer;
    if (!match_place()) return false;
    ExprId value = without_casts(g_, store_.value);
    double zero;
    const Expr& e = g_.at(value);
    if (e.op == ScalarOp::kMax && is_number(g_, e.operands[1], &zero) && zero == 0) {
      found.relu = true;
      value = without_casts(g_, e.operands[0]);
    }
    return match_sum(value, 1) && times_ == 1;
  }

 private:
  // Matches the layout of the result: contiguous in n, or with n split into pieces that become batches.
  bool match_place() {
    SymExpr rest = store_.index, step;
    if (SymExpr columns = divisor_of(rest, "n"); columns && is_one(t_.batch)) {
      IndexRanges ranges = {{"m", t_.m}, {"batch", sym_floordiv(t_.n, columns)}, {"n", columns}};
      SymExpr apart = sym_add(sym_mul(sym_variable("batch"), columns), sym_variable("n"));
      rest = simplify_index(substitute(rest, "n", apart), ranges);
      found_->columns = columns;
      if (!sym_equal(sym_mul(sym_floordiv(t_.n, columns), columns), t_.n)) return false;
    }
    if (!linear_in(rest, "n", &step, &rest) || !(is_one(step) || is_one(t_.n))) return false;
    if (!linear_in(rest, "m", &found_->row_stride, &rest)) return false;
    return linear_in(rest, found_->columns ? "batch" : "b", &found_->batch_stride, &found_->out_offset);
  }

  bool match_sum(ExprId id, double factor) {
    id = without_casts(g_, id);
    const Expr& e = g_.at(id);
    double number;
    switch (e.op) {
      case ScalarOp::kCarry:
        found_->alpha = factor;
        ++times_;
        return true;
      case ScalarOp::kAdd: return match_sum(e.operands[0], factor) && match_sum(e.operands[1], factor);
      case ScalarOp::kMul:
        if (is_number(g_, e.operands[1], &number)) return match_sum(e.operands[0], factor * number);
        return is_number(g_, e.operands[0], &number) && match_sum(e.operands[1], factor * number);
      case ScalarOp::kLoad: return match_load(e, factor);
      default: return false;
    }
  }

  bool match_load(const Expr& load, double factor) {
    // The addend must have the dtype of the result.
    if (t_.buffers[static_cast<size_t>(load.integer)].dtype != t_.buffers[static_cast<size_t>(store_.buffer)].dtype)
      return false;
    SymExpr step, rest;
    if (sym_equal(load.index, store_.index)) {
      if (found_->added >= 0 || found_->columns) return false;
      found_->added = load.integer;
      found_->added_offset = found_->out_offset;
      found_->beta = factor;
      return true;
    }
    if (found_->bias >= 0 || factor != 1 || !linear_in(load.index, "n", &step, &rest)) return false;
    if (!(is_one(step) || is_one(t_.n)) || mentions(rest, "m") || mentions(rest, "b")) return false;
    found_->bias = load.integer;
    found_->bias_offset = rest;
    return true;
  }

  const MatmulTemplate& t_;
  const ExprGraph& g_;
  const Store& store_;
  LibraryEpilogue* found_ = nullptr;
  int times_ = 0;  // occurrences of the product in the sum
};

// Builds the nest of the remaining epilogue: copies the expressions that its stores use, and replaces
// one of them (the value that the library writes) by a load.
class Rest {
 public:
  Rest(const MatmulTemplate& from, ExprId known) : from_(from), known_(known), map_(from.exprs.size(), loop::kNoExpr) {
    nest.outer = {};
    for (auto [name, extent] : {std::pair("b", &from.batch), std::pair("m", &from.m), std::pair("n", &from.n)})
      if (!is_one(*extent)) nest.outer.push_back({name, *extent});
    nest.name = from.name + "_epilogue";
    nest.item = from.item;
    nest.symbols = from.symbols;
    nest.phases.emplace_back();
  }
  void load_known(int64_t program_buffer, const loop::NestBuffer& buffer, const SymExpr& index) {
    loop::NestBuffer read = buffer;
    read.program_buffer = program_buffer;
    read.written = false;
    nest.buffers.push_back(read);
    ExprId load = nest.exprs.load(0, index, read.dtype);
    map_[position(known_)] = nest.exprs.cast(load, from_.exprs.dtype(known_));
    nest.items.resize(nest.exprs.size(), from_.item);
  }
  void add(const Store& store) {
    ExprId value = copy(store.value);
    nest.phases[0].stores.push_back({slot(store.buffer), store.index, value});
  }
  loop::LoopNest nest;

 private:
  int64_t slot(int64_t buffer) {
    const loop::NestBuffer& wanted = from_.buffers[static_cast<size_t>(buffer)];
    for (size_t i = 0; i < nest.buffers.size(); ++i)
      if (nest.buffers[i].program_buffer == wanted.program_buffer) return static_cast<int64_t>(i);
    nest.buffers.push_back(wanted);
    return static_cast<int64_t>(nest.buffers.size()) - 1;
  }
  ExprId copy(ExprId id) {
    ExprId& there = map_[position(id)];
    if (there != loop::kNoExpr) return there;
    Expr e = from_.exprs.at(id);
    for (ExprId& operand : e.operands)
      if (operand != loop::kNoExpr) operand = copy(operand);
    if (loop::reads_buffer(e.op)) e.integer = slot(e.integer);
    there = nest.exprs.add(std::move(e));
    nest.items.resize(nest.exprs.size(), position(id) < from_.items.size() ? from_.items[position(id)] : kNoItem);
    return there;
  }
  const MatmulTemplate& from_;
  ExprId known_;
  std::vector<ExprId> map_;
};

// A store that the library can do, and from whose value all other stores can be computed.
const Store* start_of_all(const MatmulTemplate& t) {
  for (const Store& store : t.epilogue) {
    LibraryEpilogue unused;
    if (!Matcher(t, store).run(unused)) continue;
    std::vector<bool> depends = depends_on_product(t.exprs, without_casts(t.exprs, store.value));
    bool all = std::all_of(t.epilogue.begin(), t.epilogue.end(), [&](const Store& other) {
      return &other == &store || !depends[position(without_casts(t.exprs, other.value))];
    });
    if (all) return &store;
  }
  return nullptr;
}

// Keeps only the buffers that the operands and the single remaining store use.
void drop_unused_buffers(MatmulTemplate& t) {
  std::vector<int64_t> kept = {t.a.buffer, t.b.buffer, t.epilogue[0].buffer};
  ExprGraph exprs;
  std::vector<ExprId> map(t.exprs.size(), loop::kNoExpr);
  std::vector<bool> needed(t.exprs.size());
  needed[position(t.epilogue[0].value)] = true;
  for (size_t i = t.exprs.size(); i-- > 0;)
    if (needed[i])
      for (ExprId operand : t.exprs.at(ExprId(i)).operands)
        if (operand != loop::kNoExpr) needed[position(operand)] = true;
  for (size_t i = 0; i < t.exprs.size(); ++i)
    if (needed[i] && loop::reads_buffer(t.exprs.at(ExprId(i)).op)) kept.push_back(t.exprs.at(ExprId(i)).integer);
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  auto slot = [&](int64_t old) { return std::lower_bound(kept.begin(), kept.end(), old) - kept.begin(); };
  std::vector<ItemId> items;
  for (size_t i = 0; i < t.exprs.size(); ++i) {
    if (!needed[i]) continue;
    Expr e = t.exprs.at(ExprId(i));
    for (ExprId& operand : e.operands)
      if (operand != loop::kNoExpr) operand = map[position(operand)];
    if (loop::reads_buffer(e.op)) e.integer = slot(e.integer);
    map[i] = exprs.add(std::move(e));
    items.resize(exprs.size(), i < t.items.size() ? t.items[i] : kNoItem);
  }
  std::vector<loop::NestBuffer> buffers;
  for (int64_t old : kept) {
    buffers.push_back(t.buffers[static_cast<size_t>(old)]);
    buffers.back().written = old == t.epilogue[0].buffer;
  }
  t.epilogue[0].value = map[position(t.epilogue[0].value)];
  t.epilogue[0].buffer = slot(t.epilogue[0].buffer);
  t.a.buffer = slot(t.a.buffer), t.b.buffer = slot(t.b.buffer);
  t.exprs = std::move(exprs);
  t.items = std::move(items);
  t.buffers = std::move(buffers);
}

// Adds a temporary for the plain product; the remaining epilogue reads it.
Store store_of_product(MatmulTemplate& t, Program& program) {
  ExprId product = loop::kNoExpr;
  for (size_t i = 0; i < t.exprs.size(); ++i)
    if (t.exprs.at(ExprId(i)).op == ScalarOp::kCarry) product = ExprId(i);
  Buffer buffer;
  buffer.name = "product" + std::to_string(program.buffers.size());
  buffer.dtype = t.dtype;
  buffer.sizes = {t.batch, t.m, t.n};
  buffer.strides = {sym_mul(t.m, t.n), t.n, sym_constant(1)};
  buffer.item = t.item;
  t.buffers.push_back({buffer.name, t.dtype, static_cast<int64_t>(program.buffers.size()), true});
  program.buffers.push_back(std::move(buffer));
  auto variable = [](const char* name, const SymExpr& extent) {
    return is_one(extent) ? sym_constant(0) : sym_variable(name);
  };
  SymExpr row = sym_add(sym_mul(variable("b", t.batch), t.m), variable("m", t.m));
  SymExpr place = sym_add(sym_mul(row, t.n), variable("n", t.n));
  return {static_cast<int64_t>(t.buffers.size()) - 1, place, t.exprs.cast(product, t.dtype)};
}

// Reduces `t` to what the library computes and returns the remaining epilogue as a loop nest.
loop::LoopNest split(MatmulTemplate& t, Program& program) {
  const MatmulTemplate whole = t;
  const Store* start = start_of_all(whole);
  Store kept = start ? *start : store_of_product(t, program);
  Rest rest(t, without_casts(t.exprs, kept.value));
  const loop::NestBuffer& buffer = t.buffers[static_cast<size_t>(kept.buffer)];
  rest.load_known(buffer.program_buffer, buffer, kept.index);
  for (const Store& store : whole.epilogue)
    if (&store != start) rest.add(store);
  t.epilogue = {kept};
  drop_unused_buffers(t);
  return std::move(rest.nest);
}

}  // namespace

std::optional<LibraryEpilogue> library_epilogue(const MatmulTemplate& product) {
  LibraryEpilogue found;
  if (product.epilogue.size() != 1 || !Matcher(product, product.epilogue[0]).run(found)) return std::nullopt;
  return found;
}

void split_epilogues(Program& program) {
  std::vector<Step> steps;
  for (Step& step : program.steps) {
    auto* product = std::get_if<MatmulTemplate>(&step);
    if (!product || library_epilogue(*product)) {
      steps.push_back(std::move(step));
      continue;
    }
    loop::LoopNest rest = split(*product, program);
    steps.push_back(std::move(step));
    steps.emplace_back(std::move(rest));
  }
  program.steps = std::move(steps);
}

}  // namespace vt
