// A program's generated kernels on a CUDA device. What depends on sizes only (launch
// shapes, places in the arena) is worked out once for the sizes at hand; a call then fills
// in pointers and launches. After cuda_modules.h; made by cuda_backend.cpp.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "device/cublaslt.h"
#include "device/cuda.h"
#include "lower/epilogues.h"
#include "runtime/device_executable.h"
#include "runtime/symbol_values.h"

namespace vt {

// The loaded kernels of a program: one function per launch of each generated kernel.
struct CudaCode {
  GeneratedCode code;
  std::vector<std::shared_ptr<device::CudaModule>> modules;
  std::vector<std::vector<device::driver::Function>> functions;  // by kernel, then launch
};
CudaTarget cuda_target(int device);
// Which kernels of a program are generated: its loop nests, or products for which the library
// has nothing.
enum class CudaPart : uint8_t { kNests, kUnalignedNests, kProducts };
// Generates, compiles and loads; `problem` is set if that fails.
CudaCode make_cuda_code(const Program& program, int device, CudaPart part, CompileTimes& times, std::string& problem,
                        const std::vector<CudaShape>& shapes = {});

// How the kernels of one launch description are launched for the sizes at hand.
struct PreparedKernel {
  std::vector<device::LaunchShape> launches;
  std::vector<int64_t> numbers;
  int64_t scratch_bytes = 0, counters = 0;
};
PreparedKernel prepare_kernel(const CudaKernel& kernel, const std::vector<device::driver::Function>& functions,
                              const std::vector<std::string>& symbols, const SymbolValues& values);
// `words`: what comes before the symbols among the parameters.
void launch_all(const CudaCode& code, size_t kernel, const PreparedKernel& prepared, std::vector<uint64_t> words,
                int device);

// Microseconds of one launch, the median of a few batches; synchronises.  cuda_tuner.cpp
double measure(const std::function<void()>& launch, int device);

class CudaExecutable final : public DeviceExecutable {
 public:
  CudaExecutable(Program program, CudaCode code, int device);
  ~CudaExecutable() override;
  const GeneratedCode& code() const override { return code_.code; }
  bool tune_in_first_run() override { return tune_ = true; }
  const TuningTable& tuning() const override { return tuning_; }
  int device() const { return device_; }
  // Makes what belongs to the current stream, so that recording it need not.
  void warm_stream();

 private:
  void prepare_kernels() override;
  void run_steps(Run& run) override;
  std::vector<uint64_t> parameters(const Run& run, const std::vector<loop::NestBuffer>& buffers) const;
  void run_generated_product(Run& run, size_t step, const loop::MatmulTemplate& product);
  // cuda_tuner.cpp
  void tune_kernel(Run& run, size_t kernel, const loop::LoopNest& nest);
  void tune_product(Run& run, size_t step, const loop::MatmulTemplate& product);
  void take_tuned_shapes();
  void run_kernel(Run& run, size_t kernel, const loop::LoopNest& nest);
  void run_template(Run& run, size_t step, const loop::MatmulTemplate& product);
  device::Product product_call(const Run& run, const loop::MatmulTemplate& product, const LibraryEpilogue& epilogue);
  const CudaCode& unaligned_code();
  const CudaCode& product_code();

  CudaCode code_;
  std::unique_ptr<CudaCode> unaligned_, products_;
  int device_;
  std::vector<int> kernel_of_step_;                        // among the nests, or among the products; -1: a library call
  std::vector<std::optional<LibraryEpilogue>> epilogues_;  // by step
  std::vector<PreparedKernel> kernels_;                    // of the nests, for the sizes of the last call
  bool tune_ = false;
  TuningTable tuning_;
  std::vector<CudaShape> shapes_;         // by kernel, once measured
  std::vector<bool> generated_products_;  // by step: faster than the library
};

}  // namespace vt
