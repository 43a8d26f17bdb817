// "{0.name[key]!r:>{width}}".format(...): replacement fields.
#include "vm/builtins/helpers.h"
#include "vm/builtins/text_format.h"

namespace vt::vm {
namespace {
[[noreturn]] void bad_value(const std::string& message) { raise(types().ValueError, message); }

class Formatter {
 public:
  // With `mapping` set, names come from it (format_map).
  Formatter(Interpreter& vm, const Arguments* arguments, const Value& mapping)
      : vm_(vm), arguments_(arguments), mapping_(mapping) {}

  std::string expand(std::string_view text, int depth) {
    if (depth <= 0) bad_value("Max string recursion exceeded");
    std::string out;
    for (size_t i = 0; i < text.size();) {
      const char c = text[i];
      if (c != '{' && c != '}') {
        out.push_back(c);
        ++i;
        continue;
      }
      const bool doubled = i + 1 < text.size() && text[i + 1] == c;
      if (doubled) {
        out.push_back(c);
        i += 2;
        continue;
      }
      if (c == '}') bad_value("Single '}' encountered in format string");
      if (i + 1 >= text.size()) bad_value("Single '{' encountered in format string");
      i = field(text, i + 1, depth, out);
    }
    return out;
  }

 private:
  // Handles one field that starts behind its brace; returns the place behind its end.
  size_t field(std::string_view text, size_t begin, int depth, std::string& out) {
    size_t end = begin;
    int nesting = 1, bracket = 0;
    for (; end < text.size(); ++end) {
      if (text[end] == '[' && nesting == 1) bracket = 1;
      else if (text[end] == ']') bracket = 0;
      else if (text[end] == '{' && !bracket) ++nesting;
      else if (text[end] == '}' && !bracket && --nesting == 0) break;
    }
    if (end >= text.size()) bad_value("expected '}' before end of string");
    const std::string_view body = text.substr(begin, end - begin);
    size_t name_end = 0;
    bracket = 0;
    for (; name_end < body.size(); ++name_end) {
      if (body[name_end] == '[') bracket = 1;
      else if (body[name_end] == ']') bracket = 0;
      else if (!bracket && (body[name_end] == '!' || body[name_end] == ':')) break;
      else if (!bracket && body[name_end] == '{') bad_value("unexpected '{' in field name");
    }
    Value v = lookup(body.substr(0, name_end));
    size_t rest = name_end;
    if (rest < body.size() && body[rest] == '!') {
      if (rest + 1 >= body.size()) bad_value("unmatched '{' in format spec");
      v = convert(v, body[rest + 1]);
      rest += 2;
      if (rest < body.size() && body[rest] != ':') bad_value("expected ':' after conversion specifier");
    }
    std::string spec;
    if (rest < body.size()) spec = expand(body.substr(rest + 1), depth - 1);
    out += vm_.format(v, spec);
    check_memory(vm_, out.size());
    return end + 1;
  }

  Value convert(const Value& v, char conversion) {
    switch (conversion) {
      case 's': return make_str(vm_.str(v));
      case 'r': return make_str(vm_.repr(v));
      case 'a': return make_str(escape_non_ascii(vm_.repr(v)));
      default: bad_value(std::string("Unknown conversion specifier ") + conversion);
    }
  }

  static bool all_digits(std::string_view s) {
    for (char c : s)
      if (c < '0' || c > '9') return false;
    return !s.empty();
  }

  Value lookup(std::string_view name) {
    size_t end = 0;
    while (end < name.size() && name[end] != '.' && name[end] != '[') ++end;
    Value v = first_part(name.substr(0, end));
    while (end < name.size()) {
      if (name[end] == '.') {
        const size_t begin = ++end;
        while (end < name.size() && name[end] != '.' && name[end] != '[') ++end;
        if (end == begin) bad_value("Empty attribute in format string");
        v = vm_.get_attribute(v, name.substr(begin, end - begin));
        continue;
      }
      if (name[end] != '[') bad_value("Only '.' or '[' may follow ']' in format field specifier");
      const size_t close = name.find(']', end);
      if (close == std::string_view::npos) bad_value("Missing ']' in format string");
      const std::string_view key = name.substr(end + 1, close - end - 1);
      if (key.empty()) bad_value("Empty attribute in format string");
      v = vm_.get_item(v, all_digits(key) ? Value::integer(std::stoll(std::string(key))) : make_str(key));
      end = close + 1;
    }
    return v;
  }

  Value first_part(std::string_view name) {
    if (name.empty() || all_digits(name)) {
      const Numbering kind = name.empty() ? Numbering::kAutomatic : Numbering::kManual;
      if (numbering_ == Numbering::kUnknown) numbering_ = kind;
      if (numbering_ != kind) {
        bad_value(kind == Numbering::kManual
                      ? "cannot switch from automatic field numbering to manual field specification"
                      : "cannot switch from manual field specification to automatic field numbering");
      }
      if (!arguments_) bad_value("Format string contains positional fields");
      const size_t index = name.empty() ? next_++ : name.size() > 9 ? SIZE_MAX / 2 : std::stoul(std::string(name));
      if (index + 1 >= arguments_->size())
        raise(types().IndexError,
              "Replacement index " + std::to_string(index) + " out of range for positional args tuple");
      return (*arguments_)[index + 1];
    }
    if (!arguments_) return vm_.get_item(mapping_, make_str(name));
    if (const Value* found = arguments_->keyword(name)) return *found;
    raise_value(vm_.call(Value::of(types().KeyError), {make_str(name)}));
  }

  enum class Numbering { kUnknown, kAutomatic, kManual };
  Interpreter& vm_;
  const Arguments* arguments_;
  Value mapping_;
  Numbering numbering_ = Numbering::kUnknown;
  size_t next_ = 0;
};
}  // namespace

Value str_format(Interpreter& vm, const Arguments& a) {
  NativeCallGuard guard(vm);
  const Value keep = a[0];
  return make_str(Formatter(vm, &a, {}).expand(keep.as<Str>()->text, 2));
}

Value str_format_map(Interpreter& vm, const Arguments& a) {
  exactly_one(a, "str.format_map", 1);
  NativeCallGuard guard(vm);
  const Value keep = a[0];
  return make_str(Formatter(vm, nullptr, a[1]).expand(keep.as<Str>()->text, 2));
}

}  // namespace vt::vm
