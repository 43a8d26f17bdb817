// Printing an uncaught exception as CPython does: places with source and caret lines,
// repeated frames folded, causes and contexts first.
#include <algorithm>
#include <cctype>

#include "vm/builtins/unicode.h"
#include "vm/native.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

constexpr size_t kShownRepeats = 3;

std::string_view strip(std::string_view line) {
  size_t begin = line.find_first_not_of(" \t\f");
  if (begin == std::string_view::npos) return {};
  size_t end = line.find_last_not_of(" \t\r\n\f");
  return line.substr(begin, end - begin + 1);
}

// How many columns of a terminal a text takes.
size_t columns(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size();) count += is_wide(decode_utf8(text, at)) ? 2 : 1;
  return count;
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Skips a string literal that starts at `at`.
size_t skip_string(std::string_view text, size_t at) {
  char quote = text[at];
  bool triple = text.substr(at, 3) == std::string(3, quote);
  at += triple ? 3 : 1;
  while (at < text.size()) {
    if (text[at] == '\\') at += 2;
    else if (triple ? text.substr(at, 3) == std::string(3, quote) : text[at] == quote) return at + (triple ? 3 : 1);
    else ++at;
  }
  return text.size();
}

struct Anchor {
  size_t begin = 0, end = 0;  // bytes in the segment that get ^ while the rest gets ~
  bool found = false;
};

// Where a word operator (and, or, in ...) or a binary operator of lowest precedence at
// depth 0 stands; the rightmost of that precedence, as operators group to the left.
int precedence_at(std::string_view s, size_t at, size_t& length) {
  static constexpr struct {
    const char* text;
    int precedence;
  } kOperators[] = {{"**", 7}, {"//", 6}, {"<<", 4}, {">>", 4}, {"@", 6}, {"*", 6}, {"/", 6},
                    {"%", 6},  {"+", 5},  {"-", 5},  {"&", 3},  {"^", 2}, {"|", 1}};
  for (const auto& op : kOperators) {
    std::string_view text = op.text;
    if (s.substr(at, text.size()) == text) {
      length = text.size();
      return op.precedence;
    }
  }
  return 0;
}

// The operator of a segment that is one binary operation.
Anchor binary_anchor(std::string_view s) {
  Anchor best;
  int best_precedence = 100, depth = 0;
  bool operand = false;  // whether something that an operator can follow precedes
  for (size_t at = 0; at < s.size();) {
    char c = s[at];
    if (c == '"' || c == '\'') {
      at = skip_string(s, at);
      operand = true;
      continue;
    }
    if (c == '(' || c == '[' || c == '{') {
      ++depth;
      ++at;
      operand = false;
      continue;
    }
    if (c == ')' || c == ']' || c == '}') {
      --depth;
      ++at;
      operand = true;
      continue;
    }
    if (c == ' ' || c == '\t') {
      ++at;
      continue;
    }
    if (is_word(c) || c == '.') {
      size_t begin = at;
      while (at < s.size() && (is_word(s[at]) || s[at] == '.')) {
        // 1e-5: the sign belongs to the number
        if ((s[at] == 'e' || s[at] == 'E') && std::isdigit(static_cast<unsigned char>(s[begin])) && at + 1 < s.size() &&
            (s[at + 1] == '-' || s[at + 1] == '+'))
          ++at;
        ++at;
      }
      operand = true;
      continue;
    }
    size_t length = 0;
    int precedence = depth == 0 && operand ? precedence_at(s, at, length) : 0;
    if (precedence && s.substr(at + length, 1) == "=") return {};  // x += y is no expression
    if (precedence && (precedence < best_precedence || (precedence == best_precedence && precedence != 7))) {
      best = {at, at + length, true};
      best_precedence = precedence;
    }
    operand = false;
    at += length ? length : 1;
  }
  return best;
}

// The bracket that ends the segment and its opening partner at depth 0.
Anchor bracket_anchor(std::string_view s, char open, char close) {
  if (s.empty() || s.back() != close) return {};
  std::vector<size_t> opened;
  for (size_t at = 0; at < s.size();) {
    char c = s[at];
    if (c == '"' || c == '\'') {
      at = skip_string(s, at);
      continue;
    }
    if (c == '(' || c == '[' || c == '{') opened.push_back(at);
    if (c == ')' || c == ']' || c == '}') {
      if (opened.empty()) return {};
      size_t begin = opened.back();
      opened.pop_back();
      if (at + 1 == s.size())
        return begin > 0 && s[begin] == open && opened.empty() ? Anchor{begin, s.size(), true} : Anchor{};
    }
    ++at;
  }
  return {};
}

