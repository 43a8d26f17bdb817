#include "eager/keep_format.h"

#include <algorithm>
#include <string_view>

#include "ops/families/layout.h"
#include "ops/families/shape.h"
#include "ops/kernels/copy.h"

namespace vt {
namespace {

bool wants_channels_last(const OpDef& op, const Args& args) {
  if (const TensorList* list = std::get_if<TensorList>(&args[0].value))
    return !list->empty() && std::all_of(list->begin(), list->end(), channels_lie_last);
  if (channels_lie_last(args.tensor(0))) return true;
  return std::string_view(op.name) == "convolution" && channels_lie_last(args.tensor(1));
}

}  // namespace

void keep_format(const OpDef& op, const Args& args, Outputs& outputs) {
  if (outputs.empty() || !outputs[0].defined() || outputs[0].rank() < 4 || !(op.traits & kKeepsFormat) ||
      !wants_channels_last(op, args))
    return;
  for (Tensor& output : outputs) {
    if (output.rank() != 4 && output.rank() != 5) continue;
    const char* format = output.rank() == 4 ? "channels_last" : "channels_last_3d";
    TensorMeta meta = meta_in_format(output, output.dtype(), format);
    if (hints_of(meta.strides) == output.strides()) continue;  // the kernel saw to it
    Tensor laid = empty_for(meta);
    copy_tensor(laid, output);
    output = laid;
  }
}

}  // namespace vt
