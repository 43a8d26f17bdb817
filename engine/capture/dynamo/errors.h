// How tracing ends early: an operation that cannot be captured, an exception of the
// program itself, a decision to trace again or to leave the frame alone.
#pragma once
#include <array>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "capture/dynamo/variable.h"
#include "support/source.h"
#include "tables/breaks.h"
#include "tensor/unbacked.h"

namespace vt::dynamo {

// An operation that its shape rule refused: it is in no graph.
struct FailedCall {
  std::string name;
  std::vector<Value> inputs;  // nodes of the graph
};

// Something that cannot be captured: a row of tables/breaks.def with its values.
struct Unsupported {
  std::string id;       // the registry's: "GB0059"
  std::string type;     // "Failed to trace builtin operator"
  std::string context;  // developer debug context
  std::string explanation;
  std::vector<std::string> hints;
  std::string detail;                         // lines that follow the explanation
  std::vector<CodePlace> places;              // filled on the way out: innermost last
  std::string question;                       // "u0 > 2": what only a run answers was asked
  std::vector<std::string> sizes_asked;       // symbols in it that are sizes
  bool number_asked = false;                  // for the value, not for a condition
  bool truth_asked = false;                   // of a number
  std::string operation;                      // "torch.cond": captured completely, or an error
  bool skip_frame = false;                    // the frame cannot go on behind this place
  vm::Type* raises = nullptr;                 // `type` is the message of such an error, which no handler sees
  bool whole_frame = false;                   // and nothing of it is captured
  std::shared_ptr<const FailedCall> failed;   // of an operation that fails on fakes
  std::shared_ptr<const Unsupported> second;  // why it does, where another rule says so
  std::string summary() const;                // what, why, hints, where to read more
  std::string whole_text() const;             // that, and of what kept the frame from going on
  std::string unanswered_text() const;        // of a question
  std::string text() const;                   // as torch._dynamo.exc.Unsupported prints
  bool has_id_of(Break kind) const { return id == row_of(kind).id; }
};

// The program raised, and knows how to go on (or the frame ends with it).
struct Observed {
  VarRef exception;
  // An operation that failed on fakes: what the user sees if the program does not handle it.
  std::shared_ptr<Unsupported> failure;
};

// Something outside the graph changed that was looked at already: the frame is traced anew.
struct Restart {};

Unsupported describe_break(const BreakRow& row, std::string context, std::span<const std::string> values);

// A break as a value. `context` is for developers; `values` fill the holes of the row's texts.
template <Break kind, typename... Values>
Unsupported graph_break(std::string context, const Values&... values) {
  static_assert(sizeof...(Values) == value_count(row_of(kind)), "the texts of this break show other values");
  return describe_break(row_of(kind), std::move(context),
                        std::array<std::string, sizeof...(Values)>{std::string(values)...});
}

// Breaks the graph here.
template <Break kind, typename... Values>
[[noreturn]] void unsupported(std::string context, const Values&... values) {
  throw graph_break<kind>(std::move(context), values...);
}

// The same where the frame cannot go on behind the break.
template <Break kind, typename... Values>
[[noreturn]] void unsupported_frame(std::string context, const Values&... values) {
  Unsupported error = graph_break<kind>(std::move(context), values...);
  error.skip_frame = true;
  throw error;
}

// An error that PyTorch lets through its tracer: no handler of the program sees it.
[[noreturn]] void raise_through(vm::Type* type, const std::string& message);
[[noreturn]] void observe(vm::Type* type, const std::string& message);

// A question about an unbacked number: an error of its own where the frame must become one graph.
[[noreturn]] void unanswered(const DataDependent& asked, std::vector<std::string> sizes_asked);
[[noreturn]] void repr_of_tensor();

}  // namespace vt::dynamo
