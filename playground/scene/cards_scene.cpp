#include "playground/scene/cards_scene.h"

#include <algorithm>
#include <cstdlib>

#include "playground/scene/strip_scene.h"
#include "playground/scene/text_size.h"

namespace vt::scene {
namespace {

constexpr float kMargin = 12, kHeadHeight = 32, kRowHeight = 21, kLineHeight = 17, kGap = 12, kSide = 12, kIndent = 16;
constexpr float kTitleSize = 13, kTextSize = 12, kSmallSize = 11, kLeastWidth = 250, kMostWidth = 620;
constexpr size_t kShortGroup = 4, kLongGroup = 8;  // guards: shown at first; shown of a group in which one failed

enum class Tick : uint8_t { kHeld, kFailed, kNotReached, kMade };

// Fills the sizes of a call into "f32[{s77}, 8]": "f32[5, 8]"; an unknown size keeps its symbol.
std::string with_sizes(const std::string& text, const std::vector<std::pair<std::string, std::string>>& sizes) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t open = text.find("{s", at), end = open == text.npos ? text.npos : text.find('}', open);
    if (end == text.npos) return out + text.substr(at);
    std::string name = text.substr(open + 1, end - open - 1);
    auto found = std::find_if(sizes.begin(), sizes.end(), [&](const auto& size) { return size.first == name; });
    const bool symbol = name.find_first_not_of("0123456789", 1) == name.npos;
    out += text.substr(at, open - at) + (!symbol ? "{" + name + "}" : found == sizes.end() ? name : found->second);
    at = end + 1;
  }
  return out;
}

// Wraps at spaces, or between any two Chinese characters.
std::vector<std::string> wrap(const std::string& text, Face face, float size, float room) {
  std::vector<std::string> lines(1);
  std::string word;
  auto put = [&] {
    if (!lines.back().empty() && text_width(lines.back() + word, face, size) > room) lines.emplace_back();
    lines.back() += word;
    word.clear();
  };
  for (size_t at = 0; at < text.size();) {
    auto lead = static_cast<unsigned char>(text[at]);
    size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    word += text.substr(at, length);
    if (text[at] == ' ' || lead >= 0xE3 || text_width(word, face, size) > room - size) put();
    at += length;
  }
  put();
  return lines;
}

class Drawing {
 public:
  Drawing(const Calls& calls, const FrameCall& call, const std::vector<uint32_t>& entries, const CardLook& look)
      : calls_(calls), call_(call), look_(look), words_(look.words) {
    width_ = std::clamp(look.width - 2 * kMargin, kLeastWidth, kMostWidth);
    std::vector<uint32_t> shown;
    for (const Miss& miss : call.misses)
      if (miss.entry != kNothing) draw_card(miss.entry, &miss), shown.push_back(miss.entry);
    if (call.untold) say(words_.untold, Role::kDim);
    if (call.outcome == Outcome::kEager)
      say(call.misses.empty() ? said(call.reason) : words_.eagerly + " (" + said(call.reason) + ")", Role::kBad);
    else if (call.entry != kNothing) draw_card(call.entry, nullptr), shown.push_back(call.entry);
    int more = 0;
    if (call.outcome == Outcome::kHit)
      for (uint32_t e : entries) more += e < call.entry && std::find(shown.begin(), shown.end(), e) == shown.end();
    if (more > 0 && !call.untold) say(filled(words_.still, more), Role::kFaint);
    scene_.width = width_ + 2 * kMargin;
    scene_.height = y_ + kMargin;
  }
  Scene take() { return std::move(scene_); }

 private:
  std::string said(const std::string& text) const { return look_.translate ? look_.translate(text) : text; }
  void label(Point at, std::string text, float size, Face face, Role role, ElementId of,
             Anchor anchor = Anchor::kStart) {
    if (!text.empty()) scene_.marks.push_back(Label{at, std::move(text), size, face, role, anchor, of});
  }
  // Draws a text, wrapped to the card's width.
  void say(const std::string& text, Role role, float indent = 0, ElementId of = kNoElement) {
    for (const std::string& line : wrap(text, Face::kSans, kTextSize, width_ - indent - kSide)) {
      label({kMargin + indent, y_ + kLineHeight / 2}, line, kTextSize, Face::kSans, role, of);
      y_ += kLineHeight;
    }
    if (indent == 0) y_ += kGap;
  }

