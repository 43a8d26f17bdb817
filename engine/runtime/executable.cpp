#include "runtime/executable.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "ops/dispatch.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/matmul.h"
#include "ops/kernels/parallel.h"
#include "runtime/kernel_guard.h"
#include "runtime/symbol_values.h"
#include "support/check.h"
#include "support/timeline.h"

namespace vt {
namespace {

void check_inputs(const Program& program, const SymbolValues& symbols, std::span<const RuntimeInput> inputs) {
  VT_CHECK(static_cast<int>(inputs.size()) == program.input_count, "number of inputs");
  for (const Buffer& buffer : program.buffers) {
    if (buffer.kind != BufferKind::kInput) continue;
    const Tensor& t = std::get<Tensor>(inputs[buffer.input].value);
    VT_CHECK(t.dtype() == buffer.dtype && t.sizes() == symbols.evaluate(buffer.sizes),
             "input " + buffer.name + " is not what the guards promised");
  }
}

}  // namespace

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
    : program_(std::move(program)), code_(std::move(code)), note_(std::move(note)) {
  size_t next = 0;
  for (const Step& step : program_.steps) {
    bool generated = !std::holds_alternative<ExternCall>(step) && !entries.empty();
    step_entries_.push_back(generated ? entries[next++] : nullptr);
  }
  for (const SymbolSource& source : program_.symbols) symbols_.push_back(source.symbol);
}

ProgramExecutable::~ProgramExecutable() = default;

// What a run has worked out and the next one on the same sizes repeats: where everything lies and the numbers that
// each kernel gets.
struct ProgramExecutable::Recorded {
  std::vector<int64_t> symbols;
  std::vector<Tensor> buffers;                // undefined for inputs and outputs, which are new in each run
  std::vector<Dims> sizes, strides;           // of inputs and outputs, by buffer
  std::vector<std::vector<int64_t>> numbers;  // by step
  Storage* arena = nullptr;
  int64_t temporaries = 0;  // of the arena's references
};

Outputs ProgramExecutable::run(std::span<const RuntimeInput> inputs) {
  Run run;
  run.symbols.names = &symbols_;
  for (const SymbolSource& source : program_.symbols) run.symbols.values.push_back(symbol_value(source, inputs));
  if (prepare_again(run, inputs)) {
    WorkScope work(WorkKind::kGraph,
                   [&] { return "replay of " + std::to_string(program_.steps.size()) + " launches"; });
    ++launch_counters().replays;
    run_steps(run);
    return outputs_of(run);
  }
  prepare(run, inputs);
  run_steps(run);
  tunes_ = false;
  if (records_) recorded_ = std::make_unique<Recorded>(record(run));
  return outputs_of(run);
}

ProgramExecutable::Recorded ProgramExecutable::record(const Run& run) const {
  Recorded made;
  made.symbols = run.symbols.values;
  made.arena = arena_.get();
  for (size_t b = 0; b < run.buffers.size(); ++b) {
    const BufferKind kind = program_.buffers[b].kind;
    const bool kept = kind == BufferKind::kConstant || kind == BufferKind::kTemporary;
    made.temporaries += kind == BufferKind::kTemporary;
    made.buffers.push_back(kept ? run.buffers[b] : Tensor());
    made.sizes.push_back(kept ? Dims() : run.symbols.evaluate(program_.buffers[b].sizes));
    made.strides.push_back(kind == BufferKind::kOutput ? run.symbols.evaluate(program_.buffers[b].strides) : Dims());
  }
  for (const Step& step : program_.steps) {
    std::vector<int64_t>& numbers = made.numbers.emplace_back();
    if (auto nest = std::get_if<loop::LoopNest>(&step)) run.symbols.fill(nest->symbols, numbers);
    else if (auto product = std::get_if<loop::MatmulTemplate>(&step)) run.symbols.fill(product->symbols, numbers);
  }
  return made;
}

// False where a size is another one, or a tensor that a library call handed out still lies in the arena.
bool ProgramExecutable::prepare_again(Run& run, std::span<const RuntimeInput> inputs) {
  if (!recorded_ || recorded_->symbols != run.symbols.values || recorded_->arena != arena_.get()) return false;
  if (static_cast<int64_t>(arena_->ref_count()) != recorded_->temporaries + 1) return false;
  run.buffers = recorded_->buffers;
  for (size_t b = 0; b < run.buffers.size(); ++b) {
    const Buffer& buffer = program_.buffers[b];
    if (buffer.kind == BufferKind::kOutput)
      run.buffers[b] = empty_strided(recorded_->sizes[b], recorded_->strides[b], buffer.dtype);
    if (buffer.kind != BufferKind::kInput) continue;
    run.buffers[b] = std::get<Tensor>(inputs[buffer.input].value);
    VT_CHECK(run.buffers[b].dtype() == buffer.dtype && run.buffers[b].sizes() == recorded_->sizes[b],
             "input " + buffer.name + " is not what the guards promised");
  }
  run.recorded = &recorded_->numbers;
  return true;
}

void ProgramExecutable::prepare(Run& run, std::span<const RuntimeInput> inputs) {
  check_inputs(program_, run.symbols, inputs);
  int64_t arena_bytes = run.symbols.evaluate(program_.arena_bytes);
  recorded_.reset();  // its temporaries lie in the arena
  // A block in use by a tensor that a library call handed out is left to it.
  // One of no bytes serves temporaries without elements.
  if (!arena_ || arena_->bytes() < arena_bytes || (arena_bytes > 0 && arena_->ref_count() > 1))
    arena_ = make_ref<Storage>(arena_bytes, Device{});
  for (const Buffer& buffer : program_.buffers) {
    switch (buffer.kind) {
      case BufferKind::kInput: run.buffers.push_back(std::get<Tensor>(inputs[buffer.input].value)); break;
      case BufferKind::kConstant: run.buffers.push_back(buffer.constant); break;
      case BufferKind::kOutput:
        run.buffers.push_back(
            empty_strided(run.symbols.evaluate(buffer.sizes), run.symbols.evaluate(buffer.strides), buffer.dtype));
        break;
      case BufferKind::kTemporary: {
        auto impl = make_ref<TensorImpl>();
        impl->storage = arena_;
        impl->offset = run.symbols.evaluate(buffer.arena_offset) / dtype_bytes(buffer.dtype);
        impl->sizes = run.symbols.evaluate(buffer.sizes);
        impl->strides = run.symbols.evaluate(buffer.strides);
        impl->dtype = buffer.dtype;
        run.buffers.push_back(Tensor(impl));
        break;
      }
    }
  }
}

void ProgramExecutable::run_steps(Run& run) {
  for (size_t i = 0; i < program_.steps.size(); ++i) {
    const Step& step = program_.steps[i];
    if (auto nest = std::get_if<loop::LoopNest>(&step)) run_nest(run, i, *nest);
    else if (auto product = std::get_if<loop::MatmulTemplate>(&step)) run_template(run, i, *product);
    else run_extern(run, std::get<ExternCall>(step));
  }
}

Outputs ProgramExecutable::outputs_of(const Run& run) const {
  Outputs outputs;
  for (const ProgramOutput& output : program_.outputs) {
    if (output.buffer < 0) {  // a number, or None
      outputs.push_back(output.offset ? scalar_tensor(Scalar::of(run.symbols.evaluate(output.offset)), DType::kInt64)
                                      : Tensor());
      continue;
    }
    const Tensor& base = run.buffers[output.buffer];
    int64_t offset = base.impl()->offset + run.symbols.evaluate(output.offset);
    outputs.push_back(view_of(base, run.symbols.evaluate(output.sizes), run.symbols.evaluate(output.strides), offset));
  }
  return outputs;
}

static void collect(const std::vector<loop::NestBuffer>& wanted, const std::vector<Tensor>& buffers,
                    std::vector<void*>& out) {
  out.clear();
  for (const loop::NestBuffer& b : wanted) {
    const TensorImpl& t = *buffers[b.program_buffer].impl();
    out.push_back(t.storage->data() + t.offset * dtype_bytes(t.dtype));
  }
}

void ProgramExecutable::launch(Run& run, KernelEntry entry, const std::string& kernel) {
  call_guarded(entry, run.pointers.data(), run.numbers.data(), [&] {
    struct Kept {
      std::vector<Tensor> buffers;
      Ref<Storage> arena, scratch;
      std::shared_ptr<void> library;
    };
    static auto& kept = *new std::vector<Kept>;  // never freed: threads may still use it
    kept.push_back({run.buffers, std::exchange(arena_, {}), std::exchange(scratch_, {}), library});
    const size_t step =
        static_cast<size_t>(std::find(step_entries_.begin(), step_entries_.end(), entry) - step_entries_.begin());
    return "the kernel " + kernel + ", step " + std::to_string(step + 1) + " of " +
           std::to_string(program_.steps.size()) + " of a compiled graph" +
           (source_path.empty() ? "" : " (code in " + source_path + "),");
  });
  ++launch_counters().kernels;
  if (division_by_zero && std::exchange(*division_by_zero, 0)) tensor_error("ZeroDivisionError");
}

void ProgramExecutable::run_nest(Run& run, size_t step, const loop::LoopNest& nest) {
  WorkScope work(WorkKind::kKernel, [&] { return nest.name; });
  work.add_items({nest.item});
  collect(nest.buffers, run.buffers, run.pointers);
  run.number(step, nest.symbols);
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
  collect(t.buffers, run.buffers, run.pointers);
  run.number(step, t.symbols);
  KernelEntry entry = step_entries_[step];
  if (!entry) {
    loop::interpret_template(t, run.pointers.data(), run.numbers.data());
    ++launch_counters().interpreted;
    return;
  }
  const SymbolValues& s = run.symbols;
  int64_t batch = s.evaluate(t.batch), m = s.evaluate(t.m), n = s.evaluate(t.n), k = s.evaluate(t.k);
  // A kernel with the whole product packs a panel of B, on each thread that takes part; the other wants the product.
  const int64_t panel = (k * 16 * 4 + 63) / 64 * 64;
  const int threads = whole_templates ? thread_count() : 1;
  int64_t bytes = whole_templates ? panel * threads : batch * m * n * 4;
  if (!scratch_ || scratch_->bytes() < bytes) scratch_ = make_ref<Storage>(bytes, Device{});
  float* product = reinterpret_cast<float*>(scratch_->data());
  if (!whole_templates) {
    for (int64_t b = 0; b < batch; ++b) {
      MatrixView<float> left{
          static_cast<float*>(run.pointers[t.a.buffer]) + s.evaluate(t.a.offset) + b * s.evaluate(t.a.batch_stride),
          s.evaluate(t.a.row_stride), s.evaluate(t.a.column_stride)};
      MatrixView<float> right{
          static_cast<float*>(run.pointers[t.b.buffer]) + s.evaluate(t.b.offset) + b * s.evaluate(t.b.batch_stride),
          s.evaluate(t.b.row_stride), s.evaluate(t.b.column_stride)};
      gemm_float(m, n, k, 1, left, right, 0, product + b * m * n, n);
    }
    ++launch_counters().extern_calls;
  }
  run.pointers.push_back(product);
  // Each thread finds the same list with a panel of its own.
  const size_t buffers = run.pointers.size();
  for (int thread = 1; thread < threads; ++thread) {
    for (size_t i = 0; i + 1 < buffers; ++i) run.pointers.push_back(run.pointers[i]);
    run.pointers.push_back(scratch_->data() + thread * panel);
  }
  launch(run, entry, t.name);
}

void ProgramExecutable::run_extern(Run& run, const ExternCall& call) {
  WorkScope work(WorkKind::kLibrary, [&] { return call.name; });
  work.add_items({call.item});
  Args args;
  auto view = [&](const ExternArg::View& v) {
    if (v.buffer < 0) return Tensor();
    const Tensor& base = run.buffers[v.buffer];
    return view_of(base, run.symbols.evaluate(v.sizes), run.symbols.evaluate(v.strides),
                   base.impl()->offset + run.symbols.evaluate(v.offset));
  };
  for (const ExternArg& arg : call.args) {
    switch (arg.kind) {
      case ExternArg::Kind::kPlain: args.values().push_back(run.symbols.evaluate(arg.plain)); break;
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
    int buffer = call.outputs[i];
    if (buffer < 0) continue;
    Tensor& place = run.buffers[buffer];
    bool adopt = program_.buffers[buffer].kind == BufferKind::kOutput && results[i].strides() == place.strides() &&
                 results[i].sizes() == place.sizes();
    if (adopt) place = results[i];
    else copy_tensor(place, results[i]);
  }
}

}  // namespace vt
