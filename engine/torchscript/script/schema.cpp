#include "torchscript/script/schema.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <unordered_map>

#include "support/check.h"
#include "torchscript/script/schemas.h"

namespace vt::script {
namespace {

// Parses one declaration: "aten::max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, ...)".
class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  Schema schema() {
    Schema s;
    s.text = text_;
    size_t open = text_.find('(');
    std::string full = text_.substr(0, open);
    size_t dot = full.find('.');
    s.name = full.substr(0, dot);
    if (dot != std::string::npos) s.overload = full.substr(dot + 1);
    at_ = open + 1;
    bool keyword_only = false;
    while (!take(")")) {
      if (take("...")) s.variadic = true;
      else if (take("*")) keyword_only = true;
      else s.arguments.push_back(argument(keyword_only));
      take(",");
    }
    for (const Argument& a : s.arguments) s.out_variant |= a.keyword_only && a.written;
    take("->");
    results(s);
    return s;
  }

  TypePtr type(Argument* argument = nullptr) {
    TypePtr made;
    if (take("(")) {
      Types items;
      while (!take(")")) {
        items.push_back(type());
        take(",");
      }
      made = items.size() == 1 && peek() != '[' ? items[0] : tuple_of(std::move(items));
    } else {
      made = named(word());
      if (is(made, TypeKind::kOther) && (made->name == "Dict" || made->name == "Future" || made->name == "Await" ||
                                         made->name == "RRef" || made->name == "Union")) {
        std::string container = made->name;
        take("(");
        Types inside;
        while (!take(")")) {
          inside.push_back(type());
          take(",");
        }
        if (container == "Dict") made = dict_of(inside[0], inside[1]);
        else if (container == "Future") made = future_of(inside[0]);
        else made = simple_type(TypeKind::kAny);
      }
    }
    for (;;) {
      if (peek() == '(') {
        size_t close = text_.find(')', at_);
        std::string alias = text_.substr(at_, close - at_);
        if (argument) {
          argument->aliased = true;
          argument->written |= alias.find('!') != std::string::npos;
        }
        at_ = close + 1;
      } else if (take("?")) {
        made = optional_of(made);
      } else if (take("[")) {
        std::string size = digits();
        take("]");
        if (argument && !size.empty()) argument->list_size = std::stoi(size);
        made = list_of(made);
      } else {
        return made;
      }
    }
  }

 private:
  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(std::string_view token) {
    peek();
    if (text_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    return true;
  }
  std::string word() {
    peek();
    size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_' || text_[at_] == '.'))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::string digits() {
    size_t begin = at_;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  static TypePtr named(const std::string& name) {
    static const std::map<std::string, TypeKind> known = {
        {"Tensor", TypeKind::kTensor},    {"int", TypeKind::kInt},        {"SymInt", TypeKind::kInt},
        {"float", TypeKind::kFloat},      {"bool", TypeKind::kBool},      {"Scalar", TypeKind::kNumber},
        {"str", TypeKind::kString},       {"NoneType", TypeKind::kNone},  {"Device", TypeKind::kDevice},
        {"Any", TypeKind::kAny},          {"ScalarType", TypeKind::kInt}, {"Layout", TypeKind::kInt},
        {"MemoryFormat", TypeKind::kInt}, {"number", TypeKind::kNumber}};
    auto found = known.find(name);
    if (found != known.end()) return simple_type(found->second);
    bool letter = name.size() <= 2 && std::islower(static_cast<unsigned char>(name[0]));
    if (letter || name == "tVal") return variable_type(name);
    return other_type(name);
  }
  Argument argument(bool keyword_only) {
    Argument a;
    a.keyword_only = keyword_only;
    a.type = type(&a);
    a.name = word();
    if (!take("=")) return a;
    a.has_default = true;
    a.default_value = literal(a.type);
    return a;
  }
  vm::Value literal(const TypePtr& type) {
    if (take("None")) return vm::Value::none();
    if (take("True")) return vm::Value::boolean(true);
    if (take("False")) return vm::Value::boolean(false);
    if (take("[")) {
      std::vector<vm::Value> items;
      while (!take("]")) {
        items.push_back(literal(type));
        take(",");
      }
      return vm::make_list(std::move(items));
    }
    if (peek() == '"' || peek() == '\'') {
      char quote = text_[at_++];
      size_t close = text_.find(quote, at_);
      std::string value;
      for (size_t i = at_; i < close; ++i) {
        if (text_[i] != '\\') {
          value += text_[i];
          continue;
        }
        char c = text_[++i];
        value += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'f' ? '\f' : c == 'v' ? '\v' : c;
      }
      at_ = close + 1;
      return vm::make_str(value);
    }
    size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_' ||
                                  text_[at_] == '.' || text_[at_] == '-' || text_[at_] == '+'))
      ++at_;
    std::string token = text_.substr(begin, at_ - begin);
    if (token == "Mean") return vm::Value::integer(1);
    if (token == "contiguous_format" || token == "strided") return vm::Value::integer(0);
    if (token == "inf") return vm::Value::real(1.0 / 0.0);
    if (token == "-inf") return vm::Value::real(-1.0 / 0.0);
    if (token.find_first_of(".e") != std::string::npos || is(without_none(type), TypeKind::kFloat))
      return vm::Value::real(std::strtod(token.c_str(), nullptr));
    return vm::Value::integer(std::strtoll(token.c_str(), nullptr, 10));
  }
  void results(Schema& s) {
    auto one = [&] {
      s.results.push_back(type());
      char next = peek();
      s.result_names.push_back(std::isalpha(static_cast<unsigned char>(next)) ? word() : "");
    };
    if (peek() != '(') {
      if (peek() == '.') {
        s.variadic = true;
        return;
      }
      return one();
    }
    take("(");
    // "((str, t)[])" has one result, "(Tensor, Tensor)" has two.
    while (!take(")")) {
      one();
      take(",");
    }
  }

