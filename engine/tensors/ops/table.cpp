#include "ops/table.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "support/check.h"

namespace vt {
namespace {

// Reads one signature; the grammar is the subset of PyTorch's schema language of op.h.
class SchemaParser {
 public:
  explicit SchemaParser(const char* text) : text_(text) {}

  Schema parse() {
    Schema schema;
    schema.name = until("(");
    schema.python_name = schema.name.substr(0, schema.name.find('.'));
    expect("(");
    bool keyword_only = false;
    while (!accept(")")) {
      if (accept("*")) keyword_only = true;
      else schema.parameters.push_back(parameter(keyword_only));
      accept(",");
    }
    expect("->");
    if (accept("(")) {
      while (!accept(")")) {
        schema.results.push_back(result());
        accept(",");
      }
    } else {
      schema.results.push_back(result());
    }
    VT_CHECK(at_ == text_.size(), std::string("unread text in signature ") + std::string(text_));
    return schema;
  }

 private:
  Parameter parameter(bool keyword_only) {
    Parameter p;
    p.keyword_only = keyword_only;
    std::string type = word();
    bool list = false;
    bool optional_item = accept("?");
    if (accept("[")) {
      list = true;
      p.list_size = std::atoi(until("]").c_str());
      expect("]");
      optional_item = accept("?");
    }
    p.optional = optional_item;
    p.type = arg_type(type, list);
    p.name = word();
    if (accept("=")) {
      p.has_default = true;
      p.default_value = value(p);
    }
    return p;
  }

  ArgType arg_type(const std::string& type, bool list) {
    static const std::unordered_map<std::string, ArgType> plain = {
        {"Tensor", ArgType::kTensor}, {"Scalar", ArgType::kScalar}, {"int", ArgType::kInt},
        {"SymInt", ArgType::kInt},    {"float", ArgType::kFloat},   {"bool", ArgType::kBool},
        {"str", ArgType::kStr},       {"dtype", ArgType::kDType},   {"device", ArgType::kDevice}};
    auto found = plain.find(type);
    VT_CHECK(found != plain.end(), "unknown type " + type + " in signature " + std::string(text_));
    if (!list) return found->second;
    if (found->second == ArgType::kTensor) return ArgType::kTensorList;
    if (found->second == ArgType::kFloat || found->second == ArgType::kScalar) return ArgType::kFloatList;
    VT_CHECK(found->second == ArgType::kInt, "no lists of " + type + " in signature " + std::string(text_));
    return ArgType::kIntList;
  }

  Arg value(const Parameter& p) {
    if (accept("None")) return {};
    if (accept("True")) return true;
    if (accept("False")) return false;
    if (accept("[")) return list(p);
    if (at_ < text_.size() && (text_[at_] == '\'' || text_[at_] == '"')) {
      std::string quote(1, text_[at_]);
      expect(quote);
      std::string content = until(quote);
      expect(quote);
      return content;
    }
    std::string number = until(",) ]");
    if (p.type == ArgType::kIntList) {
      int64_t item = std::strtoll(number.c_str(), nullptr, 10);
      return IntList(static_cast<size_t>(p.list_size > 0 ? p.list_size : 1), SymInt(item));
    }
    bool integral = p.type != ArgType::kFloat && number.find_first_not_of("-0123456789") == std::string::npos;
    if (integral) return static_cast<int64_t>(std::strtoll(number.c_str(), nullptr, 10));
    return number_value(number);
  }

  Arg list(const Parameter& p) {
    std::vector<double> numbers;
    while (!accept("]")) {
      numbers.push_back(number_value(until(",] ")));
      accept(",");
    }
    if (p.type == ArgType::kFloatList) return numbers;
    if (p.type == ArgType::kTensorList) return TensorList{};
    IntList ints;
    for (double number : numbers) ints.push_back(SymInt(static_cast<int64_t>(number)));
    return ints;
  }

  static double number_value(const std::string& text) {
    if (text == "inf") return HUGE_VAL;
    if (text == "-inf") return -HUGE_VAL;
    char* end = nullptr;
    double number = std::strtod(text.c_str(), &end);
    VT_CHECK(end && *end == '\0' && !text.empty(), "bad default " + text);
    return number;
  }

  std::string result() {
    std::string type = word();
    if (accept("[")) expect("]");
    accept("?");
    (void)type;
    skip_space();
    if (at_ < text_.size() && (isalpha(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) return word();
    return "";
  }

  std::string word() {
    skip_space();
    size_t start = at_;
    while (at_ < text_.size() && (isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) ++at_;
    VT_CHECK(at_ > start, "a word is missing in signature " + std::string(text_));
    return std::string(text_.substr(start, at_ - start));
  }
  std::string until(const std::string& stops) {
    size_t start = at_;
    while (at_ < text_.size() && stops.find(text_[at_]) == std::string::npos) ++at_;
    return std::string(text_.substr(start, at_ - start));
  }
  bool accept(std::string_view token) {
    skip_space();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    VT_CHECK(accept(token), std::string("expected '") + std::string(token) + "' in signature " + std::string(text_));
  }
  void skip_space() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  std::string_view text_;
  size_t at_ = 0;
};

struct Index {
  std::unordered_map<std::string_view, const OpDef*> by_name;
  std::unordered_map<std::string, std::vector<const OpDef*>> by_python_name;
  std::unordered_map<const OpDef*, std::unique_ptr<Schema>> schemas;
};

const Index& index() {
  static const Index instance = [] {
    Index built;
    for (const OpDef* op : all_ops()) {
      VT_CHECK(built.by_name.emplace(op->name, op).second, std::string("two ops are named ") + op->name);
      auto schema = std::make_unique<Schema>(SchemaParser(op->signature).parse());
      VT_CHECK(schema->name == op->name, std::string("name and signature differ: ") + op->name);
      if (!(op->traits & kInternal)) built.by_python_name[schema->python_name].push_back(op);
      built.schemas.emplace(op, std::move(schema));
    }
    return built;
  }();
  return instance;
}

}  // namespace

Schema parse_schema(const char* signature) { return SchemaParser(signature).parse(); }

const OpDef* find_op(std::string_view name) {
  auto found = index().by_name.find(name);
  return found == index().by_name.end() ? nullptr : found->second;
}

const std::vector<const OpDef*>& overloads(std::string_view name) {
  static const std::vector<const OpDef*> none;
  auto found = index().by_python_name.find(std::string(name));
  return found == index().by_python_name.end() ? none : found->second;
}

const Schema& schema_of(const OpDef& op) {
  auto found = index().schemas.find(&op);
  if (found != index().schemas.end()) return *found->second;
  // Ops outside the table: custom ops of a program, ops of tests.
  static std::mutex mutex;
  static std::unordered_map<const OpDef*, std::unique_ptr<Schema>> others;
  std::lock_guard lock(mutex);
  std::unique_ptr<Schema>& schema = others[&op];
  if (!schema || schema->name != op.name) schema = std::make_unique<Schema>(SchemaParser(op.signature).parse());
  return *schema;
}

}  // namespace vt
