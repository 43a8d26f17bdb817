// What all back ends share: sizes, buffers, library calls, the order of steps. A back end
// supplies only the entry points of the generated kernels.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/runtime.h"
#include "runtime/symbol_values.h"

namespace vt {

// Of the form that codegen.h fixes; the table index of a WASM function is one too.
using KernelEntry = void (*)(void* const* buffers, const int64_t* symbols);

// The kernels of a program generated another way: what max-autotune measures beside the first one.
struct KernelVariant {
  std::string name;                  // "2 vectors a round"
  std::vector<KernelEntry> entries;  // one per generated kernel; null where it would be the same
  std::shared_ptr<void> library;     // keeps the loaded code alive
};

class ProgramExecutable : public Executable {
 public:
  // `entries`: one per generated kernel, in the order of the program's nests and templates;
  // empty means that the loop interpreter runs them.
  ProgramExecutable(Program program, GeneratedCode code, std::vector<KernelEntry> entries, std::string note);
  ~ProgramExecutable() override;
  Outputs run(std::span<const RuntimeInput> inputs) override;
  const Program& program() const override { return program_; }
  const GeneratedCode& code() const override { return code_; }
  std::string note() const override { return note_; }
  bool record_launches() override { return records_ = true; }
  bool tune_in_first_run() override;
  const TuningTable& tuning() const override { return tuning_; }
  // How the kernels are made at first, and a function that makes them in other ways, called once if they are wanted.
  std::string variant_name;
  std::function<std::vector<KernelVariant>(const Program& program)> make_variants;
  // Whether a template's kernel holds the whole product (WASM) or its epilogue only.
  bool whole_templates = false;
  std::shared_ptr<void> library;  // keeps the loaded code alive
  std::string source_path;        // where its text lies, for the report of a trap
  // Set by a kernel that divided an integer by zero; null if the code has no such thing.
  int* division_by_zero = nullptr;

 private:
  struct Recorded;
  // One call of the program.
  struct Run {
    SymbolValues symbols;
    std::vector<Tensor> buffers;  // by program buffer
    std::vector<void*> pointers;  // of the kernel being called
    std::vector<int64_t> numbers;
    const std::vector<std::vector<int64_t>>* recorded = nullptr;  // the numbers of each step, of an earlier run
    void number(size_t step, const std::vector<std::string>& wanted) {
      if (recorded) numbers = (*recorded)[step];
      else symbols.fill(wanted, numbers);
    }
  };
  void prepare(Run& run, std::span<const RuntimeInput> inputs);
  bool prepare_again(Run& run, std::span<const RuntimeInput> inputs);
  void run_steps(Run& run);
  Outputs outputs_of(const Run& run) const;
  Recorded record(const Run& run) const;
  void run_nest(Run& run, size_t step, const loop::LoopNest& nest);
  void run_template(Run& run, size_t step, const loop::MatmulTemplate& product);
  void run_extern(Run& run, const ExternCall& call);
  void launch(Run& run, KernelEntry entry, const std::string& kernel);
  Program program_;
  GeneratedCode code_;
  std::vector<KernelEntry> step_entries_;  // by step; null for library calls
  std::vector<std::string> symbols_;       // all size symbols of the program
  std::string note_;
  // measure_kernels.cpp
  void tune(Run& run, size_t step, const loop::LoopNest& nest);
  double measure(Run& run, KernelEntry entry, const std::string& kernel);
  std::vector<KernelVariant> variants_;
  bool tunes_ = false;  // the next run measures
  TuningTable tuning_;
  bool records_ = false;
  std::unique_ptr<Recorded> recorded_;
  Ref<Storage> arena_;
  Ref<Storage> scratch_;  // a product before its epilogue
};

// What the size symbols were when the program was captured, for CudaTarget::hints.
std::vector<std::pair<std::string, int64_t>> size_hints(const Program& program);

// The generated kernels of a program, in step order.
std::vector<KernelSource> kernel_sources(const Program& program);

}  // namespace vt
