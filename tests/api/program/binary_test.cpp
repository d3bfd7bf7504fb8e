// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.8.1: programs from binaries.
#include "tests/api/program/fixture.h"

#include <fstream>

namespace weft::test {
namespace {

TEST_F(ProgramApi, BinaryErrors) {
  Program built = session.build(goodSource);
  std::vector<unsigned char> binary = binaryOf(built);
  ASSERT_GT(binary.size(), 0u);
  const unsigned char *pointer = binary.data(), *null = nullptr;
  size_t size = binary.size(), zero = 0;
  cl_device_id wrongId = wrong<cl_device_id>();
  auto create = [&](cl_context in, cl_uint count, const cl_device_id *devices, const size_t *sizes,
                    const unsigned char **binaries) {
    return errorOf([&](cl_int *error) {
      cl_program made =
          clCreateProgramWithBinary(in, count, devices, sizes, binaries, nullptr, error);
      if (made) {
        EXPECT_EQ(clReleaseProgram(made), CL_SUCCESS);
      }
      return made;
    });
  };
  expectErrors({
      {"good", CL_SUCCESS, [&] { return create(context, 1, &id, &size, &pointer); }},
      {"context", CL_INVALID_CONTEXT,
       [&] { return create(wrong<cl_context>(), 1, &id, &size, &pointer); }},
      {"no devices", CL_INVALID_VALUE, [&] { return create(context, 0, &id, &size, &pointer); }},
      {"no device list", CL_INVALID_VALUE,
       [&] { return create(context, 1, nullptr, &size, &pointer); }},
      {"device", CL_INVALID_DEVICE, [&] { return create(context, 1, &wrongId, &size, &pointer); }},
      {"no sizes", CL_INVALID_VALUE, [&] { return create(context, 1, &id, nullptr, &pointer); }},
      {"no binaries", CL_INVALID_VALUE, [&] { return create(context, 1, &id, &size, nullptr); }},
      {"an empty binary", CL_INVALID_VALUE,
       [&] { return create(context, 1, &id, &zero, &pointer); }},
      {"a null binary", CL_INVALID_VALUE, [&] { return create(context, 1, &id, &size, &null); }},
  });
}

TEST_F(ProgramApi, DamagedBinariesAreRefused) {
  Program built = session.build(goodSource);
  const std::vector<unsigned char> binary = binaryOf(built);
  fromBinary({'n', 'o', 'n', 's', 'e', 'n', 's', 'e'}, CL_INVALID_BINARY);
  for (size_t keep : {size_t{1}, size_t{16}, binary.size() / 2, binary.size() - 1})
    fromBinary({binary.begin(), binary.begin() + keep}, CL_INVALID_BINARY);
  for (size_t at :
       {size_t{0}, size_t{20}, binary.size() / 3, binary.size() / 2, binary.size() - 2}) {
    std::vector<unsigned char> damaged = binary;
    damaged[at] ^= 0x40;
    fromBinary(damaged, CL_INVALID_BINARY);
  }
  std::ifstream self("/proc/self/exe", std::ios::binary);
  std::vector<unsigned char> foreign(std::istreambuf_iterator<char>(self), {});
  fromBinary(foreign, CL_INVALID_BINARY);
}

TEST_F(ProgramApi, BinariesRunAgain) {
  Program built = session.build(R"(
    constant int table[] = {3, 1, 4, 1, 5};
    kernel void sum(global int *x) { int s = 0; for (int i = 0; i < 5; ++i) s += table[i]; *x = s; }
    kernel void other(global int *x) { *x = (int)sqrt(81.0f); })");
  Program again = fromBinary(binaryOf(built));
  EXPECT_EQ(errorOf([&](cl_int *e) { return clCreateKernel(again, "sum", e); }),
            CL_INVALID_PROGRAM_EXECUTABLE)
      << "not yet built";
  ASSERT_EQ(build(again), CL_SUCCESS);
  built.reset();
  EXPECT_EQ(result(again, "sum"), 14);
  EXPECT_EQ(result(again, "other"), 9);
  EXPECT_EQ(info<size_t>(again, CL_PROGRAM_NUM_KERNELS), 2u);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(again, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
}

TEST_F(ProgramApi, CompiledBinariesLinkAgain) {
  Program part = compiled("int seven(void) { return 7; }");
  Program again = fromBinary(binaryOf(part));
  EXPECT_EQ(buildInfo<cl_program_binary_type>(again, CL_PROGRAM_BINARY_TYPE),
            cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT});
  Program user = compiled("int seven(void); kernel void test(global int *x) { *x = seven(); }");
  Program linked = link({again, user});
  EXPECT_EQ(result(linked, "test"), 7);
}

} // namespace
} // namespace weft::test
