// Mutations of files: bytes, numbers in their binary and their written form, blocks. Where a format
// keeps lengths or checksums, they are put right afterwards, so that what lies behind them is reached.
#pragma once
#include <string>
#include <vector>

#include "fuzz/fuzz.h"

namespace vt::fuzz {

enum class FileKind { kPlain, kSafetensors, kScript, kArray };

// A file of this kind made from one of `sound`, or now and then of two.
std::string mutate_file(FileKind kind, const std::vector<std::string>& sound, Random& random);

}  // namespace vt::fuzz
