// Ids of the items that every stage makes, with the items each was made from. A panel finds related items by following
// these edges in both directions (docs/adr/0002-events.md).
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "support/source.h"

namespace vt {

enum class ItemId : uint32_t {};  // 0 is "none"
inline constexpr ItemId kNoItem{0};

enum class ItemKind : uint8_t {
  kSourceLine,
  kInstruction,
  kFxNode,
  kGuard,
  kGraphBreak,
  kGraphNode,
  kLoop,
  kBuffer,
  kKernel,
  kKernelLine,
  kCall,
};

struct Item {
  ItemKind kind;
  SourceSpan span;              // position in the user's program, if known
  std::vector<ItemId> origins;  // items of earlier stages
};

// Append-only table, one per run. Items are made per node or
// line, never per executed operation, so the cost is low.
class Provenance {
 public:
  ItemId add(ItemKind kind, SourceSpan span, std::vector<ItemId> origins = {});
  // The item of a source line; created on first use.
  ItemId source_line(int line);
  const Item& at(ItemId id) const { return items_[static_cast<uint32_t>(id) - 1]; }
  size_t size() const { return items_.size(); }
  void clear();

 private:
  std::vector<Item> items_;
  std::vector<ItemId> lines_;
};

}  // namespace vt
