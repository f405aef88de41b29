#include "ui/support/banner_stack.h"

#include "ui/support/error_banner.h"

#include <QVBoxLayout>

namespace vouchsafe {

BannerStack::BannerStack(const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins({});
    m_layout->setSpacing(1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void BannerStack::put(Act act, const Error &error)
{
    take(act);
    auto *banner = new ErrorBanner(m_theme, error, this);
    m_banners[act] = banner;
    m_layout->addWidget(banner);
    connect(banner, &ErrorBanner::closed, this, [this, act] { take(act); });
    show();
}

void BannerStack::take(Act act)
{
    const auto found = m_banners.find(act);
    if (found == m_banners.end())
        return;
    found->second->hide();
    found->second->deleteLater(); // its own button may be what called
    m_banners.erase(found);
    setVisible(!m_banners.empty());
}

const ErrorBanner *BannerStack::banner(Act act) const
{
    const auto found = m_banners.find(act);
    return found == m_banners.end() ? nullptr : found->second;
}

} // namespace vouchsafe
