#ifndef __EMSCRIPTEN__
#include "runtime/kernel_cache.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace vt {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool make_folders(const std::string& path) {
  for (size_t at = 1; at <= path.size(); ++at)
    if (at == path.size() || path[at] == '/') mkdir(path.substr(0, at).c_str(), at == path.size() ? 0700 : 0755);
  return access(path.c_str(), W_OK) == 0;
}

// Where the shell would find it; empty if nowhere.
std::string path_of(const std::string& program) {
  if (program.find('/') != std::string::npos) return access(program.c_str(), X_OK) == 0 ? program : "";
  std::istringstream folders(environment("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (std::string path = folder + "/" + program; access(path.c_str(), X_OK) == 0) return path;
  return {};
}

// Anybody may write where temporary files go, and what lies there would be run.
bool is_ours_alone(const std::string& folder) {
  struct stat facts {};
  return lstat(folder.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == getuid() &&
         (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// The instruction sets of this processor, as "-march=native" goes by them: a home folder
// may be shared by several machines.
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

// Another version under the same name is another compiler.
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

std::string file_content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

constexpr size_t kSealSize = 32;  // digits of a content_hash

// A library that was cut short or damaged may load and trap only when it runs, so each
// carries the hash of its bytes at its end, where the loader does not look.
bool seal(const std::string& library) {
  std::string hash = content_hash(file_content(library));
  std::ofstream out(library, std::ios::binary | std::ios::app);
  out << hash;
  return static_cast<bool>(out.flush());
}

bool is_sealed(const std::string& library) {
  std::string content = file_content(library);
  if (content.size() <= kSealSize) return false;
  std::string found = content.substr(content.size() - kSealSize);
  content.resize(content.size() - kSealSize);
  return content_hash(content) == found;
}

}  // namespace

std::string kernel_cache_folder() {
  std::string folder = environment("VITRINE_CACHE");
  if (folder.empty() && !environment("XDG_CACHE_HOME").empty()) folder = environment("XDG_CACHE_HOME") + "/vitrine";
  if (folder.empty() && !environment("HOME").empty()) folder = environment("HOME") + "/.cache/vitrine";
  if (!folder.empty() && make_folders(folder)) return folder;
  std::string temporary = environment("TMPDIR");
  folder = (temporary.empty() ? "/tmp" : temporary) + "/vitrine-" + std::to_string(getuid());
  return make_folders(folder) && is_ours_alone(folder) ? folder : "";
}

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
  std::string folder = kernel_cache_folder();
  if (folder.empty() || !is_sealed(folder + "/" + name)) return false;
  bytes = file_content(folder + "/" + name);
  bytes.resize(bytes.size() - kSealSize);
  return true;
}

void write_cached(const std::string& name, const std::string& bytes) {
  std::string folder = kernel_cache_folder();
  if (folder.empty()) return;
  static std::atomic<int> serial{0};
  std::string path = folder + "/" + name;
  std::string temporary = path + "." + std::to_string(getpid()) + "." + std::to_string(serial++);
  bool written = static_cast<bool>(std::ofstream(temporary, std::ios::binary) << bytes);
  if (!written || !seal(temporary) || std::rename(temporary.c_str(), path.c_str()) != 0) unlink(temporary.c_str());
}

void forget_cached(const std::string& name) { unlink((kernel_cache_folder() + "/" + name).c_str()); }

std::string find_system_compiler() {
  for (const std::string& name : {environment("CXX"), std::string("g++"), std::string("c++"), std::string("clang++")})
    if (!name.empty() && !path_of(name).empty()) return name;
  return {};
}

std::string compile_cached(const std::string& source, const std::string& compiler, const std::string& flags,
                           bool& from_cache, std::string& problem) {
  std::string folder = kernel_cache_folder();
  if (folder.empty()) {
    problem = "no folder for compiled kernels can be written; set VITRINE_CACHE to one";
    return {};
  }
  std::string stem =
      folder + "/" +
      content_hash(compiler + " " + version_of(compiler) + "\n" + flags + "\n" + processor() + "\n" + source);
  std::string library = stem + ".so";
  from_cache = is_sealed(library);
  if (from_cache) return library;
  static std::atomic<int> serial{0};
  std::string temporary = stem + "." + std::to_string(getpid()) + "." + std::to_string(serial++);
  std::string text = temporary + ".cpp", object = temporary + ".so", log = temporary + ".log";
  std::ofstream(text) << source;
  std::string command = compiler + " " + flags + " -o " + quoted(object) + " " + quoted(text) + " 2> " + quoted(log);
  if (std::system(command.c_str()) == 0 && seal(object) && std::rename(object.c_str(), library.c_str()) == 0) {
    std::rename(text.c_str(), (stem + ".cpp").c_str());
  } else {
    std::string said = first_lines(log);
    problem =
        compiler + " failed on the generated code, so the loop interpreter runs it" + (said.empty() ? "" : ": " + said);
    library.clear();
  }
  for (const std::string& file : {text, object, log}) unlink(file.c_str());
  return library;
}

}  // namespace vt
#endif
