// How many ops ran on their own on this thread, each through a kernel of its own. Views,
// fakes and ops inside compiled code do not count.
#pragma once
#include <cstdint>

namespace vt {

uint64_t& eager_op_count();

}  // namespace vt
