// All panels in one region: tabs, the choice of a compile, the console at the bottom. The page's canvas and the native
// window both draw this.
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
  uint32_t channels = 0;  // bit mask in the order of log_channel_names(); 0: all
  char search[128] = "";
  int shown = 0;  // number of lines, for tests
};

struct FusionView {
  uint32_t kinds = 0;  // 1: fused, 2: refused; 0: all
  char search[96] = "";
  int shown = 0;  // number of lines, for tests
};

struct TimelineView {
  double first = 0, last = 0;  // visible range in microseconds; equal: everything
  uint32_t run = 0;            // the run for which the range was chosen
  int bars = 0;                // visible in the last frame, including bars that share a pixel; for tests
};

// View state of a scene: zoom, pan and search.
struct SceneLook {
  float zoom = 1, pan_x = 0, pan_y = 0;
  bool searching = false;
  std::string search;
  size_t search_at = 0;   // index of the current search match
  uint32_t revealed = 0;  // Selection::reveal() at the last scroll to the selection
  std::string keep;       // key of an element whose position a fold must not change
  ImVec2 keep_at{0, 0};
  bool wants_file = false;  // Save was pressed
  bool as_page = false;     // like a page: full width, starts at the top, no map and buttons
  std::string clicked;      // key of the element clicked in this frame
  size_t marks = 0;         // drawn in the last frame, for tests
  // Two scenes side by side: data exchanged between them.
  std::string hovered, lit;                       // keys of elements: pointed at here, pointed at in the other scene
  bool moved = false;                             // dragged or zoomed in the last frame
  float scale = 0;                                // of the last frame
  float wanted_scale = 0;                         // scale to take over from the other scene; 0: none
  std::string reveal;                             // key of an element to centre once
  std::vector<ItemId> centre;                     // items to centre once the scene contains them
  int centre_waits = 0;                           // frames waited for this
  ImVec2 centred{-1, -1};                         // where they were centred, as fractions of the view; for tests
  ImVec2 corner{0, 0}, size{0, 0}, origin{0, 0};  // of the view, and the scene's origin in it, in the last frame
};

// One side of the comparison of two graphs: program, compile and pass.
struct GraphSide {
  bool kept = false;    // the side shows the run kept as A
  std::string compile;  // empty: the compile chosen above the panels
  std::string entry;    // id of a scene::PassEntry; empty: chosen by the panel
};

struct PassesView {
  GraphSide sides[2];  // left and right
  int way = 0;         // 0: diagrams, 1: text
  SceneLook looks[2];
  std::map<std::string, bool> folds;
  // Drawn in the last frame, for tests.
  std::vector<scene::PassEntry> list;
  std::string shown[2];  // ids of the shown entries
  size_t removed = 0, added = 0, rewritten = 0, moved = 0;
};

// The measuring panel: functions of the program, or rows of the benchmark.
struct MeasureView {
  int rows = 0;          // 0: functions of the program
  bool drawn = false;    // in this frame; measuring stops when the panel is not drawn
  size_t function = 0;   // index of the measured function
  std::string headline;  // in the last frame, for tests
  int points = 0;        // points of the curve in the last frame, for tests
};

// The view of the values of a graph's nodes.
struct ValuesView {
  int node = -1;   // the node whose whole tensor is open; -1: the list of nodes
  std::string of;  // run and compile for which it was chosen
  TensorWindow window;
  int side = 0;           // 0: eager, 1: compiled, 2: difference
  int shown = 0;          // rows or cells drawn in the last frame, for tests
  std::string first_bad;  // name of the first bad node in the last frame, for tests
};

struct DrawnScene;

// The view of the calls of compiled functions, with the cache look-up of the chosen call.
struct StripView {
  int as_text = 0;
  std::string chosen;      // key of a cell or a cut; empty: chosen by first_choice()
  std::string of_compile;  // if set: selects the call that compiled this entry
  std::map<std::string, bool> folds;
  SceneLook strip_look, cards_look;
  const DrawnScene *strip = nullptr, *cards = nullptr;  // of the last frame, for tests
};

// State of the film of a compile.
struct FilmView {
  bool on = false, playing = false;
  bool still = false;  // no motion: frames change only by stepping
  int frame = 0, frames = 0;
  double began = 0;                   // start time of the frame by ImGui's clock
  std::string wanted;                 // stage named in a link
  std::string stage, title, caption;  // of the current frame
  bool set = false;                   // the panels have been set for the frame
  int flags = 0;                      // previous ImGui keyboard flags; while it is open, keys step the film
  std::string set_for, made_for;
  std::array<int, 7> before{};  // the panels' choices before the film changed them
  SceneLook look_before;        // and the position of the graph's view
  bool op_by_op = false;
  GraphSide sides[2];  // before the film changed them
};

struct TensorsView {
  uint32_t frame = 0;
  std::string name;  // of the chosen variable; empty: a variable that the step changed
  int cells = 0;     // drawn in the last frame, for tests
};

// The word under the resting pointer.
struct WordHover {
  std::string term;
  float x = 0, y = 0;
  double since = 0;
  bool shown = false, seen = false;  // seen: drawn in this frame
};

