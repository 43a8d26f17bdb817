// Reductions. Row shape: neighbouring threads load neighbouring vectors of a row and combine their results in
// shared memory; a workgroup takes several rows if they are short. Column shape: threads are side by side along
// the kept axis. If there are too few results to occupy the device, several workgroups share a reduction: they
// write partial results to scratch, and a second dispatch combines them, because only dispatches synchronise
// workgroups.
#include <algorithm>

#include "codegen/wgsl_text.h"

namespace vt::codegen {

namespace {
using loop::Axis;
using loop::ExprId;
using loop::Phase;
using loop::Reduction;

constexpr int kMostThreads = 256, kFewThreads = 64, kAcross = 32;
constexpr int kVectorsEach = 4;  // minimum number of vectors per thread of a reduction that is split between workgroups

std::string lane_axis(const loop::LoopNest& nest) {
  return plan_nest(nest).shape == LoopShape::kColumn ? nest.outer.back().variable : nest.inner.back().variable;
}

class WgslReductions {
 public:
  WgslReductions(const loop::LoopNest& nest, const WgslTarget& target)
      : nest_(nest),
        column_(plan_nest(nest).shape == LoopShape::kColumn),
        text_(nest, target, lane_axis(nest), false, column_),
        length_(extent_of(nest.inner)) {
    choose_shape();
  }

  WgslKernel emit(std::vector<TaggedLine>& out) {
    if (splits_) emit_shared();
    else emit_alone();
    for (int i = 0; i < text_.reduction_count(); ++i) {
      const Reduction& r = text_.reduction(i);
      if (!meets_) continue;
      const std::string size = number_text(threads_) + ">;";
      text_.declare("var<workgroup> shared" + number_text(i) + ": array<" + wgsl_type(text_.kind_of(r), lanes()) +
                    ", " + size);
      if (WgslText::is_arg(r)) text_.declare("var<workgroup> shared_at" + number_text(i) + ": array<i32, " + size);
    }
    const std::vector<TaggedLine> lines = text_.finish();
    out.insert(out.end(), lines.begin(), lines.end());
    return std::move(kernel_);
  }

 private:
  bool lanes() const { return column_ && text_.width == 4; }  // whether a result is a vector of columns
  void choose_shape() {
    const int64_t width = text_.width;
    threads_ = kMostThreads;
    auto shared_bytes = [&] {
      int64_t each = 0;
      for (int i = 0; i < text_.reduction_count(); ++i)
        each += (lanes() ? 16 : 8) + (WgslText::is_arg(text_.reduction(i)) ? 4 : 0);
      return each * threads_;
    };
    while (threads_ > kFewThreads && shared_bytes() > text_.target.workgroup_bytes) threads_ /= 2;
    if (column_) {
      const Axis& axis = nest_.outer.back();
      across_ = 1;
      while (across_ < kAcross && across_ * width < text_.hint(axis.extent)) across_ *= 2;
      down_ = threads_ / across_;
      tiles_ = ceil_div(axis.extent, sym_constant(across_ * width));
      const std::vector<Axis> others(nest_.outer.begin(), nest_.outer.end() - 1);
      groups_ = sym_mul(extent_of(others), tiles_);
      rows_ = 1;
    } else {
      const int64_t vectors = (text_.hint(length_) + width - 1) / width;
      down_ = 1;
      while (down_ < threads_ && down_ < vectors) down_ *= 2;
      threads_ = std::max(down_, std::min(threads_, kFewThreads));
      rows_ = threads_ / down_;
      groups_ = ceil_div(extent_of(nest_.outer), sym_constant(rows_));
    }
    const SymExpr one = sym_constant(1);
    const int64_t least = int64_t{down_} * (column_ ? 1 : width) * kVectorsEach;
    const SymExpr splits =
        sym_max(one, sym_min(sym_floordiv(sym_constant(text_.target.workgroups), sym_max(groups_, one)),
                             ceil_div(length_, sym_constant(least))));
    if (rows_ == 1 && text_.hint(splits) > 1) splits_ = splits;
    meets_ = down_ > 1;
  }

  template <class F>
  void for_reductions(size_t phase, F f) {
    const int first = text_.first_reduction(phase);
    for (size_t i = 0; i < nest_.phases[phase].reductions.size(); ++i)
      f(first + static_cast<int>(i), nest_.phases[phase].reductions[i]);
  }

