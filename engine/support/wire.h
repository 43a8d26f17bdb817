// The binary encoding of all data that crosses the worker boundary in the
// browser or the thread boundary natively: little-endian base-128 numbers
// and length-prefixed strings. A Reader never reads past its bytes; after
// malformed input `ok()` is false and every further read returns zero.
#pragma once
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vt {

class Writer {
 public:
  void number(uint64_t v) {
    for (; v >= 0x80; v >>= 7) bytes_.push_back(static_cast<uint8_t>(v) | 0x80);
    bytes_.push_back(static_cast<uint8_t>(v));
  }
  void real(double v) {
    uint8_t raw[sizeof v];
    std::memcpy(raw, &v, sizeof v);
    bytes_.insert(bytes_.end(), raw, raw + sizeof v);
  }
  void text(std::string_view v) {
    number(v.size());
    bytes_.insert(bytes_.end(), v.begin(), v.end());
  }
  const std::vector<uint8_t>& bytes() const { return bytes_; }
  std::vector<uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
};

class Reader {
 public:
  explicit Reader(std::span<const uint8_t> bytes) : bytes_(bytes) {}
  bool ok() const { return ok_; }
  // Marks the message as malformed, for a number out of its range.
  void refuse() { fail(); }
  bool at_end() const { return at_ == bytes_.size(); }
  uint64_t number() {
    uint64_t v = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at_ >= bytes_.size()) return fail();
      uint8_t byte = bytes_[at_++];
      v |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (!(byte & 0x80)) return v;
    }
    return fail();
  }
  // A count of items of at least one byte each, so it cannot exceed the bytes left.
  size_t count() {
    uint64_t n = number();
    return n <= bytes_.size() - at_ ? static_cast<size_t>(n) : static_cast<size_t>(fail());
  }
  double real() {
    double v = 0;
    if (bytes_.size() - at_ < sizeof v) return static_cast<double>(fail());
    std::memcpy(&v, bytes_.data() + at_, sizeof v);
    at_ += sizeof v;
    return v;
  }
  std::string text() {
    size_t n = count();
    std::string v(reinterpret_cast<const char*>(bytes_.data()) + at_, n);
    at_ += n;
    return v;
  }

 private:
  uint64_t fail() {
    ok_ = false;
    at_ = bytes_.size();
    return 0;
  }
  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace vt
