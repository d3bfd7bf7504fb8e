// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queries of sub-groups: what a device has (section 4.2), and what a kernel's are for a local size
// (section 5.9.4, cl_intel_required_subgroup_size).
#include "tests/api/fixture.h"

#include <CL/cl_ext.h>

#include <bit>
#include <cstring>

namespace weft::test {
namespace {

class SubGroupsApi : public Api {
protected:
  Program program = session.build(R"(
    kernel void plain(global int *x) { x[get_global_id(0)] = 1; }
    kernel void usual(global uint *x) { x[get_global_id(0)] = sub_group_reduce_add(1u); }
    kernel __attribute__((intel_reqd_sub_group_size(32))) void wide(global uint *x) {
      x[get_global_id(0)] = get_max_sub_group_size();
    }
    kernel __attribute__((reqd_work_group_size(48, 1, 1), intel_reqd_sub_group_size(16)))
    void fixed(global uint *x) { x[get_global_id(0)] = get_num_sub_groups(); }
    kernel __attribute__((reqd_work_group_size(16, 2, 1), intel_reqd_sub_group_size(16)))
    void plane(global uint *x) { x[get_global_id(0)] = get_num_sub_groups(); })",
                                  "-cl-std=CL3.0");

  cl_int query(cl_kernel kernel, cl_kernel_sub_group_info name, const std::vector<size_t> &input,
               size_t size, void *value, size_t *sizeReturn = nullptr) const {
    return clGetKernelSubGroupInfo(kernel, device(), name, input.size() * sizeof(size_t),
                                   input.empty() ? nullptr : input.data(), size, value, sizeReturn);
  }
  /// A query whose answer is one size.
  size_t ask(cl_kernel kernel, cl_kernel_sub_group_info name,
             const std::vector<size_t> &input = {}) const {
    size_t value = 77, size = 0;
    EXPECT_EQ(query(kernel, name, input, sizeof value, &value, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof value);
    return value;
  }
  std::vector<size_t> localSizeFor(cl_kernel kernel, size_t subGroups, size_t dimensions) const {
    std::vector<size_t> answer(dimensions, 77);
    size_t size = 0;
    EXPECT_EQ(query(kernel, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {subGroups},
                    dimensions * sizeof(size_t), answer.data(), &size),
              CL_SUCCESS);
    EXPECT_EQ(size, dimensions * sizeof(size_t));
    return answer;
  }
};

TEST_F(SubGroupsApi, TheDeviceTellsItsSizes) {
  size_t bytes = 0;
  ASSERT_EQ(clGetDeviceInfo(device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL, 0, nullptr, &bytes),
            CL_SUCCESS);
  std::vector<size_t> sizes(bytes / sizeof(size_t));
  ASSERT_EQ(
      clGetDeviceInfo(device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL, bytes, sizes.data(), nullptr),
      CL_SUCCESS);
  EXPECT_EQ(sizes, (std::vector<size_t>{8, 16, 32, 64}));
  EXPECT_EQ(deviceInfo<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS),
            deviceInfo<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE) / sizes.front());
  // Sub-groups of a work-group run one after the other.
  EXPECT_EQ(deviceInfo<cl_bool>(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS), CL_FALSE);
  const std::string extensions = infoString(
      [](auto... rest) { return clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS, rest...); });
  EXPECT_EQ((extensions + " ").find("cl_khr_subgroups "), std::string::npos)
      << "it promises independent forward progress";
}

TEST_F(SubGroupsApi, KernelsTellTheirSizes) {
  for (const char *name : {"plain", "usual", "wide", "fixed"}) {
    SCOPED_TRACE(name);
    const Kernel kernel = session.kernel(program, name);
    const size_t size = ask(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {48});
    EXPECT_TRUE(std::has_single_bit(size) && size >= 8 && size <= 64) << size;
    EXPECT_EQ(ask(kernel, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {4, 3}), size);
    for (const std::vector<size_t> &local :
         {std::vector<size_t>{1}, {size}, {size + 1}, {100}, {7, 5}, {size, 3}, {3, 4, 5}}) {
      size_t items = 1;
      for (const size_t length : local)
        items *= length;
      EXPECT_EQ(ask(kernel, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, local),
                (items + size - 1) / size);
    }
    EXPECT_EQ(ask(kernel, CL_KERNEL_COMPILE_NUM_SUB_GROUPS), 0u);
  }
  const auto required = [&](const char *name) {
    return ask(session.kernel(program, name), CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL);
  };
  EXPECT_EQ(required("plain"), 0u);
  EXPECT_EQ(required("usual"), 0u);
  EXPECT_EQ(required("wide"), 32u);
  EXPECT_EQ(required("fixed"), 16u);
  EXPECT_EQ(ask(session.kernel(program, "wide"), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {1}),
            32u);
}

