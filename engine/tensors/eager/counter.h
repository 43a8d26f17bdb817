// How many ops ran on their own on this thread, each through a kernel of its own. Views,
// fakes and ops inside compiled code do not count.
#pragma once
#include <cstdint>

namespace vt {

uint64_t& eager_op_count();

// The bytes of the tensors that such ops read and write, counted while somebody wants to know.
struct EagerTraffic {
  bool wanted = false;
  uint64_t bytes = 0;
};
EagerTraffic& eager_traffic();

}  // namespace vt
