// One arena for all temporaries: each gets the tightest gap that is free while it lives;
// where sizes are symbolic, the place of a dead buffer of equal size or one at the end.
#include <algorithm>

#include "lower/index.h"
#include "lower/lower.h"

namespace vt {
namespace {

void touch(Program& program, int64_t buffer, int step) {
  Buffer& b = program.buffers[static_cast<size_t>(buffer)];
  if (b.first_step < 0) b.first_step = step;
  b.last_step = step;
}

void find_lifetimes(Program& program) {
  for (size_t s = 0; s < program.steps.size(); ++s) {
    int step = static_cast<int>(s);
    if (const auto* nest = std::get_if<loop::LoopNest>(&program.steps[s])) {
      for (const loop::NestBuffer& b : nest->buffers) touch(program, b.program_buffer, step);
    } else if (const auto* product = std::get_if<loop::MatmulTemplate>(&program.steps[s])) {
      for (const loop::NestBuffer& b : product->buffers) touch(program, b.program_buffer, step);
    } else {
      const ExternCall& call = std::get<ExternCall>(program.steps[s]);
      for (int b : call.outputs) touch(program, b, step);
      for (const ExternArg& arg : call.args)
        for (const ExternArg::View& view : arg.views)
          if (view.buffer >= 0) touch(program, view.buffer, step);
    }
  }
}

// May the nest write `to` over `from`? Only if it reads each element of `from` no later
// than it writes the same element of `to`.
bool can_overwrite(const loop::LoopNest& nest, int64_t from, int64_t to) {
  const loop::Store* store = nullptr;
  size_t store_phase = 0;
  for (size_t p = 0; p < nest.phases.size(); ++p)
    for (const loop::Store& s : nest.phases[p].stores)
      if (nest.buffers[static_cast<size_t>(s.buffer)].program_buffer == to) {
        if (store) return false;  // written in pieces
        store = &s;
        store_phase = p;
      }
  if (!store || store_phase + 1 != nest.phases.size()) return false;
  for (uint32_t i = 0; i < nest.exprs.size(); ++i) {
    const loop::Expr& e = nest.exprs.at(loop::ExprId(i));
    if (e.op == loop::ScalarOp::kGather && nest.buffers[static_cast<size_t>(e.integer)].program_buffer == from)
      return false;
    if (e.op != loop::ScalarOp::kLoad || nest.buffers[static_cast<size_t>(e.integer)].program_buffer != from) continue;
    if (!sym_equal(e.index, store->index)) return false;
  }
  // A row store runs after the row: what it reads must not have been overwritten.
  return nest.row_stores.empty();
}

class Planner {
 public:
  Planner(Program& program, const MemoryPlanOptions& options) : program_(program), options_(options) {}

  void run() {
    std::vector<int> temporaries;
    SymExpr sum = sym_constant(0);
    for (size_t b = 0; b < program_.buffers.size(); ++b) {
      if (program_.buffers[b].kind != BufferKind::kTemporary || program_.buffers[b].first_step < 0) continue;
      temporaries.push_back(static_cast<int>(b));
      sum = sym_add(sum, aligned_bytes(program_.buffers[b]));
    }
    std::stable_sort(temporaries.begin(), temporaries.end(),
                     [&](int a, int b) { return buffer(a).first_step < buffer(b).first_step; });
    for (int b : temporaries) {
      int64_t bytes;
      if (sym_is_constant(aligned_bytes(buffer(b)), &bytes)) place(b, bytes);
    }
    SymExpr end = sym_constant(top_);
    for (int b : temporaries)
      if (!sym_is_constant(aligned_bytes(buffer(b)))) place_symbolic(b, end);
    program_.arena_bytes = end;
    program_.unplanned_bytes = sum;
  }

