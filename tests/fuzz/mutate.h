// Makes damaged and mixed programs of whole ones: by bytes, by tokens, by lines.
#pragma once
#include <string>
#include <vector>

#include "fuzz/fuzz.h"

namespace vt::fuzz {

std::string mutate_program(const std::vector<std::string>& corpus, Random& random);

}  // namespace vt::fuzz
