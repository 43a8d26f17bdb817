// The command line, native and (through Node) in WebAssembly: run, explain, lessons, bench, play.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "native/bench/bench.h"
#include "native/commands.h"
#include "support/isa.h"

namespace {

// "--dump=a,b" as stages; an unknown name is an error that lists the known ones.
std::string check_stages(const std::string& list) {
  if (list == "list") return {};
  std::vector<vt::Stage> stages;
  return vt::parse_stages(list, stages);
}

bool is_own_option(const std::string& word) {
  std::string name = word.substr(0, word.find('='));
  return name == "--dump" || name == "--dump-to" || name == "--backend" || name == "--skip-pass" ||
         name == "--device" || name == "--trace" || name == "--html" || name == "--picture";
}
bool is_own_flag(const std::string& word) {
  return word == "--record" || word == "--times" || word == "--values" || word == "--sandbox" ||
         word.starts_with("--sandbox=");
}

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

// The commands with their options, as CLI11 reads them into fields.
class CommandLine {
 public:
  CommandLine() {
    app_.require_subcommand(0, 1);
    app_.set_version_flag("--version", "vitrine " VT_VERSION);
    add_run();
    add_batch();
    add_explain_and_diff();
    add_measure();
    add_lessons();
    add_bench();
    add_play();
    app_.add_subcommand("help", "show this list");
    overview_ = app_.help();  // once a subcommand is parsed, help() is about that one
  }

  CLI::App& app() { return app_; }
  // The command that was parsed; `arguments` are those of the program.
  int execute(std::vector<std::string> arguments) {
    program_.arguments = std::move(arguments);
    if (run_->parsed() && dumps_ == "list") return vt::list_stages();
    if (run_->parsed()) return vt::run_program(file_, dumps_, record_, program_);
    if (batch_->parsed()) return vt::run_batch(batch_files_, batch_limit_);
    if (explain_->parsed()) return vt::explain_program(file_, program_);
    if (diff_->parsed()) return vt::diff_program(file_, program_);
    if (measure_->parsed()) return vt::measure_program(file_, wishes_, program_);
    if (check_->parsed()) return vt::check_lessons(lesson_folder_);
    if (facts_->parsed()) return vt::list_lesson_facts(fact_file_);
    if (new_->parsed()) return vt::new_lesson(lesson_folder_, lesson_name_);
    if (bench_->parsed()) return vt::bench(rows_);
    if (play_->parsed()) return vt::play(play_file_);
    std::fputs(overview_.c_str(), stdout);
    return 0;
  }

 private:
  void add_program(CLI::App* command) {
    command->add_option("FILE", file_, "a program (.py)")->required();
    command->add_option("--backend", program_.backend, "cpp, wasm or interpret; the best available one by default");
    command
        ->add_option(
            "--device", program_.device,
            "cpu or cuda (in the browser: webgpu): where factories put tensors unless the program says it; random "
            "numbers stay the CPU's")
        ->check(CLI::IsMember({"cpu", "cuda", "webgpu"}));
    command
        ->add_option("--skip-pass", program_.skipped_passes,
                     "leave out a graph pass (see --dump=passes for their names); may be given several times")
        ->allow_extra_args(false);  // FILE may follow
  }

  void add_run() {
    run_ = app_.add_subcommand("run", "run a program as `python FILE.py` does");
    run_->add_option("--dump", dumps_, "print what stages made: --dump=graph,loops,code; --dump=list lists them")
        ->check(check_stages);
    run_->add_flag("--times", program_.times, "print where compiling spent its time, on stderr");
    add_program(run_);
    run_->add_option("--trace", program_.trace_file,
                     "write the run's events to FILE: *.log for tlparse, else for Chrome's tracing");
    CLI::Option* sandbox =
        run_->add_flag("--sandbox{required}", program_.sandbox,
                       "let the program read its own folder, write only a temporary one, and reach neither network nor "
                       "other programs; --sandbox=best-effort goes on where the system lacks something");
    sandbox->check(CLI::IsMember({"required", "best-effort"}));
    run_->add_option("--dump-to", program_.dump_folder,
                     "write what stages made to FOLDER/STAGE.txt instead: those of --dump; by default all but timeline")
        ->excludes(sandbox);
    run_->add_option(
            "--picture", program_.pictures,
            "draw the first compile into an SVG file: --picture=graph:out.svg; also joint, passes or fusion, with "
            "words after a comma: fusion,dark:out.svg (dark, open, ops, backward)")
        ->check(vt::check_picture);
    run_->add_flag("--values", program_.values,
                   "then print what each node of the compiled graphs was, the first NaN, and how far compiled is off");
    run_->add_flag("--record", record_, "then print every step: the line and what it changed");
  }

  void add_batch() {
    batch_ = app_.add_subcommand("batch", "run many programs in one process, a line of JSON for each");
    batch_->add_option("FILE", batch_files_, "programs (.py)")->required();
    batch_->add_option("--limit", batch_limit_, "seconds until a program is stopped")->check(CLI::Range(0.0, 86400.0));
  }

