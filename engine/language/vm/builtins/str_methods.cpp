// The methods of str that take a text apart or put it together; case and character
// classes are in str_case.cpp.
#include <algorithm>
#include <array>

#include "vm/builtins/builtins.h"
#include "vm/builtins/helpers.h"
#include "vm/builtins/str_support.h"
#include "vm/builtins/text_format.h"
#include "vm/builtins/unicode.h"
#include "vm/type_names.h"

namespace vt::vm {
namespace {
std::string_view self_text(const Arguments& a) { return a[0].as<Str>()->text; }

// What changes nothing gives the text itself, but no object of a subclass.
Value unchanged(const Arguments& a) { return is_exactly(a[0], types().str) ? a[0] : make_str(self_text(a)); }

std::string_view text_argument(const Value& v, const char* function, int position) {
  if (const Str* text = v.as<Str>()) return text->text;
  raise(types().TypeError, std::string(function) + "() argument " + std::to_string(position) + " must be str, not " +
                               argument_type_name(v));
}
std::string_view sole_argument(const Value& v, const char* function) {
  if (const Str* text = v.as<Str>()) return text->text;
  raise(types().TypeError, std::string(function) + "() argument must be str, not " + argument_type_name(v));
}
std::string_view text_only(const Value& v) {
  if (const Str* text = v.as<Str>()) return text->text;
  raise(types().TypeError, std::string("must be str, not ") + type_name(v));
}

// ---- splitting -----------------------------------------------------------------------
struct SplitArguments {
  const Str* separator = nullptr;  // null: white space
  int64_t maximum = -1;
};
SplitArguments split_arguments(Interpreter& vm, const Arguments& a, const char* name) {
  if (a.positional == 1 && a.keywords == 0) return {};
  const auto bound = bind_arguments(a, name, {"self", "sep", "maxsplit"}, 1);
  SplitArguments out;
  if (!bound[1].is_null() && !bound[1].is_none()) {
    out.separator = bound[1].as<Str>();
    if (!out.separator) raise(types().TypeError, std::string("must be str or None, not ") + type_name(bound[1]));
    if (out.separator->text.empty()) raise(types().ValueError, "empty separator");
  }
  if (!bound[2].is_null()) out.maximum = vm.to_index(bound[2]);
  return out;
}

// Offset behind / in front of the character at `i`.
size_t character_end(std::string_view s, size_t i) {
  if (static_cast<unsigned char>(s[i]) < 0x80) return i + 1;
  decode_utf8(s, i);
  return i;
}
size_t character_begin(std::string_view s, size_t end) {
  do --end;
  while (end > 0 && (static_cast<unsigned char>(s[end]) & 0xc0) == 0x80);
  return end;
}
bool space_at(std::string_view s, size_t i) { return is_space(decode_utf8(s, i)); }

constexpr bool is_ascii_space(unsigned char c) { return c == ' ' || (c >= 9 && c <= 13) || (c >= 0x1c && c <= 0x1f); }
constexpr auto kAsciiSpace = [] {
  std::array<bool, 128> table{};
  for (unsigned char c = 0; c < table.size(); ++c) table[c] = is_ascii_space(c);
  return table;
}();
// Where, from `i` on, the first character stands that is (or is not) white space.
template <bool wanted>
size_t find_space(std::string_view s, size_t i) {
  for (size_t after; i < s.size(); i = after) {
    const unsigned char first = s[after = i];
    if (first < 0x80 ? (++after, kAsciiSpace[first] == wanted) : is_space(decode_utf8(s, after)) == wanted) return i;
  }
  return i;
}

Value split(Interpreter& vm, const Arguments& a) {
  const std::string_view s = self_text(a);
  const SplitArguments options = split_arguments(vm, a, "split");
  std::vector<Value> out;
  size_t i = 0;
  int64_t left = options.maximum;
  if (options.separator) {
    const std::string_view separator = options.separator->text;
    for (size_t at; left != 0 && (at = s.find(separator, i)) != std::string_view::npos; --left) {
      out.push_back(make_str(s.substr(i, at - i)));
      i = at + separator.size();
    }
    out.push_back(make_str(s.substr(i)));
    return make_list(std::move(out));
  }
  while (true) {
    i = find_space<false>(s, i);
    if (i >= s.size()) break;
    if (left-- == 0) {
      out.push_back(make_str(s.substr(i)));
      break;
    }
    const size_t begin = i;
    i = find_space<true>(s, i);
    out.push_back(make_str(s.substr(begin, i - begin)));
  }
  return make_list(std::move(out));
}

Value rsplit(Interpreter& vm, const Arguments& a) {
  const std::string_view s = self_text(a);
  const SplitArguments options = split_arguments(vm, a, "rsplit");
  std::vector<Value> out;
  size_t end = s.size();
  int64_t left = options.maximum;
  if (options.separator) {
    const std::string_view separator = options.separator->text;
    for (; left != 0 && end >= separator.size(); --left) {
      const size_t at = s.rfind(separator, end - separator.size());
      if (at == std::string_view::npos) break;
      out.push_back(make_str(s.substr(at + separator.size(), end - at - separator.size())));
      end = at;
    }
    out.push_back(make_str(s.substr(0, end)));
  } else {
    while (true) {
      while (end > 0 && space_at(s, character_begin(s, end))) end = character_begin(s, end);
      if (end == 0) break;
      size_t begin = end;
      if (left-- == 0) {
        out.push_back(make_str(s.substr(0, end)));
        break;
      }
      while (begin > 0 && !space_at(s, character_begin(s, begin))) begin = character_begin(s, begin);
      out.push_back(make_str(s.substr(begin, end - begin)));
      end = begin;
    }
  }
  std::reverse(out.begin(), out.end());
  return make_list(std::move(out));
}

bool is_line_break(uint32_t c) {
  return (c >= 10 && c <= 13) || (c >= 0x1c && c <= 0x1e) || c == 0x85 || c == 0x2028 || c == 0x2029;
}
Value splitlines(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "splitlines", {"self", "keepends"}, 1);
  const bool keep = !bound[1].is_null() && vm.truth(bound[1]);
  const std::string_view s = self_text(a);
  std::vector<Value> out;
  for (size_t i = 0, begin = 0; i < s.size();) {
    const size_t at = i;
    const uint32_t c = decode_utf8(s, i);
    const bool last = i >= s.size();
    if (is_line_break(c)) {
      if (c == '\r' && !last && s[i] == '\n') ++i;
      out.push_back(make_str(s.substr(begin, (keep ? i : at) - begin)));
      begin = i;
    } else if (last) {
      out.push_back(make_str(s.substr(begin)));
    }
  }
  return make_list(std::move(out));
}

Value partition(Interpreter&, const Arguments& a) {
  exactly_one(a, "str.partition", 1);
  const std::string_view s = self_text(a), separator = text_only(a[1]);
  if (separator.empty()) raise(types().ValueError, "empty separator");
  const size_t at = s.find(separator);
  if (at == std::string_view::npos) return make_tuple({a[0], make_str(""), make_str("")});
  return make_tuple({make_str(s.substr(0, at)), a[1], make_str(s.substr(at + separator.size()))});
}
Value rpartition(Interpreter&, const Arguments& a) {
  exactly_one(a, "str.rpartition", 1);
  const std::string_view s = self_text(a), separator = text_only(a[1]);
  if (separator.empty()) raise(types().ValueError, "empty separator");
  const size_t at = s.rfind(separator);
  if (at == std::string_view::npos) return make_tuple({make_str(""), make_str(""), a[0]});
  return make_tuple({make_str(s.substr(0, at)), a[1], make_str(s.substr(at + separator.size()))});
}

Value join(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "str.join", 1);
  const std::string_view separator = self_text(a);
  if (!a[1].as<List>() && !a[1].as<Tuple>() && !type_of(a[1])->slots.iter && !type_of(a[1])->find(intern("__iter__")) &&
      !type_of(a[1])->find(intern("__getitem__")))
    raise(types().TypeError, "can only join an iterable");
  std::string out;
  size_t i = 0, checked = 0;
  int64_t length = 0;
  constexpr size_t kCheckEvery = 1 << 20;
  const List* list = is_exactly(a[1], types().list) ? a[1].as<List>() : nullptr;
  const Tuple* tuple = is_exactly(a[1], types().tuple) ? a[1].as<Tuple>() : nullptr;
  if (const std::vector<Value>* parts = list ? &list->items : tuple ? &tuple->items : nullptr) {
    size_t size = parts->size() * separator.size();
    for (const Value& part : *parts)
      if (const Str* text = part.as<Str>()) size += text->text.size();
    check_memory(vm, size);
    out.reserve(size);
  }
  for_each_item(vm, a[1], [&](const Value& item) {
    const Str* text = item.as<Str>();
    if (!text)
      raise(types().TypeError,
            "sequence item " + std::to_string(i) + ": expected str instance, " + type_name(item) + " found");
    if (i++) out += separator;
    out += text->text;
    length += text->length;
    if (out.size() > checked + kCheckEvery) check_memory(vm, checked = out.size());
    return true;
  });
  if (i > 1) length += static_cast<int64_t>(i - 1) * a[0].as<Str>()->length;
  return own_str(std::move(out), length);
}

