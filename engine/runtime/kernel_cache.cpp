#ifndef __EMSCRIPTEN__
#include "runtime/kernel_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "runtime/cache_folder.h"
#include "runtime/kernel_broker.h"
#include "support/sha256.h"

namespace vt {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// The path of a program as the shell finds it; empty if there is none.
std::string path_of(const std::string& program) {
  if (program.find('/') != std::string::npos) return access(program.c_str(), X_OK) == 0 ? program : "";
  std::istringstream folders(environment("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (std::string path = folder + "/" + program; access(path.c_str(), X_OK) == 0) return path;
  return {};
}

// The processor's instruction set flags, which decide what "-march=native" generates. Part of the hash, because
// several machines may share a home folder.
const std::string& processor() {
  static const std::string text = [] {
    std::ifstream in("/proc/cpuinfo");
    std::string line;
    while (std::getline(in, line))
      if (line.starts_with("flags") || line.starts_with("Features")) break;
    return line;
  }();
  return text;
}

// Size and time of the compiler's file: an update under the same name must change the hash.
std::string version_of(const std::string& compiler) {
  struct stat facts {};
  if (stat(path_of(compiler).c_str(), &facts) != 0) return {};
  return std::to_string(facts.st_size) + " " + std::to_string(facts.st_mtime);
}

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string first_lines(const std::string& path) {
  std::ifstream in(path);
  std::string text, line;
  for (int i = 0; i < 4 && std::getline(in, line); ++i) text += line + "\n";
  return text;
}

constexpr size_t kSealSize = 64;  // hex digits of SHA-256
constexpr off_t kLargestEntry = off_t{1} << 30;

// Authenticates the name too, so that one entry cannot be passed off as another.
std::string seal_of(const std::string& key, const std::string& name, const std::string& bytes) {
  return hmac_sha256(key, name + '\0' + bytes);
}

// Content of a regular file that belongs to the user (no link); empty for any other file.
std::string own_file_content(const std::string& path) {
  int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return {};
  struct stat facts {};
  std::string bytes;
  if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_uid == geteuid() && facts.st_size < kLargestEntry)
    bytes.resize(static_cast<size_t>(facts.st_size));
  size_t at = 0;
  for (ssize_t got = 1; at < bytes.size() && got > 0; at += static_cast<size_t>(std::max<ssize_t>(got, 0)))
    got = read(file, bytes.data() + at, bytes.size() - at);
  bytes.resize(at);
  close(file);
  return bytes;
}

bool write_new_file(const std::string& path, const std::string& bytes) {
  int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return false;
  size_t at = 0;
  for (ssize_t put = 1; at < bytes.size() && put > 0; at += static_cast<size_t>(std::max<ssize_t>(put, 0)))
    put = write(file, bytes.data() + at, bytes.size() - at);
  return (close(file) == 0) & (at == bytes.size());
}

// A file name that no other process or thread uses.
std::string unused_name(const std::string& name) {
  static std::atomic<int> serial{0};
  return name + "." + std::to_string(getpid()) + "." + std::to_string(serial++);
}

}  // namespace

std::string content_hash(const std::string& content) {
  uint64_t a = 0xcbf29ce484222325ull, b = 0x84222325cbf29ce4ull;
  for (unsigned char c : content) {
    a = (a ^ c) * 0x100000001b3ull;
    b = (b ^ c) * 0x100000001b3ull + (a >> 47);
  }
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(a),
                static_cast<unsigned long long>(b));
  return text;
}

bool read_cached(const std::string& name, std::string& bytes) {
  if (asks_for_kernels()) return ask_to_read(name, bytes);
  const std::string folder = kernel_cache_folder();
  const std::string key = folder.empty() ? "" : cache_key(folder);
  if (key.empty()) return false;
  bytes = own_file_content(folder + "/" + name);
  if (bytes.size() <= kSealSize) return false;
  const std::string seal = bytes.substr(bytes.size() - kSealSize);
  bytes.resize(bytes.size() - kSealSize);
  return seal_of(key, name, bytes) == seal;
}

void write_cached(const std::string& name, const std::string& bytes) {
  if (asks_for_kernels()) return ask_to_write(name, bytes);
  const std::string folder = kernel_cache_folder();
  const std::string key = folder.empty() ? "" : cache_key(folder);
  if (key.empty()) return;
  const std::string path = folder + "/" + name, temporary = unused_name(path);
  bool written = write_new_file(temporary, bytes + seal_of(key, name, bytes));
  if (!written || std::rename(temporary.c_str(), path.c_str()) != 0) unlink(temporary.c_str());
}

void forget_cached(const std::string& name) {
  if (asks_for_kernels()) return ask_to_forget(name);
  unlink((kernel_cache_folder() + "/" + name).c_str());
}

std::string find_system_compiler() {
  for (const std::string& name : {environment("CXX"), std::string("g++"), std::string("c++"), std::string("clang++")})
    if (!name.empty() && !path_of(name).empty()) return name;
  return {};
}

CompiledLibrary compile_cached(const std::string& source, const std::string& compiler, const std::string& flags) {
  if (asks_for_kernels()) return ask_to_compile(source, flags);
  CompiledLibrary library;
  const std::string folder = kernel_cache_folder();
  if (folder.empty()) {
    library.problem = "no folder for compiled kernels can be written; set VITRINE_CACHE to one";
    return library;
  }
  const std::string hash =
      content_hash(compiler + " " + version_of(compiler) + "\n" + flags + "\n" + processor() + "\n" + source);
  library.name = hash + ".so";
  library.source_path = folder + "/" + hash + ".cpp";
  library.from_cache = read_cached(library.name, library.bytes);
  if (library.from_cache) return library;
  const std::string temporary = unused_name(folder + "/" + hash);
  const std::string text = temporary + ".cpp", object = temporary + ".so", log = temporary + ".log";
  std::ofstream(text) << source;
  // The compiler's temporary files become part of the library, so they must be in the trusted folder too.
  const std::string command = "TMPDIR=" + quoted(folder) + " " + compiler + " " + flags + " -o " + quoted(object) +
                              " " + quoted(text) + " 2> " + quoted(log);
  library.bytes.clear();
  if (std::system(command.c_str()) == 0) library.bytes = own_file_content(object);
  if (!library.bytes.empty()) {
    write_cached(library.name, library.bytes);
    std::rename(text.c_str(), library.source_path.c_str());
  } else {
    const std::string said = first_lines(log);
    library.problem =
        compiler + " failed on the generated code, so the loop interpreter runs it" + (said.empty() ? "" : ": " + said);
  }
  for (const std::string& file : {text, object, log}) unlink(file.c_str());
  return library;
}

}  // namespace vt
#endif
