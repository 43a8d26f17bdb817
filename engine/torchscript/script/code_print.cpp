// Prints a graph as the Python-like text of `.code`: a value with a single use is written inline at
// that use; every other value gets a name.
#include <algorithm>
#include <set>

#include "torch/objects.h"
#include "torchscript/script/function.h"

namespace vt::script {
namespace {

bool is_identifier(const std::string& name) {
  if (name.empty() || (std::isdigit(static_cast<unsigned char>(name[0])))) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
}
const std::set<std::string>& reserved() {
  static const std::set<std::string> names = {"_",
                                              "False",
                                              "None",
                                              "True",
                                              "and",
                                              "as",
                                              "assert",
                                              "async",
                                              "await",
                                              "break",
                                              "class",
                                              "continue",
                                              "def",
                                              "del",
                                              "elif",
                                              "else",
                                              "except",
                                              "finally",
                                              "for",
                                              "from",
                                              "global",
                                              "if",
                                              "import",
                                              "in",
                                              "is",
                                              "lambda",
                                              "nonlocal",
                                              "not",
                                              "or",
                                              "pass",
                                              "raise",
                                              "return",
                                              "try",
                                              "while",
                                              "with",
                                              "yield",
                                              "torch",
                                              "float",
                                              "int",
                                              "bool",
                                              "print",
                                              "inf",
                                              "nan",
                                              "ops",
                                              "range",
                                              "Tensor",
                                              "str",
                                              "getattr",
                                              "fork",
                                              "annotate",
                                              "CONSTANTS",
                                              "uninitialized",
                                              "unchecked_cast",
                                              "isinstance"};
  return names;
}

// Whether a literal whose elements have this type is read back with the same type.
bool can_be_inferred(const TypePtr& type) {
  return !is(type, TypeKind::kUnion) && !is(type, TypeKind::kOptional) && !is(type, TypeKind::kNumber) &&
         !is(type, TypeKind::kAny) && !(is(type, TypeKind::kClass) && type->cls->interface);
}

// The same object, or tensors with equal elements.
bool same_constant(const vm::Value& a, const vm::Value& b) {
  if (a.same(b)) return true;
  const Tensor *x = torch::as_tensor(a), *y = torch::as_tensor(b);
  if (!x || !y || x->dtype() != y->dtype() || x->requires_grad() != y->requires_grad() || !(x->sizes() == y->sizes()))
    return false;
  vm::Interpreter& vm = *vm::Interpreter::current();
  return vm.truth(vm.call(vm.get_attribute(vm.import_module("torch"), "equal"), {a, b}));
}

class Printer {
 public:
  Printer(Function& function, std::vector<vm::Value>* constants) : function_(function), constants_(constants) {}

  std::string run() {
    Graph& graph = *function_.graph;
    scan_block(*graph.top);
    std::string head = "def " + function_.name + "(";
    depth_ = 1;
    for (size_t i = 0; i < graph.inputs().size(); ++i) {
      Value* input = graph.inputs()[i];
      const std::string given =
          i < function_.arguments.size() ? function_.arguments[i].name : "argument_" + std::to_string(i);
      std::string name = unique(identifier(given));
      texts_[input] = name;
      head += (i ? ",\n    " : "") + name;
      if (i == 0 && function_.owner && is(input->type, TypeKind::kClass)) continue;
      head += ": " + python_text(input->type);
      if (i < function_.arguments.size() && function_.arguments[i].has_default)
        head += "=" + default_text(function_.arguments[i]);
    }
    head += ") -> " + python_text(function_.result) + ":\n";
    number_constants(*graph.top);
    print_constants(*graph.top);
    for (Node* node = graph.top->first(); !graph.top->is_end(node); node = node->next) print_node(*node);
    split_long(*graph.top->result);
    line("return " + use(graph.outputs()[0]));
    return head + out_;
  }

