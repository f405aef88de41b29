#include "core/llm/retry.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <mutex>

namespace vouchsafe {
namespace {

using std::chrono::milliseconds;

std::optional<double> number(std::string_view text)
{
    text = trimmed(text);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) || value < 0)
        return std::nullopt;
    return std::min(value, 1e12);
}

/// What the server asks for, if it does so in a way that is understood.
std::optional<milliseconds> askedWait(const FailedTry &failed)
{
    if (const auto ms = number(headerValue(failed.headers, "retry-after-ms")))
        return milliseconds(static_cast<std::int64_t>(*ms));
    const std::string after = headerValue(failed.headers, "retry-after");
    if (const auto s = number(after))
        return milliseconds(static_cast<std::int64_t>(*s * 1000));
    if (const auto at = httpDate(after))
        return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(*at - failed.now));
    return std::nullopt;
}

bool worthAnother(const FailedTry &failed)
{
    if (failed.status == 401 || failed.status == 403)
        return false;
    const std::string hint = lowerAscii(trimmed(headerValue(failed.headers, "x-should-retry")));
    if (hint == "true" || hint == "false")
        return hint == "true";
    return failed.status == 0 || failed.status == 408 || failed.status == 409 || failed.status == 429 ||
           failed.status >= 500;
}

std::string secondsText(milliseconds time)
{
    return std::to_string((time.count() + 999) / 1000) + " s";
}

} // namespace

RetryDecision decideRetry(const RetryPolicy &policy, const FailedTry &failed)
{
    if (!worthAnother(failed))
        return {false, milliseconds(0), "the same request would fail again"};
    if (failed.tries >= policy.maxTries)
        return {false, milliseconds(0), "gave up after " + std::to_string(failed.tries) + " tries"};
    const int doublings = std::clamp(failed.tries - 1, 0, 20);
    const milliseconds backoff = std::min(policy.cap, policy.base * (std::int64_t{1} << doublings));
    const double jitter = 1.0 - 0.25 * std::clamp(failed.random, 0.0, 1.0);
    milliseconds wait(static_cast<std::int64_t>(static_cast<double>(backoff.count()) * jitter));
    if (const auto asked = askedWait(failed); asked && asked->count() > 0) {
        if (*asked > policy.longestWait)
            return {false, milliseconds(0),
                    "the provider asks for a wait of " + secondsText(*asked) + ", the limit is " +
                        secondsText(policy.longestWait)};
        wait = *asked;
    }
    return {true, wait, failed.status == 0 ? "no answer" : "status " + std::to_string(failed.status)};
}

std::optional<std::chrono::system_clock::time_point> httpDate(std::string_view view)
{
    constexpr std::array months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::string text(trimmed(view));
    char month[4] = {};
    int day = 0;
    int year = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
    const char *const at = text.c_str();
    const bool fixed =
        std::sscanf(at, "%*3s, %2d %3s %4d %2d:%2d:%2d", &day, month, &year, &hour, &minute, &second) == 6;
    const bool rfc850 = !fixed && std::sscanf(at, "%*[A-Za-z], %2d-%3[A-Za-z]-%2d %2d:%2d:%2d", &day, month,
                                              &year, &hour, &minute, &second) == 6;
    const bool asctime =
        !fixed && !rfc850 &&
        std::sscanf(at, "%*3s %3s %2d %2d:%2d:%2d %4d", month, &day, &hour, &minute, &second, &year) == 6;
    const auto named = std::find(months.begin(), months.end(), std::string_view(month));
    if (!(fixed || rfc850 || asctime) || named == months.end())
        return std::nullopt;
    if (rfc850)
        year += year < 70 ? 2000 : 1900;
    const std::chrono::year_month_day date{
        std::chrono::year(year), std::chrono::month(static_cast<unsigned>(named - months.begin()) + 1),
        std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok() || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
        return std::nullopt;
    return std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
           std::chrono::seconds(second);
}

bool waitCancellable(milliseconds time, std::stop_token stop,
                     const std::function<void(milliseconds left)> &tick)
{
    constexpr milliseconds step{5'000};
    const auto end = std::chrono::steady_clock::now() + time;
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    for (milliseconds left = time; left.count() > 0 && !stop.stop_requested();) {
        tick(left);
        changed.wait_for(lock, stop, std::min(left, step), [] { return false; });
        left = std::chrono::duration_cast<milliseconds>(end - std::chrono::steady_clock::now());
    }
    return !stop.stop_requested();
}

} // namespace vouchsafe
