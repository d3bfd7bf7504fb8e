// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/interface/target/arch/x86/gather_mitigation.h"

#include <gtest/gtest.h>

namespace weft::compiler {
namespace {

// All that Linux says (Documentation/admin-guide/hw-vuln/gather_data_sampling.rst).
TEST(GatherMitigation, MicrocodeAloneSlowsGathers) {
  EXPECT_TRUE(saysThatGathersAreSlow("Mitigation: Microcode\n"));
  EXPECT_TRUE(saysThatGathersAreSlow("Mitigation: Microcode (locked)\n"));
  for (const char *other :
       {"", "Not affected\n", "Vulnerable\n", "Vulnerable: No microcode\n",
        "Mitigation: AVX disabled, no microcode\n", "Unknown: Dependent on hypervisor status\n"})
    EXPECT_FALSE(saysThatGathersAreSlow(other)) << other;
}

} // namespace
} // namespace weft::compiler
