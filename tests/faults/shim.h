// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a host program and the shim agree on: see shim.cpp.
#pragma once

/// From here on calls are counted and one fails.
extern "C" void weft_faults_arm();
/// Whether the call that was to fail has been made.
extern "C" int weft_faults_reached();
