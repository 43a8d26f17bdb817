#include "playground/scene/graph_scene.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "playground/scene/nested.h"
#include "playground/scene/text_size.h"

namespace vt::scene {
namespace {

constexpr float kMargin = 16;
constexpr float kTitleSize = 13, kDetailSize = 11, kPillSize = 10.5f;
constexpr float kNodeHeight = 42, kSmallHeight = 26, kLeastWidth = 64, kMostWidth = 250, kNodeSide = 13;
constexpr float kPillHeight = 18, kPillGap = 3, kPillSide = 7, kMostPill = 170, kBesideGap = 8;
constexpr size_t kPillRows = 2;
constexpr float kMostHead = 340;  // of what the title of a group may widen it to
constexpr float kStackStep = 5;   // of the cards behind a piece that stands for several
constexpr float kThinRoad = 2, kWideRoad = 11, kRoadLabel = kWideRoad / 2 + 5;
constexpr size_t kMostFacts = 8;  // on hover of a way that many edges share
constexpr float kCutAbove = 9;    // of the group that a joint graph is cut at

// How a piece that is shown whole is written.
struct CardText {
  std::string title, detail;
  bool small = false;  // one line: views and other things that compute nothing
};

class Drawing {
 public:
  Drawing(const Graph& graph, const Tree& tree, const GraphStyle& style) : graph_(graph), tree_(tree), style_(style) {
    count_ops(0);
    std::vector<PieceSize> sizes(tree.pieces.size());
    for (uint32_t i = 1; i < tree.pieces.size(); ++i)
      sizes[i] = is_card(i) ? size_of(i) : PieceSize{head_width(i), 0, -1};
    layout_ = lay_out_nested(graph, tree, sizes);
    for (Rect& box : layout_.boxes) box.x += kMargin, box.y += kMargin;
    for (Way& way : layout_.ways)
      for (Point& p : way.points) p.x += kMargin, p.y += kMargin;
    scene_.width = layout_.width + 2 * kMargin;
    scene_.height = layout_.height + 2 * kMargin;
    element_of_.assign(tree.pieces.size(), kNoElement);
    draw_groups(0);
    draw_ways();
    draw_cards(0);
    draw_heads();
    draw_cut();
    connect();
  }
  Scene take() { return std::move(scene_); }

 private:
  const Piece& piece(uint32_t id) const { return tree_.pieces[id]; }
  // Shown as one box: a node or a folded group.
  bool is_card(uint32_t id) const { return !piece(id).is_group() || piece(id).folded; }
  const GraphNode* node(uint32_t id) const {
    return piece(id).node < 0 ? nullptr : &graph_.nodes[static_cast<size_t>(piece(id).node)];
  }

  Change change_of(uint32_t id) const {
    auto at = static_cast<size_t>(piece(id).node);
    return node(id) && at < style_.changes.size() ? style_.changes[at] : Change::kSame;
  }
  // "+2 −1": what a folded group hides.
  std::string changes_text(uint32_t id) const {
    std::string text;
    for (Change change : {Change::kAdded, Change::kRemoved, Change::kRewritten, Change::kMoved}) {
      size_t count = 0;
      for (uint32_t i = piece(id).first; i < piece(id).last && i < style_.changes.size(); ++i)
        count += style_.changes[i] == change;
      if (count) text += (text.empty() ? "" : " ") + std::string(change_sign(change)) + std::to_string(count);
    }
    return text;
  }
  // Of one copy, and all weights of it.
  size_t count_ops(uint32_t id) {
    ops_.resize(tree_.pieces.size(), 0);
    if (!piece(id).is_group()) return ops_[id] = 1;
    size_t count = 0;
    for (uint32_t child : piece(id).children) count += count_ops(child) * piece(child).copies;
    return ops_[id] = count;
  }
  size_t count_kernels(uint32_t id) const {
    if (piece(id).kind == ScopeKind::kKernel && piece(id).is_group()) return 1;
    size_t count = 0;
    for (uint32_t child : piece(id).children) count += count_kernels(child) * piece(child).copies;
    return count;
  }
  // "12 ops", and with kernels in a group of modules how many: "3 kernels · 12 ops".
  std::string ops_text(uint32_t id) const {
    std::string text = ops_[id] == 1 ? style_.one_op : filled(style_.ops, static_cast<int>(ops_[id]));
    const size_t kernels = piece(id).kind == ScopeKind::kKernel || style_.op_by_op ? 0 : count_kernels(id);
    if (kernels == 0) return text;
    return (kernels == 1 ? style_.one_kernel : filled(style_.kernels, static_cast<int>(kernels))) + " · " + text;
  }

