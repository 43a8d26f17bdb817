// str: upper and lower case, and the questions about characters (isalpha ...).
#include "vm/builtins/builtins.h"
#include "vm/builtins/nullary.h"
#include "vm/builtins/str_support.h"
#include "vm/builtins/unicode.h"

namespace vt::vm {
namespace {
std::string_view self_text(const Arguments& a) { return a[0].as<Str>()->text; }

// The few characters whose case form is longer than one character.
void append_upper(std::string& out, uint32_t c, bool title = false) {
  switch (c) {
    case 0xdf: out += title ? "Ss" : "SS"; return;
    case 0x149: out += "\xca\xbcN"; return;
    case 0x1f0: out += "J\xcc\x8c"; return;
    case 0xfb00: out += title ? "Ff" : "FF"; return;
    case 0xfb01: out += title ? "Fi" : "FI"; return;
    case 0xfb02: out += title ? "Fl" : "FL"; return;
    case 0xfb03: out += title ? "Ffi" : "FFI"; return;
    case 0xfb04: out += title ? "Ffl" : "FFL"; return;
    case 0x1c4:
    case 0x1c5:
    case 0x1c6: append_utf8(out, title ? 0x1c5 : 0x1c4); return;
    case 0x1c7:
    case 0x1c8:
    case 0x1c9: append_utf8(out, title ? 0x1c8 : 0x1c7); return;
    case 0x1ca:
    case 0x1cb:
    case 0x1cc: append_utf8(out, title ? 0x1cb : 0x1ca); return;
    case 0x1f1:
    case 0x1f2:
    case 0x1f3: append_utf8(out, title ? 0x1f2 : 0x1f1); return;
    case 0xfb05:
    case 0xfb06: out += title ? "St" : "ST"; return;
    default: append_utf8(out, to_upper(c));
  }
}
void append_lower(std::string& out, uint32_t c) {
  if (c == 0x130) out += "i\xcc\x87";
  else append_utf8(out, to_lower(c));
}
// A capital sigma at the end of a word has a form of its own.
void append_lower_in(std::string& out, std::string_view s, size_t end, uint32_t c, bool after_letter) {
  if (c != 0x3a3) return append_lower(out, c);
  size_t next = end;
  const bool before_letter = next < s.size() && is_alpha(decode_utf8(s, next));
  append_utf8(out, after_letter && !before_letter ? 0x3c2 : 0x3c3);
}

Value upper(Interpreter&, const Arguments& a) {
  no_arguments(a, "str.upper");
  const Str& self = *a[0].as<Str>();
  std::string out;
  if (self.ascii) {
    out = self.text;
    for (char& c : out)
      if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
    return make<Str>(std::move(out), self.length);
  }
  for (size_t i = 0; i < self.text.size();) append_upper(out, decode_utf8(self.text, i));
  return make_str(out);
}
// The lower case of what stands behind the first `from` bytes.
std::string lowered(std::string_view s, size_t from = 0) {
  std::string out;
  size_t first = 0;
  bool after_letter = from > 0 && is_alpha(decode_utf8(s, first));
  for (size_t i = from; i < s.size();) {
    const uint32_t c = decode_utf8(s, i);
    append_lower_in(out, s, i, c, after_letter);
    after_letter = is_alpha(c);
  }
  return out;
}
Value lower(Interpreter&, const Arguments& a) {
  no_arguments(a, "str.lower");
  return make_str(lowered(self_text(a)));
}
// A letter is folded to the lower case of its capitals, so that "\u00df" and "SS" meet; the capital
// of "\u00df" and the dotless i have none of their own, and Cherokee folds to capitals.
void append_folded(std::string& out, uint32_t c) {
  if (c == 0x1e9e) {
    out += "ss";
    return;
  }
  if (c == 0x131 || (c >= 0x13a0 && c <= 0x13ff)) return append_utf8(out, c < 0x13f8 ? c : to_upper(c));
  if (c >= 0xab70 && c <= 0xabbf) return append_utf8(out, to_upper(c));
  std::string capitals;
  if (c == 0x130) capitals = "\xc4\xb0";
  else append_upper(capitals, c);
  for (size_t i = 0; i < capitals.size();) append_lower(out, decode_utf8(capitals, i));
}
Value casefold(Interpreter&, const Arguments& a) {
  no_arguments(a, "str.casefold");
  std::string out;
  const std::string_view s = self_text(a);
  for (size_t i = 0; i < s.size();) {
    const uint32_t c = decode_utf8(s, i);
    append_folded(out, c);
  }
  return make_str(out);
}
Value swapcase(Interpreter&, const Arguments& a) {
  no_arguments(a, "str.swapcase");
  std::string out;
  const std::string_view s = self_text(a);
  bool after_letter = false;
  for (size_t i = 0; i < s.size();) {
    const uint32_t c = decode_utf8(s, i);
    if (is_upper(c)) append_lower_in(out, s, i, c, after_letter);
    else append_upper(out, c);
    after_letter = is_alpha(c);
  }
  return make_str(out);
}
Value capitalize(Interpreter&, const Arguments& a) {
  no_arguments(a, "str.capitalize");
  std::string out;
  const std::string_view s = self_text(a);
  size_t i = 0;
  if (!s.empty()) append_upper(out, decode_utf8(s, i), true);
  return make_str(out + lowered(s, i));
}
Value title(Interpreter&, const Arguments& a) {
  no_arguments(a, "str.title");
  std::string out;
  const std::string_view s = self_text(a);
  bool inside = false;
  for (size_t i = 0; i < s.size();) {
    const uint32_t c = decode_utf8(s, i);
    const bool cased = is_upper(c) || is_lower(c) || is_title(c);
    if (inside) append_lower_in(out, s, i, c, true);
    else append_upper(out, c, true);
    inside = cased;
  }
  return make_str(out);
}

template <bool (*test)(uint32_t), bool empty = false>
Value all_characters(Interpreter& vm, const Arguments& a) {
  if (a.size() != 1 || a.keywords) no_arguments(a, ("str." + current_native(vm)->name).c_str());
  const std::string_view s = self_text(a);
  for (size_t i = 0; i < s.size();)
    if (!test(decode_utf8(s, i))) return Value::boolean(false);
  return Value::boolean(empty || !s.empty());
}
bool is_alphanumeric(uint32_t c) { return is_alpha(c) || is_numeric(c); }
bool is_ascii(uint32_t c) { return c < 128; }

template <bool (*wanted)(uint32_t), bool (*unwanted)(uint32_t)>
Value all_cased(Interpreter&, const Arguments& a) {
  const std::string_view s = self_text(a);
  bool any = false;
  for (size_t i = 0; i < s.size();) {
    const uint32_t c = decode_utf8(s, i);
    if (unwanted(c) || is_title(c)) return Value::boolean(false);
    any |= wanted(c);
  }
  return Value::boolean(any);
}
Value istitle(Interpreter&, const Arguments& a) {
  const std::string_view s = self_text(a);
  bool any = false, inside = false;
  for (size_t i = 0; i < s.size();) {
    const uint32_t c = decode_utf8(s, i);
    if (is_upper(c) || is_title(c)) {
      if (inside) return Value::boolean(false);
      inside = any = true;
    } else if (is_lower(c)) {
      if (!inside) return Value::boolean(false);
    } else {
      inside = false;
    }
  }
  return Value::boolean(any);
}
Value isidentifier(Interpreter&, const Arguments& a) {
  const std::string_view s = self_text(a);
  for (size_t i = 0; i < s.size();) {
    const bool first = i == 0;
    const uint32_t c = decode_utf8(s, i);
    if (c != '_' && !is_alpha(c) && (first || !is_decimal(c))) return Value::boolean(false);
  }
  return Value::boolean(!s.empty());
}
}  // namespace

void install_str_case_methods() {
  Type* type = types().str;
  const std::pair<const char*, NativeFn> methods[] = {{"upper", upper},
                                                      {"lower", lower},
                                                      {"casefold", casefold},
                                                      {"swapcase", swapcase},
                                                      {"capitalize", capitalize},
                                                      {"title", title},
                                                      {"isalpha", all_characters<is_alpha>},
                                                      {"isdigit", all_characters<is_digit>},
                                                      {"isdecimal", all_characters<is_decimal>},
                                                      {"isnumeric", all_characters<is_numeric>},
                                                      {"isspace", all_characters<is_space>},
                                                      {"isalnum", all_characters<is_alphanumeric>},
                                                      {"isascii", all_characters<is_ascii, true>},
                                                      {"isprintable", all_characters<is_printable, true>},
                                                      {"isupper", nullary<all_cased<is_upper, is_lower>>},
                                                      {"islower", nullary<all_cased<is_lower, is_upper>>},
                                                      {"istitle", nullary<istitle>},
                                                      {"isidentifier", nullary<isidentifier>}};
  for (const auto& [name, fn] : methods) define_method(type, name, fn);
}

}  // namespace vt::vm