 private:
  struct Placed {
    int buffer;
    int64_t offset, bytes;
  };
  SymExpr aligned_bytes(const Buffer& buffer) const {
    SymExpr bytes = sym_mul(product_of(buffer.sizes), sym_constant(dtype_bytes(buffer.dtype)));
    SymExpr alignment = sym_constant(options_.alignment);
    return sym_mul(sym_floordiv(sym_add(bytes, sym_constant(options_.alignment - 1)), alignment), alignment);
  }
  Buffer& buffer(int b) { return program_.buffers[static_cast<size_t>(b)]; }

  // A temporary that the step which first writes `b` reads for the last time, element by element.
  int overwritten(int b) {
    const auto* nest = std::get_if<loop::LoopNest>(&program_.steps[static_cast<size_t>(buffer(b).first_step)]);
    if (!nest || !options_.share || !options_.overwrite) return -1;
    for (const loop::NestBuffer& candidate : nest->buffers) {
      int from = static_cast<int>(candidate.program_buffer);
      Buffer& other = buffer(from);
      if (candidate.written || other.kind != BufferKind::kTemporary || other.last_step != buffer(b).first_step)
        continue;
      if (dtype_bytes(other.dtype) != dtype_bytes(buffer(b).dtype) ||
          !sym_equal(product_of(other.sizes), product_of(buffer(b).sizes)))
        continue;
      if (std::find(taken_.begin(), taken_.end(), from) != taken_.end()) continue;
      if (can_overwrite(*nest, from, b)) return from;
    }
    return -1;
  }

  bool take_over(int b) {
    int from = overwritten(b);
    if (from < 0 || !buffer(from).arena_offset) return false;
    taken_.push_back(from);
    buffer(b).arena_offset = buffer(from).arena_offset;
    buffer(b).reuses = from;
    return true;
  }

  void place(int b, int64_t bytes) {
    if (take_over(b)) {
      int64_t offset = 0;
      sym_is_constant(buffer(b).arena_offset, &offset);
      placed_.push_back({b, offset, bytes});
      return;
    }
    std::vector<Placed> live;
    for (const Placed& p : placed_)
      if (!options_.share || buffer(p.buffer).last_step >= buffer(b).first_step) live.push_back(p);
    std::sort(live.begin(), live.end(), [](const Placed& x, const Placed& y) { return x.offset < y.offset; });
    int64_t best = -1, best_gap = INT64_MAX, cursor = 0;
    for (const Placed& p : live) {
      int64_t gap = p.offset - cursor;
      if (gap >= bytes && gap < best_gap) {
        best = cursor;
        best_gap = gap;
      }
      cursor = std::max(cursor, p.offset + p.bytes);
    }
    if (best < 0) best = cursor;
    buffer(b).arena_offset = sym_constant(best);
    for (const Placed& p : placed_)
      if (p.offset == best && p.bytes == bytes && buffer(p.buffer).last_step < buffer(b).first_step)
        buffer(b).reuses = p.buffer;
    placed_.push_back({b, best, bytes});
    top_ = std::max(top_, best + bytes);
  }

  void place_symbolic(int b, SymExpr& end) {
    SymExpr bytes = aligned_bytes(buffer(b));
    if (take_over(b)) {
      for (auto& [owner, size] : slots_)
        if (owner == buffer(b).reuses) owner = b;
      return;
    }
    for (auto& [owner, size] : slots_) {
      if (!options_.share || !sym_equal(size, bytes) || buffer(owner).last_step >= buffer(b).first_step) continue;
      buffer(b).arena_offset = buffer(owner).arena_offset;
      buffer(b).reuses = owner;
      owner = b;
      return;
    }
    buffer(b).arena_offset = end;
    slots_.emplace_back(b, bytes);
    end = sym_add(end, bytes);
  }

  Program& program_;
  const MemoryPlanOptions& options_;
  int64_t top_ = 0;
  std::vector<Placed> placed_;
  std::vector<int> taken_;
  std::vector<std::pair<int, SymExpr>> slots_;  // symbolic places and who has them now
};

}  // namespace

void plan_memory(Program& program, const MemoryPlanOptions& options) {
  find_lifetimes(program);
  Planner(program, options).run();
}

}  // namespace vt