  // Drawn small. Graphs that nothing has run through know no types: there an operator is one for what it does.
  static bool is_minor(const GraphNode& n) {
    const bool known =
        n.role == Role::kInput || n.role == Role::kPointwise || n.role == Role::kReduction || n.role == Role::kMatrix;
    return n.role == Role::kView || (n.detail.empty() && !known);
  }

  CardText face(uint32_t id) const {
    const Piece& p = piece(id);
    const GraphNode* n = node(id);
    if (!n) {
      std::string title = p.title.empty() ? ops_text(id) : p.title;
      if (p.copies > 1) title += " ×" + std::to_string(p.copies);
      std::string detail = p.type;
      if (!p.title.empty()) detail += (detail.empty() ? "" : " · ") + ops_text(id);
      if (std::string changes = changes_text(id); !changes.empty()) detail += (detail.empty() ? "" : " · ") + changes;
      return {title, detail, false};
    }
    if (p.title.empty()) return {n->label, n->detail, is_minor(*n)};
    return {p.title, n->label + (n->detail.empty() ? "" : "  " + n->detail), false};
  }

  static float pill_width(const Pill& pill) {
    std::string text = pill.label + (pill.type.empty() ? "" : " " + short_shape(pill.type));
    return std::min(kMostPill, text_width(text, Face::kMono, kPillSize) + 2 * kPillSide);
  }
  // Columns of two pills each, right of the node.
  static float pills_width(const GraphNode& n) {
    float width = 0;
    for (size_t i = 0; i < n.pills.size(); i += kPillRows) {
      float column = 0;
      for (size_t k = i; k < std::min(n.pills.size(), i + kPillRows); ++k)
        column = std::max(column, pill_width(n.pills[k]));
      width += kBesideGap + column;
    }
    return width;
  }
  float card_width(uint32_t id) const {
    CardText f = face(id);
    float text = f.small ? text_width(f.title + (f.detail.empty() ? "" : "  " + f.detail), Face::kMono, kDetailSize)
                         : std::max(text_width(f.title, Face::kMono, kTitleSize) * (node(id) ? 1.0f : 1.06f),
                                    text_width(f.detail, Face::kMono, kDetailSize));
    float marks = (piece(id).folded ? 12.0f : 0.0f) + (change_of(id) != Change::kSame ? 10.0f : 0.0f);
    return std::clamp(text + 2 * kNodeSide + marks, kLeastWidth, kMostWidth);
  }
  float foot_of(uint32_t id) const {
    auto at = static_cast<size_t>(piece(id).node);
    return node(id) && at < style_.feet.size() && style_.feet[at] && !face(id).small ? kFoot : 0;
  }
  PieceSize size_of(uint32_t id) const {
    float width = card_width(id), all = width;
    const GraphNode* n = node(id);
    if (n) all += pills_width(*n);
    float height = face(id).small ? kSmallHeight : kNodeHeight;
    if (n && !n->pills.empty()) height = kNodeHeight;
    height += foot_of(id);
    if (piece(id).copies > 1) all += 2 * kStackStep, height += 2 * kStackStep;
    return {all, height, width / 2};
  }

  ElementId add_element(uint32_t id, ElementKind kind, const Rect& bounds) {
    Element e;
    e.kind = kind;
    e.bounds = bounds;
    e.key = piece(id).key;
    e.folds = piece(id).is_group();
    e.title = full_title(id);
    if (const GraphNode* n = node(id)) {
      if (n->label != e.title) e.facts.push_back(n->label);
      if (!n->detail.empty()) e.facts.push_back(n->detail);
      e.facts.insert(e.facts.end(), n->facts.begin(), n->facts.end());
    } else {
      if (!piece(id).type.empty()) e.facts.push_back(piece(id).type);
      e.facts.push_back(ops_text(id));
    }
    return element_of_[id] = scene_.add(std::move(e));
  }
  std::string full_title(uint32_t id) const {
    std::string title;
    for (uint32_t at = id; at != 0; at = piece(at).parent)
      if (!piece(at).title.empty() && piece(at).kind != ScopeKind::kKernel)
        title = piece(at).title + (title.empty() ? "" : "." + title);
    if (piece(id).title.empty() && node(id)) return node(id)->label;
    return title.empty() ? face(id).title : title;
  }

