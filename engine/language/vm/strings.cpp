#include <cstring>
#include <unordered_map>

#include "vm/interpreter.h"
#include "vm/objects.h"

namespace vt::vm {
namespace {

// Eight bytes at a time where all are ASCII, as most text is.
int64_t count_code_points(const std::string& text) {
  int64_t count = 0;
  size_t i = 0;
  for (uint64_t word; i + sizeof word <= text.size(); i += sizeof word) {
    std::memcpy(&word, text.data() + i, sizeof word);
    if (word & 0x8080808080808080u) break;
    count += sizeof word;
  }
  for (; i < text.size(); ++i) count += (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
  return count;
}

// Interned strings live for the process: identifiers are few.
std::unordered_map<std::string_view, Str*>& interned() {
  static auto* table = new std::unordered_map<std::string_view, Str*>;
  return *table;
}

}  // namespace

Str::Str(std::string characters)
    : Object(Kind::kStr, types().str),
      text(std::move(characters)),
      length(count_code_points(text)),
      ascii(length == static_cast<int64_t>(text.size())) {}

Str::Str(std::string characters, int64_t code_points)
    : Object(Kind::kStr, types().str),
      text(std::move(characters)),
      length(code_points),
      ascii(length == static_cast<int64_t>(text.size())) {}

Value* Str::attributes_slot() {
  if (!type || type->is_native) return nullptr;
  if (attributes.is_null()) attributes = make<Dict>();
  return &attributes;
}

const Value* Str::attributes_if_any() { return type && type->is_native ? nullptr : &attributes; }

Str* intern(std::string_view text) {
  auto& table = interned();
  auto found = table.find(text);
  if (found != table.end()) return found->second;
  Str* made = new Str(std::string(text));
  made->interned = true;
  table.emplace(made->text, made);
  return made;
}

Value make_str(std::string_view text) {
  if (text.size() <= 1) {
    // One byte is most often a character of a text that is walked through.
    static Str* known[257] = {};
    Str*& slot = known[text.empty() ? 256 : static_cast<unsigned char>(text[0])];
    if (!slot) slot = intern(text);
    return Value::of(slot);
  }
  return make<Str>(std::string(text));
}

}  // namespace vt::vm
