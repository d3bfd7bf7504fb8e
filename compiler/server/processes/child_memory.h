// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the heap gets its pages in processes that live for one build.
#pragma once

#include <cstddef>

namespace weft::compiler {

/// Memory that is given back and taken again comes as new pages, and each is a fault. Processes
/// that live for a build have no use for that.
void keepFreedMemory();

/// Has the memory that the next allocations are going to take. One call enters all its pages, where
/// a fault each takes several times as long.
void takePages(std::size_t bytes);

} // namespace weft::compiler
