// Sources: the path by which a value is reached from the frame. A guard reads
// it again on the next call, and the residual bytecode loads from it. A chain
// from a root (local, closure cell, global) through attributes and items.
#pragma once
#include <memory>
#include <string>

#include "support/ref.h"
#include "support/source.h"
#include "vm/interpreter.h"

namespace vt::dynamo {

using vm::Interpreter;
using vm::Value;

// A position in the program, with the chain of inlined calls that led to it.
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
  kAttribute,       // .name, by the full attribute protocol
  kInstance,        // .name, from the instance's own dict
  kItem,            // [index] of a list or tuple
  kIteratorItem,    // the item of a tuple iterator after `index` others
  kReferent,        // what a weak reference refers to
  kDictItem,        // [key] of a dict
  kDictKey,         // list(...)[index] of a dict: a key that is an object, not a constant
  kClosure,         // .__closure__[index].cell_contents of a function
  kDefault,         // .__defaults__[index]
  kKeywordDefault,  // .__kwdefaults__['name']
  kSize,            // .size()[index] of a tensor
  kMethodFunction,  // .__func__ of a bound method
  kMethodSelf,      // .__self__
  kCell,            // contents of the cell `key`, whose function has no source
  kNumber,          // .item() of a 0-d tensor
  kDrawn,           // number `index` of those drawn from `random` before the graph runs
};

struct Source : RefCounted {
  SourceKind kind;
  Ref<Source> base;
  std::string name;  // of locals, globals, attributes
  Value key;         // dict key or namespace
  int index = 0;
  bool cell = false;  // a local stored in a cell

  std::string text() const;  // "L['self'].weight"
  bool is_local() const;     // the root is a local
  const Source* root() const;
  bool raw = false;           // read without the class's __getattribute__ or __getitem__
  bool under_module = false;  // reached through an nn.Module: numbers are never made dynamic
};
using SourceRef = Ref<Source>;

SourceRef local_source(std::string name, int slot, bool cell);
SourceRef free_source(std::string name, int index);
SourceRef global_source(std::string name);
SourceRef foreign_global_source(Value globals, std::string name);
SourceRef drawn_source(int index);
SourceRef attribute_source(SourceRef base, std::string name, SourceKind kind = SourceKind::kAttribute);
SourceRef item_source(SourceRef base, int index, SourceKind kind = SourceKind::kItem);
// `index`: position among the keys if the key is an object; -1 if it is a constant.
SourceRef dict_item_source(SourceRef base, Value key, int index = -1);

// `index` distinguishes cells with the same name.
SourceRef cell_source(Value cell, std::string name, int index);

// The name of a graph input: "L_self_weight".
std::string input_name(const Source& source);

}  // namespace vt::dynamo
