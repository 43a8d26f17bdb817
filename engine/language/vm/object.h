// Objects of the language and their types. Every object is counted, has a Type, and
// lists what it references (traverse), so that the cycle collector (gc.h) finds cycles.
// Concrete builtin objects are in objects.h.
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

// The C++ class of an object, for cheap casts. A subclass written in the language keeps
// the kind of its native base (class MyList(list) is kList). Modules of the engine that
// add native classes take kinds from kFirstExtension on (torch, capture).
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
  // Reports every Value this object holds; containers must override.
  virtual void traverse(Visitor&) const {}
  // Drops every Value this object holds, to break a cycle.
  virtual void clear() {}
  // Where instance attributes live; nullptr for types without __dict__. Created on demand.
  virtual Value* attributes_slot() { return nullptr; }
  // The same for readers: makes nothing, and may be a null Value.
  virtual const Value* attributes_if_any() { return attributes_slot(); }
  // Native types live for the process and are not counted by their instances.
  void set_type(Type* new_type);
  // Small objects come from free lists by size; bytes in use are counted (object_bytes).
  static void* operator new(size_t size);
  static void operator delete(void* memory, size_t size);

  Kind kind;
  uint8_t gc_flags = 0;
  uint32_t references = 1;  // fresh objects belong to their maker (Value::adopt)
  Type* type;               // retained if written in the language; types outlive their objects
  uint32_t gc_index = 0;    // place in the collector's list, see gc.h
};
// Bytes that objects themselves hold now (not what their vectors and strings hold).
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
// Makes an object and hands its only reference to the Value.
template <class T, class... A>
Value make(A&&... arguments) {
  return Value::adopt(new T(std::forward<A>(arguments)...));
}

// May return NotImplemented. Operator slots get the operands in the order of the program,
// so a type's own instance may be the right one: [1] * 3 and 3 * [1] meet the same slot.
using BinaryFn = Value (*)(Interpreter&, const Value&, const Value&);
using UnaryFn = Value (*)(Interpreter&, const Value&);

// Native behaviour of a type; null: it has none. A native type inherits its base's slots
// when it is made (and, for the builtin types, once all of them are filled). A class in
// the language gets its base's slots with dispatchers for the dunders that it defines
// (type_slots.cpp). The other way round, `list.__len__` and its like are made from the
// slots when a program asks for them, so native types define slots only.
struct Slots {
  UnaryFn repr = nullptr, str = nullptr, iter = nullptr, length = nullptr, truth = nullptr, hash = nullptr;
  UnaryFn negative = nullptr, positive = nullptr, invert = nullptr, absolute = nullptr, to_int = nullptr,
          to_float = nullptr, index = nullptr;
  UnaryFn next = nullptr;    // null Value at the end (no StopIteration is built)
  BinaryFn binary[13] = {};  // by BinaryOp; tried on the left operand's type, then the right's
  BinaryFn inplace[13] = {};
  BinaryFn compare[6] = {};  // by CompareOp
  BinaryFn get_item = nullptr, contains = nullptr;
  void (*set_item)(Interpreter&, const Value& self, const Value& key, const Value* value /* null deletes */) = nullptr;
  Value (*get_attribute)(Interpreter&, const Value& self,
                         Str* name) = nullptr;  // null Value: not found, go on with the usual lookup
  bool (*set_attribute)(Interpreter&, const Value& self, Str* name,
                        const Value* value) = nullptr;  // false: go on with the usual store
  Value (*call)(Interpreter&, const Value& self, const Arguments&) = nullptr;
  Value (*construct)(Interpreter&, Type* type, const Arguments&) = nullptr;  // __new__ and native __init__ in one
  // __init__ of a mutable native type (list, dict, set) on an existing object, for
  // `super().__init__(...)` in subclasses. When set, a subclass that defines __init__ is
  // constructed with no arguments first.
  void (*initialize)(Interpreter&, const Value& self, const Arguments&) = nullptr;
  BinaryFn descriptor_get = nullptr;  // (descriptor, instance or None) -> value
};

// A class; `mro` is the order of lookup from itself to object.
struct Type : Object {
  Type(std::string name, Type* base);
  ~Type() override;
  static bool is_kind(Kind k) { return k == Kind::kType; }
  void traverse(Visitor&) const override;
  void clear() override;
  bool is_subtype_of(const Type* other) const;
  // Finds a name along the mro (class attributes only); nullptr if absent. Cached.
  const Value* find(Str* name) const;
  void set(std::string_view name, Value value);  // bumps version

  std::string name;
  std::string module = "builtins";
  std::string qualified_name;
  Type* base;  // the first base, retained; it gives the native layout
  std::vector<Type*> bases;
  std::vector<Type*> subclasses;  // not retained
  std::vector<Type*> mro;
  Value attributes;  // Dict
  Slots slots;       // resolved: inherited natively where the class does not override
  Kind instance_kind = Kind::kInstance;
  bool is_native = false;    // made by the engine, immutable for programs
  bool has_dunders = false;  // a class of the language on the mro defines a dunder with a slot
  bool allows_subclass = true;
  // Attribute protocol of the language on this class or a base in the language.
  bool has_getattr = false, has_getattribute = false, has_setattr = false, has_delattr = false, has_finalizer = false;
  // From __slots__, when every class of the language on the mro has it; else null.
  std::unique_ptr<std::unordered_set<const Str*>> allowed_attributes;
  uint32_t version = 0;  // unique; changes with every change of attributes here or in a base
  void touch();          // gives a new version here and in all subclasses
};

}  // namespace vt::vm
