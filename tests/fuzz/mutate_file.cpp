#include "fuzz/mutate_file.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace vt::fuzz {
namespace {

constexpr size_t kLargestFile = 100000;

int64_t telling_number(Random& random, size_t size) {
  static const std::vector<int64_t> kNumbers = {
      0,         1,         -1,        2,         7,          8,          127,        255,       256,
      0x7fff,    0x8000,    0xffff,    0x10000,   0x7fffffff, 0x80000000, 0xffffffff, 1ll << 32, 1ll << 40,
      1ll << 60, 1ll << 61, 1ll << 62, INT64_MAX, INT64_MIN,  -2,         -8,         64,        65};
  const int64_t near = static_cast<int64_t>(size) - 4 + static_cast<int64_t>(random.below(9));
  return random.one_in(5) ? near : random.one_in(5) ? static_cast<int64_t>(random.below(300)) : random.pick(kNumbers);
}

// One of the numbers written in digits becomes another.
bool change_written_number(std::string& bytes, Random& random) {
  if (bytes.empty()) return false;
  size_t at = random.below(bytes.size());
  while (at < bytes.size() && !std::isdigit(static_cast<unsigned char>(bytes[at]))) ++at;
  if (at == bytes.size()) return false;
  size_t end = at;
  while (end < bytes.size() && std::isdigit(static_cast<unsigned char>(bytes[end]))) ++end;
  bytes.replace(at, end - at, random.one_in(8) ? "1e30" : std::to_string(telling_number(random, bytes.size())));
  return true;
}

// A sign of the written formats becomes another, is doubled, or goes.
bool change_sign(std::string& bytes, Random& random) {
  constexpr char kSigns[] = "{}[]()\",:' ";
  const size_t at = bytes.find_first_of(kSigns, random.below(bytes.size() + 1));
  if (at == std::string::npos) return false;
  const char other = kSigns[random.below(sizeof kSigns - 1)];
  if (random.one_in(3)) bytes.erase(at, 1);
  else if (random.one_in(2)) bytes.insert(at, random.one_in(20) ? 5000 : 1, other);
  else bytes[at] = other;
  return true;
}

void change_block(std::string& bytes, const std::string& other, Random& random) {
  const size_t at = random.below(bytes.size()), size = 1 + random.below(random.one_in(3) ? 200 : 16);
  switch (random.below(5)) {
    case 0: bytes.erase(at, size); break;
    case 1: bytes.insert(at, bytes.substr(random.below(bytes.size()), size)); break;
    case 2: bytes.replace(at, size, bytes.substr(random.below(bytes.size()), size)); break;
    case 3: bytes.resize(at); break;
    default: bytes.replace(at, size, other.substr(std::min(at, other.size()), size)); break;
  }
}

void change(std::string& bytes, const std::string& other, Random& random) {
  if (bytes.empty()) bytes = "\0";
  const size_t at = random.below(bytes.size());
  switch (random.below(9)) {
    case 0: bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8))); break;
    case 1: bytes[at] = static_cast<char>(random.below(256)); break;
    case 2:
    case 3: {
      const int64_t number = telling_number(random, bytes.size());
      const size_t width = random.one_in(3) ? 4 : 8;
      if (at + width <= bytes.size()) std::memcpy(bytes.data() + at, &number, width);
      break;
    }
    case 4: {  // a byte of tags becomes another that stands in the file
      bytes[at] = bytes[random.below(bytes.size())];
      break;
    }
    case 5: change_written_number(bytes, random); break;
    case 6: change_sign(bytes, random); break;
    default: change_block(bytes, other, random); break;
  }
}

void change_often(std::string& bytes, const std::string& other, Random& random) {
  const size_t times = random.one_in(4) ? 1 + random.below(8) : 1 + random.below(2);
  for (size_t i = 0; i < times; ++i) change(bytes, other, random);
  if (bytes.size() > kLargestFile) bytes.resize(kLargestFile);
}

std::string number_bytes(uint64_t n, size_t width = 8) { return std::string(reinterpret_cast<const char*>(&n), width); }
uint64_t number_at(const std::string& bytes, size_t at, size_t width = 8) {
  uint64_t n = 0;
  std::memcpy(&n, bytes.data() + at, width);
  return n;
}

// The header is changed and its length put right; at times the numbers behind it too.
std::string change_header(const std::string& file, const std::string& other, size_t start, size_t width,
                          Random& random) {
  const size_t size = number_at(file, start, width);
  std::string header = file.substr(start + width, size), data = file.substr(start + width + size);
  change_often(header, other.substr(start + width), random);
  if (random.one_in(4)) change(data, other, random);
  return file.substr(0, start) + number_bytes(header.size(), width) + header + data;
}

// Named parts with checksums (capture/script/archive.h).
std::string change_parts(const std::string& file, const std::string& other, Random& random) {
  std::vector<std::pair<std::string, std::string>> parts;
  size_t at = 8;
  auto text = [&] {
    const size_t size = number_at(file, at);
    at += 8 + size;
    return file.substr(at - size, size);
  };
  uint64_t count = number_at(file, at);
  for (at += 8; parts.size() < count; at += 8) {
    std::string name = text();
    parts.emplace_back(std::move(name), text());
  }
  change_often(parts[random.below(parts.size())].second, other, random);
  for (auto& [name, part] : parts)
    if ((name == "graph" || name == "tensors") && random.one_in(2)) change(part, other, random);
  std::string made = file.substr(0, 8) + number_bytes(parts.size());
  for (const auto& [name, part] : parts) {
    uint64_t checksum = 1469598103934665603ull;
    for (char c : part) checksum = (checksum ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    made += number_bytes(name.size()) + name + number_bytes(part.size()) + part + number_bytes(checksum);
  }
  return made;
}

}  // namespace

std::string mutate_file(FileKind kind, const std::vector<std::string>& sound, Random& random) {
  const std::string &file = random.pick(sound), &other = random.pick(sound);
  if (!random.one_in(4)) {
    switch (kind) {
      case FileKind::kSafetensors: return change_header(file, other, 0, 8, random);
      case FileKind::kArray: return change_header(file, other, 8, 2, random);
      case FileKind::kScript: return change_parts(file, other, random);
      case FileKind::kPlain: break;
    }
  }
  std::string bytes = file;
  change_often(bytes, other, random);
  return bytes;
}

}  // namespace vt::fuzz