  void box(Rect rect, Style style, float radius, ElementId of) { scene_.marks.push_back(Box{rect, style, radius, of}); }
  void text(Point at, std::string words, float size, Face face, Role role, ElementId of,
            Anchor anchor = Anchor::kStart) {
    scene_.marks.push_back(Label{at, std::move(words), size, face, role, anchor, of});
  }

  // Backgrounds of the unfolded groups, outermost first.
  void draw_groups(uint32_t id) {
    for (uint32_t child : piece(id).children) {
      if (is_card(child)) continue;
      const Rect& r = layout_.boxes[child];
      bool island = piece(child).kind == ScopeKind::kKernel;
      if (island && style_.op_by_op) {
        draw_groups(child);
        continue;
      }
      ElementId of = add_element(child, island ? ElementKind::kIsland : ElementKind::kGroup, r);
      heads_.push_back(child);
      if (island) {
        Role tint = island_role(islands_++);
        box(r, {tint, 0.14f, tint, 1.4f, 0.75f, false}, 14, of);
      } else {
        for (int k = piece(child).copies > 1 ? 2 : 0; k > 0; --k) {
          float by = static_cast<float>(k) * kStackStep;
          box({r.x + by, r.y + by, r.width, r.height}, {Role::kSurface, 1, Role::kBorder, 1, 1, false}, 10, of);
        }
        box(r, {Role::kSurface, 1, Role::kBorder, 1, 1, false}, 10, of);
      }
      draw_groups(child);
    }
  }

  std::string head_title(uint32_t id) const {
    const Piece& p = piece(id);
    std::string title = p.title;
    if (p.copies > 1) title += (title.empty() ? "×" : " ×") + std::to_string(p.copies);
    return title.empty() ? p.type : title;
  }
  // Wide enough for its title and type, if those are not too long.
  float head_width(uint32_t id) const {
    std::string title = head_title(id), type = piece(id).type == title ? "" : piece(id).type;
    float text = text_width(title, Face::kBold, kTitleSize);
    if (!type.empty()) text += 8 + text_width(type, Face::kMono, kDetailSize);
    return std::min(text + 2 * kGroupSide + 13, kMostHead);
  }

  // Titles are written over the edges that come through the head, on a ground of their own.
  void draw_heads() {
    for (uint32_t id : heads_) {
      const Rect& r = layout_.boxes[id];
      ElementId of = element_of_[id];
      const Piece& p = piece(id);
      std::string title = head_title(id);
      float room = r.width - 2 * kGroupSide - 12;
      title = cut_middle(title, Face::kBold, kTitleSize, room);
      float width = text_width(title, Face::kBold, kTitleSize);
      std::string type = p.type == title ? "" : p.type;
      if (room - width - 8 < 40) type.clear();
      type = cut_text(type, Face::kMono, kDetailSize, room - width - 8);
      float all = width + (type.empty() ? 0 : 8 + text_width(type, Face::kMono, kDetailSize));
      float y = r.y + kGroupHead / 2 - 1, x = r.x + kGroupSide + 12;
      box({r.x + 6, y - 9, all + kGroupSide + 10, 18}, {Role::kSurface, 0.92f, Role::kNone, 0, 0, false}, 6, of);
      text({r.x + kGroupSide - 3, y}, "▾", kDetailSize, Face::kMono, Role::kDim, of);
      text({x, y}, title, kTitleSize, Face::kBold, Role::kText, of);
      if (!type.empty()) text({x + width + 8, y + 0.5f}, type, kDetailSize, Face::kMono, Role::kDim, of);
    }
  }

  void draw_cards(uint32_t id) {
    for (uint32_t child : piece(id).children) {
      if (is_card(child)) draw_card(child);
      else draw_cards(child);
    }
  }

