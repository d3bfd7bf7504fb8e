// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the program for `weft top` builds, without options.
#pragma once

namespace weft::test {

/// `tried` depends on groups, whose work-items idle where they are one or two.
inline constexpr char tracedSource[] =
    "kernel void twice(global uint *x) { x[get_global_id(0)] *= 2; }\n"
    "kernel void tried(global uint *x) { x[get_global_id(0)] += 2 * get_local_id(0) + 1; }\n";

} // namespace weft::test
