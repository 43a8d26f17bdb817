// Guards: the conditions under which a compiled frame may be used again. Tracing
// collects them as a flat list, which is then arranged as a tree of accessors,
// so that each value is read once. A check reads objects directly and runs
// Python code only for attributes that need the full attribute protocol.
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
  kLength,     // len(x) == n; for an iterator (`expected`: its class): the number of items left
  kDictKeys,   // same keys in the same order
  kTensor,     // dtype, device, requires_grad, rank, sizes, strides
  kSame,       // x is y (two sources, one object)
  kDifferent,  // tensors that must not be the same object
  kPresent,
  kAbsent,   // hasattr
  kNoField,  // name not in x.__dict__
  kHasKey,
  kLacksKey,       // key in dict / key not in dict
  kIteratorState,  // the remaining range of a range iterator, or the state of itertools.count
  kCompare,        // outcome of comparing a float with a constant; length: 2 * CompareOp + outcome
};

// The axes of a tensor that mark_dynamic, maybe_mark_dynamic and mark_static named: one bit per axis.
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
  DimensionMarks marks;                 // a tensor with further marks needs a recompilation
};

struct Guard {
  GuardKind kind;
  SourceRef source, other;  // other: kSame
  Value expected;           // type, object, constant, keys (tuple)
  int64_t length = 0;
  TensorExpectation tensor;
  CodePlace place;           // the instruction that caused the guard
  std::string text() const;  // "L['n'] == 5"
};

vm::Dict* dict_of(const Value& value);                   // the dict itself, or that behind a mappingproxy; else null
int64_t length_of(Interpreter& vm, const Value& value);  // of an iterator: the items left
Value referent(const Value& value);                      // of a weak reference; null for other values
// The state of a range iterator, (range,), or of itertools.count, (start, step); null for other values.
Value iterator_state(Interpreter& vm, const Value& value);
// The item of a tuple iterator that follows `index` others; null for other values, or if the iterator is shorter.
Value iterator_item(Interpreter& vm, const Value& value, int index);

const char* check_name(const Guard& guard);  // the name in PyTorch's logs: "EQUALS_MATCH"

// A symbol and the place in the frame from which each call reads its value.
struct SymbolBinding {
  std::string symbol;
  SourceRef source;  // of the tensor, or of the int itself
  int axis = -1;     // -1: the int
  SymExpr stride;    // set: not a size but a stride, which must equal this expression
};

// The values of all symbols in one call.
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
  void add(Guard guard);  // a repeated guard is ignored
  // shape_places: for each guard of `env`, the instruction that caused it.
  void finish(std::shared_ptr<ShapeEnv> env, std::vector<SymbolBinding> bindings,
              const std::vector<CodePlace>& shape_places = {});
  bool check(Interpreter& vm, vm::Frame& frame);
  // Why check() fails: "tensor 'x' size mismatch at index 0. expected 3, actual 4".
  struct Failure {
    std::string text, was, is, advice;
    CodePlace place;   // the instruction that caused the guard
    size_t width = 0;  // length of the check's text with sources in full, for padding
    int guard = -1;    // as Line::guard; -1: no line of the tree stands for this check
  };
  std::optional<Failure> explain(Interpreter& vm, vm::Frame& frame) { return attempt(vm, frame).failure; }
  // The detailed outcome of check(), for event listeners.
  struct Attempt {
    std::optional<Failure> failure;  // none: the entry fits the call
    std::vector<int> held;           // indices of the guards that held, in the order of the check
    std::vector<int64_t> symbols;    // parallel to bindings()
  };
  Attempt attempt(Interpreter& vm, vm::Frame& frame);
  const std::vector<Guard>& guards() const { return guards_; }
  std::vector<std::string> shape_texts() const;
  // The instruction that caused a line of the tree (index as Line::guard). Null if none of the program did.
  const CodePlace* place(size_t guard) const;
  const GlobalState& state() const { return state_; }
  // As in PyTorch's logs: the tree of accessors, with the guards on each value below it.
  struct Line {
    std::string text;
    int guard = -1;  // index into guards(); shape guards follow after these
  };
  std::vector<Line> tree_lines() const;
  const std::vector<SymbolBinding>& bindings() const { return bindings_; }
  std::vector<ItemId> items;  // one per guard, if an event listener is attached

 private:
  // Index of the first of `shape_guards_` that does not hold.
  std::optional<size_t> broken_condition(const SymbolValues& symbols) const;
  CodePlace first_use(const Source& source) const;
  // --- guard_failures.cpp: each returns nothing (or -1) if its check holds
  Failure value_failure(Interpreter& vm, vm::Frame& frame, const Guard* failed, const Source* missing) const;
  std::optional<Failure> size_failure(const SymbolBinding& binding, int64_t actual, const SymbolValues& symbols) const;
  int bound_line(const SymbolBinding& wanted) const;
  std::optional<Failure> bound_failure(const SymbolBinding& binding, int64_t actual, const SymbolValues& symbols) const;
  std::optional<Failure> condition_failure(const SymbolValues& symbols) const;
  GlobalState state_;
  std::vector<Guard> guards_;
  std::shared_ptr<ShapeEnv> env_;
  std::vector<SymbolBinding> bindings_;
  std::vector<ShapeGuard> shape_guards_;  // of the environment, without those that the graph asserts at run time
  std::vector<CodePlace> shape_places_;   // the instruction that caused each of them
  std::unique_ptr<GuardTree> tree_;
};

const char* relation_text(SymRelation relation);  // " <= "
// The place from which a symbol is read: "L['x'].size()[0]".
std::string binding_text(const SymbolBinding& binding);
// "L['x']" -> "x": a source as the program writes it.
std::string plain_text(const std::string& text);
// An expression with each symbol replaced by its place: "L['x'].size()[0]*2".
std::string readable(const SymExpr& e, const std::vector<SymbolBinding>& bindings);

// Reads the value that a source names, in a frame that is about to start; null if it is absent.
Value fetch(Interpreter& vm, vm::Frame& frame, const Source& source);

}  // namespace vt::dynamo
