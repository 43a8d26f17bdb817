// Numbers and texts as characters: the shortest form of a float, the format
// mini-language of format(), f-strings and str.format, and quoting. Used by the types'
// files and by percent_format.cpp, which shares the float layouts.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "frontend/literals.h"
#include "vm/builtins/bigint.h"
#include "vm/native.h"

namespace vt::vm {

// repr(float): the shortest digits that read back to the same number.
std::string float_repr(double v);
// Layout of a finite or infinite number for a format letter (e E f F g G), sign included
// for negatives; alternate keeps the point (#).
std::string float_digits(double v, char type, int precision, bool alternate);

struct FormatSpec {
  std::string fill = " ";  // one code point
  bool fill_given = false;
  char align = 0;  // < > = ^, 0: the type's own
  char sign = 0;   // + - space
  bool no_negative_zero = false, alternate = false;
  int64_t width = -1, precision = -1;
  char grouping = 0;  // , or _
  std::string type;   // one code point or empty
  char letter() const { return type.size() == 1 ? type[0] : type.empty() ? '\0' : '\x7f'; }
};
// ValueErrors as CPython words them; `type` names the object's type, `default_align` its own.
FormatSpec parse_format_spec(std::string_view spec, const char* type, char default_align);

std::string format_text(std::string_view text, std::string_view spec, const char* type_name = "str");
std::string format_integer(const Value& integer, std::string_view spec, const char* type_name = "int");
std::string format_float(double v, std::string_view spec, const char* type_name = "float");
// Pads to `width` code points.
std::string pad_text(std::string text, int64_t width, char align, std::string_view fill);

// repr(str); ascii_only escapes the rest, as ascii() does.
std::string quote_text(std::string_view text, bool ascii_only = false);
std::string quote_bytes(std::string_view data);
std::string escape_non_ascii(std::string_view text);

// str % arguments and template.format(...).
Value percent_format(Interpreter& vm, const Value& format, const Value& arguments);
std::string percent_format_bytes(Interpreter& vm, std::string_view format, const Value& arguments);
Value str_format(Interpreter& vm, const Arguments& a);
Value str_format_map(Interpreter& vm, const Arguments& a);

// int(text, base) and float(text) with CPython's errors.
Value parse_int(std::string_view text, int64_t base, const Value& shown);
double parse_float(std::string_view text, const Value& shown, Interpreter& vm);
// How many decimal digits int <-> str may have; 0 is no limit.
constexpr size_t kDefaultMaxDigits = kMaxDecimalDigits;
size_t int_text_limit();
void set_int_text_limit(size_t digits);
std::string int_to_text(const Value& integer, int base = 10);

}  // namespace vt::vm
