// Floats to digits. The shortest form comes from std::to_chars, the layout is CPython's.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "vm/builtins/text_format.h"

namespace vt::vm {
namespace {
struct Digits {
  std::string text;  // significant digits
  int exponent;      // of the first digit
};

Digits split_scientific(std::string_view text) {
  Digits out{};
  size_t i = 0;
  for (; i < text.size() && text[i] != 'e'; ++i)
    if (text[i] >= '0' && text[i] <= '9') out.text.push_back(text[i]);
  out.exponent = i < text.size() ? std::atoi(std::string(text.substr(i + 1)).c_str()) : 0;
  return out;
}

Digits shortest_digits(double v) {
  char buffer[64];
#ifdef __EMSCRIPTEN__
  // Its library has no to_chars for double: the fewest digits that read back the same.
  int precision = 14;
  do std::snprintf(buffer, sizeof buffer, "%.*e", precision, v);
  while (std::strtod(buffer, nullptr) != v && ++precision <= 16);
  for (int fewer = precision - 1; fewer >= 0 && precision == 14; --fewer) {
    char shorter[64];
    std::snprintf(shorter, sizeof shorter, "%.*e", fewer, v);
    if (std::strtod(shorter, nullptr) != v) break;
    std::memcpy(buffer, shorter, sizeof shorter);
  }
  return split_scientific(buffer);
#else
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, v, std::chars_format::scientific).ptr;
  return split_scientific(std::string_view(buffer, end - buffer));
#endif
}

std::string print(const char* format, int precision, double v) {
  std::string out(static_cast<size_t>(precision) + 340, '\0');
  const int n = std::snprintf(out.data(), out.size(), format, precision, v);
  out.resize(n);
  return out;
}

std::string print_fixed(int precision, double v) {
#ifndef __EMSCRIPTEN__
  char buffer[400];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, v, std::chars_format::fixed, precision);
  if (error == std::errc()) return std::string(buffer, end);
#endif
  return print("%.*f", precision, v);
}

std::string exponent_text(int exponent) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, "e%c%02d", exponent < 0 ? '-' : '+', std::abs(exponent));
  return buffer;
}

std::string fixed_layout(const Digits& d) {
  if (d.exponent < 0) return "0." + std::string(-d.exponent - 1, '0') + d.text;
  const size_t point = static_cast<size_t>(d.exponent) + 1;
  if (d.text.size() <= point) return d.text + std::string(point - d.text.size(), '0');
  return d.text.substr(0, point) + "." + d.text.substr(point);
}

std::string scientific_layout(const Digits& d) {
  std::string out(1, d.text[0]);
  if (d.text.size() > 1) out += "." + d.text.substr(1);
  return out + exponent_text(d.exponent);
}
}  // namespace

std::string float_repr(double v) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
  std::string sign = std::signbit(v) ? "-" : "";
  if (v == 0) return sign + "0.0";
  const Digits d = shortest_digits(std::fabs(v));
  if (d.exponent < -4 || d.exponent >= 16) return sign + scientific_layout(d);
  std::string out = fixed_layout(d);
  if (out.find('.') == std::string::npos) out += ".0";
  return sign + out;
}

std::string float_digits(double v, char type, int precision, bool alternate) {
  const bool upper = type == 'E' || type == 'F' || type == 'G';
  if (std::isnan(v)) return upper ? "NAN" : "nan";
  if (std::isinf(v)) return std::string(v < 0 ? "-" : "") + (upper ? "INF" : "inf");
  switch (type) {
    case 'e': return print(alternate ? "%#.*e" : "%.*e", precision, v);
    case 'E': return print(alternate ? "%#.*E" : "%.*E", precision, v);
    case 'g': return print(alternate ? "%#.*g" : "%.*g", precision, v);
    case 'G': return print(alternate ? "%#.*G" : "%.*G", precision, v);
    case 'r': {  // format(v, ".3"): as g, but always with a point or an exponent
      if (precision == 0) precision = 1;
      Digits d = split_scientific(print("%.*e", precision - 1, std::fabs(v)));
      while (!alternate && d.text.size() > 1 && d.text.back() == '0') d.text.pop_back();
      std::string out;
      // With the ".0" that may follow, one digit less is left for the fixed form.
      if (d.exponent < -4 || d.exponent >= precision - 1) {
        out = scientific_layout(d);
        if (alternate && d.text.size() == 1) out.insert(1, ".");
      } else {
        out = fixed_layout(d);
        if (out.find('.') == std::string::npos) out += ".0";
      }
      return (std::signbit(v) ? "-" : "") + out;
    }
    default: return alternate ? print("%#.*f", precision, v) : print_fixed(precision, v);
  }
}

}  // namespace vt::vm
