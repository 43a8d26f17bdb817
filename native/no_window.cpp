// `vitrine play` in a binary without the window.
#include <cstdio>

#include "native/commands.h"

namespace vt {

int play(const std::string&) {
  std::fputs("vitrine: this binary was built without a window; run './dev play --native' or './dev play'\n", stderr);
  return 2;
}

}  // namespace vt
