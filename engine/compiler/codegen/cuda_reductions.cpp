// Reductions whose accumulators stay in registers while the data streams by: over columns
// (threads side by side along the kept axis), over rows too long to keep, and over so few
// rows or columns that several blocks share each. Shared ones leave partial results in
// scratch; the block that comes last combines them in a fixed order, so that results do not
// depend on timing. If a later phase reads such a result, it is a launch of its own.
#include <algorithm>

#include "codegen/cuda_lanes.h"

namespace vt::codegen {

using loop::Axis;
using loop::Expr;
using loop::ExprId;
using loop::Phase;
using loop::Reduction;
using loop::ScalarOp;
using loop::Store;

namespace {

constexpr int64_t kMostShared = 32 << 10;  // of a block, without asking for more

int element_bytes(const CudaText& text, const Reduction& r) {
  if (text.is_arg(r)) return 16;
  if (r.kind == loop::Reduce::kDeviations) return 4 * static_cast<int>(dtype_bytes(r.accumulate));
  return static_cast<int>(dtype_bytes(
      r.accumulate == DType::kFloat16 || r.accumulate == DType::kBFloat16 ? DType::kFloat32 : r.accumulate));
}

class ReductionKernel {
 public:
  explicit ReductionKernel(CudaText& text)
      : text_(text),
        nest_(text.nest),
        column_(plan_nest(nest_).shape == LoopShape::kColumn),
        axis_(column_ ? nest_.outer.back().variable : nest_.inner.back().variable),
        lanes_(text, axis_, false),
        length_(extent_of(nest_.inner)) {
    choose_shape();
  }

  CudaKernel emit() {
    CudaKernel kernel;
    kernel.vector_access = lanes_.any_pack;
    if (splits_) {
      kernel.scratch_bytes = scratch_bytes();
      kernel.counters = groups_;
    }
    size_t launches = splits_ ? nest_.phases.size() : 1;
    for (size_t i = 0; i < launches; ++i) {
      CudaLaunch launch;
      launch.entry = nest_.name + (launches > 1 ? "_phase" + number_text(static_cast<int64_t>(i)) : "");
      launch.threads = threads_;
      launch.blocks = splits_ ? sym_mul(groups_, splits_) : groups_;
      open(launch.entry);
      if (splits_) {
        for (size_t p = 0; p < i; ++p) load_results(p);
        emit_phase(i);
      } else {
        for (size_t p = 0; p < nest_.phases.size(); ++p) emit_phase(p);
        emit_row_stores();
      }
      text_.close();
      kernel.launches.push_back(launch);
    }
    return kernel;
  }

 private:
  void choose_shape() {
    const CudaTarget& target = text_.target;
    threads_ = target.shape.threads ? target.shape.threads : column_ ? 256 : reads_again() ? 1024 : 512;
    // A thread keeps 8 loads under way, fewer where it reads several buffers: registers.
    unroll_ = target.shape.unroll ? target.shape.unroll : lanes_.width == 1 || (column_ && loads() == 1) ? 8 : 4;
    across_ = 1;
    groups_ = extent_of(nest_.outer);
    if (column_) {
      const Axis& axis = nest_.outer.back();
      int64_t vectors = (text_.hint(axis.extent) + lanes_.width - 1) / lanes_.width;
      while (across_ < 32 && across_ < vectors) across_ *= 2;
      std::vector<Axis> others(nest_.outer.begin(), nest_.outer.end() - 1);
      tiles_ = ceil_div(axis.extent, sym_constant(int64_t{across_} * lanes_.width));
      groups_ = sym_mul(extent_of(others), tiles_);
    } else {
      // A short reduction needs no more threads than it has vectors.
      int64_t vectors = (text_.hint(length_) + lanes_.width - 1) / lanes_.width;
      while (threads_ > 32 && threads_ > vectors) threads_ /= 2;
    }
    down_ = threads_ / across_;
    // Partial results of a block's columns meet in shared memory.
    while (column_ && down_ > 1 && shared_bytes() > kMostShared) down_ /= 2, threads_ /= 2;
    // As many blocks as run at once, if that leaves each enough to do. Columns keep
    // accumulators for each lane, so that fewer of their threads fit, and each block adds to
    // what the last one has to combine.
    int64_t resident = target.threads_per_multiprocessor / (column_ ? unroll_ == 8 ? 4 : 2 : 1);
    int64_t wanted = target.multiprocessors * std::max<int64_t>(resident / threads_, 1);
    int64_t least = int64_t{down_} * unroll_ * (column_ ? 1 : lanes_.width) * 2;
    SymExpr one = sym_constant(1);
    SymExpr splits = sym_max(one, sym_min(sym_floordiv(sym_constant(wanted), sym_max(groups_, one)),
                                          ceil_div(length_, sym_constant(least))));
    if (target.shape.split) splits = sym_constant(target.shape.split);
    if (text_.hint(splits) > 1) splits_ = splits;
  }

