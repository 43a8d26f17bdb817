// Describes engine objects for a recording, because the VM's recorder does not know tensors and modules.
#pragma once
#include <memory>
#include <string>

#include "vm/recorder.h"

namespace vt {

class TensorDescriber final : public vm::ObjectDescriber {
 public:
  // Dtype and shape, then the elements, or their range and mean if there are many.
  std::string text(const vm::Value& value) const override;
  uint32_t version(const vm::Value& value) const override;
  std::shared_ptr<const RecordedTensor> tensor(const vm::Value& value) const override;
  // Of a module: parameters, buffers, submodules, then other public attributes. Of a tensor: its gradient.
  std::unique_ptr<Members> members(const vm::Value& value) const override;
  uint64_t tensor_id(const vm::Value& value) const override;
};

}  // namespace vt