 private:
  static std::string base_name(const std::string& name) {
    size_t dot = name.rfind('.');
    if (dot != std::string::npos && name.find_first_not_of("0123456789", dot + 1) == std::string::npos)
      return name.substr(0, dot);
    return name;
  }
  std::string default_text(const Argument& a) {
    if (a.default_value.is_bool()) return a.default_value.as_bool() ? "True" : "False";
    return constant_text(a.default_value, a.type);
  }
  static std::string identifier(const std::string& candidate) {
    std::string out = candidate.empty() || std::isdigit(static_cast<unsigned char>(candidate[0])) ? "_" : "";
    for (char c : candidate) out += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
    return out;
  }
  std::string unique(const std::string& candidate) {
    std::string name = candidate;
    while (used_.count(name) || reserved().count(name)) name = candidate + std::to_string(next_[name]++);
    used_.insert(name);
    return name;
  }
  std::string name_for(const Value* value) {
    return unique(value->name.empty() ? "_" : identifier(base_name(value->name)));
  }
  void give_names(const std::vector<Value*>& values) {
    for (const Value* value : values) texts_[value] = name_for(value);
  }
  void line(const std::string& text) { out_ += std::string(depth_ * 2, ' ') + text + "\n"; }
  std::string listed(const std::vector<Value*>& values) {
    std::string out;
    for (Value* value : values) out += (out.empty() ? "" : ", ") + use(value);
    return out;
  }

  // --- inlining of values --------------------------------------------------------------

  static bool can_inline(const Value* value) {
    const Node& node = *value->node;
    if (node.outputs.size() != 1 || value->uses.size() != 1 || !node.blocks.empty()) return false;
    const Value::Use& use = value->uses[0];
    // A value with a name from the program is not inlined, unless it is used as a result of a block.
    if (!value->name.empty() && !use.user->is("prim::Return")) return false;
    if (use.user->is("prim::Loop") && use.index >= 2) return false;
    if (use.user->is("prim::fork")) return false;
    // An isinstance in a condition would refine types when the text is compiled again.
    return !node.is("prim::isinstance");
  }
  static Node* previous_other(Node* node) {
    do node = node->previous;
    while (node && node->is("prim::Constant"));
    return node;
  }
  // An operand is inlined if no statement lies between it and its use: going from the last operand to the
  // first, each must be the node directly before.
  void scan_block(Block& b) {
    scan_node(b.result);
    for (Node* node = b.result->previous; node != b.param; node = node->previous) scan_node(node);
  }
  Node* scan_node(Node* node) {
    if (inlined_.count(node)) return node;
    for (auto& inner : node->blocks) scan_block(*inner);
    Node* point = previous_other(node);
    for (size_t i = node->inputs.size(); i-- > 0;) {
      Value* input = node->inputs[i];
      if (input->node == point && can_inline(input)) {
        Node* consumed = input->node;
        point = scan_node(consumed);
        inlined_.insert(consumed);
      } else if (input->node->is("prim::Constant")) {
        inlined_.insert(input->node);
      }
    }
    return point;
  }

  bool is_long(const std::string& text) const { return text.size() + depth_ * 2 >= 40; }
  bool inlined_value(const Value* value) const {
    return !value->node->is("prim::Constant") && inlined_.count(value->node);
  }
  // Turns operands whose text is too long into statements; to keep the order, the operands before them as well.
  void split_long(Node& node) {
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      Value* input = node.inputs[i];
      if (!inlined_value(input) || split_.count(input) || !is_long(texts_.at(input))) continue;
      std::vector<Node*> reversed;
      collect_before(&node, static_cast<int64_t>(i), reversed);
      for (size_t k = reversed.size(); k-- > 0;) define(*reversed[k], texts_.at(reversed[k]->output()));
    }
  }
  void collect_before(Node* user, int64_t offset, std::vector<Node*>& reversed) {
    auto seen = visited_.find(user);
    bool present = seen != visited_.end();
    for (int64_t i = offset; i >= (present ? seen->second + 1 : 0); --i) {
      Value* argument = user->inputs[static_cast<size_t>(i)];
      if (inlined_value(argument)) reversed.push_back(argument->node);
    }
    visited_[user] = offset;
    if (!present && inlined_.count(user)) {
      const Value::Use& next = user->output()->uses[0];
      collect_before(next.user, static_cast<int64_t>(next.index) - 1, reversed);
    }
  }
  void define(Node& node, std::string text) {
    give_names(node.outputs);
    for (Value* output : node.outputs) split_.insert(output);
    line(node.outputs.empty() ? text : listed(node.outputs) + " = " + text);
  }

