// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether this machine's microcode has made gathers slow.
//
// Intel's CPUs from Skylake to Ice Lake and Rocket Lake leak data by speculative gathers
// (CVE-2022-40982). Microcode that prevents it has each gather wait for all that came before, and
// lets nothing after it begin; a gather then takes several times as long as loads of its elements.
// Linux says whether that is so. Virtual machines that cannot know are taken for unaffected.
#pragma once

#include <string_view>

namespace weft::compiler {

/// What the text in Linux's `vulnerabilities/gather_data_sampling` means.
bool saysThatGathersAreSlow(std::string_view status);

/// Thread-safe. False where the system does not tell.
bool areGathersSlow();

} // namespace weft::compiler
