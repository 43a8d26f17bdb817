// Byte format of a saved script, shared by save.cpp and load.cpp; docs/adr/0010 describes the container. Every
// length that is read is checked against the remaining bytes.
#pragma once
#include <cstring>
#include <string>
#include <string_view>

#include "tensor/dtype.h"
#include "vm/interpreter.h"

namespace vt::script {

inline constexpr char kMagic[] = "VTSCRIPT";
inline constexpr int64_t kVersion = 1;

[[noreturn]] inline void damaged(const char* why) {
  vm::raise(vm::types().RuntimeError, std::string("PytorchStreamReader failed reading the archive: ") + why +
                                          ". The file is damaged, or was not written by torch.jit.save here");
}

inline uint64_t checksum(std::string_view data) {
  uint64_t hash = 1469598103934665603ull;
  for (char c : data) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return hash;
}

class ArchiveOut {
 public:
  std::string bytes;
  void number(int64_t n) { bytes.append(reinterpret_cast<const char*>(&n), 8); }
  void real(double d) { bytes.append(reinterpret_cast<const char*>(&d), 8); }
  void text(std::string_view s) {
    number(static_cast<int64_t>(s.size()));
    bytes += s;
  }
  void tag(char c) { bytes += c; }
};
class ArchiveIn {
 public:
  explicit ArchiveIn(std::string_view data) : data_(data) {}
  const char* take(size_t count) {
    if (count > data_.size() - at_) damaged("unexpected end");
    const char* here = data_.data() + at_;
    at_ += count;
    return here;
  }
  int64_t number() {
    int64_t n;
    std::memcpy(&n, take(8), 8);
    return n;
  }
  size_t count() {
    int64_t n = number();
    if (n < 0 || static_cast<uint64_t>(n) > data_.size()) damaged("a length is out of range");
    return static_cast<size_t>(n);
  }
  double real() {
    double d;
    std::memcpy(&d, take(8), 8);
    return d;
  }
  std::string text() {
    size_t n = count();
    return std::string(take(n), n);
  }
  char tag() { return *take(1); }
  bool done() const { return at_ == data_.size(); }

 private:
  std::string_view data_;
  size_t at_ = 0;
};

inline const char* safetensors_name(DType dtype) {
  switch (dtype) {
    case DType::kBool: return "BOOL";
    case DType::kUInt8: return "U8";
    case DType::kInt8: return "I8";
    case DType::kInt16: return "I16";
    case DType::kInt32: return "I32";
    case DType::kInt64: return "I64";
    case DType::kFloat16: return "F16";
    case DType::kBFloat16: return "BF16";
    case DType::kFloat32: return "F32";
    case DType::kFloat64: return "F64";
  }
  return "";
}

}  // namespace vt::script
