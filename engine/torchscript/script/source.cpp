#include "torchscript/script/source.h"

#include <algorithm>

namespace vt::script {

int Range::line() const {
  if (!source) return 0;
  size_t stop = std::min(begin, source->text.size());
  return source->first_line +
         static_cast<int>(
             std::count(source->text.begin(), source->text.begin() + static_cast<std::ptrdiff_t>(stop), '\n'));
}

int Range::column() const {
  if (!source) return 0;
  size_t at = std::min(begin, source->text.size());
  size_t newline = at == 0 ? std::string::npos : source->text.rfind('\n', at - 1);
  return static_cast<int>(newline == std::string::npos ? at : at - newline - 1);
}

std::string Range::highlight(const std::string& function) const {
  if (!source) return "";
  constexpr int kContext = 2;  // lines before and after
  const std::string& text = source->text;
  if (end - begin >= text.size()) return text;
  size_t stop = std::min(end, text.size());
  auto line_begin = [&](size_t at) {
    while (at > 0 && text[at - 1] != '\n') --at;
    return at;
  };
  auto line_end = [&](size_t at) {
    while (at < text.size() && text[at] != '\n') ++at;
    return at;
  };
  size_t first = line_begin(begin);
  for (int i = 0; i < kContext && first > 0; ++i) first = line_begin(first - 1);
  std::string out = "  File \"" + source->file + "\", line " + std::to_string(line());
  if (!function.empty()) out += ", in " + function;
  out += "\n" + text.substr(first, line_begin(begin) - first);
  size_t at = line_begin(begin);
  // Print every line of the range, with marks below the characters that belong to it.
  for (;;) {
    size_t here_end = line_end(at);
    out += text.substr(at, here_end - at) + "\n";
    size_t marked_end = std::min(here_end, stop);
    size_t mark = std::max(at, std::min(begin, marked_end));
    if (at > begin) mark = at;
    while (mark < marked_end && text[mark] == ' ') ++mark;
    bool more = false;
    for (size_t i = here_end; i < stop; ++i) more |= text[i] != '\n' && text[i] != ' ';
    if (marked_end > mark) {
      out += std::string(mark - at, ' ') + std::string(marked_end - mark, '~');
      out += more ? "\n" : " <--- HERE\n";
    }
    at = here_end + 1;
    if (at >= stop || at > text.size()) break;
  }
  size_t after = std::min(at, text.size());
  size_t last = after;
  for (int i = 0; i < kContext && last < text.size(); ++i) last = std::min(line_end(last) + 1, text.size());
  std::string tail = text.substr(after, last - after);
  out += tail;
  if (!tail.empty() && tail.back() != '\n') out += '\n';
  return out;
}

}  // namespace vt::script
