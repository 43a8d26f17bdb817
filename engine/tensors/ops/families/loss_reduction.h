// The last step of every loss, the arguments that choose it, and the target's type; for the op files of losses.
#pragma once
#include "ops/defs/prelude.h"
#include "ops/families/texts.h"

namespace vt {

inline std::string valid_reduction(std::string reduction) {
  if (reduction != "mean" && reduction != "sum" && reduction != "none")
    tensor_error(reduction + " is not a valid value for reduction", "ValueError");
  return reduction;
}
inline Tensor reduced(const Tensor& loss, const std::string& reduction) {
  if (reduction == "mean") return f::mean(loss);
  if (reduction == "sum") return f::sum(loss);
  return loss;
}
// The mode at argument `mode`; the flags of old, size_average and reduce, win over it.
inline std::string reduction_of(const Args& args, size_t mode, size_t size_average, size_t reduce) {
  if (args.has(size_average) || args.has(reduce)) {
    bool average = !args.has(size_average) || args.boolean(size_average);
    return args.has(reduce) && !args.boolean(reduce) ? "none" : average ? "mean" : "sum";
  }
  return valid_reduction(args.text_or(mode, "mean"));
}
inline std::string reduction_of(const Args& args, size_t mode) { return reduction_of(args, mode, mode - 2, mode - 1); }

// The target in the type of the input, which losses with a result in that type ask for.
inline Tensor target_as_input(const Tensor& input, const Tensor& target) {
  if (input.dtype() == target.dtype()) return target;
  if (is_floating(input.dtype())) return f::to_dtype(target, input.dtype());
  if (is_floating(target.dtype())) refuse_cast(target.dtype(), input.dtype());
  return target;
}

}  // namespace vt
