#include "support/protocol.h"

#include <algorithm>

#include "support/protocol_measured.h"
#include "support/wire.h"

namespace vt::protocol {
namespace {

void put(Writer& w, const SourceSpan& s) {
  w.number(s.line), w.number(s.column), w.number(s.end_line), w.number(s.end_column);
}
SourceSpan get_span(Reader& r) {
  SourceSpan s;
  s.line = static_cast<int32_t>(r.number());
  s.column = static_cast<int32_t>(r.number());
  s.end_line = static_cast<int32_t>(r.number());
  s.end_column = static_cast<int32_t>(r.number());
  return s;
}

using Pairs = std::vector<std::pair<std::string, std::string>>;
void put(Writer& w, const Pairs& pairs) {
  w.number(pairs.size());
  for (const auto& [key, value] : pairs) w.text(key), w.text(value);
}
Pairs get_pairs(Reader& r) {
  Pairs pairs;
  for (size_t n = r.count(); n > 0 && r.ok(); --n) {
    std::string key = r.text();
    pairs.emplace_back(std::move(key), r.text());
  }
  return pairs;
}

void put(Writer& w, const std::vector<std::string>& texts) {
  w.number(texts.size());
  for (const std::string& text : texts) w.text(text);
}
std::vector<std::string> get_texts(Reader& r) {
  std::vector<std::string> texts;
  for (size_t n = r.count(); n > 0 && r.ok(); --n) texts.push_back(r.text());
  return texts;
}

void put(Writer& w, const std::vector<ItemId>& items) {
  w.number(items.size());
  for (ItemId id : items) w.number(static_cast<uint32_t>(id));
}
std::vector<ItemId> get_items(Reader& r) {
  std::vector<ItemId> items;
  for (size_t n = r.count(); n > 0 && r.ok(); --n) items.push_back(ItemId(r.number()));
  return items;
}

void put(Writer& w, const Error& e) { w.text(e.kind), w.text(e.message), put(w, e.span), w.text(e.hint); }
Error get_error(Reader& r) {
  Error e;
  e.kind = r.text();
  e.message = r.text();
  e.span = get_span(r);
  e.hint = r.text();
  return e;
}

void put(Writer& w, const Event& e) {
  w.number(static_cast<uint32_t>(e.id)), w.number(static_cast<uint32_t>(e.stage));
  w.text(e.compile_id), w.text(e.title), put(w, e.span);
  w.real(e.start_us), w.real(e.duration_us), put(w, e.items), put(w, e.facts);
}
Event get_event(Reader& r) {
  Event e;
  e.id = EventId(r.number());
  e.stage = Stage(r.number());
  e.compile_id = r.text();
  e.title = r.text();
  e.span = get_span(r);
  e.start_us = r.real();
  e.duration_us = r.real();
  e.items = get_items(r);
  e.facts = get_pairs(r);
  return e;
}

void put(Writer& w, const RecordedTensor& t) {
  w.text(t.dtype), w.text(t.device), w.text(t.gradient), w.number(t.sizes.size());
  for (size_t axis = 0; axis < t.sizes.size(); ++axis)
    w.number(static_cast<uint64_t>(t.sizes[axis])), w.number(static_cast<uint64_t>(t.strides[axis]));
  for (int64_t n : {t.offset, t.storage_elements, t.rows, t.columns, t.row_step, t.column_step, t.not_finite})
    w.number(static_cast<uint64_t>(n));
  w.number(t.storage), w.number(t.version), w.number(t.values.size());
  for (double value : t.values) w.real(value);
  w.real(t.minimum), w.real(t.maximum), w.real(t.mean), w.number(t.whole_range);
}
void put(Writer& w, const RecordedChange& c) {
  w.number(c.frame), w.text(c.name), w.text(c.type), w.text(c.text), w.number(c.object), w.number(c.removed);
  w.number(c.tensor != nullptr);
  if (c.tensor) put(w, *c.tensor);
  w.text(c.of);
}
void put(Writer& w, const RecordedStep& s) {
  w.number(static_cast<uint32_t>(s.kind)), w.number(s.frame), w.number(s.line), w.number(s.mark);
  w.number(s.output_bytes), w.text(s.note), w.number(s.changes.size());
  for (const RecordedChange& change : s.changes) put(w, change);
}
void put(Writer& w, const Recording& recording) {
  w.number(recording.frames.size());
  for (const RecordedFrame& frame : recording.frames)
    w.text(frame.function), w.number(static_cast<uint32_t>(frame.caller + 1)), w.number(frame.depth);
  w.number(recording.steps.size());
  for (const RecordedStep& step : recording.steps) put(w, step);
  w.text(recording.cut_off);
}
// Refuses an index outside the list of frames.
uint32_t get_frame(Reader& r, size_t frames) {
  uint64_t frame = r.number();
  if (frame >= frames) r.refuse();
  return frame < frames ? static_cast<uint32_t>(frame) : 0;
}
// Whether sizes, strides and rows are consistent, because the panel computes addresses from them.
bool is_sound(const RecordedTensor& t) {
  auto shown = [](int64_t all, int64_t step) { return (all + step - 1) / step; };
  for (int64_t size : t.sizes)
    if (size < 0) return false;
  const int64_t most = int64_t{1} << 62;
  if (t.rows < 0 || t.rows > most || t.columns < 0 || t.columns > most) return false;
  if (t.row_step < 1 || t.row_step > most || t.column_step < 1 || t.column_step > most) return false;
  if (t.columns > 0 && t.rows > 0 && std::find(t.sizes.begin(), t.sizes.end(), 0) != t.sizes.end()) return false;
  const int64_t rows = shown(t.rows, t.row_step), columns = shown(t.columns, t.column_step);
  return rows <= RecordedTensor::kMostRows && columns <= RecordedTensor::kMostColumns &&
         (t.values.empty() || static_cast<int64_t>(t.values.size()) == rows * columns);
}
std::shared_ptr<const RecordedTensor> get_tensor(Reader& r) {
  auto t = std::make_shared<RecordedTensor>();
  t->dtype = r.text();
  t->device = r.text();
  t->gradient = r.text();
  for (size_t n = r.count(); n > 0 && r.ok(); --n) {
    t->sizes.push_back(static_cast<int64_t>(r.number()));
    t->strides.push_back(static_cast<int64_t>(r.number()));
  }
  for (int64_t* n :
       {&t->offset, &t->storage_elements, &t->rows, &t->columns, &t->row_step, &t->column_step, &t->not_finite})
    *n = static_cast<int64_t>(r.number());
  t->storage = r.number();
  t->version = static_cast<uint32_t>(r.number());
  for (size_t n = r.count(); n > 0 && r.ok(); --n) t->values.push_back(r.real());
  for (double* value : {&t->minimum, &t->maximum, &t->mean}) *value = r.real();
  t->whole_range = r.number() != 0;
  if (!is_sound(*t)) r.refuse();
  return t;
}
RecordedStep get_step(Reader& r, size_t frames) {
  RecordedStep s;
  const uint64_t kind = r.number();
  if (kind > static_cast<uint64_t>(StepKind::kEnd)) r.refuse();
  s.kind = StepKind(kind);
  s.frame = get_frame(r, frames);
  s.line = static_cast<uint32_t>(r.number());
  s.mark = r.number() != 0;
  s.output_bytes = r.number();
  s.note = r.text();
  for (size_t n = r.count(); n > 0 && r.ok(); --n) {
    RecordedChange c;
    c.frame = get_frame(r, frames);
    c.name = r.text();
    c.type = r.text();
    c.text = r.text();
    c.object = static_cast<uint32_t>(r.number());
    c.removed = r.number() != 0;
    if (r.number()) c.tensor = get_tensor(r);
    c.of = r.text();
    s.changes.push_back(std::move(c));
  }
  return s;
}
Recording get_recording(Reader& r) {
  Recording recording;
  for (size_t n = r.count(); n > 0 && r.ok(); --n) {
    RecordedFrame frame;
    frame.function = r.text();
    const uint64_t caller = r.number();
    // A caller comes before its callees, so following callers always ends.
    if (caller > recording.frames.size()) r.refuse();
    frame.caller = static_cast<int32_t>(caller) - 1;
    frame.depth = static_cast<uint32_t>(r.number());
    recording.frames.push_back(std::move(frame));
  }
  const size_t frames = recording.frames.size();
  for (size_t n = r.count(); n > 0 && r.ok(); --n) recording.steps.push_back(get_step(r, frames));
  recording.cut_off = r.text();
  return recording;
}

void put(Writer& w, const Artifact& a) {
  w.number(a.lines.size());
  for (const TaggedLine& line : a.lines) w.text(line.text), put(w, line.items);
  w.number(a.diagram.nodes.size());
  for (const DiagramNode& n : a.diagram.nodes)
    w.number(static_cast<uint32_t>(n.item)), w.text(n.label), w.text(n.detail), w.text(n.category);
  w.number(a.diagram.edges.size());
  for (auto [from, to] : a.diagram.edges) w.number(from), w.number(to);
  put(w, a.table.columns);
  w.number(a.table.rows.size());
  for (const Table::Row& row : a.table.rows) put(w, row.cells), put(w, row.items);
  w.text(a.python);
  w.number(a.recording != nullptr);
  if (a.recording) put(w, *a.recording);
}
Artifact get_artifact(Reader& r) {
  Artifact a;
  for (size_t n = r.count(); n > 0 && r.ok(); --n) {
    TaggedLine line{r.text(), {}};
    line.items = get_items(r);
    a.lines.push_back(std::move(line));
  }
  for (size_t n = r.count(); n > 0 && r.ok(); --n) {
    DiagramNode node;
    node.item = ItemId(r.number());
    node.label = r.text();
    node.detail = r.text();
    node.category = r.text();
    a.diagram.nodes.push_back(std::move(node));
  }
  for (size_t n = r.count(); n > 0 && r.ok(); --n) {
    uint32_t from = static_cast<uint32_t>(r.number()), to = static_cast<uint32_t>(r.number());
    if (from < a.diagram.nodes.size() && to < a.diagram.nodes.size()) a.diagram.edges.emplace_back(from, to);
  }
  a.table.columns = get_texts(r);
  for (size_t n = r.count(); n > 0 && r.ok(); --n) {
    Table::Row row{get_texts(r), get_items(r)};
    row.cells.resize(a.table.columns.size());
    a.table.rows.push_back(std::move(row));
  }
  a.python = r.text();
  if (r.number()) a.recording = std::make_shared<const Recording>(get_recording(r));
  return a;
}

// Every message type has one `put` and one `get`; its index in the variant is its tag on the wire.
void put(Writer& w, const Run& m) {
  w.number(m.run), w.text(m.name), w.text(m.source), put(w, m.options), w.number(m.record);
  w.number(m.record_capture), w.number(m.values);
}
void put(Writer& w, const Pull& m) { w.number(m.run), w.number(static_cast<uint32_t>(m.event)); }
void put(Writer& w, const Check& m) {
  w.number(m.run), w.number(m.targets), w.text(m.lesson), w.text(m.step), w.text(m.source), w.text(m.language);
}
void put(Writer& w, const Output& m) { w.number(m.run), w.number(m.is_error), w.text(m.text); }
void put(Writer& w, const EventNote& m) { w.number(m.run), put(w, m.event), w.number(m.has_artifact); }
void put(Writer& w, const Items& m) {
  w.number(m.run), w.number(m.first), w.number(m.items.size());
  for (const Item& item : m.items) w.number(static_cast<uint32_t>(item.kind)), put(w, item.span), put(w, item.origins);
}
void put(Writer& w, const Body& m) { w.number(m.run), w.number(static_cast<uint32_t>(m.event)), put(w, m.artifact); }
void put(Writer& w, const Finished& m) {
  w.number(m.run), w.number(m.ok), w.number(m.stopped), w.number(static_cast<uint32_t>(m.exit_code));
  w.text(m.traceback), put(w, m.error), w.real(m.duration_us);
  w.number(m.kernels), w.number(m.extern_calls), w.number(m.eager_ops), w.number(m.peak_bytes);
}
void put(Writer& w, const CheckResult& m) {
  w.number(m.run), w.number(m.targets), w.number(m.passed), w.number(m.lines.size());
  for (const CheckLine& line : m.lines) w.number(line.passed), w.text(line.text);
  w.number(m.choices.size());
  for (const auto& [value, text] : m.choices) w.text(value), w.text(text);
  w.number(m.graphs.size());
  for (const Artifact& graph : m.graphs) put(w, graph);
  w.text(m.fact);
  w.text(m.error);
}
void put(Writer& w, const Recorded& m) { w.number(m.run), put(w, m.recording); }
void put(Writer& w, const Bench& m) { w.number(m.run), w.real(m.seconds); }
void put(Writer& w, const BenchRow& m) {
  w.number(m.run), w.number(m.done), w.number(m.all), w.number(m.measured);
  w.text(m.name), w.text(m.doc), w.text(m.limit), w.text(m.error);
  for (double v : {m.eager_us, m.eager_low_us, m.eager_high_us, m.compiled_us, m.compiled_low_us, m.compiled_high_us,
                   m.bytes, m.flops, m.ceiling})
    w.real(v);
  w.number(m.equal);
}

void get(Reader& r, Run& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.name = r.text();
  m.source = r.text();
  m.options = get_pairs(r);
  m.record = r.number() != 0;
  m.record_capture = r.number() != 0;
  m.values = r.number() != 0;
}
void get(Reader& r, Pull& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.event = EventId(r.number());
}
void get(Reader& r, Check& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.targets = r.number() != 0;
  m.lesson = r.text();
  m.step = r.text();
  m.source = r.text();
  m.language = r.text();
}
void get(Reader& r, Output& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.is_error = r.number() != 0;
  m.text = r.text();
}
void get(Reader& r, EventNote& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.event = get_event(r);
  m.has_artifact = r.number() != 0;
}
void get(Reader& r, Items& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.first = static_cast<uint32_t>(r.number());
  for (size_t n = r.count(); n > 0 && r.ok(); --n) {
    Item item{ItemKind(r.number()), {}, {}};
    item.span = get_span(r);
    item.origins = get_items(r);
    m.items.push_back(std::move(item));
  }
}
void get(Reader& r, Body& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.event = EventId(r.number());
  m.artifact = get_artifact(r);
}
void get(Reader& r, Finished& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.ok = r.number() != 0;
  m.stopped = r.number() != 0;
  m.exit_code = static_cast<int>(r.number());
  m.traceback = r.text();
  m.error = get_error(r);
  m.duration_us = r.real();
  m.kernels = r.number();
  m.extern_calls = r.number();
  m.eager_ops = r.number();
  m.peak_bytes = r.number();
}
void get(Reader& r, CheckResult& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.targets = r.number() != 0;
  m.passed = r.number() != 0;
  for (size_t n = r.count(); n > 0 && r.ok(); --n) {
    CheckLine line;
    line.passed = r.number() != 0;
    line.text = r.text();
    m.lines.push_back(std::move(line));
  }
  for (size_t n = r.count(); n > 0 && r.ok(); --n) {
    std::string value = r.text();
    m.choices.emplace_back(std::move(value), r.text());
  }
  for (size_t n = r.count(); n > 0 && r.ok(); --n) m.graphs.push_back(get_artifact(r));
  m.fact = r.text();
  m.error = r.text();
}

void get(Reader& r, Recorded& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.recording = get_recording(r);
}

void get(Reader& r, Bench& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.seconds = r.real();
}
void get(Reader& r, BenchRow& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.done = static_cast<uint32_t>(r.number());
  m.all = static_cast<uint32_t>(r.number());
  m.measured = r.number() != 0;
  m.name = r.text();
  m.doc = r.text();
  m.limit = r.text();
  m.error = r.text();
  for (double* v : {&m.eager_us, &m.eager_low_us, &m.eager_high_us, &m.compiled_us, &m.compiled_low_us,
                    &m.compiled_high_us, &m.bytes, &m.flops, &m.ceiling})
    *v = r.real();
  m.equal = r.number() != 0;
}

void put(Writer& w, const Measure& m) {
  w.number(m.run), w.text(m.name), w.text(m.source), put(w, m.options), w.real(m.seconds);
  w.number(m.sizes);
}
void get(Reader& r, Measure& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.name = r.text();
  m.source = r.text();
  m.options = get_pairs(r);
  m.seconds = r.real();
  m.sizes = r.number() != 0;
}
void put(Writer& w, const Measured& m) {
  w.number(m.run), w.real(m.done), w.real(m.all), w.text(m.now);
  w.number(m.has_function), w.number(m.ended), w.number(m.stopped);
  put_measured(w, m.function);
  for (double v : {m.ceilings.copy, m.ceilings.flops}) w.real(v);
  w.text(m.error);
}
void get(Reader& r, Measured& m) {
  m.run = static_cast<uint32_t>(r.number());
  m.done = r.real();
  m.all = r.real();
  m.now = r.text();
  m.has_function = r.number() != 0;
  m.ended = r.number() != 0;
  m.stopped = r.number() != 0;
  get_measured(r, m.function);
  for (double* v : {&m.ceilings.copy, &m.ceilings.flops}) *v = r.real();
  m.error = r.text();
}
void put(Writer& w, const PullPage& m) {
  w.number(m.run), w.number(m.graph), w.number(m.node);
  put_window(w, m.window);
}
void get(Reader& r, PullPage& m) {
  for (uint32_t* n : {&m.run, &m.graph, &m.node}) *n = static_cast<uint32_t>(r.number());
  get_window(r, m.window);
}
void put(Writer& w, const Values& m) {
  w.number(m.run), w.number(m.graphs.size());
  for (const GraphValues& graph : m.graphs) put_values(w, graph);
}
void get(Reader& r, Values& m) {
  m.run = static_cast<uint32_t>(r.number());
  for (size_t n = r.count(); n > 0 && r.ok(); --n) get_values(r, m.graphs.emplace_back());
}
void put(Writer& w, const Page& m) {
  w.number(m.run), w.number(m.graph), w.number(m.node);
  put_page(w, m.page);
}
void get(Reader& r, Page& m) {
  for (uint32_t* n : {&m.run, &m.graph, &m.node}) *n = static_cast<uint32_t>(r.number());
  get_page(r, m.page);
}

template <class Variant>
std::vector<uint8_t> encode_any(const Variant& message) {
  Writer w;
  w.number(kVersion);
  w.number(message.index());
  std::visit([&](const auto& m) { put(w, m); }, message);
  return w.take();
}

template <class Variant, size_t I = 0>
Result<Variant> decode_index(Reader& r, size_t index) {
  if constexpr (I == std::variant_size_v<Variant>) {
    return Error{"ProtocolError", "unknown message " + std::to_string(index), {}, "reload the page"};
  } else {
    if (index != I) return decode_index<Variant, I + 1>(r, index);
    std::variant_alternative_t<I, Variant> message;
    get(r, message);
    if (!r.ok() || !r.at_end()) return Error{"ProtocolError", "a damaged message", {}, "reload the page"};
    return Variant(std::move(message));
  }
}

template <class Variant>
Result<Variant> decode_any(const uint8_t* bytes, size_t size) {
  Reader r(std::span(bytes, size));
  if (r.number() != kVersion) return Error{"ProtocolError", "a message of another version", {}, "reload the page"};
  return decode_index<Variant>(r, r.number());
}

}  // namespace

std::vector<uint8_t> encode(const ToEngine& message) { return encode_any(message); }
std::vector<uint8_t> encode(const FromEngine& message) { return encode_any(message); }
Result<ToEngine> decode_to_engine(const uint8_t* bytes, size_t size) { return decode_any<ToEngine>(bytes, size); }
Result<FromEngine> decode_from_engine(const uint8_t* bytes, size_t size) { return decode_any<FromEngine>(bytes, size); }

}  // namespace vt::protocol
