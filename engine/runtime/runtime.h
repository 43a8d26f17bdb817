// Executes programs. A Backend turns a Program into an Executable; which back ends exist
// is one table (backends.cpp): "cpp" natively, "wasm" in the browser, "interpret" anywhere.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/codegen.h"
#include "lower/program.h"
#include "ops/arg.h"
#include "runtime/tuning.h"

namespace vt {

// A run-time input of a program: a tensor, or a number for a symbolic int argument.
using RuntimeInput = Arg;

// What a program is called with. A caller that has no more use for its tensors gives them away: the program drops each
// after its last use, and computes in the memory of those that nobody else holds.
class RuntimeInputs {
 public:
  RuntimeInputs(std::span<const RuntimeInput> kept) : values_(kept) {}
  RuntimeInputs(const std::vector<RuntimeInput>& kept) : values_(kept) {}
  static RuntimeInputs given(std::vector<RuntimeInput>& values) {
    RuntimeInputs inputs(values);
    inputs.given_ = values.data();
    return inputs;
  }
  operator std::span<const RuntimeInput>() const { return values_; }
  size_t size() const { return values_.size(); }
  const RuntimeInput& operator[](size_t i) const { return values_[i]; }
  // The tensor, once: given inputs are moved out.
  Tensor take(size_t i) const {
    return given_ ? std::move(std::get<Tensor>(given_[i].value)) : std::get<Tensor>(values_[i].value);
  }

 private:
  std::span<const RuntimeInput> values_;
  RuntimeInput* given_ = nullptr;
};

struct LaunchCounters {
  uint64_t kernels = 0;       // generated kernels launched
  uint64_t extern_calls = 0;  // extern calls and library products
  uint64_t interpreted = 0;   // nests run by the loop interpreter
  uint64_t replays = 0;       // runs of a graph that replayed recorded launches
  uint64_t bytes = 0;         // of tensors that kernels read and wrote; counted while a run is observed
};
LaunchCounters& launch_counters();

class Executable {
 public:
  virtual ~Executable() = default;
  // Safe to call again and again. Numbers come as int64
  // tensors without dimensions, None as an undefined tensor.
  virtual Outputs run(RuntimeInputs inputs) = 0;
  virtual const Program& program() const = 0;
  virtual const GeneratedCode& code() const = 0;
  // "g++ is not installed, so the loop interpreter runs this": empty if all is well.
  virtual std::string note() const { return {}; }
  // max-autotune: the first run measures the candidates of each kernel and keeps the fastest.
  // False if there is but one candidate for everything.
  virtual bool tune_in_first_run() { return false; }
  // reduce-overhead: later runs on the same sizes repeat what the first has worked out. False if there is nothing to
  // repeat.
  virtual bool record_launches() { return false; }
  virtual const TuningTable& tuning() const {
    static const TuningTable none;
    return none;
  }
};

// Replays CUDA programs as CUDA graphs (mode="reduce-overhead"); others stay as they are.
std::unique_ptr<Executable> with_cuda_graphs(std::unique_ptr<Executable> executable);

struct CompileTimes {
  double generate_us = 0;   // loop nests to text or bytes
  double compile_us = 0;    // the outside compiler: g++, or the browser's
  bool from_cache = false;  // the disk cache had it
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual const char* name() const = 0;
  virtual bool available() const = 0;
  virtual std::unique_ptr<Executable> compile(Program program, CompileTimes& times) = 0;
};
// The best available one unless `name` asks for another; nullptr for an unknown name.
Backend* find_backend(std::string_view name = {});
std::vector<Backend*> all_backends();

}  // namespace vt
