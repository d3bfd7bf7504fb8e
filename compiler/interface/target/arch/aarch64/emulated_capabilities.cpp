// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For a weftc that runs outside of the emulator: EMULATED_CAPABILITIES has the four numbers of
// Capabilities, which a program inside of it has printed (tests/aarch64/emulated_cpu.cpp).
#include "compiler/interface/target/arch/aarch64/capabilities.h"

#include "device/base/threads/once.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

namespace weft::compiler {

namespace {

Capabilities parse(const char *numbers) {
  Capabilities result;
  if (!numbers ||
      std::sscanf(numbers, "%" SCNx64 ",%" SCNx64 ",%" SCNx64 ",%" SCNu64, &result.hwcap,
                  &result.hwcap2, &result.midr, &result.scalableBits) != 4)
    return {};
  return result;
}

} // namespace

const Capabilities &capabilities() {
  return once([] { return new Capabilities(parse(std::getenv("EMULATED_CAPABILITIES"))); });
}

} // namespace weft::compiler
