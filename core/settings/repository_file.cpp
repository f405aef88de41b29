#include "core/settings/repository_file.h"

#include "core/base/files.h"
#include "core/base/text.h"

#include <toml++/toml.h>

#include <algorithm>
#include <sstream>
#include <system_error>

namespace vouchsafe {
namespace {

constexpr std::uint64_t largestFile = std::uint64_t{256} << 10;

Failure wrongLine(std::uint32_t line, const std::string &why)
{
    return fail(ErrorCode::Settings, "the repository's settings could not be read",
                std::string(repositoryFileName) + " line " + std::to_string(line) + ": " + why);
}

std::optional<std::string> scalar(const toml::node &node)
{
    if (const auto text = node.value_exact<std::string>())
        return *text;
    if (const auto whole = node.value_exact<std::int64_t>())
        return std::to_string(*whole);
    if (const auto truth = node.value_exact<bool>())
        return *truth ? "true" : "false";
    if (const auto number = node.value_exact<double>()) {
        std::ostringstream out;
        out.imbue(std::locale::classic());
        out << *number;
        return out.str();
    }
    return std::nullopt;
}

Status gather(const toml::table &table, const std::string &prefix, std::vector<RepositoryValue> &found)
{
    for (const auto &[name, node] : table) {
        RepositoryValue value{
            prefix + std::string(name.str()), {}, static_cast<int>(node.source().begin.line)};
        if (const toml::table *inner = node.as_table()) {
            if (auto gathered = gather(*inner, value.key + ".", found); !gathered)
                return gathered;
            continue;
        }
        const toml::array *list = node.as_array();
        const std::size_t count = list != nullptr ? list->size() : 1;
        for (std::size_t i = 0; i < count; ++i) {
            const auto text = scalar(list != nullptr ? (*list)[i] : node);
            if (!text)
                return wrongLine(node.source().begin.line,
                                 "`" + shown(value.key) + "` is no text, number or list of these");
            value.values.push_back(*text);
        }
        found.push_back(std::move(value));
    }
    return {};
}

} // namespace

Result<std::optional<std::string>> readRepositoryFile(const std::filesystem::path &root)
{
    const std::filesystem::path file = root / repositoryFileName;
    std::error_code error;
    const auto status = std::filesystem::symlink_status(file, error);
    if (status.type() == std::filesystem::file_type::not_found)
        return std::nullopt;
    const std::string context = "reading " + shown(file.string());
    if (status.type() != std::filesystem::file_type::regular)
        return fail(ErrorCode::Settings, "the repository's settings are not a regular file", context,
                    "Replace it by a file, or remove it.");
    if (std::filesystem::file_size(file, error) > largestFile)
        return fail(ErrorCode::Settings, "the repository's settings are larger than 256 KiB", context);
    auto text = readFile(file, largestFile);
    if (!text)
        return tl::unexpected(text.error());
    return std::move(*text);
}

Result<std::vector<RepositoryValue>> parseRepositoryFile(std::string_view text)
{
    std::vector<RepositoryValue> found;
    try {
        const toml::table table = toml::parse(text);
        if (auto gathered = gather(table, "", found); !gathered)
            return tl::unexpected(gathered.error());
    } catch (const toml::parse_error &error) {
        return wrongLine(error.source().begin.line, shown(error.description()));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto &a, const auto &b) { return a.line < b.line; });
    return found;
}

} // namespace vouchsafe
