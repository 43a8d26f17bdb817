#include "playground/scene/strip_scene.h"

#include <algorithm>
#include <cstdlib>
#include <span>

#include "playground/scene/text_size.h"

namespace vt::scene {
namespace {

constexpr float kMargin = 16, kTitleSize = 14, kHeadSize = 12.5f, kSmallSize = 11, kCellSize = 11.5f;
constexpr float kTitleHeight = 30, kArrowRoom = 20, kHeadHeight = 58, kRowHeight = 26, kPillHeight = 20, kStripGap = 30,
                kLineGap = 16;
constexpr float kLeastPart = 128, kMostPart = 240, kLeastGap = 104, kMostGap = 230, kSide = 10, kBetween = 10;
constexpr size_t kMostMisses = 3;

// Ranges of line numbers: "4–6, 9".
std::string ranges(const std::vector<int>& lines) {
  std::string text;
  for (size_t i = 0, end = 0; i < lines.size(); i = end) {
    end = i + 1;
    while (end < lines.size() && lines[end] == lines[end - 1] + 1) ++end;
    text += (text.empty() ? "" : ", ") + std::to_string(lines[i]);
    if (end - i > 1) text += "–" + std::to_string(lines[end - 1]);
  }
  return text;
}

// A part of the strip's head: a compiled frame, or a gap between frames.
struct Head {
  bool gap = false;
  uint32_t frame = 0;
  size_t cut = 0;
  std::string title, detail, more;
  float x = 0, width = 0;
  size_t line = 0;  // row of the wrapped strip that contains it
};
using Heads = std::span<const Head>;

class Drawing {
 public:
  Drawing(const Calls& calls, const StripLook& look) : calls_(calls), look_(look), words_(look.words) {
    y_ = kMargin;
    for (size_t i = 0; i < calls.strips.size(); ++i) draw(i);
    scene_.height = y_ - (calls.strips.empty() ? 0 : kStripGap) + kMargin;
    scene_.width = std::max(scene_.width, 2 * kMargin) + kMargin;
  }
  Scene take() { return std::move(scene_); }

 private:
  std::string said(const std::string& reason) const { return look_.translate ? look_.translate(reason) : reason; }
  void box(Rect r, Style style, float radius, ElementId of) { scene_.marks.push_back(Box{r, style, radius, of}); }
  void label(Point at, std::string text, float size, Face face, Role role, ElementId of,
             Anchor anchor = Anchor::kStart) {
    if (!text.empty()) scene_.marks.push_back(Label{at, std::move(text), size, face, role, anchor, of});
  }
  void reach(float x) { scene_.width = std::max(scene_.width, x); }

  // --- the head
  Head part_head(const StripFrame& frame, uint32_t at) const {
    Head head;
    head.frame = at;
    head.title = frame.resumes_at > 0 ? filled(words_.resumes, frame.resumes_at) : frame.function;
    if (frame.entries.empty()) {
      head.detail = frame.cuts.empty() ? words_.eager : words_.nothing;
      return head;
    }
    const CacheEntry& entry = calls_.entries[frame.entries.back()];
    std::string ids;
    for (uint32_t e : frame.entries) ids += (ids.empty() ? "" : ", ") + calls_.entries[e].id;
    if (frame.entries.size() > 3) ids = filled(words_.entries, static_cast<int>(frame.entries.size()));
    const auto ops = static_cast<int>(entry.ops);
    head.detail = ids + " · " + (ops == 0 ? words_.nothing : ops == 1 ? words_.ops_one : filled(words_.ops, ops));
    if (entry.lines.size() == 1) head.more = filled(words_.line, entry.lines[0]);
    else if (!entry.lines.empty()) head.more = filled(words_.lines, ranges(entry.lines));
    return head;
  }
  Head gap_head(const StripFrame& frame, uint32_t at, size_t which) const {
    const Cut& cut = frame.cuts[which];
    Head head;
    head.gap = true, head.frame = at, head.cut = which;
    head.title = cut.line > 0 ? line_of(look_.source, cut.line) : said(cut.title);
    if (head.title.empty()) head.title = words_.python;
    head.detail = words_.python + (cut.line > 0 ? " · " + filled(words_.line, cut.line) : "");
    head.more = !cut.failed.empty() ? filled(words_.failed, cut.failed)
                : cut.refused       ? words_.refused
                : cut.skipped       ? filled(words_.whole, frame.function)
                : cut.rest_eagerly  ? words_.rest
                                    : said(cut.title);
    return head;
  }
  static float width_of(const Head& head) {
    float text =
        std::max({text_width(head.title, head.gap ? Face::kMono : Face::kBold, kHeadSize),
                  text_width(head.detail, Face::kMono, kSmallSize), text_width(head.more, Face::kSans, kSmallSize)});
    return std::clamp(text + 2 * kSide + 1, head.gap ? kLeastGap : kLeastPart, head.gap ? kMostGap : kMostPart);
  }
  std::vector<Head> heads_of(const Strip& strip, float left) const {
    std::vector<Head> heads;
    for (uint32_t i = 0; i < strip.frames.size(); ++i) {
      heads.push_back(part_head(strip.frames[i], i));
      for (size_t k = 0; k < strip.frames[i].cuts.size(); ++k) heads.push_back(gap_head(strip.frames[i], i, k));
    }
    size_t line = 0;
    float x = left;
    for (Head& head : heads) {
      head.width = std::max(width_of(head), head.gap ? 0.0f : cells_width(strip, head.frame));
      if (look_.width > 0 && x > left && x + head.width > look_.width - kMargin) x = left, ++line;
      head.x = x;
      head.line = line;
      x += head.width + kBetween;
    }
    return heads;
  }

