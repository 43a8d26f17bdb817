// The texts of engine objects for a recording: what the VM's recorder cannot know.
#pragma once
#include <string>

#include "vm/value.h"

namespace vt {

// A tensor's dtype and shape with its elements, or with their range and mean if they are
// many; empty for other objects.
std::string describe_object(const vm::Value& value);

}  // namespace vt
