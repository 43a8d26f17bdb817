// The text of a code object in the layout of CPython's `dis`.
#include <cstdio>
#include <cstdlib>

#include "frontend/code.h"
#include "frontend/unicode.h"

namespace vt {

static std::string quoted(const std::string& text, bool bytes) {
  char quote = text.find('\'') != std::string::npos && text.find('"') == std::string::npos ? '"' : '\'';
  std::string out = bytes ? "b" : "";
  out += quote;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else if (c == '\t') out += "\\t";
    else if (c == '\\' || c == static_cast<unsigned char>(quote)) (out += '\\') += static_cast<char>(c);
    else if (c < 0x20 || c == 0x7F || (bytes && c >= 0x80)) {
      static constexpr char kHex[] = "0123456789abcdef";
      ((out += "\\x") += kHex[c >> 4]) += kHex[c & 15];
    } else out += static_cast<char>(c);
  }
  return out += quote;
}

// The shortest decimal form that reads back as the same number.
static std::string real_text(double value) {
  if (value != value) return "nan";
  if (value - value != 0) return value > 0 ? "inf" : "-inf";
  char buffer[40];
  int digits = 1;
  for (; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*e", digits - 1, value);
    if (std::strtod(buffer, nullptr) == value) break;
  }
  std::string scientific = buffer;
  int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
  if (exponent < -4 || exponent >= 16) {
    std::string mantissa = scientific.substr(0, scientific.find('e'));
    std::snprintf(buffer, sizeof buffer, "e%c%02d", exponent < 0 ? '-' : '+', std::abs(exponent));
    return mantissa + buffer;
  }
  int decimals = digits - 1 - exponent;
  std::snprintf(buffer, sizeof buffer, "%.*f", decimals > 1 ? decimals : 1, value);
  return buffer;
}

static std::string constant_text(const Constant& constant) {
  struct Text {
    std::string operator()(std::monostate) const { return "None"; }
    std::string operator()(bool value) const { return value ? "True" : "False"; }
    std::string operator()(int64_t value) const { return std::to_string(value); }
    std::string operator()(const BigIntText& value) const { return value.digits; }
    std::string operator()(double value) const { return real_text(value); }
    std::string operator()(const std::string& value) const { return quoted(value, false); }
    std::string operator()(const BytesConstant& value) const { return quoted(value.data, true); }
    std::string operator()(EllipsisConstant) const { return "Ellipsis"; }
    std::string operator()(const std::shared_ptr<ConstantTuple>& value) const {
      std::string out = value->frozen_set ? "frozenset({" : "(";
      for (size_t i = 0; i < value->items.size(); ++i) (out += i ? ", " : "") += constant_text(value->items[i]);
      if (value->items.size() == 1 && !value->frozen_set) out += ",";
      return out + (value->frozen_set ? "})" : ")");
    }
    std::string operator()(const std::shared_ptr<const Code>& value) const {
      return "<code object " + value->name + ", line " + std::to_string(value->first_line) + ">";
    }
  };
  return std::visit(Text{}, constant.value);
}

static std::string flags_text(const Code& code, const Instruction& instruction) {
  switch (instruction.op) {
    case Op::FORMAT_VALUE: {
      static constexpr const char* kConversions[] = {"", "str", "repr", "ascii"};
      std::string text = kConversions[instruction.arg & 3];
      if (instruction.arg & 4) text += text.empty() ? "with format" : ", with format";
      return text;
    }
    case Op::MAKE_FUNCTION: {
      static constexpr const char* kParts[] = {"defaults", "kwdefaults", "annotations", "closure"};
      std::string text;
      for (int i = 0; i < 4; ++i)
        if (instruction.arg & 1u << i) (text += text.empty() ? "" : ", ") += kParts[i];
      return text;
    }
    default: return "";
  }
}

static std::string meaning(const Code& code, const Instruction& instruction) {
  uint32_t arg = instruction.arg;
  switch (op_info(instruction.op).operand) {
    case Operand::kNone:
    case Operand::kCount: return "";
    case Operand::kConst: return arg < code.constants.size() ? constant_text(code.constants[arg]) : "?";
    case Operand::kName: return arg < code.names.size() ? code.names[arg] : "?";
    case Operand::kLocal:
    case Operand::kCell: return arg < code.local_names.size() ? code.local_names[arg] : "?";
    case Operand::kJump: return "to " + std::to_string(arg);
    case Operand::kFlags: return flags_text(code, instruction);
    case Operand::kBinary: return binary_op_symbol(arg);
    case Operand::kCompare: return compare_op_symbol(arg);
  }
  return "";
}

static std::string padded_left(std::string text, size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::vector<DisassemblyLine> disassemble(const Code& code) {
  std::vector<uint8_t> targets(code.instructions.size() + 1);
  for (const Instruction& instruction : code.instructions)
    if (op_info(instruction.op).operand == Operand::kJump && instruction.arg < targets.size())
      targets[instruction.arg] = 1;
  for (const ExceptionEntry& entry : code.exceptions) targets[entry.target] = 1;
  std::vector<DisassemblyLine> lines;
  lines.reserve(code.instructions.size() + code.exceptions.size() + 1);
  int line = -1;
  for (uint32_t i = 0; i < code.instructions.size(); ++i) {
    const Instruction& instruction = code.instructions[i];
    SourceSpan span = code.spans[i];
    bool new_line = span.valid() && span.line != line;
    if (span.valid()) line = span.line;
    std::string text =
        padded_left(new_line ? std::to_string(span.line) : "", 3) + (targets[i] ? "     >> " : "        ");
    text += padded_left(std::to_string(i), 4) + " " + op_info(instruction.op).name;
    if (op_info(instruction.op).operand != Operand::kNone) {
      if (text.size() < 37) text.resize(37, ' ');
      text += padded_left(std::to_string(instruction.arg), 4);
      std::string note = meaning(code, instruction);
      if (!note.empty()) text += " (" + note + ")";
    }
    lines.push_back({i, span, std::move(text)});
  }
  if (!code.exceptions.empty()) lines.push_back({0, {}, "ExceptionTable:"});
  for (const ExceptionEntry& entry : code.exceptions)
    lines.push_back({entry.target,
                     {},
                     "  " + std::to_string(entry.begin) + " to " + std::to_string(entry.end - 1) + " -> " +
                         std::to_string(entry.target) + " [" + std::to_string(entry.depth) + "]" +
                         (entry.push_lasti ? " lasti" : "")});
  return lines;
}

}  // namespace vt