  void draw_head(size_t strip, const Head& head, float y) {
    const StripFrame& frame = calls_.strips[strip].frames[head.frame];
    Element e;
    e.bounds = {head.x, y, head.width, kHeadHeight};
    e.kind = ElementKind::kNode;
    e.title = head.title;
    Role stroke = Role::kAccent;
    if (head.gap) {
      const Cut& cut = frame.cuts[head.cut];
      e.key = cut_key(strip, head.frame, head.cut);
      e.facts = {said(cut.title), (cut.id.empty() ? "" : cut.id + " · ") + head.detail};
      stroke = Role::kBad;
    } else {
      e.key = "part:" + std::to_string(strip) + ":" + std::to_string(head.frame);
      e.facts = {head.detail, head.more};
      if (frame.entries.empty()) stroke = Role::kFaint;
      else e.items = calls_.entries[frame.entries.back()].items;
    }
    const bool chosen = e.key == look_.chosen;
    ElementId id = scene_.add(std::move(e));
    const Rect r = scene_.elements[id].bounds;
    Style style{
        head.gap ? Role::kBad : Role::kSurface, head.gap ? 0.08f : 1.0f, stroke, chosen ? 2.4f : 1.2f, 1, head.gap};
    box(r, style, 6, id);
    if (!head.gap) box({r.x, r.y, 4, r.height}, {stroke, 0.9f}, 2, id);
    const float room = r.width - 2 * kSide;
    const Face face = head.gap ? Face::kMono : Face::kBold;
    label({r.x + kSide, r.y + 14}, cut_text(head.title, face, kHeadSize, room), kHeadSize, face, Role::kText, id);
    label({r.x + kSide, r.y + 31}, cut_text(head.detail, Face::kMono, kSmallSize, room), kSmallSize, Face::kMono,
          head.gap ? Role::kBad : Role::kDim, id);
    label({r.x + kSide, r.y + 46}, cut_text(head.more, Face::kSans, kSmallSize, room), kSmallSize, Face::kSans,
          Role::kDim, id);
  }

  static float end_of(const std::vector<Head>& heads, size_t line) {
    float end = 0;
    for (const Head& head : heads)
      if (head.line == line) end = head.x + head.width;
    return end;
  }

  // Draws arrows from a gap to the frame that resumes after it, above the parts between. If the target is in another
  // line of the strip, the arrow continues from that line's beginning.
  void draw_arrows(const Strip& strip, const std::vector<Head>& heads, size_t line, float y) {
    auto part = [&](uint32_t frame) {
      return std::find_if(heads.begin(), heads.end(), [&](const Head& h) { return !h.gap && h.frame == frame; });
    };
    for (uint32_t i = 0; i < strip.frames.size(); ++i) {
      if (strip.frames[i].behind == kNothing) continue;
      auto to = part(i), from = part(strip.frames[i].behind);
      for (auto next = from + 1; next != heads.end() && next->gap; ++next) from = next;
      const float x0 = from->x + from->width / 2, x1 = to->x + to->width / 2;
      const float top =
          y - (strip.frames[i].nest == 0 ? 16.0f : 9.0f);  // inside a gap it is lower than the arrow over the gap
      const Style style{Role::kNone, 1, Role::kAccent, 1.5f};
      if (from->line == to->line && from->line == line)
        scene_.marks.push_back(Path{{{x0, y}, {x0, top}, {x1, top}, {x1, y}}, style, true, kNoElement});
      else if (from->line == line)
        scene_.marks.push_back(Path{{{x0, y}, {x0, top}, {end_of(heads, line), top}}, style, false, kNoElement});
      else if (to->line == line)
        scene_.marks.push_back(Path{{{heads.front().x - 8, top}, {x1, top}, {x1, y}}, style, true, kNoElement});
    }
  }