// ---- searching -----------------------------------------------------------------------
struct SearchWindow {
  std::string_view text;  // the part between start and end
  size_t byte_offset = 0;
  bool valid = true;  // false: start lies behind end
};
SearchWindow search_window(Interpreter& vm, const Arguments& a) {
  const Str& self = *a[0].as<Str>();
  int64_t begin, end;
  clamp_range(vm, optional(a, 2), optional(a, 3), self.length, begin, end);
  SearchWindow out;
  if (begin > end || begin > self.length) {
    out.valid = false;
    return out;
  }
  const size_t first = self.ascii ? begin : utf8_offset(self.text, begin),
               last = self.ascii ? end : utf8_offset(self.text, end);
  out.text = std::string_view(self.text).substr(first, last - first);
  out.byte_offset = first;
  return out;
}
// What to look for, and from where to where.
void expect_search(const Arguments& a, const char* name) {
  no_keywords(a, name);
  const size_t given = a.size() - 1;
  if (given >= 1 && given <= 3) return;
  raise(types().TypeError, std::string(name) + "() takes at " + (given ? "most 3 arguments (" : "least 1 argument (") +
                               std::to_string(given) + " given)");
}
int64_t search(Interpreter& vm, const Arguments& a, const char* name, bool backwards) {
  expect_search(a, name);
  const std::string_view wanted = text_only(a[1]);
  const SearchWindow window = search_window(vm, a);
  if (!window.valid) return -1;
  const size_t at = backwards ? window.text.rfind(wanted) : window.text.find(wanted);
  if (at == std::string_view::npos) return -1;
  const size_t offset = window.byte_offset + at;
  return a[0].as<Str>()->ascii ? static_cast<int64_t>(offset) : utf8_length(self_text(a).substr(0, offset));
}
Value find(Interpreter& vm, const Arguments& a) { return Value::integer(search(vm, a, "find", false)); }
Value rfind(Interpreter& vm, const Arguments& a) { return Value::integer(search(vm, a, "rfind", true)); }
Value found_index(int64_t at) {
  if (at < 0) raise(types().ValueError, "substring not found");
  return Value::integer(at);
}
Value index(Interpreter& vm, const Arguments& a) { return found_index(search(vm, a, "index", false)); }
Value rindex(Interpreter& vm, const Arguments& a) { return found_index(search(vm, a, "rindex", true)); }
Value count(Interpreter& vm, const Arguments& a) {
  expect_search(a, "count");
  const std::string_view wanted = text_only(a[1]);
  const SearchWindow window = search_window(vm, a);
  if (!window.valid) return Value::integer(0);
  if (wanted.empty()) return Value::integer(utf8_length(window.text) + 1);
  int64_t n = 0;
  for (size_t at = 0; (at = window.text.find(wanted, at)) != std::string_view::npos; at += wanted.size()) ++n;
  return Value::integer(n);
}

