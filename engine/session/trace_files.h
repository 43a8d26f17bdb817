// A run's events as files that other tools read: Chrome's trace viewer and tlparse.
// After session.h; the command line writes them.
#pragma once
#include <string>

#include "session/session.h"

namespace vt {

// JSON for chrome://tracing and Perfetto: stages and calls on one time line.
std::string chrome_trace(const Session& session);
// PyTorch's structured trace log: one JSON record per artifact, its text behind it. tlparse
// makes a report of it.
std::string structured_trace(const Session& session, const std::string& file);
// explain_text() as one HTML file.
std::string explain_html(const Session& session, const SourceFile& file);

}  // namespace vt