TEST_F(SubGroupsApi, LocalSizesForCounts) {
  const Kernel usual = session.kernel(program, "usual"), fixed = session.kernel(program, "fixed"),
               plane = session.kernel(program, "plane");
  const size_t size = ask(usual, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {1});
  const size_t most = ask(usual, CL_KERNEL_MAX_NUM_SUB_GROUPS);
  EXPECT_GE(most, 1u);
  EXPECT_LE(most, deviceInfo<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS));
  EXPECT_EQ(localSizeFor(usual, 3, 1), (std::vector<size_t>{3 * size}));
  EXPECT_EQ(localSizeFor(usual, 1, 2), (std::vector<size_t>{size, 1}));
  EXPECT_EQ(localSizeFor(usual, most, 3), (std::vector<size_t>{most * size, 1, 1}));
  EXPECT_EQ(localSizeFor(usual, most + 1, 3), (std::vector<size_t>{0, 0, 0}));
  EXPECT_EQ(localSizeFor(usual, 0, 2), (std::vector<size_t>{0, 0}));
  EXPECT_EQ(localSizeFor(usual, ~size_t{0} / 4, 2), (std::vector<size_t>{0, 0}));
  // A kernel that requires a work-group has that one alone.
  EXPECT_EQ(ask(fixed, CL_KERNEL_MAX_NUM_SUB_GROUPS), 3u);
  EXPECT_EQ(localSizeFor(fixed, 3, 3), (std::vector<size_t>{48, 1, 1}));
  EXPECT_EQ(localSizeFor(fixed, 2, 3), (std::vector<size_t>{0, 0, 0}));
  EXPECT_EQ(ask(plane, CL_KERNEL_MAX_NUM_SUB_GROUPS), 2u);
  EXPECT_EQ(localSizeFor(plane, 2, 2), (std::vector<size_t>{0, 0})) << "it is not of one dimension";

  // The launch has as many.
  std::vector<cl_uint> out(2 * 48);
  session.run(program, "fixed", {{96}, {48}}, inOut(out));
  EXPECT_EQ(out, std::vector<cl_uint>(96, 3));
}

