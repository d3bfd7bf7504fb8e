// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The results of trials as short texts, which outlive the process beside the program
// (compiler::BuildNotes): `scalar 3.21`.
#pragma once

#include "device/launch/version_trials.h"

#include <string>
#include <string_view>

namespace weft::device {

/// The name of the text about a kernel on ranges of a kind. Throws bad_alloc, like textOf.
std::string nameOfTrial(std::string_view kernel, RangeKind kind);

/// Of a result with a verdict.
std::string textOf(const VersionTrial::Result &result);
/// Without a verdict for any other text.
VersionTrial::Result trialResultOf(std::string_view text) noexcept;

} // namespace weft::device
