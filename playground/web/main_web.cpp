// The canvas: SDL2, Dear ImGui and the panels, without an engine. The page requests each frame when there is something
// to draw, so an idle page draws nothing.
#include <GLES3/gl3.h>
#include <SDL.h>
#include <emscripten.h>
#include <emscripten/html5.h>

#include <string_view>
#include <utility>

#include "imgui_impl_opengl3.h"
#include "imgui_impl_sdl2.h"
#include "playground/core/state_json.h"
#include "playground/core/strings.h"
#include "playground/core/theme.h"

EM_JS(void, js_send, (const uint8_t* bytes, size_t size), { Module['toEngine'](HEAPU8.slice(bytes, bytes + size)); });
EM_JS(void, js_report, (const char* kind, const char* json),
      { Module['report'](UTF8ToString(kind), UTF8ToString(json)); });

namespace {

using namespace vt;
using namespace vt::ui;

class PageClient : public EngineClient {
 public:
  void send(const protocol::ToEngine& message) override {
    std::vector<uint8_t> bytes = protocol::encode(message);
    js_send(bytes.data(), bytes.size());
  }
  std::vector<protocol::FromEngine> poll() override { return std::move(inbox); }
  std::vector<protocol::FromEngine> inbox;
};

PageClient g_client;
Panels* g_ui = nullptr;
SDL_Window* g_window = nullptr;
SDL_GLContext g_context = nullptr;
float g_density = 1;
bool g_finished_told = true;

void report_run() {
  const RunData& run = g_ui->model.current();
  if (run.finished && !g_finished_told) {
    g_finished_told = true;
    js_report("finished", finished_json(*g_ui).c_str());
  }
  for (; !g_ui->model.check_results.empty(); g_ui->model.check_results.pop_front())
    js_report("check", check_json(g_ui->model.check_results.front()).c_str());
}

void note_glyphs(const protocol::FromEngine& message) {
  if (auto* output = std::get_if<protocol::Output>(&message)) need_glyphs(output->text);
  if (auto* end = std::get_if<protocol::Finished>(&message)) need_glyphs(end->traceback);
  if (auto* result = std::get_if<protocol::CheckResult>(&message))
    for (const auto& [value, text] : result->choices) need_glyphs(text);
  if (auto* body = std::get_if<protocol::Body>(&message)) {
    for (const TaggedLine& line : body->artifact.lines) need_glyphs(line.text);
    need_glyphs(body->artifact.python);
  }
}

void refresh_fonts() {
  if (!fonts_outdated()) return;
  build_fonts(g_density);
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void draw() {
  int width = 0, height = 0, pixels_x = 0, pixels_y = 0;
  SDL_GetWindowSize(g_window, &width, &height);
  emscripten_get_canvas_element_size("#canvas", &pixels_x, &pixels_y);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  // SDL knows only the browser's pixel density, not the magnification of the panels.
  if (width > 0 && height > 0)
    ImGui::GetIO().DisplayFramebufferScale = {static_cast<float>(pixels_x) / static_cast<float>(width),
                                              static_cast<float>(pixels_y) / static_cast<float>(height)};
  ImGui::NewFrame();
  ImGui::PushFont(sans());
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize({static_cast<float>(width), static_cast<float>(height)});
  ImGui::Begin("panels", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus);
  bool moved = draw_panels(*g_ui, {static_cast<float>(width), static_cast<float>(height)});
  ImGui::End();
  ImGui::PopFont();
  ImGui::Render();
  glViewport(0, 0, pixels_x, pixels_y);
  ImVec4 background = ImGui::ColorConvertU32ToFloat4(palette().background);
  glClearColor(background.x, background.y, background.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  SDL_GL_SwapWindow(g_window);
  if (moved) js_report("lines", lines_json(g_ui->selection).c_str());
}

void start_gl() {
  ImGui_ImplSDL2_InitForOpenGL(g_window, g_context);
  ImGui_ImplOpenGL3_Init("#version 300 es");
  // SDL's clipboard is private to the canvas, so copied text is sent to the page.
  ImGui::GetIO().SetClipboardTextFn = [](void*, const char* text) { js_report("copy", text_json(text).c_str()); };
}

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE int vt_start(int width, int height, double density) {
  SDL_SetHint(SDL_HINT_EMSCRIPTEN_KEYBOARD_ELEMENT, "#canvas");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return 0;
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_ALPHA_SIZE, 0);
  g_window = SDL_CreateWindow("Vitrine", 0, 0, width, height,
                              SDL_WINDOW_OPENGL | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_RESIZABLE);
  if (g_window) g_context = SDL_GL_CreateContext(g_window);
  if (!g_context) return 0;
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  g_density = static_cast<float>(density);
  set_theme(true);
  start_gl();
  static Panels panels(g_client);
  g_ui = &panels;
  return 1;
}

// Processes the engine's messages, also while nothing can be drawn. Returns whether data for the first frame of the
// newest run is still missing.
EMSCRIPTEN_KEEPALIVE int vt_update() {
  g_ui->model.update();
  report_run();
  return g_ui->model.on_its_way();
}

// Draws one frame; returns how many more frames are needed.
EMSCRIPTEN_KEEPALIVE int vt_frame() {
  SDL_Event event;
  while (SDL_PollEvent(&event)) ImGui_ImplSDL2_ProcessEvent(&event);
  if (g_ui->wants_frames > 0) --g_ui->wants_frames;
  vt_update();
  refresh_fonts();
  draw();
  if (!g_ui->wanted_edits.empty()) js_report("edit", edits_json(std::exchange(g_ui->wanted_edits, {})).c_str());
  if (!g_ui->wanted_picture.empty()) js_report("picture", text_json(std::exchange(g_ui->wanted_picture, {})).c_str());
  if (!g_ui->wanted_lesson.empty()) js_report("lesson", text_json(std::exchange(g_ui->wanted_lesson, {})).c_str());
  if (std::string& value = g_ui->pointing.clicked; !value.empty())
    js_report("point", text_json(std::exchange(value, {})).c_str());
  if (std::exchange(g_ui->wants_stop, false)) js_report("stop", "{}");
  if (std::exchange(g_ui->wants_run, false)) js_report("run", "{}");
  return g_ui->wants_frames;
}

// `width`, `height`: in pixels of the panels; `density`: screen pixels per panel pixel. Magnified panels have fewer,
// larger pixels.
EMSCRIPTEN_KEEPALIVE void vt_resize(int width, int height, double density) {
  if (static_cast<float>(density) != g_density) {
    g_density = static_cast<float>(density);
    build_fonts(g_density);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  SDL_SetWindowSize(g_window, width, height);
  emscripten_set_canvas_element_size("#canvas", static_cast<int>(width * density + 0.5),
                                     static_cast<int>(height * density + 0.5));
}

// Called when the browser has restored a lost WebGL context: recreates all GPU objects.
EMSCRIPTEN_KEEPALIVE void vt_restore_gl() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplOpenGL3_Init("#version 300 es");
}

EMSCRIPTEN_KEEPALIVE void vt_receive(const uint8_t* bytes, size_t size) {
  Result<protocol::FromEngine> message = protocol::decode_from_engine(bytes, size);
  if (!message.ok()) return;
  note_glyphs(message.value());
  g_client.inbox.push_back(std::move(message.value()));
}

EMSCRIPTEN_KEEPALIVE uint32_t vt_run(const char* name, const char* source) {
  g_finished_told = false;
  need_glyphs(source);
  return g_ui->run(name, source);
}

EMSCRIPTEN_KEEPALIVE void vt_check(const char* lesson, const char* step, const char* source, int targets,
                                   const char* language) {
  g_ui->model.check(lesson, step, source, targets != 0, language);
}

EMSCRIPTEN_KEEPALIVE void vt_abandon(const char* kind, const char* message, int stopped) {
  g_ui->model.update();
  g_ui->model.abandon(kind, message, stopped != 0);
}

EMSCRIPTEN_KEEPALIVE void vt_hover_line(int line) { g_ui->selection.hover_line(line); }
// Returns whether the highlights have changed.
EMSCRIPTEN_KEEPALIVE int vt_pin_line(int line) {
  const bool lit = g_ui->selection.any();
  line > 0 ? g_ui->selection.pin_line(line) : g_ui->selection.clear();
  return lit || line > 0;
}

// Called when the keyboard focus leaves the canvas, because the release of held keys will not be seen.
EMSCRIPTEN_KEEPALIVE void vt_release_keys() {
  SDL_ResetKeyboard();
  SDL_SetModState(KMOD_NONE);
  SDL_FlushEvents(SDL_KEYDOWN, SDL_KEYUP);
  ImGui::GetIO().ClearInputKeys();
}

// Two fingers: zoom like Ctrl+wheel, or scroll. SDL treats the first finger as the mouse, so this releases it.
EMSCRIPTEN_KEEPALIVE void vt_two_fingers(float x, float y, float zoom, float by_x, float by_y) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMouseButtonEvent(0, false);
  io.AddMousePosEvent(x, y);
  if (by_x != 0 || by_y != 0) io.AddMouseWheelEvent(by_x, by_y);
  if (zoom != 0) {
    io.AddKeyEvent(ImGuiMod_Ctrl, true);
    io.AddMouseWheelEvent(0, zoom);
    io.AddKeyEvent(ImGuiMod_Ctrl, false);
  }
  g_ui->wants_frames = 4;
}

EMSCRIPTEN_KEEPALIVE void vt_font(int kind, const uint8_t* bytes, size_t size) {
  add_font(FontKind(kind), std::vector<uint8_t>(bytes, bytes + size));
}

EMSCRIPTEN_KEEPALIVE void vt_set(const char* key, const char* value) {
  apply_setting(*g_ui, key, value);
  if (std::string_view(key) == "language" && g_ui->model.current().finished)
    js_report("markers", markers_json(*g_ui).c_str());
}

// The table of words, for the page's tooltips, palette and lessons.
EMSCRIPTEN_KEEPALIVE const char* vt_words() {
  static const std::string text = words_json();
  return text.c_str();
}

// The modules of the chosen graph, for the page's palette.
EMSCRIPTEN_KEEPALIVE const char* vt_modules() {
  static std::string text;
  text = modules_json(*g_ui);
  return text.c_str();
}

// The text of the panels, for screen readers; draws a frame.
EMSCRIPTEN_KEEPALIVE const char* vt_twin() {
  static std::string text;
  vt_update();
  refresh_fonts();
  text = twin_json(*g_ui, draw);
  return text.c_str();
}

// The whole diagram on screen as SVG; empty if no panel shows one. Draws a frame.
EMSCRIPTEN_KEEPALIVE const char* vt_picture() {
  static std::string text;
  g_ui->wants_picture = true;
  draw();
  g_ui->wants_picture = false;
  text = std::exchange(g_ui->wanted_picture, {});
  return text.c_str();
}

// Pins an item that the page got from vt_twin() (twin.h); 0 clears the selection.
EMSCRIPTEN_KEEPALIVE void vt_pin_item(uint32_t item) {
  item ? g_ui->selection.pin({vt::ItemId(item)}) : g_ui->selection.clear();
}

EMSCRIPTEN_KEEPALIVE const char* vt_state() {
  static std::string text;
  text = state_json(*g_ui);
  return text.c_str();
}
}

int main() { return 0; }