  // --- expressions ----------------------------------------------------------------------

  std::string text(Value* value) { return use(value); }
  const std::string& use(const Value* value) { return texts_.at(value); }

  std::string constant(Node& node) {
    if (node.function) return node.function->qualified;
    return literal(node.constant, node.output()->type);
  }
  std::string literal(const vm::Value& v, const TypePtr& type) {
    if (v.is_none() || v.is_null()) return "None";
    if (v.is_bool()) return v.as_bool() ? "True" : "False";
    if (v.is_int()) return std::to_string(v.as_int());
    if (v.is_float()) {
      std::string text = real_text(v.as_float());
      if (text == "inf" || text == "-inf" || text == "nan") return text;
      return text;
    }
    if (torch::as_tensor(v)) {
      std::vector<vm::Value>& seen = constants_ ? *constants_ : own_constants_;
      size_t index = 0;
      while (index < seen.size() && !same_constant(seen[index], v)) ++index;
      if (index == seen.size()) seen.push_back(v);
      return "CONSTANTS.c" + std::to_string(index);
    }
    if (const vm::Tuple* tuple = v.as<vm::Tuple>()) {
      std::string out = "(";
      for (size_t i = 0; i < tuple->items.size(); ++i)
        out += (i ? ", " : "") + literal(tuple->items[i], type->inside.size() > i ? type->inside[i] : type);
      return out + (tuple->items.size() == 1 ? ",)" : ")");
    }
    if (const vm::List* list = v.as<vm::List>()) {
      std::string out = "[";
      for (size_t i = 0; i < list->items.size(); ++i)
        out += (i ? ", " : "") + literal(list->items[i], type->inside.empty() ? type : type->element());
      return list->items.empty() ? "annotate(" + python_text(type) + ", [])" : out + "]";
    }
    if (v.as<torch::DeviceObject>()) return "torch.device(\"" + vm::Interpreter::current()->str(v) + "\")";
    if (is(type, TypeKind::kEnum)) {
      vm::Interpreter& vm = *vm::Interpreter::current();
      return type->name + "." + vm.str(vm.get_attribute(v, "name"));
    }
    return constant_text(v, type);
  }

  std::string arguments(const Node& node, size_t first = 0) {
    std::string out;
    for (size_t i = first; i < node.inputs.size(); ++i) out += (i > first ? ", " : "") + text(node.inputs[i]);
    return out;
  }

  static bool equals_default(const Argument& a, const Value* v) {
    const vm::Value* c = constant_of(v);
    if (!c || !a.has_default) return false;
    const vm::Value& d = a.default_value;
    if (d.is_none() || c->is_none()) return d.is_none() && c->is_none();
    const vm::Str *s = c->as<vm::Str>(), *t = d.as<vm::Str>();
    if (s || t) return s && t && s->text == t->text;
    const vm::List *x = c->as<vm::List>(), *y = d.as<vm::List>();
    if (x && y)
      return x->items.size() == y->items.size() &&
             std::equal(x->items.begin(), x->items.end(), y->items.begin(),
                        [](const vm::Value& p, const vm::Value& q) { return p.same(q); });
    if (x && d.is_int())
      return std::all_of(x->items.begin(), x->items.end(), [&](const vm::Value& p) { return p.same(d); });
    // An int default is not equal to 1.0: PyTorch prints the argument.
    if (d.is_object() || c->is_object() || d.tag() != c->tag()) return false;
    return c->same(d);
  }

