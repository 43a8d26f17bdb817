#include "vm/recorder_text.h"

#include <cstring>
#include <functional>

#include "vm/state.h"

namespace vt::vm {
namespace {

constexpr int kDeepest = 3;
constexpr int64_t kMostShownWhole = 32;  // items of a native container that prints itself

std::string quoted(Interpreter& vm, const std::string& text) {
  return vm.repr(make_str(shortened(text, kLongestText / 2)));
}

// Whether an object holds others, whose printing may be the program's.
bool holds_objects(const Object& object) {
  struct Search final : Visitor {
    void visit(const Value& value) override { found |= value.is_object() && !value.as<Str>(); }
    bool found = false;
  } search;
  object.traverse(search);
  return search.found;
}

// The name of a member of an enumeration, else null.
const Str* member_name(const Value& value) {
  const Value* table = value.as_object()->attributes_if_any();
  Dict* attributes = table ? table->as<Dict>() : nullptr;
  static Str *const kName = intern("_name_"), *const kValue = intern("_value_");
  const Value* name = attributes ? attributes->table.find(kName) : nullptr;
  return name && attributes->table.find(kValue) ? name->as<Str>() : nullptr;
}

bool is_of_library(const Type& type) {
  static Str* const kModule = intern("__module__");
  const Value* module = type.find(kModule);
  const Str* name = module ? module->as<Str>() : nullptr;
  return name && name->text != "__main__";
}

class Texts {
 public:
  Texts(Interpreter& interpreter, const ObjectDescriber* objects) : vm(interpreter), describer(objects) {}

  std::string items(const std::vector<Value>& all, int depth) const {
    std::string out;
    for (size_t i = 0; i < all.size(); ++i) {
      if (i == kMostItems || out.size() > kLongestText)
        return out + ", ... " + std::to_string(all.size() - i) + " more";
      if (i) out += ", ";
      out += of(all[i], depth + 1);
    }
    return out;
  }

  std::string of(const Value& value, int depth) const {
    if (value.is_null()) return "?";
    if (!value.is_object()) return vm.repr(value);
    const std::string& type = type_of(value)->name;
    if (depth >= kDeepest && !is_constant(value)) return type + "(...)";
    if (const Str* name = member_name(value)) return type + "." + name->text;
    switch (value.as_object()->kind) {
      case Kind::kStr: return quoted(vm, value.as<Str>()->text);
      case Kind::kBytes: return bytes(value);
      case Kind::kBigInt: return integer(*value.as<BigInt>());
      case Kind::kList: return "[" + items(value.as<List>()->items, depth) + "]";
      case Kind::kTuple: {
        const auto& all = static_cast<Tuple*>(value.as_object())->items;
        return "(" + items(all, depth) + (all.size() == 1 ? ",)" : ")");
      }
      case Kind::kDict: return "{" + table(value.as<Dict>()->table, ": ", depth) + "}";
      case Kind::kSet:
      case Kind::kFrozenSet: {
        std::vector<Value> members;
        for (const auto& entry : value.as<Set>()->table.entries())
          if (!entry.key.is_null()) members.push_back(entry.key);
        return members.empty() ? type + "()" : "{" + items(members, depth) + "}";
      }
      case Kind::kSlice: {
        const Slice& slice = *value.as<Slice>();
        return "slice(" + items({slice.start, slice.stop, slice.step}, depth) + ")";
      }
      case Kind::kException: return type + "(" + items(value.as<Exception>()->args.as<Tuple>()->items, depth) + ")";
      case Kind::kFunction: return "function " + vm.str(value.as<Function>()->name);
      case Kind::kNativeFunction: return "function " + value.as<NativeFunction>()->name;
      case Kind::kBoundMethod: return method(*value.as<BoundMethod>());
      case Kind::kType: return "class " + static_cast<Type*>(value.as_object())->name;
      case Kind::kInstance: return instance(value, depth);
      default: return native(value);
    }
  }

 private:
  // The entries of a dict, or the attributes of an object ("="). Those of objects of the library
  // go by the names that its users know, without the underscore.
  std::string table(const HashTable& table, const char* equals, int depth, bool own_names = true) const {
    const bool attributes = *equals == '=';
    std::string out;
    size_t shown = 0;
    for (const auto& entry : table.entries()) {
      if (entry.key.is_null()) continue;
      const Str* name = entry.key.as<Str>();
      if (!own_names && name && name->text == "_hashcode") continue;  // which dates keep beside what they are
      if (shown == kMostItems || out.size() > kLongestText)
        return out + ", ... " + std::to_string(table.size() - shown) + " more";
      if (shown++) out += ", ";
      if (attributes && name) out += !own_names && name->text[0] == '_' ? name->text.substr(1) : name->text;
      else out += of(entry.key, depth + 1);
      out += equals + of(entry.value, depth + 1);
    }
    return out;
  }

  std::string bytes(const Value& value) const {
    const std::string text = "b" + quoted(vm, shortened(value.as<Bytes>()->data, 40));
    return type_of(value) == types().bytes ? text : type_of(value)->name + "(" + text + ")";
  }

