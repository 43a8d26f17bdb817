// The characters of a pattern: escapes, names, numbers and members of sets.
#include "vm/builtins/regex_reader.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace vt::vm::regex {

uint32_t PatternReader::flag_of(char32_t c) {
  switch (c) {
    case 'i': return kIgnoreCase;
    case 'm': return kMultiline;
    case 's': return kDotAll;
    case 'x': return kVerbose;
    case 'a': return kAscii;
    case 'u': return kUnicode;
    default: return 0;
  }
}

bool PatternReader::number(uint32_t& out) {
  size_t begin = at_;
  uint64_t value = 0;
  while (more() && peek() >= '0' && peek() <= '9') {
    value = std::min<uint64_t>(value * 10 + (pattern_[at_++] - '0'), kNoMaximum);
  }
  out = static_cast<uint32_t>(value);
  return at_ > begin;
}

static int digit(char32_t c) {
  if (c >= '0' && c <= '9') return static_cast<int>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<int>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<int>(c - 'A') + 10;
  return -1;
}

char32_t PatternReader::hexadecimal(size_t begin, int count) {
  char32_t value = 0;
  for (int i = 0; i < count; ++i) {
    int d = more() ? digit(peek()) : -1;
    if (d < 0) fail("incomplete escape " + shown(begin, at_), begin);
    value = value * 16 + static_cast<char32_t>(d);
    ++at_;
  }
  return value;
}

std::string PatternReader::shown(size_t begin, size_t end) const {
  std::string out;
  for (size_t i = begin; i < std::min(end, pattern_.size()); ++i) out += text(pattern_[i]);
  return out;
}

bool PatternReader::character_escape(size_t begin, char32_t c, char32_t& out) {
  switch (c) {
    case 'n': out = '\n'; return true;
    case 't': out = '\t'; return true;
    case 'r': out = '\r'; return true;
    case 'f': out = '\f'; return true;
    case 'v': out = '\v'; return true;
    case 'a': out = '\a'; return true;
    case 'x': out = hexadecimal(begin, 2); return true;
    case 'u':
      if (bytes_) break;
      out = hexadecimal(begin, 4);
      return true;
    case 'U':
      if (bytes_) break;
      out = hexadecimal(begin, 8);
      return true;
    case '0': {
      out = 0;
      for (int i = 0; i < 2 && more() && peek() >= '0' && peek() <= '7'; ++i) out = out * 8 + (pattern_[at_++] - '0');
      return true;
    }
    default: break;
  }
  bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  if (letter) return false;
  out = c;
  return true;
}

bool PatternReader::set_member(size_t open, CharacterSet& set, char32_t& out) {
  if (!more()) fail("unterminated character set", open);
  size_t begin = at_;
  out = pattern_[at_++];
  if (out != '\\') return true;
  if (!more()) fail("bad escape (end of pattern)", begin);
  char32_t c = pattern_[at_++];
  if (c < 128 && std::string_view("dDwWsS").find(static_cast<char>(c)) != std::string_view::npos) {
    set.classes += static_cast<char>(c);
    return false;
  }
  if (c == 'b') {
    out = '\b';
    return true;
  }
  if (c >= '1' && c <= '7') {
    out = c - '0';
    while (more() && peek() >= '0' && peek() <= '7' && at_ - begin < 4) out = out * 8 + (pattern_[at_++] - '0');
    return true;
  }
  if (!character_escape(begin, c, out)) fail("bad escape \\" + text(c), begin);
  return true;
}

std::string PatternReader::group_name(char32_t terminator, size_t& begin) {
  begin = at_;
  std::string name;
  while (more() && peek() != terminator) name += text(pattern_[at_++]);
  if (name.empty()) fail("missing group name", begin);
  if (!more()) fail("missing " + text(terminator) + ", unterminated name", begin);
  ++at_;
  for (size_t i = 0; i < name.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(name[i]);
    bool ok = c >= 0x80 || c == '_' || std::isalpha(c) || (i > 0 && std::isdigit(c));
    if (!ok) fail("bad character in group name '" + name + "'", begin);
  }
  return name;
}

}  // namespace vt::vm::regex