  // --- the rows
  static std::string outcome_id(const Calls& calls, const FrameCall& call) {
    return call.entry == kNothing ? "" : calls.entries[call.entry].id;
  }
  std::string outcome_text(const FrameCall& call) const {
    const std::string id = outcome_id(calls_, call);
    std::string text = call.outcome == Outcome::kCompiled ? id + " " + words_.compiled
                       : call.outcome == Outcome::kHit    ? "✓ " + id
                                                          : words_.ran_eagerly;
    if (call.times > 1) text += " ×" + spelled(call.times);
    return text;
  }
  std::vector<std::string> miss_texts(const FrameCall& call) const {
    std::vector<std::string> texts;
    for (const Miss& miss : call.misses)
      texts.push_back("✗ " + (miss.entry == kNothing ? std::string("?") : calls_.entries[miss.entry].id));
    if (texts.size() > kMostMisses) texts = {"✗ ×" + std::to_string(call.misses.size())};
    return texts;
  }
  static float pill_width(const std::string& text) { return text_width(text, Face::kMono, kCellSize) + 14; }
  float cell_width(const FrameCall& call) const {
    float width = pill_width(outcome_text(call));
    for (const std::string& text : miss_texts(call)) width += pill_width(text) + 4;
    return width;
  }
  float cells_width(const Strip& strip, uint32_t frame) const {
    float widest = 0;
    for (const CallRow& row : strip.rows) {
      auto cell = row.cells.find(frame);
      float width = 0;
      if (cell != row.cells.end())
        for (const FrameCall& call : cell->second) width += cell_width(call) + 6;
      widest = std::max(widest, width - 6);
    }
    return widest;
  }

  void draw_cell(size_t strip, size_t row, const Head& head, const std::vector<FrameCall>& cell, float y) {
    float x = head.x;
    for (size_t k = 0; k < cell.size(); ++k) {
      const FrameCall& call = cell[k];
      const Role role = call.outcome == Outcome::kCompiled ? Role::kAccent
                        : call.outcome == Outcome::kHit    ? Role::kGood
                                                           : Role::kBad;
      Element e;
      e.kind = ElementKind::kNode;
      e.key = cell_key(strip, row, head.frame, k);
      e.bounds = {x, y + (kRowHeight - kPillHeight) / 2, cell_width(call), kPillHeight};
      e.title = row_title(calls_.strips[strip].rows[row]) + ": " + outcome_id(calls_, call) +
                (call.entry == kNothing ? "" : " ") +
                (call.outcome == Outcome::kCompiled ? words_.compiled
                 : call.outcome == Outcome::kHit    ? words_.hit
                                                    : words_.eager);
      if (!call.reason.empty()) e.facts.push_back(said(call.reason));
      for (const Miss& miss : call.misses)
        e.facts.push_back((miss.entry == kNothing ? "" : calls_.entries[miss.entry].id + ": ") + miss.failed);
      const bool chosen = e.key == look_.chosen;
      const float end = e.bounds.right();
      ElementId id = scene_.add(std::move(e));
      for (const std::string& text : miss_texts(call)) {
        float width = pill_width(text);
        box({x, scene_.elements[id].bounds.y, width, kPillHeight}, {Role::kBad, 0.12f}, 5, id);
        label({x + 7, y + kRowHeight / 2}, text, kCellSize, Face::kMono, Role::kBad, id);
        x += width + 4;
      }
      Style style{role, 0.16f, role, chosen ? 2.0f : 1.0f, chosen ? 1.0f : 0.35f};
      box({x, scene_.elements[id].bounds.y, end - x, kPillHeight}, style, 5, id);
      label({x + 7, y + kRowHeight / 2}, outcome_text(call), kCellSize, Face::kMono, role, id);
      x = end + 6;
    }
  }

