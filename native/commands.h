// What each subcommand of `vitrine` does. Separate from the parsing of its arguments.
#pragma once
#include <string>
#include <vector>

#include "support/events.h"

namespace vt {

struct ProgramOptions {
  std::vector<std::string> arguments;  // sys.argv[1:]
  std::string backend;                 // empty: the best available
  std::string device;                  // cpu or cuda: the default of factories; empty: cpu
  std::vector<std::string> skipped_passes;
  std::string dump_folder;            // run: where the files of --dump-to go
  std::string trace_file;             // run: a .log for tlparse, else JSON for Chrome
  std::string html_file;              // explain: the same as a page
  std::vector<std::string> pictures;  // run: "graph,dark:out.svg", as draw_picture takes it
  bool values = false;                // run: print what the nodes of compiled graphs were
  bool times = false;                 // print where compiling spent its time
  std::string sandbox;                // run: "required", "best-effort" or empty
};

struct MeasureOptions {
  std::string function;  // empty: all that the program calls
  double seconds = 0.5;  // per function and side
  bool sizes = false;    // and a curve over sizes
};

// Reads "graph,loops" into stages; returns what is wrong with it, or nothing.
std::string parse_stages(const std::string& list, std::vector<Stage>& stages);
int list_stages();
// What is wrong with "graph,dark:out.svg", or nothing.
std::string check_picture(const std::string& wish);
// With `record`, prints every step of the run after it.
int run_program(const std::string& file, const std::string& dumps, bool record, const ProgramOptions& options);
// Runs programs one after the other in this process, each in its own folder and for at most `limit` seconds, and
// prints a line of JSON for each: file, exit_code, stopped, seconds, stdout, stderr. 1 if one of them fails.
int run_batch(const std::vector<std::string>& files, double limit);
int explain_program(const std::string& file, const ProgramOptions& options);
// Where the compiled program first computes something else than eager; 1 if it does.
int diff_program(const std::string& file, const ProgramOptions& options);
// Eager against compiled, for each compiled function that the program calls.
int measure_program(const std::string& file, const MeasureOptions& wishes, const ProgramOptions& options);
int check_lessons(const std::string& folder);
// The table of facts, or with a program what they are in its run.
int list_lesson_facts(const std::string& file);
int new_lesson(const std::string& folder, const std::string& name);
// Opens the SDL2 window; says how to build it when this binary has none.
int play(const std::string& file);

}  // namespace vt
