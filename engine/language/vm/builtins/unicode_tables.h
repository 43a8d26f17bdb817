// Generated facts about characters, sorted by code point; unicode.cpp searches them.
#pragma once
#include <cstddef>
#include <cstdint>

namespace vt::vm {

struct CodeRange {
  uint32_t first, last;
};
struct CaseRun {
  uint32_t first, last, step;
  int32_t delta;
};
#define VT_UNICODE_TABLE(type, name) \
  extern const type name[];          \
  extern const size_t name##_count;
VT_UNICODE_TABLE(CodeRange, kAlphaRanges)
VT_UNICODE_TABLE(CodeRange, kDecimalRanges)
VT_UNICODE_TABLE(CodeRange, kDigitRanges)
VT_UNICODE_TABLE(CodeRange, kNumericRanges)
VT_UNICODE_TABLE(CodeRange, kSpaceRanges)
VT_UNICODE_TABLE(CodeRange, kPrintableRanges)
VT_UNICODE_TABLE(CodeRange, kUpperRanges)
VT_UNICODE_TABLE(CodeRange, kLowerRanges)
VT_UNICODE_TABLE(CodeRange, kTitleRanges)
VT_UNICODE_TABLE(CodeRange, kWideRanges)
VT_UNICODE_TABLE(CaseRun, kUpperRuns)
VT_UNICODE_TABLE(CaseRun, kLowerRuns)
#undef VT_UNICODE_TABLE

}  // namespace vt::vm
