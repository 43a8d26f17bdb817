// Resolves the scope of each name in the AST. After the parser, before the
// compiler. Scopes are functions (including lambdas, generator expressions and
// comprehensions), classes and the module; comprehensions other than generator
// expressions are inlined into the enclosing scope, as in CPython 3.12 (PEP 709).
#pragma once
#include <deque>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/ast.h"
#include "support/result.h"

namespace vt {

enum class ScopeKind : uint8_t { kModule, kFunction, kClass };
enum class NameScope : uint8_t { kUnset, kLocal, kGlobalExplicit, kGlobalImplicit, kFree, kCell };

enum SymbolFlags : uint16_t {
  kDefGlobal = 1,
  kDefLocal = 2,
  kDefParameter = 4,
  kDefNonlocal = 8,
  kUsed = 16,
  kDefImport = 32,
  kDefAnnotation = 64,
  kDefIteration = 128,  // target of a comprehension's `for`
  kFreeInClass = 256,   // bound in the class body and free in one of its methods
};
inline constexpr uint16_t kBound = kDefLocal | kDefParameter | kDefImport;

struct Symbol {
  std::string_view name;
  uint16_t flags = 0;
  NameScope scope = NameScope::kUnset;
};

struct Scope {
  ScopeKind kind = ScopeKind::kModule;
  bool comprehension = false;     // any of the four kinds
  bool generator = false;         // contains yield, or is a generator expression
  bool coroutine = false;         // async def, or contains await or an asynchronous comprehension
  bool async_function = false;    // async def
  bool inlined = false;           // a comprehension inlined into its parent
  bool type_parameters = false;   // around a generic function, class or alias: holds its type parameters
  bool needs_class_cell = false;  // a class whose methods use super() or __class__
  int iterable_depth = 0;         // while building: inside a comprehension's iterable
  bool iteration_target = false;  // while building: inside a comprehension's target
  SourceSpan yield_span;          // while building: of the last yield
  Scope* parent = nullptr;
  std::string_view class_name;  // of the innermost class, for mangling
  std::vector<Symbol> symbols;  // in order of first mention
  std::vector<std::string_view> parameters;
  std::vector<Scope*> children;
  std::vector<std::pair<std::string_view, SourceSpan>> directives;  // global, nonlocal
  std::unordered_map<std::string_view, uint32_t> index;

  Symbol* find(std::string_view name) {
    auto found = index.find(name);
    return found == index.end() ? nullptr : &symbols[found->second];
  }
  Symbol& get(std::string_view name) {
    auto [place, inserted] = index.try_emplace(name, static_cast<uint32_t>(symbols.size()));
    if (inserted) symbols.push_back({name});
    return symbols[place->second];
  }
  bool function_like() const { return kind == ScopeKind::kFunction; }
};

struct SymbolTable {
  std::deque<Scope> scopes;
  std::unordered_map<const void*, Scope*> by_node;
  Arena names;
  Scope& of(const void* node) const { return *by_node.at(node); }
  // `__x` inside class C is `_C__x`.
  std::string_view mangle(std::string_view class_name, std::string_view name);
};

Result<std::unique_ptr<SymbolTable>> build_symbols(const Ast& ast);

}  // namespace vt
