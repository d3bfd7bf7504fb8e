// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What Weft does not offer yet: images, samplers, pipes, device queues, intermediate languages and
// sub-groups. Each is refused with the error that the specification names for a device without it,
// and bad handles still come first.
#include "tests/api/fixture.h"

namespace weft::test {
namespace {

class Unsupported : public Api {
protected:
  Memory buffer = session.buffer(4096);
  std::vector<unsigned char> host = std::vector<unsigned char>(4096);
  Program program = session.build("kernel void test(global int *x) { *x = 1; }");
  Kernel kernel = session.kernel(program, "test");
  cl_command_queue badQueue = wrong<cl_command_queue>();
  size_t zero[3] = {}, one[3] = {1, 1, 1};
};

TEST_F(Unsupported, ImagesCannotBeMade) {
  cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = description.image_height = 4;
  auto image = [&](cl_context in) {
    return errorOf([&](cl_int *e) {
      return clCreateImage(in, CL_MEM_READ_WRITE, &format, &description, nullptr, e);
    });
  };
  expectErrors({
      {"image", CL_INVALID_OPERATION, [&] { return image(context); }},
      {"context", CL_INVALID_CONTEXT, [&] { return image(wrong<cl_context>()); }},
      {"with properties", CL_INVALID_OPERATION,
       [&] {
         return errorOf([&](cl_int *e) {
           return clCreateImageWithProperties(context, nullptr, 0, &format, &description, nullptr,
                                              e);
         });
       }},
      {"2D", CL_INVALID_OPERATION,
       [&] {
         return errorOf(
             [&](cl_int *e) { return clCreateImage2D(context, 0, &format, 4, 4, 0, nullptr, e); });
       }},
      {"3D", CL_INVALID_OPERATION,
       [&] {
         return errorOf([&](cl_int *e) {
           return clCreateImage3D(context, 0, &format, 4, 4, 4, 0, 0, nullptr, e);
         });
       }},
  });
}

TEST_F(Unsupported, ThereAreNoImageFormats) {
  cl_uint count = 99;
  EXPECT_EQ(clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0,
                                       nullptr, &count),
            CL_SUCCESS);
  EXPECT_EQ(count, 0u);
  expectErrors({
      {"context", CL_INVALID_CONTEXT,
       [&] {
         return clGetSupportedImageFormats(wrong<cl_context>(), CL_MEM_READ_WRITE,
                                           CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
       }},
      {"type", CL_INVALID_VALUE,
       [&] {
         return clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_BUFFER, 0,
                                           nullptr, &count);
       }},
      {"room for none", CL_INVALID_VALUE,
       [&] {
         cl_image_format format;
         return clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0,
                                           &format, nullptr);
       }},
  });
}

TEST_F(Unsupported, ImageCommandsNeedImages) {
  cl_uint fill[4] = {};
  auto map = [&](cl_command_queue q) {
    return errorOf([&](cl_int *e) {
      size_t pitch;
      return clEnqueueMapImage(q, buffer, CL_TRUE, CL_MAP_READ, zero, one, &pitch, nullptr, 0,
                               nullptr, nullptr, e);
    });
  };
  expectErrors({
      {"read", CL_INVALID_MEM_OBJECT,
       [&] {
         return clEnqueueReadImage(queue, buffer, CL_TRUE, zero, one, 0, 0, host.data(), 0, nullptr,
                                   nullptr);
       }},
      {"write", CL_INVALID_MEM_OBJECT,
       [&] {
         return clEnqueueWriteImage(queue, buffer, CL_TRUE, zero, one, 0, 0, host.data(), 0,
                                    nullptr, nullptr);
       }},
      {"copy", CL_INVALID_MEM_OBJECT,
       [&] {
         return clEnqueueCopyImage(queue, buffer, buffer, zero, zero, one, 0, nullptr, nullptr);
       }},
      {"fill", CL_INVALID_MEM_OBJECT,
       [&] { return clEnqueueFillImage(queue, buffer, fill, zero, one, 0, nullptr, nullptr); }},
      {"to a buffer", CL_INVALID_MEM_OBJECT,
       [&] {
         return clEnqueueCopyImageToBuffer(queue, buffer, buffer, zero, one, 0, 0, nullptr,
                                           nullptr);
       }},
      {"from a buffer", CL_INVALID_MEM_OBJECT,
       [&] {
         return clEnqueueCopyBufferToImage(queue, buffer, buffer, 0, zero, one, 0, nullptr,
                                           nullptr);
       }},
      {"map", CL_INVALID_MEM_OBJECT, [&] { return map(queue); }},
      {"query", CL_INVALID_MEM_OBJECT,
       [&] { return clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, nullptr, nullptr); }},
      {"queue", CL_INVALID_COMMAND_QUEUE,
       [&] {
         return clEnqueueReadImage(badQueue, buffer, CL_TRUE, zero, one, 0, 0, host.data(), 0,
                                   nullptr, nullptr);
       }},
      {"map's queue", CL_INVALID_COMMAND_QUEUE, [&] { return map(badQueue); }},
  });
}

