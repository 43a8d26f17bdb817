// Where a value came from: what a guard checks again on the next call, and what the
// residual bytecode loads. A chain from a root (local, closure, global) through
// attributes and items.
#pragma once
#include <memory>
#include <string>

#include "support/ref.h"
#include "support/source.h"
#include "vm/interpreter.h"

namespace vt::dynamo {

using vm::Interpreter;
using vm::Value;

// A place in the program, and the calls that led there.
struct CodePlace {
  std::shared_ptr<const SourceFile> file;
  std::string function;
  SourceSpan span;
  std::shared_ptr<const CodePlace> caller;
};

enum class SourceKind : uint8_t {
  kLocal,           // L['x']: parameter `index` of the frame
  kFree,            // L['x']: closure cell `index` of the frame's function
  kGlobal,          // G['x'] of the frame's globals
  kForeignGlobal,   // G['x'] of another module: `key` is its namespace
  kAttribute,       // .name, by the full protocol
  kInstance,        // .name, from the instance's own dict
  kItem,            // [index] of a list or tuple
  kIteratorItem,    // what an iterator of a tuple gives after `index` others
  kReferent,        // () of a weak reference
  kDictItem,        // [key] of a dict
  kDictKey,         // list(...)[index] of a dict: a key that is an object of the program
  kClosure,         // .__closure__[index].cell_contents of a function
  kDefault,         // .__defaults__[index]
  kKeywordDefault,  // .__kwdefaults__['name']
  kSize,            // .size()[index] of a tensor
  kMethodFunction,  // .__func__ of a bound method
  kMethodSelf,      // .__self__
  kCell,            // what the cell `key` holds: of a function that no source leads to
  kNumber,          // .item() of a tensor
  kDrawn,           // number `index` of those that `random` drew before the frame began
};

struct Source : RefCounted {
  SourceKind kind;
  Ref<Source> base;
  std::string name;  // of locals, globals, attributes
  Value key;         // dict key or namespace
  int index = 0;
  bool cell = false;  // a local that lives in a cell

  std::string text() const;  // "L['self'].weight"
  bool is_local() const;     // the root is a local
  const Source* root() const;
  bool raw = false;           // past what the class itself makes of the access
  bool under_module = false;  // reached through an nn.Module: numbers stay constants
};
using SourceRef = Ref<Source>;

SourceRef local_source(std::string name, int slot, bool cell);
SourceRef free_source(std::string name, int index);
SourceRef global_source(std::string name);
SourceRef foreign_global_source(Value globals, std::string name);
SourceRef drawn_source(int index);
SourceRef attribute_source(SourceRef base, std::string name, SourceKind kind = SourceKind::kAttribute);
SourceRef item_source(SourceRef base, int index, SourceKind kind = SourceKind::kItem);
// `index` is the place of a key that is an object, -1 of a plain one.
SourceRef dict_item_source(SourceRef base, Value key, int index = -1);

// `index` tells cells of one name apart.
SourceRef cell_source(Value cell, std::string name, int index);

// "L_self_weight": what a graph input is called.
std::string input_name(const Source& source);

}  // namespace vt::dynamo