TEST_F(SubGroupsApi, Errors) {
  const Kernel kernel = session.kernel(program, "usual");
  size_t value[4] = {}, size = 0;
  constexpr size_t one = sizeof(size_t);
  const auto raw = [&](cl_kernel of, cl_device_id on, cl_kernel_sub_group_info name, size_t bytes,
                       const void *input, size_t room) {
    return clGetKernelSubGroupInfo(of, on, name, bytes, input, room, value, nullptr);
  };
  const size_t local[4] = {4, 4, 4, 4};
  constexpr auto maxSize = CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE;
  constexpr auto count = CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE;
  constexpr auto localSize = CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT;
  expectErrors({
      {"kernel", CL_INVALID_KERNEL,
       [&] { return raw(wrong<cl_kernel>(), device(), maxSize, one, local, one); }},
      {"device", CL_INVALID_DEVICE,
       [&] { return raw(kernel, wrong<cl_device_id>(), maxSize, one, local, one); }},
      {"the only device", CL_SUCCESS,
       [&] { return raw(kernel, nullptr, maxSize, one, local, one); }},
      {"name", CL_INVALID_VALUE, [&] { return raw(kernel, device(), 0x2000, one, local, one); }},
      {"no input", CL_INVALID_VALUE,
       [&] { return raw(kernel, device(), maxSize, one, nullptr, one); }},
      {"no input to count", CL_INVALID_VALUE,
       [&] { return raw(kernel, device(), count, one, nullptr, one); }},
      {"no count", CL_INVALID_VALUE,
       [&] { return raw(kernel, device(), localSize, one, nullptr, one); }},
      {"input of no dimension", CL_INVALID_VALUE,
       [&] { return raw(kernel, device(), maxSize, 0, local, one); }},
      {"input of four dimensions", CL_INVALID_VALUE,
       [&] { return raw(kernel, device(), count, 4 * one, local, one); }},
      {"input of one and a half", CL_INVALID_VALUE,
       [&] { return raw(kernel, device(), count, one + 4, local, one); }},
      {"two counts", CL_INVALID_VALUE,
       [&] { return raw(kernel, device(), localSize, 2 * one, local, one); }},
      {"no room", CL_INVALID_VALUE,
       [&] { return raw(kernel, device(), maxSize, one, local, one - 1); }},
      {"no room for a count", CL_INVALID_VALUE,
       [&] { return raw(kernel, device(), count, one, local, 0); }},
      {"no room for a local size", CL_INVALID_VALUE,
       [&] { return raw(kernel, device(), localSize, one, local, one - 1); }},
      {"no room for a maximum", CL_INVALID_VALUE,
       [&] { return raw(kernel, device(), CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 4); }},
      {"input that is not asked for", CL_SUCCESS,
       [&] { return raw(kernel, device(), CL_KERNEL_MAX_NUM_SUB_GROUPS, 3, local, one); }},
      {"more room than dimensions", CL_SUCCESS,
       [&] { return raw(kernel, device(), localSize, one, local, 4 * one); }},
      {"the size alone", CL_SUCCESS,
       [&] {
         return clGetKernelSubGroupInfo(kernel, device(), maxSize, one, local, 0, nullptr, &size);
       }},
  });
  EXPECT_EQ(size, one);
}

TEST_F(SubGroupsApi, TheExtensionsFunctionIsTheSame) {
  const auto function = reinterpret_cast<decltype(&clGetKernelSubGroupInfo)>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clGetKernelSubGroupInfoKHR"));
  ASSERT_NE(function, nullptr);
  const Kernel kernel = session.kernel(program, "wide");
  const size_t local[2] = {8, 9};
  size_t value = 0;
  EXPECT_EQ(function(kernel, device(), CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE_KHR, sizeof local,
                     local, sizeof value, &value, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(value, 3u);
  EXPECT_EQ(function(kernel, device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR, sizeof local,
                     local, sizeof value, &value, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(value, 32u);
}

TEST_F(SubGroupsApi, BinariesTellTheSame) {
  const Program loaded = session.buildBinary(binaryOf(program));
  for (const char *name : {"plain", "usual", "wide", "fixed"}) {
    SCOPED_TRACE(name);
    const Kernel before = session.kernel(program, name), after = session.kernel(loaded, name);
    for (const cl_uint query :
         {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL})
      EXPECT_EQ(ask(after, query, {64}), ask(before, query, {64})) << std::hex << query;
  }
}

TEST_F(SubGroupsApi, KernelsTellWhatTheyRequireAndSpill) {
  const Kernel kernel = session.kernel(program, "wide");
  const std::string attributes = infoString(
      [&](auto... rest) { return clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, rest...); });
  EXPECT_EQ(attributes, "intel_reqd_sub_group_size(32)");
  cl_ulong spilled = 77;
  size_t size = 0;
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device(), CL_KERNEL_SPILL_MEM_SIZE_INTEL,
                                     sizeof spilled, &spilled, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof spilled);
  EXPECT_LT(spilled, cl_ulong{1} << 20);
}

TEST_F(SubGroupsApi, OtherSizesFailTheBuild) {
  for (const char *size : {"1", "4", "24", "128"}) {
    SCOPED_TRACE(size);
    const Program wrong =
        session.create("__attribute__((intel_reqd_sub_group_size(" + std::string(size) +
                       ")))\n"
                       "kernel void test(global int *x) { *x = 1; }");
    EXPECT_EQ(clBuildProgram(wrong, 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(session.buildLog(wrong).find("sub-group"), std::string::npos)
        << session.buildLog(wrong);
  }
}

} // namespace
} // namespace weft::test
