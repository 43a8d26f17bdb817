#include "vm/builtins/unicode.h"

#include "vm/builtins/unicode_tables.h"

namespace vt::vm {
namespace {
bool in_ranges(const CodeRange* rows, size_t count, uint32_t c) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (rows[middle].last < c) low = middle + 1;
    else high = middle;
  }
  return low < count && rows[low].first <= c;
}

uint32_t map_case(const CaseRun* rows, size_t count, uint32_t c) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (rows[middle].last < c) low = middle + 1;
    else high = middle;
  }
  if (low == count || rows[low].first > c || (c - rows[low].first) % rows[low].step) return c;
  return c + rows[low].delta;
}
#define VT_IN(table, c) in_ranges(table, table##_count, c)
}  // namespace

uint32_t decode_utf8_long(std::string_view text, size_t& offset) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const uint32_t first = byte(offset);
  if (first < 0x80) {
    ++offset;
    return first;
  }
  if (first < 0xe0) {
    offset += 2;
    return (first & 0x1f) << 6 | (byte(offset - 1) & 0x3f);
  }
  if (first < 0xf0) {
    offset += 3;
    return (first & 0x0f) << 12 | (byte(offset - 2) & 0x3f) << 6 | (byte(offset - 1) & 0x3f);
  }
  offset += 4;
  return (first & 0x07) << 18 | (byte(offset - 3) & 0x3f) << 12 | (byte(offset - 2) & 0x3f) << 6 |
         (byte(offset - 1) & 0x3f);
}

void append_utf8(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out.push_back(static_cast<char>(0xc0 | c >> 6));
    out.push_back(static_cast<char>(0x80 | (c & 0x3f)));
  } else if (c < 0x10000) {
    out.push_back(static_cast<char>(0xe0 | c >> 12));
    out.push_back(static_cast<char>(0x80 | (c >> 6 & 0x3f)));
    out.push_back(static_cast<char>(0x80 | (c & 0x3f)));
  } else {
    out.push_back(static_cast<char>(0xf0 | c >> 18));
    out.push_back(static_cast<char>(0x80 | (c >> 12 & 0x3f)));
    out.push_back(static_cast<char>(0x80 | (c >> 6 & 0x3f)));
    out.push_back(static_cast<char>(0x80 | (c & 0x3f)));
  }
}

size_t utf8_offset(std::string_view text, int64_t n) {
  size_t i = 0;
  for (; n > 0 && i < text.size(); --n)
    for (++i; i < text.size() && (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;) ++i;
  return i;
}

int64_t utf8_length(std::string_view text) {
  int64_t n = 0;
  for (char c : text) n += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return n;
}

size_t find_invalid_utf8(std::string_view data, size_t& length, std::string& reason) {
  for (size_t i = 0; i < data.size();) {
    const unsigned char first = data[i];
    size_t extra = first < 0x80                    ? 0
                   : first >= 0xc2 && first < 0xe0 ? 1
                   : first >= 0xe0 && first < 0xf0 ? 2
                   : first >= 0xf0 && first < 0xf5 ? 3
                                                   : 9;
    if (extra == 9) {
      length = 1;
      reason = "invalid start byte";
      return i;
    }
    for (size_t k = 1; k <= extra; ++k) {
      length = k;
      if (i + k >= data.size()) {
        reason = "unexpected end of data";
        return i;
      }
      const unsigned char c = data[i + k];
      bool good = (c & 0xc0) == 0x80;
      if (k == 1 && ((first == 0xe0 && c < 0xa0) || (first == 0xed && c >= 0xa0) || (first == 0xf0 && c < 0x90) ||
                     (first == 0xf4 && c >= 0x90)))
        good = false;
      if (!good) {
        reason = "invalid continuation byte";
        return i;
      }
    }
    i += extra + 1;
  }
  return std::string_view::npos;
}

bool is_alpha(uint32_t c) {
  if (c < 128) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return VT_IN(kAlphaRanges, c);
}
bool is_decimal(uint32_t c) { return c < 128 ? c >= '0' && c <= '9' : VT_IN(kDecimalRanges, c); }
bool is_digit(uint32_t c) { return is_decimal(c) || VT_IN(kDigitRanges, c); }
bool is_numeric(uint32_t c) { return is_digit(c) || VT_IN(kNumericRanges, c); }
bool is_space_beyond_ascii(uint32_t c) { return VT_IN(kSpaceRanges, c); }
bool is_printable(uint32_t c) { return c < 127 ? c >= 32 : VT_IN(kPrintableRanges, c); }
bool is_upper(uint32_t c) { return c < 128 ? c >= 'A' && c <= 'Z' : VT_IN(kUpperRanges, c); }
bool is_lower(uint32_t c) { return c < 128 ? c >= 'a' && c <= 'z' : VT_IN(kLowerRanges, c); }
bool is_wide(uint32_t c) { return c >= 128 && VT_IN(kWideRanges, c); }
bool is_title(uint32_t c) { return c >= 128 && VT_IN(kTitleRanges, c); }
uint32_t to_upper(uint32_t c) {
  if (c < 128) return c >= 'a' && c <= 'z' ? c - 32 : c;
  return map_case(kUpperRuns, kUpperRuns_count, c);
}
uint32_t to_lower(uint32_t c) {
  if (c < 128) return c >= 'A' && c <= 'Z' ? c + 32 : c;
  return map_case(kLowerRuns, kLowerRuns_count, c);
}
int decimal_value(uint32_t c) {
  if (c < 128) return c >= '0' && c <= '9' ? static_cast<int>(c - '0') : -1;
  for (size_t i = 0; i < kDecimalRanges_count; ++i)  // runs of ten digits each
    if (c >= kDecimalRanges[i].first && c <= kDecimalRanges[i].last)
      return static_cast<int>((c - kDecimalRanges[i].first) % 10);
  return -1;
}

}  // namespace vt::vm
