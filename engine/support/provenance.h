// Ids of everything a stage makes, and what each came from. A panel that points at one
// item finds its kin by walking these edges both ways (docs/adr/0002-events.md).
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
  SourceSpan span;              // where in the user's program, if known
  std::vector<ItemId> origins;  // items of earlier stages
};

// Append-only table, one per session run. Cheap: an item is made once per node or line,
// never per executed operation.
class Provenance {
 public:
  ItemId add(ItemKind kind, SourceSpan span, std::vector<ItemId> origins = {});
  // The item that stands for a source line; made on first use.
  ItemId source_line(int line);
  const Item& at(ItemId id) const { return items_[static_cast<uint32_t>(id) - 1]; }
  size_t size() const { return items_.size(); }
  void clear();

 private:
  std::vector<Item> items_;
  std::vector<ItemId> lines_;
};

}  // namespace vt
