#include "session/sandboxed_run.h"

#ifdef __linux__
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "runtime/kernel_broker.h"
#include "support/sandbox.h"

namespace vt {
namespace {

namespace fs = std::filesystem;

void add_listed(std::vector<std::string>& paths, const char* variable) {
  const char* value = std::getenv(variable);
  std::istringstream parts(value ? value : "");
  for (std::string part; std::getline(parts, part, ':');)
    if (!part.empty()) paths.push_back(part);
}

// Readable: libraries, files that describe the machine, and the program's own folder.
SandboxRules rules_of(const SandboxedRun& run, const std::string& scratch) {
  SandboxRules rules;
  std::error_code ignored;
  rules.readable = {"/usr",
                    "/lib",
                    "/lib64",
                    "/etc/ld.so.cache",
                    "/etc/localtime",
                    "/proc/self",
                    "/proc/cpuinfo",
                    "/proc/meminfo",
                    "/proc/driver/nvidia",
                    "/sys/devices/system",
                    "/dev/urandom",
                    "/dev/random",
                    "/dev/zero",
                    "/dev/null",
                    run.file,
                    fs::absolute(run.file, ignored).parent_path().string()};
  for (const char* variable :
       {"LD_LIBRARY_PATH", "VITRINE_CUDA_DRIVER", "VITRINE_NVRTC", "VITRINE_CUBLASLT", "VITRINE_CUDNN"})
    add_listed(rules.readable, variable);
  rules.writable = {scratch, "/dev/null"};
  for (const fs::directory_entry& device : fs::directory_iterator("/dev", ignored))
    if (device.path().filename().string().starts_with("nvidia")) rules.writable.push_back(device.path().string());
  rules.writable.insert(rules.writable.end(), run.written.begin(), run.written.end());
  return rules;
}

std::string scratch_folder() {
  const char* root = std::getenv("TMPDIR");
  std::string name = std::string(root && *root ? root : "/tmp") + "/vitrine-scratch-XXXXXX";
  return mkdtemp(name.data()) ? name : "";
}

std::atomic<pid_t> watched{0};

// A terminal sends its signals to both processes; a signal sent to this one alone is forwarded.
void pass_signal_on(int number, siginfo_t* info, void*) {
  if (pid_t child = watched; child > 0 && info->si_code <= 0) kill(child, number);
}

void pass_signals_on() {
  struct sigaction action {};
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  action.sa_sigaction = pass_signal_on;
  for (int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

[[noreturn]] void run_inside(const SandboxedRun& run, const std::string& scratch, int socket, pid_t parent,
                             const std::function<int()>& program) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(2);
  use_kernel_cache_of(socket);
  setenv("TMPDIR", scratch.c_str(), 1);
  if (std::string problem = enter_sandbox(rules_of(run, scratch)); !problem.empty()) {
    std::fprintf(stderr, "vitrine: --sandbox: %s\n", problem.c_str());
    _exit(2);
  }
  std::exit(program());
}

int status_of(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  std::fprintf(stderr, "vitrine: the sandboxed run ended by a signal: %s\n", strsignal(WTERMSIG(status)));
  return 128 + WTERMSIG(status);
}

bool can_start(const SandboxedRun& run) {
  const std::string lack = sandbox_lack();
  if (lack.empty()) return true;
  std::fprintf(stderr, "vitrine: --sandbox: %s; %s\n", lack.c_str(),
               run.best_effort ? "the program runs without it" : "--sandbox=best-effort runs with what there is");
  return run.best_effort;
}

}  // namespace

int run_in_sandbox(const SandboxedRun& run, const std::function<int()>& program) {
  if (!can_start(run)) return 2;
  for (const std::string& file : run.written)  // Landlock rules need existing files
    if (int made = open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666); made >= 0) close(made);
  const std::string scratch = scratch_folder();
  int sockets[2];
  if (scratch.empty() || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    std::fprintf(stderr, "vitrine: --sandbox: no scratch folder: %s\n", std::strerror(errno));
    return 2;
  }
  const pid_t parent = getpid(), child = fork();
  if (child == 0) {
    close(sockets[0]);
    run_inside(run, scratch, sockets[1], parent, program);
  }
  close(sockets[1]);
  int status = 2;
  if (child > 0) {
    watched = child;
    pass_signals_on();
    serve_kernel_cache(sockets[0]);
    status = status_of(child);
  }
  std::error_code ignored;
  fs::remove_all(scratch, ignored);
  return status;
}

}  // namespace vt
#else
#include <cstdio>

namespace vt {

int run_in_sandbox(const SandboxedRun& run, const std::function<int()>& program) {
  std::fputs("vitrine: --sandbox: there is none here, only in the native program on Linux\n", stderr);
  return run.best_effort ? program() : 2;
}

}  // namespace vt
#endif