  void add_explain_and_diff() {
    explain_ = app_.add_subcommand("explain", "list graph breaks and recompiles with line, cause and fix");
    explain_->add_option("--html", program_.html_file, "write the list to FILE as one page, too");
    add_program(explain_);
    diff_ = app_.add_subcommand("diff", "find the first operation whose value differs between eager and compiled");
    add_program(diff_);
  }

  void add_measure() {
    measure_ = app_.add_subcommand("measure", "run a program, then measure its compiled functions against eager");
    add_program(measure_);
    measure_->add_option("FUNCTION", wishes_.function, "one of them, by name; all by default");
    measure_->add_flag("--sizes", wishes_.sizes, "and at smaller and larger sizes of the inputs");
    measure_->add_option("--seconds", wishes_.seconds, "per function and side")->check(CLI::Range(0.0, 600.0));
  }

  void add_lessons() {
    CLI::App* lessons = app_.add_subcommand("lessons", "work with lessons");
    lessons->require_subcommand(1);
    check_ = lessons->add_subcommand("check", "check that each solution passes and each start fails");
    check_->add_option("FOLDER", lesson_folder_, "where the lessons are");
    facts_ = lessons->add_subcommand("facts", "list the facts that checks and predictions may name");
    facts_->add_option("FILE", fact_file_, "a program: list what they are in its run");
    new_ = lessons->add_subcommand("new", "make a lesson to fill in");
    new_->add_option("NAME", lesson_name_, "its id, as in sizes-become-symbols; with 07- before it, its place too")
        ->required();
    new_->add_option("--in", lesson_folder_, "where the lessons are");
  }

  void add_bench() {
    bench_ = app_.add_subcommand("bench", "measure rows, eager against compiled, against the machine's ceilings");
    rows_.modes = {"default", "reduce-overhead", "max-autotune"};
    bench_->add_option("ROW", rows_.rows,
                       "rows to measure, all by default; or the word models, and names of models: vit, vit:train:bf16, "
                       ":train (of all), vit:medium");
    bench_->add_option("--modes", rows_.modes, "of torch.compile, separated by commas")->delimiter(',');
    bench_->add_option("--device", rows_.device, "cpu, or cuda where there is one")
        ->check(CLI::IsMember({"cpu", "cuda"}));
    bench_->add_option("--threads", rows_.threads, "all of the machine by default");
    bench_->add_option("--seconds", rows_.seconds, "per row and mode")->check(CLI::Range(0.0, 600.0));
    bench_->add_option("--json", rows_.json_file, "write the results to this file");
    bench_->add_option("--html", rows_.html_file, "write a report with plots to this file");
    bench_->add_option("--keep", rows_.keep_file, "keep the results in FILE, with those of other machines and rows");
    bench_->add_option("--against", rows_.against_file,
                       "say which row lost more than its spread against what --keep kept of this kind of machine");
    bench_->add_option("--rounds", rows_.rounds, "turns of each side (models)")->check(CLI::Range(1, 1000));
    bench_->add_option("--jobs", rows_.jobs, "models that compile beside each other before they are timed")
        ->check(CLI::Range(1, 64));
    bench_->add_option("--limit", rows_.limit, "seconds until a side that does not answer is given up (models)");
    bench_->add_option("--clock", rows_.clock, "wall, or cpu: the processor's time, for a busy machine (models)")
        ->check(CLI::IsMember({"wall", "cpu"}));
    bench_->add_flag("--peers", rows_.peers, "run PyTorch beside it ($VITRINE_PYTORCH, or python3)");
    bench_->add_flag("--list", rows_.list, "list the rows");
  }

  void add_play() {
    play_ = app_.add_subcommand("play", "open the playground window");
    play_->add_option("FILE", play_file_, "a program to show, reloaded when it changes")->check(CLI::ExistingFile);
  }

  CLI::App app_{"Vitrine: a tensor compiler behind glass", "vitrine"};
  CLI::App *run_ = nullptr, *batch_ = nullptr, *explain_ = nullptr, *diff_ = nullptr, *check_ = nullptr,
           *facts_ = nullptr, *new_ = nullptr, *bench_ = nullptr, *play_ = nullptr, *measure_ = nullptr;
  std::string overview_, file_, dumps_, lesson_folder_ = "lessons", lesson_name_, fact_file_, play_file_;
  std::vector<std::string> batch_files_;
  double batch_limit_ = 60;
  bool record_ = false;
  vt::ProgramOptions program_;
  vt::MeasureOptions wishes_;
  vt::BenchOptions rows_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc >= 3 && std::string(argv[1]) == "run" && std::string(argv[2]) == "--dump=list") return vt::list_stages();
  CommandLine line;
  const int own = own_count(argc, argv);
  try {
    line.app().parse(own, argv);
  } catch (const CLI::ParseError& error) {
    return report(line.app(), error, argc, argv);
  }
  if (const std::string& problem = vt::isa_choice().problem; !problem.empty()) {
    std::fprintf(stderr, "vitrine: %s\n", problem.c_str());
    return 2;
  }
  return line.execute({argv + own, argv + argc});
}
