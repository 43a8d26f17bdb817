// Irrevocably restricts this process: Landlock for files; seccomp for the network, other programs and other processes.
// For `vitrine run --sandbox` (session/sandboxed_run.cpp); Linux only.
#pragma once
#include <string>
#include <vector>

namespace vt {

struct SandboxRules {
  std::vector<std::string> readable;  // folders with everything below, or files; missing paths are skipped
  std::vector<std::string> writable;  // readable too
};

// Sandbox features that this kernel lacks, as text; empty if none.
std::string sandbox_lack();

// Removes all rights that the rules do not grant, from this thread and all threads it starts; features that the kernel
// lacks are skipped. Returns an error text; empty on success.
std::string enter_sandbox(const SandboxRules& rules);

}  // namespace vt
