// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CPU that runs the kernels, in LLVM's words. Each architecture's folder defines it.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <utility>
#include <vector>

namespace weft::compiler {

/// Registers LLVM's code generator, assembler and assembly parser. May be called again.
void initializeTarget();

std::string hostTriple();
std::string hostCpuName();

/// All features that the CPU can be asked for, and whether it has them.
std::vector<std::pair<std::string, bool>> hostCpuFeatures();

/// LLVM's features for what this machine does slowly although its CPU has it. Code for other CPUs
/// that runs here avoids that, too.
std::vector<std::string> hostAversions();

/// The length of the host's scalable vector registers in bits, and of those of a named CPU; 0 if
/// fixed ones are as long.
unsigned hostScalableBits();
unsigned scalableBitsOf(llvm::StringRef cpu);

} // namespace weft::compiler
