#include "playground/scene/text_size.h"

#include <cstdio>
#include <cstring>
#include <iterator>

namespace vt::scene {
namespace {

// Advances in em. All mono characters have the same; sans characters are grouped into classes.
constexpr float kMonoAdvance = 0.6f, kWide = 1.0f;

float sans_advance(unsigned char c) {
  if (std::strchr("iljtfrI.,:;'|!()[]/ ", c)) return 0.34f;
  if (std::strchr("mwMW@%", c)) return 0.9f;
  if (c >= 'A' && c <= 'Z') return 0.69f;
  return 0.6f;
}

size_t length_of_character(unsigned char lead) { return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4; }

float advance(std::string_view character, Face face) {
  auto lead = static_cast<unsigned char>(character[0]);
  if (lead >= 0xE3) return kWide;  // CJK characters and punctuation
  if (face == Face::kMono) return kMonoAdvance;
  if (lead >= 0x80) return 0.62f;
  return sans_advance(lead) * (face == Face::kBold ? 1.06f : 1.0f);
}

std::string_view character_at(std::string_view text, size_t at) {
  return text.substr(at, length_of_character(static_cast<unsigned char>(text[at])));
}

}  // namespace

float text_width(std::string_view text, Face face, float size) {
  float width = 0;
  for (size_t at = 0; at < text.size();) {
    std::string_view character = character_at(text, at);
    width += advance(character, face) * size;
    at += character.size();
  }
  return width;
}

std::string cut_text(std::string text, Face face, float size, float room) {
  if (text_width(text, face, size) <= room) return text;
  float width = text_width("…", face, size);
  size_t end = 0;
  while (end < text.size()) {
    std::string_view character = character_at(text, end);
    width += advance(character, face) * size;
    if (width > room) break;
    end += character.size();
  }
  text.resize(end);
  return text + "…";
}

std::string cut_middle(const std::string& text, Face face, float size, float room) {
  if (text_width(text, face, size) <= room) return text;
  std::string head = cut_text(text, face, size, room / 2);
  size_t begin = text.size();
  float width = 0;
  while (begin > 0) {
    size_t before = begin - 1;
    while (before > 0 && (static_cast<unsigned char>(text[before]) & 0xC0) == 0x80) --before;
    width += advance(std::string_view(text).substr(before, begin - before), face) * size;
    if (width > room / 2) break;
    begin = before;
  }
  return head + text.substr(begin);
}

std::string bytes_text(int64_t bytes) {
  const char* const units[] = {"B", "KB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  size_t unit = 0;
  while (value >= 1024 && unit + 1 < std::size(units)) value /= 1024, ++unit;
  char text[32];
  std::snprintf(text, sizeof text,
                value < 10 && value != static_cast<double>(static_cast<int64_t>(value)) ? "%.1f %s" : "%.0f %s", value,
                units[unit]);
  return text;
}

std::string filled(const std::string& pattern, const std::string& a, const std::string& b) {
  std::string text(pattern.size() + a.size() + b.size() + 1, '\0');
  text.resize(static_cast<size_t>(std::snprintf(text.data(), text.size(), pattern.c_str(), a.c_str(), b.c_str())));
  return text;
}
std::string filled(const std::string& pattern, int n) {
  std::string text(pattern.size() + 16, '\0');
  text.resize(static_cast<size_t>(std::snprintf(text.data(), text.size(), pattern.c_str(), n)));
  return text;
}

std::string short_shape(std::string_view type) {
  size_t open = type.find('['), close = type.rfind(']');
  if (open == std::string_view::npos || close == std::string_view::npos) return std::string(type);
  std::string shape;
  for (char c : type.substr(open + 1, close - open - 1)) {
    if (c == ',') shape += "×";
    else if (c != ' ') shape += c;
  }
  return shape;
}

}  // namespace vt::scene
