#include "tests/translations/entries.h"

#include <QFile>
#include <QProcess>
#include <QXmlStreamReader>

namespace vouchsafe::test {
namespace {

Entry readEntry(QXmlStreamReader &xml, const QString &context)
{
    Entry entry;
    entry.context = context;
    entry.plural = xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
    while (xml.readNextStartElement()) {
        if (xml.name() == QLatin1String("source")) {
            entry.source = xml.readElementText();
        } else if (xml.name() == QLatin1String("comment")) {
            entry.comment = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            entry.unfinished = !xml.attributes().value(QLatin1String("type")).isEmpty();
            if (!entry.plural)
                entry.translations << xml.readElementText();
            else
                while (xml.readNextStartElement())
                    entry.translations << xml.readElementText();
        } else {
            xml.skipCurrentElement();
        }
    }
    return entry;
}

} // namespace

std::vector<Entry> readEntries(const QString &file)
{
    std::vector<Entry> entries;
    QFile input(file);
    if (!input.open(QIODevice::ReadOnly))
        return entries;
    QXmlStreamReader xml(&input);
    xml.readNextStartElement(); // TS
    while (xml.readNextStartElement()) {
        QString context;
        while (xml.readNextStartElement()) {
            if (xml.name() == QLatin1String("name"))
                context = xml.readElementText();
            else if (xml.name() == QLatin1String("message"))
                entries.push_back(readEntry(xml, context));
            else
                xml.skipCurrentElement();
        }
    }
    return xml.hasError() ? std::vector<Entry>() : entries;
}

Updated updateTranslations(const QString &folder)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LUPDATE"), QStringLiteral(LUPDATE));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(VOUCHSAFE_TRANSLATIONS "/update.sh"), {folder});
    const bool ended = process.waitForFinished(60'000) && process.exitStatus() == QProcess::NormalExit;
    return {ended && process.exitCode() == 0, QString::fromUtf8(process.readAllStandardError())};
}

std::vector<Entry> everyEntry(const QString &folder)
{
    const QString file = folder + QStringLiteral("/vouchsafe_eo.ts");
    QFile empty(file);
    if (!empty.open(QIODevice::WriteOnly))
        return {};
    empty.write("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE TS>\n<TS version=\"2.1\"></TS>\n");
    empty.close();
    return updateTranslations(folder).worked ? readEntries(file) : std::vector<Entry>();
}

} // namespace vouchsafe::test
