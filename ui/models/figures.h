#pragma once
// Durations, counts, money and dates as people read them, in the locale's own way.

#include <QDateTime>
#include <QString>

#include <chrono>
#include <cstdint>
#include <string_view>

namespace vouchsafe {

/// `3 ms`, `0.4 s`, `1 min 12 s`, `2 h 5 min`
QString durationText(std::chrono::milliseconds duration);
QString secondsText(std::chrono::milliseconds duration); ///< whole seconds, for what counts up
QString countText(std::int64_t count);                   ///< `12,345`
QString fractionText(double part);                       ///< 0.5 as `50 %`
QString scoreText(double score);
QString moneyText(double usd); ///< `$0.03`

/// RFC 3339 in UTC, as the journal has it; invalid where it is not that.
QDateTime momentOf(std::string_view text);
QString agoText(const QDateTime &moment, const QDateTime &now); ///< `5 min ago`
QString dateText(const QDateTime &moment);                      ///< local time, long enough to be exact

/// Rich text that shows `text` as it is, wrapped: for tips, which would else guess.
QString plainTip(const QString &text);

} // namespace vouchsafe
