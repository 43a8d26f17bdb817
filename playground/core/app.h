// All panels in one region: tabs, the compile chosen, the console below. The page's canvas
// and the native window draw exactly this.
#pragma once
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "imgui.h"
#include "playground/core/model.h"
#include "playground/core/selection.h"
#include "playground/core/text_tools.h"
#include "playground/core/twin.h"
#include "playground/scene/from_events.h"
#include "playground/scene/pass_list.h"
#include "playground/scene/pointing_scene.h"
#include "support/source_edit.h"
#include "tables/words.h"

namespace vt::ui {

struct LogsView {
  uint32_t channels = 0;  // bits in the order of log_channel_names(); none: all
  char search[128] = "";
  int shown = 0;  // lines, for tests
};

struct FusionView {
  uint32_t kinds = 0;  // 1: fused, 2: refused; none: all
  char search[96] = "";
  int shown = 0;  // lines, for tests
};

struct TimelineView {
  double first = 0, last = 0;  // microseconds in view; equal: all
  uint32_t run = 0;            // that the view was chosen for
  int bars = 0;                // in view in the last frame, also those that share a pixel, for tests
};

// How a scene is looked at: what was dragged, zoomed and searched.
struct SceneLook {
  float zoom = 1, pan_x = 0, pan_y = 0;
  bool searching = false;
  std::string search;
  size_t search_at = 0;   // which of the places found
  uint32_t revealed = 0;  // the selection that was brought into view last
  std::string keep;       // the element that a fold leaves where it is, by key
  ImVec2 keep_at{0, 0};
  bool wants_file = false;  // Save was pressed
  bool as_page = false;     // read from the top like a page: as wide as there is room, without map and buttons
  std::string clicked;      // the element that was clicked in this frame, by key
  size_t marks = 0;         // drawn in the last frame, for tests
  // Two pictures beside each other: what this one tells the other, and what it is told.
  std::string hovered, lit;                       // by key
  bool moved = false;                             // dragged or zoomed in the last frame
  float scale = 0;                                // of the last frame
  float wanted_scale = 0;                         // 0: none
  std::string reveal;                             // by key: what is brought into the middle once
  std::vector<ItemId> centre;                     // the same by item, once the picture has it
  int centre_waits = 0;                           // frames in which it had not
  ImVec2 centred{-1, -1};                         // where in the view that was put, as parts of it, for tests
  ImVec2 corner{0, 0}, size{0, 0}, origin{0, 0};  // of the view, and of the scene in it, in the last frame
};

// One of two graphs beside each other: of which program, compile and pass.
struct GraphSide {
  bool kept = false;    // of the run that was kept as A
  std::string compile;  // empty: the one chosen above the panels
  std::string entry;    // id of a scene::PassEntry; empty: as the panel finds best
};

struct PassesView {
  GraphSide sides[2];  // left and right
  int way = 0;         // as a picture, as text
  SceneLook looks[2];
  std::map<std::string, bool> folds;
  // Drawn in the last frame, for tests.
  std::vector<scene::PassEntry> list;
  std::string shown[2];  // entries
  size_t removed = 0, added = 0, rewritten = 0, moved = 0;
};

// What measuring shows: one's own functions, or the benchmark's rows.
struct MeasureView {
  int rows = 0;          // 0: functions of the program
  bool drawn = false;    // in this frame: what nobody looks at is not measured on
  size_t function = 0;   // of those measured
  std::string headline;  // shown in the last frame, for tests
  int points = 0;        // of the curve, shown in the last frame, for tests
};

// The values of a graph's nodes.
struct ValuesView {
  int node = -1;   // whose whole tensor is open; -1: the list
  std::string of;  // run and compile that it was chosen for
  TensorWindow window;
  int side = 0;           // eager, compiled, difference
  int shown = 0;          // rows or cells in the last frame, for tests
  std::string first_bad;  // as it is named in the last frame, for tests
};

struct DrawnScene;

// The calls of compiled functions, and what one of them met.
struct StripView {
  int as_text = 0;
  std::string chosen;      // a cell or a cut, by key; empty: what is worth looking at first
  std::string of_compile;  // set: the call that compiled this is shown instead
  std::map<std::string, bool> folds;
  SceneLook strip_look, cards_look;
  const DrawnScene *strip = nullptr, *cards = nullptr;  // of the last frame, for tests
};

// The film of a compile, while it is open.
struct FilmView {
  bool on = false, playing = false;
  bool still = false;  // motion is not wanted: frames change only when somebody steps
  int frame = 0, frames = 0;
  double began = 0;                   // the frame, by ImGui's clock
  std::string wanted;                 // stage that a link named
  std::string stage, title, caption;  // of the frame shown
  bool set = false;                   // the views are set to the frame
  int flags = 0;                      // of the keyboard before: meanwhile it steps the film
  std::string set_for, made_for;
  std::array<int, 7> before{};  // the panels' choices before the film changed them
  SceneLook look_before;        // and where its graph stood
  bool op_by_op = false;
  GraphSide sides[2];  // as they were before
};

struct TensorsView {
  uint32_t frame = 0;
  std::string name;  // of the variable chosen; empty: whatever the step changed
  int cells = 0;     // drawn in the last frame, for tests
};

// The word that the pointer rests on.
struct WordHover {
  std::string term;
  float x = 0, y = 0;
  double since = 0;
  bool shown = false, seen = false;  // seen: in this frame
};

// A lesson's question that is answered in a picture, and what became of the guess (pointing_view.h).
struct Pointing {
  std::string kind;              // "nodes", "guard", "buffer": it is open, and its picture is all there is to see
  std::string asked;             // the node that it is about
  std::string heading;           // what to do
  std::string elsewhere;         // what a place of its own is called
  std::set<std::string> picked;  // answers chosen so far
  std::string clicked;           // an answer, until the face has taken it
  SceneLook look;
  std::map<std::string, bool> folds;
  const DrawnScene* drawn = nullptr;  // of the last frame, for tests
  std::string judged;                 // the kind of one that was answered
  std::set<std::string> guess, right;
  std::string guess_word, answer_word;
  int view_before = 0;  // of the graph, before the answer was shown
  int marks = 0;        // of guess and answer, in the last frame, for tests
};

// What a column shows of the run, where the right one chooses apart from the left.
struct ColumnChoice {
  std::string compile_id;
  int half = 0, graph_position = -1, graph_view = 0;
  bool op_by_op = false;
  std::map<std::string, bool> folds;
  SceneLook graph_look;
};

// What panels share: the run shown, the selection, and each panel's small choices.
struct Panels {
  explicit Panels(EngineClient& client) : model(client) {}
  Model model;
  Selection selection;
  std::string panel = "graph";        // ids of tables/panels.def
  std::string second = "code";        // the right column, when there is room for one
  std::string compile_id;             // empty: the first
  int graph_position = -1;            // -1: as captured
  int graph_view = 0;                 // diagram, text, difference, fusion
  bool op_by_op = false;              // the fusion picture as if each operation were a kernel
  std::map<std::string, bool> folds;  // groups of the graph that were folded or unfolded, by key
  SceneLook graph_look;
  StripView calls;
  FilmView film;
  Pointing pointing;
  bool apart = false;  // the right column has choices of its own
  ColumnChoice aside;  // of the column that is not drawn now: the right one's between frames
  int column = 0;      // that is drawn now: 0 left, 1 right
  PassesView passes;
  std::set<std::string> skipped_passes;  // switched off: runs compile without them
  int half = 0;                          // inference, or forward and backward
  int language = 0;                      // of the code panel: what runs, then the others
  int bytecode_view = 0, function = 0, rewritten_function = 0;
  std::string bytecode_of;       // the run and compile that the function was last chosen for
  uint32_t bytecode_reveal = 0;  // the selection that the function was last chosen for
  uint32_t compile_reveal = 0;   // and the compile
  bool record = false;           // runs are recorded for the step debugger
  bool record_capture = false;   // and what dynamo traces
  bool values = false;           // the next run keeps what the nodes of its graphs were
  Twin* twin = nullptr;          // hears what this frame says
  bool alone = false;            // one panel, without tabs and console: a figure in another page
  bool engine_ready = true;      // the page says when it is; natively it always is
  int threads = 0;               // of kernels in the browser, as the page says
  std::string one_thread;        // why they are one: "isolated", "memory", "cores"
  // What a panel asks of the face.
  bool wants_run = false, wants_stop = false;
  std::vector<SourceEdit> wanted_edits;  // of the program, then a run
  bool wants_picture = false;            // the next picture that is drawn is wanted as a file
  std::string wanted_picture;            // SVG text, to be saved as a file
  std::string wanted_lesson;             // its id, or a concept that it teaches
  std::string told_lesson;               // the same, of the tooltip that the last frame showed
  std::shared_ptr<const Recording> playback_of, capture_of;
  std::unique_ptr<Playback> playback, capture;
  int capture_attempt = 0;
  std::map<std::string, TextSearch> searches;  // by the id of the text view
  LogsView logs;
  FusionView fusion;
  TimelineView times;
  MeasureView measure;
  ValuesView values_view;
  int tensors_view = 0;  // of the program's steps, or of the graph
  TensorsView tensors;
  WordHover word;
  std::map<std::string, std::string> lessons;  // titles, by the lesson's id and by what it teaches (tables/words.def)
  float console_share = 0.27f;
  int wants_frames = 0;           // frames still needed after this one
  float console_below = 0;        // of the console's text, out of view, for tests
  std::vector<std::string> said;  // banners and reasons of empty panels in the last frame, for tests
  uint32_t graph_run = 0;         // whose graph the last frame drew, for tests; 0: none
  int kin_rows = 0;               // highlighted rows drawn in the last frame, for tests
  bool compiles_shown = false;    // the row to choose a compile by was drawn

  // Runs a program with what has been asked for: recordings, times.
  uint32_t run(std::string name, std::string source);
  // Lets the right column choose for itself, from what both show now, or joins them again.
  void set_apart(bool on);
  // Between the left column and the right one, while they choose apart.
  void swap_columns();
  // The compile to show: the one chosen if this run has it, else its first.
  std::string compile() const;
};

// Draws one frame by `draw` and returns what it says as JSON (twin.h).
std::string twin_json(Panels& ui, const std::function<void()>& draw);

// "f [0/1]": the function by name, as the list of calls has it.
std::string compile_label(const RunData& run, const std::string& id);
// The names that pictures write, in the language now chosen.
scene::PictureWords picture_words();

// Draws everything into `size` at the current window position. True if the selection moved.
bool draw_panels(Panels& ui, ImVec2 size);

}  // namespace vt::ui