Value affix(Interpreter& vm, const Arguments& a, const char* name, bool front) {
  expect_search(a, name);
  const SearchWindow window = search_window(vm, a);
  const auto matches = [&](std::string_view wanted) {
    if (!window.valid || window.text.size() < wanted.size()) return false;
    return (front ? window.text.substr(0, wanted.size()) : window.text.substr(window.text.size() - wanted.size())) ==
           wanted;
  };
  if (const Str* text = a[1].as<Str>()) return Value::boolean(matches(text->text));
  const Tuple* options = a[1].as<Tuple>();
  if (!options)
    raise(types().TypeError, std::string(name) + " first arg must be str or a tuple of str, not " + type_name(a[1]));
  for (const Value& item : options->items) {
    const Str* text = item.as<Str>();
    if (!text)
      raise(types().TypeError, std::string("tuple for ") + name + " must only contain str, not " + type_name(item));
    if (matches(text->text)) return Value::boolean(true);
  }
  return Value::boolean(false);
}
Value startswith(Interpreter& vm, const Arguments& a) { return affix(vm, a, "startswith", true); }
Value endswith(Interpreter& vm, const Arguments& a) { return affix(vm, a, "endswith", false); }
Value removeprefix(Interpreter&, const Arguments& a) {
  exactly_one(a, "str.removeprefix", 1);
  const std::string_view s = self_text(a), part = sole_argument(a[1], "removeprefix");
  return s.substr(0, part.size()) == part ? make_str(s.substr(part.size())) : unchanged(a);
}
Value removesuffix(Interpreter&, const Arguments& a) {
  exactly_one(a, "str.removesuffix", 1);
  const std::string_view s = self_text(a), part = sole_argument(a[1], "removesuffix");
  if (part.empty() || s.size() < part.size() || s.substr(s.size() - part.size()) != part) return unchanged(a);
  return make_str(s.substr(0, s.size() - part.size()));
}

