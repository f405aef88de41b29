#pragma once
// Memory of tree-sitter that outlives a defect of its release 0.20.7. Private to core/syntax.

namespace vouchsafe {

/// Makes the library allocate through us. Call before anything else of it; again is harmless.
///
/// That release counts a node's children in 16 bits. With 65,536 or more, as 66,000 lines of comments or open
/// brackets give, it frees an address inside of a block, which ends the process (its issue 2134, corrected in
/// 0.20.8). Such a block is left alone here.
void guardSyntaxMemory();

/// Whether this thread has asked for more than a row of 65,535 needs since the last call: the tree that was
/// parsed meanwhile may have lost children, and the rest stands at wrong places. As rows grow by leaps, some
/// of more than 32,768 count too.
bool tookTooWideRow();

} // namespace vouchsafe
