#include "support/protocol_measured.h"

#include <algorithm>

// One function template lists the fields of a type: with Put it writes them, with Get it reads them.
namespace vt::protocol {
namespace {

struct Put {
  Writer& w;
  void text(const std::string& v) const { w.text(v); }
  void real(double v) const { w.real(v); }
  template <class Number>
  void number(Number v) const {
    w.number(static_cast<uint64_t>(v));
  }
  template <class List, class Each>
  void list(List& all, const Each& each) const {
    w.number(all.size());
    for (auto& one : all) each(one);
  }
};

struct Get {
  Reader& r;
  void text(std::string& v) const { v = r.text(); }
  void real(double& v) const { v = r.real(); }
  template <class Number>
  void number(Number& v) const {
    v = static_cast<Number>(r.number());
  }
  template <class List, class Each>
  void list(List& all, const Each& each) const {
    for (size_t n = r.count(); n > 0 && r.ok(); --n) each(all.emplace_back());
  }
};

template <class Way, class S>
void spread(const Way& way, S& s) {
  way.real(s.median), way.real(s.low), way.real(s.high), way.number(s.samples);
}

template <class Way, class P>
void point(const Way& way, P& p) {
  way.number(p.size), spread(way, p.eager_us), spread(way, p.compiled_us), spread(way, p.ratio);
  way.real(p.bytes), way.real(p.compile_us), way.number(p.equal), way.text(p.error);
}

template <class Way, class L>
void launches(const Way& way, L& l) {
  way.number(l.kernels), way.number(l.library_calls), way.number(l.interpreted), way.number(l.eager_ops);
}

template <class Way, class W>
void work(const Way& way, W& all) {
  way.list(all, [&](auto& piece) {
    way.number(piece.kind), way.text(piece.name), way.real(piece.start_us), way.real(piece.duration_us);
    way.number(piece.depth), way.number(piece.line);
    way.list(piece.lines, [&](auto& line) { way.number(line); });
  });
}

template <class Way, class F>
void measured(const Way& way, F& f) {
  way.number(f.index), way.text(f.name), way.text(f.inputs), way.text(f.error), way.number(f.line);
  way.number(f.calls), way.number(f.compiles), way.real(f.compiling_us), point(way, f.own);
  launches(way, f.eager), launches(way, f.compiled), way.real(f.flops), way.number(f.backward), way.number(f.random);
  way.number(f.changed_inputs), way.number(f.changed_state);
  way.list(f.curve, [&](auto& p) { point(way, p); });
  way.number(f.axis), way.number(f.axis_inputs), way.number(f.own_size), way.number(f.dynamic), way.text(f.fixed);
  work(way, f.eager_work), work(way, f.compiled_work), way.real(f.eager_call_us), way.real(f.compiled_call_us);
  way.number(f.coarse_clock);
}

template <class Way, class V>
void values(const Way& way, V& v) {
  way.text(v.compile_id), way.number(v.calls), way.number(v.call), way.number(v.ran_backward), way.text(v.not_compared);
  way.list(v.nodes, [&](auto& n) {
    way.list(n.items, [&](auto& item) { way.number(item); });
    way.text(n.name), way.text(n.op), way.text(n.dtype);
    way.list(n.sizes, [&](auto& size) { way.number(size); });
    way.number(n.line), way.number(n.backward), way.number(n.is_input), way.number(n.kept);
    way.number(n.elements), way.number(n.nan), way.number(n.infinite);
    way.real(n.least), way.real(n.greatest), way.real(n.mean);
    way.list(n.histogram, [&](auto& count) { way.number(count); });
    way.number(n.heat_rows), way.number(n.heat_columns);
    way.list(n.heat, [&](auto& tile) { way.real(tile); });
    way.list(n.bad_tiles, [&](auto& bad) { way.number(bad.tile), way.number(bad.count), way.number(bad.element); });
    way.number(n.compared), way.real(n.absolute_error), way.real(n.relative_error), way.number(n.differ);
  });
}

template <class Way, class W>
void window(const Way& way, W& w) {
  way.number(w.row_axis), way.number(w.column_axis), way.number(w.rows), way.number(w.columns);
  way.list(w.at, [&](auto& index) { way.number(index); });
}

template <class Way, class P>
void page(const Way& way, P& p) {
  window(way, p.window), way.text(p.problem);
  way.list(p.values, [&](auto& value) { way.real(value); });
  way.list(p.compiled, [&](auto& value) { way.real(value); });
}

bool is_matrix(int64_t rows, int64_t columns, size_t elements, int64_t most) {
  return rows >= 0 && columns >= 0 && rows <= most && columns <= most &&
         static_cast<size_t>(rows * columns) == elements;
}

}  // namespace

void put_measured(Writer& w, const MeasuredFunction& f) { measured(Put{w}, f); }
void get_measured(Reader& r, MeasuredFunction& f) {
  measured(Get{r}, f);
  for (const std::vector<CallPiece>* side : {&f.eager_work, &f.compiled_work})
    for (const CallPiece& piece : *side)
      if (piece.kind > WorkKind::kCompile || piece.depth > 1000) r.refuse();
}
void put_values(Writer& w, const GraphValues& v) { values(Put{w}, v); }
// Refuses values that do not form the matrix that the panel draws.
void get_values(Reader& r, GraphValues& v) {
  values(Get{r}, v);
  for (const ValueSummary& n : v.nodes) {
    if (!is_matrix(n.heat_rows, n.heat_columns, n.heat.size(), TensorWindow::kMost)) r.refuse();
    for (const ValueSummary::BadTile& bad : n.bad_tiles)
      if (static_cast<uint64_t>(bad.tile) >= n.heat.size() ||
          static_cast<uint64_t>(bad.element) >= static_cast<uint64_t>(n.elements))
        r.refuse();
  }
}
void put_window(Writer& w, const TensorWindow& asked) { window(Put{w}, asked); }
void get_window(Reader& r, TensorWindow& asked) { window(Get{r}, asked); }
void put_page(Writer& w, const TensorPage& p) { page(Put{w}, p); }
void get_page(Reader& r, TensorPage& p) {
  page(Get{r}, p);
  const bool empty = p.values.empty() && p.compiled.empty();
  if (!empty && !is_matrix(p.window.rows, p.window.columns, p.values.size(), TensorWindow::kMost)) r.refuse();
  if (!p.compiled.empty() && p.compiled.size() != p.values.size()) r.refuse();
}

}  // namespace vt::protocol
