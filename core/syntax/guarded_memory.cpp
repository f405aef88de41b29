#include "core/syntax/guarded_memory.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <utility>

#include <tree_sitter/api.h>

namespace vouchsafe {

namespace {

/// Stands before each block; as wide as the alignment of malloc.
struct alignas(std::max_align_t) BlockMark {
    std::uintptr_t seal;
};

/// Differs by block, so that nothing inside of one passes for it by chance.
std::uintptr_t sealOf(const BlockMark *mark)
{
    static const std::uintptr_t secret = reinterpret_cast<std::uintptr_t>(&secret) * 0x9e3779b97f4a7c15U;
    return reinterpret_cast<std::uintptr_t>(mark) ^ secret;
}

BlockMark *markOf(void *block)
{
    BlockMark *mark = static_cast<BlockMark *>(block) - 1;
    return mark->seal == sealOf(mark) ? mark : nullptr;
}

void *sealed(void *memory)
{
    if (memory == nullptr)
        std::abort(); // as the library's own does
    auto *mark = static_cast<BlockMark *>(memory);
    mark->seal = sealOf(mark);
    return mark + 1;
}

constexpr std::size_t widestRow = std::size_t{65536} * 8;
thread_local bool wideRowTaken = false;

std::size_t withMark(std::size_t size)
{
    wideRowTaken = wideRowTaken || size > widestRow;
    if (size > std::numeric_limits<std::size_t>::max() - sizeof(BlockMark))
        std::abort();
    return size + sizeof(BlockMark);
}

void *allocate(std::size_t size)
{
    return sealed(std::malloc(withMark(size)));
}

void *allocateZeroed(std::size_t count, std::size_t size)
{
    if (size != 0 && count > std::numeric_limits<std::size_t>::max() / size)
        std::abort();
    return sealed(std::calloc(1, withMark(count * size)));
}

void release(void *block)
{
    if (block == nullptr)
        return;
    if (BlockMark *mark = markOf(block)) {
        mark->seal = 0;
        std::free(mark);
    }
}

void *reallocate(void *block, std::size_t size)
{
    if (block == nullptr)
        return allocate(size);
    BlockMark *mark = markOf(block);
    if (mark == nullptr)
        std::abort(); // the defect frees, it never grows
    return sealed(std::realloc(mark, withMark(size)));
}

} // namespace

void guardSyntaxMemory()
{
    static std::once_flag once;
    std::call_once(once, [] { ts_set_allocator(allocate, allocateZeroed, reallocate, release); });
}

bool tookTooWideRow()
{
    return std::exchange(wideRowTaken, false);
}

} // namespace vouchsafe
