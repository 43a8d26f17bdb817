// From a pattern to a program, in one pass of recursive descent.
#include <algorithm>
#include <utility>

#include "vm/builtins/regex.h"
#include "vm/builtins/regex_reader.h"
#include "vm/builtins/unicode.h"

namespace vt::vm::regex {
namespace {

// How many characters a part can match; kNoMaximum: no bound.
struct Width {
  uint64_t low = 0, high = 0;
};
constexpr uint64_t kUnbounded = UINT64_MAX;
constexpr int kMaxDepth = 200;
constexpr size_t kMaxProgram = 1 << 18;

uint64_t add(uint64_t a, uint64_t b) { return a == kUnbounded || b == kUnbounded ? kUnbounded : a + b; }
uint64_t times(uint64_t a, uint64_t b) {
  if (a == 0 || b == 0) return 0;
  return a == kUnbounded || b == kUnbounded || a > kUnbounded / b / 2 ? kUnbounded : a * b;
}

class Compiler : PatternReader {
 public:
  Compiler(const std::u32string& pattern, uint32_t flags, bool bytes) : PatternReader(pattern, bytes), flags_(flags) {}

  Program compile() {
    leading_flags();
    alternatives();
    if (at_ < pattern_.size()) fail("unbalanced parenthesis", at_);
    emit(Code::kAccept);
    program_.groups = groups_;
    program_.flags = flags_;
    return std::move(program_);
  }

 private:
  Instruction& emit(Code code) {
    if (program_.code.size() > kMaxProgram) fail("pattern is too large", at_);
    Instruction made{};
    made.code = code;
    made.ignore_case = flags_ & kIgnoreCase;
    made.ascii = ascii();
    program_.code.push_back(made);
    return program_.code.back();
  }
  uint32_t here() const { return static_cast<uint32_t>(program_.code.size()); }
  bool ascii() const { return bytes_ || (flags_ & kAscii); }

  // (?i) at the start holds for all of the pattern.
  void leading_flags() {
    while (at_ + 2 < pattern_.size() && pattern_[at_] == '(' && pattern_[at_ + 1] == '?') {
      size_t i = at_ + 2;
      uint32_t found = 0;
      while (i < pattern_.size() && flag_of(pattern_[i])) found |= flag_of(pattern_[i++]);
      if (i == at_ + 2 || i >= pattern_.size() || pattern_[i] != ')') return;
      flags_ |= found;
      at_ = i + 1;
    }
  }
  Width alternatives() {
    if (++depth_ > kMaxDepth) fail("pattern is nested too deeply", at_);
    uint32_t start = here();
    Width width = sequence();
    std::vector<uint32_t> exits;
    while (accept('|')) {
      // The split goes before what was just compiled.
      insert(start, 1);
      program_.code[start].code = Code::kSplit;
      exits.push_back(here());
      emit(Code::kJump);
      program_.code[start].target = here();
      start = here();
      Width other = sequence();
      width = {std::min(width.low, other.low), std::max(width.high, other.high)};
    }
    for (uint32_t jump : exits) program_.code[jump].target = here();
    --depth_;
    return width;
  }

  // Room for instructions before what has been compiled since `start`; nothing before it jumps there.
  void insert(uint32_t start, uint32_t count) {
    Instruction blank{};
    blank.code = Code::kJump;
    program_.code.insert(program_.code.begin() + start, count, blank);
    for (uint32_t i = start + count; i < program_.code.size(); ++i) {
      Instruction& one = program_.code[i];
      bool jumps = one.code == Code::kSplit || one.code == Code::kJump || one.code == Code::kCountNext ||
                   one.code == Code::kIfGroup || one.code == Code::kLook || one.code == Code::kAtomic;
      if (jumps) one.target += count;
    }
  }

  Width sequence() {
    Width total;
    while (more() && peek() != '|' && peek() != ')') {
      if (flags_ & kVerbose) {
        if (peek() < 128 && is_space(static_cast<uint32_t>(peek()))) {
          ++at_;
          continue;
        }
        if (peek() == '#') {
          while (more() && peek() != '\n') ++at_;
          continue;
        }
      }
      Width one = item();
      total = {add(total.low, one.low), add(total.high, one.high)};
    }
    return total;
  }

