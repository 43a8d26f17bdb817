// Calls of ops. The dispatcher (eager/) applies autocast, then the tape, and then runs the kernel or, for fake tensors,
// the recorder that created them. Gradient formulas and decompositions are written against call(), so that the same
// code both executes and records.
#pragma once
#include "ops/op.h"

namespace vt {

Outputs call(const OpDef& op, Args args);
inline Tensor call1(const OpDef& op, Args args) { return std::move(call(op, std::move(args))[0]); }
// The in-place NAME_: writes the result of `op` into args[0] (checks broadcasting, leaves, versions).
Tensor call_inplace(const OpDef& op, Args args);

// Records op calls instead of executing them: the joint graph's recorder, dynamo's fake
// propagation. Outputs are fake tensors of this recorder.
class OpRecorder {
 public:
  virtual ~OpRecorder() = default;
  virtual Outputs record(const OpDef& op, const Args& args) = 0;
  virtual void record_inplace(const OpDef& op, const Args& args) = 0;  // the fake args[0] is mutated
  // A fake for a real tensor among fake arguments (a constant of the program).
  virtual Tensor lift(const Tensor& real) = 0;
  // True: it records the ops that the program calls. Autocast and the tape are skipped, composite ops are recorded
  // undecomposed, and outputs only carry the requires_grad flag.
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

// Installed once by eager/, on which ops/ must not depend.
class Dispatcher {
 public:
  virtual ~Dispatcher() = default;
  virtual Outputs call(const OpDef& op, Args args) = 0;
  virtual Tensor call_inplace(const OpDef& op, Args args) = 0;
};
void install_dispatcher(Dispatcher* dispatcher);
Dispatcher* installed_dispatcher();

// Computes shapes and dtypes of the results from those of the arguments, which may be symbolic. For a decomposed op,
// runs the decomposition on fakes.
Metas infer_op(const OpDef& op, const Args& args);
TensorMeta meta_of(const Tensor& t);
std::vector<SymInt> contiguous_sym_strides(const std::vector<SymInt>& sizes);

}  // namespace vt