  // --- positions of groups and threads ---------------------------------------------------
  void open(const std::string& name, const SymExpr& groups) {
    kernel_.launches.push_back({name, groups});
    text_.open_entry(name, threads_, groups);
  }
  void place_of_group(const std::string& group) {
    if (column_) {
      std::vector<Axis> outer = nest_.outer;
      outer.back() = {"tile", tiles_};
      text_.unflatten(outer, group);
      const Axis& axis = nest_.outer.back();
      text_.line("let " + axis.variable + " = (tile * " + number_text(across_) + " + x) * " + number_text(text_.width) +
                 ";");
      if (!divisible(axis.extent, int64_t{across_} * text_.width)) {
        text_.line("let alive = " + axis.variable + " < " + wgsl_index(axis.extent) + ";");
        guard_ = "alive";
      }
      return;
    }
    if (rows_ > 1) {
      text_.line("let wanted = " + group + " * " + number_text(rows_) + " + thread / " + number_text(down_) + ";");
      const std::string rows = wgsl_index(extent_of(nest_.outer));
      text_.line("let alive = wanted < " + rows + ";  // all threads come to the barriers");
      text_.line("let row = min(wanted, " + rows + " - 1);");
      guard_ = "alive";
      if (!nest_.outer.empty()) text_.unflatten(nest_.outer, "row");
    } else {
      text_.unflatten(nest_.outer, group);
    }
  }
  void place_of_thread() {
    if (column_) {
      text_.line("let x = thread % " + number_text(across_) + ";");
      text_.line("let y = thread / " + number_text(across_) + ";");
    } else {
      text_.line(rows_ > 1 ? "let y = thread % " + number_text(down_) + ";" : "let y = thread;");
    }
  }
  std::string only_first() const {
    const std::string first = down_ > 1 ? "y == 0" : "";
    if (guard_.empty()) return first.empty() ? "true" : first;
    return first.empty() ? guard_ : guard_ + " && " + first;
  }

  // --- one pass over the data --------------------------------------------------------------
  void declare_accumulators(size_t p) {
    for_reductions(p, [&](int i, const Reduction& r) {
      text_.line("var acc" + number_text(i) + " = " + text_.identity(r, text_.width == 4) + ";");
      if (WgslText::is_arg(r)) text_.line("var at" + number_text(i) + " = -1;");
    });
  }
  void emit_pass(size_t p) {
    const Phase& phase = nest_.phases[p];
    const std::vector<ExprId> roots = roots_of(phase);
    if (roots.empty()) return;
    const int64_t each = column_ ? 1 : text_.width, step = down_ * each;
    std::string start = each == 1 ? "y" : "y * " + number_text(each), stride = number_text(step);
    if (splits_) start = "split * " + stride + " + " + start, stride = "splits * " + stride;
    if (column_ && !guard_.empty()) text_.open("if (alive)");
    text_.open("for (var place = " + start + "; place < " + wgsl_index(length_) + "; place += " + stride + ")");
    text_.unflatten(nest_.inner, "place");
    text_.values(roots);
    for (const loop::Store& s : phase.stores) text_.store(s, column_ ? "" : guard_);
    for_reductions(p, [&](int i, const Reduction& r) {
      const std::string n = number_text(i);
      text_.line(text_.accumulate(r, "acc" + n, "at" + n,
                                  wgsl_convert(text_.operand(r.value), text_.kind_of(r), text_.width == 4), "place",
                                  text_.width == 4),
                 {text_.item_of(r.value)});
    });
    text_.close();
    if (column_ && !guard_.empty()) text_.close();
  }

  // --- combination within a workgroup ------------------------------------------------------
  // In the row shape, first combine the four lanes of each thread: oneN.
  void fold_lanes(size_t p) {
    if (column_ || text_.width == 1) return;
    for_reductions(p, [&](int i, const Reduction& r) {
      const std::string acc = "acc" + number_text(i), pair = "pair" + number_text(i);
      text_.line("let " + pair + "_low = " + text_.combine(r, acc + "[0]", acc + "[1]", false) + ";");
      text_.line("let " + pair + "_high = " + text_.combine(r, acc + "[2]", acc + "[3]", false) + ";");
      text_.line("let one" + number_text(i) + " = " + text_.combine(r, pair + "_low", pair + "_high", false) + ";");
    });
  }
  std::string own(int i) const { return (column_ || text_.width == 1 ? "acc" : "one") + number_text(i); }
  std::string at_first(const std::string& array) const {
    return array + (column_ ? "[x]" : rows_ > 1 ? "[thread - y]" : "[0]");
  }
  // Tree reduction in shared memory; the result ends in the slot of the reduction's first thread.
  void meet(size_t p, bool joined) {
    if (!meets_) return;
    for_reductions(p, [&](int i, const Reduction& r) {
      text_.line("shared" + number_text(i) + "[thread] = " + (joined ? "acc" + number_text(i) : own(i)) + ";");
      if (WgslText::is_arg(r)) text_.line("shared_at" + number_text(i) + "[thread] = at" + number_text(i) + ";");
    });
    text_.line("workgroupBarrier();");
    text_.open("for (var step = " + number_text(down_ / 2) + "; step > 0; step /= 2)");
    text_.open("if (y < step)");
    text_.line(column_ ? "let other = thread + step * " + number_text(across_) + ";" : "let other = thread + step;");
    for_reductions(p, [&](int i, const Reduction& r) {
      const std::string s = "shared" + number_text(i), at = "shared_at" + number_text(i);
      text_.line(text_.accumulate(r, s + "[thread]", at + "[thread]", s + "[other]", at + "[other]", lanes()));
    });
    text_.close();
    text_.line("workgroupBarrier();");
    text_.close();
  }
  // Declares the results rN in all threads.
  void combine_group(size_t p) {
    if (nest_.phases[p].reductions.empty()) return;
    fold_lanes(p);
    meet(p, false);
    for_reductions(p, [&](int i, const Reduction& r) {
      const std::string n = number_text(i), array = (WgslText::is_arg(r) ? "shared_at" : "shared") + n;
      text_.line("let r" + n + " = " +
                     (meets_                ? at_first(array)
                      : WgslText::is_arg(r) ? "at" + n
                                            : own(i)) +
                     ";",
                 {text_.item_of(r.value)});
    });
  }
  void emit_row_stores() {
    if (nest_.row_stores.empty()) return;
    text_.open("if (" + only_first() + ")");
    text_.values(roots_of(nest_.row_stores));
    for (const loop::Store& s : nest_.row_stores) text_.store(s);
    text_.close();
  }

