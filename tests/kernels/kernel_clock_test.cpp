// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_kernel_clock.
#include "tests/support/opencl.h"

namespace weft::test {
namespace {

constexpr cl_device_info clockCapabilities = 0x1076; // Debian 12's headers lack it.

TEST(KernelClock, DevicesOfferWhatTheLanguageHas) {
  EXPECT_EQ(deviceInfo<cl_bitfield>(clockCapabilities), 7u);
  for (const char *standard : {"-cl-std=CL1.2", "-cl-std=CL3.0"})
    Session().build("#if !defined(cl_khr_kernel_clock) ||"
                    " !defined(__opencl_c_kernel_clock_scope_device) ||"
                    " !defined(__opencl_c_kernel_clock_scope_work_group) ||"
                    " !defined(__opencl_c_kernel_clock_scope_sub_group)\n#error clocks\n#endif\n"
                    "kernel void k() {}",
                    standard);
}

TEST(KernelClock, TimePassesInEveryWorkItem) {
  Session session;
  constexpr size_t items = 256;
  // The lanes of a gang read the clock one by one, before and after work that nobody can leave out.
  Program program = session.build(R"(
    ulong joined(uint2 hilo) { return (ulong)hilo.y << 32 | hilo.x; }
    kernel void test(global ulong *times, volatile global int *work) {
      size_t i = get_global_id(0);
      times[6 * i] = clock_read_device();
      for (int j = 0; j < 100; ++j) work[i] += j;
      times[6 * i + 1] = joined(clock_read_hilo_device());
      barrier(CLK_GLOBAL_MEM_FENCE);
      times[6 * i + 2] = clock_read_work_group();
      for (int j = 0; j < 100; ++j) work[i] += j;
      barrier(CLK_GLOBAL_MEM_FENCE);
      times[6 * i + 3] = joined(clock_read_hilo_work_group());
      for (int j = 0; j < 100; ++j) work[i] += j;
      sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
      times[6 * i + 4] = clock_read_sub_group();
      for (int j = 0; j < 100; ++j) work[i] += j;
      sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
      times[6 * i + 5] = joined(clock_read_hilo_sub_group());
    })");
  std::vector<cl_ulong> times(6 * items);
  std::vector<int> work(items);
  session.run(program, "test", {{items}, {64}}, inOut(times), inOut(work));
  for (size_t i = 0; i < items; ++i)
    for (size_t k = 0; k < 5; ++k)
      EXPECT_LT(times[6 * i + k], times[6 * i + k + 1]) << "item " << i << ", reading " << k;
}

} // namespace
} // namespace weft::test
