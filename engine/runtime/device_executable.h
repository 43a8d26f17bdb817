// What executables on devices with memory of their own share: sizes, inputs that are brought over, when buffers get
// memory and lose it (turns.h), library calls. cuda/executable.h and webgpu/executable.h supply the kernels.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/runtime.h"
#include "runtime/symbol_values.h"
#include "runtime/turns.h"

namespace vt {

class DeviceExecutable : public Executable {
 public:
  DeviceExecutable(Program program, Device place);
  ~DeviceExecutable() override;
  Outputs run(RuntimeInputs inputs) override { return run_into(inputs, Tensor()); }
  // The first output buffer is `target` if that is defined and laid out as the program wants.
  Outputs run_into(RuntimeInputs inputs, const Tensor& target);
  const Program& program() const override { return program_; }

 protected:
  struct PreparedBuffer {
    Dims sizes, strides;
    int64_t arena_offset = 0;
  };
  // What depends on sizes only.
  struct Prepared {
    SymbolValues symbols;
    std::vector<PreparedBuffer> buffers;
    int64_t arena_bytes = 0;
  };
  struct Run {
    std::vector<Tensor> buffers;       // undefined before their first step and after their last
    std::vector<std::byte*> pointers;  // first element of each buffer
    Ref<Storage> arena;
    // By buffer: the memory of a given input, once a temporary lies there, and its first byte.
    std::vector<std::pair<Ref<Storage>, int64_t>> hosts;
    Tensor target;  // for the first output
  };
  virtual void prepare_kernels() = 0;  // for prepared_->symbols
  virtual Tensor temporary(Run& run, size_t buffer);
  virtual void run_steps(Run& run) = 0;
  void make(Run& run, size_t step) const;  // memory for the buffers that begin with the step
  void drop(Run& run, size_t step) const;  // what has had its last step
  Tensor tensor_at(const Ref<Storage>& storage, size_t buffer, int64_t byte_offset) const;
  void run_extern(Run& run, const ExternCall& call);
  static std::byte* first_element(const Tensor& t);

  Program program_;
  Device place_;
  std::vector<std::string> symbols_;
  std::optional<Prepared> prepared_;  // for the sizes of the last call

 private:
  void begin(Run& run, RuntimeInputs inputs);
  void make_buffer(Run& run, size_t buffer) const;
  void keep_as_host(Run& run, size_t input) const;
  Outputs outputs_of(const Run& run) const;
  Turns turns_;
  int first_output_ = -1;          // buffer
  std::vector<Tensor> constants_;  // on the device, by buffer
};

}  // namespace vt