  std::string row_title(const CallRow& row) const {
    return row.first == row.last ? filled(words_.call, spelled(row.first))
                                 : filled(words_.calls, spelled(row.first), spelled(row.last));
  }
  static bool has_cell(const CallRow& row, const Head& head) { return !head.gap && row.cells.contains(head.frame); }
  // Draws the cells of a row that are in one line of the strip.
  void draw_row(size_t strip, size_t at, Heads heads, bool goes_on, float y) {
    const Strip& s = calls_.strips[strip];
    const CallRow& row = s.rows[at];
    label({kMargin, y + kRowHeight / 2}, row_title(row), kCellSize, Face::kSans, Role::kDim, kNoElement);
    if (!row.like.empty()) {
      std::string text;
      for (const auto& [like, times] : row.like)
        text += (text.empty() ? "" : ", ") + filled(words_.like, spelled(times), spelled(s.rows[like].first));
      label({heads.front().x, y + kRowHeight / 2},
            cut_text(text, Face::kSans, kCellSize,
                     std::max(320.0f, heads.back().x + heads.back().width - heads.front().x)),
            kCellSize, Face::kSans, Role::kDim, kNoElement);
      return;
    }
    float from = -1;
    auto dash_to = [&](float to) {
      if (from >= 0 && to > from)
        scene_.marks.push_back(Path{{{from, y + kRowHeight / 2}, {to, y + kRowHeight / 2}},
                                    {Role::kNone, 1, Role::kEdge, 1.2f, 0.8f, true},
                                    false,
                                    kNoElement});
    };
    for (const Head& head : heads) {
      if (!has_cell(row, head)) continue;
      const std::vector<FrameCall>& cell = row.cells.at(head.frame);
      dash_to(head.x - 4);
      draw_cell(strip, at, head, cell, y);
      from = head.x + 4;
      for (const FrameCall& call : cell) from += cell_width(call) + 6;
    }
    if (goes_on) dash_to(heads.back().x + heads.back().width);
  }

  // Draws a border around functions that were called in a gap.
  void draw_nests(const Strip& strip, Heads heads, float top, float bottom) {
    for (size_t i = 0; i < heads.size(); ++i) {
      const uint32_t nest = strip.frames[heads[i].frame].nest;
      if (nest == 0 || (i > 0 && strip.frames[heads[i - 1].frame].nest >= nest)) continue;
      size_t end = i;
      while (end + 1 < heads.size() && strip.frames[heads[end + 1].frame].nest >= nest) ++end;
      const float inset = 5.0f / static_cast<float>(nest);
      Rect r{heads[i].x - inset, top - inset, heads[end].x + heads[end].width - heads[i].x + 2 * inset,
             bottom - top + 2 * inset};
      box(r, {Role::kRaised, 0.45f, Role::kBorder, 1, 1}, 8, kNoElement);
    }
  }

  void draw(size_t at) {
    const Strip& strip = calls_.strips[at];
    float first = text_width(words_.call, Face::kSans, kCellSize);
    for (const CallRow& row : strip.rows) first = std::max(first, text_width(row_title(row), Face::kSans, kCellSize));
    const float left = kMargin + first + 14;
    const std::vector<Head> heads = heads_of(strip, left);
    label({kMargin, y_ + 8}, strip.function, kTitleSize, Face::kBold, Role::kText, kNoElement);
    label({kMargin + text_width(strip.function, Face::kBold, kTitleSize) + 12, y_ + 8},
          strip.calls == 1 ? words_.count_one : filled(words_.count, spelled(strip.calls)), kSmallSize, Face::kSans,
          Role::kDim, kNoElement);
    const bool arrows = std::any_of(strip.frames.begin(), strip.frames.end(),
                                    [](const StripFrame& frame) { return frame.behind != kNothing; });
    y_ += kTitleHeight;
    for (size_t first = 0, end = 0; first < heads.size(); first = end) {
      while (end < heads.size() && heads[end].line == heads[first].line) ++end;
      y_ += (arrows ? kArrowRoom : 0) + (first ? kLineGap : 0);
      draw_line(at, heads, first, end);
    }
    y_ += kStripGap;
  }

