// Compiled kernels on disk, by content: the file's name is the hash of source, compiler,
// flags and processor. Written to a temporary name and renamed, so that two processes that share the
// folder never see half a file.
#pragma once
#include <string>

namespace vt {

// $VITRINE_CACHE, else $XDG_CACHE_HOME/vitrine, else ~/.cache/vitrine, else a folder for
// temporary files. Created if it is missing; empty if that fails.
std::string kernel_cache_folder();
// 128 bits of FNV-1a as hex digits.
std::string content_hash(const std::string& content);

// Compiles C++ text to a shared library in the cache, or finds it there. Returns the path,
// or an empty string with `problem` saying what is wrong and what to do.
std::string compile_cached(const std::string& source, const std::string& compiler, const std::string& flags,
                           bool& from_cache, std::string& problem);
// Bytes kept in the cache under a name. Read back only if they are whole.
bool read_cached(const std::string& name, std::string& bytes);
void write_cached(const std::string& name, const std::string& bytes);
void forget_cached(const std::string& name);
// The system's C++ compiler ($CXX, c++, g++, clang++), or empty.
std::string find_system_compiler();

}  // namespace vt
