// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels are told of an image's levels (cl_khr_mipmap_image).
#include "tests/support/opencl.h"

#include <algorithm>
#include <string>
#include <vector>

namespace weft::test {
namespace {

struct Kind {
  const char *type; ///< in OpenCL C
  cl_mem_object_type object;
};
constexpr Kind kinds[] = {{"image1d_t", CL_MEM_OBJECT_IMAGE1D},
                          {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY},
                          {"image2d_t", CL_MEM_OBJECT_IMAGE2D},
                          {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY},
                          {"image3d_t", CL_MEM_OBJECT_IMAGE3D}};
constexpr const char *accesses[] = {"read_only", "write_only", "read_write"};

std::string kernelName(const char *access, const Kind &kind) {
  return std::string(access) + '_' + kind.type;
}

std::vector<cl_int> levelsTold(const Session &session, cl_program program, const std::string &name,
                               cl_mem image) {
  std::vector<cl_int> told(3);
  const Memory out = session.buffer(told.size() * sizeof(cl_int));
  const Kernel kernel = session.kernel(program, name.c_str());
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof image, &image), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), out.address()), CL_SUCCESS);
  const size_t count = told.size();
  EXPECT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr,
                                   nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueReadBuffer(session.queue, out, CL_TRUE, 0, count * sizeof(cl_int), told.data(),
                                0, nullptr, nullptr),
            CL_SUCCESS);
  return told;
}

// An image without levels of its own has one.
TEST(ImageLevels, TheirNumber) {
  const Session session;
  std::string source;
  for (const Kind &kind : kinds)
    for (const char *access : accesses)
      source += "kernel void " + kernelName(access, kind) + "(" + access + " " + kind.type +
                " image, global int *out) {\n"
                "  out[get_global_id(0)] = get_image_num_mip_levels(image);\n}\n";
  const Program program = session.build(source, "-cl-std=CL3.0");
  for (const Kind &kind : kinds)
    for (const cl_uint levels : {0u, 1u, 2u, 5u}) {
      cl_image_desc description{};
      description.image_type = kind.object;
      description.image_width = 37;
      description.image_height = 11;
      description.image_depth = 5;
      description.image_array_size = 3;
      description.num_mip_levels = levels;
      const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
      cl_int error = 0;
      const Memory image =
          clCreateImage(session.context, 0, &format, &description, nullptr, &error);
      ASSERT_EQ(errorName(error), "CL_SUCCESS");
      for (const char *access : accesses)
        EXPECT_EQ(levelsTold(session, program, kernelName(access, kind), image),
                  std::vector<cl_int>(3, std::max(1, static_cast<cl_int>(levels))))
            << kernelName(access, kind);
    }
}

} // namespace
} // namespace weft::test