TEST_F(Unsupported, Samplers) {
  const cl_sampler_properties none[] = {0};
  expectErrors({
      {"with properties", CL_INVALID_OPERATION,
       [&] {
         return errorOf([&](cl_int *e) { return clCreateSamplerWithProperties(context, none, e); });
       }},
      {"plain", CL_INVALID_OPERATION,
       [&] {
         return errorOf([&](cl_int *e) {
           return clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, e);
         });
       }},
      {"context", CL_INVALID_CONTEXT,
       [&] {
         return errorOf([&](cl_int *e) {
           return clCreateSamplerWithProperties(wrong<cl_context>(), none, e);
         });
       }},
      {"retain", CL_INVALID_SAMPLER, [&] { return clRetainSampler(wrong<cl_sampler>()); }},
      {"release", CL_INVALID_SAMPLER, [&] { return clReleaseSampler(wrong<cl_sampler>()); }},
      {"query", CL_INVALID_SAMPLER,
       [&] {
         return clGetSamplerInfo(wrong<cl_sampler>(), CL_SAMPLER_CONTEXT, 0, nullptr, nullptr);
       }},
  });
}

TEST_F(Unsupported, Pipes) {
  expectErrors({
      {"create", CL_INVALID_OPERATION,
       [&] {
         return errorOf([&](cl_int *e) { return clCreatePipe(context, 0, 4, 16, nullptr, e); });
       }},
      {"context", CL_INVALID_CONTEXT,
       [&] {
         return errorOf(
             [&](cl_int *e) { return clCreatePipe(wrong<cl_context>(), 0, 4, 16, nullptr, e); });
       }},
      {"query", CL_INVALID_MEM_OBJECT,
       [&] { return clGetPipeInfo(buffer, CL_PIPE_PACKET_SIZE, 0, nullptr, nullptr); }},
  });
}

TEST_F(Unsupported, DeviceQueues) {
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device(), queue), CL_INVALID_OPERATION);
}

TEST_F(Unsupported, IntermediateLanguages) {
  const cl_uint spirv[] = {0x07230203, 0x00010000, 0, 1, 0};
  expectErrors({
      {"create", CL_INVALID_OPERATION,
       [&] {
         return errorOf(
             [&](cl_int *e) { return clCreateProgramWithIL(context, spirv, sizeof spirv, e); });
       }},
      {"context", CL_INVALID_CONTEXT,
       [&] {
         return errorOf([&](cl_int *e) {
           return clCreateProgramWithIL(wrong<cl_context>(), spirv, sizeof spirv, e);
         });
       }},
      {"constant", CL_INVALID_OPERATION,
       [&] {
         cl_uint value = 0;
         return clSetProgramSpecializationConstant(program, 0, sizeof value, &value);
       }},
      {"constant's program", CL_INVALID_PROGRAM,
       [&] {
         cl_uint value = 0;
         return clSetProgramSpecializationConstant(wrong<cl_program>(), 0, sizeof value, &value);
       }},
      {"release callback", CL_INVALID_OPERATION,
       [&] { return clSetProgramReleaseCallback(program, [](cl_program, void *) {}, nullptr); }},
  });
}

TEST_F(Unsupported, BuiltInKernels) {
  cl_device_id id = device(), bad = wrong<cl_device_id>();
  auto create = [&](cl_context in, cl_uint count, const cl_device_id *devices, const char *names) {
    return errorOf(
        [&](cl_int *e) { return clCreateProgramWithBuiltInKernels(in, count, devices, names, e); });
  };
  expectErrors({
      {"an unknown one", CL_INVALID_VALUE, [&] { return create(context, 1, &id, "nothing"); }},
      {"no names", CL_INVALID_VALUE, [&] { return create(context, 1, &id, nullptr); }},
      {"no devices", CL_INVALID_VALUE, [&] { return create(context, 0, nullptr, "nothing"); }},
      {"device", CL_INVALID_DEVICE, [&] { return create(context, 1, &bad, "nothing"); }},
      {"context", CL_INVALID_CONTEXT,
       [&] { return create(wrong<cl_context>(), 1, &id, "nothing"); }},
  });
}

TEST_F(Unsupported, SubGroups) {
  size_t local = 16, count = 0;
  EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                    sizeof local, &local, sizeof count, &count, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clGetKernelSubGroupInfo(wrong<cl_kernel>(), device(),
                                    CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, &local,
                                    sizeof count, &count, nullptr),
            CL_INVALID_KERNEL);
}

} // namespace
} // namespace weft::test
