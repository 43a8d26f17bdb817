// `vitrine run --sandbox`: a program in a process of its own that reads the program's folder and what the
// tool needs, writes nowhere but a scratch folder, and has no network and no other programs. The kernels
// are compiled by the process that watches it. Native only.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace vt {

struct SandboxedRun {
  std::string file;                  // the program; its folder may be read
  std::vector<std::string> written;  // files that the tool writes when the run is over
  bool best_effort = false;          // go on where the kernel lacks something
};

// The exit status of `program`, which is called inside the sandbox with TMPDIR naming the scratch folder; 2
// with a line on stderr where there can be no sandbox.
int run_in_sandbox(const SandboxedRun& run, const std::function<int()>& program);

}  // namespace vt
