// Guards: what must still hold for a compiled frame to be used again. Collected as a flat
// list while tracing, then arranged as a tree of accessors so that each value is fetched
// once; a check reads objects directly and calls back into the language only for
// attributes that need the full protocol.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "capture/dynamo/source.h"
#include "support/provenance.h"
#include "tensor/symbolic.h"
#include "tensor/tensor.h"
#include "vm/frame.h"

namespace vt::dynamo {

enum class GuardKind : uint8_t {
  kType,       // type(x) is T
  kIdentity,   // x is this very object
  kCode,       // a function with this code
  kEquals,     // x == constant, same type
  kLength,     // len(x) == n; expected: the class of an iterator, of which that much is left
  kDictKeys,   // same keys in the same order
  kTensor,     // dtype, device, requires_grad, rank, sizes, strides
  kSame,       // x is y (two sources, one object)
  kDifferent,  // tensors that must not be the same object
  kPresent,
  kAbsent,   // hasattr
  kNoField,  // name not in x.__dict__
  kHasKey,
  kLacksKey,       // key in dict
  kIteratorState,  // what an iterator of a range, or a count, would be made again with
  kCompare,        // how a number compares with a constant; length: twice the CompareOp, plus the outcome
};

// What mark_dynamic and its kin said of a tensor: a bit per axis.
struct DimensionMarks {
  uint64_t dynamic = 0, weak = 0, fixed = 0;
  static DimensionMarks of(const Value& tensor);
  bool within(const DimensionMarks& known) const {
    return !((dynamic & ~known.dynamic) | (weak & ~known.weak) | (fixed & ~known.fixed));
  }
};

struct TensorExpectation {
  vm::Type* type = nullptr;
  DType dtype = DType::kFloat32;
  Device device;
  bool requires_grad = false;
  std::vector<int64_t> sizes, strides;  // -1: dynamic
  DimensionMarks marks;                 // a tensor with further marks is compiled anew
};

struct Guard {
  GuardKind kind;
  SourceRef source, other;  // other: kSame
  Value expected;           // type, object, constant, keys (tuple)
  int64_t length = 0;
  TensorExpectation tensor;
  CodePlace place;           // the instruction that needed it
  std::string text() const;  // "L['n'] == 5"
};

vm::Dict* dict_of(const Value& value);                   // it, or what a mappingproxy shows; null of anything else
int64_t length_of(Interpreter& vm, const Value& value);  // of an iterator: what is left
Value referent(const Value& value);                      // of a weak reference; null if it is none
// What an iterator of a range, (range,), or a count, (start, step), goes on with; null if it is neither.
Value iterator_state(Interpreter& vm, const Value& value);
// What an iterator of a tuple will give after `index` others; null if it is none, or ends before.
Value iterator_item(Interpreter& vm, const Value& value, int index);

const char* check_name(const Guard& guard);  // "EQUALS_MATCH", as PyTorch's logs call it

// A dynamic dimension or int and where its number comes from on each call.
struct SymbolBinding {
  std::string symbol;
  SourceRef source;  // of the tensor, or of the int itself
  int axis = -1;     // -1: the int
  SymExpr stride;    // set: this is not a size but a stride that must equal the expression
};

// What the symbols are in one call.
struct SymbolValues {
  const std::vector<SymbolBinding>& bindings;
  const std::vector<int64_t>& values;
  int64_t of(std::string_view symbol) const;
  int64_t evaluate(const SymExpr& e) const;
  bool hold(const ShapeGuard& guard) const;
};

struct GlobalState {
  bool grad_enabled = true, inference = false, autocast = false;
  DType autocast_dtype = DType::kBFloat16, default_dtype = DType::kFloat32;
  static GlobalState now();
  bool operator==(const GlobalState&) const = default;
};

class GuardTree;
// All guards of one cache entry.
class GuardSet {
 public:
  GuardSet();
  ~GuardSet();
  GuardSet(GuardSet&&) noexcept;
  GuardSet& operator=(GuardSet&&) noexcept;
  void add(Guard guard);  // repeated ones are dropped
  // shape_places: what asked for each guard of `env`.
  void finish(std::shared_ptr<ShapeEnv> env, std::vector<SymbolBinding> bindings,
              const std::vector<CodePlace>& shape_places = {});
  bool check(Interpreter& vm, vm::Frame& frame);
  // Why check() fails: "tensor 'x' size mismatch at index 0. expected 3, actual 4".
  struct Failure {
    std::string text, was, is, advice;
    CodePlace place;   // what needed the guard
    size_t width = 0;  // of the check with sources written out, which logs pad
    int guard = -1;    // as Line::guard; -1: no line of the tree is this check alone
  };
  std::optional<Failure> explain(Interpreter& vm, vm::Frame& frame) { return attempt(vm, frame).failure; }
  // What check() does, for those who want to know how far it came.
  struct Attempt {
    std::optional<Failure> failure;  // none: the entry answers
    std::vector<int> held;           // in the order of the check
    std::vector<int64_t> symbols;    // parallel to bindings()
  };
  Attempt attempt(Interpreter& vm, vm::Frame& frame);
  const std::vector<Guard>& guards() const { return guards_; }
  std::vector<std::string> shape_texts() const;
  // Of a line of the tree: what needed it. Null where nothing of the program did.
  const CodePlace* place(size_t guard) const;
  const GlobalState& state() const { return state_; }
  // As PyTorch's logs show them: the tree of what is read, under it what is checked there.
  struct Line {
    std::string text;
    int guard = -1;  // index into guards(); shape guards go on from there
  };
  std::vector<Line> tree_lines() const;
  const std::vector<SymbolBinding>& bindings() const { return bindings_; }
  std::vector<ItemId> items;  // one per guard, when someone listens

 private:
  // The first of `shape_guards_` that does not hold.
  std::optional<size_t> broken_condition(const SymbolValues& symbols) const;
  CodePlace first_use(const Source& source) const;
  // --- guard_failures.cpp: nothing if what they look at holds
  Failure value_failure(Interpreter& vm, vm::Frame& frame, const Guard* failed, const Source* missing) const;
  std::optional<Failure> size_failure(const SymbolBinding& binding, int64_t actual, const SymbolValues& symbols) const;
  int bound_line(const SymbolBinding& wanted) const;
  std::optional<Failure> bound_failure(const SymbolBinding& binding, int64_t actual, const SymbolValues& symbols) const;
  std::optional<Failure> condition_failure(const SymbolValues& symbols) const;
  GlobalState state_;
  std::vector<Guard> guards_;
  std::shared_ptr<ShapeEnv> env_;
  std::vector<SymbolBinding> bindings_;
  std::vector<ShapeGuard> shape_guards_;  // of the environment, without what the graph itself asserts
  std::vector<CodePlace> shape_places_;   // what asked for each of them
  std::unique_ptr<GuardTree> tree_;
};

const char* relation_text(SymRelation relation);  // " <= "
// The place in the frame that a symbol stands for: "L['x'].size()[0]".
std::string binding_text(const SymbolBinding& binding);
// "L['x']" as the program has it: "x".
std::string plain_text(const std::string& text);
// An expression with its symbols by their places: "L['x'].size()[0]*2".
std::string readable(const SymExpr& e, const std::vector<SymbolBinding>& bindings);

// The value that a source names in a frame that is about to start; null if it is not there.
Value fetch(Interpreter& vm, vm::Frame& frame, const Source& source);

}  // namespace vt::dynamo
