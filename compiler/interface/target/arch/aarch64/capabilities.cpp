// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/target/arch/aarch64/capabilities.h"

#include "device/base/threads/once.h"

#include <sys/auxv.h>
#include <sys/prctl.h>

namespace weft::compiler {

namespace {

Capabilities ask() {
  Capabilities result;
  result.hwcap = getauxval(AT_HWCAP);
  result.hwcap2 = getauxval(AT_HWCAP2);
  constexpr unsigned long emulatesReads = 1ul << 11; // HWCAP_CPUID
  if (result.hwcap & emulatesReads)
    asm("mrs %0, MIDR_EL1" : "=r"(result.midr));
  const int length = ::prctl(PR_SVE_GET_VL);
  if (length > 0)
    result.scalableBits = 8 * (static_cast<unsigned>(length) & PR_SVE_VL_LEN_MASK);
  return result;
}

} // namespace

const Capabilities &capabilities() {
  return once([] { return new Capabilities(ask()); });
}

} // namespace weft::compiler
