// The bytecode: CPython 3.12's opcode names and stack effects, one row each. The table
// feeds the enum, the disassembler, the interpreter's dispatch and dynamo's; a new
// opcode is one row here and the cases that the compiler then demands.
//
// OPCODE(name, operand kind, stack effect, doc). kVaries: see stack_effect().
// Differences from CPython, kept small: an operand is a full 32-bit number (no
// EXTENDED_ARG, no inline cache entries), jumps hold the absolute index of the target
// instruction, and LOAD_GLOBAL / LOAD_ATTR carry no flag bits: PUSH_NULL is explicit and
// methods load by LOAD_METHOD (3.11's name). Handlers live in the exception table.
#pragma once
#include <cstdint>

namespace vt {

// What an operand counts into.
enum class Operand : uint8_t { kNone, kCount, kConst, kName, kLocal, kCell, kJump, kFlags, kBinary, kCompare };
inline constexpr int kVaries = 99;

// clang-format off
#define VT_OPCODES(OPCODE)                                                                                        \
  OPCODE(NOP,                    kNone,   0,  "Do nothing.")                                                     \
  OPCODE(RESUME,                 kFlags,  0,  "Mark the start of a function (0) or where it goes on after yield (1).") \
  OPCODE(POP_TOP,                kNone,   -1, "Drop the top of the stack.")                                      \
  OPCODE(PUSH_NULL,              kNone,   +1, "Push a null; it comes right before a plain callable (3.12's order).") \
  OPCODE(COPY,                   kCount,  +1, "Push a copy of the i-th item from the top (1 is the top).")       \
  OPCODE(SWAP,                   kCount,  0,  "Exchange the top with the i-th item.")                            \
  OPCODE(LOAD_CONST,             kConst,  +1, "Push a constant.")                                                \
  OPCODE(LOAD_FAST,              kLocal,  +1, "Push a local; UnboundLocalError if it is unset.")                 \
  OPCODE(LOAD_FAST_AND_CLEAR,    kLocal,  +1, "Push a local or null and unset it (inlined comprehensions).")     \
  OPCODE(STORE_FAST,             kLocal,  -1, "Store into a local (a null unsets it).")                          \
  OPCODE(DELETE_FAST,            kLocal,  0,  "Unset a local; UnboundLocalError if it is unset.")                \
  OPCODE(LOAD_GLOBAL,            kName,   +1, "Push a global or a builtin.")                                     \
  OPCODE(STORE_GLOBAL,           kName,   -1, "Store into a global.")                                            \
  OPCODE(DELETE_GLOBAL,          kName,   0,  "Delete a global.")                                                \
  OPCODE(LOAD_NAME,              kName,   +1, "Push a name: class or module namespace, then global, then builtin.") \
  OPCODE(STORE_NAME,             kName,   -1, "Store into the class or module namespace.")                       \
  OPCODE(DELETE_NAME,            kName,   0,  "Delete from the class or module namespace.")                      \
  OPCODE(MAKE_CELL,              kCell,   0,  "Turn a local (maybe a parameter) into a cell.")                   \
  OPCODE(COPY_FREE_VARS,         kCount,  0,  "Copy n closure cells into the frame.")                            \
  OPCODE(LOAD_CLOSURE,           kCell,   +1, "Push a cell itself.")                                             \
  OPCODE(LOAD_DEREF,             kCell,   +1, "Push the value in a cell.")                                       \
  OPCODE(STORE_DEREF,            kCell,   -1, "Store into a cell.")                                              \
  OPCODE(DELETE_DEREF,           kCell,   0,  "Empty a cell.")                                                   \
  OPCODE(LOAD_FROM_DICT_OR_DEREF, kCell,  0,  "Pop a mapping; push its entry of that name or the cell's value (class bodies).") \
  OPCODE(LOAD_LOCALS,            kNone,   +1, "Push the namespace of the class body.")                           \
  OPCODE(LOAD_BUILD_CLASS,       kNone,   +1, "Push builtins.__build_class__.")                                  \
  OPCODE(LOAD_ASSERTION_ERROR,   kNone,   +1, "Push AssertionError.")                                            \
  OPCODE(LOAD_ATTR,              kName,   0,  "Replace the top by its attribute.")                               \
  OPCODE(LOAD_METHOD,            kName,   +1, "Pop an object; push method, self or null, attribute: ready for CALL.") \
  OPCODE(LOAD_SUPER_ATTR,        kName,   -2, "Pop super, class, self; push super(class, self).name.")           \
  OPCODE(STORE_ATTR,             kName,   -2, "Pop object and value; set the attribute.")                        \
  OPCODE(DELETE_ATTR,            kName,   -1, "Pop an object; delete its attribute.")                            \
  OPCODE(BINARY_SUBSCR,          kNone,   -1, "container, key -> container[key].")                               \
  OPCODE(STORE_SUBSCR,           kNone,   -3, "value, container, key -> ; container[key] = value.")              \
  OPCODE(DELETE_SUBSCR,          kNone,   -2, "container, key -> ; del container[key].")                         \
  OPCODE(BINARY_SLICE,           kNone,   -2, "container, start, stop -> container[start:stop].")                \
  OPCODE(STORE_SLICE,            kNone,   -4, "value, container, start, stop -> .")                              \
  OPCODE(BINARY_OP,              kBinary, -1, "left, right -> left op right; in-place forms included.")          \
  OPCODE(COMPARE_OP,             kCompare, -1, "left, right -> left op right.")                                  \
  OPCODE(IS_OP,                  kFlags,  -1, "left, right -> left is right (1: is not).")                       \
  OPCODE(CONTAINS_OP,            kFlags,  -1, "left, right -> left in right (1: not in).")                       \
  OPCODE(UNARY_NEGATIVE,         kNone,   0,  "-x")                                                              \
  OPCODE(UNARY_INVERT,           kNone,   0,  "~x")                                                              \
  OPCODE(UNARY_NOT,              kNone,   0,  "not x")                                                           \
  OPCODE(UNARY_POSITIVE,         kNone,   0,  "+x (CALL_INTRINSIC_1 in CPython).")                               \
  OPCODE(BUILD_TUPLE,            kCount,  kVaries, "Pop n items, push a tuple.")                                 \
  OPCODE(BUILD_LIST,             kCount,  kVaries, "Pop n items, push a list.")                                  \
  OPCODE(BUILD_SET,              kCount,  kVaries, "Pop n items, push a set.")                                   \
  OPCODE(BUILD_MAP,              kCount,  kVaries, "Pop n key-value pairs, push a dict.")                        \
  OPCODE(BUILD_CONST_KEY_MAP,    kCount,  kVaries, "Pop n values and a tuple of keys, push a dict.")             \
  OPCODE(BUILD_STRING,           kCount,  kVaries, "Pop n strings, push their concatenation.")                   \
  OPCODE(BUILD_SLICE,            kCount,  kVaries, "Pop 2 or 3 items, push a slice.")                            \
  OPCODE(LIST_APPEND,            kCount,  -1, "Pop a value, append it to the list i below.")                     \
  OPCODE(SET_ADD,                kCount,  -1, "Pop a value, add it to the set i below.")                         \
  OPCODE(MAP_ADD,                kCount,  -2, "Pop key and value, set them in the dict i below.")                \
  OPCODE(LIST_EXTEND,            kCount,  -1, "Pop an iterable, extend the list i below.")                       \
  OPCODE(SET_UPDATE,             kCount,  -1, "Pop an iterable, update the set i below.")                        \
  OPCODE(DICT_UPDATE,            kCount,  -1, "Pop a mapping, update the dict i below.")                         \
  OPCODE(DICT_MERGE,             kCount,  -1, "As DICT_UPDATE for call keywords; a repeated key is a TypeError.") \
  OPCODE(LIST_TO_TUPLE,          kNone,   0,  "Turn the list on top into a tuple (CALL_INTRINSIC_1 in CPython).") \
  OPCODE(UNPACK_SEQUENCE,        kCount,  kVaries, "Pop an iterable of exactly n items, push them, first on top.") \
  OPCODE(UNPACK_EX,              kFlags,  kVaries, "Starred unpacking; before count in the low 8 bits, after count above.") \
  OPCODE(FORMAT_VALUE,           kFlags,  kVaries, "f-string field; low 2 bits conversion (1 str, 2 repr, 3 ascii), bit 2 a spec on top.") \
  OPCODE(GET_LEN,                kNone,   +1, "Push len(top), keep the top.")                                    \
  OPCODE(MATCH_SEQUENCE,         kNone,   +1, "Push whether the top is a sequence to match: no text, no bytes.")          \
  OPCODE(MATCH_MAPPING,          kNone,   +1, "Push whether the top is a mapping.")                              \
  OPCODE(MATCH_KEYS,             kNone,   +1, "mapping, keys -> mapping, keys, tuple of their values (None: one is missing).") \
  OPCODE(MATCH_CLASS,            kCount,  -2, "subject, class, names -> tuple of attributes (None: no match); n go by position.") \
  OPCODE(GET_ITER,               kNone,   0,  "iter(x)")                                                         \
  OPCODE(GET_AWAITABLE,          kFlags,  0,  "What `await` asks for the next step; 1: __aenter__ gave it, 2: __aexit__.") \
  OPCODE(GET_AITER,              kNone,   0,  "x.__aiter__()")                                                   \
  OPCODE(GET_ANEXT,              kNone,   +1, "Push what `await` asks for the next item of the asynchronous iterator on top.") \
  OPCODE(END_ASYNC_FOR,          kNone,   -2, "iterator, exception -> ; a StopAsyncIteration ends the loop, another goes on.") \
  OPCODE(ASYNC_GEN_WRAP,         kNone,   0,  "Mark a value as yielded by an asynchronous generator (CALL_INTRINSIC_1 in CPython).") \
  OPCODE(GET_YIELD_FROM_ITER,    kNone,   0,  "As GET_ITER, a generator stays itself.")                          \
  OPCODE(FOR_ITER,               kJump,   kVaries, "Push the next item, or at the end pop the iterator and jump past END_FOR.") \
  OPCODE(END_FOR,                kNone,   0,  "Landing mark after an exhausted loop: the target of FOR_ITER, which did the pop.") \
  OPCODE(SEND,                   kJump,   0,  "receiver, value -> receiver, result; jumps when the receiver is exhausted (yield from).") \
  OPCODE(END_SEND,               kNone,   -1, "receiver, value -> value.")                                       \
  OPCODE(YIELD_VALUE,            kNone,   0,  "Hand the top to the caller; the value sent in takes its place.")  \
  OPCODE(RETURN_GENERATOR,       kNone,   +1, "Return a generator over this frame; resumed, it pushes None (popped next).") \
  OPCODE(RETURN_VALUE,           kNone,   -1, "Return the top.")                                                 \
  OPCODE(JUMP_FORWARD,           kJump,   0,  "Jump.")                                                           \
  OPCODE(JUMP_BACKWARD,          kJump,   0,  "Jump back; checks limits and interruption.")                      \
  OPCODE(POP_JUMP_IF_FALSE,      kJump,   -1, "Pop; jump if false.")                                             \
  OPCODE(POP_JUMP_IF_TRUE,       kJump,   -1, "Pop; jump if true.")                                              \
  OPCODE(POP_JUMP_IF_NONE,       kJump,   -1, "Pop; jump if None.")                                              \
  OPCODE(POP_JUMP_IF_NOT_NONE,   kJump,   -1, "Pop; jump if not None.")                                          \
  OPCODE(MAKE_FUNCTION,          kFlags,  kVaries, "Pop code, then closure (8), annotations (4), keyword defaults (2), defaults (1) as flagged; push a function.") \
  OPCODE(KW_NAMES,               kConst,  0,  "Name the keywords of the CALL that follows.")                     \
  OPCODE(CALL,                   kCount,  kVaries, "null, callable (or method, self), n arguments -> result.")    \
  OPCODE(CALL_FUNCTION_EX,       kFlags,  kVaries, "null, callable, tuple [, dict if 1] -> result.")             \
  OPCODE(IMPORT_NAME,            kName,   -1, "level, fromlist -> module.")                                      \
  OPCODE(IMPORT_FROM,            kName,   +1, "Push an attribute of the module on top, keep the module.")        \
  OPCODE(IMPORT_STAR,            kNone,   -1, "Pop a module; copy its public names (CALL_INTRINSIC_1 in CPython).") \
  OPCODE(RAISE_VARARGS,          kCount,  kVaries, "raise (0 re-raises, 1 exception, 2 exception and cause).")   \
  OPCODE(PUSH_EXC_INFO,          kNone,   +1, "exception -> previous exception, exception; it becomes the handled one.") \
  OPCODE(CHECK_EXC_MATCH,        kNone,   0,  "exception, type(s) -> exception, bool.")                          \
  OPCODE(CHECK_EG_MATCH,         kNone,   0,  "exception, type(s) -> rest, match (None: no part); the match becomes the handled one.") \
  OPCODE(PREP_RERAISE_STAR,      kNone,   -1, "original, list of raised -> what except* raises at its end, or None.") \
  OPCODE(POP_EXCEPT,             kNone,   -1, "Pop the previous exception; it becomes the handled one again.")   \
  OPCODE(RERAISE,                kFlags,  -1, "Raise the popped exception again, its traceback kept.")           \
  OPCODE(BEFORE_WITH,            kNone,   +1, "manager -> exit method, result of __enter__.")                    \
  OPCODE(BEFORE_ASYNC_WITH,      kNone,   +1, "manager -> __aexit__, result of __aenter__, which is awaited next.") \
  OPCODE(WITH_EXCEPT_START,      kNone,   +1, "Call the exit method 4 below with the exception on top; push its result.") \
  OPCODE(SETUP_ANNOTATIONS,      kNone,   0,  "Make __annotations__ if missing.")
// clang-format on

enum class Op : uint8_t {
#define OPCODE(name, operand, effect, doc) name,
  VT_OPCODES(OPCODE)
#undef OPCODE
};

// Operators of BINARY_OP in CPython's order; the in-place form is +kInplace.
enum class BinaryOp : uint8_t {
  kAdd,
  kAnd,
  kFloorDivide,
  kLshift,
  kMatrixMultiply,
  kMultiply,
  kRemainder,
  kOr,
  kPower,
  kRshift,
  kSubtract,
  kTrueDivide,
  kXor,
};
inline constexpr int kInplace = 13;
enum class CompareOp : uint8_t { kLess, kLessEqual, kEqual, kNotEqual, kGreater, kGreaterEqual };

struct OpInfo {
  const char* name;
  Operand operand;
  int stack_effect;  // kVaries: ask stack_effect()
  const char* doc;
};
const OpInfo& op_info(Op op);
const char* binary_op_symbol(uint32_t arg);   // "+", "+=" ...
const char* compare_op_symbol(uint32_t arg);  // "<" ...
// Change of the stack depth by `op` with `arg`; for jumps, `jump` selects the taken edge.
int stack_effect(Op op, uint32_t arg, bool jump);

}  // namespace vt
