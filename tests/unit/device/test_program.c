// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A program as weftc would build it, by hand: each launch adds its groups to a variable of the
 * program and stores the sum where the first argument points. */
#include "device/kernel_abi.h"

#ifndef TEST_ABI_VERSION
#define TEST_ABI_VERSION WEFT_KERNEL_ABI_VERSION
#endif

static uint64_t total;

#ifdef TEST_CONSTRUCTOR
#include <stdlib.h>
/* What somebody else would have run by putting this file in the place of another. */
__attribute__((constructor)) static void construct(void) {
  setenv("WEFT_TEST_CONSTRUCTED", "1", 1);
}
#endif

static void addGroups(const weft_launch *launch, size_t first, size_t last, weft_worker *worker) {
  (void)worker;
  total += last - first;
  **(uint64_t *const *)launch->arguments = total;
}

static const weft_argument_description arguments[] = {
    {"result", "ulong*", WEFT_ARGUMENT_GLOBAL_POINTER, 0, 0, 0, 0, 8, 0, 0}};
static const weft_kernel_description kernels[] = {{.name = "add_groups",
                                                   .function = addGroups,
                                                   .arguments = arguments,
                                                   .argument_count = 1,
                                                   .argument_block_bytes = 8,
                                                   .attributes = ""}};

__attribute__((visibility("default"))) const weft_program_description weft_program_v1 = {
    WEFT_PROGRAM_MAGIC, TEST_ABI_VERSION, WEFT_PROGRAM_HAS_MUTABLE_GLOBALS, 1, kernels, 8};
