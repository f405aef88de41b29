#include "sandbox/engine/volume_workspace.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "sandbox/engine/container_exchange.h"
#include "sandbox/engine/store_frames.h"
#include "sandbox/inside_program.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

constexpr const char *store = "/vouchsafe/store";
constexpr unsigned insideId = 1000;

std::string mountFolder(std::size_t number)
{
    return "m" + std::to_string(number);
}

} // namespace

Result<std::unique_ptr<ContainerWorkspace>>
makeVolumeWorkspace(std::shared_ptr<const ContainerSetting> setting, const WorkspaceSpec &spec,
                    const SandboxPolicy &policy, const ContainerImage &image)
{
    auto workspace = std::make_unique<VolumeWorkspace>(std::move(setting), spec, policy, image);
    if (Status laid = workspace->lay(); !laid)
        return Failure(laid.error());
    return workspace;
}

VolumeWorkspace::~VolumeWorkspace()
{
    // What cannot be removed now carries its owner's label and goes with the next start.
    for (auto name = m_volumes.rbegin(); name != m_volumes.rend(); ++name)
        static_cast<void>(m_setting->removeVolume(*name));
}

std::vector<std::string> VolumeWorkspace::names() const
{
    std::vector<std::string> all = {"root", "tools", "reports"};
    for (std::size_t i = 0; i < m_spec.mounts.size(); ++i)
        all.push_back(mountFolder(i));
    return all;
}

Status VolumeWorkspace::lay()
{
    // A volume is shown whole, and its folders can be bound, but a single file cannot.
    if (!m_spec.readOnly.empty())
        return fail(ErrorCode::SandboxSetup, "an engine of another machine cannot keep paths read-only",
                    shown(m_spec.readOnly.front()), "use an engine of this machine, or do without");
    std::vector<fs::path> lowers(m_spec.layers.rbegin(), m_spec.layers.rend());
    lowers.push_back(m_spec.base);
    {
        const AsIdentity rights(m_setting->identity);
        m_tree = mergedTree(lowers);
    }
    if (Status made = makeStore(); !made)
        return made;
    if (Status filled = fill(); !filled)
        return filled;
    return bindFolders();
}

Result<std::string> VolumeWorkspace::volume(const std::vector<std::string> &options)
{
    const std::string name = containerName();
    std::vector<std::string> words = {"volume", "create", "--driver", "local"};
    for (const auto &[label, value] : m_setting->labels)
        words.insert(words.end(), {"--label", label + "=" + value});
    for (const std::string &option : options)
        words.insert(words.end(), {"--opt", option});
    words.push_back(name);
    if (auto made = m_setting->call(words, "the engine cannot make a volume"); !made)
        return Failure(made.error());
    m_volumes.push_back(name);
    return name;
}

Status VolumeWorkspace::makeStore()
{
    if (docker()) {
        auto made = volume({});
        return made ? Status() : Failure(made.error());
    }
    for (const std::string &name : names()) {
        auto made = volume({});
        if (!made)
            return Failure(made.error());
        m_at[name] = *made;
    }
    return {};
}

/// Makes the folders the inside user's, and puts the helper among the tools.
Status VolumeWorkspace::ownFolders(const std::string &container) const
{
    const StoredFile helper{"tools/" + std::string(inside::programName), std::string(insideProgram())};
    std::vector<std::pair<std::string, std::string>> archives; ///< place and tar
    if (docker()) {
        archives.emplace_back(store, tarOf(names(), {helper}, insideId));
    } else {
        for (const std::string &name : names()) {
            std::vector<StoredFile> files;
            if (name == "tools")
                files.push_back({inside::programName, helper.bytes});
            archives.emplace_back(std::string(store) + "/" + name, tarOf({"."}, files, insideId));
        }
    }
    for (const auto &[place, tar] : archives) {
        auto copied =
            m_setting->call({"cp", "-", container + ":" + place}, "the engine cannot fill a volume", {}, tar);
        if (!copied)
            return Failure(copied.error());
    }
    return {};
}

