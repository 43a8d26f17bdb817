// Narrows what this process may do, for good: Landlock for files, seccomp for the network, other
// programs and other processes. For `vitrine run --sandbox` (session/sandboxed_run.cpp); Linux only.
#pragma once
#include <string>
#include <vector>

namespace vt {

struct SandboxRules {
  std::vector<std::string> readable;  // folders with all below them, or files; what is missing is left out
  std::vector<std::string> writable;  // may be read as well
};

// What of the sandbox this kernel lacks, in words; empty if it has everything.
std::string sandbox_lack();

// Takes every right away that the rules do not give, from this thread and all that it starts; what the
// kernel lacks is left as it is. Returns what went wrong, or an empty string.
std::string enter_sandbox(const SandboxRules& rules);

}  // namespace vt
