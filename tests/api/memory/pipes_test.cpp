// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pipes as objects (section 5.4): creation, queries, arguments, and what other calls make of them.
#include "tests/api/fixture.h"

namespace weft::test {
namespace {

class Pipes : public Api {
protected:
  Memory pipe(cl_mem_flags flags = 0, cl_uint bytes = 4, cl_uint packets = 16) const {
    cl_int error = CL_SUCCESS;
    Memory made = clCreatePipe(context, flags, bytes, packets, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  template <class T> T info(cl_mem object, cl_pipe_info name) const {
    return queried<T>([&](auto... rest) { return clGetPipeInfo(object, name, rest...); });
  }
  template <class T> T memoryInfo(cl_mem object, cl_mem_info name) const {
    return queried<T>([&](auto... rest) { return clGetMemObjectInfo(object, name, rest...); });
  }
};

TEST_F(Pipes, DevicesSayWhatTheyOffer) {
  EXPECT_EQ(deviceInfo<cl_bool>(CL_DEVICE_PIPE_SUPPORT), cl_bool{CL_TRUE});
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_MAX_PIPE_ARGS), 16u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS), 1u);
  EXPECT_GE(deviceInfo<cl_uint>(CL_DEVICE_PIPE_MAX_PACKET_SIZE), 1024u);
  session.build("#ifndef __opencl_c_pipes\n#error pipes\n#endif\nkernel void k() {}",
                "-cl-std=CL3.0");
}

TEST_F(Pipes, QueriesTellWhatWasAskedFor) {
  constexpr cl_mem_flags defaults = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
  Memory plain = pipe(0, 12, 7), other = pipe(CL_MEM_READ_WRITE);
  EXPECT_EQ(info<cl_uint>(plain, CL_PIPE_PACKET_SIZE), 12u);
  EXPECT_EQ(info<cl_uint>(plain, CL_PIPE_MAX_PACKETS), 7u);
  EXPECT_EQ(memoryInfo<cl_mem_object_type>(plain, CL_MEM_TYPE), cl_uint{CL_MEM_OBJECT_PIPE});
  EXPECT_EQ(memoryInfo<cl_mem_flags>(plain, CL_MEM_FLAGS), defaults);
  EXPECT_EQ(memoryInfo<cl_mem_flags>(other, CL_MEM_FLAGS), cl_mem_flags{CL_MEM_READ_WRITE});
  EXPECT_GE(memoryInfo<size_t>(plain, CL_MEM_SIZE), 12u * 7u);
  EXPECT_EQ(memoryInfo<void *>(plain, CL_MEM_HOST_PTR), nullptr);
  size_t size = 1;
  EXPECT_EQ(clGetPipeInfo(plain, CL_PIPE_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
  expectQueryErrors(
      "clGetPipeInfo", [&](auto... rest) { return clGetPipeInfo(plain, rest...); },
      CL_PIPE_PACKET_SIZE, sizeof(cl_uint));
  Memory buffer = session.buffer(64);
  EXPECT_EQ(clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clGetPipeInfo(nullptr, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
}

TEST_F(Pipes, CreationRefusesWhatIsWrong) {
  const auto create = [&](cl_context in, cl_mem_flags flags, cl_uint bytes, cl_uint packets,
                          const cl_pipe_properties *properties = nullptr) {
    return errorOf(
        [&](cl_int *e) { return clCreatePipe(in, flags, bytes, packets, properties, e); });
  };
  const cl_uint most = deviceInfo<cl_uint>(CL_DEVICE_PIPE_MAX_PACKET_SIZE);
  const cl_pipe_properties none[] = {0};
  expectErrors({
      {"context", CL_INVALID_CONTEXT, [&] { return create(wrong<cl_context>(), 0, 4, 16); }},
      {"read-only", CL_INVALID_VALUE, [&] { return create(context, CL_MEM_READ_ONLY, 4, 16); }},
      {"write-only", CL_INVALID_VALUE, [&] { return create(context, CL_MEM_WRITE_ONLY, 4, 16); }},
      {"host pointer", CL_INVALID_VALUE,
       [&] { return create(context, CL_MEM_USE_HOST_PTR, 4, 16); }},
      {"properties", CL_INVALID_VALUE, [&] { return create(context, 0, 4, 16, none); }},
      {"no bytes", CL_INVALID_PIPE_SIZE, [&] { return create(context, 0, 0, 16); }},
      {"too many bytes", CL_INVALID_PIPE_SIZE, [&] { return create(context, 0, most + 1, 16); }},
      {"no packets", CL_INVALID_PIPE_SIZE, [&] { return create(context, 0, 4, 0); }},
      {"more than there is", CL_MEM_OBJECT_ALLOCATION_FAILURE,
       [&] { return create(context, 0, most, ~cl_uint{0}); }},
      {"the largest packets", CL_SUCCESS, [&] { return create(context, 0, most, 1); }},
  });
}

TEST_F(Pipes, ArgumentsAreChecked) {
  Program program = session.build("kernel void test(write_only pipe int p, global int *out) {"
                                  " int x = get_global_id(0); *out = write_pipe(p, &x); }",
                                  "-cl-std=CL3.0 -cl-kernel-arg-info");
  Kernel kernel = session.kernel(program, "test");
  Memory own = pipe(), buffer = session.buffer(64);
  Context foreign = otherContext();
  cl_int error = CL_SUCCESS;
  Memory foreignPipe = clCreatePipe(foreign, 0, 4, 16, nullptr, &error);
  const auto set = [&](cl_uint index, cl_mem object, size_t size = sizeof(cl_mem)) {
    return clSetKernelArg(kernel, index, size, &object);
  };
  expectErrors({
      {"a pipe", CL_SUCCESS, [&] { return set(0, own); }},
      {"size", CL_INVALID_ARG_SIZE, [&] { return set(0, own, 4); }},
      {"a buffer", CL_INVALID_MEM_OBJECT, [&] { return set(0, buffer); }},
      {"no pipe", CL_INVALID_MEM_OBJECT, [&] { return set(0, nullptr); }},
      {"of another context", CL_INVALID_CONTEXT, [&] { return set(0, foreignPipe); }},
      {"a pipe for a buffer", CL_INVALID_MEM_OBJECT, [&] { return set(1, own); }},
  });
  const auto argument = [&]<class T>(cl_kernel_arg_info name, T) {
    return queried<T>([&](auto... rest) { return clGetKernelArgInfo(kernel, 0, name, rest...); });
  };
  EXPECT_EQ(argument(CL_KERNEL_ARG_TYPE_QUALIFIER, cl_kernel_arg_type_qualifier{}),
            cl_kernel_arg_type_qualifier{CL_KERNEL_ARG_TYPE_PIPE});
  EXPECT_EQ(argument(CL_KERNEL_ARG_ACCESS_QUALIFIER, cl_kernel_arg_access_qualifier{}),
            cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_WRITE_ONLY});
  EXPECT_EQ(argument(CL_KERNEL_ARG_ADDRESS_QUALIFIER, cl_kernel_arg_address_qualifier{}),
            cl_kernel_arg_address_qualifier{CL_KERNEL_ARG_ADDRESS_GLOBAL});
  // A pipe that is released while it is an argument is no argument any more.
  EXPECT_EQ(set(1, buffer), CL_SUCCESS);
  own.reset();
  const size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
}

TEST_F(Pipes, TheHostHasNoAccess) {
  Memory own = pipe();
  const cl_mem object = own;
  int data = 0;
  const cl_image_format format{CL_R, CL_SIGNED_INT32};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
  description.image_width = 1;
  description.mem_object = own;
  const cl_buffer_region region{0, 4};
  expectErrors({
      {"read", CL_INVALID_MEM_OBJECT,
       [&] { return clEnqueueReadBuffer(queue, own, CL_TRUE, 0, 4, &data, 0, nullptr, nullptr); }},
      {"write", CL_INVALID_MEM_OBJECT,
       [&] { return clEnqueueWriteBuffer(queue, own, CL_TRUE, 0, 4, &data, 0, nullptr, nullptr); }},
      {"map", CL_INVALID_MEM_OBJECT,
       [&] {
         return errorOf([&](cl_int *e) {
           return clEnqueueMapBuffer(queue, own, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr,
                                     e);
         });
       }},
      {"sub-buffer", CL_INVALID_MEM_OBJECT,
       [&] {
         return errorOf([&](cl_int *e) {
           return clCreateSubBuffer(own, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, e);
         });
       }},
      {"image", CL_INVALID_IMAGE_DESCRIPTOR,
       [&] {
         return errorOf([&](cl_int *e) {
           return clCreateImage(context, 0, &format, &description, nullptr, e);
         });
       }},
      {"migration", CL_SUCCESS,
       [&] { return clEnqueueMigrateMemObjects(queue, 1, &object, 0, 0, nullptr, nullptr); }},
  });
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

} // namespace
} // namespace weft::test
