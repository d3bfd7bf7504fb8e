// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the heap gets its pages in processes that live for one build.
#pragma once

#include <cstddef>

namespace weft::compiler {

/// Memory that is freed and allocated again comes as new pages, each with a fault. Processes that
/// live for one build gain nothing from that.
void keepFreedMemory();

/// Maps the memory of the next allocations. One call maps all its pages, where individual faults
/// take several times as long.
void takePages(std::size_t bytes);

} // namespace weft::compiler
