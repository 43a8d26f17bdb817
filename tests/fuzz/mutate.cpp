#include "fuzz/mutate.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace vt::fuzz {
namespace {

constexpr size_t kLargestInput = 20000;

// Words that programs may not hold and that lead somewhere.
const std::vector<std::string>& words() {
  static const std::vector<std::string> list = {"0",
                                                "1",
                                                "-1",
                                                "2**63",
                                                "-2**63",
                                                "10**30",
                                                "1e308",
                                                "1e-320",
                                                "float('nan')",
                                                "float('inf')",
                                                "True",
                                                "None",
                                                "...",
                                                "[]",
                                                "{}",
                                                "()",
                                                "''",
                                                "b''",
                                                "'\\x00'",
                                                "'\\U0001F600'",
                                                "'%s %d %r'",
                                                "'{0!r:>{1}}'",
                                                "f'{x!r:>10}'",
                                                "set()",
                                                "range(10)",
                                                "range(2**62)",
                                                "object()",
                                                "type",
                                                "super()",
                                                "self",
                                                "cls",
                                                "print",
                                                "len",
                                                "iter",
                                                "next",
                                                "repr",
                                                "hash",
                                                "sorted",
                                                "zip",
                                                "map",
                                                "list",
                                                "dict",
                                                "tuple",
                                                "int",
                                                "str",
                                                "slice",
                                                "isinstance",
                                                "getattr",
                                                "setattr",
                                                "vars",
                                                "dir",
                                                "__dict__",
                                                "__class__",
                                                "__init__",
                                                "__getattr__",
                                                "__eq__",
                                                "__hash__",
                                                "__del__",
                                                "__iter__",
                                                "__next__",
                                                "__enter__",
                                                "__exit__",
                                                "__slots__",
                                                "__set_name__",
                                                "__bases__",
                                                "__mro__",
                                                "append",
                                                "pop",
                                                "clear",
                                                "update",
                                                "sort",
                                                "join",
                                                "split",
                                                "format",
                                                "encode",
                                                "copy",
                                                "close",
                                                "throw",
                                                "send",
                                                "if",
                                                "else",
                                                "elif",
                                                "for",
                                                "while",
                                                "try",
                                                "except",
                                                "except*",
                                                "finally",
                                                "with",
                                                "as",
                                                "in",
                                                "not in",
                                                "is",
                                                "not",
                                                "and",
                                                "or",
                                                "lambda",
                                                "yield",
                                                "yield from",
                                                "return",
                                                "raise",
                                                "from",
                                                "import",
                                                "global",
                                                "nonlocal",
                                                "del",
                                                "assert",
                                                "break",
                                                "continue",
                                                "pass",
                                                "class",
                                                "def",
                                                "async",
                                                "await",
                                                "match",
                                                "case",
                                                "_",
                                                "*",
                                                "**",
                                                "//",
                                                "@",
                                                "%",
                                                "<<",
                                                ">>",
                                                "&",
                                                "|",
                                                "^",
                                                "~",
                                                ":=",
                                                "->",
                                                ":",
                                                ";",
                                                ",",
                                                ".",
                                                "=",
                                                "==",
                                                "!=",
                                                "<",
                                                ">=",
                                                "+=",
                                                "@=",
                                                ">>=",
                                                "(",
                                                ")",
                                                "[",
                                                "]",
                                                "{",
                                                "}",
                                                "\\",
                                                "\n",
                                                "\n    ",
                                                "\n\t",
                                                "#",
                                                "'",
                                                "\"",
                                                "'''",
                                                "f'",
                                                "rb'",
                                                "0x",
                                                "1_000",
                                                "1__0",
                                                "0777",
                                                "1j",
                                                "1.e",
                                                "\xc3\xa9",
                                                "\xff",
                                                "\xef\xbb\xbf",
                                                "\xf0\x9f\x98\x80"};
  return list;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80); }

