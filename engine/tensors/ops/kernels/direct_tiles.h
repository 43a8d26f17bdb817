// The inner loop of convolutions that are computed without unfolding: sums over taps that stay in registers.
#pragma once
#include <cstdint>

namespace vt {

// `runs` runs of `count` taps, each `gap` taps behind the start of the one before: where they read, and their weights.
struct Taps {
  const int64_t* at;
  const float* weights;
  int64_t count, runs = 1, gap = 0;
};
// See add_tile in direct_rows.inc.
using AddTile = void (*)(const float* from, int64_t distance, const Taps& taps, const float* before, int64_t step,
                         float* results, int64_t next);
// Tiles of one run of outputs, of two and of three: the most outputs of a run, and the tiles by their number less one.
struct Tiles {
  int64_t most[3];
  const AddTile* add[3];
};
// Those of one vector of channels and those of two. The weights and results of a tap or output lie two vectors apart.
struct TileKinds {
  int64_t lanes;
  const Tiles &narrow, &wide;
  int64_t panel() const { return 2 * lanes; }
  const Tiles& of(int64_t channels) const { return channels > lanes ? wide : narrow; }
};
TileKinds tile_kinds();

}  // namespace vt
