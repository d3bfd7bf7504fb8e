// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the kernel tells each process of the cores that it may run on.
#pragma once

#include <cstdint>

namespace weft::compiler {

struct Capabilities {
  std::uint64_t hwcap = 0;        ///< AT_HWCAP
  std::uint64_t hwcap2 = 0;       ///< AT_HWCAP2
  std::uint64_t midr = 0;         ///< MIDR_EL1: the model; 0 if the kernel does not tell
  std::uint64_t scalableBits = 0; ///< of a scalable vector register; 0 without SVE
};

/// Thread-safe. Where the compiler runs outside of the emulator that runs its kernels, those of
/// the emulated cores.
const Capabilities &capabilities();

} // namespace weft::compiler
