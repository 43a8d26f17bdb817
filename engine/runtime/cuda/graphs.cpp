#ifndef __EMSCRIPTEN__
#include "runtime/cuda/graphs.h"

#include <algorithm>

#include "device/memory.h"
#include "ops/kernels/copy.h"
#include "runtime/cuda/random.h"

namespace vt {
namespace {

constexpr int kPlainRuns = 2;  // before recording: everything is loaded and found by then
// An input that moved and has then stayed for so many runs is read where it is again: what the
// backward reads settles once the forward is recorded. At most so many times.
constexpr int kSteadyRuns = 3, kMostReturns = 2;

const Tensor* tensor_of(const RuntimeInput& input) { return std::get_if<Tensor>(&input.value); }
const void* place_of(const Tensor& t) { return t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype()); }

}  // namespace

GraphCounters& graph_counters() {
  static GraphCounters counters;
  return counters;
}

struct GraphedExecutable::Recording {
  int runs = 0;
  bool refused = false;             // what it does cannot be recorded
  std::vector<const void*> places;  // where each input was; null for numbers
  std::vector<bool> moves;          // inputs that were elsewhere in some call
  std::vector<int> steady;          // runs since each input moved
  std::vector<int> returns;         // how often it was found steady after it had moved
  std::vector<Tensor> own_inputs;   // the graph's copies of those
  // What a run returns. A storage of the graph's is made anew by each replay, at its place.
  struct Output {
    Tensor fixed;    // a number, or None
    int input = -1;  // a view of this input
    int storage = -1;
    Dims sizes, strides;
    int64_t offset = 0;  // from the input's first element
    DType dtype = DType::kFloat32;
  };
  struct Place {
    std::byte* data;
    int64_t bytes;
  };
  std::vector<Output> outputs;
  std::vector<Place> storages;
  device::driver::GraphExec graph = nullptr;
  std::shared_ptr<device::MemoryPool> pool;
  RecordedRandom random;
  Ref<Storage> random_words;
  int device = 0;

  ~Recording() { drop(); }
  void drop() {
    if (graph) static_cast<void>(device::cuda(device).graph_exec_destroy(graph));
    graph = nullptr;
    outputs.clear();
    storages.clear();
    own_inputs.clear();
    random_words = {};
    random = {};
    pool.reset();
  }
  // Notes where inputs are; false if one of those that should stay has moved, or one that moved stays.
  bool look_at(std::span<const RuntimeInput> inputs) {
    bool first = places.empty(), stayed = true;
    places.resize(inputs.size());
    moves.resize(inputs.size());
    steady.resize(inputs.size());
    returns.resize(inputs.size());
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Tensor* t = tensor_of(inputs[i]);
      const void* place = t ? place_of(*t) : nullptr;
      if (!first && place != places[i] && !moves[i]) moves[i] = true, stayed = false;
      steady[i] = first || place != places[i] ? 0 : steady[i] + 1;
      places[i] = place;
      if (!t) continue;
      if (t->device().kind != DeviceKind::kCuda) {
        moves[i] = true;
      } else if (moves[i] && steady[i] >= kSteadyRuns && returns[i] < kMostReturns) {
        moves[i] = false, stayed = false;
        ++returns[i];
      }
    }
    return stayed;
  }
  // A tensor of an earlier run is still there.
  bool outputs_are_held() const {
    return std::any_of(storages.begin(), storages.end(),
                       [&](const Place& place) { return !device::is_free_in_pool(pool, place.data, place.bytes); });
  }
  void note_outputs(const Outputs& results, const Program& program, std::span<const RuntimeInput> inputs) {
    std::vector<const Storage*> known;
    for (size_t i = 0; i < results.size(); ++i) {
      const Tensor& t = results[i];
      Output& output = outputs.emplace_back();
      int buffer = program.outputs[i].buffer;
      if (!t.defined() || buffer < 0 || program.buffers[static_cast<size_t>(buffer)].kind == BufferKind::kConstant) {
        output.fixed = t;
        continue;
      }
      output.sizes = t.sizes(), output.strides = t.strides(), output.dtype = t.dtype();
      output.offset = t.impl()->offset;
      const Buffer& source = program.buffers[static_cast<size_t>(buffer)];
      if (source.kind == BufferKind::kInput) {
        output.input = source.input;
        output.offset -= tensor_of(inputs[static_cast<size_t>(source.input)])->impl()->offset;
        continue;
      }
      const Storage* storage = t.impl()->storage.get();
      size_t at = static_cast<size_t>(std::find(known.begin(), known.end(), storage) - known.begin());
      if (at == known.size()) {
        known.push_back(storage);
        storages.push_back({storage->data(), storage->bytes()});
      }
      output.storage = static_cast<int>(at);
    }
  }
};

GraphedExecutable::GraphedExecutable(std::unique_ptr<CudaExecutable> plain) : plain_(std::move(plain)) {}
GraphedExecutable::~GraphedExecutable() = default;