  void draw_card(uint32_t id) {
    const Rect& cell = layout_.boxes[id];
    const GraphNode* n = node(id);
    bool stack = piece(id).copies > 1;
    Rect r{cell.x, cell.y, card_width(id), cell.height - (stack ? 2 * kStackStep : 0)};
    CardText f = face(id);
    if (f.small) r.y += (cell.height - kSmallHeight) / 2, r.height = kSmallHeight;
    ElementId of = add_element(id, n ? ElementKind::kNode : ElementKind::kGroup, r);
    for (int k = stack ? 2 : 0; k > 0; --k) {
      float by = static_cast<float>(k) * kStackStep;
      box({r.x + by, r.y + by, r.width, r.height}, {Role::kRaised, 1, Role::kBorder, 1, 1, false}, 7, of);
    }
    Role role = n ? n->role : Role::kModule;
    bool end = role == Role::kInput || role == Role::kOutput;
    Change change = change_of(id);
    if (change != Change::kSame) role = change_role(change);
    else if (!style_.changes.empty() && n) role = Role::kBorder;
    Style style{n ? Role::kSurface : Role::kRaised, 1, role, 1.1f, n ? 0.75f : 0.9f, false};
    if (change != Change::kSame) style.stroke_width = 1.8f, style.stroke_alpha = 1;
    else if (f.small) style = {Role::kSurface, 1, Role::kBorder, 1, 1, false};
    float radius = end ? std::min(r.height, kNodeHeight) / 2 : 7;
    box(r, style, radius, of);
    bool tinted = !f.small || change != Change::kSame;
    if (tinted)
      box(r, {role, change != Change::kSame ? 0.2f : n ? 0.13f : 0.10f, Role::kNone, 0, 0, false}, radius, of);
    if (change != Change::kSame)
      text({r.x + 5, f.small ? r.middle_y() : r.y + 10}, change_sign(change), kDetailSize, Face::kBold, role, of);
    write_card(id, f, {r.x, r.y, r.width, r.height - foot_of(id)}, of);
    if (n) draw_pills(*n, id, {r.right(), cell.y, 0, cell.height}, of);
  }

  void write_card(uint32_t id, const CardText& f, const Rect& r, ElementId of) {
    float room = r.width - 2 * kNodeSide + 8, x = r.middle_x();
    if (f.small) {
      std::string title = cut_text(f.title, Face::kMono, kDetailSize, room);
      float left = room - text_width(title + "  ", Face::kMono, kDetailSize);
      std::string detail = f.detail.empty() || left < 24 ? "" : cut_text(f.detail, Face::kMono, kDetailSize, left);
      float all = text_width(title + (detail.empty() ? "" : "  " + detail), Face::kMono, kDetailSize);
      text({x - all / 2, r.middle_y()}, title, kDetailSize, Face::kMono, Role::kDim, of);
      if (!detail.empty())
        text({x + all / 2, r.middle_y()}, detail, kDetailSize, Face::kMono, Role::kFaint, of, Anchor::kEnd);
      return;
    }
    Face face = node(id) ? Face::kMono : Face::kBold;
    bool two = !f.detail.empty();
    text({x, r.middle_y() - (two ? 7.5f : 0)}, cut_middle(f.title, face, kTitleSize, room), kTitleSize, face,
         Role::kText, of, Anchor::kMiddle);
    if (two)
      text({x, r.middle_y() + 9}, cut_text(f.detail, Face::kMono, kDetailSize, room), kDetailSize, Face::kMono,
           Role::kDim, of, Anchor::kMiddle);
    if (!node(id)) text({r.x + 5, r.middle_y() - 7.5f}, "▸", kDetailSize, Face::kMono, Role::kDim, of);
  }

  void draw_pills(const GraphNode& n, uint32_t id, const Rect& beside, ElementId reader) {
    float x = beside.x;
    for (size_t i = 0; i < n.pills.size(); i += kPillRows) {
      size_t end = std::min(n.pills.size(), i + kPillRows);
      float width = 0, high = static_cast<float>(end - i) * (kPillHeight + kPillGap) - kPillGap;
      for (size_t k = i; k < end; ++k) width = std::max(width, pill_width(n.pills[k]));
      float y = beside.y + (beside.height - high) / 2;
      for (size_t k = i; k < end; ++k, y += kPillHeight + kPillGap) {
        const Pill& pill = n.pills[k];
        Element e;
        e.kind = ElementKind::kPill;
        e.bounds = {x + kBesideGap, y, width, kPillHeight};
        e.key = piece(id).key + ":" + std::to_string(k);
        e.title = pill.name.empty() ? pill.label : pill.name;
        if (!pill.type.empty()) e.facts.push_back(pill.type);
        e.items = pill.items;
        e.neighbours.push_back(reader);
        Rect r = e.bounds;
        ElementId of = scene_.add(std::move(e));
        float middle = y + kPillHeight / 2;
        scene_.marks.push_back(
            Path{{{x, middle}, {r.x, middle}}, {Role::kNone, 0, Role::kWeight, 1, 0.6f, false}, false, of});
        box(r, {Role::kWeight, 0.16f, Role::kWeight, 0.8f, 0.55f, false}, kPillHeight / 2, of);
        std::string label = cut_middle(pill.label, Face::kMono, kPillSize, width - 2 * kPillSide + 2);
        text({r.x + kPillSide, middle}, label, kPillSize, Face::kMono, Role::kText, of);
        float left = width - 2 * kPillSide - text_width(label + " ", Face::kMono, kPillSize) + 1;
        std::string shape = short_shape(pill.type);
        if (!shape.empty() && left > std::min(12.0f, text_width(shape, Face::kMono, kPillSize)))
          text({r.right() - kPillSide, middle}, cut_text(shape, Face::kMono, kPillSize, left), kPillSize, Face::kMono,
               Role::kDim, of, Anchor::kEnd);
      }
      x += kBesideGap + width;
    }
  }

