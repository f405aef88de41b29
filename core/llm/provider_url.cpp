#include "core/llm/provider_url.h"

#include <QHostAddress>
#include <QUrl>

namespace vouchsafe {
namespace {

QUrl urlOf(std::string_view text)
{
    return QUrl::fromEncoded(QByteArray(text.data(), static_cast<qsizetype>(text.size())), QUrl::StrictMode);
}

bool isLoopback(const QUrl &url)
{
    if (url.host() == QStringLiteral("localhost"))
        return true;
    const QHostAddress address(url.host());
    return !address.isNull() && address.isLoopback();
}

} // namespace

bool isLoopbackUrl(std::string_view url)
{
    return isLoopback(urlOf(url));
}

std::string originOf(std::string_view url)
{
    const QUrl parsed = urlOf(url);
    return parsed.toString(QUrl::RemoveUserInfo | QUrl::RemovePath | QUrl::RemoveQuery | QUrl::RemoveFragment)
        .toStdString();
}

Status checkProviderUrl(std::string_view text)
{
    const QUrl url = urlOf(text);
    const auto refuse = [&](const char *why) {
        return fail(ErrorCode::ModelUnknown, std::string("the provider's base URL ") + why,
                    "base URL for " + (url.isValid() && !url.host().isEmpty() ? originOf(text) : "the model"),
                    "Set OPENAI_BASE_URL to an https address, or to http on this machine, for example "
                    "http://127.0.0.1:8080/v1.");
    };
    if (!url.isValid() || url.host().isEmpty())
        return refuse("is not an address");
    if (!url.userInfo().isEmpty())
        return refuse("has a user or password in it");
    if (url.hasQuery() || url.hasFragment())
        return refuse("has a query or fragment in it");
    if (url.scheme() == QStringLiteral("https") ||
        (url.scheme() == QStringLiteral("http") && isLoopback(url)))
        return {};
    return refuse("is neither https nor on this machine");
}

} // namespace vouchsafe
