// Roles of marks, and their colours in both themes (Okabe-Ito hues, safe for colour-blind readers). The only table of
// colours: core/theme.cpp takes those of the panels from here.
#pragma once
#include <cstdint>

namespace vt::scene {

// ROLE(name, dark, light)
// clang-format off
#define VT_SCENE_ROLES(ROLE)                                          \
  ROLE(kNone, 0x000000, 0x000000)                                     \
  ROLE(kBackground, 0x12161c, 0xffffff)                               \
  ROLE(kSurface, 0x181d25, 0xf6f7f9)                                  \
  ROLE(kRaised, 0x222935, 0xe9ecf1)                                   \
  ROLE(kBorder, 0x2d3644, 0xd5dae2)                                   \
  ROLE(kText, 0xdfe5ee, 0x1c2430)                                     \
  ROLE(kDim, 0x94a0b3, 0x566275)                                      \
  ROLE(kFaint, 0x8793a6, 0x616b76)                                    \
  ROLE(kAccent, 0x56b4e9, 0x006eac)                                   \
  ROLE(kGood, 0x2fbf9b, 0x007959)                                     \
  ROLE(kBad, 0xee7733, 0xb74400)                                      \
  ROLE(kWarn, 0xe6a532, 0x915e00)                                     \
  ROLE(kHover, 0x56b4e9, 0x0072b2)                                    \
  ROLE(kPin, 0xe6a532, 0xd08700)                                      \
  /* Nodes: what they are in the graph, and what kind of work they do. */ \
  ROLE(kInput, 0x2fbf9b, 0x007f5f)                                    \
  ROLE(kWeight, 0x8fb8a8, 0x4c7566)                                   \
  ROLE(kOutput, 0xd79bc0, 0xa03c7c)                                   \
  ROLE(kConstant, 0x94a0b3, 0x566275)                                 \
  ROLE(kPointwise, 0x56b4e9, 0x0072b2)                                \
  ROLE(kReduction, 0xb39ddb, 0x6a4fb3)                                \
  ROLE(kMatrix, 0xe6a532, 0xb36b00)                                   \
  ROLE(kView, 0x737f92, 0x7b8696)                                     \
  ROLE(kModule, 0x8fa3bf, 0x4a6285)                                   \
  /* Between them: memory traffic, and what fusion took away. */      \
  ROLE(kRoad, 0xd9883a, 0xb85c00)                                     \
  ROLE(kGhost, 0x566275, 0xa7b0bd)                                    \
  ROLE(kEdge, 0x647085, 0x8a94a4)                                     \
  ROLE(kAdded, 0x2fbf9b, 0x007959)                                    \
  ROLE(kRemoved, 0xee7733, 0xb74400)                                  \
  ROLE(kMoved, 0xe6a532, 0x915e00)                                    \
  /* Tints of kernels, in turn. */                                    \
  ROLE(kIsland0, 0x56b4e9, 0x0072b2)                                  \
  ROLE(kIsland1, 0x2fbf9b, 0x009e73)                                  \
  ROLE(kIsland2, 0xe6a532, 0xc98a00)                                  \
  ROLE(kIsland3, 0xd79bc0, 0xb0528f)                                  \
  ROLE(kIsland4, 0xb39ddb, 0x6a4fb3)                                  \
  ROLE(kIsland5, 0x9fb53f, 0x6b7d12)
// clang-format on

enum class Role : uint8_t {
#define VT_ROLE(name, dark, light) name,
  VT_SCENE_ROLES(VT_ROLE)
#undef VT_ROLE
};

// 0xRRGGBB.
uint32_t role_colour(Role role, bool dark);
// The tint of kernel number n; the tints repeat.
Role island_role(uint32_t n);

}  // namespace vt::scene