Outputs GraphedExecutable::run(RuntimeInputs inputs) {
  std::vector<int64_t> key;
  for (const SymbolSource& source : program().symbols) key.push_back(symbol_value(source, inputs));
  std::unique_ptr<Recording>& recording = recordings_[key];
  if (!recording) recording = std::make_unique<Recording>();
  Recording& r = *recording;
  if (r.refused) return plain_->run(inputs);
  bool stayed = r.look_at(inputs);
  if (++r.runs <= kPlainRuns) return plain_->run(inputs);
  if (r.graph && !stayed) r.drop();  // recorded again, with a copy of what moves
  if (r.graph) return r.outputs_are_held() ? plain_->run(inputs) : replay(r, inputs);
  record(r, inputs);
  return r.graph ? replay(r, inputs) : plain_->run(inputs);
}

void GraphedExecutable::record(Recording& r, std::span<const RuntimeInput> inputs) {
  r.device = plain_->device();
  const device::driver::Driver& d = device::cuda(r.device);
  r.pool = device::make_memory_pool(r.device);
  std::vector<RuntimeInput> own(inputs.begin(), inputs.end());
  r.own_inputs.assign(inputs.size(), Tensor());
  device::driver::Stream before = device::current_stream();
  static device::driver::Stream stream = device::make_stream(r.device);
  device::driver::Graph graph = nullptr;
  bool complete = false;
  Outputs results;
  {
    device::PoolScope scope(r.pool);
    Device place{DeviceKind::kCuda, static_cast<int16_t>(r.device)};
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Tensor* t = tensor_of(inputs[i]);
      if (!t || !r.moves[i]) continue;
      r.own_inputs[i] = empty_strided(t->sizes(), t->strides(), t->dtype(), place);
      own[i] = r.own_inputs[i];
    }
    r.random_words = make_ref<Storage>(16, place);
    r.random.words = reinterpret_cast<uint64_t*>(r.random_words->data());
    device::set_current_stream(stream);
    plain_->warm_stream();
    device::check_cuda(d.capture_begin(stream, device::driver::kCaptureRelaxed));
    device::set_recording(true);
    record_random_into(&r.random);
    try {
      results = plain_->run(own);
      complete = true;
    } catch (const TensorError&) {
    }
    device::set_recording(false);
    record_random_into(nullptr);
    complete &= d.capture_end(stream, &graph) == device::driver::kSuccess && graph;
    device::set_current_stream(before);
  }
  complete = complete && d.graph_instantiate(&r.graph, graph, 0) == device::driver::kSuccess;
  if (graph) static_cast<void>(d.graph_destroy(graph));
  if (!complete) {
    r.drop();
    r.refused = true;
    return;
  }
  r.note_outputs(results, program(), own);
  ++graph_counters().recorded;
}

Outputs GraphedExecutable::replay(Recording& r, std::span<const RuntimeInput> inputs) {
  for (size_t i = 0; i < inputs.size(); ++i)
    if (r.own_inputs[i].defined()) copy_tensor(r.own_inputs[i], *tensor_of(inputs[i]));
  prepare_recorded_random(r.random, r.device);
  device::check_cuda(device::cuda(r.device).graph_launch(r.graph, device::current_stream()));
  ++graph_counters().replayed;
  ++launch_counters().replays;
  ++launch_counters().extern_calls;
  Device place{DeviceKind::kCuda, static_cast<int16_t>(r.device)};
  std::vector<Ref<Storage>> storages;
  for (const Recording::Place& at : r.storages) {
    device::PlaceScope scope(r.pool, at.data);
    storages.push_back(make_ref<Storage>(at.bytes, place));
  }
  Outputs outputs;
  for (const Recording::Output& output : r.outputs) {
    if (output.input >= 0) {
      const Tensor& given = *tensor_of(inputs[static_cast<size_t>(output.input)]);
      outputs.push_back(view_of(given, output.sizes, output.strides, given.impl()->offset + output.offset));
      continue;
    }
    if (output.storage < 0) {
      outputs.push_back(output.fixed);
      continue;
    }
    auto impl = make_ref<TensorImpl>();
    impl->storage = storages[static_cast<size_t>(output.storage)];
    impl->offset = output.offset;
    impl->sizes = output.sizes;
    impl->strides = output.strides;
    impl->dtype = output.dtype;
    impl->device = place;
    outputs.push_back(Tensor(std::move(impl)));
  }
  return outputs;
}

std::unique_ptr<Executable> with_cuda_graphs(std::unique_ptr<Executable> executable) {
  auto* plain = dynamic_cast<CudaExecutable*>(executable.get());
  if (!plain) return executable;
  static_cast<void>(executable.release());
  return std::make_unique<GraphedExecutable>(std::unique_ptr<CudaExecutable>(plain));
}

}  // namespace vt
#else
#include "runtime/runtime.h"
namespace vt {
std::unique_ptr<Executable> with_cuda_graphs(std::unique_ptr<Executable> executable) { return executable; }
}  // namespace vt
#endif