// 3.12 anchors binary operations and subscripts; which one a segment is follows from the
// instruction that failed.
Anchor find_anchor(std::string_view segment, Op op) {
  switch (op) {
    case Op::BINARY_OP: return binary_anchor(segment);
    case Op::BINARY_SUBSCR:
    case Op::BINARY_SLICE:
    case Op::STORE_SUBSCR:
    case Op::STORE_SLICE:
    case Op::DELETE_SUBSCR: return bracket_anchor(segment, '[', ']');
    default: return {};
  }
}

}  // namespace

static std::string caret_line(std::string_view line, const SourceSpan& span, Op op) {
  std::string_view stripped = strip(line);
  if (stripped.empty()) return {};
  size_t indent = static_cast<size_t>(stripped.data() - line.data());
  size_t begin = static_cast<size_t>(std::max(span.column, 0));
  size_t end =
      span.end_line == span.line ? static_cast<size_t>(std::max(span.end_column, 0)) : indent + stripped.size();
  end = std::min(end, indent + stripped.size());
  if (begin < indent || begin >= end) return {};
  std::string_view segment = line.substr(begin, end - begin);
  Anchor anchor = span.end_line == span.line ? find_anchor(segment, op) : Anchor{};
  // A mark under everything tells nothing.
  if (!anchor.found && begin == indent && end == indent + stripped.size()) return {};
  std::string marks = "    " + std::string(columns(line.substr(indent, begin - indent)), ' ');
  for (size_t i = 0; i < segment.size();) {
    const char mark = anchor.found && (i < anchor.begin || i >= anchor.end) ? '~' : '^';
    marks.append(is_wide(decode_utf8(segment, i)) ? 2 : 1, mark);
  }
  return marks + "\n";
}

// The line of an entry; what exec and eval compile has a name instead of a file to read lines from.
static std::string_view line_of(const TracebackEntry& entry) {
  const std::string_view name = entry.file->name();
  const auto starts = [&](std::string_view prefix) { return name.substr(0, prefix.size()) == prefix; };
  const bool readable = starts("<frozen ") || starts("<eval_with_key>") || starts("<doctest ");
  return starts("<") && !readable ? std::string_view() : entry.file->line(entry.span.line);
}

static std::string entry_text(const TracebackEntry& entry) {
  std::string text = "  File \"" + entry.file->name() + "\", line " + std::to_string(entry.span.line) + ", in " +
                     entry.function + "\n";
  std::string_view line = line_of(entry);
  std::string_view stripped = strip(line);
  if (stripped.empty()) return text;
  return text + "    " + std::string(stripped) + "\n" + caret_line(line, entry.span, entry.op);
}

static bool same_place(const TracebackEntry& a, const TracebackEntry& b) {
  return a.file == b.file && a.span.line == b.span.line && a.function == b.function;
}

// Functions that CPython has in C, where no frame is shown: a module's, or those of one prefix.
static bool is_native_elsewhere(const TracebackEntry& entry) {
  static constexpr std::pair<std::string_view, std::string_view> kInC[] = {
      {"<frozen abc>", ""},        {"<frozen bisect>", ""},          {"<frozen heapq>", ""},
      {"<frozen io>", ""},         {"<frozen collections.abc>", ""}, {"<frozen asyncio.futures>", ""},
      {"<frozen _pydecimal>", ""}, {"<frozen asyncio.tasks>", "__"}};
  return std::any_of(std::begin(kInC), std::end(kInC), [&](const auto& in_c) {
    return entry.file->name() == in_c.first && entry.function.starts_with(in_c.second);
  });
}

std::vector<Value> shown_entries(const std::vector<TracebackEntry>& all, size_t count) {
  std::vector<Value> shown;
  for (size_t i = std::min(count, all.size()); i-- > 0;) {
    const TracebackEntry& entry = all[i];
    if (is_native_elsewhere(entry)) continue;
    shown.push_back(
        make_tuple({make_str(entry.file->name()), Value::integer(entry.span.line), make_str(entry.function),
                    make_str(line_of(entry)), Value::integer(entry.span.column), Value::integer(entry.span.end_line),
                    Value::integer(entry.span.end_column), make_str(entry_text(entry))}));
  }
  return shown;
}

