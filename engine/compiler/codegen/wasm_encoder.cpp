#include "codegen/wasm_encoder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "support/check.h"

namespace vt::wasm {
namespace {

// Name and opcode; 0xfdNN is a vector opcode with its prefix (relaxed SIMD from 0x100 on).
struct OpCode {
  const char* name;
  uint32_t code;
};
constexpr uint32_t kVector = 0x10000;
constexpr OpCode kOps[] = {
    {"i32.eqz", 0x45},
    {"i32.eq", 0x46},
    {"i32.ne", 0x47},
    {"i32.lt_s", 0x48},
    {"i32.lt_u", 0x49},
    {"i32.gt_s", 0x4a},
    {"i32.gt_u", 0x4b},
    {"i32.le_s", 0x4c},
    {"i32.le_u", 0x4d},
    {"i32.ge_s", 0x4e},
    {"i32.ge_u", 0x4f},
    {"i64.eqz", 0x50},
    {"i64.eq", 0x51},
    {"i64.ne", 0x52},
    {"i64.lt_s", 0x53},
    {"i64.gt_s", 0x55},
    {"i64.le_s", 0x57},
    {"i64.ge_s", 0x59},
    {"f32.eq", 0x5b},
    {"f32.ne", 0x5c},
    {"f32.lt", 0x5d},
    {"f32.gt", 0x5e},
    {"f32.le", 0x5f},
    {"f32.ge", 0x60},
    {"f64.eq", 0x61},
    {"f64.ne", 0x62},
    {"f64.lt", 0x63},
    {"f64.gt", 0x64},
    {"f64.le", 0x65},
    {"f64.ge", 0x66},
    {"i32.add", 0x6a},
    {"i32.sub", 0x6b},
    {"i32.mul", 0x6c},
    {"i32.div_s", 0x6d},
    {"i32.div_u", 0x6e},
    {"i32.rem_s", 0x6f},
    {"i32.rem_u", 0x70},
    {"i32.and", 0x71},
    {"i32.or", 0x72},
    {"i32.xor", 0x73},
    {"i32.shl", 0x74},
    {"i32.shr_s", 0x75},
    {"i32.shr_u", 0x76},
    {"i64.add", 0x7c},
    {"i64.sub", 0x7d},
    {"i64.mul", 0x7e},
    {"i64.div_s", 0x7f},
    {"i64.rem_s", 0x81},
    {"i64.and", 0x83},
    {"i64.or", 0x84},
    {"i64.xor", 0x85},
    {"i64.shl", 0x86},
    {"i64.shr_s", 0x87},
    {"f32.abs", 0x8b},
    {"f32.neg", 0x8c},
    {"f32.ceil", 0x8d},
    {"f32.floor", 0x8e},
    {"f32.trunc", 0x8f},
    {"f32.nearest", 0x90},
    {"f32.sqrt", 0x91},
    {"f32.add", 0x92},
    {"f32.sub", 0x93},
    {"f32.mul", 0x94},
    {"f32.div", 0x95},
    {"f32.min", 0x96},
    {"f32.max", 0x97},
    {"f64.abs", 0x99},
    {"f64.neg", 0x9a},
    {"f64.ceil", 0x9b},
    {"f64.floor", 0x9c},
    {"f64.trunc", 0x9d},
    {"f64.nearest", 0x9e},
    {"f64.sqrt", 0x9f},
    {"f64.add", 0xa0},
    {"f64.sub", 0xa1},
    {"f64.mul", 0xa2},
    {"f64.div", 0xa3},
    {"f64.min", 0xa4},
    {"f64.max", 0xa5},
    {"i32.wrap_i64", 0xa7},
    {"i64.extend_i32_s", 0xac},
    {"i64.extend_i32_u", 0xad},
    {"f32.convert_i32_s", 0xb2},
    {"f32.convert_i64_s", 0xb4},
    {"f32.demote_f64", 0xb6},
    {"f64.convert_i32_s", 0xb7},
    {"f64.convert_i64_s", 0xb9},
    {"f64.promote_f32", 0xbb},
    {"i32.reinterpret_f32", 0xbc},
    {"i64.reinterpret_f64", 0xbd},
    {"f32.reinterpret_i32", 0xbe},
    {"f64.reinterpret_i64", 0xbf},
    {"i32.extend8_s", 0xc0},
    {"i32.extend16_s", 0xc1},
    {"select", 0x1b},
    {"i32.load", 0x28},
    {"i64.load", 0x29},
    {"f32.load", 0x2a},
    {"f64.load", 0x2b},
    {"i32.load8_s", 0x2c},
    {"i32.load8_u", 0x2d},
    {"i32.load16_s", 0x2e},
    {"i32.load16_u", 0x2f},
    {"i32.store", 0x36},
    {"i64.store", 0x37},
    {"f32.store", 0x38},
    {"f64.store", 0x39},
    {"i32.store8", 0x3a},
    {"i32.store16", 0x3b},
    {"v128.load", kVector | 0x00},
    {"v128.load32_splat", kVector | 0x09},
    {"v128.load32_zero", kVector | 0x5c},
    {"v128.store", kVector | 0x0b},
    {"f32x4.splat", kVector | 0x13},
    {"i32x4.splat", kVector | 0x11},
    {"f32x4.extract_lane", kVector | 0x1f},
    {"f32x4.replace_lane", kVector | 0x20},
    {"i32x4.extract_lane", kVector | 0x1b},
    {"i32x4.replace_lane", kVector | 0x1c},
    {"i32x4.eq", kVector | 0x37},
    {"i32x4.ne", kVector | 0x38},
    {"i32x4.lt_s", kVector | 0x39},
    {"i32x4.gt_s", kVector | 0x3b},
    {"i32x4.le_s", kVector | 0x3d},
    {"i32x4.ge_s", kVector | 0x3f},
    {"f32x4.eq", kVector | 0x41},
    {"f32x4.ne", kVector | 0x42},
    {"f32x4.lt", kVector | 0x43},
    {"f32x4.gt", kVector | 0x44},
    {"f32x4.le", kVector | 0x45},
    {"f32x4.ge", kVector | 0x46},
    {"v128.not", kVector | 0x4d},
    {"v128.and", kVector | 0x4e},
    {"v128.andnot", kVector | 0x4f},
    {"v128.or", kVector | 0x50},
    {"v128.xor", kVector | 0x51},
    {"v128.bitselect", kVector | 0x52},
    {"v128.any_true", kVector | 0x53},
    {"i32x4.all_true", kVector | 0xa3},
    {"i16x8.extend_low_i8x16_u", kVector | 0x89},
    {"i32x4.extend_low_i16x8_u", kVector | 0xa9},
    {"i32x4.abs", kVector | 0xa0},
    {"i32x4.neg", kVector | 0xa1},
    {"i32x4.shl", kVector | 0xab},
    {"i32x4.shr_s", kVector | 0xac},
    {"i32x4.add", kVector | 0xae},
    {"i32x4.sub", kVector | 0xb1},
    {"i32x4.mul", kVector | 0xb5},
    {"i32x4.min_s", kVector | 0xb6},
    {"i32x4.max_s", kVector | 0xb8},
    {"f32x4.ceil", kVector | 0x67},
    {"f32x4.floor", kVector | 0x68},
    {"f32x4.trunc", kVector | 0x69},
    {"f32x4.nearest", kVector | 0x6a},
    {"f32x4.abs", kVector | 0xe0},
    {"f32x4.neg", kVector | 0xe1},
    {"f32x4.sqrt", kVector | 0xe3},
    {"f32x4.add", kVector | 0xe4},
    {"f32x4.sub", kVector | 0xe5},
    {"f32x4.mul", kVector | 0xe6},
    {"f32x4.div", kVector | 0xe7},
    {"f32x4.min", kVector | 0xe8},
    {"f32x4.max", kVector | 0xe9},
    {"f32x4.pmin", kVector | 0xea},
    {"f32x4.pmax", kVector | 0xeb},
    {"i32x4.trunc_sat_f32x4_s", kVector | 0xf8},
    {"f32x4.convert_i32x4_s", kVector | 0xfa},
    {"f32x4.relaxed_madd", kVector | 0x105},
};

void unsigned_leb(std::string& out, uint64_t v) {
  for (; v >= 0x80; v >>= 7) out += static_cast<char>(v | 0x80);
  out += static_cast<char>(v);
}

void signed_leb(std::string& out, int64_t v) {
  while (true) {
    char byte = static_cast<char>(v & 0x7f);
    v >>= 7;
    bool done = (v == 0 && !(byte & 0x40)) || (v == -1 && (byte & 0x40));
    out += static_cast<char>(done ? byte : byte | 0x80);
    if (done) return;
  }
}

std::string op_bytes(std::string_view name) {
  if (name == "i32.trunc_sat_f32_s") return {"\xfc\x00", 2};
  if (name == "i32.trunc_sat_f64_s") return {"\xfc\x02", 2};
  if (name == "i64.trunc_sat_f32_s") return {"\xfc\x04", 2};
  if (name == "i64.trunc_sat_f64_s") return {"\xfc\x06", 2};
  for (const OpCode& o : kOps) {
    if (name != o.name) continue;
    std::string bytes;
    if (o.code & kVector) {
      bytes += '\xfd';
      unsigned_leb(bytes, o.code & 0xffff);
    } else {
      bytes += static_cast<char>(o.code);
    }
    return bytes;
  }
  VT_UNREACHABLE("unknown WebAssembly instruction " + std::string(name));
}

// The natural alignment that a load or store declares, as a power of two.
int alignment(std::string_view name) {
  if (name.find("8_") != name.npos || name.ends_with("store8")) return 0;
  if (name.find("16_") != name.npos || name.ends_with("store16")) return 1;
  if (name.find("32_") != name.npos || name.starts_with("i32") || name.starts_with("f32")) return 2;
  return name.starts_with("v128") ? 4 : 3;
}

std::string folded(std::string_view name, const std::string& immediate, const auto& operands) {
  std::string text = "(" + std::string(name) + immediate;
  for (const Tree& t : operands) text += " " + t.text;
  return text + ")";
}

std::string operand_bytes(const auto& operands) {
  std::string bytes;
  for (const Tree& t : operands) bytes += t.bytes;
  return bytes;
}

template <class T>
std::string raw(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

std::string float_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

void add_name(std::string& out, std::string_view name) {
  unsigned_leb(out, name.size());
  out += name;
}

void add_section(std::string& out, int id, const std::string& content) {
  out += static_cast<char>(id);
  unsigned_leb(out, content.size());
  out += content;
}

struct MathImport {
  const char* name;
  int arity;
};
constexpr MathImport kMath[] = {{"exp", 1},    {"exp2", 1},  {"expm1", 1}, {"log", 1},  {"log2", 1}, {"log10", 1},
                                {"log1p", 1},  {"sin", 1},   {"cos", 1},   {"tan", 1},  {"asin", 1}, {"acos", 1},
                                {"atan", 1},   {"sinh", 1},  {"cosh", 1},  {"tanh", 1}, {"erf", 1},  {"erfc", 1},
                                {"lgamma", 1}, {"atan2", 2}, {"fmod", 2},  {"pow", 2}};
constexpr uint32_t kMathCount = sizeof(kMath) / sizeof(kMath[0]);

}  // namespace

const char* type_name(Type type) {
  switch (type) {
    case Type::kI32: return "i32";
    case Type::kI64: return "i64";
    case Type::kF32: return "f32";
    case Type::kF64: return "f64";
    case Type::kV128: return "v128";
  }
  return "";
}

Tree op(std::string_view name, std::initializer_list<Tree> operands) {
  return {operand_bytes(operands) + op_bytes(name), folded(name, "", operands)};
}

Tree op(std::string_view name, const std::vector<Tree>& operands) {
  return {operand_bytes(operands) + op_bytes(name), folded(name, "", operands)};
}

Tree lane(std::string_view name, int index, std::initializer_list<Tree> operands) {
  return {operand_bytes(operands) + op_bytes(name) + static_cast<char>(index),
          folded(name, " " + std::to_string(index), operands)};
}

Tree memory(std::string_view name, uint32_t offset, std::initializer_list<Tree> operands) {
  std::string bytes = operand_bytes(operands) + op_bytes(name);
  // The alignment hint is 4 bytes at most, because views may be unaligned for vectors.
  bytes += static_cast<char>(std::min(alignment(name), 2));
  unsigned_leb(bytes, offset);
  return {bytes, folded(name, offset ? " offset=" + std::to_string(offset) : "", operands)};
}

Tree i32(int32_t value) {
  std::string bytes = "\x41";
  signed_leb(bytes, value);
  return {bytes, "(i32.const " + std::to_string(value) + ")"};
}

Tree i64(int64_t value) {
  std::string bytes = "\x42";
  signed_leb(bytes, value);
  return {bytes, "(i64.const " + std::to_string(value) + ")"};
}

Tree f32(float value) { return {"\x43" + raw(value), "(f32.const " + float_text(value) + ")"}; }
Tree f64(double value) { return {"\x44" + raw(value), "(f64.const " + float_text(value) + ")"}; }

static Tree v128(const std::string& four, const std::string& text) {
  return {std::string("\xfd\x0c", 2) + four + four + four + four, "(v128.const " + text + ")"};
}
Tree v128_f32(float value) {
  std::string t = float_text(value);
  return v128(raw(value), "f32x4 " + t + " " + t + " " + t + " " + t);
}
Tree v128_i32(int32_t value) {
  std::string t = std::to_string(value);
  return v128(raw(value), "i32x4 " + t + " " + t + " " + t + " " + t);
}

Tree get(const Local& local) {
  std::string bytes = "\x20";
  unsigned_leb(bytes, local.index);
  return {bytes, "(local.get $" + local.name + ")"};
}

Function::Function(std::string name) : name_(std::move(name)) {}
Function::Function(std::string name, const char* third, const char* fourth) : name_(std::move(name)) {
  parameters_.insert(parameters_.end(), {third, fourth});
}

Local Function::parameter(size_t index) const { return {static_cast<uint32_t>(index), parameters_.at(index)}; }

Local Function::local(Type type, std::string name) {
  locals_.push_back(type);
  return {static_cast<uint32_t>(parameters_.size() + locals_.size() - 1), std::move(name)};
}

void Function::line(std::string text, std::vector<ItemId> items) {
  std::erase(items, kNoItem);
  lines_.push_back({std::string(2 * depth_, ' ') + std::move(text), std::move(items)});
}

void Function::set(const Local& local, const Tree& value, std::vector<ItemId> items) {
  code_ += value.bytes + '\x21';
  unsigned_leb(code_, local.index);
  line("(local.set $" + local.name + " " + value.text + ")", std::move(items));
}

void Function::statement(const Tree& tree, std::vector<ItemId> items) {
  code_ += tree.bytes;
  line(tree.text, std::move(items));
}

void Function::begin_while(const Tree& condition) {
  code_ += std::string("\x02\x40\x03\x40", 4) + condition.bytes + std::string("\x45\x0d\x01", 3);
  line("(block $done (loop $next");
  ++depth_;
  line("(br_if $done (i32.eqz " + condition.text + "))");
}

void Function::end_while() {
  code_ += std::string("\x0c\x00\x0b\x0b", 4);
  line("(br $next)))");
  --depth_;
}

void Function::begin_if(const Tree& condition) {
  code_ += condition.bytes + std::string("\x04\x40", 2);
  line("(if " + condition.text + " (then");
  ++depth_;
}

void Function::end_if() {
  code_ += '\x0b';
  --depth_;
  line("))");
}

Tree Function::call(uint32_t function, const char* name, const std::vector<Tree>& operands) const {
  std::string bytes = operand_bytes(operands) + '\x10';
  unsigned_leb(bytes, function);
  return {bytes, folded("call $" + std::string(name), "", operands)};
}

std::string Function::body() const {
  std::string out, runs;
  size_t count = 0;
  for (size_t i = 0; i < locals_.size();) {
    size_t j = i;
    while (j < locals_.size() && locals_[j] == locals_[i]) ++j;
    unsigned_leb(runs, j - i);
    runs += static_cast<char>(locals_[i]);
    ++count;
    i = j;
  }
  unsigned_leb(out, count);
  return out + runs + code_ + '\x0b';
}

uint32_t Module::import_math(std::string_view name) {
  for (uint32_t i = 0; i < kMathCount; ++i)
    if (name == kMath[i].name) return i;
  VT_UNREACHABLE("no import " + std::string(name));
}

int Module::math_arity(std::string_view name) {
  for (const MathImport& m : kMath)
    if (name == m.name) return m.arity;
  return 0;
}

uint32_t Module::imported() const { return kMathCount + (shared_ ? 1 : 0); }
int Module::parts() const {
  return static_cast<int>(
      std::count_if(functions_.begin(), functions_.end(), [](const Function& f) { return !f.is_kernel(); }));
}

void Module::add_sharing_kernel(Function kernel, int apart, Tree end, Tree step) {
  VT_CHECK(shared_ && parts() > 0, "parts can be shared only on shared memory");
  const Local buffers = kernel.parameter(0), symbols = kernel.parameter(1);
  kernel.statement(
      kernel.call(kMathCount, "share",
                  {i32(parts() - 1), get(buffers), i32(apart), get(symbols), std::move(end), std::move(step)}));
  add(std::move(kernel));
}

uint32_t Module::add(Function function) {
  functions_.push_back(std::move(function));
  return imported() + static_cast<uint32_t>(functions_.size()) - 1;
}

std::vector<uint8_t> Module::encode() const {
  std::string out("\0asm\1\0\0\0", 8), content;
  // Types: 0 kernel; 1 and 2 math functions of one and two doubles; 3 part of a kernel; 4 "share".
  add_section(out, 1,
              std::string("\x05\x60\x02\x7f\x7f\x00\x60\x01\x7c\x01\x7c\x60\x02\x7c\x7c\x01\x7c"
                          "\x60\x04\x7f\x7f\x7f\x7f\x00\x60\x06\x7f\x7f\x7f\x7f\x7f\x7f\x00",
                          33));
  unsigned_leb(content, imported() + 1);
  auto import_function = [&](const char* name, int type) {
    add_name(content, "e");
    add_name(content, name);
    content += '\0';
    content += static_cast<char>(type);
  };
  for (const MathImport& m : kMath) import_function(m.name, m.arity);
  if (shared_) import_function("share", 4);
  add_name(content, "e");
  add_name(content, "m");
  // At least one page. A shared memory must declare a maximum; here it is the largest possible.
  content += shared_ ? std::string("\x02\x03\x01\x80\x80\x04", 6) : std::string("\x02\x00\x01", 3);
  add_section(out, 2, content);
  content.clear();
  unsigned_leb(content, functions_.size());
  for (const Function& f : functions_) content += f.is_kernel() ? '\0' : '\3';
  add_section(out, 3, content);
  std::string exports;
  size_t exported = 0, parts = 0;
  for (size_t i = 0; i < functions_.size(); ++i) {
    const bool is_kernel = functions_[i].is_kernel();
    if (!is_kernel && !shared_) continue;
    add_name(exports, is_kernel ? functions_[i].name() : "part" + std::to_string(parts++));
    exports += '\0';
    unsigned_leb(exports, imported() + i);
    ++exported;
  }
  content.clear();
  unsigned_leb(content, exported);
  add_section(out, 7, content + exports);
  content.clear();
  unsigned_leb(content, functions_.size());
  for (const Function& f : functions_) {
    std::string body = f.body();
    unsigned_leb(content, body.size());
    content += body;
  }
  add_section(out, 10, content);
  return {out.begin(), out.end()};
}

std::vector<TaggedLine> Module::text() const {
  std::vector<TaggedLine> lines{{"(module", {}}};
  lines.push_back(
      {shared_ ? "  (import \"e\" \"m\" (memory 1 65536 shared))" : "  (import \"e\" \"m\" (memory 1))", {}});
  size_t parts = 0;
  for (const Function& f : functions_) {
    std::string head = f.is_kernel() ? "  (func (export \"" + f.name() + "\")" : "  (func $" + f.name();
    if (!f.is_kernel() && shared_) head += " (export \"part" + std::to_string(parts++) + "\")";
    for (const std::string& parameter : f.parameters()) head += " (param $" + parameter + " i32)";
    lines.push_back({head, {}});
    lines.insert(lines.end(), f.text().begin(), f.text().end());
    lines.push_back({"  )", {}});
  }
  lines.push_back({")", {}});
  return lines;
}

}  // namespace vt::wasm
