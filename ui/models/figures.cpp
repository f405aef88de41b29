#include "ui/models/figures.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTextDocument>

#include <algorithm>
#include <cmath>

namespace vouchsafe {
namespace {

struct Figures {
    Q_DECLARE_TR_FUNCTIONS(Figures)
};

} // namespace

QString durationText(std::chrono::milliseconds duration)
{
    const qint64 ms = std::max<qint64>(duration.count(), 0);
    if (ms < 100)
        return Figures::tr("%1 ms").arg(QLocale().toString(ms));
    if (ms < 59'950) // what would round to 60.0 s is a minute
        return Figures::tr("%1 s").arg(QLocale().toString(static_cast<double>(ms) / 1000.0, 'f', 1));
    return secondsText(duration + std::chrono::milliseconds(500));
}

QString secondsText(std::chrono::milliseconds duration)
{
    const qint64 seconds = std::max<qint64>(duration.count(), 0) / 1000;
    const QLocale locale;
    if (seconds < 60)
        return Figures::tr("%1 s").arg(locale.toString(seconds));
    if (seconds % 3600 == 0)
        return Figures::tr("%1 h").arg(locale.toString(seconds / 3600));
    if (seconds < 3600)
        return Figures::tr("%1 min %2 s").arg(locale.toString(seconds / 60), locale.toString(seconds % 60));
    return Figures::tr("%1 h %2 min")
        .arg(locale.toString(seconds / 3600), locale.toString(seconds / 60 % 60));
}

QString countText(std::int64_t count)
{
    return QLocale().toString(static_cast<qlonglong>(count));
}

QString fractionText(double part)
{
    return Figures::tr("%1 %").arg(QLocale().toString(static_cast<int>(std::lround(part * 100))));
}

QString scoreText(double score)
{
    return QLocale().toString(score, 'f', 2);
}

QString moneyText(double usd)
{
    const int digits = usd > 0 && usd < 0.01 ? 4 : 2;
    return QStringLiteral("$") + QLocale().toString(usd, 'f', digits);
}

QDateTime momentOf(std::string_view text)
{
    return QDateTime::fromString(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())),
                                 Qt::ISODateWithMs);
}

QString agoText(const QDateTime &moment, const QDateTime &now)
{
    constexpr qint64 day = 1440; // minutes
    const qint64 minutes = moment.secsTo(now) / 60;
    if (minutes < 1)
        return Figures::tr("just now");
    if (minutes < 60)
        return Figures::tr("%n min ago", "", static_cast<int>(minutes));
    if (minutes < day)
        return Figures::tr("%n h ago", "", static_cast<int>(minutes / 60));
    return Figures::tr("%n day(s) ago", "", static_cast<int>(minutes / day));
}

QString dateText(const QDateTime &moment)
{
    return QLocale().toString(moment.toLocalTime(), QLocale::ShortFormat);
}

QString plainTip(const QString &text)
{
    return text.isEmpty() ? QString() : Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal);
}

} // namespace vouchsafe
