// The command line, native and (through Node) in WebAssembly: run, explain, lessons, bench, play.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "native/bench/bench.h"
#include "native/commands.h"

namespace {

// "--dump=a,b" as stages; an unknown name is an error that lists the known ones.
std::string check_stages(const std::string& list) {
  if (list == "list") return {};
  std::vector<vt::Stage> stages;
  return vt::parse_stages(list, stages);
}

bool is_own_option(const std::string& word) {
  std::string name = word.substr(0, word.find('='));
  return name == "--dump" || name == "--backend" || name == "--skip-pass" || name == "--device" || name == "--trace" ||
         name == "--html";
}
bool is_own_flag(const std::string& word) { return word == "--record" || word == "--times"; }

// How many of argv belong to us: options before FILE, FILE, and our options right after
// it. From the first other word on, all belong to the program.
int own_count(int argc, char** argv) {
  std::string command = argc < 3 ? "" : argv[1];
  if (command != "run" && command != "explain" && command != "diff") return argc;
  bool file_seen = false;
  for (int i = 2; i < argc; ++i) {
    std::string word = argv[i];
    if (is_own_flag(word)) continue;
    if (is_own_option(word)) {
      if (word.find('=') == std::string::npos) ++i;  // its value is the next word
      continue;
    }
    if (file_seen) return i;
    file_seen = word.empty() || word[0] != '-';
  }
  return argc;
}

// "vitrine frob" and "vitrine model.py": what CLI11 calls an argument that was not expected.
std::string unknown_command(const std::string& word, const std::vector<std::string>& commands) {
  if (word.ends_with(".py")) return "to run a program: vitrine run " + word;
  std::string message = "there is no command '" + word + "'; there are";
  for (const std::string& name : commands) message += " " + name;
  return message;
}

// A wrong command line in one line that says what to do, with the status that Python and shells use.
int report(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(command->get_name());
  const std::string word = argc > 1 ? argv[1] : "";
  const bool known = std::find(commands.begin(), commands.end(), word) != commands.end();
  const std::string message = known || word.starts_with("-") ? error.what() : unknown_command(word, commands);
  const std::string command = known ? "vitrine " + word : "vitrine";
  std::fprintf(stderr, "%s: %s\n'%s --help' shows what it takes.\n", command.c_str(), message.c_str(), command.c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Vitrine: a tensor compiler behind glass", "vitrine");
  app.require_subcommand(0, 1);
  app.set_version_flag("--version", "vitrine " VT_VERSION);

  std::string file, dumps, backend, device;
  std::vector<std::string> skipped;
  auto add_program = [&](CLI::App* command) {
    command->add_option("FILE", file, "a program (.py)")->required();
    command->add_option("--backend", backend, "cpp, wasm or interpret; the best available one by default");
    command
        ->add_option(
            "--device", device,
            "cpu or cuda: where factories put tensors unless the program says it; random numbers stay the CPU's")
        ->check(CLI::IsMember({"cpu", "cuda"}));
    command->add_option("--skip-pass", skipped, "leave out a graph pass (see --dump=passes for their names)");
  };
  CLI::App* run = app.add_subcommand("run", "run a program as `python FILE.py` does");
  run->add_option("--dump", dumps, "print what stages made: --dump=graph,loops,code; --dump=list lists them")
      ->check(check_stages);
  bool times = false;
  run->add_flag("--times", times, "print where compiling spent its time, on stderr");
  add_program(run);
  std::string trace_file, html_file;
  run->add_option("--trace", trace_file,
                  "write the run's events to FILE: *.log for tlparse, else for Chrome's tracing");
  bool record = false;
  run->add_flag("--record", record, "then print every step: the line and what it changed");
  CLI::App* explain = app.add_subcommand("explain", "list graph breaks and recompiles with line, cause and fix");
  explain->add_option("--html", html_file, "write the list to FILE as one page, too");
  add_program(explain);
  CLI::App* diff =
      app.add_subcommand("diff", "find the first operation whose value differs between eager and compiled");
  add_program(diff);
  CLI::App* lessons = app.add_subcommand("lessons", "work with lessons");
  lessons->require_subcommand(1);
  std::string lesson_folder = "lessons";
  CLI::App* check = lessons->add_subcommand("check", "check that each solution passes and each start fails");
  check->add_option("FOLDER", lesson_folder, "where the lessons are");
  CLI::App* bench = app.add_subcommand("bench", "measure rows, eager against compiled, against the machine's ceilings");
  vt::BenchOptions rows;
  rows.modes = {"default", "reduce-overhead", "max-autotune"};
  bench->add_option("ROW", rows.rows, "rows to measure; all by default");
  bench->add_option("--modes", rows.modes, "of torch.compile, separated by commas")->delimiter(',');
  bench->add_option("--device", rows.device, "cpu, or cuda where there is one")->check(CLI::IsMember({"cpu", "cuda"}));
  bench->add_option("--threads", rows.threads, "all of the machine by default");
  bench->add_option("--seconds", rows.seconds, "per row and mode")->check(CLI::Range(0.0, 600.0));
  bench->add_option("--json", rows.json_file, "write the results to this file");
  bench->add_option("--html", rows.html_file, "write a report with plots to this file");
  bench->add_flag("--peers", rows.peers, "run PyTorch beside it ($VITRINE_PYTORCH, or python3)");
  bench->add_flag("--list", rows.list, "list the rows");
  CLI::App* play = app.add_subcommand("play", "open the playground window");
  std::string play_file;
  play->add_option("FILE", play_file, "a program to show, reloaded when it changes")->check(CLI::ExistingFile);
  app.add_subcommand("help", "show this list");
  const std::string overview = app.help();  // once a subcommand is parsed, help() is about that one

  if (argc >= 3 && std::string(argv[1]) == "run" && std::string(argv[2]) == "--dump=list") return vt::list_stages();
  const int own = own_count(argc, argv);
  try {
    app.parse(own, argv);
  } catch (const CLI::ParseError& error) {
    return report(app, error, argc, argv);
  }

  vt::ProgramOptions options;
  options.backend = backend;
  options.device = device;
  options.skipped_passes = skipped;
  options.times = times;
  options.trace_file = trace_file;
  options.html_file = html_file;
  options.arguments.assign(argv + own, argv + argc);
  if (run->parsed() && dumps == "list") return vt::list_stages();
  if (run->parsed()) return vt::run_program(file, dumps, record, options);
  if (explain->parsed()) return vt::explain_program(file, options);
  if (diff->parsed()) return vt::diff_program(file, options);
  if (check->parsed()) return vt::check_lessons(lesson_folder);
  if (bench->parsed()) return vt::bench(rows);
  if (play->parsed()) return vt::play(play_file);
  std::fputs(overview.c_str(), stdout);
  return 0;
}
