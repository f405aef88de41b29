#include "app/cli/command.h"

#include <ostream>

namespace vouchsafe::cli {

int report(const Context &context, const Error &error)
{
    context.out.flush();
    context.err << fourLines(error) << std::flush;
    return errorEntry(error.code).exitStatus;
}

void remark(const Context &context, const std::string &text)
{
    if (!context.quiet)
        context.err << text << '\n' << std::flush;
}

} // namespace vouchsafe::cli