  // Long rows that several phases read: the fewer are read at once, the more of them a cache still has.
  bool reads_again() {
    constexpr int64_t kLong = 1 << 14;
    size_t reading = 0;
    for (const Phase& phase : nest_.phases) reading += !lanes_.packs(roots_of(phase)).empty();
    return reading > 1 && text_.hint(length_) >= kLong &&
           text_.hint(extent_of(nest_.outer)) >= text_.target.multiprocessors;
  }
  // Most vectors that one step of a phase loads.
  size_t loads() {
    size_t most = 0;
    for (const Phase& phase : nest_.phases) most = std::max(most, lanes_.packs(roots_of(phase)).size());
    return most;
  }
  int64_t shared_bytes() const {
    int64_t bytes = 0;
    for (int i = 0; i < text_.reduction_count(); ++i)
      bytes += int64_t{down_} * tile() * element_bytes(text_, text_.reduction(i));
    return bytes;
  }
  int tile() const { return column_ ? across_ * lanes_.width : 1; }
  std::string type() const { return text_.index_type(); }

  // --- scratch: partial results of all blocks per reduction, then the results -----------
  SymExpr region(const Reduction& r, bool results) const {
    SymExpr count = sym_mul(groups_, sym_constant(int64_t{tile()} * element_bytes(text_, r)));
    if (!results) count = sym_mul(count, splits_);
    return sym_mul(ceil_div(count, sym_constant(16)), sym_constant(16));
  }
  SymExpr offset(int reduction, bool results) const {
    SymExpr at = sym_constant(0);
    for (int pass = 0; pass < 2; ++pass)
      for (int i = 0; i < text_.reduction_count(); ++i) {
        if (i == reduction && (pass == 1) == results) return at;
        at = sym_add(at, region(text_.reduction(i), pass == 1));
      }
    return at;
  }
  SymExpr scratch_bytes() const { return offset(-1, true); }
  std::string place_of(int reduction, bool results) const {
    const Reduction& r = text_.reduction(reduction);
    return "((" + text_.accumulator_type(r) + "*)(scratch + " + c_index(offset(reduction, results)) + "))";
  }

  // --- the frame ------------------------------------------------------------------------
  void open(const std::string& entry) {
    known_.clear();
    text_.open_kernel(entry, threads_, splits_ != nullptr, splits_ != nullptr);
    text_.line("const " + type() + " length = " + c_index(length_) + ";");
    std::string group = "(" + type() + ")blockIdx.x";
    if (splits_) {
      text_.line("const " + type() + " groups = " + c_index(groups_) + ", splits = " + c_index(splits_) + ";");
      // Neighbouring blocks read neighbouring memory.
      if (column_)
        text_.line("const " + type() + " split = quotient(" + group + ", groups), group = " + group +
                   " - split * groups;");
      else
        text_.line("const " + type() + " group = quotient(" + group + ", splits), split = " + group +
                   " - group * splits;");
    } else {
      text_.line("const " + type() + " group = " + group + ";");
    }
    if (!column_) {
      text_.line("const int y = threadIdx.x;");
      return text_.unflatten(nest_.outer, "group");
    }
    text_.line("const int x = threadIdx.x % " + number_text(across_) + ", y = threadIdx.x / " + number_text(across_) +
               ";");
    std::vector<Axis> outer = nest_.outer;
    outer.back() = {"tile", tiles_};
    text_.unflatten(outer, "group");
    const Axis& axis = nest_.outer.back();
    text_.line("const " + type() + " " + axis.variable + "_0 = (tile * " + number_text(across_) + " + x) * " +
               number_text(lanes_.width) + ";");
    guard_columns_ = !divisible(axis.extent, int64_t{across_} * lanes_.width);
    if (guard_columns_) text_.line("const bool alive = " + axis.variable + "_0 < " + c_index(axis.extent) + ";");
  }

