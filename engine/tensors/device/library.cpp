#include "device/library.h"

#include <cstdlib>
#include <string>
#include <vector>
#ifndef __EMSCRIPTEN__
#include <dlfcn.h>
#include <glob.h>
#endif

namespace vt::device {

#ifdef __EMSCRIPTEN__
void* open_library(const char*, std::initializer_list<const char*>) { return nullptr; }
void* library_symbol(void*, const char*) { return nullptr; }
#else
namespace {

// Where the toolkit and Python's packages put libraries that the loader does not find by
// itself. Newest version last in the order of names, so first here.
const std::vector<std::string>& library_folders() {
  static const std::vector<std::string> folders = [] {
    std::vector<std::string> patterns;
    auto packages = [&](const std::string& root) {
      patterns.push_back(root + "/lib/python3*/site-packages/nvidia/*/lib");
      patterns.push_back(root + "/lib/python3*/dist-packages/nvidia/*/lib");
    };
    for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
      if (const char* root = std::getenv(variable); root && *root) packages(root);
    // The environments whose programs the shell finds.
    std::string path = std::getenv("PATH") ? std::getenv("PATH") : "";
    for (size_t at = 0; at < path.size();) {
      size_t end = std::min(path.find(':', at), path.size());
      std::string folder = path.substr(at, end - at);
      if (folder.size() > 4 && folder.compare(folder.size() - 4, 4, "/bin") == 0)
        packages(folder.substr(0, folder.size() - 4));
      at = end + 1;
    }
    patterns.insert(patterns.end(), {"/usr/local/cuda/lib64", "/usr/local/cuda*/lib64", "/usr/local/cuda*/lib"});
    std::vector<std::string> found;
    for (const std::string& pattern : patterns) {
      glob_t matches{};
      if (glob(pattern.c_str(), 0, nullptr, &matches) == 0)
        for (size_t i = matches.gl_pathc; i-- > 0;) found.emplace_back(matches.gl_pathv[i]);
      globfree(&matches);
    }
    return found;
  }();
  return folders;
}

}  // namespace

void* open_library(const char* override, std::initializer_list<const char*> names) {
  const char* path = std::getenv(override);
  if (path && *path) return dlopen(path, RTLD_NOW | RTLD_LOCAL);
  for (const char* name : names)
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  for (const char* name : names)
    for (const std::string& folder : library_folders())
      if (void* library = dlopen((folder + "/" + name).c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  return nullptr;
}
void* library_symbol(void* library, const char* name) { return library ? dlsym(library, name) : nullptr; }
#endif

}  // namespace vt::device
