#include "playground/core/twin.h"

#include <algorithm>

#include "imgui.h"
#include "imgui_internal.h"
#include "playground/core/app.h"
#include "playground/core/json.h"

namespace vt::ui {
namespace {

using scene::Element;
using scene::ElementId;
using scene::ElementKind;

const char* kind_name(ElementKind kind) {
  switch (kind) {
    case ElementKind::kNode: return "node";
    case ElementKind::kGroup: return "group";
    case ElementKind::kIsland: return "island";
    case ElementKind::kRoad: return "road";
    case ElementKind::kPill: return "pill";
    case ElementKind::kOther: return "other";
  }
  return "";
}

bool holds(const Element& outer, const Element& inner) {
  if (outer.kind != ElementKind::kGroup && outer.kind != ElementKind::kIsland) return false;
  const scene::Rect &a = outer.bounds, &b = inner.bounds;
  const bool inside = b.x >= a.x - 1 && b.y >= a.y - 1 && b.right() <= a.right() + 1 && b.bottom() <= a.bottom() + 1;
  return inside && (a.width * a.height > b.width * b.height || &outer < &inner);
}

float area(const Element& e) { return e.bounds.width * e.bounds.height; }

// For each element the smallest group or island around it; kNoElement if there is none.
std::vector<ElementId> parents_of(const std::vector<Element>& elements) {
  std::vector<ElementId> holders, parents(elements.size(), scene::kNoElement);
  for (ElementId i = 0; i < elements.size(); ++i)
    if (elements[i].kind == ElementKind::kGroup || elements[i].kind == ElementKind::kIsland) holders.push_back(i);
  std::sort(holders.begin(), holders.end(),
            [&](ElementId a, ElementId b) { return area(elements[a]) < area(elements[b]); });
  for (ElementId i = 0; i < elements.size(); ++i) {
    auto holder = std::find_if(holders.begin(), holders.end(),
                               [&](ElementId h) { return h != i && holds(elements[h], elements[i]); });
    if (holder != holders.end()) parents[i] = *holder;
  }
  return parents;
}

std::string block(std::string body) { return "{\"kind\":" + std::move(body) + "}"; }
std::string joined(const std::vector<std::string>& values) {
  return array(values, [](const std::string& value) { return value; });
}
std::string texts(const std::vector<std::string>& all) {
  return array(all, [](const std::string& t) { return quoted(t); });
}

}  // namespace

ItemId Twin::first_item(const std::vector<ItemId>& items) const {
  for (ItemId item : items)
    if (run_.item(item)) return item;
  return kNoItem;
}

int Twin::line_of(ItemId item) const {
  const Item* found = run_.item(item);
  return found && found->span.valid() ? static_cast<int>(found->span.line) : 0;
}

// Ends a block with the text that Dear ImGui logged since the last one.
void Twin::flush() {
  if (!rows_.empty()) {
    blocks_.push_back(block("\"lines\",\"rows\":" + array(rows_, [](const Row& row) {
                              return Object()
                                  .text("text", row.text)
                                  .number("item", static_cast<double>(static_cast<uint32_t>(row.item)))
                                  .number("line", row.line)
                                  .done();
                            })));
    rows_.clear();
  }
  ImGuiTextBuffer& log = GImGui->LogBuffer;
  std::string drawn = log.empty() ? "" : std::string(log.begin(), log.end());
  log.clear();
  if (drawn.find_first_not_of(" \t\r\n") != std::string::npos)
    blocks_.push_back(block("\"text\",\"text\":" + quoted(drawn)));
}

void Twin::panel(std::string_view id, std::string_view title) {
  flush();
  if (!head_.empty()) panels_.push_back(head_ + ",\"blocks\":" + joined(blocks_) + "}");
  blocks_.clear();
  head_ = id.empty() ? "" : "{\"id\":" + quoted(std::string(id)) + ",\"title\":" + quoted(std::string(title));
}

void Twin::lines() { flush(); }

void Twin::line(const TaggedLine& line) {
  const ItemId item = first_item(line.items);
  rows_.push_back({line.text, item, line_of(item)});
}

void Twin::text(std::string text) {
  flush();
  blocks_.push_back(block("\"text\",\"text\":" + quoted(text)));
}

void Twin::scene(const scene::Scene& scene) {
  flush();
  const std::vector<Element>& elements = scene.elements;
  const std::vector<ElementId> parents = parents_of(elements);
  std::vector<Node> nodes;
  for (const Element& e : elements) nodes.push_back({&e, {}, {}, {}});
  std::vector<size_t> roots;
  std::vector<ElementId> sources(elements.size(), scene::kNoElement);  // per road: the node it starts from
  for (ElementId i = 0; i < elements.size(); ++i) {
    const Element& e = elements[i];
    if (e.kind != ElementKind::kRoad) {
      (parents[i] == scene::kNoElement ? roots : nodes[parents[i]].children).push_back(i);
      continue;
    }
    // A road comes after the one that it continues, so its source is known already.
    sources[i] = e.after != scene::kNoElement ? sources[e.after] : e.neighbours.empty() ? i : e.neighbours.front();
    const bool ends = e.neighbours.size() == (e.after == scene::kNoElement ? 2 : 1);
    if (!ends || sources[i] == i) continue;
    nodes[sources[i]].users.push_back(elements[e.neighbours.back()].title);
    nodes[e.neighbours.back()].inputs.push_back(elements[sources[i]].title);
  }
  auto as_read = [&](size_t a, size_t b) {
    const scene::Rect &p = elements[a].bounds, &q = elements[b].bounds;
    return p.y != q.y ? p.y < q.y : p.x < q.x;
  };
  std::sort(roots.begin(), roots.end(), as_read);
  for (Node& node : nodes) std::sort(node.children.begin(), node.children.end(), as_read);
  blocks_.push_back(block("\"scene\",\"nodes\":" + array(roots, [&](size_t root) { return node_json(nodes, root); })));
}

std::string Twin::node_json(const std::vector<Node>& nodes, size_t at) const {
  const Node& node = nodes[at];
  const ItemId item = first_item(node.element->items);
  return Object()
      .text("title", node.element->title)
      .text("kind", kind_name(node.element->kind))
      .raw("facts", texts(node.element->facts))
      .raw("inputs", texts(node.inputs))
      .raw("users", texts(node.users))
      .number("item", static_cast<double>(static_cast<uint32_t>(item)))
      .number("line", line_of(item))
      .raw("children", array(node.children, [&](size_t child) { return node_json(nodes, child); }))
      .done();
}

std::string Twin::json() const { return joined(panels_); }

std::string twin_json(Panels& ui, const std::function<void()>& draw) {
  Twin twin(ui.model.shown());
  ui.twin = &twin;
  draw();
  ui.twin = nullptr;
  return twin.json();
}

}  // namespace vt::ui
