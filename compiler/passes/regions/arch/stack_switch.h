// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assembly of naked functions that change from one stack to another. A stack that is left holds the
// callee-saved registers and the address to continue at, and its pointer is kept. Each
// architecture's folder defines these; device/debugger/weft_gdb.py reads the registers in the order
// that they are kept in.
#pragma once

#include <cstdint>
#include <string>

namespace weft::compiler {

/// void(void **kept, void *other): keeps this stack's pointer and continues on the other stack.
std::string stackSwitchAssembly();

/// void(void *record, void (*function)(void *)): keeps this stack's pointer in the record, `offset`
/// bytes behind its begin, and calls the function, which does not return, with the record and the
/// stack that ends there. Stacks end for debuggers here.
std::string stackStartAssembly(std::uint64_t offset);

/// void(void *other): continues on the other stack and leaves this one for good.
std::string stackEndAssembly();

} // namespace weft::compiler
