#ifndef __EMSCRIPTEN__
#include "runtime/cache_folder.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdlib>
#include <filesystem>
#include <mutex>

#include "runtime/kernel_broker.h"

namespace vt {
namespace {

constexpr size_t kKeySize = 32;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string real_path(const std::string& path) {
  char* found = realpath(path.c_str(), nullptr);
  std::string text = found ? found : "";
  std::free(found);
  return text;
}

// Creates the folder with its parents and returns its real path; empty if it is not writable.
std::string made_folder(const std::string& path) {
  for (size_t at = 1; at <= path.size(); ++at)
    if (at == path.size() || path[at] == '/') mkdir(path.substr(0, at).c_str(), 0700);
  std::string real = real_path(path);
  struct stat facts {};
  bool usable = !real.empty() && stat(real.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
  return usable && access(real.c_str(), W_OK | X_OK) == 0 ? real : "";
}

std::string temporary_root() {
  std::string named = environment("TMPDIR");
  return named.empty() ? "/tmp" : named;
}

// A temporary folder private to this process, created at the first use and removed at exit.
class OwnFolder {
 public:
  ~OwnFolder() {
    std::error_code ignored;
    if (!path_.empty() && process_ == getpid()) std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() {
    std::lock_guard lock(mutex_);
    if (!path_.empty() && process_ == getpid()) return path_;
    path_.clear();
    const std::string root = real_path(temporary_root());
    std::string name = root + "/vitrine-XXXXXX";
    if (root.empty() || !mkdtemp(name.data())) return path_;
    if (distrust_of_folder(name).empty()) path_ = name, process_ = getpid();
    else rmdir(name.c_str());
    return path_;
  }

 private:
  std::mutex mutex_;
  std::string path_;
  pid_t process_ = 0;
};

struct Note {
  std::mutex mutex;
  std::string text;
  bool given = false;
};
Note& note() {
  static Note one;
  return one;
}

void say(const std::string& text) {
  std::lock_guard lock(note().mutex);
  if (!note().given && note().text.empty()) note().text = text;
}

bool read_whole(int file, std::string& bytes, size_t size) {
  bytes.resize(size);
  for (size_t at = 0; at < size;) {
    ssize_t got = read(file, bytes.data() + at, size - at);
    if (got <= 0) return false;
    at += static_cast<size_t>(got);
  }
  return true;
}

// The stored key; empty if it is missing, or if another user could have read or written the file.
std::string existing_key(const std::string& path) {
  int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return {};
  struct stat facts {};
  std::string key;
  bool sound = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == geteuid() &&
               (facts.st_mode & 077) == 0 && facts.st_nlink == 1 && facts.st_size == off_t{kKeySize} &&
               read_whole(file, key, kKeySize);
  close(file);
  return sound ? key : "";
}

}  // namespace

std::string distrust_of_folder(const std::string& folder) {
  const std::string real = real_path(folder);
  if (real.empty()) return "it is not there";
  for (std::string path = real;;) {
    struct stat facts {};
    if (lstat(path.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode)) return path + " is not a folder";
    const bool is_top = path == real;
    if (facts.st_uid != geteuid() && (is_top || facts.st_uid != 0)) return path + " belongs to another user";
    const bool sticky = !is_top && (facts.st_mode & S_ISVTX);
    if ((facts.st_mode & (S_IWGRP | S_IWOTH)) && !sticky) return "other users can write " + path;
    if (path == "/") return {};
    const size_t slash = path.rfind('/');
    path.resize(slash == 0 ? 1 : slash);
  }
}

std::string kernel_cache_folder() {
  std::string named = environment("VITRINE_CACHE");
  if (named.empty() && !environment("XDG_CACHE_HOME").empty()) named = environment("XDG_CACHE_HOME") + "/vitrine";
  if (named.empty() && !environment("HOME").empty()) named = environment("HOME") + "/.cache/vitrine";
  if (std::string folder = named.empty() ? "" : made_folder(named); !folder.empty()) {
    std::string distrust = distrust_of_folder(folder);
    if (distrust.empty()) return folder;
    say("compiled kernels are not kept in " + named + ", for " + distrust +
        "; set VITRINE_CACHE to a folder that only you can write");
  }
  std::string temporary = made_folder(temporary_root() + "/vitrine-" + std::to_string(geteuid()));
  if (!temporary.empty() && distrust_of_folder(temporary).empty()) return temporary;
  static OwnFolder own;
  return own.path();
}

std::string take_cache_note() {
  if (asks_for_kernels()) return ask_for_note();
  std::lock_guard lock(note().mutex);
  if (note().given || note().text.empty()) return {};
  note().given = true;
  return note().text;
}

std::string cache_key(const std::string& folder) {
  const std::string path = folder + "/key";
  std::string key = existing_key(path);
  if (!key.empty()) return key;
  static std::atomic<int> serial{0};
  const std::string temporary = path + "." + std::to_string(getpid()) + "." + std::to_string(serial++);
  char random[kKeySize];
  if (getrandom(random, kKeySize, 0) != ssize_t{kKeySize}) return {};
  int file = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return {};
  bool written = fchmod(file, 0600) == 0 && write(file, random, kKeySize) == ssize_t{kKeySize};
  written = close(file) == 0 && written;
  // The first process to rename wins, so that processes that start together share one key. A file that is no
  // valid key is replaced.
  bool first = written && renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0;
  if (!first && written && existing_key(path).empty()) first = rename(temporary.c_str(), path.c_str()) == 0;
  if (!first) unlink(temporary.c_str());
  return existing_key(path);
}

}  // namespace vt
#endif
