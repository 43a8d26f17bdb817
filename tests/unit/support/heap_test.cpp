// What operator new and delete count, and the blocks they keep.
#include "support/heap.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "catch.h"

using vt::heap_bytes;

namespace {
struct Block {
  void* memory;
  size_t size;
};
std::vector<Block> make_blocks(size_t most) {
  std::vector<Block> blocks;
  blocks.reserve(2 * most);
  for (int round = 0; round < 2; ++round)
    for (size_t size = 1; size <= most; ++size) {
      blocks.push_back({::operator new(size), size});
      std::memset(blocks.back().memory, static_cast<int>(size & 0xff), size);
    }
  return blocks;
}
}  // namespace

TEST_CASE("bytes of the heap are back after delete, told the size or not", "[support]") {
  for (bool sized : {true, false, true}) {
    int64_t before = heap_bytes();
    {
      std::vector<Block> blocks = make_blocks(700);
      CHECK(heap_bytes() - before >= 700 * 701);
      for (const Block& block : blocks) {
        if (sized) ::operator delete(block.memory, block.size);
        else ::operator delete(block.memory);
      }
    }
    CHECK(heap_bytes() == before);
  }
}

TEST_CASE("blocks in use never overlap", "[support]") {
  for (int round = 0; round < 3; ++round) {  // the later ones from the lists
    std::vector<Block> blocks = make_blocks(600);
    std::set<char*> starts;
    bool kept = true;
    for (const Block& block : blocks) {
      char* start = static_cast<char*>(block.memory);
      starts.insert(start);
      kept = kept &&
             std::all_of(start, start + block.size, [&](char c) { return c == static_cast<char>(block.size & 0xff); });
      CHECK(reinterpret_cast<uintptr_t>(start) % alignof(std::max_align_t) == 0);
    }
    CHECK(starts.size() == blocks.size());
    CHECK(kept);
    std::rotate(blocks.begin(), blocks.begin() + 37, blocks.end());
    for (const Block& block : blocks) ::operator delete(block.memory, block.size);
  }
}

TEST_CASE("a thread that ends takes and leaves blocks of others", "[support]") {
  std::vector<std::string> made;
  std::vector<std::string> given(100, std::string(40, 'x'));
  std::thread([&] {
    given.clear();
    for (int i = 0; i < 100; ++i) made.push_back(std::string(40, static_cast<char>('a' + i % 26)));
  }).join();
  CHECK(given.empty());
  CHECK(made[27] == std::string(40, 'b'));
}