  // Draws the heads [first, end), and below them the rows that have cells there.
  void draw_line(size_t at, const std::vector<Head>& all, size_t first, size_t end) {
    const Strip& strip = calls_.strips[at];
    const Heads heads = Heads(all).subspan(first, end - first), later = Heads(all).subspan(end);
    std::vector<size_t> rows;
    for (size_t i = 0; i < strip.rows.size(); ++i)
      if (std::any_of(heads.begin(), heads.end(), [&](const Head& h) { return has_cell(strip.rows[i], h); }) ||
          (first == 0 && !strip.rows[i].like.empty()))
        rows.push_back(i);
    const float top = y_, bottom = top + kHeadHeight + 10 + kRowHeight * static_cast<float>(rows.size());
    draw_nests(strip, heads, top, bottom);
    draw_arrows(strip, all, heads.front().line, top);
    for (const Head& head : heads) draw_head(at, head, top);
    y_ = top + kHeadHeight + 10;
    for (size_t row : rows) {
      const bool goes_on =
          std::any_of(later.begin(), later.end(), [&](const Head& h) { return has_cell(strip.rows[row], h); });
      draw_row(at, row, heads, goes_on, y_);
      y_ += kRowHeight;
    }
    reach(heads.back().x + heads.back().width);
  }

  const Calls& calls_;
  const StripLook& look_;
  const StripWords& words_;
  Scene scene_;
  float y_ = 0;
};

std::vector<size_t> numbers_in(const std::string& key) {
  std::vector<size_t> all;
  for (size_t at = key.find(':'); at != std::string::npos; at = key.find(':', at + 1))
    all.push_back(static_cast<size_t>(std::atoll(key.c_str() + at + 1)));
  return all;
}

}  // namespace

std::string cell_key(size_t strip, size_t row, uint32_t frame, size_t which) {
  return "call:" + std::to_string(strip) + ":" + std::to_string(row) + ":" + std::to_string(frame) + ":" +
         std::to_string(which);
}
std::string cut_key(size_t strip, uint32_t frame, size_t which) {
  return "cut:" + std::to_string(strip) + ":" + std::to_string(frame) + ":" + std::to_string(which);
}

Place place_of(const Calls& calls, const std::string& key) {
  std::vector<size_t> n = numbers_in(key);
  const bool cell = key.starts_with("call:") && n.size() == 4, cut = key.starts_with("cut:") && n.size() == 3;
  if ((!cell && !cut) || n[0] >= calls.strips.size()) return {};
  const Strip& strip = calls.strips[n[0]];
  if (cut) {
    if (n[1] >= strip.frames.size() || n[2] >= strip.frames[n[1]].cuts.size()) return {};
    return {Place::Kind::kCut, n[0], 0, static_cast<uint32_t>(n[1]), n[2]};
  }
  if (n[1] >= strip.rows.size()) return {};
  auto found = strip.rows[n[1]].cells.find(static_cast<uint32_t>(n[2]));
  if (found == strip.rows[n[1]].cells.end() || n[3] >= found->second.size()) return {};
  return {Place::Kind::kCell, n[0], n[1], static_cast<uint32_t>(n[2]), n[3]};
}

std::string first_choice(const Calls& calls) {
  std::string last, missed, cut;
  for (size_t s = 0; s < calls.strips.size(); ++s) {
    const Strip& strip = calls.strips[s];
    for (uint32_t f = 0; f < strip.frames.size() && cut.empty(); ++f)
      if (!strip.frames[f].cuts.empty()) cut = cut_key(s, f, 0);
    for (size_t r = 0; r < strip.rows.size(); ++r)
      for (const auto& [frame, cell] : strip.rows[r].cells)
        for (size_t k = 0; k < cell.size(); ++k) {
          last = cell_key(s, r, frame, k);
          if (!cell[k].misses.empty()) missed = last;
        }
  }
  return !missed.empty() ? missed : !cut.empty() ? cut : last;
}

std::string cell_of_entry(const Calls& calls, const std::string& entry) {
  for (size_t s = 0; s < calls.strips.size(); ++s)
    for (size_t r = 0; r < calls.strips[s].rows.size(); ++r)
      for (const auto& [frame, cell] : calls.strips[s].rows[r].cells)
        for (size_t k = 0; k < cell.size(); ++k)
          if (cell[k].entry != kNothing && calls.entries[cell[k].entry].id == entry) return cell_key(s, r, frame, k);
  return {};
}

std::string line_of(const std::string& source, int line) {
  size_t at = 0;
  for (int i = 1; i < line && at != std::string::npos; ++i)
    at = source.find('\n', at) == std::string::npos ? std::string::npos : source.find('\n', at) + 1;
  if (line < 1 || at == std::string::npos) return {};
  size_t end = std::min(source.find('\n', at), source.size());
  size_t begin = source.find_first_not_of(" \t", at);
  return begin == std::string::npos || begin >= end ? std::string() : source.substr(begin, end - begin);
}

std::string spelled(int64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

Scene strip_scene(const Calls& calls, const StripLook& look) { return Drawing(calls, look).take(); }

}  // namespace vt::scene