  Width item() {
    uint32_t start = here();
    bool repeatable = true;
    Width width = atom(repeatable);
    bool repeated = false;
    while (more()) {
      if (flags_ & kVerbose && peek() < 128 && is_space(static_cast<uint32_t>(peek()))) {
        ++at_;
        continue;
      }
      size_t place = at_;
      uint32_t low = 0, high = kNoMaximum;
      if (!quantifier(low, high)) break;
      if (repeated) fail("multiple repeat", place);
      if (!repeatable) fail("nothing to repeat", place);
      repeated = true;
      bool lazy = accept('?'), possessive = !lazy && accept('+');
      repeat(start, width, low, high, lazy, possessive);
      width = {times(width.low, low), high == kNoMaximum ? (width.high ? kUnbounded : 0) : times(width.high, high)};
    }
    return width;
  }

  bool quantifier(uint32_t& low, uint32_t& high) {
    if (accept('*')) return true;
    if (accept('+')) {
      low = 1;
      return true;
    }
    if (accept('?')) {
      high = 1;
      return true;
    }
    if (peek() != '{') return false;
    size_t begin = at_++;
    bool has_low = number(low);
    if (!has_low) low = 0;
    bool comma = accept(',');
    bool has_high = comma && number(high);
    if (!comma) high = low;
    else if (!has_high) high = kNoMaximum;
    if ((!has_low && !comma) || !accept('}')) {
      at_ = begin;  // a brace that is only a brace
      return false;
    }
    if (has_high && high < low) fail("min repeat greater than max repeat", begin + 1);
    return true;
  }

  static bool one_wide(const Instruction& i) {
    return i.code == Code::kChar || i.code == Code::kAny || i.code == Code::kAnyAll || i.code == Code::kSet;
  }

  void repeat(uint32_t start, Width width, uint32_t low, uint32_t high, bool lazy, bool possessive) {
    if (here() == start + 1 && one_wide(program_.code[start])) {
      insert(start, 1);
      Instruction& loop = program_.code[start];
      loop.code = Code::kRepeatOne;
      loop.minimum = low;
      loop.maximum = high;
      loop.lazy = lazy;
      loop.possessive = possessive;
      return;
    }
    if (possessive) {
      insert(start, 1);
      uint32_t atomic = start++;
      repeat(start, width, low, high, false, false);
      close(atomic, Code::kAtomic);
      return;
    }
    if (low == 0 && high == 1) {
      insert(start, 1);
      program_.code[start].code = Code::kSplit;
      program_.code[start].lazy = lazy;
      program_.code[start].target = here();
      return;
    }
    // init; next -> after; body; jump next. A counter holds rounds and where the last one began.
    insert(start, 2);
    uint32_t counter = program_.counters++;
    program_.code[start].code = Code::kCountInit;
    program_.code[start].argument = counter;
    emit(Code::kJump).target = start + 1;
    Instruction& next = program_.code[start + 1];
    next.code = Code::kCountNext;
    next.argument = counter;
    next.minimum = low;
    next.maximum = high;
    next.lazy = lazy;
    next.target = here();
  }

  // Ends a part that is run on its own.
  void close(uint32_t opener, Code code) {
    emit(Code::kAccept);
    program_.code[opener].code = code;
    program_.code[opener].target = here();
  }

  Width atom(bool& repeatable) {
    size_t begin = at_;
    char32_t c = pattern_[at_++];
    switch (c) {
      case '.': emit(flags_ & kDotAll ? Code::kAnyAll : Code::kAny); return {1, 1};
      case '^': repeatable = false; return assertion(flags_ & kMultiline ? Assertion::kLineStart : Assertion::kStart);
      case '$': repeatable = false; return assertion(flags_ & kMultiline ? Assertion::kLineEnd : Assertion::kEnd);
      case '[': return character_set(begin);
      case '(': return group(begin, repeatable);
      case '\\': return escape(begin, repeatable);
      case '*':
      case '+':
      case '?': fail("nothing to repeat", begin);
      case '{': {
        at_ = begin;
        uint32_t low = 0, high = 0;
        if (quantifier(low, high)) fail("nothing to repeat", begin);
        ++at_;
        break;
      }
      default: break;
    }
    return character(c);
  }

