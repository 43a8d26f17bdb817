// The hash table of sets. Iteration order is visible to programs, so probing and
// growth follow the published layout of CPython's sets: a short linear run, then
// a perturbed jump; growth by a factor of 4 (2 for large sets) at load 3/5.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "vm/value.h"

namespace vt::vm {

class Interpreter;

class SetTable {
 public:
  struct Entry {
    Value key;
    uint64_t hash = 0;
    bool deleted = false;  // a tombstone: probing continues past it
  };
  SetTable();
  bool contains(Interpreter&, const Value& key) const;
  bool contains(Interpreter&, const Value& key, uint64_t hash) const;
  bool insert(Interpreter&, const Value& key);  // true if new
  bool insert(Interpreter&, const Value& key, uint64_t hash);
  bool erase(Interpreter&, const Value& key);
  bool erase(Interpreter&, const Value& key, uint64_t hash);
  // Adds all keys of another table, with one resize beforehand.
  void merge(Interpreter&, const SetTable& other);
  // Reserves room for `count` more keys, as an update from a sized container does.
  void reserve_for(size_t count);
  Value pop();  // null Value when empty
  void clear();
  size_t size() const { return used_; }
  // Slots in iteration order; skip those with key.is_null().
  const std::vector<Entry>& entries() const { return entries_; }
  uint32_t version() const { return version_; }

 private:
  Entry* find_slot(Interpreter&, const Value& key, uint64_t hash) const;
  void insert_clean(Value key, uint64_t hash);
  void resize(size_t minimum);
  std::vector<Entry> entries_;
  size_t used_ = 0, fill_ = 0, finger_ = 0;
  uint32_t version_ = 0;
};

}  // namespace vt::vm
