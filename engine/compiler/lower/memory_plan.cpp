// One arena for all temporaries: each gets the tightest gap that is free while it lives; where sizes are symbolic, the
// place of a dead buffer of equal size or one at the end. The memory of an input that the caller gave away is free,
// too, from its last step on. What a library call returns is left where it is, unless the library writes where it is
// told to.
#include <algorithm>
#include <tuple>
#include <utility>

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
    find_hosts();
    for (size_t b = 0; b < program_.buffers.size(); ++b) {
      if (program_.buffers[b].kind != BufferKind::kTemporary || program_.buffers[b].first_step < 0) continue;
      if (!options_.library_results && is_made_by_library(static_cast<int>(b))) continue;
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

  bool is_made_by_library(int b) const {
    const auto* call = std::get_if<ExternCall>(
        &program_.steps[static_cast<size_t>(program_.buffers[static_cast<size_t>(b)].first_step)]);
    return call && std::find(call->outputs.begin(), call->outputs.end(), b) != call->outputs.end();
  }
  // Given inputs that are not returned and whose elements lie side by side.
  void find_hosts() {
    if (!options_.share || !options_.in_inputs) return;
    for (size_t b = 0; b < program_.buffers.size(); ++b) {
      const Buffer& input = program_.buffers[b];
      const bool returned = std::any_of(program_.outputs.begin(), program_.outputs.end(),
                                        [&](const ProgramOutput& o) { return o.buffer == static_cast<int>(b); });
      if (input.given && !returned && input.last_step >= 0 && is_dense(input)) hosts_.push_back(static_cast<int>(b));
    }
  }
  static bool is_dense(const Buffer& buffer) {
    std::vector<size_t> axes;
    for (size_t i = 0; i < buffer.sizes.size(); ++i)
      if (!is_one(buffer.sizes[i])) axes.push_back(i);
    SymExpr expected = sym_constant(1);
    while (!axes.empty()) {
      auto next =
          std::find_if(axes.begin(), axes.end(), [&](size_t i) { return sym_equal(buffer.strides[i], expected); });
      if (next == axes.end()) return false;
      expected = sym_mul(expected, buffer.sizes[*next]);
      axes.erase(next);
    }
    return true;
  }
  // Elements of other types may not be aligned where the input begins in its storage.
  bool may_host(int host, int b) {
    return buffer(host).last_step < buffer(b).first_step &&
           dtype_bytes(buffer(b).dtype) <= dtype_bytes(buffer(host).dtype);
  }
  // Without the alignment of the arena's places; -1 if it depends on sizes.
  int64_t known_bytes(int b) {
    int64_t count;
    return sym_is_constant(product_of(buffer(b).sizes), &count) ? count * dtype_bytes(buffer(b).dtype) : -1;
  }

  // A temporary that the step which first writes `b` reads for the last time, element by element.
  int overwritten(int b) {
    const auto* nest = std::get_if<loop::LoopNest>(&program_.steps[static_cast<size_t>(buffer(b).first_step)]);
    if (!nest || !options_.share || !options_.overwrite) return -1;
    for (const loop::NestBuffer& candidate : nest->buffers) {
      int from = static_cast<int>(candidate.program_buffer);
      Buffer& other = buffer(from);
      const bool host = std::find(hosts_.begin(), hosts_.end(), from) != hosts_.end();
      if (candidate.written || (!host && !other.arena_offset) || other.last_step != buffer(b).first_step) continue;
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
    if (from < 0) return false;
    const bool temporary = buffer(from).kind == BufferKind::kTemporary;
    taken_.push_back(from);
    buffer(b).host = temporary ? buffer(from).host : from;
    buffer(b).arena_offset = temporary ? buffer(from).arena_offset : sym_constant(0);
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
    auto [best, end] = tightest_gap(b, -1, bytes, top_);
    int host = -1;
    if (best < 0) std::tie(host, best) = place_in_host(b, bytes);
    if (best < 0) best = end;
    buffer(b).host = host;
    buffer(b).arena_offset = sym_constant(best);
    buffer(b).reuses = host;
    for (const Placed& p : placed_)
      if (p.offset == best && p.bytes == bytes && buffer(p.buffer).host == host &&
          buffer(p.buffer).last_step < buffer(b).first_step)
        buffer(b).reuses = p.buffer;
    placed_.push_back({b, best, bytes});
    if (host < 0) top_ = std::max(top_, best + bytes);
  }

  // Where `b` fits into the first `room` bytes of the arena or of a host while it lives, or -1; and behind what lives
  // there then.
  std::pair<int64_t, int64_t> tightest_gap(int b, int host, int64_t bytes, int64_t room) {
    std::vector<Placed> live;
    for (const Placed& p : placed_)
      if (buffer(p.buffer).host == host && (!options_.share || buffer(p.buffer).last_step >= buffer(b).first_step))
        live.push_back(p);
    std::sort(live.begin(), live.end(), [](const Placed& x, const Placed& y) { return x.offset < y.offset; });
    int64_t best = -1, best_gap = INT64_MAX, cursor = 0;
    auto look_at = [&](int64_t gap) {
      if (gap < bytes || gap >= best_gap) return;
      best = cursor;
      best_gap = gap;
    };
    for (const Placed& p : live) {
      look_at(p.offset - cursor);
      cursor = std::max(cursor, p.offset + p.bytes);
    }
    look_at(room - cursor);
    return {best, cursor};
  }

  // A large input is not kept for a small temporary.
  std::pair<int, int64_t> place_in_host(int b, int64_t bytes) {
    int host = -1;
    int64_t offset = -1, least = INT64_MAX;
    for (int candidate : hosts_) {
      const int64_t room = known_bytes(candidate);
      if (room > 4 * bytes || room >= least || !may_host(candidate, b)) continue;
      const int64_t gap = tightest_gap(b, candidate, known_bytes(b), room).first;
      if (gap < 0) continue;
      host = candidate, offset = gap, least = room;
    }
    return {host, offset};
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
      buffer(b).host = buffer(owner).host;
      buffer(b).reuses = owner;
      owner = b;
      return;
    }
    for (int host : hosts_) {
      const bool taken = std::find(taken_.begin(), taken_.end(), host) != taken_.end();
      if (taken || !may_host(host, b) || !sym_equal(aligned_bytes(buffer(host)), bytes)) continue;
      if (dtype_bytes(buffer(host).dtype) != dtype_bytes(buffer(b).dtype)) continue;
      taken_.push_back(host);
      buffer(b).arena_offset = sym_constant(0);
      buffer(b).host = buffer(b).reuses = host;
      slots_.emplace_back(b, bytes);
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
  std::vector<int> hosts_;  // given inputs
  std::vector<int> taken_;  // temporaries and hosts that another has written over, or that lie in slots_
  std::vector<std::pair<int, SymExpr>> slots_;  // symbolic places and who has them now
};

}  // namespace

void plan_memory(Program& program, const MemoryPlanOptions& options) {
  find_lifetimes(program);
  Planner(program, options).run();
}

}  // namespace vt
