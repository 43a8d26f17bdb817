// `vitrine play [FILE]`: the panels of the web page in an SDL2 window. The engine runs on a
// thread of its own and is reached through the same encoded messages; beside the panels
// is a simple source view with the same markers. FILE is watched: another editor's changes
// are taken over and run.
#include <SDL.h>
#include <SDL_opengl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "imgui_impl_opengl3.h"
#include "imgui_impl_sdl2.h"
#include "imgui_stdlib.h"
#include "native/commands.h"
#include "native/engine_thread.h"
#include "playground/core/app.h"
#include "playground/core/strings.h"
#include "playground/core/text_view.h"
#include "playground/core/theme.h"
#include "playground/core/translate.h"
#include "playground/panels/panels.h"

namespace vt {
namespace {

constexpr uint32_t kRerunDelayMs = 200;
constexpr float kGutter = 52;     // markers and line numbers, left of the text
constexpr int kIdleWaitMs = 250;  // between looks at the watched file
const char* const kWelcome =
    "import torch\n\n\n@torch.compile\ndef f(x, y):\n    a = torch.relu(x)\n    b = torch.sigmoid(y)\n    return a + b "
    "* 2.0\n\n\n"
    "x = torch.tensor([[-1.0, 0.5], [2.0, 3.0]])\nprint(f(x, torch.ones(2, 2)))\n";

std::vector<uint8_t> read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(in), {});
}

bool prefers_chinese() {
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* value = std::getenv(name); value && *value) return std::strncmp(value, "zh", 2) == 0;
  return false;
}

