// max-autotune on a CUDA device: in a program's first run each kernel is launched in the ways
// that codegen.h's cuda_candidates offers and each product with the algorithms that the library
// suggests, on the buffers at hand; the fastest stays. Choices are kept on disk by what decides
// about them: the kernel's text or the product's shape, the sizes, and the device.
#ifndef __EMSCRIPTEN__
#include <algorithm>
#include <functional>
#include <sstream>

#include "device/memory.h"
#include "runtime/cuda/executable.h"
#include "runtime/cuda/modules.h"
#include "runtime/executable.h"
#include "runtime/kernel_cache.h"

namespace vt {
namespace {

// A candidate must be this much faster than the first, or noise would choose.
constexpr double kGain = 0.98;

// Median microseconds of a few batches of launches.
}  // namespace

double measure(const std::function<void()>& launch, int device) {
  constexpr int kBatches = 5, kLaunches = 4;
  const device::driver::Driver& d = device::cuda(device);
  device::driver::Event begin, end;
  device::check_cuda(d.event_create(&begin, 0));
  device::check_cuda(d.event_create(&end, 0));
  launch();
  std::vector<float> times;
  for (int batch = 0; batch < kBatches; ++batch) {
    device::check_cuda(d.event_record(begin, device::current_stream()));
    for (int i = 0; i < kLaunches; ++i) launch();
    device::check_cuda(d.event_record(end, device::current_stream()));
    device::check_cuda(d.event_synchronize(end));
    device::check_cuda(d.event_elapsed(&times.emplace_back(), begin, end));
  }
  static_cast<void>(d.event_destroy(begin));
  static_cast<void>(d.event_destroy(end));
  std::nth_element(times.begin(), times.begin() + kBatches / 2, times.end());
  return 1000.0 * times[kBatches / 2] / kLaunches;
}

namespace {

std::string shape_text(const CudaShape& shape) {
  std::string text;
  auto add = [&](int value, const char* what) {
    if (value) text += (text.empty() ? "" : ", ") + std::to_string(value) + " " + what;
  };
  add(shape.threads, "threads");
  add(shape.unroll, "vectors each");
  add(shape.split, "blocks per result");
  return text.empty() ? "the generator's choice" : text;
}

std::string algorithm_text(const device::ProductAlgorithm& a) {
  return "cuBLASLt algorithm " + std::to_string(a.id) + ", tile " + std::to_string(a.tile) + ", stages " +
         std::to_string(a.stages) + (a.split > 1 ? ", split " + std::to_string(a.split) : "") + ", workspace " +
         std::to_string(a.workspace_bytes >> 10) + " KiB";
}

// --- choices on disk: a line per candidate, its time, verdict and name ------------------------
std::string file_of(const std::string& key) { return content_hash("tuning 1\n" + key) + ".tune"; }

void remember(const std::string& key, const TuningEntry& entry) {
  std::ostringstream text;
  for (const TuningCandidate& c : entry.candidates) text << c.us << '\t' << c.verdict << '\t' << c.name << '\n';
  write_cached(file_of(key), text.str());
}
bool recall(const std::string& key, TuningEntry& entry) {
  std::string bytes, line;
  if (!read_cached(file_of(key), bytes)) return false;
  std::istringstream text(bytes);
  while (std::getline(text, line)) {
    size_t first = line.find('\t'), second = line.find('\t', first + 1);
    if (first == std::string::npos || second == std::string::npos) return false;
    TuningCandidate c;
    c.us = std::strtod(line.c_str(), nullptr);
    c.verdict = line.substr(first + 1, second - first - 1);
    c.name = line.substr(second + 1);
    entry.candidates.push_back(std::move(c));
  }
  entry.remembered = true;
  return true;
}

// The position of the choice among as many candidates; -1 if the entry is of another list.
int chosen(const TuningEntry& entry, size_t count) {
  if (entry.candidates.size() != count) return -1;
  for (size_t i = 0; i < count; ++i)
    if (entry.candidates[i].verdict == kChosen) return static_cast<int>(i);
  return -1;
}

int choose(TuningEntry& entry) {
  int best = -1;
  for (size_t i = 0; i < entry.candidates.size(); ++i) {
    double us = entry.candidates[i].us;
    if (us < 0) continue;
    if (best < 0 || us < entry.candidates[static_cast<size_t>(best)].us * (best == 0 ? kGain : 1))
      best = static_cast<int>(i);
  }
  if (best >= 0) entry.candidates[static_cast<size_t>(best)].verdict = kChosen;
  return best;
}

// What a kernel overwrites, put back after it was measured: it may lie over what it reads.
class Kept {
 public:
  Kept(const std::vector<loop::NestBuffer>& buffers, const std::vector<std::byte*>& pointers,
       const std::function<int64_t(int64_t)>& bytes_of, int device)
      : device_(device) {
    for (const loop::NestBuffer& b : buffers) {
      if (!b.written) continue;
      std::byte* place = pointers[static_cast<size_t>(b.program_buffer)];
      int64_t bytes = bytes_of(b.program_buffer);
      if (!place || bytes == 0) continue;
      copies_.push_back({place, device::allocate_device(bytes, device), bytes});
      device::copy_on_device(copies_.back().copy, place, bytes, device);
    }
  }
  ~Kept() {
    for (const Copy& c : copies_) device::free_device(c.copy, device_);
  }
  Kept(const Kept&) = delete;
  void put_back() {
    for (const Copy& c : copies_) device::copy_on_device(c.place, c.copy, c.bytes, device_);
  }

