// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch of a kernel that may run in lanes or as single work-items.
#pragma once

#include "device/launch/launch.h"
#include "device/launch/version_trials.h"

namespace weft::device {

/// Like run(arena, launch), of a launch whose version has these trials: in the version that a
/// verdict names. Samples within the launch are those of LaunchTask.
LaunchStatus runTried(Arena &arena, const Launch &launch, VersionTrials &trials);

} // namespace weft::device
