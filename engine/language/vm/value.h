// The value of a Python variable: None, bool, small int and float unboxed, everything else a counted reference to an
// Object. 16 bytes; copying retains, moving does not.
#pragma once
#include <cstdint>
#include <new>
#include <utility>

namespace vt::vm {

class Object;
struct Type;

enum class Tag : uint8_t { kNull /* no value: unset local, missing argument */, kNone, kBool, kInt, kFloat, kObject };

class Value {
 public:
  Value() : tag_(Tag::kNull), int_(0) {}
  static Value none() { return Value(Tag::kNone, 0); }
  static Value boolean(bool v) { return Value(Tag::kBool, v); }
  static Value integer(int64_t v) { return Value(Tag::kInt, v); }
  static Value real(double v) {
    Value r;
    r.tag_ = Tag::kFloat;
    r.float_ = v;
    return r;
  }
  // Retains `object`.
  static Value of(Object* object) {
    Value r;
    r.tag_ = Tag::kObject;
    r.object_ = object;
    r.retain();
    return r;
  }
  // Takes over the caller's reference (new objects start with one).
  static Value adopt(Object* object) {
    Value r;
    r.tag_ = Tag::kObject;
    r.object_ = object;
    return r;
  }
  Value(const Value& o) : tag_(o.tag_), int_(o.int_) { retain(); }
  Value(Value&& o) noexcept : tag_(o.tag_), int_(o.int_) { o.tag_ = Tag::kNull; }
  Value& operator=(const Value& o) {
    Value copy(o);
    swap(copy);
    return *this;
  }
  Value& operator=(Value&& o) noexcept {
    Value moved(std::move(o));
    swap(moved);
    return *this;
  }
  ~Value() { release(); }
  void swap(Value& o) noexcept {
    std::swap(tag_, o.tag_);
    std::swap(int_, o.int_);
  }

  Tag tag() const { return tag_; }
  bool is_null() const { return tag_ == Tag::kNull; }
  bool is_none() const { return tag_ == Tag::kNone; }
  bool is_bool() const { return tag_ == Tag::kBool; }
  bool is_int() const { return tag_ == Tag::kInt; }  // a small int; bool excluded, big ints are objects
  bool is_float() const { return tag_ == Tag::kFloat; }
  bool is_object() const { return tag_ == Tag::kObject; }
  bool as_bool() const { return int_ != 0; }
  int64_t as_int() const { return int_; }
  double as_float() const { return float_; }
  Object* as_object() const { return object_; }
  // The object as a T, or nullptr (checks the C++ class by the object's kind, see object.h).
  template <class T>
  T* as() const;
  // `is`: same object, or equal unboxed values of one kind.
  bool same(const Value& o) const {
    return tag_ == o.tag_ && (tag_ == Tag::kObject ? object_ == o.object_ : int_ == o.int_ || tag_ <= Tag::kNone);
  }

 private:
  Value(Tag tag, int64_t payload) : tag_(tag), int_(payload) {}
  inline void retain() const;
  inline void release();
  Tag tag_;
  union {
    int64_t int_;
    double float_;
    Object* object_;
  };
};

}  // namespace vt::vm
