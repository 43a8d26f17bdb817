// A compiled function, class body or module: written by the compiler, executed by the VM, read and rewritten by dynamo.
// Plain data, no VM objects; the VM materializes the constants.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "frontend/opcodes.h"
#include "support/source.h"

namespace vt {

struct Code;

struct Constant;
struct ConstantTuple {
  std::vector<Constant> items;
  bool frozen_set = false;
};
struct BigIntText {
  std::string digits;
};  // decimal, for literals beyond int64
struct EllipsisConstant {};
struct BytesConstant {
  std::string data;
};
struct Constant {
  std::variant<std::monostate /* None */, bool, int64_t, BigIntText, double, std::string, BytesConstant,
               EllipsisConstant, std::shared_ptr<ConstantTuple>, std::shared_ptr<const Code>>
      value;
};

struct Instruction {
  Op op;
  uint32_t arg = 0;
};

// An exception in instructions [begin, end) jumps to `target`, with the stack unwound to `depth`; with push_lasti the
// index of the failing instruction is pushed before the exception.
struct ExceptionEntry {
  uint32_t begin, end, target;
  uint32_t depth;
  bool push_lasti;
};

enum CodeFlags : uint32_t {
  kHasVarArgs = 0x04,
  kHasVarKeywords = 0x08,
  kIsGenerator = 0x20,
  kIsCoroutine = 0x80,
  kIsIterableCoroutine = 0x100,  // a generator that can be awaited: types.coroutine
  kIsAsyncGenerator = 0x200,
  kSuspends = kIsGenerator | kIsCoroutine | kIsAsyncGenerator,
  kOptimized = 0x01,  // locals live in slots (functions), not in a namespace dict
};

struct Code {
  std::string name;            // "forward"
  std::string qualified_name;  // "Net.forward"
  std::shared_ptr<const SourceFile> file;
  int first_line = 0;
  uint32_t flags = 0;
  int argument_count = 0;  // positional, positional-only included
  int positional_only_count = 0;
  int keyword_only_count = 0;
  // Slots as in CPython 3.12: parameters and locals, then cells that are not parameters, then free variables.
  // Operand::kLocal and kCell both index this array.
  std::vector<std::string> local_names;  // all slots in order
  std::vector<uint8_t> local_kinds;      // LocalKind bits, per slot
  int free_variable_count = 0;           // the last slots
  std::vector<std::string> names;        // Operand::kName
  std::vector<Constant> constants;       // Operand::kConst
  std::vector<Instruction> instructions;
  std::vector<SourceSpan> spans;           // one per instruction
  std::vector<ExceptionEntry> exceptions;  // innermost first for a given instruction
  int max_stack = 0;
  std::string docstring;
  bool has_docstring = false;
};
enum LocalKind : uint8_t { kPlainLocal = 1, kCellLocal = 2, kFreeLocal = 4 };

// Text of the disassembly, one line per instruction in the layout of CPython's `dis` (line number, jump target mark,
// index, name, argument, meaning).
struct DisassemblyLine {
  uint32_t index;
  SourceSpan span;
  std::string text;
};
std::vector<DisassemblyLine> disassemble(const Code& code);

}  // namespace vt