  std::string integer(const BigInt& number) const {
    if (number.limbs.size() > 16) return "an int of about " + std::to_string(number.limbs.size() * 32) + " bits";
    if (number.type == types().int_) return vm.repr(Value::of(const_cast<BigInt*>(&number)));
    const Value plain = make<BigInt>(number.negative, number.limbs);  // its class may print it in its own way
    return number.type->name + "(" + vm.repr(plain) + ")";
  }

  std::string method(const BoundMethod& bound) const {
    if (const Function* function = bound.function.as<Function>()) return "method " + vm.str(function->name);
    if (const NativeFunction* function = bound.function.as<NativeFunction>()) return "method " + function->name;
    return "method";
  }

  std::string instance(const Value& value, int depth) const {
    const Type& type = *type_of(value);
    if (auto members = describer ? describer->members(value) : nullptr) {
      std::string out;
      for (const auto& [name, member] : *members) {
        if (out.size() > kLongestText) break;
        if (describer->tensor_id(member)) continue;  // shown by itself
        out += (out.empty() ? "" : ", ") + name + "=" + of(member, depth + 1);
      }
      return type.name + "(" + out + ")";
    }
    const Dict* attributes = value.as<Instance>()->attributes.as<Dict>();
    return type.name + "(" + (attributes ? table(attributes->table, "=", depth, !is_of_library(type)) : "") + ")";
  }

  // Objects of native types: what holds nothing of the program prints itself.
  std::string native(const Value& value) const {
    const Type& type = *type_of(value);
    const std::string described = describer ? describer->text(value) : "";
    if (!described.empty()) return described;
    const bool whole = !type.slots.length || vm.length(value) <= kMostShownWhole;
    if (type.is_native && whole && type.slots.repr && !holds_objects(*value.as_object())) {
      const std::string text = vm.repr(value);
      if (text.find(" at 0x") == std::string::npos) return text;
    }
    return "<" + type.name + ">";
  }

  Interpreter& vm;
  const ObjectDescriber* describer;
};

void mix(uint64_t& hash, uint64_t part) { hash = (hash ^ part) * 0x9e3779b97f4a7c15u + (hash >> 29); }

bool mix_value(uint64_t& hash, const Value& value, int depth) {
  mix(hash, static_cast<uint64_t>(value.tag()));
  if (value.is_float()) {
    const double number = value.as_float();
    uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    mix(hash, bits);
    return true;
  }
  if (!value.is_object()) {
    mix(hash, value.is_null() || value.is_none() ? 0 : static_cast<uint64_t>(value.as_int()));
    return true;
  }
  if (depth > kDeepest) return true;
  if (const Str* text = value.as<Str>(); text && text->type == types().str) {
    mix(hash, std::hash<std::string_view>()(text->text));
    return true;
  }
  const List* list = value.as<List>();
  const bool is_tuple = value.as_object()->kind == Kind::kTuple;
  if (!list && !is_tuple) return false;
  const std::vector<Value>& all = list ? list->items : static_cast<const Tuple*>(value.as_object())->items;
  mix(hash, all.size() * 2 + is_tuple);
  for (size_t i = 0; i < std::min(all.size(), kMostItems + 1); ++i)
    if (!mix_value(hash, all[i], depth + 1)) return false;
  return true;
}

}  // namespace

bool is_constant(const Value& value) {
  if (!value.is_object()) return true;
  switch (value.as_object()->kind) {
    case Kind::kBytes: return type_of(value) == types().bytes;  // a bytearray changes
    case Kind::kStr:
    case Kind::kBigInt:
    case Kind::kRange:
    case Kind::kSlice:
    case Kind::kEllipsis:
    case Kind::kNotImplemented:
    case Kind::kFunction:
    case Kind::kNativeFunction:
    case Kind::kBoundMethod:
    case Kind::kType:
    case Kind::kModule:
    case Kind::kCode: return true;
    default: return false;
  }
}

std::string shortened(std::string text, size_t most) {
  if (text.size() <= most) return text;
  size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

std::string text_of(Interpreter& vm, const ObjectDescriber* describer, const Value& value, int depth) {
  return Texts(vm, describer).of(value, depth);
}

// As the last line of a traceback shows it, where that asks nothing of the program.
std::string exception_message(Interpreter& vm, const ObjectDescriber* describer, const Exception& exception) {
  const Tuple* args = exception.args.as<Tuple>();
  if (!args || args->items.empty()) return {};
  const Texts texts(vm, describer);
  if (args->items.size() > 1) return "(" + texts.items(args->items, 1) + ")";
  const Str* message = args->items[0].as<Str>();
  if (!message || exception.type == types().KeyError) return texts.of(args->items[0], 1);
  return shortened(message->text, kLongestText);
}

uint64_t fingerprint(const Value& value) {
  uint64_t hash = 1;
  return !is_constant(value) && mix_value(hash, value, 0) ? hash | 1 : 0;
}

}  // namespace vt::vm