  bool is_road(const GraphEdge& e) const {
    return e.kind == EdgeKind::kRoad || (e.kind == EdgeKind::kGhost && style_.op_by_op);
  }
  // What edges that take a way carry, those too that only pass it.
  struct Load {
    bool road = false, plain = false;
    int64_t bytes = 0;
    uint32_t first = 0xffffffff, last = 0;  // edges
    std::vector<std::string> facts;
  };
  static void add_fact(std::vector<std::string>& facts, const std::string& fact) {
    if (facts.size() < kMostFacts && std::find(facts.begin(), facts.end(), fact) == facts.end()) facts.push_back(fact);
  }
  std::vector<Load> loads_of_ways() const {
    const std::vector<Way>& ways = layout_.ways;
    std::vector<Load> loads(ways.size());
    for (size_t w = ways.size(); w-- > 0;) {  // a way stands before those that continue it
      Load& load = loads[w];
      for (uint32_t i : ways[w].edges) {
        const GraphEdge& e = graph_.edges[i];
        load.road = load.road || is_road(e), load.plain = load.plain || e.kind == EdgeKind::kPlain;
        if (is_road(e)) load.bytes = std::max(load.bytes, e.bytes);
        load.first = std::min(load.first, i), load.last = std::max(load.last, i);
        for (const std::string& fact : e.facts) add_fact(load.facts, fact);
      }
      if (ways[w].before < 0) continue;
      Load& into = loads[static_cast<size_t>(ways[w].before)];
      into.road = into.road || load.road, into.plain = into.plain || load.plain;
      into.bytes = std::max(into.bytes, load.bytes);
      into.first = std::min(into.first, load.first), into.last = std::max(into.last, load.last);
      for (const std::string& fact : load.facts) add_fact(into.facts, fact);
    }
    return loads;
  }
  static bool goes_right(const Way& way) {
    for (size_t i = 1; i < way.points.size(); ++i)
      if (std::abs(way.points[i].x - way.points[0].x) > 1) return way.points[i].x > way.points[0].x;
    return false;
  }
  static Style way_style(const Load& load, int64_t most) {
    if (load.road) {
      double part = most > 0 ? std::sqrt(static_cast<double>(load.bytes) / static_cast<double>(most)) : 0;
      float wide = kThinRoad + (kWideRoad - kThinRoad) * static_cast<float>(part);
      return {Role::kNone, 0, Role::kRoad, wide, 0.7f, false};
    }
    if (load.plain) return {Role::kNone, 0, Role::kEdge, 1.4f, 1, false};
    return {Role::kNone, 0, Role::kGhost, 1.3f, 0.9f, true};
  }

  void draw_ways() {
    int64_t most = 0;
    for (const GraphEdge& e : graph_.edges)
      if (is_road(e)) most = std::max(most, e.bytes);
    std::map<uint32_t, Label> labels;  // by the piece that roads come from: at the uppermost, where they leave it
    std::set<uint32_t> turning;        // pieces that a road leaves towards the right
    const std::vector<Load> loads = loads_of_ways();
    for (size_t w = 0; w < layout_.ways.size(); ++w) {
      const Way& way = layout_.ways[w];
      const Load& load = loads[w];
      Style style = way_style(load, most);
      Element e;
      e.kind = ElementKind::kRoad;
      e.title = full_title(way.from);
      if (load.first < graph_.edges.size()) {  // else the graph is damaged: nothing ends down there
        const GraphNode& from = graph_.nodes[graph_.edges[load.first].from];
        e.key = from.key + ">" + graph_.nodes[graph_.edges[load.last].to].key;
        e.items = from.items;
      }
      if (load.bytes > 0) e.facts.push_back(bytes_text(load.bytes));
      e.facts.insert(e.facts.end(), load.facts.begin(), load.facts.end());
      if (way.before >= 0) e.after = way_elements_[static_cast<size_t>(way.before)];
      Path path{way.points, style, way.arrives, kNoElement};
      e.bounds = bounds_of(path);
      path.of = scene_.add(std::move(e));
      way_elements_.push_back(path.of);
      Point at{way.points.front().x, way.points.front().y + 9};
      if (auto known = labels.find(way.from); load.bytes > 0 && (known == labels.end() || at.y < known->second.at.y))
        labels[way.from] = {at, bytes_text(load.bytes), kPillSize, Face::kSans, Role::kRoad, Anchor::kStart, path.of};
      if (way.before < 0 && goes_right(way)) turning.insert(way.from);
      scene_.marks.push_back(std::move(path));
    }
    for (auto& [piece, label] : labels) {
      // Beside the road, where none of them goes.
      const bool left = turning.contains(piece);
      label.at.x += left ? -kRoadLabel : kRoadLabel;
      if (left) label.anchor = Anchor::kEnd;
      scene_.marks.push_back(std::move(label));
    }
  }

