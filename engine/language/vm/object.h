// Python objects and their types. Every object is reference-counted, has a
// Type, and reports the values it references (traverse), so that the cycle
// collector (gc.h) finds cycles. Concrete builtin objects are in objects.h.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "vm/value.h"

namespace vt::vm {

class Interpreter;
struct Dict;
struct Str;
struct Tuple;
struct Arguments;

// The C++ class of an object, for cheap casts. A Python subclass keeps the
// kind of its native base (class MyList(list) is kList). Parts of the engine
// that add native classes use kinds from kFirstExtension on (torch, capture).
enum class Kind : uint8_t {
  kPlain,
  kType,
  kStr,
  kBytes,
  kBigInt,
  kTuple,
  kList,
  kDict,
  kSet,
  kFrozenSet,
  kSlice,
  kRange,
  kEllipsis,
  kNotImplemented,
  kFunction,
  kNativeFunction,
  kBoundMethod,
  kCell,
  kCode,
  kGenerator,
  kModule,
  kInstance,
  kException,
  kTraceback,
  kProperty,
  kStaticMethod,
  kClassMethod,
  kSuper,
  kIterator,
  kDictView,
  kFrame,
  kMappingProxy,
  kOther,
  kFirstExtension = 64,
  kTensor = 64,
  kDType,
  kDevice,
  kSize,
  kGenerator_,
  kStorage,
  kGradFunction,
  kSymInt,  // torch
  kFxNode = 80,
  kFxGraph,
  kFxProxy,
  kCompiled,
  kVariable,  // capture
};

class Visitor {
 public:
  virtual void visit(const Value& value) = 0;

 protected:
  ~Visitor() = default;
};

class Object {
 public:
  Object(Kind kind, Type* type);
  virtual ~Object();
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  // Visits every Value that this object holds; containers must override it.
  virtual void traverse(Visitor&) const {}
  // Drops every Value that this object holds, to break a cycle.
  virtual void clear() {}
  // The storage of the instance attributes, created on demand; nullptr for types without __dict__.
  virtual Value* attributes_slot() { return nullptr; }
  // The same for reading: creates nothing, and may be a null Value.
  virtual const Value* attributes_if_any() { return attributes_slot(); }
  // Native types are never freed, so instances do not count references to them.
  void set_type(Type* new_type);
  // Small objects are allocated from free lists by size; bytes in use are counted (object_bytes).
  static void* operator new(size_t size);
  static void operator delete(void* memory, size_t size);

  Kind kind;
  uint8_t gc_flags = 0;
  uint32_t references = 1;  // a new object's reference is owned by its creator (Value::adopt)
  Type* type;               // retained if it is a Python class; types outlive their objects
  uint32_t gc_index = 0;    // index in the collector's list, see gc.h
};
// Bytes that the objects themselves occupy now (without their vectors and strings).
uint64_t object_bytes();

inline void Value::retain() const {
  if (tag_ == Tag::kObject) ++object_->references;
}
void destroy(Object* object);  // bounded recursion: long chains are freed iteratively
inline void Value::release() {
  if (tag_ == Tag::kObject && --object_->references == 0) destroy(object_);
}

template <class T>
T* Value::as() const {
  return tag_ == Tag::kObject && T::is_kind(object_->kind) ? static_cast<T*>(object_) : nullptr;
}
// Creates an object; the Value takes its only reference.
template <class T, class... A>
Value make(A&&... arguments) {
  return Value::adopt(new T(std::forward<A>(arguments)...));
}

// May return NotImplemented. Operator slots get the operands in source order, so the type's own instance may be the
// right operand: [1] * 3 and 3 * [1] call the same slot.
using BinaryFn = Value (*)(Interpreter&, const Value&, const Value&);
using UnaryFn = Value (*)(Interpreter&, const Value&);

// Native behaviour of a type; null if it has none. A native type inherits its
// base's slots when it is created (and, for the builtin types, once all of them
// are filled). A Python class gets its base's slots, with dispatchers for the
// dunders that it defines (type_slots.cpp). Conversely, `list.__len__` and its
// like are created from the slots on first use, so native types define slots only.
struct Slots {
  UnaryFn repr = nullptr, str = nullptr, iter = nullptr, length = nullptr, truth = nullptr, hash = nullptr;
  UnaryFn negative = nullptr, positive = nullptr, invert = nullptr, absolute = nullptr, to_int = nullptr,
          to_float = nullptr, index = nullptr;
  UnaryFn next = nullptr;    // null Value at the end (no StopIteration is built)
  BinaryFn binary[13] = {};  // by BinaryOp; tried on the left operand's type, then on the right's
  BinaryFn inplace[13] = {};
  BinaryFn compare[6] = {};  // by CompareOp
  BinaryFn get_item = nullptr, contains = nullptr;
  void (*set_item)(Interpreter&, const Value& self, const Value& key, const Value* value /* null deletes */) = nullptr;
  Value (*get_attribute)(Interpreter&, const Value& self,
                         Str* name) = nullptr;  // null Value: not found, continue with the usual lookup
  bool (*set_attribute)(Interpreter&, const Value& self, Str* name,
                        const Value* value) = nullptr;  // false: continue with the usual store
  Value (*call)(Interpreter&, const Value& self, const Arguments&) = nullptr;
  Value (*construct)(Interpreter&, Type* type, const Arguments&) = nullptr;  // __new__ and native __init__ in one
  // __init__ of a mutable native type (list, dict, set) on an existing object, for
  // `super().__init__(...)` in subclasses. When set, a subclass that defines __init__ is
  // constructed with no arguments first.
  void (*initialize)(Interpreter&, const Value& self, const Arguments&) = nullptr;
  BinaryFn descriptor_get = nullptr;  // (descriptor, instance or None) -> value
};

// A class; `mro` is the method resolution order, from the class itself to object.
struct Type : Object {
  Type(std::string name, Type* base);
  ~Type() override;
  static bool is_kind(Kind k) { return k == Kind::kType; }
  void traverse(Visitor&) const override;
  void clear() override;
  bool is_subtype_of(const Type* other) const;
  // Looks a name up along the mro (class attributes only); nullptr if absent. Cached.
  const Value* find(Str* name) const;
  void set(std::string_view name, Value value);  // changes the version

  std::string name;
  std::string module = "builtins";
  std::string qualified_name;
  Type* base;  // the first base, retained; it determines the native layout
  std::vector<Type*> bases;
  std::vector<Type*> subclasses;  // not retained
  std::vector<Type*> mro;
  Value attributes;  // Dict
  Slots slots;       // resolved: inherited natively where the class does not override
  Kind instance_kind = Kind::kInstance;
  bool is_native = false;    // made by the engine, immutable for programs
  bool has_dunders = false;  // a Python class on the mro defines a dunder that has a slot
  bool allows_subclass = true;
  // Whether this class or a Python base class defines these methods.
  bool has_getattr = false, has_getattribute = false, has_setattr = false, has_delattr = false, has_finalizer = false;
  // From __slots__, if every Python class on the mro has it; else null.
  std::unique_ptr<std::unordered_set<const Str*>> allowed_attributes;
  uint32_t version = 0;  // unique; changes with every change of attributes here or in a base
  void touch();          // assigns a new version here and in all subclasses
};

}  // namespace vt::vm
