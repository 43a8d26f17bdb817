// The machine that runs a compiled pattern: a stack of ways not yet tried, each with what
// has to be undone before it is.
#include <algorithm>
#include <cctype>

#include "vm/builtins/regex.h"
#include "vm/builtins/unicode.h"

namespace vt::vm::regex {
namespace {

struct Counter {
  uint32_t rounds = 0;
  int64_t began = -1;
};

// A way to go back to, or a value to put back on the way there.
struct Entry {
  enum Kind : uint8_t { kWay, kRange, kLazyRange, kRound, kSlot, kCounter, kLastGroup } kind;
  uint32_t index = 0;  // instruction, slot or counter
  int64_t a = 0, b = 0;
};

class Machine {
 public:
  Machine(const Program& program, std::u32string_view text, size_t end, const std::function<void(uint64_t)>& work)
      : program_(program), text_(text.substr(0, end)), work_(work), counters_(program.counters) {
    slots_.assign(2 * (program.groups + 1), -1);
  }

  bool match_at(size_t begin, bool full, bool not_empty, Match& match) {
    std::fill(slots_.begin(), slots_.end(), -1);
    last_group_ = 0;
    stack_.clear();
    full_ = full;
    forbidden_end_ = not_empty ? static_cast<int64_t>(begin) : -1;
    int64_t end = 0;
    if (!execute(0, static_cast<int64_t>(begin), end, true)) return false;
    slots_[0] = static_cast<int64_t>(begin);
    slots_[1] = end;
    match.spans = slots_;
    match.last_group = last_group_;
    return true;
  }

 private:
  bool word_at(int64_t at, bool ascii) const {
    if (at < 0 || at >= size()) return false;
    uint32_t c = static_cast<uint32_t>(text_[static_cast<size_t>(at)]);
    if (c < 128) return std::isalnum(static_cast<int>(c)) || c == '_';
    return !ascii && (is_alpha(c) || is_numeric(c));
  }
  int64_t size() const { return static_cast<int64_t>(text_.size()); }
  uint32_t at(int64_t position) const { return static_cast<uint32_t>(text_[static_cast<size_t>(position)]); }

  bool one(const Instruction& i, uint32_t c) const {
    switch (i.code) {
      case Code::kChar: return c == i.argument || (i.ignore_case && to_lower(c) == i.argument);
      case Code::kAny: return c != '\n';
      case Code::kAnyAll: return true;
      default: return program_.sets[i.argument].contains(c);
    }
  }

  bool holds(const Instruction& i, int64_t p) const {
    switch (static_cast<Assertion>(i.argument)) {
      case Assertion::kStart: return p == 0;
      case Assertion::kLineStart: return p == 0 || at(p - 1) == '\n';
      case Assertion::kEnd: return p == size() || (p + 1 == size() && at(p) == '\n');
      case Assertion::kLineEnd: return p == size() || at(p) == '\n';
      case Assertion::kTextEnd: return p == size();
      case Assertion::kWord: return word_at(p - 1, i.ascii) != word_at(p, i.ascii);
      case Assertion::kNotWord: return word_at(p - 1, i.ascii) == word_at(p, i.ascii);
    }
    return false;
  }

  void tick(uint64_t steps) {
    steps_ += steps;
    if (steps_ < 4096) return;
    work_(steps_);
    steps_ = 0;
  }

  // Takes the last way that is left above `floor`; false if there is none.
  bool back(size_t floor, uint32_t& pc, int64_t& p) {
    while (stack_.size() > floor) {
      Entry& top = stack_.back();
      switch (top.kind) {
        case Entry::kSlot: slots_[top.index] = top.a; break;
        case Entry::kLastGroup: last_group_ = top.a; break;
        case Entry::kCounter: counters_[top.index] = {static_cast<uint32_t>(top.a), top.b}; break;
        case Entry::kWay:
          pc = top.index;
          p = top.a;
          stack_.pop_back();
          return true;
        case Entry::kRound:
          pc = top.index;
          p = top.a;
          stack_.pop_back();
          enter_round(pc, p);
          return true;
        case Entry::kRange:  // one character less, down to the minimum
          pc = top.index + 2;
          p = --top.b;
          if (top.b <= top.a) stack_.pop_back();
          return true;
        case Entry::kLazyRange: {  // one character more
          const Instruction& loop = program_.code[top.index];
          p = top.a;
          bool fits = (loop.maximum == kNoMaximum || top.b < loop.maximum) && p < size() &&
                      one(program_.code[top.index + 1], at(p));
          if (!fits) break;
          pc = top.index + 2;
          top.a = ++p;
          ++top.b;
          return true;
        }
      }
      stack_.pop_back();
    }
    return false;
  }

