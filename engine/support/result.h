// A mistake of the user is a value with a position: Error, or Result<T>, which holds a value or an Error. An internal
// defect is an InternalError (check.h).
#pragma once
#include <string>
#include <utility>
#include <variant>

#include "support/source.h"

namespace vt {

// `kind`: the Python exception type ("SyntaxError"); `hint`: advice on how to fix it.
struct Error {
  std::string kind;
  std::string message;
  SourceSpan span;
  std::string hint;
};

template <class T>
class Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}
  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() { return std::get<0>(state_); }
  const T& value() const { return std::get<0>(state_); }
  const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace vt
