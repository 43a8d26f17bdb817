// The texts of values in a recording: bounded summaries, made without running any of the
// program's code. For vm/recorder.cpp.
#pragma once
#include <string>

#include "vm/native.h"
#include "vm/recorder.h"

namespace vt::vm {

constexpr size_t kMostItems = 8;      // of a container, in a text
constexpr size_t kLongestText = 200;  // of one value

// Whether the text of a value can never change.
bool is_constant(const Value& value);
std::string text_of(Interpreter& vm, const ObjectDescriber* describer, const Value& value, int depth);
std::string exception_message(Interpreter& vm, const ObjectDescriber* describer, const Exception& exception);
// Equal numbers mean equal texts. Cheap, for containers of numbers and texts; 0 for everything else.
uint64_t fingerprint(const Value& value);
std::string shortened(std::string text, size_t most);  // cut between code points

}  // namespace vt::vm
