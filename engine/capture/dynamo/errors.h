// How tracing ends early: an operation that cannot be captured, an exception of the
// program itself, a decision to trace again or to leave the frame alone.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "capture/dynamo/variable.h"
#include "support/source.h"
#include "tensor/unbacked.h"

namespace vt::dynamo {

// Something that cannot be captured. `id` is the registry's.
struct Unsupported {
  std::string id;       // "GB0059"
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
  std::shared_ptr<const Unsupported> second;  // why it does, where another rule says so
  std::string summary() const;                // what, why, hints, where to read more
  std::string whole_text() const;             // that, and of what kept the frame from going on
  std::string unanswered_text() const;        // of a question
  std::string text() const;                   // as torch._dynamo.exc.Unsupported prints
};

// The program raised, and knows how to go on (or the frame ends with it).
struct Observed {
  VarRef exception;
  // An operation that failed on fakes: what the user sees if the program does not handle it.
  std::shared_ptr<Unsupported> failure;
};

// Something outside the graph changed that was looked at already: the frame is traced anew.
struct Restart {};

[[noreturn]] void unsupported(std::string id, std::string type, std::string context, std::string explanation,
                              std::vector<std::string> hints = {}, std::string detail = {});
// An error that PyTorch lets through its tracer: no handler of the program sees it.
[[noreturn]] void raise_through(vm::Type* type, const std::string& message);
[[noreturn]] void observe(vm::Type* type, const std::string& message);

// A question about an unbacked number: an error of its own where the frame must become one graph.
[[noreturn]] void unanswered(const DataDependent& asked, std::vector<std::string> sizes_asked);
[[noreturn]] void repr_of_tensor();

// Hints that many reasons share.
extern const char* const kFundamental;
extern const char* const kSupportable;
extern const char* const kUserError;
// The registry's id of a call that fails on fake tensors.
extern const char* const kFakeCallFailed;

}  // namespace vt::dynamo
