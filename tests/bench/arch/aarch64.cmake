# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Options of native versions. Those of the named CPUs are what cycles counts on any machine.
set(WEFT_NATIVE_OPTIONS -mcpu=native)
if(CMAKE_CROSSCOMPILING)
  set(WEFT_NATIVE_OPTIONS -mcpu=cortex-a72)
endif()
set(WEFT_CPU_OPTION -mcpu)
set(WEFT_BENCH_CPUS neoverse-v2 cortex-a76)
set(WEFT_BENCH_LIBRARIES m)
