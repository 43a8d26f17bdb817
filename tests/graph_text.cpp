#include "graph_text.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <vector>

#include "eager/autograd.h"
#include "graph/print.h"
#include "ops/table.h"

namespace vt::test {
namespace {

constexpr DType kDTypes[] = {
#define DTYPE(id, name, alias, type, bytes, category) DType::id,
    VT_DTYPES(DTYPE)
#undef DTYPE
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

// One line and how far it is read.
struct Line {
  std::string_view all, rest, name;  // the name is what stands behind "  # "

  explicit Line(std::string_view text) : all(text), rest(text) {
    const size_t comment = text.find("  # ");
    if (comment == std::string_view::npos) return;
    rest = text.substr(0, comment);
    name = text.substr(comment + 4);
  }

  [[noreturn]] void fail(const std::string& why) const { throw std::runtime_error(why + ": " + std::string(all)); }
  void skip_spaces() {
    while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  }
  bool at_end() {
    skip_spaces();
    return rest.empty();
  }
  bool at(char c) {
    skip_spaces();
    return !rest.empty() && rest.front() == c;
  }
  bool take(std::string_view token) {
    skip_spaces();
    if (rest.substr(0, token.size()) != token) return false;
    rest.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) {
    if (!take(token)) fail("'" + std::string(token) + "' is missing before '" + std::string(rest) + "'");
  }
  std::string word() {
    skip_spaces();
    size_t size = 0;
    while (size < rest.size() && is_word(rest[size])) ++size;
    if (size == 0) fail("a word is missing before '" + std::string(rest) + "'");
    std::string text(rest.substr(0, size));
    rest.remove_prefix(size);
    return text;
  }
  std::string quoted() {
    expect("'");
    const size_t end = rest.find('\'');
    if (end == std::string_view::npos) fail("a string has no end");
    std::string text(rest.substr(0, end));
    rest.remove_prefix(end + 1);
    return text;
  }
  // Calls `item` for each of the elements of a bracketed list.
  template <class Item>
  void list(Item item) {
    expect("[");
    while (!take("]")) {
      item();
      take(",");
    }
  }
};

class Reader {
 public:
  Graph read(std::string_view text) {
    graph_.shapes = std::make_shared<ShapeEnv>();
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      Line line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (!line.at_end() && !line.at('#')) read_line(line);
    }
    check_types();
    return std::move(graph_);
  }

 private:
  void read_line(Line& line) {
    if (line.take("return")) {
      while (!line.at_end()) {
        graph_.outputs.push_back(output(line));
        line.take(",");
      }
    } else if (line.take("copy output")) {
      const int output = std::stoi(line.word());
      line.expect("into");
      const auto& inputs = graph_.inputs();
      const auto input = std::find(inputs.begin(), inputs.end(), value(line).node);
      if (input == inputs.end()) line.fail("only inputs are copied into");
      graph_.mutated_inputs.emplace_back(static_cast<int>(input - inputs.begin()), output);
    } else {
      node(line);
    }
  }

  void node(Line& line) {
    line.expect("%");
    const std::string number = line.word();
    line.expect("=");
    const std::string what = line.word();
    NodeId made;
    if (what == "input") {
      const std::string name = line.word();
      line.expect(":");
      made = graph_.add_input(meta(line), name);
    } else if (what == "number") {
      const std::string name = line.word();
      line.expect("=");
      made = graph_.add_number_input(sum(line), name);
    } else if (what == "constant") {
      made = constant(line);
    } else {
      const OpDef* op = find_op(what);
      if (!op) line.fail("there is no op '" + what + "'");
      made = graph_.add_op(*op, args(line, schema_of(*op)), {}, kNoItem, line.name);
    }
    nodes_[number] = made;
    if (line.take(":")) {
      line.skip_spaces();
      types_.emplace_back(made, line.rest);
    } else if (!line.at_end()) {
      line.fail("'" + std::string(line.rest) + "' is left over");
    }
  }

  NodeId constant(Line& line) {
    const std::string name = line.word();
    std::vector<double> elements;
    if (line.take("=")) line.list([&] { elements.push_back(real(line)); });
    line.expect(":");
    const TensorMeta type = meta(line);
    std::vector<int64_t> sizes;
    for (const SymInt& size : type.sizes) sizes.push_back(size.hint());
    Tensor wide = empty_tensor(sizes, DType::kFloat64);
    for (int64_t i = 0; i < wide.numel(); ++i)
      wide.data<double>()[i] = elements.empty() ? static_cast<double>(i + 1) / 8 : elements.at(static_cast<size_t>(i));
    Tensor value = call1(*find_op("_to_copy"), {wide, type.dtype});
    return graph_.add_constant(value, name);
  }

  TensorMeta meta(Line& line) {
    TensorMeta meta;
    const std::string name = line.word();
    const auto* found =
        std::find_if(std::begin(kDTypes), std::end(kDTypes), [&](DType d) { return name == dtype_short_name(d); });
    if (found == std::end(kDTypes)) line.fail("there is no dtype '" + name + "'");
    meta.dtype = *found;
    line.list([&] { meta.sizes.push_back(sum(line)); });
    if (line.take("strides")) line.list([&] { meta.strides.push_back(sum(line)); });
    if (line.take("cuda:")) meta.device = {DeviceKind::kCuda, static_cast<int16_t>(std::stoi(line.word()))};
    return meta;
  }

  // Sizes: sums of products of numbers and symbols.
  SymInt sum(Line& line) {
    SymInt value = product(line);
    for (;;) {
      if (line.take("+")) value = value + product(line);
      else if (line.take("-")) value = value - product(line);
      else return value;
    }
  }
  SymInt product(Line& line) {
    SymInt value = factor(line);
    for (;;) {
      if (line.take("//")) value = floor_div(value, factor(line));
      else if (line.take("*")) value = value * factor(line);
      else return value;
    }
  }
  SymInt factor(Line& line) {
    if (line.take("(")) {
      const SymInt value = sum(line);
      line.expect(")");
      return value;
    }
    if (line.take("-")) return SymInt(0) - factor(line);
    const std::string word = line.word();
    return std::isdigit(static_cast<unsigned char>(word[0])) ? SymInt(std::stoll(word)) : symbol(line, word);
  }
  SymInt symbol(const Line& line, const std::string& name) {
    constexpr int64_t kHints[] = {7, 11, 13, 17};
    if (const auto found = symbols_.find(name); found != symbols_.end()) return found->second;
    const int64_t hint = kHints[symbols_.size() % std::size(kHints)];
    // A symbol's name comes from its source: the first source that gives this one.
    for (int i = 0; i < 5000; ++i) {
      const std::string source = "size " + std::to_string(i);
      if (ShapeEnv().new_symbol(hint, source).text() == name)
        return symbols_[name] = graph_.shapes->new_symbol(hint, source);
    }
    line.fail("'" + name + "' is not the name of a size symbol");
  }

  double real(Line& line) {
    const double sign = line.take("-") ? -1 : 1;
    std::string word = line.word();
    if (word.back() == 'e' && (line.at('-') || line.at('+'))) {  // 1e-05
      word += line.rest.front();
      line.rest.remove_prefix(1);
      word += line.word();
    }
    return sign * std::strtod(word.c_str(), nullptr);
  }

  ValueRef value(Line& line) {
    line.expect("%");
    const std::string number = line.word();
    const auto found = nodes_.find(number);
    if (found == nodes_.end()) line.fail("there is no %" + number + " yet");
    const bool several = !line.rest.empty() && line.rest.front() == ':' && line.take(":");
    return {found->second, several ? std::stoi(line.word()) : 0};
  }

  GraphOutput output(Line& line) {
    if (line.take("None")) return {};
    return line.at('%') ? GraphOutput::of(value(line)) : GraphOutput::of(sum(line));
  }

  std::vector<NodeArg> args(Line& line, const Schema& schema) {
    std::vector<NodeArg> args;
    for (const Parameter& p : schema.parameters) args.push_back(NodeArg::of(p.has_default ? p.default_value : Arg()));
    for (size_t next = 0; !line.at_end() && !line.at(':'); line.take(",")) {
      size_t place = next++;
      for (size_t i = 0; i < schema.parameters.size(); ++i)
        if (line.take(schema.parameters[i].name + "=")) place = i;
      if (place >= args.size()) line.fail("the op takes fewer arguments");
      args[place] = arg(line, schema.parameters[place].type);
    }
    return args;
  }

  NodeArg arg(Line& line, ArgType type) {
    if (line.at('%')) return NodeArg::of(value(line));
    if (line.at('[')) return list(line, type);
    if (line.at('\'')) return NodeArg::of(Arg(line.quoted()));
    for (const auto& [word, plain] :
         {std::pair("None", Arg()), std::pair("True", Arg(true)), std::pair("False", Arg(false))})
      if (line.take(word)) return NodeArg::of(plain);
    if (line.take("torch.")) {
      const std::string name = line.word();
      for (DType dtype : kDTypes)
        if (name == dtype_name(dtype)) return NodeArg::of(Arg(dtype));
      line.fail("there is no dtype '" + name + "'");
    }
    return NodeArg::of(is_real(line) ? Arg(real(line)) : Arg(sum(line)));
  }

  NodeArg list(Line& line, ArgType type) {
    if (type == ArgType::kTensorList || type == ArgType::kTensor) {
      std::vector<ValueRef> values;
      line.list([&] { values.push_back(line.take("None") ? ValueRef() : value(line)); });
      return NodeArg::list(values);
    }
    if (type == ArgType::kFloatList) {
      std::vector<double> reals;
      line.list([&] { reals.push_back(real(line)); });
      return NodeArg::of(Arg(reals));
    }
    IntList ints;
    line.list([&] { ints.push_back(sum(line)); });
    return NodeArg::of(Arg(ints));
  }

  // Whether the number that comes is written as a float: 1.0, 1e-05, inf.
  static bool is_real(Line& line) {
    line.skip_spaces();
    std::string_view rest = line.rest;
    if (!rest.empty() && rest.front() == '-') rest.remove_prefix(1);
    size_t size = 0;
    while (size < rest.size() && is_word(rest[size])) ++size;
    const std::string_view word = rest.substr(0, size);
    if (word == "inf" || word == "nan") return true;
    return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) &&
           word.find_first_of(".e") != std::string_view::npos;
  }

  void check_types() const {
    const std::vector<TaggedLine> printed = print_graph(graph_);
    const std::vector<NodeId> order = graph_.order();
    for (const auto& [node, written] : types_) {
      const size_t place = static_cast<size_t>(std::find(order.begin(), order.end(), node) - order.begin());
      const std::string& text = printed[place].text;
      const size_t from = text.rfind(" : ") + 3;
      const std::string type = text.substr(from, text.find("  # ", from) - from);
      if (type != written) throw std::runtime_error("its type is not '" + std::string(written) + "': " + text);
    }
  }

  Graph graph_;
  std::map<std::string, NodeId> nodes_;
  std::map<std::string, SymInt> symbols_;
  std::vector<std::pair<NodeId, std::string_view>> types_;
};

}  // namespace

Graph graph_from(std::string_view text) {
  install_eager();
  return Reader().read(text);
}

}  // namespace vt::test
