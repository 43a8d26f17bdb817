// Binds the arguments of a call to the slots of a function written in the language.
#include "vm/native.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

struct Binding {
  Interpreter& vm;
  Function* function;
  const Code& code;
  Value* slots;
  size_t positional, keywords;
  const Value* values;
  const Value* keyword_names;

  std::string callee() const {
    const Str* name = function->qualified_name.as<Str>();
    return (name ? name->text : code.qualified_name) + "()";
  }
  size_t default_count() const {
    const Tuple* defaults = function->defaults.as<Tuple>();
    return defaults ? defaults->items.size() : 0;
  }
};

[[noreturn]] void too_many(const Binding& b) {
  size_t wanted = static_cast<size_t>(b.code.argument_count), defaults = b.default_count();
  std::string takes =
      defaults ? "from " + std::to_string(wanted - defaults) + " to " + std::to_string(wanted) : std::to_string(wanted);
  bool plural = defaults ? true : wanted != 1;
  size_t only = 0;
  for (int i = 0; i < b.code.keyword_only_count; ++i) only += !b.slots[b.code.argument_count + i].is_null();
  std::string given = std::to_string(b.positional);
  if (only)
    given += std::string(" positional argument") + (b.positional == 1 ? "" : "s") + " (and " + std::to_string(only) +
             " keyword-only argument" + (only == 1 ? "" : "s") + ")";
  raise(types().TypeError, b.callee() + " takes " + takes + " positional argument" + (plural ? "s" : "") + " but " +
                               given + (b.positional == 1 && !only ? " was" : " were") + " given");
}

[[noreturn]] void missing(const Binding& b, const std::vector<std::string>& names, const char* kind) {
  std::string listed;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i) listed += names.size() == 2 ? " and " : i + 1 == names.size() ? ", and " : ", ";
    listed += "'" + names[i] + "'";
  }
  raise(types().TypeError, b.callee() + " missing " + std::to_string(names.size()) + " required " + kind + " argument" +
                               (names.size() == 1 ? "" : "s") + ": " + listed);
}

[[noreturn]] void unexpected_keyword(const Binding& b, const std::string& name) {
  std::string listed;
  for (int i = 0; i < b.code.positional_only_count; ++i)
    for (size_t k = 0; k < b.keywords; ++k)
      if (b.keyword_names[k].as<Str>()->text == b.code.local_names[i])
        listed += (listed.empty() ? "" : ", ") + b.code.local_names[i];
  if (!listed.empty())
    raise(types().TypeError,
          b.callee() + " got some positional-only arguments passed as keyword arguments: '" + listed + "'");
  raise(types().TypeError, b.callee() + " got an unexpected keyword argument '" + name + "'");
}

void bind_keywords(Binding& b, Dict* rest) {
  int named = b.code.argument_count + b.code.keyword_only_count;
  for (size_t k = 0; k < b.keywords; ++k) {
    Str* name = b.keyword_names[k].as<Str>();
    if (!name) raise(types().TypeError, "keywords must be strings");
    int at = b.code.positional_only_count;
    while (at < named && b.code.local_names[at] != name->text) ++at;
    const Value& value = b.values[b.positional + k];
    if (at < named) {
      if (!b.slots[at].is_null())
        raise(types().TypeError, b.callee() + " got multiple values for argument '" + name->text + "'");
      b.slots[at] = value;
    } else if (rest) {
      rest->table.insert(name, value);
    } else {
      unexpected_keyword(b, name->text);
    }
  }
}

void fill_defaults(Binding& b) {
  size_t wanted = static_cast<size_t>(b.code.argument_count), defaults = b.default_count();
  std::vector<std::string> absent;
  for (size_t i = std::min(b.positional, wanted); i < wanted; ++i) {
    if (!b.slots[i].is_null()) continue;
    if (i + defaults >= wanted) b.slots[i] = b.function->defaults.as<Tuple>()->items[i + defaults - wanted];
    else absent.push_back(b.code.local_names[i]);
  }
  if (!absent.empty()) missing(b, absent, "positional");
  Dict* keyword_defaults = b.function->keyword_defaults.as<Dict>();
  for (int i = 0; i < b.code.keyword_only_count; ++i) {
    Value& slot = b.slots[b.code.argument_count + i];
    const std::string& name = b.code.local_names[b.code.argument_count + i];
    if (!slot.is_null()) continue;
    Value* value = keyword_defaults ? keyword_defaults->table.find(intern(name)) : nullptr;
    if (value) slot = *value;
    else absent.push_back(name);
  }
  if (!absent.empty()) missing(b, absent, "keyword-only");
}

}  // namespace

void bind_call(Interpreter& vm, Function* function, Value* slots, const Value* values, size_t positional,
               const Value* keyword_names, size_t keywords) {
  const Code& code = *function->code_object()->code;
  Binding b{vm, function, code, slots, positional, keywords, values, keyword_names};
  size_t wanted = static_cast<size_t>(code.argument_count);
  size_t direct = std::min(positional, wanted);
  for (size_t i = 0; i < direct; ++i) slots[i] = values[i];
  size_t extra = wanted + static_cast<size_t>(code.keyword_only_count);
  if (code.flags & kHasVarArgs) {
    std::vector<Value> rest;
    if (positional > direct) rest.assign(values + direct, values + positional);
    slots[extra++] = make_tuple(std::move(rest));
  }
  Dict* rest = nullptr;
  if (code.flags & kHasVarKeywords) {
    slots[extra] = make<Dict>();
    rest = slots[extra].as<Dict>();
  }
  bind_keywords(b, rest);
  if (positional > wanted && !(code.flags & kHasVarArgs)) too_many(b);
  fill_defaults(b);
}

}  // namespace vt::vm
