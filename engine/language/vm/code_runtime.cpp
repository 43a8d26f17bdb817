#include "vm/code_runtime.h"

#include <cstdlib>

#include "support/check.h"
#include "vm/builtins/bigint.h"
#include "vm/builtins/builtins.h"
#include "vm/interpreter.h"

namespace vt::vm {
namespace {

Value materialise_tuple(const ConstantTuple& tuple) {
  std::vector<Value> items;
  for (const Constant& item : tuple.items) items.push_back(materialise(item));
  if (!tuple.frozen_set) return make_tuple(std::move(items));
  Value folded = make<Set>(true), set = make<Set>(true);
  for (const Value& item : items) folded.as<Set>()->table.insert(*Interpreter::current(), item);
  // CPython's compiler builds the constant once more when it merges equal constants; the
  // order in which such a set prints shows it.
  for (const auto& entry : folded.as<Set>()->table.entries())
    if (!entry.key.is_null()) set.as<Set>()->table.insert(*Interpreter::current(), entry.key);
  return set;
}

struct Materialise {
  Value operator()(std::monostate) { return Value::none(); }
  Value operator()(bool v) { return Value::boolean(v); }
  Value operator()(int64_t v) { return Value::integer(v); }
  Value operator()(double v) { return Value::real(v); }
  Value operator()(const BigIntText& v) {
    if (v.digits.back() == 'j') return make_complex(0, std::strtod(v.digits.c_str(), nullptr));
    const bool negative = v.digits[0] == '-';
    Big number;
    std::string_view digits = std::string_view(v.digits).substr(negative);
    int radix = 10;
    if (digits[0] == '0') {  // a long literal keeps its radix
      radix = digits[1] == 'x' ? 16 : digits[1] == 'o' ? 8 : 2;
      digits.remove_prefix(2);
    }
    VT_CHECK(big_parse(digits, radix, number), "the lexer checked the digits");
    number.negative = negative;
    return make_int(std::move(number));
  }
  // Constants that look like names are shared, so that dict lookups compare pointers.
  Value operator()(const std::string& v) { return v.size() <= 32 ? Value::of(intern(v)) : make<Str>(v); }
  Value operator()(const BytesConstant& v) { return make<Bytes>(v.data); }
  Value operator()(EllipsisConstant) { return ellipsis(); }
  Value operator()(const std::shared_ptr<ConstantTuple>& v) { return materialise_tuple(*v); }
  Value operator()(const std::shared_ptr<const Code>& v) { return make<CodeObject>(v); }
};

}  // namespace

Value materialise(const Constant& constant) { return std::visit(Materialise{}, constant.value); }

CodeRuntime::CodeRuntime(const Code& code)
    : slot_count(static_cast<uint32_t>(code.local_names.size())),
      frame_size(slot_count + static_cast<uint32_t>(code.max_stack) + 1),
      positional(static_cast<uint32_t>(code.argument_count)),
      simple(!(code.flags & (kHasVarArgs | kHasVarKeywords)) && code.keyword_only_count == 0 &&
             (code.flags & kOptimized)) {}

InlineCache* CodeRuntime::prepare(const Code& code) {
  caches = std::make_unique<InlineCache[]>(code.instructions.size());
  return caches.get();
}

}  // namespace vt::vm