  void emit_alone() {
    open(nest_.name, groups_);
    place_of_thread();
    place_of_group("block");
    for (size_t p = 0; p < nest_.phases.size(); ++p) {
      declare_accumulators(p);
      emit_pass(p);
      combine_group(p);
    }
    emit_row_stores();
    text_.close();
  }

  // --- several workgroups ------------------------------------------------------------------
  int words(const Reduction& r) const {
    const int one = text_.kind_of(r) == WgslKind::kLong ? 2 : 1;
    return (lanes() ? 4 : 1) * one + (WgslText::is_arg(r) ? 1 : 0);
  }
  int64_t columns() const { return column_ ? across_ : 1; }
  // Layout of scratch: the partial results of all reductions, then the final results.
  SymExpr region(int i, bool results) const {
    const SymExpr size = sym_mul(groups_, sym_constant(columns() * words(text_.reduction(i))));
    return results ? size : sym_mul(size, splits_);
  }
  SymExpr offset(int reduction, bool results) const {
    SymExpr at = sym_constant(0);
    for (bool pass : {false, true})
      for (int i = 0; i < text_.reduction_count(); ++i) {
        if (i == reduction && pass == results) return at;
        at = sym_add(at, region(i, pass));
      }
    return at;
  }
  // Declares the index of the first word of a partial or final result.
  void name_place(int i, bool results, const std::string& part) {
    const std::string at = wgsl_index(offset(i, results)), n = number_text(words(text_.reduction(i)));
    const std::string column = column_ ? "(" + part + ") * " + number_text(across_) + " + x" : part;
    text_.line("let " + std::string(results ? "result" : "part") + number_text(i) + " = " + at + " + (" + column +
               ") * " + n + ";");
  }
  void write_words(int i, const std::string& place, const std::string& value, const std::string& at) {
    const Reduction& r = text_.reduction(i);
    const WgslKind kind = text_.kind_of(r);
    int word = 0;
    auto write = [&](const std::string& bits) {
      text_.line("scratch[" + place + (word ? " + " + number_text(word) : "") + "] = " + bits + ";");
      ++word;
    };
    for (int l = 0; l < (lanes() ? 4 : 1); ++l) {
      const std::string v = lanes() ? value + "[" + number_text(l) + "]" : value;
      if (kind == WgslKind::kLong) write(v + ".x"), write(v + ".y");
      else write(kind == WgslKind::kBool ? "u32(" + v + ")" : "bitcast<u32>(" + v + ")");
    }
    if (WgslText::is_arg(r)) write("u32(" + at + ")");
  }
  std::string read_value(int i, const std::string& place) const {
    const WgslKind kind = text_.kind_of(text_.reduction(i));
    auto word = [&](int k) { return "scratch[" + place + (k ? " + " + number_text(k) : "") + "]"; };
    auto one = [&](int k) {
      if (kind == WgslKind::kLong) return "I64(" + word(k) + ", " + word(k + 1) + ")";
      if (kind == WgslKind::kBool) return "(" + word(k) + " != 0u)";
      return "bitcast<" + wgsl_type(kind, false) + ">(" + word(k) + ")";
    };
    if (!lanes()) return one(0);
    return wgsl_type(kind, true) + "(" + one(0) + ", " + one(1) + ", " + one(2) + ", " + one(3) + ")";
  }
  std::string read_at(int i, const std::string& place) const {
    return "i32(scratch[" + place + " + " + number_text(words(text_.reduction(i)) - 1) + "])";
  }
  // Loads the results of the phases before `phase` from scratch as rN.
  void load_results(size_t phase, const std::string& group) {
    for (size_t p = 0; p < phase; ++p)
      for_reductions(p, [&](int i, const Reduction& r) {
        const std::string n = number_text(i);
        name_place(i, true, group);
        text_.line(
            "let r" + n + " = " + (WgslText::is_arg(r) ? read_at(i, "result" + n) : read_value(i, "result" + n)) + ";",
            {text_.item_of(r.value)});
      });
  }

