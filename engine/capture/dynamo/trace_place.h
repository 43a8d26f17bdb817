// Where tracing is in the program, and which calls led there: what nodes, guards and breaks name as their origin.
// Neighbours: output.h, which has one; tracer.cpp, which moves it.
#pragma once
#include <memory>
#include <string>

#include "capture/dynamo/source.h"
#include "frontend/code.h"

namespace vt::dynamo {

class TracePlace {
 public:
  // To an instruction of the program. Code of the library leaves the place where it was called.
  void move_to(const Code& code, const SourceSpan& span) {
    span_ = span;
    look_at(code);
  }
  const SourceSpan& span() const { return span_; }
  const std::shared_ptr<const SourceFile>& file() const { return file_; }  // null: no instruction yet
  const std::string& function() const { return function_; }
  CodePlace here() const { return {file_, function_, span_, caller_}; }

  // What `return_to` needs when the function that is called from `code` has returned.
  struct Call {
    SourceSpan span;
    const Code* code;
    std::shared_ptr<const CodePlace> caller;
  };
  Call call_from(const Code& code) {
    Call call{span_, code_, caller_};
    if (code_ == &code) caller_ = std::make_shared<const CodePlace>(here());
    return call;
  }
  void return_to(Call call) {
    span_ = call.span;
    caller_ = std::move(call.caller);
    if (call.code) look_at(*call.code);
  }

 private:
  void look_at(const Code& code) {
    if (code_ == &code) return;
    code_ = &code;
    file_ = code.file;
    function_ = code.name;
  }
  SourceSpan span_;
  const Code* code_ = nullptr;
  std::shared_ptr<const SourceFile> file_;
  std::string function_;
  std::shared_ptr<const CodePlace> caller_;
};

}  // namespace vt::dynamo
