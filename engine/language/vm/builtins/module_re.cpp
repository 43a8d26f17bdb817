// _re: patterns compiled and run. Classes and functions of `re` are vm/python/re.py.
#include <algorithm>

#include "vm/builtins/helpers.h"
#include "vm/builtins/modules.h"
#include "vm/builtins/regex.h"
#include "vm/builtins/unicode.h"

namespace vt::vm {
namespace {

struct CompiledPattern : Object {
  CompiledPattern(Type* type, regex::Program made) : Object(Kind::kOther, type), program(std::move(made)) {}
  void traverse(Visitor& v) const override { v.visit(last_text); }
  void clear() override { last_text = Value(); }
  regex::Program program;
  Value last_text;  // a text is searched again and again: its characters are kept
  std::u32string characters;
};

std::u32string decoded(const Value& v) {
  std::u32string out;
  if (const Bytes* bytes = v.as<Bytes>()) {
    for (char c : bytes->data) out.push_back(static_cast<unsigned char>(c));
    return out;
  }
  const std::string& text = v.as<Str>()->text;
  out.reserve(static_cast<size_t>(v.as<Str>()->length));
  for (size_t at = 0; at < text.size();) out.push_back(decode_utf8(text, at));
  return out;
}

// A mistake in a pattern: ValueError(message, position), which re.py makes re.error of.
[[noreturn]] void raise_syntax(const regex::SyntaxError& error) {
  raise_value(make<Exception>(
      types().ValueError,
      make_tuple({make_str(error.message), error.position < 0 ? Value::none() : Value::integer(error.position)})));
}

// compile(pattern, flags) -> (compiled, groups, names, flags)
Value compile_pattern(Interpreter& vm, const Arguments& a) {
  static Type* const type = make_type("CompiledPattern", types().object, Kind::kOther, "_re");
  check_count(a, "compile", 2, 2);
  std::u32string pattern = decoded(a[0]);
  charge_work(pattern.size());
  try {
    regex::Program program =
        regex::compile(pattern, static_cast<uint32_t>(vm.to_index(a[1])), a[0].as<Bytes>() != nullptr);
    Value names = make<Dict>();
    for (const auto& [name, group] : program.names)
      names.as<Dict>()->table.insert(vm, make_str(name), Value::integer(group));
    Value groups = Value::integer(program.groups), flags = Value::integer(program.flags);
    return make_tuple({make<CompiledPattern>(type, std::move(program)), groups, names, flags});
  } catch (const regex::SyntaxError& error) {
    raise_syntax(error);
  }
}

// run(compiled, text, begin, end, mode, not_empty) -> (start, end, ... of each group, last group) or None
Value run_pattern(Interpreter& vm, const Arguments& a) {
  check_count(a, "run", 6, 6);
  auto* pattern = static_cast<CompiledPattern*>(a[0].as_object());
  if (!pattern->last_text.same(a[1])) {
    pattern->characters = decoded(a[1]);
    charge_work(pattern->characters.size());
    pattern->last_text = a[1];
  }
  int64_t size = static_cast<int64_t>(pattern->characters.size());
  int64_t begin = std::clamp<int64_t>(vm.to_index(a[2]), 0, size),
          end = std::clamp<int64_t>(vm.to_index(a[3]), 0, size);
  if (begin > end) return Value::none();
  regex::Match match;
  try {
    bool found = regex::run(pattern->program, pattern->characters, static_cast<size_t>(begin), static_cast<size_t>(end),
                            static_cast<regex::Mode>(vm.to_index(a[4])), vm.truth(a[5]), charge_work, match);
    if (!found) return Value::none();
  } catch (const regex::SyntaxError& error) {
    raise_syntax(error);
  }
  std::vector<Value> spans;
  for (size_t i = 0; i < match.spans.size(); ++i) {
    // A group that was entered and not left took no part.
    bool whole = match.spans[i & ~size_t{1}] >= 0 && match.spans[i | 1] >= 0;
    spans.push_back(Value::integer(whole ? match.spans[i] : -1));
  }
  spans.push_back(Value::integer(match.last_group));
  return make_tuple(std::move(spans));
}

}  // namespace

void load_re_natives(Interpreter&, Module& module) {
  define_function(module, "compile", compile_pattern);
  define_function(module, "run", run_pattern);
}

}  // namespace vt::vm