static std::string entries_text(const std::vector<TracebackEntry>& all) {
  std::vector<TracebackEntry> entries;
  std::remove_copy_if(all.begin(), all.end(), std::back_inserter(entries), is_native_elsewhere);
  std::string text;
  size_t repeats = 0;
  auto fold = [&] {
    if (repeats > kShownRepeats) {
      size_t hidden = repeats - kShownRepeats;
      text += "  [Previous line repeated " + std::to_string(hidden) + " more time" + (hidden == 1 ? "" : "s") + "]\n";
    }
  };
  for (size_t i = entries.size(); i-- > 0;) {
    bool repeated = i + 1 < entries.size() && same_place(entries[i], entries[i + 1]);
    if (!repeated) {
      fold();
      repeats = 0;
    }
    if (++repeats <= kShownRepeats) text += entry_text(entries[i]);
  }
  fold();
  return text;
}

// SyntaxError(message, (file, line, column, text, end line, end column)).
static std::string syntax_place(Interpreter& vm, const Exception& exception, ShownBy by) {
  const Tuple* args = exception.args.as<Tuple>();
  const Tuple* place = args && args->items.size() == 2 ? args->items[1].as<Tuple>() : nullptr;
  if (!place || place->items.size() < 4) return {};
  const auto& p = place->items;
  std::string text = "  File \"" + vm.str(p[0]) + "\", line " + vm.str(p[1]) + "\n";
  const Str* source = p[3].as<Str>();
  if (!source) return text;
  std::string_view stripped = std::string_view(source->text).substr(0, source->text.find('\0'));
  stripped.remove_prefix(std::min(stripped.find_first_not_of(" \t\f"), stripped.size()));
  while (!stripped.empty() && (stripped.back() == '\n' || stripped.back() == '\r')) stripped.remove_suffix(1);
  text += "    " + std::string(stripped) + "\n";
  size_t indent = stripped.empty() ? 0 : static_cast<size_t>(stripped.data() - source->text.data());
  int64_t column = p[2].is_int() ? p[2].as_int() : 0;
  if (column < 1) return text;
  int64_t end = p.size() > 5 && p[5].is_int() && p[4].same(p[1]) ? p[5].as_int()
                : p.size() > 5 && p[4].is_int() && p[1].is_int() && p[4].as_int() > p[1].as_int()
                    ? utf8_length(source->text) + 1
                    : column + 1;
  // The interpreter marks the whole place of a SyntaxError only, not that of an IndentationError.
  const bool marks_all = by == ShownBy::kTracebackModule || exception.type == types().SyntaxError;
  if (end <= column || !marks_all) end = column + 1;
  int64_t shift = column - 1 - static_cast<int64_t>(indent);
  if (shift < 0) return text;
  text += "    ";
  // Tabs stay tabs, so that the marks stand where the eye sees the source.
  for (int64_t i = 0; i < shift; ++i)
    text += i < static_cast<int64_t>(stripped.size()) && stripped[static_cast<size_t>(i)] == '\t' ? '\t' : ' ';
  return text + std::string(static_cast<size_t>(end - column), '^') + "\n";
}

std::string exception_line(Interpreter& vm, const Exception& exception, ShownBy by) {
  Type* type = exception.type;
  std::string name = type->module == "builtins" || type->module == "__main__"
                         ? type->qualified_name
                         : type->module + "." + type->qualified_name;
  Value self = Value::of(const_cast<Exception*>(&exception));
  std::string message;
  const Tuple* args = exception.args.as<Tuple>();
  try {
    bool syntax =
        type->is_subtype_of(types().SyntaxError) && args && args->items.size() == 2 && args->items[1].as<Tuple>();
    message = syntax ? vm.str(args->items[0]) : vm.str(self);
  } catch (Raised&) {
    message = "<exception str() failed>";
  }
  message += suggestion_for(vm, exception, by);
  return message.empty() ? name + "\n" : name + ": " + message + "\n";
}

static std::string notes_text(Interpreter& vm, const Exception& exception) {
  std::string text;
  if (const List* notes = exception.notes.as<List>())
    for (const Value& note : notes->items) text += vm.str(note) + "\n";
  return text;
}

std::string exception_text(Interpreter& vm, const Exception& exception, ShownBy by) {
  const bool syntax = exception.type->is_subtype_of(types().SyntaxError);
  return (syntax ? syntax_place(vm, exception, by) : "") + exception_line(vm, exception, by) +
         notes_text(vm, exception);
}

