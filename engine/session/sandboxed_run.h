// `vitrine run --sandbox`: runs a program in a separate process, which may read the program's folder and what the tool
// needs, write only a scratch folder, and use neither the network nor other programs. Its parent process compiles the
// kernels. Native only.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace vt {

struct SandboxedRun {
  std::string file;                  // the program; its folder is readable
  std::vector<std::string> written;  // files that the tool writes after the run
  bool best_effort = false;          // continue if the kernel lacks a sandbox feature
};

// Calls `program` inside the sandbox, with TMPDIR set to the scratch folder, and returns its exit status; 2, with a
// line on stderr, if the sandbox cannot be set up.
int run_in_sandbox(const SandboxedRun& run, const std::function<int()>& program);

}  // namespace vt