// A lesson's question that is answered by pointing in a diagram, and its result (pointing_view.h).
struct Pointing {
  std::string kind;              // "nodes", "guard", "buffer": the question is open, and only its diagram is shown
  std::string asked;             // the node that the question is about
  std::string heading;           // the instruction to the learner
  std::string elsewhere;         // label of the answer "a new place"
  std::set<std::string> picked;  // answers chosen so far
  std::string clicked;           // an answer not yet taken by the page
  SceneLook look;
  std::map<std::string, bool> folds;
  const DrawnScene* drawn = nullptr;  // of the last frame, for tests
  std::string judged;                 // kind of the question that was answered
  std::set<std::string> guess, right;
  std::string guess_word, answer_word;
  int view_before = 0;  // graph view before the answer was shown
  int marks = 0;        // marks of guess and answer drawn in the last frame, for tests
};

// A column's choice of what to show, if the columns choose separately.
struct ColumnChoice {
  std::string compile_id;
  int half = 0, graph_position = -1, graph_view = 0;
  bool op_by_op = false;
  std::map<std::string, bool> folds;
  SceneLook graph_look;
};

// State that panels share: the run shown, the selection, and each panel's choices.
struct Panels {
  explicit Panels(EngineClient& client) : model(client) {}
  Model model;
  Selection selection;
  std::string panel = "graph";        // ids of tables/panels.def
  std::string second = "code";        // panel in the right column, if there is room for two
  std::string compile_id;             // empty: the first compile
  int graph_position = -1;            // position of the pass slider; -1: as captured
  int graph_view = 0;                 // diagram, text, difference, fusion
  bool op_by_op = false;              // draw the fusion diagram as if each op were a kernel
  std::map<std::string, bool> folds;  // groups of the graph that were folded (true) or unfolded, by key
  SceneLook graph_look;
  StripView calls;
  FilmView film;
  Pointing pointing;
  bool apart = false;  // the right column has its own choices
  ColumnChoice aside;  // choices of the column not being drawn: between frames, the right one's
  int column = 0;      // column being drawn: 0 left, 1 right
  PassesView passes;
  std::set<std::string> skipped_passes;  // passes that runs are compiled without
  int half = 0;                          // 0: inference or forward, 1: backward
  int language = 0;                      // code panel: 0 is the executed code, then the other generators
  int bytecode_view = 0, function = 0, rewritten_function = 0;
  std::string bytecode_of;       // run and compile for which `function` was chosen
  uint32_t bytecode_reveal = 0;  // Selection::reveal() when `function` was chosen
  uint32_t compile_reveal = 0;   // the same for the compile
  bool record = false;           // runs are recorded for the step debugger
  bool record_capture = false;   // the tracing by dynamo is recorded too
  bool values = false;           // the next run keeps the values of its graphs' nodes
  Twin* twin = nullptr;          // records the text of this frame
  bool alone = false;            // a single panel without tabs and console: a figure in another page
  bool engine_ready = true;      // set by the page; natively always true
  int threads = 0;               // for kernels in the browser; set by the page
  std::string one_thread;        // reason for a single thread: "isolated", "memory", "cores"
  std::string device;            // default device of tensors for runs; empty: the CPU
  // Requests of the panels to the page or window around them.
  bool wants_run = false, wants_stop = false;
  std::vector<SourceEdit> wanted_edits;  // edits of the program, after which it is run
  bool wants_picture = false;            // the next diagram that is drawn is written to wanted_picture
  std::string wanted_picture;            // SVG text, to be saved as a file
  std::string wanted_lesson;             // a lesson's id, or a concept that it teaches
  std::string told_lesson;               // the same, of the tooltip shown in the last frame
  std::shared_ptr<const Recording> playback_of, capture_of;
  std::unique_ptr<Playback> playback, capture;
  int capture_attempt = 0;
  std::map<std::string, TextSearch> searches;  // by the id of the text view
  LogsView logs;
  FusionView fusion;
  TimelineView times;
  MeasureView measure;
  ValuesView values_view;
  int tensors_view = 0;  // 0: tensors of the program's steps, 1: values of the graph
  TensorsView tensors;
  WordHover word;
  std::map<std::string, std::string> lessons;  // titles, by lesson id and by taught concept (tables/words.def)
  float console_share = 0.27f;
  int wants_frames = 0;           // number of frames still needed after this one
  float console_below = 0;        // height of console text below the view, for tests
  std::vector<std::string> said;  // banners and empty-panel texts of the last frame, for tests
  uint32_t graph_run = 0;         // the run whose graph the last frame drew, for tests; 0: none
  int kin_rows = 0;               // highlighted rows drawn in the last frame, for tests
  bool compiles_shown = false;    // the row of compiles was drawn

  // Runs a program with the options chosen in the panels: recordings, skipped passes, device.
  uint32_t run(std::string name, std::string source);
  // Gives the right column its own choices, initially those now shown, or joins the columns again.
  void set_apart(bool on);
  // Switches between the left and the right column's choices while the columns choose separately.
  void swap_columns();
  // The compile to show: the chosen one if this run has it, else the first.
  std::string compile() const;
};

// Draws one frame with `draw` and returns its text structure as JSON (twin.h).
std::string twin_json(Panels& ui, const std::function<void()>& draw);

// "f [0/1]": the function's name as in the list of calls.
std::string compile_label(const RunData& run, const std::string& id);
// The words used in diagrams, in the current language.
scene::PictureWords picture_words();

// Draws all panels into `size` at the current position. True if the selection changed.
bool draw_panels(Panels& ui, ImVec2 size);

}  // namespace vt::ui