 private:
  struct Copy {
    std::byte* place;
    void* copy;
    int64_t bytes;
  };
  std::vector<Copy> copies_;
  int device_;
};

std::string sizes_text(const std::vector<int64_t>& values) {
  std::string text;
  for (int64_t value : values) text += " " + std::to_string(value);
  return text + "\n";
}

}  // namespace

void CudaExecutable::tune_kernel(Run& run, size_t kernel, const loop::LoopNest& nest) {
  shapes_.resize(std::max(shapes_.size(), kernel + 1));
  std::vector<uint64_t> words = parameters(run, nest.buffers);
  CudaTarget target = cuda_target(device_);
  target.hints = size_hints(program_);
  std::vector<CudaShape> shapes = cuda_candidates(&nest, target);
  GeneratedCode first = generate_cuda({&nest}, target);
  std::string key = device::cuda_properties(device_).name + "\n" + first.prelude;
  for (const TaggedLine& line : first.text) {
    std::string text = line.text;
    for (size_t at = text.find(nest.name); at != std::string::npos; at = text.find(nest.name))
      text.erase(at, nest.name.size());
    key += text.substr(0, text.find(" /* ")) + "\n";
  }
  key += sizes_text(prepared_->symbols.values);
  TuningEntry entry;
  entry.kernel = nest.name;
  entry.item = nest.item;
  bool aligned = std::all_of(words.begin(), words.end(), [](uint64_t word) { return word % 16 == 0; });
  if (!aligned && first.cuda[0].vector_access) {
    entry.candidates = {{"the generator's choice", -1, "some tensor is not at a multiple of 16 bytes"}};
    tuning_.push_back(std::move(entry));
    return;
  }
  int best = -1;
  if (recall(key, entry)) best = chosen(entry, shapes.size());
  if (best < 0) {
    entry.candidates.clear();
    entry.remembered = false;
    std::vector<CudaCode> codes(shapes.size());
    std::vector<std::string> texts, problems;
    for (size_t i = 0; i < shapes.size(); ++i) {
      target.shape = shapes[i];
      codes[i].code = generate_cuda({&nest}, target);
      std::string& text = texts.emplace_back();
      for (const TaggedLine& line : codes[i].code.text) text += line.text + "\n";
    }
    auto modules = load_cuda_candidates(first.prelude, texts, device_, problems);
    Kept kept(
        nest.buffers, run.pointers,
        [&](int64_t buffer) {
          const PreparedBuffer& b = prepared_->buffers[static_cast<size_t>(buffer)];
          return element_count(b.sizes) * dtype_bytes(program_.buffers[static_cast<size_t>(buffer)].dtype);
        },
        device_);
    for (size_t i = 0; i < shapes.size(); ++i) {
      TuningCandidate& candidate = entry.candidates.emplace_back();
      candidate.name = shape_text(shapes[i]);
      if (!modules[i]) {
        candidate.verdict = "does not compile: " + problems[i].substr(0, problems[i].find('\n'));
        continue;
      }
      const CudaKernel& made = codes[i].code.cuda[0];
      codes[i].functions.emplace_back();
      for (const CudaLaunch& launch : made.launches) codes[i].functions[0].push_back(modules[i]->find(launch.entry));
      PreparedKernel prepared = prepare_kernel(made, codes[i].functions[0], nest.symbols, prepared_->symbols);
      candidate.us = measure([&] { launch_all(codes[i], 0, prepared, words, device_); }, device_);
    }
    kept.put_back();
    best = choose(entry);
    if (best >= 0) remember(key, entry);
  }
  if (best >= 0) shapes_[kernel] = shapes[static_cast<size_t>(best)];
  tuning_.push_back(std::move(entry));
}

void CudaExecutable::tune_product(Run& run, size_t step, const loop::MatmulTemplate& t) {
  constexpr int64_t kMostGenerated = int64_t{1} << 28;
  generated_products_.resize(program_.steps.size());
  TuningEntry entry;
  entry.kernel = t.name;
  entry.item = t.item;
  if (!epilogues_[step]) return;
  device::Product p = product_call(run, t, *epilogues_[step]);
  std::vector<device::ProductAlgorithm> algorithms = device::product_algorithms(p, device_);
  if (algorithms.empty()) return;
  std::string key =
      device::cuda_properties(device_).name + " product " + std::to_string(static_cast<int>(p.type)) + " " +
      std::to_string(static_cast<int>(p.result)) + (p.tf32 ? " tf32" : "") + (p.bias ? " bias" : "") +
      (p.relu ? " relu" : "") + (p.beta != 0 ? " sum" : "") +
      sizes_text({p.batch, p.m, p.n, p.k, p.a.row_stride, p.a.column_stride, p.a.batch_stride, p.b.row_stride,
                  p.b.column_stride, p.b.batch_stride, p.out_row_stride, p.out_batch_stride});
  const size_t count = algorithms.size() + 1;  // the last is the generated product
  int best = -1;
  if (recall(key, entry)) best = chosen(entry, count);
  if (best < 0) {
    entry.candidates.clear();
    entry.remembered = false;
    for (size_t i = 0; i < algorithms.size(); ++i) {
      TuningCandidate& candidate = entry.candidates.emplace_back();
      candidate.name = algorithm_text(algorithms[i]);
      bool works = device::run_product_with(p, device_, i);
      if (works) candidate.us = measure([&] { static_cast<void>(device::run_product_with(p, device_, i)); }, device_);
      else candidate.verdict = "the library refuses it";
    }
    TuningCandidate& generated = entry.candidates.emplace_back();
    generated.name = "generated kernel";
    if (p.batch * p.m * p.n * p.k > kMostGenerated) {
      generated.verdict = "does not use the matrix units: tried up to 2^28 multiplications";
    } else {
      generated.us = measure([&] { run_generated_product(run, step, t); }, device_);
    }
    best = choose(entry);
    if (best >= 0) remember(key, entry);
  }
  if (best >= 0) {
    generated_products_[step] = static_cast<size_t>(best) == algorithms.size();
    device::choose_product_algorithm(p, device_, static_cast<size_t>(best));
  }
  tuning_.push_back(std::move(entry));
}

void CudaExecutable::take_tuned_shapes() {
  CompileTimes times;
  std::string problem;
  CudaCode tuned = make_cuda_code(program_, device_, CudaPart::kNests, times, problem, shapes_);
  if (!problem.empty()) return;
  code_ = std::move(tuned);
  prepare_kernels();
}

}  // namespace vt
#endif