  std::string op_call(Node& node) {
    std::string name = node.kind;
    if (name == "aten::Int") name = "int(";
    else if (name == "aten::Float") name = "float(";
    else if (name == "aten::Bool") name = "bool(";
    else if (name == "aten::sorted") name = "sorted(";
    else if (name == "aten::str") name = "str(";
    else if (name == "aten::ord") name = "ord(";
    else if (name == "aten::grad" || name == "aten::backward") name = "torch.autograd." + name.substr(6) + "(";
    else if (name.rfind("aten::", 0) == 0) name = "torch." + name.substr(6) + "(";
    else name = "ops." + name.substr(0, name.find("::")) + "." + name.substr(name.find("::") + 2) + "(";
    const Schema* schema = node.schema;
    size_t needed = node.inputs.size(), results = 0;  // a trailing `out` is always printed
    if (schema && !schema->variadic) {
      const auto is_out = [&](size_t i) {
        return i < schema->arguments.size() && schema->arguments[i].keyword_only && schema->arguments[i].written;
      };
      while (results < needed && is_out(needed - results - 1)) ++results;
      needed -= results;
      while (needed > 0 && needed <= schema->arguments.size() &&
             equals_default(schema->arguments[needed - 1], node.inputs[needed - 1]))
        --needed;
    }
    std::string out;
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      if (i == needed) i = node.inputs.size() - results;
      if (i == node.inputs.size()) break;
      out += i ? ", " : "";
      if (schema && i < schema->arguments.size() && schema->arguments[i].keyword_only)
        out += schema->arguments[i].name + "=";
      out += text(node.inputs[i]);
    }
    return name + out + ")";
  }

  std::string expression(Node& node) {
    const std::string& kind = node.kind;
    TypePtr type = node.outputs.empty() ? nullptr : node.output()->type;
    if (kind == "prim::Constant") return constant(node);
    if (kind == "prim::ListConstruct") {
      if (node.inputs.empty()) return "annotate(" + python_text(type) + ", [])";
      bool same = std::all_of(node.inputs.begin(), node.inputs.end(),
                              [&](Value* v) { return same_type(v->type, type->element()); });
      std::string list = "[" + arguments(node) + "]";
      bool needs = !same && (may_be_none(type->element()) || is(type->element(), TypeKind::kUnion) ||
                             is(type->element(), TypeKind::kAny));
      return needs ? "annotate(" + python_text(type) + ", " + list + ")" : list;
    }
    if (kind == "prim::TupleConstruct") {
      if (!type->name.empty() && !type->python.is_null()) return type->name + "(" + arguments(node) + ")";
      return "(" + arguments(node) + (node.inputs.size() == 1 ? ",)" : ")");
    }
    if (kind == "prim::DictConstruct") {
      if (node.inputs.empty()) return "annotate(" + python_text(type) + ", {})";
      std::string out = "{";
      for (size_t i = 0; i + 1 < node.inputs.size(); i += 2)
        out += (i ? ", " : "") + text(node.inputs[i]) + ": " + text(node.inputs[i + 1]);
      out += "}";
      bool clear = can_be_inferred(type->inside[0]) && can_be_inferred(type->inside[1]);
      return clear ? out : "annotate(" + python_text(type) + ", " + out + ")";
    }
    if (kind == "prim::TupleIndex" || kind == "aten::__getitem__" || kind == "prim::StringIndex") {
      Value* base = node.input();
      std::string object = text(base);
      bool bare = kind != "prim::TupleIndex" && is_identifier(object);
      return (bare ? object : "(" + object + ")") + "[" + text(node.input(1)) + "]";
    }
    if (kind == "prim::GetAttr") {
      std::string name = node.text("name"), object = text(node.input());
      if (is_identifier(name)) return object + "." + name;
      return "getattr(" + object + ", " + quoted(name) + ")";
    }
    if (kind == "prim::CallFunction") {
      std::string callee = text(node.input());
      std::string out = callee + "(";
      for (size_t i = 1; i < node.inputs.size(); ++i) out += text(node.inputs[i]) + ", ";
      return out + ")";
    }
    if (kind == "prim::CallMethod") {
      std::string out = "(" + text(node.input()) + ")." + node.text("name") + "(";
      for (size_t i = 1; i < node.inputs.size(); ++i) out += text(node.inputs[i]) + ", ";
      return out + ")";
    }
    if (kind == "prim::Uninitialized") return "uninitialized(" + python_text(type) + ")";
    if (kind == "prim::unchecked_cast") return "unchecked_cast(" + python_text(type) + ", " + text(node.input()) + ")";
    if (kind == "prim::isinstance") {
      const Types& types = node.attributes["types"].types;
      std::string names;
      for (const TypePtr& t : types) names += (names.empty() ? "" : ", ") + python_text(t);
      return "isinstance(" + text(node.input()) + ", " + (types.size() == 1 ? names : "(" + names + ")") + ")";
    }
    if (kind == "prim::tolist") return "annotate(" + python_text(type) + ", " + text(node.input()) + ".tolist())";
    if (kind == "aten::IntImplicit") return "annotate(int, " + text(node.input()) + ")";
    if (kind == "aten::FloatImplicit") return "annotate(float, " + text(node.input()) + ")";
    if (kind == "aten::ScalarImplicit") return "annotate(number, " + text(node.input()) + ")";
    if (kind == "prim::PythonOp") return "^" + callee_name(node) + "()(" + arguments(node) + ")";
    if (kind == "prim::CreateObject") return type->name + "(" + arguments(node) + ")";
    if (kind == "prim::EnumName") return "(" + text(node.input()) + ").name";
    if (kind == "prim::EnumValue") return "(" + text(node.input()) + ").value";
    return op_call(node);
  }
  static std::string callee_name(const Node& node) {
    vm::Interpreter& vm = *vm::Interpreter::current();
    return python_callee_name(vm, node);
  }