// ---- changing ------------------------------------------------------------------------
Value replace(Interpreter& vm, const Arguments& a) {
  const Value* named = a.keyword("count");
  if (a.size() < 3 || a.size() > 4) {
    raise(types().TypeError, a.size() < 3
                                 ? "replace expected at least 2 arguments, got " + std::to_string(a.size() - 1)
                                 : "replace expected at most 3 arguments, got " + std::to_string(a.size() - 1));
  }
  const std::string_view s = self_text(a), from = text_argument(a[1], "replace", 1),
                         to = text_argument(a[2], "replace", 2);
  int64_t left = a.size() > 3 ? vm.to_index(a[3]) : named ? vm.to_index(*named) : -1;
  std::string out;
  size_t i = 0;
  if (from.empty()) {
    while (left-- != 0) {
      out += to;
      if (i >= s.size()) return make_str(out);
      const size_t end = character_end(s, i);
      out += s.substr(i, end - i);
      i = end;
    }
    return make_str(out += s.substr(i));
  }
  for (size_t at; left != 0 && (at = s.find(from, i)) != std::string_view::npos; --left) {
    out += s.substr(i, at - i);
    out += to;
    i = at + from.size();
    check_memory(vm, out.size());
  }
  return make_str(out += s.substr(i));
}

Value strip_sides(const Arguments& a, const char* name, bool left, bool right) {
  expect_arguments(a, name, 0, 1, 1);
  std::string_view s = self_text(a), set;
  const bool spaces = a.size() < 2 || a[1].is_none();
  if (!spaces) {
    if (!a[1].as<Str>()) raise(types().TypeError, std::string(name) + " arg must be None or str");
    set = a[1].as<Str>()->text;
  }
  const auto drops = [&](size_t begin, size_t end) {
    if (spaces) return space_at(s, begin);
    const std::string_view c = s.substr(begin, end - begin);
    for (size_t i = 0; i < set.size(); i = character_end(set, i))
      if (set.substr(i, character_end(set, i) - i) == c) return true;
    return false;
  };
  size_t begin = 0, end = s.size();
  while (left && begin < end && drops(begin, character_end(s, begin))) begin = character_end(s, begin);
  while (right && end > begin && drops(character_begin(s, end), end)) end = character_begin(s, end);
  return begin == 0 && end == s.size() ? unchanged(a) : make_str(s.substr(begin, end - begin));
}
Value strip(Interpreter&, const Arguments& a) { return strip_sides(a, "strip", true, true); }
Value lstrip(Interpreter&, const Arguments& a) { return strip_sides(a, "lstrip", true, false); }
Value rstrip(Interpreter&, const Arguments& a) { return strip_sides(a, "rstrip", false, true); }