  const std::string& text_;
  size_t at_ = 0;
};

// The rows of all table parts; abbreviated rows are expanded.
class Rows {
 public:
  Rows() {
    add(kSchemas1, kSchemaCount1);
    add(kSchemas2, kSchemaCount2);
    add(kSchemas3, kSchemaCount3);
    add(kSchemas4, kSchemaCount4);
    for (std::string_view row : rows_)
      if (size_t open = row.find('('); open != row.npos)
        arguments_.emplace(row.substr(0, open), row.substr(open + 1, row.rfind(") -> ") - open - 1));
  }
  std::vector<std::string> full() const {
    std::vector<std::string> texts;
    for (std::string_view row : rows_) texts.push_back(row.find('(') != row.npos ? std::string(row) : of_form(row));
    return texts;
  }

 private:
  void add(const char* const* part, size_t count) { rows_.insert(rows_.end(), part, part + count); }
  // Expands "aten::add_.Tensor = add.Tensor, in place" and "aten::add.out = add.Tensor, out": the arguments of the
  // referenced row, with a tensor that is written and returned.
  std::string of_form(std::string_view row) const {
    size_t equals = row.find(" = "), comma = row.find(", "), space = row.find("::") + 2;
    std::string name(row.substr(0, equals)), base(row.substr(0, space));
    base += row.substr(equals + 3, comma - equals - 3);
    auto found = arguments_.find(base);
    VT_CHECK(found != arguments_.end(), "a form of no operator: " + std::string(row));
    std::string arguments(found->second);
    if (row.substr(comma + 2) == "in place") arguments.replace(0, std::string_view("Tensor").size(), "Tensor(a!)");
    else
      arguments += (arguments.empty()                          ? "*, "
                    : arguments.find('*') != std::string::npos ? ", "
                                                               : ", *, ") +
                   std::string("Tensor(a!) out");
    return name + "(" + arguments + ") -> Tensor(a!)";
  }

  std::vector<std::string_view> rows_;
  std::unordered_map<std::string_view, std::string_view> arguments_;  // by full name; the first row of a name counts
};

using Table = std::unordered_map<std::string, std::vector<Schema>>;
const Table& table() {
  static const Table* made = [] {
    auto* all = new Table;
    for (const std::string& text : Rows().full()) {
      Schema schema = Parser(text).schema();
      (*all)[schema.name].push_back(std::move(schema));
    }
    return all;
  }();
  return *made;
}

}  // namespace

bool Schema::mutates() const {
  return std::any_of(arguments.begin(), arguments.end(), [](const Argument& a) { return a.written; });
}

const std::vector<Schema>& schemas(const std::string& name) {
  static const std::vector<Schema> none;
  auto found = table().find(name);
  return found == table().end() ? none : found->second;
}

const Schema* find_schema(const std::string& name, const std::string& overload) {
  for (const Schema& schema : schemas(name))
    if (schema.overload == overload) return &schema;
  return nullptr;
}

std::vector<CompileCall>& compile_stack() {
  static thread_local std::vector<CompileCall> stack;
  return stack;
}

std::string ScriptError::text() const {
  if (complete) return message;
  std::string out = "\n" + message + ":\n" + range.highlight();
  const std::vector<CompileCall>& calls = compile_stack();
  for (size_t i = calls.size(); i-- > 1;)
    out += "'" + calls[i].function + "' is being compiled since it was called from '" + calls[i - 1].function + "'\n" +
           calls[i - 1].range.highlight();
  return out;
}

std::string declaration(const std::string& name, const std::vector<Argument>& arguments, const TypePtr& result) {
  std::string text = name + "(";
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument& a = arguments[i];
    text += (i ? ", " : "") + schema_text(a.type) + " " + a.name;
    if (a.has_default)
      text += "=" + (a.default_value.is_bool() ? std::string(a.default_value.as_bool() ? "True" : "False")
                                               : constant_text(a.default_value, a.type));
  }
  return text + ") -> " +
         (is(result, TypeKind::kTuple) && result->fields.empty() ? "(" + schema_text(result) + ")"
                                                                 : schema_text(result));
}

}  // namespace vt::script
