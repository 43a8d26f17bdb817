#include "playground/scene/roles.h"

namespace vt::scene {

uint32_t role_colour(Role role, bool dark) {
  struct Pair {
    uint32_t dark, light;
  };
  static constexpr Pair kColours[] = {
#define VT_ROLE(name, dark, light) {dark, light},
      VT_SCENE_ROLES(VT_ROLE)
#undef VT_ROLE
  };
  const Pair& pair = kColours[static_cast<uint8_t>(role)];
  return dark ? pair.dark : pair.light;
}

Role island_role(uint32_t n) { return static_cast<Role>(static_cast<uint32_t>(Role::kIsland0) + n % 6); }

}  // namespace vt::scene