Value justify(Interpreter& vm, const Arguments& a, const char* name, char side) {
  expect_arguments(a, name, 1, 2, 1);
  const int64_t width = vm.to_index(a[1]);
  std::string fill = " ";
  if (a.size() > 2) {
    const Str* given = a[2].as<Str>();
    if (!given)
      raise(types().TypeError, std::string("The fill character must be a unicode character, not ") + type_name(a[2]));
    if (given->length != 1) raise(types().TypeError, "The fill character must be exactly one character long");
    fill = given->text;
  }
  const int64_t length = a[0].as<Str>()->length;
  if (width <= length) return unchanged(a);
  check_memory(vm, static_cast<uint64_t>(width) * fill.size());
  if (side != '^') return make_str(pad_text(std::string(self_text(a)), width, side, fill));
  const int64_t missing = width - length, left = missing / 2 + (missing & width & 1);
  return make_str(pad_text(pad_text(std::string(self_text(a)), length + left, '>', fill), width, '<', fill));
}
Value center(Interpreter& vm, const Arguments& a) { return justify(vm, a, "center", '^'); }
Value ljust(Interpreter& vm, const Arguments& a) { return justify(vm, a, "ljust", '<'); }
Value rjust(Interpreter& vm, const Arguments& a) { return justify(vm, a, "rjust", '>'); }
Value zfill(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "str.zfill", 1);
  const int64_t missing = vm.to_index(a[1]) - a[0].as<Str>()->length;
  if (missing <= 0) return unchanged(a);
  check_memory(vm, static_cast<uint64_t>(missing));
  std::string out(self_text(a));
  const bool sign = !out.empty() && (out[0] == '+' || out[0] == '-');
  out.insert(sign ? 1 : 0, static_cast<size_t>(missing), '0');
  return make_str(out);
}
Value expandtabs(Interpreter& vm, const Arguments& a) {
  const auto bound = bind_arguments(a, "expandtabs", {"self", "tabsize"}, 1);
  const int64_t size = bound[1].is_null() ? 8 : vm.to_index(bound[1]);
  const std::string_view s = self_text(a);
  std::string out;
  int64_t column = 0;
  for (size_t i = 0; i < s.size();) {
    const uint32_t c = decode_utf8(s, i);
    if (c == '\t') {
      const int64_t n = size > 0 ? size - column % size : 0;
      check_memory(vm, out.size() + static_cast<uint64_t>(n));
      out.append(static_cast<size_t>(n), ' ');
      column += n;
      continue;
    }
    append_utf8(out, c);
    column = c == '\n' || c == '\r' ? 0 : column + 1;
  }
  return make_str(out);
}

