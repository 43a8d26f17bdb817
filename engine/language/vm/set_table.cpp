#include "vm/set_table.h"

#include "vm/interpreter.h"

namespace vt::vm {
namespace {
constexpr size_t kSmallest = 8;
constexpr size_t kLinearProbes = 9;
constexpr int kPerturbShift = 5;
constexpr size_t kLarge = 50000;
}  // namespace

SetTable::SetTable() : entries_(kSmallest) {}

// The slot of an equal key or nullptr. An __eq__ of the language may change the table
// while it runs; then the search starts over.
SetTable::Entry* SetTable::find_slot(Interpreter& vm, const Value& key, uint64_t hash) const {
  auto& entries = const_cast<std::vector<Entry>&>(entries_);
restart:
  const uint64_t mask = entries.size() - 1;
  uint64_t perturb = hash, i = hash & mask;
  while (true) {
    const uint64_t last = i + kLinearProbes <= mask ? i + kLinearProbes : i;
    for (uint64_t slot = i; slot <= last; ++slot) {
      Entry& entry = entries[slot];
      if (entry.key.is_null()) {
        if (!entry.deleted) return nullptr;
        continue;
      }
      if (entry.hash != hash) continue;
      if (entry.key.same(key)) return &entry;
      const uint32_t version = version_;
      const bool equal = vm.equal(entry.key, key);
      if (version != version_) goto restart;
      if (equal) return &entry;
    }
    perturb >>= kPerturbShift;
    i = (i * 5 + 1 + perturb) & mask;
  }
}

bool SetTable::contains(Interpreter& vm, const Value& key) const { return contains(vm, key, vm.hash(key)); }
bool SetTable::contains(Interpreter& vm, const Value& key, uint64_t hash) const {
  return used_ != 0 && find_slot(vm, key, hash) != nullptr;
}

bool SetTable::insert(Interpreter& vm, const Value& key) { return insert(vm, key, vm.hash(key)); }

bool SetTable::insert(Interpreter& vm, const Value& key, uint64_t hash) {
  if (find_slot(vm, key, hash)) return false;
  const uint64_t mask = entries_.size() - 1;
  uint64_t perturb = hash, i = hash & mask;
  Entry *free_slot = nullptr, *deleted = nullptr;
  while (!free_slot) {
    const uint64_t last = i + kLinearProbes <= mask ? i + kLinearProbes : i;
    for (uint64_t slot = i; slot <= last && !free_slot; ++slot) {
      Entry& entry = entries_[slot];
      if (!entry.key.is_null()) continue;
      (entry.deleted ? deleted : free_slot) = &entry;
    }
    perturb >>= kPerturbShift;
    i = (i * 5 + 1 + perturb) & mask;
  }
  ++used_;
  ++version_;
  if (deleted) {  // the last one on the way is used again
    *deleted = {key, hash, false};
    return true;
  }
  free_slot->key = key;
  free_slot->hash = hash;
  ++fill_;
  if (fill_ * 5 >= mask * 3) resize(used_ > kLarge ? used_ * 2 : used_ * 4);
  return true;
}

// For keys known to be absent, into a table without deleted slots.
void SetTable::insert_clean(Value key, uint64_t hash) {
  const uint64_t mask = entries_.size() - 1;
  uint64_t perturb = hash, i = hash & mask;
  while (true) {
    const uint64_t last = i + kLinearProbes <= mask ? i + kLinearProbes : i;
    for (uint64_t slot = i; slot <= last; ++slot) {
      if (!entries_[slot].key.is_null()) continue;
      entries_[slot].key = std::move(key);
      entries_[slot].hash = hash;
      return;
    }
    perturb >>= kPerturbShift;
    i = (i * 5 + 1 + perturb) & mask;
  }
}

void SetTable::resize(size_t minimum) {
  size_t capacity = kSmallest;
  while (capacity <= minimum) capacity <<= 1;
  std::vector<Entry> old(capacity);
  old.swap(entries_);
  for (Entry& entry : old)
    if (!entry.key.is_null()) insert_clean(std::move(entry.key), entry.hash);
  fill_ = used_;
  ++version_;
}

bool SetTable::erase(Interpreter& vm, const Value& key) { return erase(vm, key, vm.hash(key)); }
bool SetTable::erase(Interpreter& vm, const Value& key, uint64_t hash) {
  Entry* entry = find_slot(vm, key, hash);
  if (!entry) return false;
  Value dropped = std::move(entry->key);
  entry->deleted = true;
  --used_;
  ++version_;
  return true;
}

void SetTable::reserve_for(size_t count) {
  if ((fill_ + count) * 5 >= (entries_.size() - 1) * 3) resize((used_ + count) * 2);
}

void SetTable::merge(Interpreter& vm, const SetTable& other) {
  if (&other == this || other.used_ == 0) return;
  reserve_for(other.used_);
  if (fill_ != 0) {
    const auto copy = other.entries_;  // an __eq__ of the language may change `other`
    for (const Entry& entry : copy)
      if (!entry.key.is_null()) insert(vm, entry.key, entry.hash);
    return;
  }
  if (entries_.size() == other.entries_.size() && other.fill_ == other.used_) {
    entries_ = other.entries_;
  } else {
    for (const Entry& entry : other.entries_)
      if (!entry.key.is_null()) insert_clean(entry.key, entry.hash);
  }
  used_ = fill_ = other.used_;
  ++version_;
}

Value SetTable::pop() {
  if (used_ == 0) return {};
  size_t slot = finger_ & (entries_.size() - 1);
  while (entries_[slot].key.is_null()) slot = slot + 1 == entries_.size() ? 0 : slot + 1;
  Value key = std::move(entries_[slot].key);
  entries_[slot].deleted = true;
  --used_;
  ++version_;
  finger_ = slot + 1;
  return key;
}

void SetTable::clear() {
  std::vector<Entry> old(kSmallest);
  old.swap(entries_);
  used_ = fill_ = finger_ = 0;
  ++version_;
}

}  // namespace vt::vm