// The first font of each kind that the machine has; without one Dear ImGui's own serves.
void load_fonts() {
  const std::pair<ui::FontKind, std::vector<const char*>> wanted[] = {
      {ui::FontKind::kSans,
       {"/usr/share/fonts/opentype/inter/Inter-Regular.otf", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"}},
      {ui::FontKind::kSansBold,
       {"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf", "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"}},
      {ui::FontKind::kMono,
       {"/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf",
        "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"}},
      {ui::FontKind::kChinese, {"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"}}};
  for (const auto& [kind, paths] : wanted)
    for (const char* path : paths) {
      std::vector<uint8_t> bytes = read_bytes(path);
      if (bytes.empty()) continue;
      ui::add_font(kind, std::move(bytes));
      break;
    }
}

class Window {
 public:
  bool open();
  void close();
  void watch(const std::string& file);
  void loop();

 private:
  void frame();
  void draw_source(ImVec2 size);
  void draw_markers(ImVec2 at, float line_height);
  void run();
  void stop();
  void serve_panels();
  void check_file();
  void refresh_fonts();
  float density() const;

  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
  EngineThread engine_;
  ui::Panels panels_{engine_};
  std::string file_, source_ = kWelcome;
  std::string before_fix_, fixed_;  // around the fix that was applied last
  std::filesystem::file_time_type changed_{};
  uint32_t run_at_ = 1;  // when to run, in SDL ticks; 0 is not
  bool quit_ = false;
};

// Without a display SDL goes on with a driver that draws for nobody, unless it was asked for.
bool somebody_sees(const char* driver) {
  if (SDL_getenv("SDL_VIDEODRIVER")) return true;
  for (const char* blind : {"offscreen", "dummy", "evdev"})
    if (std::strcmp(driver, blind) == 0) return false;
  return true;
}

bool Window::open() {
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return false;
  if (!somebody_sees(SDL_GetCurrentVideoDriver())) {
    SDL_SetError("there is no display (DISPLAY and WAYLAND_DISPLAY lead to none)");
    return false;
  }
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 2);
  window_ = SDL_CreateWindow("Vitrine", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 1360, 860,
                             SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (window_) context_ = SDL_GL_CreateContext(window_);
  if (!context_) return false;
  SDL_GL_SetSwapInterval(1);
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ui::set_theme(true);
  ImGui_ImplSDL2_InitForOpenGL(window_, context_);
  ImGui_ImplOpenGL3_Init("#version 150");
  load_fonts();
  ui::need_glyphs("中文");
  if (prefers_chinese()) ui::set_language(ui::Language::kChinese);
  uint32_t wake = SDL_RegisterEvents(1);
  engine_.start([wake] {
    SDL_Event event{};
    event.type = wake;
    SDL_PushEvent(&event);
  });
  return true;
}

void Window::close() {
  engine_.stop();
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplSDL2_Shutdown();
  ImGui::DestroyContext();
  SDL_GL_DeleteContext(context_);
  SDL_DestroyWindow(window_);
  SDL_Quit();
}

void Window::watch(const std::string& file) {
  file_ = file;
  check_file();
}

void Window::check_file() {
  if (file_.empty()) return;
  std::error_code error;
  auto changed = std::filesystem::last_write_time(file_, error);
  if (error || changed == changed_) return;
  changed_ = changed;
  std::vector<uint8_t> bytes = read_bytes(file_);
  source_.assign(bytes.begin(), bytes.end());
  run_at_ = SDL_GetTicks() | 1;
}

void Window::run() {
  run_at_ = 0;
  stop();
  ui::need_glyphs(source_);
  panels_.run(file_.empty() ? "program.py" : file_, source_);
}

void Window::stop() {
  if (panels_.model.busy()) engine_.interrupt();
  panels_.model.stop_bench();
}

// What a panel asked for: a fix of the program, Stop, a run.
void Window::serve_panels() {
  if (!panels_.wanted_edits.empty()) {
    before_fix_ = source_;
    source_ = apply_edits(source_, std::exchange(panels_.wanted_edits, {}));
    fixed_ = source_;
    run();
  }
  if (!panels_.wanted_picture.empty()) {
    std::string name = (file_.empty() ? "graph" : std::filesystem::path(file_).stem().string()) + ".svg";
    std::ofstream(name, std::ios::binary) << std::exchange(panels_.wanted_picture, {});
    std::printf("%s\n", name.c_str());
  }
  if (std::exchange(panels_.wants_stop, false)) stop();
  if (std::exchange(panels_.wants_run, false)) run();
}

float Window::density() const {
  int width = 1, pixels = 1, unused = 0;
  SDL_GetWindowSize(window_, &width, &unused);
  SDL_GL_GetDrawableSize(window_, &pixels, &unused);
  return static_cast<float>(pixels) / static_cast<float>(width);
}

void Window::refresh_fonts() {
  if (!ui::fonts_outdated()) return;
  ui::build_fonts(density());
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

// Marks beside the text: the error, graph breaks and recompiles, and what is pointed at.
void Window::draw_markers(ImVec2 at, float line_height) {
  const ui::Palette& p = ui::palette();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const int last = static_cast<int>(std::count(source_.begin(), source_.end(), '\n')) + 1;
  for (int line = 1; line <= last; ++line) {
    std::string number = std::to_string(line);
    draw->AddText({at.x + kGutter - 10 - ImGui::CalcTextSize(number.c_str()).x,
                   at.y + static_cast<float>(line - 1) * line_height},
                  p.dim, number.c_str());
  }
  auto bar = [&](int line, ImU32 colour, const char* text) {
    if (line <= 0) return;
    float y = at.y + static_cast<float>(line - 1) * line_height;
    draw->AddRectFilled({at.x, y}, {at.x + 4, y + line_height}, colour);
    if (text) draw->AddText({at.x + 7, y}, colour, text);
  };
  for (int line : panels_.selection.hovered_lines()) bar(line, p.hover, nullptr);
  for (int line : panels_.selection.pinned_lines()) bar(line, p.pin, nullptr);
  for (const Event& event : panels_.model.shown().events) {
    bool is_break = event.stage == Stage::kBreaks;
    if (!is_break && event.stage != Stage::kRecompiles) continue;
    bar(event.span.line, is_break ? p.bad : p.warn, is_break ? "×" : "»");
    float y = at.y + static_cast<float>(event.span.line - 1) * line_height;
    if (!ImGui::IsMouseHoveringRect({at.x, y}, {at.x + kGutter, y + line_height})) continue;
    if (is_break)
      ImGui::SetTooltip("%s %s\n%s\n%s", ui::fact(event, "reason_id").c_str(), ui::translated(event.title).c_str(),
                        ui::translated(ui::fact(event, "explanation")).c_str(),
                        ui::translated(ui::fact(event, "hint")).c_str());
    else
      ImGui::SetTooltip("%s: %s\n%s %s, %s %s\n%s", tr(ui::Text::kRecompiles), ui::fact(event, "guard").c_str(),
                        tr(ui::Text::kWas), ui::fact(event, "was").c_str(), tr(ui::Text::kIs),
                        ui::fact(event, "is").c_str(), ui::translated(ui::fact(event, "advice")).c_str());
  }
  const auto& finished = panels_.model.current().finished;
  if (finished && !finished->ok) bar(finished->error.span.line, p.bad, "!");
}

void Window::draw_source(ImVec2 size) {
  ImGui::BeginChild("source", size);
  ImGui::SetCursorPos({10, 10});
  const bool chinese = ui::language() == ui::Language::kChinese;
  const char *theme = tr(ui::dark_theme() ? ui::Text::kLight : ui::Text::kDark), *other = chinese ? "English" : "中文";
  const ImGuiStyle& style = ImGui::GetStyle();
  const float look = ImGui::CalcTextSize(theme).x + ImGui::CalcTextSize(other).x + 4 * style.FramePadding.x +
                     2 * style.ItemSpacing.x + 8;
  if (ImGui::Button(tr(ui::Text::kRun))) run();
  ImGui::SameLine();
  ImGui::BeginDisabled(!panels_.model.busy());
  if (ImGui::Button(tr(ui::Text::kStop))) stop();
  ImGui::EndDisabled();
  if (!fixed_.empty() && source_ == fixed_) {
    ImGui::SameLine();
    if (ImGui::Button(tr(ui::Text::kUndoFix))) source_ = before_fix_, fixed_.clear(), run();
  }
  if (!file_.empty()) {
    ImGui::SameLine();
    if (ImGui::Button(tr(ui::Text::kSave))) std::ofstream(file_, std::ios::binary) << source_;
    ImGui::SameLine();
    ui::elided(file_, ImGui::GetContentRegionAvail().x - look, ui::palette().dim);
  }
  ImGui::SameLine(std::max(ImGui::GetCursorPosX(), size.x - look));
  if (ImGui::Button(theme)) ui::set_theme(!ui::dark_theme());
  ImGui::SameLine();
  if (ImGui::Button(other)) ui::set_language(chinese ? ui::Language::kEnglish : ui::Language::kChinese);
  ImGui::PushFont(ui::mono());
  float line_height = ImGui::GetTextLineHeight();
  auto lines = static_cast<float>(std::count(source_.begin(), source_.end(), '\n') + 2);
  const auto& finished = panels_.model.current().finished;
  float message = finished && !finished->ok && !finished->error.message.empty() ? 0.25f * size.y : 0.0f;
  if (ImGui::BeginChild("text", {0, ImGui::GetContentRegionAvail().y - message})) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::SetCursorPosX(kGutter);
    ImVec2 area{ImGui::GetContentRegionAvail().x, std::max(ImGui::GetContentRegionAvail().y, lines * line_height + 8)};
    ImGui::PushStyleColor(ImGuiCol_FrameBg, ui::palette().background);
    if (ImGui::InputTextMultiline("##program", &source_, area, ImGuiInputTextFlags_AllowTabInput))
      run_at_ = (SDL_GetTicks() + kRerunDelayMs) | 1;
    ImGui::PopStyleColor();
    float top = ImGui::GetItemRectMin().y + ImGui::GetStyle().FramePadding.y;
    bool over = ImGui::IsItemHovered();
    panels_.selection.hover_line(over ? static_cast<int>((ImGui::GetMousePos().y - top) / line_height) + 1 : 0);
    draw_markers({at.x, top}, line_height);
  }
  ImGui::EndChild();
  ImGui::PopFont();
  if (message > 0) {
    ImGui::SetCursorPosX(10);
    ImGui::PushStyleColor(ImGuiCol_Text, ui::palette().bad);
    if (ImGui::BeginChild("message", {size.x - 20, 0}))
      ImGui::TextWrapped("%s: %s", finished->error.kind.c_str(), finished->error.message.c_str());
    ImGui::EndChild();
    ImGui::PopStyleColor();
  }
  ImGui::EndChild();
}

void Window::frame() {
  panels_.model.update();
  refresh_fonts();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  ImGui::NewFrame();
  ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::PushFont(ui::sans());
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("vitrine", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoScrollWithMouse);
  if (ImGui::IsKeyPressed(ImGuiKey_Escape)) panels_.selection.clear();
  if (ImGui::GetIO().KeyCtrl && ImGui::IsKeyPressed(ImGuiKey_Enter)) run();
  if (ImGui::GetIO().KeyCtrl && ImGui::IsKeyPressed(ImGuiKey_Period)) stop();
  for (int digit = 0; digit < 10; ++digit)
    if (ImGui::GetIO().KeyAlt && ImGui::IsKeyPressed(ImGuiKey(ImGuiKey_0 + digit)))
      if (const ui::PanelRow* row = ui::panel_of_digit(digit)) panels_.panel = row->id;
  float left = size.x * 0.36f;
  draw_source({left, size.y});
  ImGui::SameLine(0, 0);
  ImGui::BeginChild("panels", {size.x - left, size.y}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  ui::draw_panels(panels_, {size.x - left, size.y});
  serve_panels();
  ImGui::EndChild();
  ImGui::End();
  ImGui::PopFont();
  ImGui::Render();
  int width = 0, height = 0;
  SDL_GL_GetDrawableSize(window_, &width, &height);
  ImVec4 background = ImGui::ColorConvertU32ToFloat4(ui::palette().background);
  glViewport(0, 0, width, height);
  glClearColor(background.x, background.y, background.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  SDL_GL_SwapWindow(window_);
}

void Window::loop() {
  int frames = 3;  // Dear ImGui settles within three frames of an input
  while (!quit_) {
    SDL_Event event;
    if (frames > 0 ? SDL_PollEvent(&event) : SDL_WaitEventTimeout(&event, kIdleWaitMs)) {
      do {
        ImGui_ImplSDL2_ProcessEvent(&event);
        if (event.type == SDL_QUIT) quit_ = true;
      } while (SDL_PollEvent(&event));
      frames = 3;
    }
    check_file();
    if (run_at_ && static_cast<int32_t>(SDL_GetTicks() - run_at_) >= 0) run(), frames = 3;
    if (frames > 0) {
      if (panels_.wants_frames > 0) --panels_.wants_frames;
      frame();
      frames = std::max(frames - 1, panels_.wants_frames);
    }
    if (run_at_ && frames == 0) frames = 1;
  }
}

}  // namespace

int play(const std::string& file) {
  Window window;
  if (!window.open()) {
    std::fprintf(stderr,
                 "vitrine play: no window: %s\nWhat to do: start it on a desktop with OpenGL 3.2, or use ./dev play "
                 "for the browser.\n",
                 SDL_GetError());
    return 1;
  }
  if (!file.empty()) window.watch(file);
  window.loop();
  window.close();
  return 0;
}

}  // namespace vt
