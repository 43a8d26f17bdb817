// The folder of compiled kernels, and the key that authenticates them. Code from this folder is executed, so a
// folder is used only if it belongs to the user and nobody else can write to it, even if the user named it
// explicitly. Used by kernel_cache.cpp.
#pragma once
#include <string>

namespace vt {

// The reason why another user could change files in this folder; empty if none. Checks the real path: the
// folder must belong to the user, each parent to the user or to root, and none may be writable by others
// (except that a parent may be a sticky folder such as /tmp).
std::string distrust_of_folder(const std::string& folder);

// $VITRINE_CACHE, else $XDG_CACHE_HOME/vitrine, else ~/.cache/vitrine. If that is not trusted or not
// writable: the user's folder for temporary files, else a folder private to this process, removed at exit.
// Returns a real path and creates the folder if needed; empty if no folder is writable.
std::string kernel_cache_folder();

// A message for the user if the configured folder is not used, with the reason. Returned once, then empty.
#ifdef __EMSCRIPTEN__
inline std::string take_cache_note() { return {}; }
#else
std::string take_cache_note();
#endif

// The random key of the folder, 32 bytes, created if missing; empty if another user could read or write the
// key file.
std::string cache_key(const std::string& folder);

}  // namespace vt