  void emit_shared() {
    text_.scratch = true;
    kernel_.scratch_bytes = sym_mul(offset(-1, true), sym_constant(4));
    for (size_t p = 0; p < nest_.phases.size(); ++p) {
      const Phase& phase = nest_.phases[p];
      const std::string number = nest_.phases.size() > 1 ? number_text(static_cast<int64_t>(p)) : "";
      guard_.clear();
      open(nest_.name + "_part" + number, sym_mul(groups_, splits_));
      place_of_thread();
      text_.line("let splits = " + wgsl_index(splits_) + ";");
      text_.line("let split = block % splits;");
      text_.line("let whole = block / splits;");
      place_of_group("whole");
      load_results(p, "whole");
      declare_accumulators(p);
      emit_pass(p);
      combine_group(p);
      if (!phase.reductions.empty()) {
        if (down_ > 1) text_.open("if (y == 0)");
        for_reductions(p, [&](int i, const Reduction&) {
          const std::string n = number_text(i);
          name_place(i, false, "block");
          write_words(i, "part" + n, meets_ ? at_first("shared" + n) : own(i),
                      meets_ ? at_first("shared_at" + n) : "at" + n);
        });
        if (down_ > 1) text_.close();
      }
      text_.close();
      if (!phase.reductions.empty()) emit_join(p, number);
    }
    if (nest_.row_stores.empty()) return;
    guard_.clear();
    open(nest_.name + "_rows", groups_);
    place_of_thread();
    place_of_group("block");
    load_results(nest_.phases.size(), "block");
    emit_row_stores();
    text_.close();
  }
  // A kernel that combines the partial results of a group; each thread reads what its counterparts wrote.
  void emit_join(size_t p, const std::string& number) {
    guard_.clear();
    open(nest_.name + "_join" + number, groups_);
    place_of_thread();
    text_.line("let splits = " + wgsl_index(splits_) + ";");
    for_reductions(p, [&](int i, const Reduction& r) {
      const std::string n = number_text(i);
      text_.line("var acc" + n + " = " + text_.identity(r, lanes()) + ";");
      if (WgslText::is_arg(r)) text_.line("var at" + n + " = -1;");
    });
    text_.open("for (var split = y; split < splits; split += " + number_text(down_) + ")");
    for_reductions(p, [&](int i, const Reduction& r) {
      const std::string n = number_text(i), at = "part" + n;
      name_place(i, false, "block * splits + split");
      text_.line("let value" + n + " = " + read_value(i, at) + ";");
      if (WgslText::is_arg(r)) text_.line("let value_at" + n + " = " + read_at(i, at) + ";");
      text_.line(text_.accumulate(r, "acc" + n, "at" + n, "value" + n, "value_at" + n, lanes()),
                 {text_.item_of(r.value)});
    });
    text_.close();
    meet(p, true);
    if (down_ > 1) text_.open("if (y == 0)");
    for_reductions(p, [&](int i, const Reduction&) {
      const std::string n = number_text(i);
      name_place(i, true, "block");
      write_words(i, "result" + n, meets_ ? at_first("shared" + n) : "acc" + n,
                  meets_ ? at_first("shared_at" + n) : "at" + n);
    });
    if (down_ > 1) text_.close();
    text_.close();
  }

  const loop::LoopNest& nest_;
  const bool column_;
  WgslText text_;
  SymExpr length_;
  int threads_ = kMostThreads;
  int across_ = 1, down_ = 1, rows_ = 1;  // threads along the kept axis and along the reduction; rows per workgroup
  SymExpr tiles_, groups_, splits_;       // splits_: workgroups per reduction; null: one
  bool meets_ = false;                    // whether threads combine their results in shared memory
  std::string guard_;                     // "alive" if some threads have no element or row
  WgslKernel kernel_;
};

}  // namespace

WgslKernel emit_wgsl_reductions(const loop::LoopNest& nest, const WgslTarget& target, std::vector<TaggedLine>& out) {
  return WgslReductions(nest, target).emit(out);
}

}  // namespace vt::codegen