  template <class F>
  void for_reductions(size_t phase, F f) {
    int first = text_.first_reduction(phase);
    for (size_t i = 0; i < nest_.phases[phase].reductions.size(); ++i)
      f(first + static_cast<int>(i), nest_.phases[phase].reductions[i]);
  }
  std::string acc(int i) const { return "acc" + number_text(i) + (column_ ? "[l]" : ""); }
  void declare_accumulators(size_t p) {
    for_reductions(p, [&](int i, const Reduction& r) {
      text_.line(text_.accumulator_type(r) + " acc" + number_text(i) +
                 (column_ ? "[" + number_text(lanes_.width) + "];" : ";"));
    });
    reset_accumulators(p);
  }
  void reset_accumulators(size_t p) {
    if (nest_.phases[p].reductions.empty()) return;
    if (column_) over_lanes();
    for_reductions(p, [&](int i, const Reduction& r) { text_.line(acc(i) + " = " + text_.identity(r) + ";"); });
    if (column_) text_.close();
  }
  void over_lanes() {
    text_.line("#pragma unroll");
    text_.open("for (int l = 0; l < " + number_text(lanes_.width) + "; ++l)");
  }

  // --- one pass over the data ------------------------------------------------------------
  void emit_phase(size_t p) {
    const Phase& phase = nest_.phases[p];
    declare_accumulators(p);
    std::vector<ExprId> roots = roots_of(phase);
    if (!roots.empty()) {
      if (column_ && guard_columns_) text_.open("if (alive)");
      emit_pass(phase, p, roots);
      if (column_ && guard_columns_) text_.close();
    }
    if (phase.reductions.empty()) return;
    declare_shared(p);
    combine_block(p);
    if (splits_) combine_blocks(p);
    else name_results(p);
  }

  void emit_pass(const Phase& phase, size_t p, const std::vector<ExprId>& roots) {
    const int64_t step = int64_t{down_} * (column_ ? 1 : lanes_.width);  // between vectors of a thread
    std::string start = column_ || lanes_.width == 1 ? "y" : "y * " + number_text(lanes_.width);
    std::string stride = number_text(step * unroll_);
    if (splits_) start = "split * " + stride + " + " + start, stride = "splits * " + stride;
    std::vector<ExprId> packs = lanes_.packs(roots, known_);
    KnownValues known = known_;
    text_.open("for (" + type() + " base = " + start + "; base < length; base += " + stride + ")");
    for (ExprId id : packs) lanes_.declare(id, number_text(unroll_)), known[id] = lanes_.lane(id, "u");
    const bool guard = !divisible(length_, step * unroll_);
    auto open_step = [&] {
      text_.line("#pragma unroll");
      text_.open("for (int u = 0; u < " + number_text(unroll_) + "; ++u)");
      text_.line("const " + type() + " place = base + u * " + number_text(step) + ";");
      if (guard) text_.line("if (place >= length) break;");
      text_.unflatten(nest_.inner, "place", column_ ? "" : axis_);
    };
    if (!packs.empty()) {
      open_step();
      for (ExprId id : packs) lanes_.load(id, "u");
      text_.close();
    }
    // Columns gather what a thread's loads bring to a Spread, which takes them in together.
    auto gathered = [&](const Reduction& r) { return column_ && r.kind == loop::Reduce::kDeviations; };
    bool any_gathered = std::any_of(phase.reductions.begin(), phase.reductions.end(), gathered);
    for_reductions(p, [&](int i, const Reduction& r) {
      if (gathered(r))
        text_.line(std::string(c_register_type(r.accumulate)) + " several" + number_text(i) + "[" +
                   number_text(lanes_.width) + "][" + number_text(unroll_) + "];");
    });
    if (any_gathered) text_.line("int taken = 0;");
    open_step();
    lanes_.declare_stores(phase.stores, "o");
    lanes_.open_lanes();
    text_.values(roots, known);
    lanes_.fill_stores(phase.stores, "o");
    std::string position = column_ || lanes_.width == 1 ? "place" : "place + l";
    for_reductions(p, [&](int i, const Reduction& r) {
      text_.line(gathered(r) ? "several" + number_text(i) + "[l][u] = " + c_name(r.value) + ";"
                             : text_.accumulate(r, acc(i), c_name(r.value), position),
                 {text_.item_of(r.value)});
    });
    text_.close();
    lanes_.write_stores(phase.stores, "o");
    if (any_gathered) text_.line("++taken;");
    text_.close();
    if (any_gathered) {
      over_lanes();
      for_reductions(p, [&](int i, const Reduction& r) {
        if (gathered(r))
          text_.line(acc(i) + " = Spread::add(" + acc(i) + ", several" + number_text(i) + "[l], taken);",
                     {text_.item_of(r.value)});
      });
      text_.close();
    }
    text_.close();
  }

