// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver's view of the kernel ABI; that of the kernel library is kernel_abi_layout.cl.
#include "tests/unit/device/kernel_abi_layout.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace {

TEST(KernelAbi, LayoutBelongsToTheVersion) {
  EXPECT_EQ(WEFT_KERNEL_ABI_VERSION, WEFT_ABI_TESTED_VERSION);
#define FIELD(structure, field, offset)                                                            \
  EXPECT_EQ(offsetof(structure, field), std::size_t{offset}) << #structure "::" #field;
#define SIZE(structure, size) EXPECT_EQ(sizeof(structure), std::size_t{size}) << #structure;
  WEFT_ABI_OF_KERNELS(FIELD, SIZE)
  WEFT_ABI_OF_PROGRAMS(FIELD, SIZE)
}

TEST(KernelAbi, CheckedKernelsHaveAFlagBehindTheOthers) {
  EXPECT_GT(unsigned{WEFT_KERNEL_IS_CHECKED}, unsigned{WEFT_KERNEL_SHARES_ROWS});
}

} // namespace
