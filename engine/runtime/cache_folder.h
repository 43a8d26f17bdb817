// The folder that holds compiled kernels, and the key that seals them. What lies there is run, so a
// folder is used only if it belongs to the user and nobody else can write it, whoever names it.
// Below kernel_cache.cpp.
#pragma once
#include <string>

namespace vt {

// Why another user could change what lies in this folder, or an empty string. On the real path:
// the folder belongs to the user, each folder above it to the user or to root, and none of them can
// be written by others (above it, a sticky folder such as /tmp may be).
std::string distrust_of_folder(const std::string& folder);

// $VITRINE_CACHE, else $XDG_CACHE_HOME/vitrine, else ~/.cache/vitrine; where that is not to be trusted
// or cannot be written, the user's folder for temporary files, else one of this process alone, which goes
// when the process ends. A real path; made if it is missing; empty if there is nowhere to write.
std::string kernel_cache_folder();

// What the user should know about the choice: why the folder that was named is not used. Given once.
#ifdef __EMSCRIPTEN__
inline std::string take_cache_note() { return {}; }
#else
std::string take_cache_note();
#endif

// The random key of the folder, 32 bytes, made if it is missing; empty if the file is not the user's
// alone.
std::string cache_key(const std::string& folder);

}  // namespace vt