  // --- combining --------------------------------------------------------------------------
  void declare_shared(size_t p) {
    for_reductions(p, [&](int i, const Reduction& r) {
      std::string size = column_ ? number_text(down_) + "][" + number_text(tile()) : number_text(threads_ / 32);
      text_.line("__shared__ " + text_.accumulator_type(r) + " shared" + number_text(i) + "[" + size + "];");
    });
  }
  // The block's result for all threads: accN, or of columns the first row of sharedN.
  void combine_block(size_t p) {
    for_reductions(p, [&](int i, const Reduction& r) {
      std::string n = number_text(i);
      if (!column_)
        return text_.line(acc(i) + " = block_reduce<" + text_.combiner(r) + ", " + number_text(threads_) + ">(" +
                          acc(i) + ", shared" + n + ");");
      if (!meets_in_shared()) return;
      over_lanes();
      text_.line("shared" + n + "[y][l * " + number_text(across_) + " + x] = " + acc(i) + ";");
      text_.close();
      text_.line("fold_rows<" + text_.combiner(r) + ", " + number_text(tile()) + ">(shared" + n + "[0], " +
                 number_text(down_) + ");");
    });
  }
  // Column reductions leave their results in the first row of shared memory, row reductions in registers.
  bool meets_in_shared() const { return column_ && (down_ > 1 || splits_); }
  std::string combined(int i) const {
    return meets_in_shared() ? "shared" + number_text(i) + "[0][l * " + number_text(across_) + " + x]" : acc(i);
  }