  void save(uint32_t slot, int64_t p) {
    stack_.push_back({Entry::kSlot, slot, slots_[slot], 0});
    slots_[slot] = p;
    if (slot % 2 == 0) return;
    stack_.push_back({Entry::kLastGroup, 0, last_group_, 0});
    last_group_ = slot / 2;
  }

  // Enters a loop over one character; false when there are too few.
  bool repeat_one(uint32_t pc, int64_t& p) {
    const Instruction& loop = program_.code[pc];
    const Instruction& what = program_.code[pc + 1];
    int64_t most = loop.maximum == kNoMaximum ? size() - p : std::min<int64_t>(loop.maximum, size() - p);
    int64_t wanted = loop.lazy ? std::min<int64_t>(loop.minimum, most) : most;
    int64_t count = 0;
    while (count < wanted && one(what, at(p + count))) ++count;
    tick(static_cast<uint64_t>(count));
    if (count < static_cast<int64_t>(loop.minimum)) return false;
    if (loop.lazy) stack_.push_back({Entry::kLazyRange, pc, p + count, count});
    else if (!loop.possessive && count > static_cast<int64_t>(loop.minimum))
      stack_.push_back({Entry::kRange, pc, p + static_cast<int64_t>(loop.minimum), p + count});
    p += count;
    return true;
  }

  // A part with an end of its own; what it captured stays, the ways inside it do not.
  bool part(uint32_t pc, int64_t p, int64_t& end, bool keep) {
    size_t floor = stack_.size();
    if (++depth_ > 300) throw SyntaxError{"pattern is nested too deeply", -1};
    bool matched = execute(pc, p, end, false);
    --depth_;
    auto is_way = [](const Entry& e) { return e.kind <= Entry::kRound; };
    stack_.erase(std::remove_if(stack_.begin() + static_cast<int64_t>(floor), stack_.end(), is_way), stack_.end());
    uint32_t no_pc = 0;
    int64_t no_place = 0;
    if (!matched || !keep) back(floor, no_pc, no_place);
    return matched;
  }

  void enter_round(uint32_t& pc, int64_t p) {
    const Instruction& next = program_.code[pc];
    Counter& counter = counters_[next.argument];
    stack_.push_back({Entry::kCounter, next.argument, counter.rounds, counter.began});
    ++counter.rounds;
    counter.began = p;
    ++pc;
  }

  // At the head of a loop: one more round, or out of it; the other one stays as a way.
  bool count_next(uint32_t& pc, int64_t p) {
    const Instruction& next = program_.code[pc];
    const Counter& counter = counters_[next.argument];
    bool enough = counter.rounds >= next.minimum;
    // A round that matched nothing is the last one.
    bool stuck = enough && counter.rounds > 0 && counter.began == p;
    if (counter.rounds >= next.maximum || stuck) {
      pc = next.target;
      return true;
    }
    if (enough && next.lazy) {
      stack_.push_back({Entry::kRound, pc, p, 0});
      pc = next.target;
      return true;
    }
    if (enough) stack_.push_back({Entry::kWay, next.target, p, 0});
    enter_round(pc, p);
    return true;
  }

  bool execute(uint32_t pc, int64_t p, int64_t& end, bool outermost);