  Width character(char32_t c) {
    Instruction& one = emit(Code::kChar);
    one.argument = static_cast<uint32_t>(c);
    if (one.ignore_case) one.argument = to_lower(one.argument);
    return {1, 1};
  }
  Width assertion(Assertion which) {
    emit(Code::kAssert).argument = static_cast<uint32_t>(which);
    return {};
  }

  Width class_escape(char32_t c) {
    CharacterSet set;
    set.classes = static_cast<char>(c);
    set.ascii = ascii();
    return add_set(std::move(set));
  }
  Width add_set(CharacterSet set) {
    emit(Code::kSet).argument = static_cast<uint32_t>(program_.sets.size());
    program_.sets.push_back(std::move(set));
    return {1, 1};
  }

  Width escape(size_t begin, bool& repeatable) {
    if (!more()) fail("bad escape (end of pattern)", begin);
    char32_t c = pattern_[at_++];
    switch (c) {
      case 'd':
      case 'D':
      case 'w':
      case 'W':
      case 's':
      case 'S': return class_escape(c);
      case 'A': repeatable = false; return assertion(Assertion::kStart);
      case 'Z': repeatable = false; return assertion(Assertion::kTextEnd);
      case 'b': repeatable = false; return assertion(Assertion::kWord);
      case 'B': repeatable = false; return assertion(Assertion::kNotWord);
      default: break;
    }
    if (c >= '1' && c <= '9') {
      uint32_t group = static_cast<uint32_t>(c - '0');
      if (more() && peek() >= '0' && peek() <= '9') {
        bool octal = c <= '3' && peek() <= '7' && at_ + 1 < pattern_.size() && pattern_[at_ + 1] >= '0' &&
                     pattern_[at_ + 1] <= '7';
        if (octal) {
          char32_t value = (c - '0') * 64 + (peek() - '0') * 8 + (pattern_[at_ + 1] - '0');
          at_ += 2;
          return character(value);
        }
        group = group * 10 + static_cast<uint32_t>(pattern_[at_++] - '0');
      }
      return back_reference(group, begin + 1);
    }
    char32_t value = 0;
    if (!character_escape(begin, c, value)) fail("bad escape \\" + text(c), begin);
    return character(value);
  }

  Width back_reference(uint32_t group, size_t place) {
    if (group > groups_) fail("invalid group reference " + std::to_string(group), place);
    if (open_[group]) fail("cannot refer to an open group", place - 1);
    emit(Code::kBackReference).argument = group;
    return {widths_[group].low, widths_[group].high};
  }

  Width character_set(size_t begin) {
    CharacterSet set;
    set.ascii = ascii();
    set.ignore_case = flags_ & kIgnoreCase;
    set.negative = accept('^');
    bool first = true;
    while (first || peek() != ']') {
      if (!more()) fail("unterminated character set", begin);
      first = false;
      size_t place = at_;
      char32_t low = 0, high = 0;
      bool single = set_member(begin, set, low);
      if (peek() == '-' && at_ + 1 < pattern_.size() && pattern_[at_ + 1] != ']') {
        ++at_;
        if (!set_member(begin, set, high) || !single || high < low)
          fail("bad character range " + shown(place, at_), place);
      } else {
        high = low;
      }
      if (single) set.ranges.push_back({static_cast<uint32_t>(low), static_cast<uint32_t>(high)});
    }
    ++at_;
    return add_set(std::move(set));
  }

  uint32_t named(const std::string& name, size_t place) {
    for (const auto& [known, index] : program_.names)
      if (known == name) return index;
    fail("unknown group name '" + name + "'", place);
  }

  void expect_close(size_t begin) {
    if (!accept(')')) fail("missing ), unterminated subpattern", begin);
  }

  Width capturing(size_t begin, const std::string& name, size_t name_place) {
    uint32_t index = ++groups_;
    open_.resize(index + 1);
    widths_.resize(index + 1);
    open_[index] = true;
    if (!name.empty()) {
      for (const auto& [known, other] : program_.names)
        if (known == name)
          fail("redefinition of group name '" + name + "' as group " + std::to_string(index) + "; was group " +
                   std::to_string(other),
               name_place);
      program_.names.push_back({name, index});
    }
    emit(Code::kSave).argument = 2 * index;
    uint32_t flags = flags_;
    Width width = alternatives();
    flags_ = flags;
    expect_close(begin);
    emit(Code::kSave).argument = 2 * index + 1;
    open_[index] = false;
    widths_[index] = width;
    return width;
  }

