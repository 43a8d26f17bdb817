// A bump allocator for the AST: all nodes are freed together, so they own nothing and their destructors are never run.
// Used by the parser; the Ast (ast.h) keeps it alive.
#pragma once
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace vt {

class Arena {
 public:
  template <class T>
  T* make() {
    static_assert(std::is_trivially_destructible_v<T>, "the arena runs no destructors");
    return new (allocate(sizeof(T), alignof(T))) T{};
  }
  template <class T>
  std::span<T> copy(const std::vector<T>& items) {
    static_assert(std::is_trivially_copyable_v<T>, "copied as bytes");
    if (items.empty()) return {};
    T* memory = static_cast<T*>(allocate(sizeof(T) * items.size(), alignof(T)));
    std::memcpy(static_cast<void*>(memory), items.data(), sizeof(T) * items.size());
    return {memory, items.size()};
  }
  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* memory = static_cast<char*>(allocate(text.size(), 1));
    std::memcpy(memory, text.data(), text.size());
    return {memory, text.size()};
  }

 private:
  void* allocate(size_t size, size_t alignment) {
    size_t start = (used_ + alignment - 1) & ~(alignment - 1);
    if (start + size > capacity_) {
      capacity_ = size > kBlock ? size : kBlock;
      blocks_.push_back(std::unique_ptr<char[]>(new char[capacity_]));
      start = 0;
    }
    used_ = start + size;
    return blocks_.back().get() + start;
  }

  static constexpr size_t kBlock = 32 * 1024;
  std::vector<std::unique_ptr<char[]>> blocks_;
  size_t used_ = 0;
  size_t capacity_ = 0;
};

}  // namespace vt
