// Regular expressions with Python's syntax: compiled to a small program that a backtracking
// machine runs. module_re.cpp shows it to the language; vm/python/re.py makes it `re`.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vt::vm::regex {

// As in module re.
enum Flag : uint32_t { kIgnoreCase = 2, kMultiline = 8, kDotAll = 16, kUnicode = 32, kVerbose = 64, kAscii = 256 };

enum class Code : uint8_t {
  kChar,  // argument: the character
  kAny,   // all but a newline
  kAnyAll,
  kSet,        // argument: which set
  kRepeatOne,  // the next instruction, one character wide, minimum to maximum times; goes on after it
  kSplit,      // tries the next instruction, then `target`; lazy: the other way round
  kJump,
  kSave,       // argument: which end of which group
  kCountInit,  // argument: which counter
  kCountNext,  // one more round or `target`, by minimum, maximum and lazy
  kBackReference,
  kIfGroup,  // without the group, to `target`
  kAssert,   // argument: an Assertion
  kLook,     // the program up to `target`, ahead or `minimum` characters behind
  kAtomic,   // the program up to `target`, whose first match stands
  kAccept,
};
enum class Assertion : uint32_t { kStart, kLineStart, kEnd, kLineEnd, kTextEnd, kWord, kNotWord };
inline constexpr uint32_t kNoMaximum = UINT32_MAX;

struct Instruction {
  Code code;
  bool lazy = false, possessive = false, ignore_case = false, negative = false, behind = false, ascii = false;
  uint32_t argument = 0, target = 0;
  uint32_t minimum = 0, maximum = 0;
};
struct CharacterSet {
  struct Range {
    uint32_t low, high;
  };
  std::vector<Range> ranges;
  std::string classes;  // of d, D, w, W, s, S
  bool negative = false, ascii = false, ignore_case = false;
  bool contains(uint32_t c) const;
};
struct Program {
  std::vector<Instruction> code;
  std::vector<CharacterSet> sets;
  uint32_t groups = 0;  // the whole match not counted
  uint32_t counters = 0;
  uint32_t flags = 0;
  std::vector<std::pair<std::string, uint32_t>> names;
};

struct SyntaxError {
  std::string message;
  int64_t position;  // in characters, -1 where none is told
};
// Throws SyntaxError.
Program compile(const std::u32string& pattern, uint32_t flags, bool bytes);

enum class Mode : uint8_t { kSearch, kMatch, kFullMatch };
struct Match {
  std::vector<int64_t> spans;  // start and end of each group, -1 where it took no part
  int64_t last_group = 0;
};
// `work` is told of steps every now and then; it may throw.
bool run(const Program& program, std::u32string_view text, size_t begin, size_t end, Mode mode, bool not_empty_at_begin,
         const std::function<void(uint64_t)>& work, Match& match);

}  // namespace vt::vm::regex
