// A WebAssembly assembler: instructions by their text names, composed into trees that carry bytes and
// WAT text together, and a module builder that lays out the sections.
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

// An instruction with its operands: an expression that pushes one value, as bytes and as folded text.
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

// A function with i32 parameters and no result. A kernel has two parameters and is exported; a part of a kernel
// has four and is called by the kernel or exported for threads. Statements are appended to the body.
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
  // `if` without else.
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

// A module that imports memory "e" "m" and math functions "e" NAME, and exports its kernels. `shared`: threads share
// the memory. Then parts are exported too, as "part0" and so on, and a kernel may call the import "e" "share"(part's
// number, buffers, apart, symbols, end, step), which calls the part for all of [0, end) in steps of `step` on the
// threads. Each thread has its own list of buffers, `apart` bytes after the previous one (0: one list for all).
class Module {
 public:
  explicit Module(bool shared = false) : shared_(shared) {}
  // The index of an imported function of doubles; the number of parameters follows from the name. Indices
  // are stable, because the table of possible imports is fixed and all of them
  // are imported.
  uint32_t import_math(std::string_view name);
  uint32_t add(Function function);  // returns its index, for calls
  int parts() const;
  // Adds a kernel that calls the most recently added part for all of [0, end), through "share".
  void add_sharing_kernel(Function kernel, int apart, Tree end, Tree step);
  std::vector<uint8_t> encode() const;
  std::vector<TaggedLine> text() const;
  static int math_arity(std::string_view name);  // 0: no such import

 private:
  uint32_t imported() const;  // number of imported functions
  std::vector<Function> functions_;
  bool shared_;
};

}  // namespace vt::wasm