  // --- statements -----------------------------------------------------------------------

  void assign(const std::vector<Value*>& targets, const std::vector<Value*>& values) {
    if (!targets.empty()) line(listed(targets) + " = " + listed(values));
  }

  // Numbers tensor constants in the order of their use in the text.
  void number_constants(Block& b) {
    auto number = [&](Node& node) {
      for (Value* input : node.inputs)
        if (const vm::Value* constant = constant_of(input); constant && torch::as_tensor(*constant))
          literal(*constant, input->type);
    };
    for (Node* node = b.first(); !b.is_end(node); node = node->next) {
      number(*node);
      for (auto& inner : node->blocks) number_constants(*inner);
    }
    number(*b.result);
  }

  // Constants are printed first, wherever they are in the block; only long ones get a name.
  void print_constants(Block& b) {
    for (Node* node = b.first(); !b.is_end(node); node = node->next) {
      if (node->is("prim::Constant")) {
        std::string text = constant(*node);
        if (is_long(text)) define(*node, text);
        else texts_[node->output()] = text;
      }
      for (auto& inner : node->blocks) print_constants(*inner);
    }
  }

  void print_block(Block& b, bool other_statements) {
    if (!other_statements && b.is_end(b.first())) line("pass");
    for (Node* node = b.first(); !b.is_end(node); node = node->next) print_node(*node);
    split_long(*b.result);
  }

  void print_node(Node& node) {
    if (node.is("prim::Constant")) return;
    split_long(node);
    if (node.is("prim::If")) return branch(node);
    if (node.is("prim::Loop")) return loop(node);
    if (node.is("prim::Print")) return line("print(" + arguments(node) + ")");
    if (node.is("prim::RaiseException")) return line(op_call(node));
    if (node.is("prim::SetAttr"))
      return line(text(node.input()) + "." + node.text("name") + " = " + text(node.input(1)));
    if (node.is("prim::Enter")) {
      std::string object = text(node.input());
      bool bound = !node.output()->uses.empty();
      if (bound) give_names(node.outputs);
      line("with " + object + (bound ? " as " + text(node.output()) : "") + ":");
      ++depth_;
      return;
    }
    if (node.is("prim::Exit")) {
      if (node.previous->is("prim::Enter")) line("pass");
      --depth_;
      return;
    }
    if (node.is("prim::fork")) return fork(node);
    if (node.is("prim::TupleUnpack") || node.is("prim::ListUnpack")) {
      if (node.outputs.empty()) return;
      give_names(node.outputs);
      return line(listed(node.outputs) + ", = " + text(node.input()));
    }
    if (node.is("prim::CreateObject")) {
      std::string name = python_text(node.output()->type);
      inlined_.erase(&node);
      return define(node, name + ".__new__(" + name + ")");
    }
    std::string value = expression(node);
    if (inlined_.count(&node)) texts_[node.output()] = value;
    else define(node, value);
  }

