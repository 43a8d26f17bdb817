// The hash of a Str, cached in it. For hash_table.cpp and hash().
#pragma once
#include "vm/objects.h"

namespace vt::vm {

uint64_t text_hash(const Str* key);

}  // namespace vt::vm
