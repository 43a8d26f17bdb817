// A lowered graph: buffers, and steps in execution order. The runtime executes it through
// a back end; the memory plan gives every temporary an offset in one arena.
#pragma once
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "loop/nest.h"
#include "ops/op.h"
#include "support/events.h"

namespace vt {

enum class BufferKind : uint8_t { kInput, kConstant, kTemporary, kOutput };

struct Buffer {
  std::string name;
  BufferKind kind = BufferKind::kTemporary;
  DType dtype = DType::kFloat32;
  std::vector<SymExpr> sizes,
      strides;         // dense unless it is an input or constant; maybe permuted, as eager execution lays it out
  int input = -1;      // kInput: position among the program's inputs
  bool given = false;  // kInput: the caller has no use for it after the call
  Tensor constant;     // kConstant
  ItemId item = kNoItem;
  // The memory plan. Temporaries: bytes from the start of the arena, or of the given input in whose memory it lies.
  SymExpr arena_offset;
  int host = -1;                        // that input, or -1 for the arena
  int first_step = -1, last_step = -1;  // that use it
  int reuses = -1;                      // the buffer whose place it took, or -1
};

// A call of an op's own kernel (library call): arguments with tensors replaced by buffers.
struct ExternArg {
  enum class Kind : uint8_t { kPlain, kBuffer, kBufferList } kind = Kind::kPlain;
  Arg plain;          // SymInts inside are re-evaluated at each call
  struct View {       // a strided view of a buffer
    int buffer = -1;  // -1: None
    std::vector<SymExpr> sizes, strides;
    SymExpr offset;
  };
  std::vector<View> views;
};
struct ExternCall {
  const OpDef* op = nullptr;
  std::vector<ExternArg> args;
  std::vector<int> outputs;  // buffers, copied into if the kernel allocates its own
  std::string name;
  ItemId item = kNoItem;
};

using Step = std::variant<loop::LoopNest, loop::MatmulTemplate, ExternCall>;

// What the caller gets back: a view of a buffer (an input too: aliases cost nothing); a
// number (no buffer, the value is `offset`); or None (no buffer and no offset).
struct ProgramOutput {
  int buffer = -1;
  DType dtype = DType::kFloat32;
  std::vector<SymExpr> sizes, strides;
  SymExpr offset;
};

// Where a size symbol gets its value: dimension `axis` of input `input`, or the input
// itself when it is a number (axis -1).
struct SymbolSource {
  std::string symbol;
  int input;
  int axis;
  int64_t hint = 0;  // its value when the graph was captured
};

// Why two nodes were or were not fused; each refusal names its rule and the values that decided.
struct FusionDecision {
  bool fused = false;
  std::string first, second;  // node names
  std::string rule;           // "no shared data", "intermediate nodes", "reduction sizes differ", ...
  std::string detail;         // "row of 2048 elements against 1024"
  int64_t bytes_saved = 0;
  std::vector<ItemId> items;
};

struct Program {
  std::vector<Buffer> buffers;
  std::vector<Step> steps;
  std::vector<ProgramOutput> outputs;
  std::vector<SymbolSource> symbols;
  int input_count = 0;
  std::vector<FusionDecision> fusion;
  std::vector<std::pair<std::string, int64_t>> hints;  // the value of each symbol when it was compiled
  // Inputs whose value the program replaces (batch-norm statistics): input position <- output index.
  std::vector<std::pair<int, int>> mutated_inputs;
  SymExpr arena_bytes;      // peak of temporaries after planning
  SymExpr unplanned_bytes;  // their sum: what eager execution would allocate
};

}  // namespace vt
