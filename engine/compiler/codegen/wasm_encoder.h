// WebAssembly as data: instructions by their text names, composed into trees that carry
// bytes and WAT together; a module builder that lays out the sections.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "support/events.h"

namespace vt::wasm {

enum class Type : uint8_t { kI32 = 0x7f, kI64 = 0x7e, kF32 = 0x7d, kF64 = 0x7c, kV128 = 0x7b };
const char* type_name(Type type);

// An instruction with its operands: what it pushes, as bytes and as folded text.
struct Tree {
  std::string bytes;
  std::string text;
};

Tree op(std::string_view name, std::initializer_list<Tree> operands = {});  // VT_CHECKs the name
Tree op(std::string_view name, const std::vector<Tree>& operands);
Tree shift(std::string_view name, Tree vector, Tree count);
Tree lane(std::string_view name, int index, std::initializer_list<Tree> operands);  // extract_lane, replace_lane
Tree memory(std::string_view name, uint32_t offset, std::initializer_list<Tree> operands);  // loads and stores
Tree i32(int32_t value);
Tree i64(int64_t value);
Tree f32(float value);
Tree f64(double value);
Tree v128_f32(float value);  // the same in every lane
Tree v128_i32(int32_t value);

struct Local {
  uint32_t index = 0;
  std::string name;
};
Tree get(const Local& local);

// One function of i32 parameters without result. A kernel has two and is exported; a part of
// one has four and is called by it, or exported for threads. Statements go to the body in order.
class Function {
 public:
  explicit Function(std::string name);                                // a kernel
  Function(std::string name, const char* third, const char* fourth);  // a part
  const std::string& name() const { return name_; }
  bool is_kernel() const { return parameters_.size() == 2; }
  const std::vector<std::string>& parameters() const { return parameters_; }
  Local parameter(size_t index) const;
  Local local(Type type, std::string name);
  void set(const Local& local, const Tree& value, std::vector<ItemId> items = {});
  void statement(const Tree& tree, std::vector<ItemId> items = {});
  // `while (condition) { ... }`: begin, body, end.
  void begin_while(const Tree& condition);
  void end_while();
  // Two-armed choice is not needed; `if` without else.
  void begin_if(const Tree& condition);
  void end_if();
  Tree call(uint32_t function, const char* name, const std::vector<Tree>& operands) const;
  std::string body() const;  // encoded, with locals
  const std::vector<TaggedLine>& text() const { return lines_; }

 private:
  void line(std::string text, std::vector<ItemId> items = {});
  std::string name_;
  std::vector<std::string> parameters_{"buffers", "symbols"};
  std::vector<Type> locals_;
  std::string code_;
  std::vector<TaggedLine> lines_;
  int depth_ = 2;
};

// A module that imports memory "e" "m" and numeric functions "e" NAME, and exports its kernels.
// `shared`: threads share the memory. Then parts are exported too, as "part0" and so on, and a kernel may call the
// import "e" "share"(part's number, buffers, apart, symbols, end, step), which has the part called for all of [0, end)
// in steps, on threads whose lists of buffers lie `apart` bytes apart (0: one for all).
class Module {
 public:
  explicit Module(bool shared = false) : shared_(shared) {}
  // The index of an imported function of `arity` doubles; added on first use. All imports
  // must be asked for before the first function is added... indices stay stable because
  // the table of possible imports is fixed.
  uint32_t import_math(std::string_view name);
  uint32_t add(Function function);  // its index, for calls
  int parts() const;
  // A kernel that has the part which was added last called for [0, end).
  void add_sharing_kernel(Function kernel, int apart, Tree end, Tree step);
  std::vector<uint8_t> encode() const;
  std::vector<TaggedLine> text() const;
  static int math_arity(std::string_view name);  // 0: not among the imports

 private:
  uint32_t imported() const;  // functions
  std::vector<Function> functions_;
  bool shared_;
};

}  // namespace vt::wasm
