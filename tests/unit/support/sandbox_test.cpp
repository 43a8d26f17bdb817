#if defined(__linux__)
#include "support/sandbox.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "catch.h"

using namespace vt;

namespace {

struct Folders {
  Folders() {
    std::string name = "/tmp/vitrine-sandbox-test-XXXXXX";
    root = mkdtemp(name.data());
    for (const char* folder : {"/open", "/read", "/closed"}) {
      std::filesystem::create_directory(root + folder);
      std::ofstream(root + folder + "/file") << "text";
    }
  }
  ~Folders() { std::filesystem::remove_all(root); }
  std::string root;
};

// What the call leaves in errno inside a sandbox; 0 where it succeeds.
int error_inside(const Folders& folders, const std::function<int()>& call) {
  const pid_t child = fork();
  if (child == 0) {
    const SandboxRules rules{{folders.root + "/read", "/usr", "/lib", "/lib64"}, {folders.root + "/open"}};
    if (!enter_sandbox(rules).empty()) _exit(255);
    _exit(call() < 0 ? errno : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

}  // namespace

TEST_CASE("a sandboxed process reaches only the files that the rules name", "[support]") {
  if (const std::string lack = sandbox_lack(); !lack.empty()) SKIP(lack);
  const Folders f;
  const auto opens = [&](const char* path, int flags) {
    return error_inside(f, [&] { return open((f.root + path).c_str(), flags, 0600); });
  };
  CHECK(opens("/read/file", O_RDONLY) == 0);
  CHECK(opens("/read/file", O_WRONLY) == EACCES);
  CHECK(opens("/read/file", O_RDONLY | O_TRUNC) == EACCES);
  CHECK(opens("/read/new", O_WRONLY | O_CREAT) == EACCES);
  CHECK(opens("/open/new", O_WRONLY | O_CREAT) == 0);
  CHECK(opens("/open/file", O_RDWR | O_TRUNC) == 0);
  CHECK(opens("/closed/file", O_RDONLY) == EACCES);
  CHECK(opens("/open/../closed/file", O_RDONLY) == EACCES);
  const std::string read = f.root + "/read/file", open_folder = f.root + "/open", closed = f.root + "/closed/file";
  CHECK(error_inside(f, [&] { return truncate(read.c_str(), 0); }) == EACCES);
  CHECK(error_inside(f, [&] { return unlink(read.c_str()); }) == EACCES);
  CHECK(error_inside(f, [&] { return chmod((open_folder + "/file").c_str(), 0777); }) == EPERM);
  CHECK(error_inside(f, [&] { return mkdir((open_folder + "/folder").c_str(), 0700); }) == 0);
  CHECK(error_inside(f, [&] { return rename(read.c_str(), (open_folder + "/moved").c_str()); }) == EACCES);
  CHECK(error_inside(f, [&] { return link(closed.c_str(), (open_folder + "/linked").c_str()); }) != 0);
  // A link made inside leads where the process may not go.
  CHECK(error_inside(f, [&] {
          static_cast<void>(symlink(closed.c_str(), (open_folder + "/sym").c_str()));
          return open((open_folder + "/sym").c_str(), O_RDONLY);
        }) != 0);
  CHECK(std::filesystem::file_size(read) == 4);
}

TEST_CASE("a sandboxed process has no network, starts no programs and signals nobody else", "[support]") {
  if (const std::string lack = sandbox_lack(); !lack.empty()) SKIP(lack);
  const Folders f;
  for (int family : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK})
    CHECK(error_inside(f, [&] { return socket(family, SOCK_STREAM, 0); }) == EPERM);
  CHECK(error_inside(f, [] { return execl("/usr/bin/env", "env", nullptr); }) == EPERM);
  CHECK(error_inside(f, [] { return system("exit 0") == 0 ? 0 : (errno = EPERM, -1); }) == EPERM);
  CHECK(error_inside(f, [] { return kill(getppid(), 0); }) == EPERM);
  CHECK(error_inside(f, [] { return kill(getpid(), 0); }) == 0);
}

TEST_CASE("threads of a sandboxed process are in the sandbox and run", "[support]") {
  if (const std::string lack = sandbox_lack(); !lack.empty()) SKIP(lack);
  const Folders f;
  CHECK(error_inside(f, [&] {
          int found = 0;
          std::thread([&] { found = open((f.root + "/closed/file").c_str(), O_RDONLY) < 0 ? errno : 0; }).join();
          return errno = found, found ? -1 : 0;
        }) == EACCES);
}
#endif