Value maketrans(Interpreter& vm, const Arguments& a) {
  expect_arguments(a, "maketrans", 1, 3);
  Value out = make<Dict>();
  HashTable& table = out.as<Dict>()->table;
  if (a.size() == 1) {
    const Dict* given = a[0].as<Dict>();
    if (!given) raise(types().TypeError, "if you give only one argument to maketrans it must be a dict");
    for (const auto& entry : given->table.entries()) {
      if (entry.key.is_null()) continue;
      Value key = entry.key;
      if (const Str* text = key.as<Str>()) {
        if (text->length != 1) raise(types().ValueError, "string keys in translate table must be of length 1");
        size_t i = 0;
        key = Value::integer(decode_utf8(text->text, i));
      } else if (!is_integer(key)) {
        raise(types().TypeError, "keys in translate table must be strings or integers");
      }
      table.insert(vm, key, entry.value);
    }
    return out;
  }
  if (!a[0].as<Str>())
    raise(types().TypeError, "first maketrans argument must be a string if there is a second argument");
  const std::string_view from = text_only(a[0]), to = text_argument(a[1], "maketrans", 2);
  if (utf8_length(from) != utf8_length(to))
    raise(types().ValueError, "the first two maketrans arguments must have equal length");
  for (size_t i = 0, j = 0; i < from.size();) {
    const Value key = Value::integer(decode_utf8(from, i));
    table.insert(vm, key, Value::integer(decode_utf8(to, j)));
  }
  if (a.size() > 2) {
    const std::string_view removed = text_argument(a[2], "maketrans", 3);
    for (size_t i = 0; i < removed.size();) table.insert(vm, Value::integer(decode_utf8(removed, i)), Value::none());
  }
  return out;
}
Value translate(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "str.translate", 1);
  const std::string_view s = self_text(a);
  std::string out;
  for (size_t i = 0; i < s.size();) {
    const uint32_t c = decode_utf8(s, i);
    Value mapped = Value::integer(c);
    if (Dict* table = a[1].as<Dict>(); table && is_exactly(a[1], types().dict)) {
      if (const Value* found = table->table.find(vm, mapped)) mapped = *found;
    } else {
      try {
        mapped = vm.get_item(a[1], mapped);
      } catch (const Raised& raised) {
        if (!type_of(raised.exception)->is_subtype_of(types().LookupError)) throw;
      }
    }
    if (mapped.is_none()) continue;
    if (const Str* text = mapped.as<Str>()) out += text->text;
    else append_utf8(out, static_cast<uint32_t>(vm.to_index(mapped)));
  }
  return make_str(out);
}

Value encode(Interpreter&, const Arguments& a) {
  const auto bound = bind_arguments(a, "encode", {"self", "encoding", "errors"}, 1);
  return encode_text(self_text(a), bound[1].is_null() ? "utf-8" : expect_str(bound[1], "encode() argument 'encoding'"),
                     bound[2].is_null() ? "strict" : expect_str(bound[2], "encode() argument 'errors'"));
}
}  // namespace

void install_str_methods() {
  Type* type = types().str;
  constexpr std::pair<const char*, NativeFn> kMethods[] = {{"split", split},
                                                           {"rsplit", rsplit},
                                                           {"splitlines", splitlines},
                                                           {"partition", partition},
                                                           {"rpartition", rpartition},
                                                           {"join", join},
                                                           {"find", find},
                                                           {"rfind", rfind},
                                                           {"index", index},
                                                           {"rindex", rindex},
                                                           {"count", count},
                                                           {"startswith", startswith},
                                                           {"endswith", endswith},
                                                           {"removeprefix", removeprefix},
                                                           {"removesuffix", removesuffix},
                                                           {"replace", replace},
                                                           {"strip", strip},
                                                           {"lstrip", lstrip},
                                                           {"rstrip", rstrip},
                                                           {"center", center},
                                                           {"ljust", ljust},
                                                           {"rjust", rjust},
                                                           {"zfill", zfill},
                                                           {"expandtabs", expandtabs},
                                                           {"translate", translate},
                                                           {"encode", encode},
                                                           {"format", str_format},
                                                           {"format_map", str_format_map}};
  for (const auto& [name, fn] : kMethods) define_method(type, name, fn);
  define_static_method(type, "maketrans", maketrans);
  install_str_case_methods();
}

}  // namespace vt::vm