namespace {

constexpr size_t kShownMembers = 15;  // of a group
constexpr int kShownDepth = 10;       // of groups in groups

const std::vector<Value>* group_members(const Exception& exception) {
  if (!exception.type->is_subtype_of(types().BaseExceptionGroup)) return nullptr;
  const Dict* fields = exception.attributes.as<Dict>();
  const int64_t at = fields ? fields->table.find_position(intern("exceptions")) : -1;
  const Tuple* inside = at < 0 ? nullptr : fields->table.entries()[static_cast<size_t>(at)].value.as<Tuple>();
  return inside ? &inside->items : nullptr;
}

// An exception with what led to it and, of a group, what is inside it: a tree whose
// branches stand to the right of a margin.
class ExceptionPrinter {
 public:
  ExceptionPrinter(Interpreter& vm, ShownBy by) : vm_(vm), by_(by) {}

  void print(const Exception& last) {
    for (const auto& [before, exception] : chain(last)) {
      emit(before);
      if (const std::vector<Value>* inside = group_members(*exception)) group(*exception, *inside);
      else single(*exception, "Traceback (most recent call last):\n", '|');
    }
  }
  std::string take() { return std::move(text_); }

 private:
  using Link = std::pair<std::string_view, const Exception*>;  // words before it, and the exception

  // The first exception first.
  static std::vector<Link> chain(const Exception& last) {
    std::vector<Link> links{{"", &last}};
    const auto seen = [&](const Exception* e) {
      return std::any_of(links.begin(), links.end(), [&](const Link& link) { return link.second == e; });
    };
    for (const Exception* exception = &last;;) {
      const bool caused = !exception->cause.is_null();
      const Value& from = caused ? exception->cause : exception->context;
      const Exception* earlier = caused || !exception->suppress_context ? from.as<Exception>() : nullptr;
      if (!earlier || seen(earlier)) break;
      links.back().first = caused ? "\nThe above exception was the direct cause of the following exception:\n\n"
                                  : "\nDuring handling of the above exception, another exception occurred:\n\n";
      links.push_back({"", exception = earlier});
    }
    std::reverse(links.begin(), links.end());
    return links;
  }

  void single(const Exception& exception, const char* title, char title_margin) {
    if (!exception.traceback.empty()) {
      emit(title, title_margin);
      emit(entries_text(exception.traceback));
    }
    emit(exception_text(vm_, exception, by_));
  }

  void group(const Exception& exception, const std::vector<Value>& inside) {
    if (depth_ > kShownDepth) return emit("... (max_group_depth is " + std::to_string(kShownDepth) + ")\n");
    const bool outermost = depth_ == 0;
    depth_ += outermost;
    single(exception, "Exception Group Traceback (most recent call last):\n", outermost ? '+' : '|');
    need_close_ = false;
    const size_t shown = std::min(inside.size(), kShownMembers + 1);
    for (size_t i = 0; i < shown; ++i) {
      const bool last = i + 1 == shown, more = i == kShownMembers;
      if (last) need_close_ = true;
      text_ += indent() + (i == 0 ? "+-" : "  ") + "+---------------- " + (more ? "..." : std::to_string(i + 1)) +
               " ----------------\n";
      ++depth_;
      const size_t rest = inside.size() - kShownMembers;
      if (more) emit("and " + std::to_string(rest) + " more exception" + (rest == 1 ? "" : "s") + "\n");
      else if (const Exception* member = inside[i].as<Exception>()) print(*member);
      if (last && need_close_) {
        text_ += indent() + "+------------------------------------\n";
        need_close_ = false;
      }
      --depth_;
    }
    depth_ -= outermost;
  }

  std::string indent() const { return std::string(2 * static_cast<size_t>(depth_), ' '); }
  void emit(std::string_view text, char margin = '|') {
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      if (depth_) ((text_ += indent()) += margin) += ' ';
      text_ += text.substr(0, end);
      text.remove_prefix(end);
    }
  }

  Interpreter& vm_;
  ShownBy by_;
  std::string text_;
  int depth_ = 0;
  bool need_close_ = false;  // the innermost end of a tree closes those around it
};

}  // namespace

std::string format_traceback(Interpreter& vm, const Value& value, ShownBy by) {
  ExceptionPrinter printer(vm, by);
  printer.print(*value.as<Exception>());
  return printer.take();
}

}  // namespace vt::vm