  const Program& program_;
  std::u32string_view text_;
  const std::function<void(uint64_t)>& work_;
  std::vector<Counter> counters_;
  std::vector<int64_t> slots_;
  std::vector<Entry> stack_;
  int64_t last_group_ = 0, forbidden_end_ = -1;
  uint64_t steps_ = 0;
  int depth_ = 0;
  bool full_ = false;
};

bool Machine::execute(uint32_t pc, int64_t p, int64_t& end, bool outermost) {
  size_t floor = stack_.size();
  while (true) {
    tick(1);
    const Instruction& i = program_.code[pc];
    bool ok = true;
    switch (i.code) {
      case Code::kChar:
      case Code::kAny:
      case Code::kAnyAll:
      case Code::kSet:
        ok = p < size() && one(i, at(p));
        ++p;
        ++pc;
        break;
      case Code::kRepeatOne:
        ok = repeat_one(pc, p);
        pc += 2;
        break;
      case Code::kSplit:
        stack_.push_back({Entry::kWay, i.lazy ? pc + 1 : i.target, p, 0});
        pc = i.lazy ? i.target : pc + 1;
        break;
      case Code::kJump: pc = i.target; break;
      case Code::kSave:
        save(i.argument, p);
        ++pc;
        break;
      case Code::kCountInit:
        stack_.push_back({Entry::kCounter, i.argument, counters_[i.argument].rounds, counters_[i.argument].began});
        counters_[i.argument] = {};
        ++pc;
        break;
      case Code::kCountNext: ok = count_next(pc, p); break;
      case Code::kBackReference: {
        int64_t from = slots_[2 * i.argument], to = slots_[2 * i.argument + 1];
        ok = from >= 0 && to >= 0 && p + (to - from) <= size();
        for (; ok && from < to; ++from, ++p) {
          uint32_t a = at(from), b = at(p);
          ok = a == b || (i.ignore_case && to_lower(a) == to_lower(b));
        }
        ++pc;
        break;
      }
      case Code::kIfGroup: pc = slots_[2 * i.argument + 1] >= 0 ? pc + 1 : i.target; break;
      case Code::kAssert:
        ok = holds(i, p);
        ++pc;
        break;
      case Code::kLook: {
        int64_t ignored = 0, from = i.behind ? p - static_cast<int64_t>(i.minimum) : p;
        bool found = from >= 0 && part(pc + 1, from, ignored, !i.negative);
        ok = found != i.negative;
        pc = i.target;
        break;
      }
      case Code::kAtomic: {
        int64_t after = 0;
        ok = part(pc + 1, p, after, true);
        p = after;
        pc = i.target;
        break;
      }
      case Code::kAccept:
        ok = !outermost || ((!full_ || p == size()) && p != forbidden_end_);
        if (!ok) break;
        end = p;
        return true;
    }
    if (!ok && !back(floor, pc, p)) return false;
  }
}

bool is_word(uint32_t c, bool ascii) {
  if (c < 128) return std::isalnum(static_cast<int>(c)) || c == '_';
  return !ascii && (is_alpha(c) || is_numeric(c));
}

bool in_class(char which, uint32_t c, bool ascii) {
  switch (which) {
    case 'd': return ascii ? c >= '0' && c <= '9' : is_decimal(c);
    case 'D': return !in_class('d', c, ascii);
    case 's': return ascii ? c == ' ' || (c >= 9 && c <= 13) : is_space(c);
    case 'S': return !in_class('s', c, ascii);
    case 'w': return is_word(c, ascii);
    default: return !is_word(c, ascii);
  }
}

}  // namespace

bool CharacterSet::contains(uint32_t c) const {
  auto listed = [&](uint32_t one) {
    for (const Range& range : ranges)
      if (one >= range.low && one <= range.high) return true;
    return false;
  };
  bool found = listed(c);
  if (!found && ignore_case) found = listed(to_lower(c)) || listed(to_upper(c));
  for (size_t i = 0; !found && i < classes.size(); ++i) found = in_class(classes[i], c, ascii);
  return found != negative;
}

bool run(const Program& program, std::u32string_view text, size_t begin, size_t end, Mode mode, bool not_empty_at_begin,
         const std::function<void(uint64_t)>& work, Match& match) {
  Machine machine(program, text, end, work);
  if (mode != Mode::kSearch) return machine.match_at(begin, mode == Mode::kFullMatch, not_empty_at_begin, match);
  const Instruction& first = program.code[0];
  bool literal = first.code == Code::kChar && !first.ignore_case;
  for (size_t at = begin; at <= end; ++at) {
    if (literal) {  // go to where the first character is
      at = text.find(static_cast<char32_t>(first.argument), at);
      if (at >= end) return false;
    }
    if (machine.match_at(at, false, not_empty_at_begin && at == begin, match)) return true;
  }
  return false;
}

}  // namespace vt::vm::regex