  // The block's results go to scratch; the last block of the group combines them all.
  void combine_blocks(size_t p) {
    for_reductions(p, [&](int i, const Reduction&) {
      std::string part = place_of(i, false);
      if (!column_) return text_.line("if (y == 0) " + part + "[group * splits + split] = " + acc(i) + ";");
      text_.line("leave_row<" + number_text(tile()) + ">(" + part + " + (group * splits + split) * " +
                 number_text(tile()) + ", shared" + number_text(i) + "[0]);");
    });
    text_.line("if (!is_last_block(counters + group, (unsigned)splits)) return;");
    if (column_) {
      for_reductions(p, [&](int i, const Reduction& r) {
        std::string n = number_text(i);
        text_.line("column_combine<" + text_.combiner(r) + ", " + number_text(std::max(threads_ / tile(), 1)) + ", " +
                   number_text(tile()) + ">(shared" + n + "[0], " + place_of(i, false) + " + group * splits * " +
                   number_text(tile()) + ", splits);");
      });
    } else {
      reset_accumulators(p);
      text_.open("for (" + type() + " i = y; i < splits; i += " + number_text(down_) + ")");
      for_reductions(p, [&](int i, const Reduction& r) {
        text_.line(acc(i) + " = " + text_.combiner(r) + "::combine(" + acc(i) + ", load_fresh(" + place_of(i, false) +
                   " + (group * splits + i)));");
      });
      text_.close();
      combine_block(p);
    }
    name_results(p);
    if (p + 1 < nest_.phases.size())
      for_reductions(p, [&](int i, const Reduction&) {
        std::string result = place_of(i, true);
        if (!column_) return text_.line("if (y == 0) " + result + "[group] = " + acc(i) + ";");
        text_.open("if (y == 0)");
        over_lanes();
        text_.line(result + "[" + result_index() + "] = " + combined(i) + ";");
        text_.close();
        text_.close();
      });
    bool last_reduction = true;
    for (size_t later = p + 1; later < nest_.phases.size(); ++later)
      last_reduction = last_reduction && nest_.phases[later].reductions.empty();
    if (last_reduction) emit_row_stores();
  }
  std::string result_index() const {
    return "group * " + number_text(tile()) + " + x * " + number_text(lanes_.width) + " + l";
  }

  // kReduced values, as later phases and row stores name them.
  std::string result_type(const Reduction& r) const { return text_.is_arg(r) ? "i64" : c_register_type(r.accumulate); }
  void name_results(size_t p) {
    for_reductions(p, [&](int i, const Reduction& r) {
      std::string n = number_text(i);
      if (!column_) return text_.line("const " + result_type(r) + " r" + n + " = " + text_.result_of(r, acc(i)) + ";");
      text_.line(result_type(r) + " r" + n + "[" + number_text(lanes_.width) + "];");
      over_lanes();
      text_.line("r" + n + "[l] = " + text_.result_of(r, combined(i)) + ";");
      text_.close();
      know_result(i);
    });
  }
  void load_results(size_t p) {
    for_reductions(p, [&](int i, const Reduction& r) {
      std::string n = number_text(i);
      if (!column_)
        return text_.line("const " + result_type(r) + " r" + n + " = " +
                          text_.result_of(r, place_of(i, true) + "[group]") + ";");
      text_.line(result_type(r) + " r" + n + "[" + number_text(lanes_.width) + "];");
      over_lanes();
      text_.line("r" + n + "[l] = " + text_.result_of(r, place_of(i, true) + "[" + result_index() + "]") + ";");
      text_.close();
      know_result(i);
    });
  }
  void know_result(int reduction) {
    for (size_t id = 0; id < nest_.exprs.size(); ++id) {
      const Expr& e = nest_.exprs.at(ExprId(id));
      if (e.op == ScalarOp::kReduced && e.integer == reduction)
        known_[ExprId(id)] = "r" + number_text(reduction) + "[l]";
    }
  }

  void emit_row_stores() {
    if (nest_.row_stores.empty()) return;
    if (!column_) {
      text_.open("if (y == 0)");
      text_.values(roots_of(nest_.row_stores));
      for (const Store& s : nest_.row_stores) text_.store(s);
      return text_.close();
    }
    text_.open(guard_columns_ ? "if (y == 0 && alive)" : "if (y == 0)");
    lanes_.declare_stores(nest_.row_stores, "w");
    lanes_.open_lanes();
    text_.values(roots_of(nest_.row_stores), known_);
    lanes_.fill_stores(nest_.row_stores, "w");
    text_.close();
    lanes_.write_stores(nest_.row_stores, "w");
    text_.close();
  }

  CudaText& text_;
  const loop::LoopNest& nest_;
  bool column_;
  std::string axis_;
  CudaLanes lanes_;
  SymExpr length_, groups_, splits_, tiles_;
  int threads_ = 256, unroll_ = 4, across_ = 1, down_ = 256;
  bool guard_columns_ = false;
  KnownValues known_;
};

}  // namespace

CudaKernel emit_cuda_reductions(CudaText& text) { return ReductionKernel(text).emit(); }

}  // namespace vt::codegen
