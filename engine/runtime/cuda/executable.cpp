#ifndef __EMSCRIPTEN__
#include "runtime/cuda/executable.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

#include "device/cublaslt.h"
#include "device/memory.h"
#include "ops/device_kernels.h"
#include "ops/dispatch.h"
#include "ops/kernels/copy.h"
#include "ops/kernels/target.h"
#include "runtime/cuda/modules.h"
#include "runtime/cuda/products.h"
#include "runtime/cuda/routines.h"
#include "runtime/cuda/transpose.h"
#include "runtime/executable.h"
#include "support/check.h"

namespace vt {
namespace {

double now_us() {
  using namespace std::chrono;
  return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

// Words that kernels count blocks in: zero between launches, one block per device and stream.
void* counter_words(int64_t count, int device) {
  struct Words {
    void* data = nullptr;
    int64_t count = 0;
  };
  static std::mutex mutex;
  static std::map<std::pair<int, device::driver::Stream>, Words> blocks;
  std::lock_guard lock(mutex);
  Words& words = blocks[{device, device::current_stream()}];
  if (words.count < count) {
    if (words.data) device::free_device(words.data, device);
    words.count = std::max<int64_t>(count, 16384);
    words.data = device::allocate_device(words.count * 4, device);
    device::set_device_bytes(words.data, 0, words.count * 4, device);
  }
  return words.data;
}

// The steps of a program that one CudaCode holds.
std::vector<KernelSource> sources_of(const Program& program, CudaPart part) {
  std::vector<KernelSource> sources;
  for (const Step& step : program.steps) {
    auto nest = std::get_if<loop::LoopNest>(&step);
    auto product = std::get_if<loop::MatmulTemplate>(&step);
    if (nest && part != CudaPart::kProducts) sources.push_back(nest);
    if (product && part == CudaPart::kProducts) sources.push_back(product);
  }
  return sources;
}

CudaTarget target_of(const Program& program, int device, CudaPart part) {
  CudaTarget target = cuda_target(device);
  target.aligned = part == CudaPart::kNests;
  target.whole_templates = part == CudaPart::kProducts;
  target.hints = size_hints(program);
  return target;
}

// The text of each kernel that has one of its own.
std::vector<std::string> texts_of(const GeneratedCode& code) {
  std::vector<std::string> texts;
  for (const CudaKernel& kernel : code.cuda) {
    std::string text;
    for (size_t i = kernel.first_line; i < kernel.end_line; ++i) text += code.text[i].text + "\n";
    if (!text.empty()) texts.push_back(std::move(text));
  }
  return texts;
}

device::driver::Function find_function(const CudaCode& code, const std::string& entry) {
  for (const auto& module : code.modules)
    if (device::driver::Function function = module->find(entry)) return function;
  VT_UNREACHABLE("a generated entry is in one of the modules");
}

}  // namespace

CudaTarget cuda_target(int device) {
  const device::CudaProperties& p = device::cuda_properties(device);
  CudaTarget target;
  target.architecture = 10 * p.major + p.minor;
  target.multiprocessors = p.multiprocessors;
  target.threads_per_multiprocessor = p.threads_per_multiprocessor;
  return target;
}

CudaCode make_cuda_code(const Program& program, int device, CudaPart part, CompileTimes& times, std::string& problem,
                        const std::vector<CudaShape>& shapes) {
  double start = now_us();
  CudaCode made;
  CudaTarget target = target_of(program, device, part);
  target.shapes = shapes;
  made.code = generate_cuda(sources_of(program, part), target);
  times.generate_us += now_us() - start;
  if (made.code.cuda.empty()) return made;
  start = now_us();
  made.modules = load_cuda_modules(made.code.prelude, texts_of(made.code), device, times.from_cache, problem);
  times.compile_us += now_us() - start;
  if (!problem.empty()) return made;
  for (const CudaKernel& kernel : made.code.cuda) {
    made.functions.emplace_back();
    for (const CudaLaunch& launch : kernel.launches) made.functions.back().push_back(find_function(made, launch.entry));
  }
  return made;
}

// --- for the sizes at hand ---------------------------------------------------------------

CudaExecutable::CudaExecutable(Program program, CudaCode code, int device)
    : DeviceExecutable(std::move(program), {DeviceKind::kCuda, static_cast<int16_t>(device)}),
      code_(std::move(code)),
      device_(device) {
  int nests = 0, products = 0;
  for (const Step& step : program_.steps) {
    auto product = std::get_if<loop::MatmulTemplate>(&step);
    kernel_of_step_.push_back(std::holds_alternative<ExternCall>(step) ? -1 : product ? products++ : nests++);
    epilogues_.push_back(product ? library_epilogue(*product) : std::nullopt);
  }
}
CudaExecutable::~CudaExecutable() = default;

void CudaExecutable::warm_stream() {
  int64_t most = 0;
  for (const PreparedKernel& kernel : kernels_) most = std::max(most, kernel.counters);
  device::OutsidePool outside;
  if (most > 0) counter_words(most, device_);
}

PreparedKernel prepare_kernel(const CudaKernel& kernel, const std::vector<device::driver::Function>& functions,
                              const std::vector<std::string>& symbols, const SymbolValues& values) {
  PreparedKernel made;
  values.fill(symbols, made.numbers);
  made.scratch_bytes = values.evaluate(kernel.scratch_bytes);
  made.counters = values.evaluate(kernel.counters);
  for (size_t i = 0; i < kernel.launches.size(); ++i) {
    const CudaLaunch& launch = kernel.launches[i];
    device::LaunchShape shape;
    shape.grid[0] = static_cast<unsigned>(values.evaluate(launch.blocks));
    shape.block[0] = static_cast<unsigned>(launch.threads);
    shape.shared_bytes = static_cast<unsigned>(values.evaluate(launch.shared_bytes));
    if (shape.shared_bytes > 48 * 1024) device::allow_shared_bytes(functions[i], shape.shared_bytes);
    made.launches.push_back(shape);
  }
  return made;
}

void CudaExecutable::prepare_kernels() {
  device::cuda(device_);
  kernels_.clear();
  for (size_t i = 0; i < program_.steps.size(); ++i) {
    auto nest = std::get_if<loop::LoopNest>(&program_.steps[i]);
    if (!nest) continue;
    size_t kernel = static_cast<size_t>(kernel_of_step_[i]);
    kernels_.push_back(
        prepare_kernel(code_.code.cuda[kernel], code_.functions[kernel], nest->symbols, prepared_->symbols));
  }
}

// --- a call --------------------------------------------------------------------------------

void CudaExecutable::run_steps(Run& run) {
  device::cuda(device_);
  const bool measure = std::exchange(tune_, false);
  for (size_t i = 0; i < program_.steps.size(); ++i) {
    const Step& step = program_.steps[i];
    size_t kernel = static_cast<size_t>(std::max(kernel_of_step_[i], 0));
    make(run, i);
    if (auto nest = std::get_if<loop::LoopNest>(&step)) {
      if (measure) tune_kernel(run, kernel, *nest);
      run_kernel(run, kernel, *nest);
    } else if (auto product = std::get_if<loop::MatmulTemplate>(&step)) {
      if (measure) tune_product(run, i, *product);
      run_template(run, i, *product);
    } else {
      run_extern(run, std::get<ExternCall>(step));
    }
    drop(run, i);
  }
  if (measure) take_tuned_shapes();
}

void launch_all(const CudaCode& code, size_t kernel, const PreparedKernel& prepared, std::vector<uint64_t> words,
                int device) {
  const CudaKernel& k = code.code.cuda[kernel];
  for (int64_t number : prepared.numbers) words.push_back(static_cast<uint64_t>(number));
  void* scratch = nullptr;
  if (k.scratch_bytes) {
    scratch = prepared.scratch_bytes > 0 ? device::allocate_device(prepared.scratch_bytes, device) : nullptr;
    words.push_back(reinterpret_cast<uint64_t>(scratch));
  }
  if (k.counters) words.push_back(reinterpret_cast<uint64_t>(counter_words(prepared.counters, device)));
  if (k.looks_up) words.push_back(reinterpret_cast<uint64_t>(noted_positions(device)));
  std::vector<void*> parameters;
  for (uint64_t& word : words) parameters.push_back(&word);
  parameters.push_back(nullptr);
  for (size_t i = 0; i < k.launches.size(); ++i) {
    if (prepared.launches[i].grid[0] == 0) continue;
    device::launch_kernel(code.functions[kernel][i], prepared.launches[i], parameters.data());
    ++launch_counters().kernels;
  }
  if (scratch) device::free_device(scratch, device);
}

std::vector<uint64_t> CudaExecutable::parameters(const Run& run, const std::vector<loop::NestBuffer>& buffers) const {
  std::vector<uint64_t> words;
  words.reserve(buffers.size() + 8);
  for (const loop::NestBuffer& b : buffers)
    words.push_back(reinterpret_cast<uint64_t>(run.pointers[static_cast<size_t>(b.program_buffer)]));
  return words;
}

void CudaExecutable::run_kernel(Run& run, size_t kernel, const loop::LoopNest& nest) {
  std::vector<uint64_t> words = parameters(run, nest.buffers);
  uint64_t all = 0;
  for (uint64_t word : words) all |= word;
  if (!code_.code.cuda[kernel].vector_access || all % 16 == 0)
    return launch_all(code_, kernel, kernels_[kernel], std::move(words), device_);
  const CudaCode& plain = unaligned_code();
  launch_all(plain, kernel,
             prepare_kernel(plain.code.cuda[kernel], plain.functions[kernel], nest.symbols, prepared_->symbols),
             std::move(words), device_);
}

static CudaCode second_code(const Program& program, int device, CudaPart part) {
  CompileTimes times;
  std::string problem;
  CudaCode code = make_cuda_code(program, device, part, times, problem);
  if (!problem.empty()) tensor_error(problem);
  return code;
}
const CudaCode& CudaExecutable::unaligned_code() {
  if (!unaligned_) unaligned_ = std::make_unique<CudaCode>(second_code(program_, device_, CudaPart::kUnalignedNests));
  return *unaligned_;
}
const CudaCode& CudaExecutable::product_code() {
  if (!products_) products_ = std::make_unique<CudaCode>(second_code(program_, device_, CudaPart::kProducts));
  return *products_;
}

device::Product CudaExecutable::product_call(const Run& run, const loop::MatmulTemplate& t, const LibraryEpilogue& e) {
  const SymbolValues& s = prepared_->symbols;
  auto buffer = [&](int64_t slot, const SymExpr& offset) -> std::byte* {
    if (slot < 0) return nullptr;
    const loop::NestBuffer& b = t.buffers[static_cast<size_t>(slot)];
    return run.pointers[static_cast<size_t>(b.program_buffer)] + s.evaluate(offset) * dtype_bytes(b.dtype);
  };
  auto matrix = [&](const loop::MatmulTemplate::Operand& o) {
    return device::ProductMatrix{buffer(o.buffer, o.offset), s.evaluate(o.row_stride), s.evaluate(o.column_stride),
                                 s.evaluate(o.batch_stride)};
  };
  device::Product p;
  VT_CHECK(product_type(t.dtype, p.type), "products of other types have no template");
  VT_CHECK(product_type(t.buffers[static_cast<size_t>(e.out)].dtype, p.result), "nor have other results");
  p.tf32 = device::tf32_allowed();
  p.batch = s.evaluate(t.batch), p.m = s.evaluate(t.m), p.n = s.evaluate(t.n), p.k = s.evaluate(t.k);
  p.a = matrix(t.a), p.b = matrix(t.b);
  p.out = buffer(e.out, e.out_offset);
  p.added = buffer(e.added, e.added_offset);
  p.bias = buffer(e.bias, e.bias_offset);
  p.alpha = e.alpha, p.beta = e.beta, p.relu = e.relu;
  if (e.columns) {
    p.n = s.evaluate(e.columns);
    p.batch = s.evaluate(t.n) / p.n;
    p.a.batch_stride = 0;
    p.b.batch_stride = p.n * p.b.column_stride;
    p.bias_batch_stride = p.n;
  }
  p.out_row_stride = p.m == 1 ? p.n : s.evaluate(e.row_stride);
  p.out_batch_stride = s.evaluate(e.batch_stride);
  return p;
}

void CudaExecutable::run_template(Run& run, size_t step, const loop::MatmulTemplate& t) {
  const SymbolValues& s = prepared_->symbols;
  if (s.evaluate(t.batch) * s.evaluate(t.m) * s.evaluate(t.n) == 0) return;
  bool generated = !generated_products_.empty() && generated_products_[step];
  if (!generated && epilogues_[step]) {
    device::Product product = product_call(run, t, *epilogues_[step]);
    Ref<Storage> left = dense_factor(product, true, device_), right = dense_factor(product, false, device_);
    Ref<Storage> turned = turn_factor(product, device_);
    if (device::run_product(product, device_)) {
      ++launch_counters().extern_calls;
      return;
    }
  }
  run_generated_product(run, step, t);  // no library, no algorithm for these strides, or slower
}

void CudaExecutable::run_generated_product(Run& run, size_t step, const loop::MatmulTemplate& t) {
  const CudaCode& code = product_code();
  size_t kernel = static_cast<size_t>(kernel_of_step_[step]);
  launch_all(code, kernel,
             prepare_kernel(code.code.cuda[kernel], code.functions[kernel], t.symbols, prepared_->symbols),
             parameters(run, t.buffers), device_);
}

}  // namespace vt
#endif