// Words, runs of blanks, and single signs.
std::vector<std::string> split_tokens(const std::string& text) {
  std::vector<std::string> out;
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    if (is_word(text[i]))
      while (end < text.size() && is_word(text[end])) ++end;
    else if (text[i] == ' ')
      while (end < text.size() && text[end] == ' ') ++end;
    out.push_back(text.substr(i, end - i));
    i = end;
  }
  return out;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> out;
  for (size_t i = 0; i < text.size();) {
    const size_t newline = text.find('\n', i);
    const size_t end = newline == std::string::npos ? text.size() : newline + 1;
    out.push_back(text.substr(i, end - i));
    i = end;
  }
  return out;
}

std::string join(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += part;
  return out;
}

size_t indent_of(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

std::string mutate_bytes(std::string text, Random& random) {
  if (text.empty()) return text;
  const size_t at = random.below(text.size());
  switch (random.below(4)) {
    case 0: text[at] = static_cast<char>(random.below(256)); break;
    case 1: text.erase(at, 1 + random.below(8)); break;
    case 2: text.insert(at, random.pick(words())); break;
    case 3: text.resize(at); break;
  }
  return text;
}

std::string mutate_tokens(const std::string& text, const std::string& other, Random& random) {
  std::vector<std::string> tokens = split_tokens(text);
  if (tokens.empty()) return text;
  const std::vector<std::string> donors = split_tokens(other);
  for (size_t edits = 1 + random.below(4); edits > 0 && !tokens.empty(); --edits) {
    const size_t at = random.below(tokens.size());
    switch (random.below(6)) {
      case 0: tokens[at] = random.pick(words()); break;
      case 1: tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at), random.pick(words())); break;
      case 2: tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at)); break;
      case 3: std::swap(tokens[at], tokens[random.below(tokens.size())]); break;
      case 4: tokens[at] = tokens[random.below(tokens.size())]; break;
      case 5:
        if (!donors.empty()) tokens[at] = random.pick(donors);
        break;
    }
  }
  return join(tokens);
}

// Lines move with their own indentation or take that of their new place.
std::string mutate_lines(const std::string& text, const std::string& other, Random& random) {
  std::vector<std::string> lines = split_lines(text), donors = split_lines(other);
  if (lines.empty() || donors.empty()) return text + other;
  for (size_t edits = 1 + random.below(3); edits > 0 && !lines.empty(); --edits) {
    const size_t at = random.below(lines.size());
    const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random.below(5)) {
      case 0: lines.erase(place); break;
      case 1: lines.insert(place, lines[random.below(lines.size())]); break;
      case 2: std::swap(lines[at], lines[random.below(lines.size())]); break;
      case 3: {
        std::string donor = random.pick(donors);
        if (!random.one_in(4)) donor = std::string(indent_of(lines[at]), ' ') + donor.substr(indent_of(donor));
        lines.insert(place, donor);
        break;
      }
      case 4: {
        const size_t first = random.below(donors.size()), count = 1 + random.below(donors.size() - first);
        const auto from = donors.begin() + static_cast<std::ptrdiff_t>(first);
        lines.insert(place, from, from + static_cast<std::ptrdiff_t>(std::min<size_t>(count, 20)));
        break;
      }
    }
  }
  return join(lines);
}

}  // namespace

std::string mutate_program(const std::vector<std::string>& corpus, Random& random) {
  std::string text = random.pick(corpus);
  for (size_t rounds = 1 + random.below(3); rounds > 0; --rounds) {
    const std::string& other = random.pick(corpus);
    switch (random.below(8)) {
      case 0: text = mutate_bytes(std::move(text), random); break;
      case 1:
      case 2: text = mutate_lines(text, other, random); break;
      default: text = mutate_tokens(text, other, random); break;
    }
  }
  if (text.size() > kLargestInput) text.resize(kLargestInput);
  return text;
}

}  // namespace vt::fuzz
