#include "eager/keep_format.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "ops/families/shape.h"
#include "ops/kernels/copy.h"

namespace vt {
namespace {

// Channels innermost, by the strides alone: where both orders fit it is the usual one.
bool lies_channels_last(const Tensor& t) {
  if (t.rank() != 4 && t.rank() != 5) return false;
  std::vector<int> axes{1};
  for (int axis = t.rank() - 1; axis > 1; --axis) axes.push_back(axis);
  axes.push_back(0);
  if (t.strides()[1] == 0) return false;
  int64_t least = 0;
  for (int axis : axes) {
    if (t.size(axis) == 0 || t.strides()[axis] < least) return false;
    if (axis == 0 && least == t.strides()[1]) return false;
    least = t.strides()[axis] * std::max<int64_t>(1, t.size(axis));
  }
  return true;
}

bool wants_channels_last(const OpDef& op, const Args& args) {
  if (const TensorList* list = std::get_if<TensorList>(&args[0].value))
    return !list->empty() && std::all_of(list->begin(), list->end(), lies_channels_last);
  if (lies_channels_last(args.tensor(0))) return true;
  return std::string_view(op.name) == "convolution" && lies_channels_last(args.tensor(1));
}

}  // namespace

void keep_format(const OpDef& op, const Args& args, Outputs& outputs) {
  if (outputs.empty() || !outputs[0].defined() || outputs[0].rank() < 4 || !(op.traits & kKeepsFormat) ||
      !wants_channels_last(op, args))
    return;
  for (Tensor& output : outputs) {
    if (output.rank() != 4 && output.rank() != 5) continue;
    TensorMeta meta = meta_in_format(output, output.dtype(), output.rank() == 4 ? "channels_last" : "channels_last_3d");
    Tensor laid = empty_for(meta);
    copy_tensor(laid, output);
    output = laid;
  }
}

}  // namespace vt
