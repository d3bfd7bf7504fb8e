// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_ext_buffer_device_address.
#include "tests/api/fixture.h"

namespace weft::test {
namespace {

// Debian 12's headers lack the extension.
constexpr cl_mem_properties privateAddress = 0x5000;
constexpr cl_mem_info deviceAddress = 0x5001;
constexpr cl_kernel_exec_info devicePointers = 0x5002;

class DeviceAddressApi : public Api {
protected:
  using SetPointer = cl_int(CL_API_CALL *)(cl_kernel, cl_uint, cl_ulong);
  SetPointer setPointer = reinterpret_cast<SetPointer>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clSetKernelArgDevicePointerEXT"));

  Memory buffer(cl_bool isPrivate, size_t bytes, cl_mem_flags flags = 0, void *host = nullptr) {
    const cl_mem_properties properties[] = {privateAddress, isPrivate, 0};
    cl_int error = CL_SUCCESS;
    Memory made = clCreateBufferWithProperties(context, properties, flags, bytes, host, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_ulong addressOf(cl_mem memory) const {
    return queried<cl_ulong>([&](size_t size, void *value, size_t *sizeReturn) {
      return clGetMemObjectInfo(memory, deviceAddress, size, value, sizeReturn);
    });
  }
};

TEST_F(DeviceAddressApi, KernelsTakeAndFollowAddresses) {
  ASSERT_NE(setPointer, nullptr);
  Program program = session.build("typedef struct { global int *data; } Box;"
                                  "kernel void put(global Box *box, global int *out, int n) {"
                                  " size_t i = get_global_id(0); box->data[i] = n + i;"
                                  " out[i] = -n; }");
  Kernel put = session.kernel(program, "put");
  constexpr size_t count = 100, bytes = count * sizeof(int);
  Memory box = buffer(CL_TRUE, 8), data = buffer(CL_TRUE, bytes), out = buffer(CL_TRUE, bytes);
  const cl_ulong inner = addressOf(data);
  const int n = 5;
  ASSERT_EQ(clEnqueueWriteBuffer(queue, box, CL_TRUE, 0, sizeof inner, &inner, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(setPointer(put, 0, addressOf(box)), CL_SUCCESS);
  ASSERT_EQ(setPointer(put, 1, addressOf(out) + 4), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(put, 2, sizeof n, &n), CL_SUCCESS);
  ASSERT_EQ(clSetKernelExecInfo(put, devicePointers, sizeof inner, &inner), CL_SUCCESS);
  const size_t items = count - 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, put, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  std::vector<int> read(count), written(count);
  clEnqueueReadBuffer(queue, data, CL_TRUE, 0, bytes, read.data(), 0, nullptr, nullptr);
  clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes, written.data(), 0, nullptr, nullptr);
  EXPECT_EQ(read[98], 103);
  EXPECT_EQ(written[1], -5);
  EXPECT_EQ(written[99], -5);
}

TEST_F(DeviceAddressApi, AddressesAreThoseOfTheStorage) {
  void *memory = clSVMAlloc(context, 0, 1024, 0);
  {
    Memory whole = buffer(CL_TRUE, 1024, CL_MEM_USE_HOST_PTR, memory);
    EXPECT_EQ(addressOf(whole), reinterpret_cast<cl_ulong>(memory));
  }
  clSVMFree(context, memory);
}

TEST_F(DeviceAddressApi, Errors) {
  Memory without = session.buffer(64), refused = buffer(CL_FALSE, 64);
  const cl_mem_properties two[] = {privateAddress, CL_TRUE, privateAddress, CL_TRUE, 0},
                          neither[] = {privateAddress, 2, 0};
  Program program = session.build("kernel void k(global int *g, int v) { *g = v; }");
  Kernel kernel = session.kernel(program, "k");
  const auto create = [&](const cl_mem_properties *properties) {
    return errorOf([&](cl_int *e) {
      return clCreateBufferWithProperties(context, properties, 0, 64, nullptr, e);
    });
  };
  const auto query = [&](cl_mem memory) {
    cl_ulong address;
    return clGetMemObjectInfo(memory, deviceAddress, sizeof address, &address, nullptr);
  };
  expectErrors({
      {"no such property", CL_INVALID_OPERATION, [&] { return query(without); }},
      {"property of false", CL_INVALID_OPERATION, [&] { return query(refused); }},
      {"property twice", CL_INVALID_PROPERTY, [&] { return create(two); }},
      {"neither true nor false", CL_INVALID_PROPERTY, [&] { return create(neither); }},
      {"kernel", CL_INVALID_KERNEL, [&] { return setPointer(wrong<cl_kernel>(), 0, 0); }},
      {"index", CL_INVALID_ARG_INDEX, [&] { return setPointer(kernel, 2, 0); }},
      {"no pointer", CL_INVALID_ARG_INDEX, [&] { return setPointer(kernel, 1, 0); }},
      {"any address", CL_SUCCESS, [&] { return setPointer(kernel, 0, 1); }},
      {"list", CL_INVALID_VALUE,
       [&] { return clSetKernelExecInfo(kernel, devicePointers, 8, nullptr); }},
  });
}

} // namespace
} // namespace weft::test
