#include "frontend/opcodes.h"

#include "support/check.h"

namespace vt {

const OpInfo& op_info(Op op) {
  static constexpr OpInfo kTable[] = {
#define OPCODE(name, operand, effect, doc) {#name, Operand::operand, effect, doc},
      VT_OPCODES(OPCODE)
#undef OPCODE
  };
  return kTable[static_cast<uint8_t>(op)];
}

const char* binary_op_symbol(uint32_t arg) {
  static constexpr const char* kSymbols[] = {
      "+",  "&",  "//",  "<<",  "@",  "*",  "%",  "|",  "**",  ">>",  "-",  "/",  "^",
      "+=", "&=", "//=", "<<=", "@=", "*=", "%=", "|=", "**=", ">>=", "-=", "/=", "^="};
  return arg < 2 * kInplace ? kSymbols[arg] : "?";
}

const char* compare_op_symbol(uint32_t arg) {
  static constexpr const char* kSymbols[] = {"<", "<=", "==", "!=", ">", ">="};
  return arg < 6 ? kSymbols[arg] : "?";
}

static int bit_count(uint32_t bits) {
  int count = 0;
  for (; bits; bits &= bits - 1) ++count;
  return count;
}

// Only the opcodes whose row says kVaries; the others come from the table.
static int varying_effect(Op op, int arg, bool jump) {
  switch (op) {
    case Op::BUILD_TUPLE:
    case Op::BUILD_LIST:
    case Op::BUILD_SET:
    case Op::BUILD_STRING:
    case Op::BUILD_SLICE: return 1 - arg;
    case Op::BUILD_MAP: return 1 - 2 * arg;
    case Op::BUILD_CONST_KEY_MAP: return -arg;
    case Op::UNPACK_SEQUENCE: return arg - 1;
    case Op::UNPACK_EX: return (arg & 0xff) + (arg >> 8);
    case Op::FORMAT_VALUE: return arg & 4 ? -1 : 0;
    case Op::FOR_ITER: return jump ? -1 : 1;
    case Op::MAKE_FUNCTION: return -bit_count(static_cast<uint32_t>(arg) & 0xf);
    case Op::CALL: return -1 - arg;
    case Op::CALL_FUNCTION_EX: return -2 - (arg & 1);
    case Op::RAISE_VARARGS: return -arg;
    default: VT_UNREACHABLE("every kVaries opcode has its effect here");
  }
}

int stack_effect(Op op, uint32_t arg, bool jump) {
  int effect = op_info(op).stack_effect;
  return effect == kVaries ? varying_effect(op, static_cast<int>(arg), jump) : effect;
}

}  // namespace vt
