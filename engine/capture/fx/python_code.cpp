// Prints a graph as Python source. Each value is released right after its last use (`y = relu(x);  x = None`), so that
// running the source needs no more memory than the live values.
#include <algorithm>
#include <cmath>
#include <map>

#include "capture/fx/graph.h"
#include "capture/fx/readable.h"

namespace vt::fx {
namespace {

struct Template {
  const char* name;
  const char* text;
};
// Functions of the module `operator` that print as operators; {} stands for the next operand.
constexpr Template kOperators[] = {
    {"eq", "{} == {}"}, {"ne", "{} != {}"},  {"lt", "{} < {}"},        {"gt", "{} > {}"},      {"le", "{} <= {}"},
    {"ge", "{} >= {}"}, {"pos", "+{}"},      {"neg", "-{}"},           {"invert", "~{}"},      {"add", "{} + {}"},
    {"sub", "{} - {}"}, {"mul", "{} * {}"},  {"floordiv", "{} // {}"}, {"truediv", "{} / {}"}, {"div", "{} / {}"},
    {"mod", "{} % {}"}, {"pow", "{} ** {}"}, {"lshift", "{} << {}"},   {"rshift", "{} >> {}"}, {"and_", "{} & {}"},
    {"or_", "{} | {}"}, {"xor", "{} ^ {}"},  {"getitem", "{}[{}]"},    {"matmul", "{} @ {}"}};
constexpr Template kInplaceOperators[] = {
    {"iadd", "{} += {}"},  {"iand", "{} &= {}"},      {"ifloordiv", "{} //= {}"}, {"ilshift", "{} <<= {}"},
    {"imod", "{} %= {}"},  {"imul", "{} *= {}"},      {"imatmul", "{} @= {}"},    {"ior", "{} |= {}"},
    {"ipow", "{} **= {}"}, {"irshift", "{} >>= {}"},  {"isub", "{} -= {}"},       {"itruediv", "{} /= {}"},
    {"ixor", "{} ^= {}"},  {"setitem", "{}[{}] = {}"}};

template <size_t n>
const char* find_template(const Template (&table)[n], std::string_view name) {
  for (const Template& row : table) {
    if (name == row.name) return row.text;
  }
  return nullptr;
}

std::string fill(const char* text, const std::vector<std::string>& operands) {
  std::string result;
  size_t used = 0;
  for (const char* p = text; *p; ++p) {
    if (p[0] == '{' && p[1] == '}') {
      result += used < operands.size() ? operands[used++] : "";
      ++p;
    } else {
      result += *p;
    }
  }
  return result;
}

bool is_identifier(std::string_view text) {
  if (text.empty() || isdigit(static_cast<unsigned char>(text[0]))) return false;
  for (char c : text) {
    if (!isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  }
  return true;
}

std::string dotted(std::string base, std::string_view target) {
  for (size_t start = 0; start <= target.size();) {
    size_t end = std::min(target.find('.', start), target.size());
    std::string_view atom = target.substr(start, end - start);
    if (is_identifier(atom)) base += "." + std::string(atom);
    else base = "getattr(" + base + ", \"" + std::string(atom) + "\")";
    start = end + 1;
  }
  return base;
}

class Emitter {
 public:
  Emitter(Interpreter& vm, const Graph& graph, std::string_view root, bool verbose, TypeDetail detail = {})
      : vm_(vm), graph_(graph), root_(root), verbose_(verbose), detail_(detail) {
    globals_ = vm::make<Dict>();
    for (Node* node = graph.first(); !graph.is_end(node); node = node->next) names_.create(node->name, true);
    for (const char* name : {"inf", "nan", "torch", "device"}) add_builtin(name);
  }

  void run() {
    find_last_uses();
    for (Node* node = graph_.first(); !graph_.is_end(node); node = node->next) {
      counters_.push_back(body_.size());
      if (verbose_) put(source_comment(vm_, *node, last_comment_));
      emit(*node);
      free_after(*node);
      lines_.emplace_back(line_, node);
    }
    if (body_.empty()) body_.push_back("pass\n");
  }

  std::string body() const {
    std::string text;
    for (const std::string& piece : body_) text += piece;
    return text;
  }

  // The body as PyTorch passes it to code transformers: a line "# COUNTER: n" before each node's statement.
  std::vector<std::string> numbered_pieces() const {
    std::vector<std::string> pieces;
    size_t next = 0;
    for (size_t i = 0; i <= body_.size(); ++i) {
      for (; next < counters_.size() && counters_[next] == i; ++next)
        pieces.push_back("# COUNTER: " + std::to_string(next) + "\n");
      if (i < body_.size()) pieces.push_back(body_[i]);
    }
    return pieces;
  }

  std::string signature() const {
    std::string text = root_;
    for (const std::string& parameter : parameters_) text += ", " + parameter;
    return text;
  }

  Value globals_;
  std::string wrapped_, result_;
  std::vector<std::string> parameters_;
  std::vector<std::pair<int, Node*>> lines_;

 private:
  void put(std::string text) {
    if (text.empty()) return;
    line_ += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    body_.push_back(std::move(text));
  }

  void add_builtin(const char* name) {
    Value value;
    if (std::string_view(name) == "inf") value = Value::real(HUGE_VAL);
    else if (std::string_view(name) == "nan") value = Value::real(std::nan(""));
    else if (std::string_view(name) == "torch") value = vm_.import_module("torch");
    else value = vm_.find_attribute(vm_.import_module("torch"), vm::intern(name));
    if (!value.is_null()) globals_.as<Dict>()->table.insert(vm::intern(name), value);
  }

  // Whether evaluating the dotted path from the module torch gives this object.
  bool resolves(const std::string& path, const Value& object) {
    Value at = vm_.import_module("torch");
    for (size_t start = 6; start <= path.size() && !at.is_null();) {
      size_t end = std::min(path.find('.', start), path.size());
      at = vm_.find_attribute(at, vm::intern(path.substr(start, end - start)));
      start = end + 1;
    }
    // An alias of an op is a separate function object, so any native function at that path is accepted.
    return !at.is_null() && (at.same(object) || (at.as<vm::NativeFunction>() && object.as<vm::NativeFunction>()));
  }

  // The code of a type annotation: `typing_List[torch.Tensor]`.
  std::string type_code(const Value& type) {
    if (vm::Type* plain = type.as<vm::Type>(); plain && plain->name == "NoneType") {
      globals_.as<Dict>()->table.insert(vm::intern("NoneType"), type);
      return "NoneType";
    }
    Value arguments = type.as<vm::Type>() ? Value() : vm_.find_attribute(type, vm::intern("__args__"));
    if (arguments.is_null()) return global_name_as(type_text(vm_, type), type);
    std::string text = vm_.repr(type), origin = text.substr(0, text.find('['));
    if (origin == "typing.Optional") origin = "typing.Union";
    bool bars = !origin.starts_with("typing.") && text.find(" | ") != std::string::npos;
    std::string members;
    for (const Value& member : vm_.to_vector(arguments))
      members += (members.empty() ? "" : bars ? "|" : ",") + type_code(member);
    if (bars) return members;
    if (origin.starts_with("typing.")) {
      Value object = vm_.find_attribute(vm_.import_module("typing"), vm::intern(origin.substr(7)));
      if (!object.is_null()) origin = global_name_as(origin, object);
    }
    return origin + "[" + members + "]";
  }

  // The global name by which the source refers to an object from outside the graph.
  std::string global_name(const Value& object) {
    std::string hint = printed_name(vm_, object);
    return global_name_as(hint.starts_with("operator.") ? "_" + hint : hint, object);
  }

  std::string global_name_as(const std::string& hint, const Value& object) {
    if (hint.starts_with("torch.") && resolves(hint, object)) return hint;
    if (const Value* builtin = vm_.builtins()->table.find(vm::intern(hint)); builtin && builtin->same(object))
      return hint;
    for (const auto& entry : globals_.as<Dict>()->table.entries()) {
      if (!entry.key.is_null() && entry.value.same(object)) return entry.key.as<vm::Str>()->text;
    }
    return new_global(hint, object);
  }

  std::string new_global(const std::string& hint, const Value& object) {
    std::string name = names_.create(hint);
    globals_.as<Dict>()->table.insert(vm::intern(name), object);
    return name;
  }

  std::string represent_all(const std::vector<Value>& items, size_t from = 0) {
    std::string text;
    for (size_t i = from; i < items.size(); ++i) text += (i > from ? ", " : "") + represent(items[i]);
    return text;
  }

  std::string represent(const Value& value) {
    if (Node* node = value.as<Node>()) return node->name;
    if (vm::Tuple* tuple = value.as<vm::Tuple>()) {
      if (Value fields = vm_.find_attribute(value, vm::intern("_fields")); !fields.is_null()) {
        return global_name(Value::of(tuple->type)) + "(" + represent_all(tuple->items) + ")";
      }
      if (tuple->kind == vm::Kind::kSize) return "torch.Size([" + represent_all(tuple->items) + "])";
      return "(" + represent_all(tuple->items) + (tuple->items.size() == 1 ? ",)" : ")");
    }
    if (vm::List* list = value.as<vm::List>()) return "[" + represent_all(list->items) + "]";
    if (Dict* dict = value.as<Dict>()) {
      std::string text = "{";
      for (const auto& entry : dict->table.entries()) {
        if (entry.key.is_null()) continue;
        text += (text.size() > 1 ? ", " : "") + represent(entry.key) + ": " + represent(entry.value);
      }
      return text + "}";
    }
    if (vm::Slice* slice = value.as<vm::Slice>()) {
      return "slice(" + represent(slice->start) + ", " + represent(slice->stop) + ", " + represent(slice->step) + ")";
    }
    if (value.as<vm::Function>() || value.as<vm::NativeFunction>() || value.as<vm::Type>()) return global_name(value);
    if (vm::Type* type = vm::type_of(value); !vm_.find_attribute(Value::of(type), vm::intern("__members__")).is_null())
      return global_name_as(type->name, Value::of(type)) + "." +
             vm_.str(vm_.get_attribute(value, "name"));  // a member of an enum
    return vm_.repr(value);
  }

  std::string call_arguments(const Node& node, size_t from) {
    std::string text = represent_all(node.args.as<vm::Tuple>()->items, from);
    for (const auto& entry : node.kwargs.as<Dict>()->table.entries()) {
      if (entry.key.is_null()) continue;
      text += (text.empty() ? "" : ", ") + vm_.str(entry.key) + " = " + represent(entry.value);
    }
    return text;
  }

  std::string annotation(const Node& node) {
    if (std::string known = verbose_ ? value_type(vm_, node, detail_) : ""; !known.empty()) return known;
    bool typed = !node.type_expression.is_null() && !node.type_expression.is_none();
    return typed ? " : " + type_code(node.type_expression) : "";
  }

  std::string declared(const Node& node) { return node.name + annotation(node) + " = "; }

  void emit(Node& node) {
    const std::vector<Value>& args = node.args.as<vm::Tuple>()->items;
    vm::Str* text = node.target.as<vm::Str>();
    switch (node.op) {
      case NodeOp::kPlaceholder: return emit_placeholder(node, text ? text->text : "");
      case NodeOp::kCallFunction: return emit_function(node, args);
      case NodeOp::kCallMethod:
        if (args.empty()) vm::raise(vm::types().IndexError, "tuple index out of range");
        put(declared(node) + dotted(represent(args[0]), text->text) + "(" + call_arguments(node, 1) + ")");
        return;
      case NodeOp::kCallModule:
        put(declared(node) + dotted(root_, text->text) + "(" + call_arguments(node, 0) + ")");
        return;
      case NodeOp::kGetAttr: put(declared(node) + dotted(root_, text->text)); return;
      case NodeOp::kOutput:
        if (!node.type_expression.is_null() && !node.type_expression.is_none())
          result_ = " -> " + type_code(node.type_expression);
        put("return " + (args.empty() ? "None" : represent(args[0])));
        return;
      case NodeOp::kRoot: return;
    }
  }

  void emit_placeholder(Node& node, const std::string& target) {
    std::string parameter = target + annotation(node);
    const std::vector<Value>& args = node.args.as<vm::Tuple>()->items;
    if (!args.empty()) parameter += " = " + represent(args[0]);
    parameters_.push_back(parameter);
    std::string plain = target.substr(std::min(target.find_first_not_of('*'), target.size()));
    if (plain != node.name) put(node.name + " = " + plain + "\n");
  }

  void emit_function(Node& node, const std::vector<Value>& args) {
    std::string name = qualified_name(vm_, node.target);
    std::vector<std::string> operands;
    if (name.starts_with("operator.")) {
      std::string op = name.substr(9);
      for (const Value& arg : args) operands.push_back(represent(arg));
      if (const char* text = find_template(kOperators, op)) {
        return put(declared(node) + fill(text, operands));
      }
      if (const char* text = find_template(kInplaceOperators, op)) {
        return put(fill(text, operands) + ";  " + declared(node) + operands[0]);
      }
    }
    std::string called = global_name(node.target);
    if (node.meta.as<Dict>()->table.find(vm::intern("is_wrapped"))) {
      std::string statement = "torch.fx._symbolic_trace.wrap(\"" + called + "\")\n";
      if (wrapped_.find(statement) == std::string::npos) wrapped_ += statement;
    }
    vm::Str* attribute = args.size() == 2 ? args[1].as<vm::Str>() : nullptr;
    if (called == "getattr" && attribute && is_identifier(attribute->text)) {
      return put(declared(node) + represent(args[0]) + "." + attribute->text);
    }
    put(declared(node) + called + "(" + call_arguments(node, 0) + ")");
  }

  void find_last_uses() {
    std::map<const Node*, bool> seen;
    for (Node* node = graph_.root->previous; node != graph_.root; node = node->previous) {
      for (Node* input : node->inputs) {
        if (seen.emplace(input, true).second) last_uses_[node].push_back(input);
      }
    }
  }

  void free_after(Node& node) {
    if (node.op == NodeOp::kPlaceholder) return;
    if (node.op == NodeOp::kOutput) return put("\n");
    std::string freed;
    for (Node* dead : last_uses_[&node]) freed += dead->name + " = ";
    if (node.users.empty()) freed += node.name + " = ";
    put(freed.empty() ? "\n" : ";  " + freed + "None\n");
  }

  Interpreter& vm_;
  const Graph& graph_;
  std::string root_;
  bool verbose_;
  TypeDetail detail_;
  int line_ = 0;
  std::vector<std::string> body_;
  std::vector<size_t> counters_;  // per node: the index in body_ of its first statement
  Namespace names_;
  std::map<const Node*, std::vector<Node*>> last_uses_;
  std::string last_comment_;
};

std::string indent(const std::string& body, int depth) {
  std::string pad(static_cast<size_t>(depth) * 4, ' '), result = pad;
  for (char c : body) {
    result += c;
    if (c == '\n') result += pad;
  }
  return result;
}

}  // namespace

CodeParts code_parts(Interpreter& vm, const Graph& graph, std::string_view root_name) {
  Emitter emitter(vm, graph, root_name, false);
  emitter.run();
  if (emitter.wrapped_.ends_with('\n')) emitter.wrapped_.pop_back();
  return {emitter.parameters_, emitter.result_, emitter.numbered_pieces(), emitter.wrapped_, emitter.globals_};
}

PythonCode python_code(Interpreter& vm, const Graph& graph, std::string_view root_name) {
  Emitter emitter(vm, graph, root_name, false);
  emitter.run();
  PythonCode code;
  if (emitter.wrapped_.ends_with('\n')) emitter.wrapped_.pop_back();
  code.source = "\n" + emitter.wrapped_ + "\n\ndef forward(" + emitter.signature() + ")" + emitter.result_ + ":\n" +
                indent(emitter.body(), 1);
  code.globals = emitter.globals_;
  code.lines = std::move(emitter.lines_);
  for (auto& [line, node] : code.lines) line += 4;  // three empty lines and the signature precede the body
  return code;
}

std::string readable_code(Interpreter& vm, const Graph& graph, std::string_view class_name, TypeDetail detail) {
  Emitter emitter(vm, graph, "self", true, detail);
  emitter.run();
  std::string text = "class " + std::string(class_name) + "(torch.nn.Module):\n    def forward(" + emitter.signature() +
                     ")" + emitter.result_ + ":\n";
  std::string statements = emitter.body();
  statements.erase(0, std::min(statements.find_first_not_of('\n'), statements.size()));
  if (statements.ends_with('\n')) statements.pop_back();
  std::string body = indent(statements, 2);
  // Empty lines carry no indentation.
  std::string clean;
  for (size_t start = 0; start < body.size();) {
    size_t end = std::min(body.find('\n', start), body.size());
    std::string line = body.substr(start, end - start);
    clean += line.find_first_not_of(' ') == std::string::npos ? "\n" : line + "\n";
    start = end + 1;
  }
  return text + clean;
}

}  // namespace vt::fx
