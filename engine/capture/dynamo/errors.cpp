#include "capture/dynamo/errors.h"

namespace vt::dynamo {

Unsupported describe_break(const BreakRow& row, std::string context, std::span<const std::string> values) {
  Unsupported error;
  error.id = row.id;
  error.type = filled(row.title, values);
  error.context = std::move(context);
  error.explanation = filled(row.explanation, values);
  for (BreakHint hint : row.hints.list()) error.hints.push_back(filled(text_of(hint), values));
  return error;
}

void unanswered(const DataDependent& asked, std::vector<std::string> sizes_asked) {
  Unsupported error =
      graph_break<Break::kUnansweredQuestion>("attempted to jump with SymNodeVariable()", asked.expression);
  error.question = asked.expression;
  error.number_asked = asked.number;
  error.truth_asked = asked.truth;
  error.sizes_asked = std::move(sizes_asked);
  throw error;
}

void repr_of_tensor() { unsupported<Break::kTensorRepr>("repr() on Tensor"); }

void raise_through(vm::Type* type, const std::string& message) {
  Unsupported error;
  error.type = message;
  error.raises = type;
  throw error;
}

void observe(vm::Type* type, const std::string& message) {
  throw Observed{make_exception(type, {constant_text(message)}), nullptr};
}

namespace {
// A traceback entry of the place: the source line, with carets under the expression.
std::string source_lines(const CodePlace& place, bool first) {
  std::string_view line = place.file ? place.file->line(place.span.line) : std::string_view();
  size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
  std::string text = std::string(first ? " " : "") + "  File \"" + (place.file ? place.file->name() : "?") +
                     "\", line " + std::to_string(place.span.line) + ", in " + place.function + "\n";
  text += "    " + std::string(line.substr(indent)) + "\n";
  int from = place.span.column - static_cast<int>(indent);
  int to = place.span.end_line == place.span.line ? place.span.end_column - static_cast<int>(indent)
                                                  : static_cast<int>(line.size() - indent);
  if (from >= 0 && to > from && !(from == 0 && to == static_cast<int>(line.size() - indent))) {
    text +=
        "    " + std::string(static_cast<size_t>(from), ' ') + std::string(static_cast<size_t>(to - from), '^') + "\n";
  }
  return text;
}
}  // namespace

std::string Unsupported::summary() const {
  std::string text = type + "\n";
  if (id.empty()) return text + "  Higher Order Operator: " + operation + "\n";  // not a graph break but an error
  if (!operation.empty()) {
    text =
        "This higher order operator doesn't work unless it is captured completely with torch.compile. Got graph "
        "break/error:\n\n" +
        text + "  Higher Order Operator: " + operation + "\n";
  }
  text += "  Explanation: " + explanation + detail + "\n";
  for (const std::string& hint : hints) text += "  Hint: " + hint + "\n";
  text += "\n  Developer debug context: " + context + "\n\n";
  std::string lower = id;
  for (char& c : lower) c = static_cast<char>(tolower(static_cast<unsigned char>(c)));
  text +=
      " For more details about this graph break, please visit: "
      "https://meta-pytorch.github.io/compile-graph-break-site/gb/" +
      lower + ".html\n";
  return text;
}

std::string Unsupported::whole_text() const {
  std::string text = summary();
  if (second)
    text += "\n*** While handling this graph break, another graph break occurred: ***\n\n" + second->summary();
  text.pop_back();
  return text;
}

// The message of PyTorch's error for a question that the symbols alone cannot answer (data-dependent).
std::string Unsupported::unanswered_text() const {
  std::string sizes, first = question.substr(question.find_first_of("uz"));
  first = first.substr(0, first.find_first_not_of("uzf0123456789"));
  for (const std::string& symbol : sizes_asked) sizes += (sizes.empty() ? "" : ", ") + symbol;
  std::string text = std::string(truth_asked ? "" : "Consider annotating your code using torch._check*(). ") +
                     "Could not " + std::string(number_asked ? "extract specialized integer from" : "guard on") +
                     " data-dependent expression " + question + " (unhinted: " + question +
                     ").  (Size-like symbols: " + (sizes.empty() ? "none" : sizes) + ")\n\n";
  if (!number_asked)
    text +=
        "consider using data-dependent friendly APIs such as guard_or_false, guard_or_true and "
        "statically_known_true.";
  const CodePlace* place = places.empty() ? nullptr : &places.back();
  if (place && place->file) {
    std::string_view line = place->file->line(place->span.line);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    text += "\nCaused by: " + std::string(line) + "  # " + place->file->name() + ":" +
            std::to_string(place->span.line) + " in " + place->function;
  }
  text +=
      "\nFor more information, run with TORCH_LOGS=\"dynamic\"\n"
      "For extended logs when we create symbols, also add TORCHDYNAMO_EXTENDED_DEBUG_CREATE_SYMBOL=\"" +
      first +
      "\"\nIf you suspect the guard was triggered from C++, add TORCHDYNAMO_EXTENDED_DEBUG_CPP=1\n"
      "For more debugging help, see "
      "https://docs.google.com/document/d/1HSuTTVvYH1pTew89Rtpeu84Ht3nQEFTYhAX3Ypa_xJs/edit?usp=sharing\n\n";
  if (place)
    text += "User Stack (most recent call last):\n  (snipped, see stack below for prefix)\n" +
            source_lines(*place, false) + "\n";
  text += "For C++ stack trace, run with TORCHDYNAMO_EXTENDED_DEBUG_CPP=1\n";
  if (truth_asked) return text;
  return text +
         "For more information about this error, see: "
         "https://pytorch.org/docs/main/generated/exportdb/index.html#constrain-as-size-example\n";
}

std::string Unsupported::text() const {
  std::string text = !question.empty() ? unanswered_text() : raises ? type + "\n" : summary();
  if (!places.empty()) {
    text += "\nfrom user code:\n";
    for (const CodePlace& place : places) text += source_lines(place, &place == &places.front());
  }
  text +=
      "\nSet TORCHDYNAMO_VERBOSE=1 for the internal stack trace (please do this especially if you're reporting a bug "
      "to PyTorch). For even more "
      "developer context, set TORCH_LOGS=\"+dynamo\"\n";
  return text;
}

}  // namespace vt::dynamo
