#pragma once
// QScintilla's headers, which use the short keywords of Qt that this program switches off.

// NOLINTBEGIN(cppcoreguidelines-macro-usage): only for the next include
#define signals Q_SIGNALS
#define slots Q_SLOTS
#include <Qsci/qsciscintilla.h>
#undef signals
#undef slots
// NOLINTEND(cppcoreguidelines-macro-usage)