Status VolumeWorkspace::fill()
{
    using Kind = ContainerMount::Kind;
    std::vector<ContainerMount> all;
    if (docker())
        all.push_back({Kind::Volume, m_volumes.front(), store, false});
    for (const auto &[name, shown] : m_at)
        all.push_back({Kind::Volume, shown, std::string(store) + "/" + name, false});
    auto plan = helperPlan(*m_setting, m_policy, m_image, user(), std::move(all), {"run", store});
    if (!plan)
        return Failure(plan.error());
    plan->entrypoint = std::string(store) + "/tools/" + inside::programName;
    auto process =
        ContainerProcess::start(m_setting, m_live, *plan, {}, [&] { return ownFolders(plan->name); });
    if (!process)
        return Failure(process.error());

    StoreFrames frames(m_setting->identity);
    const std::string root = std::string(store) + "/root";
    frames.tree(root, m_tree, {}, {});
    for (std::size_t i = 0; i < m_spec.mounts.size(); ++i) {
        const HostMount &mount = m_spec.mounts[i];
        const AsIdentity rights(m_setting->identity);
        frames.tree(std::string(store) + "/" + mountFolder(i), mergedTree({mount.host}), mount.hiddenFiles,
                    mount.hiddenFolders);
        if (const std::string place = placeInWorkspace(m_spec, mount); !place.empty())
            frames.add(inside::folderFrame(root + "/" + place, 0755));
    }
    frames.add(filesAsFrames(std::string(store) + "/tools", m_spec.tools));
    frames.add(inside::pathFrame(inside::Kind::Mark, root) + inside::frame(inside::Kind::Quit));
    FrameExchange exchange;
    exchange.more = [&](std::string &to) { return frames.next(to); };
    exchange.frame = [&](const inside::Frame &frame) {
        inside::Body body{frame.body};
        static_cast<void>(body.text());
        if (const std::string_view text = body.text(); frame.kind == inside::Kind::Mark && body.whole)
            m_mark = text;
    };
    if (Status done = exchangeFrames(*process, exchange, "the workspace's volume cannot be filled"); !done)
        return done;
    if (Status read = frames.status(); !read)
        return read;
    if (m_mark.empty())
        return fail(ErrorCode::SandboxSetup, "the workspace's volume cannot be filled", "it was not marked");
    return {};
}

Status VolumeWorkspace::bindFolders()
{
    if (!docker())
        return {};
    auto text = m_setting->call({"volume", "inspect", m_volumes.front()}, "the engine lost a volume");
    if (!text)
        return Failure(text.error());
    const auto list = nlohmann::json::parse(*text, nullptr, false);
    const std::string place = list.is_array() && !list.empty() && list[0].is_object()
                                  ? list[0].value("Mountpoint", std::string())
                                  : std::string();
    if (place.empty())
        return fail(ErrorCode::SandboxSetup, "the engine does not tell where a volume is");
    for (const std::string &name : names()) {
        auto made = volume({"type=none", "o=bind,nosuid,nodev", "device=" + place + "/" + name});
        if (!made)
            return Failure(made.error());
        m_at[name] = *made;
    }
    return {};
}

Result<std::vector<ContainerMount>> VolumeWorkspace::mounts(bool)
{
    using Kind = ContainerMount::Kind;
    std::vector<ContainerMount> all = {
        {Kind::Volume, m_at["root"], m_spec.insideRoot, false},
        {Kind::Volume, m_at["tools"], std::string(insideTools), true},
        {Kind::Volume, m_at["reports"], std::string(insideReports), false},
    };
    for (std::size_t i = 0; i < m_spec.mounts.size(); ++i) {
        const HostMount &mount = m_spec.mounts[i];
        const std::string place = placeInWorkspace(m_spec, mount);
        const std::string target = place.empty() ? mount.inside : m_spec.insideRoot + "/" + place;
        // It is a copy of this sandbox alone: what is written to it goes with it.
        all.push_back({Kind::Volume, m_at[mountFolder(i)], target, !mount.discardWrites});
    }
    return all;
}

std::string VolumeWorkspace::files(const std::vector<WorkspaceFile> &files) const
{
    return filesAsFrames(m_spec.insideRoot, files);
}

Status VolumeWorkspace::keep(const fs::path &folder)
{
    CollectRequest everything;
    everything.maxBytes = m_policy.workspaceBytes;
    everything.maxFiles = m_policy.workspaceFiles;
    auto packed = packChanges(everything);
    if (!packed)
        return Failure(packed.error());
    const AsIdentity rights(m_setting->identity);
    if (Status made = makePrivateFolder(folder); !made)
        return made;
    return storeLayer(folder, m_tree, packed->files, packed->present);
}

} // namespace vouchsafe
