#include "session/source_stages.h"

#include <functional>

#include "frontend/frontend.h"
#include "support/events.h"

namespace vt {
namespace {

Artifact text_artifact(const Result<std::vector<std::string>>& lines) {
  Artifact artifact;
  if (lines.ok())
    for (const std::string& line : lines.value()) artifact.lines.push_back({line, {}});
  else artifact.lines.push_back({lines.error().kind + ": " + lines.error().message, {}});
  return artifact;
}

// One event per function, outermost first; nested code follows the code that holds it.
void emit_bytecode(const std::shared_ptr<const Code>& code) {
  Event event;
  event.stage = Stage::kBytecode;
  event.title = code->qualified_name;
  event.span = {code->first_line, 0, code->first_line, 0};
  event.facts = {{"instructions", std::to_string(code->instructions.size())}};
  std::vector<ItemId> items;
  for (SourceSpan span : code->spans) items.push_back(event_log().provenance.add(ItemKind::kInstruction, span));
  event.items = items;
  event.artifact = [code, items] {
    Artifact artifact;
    for (const DisassemblyLine& line : disassemble(*code)) {
      TaggedLine tagged{line.text, {}};
      if (line.index < items.size()) tagged.items.push_back(items[line.index]);
      artifact.lines.push_back(std::move(tagged));
    }
    return artifact;
  };
  event_log().emit(std::move(event));
  for (const Constant& constant : code->constants)
    if (auto nested = std::get_if<std::shared_ptr<const Code>>(&constant.value)) emit_bytecode(*nested);
}

void emit_text(Stage stage, const char* title, std::function<Artifact()> artifact) {
  Event event;
  event.stage = stage;
  event.title = title;
  event.artifact = std::move(artifact);
  event_log().emit(std::move(event));
}

}  // namespace

void emit_source_stages(std::shared_ptr<const SourceFile> file) {
  emit_text(Stage::kTokens, "tokens", [file] { return text_artifact(dump_tokens(*file)); });
  emit_text(Stage::kAst, "syntax tree", [file] { return text_artifact(dump_ast(*file)); });
  auto code = compile_source(file);
  if (code.ok()) emit_bytecode(code.value());
}

}  // namespace vt