  void draw_cut() {
    auto above = [&](const Piece& p) {
      return p.parent == 0 && (p.title == style_.cut_above || p.title.starts_with(style_.cut_above + "."));
    };
    auto found = std::find_if(tree_.pieces.begin(), tree_.pieces.end(), above);
    if (style_.cut.empty() || found == tree_.pieces.end()) return;
    float y = layout_.boxes[static_cast<size_t>(found - tree_.pieces.begin())].y - kCutAbove;
    // What it says stands beside the picture, where it covers nothing.
    const float begin = scene_.width, width = text_width(style_.cut, Face::kBold, kDetailSize);
    scene_.marks.push_back(
        Path{{{0, y}, {begin, y}}, {Role::kNone, 0, Role::kPin, 1.6f, 0.9f, true}, false, kNoElement});
    box({begin, y - 9, width + 12, 18}, {Role::kBackground, 0.92f, Role::kPin, 1, 0.9f, false}, 9, kNoElement);
    text({begin + 6, y}, style_.cut, kDetailSize, Face::kBold, Role::kText, kNoElement);
    scene_.width += width + 12 + kMargin;
  }

  // Who is beside whom, and the items of every copy.
  void connect() {
    for (uint32_t i = 0; i < graph_.nodes.size(); ++i) {
      uint32_t shown = tree_.shown(i);
      if (element_of_[shown] == kNoElement) continue;
      std::vector<ItemId>& items = scene_.elements[element_of_[shown]].items;
      items.insert(items.end(), graph_.nodes[i].items.begin(), graph_.nodes[i].items.end());
    }
    for (size_t w = 0; w < layout_.ways.size(); ++w) {
      const Way& way = layout_.ways[w];
      const ElementId road = way_elements_[w], from = element_of_[way.from];
      auto join = [&](ElementId end) {
        scene_.elements[road].neighbours.push_back(end);
        scene_.elements[end].neighbours.push_back(road);
      };
      if (way.before < 0 && from != kNoElement) join(from);
      if (!way.arrives) continue;
      if (ElementId to = element_of_[tree_.shown(graph_.edges[way.edges[0]].to)]; to != kNoElement) join(to);
    }
  }

  const Graph& graph_;
  const Tree& tree_;
  const GraphStyle& style_;
  std::vector<size_t> ops_;  // per piece
  NestedLayout layout_;
  std::vector<ElementId> element_of_;    // per piece
  std::vector<ElementId> way_elements_;  // per way
  std::vector<uint32_t> heads_;          // unfolded groups
  uint32_t islands_ = 0;
  Scene scene_;
};

}  // namespace

Role change_role(Change change) {
  switch (change) {
    case Change::kSame: return Role::kBorder;
    case Change::kAdded: return Role::kAdded;
    case Change::kRemoved: return Role::kRemoved;
    case Change::kRewritten: return Role::kAccent;
    case Change::kMoved: return Role::kMoved;
  }
  return Role::kNone;
}

const char* change_sign(Change change) {
  switch (change) {
    case Change::kSame: return "";
    case Change::kAdded: return "+";
    case Change::kRemoved: return "−";
    case Change::kRewritten: return "~";
    case Change::kMoved: return "↕";
  }
  return "";
}

Scene graph_scene(const Graph& graph, const Tree& tree, const GraphStyle& style) {
  return Drawing(graph, tree, style).take();
}

}  // namespace vt::scene
