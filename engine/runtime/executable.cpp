#include "runtime/executable.h"

#include <algorithm>
#include <utility>

#include "codegen/plan.h"
#include "ops/dispatch.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/matmul.h"
#include "ops/kernels/parallel.h"
#include "runtime/kernel_guard.h"
#include "runtime/symbol_values.h"
#include "support/check.h"
#include "support/timeline.h"

namespace vt {

LaunchCounters& launch_counters() {
  static LaunchCounters counters;
  return counters;
}

std::vector<std::pair<std::string, int64_t>> size_hints(const Program& program) {
  std::vector<std::pair<std::string, int64_t>> hints;
  for (const SymbolSource& source : program.symbols) hints.emplace_back(source.symbol, source.hint);
  return hints;
}

std::vector<KernelSource> kernel_sources(const Program& program) {
  std::vector<KernelSource> sources;
  for (const Step& step : program.steps) {
    if (auto nest = std::get_if<loop::LoopNest>(&step)) sources.push_back(nest);
    if (auto product = std::get_if<loop::MatmulTemplate>(&step)) sources.push_back(product);
  }
  return sources;
}

ProgramExecutable::ProgramExecutable(Program program, GeneratedCode code, std::vector<KernelEntry> entries,
                                     std::string note)
    : program_(std::move(program)), code_(std::move(code)), note_(std::move(note)), interprets_(entries.empty()) {
  size_t next = 0;
  for (const Step& step : program_.steps) {
    bool generated = !std::holds_alternative<ExternCall>(step) && !entries.empty();
    step_entries_.push_back(generated ? entries[next++] : nullptr);
    auto product = std::get_if<loop::MatmulTemplate>(&step);
    product_slots_.push_back(product ? codegen::product_place(*product) : -1);
  }
  for (const SymbolSource& source : program_.symbols) symbols_.push_back(source.symbol);
  turns_ = find_turns(program_);
}

ProgramExecutable::~ProgramExecutable() = default;

bool ProgramExecutable::record_launches() {
  // Freed with the last program that replays.
  static thread_local std::weak_ptr<SharedArena> shared;
  kept_arena_ = shared.lock();
  if (!kept_arena_) shared = kept_arena_ = std::make_shared<SharedArena>();
  return true;
}

Outputs ProgramExecutable::run(RuntimeInputs inputs) {
  Run run;
  run.symbols.names = &symbols_;
  for (const SymbolSource& source : program_.symbols) run.symbols.values.push_back(symbol_value(source, inputs));
  const bool known = layout_ && layout_->symbols == run.symbols.values;
  if (!known) lay_out(run.symbols);
  prepare(run, inputs);
  if (known && replays_) {
    WorkScope work(WorkKind::kGraph,
                   [&] { return "replay of " + std::to_string(program_.steps.size()) + " launches"; });
    ++launch_counters().replays;
    run_steps(run);
    return outputs_of(run);
  }
  run_steps(run);
  tunes_ = false;
  replays_ = kept_arena_ != nullptr;
  return outputs_of(run);
}

void ProgramExecutable::lay_out(const SymbolValues& symbols) {
  auto made = std::make_unique<Layout>();
  made->symbols = symbols.values;
  made->arena_bytes = symbols.evaluate(program_.arena_bytes);
  for (const Buffer& buffer : program_.buffers) {
    made->sizes.push_back(symbols.evaluate(buffer.sizes));
    made->strides.push_back(symbols.evaluate(buffer.strides));
    made->offsets.push_back(symbols.evaluate(buffer.arena_offset) / dtype_bytes(buffer.dtype));
  }
  for (const Step& step : program_.steps) {
    std::vector<int64_t>& numbers = made->numbers.emplace_back();
    if (auto nest = std::get_if<loop::LoopNest>(&step)) symbols.fill(nest->symbols, numbers);
    else if (auto product = std::get_if<loop::MatmulTemplate>(&step)) symbols.fill(product->symbols, numbers);
  }
  layout_ = std::move(made);
}

void ProgramExecutable::prepare(Run& run, RuntimeInputs inputs) {
  VT_CHECK(static_cast<int>(inputs.size()) == program_.input_count, "number of inputs");
  const int64_t bytes = layout_->arena_bytes;
  if (kept_arena_) {
    Ref<Storage>& kept = kept_arena_->storage;
    // A block in use by a tensor that a library call handed out is left to it.
    if (!kept || kept->bytes() < bytes || kept->ref_count() > 1) kept = make_ref<Storage>(bytes, Device{});
    run.arena = kept;
  } else {
    run.arena = make_ref<Storage>(bytes, Device{});  // of no bytes: temporaries without elements
  }
  run.places.resize(program_.buffers.size());
  run.hosts.resize(program_.buffers.size());
  for (size_t b = 0; b < program_.buffers.size(); ++b) {
    const Buffer& buffer = program_.buffers[b];
    Place& place = run.places[b];
    if (buffer.kind == BufferKind::kInput) {
      const Tensor given = inputs.take(static_cast<size_t>(buffer.input));
      VT_CHECK(given.dtype() == buffer.dtype && given.sizes() == layout_->sizes[b],
               "input " + buffer.name + " is not what the guards promised");
      place = {given.impl()->storage, given.impl()->offset};
    } else if (buffer.kind == BufferKind::kConstant) {
      place = {buffer.constant.impl()->storage, buffer.constant.impl()->offset};
    } else if (lies_in_arena(buffer)) {
      place = {run.arena, layout_->offsets[b]};
    }
  }
  for (int b : turns_.made_first) run.places[static_cast<size_t>(b)] = make_place(run, b);
}

// Memory for what begins here. A temporary in the memory of a given input takes that memory if nobody else holds it,
// and other memory of the same size if somebody does.
ProgramExecutable::Place ProgramExecutable::make_place(Run& run, int number) const {
  const size_t b = static_cast<size_t>(number);
  const Buffer& buffer = program_.buffers[b];
  auto bytes_of = [&](size_t which) {
    int64_t elements = 1;
    for (int axis = 0; axis < layout_->sizes[which].size(); ++axis)
      if (layout_->sizes[which][axis] != 0)
        elements += (layout_->sizes[which][axis] - 1) * layout_->strides[which][axis];
      else return int64_t{0};
    return elements * dtype_bytes(program_.buffers[which].dtype);
  };
  if (buffer.host < 0) return {make_ref<Storage>(bytes_of(b), Device{}), 0};
  const size_t host = static_cast<size_t>(buffer.host);
  Place& memory = run.hosts[host];
  if (!memory.storage) {
    Place& given = run.places[host];
    const bool own = given.storage && given.storage->ref_count() == 1;
    memory = own ? given : Place{make_ref<Storage>(bytes_of(host), Device{}), 0};
  }
  const int64_t begin = memory.offset * dtype_bytes(program_.buffers[host].dtype);
  return {memory.storage, begin / dtype_bytes(buffer.dtype) + layout_->offsets[b]};
}

void ProgramExecutable::run_steps(Run& run) {
  for (size_t i = 0; i < program_.steps.size(); ++i) {
    const Step& step = program_.steps[i];
    const Turns::Turn& turn = turns_.steps[i];
    auto call = std::get_if<ExternCall>(&step);
    if (!call)
      for (int b : turn.made) run.places[static_cast<size_t>(b)] = make_place(run, b);
    if (auto nest = std::get_if<loop::LoopNest>(&step)) run_nest(run, i, *nest);
    else if (auto product = std::get_if<loop::MatmulTemplate>(&step)) run_template(run, i, *product);
    else run_extern(run, *call);
    for (int b : turn.dropped) {
      Place place = std::exchange(run.places[static_cast<size_t>(b)], {});
      Place& memory = run.hosts[static_cast<size_t>(b)];
      if (turns_.hosts_later[static_cast<size_t>(b)] && !memory.storage && place.storage->ref_count() == 1)
        memory = std::move(place);
    }
    for (int b : turn.freed) run.hosts[static_cast<size_t>(b)] = {};
  }
}

Tensor ProgramExecutable::tensor_at(const Run& run, int buffer, const Dims& sizes, const Dims& strides,
                                    int64_t offset) const {
  const Place& place = run.places[static_cast<size_t>(buffer)];
  auto impl = make_ref<TensorImpl>();
  impl->storage = place.storage;
  impl->offset = place.offset + offset;
  impl->sizes = sizes;
  impl->strides = strides;
  impl->dtype = program_.buffers[static_cast<size_t>(buffer)].dtype;
  return Tensor(std::move(impl));
}

Outputs ProgramExecutable::outputs_of(const Run& run) const {
  Outputs outputs;
  const SymbolValues& s = run.symbols;
  for (const ProgramOutput& output : program_.outputs) {
    if (output.buffer < 0)  // a number, or None
      outputs.push_back(output.offset ? scalar_tensor(Scalar::of(s.evaluate(output.offset)), DType::kInt64) : Tensor());
    else
      outputs.push_back(tensor_at(run, output.buffer, s.evaluate(output.sizes), s.evaluate(output.strides),
                                  s.evaluate(output.offset)));
  }
  return outputs;
}

void ProgramExecutable::collect(Run& run, const std::vector<loop::NestBuffer>& wanted) const {
  run.pointers.clear();
  for (const loop::NestBuffer& b : wanted) {
    const Place& place = run.places[static_cast<size_t>(b.program_buffer)];
    run.pointers.push_back(place.storage->data() + place.offset * dtype_bytes(b.dtype));
  }
}

void ProgramExecutable::launch(Run& run, KernelEntry entry, const std::string& kernel) {
  call_guarded(entry, run.pointers.data(), run.numbers.data(), [&] {
    struct Kept {
      std::vector<Place> places;
      Ref<Storage> panels;
      std::shared_ptr<SharedArena> arena;
      std::shared_ptr<void> library;
    };
    static auto& kept = *new std::vector<Kept>;  // never freed: threads may still use it
    kept.push_back({run.places, std::exchange(panels_, {}), kept_arena_, library});
    const size_t step =
        static_cast<size_t>(std::find(step_entries_.begin(), step_entries_.end(), entry) - step_entries_.begin());
    return "the kernel " + kernel + ", step " + std::to_string(step + 1) + " of " +
           std::to_string(program_.steps.size()) + " of a compiled graph" +
           (source_path.empty() ? "" : " (code in " + source_path + "),");
  });
  ++launch_counters().kernels;
  for (int* divided : divisions_by_zero)
    if (std::exchange(*divided, 0)) tensor_error("ZeroDivisionError");
}

void ProgramExecutable::run_nest(Run& run, size_t step, const loop::LoopNest& nest) {
  WorkScope work(WorkKind::kKernel, [&] { return nest.name; });
  work.add_items({nest.item});
  collect(run, nest.buffers);
  run.numbers = layout_->numbers[step];
  if (tunes_) tune(run, step, nest);
  if (KernelEntry entry = step_entries_[step]) {
    launch(run, entry, nest.name);
  } else {
    loop::interpret_nest(nest, run.pointers.data(), run.numbers.data());
    ++launch_counters().interpreted;
  }
}

void ProgramExecutable::run_template(Run& run, size_t step, const loop::MatmulTemplate& t) {
  WorkScope work(WorkKind::kKernel, [&] { return t.name; });
  work.add_items({t.item});
  collect(run, t.buffers);
  run.numbers = layout_->numbers[step];
  if (interprets_ || (whole_templates && !step_entries_[step])) {
    loop::interpret_template(t, run.pointers.data(), run.numbers.data());
    ++launch_counters().interpreted;
    return;
  }
  KernelEntry entry = step_entries_[step];
  if (!whole_templates) {
    // The epilogue goes over the product where it lies, or reads it from memory of its own.
    Place result;
    if (const int64_t slot = product_slots_[step]; products_in_place && slot >= 0) {
      result = run.places[static_cast<size_t>(t.buffers[static_cast<size_t>(slot)].program_buffer)];
    } else {
      const SymbolValues& s = run.symbols;
      result = {make_ref<Storage>(s.evaluate(t.batch) * s.evaluate(t.m) * s.evaluate(t.n) * 4, Device{}), 0};
      run.pointers.push_back(result.storage->data());
    }
    run_product(run, t, result);
    if (entry) launch(run, entry, t.name);
    else ++launch_counters().kernels;  // as in the browser, where a kernel computes the product
    return;
  }
  // Each thread finds the same list with a panel of B of its own.
  const int64_t panel = (run.symbols.evaluate(t.k) * 16 * 4 + 63) / 64 * 64;
  const int threads = thread_count();
  if (!panels_ || panels_->bytes() < panel * threads) panels_ = make_ref<Storage>(panel * threads, Device{});
  const size_t buffers = run.pointers.size();
  for (int thread = 0; thread < threads; ++thread) {
    for (size_t i = 0; thread > 0 && i < buffers; ++i) run.pointers.push_back(run.pointers[i]);
    run.pointers.push_back(panels_->data() + thread * panel);
  }
  launch(run, entry, t.name);
}

// As eager execution computes it.
void ProgramExecutable::run_product(Run& run, const loop::MatmulTemplate& t, const Place& result) const {
  const SymbolValues& s = run.symbols;
  const int64_t batch = s.evaluate(t.batch), m = s.evaluate(t.m), n = s.evaluate(t.n), k = s.evaluate(t.k);
  auto matrix = [&](const Place& place, int64_t offset, int64_t rows, int64_t columns, int64_t batch_stride,
                    int64_t row_stride, int64_t column_stride) {
    auto impl = make_ref<TensorImpl>();
    impl->storage = place.storage;
    impl->offset = place.offset + offset;
    impl->sizes = batch == 1 ? Dims{rows, columns} : Dims{batch, rows, columns};
    impl->strides = batch == 1 ? Dims{row_stride, column_stride} : Dims{batch_stride, row_stride, column_stride};
    return Tensor(std::move(impl));
  };
  auto operand = [&](const loop::MatmulTemplate::Operand& o, int64_t rows, int64_t columns) {
    const loop::NestBuffer& b = t.buffers[static_cast<size_t>(o.buffer)];
    return matrix(run.places[static_cast<size_t>(b.program_buffer)], s.evaluate(o.offset), rows, columns,
                  s.evaluate(o.batch_stride), s.evaluate(o.row_stride), s.evaluate(o.column_stride));
  };
  matmul_into(matrix(result, 0, m, n, m * n, n, 1), operand(t.a, m, k), operand(t.b, k, n));
  ++launch_counters().extern_calls;
}

void ProgramExecutable::run_extern(Run& run, const ExternCall& call) {
  WorkScope work(WorkKind::kLibrary, [&] { return call.name; });
  work.add_items({call.item});
  const SymbolValues& s = run.symbols;
  Args args;
  auto view = [&](const ExternArg::View& v) {
    if (v.buffer < 0) return Tensor();
    return tensor_at(run, v.buffer, s.evaluate(v.sizes), s.evaluate(v.strides), s.evaluate(v.offset));
  };
  for (const ExternArg& arg : call.args) {
    switch (arg.kind) {
      case ExternArg::Kind::kPlain: args.values().push_back(s.evaluate(arg.plain)); break;
      case ExternArg::Kind::kBuffer: args.values().push_back(view(arg.views[0])); break;
      case ExternArg::Kind::kBufferList: {
        TensorList list;
        for (const ExternArg::View& v : arg.views) list.push_back(view(v));
        args.values().push_back(std::move(list));
      }
    }
  }
  Outputs results = call.op->kernel ? call.op->kernel(args) : vt::call(*call.op, args);
  ++launch_counters().extern_calls;
  for (size_t i = 0; i < call.outputs.size(); ++i) {
    if (call.outputs[i] < 0) continue;
    const size_t b = static_cast<size_t>(call.outputs[i]);
    Place& place = run.places[b];
    const TensorImpl& made = *results[i].impl();
    const bool as_planned = made.sizes == layout_->sizes[b] && made.strides == layout_->strides[b];
    // Memory that is somebody else's too may be read, but not computed in.
    const bool own = made.storage->ref_count() == 1 || program_.buffers[b].kind == BufferKind::kOutput;
    if (!place.storage && as_planned && own) {
      place = {made.storage, made.offset};
      continue;
    }
    if (!place.storage) place = make_place(run, call.outputs[i]);
    copy_tensor(tensor_at(run, call.outputs[i], layout_->sizes[b], layout_->strides[b], 0), results[i]);
  }
}

}  // namespace vt