  Width group(size_t begin, bool& repeatable) {
    if (!accept('?')) return capturing(begin, "", 0);
    if (!more()) fail("unexpected end of pattern", at_);
    char32_t c = pattern_[at_++];
    uint32_t flags = flags_;
    Width width;
    size_t place = 0;
    switch (c) {
      case ':': width = alternatives(); break;
      case '#':
        while (more() && peek() != ')') ++at_;
        if (!more()) fail("missing ), unterminated comment", begin);
        ++at_;
        repeatable = false;
        return {};
      case 'P':
        if (accept('<')) {
          std::string name = group_name('>', place);
          return capturing(begin, name, place);
        }
        if (accept('=')) {
          std::string name = group_name(')', place);
          return back_reference(named(name, place), place);
        }
        fail("unknown extension ?P" + (more() ? text(peek()) : ""), begin + 1);
      case '=':
      case '!': return look(begin, c == '!', false);
      case '<':
        if (peek() == '=' || peek() == '!') {
          bool negative = pattern_[at_++] == '!';
          return look(begin, negative, true);
        }
        fail("unknown extension ?<" + (more() ? text(peek()) : ""), begin + 1);
      case '>': {
        uint32_t opener = here();
        emit(Code::kAtomic);
        width = alternatives();
        close(opener, Code::kAtomic);
        break;
      }
      case '(': return conditional(begin);
      default: {
        --at_;
        uint32_t on = 0, off = 0;
        while (more() && flag_of(peek())) on |= flag_of(pattern_[at_++]);
        if (accept('-'))
          while (more() && flag_of(peek())) off |= flag_of(pattern_[at_++]);
        if (!on && !off) fail("unknown extension ?" + text(c), begin + 1);
        if (peek() == ')' && !off) fail("global flags not at the start of the expression", begin);
        if (!accept(':')) fail("missing :", at_);
        flags_ = (flags_ | on) & ~off;
        width = alternatives();
        break;
      }
    }
    flags_ = flags;
    expect_close(begin);
    return width;
  }

  Width look(size_t begin, bool negative, bool behind) {
    uint32_t opener = here();
    emit(Code::kLook);
    uint32_t flags = flags_;
    Width width = alternatives();
    flags_ = flags;
    expect_close(begin);
    close(opener, Code::kLook);
    Instruction& look = program_.code[opener];
    look.negative = negative;
    look.behind = behind;
    if (behind) {
      if (width.low != width.high || width.high == kUnbounded)
        throw SyntaxError{"look-behind requires fixed-width pattern", -1};
      look.minimum = static_cast<uint32_t>(width.low);
    }
    return {};
  }

  Width conditional(size_t begin) {
    size_t place = 0;
    uint32_t group = 0;
    place = at_;
    if (!number(group) || !accept(')')) {
      at_ = place;
      group = named(group_name(')', place), place);
    }
    if (group == 0) fail("bad group number", place);
    if (group > groups_) fail("invalid group reference " + std::to_string(group), place);
    uint32_t test = here();
    emit(Code::kIfGroup).argument = group;
    Width width = sequence(), other;
    if (accept('|')) {
      uint32_t jump = here();
      emit(Code::kJump);
      program_.code[test].target = here();
      other = sequence();
      if (peek() == '|') fail("conditional backref with more than two branches", at_);
      program_.code[jump].target = here();
    } else {
      program_.code[test].target = here();
    }
    expect_close(begin);
    return {std::min(width.low, other.low), std::max(width.high, other.high)};
  }

  uint32_t flags_;
  int depth_ = 0;
  uint32_t groups_ = 0;
  std::vector<bool> open_ = {false};
  std::vector<Width> widths_ = {{}};
  Program program_;
};

}  // namespace

Program compile(const std::u32string& pattern, uint32_t flags, bool bytes) {
  return Compiler(pattern, flags, bytes).compile();
}

}  // namespace vt::vm::regex
