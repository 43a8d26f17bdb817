// Reads a pattern's characters for the compiler of patterns, which derives from it.
#pragma once
#include <string>
#include <utility>

#include "vm/builtins/regex.h"
#include "vm/builtins/unicode.h"

namespace vt::vm::regex {

class PatternReader {
 protected:
  PatternReader(const std::u32string& pattern, bool bytes) : pattern_(pattern), bytes_(bytes) {}

  [[noreturn]] void fail(std::string message, size_t position) {
    throw SyntaxError{std::move(message), static_cast<int64_t>(position)};
  }
  bool more() const { return at_ < pattern_.size(); }
  char32_t peek() const { return more() ? pattern_[at_] : 0; }
  bool accept(char32_t c) {
    if (!more() || pattern_[at_] != c) return false;
    ++at_;
    return true;
  }
  static std::string text(char32_t c) {
    std::string out;
    append_utf8(out, static_cast<uint32_t>(c));
    return out;
  }

  static uint32_t flag_of(char32_t c);  // 0 where the letter is no flag
  bool number(uint32_t& out);
  std::string shown(size_t begin, size_t end) const;

  // An escape that stands for one character; false where it is none.
  bool character_escape(size_t begin, char32_t c, char32_t& out);
  // One member of a set: a character (true), or a class such as \d.
  bool set_member(size_t open, CharacterSet& set, char32_t& out);
  std::string group_name(char32_t terminator, size_t& begin);

  const std::u32string& pattern_;
  bool bytes_;
  size_t at_ = 0;

 private:
  char32_t hexadecimal(size_t begin, int count);
};

}  // namespace vt::vm::regex
