// Compiled kernels on disk, addressed by content: a file's name is the hash of source, compiler, flags and
// processor. A file is written under a temporary name and renamed, so that other processes never see half a file.
// It is sealed by HMAC-SHA-256 with the user's key; a file that is truncated, damaged or written by somebody else
// is ignored. Folder and key are those of cache_folder.h.
#pragma once
#include <string>

namespace vt {

// 128 bits of FNV-1a as hex digits.
std::string content_hash(const std::string& content);

// A shared library as bytes, so that exactly the checked bytes are loaded. If empty, `problem` says what is
// wrong and what to do.
struct CompiledLibrary {
  std::string name, bytes, problem;
  std::string source_path;  // path of its C++ text
  bool from_cache = false;
};
// Compiles C++ text, or returns the library from the cache.
CompiledLibrary compile_cached(const std::string& source, const std::string& compiler, const std::string& flags);
// Cached bytes under a name. read_cached returns false if the entry is missing or its seal is wrong.
bool read_cached(const std::string& name, std::string& bytes);
void write_cached(const std::string& name, const std::string& bytes);
void forget_cached(const std::string& name);
// The system's C++ compiler ($CXX, c++, g++, clang++); empty if there is none.
std::string find_system_compiler();

}  // namespace vt
