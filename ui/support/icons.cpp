#include "ui/support/icons.h"

#include "core/base/resources.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

#include <memory>
#include <string>
#include <utility>

namespace vouchsafe {
namespace {

/// Draws one SVG. With `inked` its shape is filled with the colour of button texts at the time of drawing.
class SvgIcon : public QIconEngine {
public:
    SvgIcon(QByteArray svg, bool inked) : m_svg(std::move(svg)), m_inked(inked) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const qreal ratio = painter->device()->devicePixelRatioF();
        QImage image(rect.size() * ratio, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter brush(&image);
        QSvgRenderer(m_svg).render(&brush, QRectF(image.rect()));
        if (m_inked) {
            brush.setCompositionMode(QPainter::CompositionMode_SourceIn);
            brush.fillRect(image.rect(), ink(mode));
        }
        brush.end();
        painter->drawImage(rect, image);
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1);
    }

    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QSize actualSize(const QSize &size, QIcon::Mode, QIcon::State) override { return size; }
    QString key() const override { return QStringLiteral("vouchsafe-svg"); }
    QIconEngine *clone() const override { return new SvgIcon(*this); }

private:
    static QColor ink(QIcon::Mode mode)
    {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return palette.color(QPalette::Disabled, QPalette::ButtonText);
        if (mode == QIcon::Selected)
            return palette.color(QPalette::Active, QPalette::HighlightedText);
        return palette.color(QPalette::Active, QPalette::ButtonText);
    }

    QByteArray m_svg;
    bool m_inked;
};

QIcon svgIcon(const std::string &name, bool inked)
{
    const auto svg = resource("icons/" + name + ".svg");
    return svg ? QIcon(new SvgIcon(QByteArray::fromStdString(*svg), inked)) : QIcon();
}

} // namespace

QIcon inkIcon(const char *name)
{
    return svgIcon(name, true);
}

QIcon applicationIcon()
{
    return svgIcon("vouchsafe", false);
}

} // namespace vouchsafe