  Tick tick_of(const GuardLine& guard, const Miss* miss) const {
    if (!miss) return call_.outcome == Outcome::kHit ? Tick::kHeld : Tick::kMade;
    const bool modes_failed = miss->failed.starts_with("GLOBAL_STATE");
    if (guard.guard == -1) return modes_failed ? Tick::kFailed : Tick::kHeld;
    if (miss->guard == guard.guard) return Tick::kFailed;
    return std::find(miss->held.begin(), miss->held.end(), guard.guard) != miss->held.end() ? Tick::kHeld
                                                                                            : Tick::kNotReached;
  }

  struct Group {
    std::string title;
    std::vector<const GuardLine*> guards;
  };
  // Groups the guards by subject, in the order of the entry.
  std::vector<Group> groups_of(const CacheEntry& entry) const {
    std::vector<Group> groups;
    for (const GuardLine& guard : entry.guards) {
      std::string title = !guard.argument.empty() ? guard.argument : guard.guard < 0 ? words_.modes : words_.sizes;
      auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.title == title; });
      if (found == groups.end()) groups.push_back({title, {}}), found = groups.end() - 1;
      found->guards.push_back(&guard);
    }
    return groups;
  }

  void draw_card(uint32_t which, const Miss* miss) {
    const CacheEntry& entry = calls_.entries[which];
    const size_t first_mark = scene_.marks.size();
    const float top = y_;
    Element card;
    card.kind = ElementKind::kGroup;
    card.key = "card:" + entry.id;
    const std::string verdict = miss                             ? "✗ " + words_.missed
                                : call_.outcome == Outcome::kHit ? "✓ " + words_.answered
                                                                 : words_.compiled;
    card.title = entry.id + ": " + verdict;
    ElementId id = scene_.add(std::move(card));
    const Role role = miss ? Role::kBad : call_.outcome == Outcome::kHit ? Role::kGood : Role::kAccent;
    label({kMargin + kSide, y_ + kHeadHeight / 2}, entry.id, kTitleSize, Face::kBold, Role::kText, id);
    label({kMargin + width_ - kSide, y_ + kHeadHeight / 2}, verdict, kTextSize, Face::kSans, role, id, Anchor::kEnd);
    y_ += kHeadHeight;
    if (entry.guards.empty()) say(words_.loading, Role::kDim, kSide, id);
    bool failed_shown = false;
    for (const Group& group : groups_of(entry)) failed_shown = draw_group(entry, group, miss) || failed_shown;
    if (miss && !failed_shown) draw_failure(*miss, nullptr, id, kIndent);
    y_ += 6;
    scene_.elements[id].bounds = {kMargin, top, width_, y_ - top};
    // Insert the background before the marks that lie on it.
    scene_.marks.insert(scene_.marks.begin() + static_cast<std::ptrdiff_t>(first_mark),
                        Mark(Box{scene_.elements[id].bounds, {Role::kSurface, 1, role, 1.2f, 0.7f}, 8, kNoElement}));
    y_ += kGap;
  }

  // Draws a group; true if it contains the guard that failed.
  bool draw_group(const CacheEntry& entry, const Group& group, const Miss* miss) {
    if (group.guards.size() == 1) return draw_guard(entry, *group.guards[0], group, miss, 0);
    size_t counts[4] = {0, 0, 0, 0};
    for (const GuardLine* guard : group.guards) ++counts[static_cast<size_t>(tick_of(*guard, miss))];
    const bool failed = counts[static_cast<size_t>(Tick::kFailed)] > 0;
    const std::string key = "guards:" + entry.id + ":" + group.title;
    auto chosen = look_.folds.find(key);
    const bool by_hand = chosen != look_.folds.end(), shorter = group.guards.size() > kLongGroup;
    const bool folded = by_hand ? chosen->second : !failed && group.guards.size() > kShortGroup;
    const size_t reached = group.guards.size() - counts[static_cast<size_t>(Tick::kNotReached)];
    const Tick tick = failed                                   ? Tick::kFailed
                      : reached == 0                           ? Tick::kNotReached
                      : miss || call_.outcome == Outcome::kHit ? Tick::kHeld
                                                               : Tick::kMade;
    Element e;
    e.key = key;
    e.title = group.title;
    e.folds = true;
    e.folded = folded || (failed && shorter && !by_hand);
    e.bounds = {kMargin + 4, y_, width_ - 8, kRowHeight};
    e.facts = {count_text(group.guards.size())};
    ElementId id = scene_.add(std::move(e));
    scene_.marks.push_back(Box{scene_.elements[id].bounds, {Role::kRaised, 0.6f, Role::kBorder, 1, 0}, 4, id});
    put_tick(tick, kMargin + kSide, id);
    label({kMargin + kSide + kIndent, y_ + kRowHeight / 2},
          cut_text(said(group.title), Face::kMono, kTextSize, width_ * 0.55f), kTextSize, Face::kMono,
          reached ? Role::kText : Role::kFaint, id);
    const float end = kMargin + width_ - kSide;
    label({end - 14, y_ + kRowHeight / 2}, count_text(group.guards.size()), kSmallSize, Face::kSans, Role::kDim, id,
          Anchor::kEnd);
    label({end, y_ + kRowHeight / 2}, folded ? "▸" : "▾", kSmallSize, Face::kMono, Role::kDim, id, Anchor::kEnd);
    y_ += kRowHeight + 2;
    if (folded) return false;
    // Of a long group only the failed guard is shown, unless the user unfolded it.
    const bool only_failed = failed && shorter && !by_hand;
    for (const GuardLine* guard : group.guards)
      if (!only_failed || tick_of(*guard, miss) == Tick::kFailed) draw_guard(entry, *guard, group, miss, kIndent);
    if (only_failed) {
      if (size_t held = counts[static_cast<size_t>(Tick::kHeld)])
        say("✓ " + filled(words_.held, static_cast<int>(held)), Role::kDim, kSide + kIndent);
      if (size_t left = counts[static_cast<size_t>(Tick::kNotReached)])
        say(filled(words_.not_reached, static_cast<int>(left)), Role::kFaint, kSide + kIndent);
    }
    return failed;
  }
  std::string count_text(size_t count) const {
    return count == 1 ? words_.guards_one : filled(words_.guards, static_cast<int>(count));
  }

  static std::string tick_text(Tick tick) { return tick == Tick::kHeld ? "✓" : tick == Tick::kFailed ? "✗" : "·"; }
  void put_tick(Tick tick, float x, ElementId of) {
    const Role role = tick == Tick::kHeld ? Role::kGood : tick == Tick::kFailed ? Role::kBad : Role::kFaint;
    label({x, y_ + kRowHeight / 2}, tick_text(tick), kTextSize, Face::kMono, role, of);
  }

  // The guard's subject, relative to the name of its group.
  static std::string within(const GuardLine& guard, const Group& group) {
    std::string root = group.title.substr(0, group.title.find(" ("));
    return guard.what.starts_with(root) ? guard.what.substr(root.size()) : guard.what;
  }

  // Draws a guard; true if it is the one that failed. A group's only guard is drawn in place of the group.
  bool draw_guard(const CacheEntry& entry, const GuardLine& guard, const Group& group, const Miss* miss, float indent) {
    const Tick tick = tick_of(guard, miss);
    std::string what = within(guard, group);
    if (indent == 0) what = said(group.title) + what;
    const bool equals = guard.check == "EQUALS_MATCH";
    std::string value =
        (equals ? "== " : "") + with_sizes(guard.expected, miss ? decltype(call_.sizes)() : call_.sizes);
    Element e;
    e.kind = ElementKind::kNode;
    e.key = "guard:" + entry.id + ":" + std::to_string(guard.guard);
    e.title = tick_text(tick) + (" " + (guard.text.empty() ? value : guard.text));
    e.facts = {guard.check};
    if (tick == Tick::kFailed) {
      if (!miss->was.empty()) e.facts.push_back(filled(words_.was, miss->was));
      if (!miss->is.empty()) e.facts.push_back(filled(words_.came, miss->is));
    }
    if (int line = std::atoi(guard.place.c_str()); line > 0)
      e.facts.push_back(filled(words_.line, line) + ": " + line_of(look_.source, line));
    e.items = guard.items;
    e.bounds = {kMargin + 8, y_, width_ - 16, kRowHeight};
    ElementId id = scene_.add(std::move(e));
    scene_.marks.push_back(Box{scene_.elements[id].bounds,
                               {tick == Tick::kFailed ? Role::kBad : Role::kNone, 0.1f, Role::kBorder, 1, 0},
                               4,
                               id});
    const float left = kMargin + kSide + indent;
    put_tick(tick, left, id);
    const float check = text_width(guard.check, Face::kSans, kSmallSize);
    float room = width_ - 2 * kSide - indent - kIndent - check - 16, at = left + kIndent;
    const bool reached = tick != Tick::kNotReached;
    if (!what.empty()) {
      what = cut_text(what, Face::kMono, kTextSize, room * 0.6f);
      label({at, y_ + kRowHeight / 2}, what, kTextSize, Face::kMono, reached ? Role::kText : Role::kFaint, id);
      const float used = text_width(what, Face::kMono, kTextSize) + 12;
      at += used, room -= used;
    }
    label({at, y_ + kRowHeight / 2}, cut_text(value, Face::kMono, kTextSize, room), kTextSize, Face::kMono,
          reached && what.empty() ? Role::kText
          : reached               ? Role::kDim
                                  : Role::kFaint,
          id);
    label({kMargin + width_ - kSide, y_ + kRowHeight / 2}, guard.check, kSmallSize, Face::kSans, Role::kFaint, id,
          Anchor::kEnd);
    y_ += kRowHeight;
    if (tick == Tick::kFailed) draw_failure(*miss, &guard, id, indent + kIndent);
    return tick == Tick::kFailed;
  }

  // Draws the failed check, the expected and the actual value, and the advice.
  void draw_failure(const Miss& miss, const GuardLine* guard, ElementId of, float within) {
    const float indent = kSide + within, room = width_ - indent - kSide;
    const float top = y_;
    // An equality such as "k == 0" is in the line above already.
    if (!guard || guard->check != "EQUALS_MATCH" || miss.was.empty() || miss.is.empty())
      say(guard ? miss.failed : "✗ " + miss.failed, Role::kDim, guard ? indent : kSide, of);
    const std::string was = miss.was.empty() ? "" : filled(words_.was, miss.was) + "   ",
                      came = miss.is.empty() ? "" : filled(words_.came, miss.is);
    const float before = text_width(was, Face::kMono, kTextSize);
    const bool one_line = before + text_width(came, Face::kMono, kTextSize) <= room;
    auto value = [&](const std::string& text, Role role, float x) {
      label({kMargin + indent + x, y_ + kLineHeight / 2}, cut_text(text, Face::kMono, kTextSize, room), kTextSize,
            Face::kMono, role, of);
    };
    value(was, Role::kText, 0);
    if (!one_line && !was.empty()) y_ += kLineHeight;
    value(came, Role::kBad, one_line ? before : 0);
    if (!was.empty() || !came.empty()) y_ += kLineHeight;
    if (!miss.advice.empty()) say("→ " + said(miss.advice), Role::kText, indent, of);
    y_ += 4;
    if (guard) scene_.elements[of].bounds.height += y_ - top;
  }

  const Calls& calls_;
  const FrameCall& call_;
  const CardLook& look_;
  const CardWords& words_;
  Scene scene_;
  float y_ = kMargin, width_ = 0;
};

}  // namespace

Scene cards_scene(const Calls& calls, const FrameCall& call, const std::vector<uint32_t>& entries,
                  const CardLook& look) {
  return Drawing(calls, call, entries, look).take();
}

}  // namespace vt::scene
