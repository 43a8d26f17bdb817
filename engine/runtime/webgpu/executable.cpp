#include "runtime/webgpu/executable.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <utility>

#include "ops/device_kernels.h"
#include "ops/kernels/copy.h"
#include "runtime/executable.h"
#include "support/check.h"
#include "support/timeline.h"
#include "tensor/accelerator.h"

namespace vt {
namespace {

namespace gpu = device::webgpu;

constexpr int64_t kAlignment = 256;  // of a binding, on every device

const std::vector<loop::NestBuffer>& buffers_of(const Step& step) {
  if (auto nest = std::get_if<loop::LoopNest>(&step)) return nest->buffers;
  return std::get<loop::MatmulTemplate>(step).buffers;
}
const std::vector<std::string>& symbols_of(const Step& step) {
  if (auto nest = std::get_if<loop::LoopNest>(&step)) return nest->symbols;
  return std::get<loop::MatmulTemplate>(step).symbols;
}
std::string name_of(const Step& step) {
  if (auto nest = std::get_if<loop::LoopNest>(&step)) return nest->name;
  return std::get<loop::MatmulTemplate>(step).name;
}

double now_us() {
  using namespace std::chrono;
  return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

// A buffer of the device, or 0 for none, until the end of a scope.
struct TakenBuffer {
  gpu::BufferId id;
  ~TakenBuffer() {
    if (id) gpu::give_back(id);
  }
};

// Temporaries lie in one buffer of the device.
std::vector<bool> temporaries_of(const Program& program) {
  std::vector<bool> result;
  for (const Buffer& buffer : program.buffers) result.push_back(buffer.kind == BufferKind::kTemporary);
  return result;
}

// Pipelines by their text: programs often have kernels of the same.
std::map<std::string, gpu::PipelineId>& kept_pipelines() {
  static auto* kept = new std::map<std::string, gpu::PipelineId>;
  return *kept;
}
// A pipeline for each launch; `fresh` gets the keys of those that are new.
std::vector<gpu::PipelineId> pipelines_of(const GeneratedCode& code, const WgslKernel& kernel,
                                          const std::string& access, std::vector<std::string>& fresh) {
  std::string module = kernel.functions;
  for (size_t i = kernel.first_line; i < kernel.end_line; ++i) module += code.text[i].text + "\n";
  std::vector<gpu::PipelineId> pipelines;
  for (const WgslLaunch& launch : kernel.launches) {
    const std::string key = launch.entry + "\n" + access + "\n" + module;
    auto [at, is_new] = kept_pipelines().emplace(key, 0);
    if (is_new) at->second = gpu::make_pipeline(module, launch.entry, access), fresh.push_back(key);
    pipelines.push_back(at->second);
  }
  return pipelines;
}

// How each binding of a kernel is used: 'r'ead, 'w'ritten, or 'u'niform.
std::string access_of(const Step& step, const WgslKernel& kernel, const WgslTarget& target) {
  std::string access;
  for (const loop::NestBuffer& b : buffers_of(step)) access += target.binds_for_writing(b) ? 'w' : 'r';
  if (kernel.scratch_bytes) access += 'w';
  if (!symbols_of(step).empty()) access += 'u';
  return access;
}

}  // namespace

std::unique_ptr<WebGpuExecutable> make_webgpu_executable(Program program, CompileTimes& times) {
  double start = now_us();
  WgslTarget target;
  target.hints = size_hints(program);
  target.shares_buffer = temporaries_of(program);
  GeneratedCode code = generate_wgsl(kernel_sources(program), target);
  times.generate_us += now_us() - start;
  std::vector<WebGpuKernel> kernels;
  if (gpu::mode() == gpu::Mode::kDevice) {
    start = now_us();
    size_t next = 0;
    std::vector<std::string> fresh;
    for (const Step& step : program.steps) {
      if (std::holds_alternative<ExternCall>(step)) continue;
      const WgslKernel& kernel = code.wgsl[next++];
      WebGpuKernel& made = kernels.emplace_back();
      if (!kernel.refusal.empty()) made.refusal = "WGSL has no " + kernel.refusal;
      else if (kernel.storage_buffers > gpu::limits().storage_buffers)
        made.refusal = "it has " + std::to_string(kernel.storage_buffers) + " buffers, and the device binds " +
                       std::to_string(gpu::limits().storage_buffers);
      else made.pipelines = pipelines_of(code, kernel, access_of(step, kernel, target), fresh);
    }
    if (std::string problem = fresh.empty() ? "" : gpu::problem_so_far(); !problem.empty()) {
      for (WebGpuKernel& kernel : kernels)
        if (kernel.refusal.empty()) kernel = {{}, "the device refuses its code: " + problem};
      for (const std::string& key : fresh) {
        gpu::drop_pipeline(kept_pipelines()[key]);
        kept_pipelines().erase(key);
      }
    }
    times.compile_us += now_us() - start;
  } else {
    kernels.assign(code.wgsl.size(), {{}, gpu::reason()});
  }
  return std::make_unique<WebGpuExecutable>(std::move(program), std::move(code), std::move(kernels));
}

WebGpuExecutable::WebGpuExecutable(Program program, GeneratedCode code, std::vector<WebGpuKernel> kernels)
    : DeviceExecutable(std::move(program), {kWebGpu, 0}), code_(std::move(code)), kernels_(std::move(kernels)) {
  int next = 0;
  for (const Step& step : program_.steps)
    kernel_of_step_.push_back(std::holds_alternative<ExternCall>(step) ? -1 : next++);
  host_steps_.resize(program_.steps.size());
}

std::string WebGpuExecutable::note() const {
  if (gpu::mode() == gpu::Mode::kStandIn) return "the CPU stands in for the WebGPU device: " + gpu::reason();
  std::string text;
  for (size_t i = 0; i < program_.steps.size(); ++i) {
    if (kernel_of_step_[i] < 0) continue;
    const std::string& why = kernels_[static_cast<size_t>(kernel_of_step_[i])].refusal;
    if (!why.empty()) text += (text.empty() ? "" : "\n") + name_of(program_.steps[i]) + " runs on the CPU: " + why;
  }
  return text;
}

bool WebGpuExecutable::runs_on_device() const {
  return !kernels_.empty() &&
         std::all_of(kernels_.begin(), kernels_.end(), [](const WebGpuKernel& k) { return k.refusal.empty(); });
}

void WebGpuExecutable::prepare_kernels() {
  sized_.clear();
  const SymbolValues& s = prepared_->symbols;
  for (size_t i = 0; i < program_.steps.size(); ++i) {
    if (kernel_of_step_[i] < 0) continue;
    PreparedKernel& made = sized_.emplace_back();
    const WgslKernel& kernel = code_.wgsl[static_cast<size_t>(kernel_of_step_[i])];
    for (const WgslLaunch& launch : kernel.launches) made.groups.push_back(s.evaluate(launch.groups));
    made.scratch_bytes = s.evaluate(kernel.scratch_bytes);
    s.fill(symbols_of(program_.steps[i]), made.sizes);
  }
}

// --- what WebGPU can bind ----------------------------------------------------------------

// From the first element to behind the last.
int64_t WebGpuExecutable::range_bytes(size_t buffer) const {
  const PreparedBuffer& b = prepared_->buffers[buffer];
  int64_t last = 0;
  for (int i = 0; i < b.sizes.size(); ++i) {
    if (b.sizes[i] == 0) return 0;
    last += (b.sizes[i] - 1) * b.strides[i];
  }
  return (last + 1) * dtype_bytes(program_.buffers[buffer].dtype);
}

bool WebGpuExecutable::can_run(const Run& run, size_t step) const {
  const WebGpuKernel& kernel = kernels_[static_cast<size_t>(kernel_of_step_[step])];
  if (!kernel.refusal.empty()) return false;
  const int64_t most = std::min(gpu::limits().binding_bytes, gpu::limits().buffer_bytes) - kAlignment;
  if (prepared_->arena_bytes > gpu::limits().buffer_bytes - kAlignment) return false;
  const std::vector<loop::NestBuffer>& buffers = buffers_of(program_.steps[step]);
  for (const loop::NestBuffer& b : buffers) {
    const size_t at = static_cast<size_t>(b.program_buffer);
    if (program_.buffers[at].kind == BufferKind::kTemporary) {
      if (range_bytes(at) > most) return false;
      continue;
    }
    const Tensor& t = run.buffers[at];
    if (range_bytes(at) == 0) continue;
    if (t.impl()->storage->bytes() > most) return false;
    // A range is copied in words.
    const int64_t offset = run.pointers[at] - t.impl()->storage->data();
    if (offset % 4 != 0) return false;
    // Two that are written in one storage would overwrite each other's gaps.
    for (const loop::NestBuffer& other : buffers)
      if (&other != &b && b.written && other.written &&
          run.buffers[static_cast<size_t>(other.program_buffer)].defined() &&
          run.buffers[static_cast<size_t>(other.program_buffer)].impl()->storage == t.impl()->storage)
        return false;
  }
  return true;
}

// Temporaries that only kernels of the device use lie in one buffer of it; the others are storages.
void WebGpuExecutable::place_temporaries(Run& run, const std::vector<bool>& on_device) {
  std::vector<bool> own(program_.buffers.size(), false);
  bool any = false;
  for (size_t i = 0; i < program_.steps.size(); ++i) {
    if (on_device[i]) {
      for (const loop::NestBuffer& b : buffers_of(program_.steps[i]))
        any |= program_.buffers[static_cast<size_t>(b.program_buffer)].kind == BufferKind::kTemporary;
      continue;
    }
    if (auto call = std::get_if<ExternCall>(&program_.steps[i])) {
      for (int b : call->outputs)
        if (b >= 0) own[static_cast<size_t>(b)] = true;
      for (const ExternArg& arg : call->args)
        for (const ExternArg::View& view : arg.views)
          if (view.buffer >= 0) own[static_cast<size_t>(view.buffer)] = true;
    } else {
      for (const loop::NestBuffer& b : buffers_of(program_.steps[i])) own[static_cast<size_t>(b.program_buffer)] = true;
    }
  }
  for (size_t b = 0; b < program_.buffers.size(); ++b) {
    if (!own[b] || program_.buffers[b].kind != BufferKind::kTemporary) continue;
    run.buffers[b] = tensor_at(make_ref<Storage>(range_bytes(b), place_), b, 0);
    run.pointers[b] = first_element(run.buffers[b]);
  }
  arena_ = any && prepared_->arena_bytes > 0 ? gpu::take_buffer(prepared_->arena_bytes) : 0;
}

// Before the first kernel, so that the whole call is one submission.
void WebGpuExecutable::bring_inputs(const Run& run, const std::vector<bool>& on_device) const {
  for (size_t i = 0; i < program_.steps.size(); ++i) {
    if (!on_device[i]) continue;
    for (const loop::NestBuffer& b : buffers_of(program_.steps[i])) {
      const size_t at = static_cast<size_t>(b.program_buffer);
      const BufferKind kind = program_.buffers[at].kind;
      if ((kind == BufferKind::kInput || kind == BufferKind::kConstant) && range_bytes(at) > 0)
        gpu::use_on_device(run.pointers[at], gpu::Use::kRead);
    }
  }
}

// --- a call --------------------------------------------------------------------------------

void WebGpuExecutable::run_steps(Run& run) {
  const size_t count = program_.steps.size();
  for (size_t i = 0; i < count; ++i) make(run, i);  // whether the device runs a step depends on its outputs' storages
  if (gpu::mode() == gpu::Mode::kStandIn) return run_on_host(run, 0, count);
  std::vector<bool> on_device;
  for (size_t i = 0; i < count; ++i) on_device.push_back(kernel_of_step_[i] >= 0 && can_run(run, i));
  place_temporaries(run, on_device);
  bring_inputs(run, on_device);
  const gpu::BufferId arena = arena_;
  const TakenBuffer taken{arena};
  for (size_t i = 0; i < count; ++i) {
    if (on_device[i]) {
      arena_ = arena;  // a step on the CPU may have called this program
      run_kernel(run, i);
    } else if (auto call = std::get_if<ExternCall>(&program_.steps[i])) {
      WorkScope work(WorkKind::kLibrary, [&] { return call->name; });
      work.add_items({call->item});
      run_extern(run, *call);
    } else {
      ++host_round_trips();
      run_on_host(run, i, i + 1);
    }
  }
  gpu::submit();
}

void WebGpuExecutable::run_on_host(Run& run, size_t first, size_t end) {
  if (first == end) return;
  std::unique_ptr<HostSteps>& steps = host_steps_[first];
  if (!steps) steps = std::make_unique<HostSteps>(program_, first, end);
  steps->run(run.buffers, prepared_->symbols);
}

WebGpuExecutable::Bound WebGpuExecutable::bind(Run& run, size_t step, const loop::NestBuffer& buffer) {
  const size_t at = static_cast<size_t>(buffer.program_buffer);
  const int64_t bytes = std::max<int64_t>((range_bytes(at) + 15) / 16 * 16, 16);
  Bound bound;
  bound.written = buffer.written;
  if (!run.buffers[at].defined()) {
    bound.binding = {arena_, prepared_->buffers[at].arena_offset, bytes};
    return bound;
  }
  if (range_bytes(at) == 0) {  // no elements
    bound.binding = {gpu::take_buffer(bytes), 0, bytes};
    gpu::give_back(bound.binding.buffer);
    return bound;
  }
  const Buffer& of = program_.buffers[at];
  const bool fresh =
      of.first_step == static_cast<int>(step) && range_bytes(at) == run.buffers[at].impl()->storage->bytes();
  const bool replaces = fresh && (of.kind == BufferKind::kOutput || of.kind == BufferKind::kTemporary);
  const gpu::Place place = gpu::use_on_device(run.pointers[at], !buffer.written ? gpu::Use::kRead
                                                                : replaces      ? gpu::Use::kReplace
                                                                                : gpu::Use::kChange);
  bound.binding = {place.buffer, place.offset, std::min(bytes, (place.bytes - place.offset) / 4 * 4)};
  return bound;
}

void WebGpuExecutable::run_kernel(Run& run, size_t step) {
  WorkScope work(WorkKind::kKernel, [&] { return name_of(program_.steps[step]); });  // until it is sent
  const size_t kernel = static_cast<size_t>(kernel_of_step_[step]);
  const PreparedKernel& sized = sized_[kernel];
  const std::vector<loop::NestBuffer>& buffers = buffers_of(program_.steps[step]);
  std::vector<Bound> bound(buffers.size());
  for (bool written : {false, true})  // what is read is brought over before its storage counts as replaced
    for (size_t i = 0; i < buffers.size(); ++i)
      if (buffers[i].written == written) bound[i] = bind(run, step, buffers[i]);
  std::vector<gpu::BufferId> copies;
  auto bind_copy = [&](Bound& b) {
    const gpu::Binding from = b.binding;
    copies.push_back(gpu::take_buffer(from.bytes));
    b.copy_of = from.buffer, b.copied_from = from.offset;
    b.binding = {copies.back(), 0, from.bytes};
    gpu::copy(from.buffer, from.offset, copies.back(), 0, from.bytes);
  };
  for (size_t i = 0; i < bound.size(); ++i) {
    Bound& b = bound[i];
    if (!run.buffers[static_cast<size_t>(buffers[i].program_buffer)].defined()) continue;  // its place is a good one
    const bool shared = std::any_of(bound.begin(), bound.end(), [&](const Bound& other) {
      return &other != &b && other.written && !b.written && other.binding.buffer == b.binding.buffer;
    });
    if (shared || b.binding.offset % kAlignment != 0) bind_copy(b);
  }
  std::vector<gpu::Binding> bindings;
  for (const Bound& b : bound) bindings.push_back(b.binding);
  const WgslKernel& code = code_.wgsl[kernel];
  const gpu::BufferId scratch = code.scratch_bytes ? gpu::take_buffer(sized.scratch_bytes) : 0;
  if (scratch) bindings.push_back({scratch, 0, std::max<int64_t>((sized.scratch_bytes + 15) / 16 * 16, 16)});
  for (size_t i = 0; i < sized.groups.size(); ++i)
    gpu::dispatch(kernels_[kernel].pipelines[i], sized.groups[i], bindings, sized.sizes);
  launch_counters().kernels += sized.groups.size();
  for (const Bound& b : bound)
    if (b.written && b.copy_of) gpu::copy(b.binding.buffer, 0, b.copy_of, b.copied_from, b.binding.bytes);
  for (gpu::BufferId id : copies) gpu::give_back(id);
  if (scratch) gpu::give_back(scratch);
}

}  // namespace vt
