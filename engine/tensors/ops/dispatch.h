// Calling an op. The dispatcher (eager/) runs, in this order: autocast, the tape, and then
// either the kernel or, for fake tensors, the recorder that made them. Gradient formulas
// and decompositions are written once against call() and so work for both.
#pragma once
#include "ops/op.h"

namespace vt {

Outputs call(const OpDef& op, Args args);
inline Tensor call1(const OpDef& op, Args args) { return std::move(call(op, std::move(args))[0]); }
// NAME_: writes the result of `op` into args[0] (checks broadcasting, leafs, versions).
Tensor call_inplace(const OpDef& op, Args args);

// Records op calls instead of executing them: the joint graph's recorder, dynamo's fake
// propagation. Outputs are fake tensors of this recorder.
class OpRecorder {
 public:
  virtual ~OpRecorder() = default;
  virtual Outputs record(const OpDef& op, const Args& args) = 0;
  virtual void record_inplace(const OpDef& op, const Args& args) = 0;  // the fake args[0] changes its value
  // A real tensor met among fake ones (a constant of the program).
  virtual Tensor lift(const Tensor& real) = 0;
  // True: it records what the program calls. Autocast and the tape are skipped, composed
  // ops arrive whole, and outputs only carry the requires_grad flag.
  virtual bool above_tape() const { return false; }
};
// The recorder that receives factory calls (no tensor arguments); null when executing.
OpRecorder* active_recorder();
class RecorderScope {
 public:
  explicit RecorderScope(OpRecorder* recorder);
  ~RecorderScope();

 private:
  OpRecorder* previous_;
};

// Installed once by eager/; ops/ does not know it.
class Dispatcher {
 public:
  virtual ~Dispatcher() = default;
  virtual Outputs call(const OpDef& op, Args args) = 0;
  virtual Tensor call_inplace(const OpDef& op, Args args) = 0;
};
void install_dispatcher(Dispatcher* dispatcher);
Dispatcher* installed_dispatcher();

// Runs infer over the arguments' metas (symbolic sizes included). Decomposed ops are
// inferred by running their decomposition on fakes.
Metas infer_op(const OpDef& op, const Args& args);
TensorMeta meta_of(const Tensor& t);
std::vector<SymInt> contiguous_sym_strides(const std::vector<SymInt>& sizes);

}  // namespace vt