  // The body of a fork is printed as a function without parameters, which reads the enclosing names.
  void fork(Node& node) {
    Graph& body = *node.attributes.at("Subgraph").graph;
    std::string name = unique("__forked_function");
    line("def " + name + "():");
    scan_block(*body.top);
    for (size_t i = 0; i < node.inputs.size(); ++i) texts_[body.inputs()[i]] = use(node.inputs[i]);
    ++depth_;
    number_constants(*body.top);
    print_constants(*body.top);
    print_block(*body.top, true);
    line("return " + use(body.outputs()[0]));
    --depth_;
    inlined_.erase(&node);
    define(node, "fork(" + name + ")");
  }

  void branch(Node& node) {
    give_names(node.outputs);
    line("if " + use(node.input()) + ":");
    for (size_t side = 0; side < 2; ++side) {
      if (side == 1) line("else:");
      ++depth_;
      print_block(*node.block(side), !node.outputs.empty());
      const std::vector<Value*>& values = node.block(side)->outputs();
      // The first assignment is annotated if the value alone would have another type.
      bool declared =
          side == 0 && node.outputs.size() == 1 && python_text(node.outputs[0]->type) != python_text(values[0]->type);
      if (declared) line(use(node.outputs[0]) + " : " + python_text(node.outputs[0]->type) + " = " + use(values[0]));
      else assign(node.outputs, values);
      --depth_;
    }
  }

  static bool always_true(Value* v) {
    const vm::Value* c = constant_of(v);
    return c && c->is_bool() && c->as_bool();
  }

  void loop(Node& node) {
    Block& body = *node.block(0);
    bool always = always_true(node.input(1)) && always_true(body.outputs()[0]);
    const vm::Value* trips = constant_of(node.input(0));
    bool counted = !trips || trips->as_int() != INT64_MAX || !body.inputs()[0]->uses.empty();
    bool as_for = always && counted;
    give_names(node.outputs);
    for (size_t i = 0; i < node.outputs.size(); ++i) texts_[body.inputs()[i + 1]] = use(node.outputs[i]);
    for (size_t i = 0; i < node.outputs.size(); ++i) line(use(node.outputs[i]) + " = " + use(node.input(i + 2)));
    give_names({body.inputs()[0]});
    std::string counter = use(body.inputs()[0]);
    if (as_for) {
      line("for " + counter + " in range(" + use(node.input(0)) + "):");
    } else {
      line(counter + " = " + use(node.input(1)));
      line("while " + counter + ":");
    }
    ++depth_;
    size_t offset = as_for ? 1 : 0;
    std::vector<Value*> targets(body.inputs().begin() + static_cast<std::ptrdiff_t>(offset), body.inputs().end());
    std::vector<Value*> values(body.outputs().begin() + static_cast<std::ptrdiff_t>(offset), body.outputs().end());
    print_block(body, !targets.empty());
    assign(targets, values);
    --depth_;
  }

  Function& function_;
  std::vector<vm::Value>* constants_;
  std::vector<vm::Value> own_constants_;  // used if the caller does not collect the constants
  std::string out_;
  size_t depth_ = 0;
  std::set<const Node*> inlined_;
  std::set<const Value*> split_;
  std::map<const Node*, int64_t> visited_;
  std::unordered_map<const Value*, std::string> texts_;
  std::set<std::string> used_;
  std::map<std::string, size_t> next_;
};

}  // namespace

std::string code_text(Function& function, std::vector<vm::Value>* constants) {
  return Printer(function, constants).run();
}

}  // namespace vt::script
