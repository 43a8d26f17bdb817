// Compiled kernels on disk, by content: the file's name is the hash of source, compiler,
// flags and processor. Written to a temporary name and renamed, so that two processes that share the
// folder never see half a file, and sealed by HMAC-SHA-256 with the user's key: what was cut short,
// damaged or put there by somebody else is no entry. The folder and the key are cache_folder.h's.
#pragma once
#include <string>

namespace vt {

// 128 bits of FNV-1a as hex digits.
std::string content_hash(const std::string& content);

// A shared library as bytes, for what was checked is what is loaded; empty with `problem` saying what is
// wrong and what to do.
struct CompiledLibrary {
  std::string name, bytes, problem;
  std::string source_path;  // where its C++ text lies
  bool from_cache = false;
};
// Compiles C++ text, or finds the library in the cache.
CompiledLibrary compile_cached(const std::string& source, const std::string& compiler, const std::string& flags);
// Bytes kept in the cache under a name. Read back only if their seal is right.
bool read_cached(const std::string& name, std::string& bytes);
void write_cached(const std::string& name, const std::string& bytes);
void forget_cached(const std::string& name);
// The system's C++ compiler ($CXX, c++, g++, clang++), or empty.
std::string find_system_compiler();

}  // namespace vt
