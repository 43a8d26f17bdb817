// A run's events as files for other tools: Chrome's trace viewer and tlparse. After session.h; the command line writes
// the files.
#pragma once
#include <string>

#include "session/session.h"

namespace vt {

// JSON for chrome://tracing and Perfetto: stages and calls on one time line.
std::string chrome_trace(const Session& session);
// PyTorch's structured trace log, from which tlparse makes a report: one JSON record per artifact, followed by its
// text.
std::string structured_trace(const Session& session, const std::string& file);
// The text of explain_text() as an HTML file.
std::string explain_html(const Session& session, const SourceFile& file);

}  // namespace vt
