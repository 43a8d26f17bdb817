#include "vm/interpreter.h"
#include "vm/objects.h"
#include "vm/text_hash.h"

namespace vt::vm {
namespace {

constexpr size_t kSmall = 8;  // up to here a scan beats an index
uint32_t last_version = 0;

size_t spread(uint64_t hash) {
  hash *= 0x9E3779B97F4A7C15ull;
  return static_cast<size_t>(hash >> 32);
}

enum class Same { kYes, kNo, kAsk };

// Equality of keys with equal hashes, as far as it needs no call into the language.
Same same_key(const Value& a, const Value& b) {
  if (a.same(b)) return Same::kYes;
  if (a.is_object() && b.is_object()) {
    const Str *left = a.as<Str>(), *right = b.as<Str>();
    if (left && right) return left->text == right->text ? Same::kYes : Same::kNo;
    return Same::kAsk;
  }
  if (a.tag() == b.tag()) return a.is_float() && a.as_float() == b.as_float() ? Same::kYes : Same::kNo;
  return Same::kAsk;
}

uint64_t key_hash(Interpreter& vm, const Value& key) {
  const Str* text = key.as<Str>();
  return text && text->type == types().str ? text_hash(text) : vm.hash(key);
}

}  // namespace

uint64_t text_hash(const Str* key) {
  if (key->hash_cache) return key->hash_cache;
  uint64_t hash = 0xcbf29ce484222325ull ^ key->text.size();
  const char* data = key->text.data();
  size_t left = key->text.size();
  for (; left >= 8; left -= 8, data += 8) {
    uint64_t word;
    __builtin_memcpy(&word, data, 8);
    hash = (hash ^ word) * 0x9FB21C651E98DF25ull;
    hash ^= hash >> 32;
  }
  for (; left; --left, ++data) hash = (hash ^ static_cast<unsigned char>(*data)) * 0x100000001b3ull;
  hash ^= hash >> 29;
  return key->hash_cache = hash ? hash : 1;
}

int64_t HashTable::position(const Str* key, uint64_t hash) const {
  auto matches = [&](const Entry& entry) {
    if (entry.key.is_object() && entry.key.as_object() == key) return true;
    if (entry.hash != hash) return false;
    const Str* other = entry.key.as<Str>();
    return other && other->text == key->text;
  };
  if (index_.empty()) {
    for (size_t i = 0; i < entries_.size(); ++i)
      if (matches(entries_[i])) return static_cast<int64_t>(i);
    return -1;
  }
  size_t mask = index_.size() - 1;
  for (size_t slot = spread(hash) & mask;; slot = (slot + 1) & mask) {
    int32_t at = index_[slot];
    if (at == -1) return -1;
    if (at >= 0 && matches(entries_[at])) return at;
  }
}

int64_t HashTable::position(Interpreter& vm, const Value& key, uint64_t hash) {
restart:
  uint32_t before = version_;
  size_t mask = index_.empty() ? 0 : index_.size() - 1;
  size_t probe = index_.empty() ? 0 : spread(hash) & mask;
  for (;; ++probe) {
    int64_t at;
    if (index_.empty()) {
      if (probe >= entries_.size()) return -1;
      at = static_cast<int64_t>(probe);
    } else {
      at = index_[probe & mask];
      if (at == -1) return -1;
      if (at < 0) continue;
    }
    const Entry& entry = entries_[at];
    if (entry.hash != hash || entry.key.is_null()) continue;
    Same same = same_key(entry.key, key);
    if (same == Same::kYes) return at;
    if (same == Same::kNo) continue;
    Value candidate = entry.key;  // __eq__ may change the table under us
    bool equal = vm.equal(candidate, key);
    if (version_ != before) goto restart;
    if (equal) return at;
  }
}

int64_t HashTable::find_position(const Str* key) const { return entries_.empty() ? -1 : position(key, text_hash(key)); }

Value* HashTable::find(const Str* key) {
  int64_t at = find_position(key);
  return at < 0 ? nullptr : &entries_[at].value;
}

Value* HashTable::find(Interpreter& vm, const Value& key) {
  uint64_t hash = key_hash(vm, key);  // raises for unhashable keys, also in an empty table
  if (live_ == 0) return nullptr;
  const Str* text = key.as<Str>();
  int64_t at = text && text->type == types().str ? position(text, hash) : position(vm, key, hash);
  return at < 0 ? nullptr : &entries_[at].value;
}

void HashTable::rehash() {
  if (live_ != entries_.size()) {
    size_t kept = 0;
    for (Entry& entry : entries_)
      if (!entry.key.is_null()) {
        if (&entries_[kept] != &entry) entries_[kept] = std::move(entry);
        ++kept;
      }
    entries_.resize(kept);
  }
  if (entries_.size() < kSmall) {
    index_.clear();
    return;
  }
  size_t capacity = 16;
  while (capacity < entries_.size() * 3) capacity *= 2;
  index_.assign(capacity, -1);
  size_t mask = capacity - 1;
  for (size_t i = 0; i < entries_.size(); ++i) {
    size_t slot = spread(entries_[i].hash) & mask;
    while (index_[slot] != -1) slot = (slot + 1) & mask;
    index_[slot] = static_cast<int32_t>(i);
  }
}

void HashTable::append(Value key, Value value, uint64_t hash) {
  if (index_.empty() ? entries_.size() >= kSmall : entries_.size() * 3 >= index_.size() * 2) rehash();
  if (entries_.capacity() == 0) entries_.reserve(4);
  size_t at = entries_.size();
  entries_.push_back({std::move(key), std::move(value), hash});
  ++live_;
  version_ = ++last_version;
  if (index_.empty()) return;
  size_t mask = index_.size() - 1;
  size_t slot = spread(hash) & mask;
  while (index_[slot] != -1) slot = (slot + 1) & mask;
  index_[slot] = static_cast<int32_t>(at);
}

bool HashTable::insert(Interpreter& vm, const Value& key, Value value) {
  uint64_t hash = key_hash(vm, key);
  const Str* text = key.as<Str>();
  int64_t at = live_ == 0 ? -1 : text && text->type == types().str ? position(text, hash) : position(vm, key, hash);
  if (at >= 0) {
    entries_[at].value.swap(value);  // the old value dies after the table is whole again
    return false;
  }
  append(key, std::move(value), hash);
  return true;
}

void HashTable::insert(Str* key, Value value) {
  uint64_t hash = text_hash(key);
  int64_t at = entries_.empty() ? -1 : position(key, hash);
  if (at >= 0) entries_[at].value.swap(value);
  else append(Value::of(key), std::move(value), hash);
}

void HashTable::remove_at(int64_t at) {
  if (!index_.empty()) {
    size_t mask = index_.size() - 1;
    size_t slot = spread(entries_[at].hash) & mask;
    while (index_[slot] != at) slot = (slot + 1) & mask;
    index_[slot] = -2;
  }
  --live_;
  version_ = ++last_version;
  Entry dead = std::move(entries_[at]);
  entries_[at].hash = 0;
  // Holes at the end go at once, so that stacks made of dicts stay dense.
  if (index_.empty())
    while (!entries_.empty() && entries_.back().key.is_null()) entries_.pop_back();
}

bool HashTable::erase(Interpreter& vm, const Value& key) {
  uint64_t hash = key_hash(vm, key);
  int64_t at = live_ == 0 ? -1 : position(vm, key, hash);
  if (at < 0) return false;
  remove_at(at);
  return true;
}

bool HashTable::erase(const Str* key) {
  int64_t at = find_position(key);
  if (at < 0) return false;
  remove_at(at);
  return true;
}

void HashTable::clear() {
  std::vector<Entry> dead;
  dead.swap(entries_);
  index_.clear();
  live_ = 0;
  version_ = ++last_version;
  for (Entry& entry : dead) entry = Entry();  // from the front, whatever order the vector has
}

}  // namespace vt::vm
