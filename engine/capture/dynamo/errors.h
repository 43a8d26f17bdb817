// The exceptions that end tracing early: an operation that cannot be captured, an exception raised by the traced
// program, and a request to trace the frame again.
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

// An operation whose shape rule failed on the fake inputs, so it has no node in the graph.
struct FailedCall {
  std::string name;
  std::vector<Value> inputs;  // nodes of the graph
};

// A construct that cannot be captured: a row of tables/breaks.def with its texts filled in.
struct Unsupported {
  std::string id;       // the registry's: "GB0059"
  std::string type;     // "Failed to trace builtin operator"
  std::string context;  // developer debug context
  std::string explanation;
  std::vector<std::string> hints;
  std::string detail;                    // text after the explanation
  std::vector<CodePlace> places;         // the inlined calls around it; filled while the exception propagates
  std::string question;                  // "u0 > 2": a condition on unbacked symbols
  std::vector<std::string> sizes_asked;  // the symbols of `question` that are sizes
  bool number_asked = false;             // the value itself was needed, not a condition
  bool truth_asked = false;              // the truth of a number was needed
  std::string operation;                 // "torch.cond": captured completely, or else an error
  bool skip_frame = false;               // no resuming after this place
  vm::Type* raises = nullptr;            // the class of an error (message: `type`) that the traced handlers do not see
  bool whole_frame = false;              // no part of the frame is captured
  std::shared_ptr<const FailedCall> failed;   // the operation that failed on fake tensors
  std::shared_ptr<const Unsupported> second;  // why the frame cannot be cut, if another rule says so
  std::string summary() const;                // reason, explanation, hints, link
  std::string whole_text() const;             // the summary, and that of `second`
  std::string unanswered_text() const;        // PyTorch's message for `question`
  std::string text() const;                   // the message of torch._dynamo.exc.Unsupported
  bool has_id_of(Break kind) const { return id == row_of(kind).id; }
};

// The traced program raised an exception; one of its handlers catches it, or the frame ends with it.
struct Observed {
  VarRef exception;
  // Set if an operation failed on fake tensors: the error that the user sees if no handler catches the exception.
  std::shared_ptr<Unsupported> failure;
};

// A module or other object outside the graph changed after it was traced, so the frame must be traced anew.
struct Restart {};

Unsupported describe_break(const BreakRow& row, std::string context, std::span<const std::string> values);

// A graph break as a value. `context` is for developers; `values` fill the placeholders in the texts of the row.
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

// The same, for a place after which the frame cannot be resumed: the whole frame runs eagerly.
template <Break kind, typename... Values>
[[noreturn]] void unsupported_frame(std::string context, const Values&... values) {
  Unsupported error = graph_break<kind>(std::move(context), values...);
  error.skip_frame = true;
  throw error;
}

// Raises an error that PyTorch does not show to the traced program: none of its handlers catches it.
[[noreturn]] void raise_through(vm::Type* type, const std::string& message);
[[noreturn]] void observe(vm::Type* type, const std::string& message);

// Ends tracing at a data-dependent question about unbacked symbols; with fullgraph=True it is an error of its own.
[[noreturn]] void unanswered(const DataDependent& asked, std::vector<std::string> sizes_asked);
[[noreturn]] void repr_of_tensor();

}  // namespace vt::dynamo
