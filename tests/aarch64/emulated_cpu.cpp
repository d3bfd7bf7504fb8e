// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the cores that it runs on, for a compiler that runs outside of the emulator
// (EMULATED_CAPABILITIES; compiler/interface/target/arch/aarch64/emulated_capabilities.cpp).
#include "compiler/interface/target/arch/aarch64/capabilities.h"

#include <cinttypes>
#include <cstdio>

int main() {
  const weft::compiler::Capabilities &cpu = weft::compiler::capabilities();
  std::printf("%" PRIx64 ",%" PRIx64 ",%" PRIx64 ",%" PRIu64 "\n", cpu.hwcap, cpu.hwcap2, cpu.midr,
              cpu.scalableBits);
}
