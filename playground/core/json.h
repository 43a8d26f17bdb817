// Writes JSON, for data from the panels to the page.
#pragma once
#include <cstdio>
#include <string>

namespace vt::ui {

inline std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\', out += c;
    else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", c);
      out += escape;
    } else out += c;
  }
  return out + "\"";
}

// An object written field by field.
class Object {
 public:
  Object& raw(const char* key, const std::string& value) {
    text_ += (text_.size() > 1 ? ",\"" : "\"") + std::string(key) + "\":" + value;
    return *this;
  }
  Object& text(const char* key, const std::string& value) { return raw(key, quoted(value)); }
  Object& number(const char* key, double value) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.15g", value);
    return raw(key, digits);
  }
  Object& flag(const char* key, bool value) { return raw(key, value ? "true" : "false"); }
  std::string done() const { return text_ + "}"; }

 private:
  std::string text_ = "{";
};

template <class Range, class Write>
std::string array(const Range& range, const Write& write) {
  std::string text = "[";
  for (const auto& element : range) text += (text.size() > 1 ? "," : "") + write(element);
  return text + "]";
}

}  // namespace vt::ui
