#include "playground/web/gl_state.h"

#include <algorithm>
#include <array>
#include <map>

#undef glGetIntegerv

void vt_gl_get_integer_once(GLenum name, GLint* values) {
  constexpr size_t kMost = 4;  // GL_VIEWPORT, GL_SCISSOR_BOX
  static std::map<GLenum, std::array<GLint, kMost>> known;
  auto [found, missing] = known.try_emplace(name);
  if (missing) glGetIntegerv(name, found->second.data());
  size_t count = name == GL_VIEWPORT || name == GL_SCISSOR_BOX ? kMost : 1;
  std::copy_n(found->second.begin(), count, values);
}
