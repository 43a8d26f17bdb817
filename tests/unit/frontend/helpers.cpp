#include "helpers.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fs = std::filesystem;

std::string bytecode_of(const vt::Code& code) {
  std::string out;
  auto lines = vt::disassemble(code);
  for (size_t i = 0; i < code.instructions.size(); ++i) {
    const std::string& text = lines[i].text;
    out += vt::op_info(code.instructions[i].op).name;
    size_t note = text.find('(');
    if (note != std::string::npos) out += " " + text.substr(note + 1, text.size() - note - 2);
    else if (vt::op_info(code.instructions[i].op).operand != vt::Operand::kNone)
      out += " " + std::to_string(code.instructions[i].arg);
    out += "\n";
  }
  return out;
}

std::shared_ptr<const vt::Code> inner_code(const vt::Code& code, size_t index) {
  for (const vt::Constant& constant : code.constants)
    if (const auto* inner = std::get_if<std::shared_ptr<const vt::Code>>(&constant.value))
      if (index-- == 0) return *inner;
  return nullptr;
}

std::string error_of(const std::string& text) {
  auto result = compile_text(text);
  if (result) return "";
  const vt::Error& error = result.error();
  return error.kind + ": " + error.message + " @" + std::to_string(error.span.line) + ":" +
         std::to_string(error.span.column) + "-" + std::to_string(error.span.end_line) + ":" +
         std::to_string(error.span.end_column);
}

static void add_folder(const fs::path& folder, std::vector<std::pair<std::string, std::string>>& out) {
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
    if (entry.path().extension() != ".py") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    out.emplace_back(entry.path().string(), text.str());
  }
}

std::vector<std::pair<std::string, std::string>> program_texts() {
  std::vector<std::pair<std::string, std::string>> out;
  if (const char* folder = std::getenv("VITRINE_PROGRAMS")) add_folder(folder, out);
  for (fs::path at = fs::current_path(); !at.empty() && at != at.parent_path(); at = at.parent_path()) {
    if (!fs::is_directory(at / "tests" / "programs")) continue;
    add_folder(at / "tests" / "programs", out);
    break;
  }
  std::sort(out.begin(), out.end());
  return out;
}
