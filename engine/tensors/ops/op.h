// What an op is. One op, one file: ops/NAME.cpp defines `const OpDef op_NAME`, and CMake
// lists the files into a table (table.h). `define` is consteval: a missing doc, shape rule
// or gradient is a compile error in that file.
#pragma once
#include <string>
#include <vector>

#include "loop/expr.h"
#include "ops/arg.h"

namespace vt {

// Shape, dtype and device of a result: what `infer` computes without elements.
struct TensorMeta {
  std::vector<SymInt> sizes;
  DType dtype = DType::kFloat32;
  Device device;
  // Empty: contiguous. Views and ops that keep the memory format set strides.
  std::vector<SymInt> strides;
};
using Metas = std::vector<TensorMeta>;

// Sample arguments for the tests: small enough for numeric gradient checks.
struct Sample {
  Args args;
  const char* note = "";
};

// The interface of a gradient formula. The formula calls `call(op_..., ...)` (dispatch.h), which executes on the tape
// or records into the joint graph, depending on the mode.
class GradContext {
 public:
  virtual ~GradContext() = default;
  virtual const Args& attributes() const = 0;          // non-tensor arguments; tensors are undefined here
  virtual Tensor input(size_t i) = 0;                  // must be declared in saves_inputs; checks the tensor's version
  virtual const TensorList& input_list(size_t i) = 0;  // a TensorList argument, if saved
  virtual Tensor output(size_t i = 0) = 0;             // must be declared in saves_outputs
  virtual const TensorMeta& input_meta(size_t i, size_t item = 0) const = 0;  // always available
  virtual size_t input_list_size(size_t i) const = 0;
  virtual const TensorMeta& output_meta(size_t i = 0) const = 0;
  virtual Tensor grad_output(size_t i = 0) = 0;             // undefined if no gradient flows in
  virtual bool needs(size_t i, size_t item = 0) const = 0;  // whether argument i requires a gradient
  virtual void set(size_t i, Tensor grad,
                   size_t item = 0) = 0;  // sum-to-size for broadcasting is the caller's: use reduce_to()
};

// The context for `lower`, implemented by lower/: an op that is neither pointwise nor decomposed defines its result
// element by element with it.
class LowerContext;  // ops/lowering.h

using SamplesFn = std::vector<Sample> (*)();
using InferFn = Metas (*)(const Args&);
using KernelFn = Outputs (*)(const Args&);  // computes on real CPU tensors
using GradFn = void (*)(GradContext&);
using DecomposeFn = Outputs (*)(const Args&);  // calls other ops
using LowerFn = void (*)(LowerContext&, const Args&);
// One output element as an expression of the elements of the tensor
// arguments, in order, already cast to the compute dtype. Other arguments are
// read from `args`, whose tensors are undefined (`graph` knows their dtypes).
using PointwiseFn = loop::ExprId (*)(loop::ExprGraph& graph, std::span<const loop::ExprId> inputs, const Args& args);

enum OpTraits : uint32_t {
  kPlain = 0,
  kFunction = 1,      // torch.NAME
  kMethod = 2,        // Tensor.NAME
  kFunctional = 4,    // torch.nn.functional.NAME
  kHasInplace = 8,    // NAME_ exists: same arguments, result written into the first
  kView = 16,         // the result shares the first argument's storage
  kRandom = 32,       // uses a random generator: never folded, merged or recomputed
  kFloatResult = 64,  // integral inputs are computed in the default float dtype (exp, div)
  kBoolResult = 128,  // comparisons
  kReduction = 256,
  kMutates = 512,              // writes its first argument (copy_, fill_)
  kShapeDependsOnData = 1024,  // data-dependent output size: nonzero, unique, masked_select
  kHasOut = 2048,              // takes out=
  kInternal = 4096,            // used by gradients and decompositions only, not visible to programs
  kFactory = 8192,             // creates a tensor: takes dtype=, device=, requires_grad=
  kMatrix = 16384,             // lowered to a template or library call (matmul family, convolution)
  kKeepsFormat = 1 << 18,      // the result is channels-last if its inputs are, though the kernel writes it contiguous
  kAten = 1 << 19,             // an ATen operator; decomposed except in graphs for a program's own compiler
  kBilinear = 1 << 20,         // input 0 is saved only for the gradient of input 1, and vice versa
  kLinalg = 32768,
  kSpecial = 65536,
  kFft = 131072,  // torch.linalg.NAME, torch.special.NAME
};

struct OpDef {
  // "sum" or "max.dim": the part after the dot distinguishes overloads; programs see "max".
  const char* name = nullptr;
  // PyTorch's schema language, types: Tensor, Tensor?, Tensor[], Scalar, int, int?, int[], int[]?, float, float?,
  // float[], bool, bool?, str, str?, dtype, dtype?, device? "sum(Tensor self, int[]? dim=None, bool keepdim=False, *,
  // dtype? dtype=None) -> Tensor" "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor
  // indices)"
  const char* signature = nullptr;
  const char* doc = nullptr;  // one sentence; mentions shapes and errors that are not obvious
  uint32_t traits = kFunction | kMethod;
  SamplesFn samples = nullptr;
  InferFn infer = nullptr;
  KernelFn kernel = nullptr;  // or decompose
  GradFn grad = nullptr;
  const char* no_grad = nullptr;    // the reason why it has no gradient ("integer result")
  const char* grad_name = nullptr;  // name printed in tensors ("AddBackward0"); null: derived from `name`
  uint32_t saves_inputs = 0;        // bit i: grad reads input(i)
  uint32_t saves_outputs = 0;
  DecomposeFn decompose = nullptr;
  PointwiseFn pointwise = nullptr;
  LowerFn lower = nullptr;
};

// Evaluated at compile time, where a throw is a compile error.
consteval OpDef define(OpDef op) {
  if (!op.name || !op.signature) throw "an op needs a name and a signature";
  if (!op.doc) throw "an op needs a doc";
  if (!op.samples) throw "an op needs samples for the tests";
  if (!op.infer && !op.decompose) throw "an op needs a shape rule (infer) or a decomposition";
  if (!op.kernel && !op.decompose) throw "an op needs a kernel or a decomposition";
  if (!op.grad && !op.no_grad && !op.decompose) throw "an op needs a gradient or the reason why it has none (no_grad)";
  return op;
}

}  // namespace vt
