// The source position of the current instruction and the calls around it, which nodes, guards and breaks record as
// their origin. Neighbours: output.h, which holds one; tracer.cpp, which updates it.
#pragma once
#include <memory>
#include <string>

#include "capture/dynamo/source.h"
#include "frontend/code.h"

namespace vt::dynamo {

class TracePlace {
 public:
  // Moves to an instruction of the program. While library code runs, the place stays at the call of it.
  void move_to(const Code& code, const SourceSpan& span) {
    span_ = span;
    look_at(code);
  }
  const SourceSpan& span() const { return span_; }
  const std::shared_ptr<const SourceFile>& file() const { return file_; }  // null: no instruction executed yet
  const std::string& function() const { return function_; }
  CodePlace here() const { return {file_, function_, span_, caller_}; }

  // What `return_to` restores after the function called from `code` has returned.
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
