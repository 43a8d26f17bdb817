// What all back ends share: sizes, buffers, library calls, the order of steps. A back end
// supplies only the entry points of the generated kernels.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/runtime.h"
#include "runtime/symbol_values.h"
#include "runtime/turns.h"

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
  Outputs run(RuntimeInputs inputs) override;
  const Program& program() const override { return program_; }
  const GeneratedCode& code() const override { return code_; }
  std::string note() const override { return note_; }
  bool record_launches() override;
  bool tune_in_first_run() override;
  const TuningTable& tuning() const override { return tuning_; }
  // How the kernels are made at first, and a function that makes them in other ways, called once if they are wanted.
  std::string variant_name;
  std::function<std::vector<KernelVariant>(const Program& program)> make_variants;
  // Whether a template's kernel holds the whole product (WASM) or its epilogue only.
  bool whole_templates = false;
  // Whether an epilogue goes over the product where it is stored (codegen::product_place), or reads it from a last
  // buffer of its own.
  bool products_in_place = false;
  std::shared_ptr<void> library;        // keeps the loaded code alive
  std::string source_path;              // where its text lies, for the report of a trap
  std::vector<int*> divisions_by_zero;  // set by kernels that divided an integer by zero

 private:
  // What depends on the values of the size symbols only; worked out again when these change.
  struct Layout {
    std::vector<int64_t> symbols;
    std::vector<Dims> sizes, strides;           // by buffer; of all but constants
    std::vector<int64_t> offsets;               // of temporaries, in elements
    std::vector<std::vector<int64_t>> numbers;  // by step: of the symbols that its kernel wants
    int64_t arena_bytes = 0;
  };
  // Where a buffer is in one call.
  struct Place {
    Ref<Storage> storage;
    int64_t offset = 0;  // of its first element, in elements
  };
  // One call of the program.
  struct Run {
    SymbolValues symbols;
    Ref<Storage> arena;
    std::vector<Place> places;    // by program buffer; empty before its first step and after its last
    std::vector<Place> hosts;     // by program buffer: the memory of a given input, once a temporary lies there
    std::vector<void*> pointers;  // of the kernel being called
    std::vector<int64_t> numbers;
  };
  void lay_out(const SymbolValues& symbols);
  void prepare(Run& run, RuntimeInputs inputs);
  void run_steps(Run& run);
  Place make_place(Run& run, int buffer) const;
  Tensor tensor_at(const Run& run, int buffer, const Dims& sizes, const Dims& strides, int64_t offset) const;
  Outputs outputs_of(const Run& run) const;
  void collect(Run& run, const std::vector<loop::NestBuffer>& wanted) const;
  void run_nest(Run& run, size_t step, const loop::LoopNest& nest);
  void run_template(Run& run, size_t step, const loop::MatmulTemplate& product);
  void run_product(Run& run, const loop::MatmulTemplate& product, const Place& result) const;
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
  bool interprets_;                     // there are no kernels
  std::vector<int64_t> product_slots_;  // by step: codegen::product_place
  Turns turns_;
  std::unique_ptr<Layout> layout_;
  // Of all programs that replay on this thread: they run one after the other.
  struct SharedArena {
    Ref<Storage> storage;
  };
  std::shared_ptr<SharedArena> kept_arena_;  // reduce-overhead
  bool replays_ = false;                     // a run has laid out what the next repeats
  Ref<Storage> panels_;                      // of a kernel with the whole product
};

// What the size symbols were when the program was captured, for CudaTarget::hints.
std::vector<std::pair<std::string, int64_t>> size_hints(const Program& program);

// The generated kernels of a program, in step order.
std::vector<KernelSource> kernel_sources(const Program& program);

}  // namespace vt
