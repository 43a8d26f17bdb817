#include "native/picture.h"

#include <algorithm>
#include <map>
#include <set>

#include "native/commands.h"
#include "playground/scene/fold.h"
#include "playground/scene/from_events.h"
#include "playground/scene/graph_scene.h"
#include "playground/scene/svg.h"
#include "playground/scene/text_size.h"

namespace vt {
namespace {

const std::set<std::string> kPictures = {"graph", "joint", "passes", "fusion"};
const std::set<std::string> kWays = {"dark", "open", "ops", "backward"};

struct Wish {
  std::string picture, file;
  std::set<std::string> ways;
};

Wish parse(const std::string& text) {
  size_t colon = std::min(text.find(':'), text.size());
  Wish wish;
  if (colon < text.size()) wish.file = text.substr(colon + 1);
  for (size_t begin = 0; begin <= colon;) {
    size_t end = std::min(text.find(',', begin), colon);
    std::string word = text.substr(begin, end - begin);
    if (begin == 0) wish.picture = word;
    else wish.ways.insert(word);
    begin = end + 1;
  }
  return wish;
}

std::vector<size_t> of_first_compile(const std::vector<Event>& events) {
  auto first = std::find_if(events.begin(), events.end(), [](const Event& e) { return e.stage == Stage::kFx; });
  std::vector<size_t> chosen;
  for (size_t i = 0; i < events.size(); ++i)
    if (first != events.end() && events[i].compile_id == first->compile_id) chosen.push_back(i);
  return chosen;
}

}  // namespace

std::string check_picture(const std::string& text) {
  Wish wish = parse(text);
  if (!kPictures.contains(wish.picture))
    return "there is no picture '" + wish.picture + "': graph, joint, passes, fusion";
  if (wish.file.empty()) return "--picture needs a file: --picture=" + wish.picture + ":out.svg";
  for (const std::string& way : wish.ways)
    if (!kWays.contains(way)) return "a picture cannot be '" + way + "': dark, open, ops, backward";
  return {};
}

Picture draw_picture(const Session& session, const std::string& text) {
  Wish wish = parse(text);
  Picture picture;
  picture.file = wish.file;
  const std::vector<Event>& events = session.events();
  std::map<size_t, Artifact> bodies;
  scene::EventChoice choice = scene::choose_events(events, of_first_compile(events), wish.picture,
                                                   wish.ways.contains("backward") ? "backward" : "");
  scene::CompileArtifacts artifacts = scene::artifacts_of(
      choice, [&](size_t event) { return &bodies.try_emplace(event, session.pull(events[event].id)).first->second; });
  if (!artifacts.shown) {
    picture.problem = "the run left no " + wish.picture + " to draw";
    return picture;
  }
  artifacts.item = [&](ItemId id) {
    auto index = static_cast<uint32_t>(id);
    return index >= 1 && index <= session.provenance().size() ? &session.provenance().at(id) : nullptr;
  };
  scene::Picture made = scene::picture_of(artifacts);
  const scene::Graph& graph = made.graph;
  scene::FoldOptions options;
  if (wish.ways.contains("open")) options.most_shown = graph.nodes.size();
  scene::Tree tree = scene::fold(graph, {}, options);
  scene::GraphStyle style;
  style.op_by_op = wish.ways.contains("ops");
  style.cut_above = made.cut_above;
  if (made.totals.saved_bytes > 0) style.cut = "saved for backward: " + scene::bytes_text(made.totals.saved_bytes);
  scene::SvgOptions svg;
  svg.dark = wish.ways.contains("dark");
  svg.title = wish.picture;
  picture.svg = scene::write_svg(scene::graph_scene(graph, tree, style), svg);
  return picture;
}

}  // namespace vt
