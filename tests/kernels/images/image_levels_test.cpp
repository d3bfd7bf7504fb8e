// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Levels of images in kernels (cl_khr_mipmap_image): their number, and reads by a level of detail
// or by gradients, whatever these are.
#include "tests/support/opencl.h"

#include <CL/cl_ext.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace weft::test {
namespace {

struct Kind {
  const char *type; ///< in OpenCL C
  cl_mem_object_type object;
  const char *place, *gradient; ///< in OpenCL C, along x
  unsigned levelComponent;      ///< of an origin
};
constexpr Kind kinds[] = {
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D, "0.5f", "(float)", 1},
    {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, "(float2)(0.5f, 1)", "(float)", 2},
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D, "(float2)(0.5f, 0.5f)", "(float2)(0, 1) * ", 2},
    {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, "(float4)(0.5f, 0.5f, 1, 0)",
     "(float2)(0, 1) * ", 3},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D, "(float4)(0.5f, 0.5f, 0.5f, 0)", "(float4)(0, 0, 1, 0) * ",
     3}};
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

constexpr cl_uint levelCount = 4;
constexpr size_t side = 16, depth = 16, layers = 2;

/// An image whose texels are the number of their level, counted from 1.
Memory numberedLevels(const Session &session, const Kind &kind) {
  cl_image_desc description{};
  description.image_type = kind.object;
  description.image_width = side;
  description.image_height = side;
  description.image_depth = depth;
  description.image_array_size = layers;
  description.num_mip_levels = levelCount;
  const cl_image_format format{CL_RGBA, CL_FLOAT};
  cl_int error = 0;
  Memory image = clCreateImage(session.context, 0, &format, &description, nullptr, &error);
  EXPECT_EQ(errorName(error), "CL_SUCCESS");
  for (cl_uint level = 0; level != levelCount; ++level) {
    const auto number = static_cast<float>(level + 1);
    const std::array<float, 4> colour{number, number, number, number};
    std::array<size_t, 4> origin{};
    origin[kind.levelComponent] = level;
    const size_t size = side >> level;
    const bool isFlat = kind.object != CL_MEM_OBJECT_IMAGE1D;
    const std::array<size_t, 3> region{size,
                                       kind.object == CL_MEM_OBJECT_IMAGE1D_ARRAY ? layers
                                       : isFlat                                   ? size
                                                                                  : 1,
                                       kind.object == CL_MEM_OBJECT_IMAGE2D_ARRAY ? layers
                                       : kind.object == CL_MEM_OBJECT_IMAGE3D     ? depth >> level
                                                                                  : 1};
    EXPECT_EQ(errorName(clEnqueueFillImage(session.queue, image, colour.data(), origin.data(),
                                           region.data(), 0, nullptr, nullptr)),
              "CL_SUCCESS");
  }
  return image;
}

using Sampler = Handle<cl_sampler, clReleaseSampler>;

Sampler sampler(const Session &session, cl_filter_mode betweenLevels, float least, float most) {
  const auto bitsOf = [](float value) {
    cl_uint bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return static_cast<cl_sampler_properties>(bits);
  };
  const cl_sampler_properties list[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                        CL_TRUE,
                                        CL_SAMPLER_ADDRESSING_MODE,
                                        CL_ADDRESS_CLAMP_TO_EDGE,
                                        CL_SAMPLER_FILTER_MODE,
                                        CL_FILTER_LINEAR,
                                        CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                        betweenLevels,
                                        CL_SAMPLER_LOD_MIN_KHR,
                                        bitsOf(least),
                                        CL_SAMPLER_LOD_MAX_KHR,
                                        bitsOf(most),
                                        0};
  cl_int error = 0;
  Sampler made = clCreateSamplerWithProperties(session.context, list, &error);
  EXPECT_EQ(errorName(error), "CL_SUCCESS");
  return made;
}

std::vector<float> run(const Session &session, cl_program program, const Kind &kind,
                       const char *prefix, cl_mem image, cl_sampler how,
                       const std::vector<float> &in) {
  std::vector<float> read(in.size());
  const Memory from = session.buffer(in.size() * sizeof(float), in.data(), CL_MEM_COPY_HOST_PTR);
  const Memory to = session.buffer(in.size() * sizeof(float));
  const Kernel kernel = session.kernel(program, (std::string(prefix) + kind.type).c_str());
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof image, &image), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof how, &how), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof(cl_mem), from.address()), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 3, sizeof(cl_mem), to.address()), CL_SUCCESS);
  const size_t count = in.size();
  EXPECT_EQ(errorName(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &count, nullptr, 0,
                                             nullptr, nullptr)),
            "CL_SUCCESS");
  EXPECT_EQ(clEnqueueReadBuffer(session.queue, to, CL_TRUE, 0, count * sizeof(float), read.data(),
                                0, nullptr, nullptr),
            CL_SUCCESS);
  return read;
}

std::string sourceOfReads() {
  std::string source;
  for (const Kind &kind : kinds) {
    const std::string head = std::string(kind.type) + "(read_only " + kind.type +
                             " image, sampler_t how, global float *in, global float *out) {\n"
                             "  float x = in[get_global_id(0)];\n"
                             "  out[get_global_id(0)] = read_imagef(image, how, " +
                             kind.place + ", ";
    source += "kernel void lod_" + head + "x).y;\n}\n";
    source +=
        "kernel void gradient_" + head + kind.gradient + "0.0f, " + kind.gradient + "x).y;\n}\n";
  }
  return source;
}

const char *const versions[] = {"-cl-weft-vectorise=off", "", "-cl-weft-vectorise=4",
                                "-cl-opt-disable"};

TEST(ImageLevels, LevelsOfDetail) {
  const Session session;
  const Sampler nearest = sampler(session, CL_FILTER_NEAREST, 0, FLT_MAX),
                linear = sampler(session, CL_FILTER_LINEAR, 0, FLT_MAX),
                some = sampler(session, CL_FILTER_LINEAR, 1, 2);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> details{
      0,    1,   2,    3,     4,        1000,      -1,    -1e30F,
      1.5F, .5F, 2.5F, 1.25F, infinity, -infinity, 3e38F, std::nanf("")};
  for (const char *options : versions) {
    const Program program = session.build(sourceOfReads(), std::string("-cl-std=CL3.0 ") + options);
    for (const Kind &kind : kinds) {
      const Memory image = numberedLevels(session, kind);
      const auto byNearest = run(session, program, kind, "lod_", image, nearest, details),
                 byLinear = run(session, program, kind, "lod_", image, linear, details),
                 bySome = run(session, program, kind, "lod_", image, some, details);
      for (size_t i = 0; i != details.size(); ++i) {
        SCOPED_TRACE(std::string(kind.type) + " at " + std::to_string(details[i]) + ' ' + options);
        EXPECT_EQ(byNearest[i], std::floor(byNearest[i])) << "one level";
        for (const float value : {byNearest[i], byLinear[i], bySome[i]}) {
          EXPECT_GE(value, 1);
          EXPECT_LE(value, levelCount);
        }
        if (std::isnan(details[i]))
          continue;
        const float expected = std::clamp(details[i], 0.0F, float{levelCount - 1}) + 1;
        EXPECT_LE(std::fabs(byNearest[i] - expected), 0.5F);
        EXPECT_EQ(byLinear[i], expected);
        EXPECT_EQ(bySome[i], std::clamp(expected, 2.0F, 3.0F));
      }
    }
  }
}

// The level is the logarithm of how many texels a step goes.
TEST(ImageLevels, Gradients) {
  const Session session;
  const Sampler nearest = sampler(session, CL_FILTER_NEAREST, 0, FLT_MAX),
                linear = sampler(session, CL_FILTER_LINEAR, 0, FLT_MAX);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float texel = 1.0F / side;
  // Of the last three the level is not defined, but there is one.
  const std::vector<float> steps{texel,      2 * texel,     -4 * texel, 8 * texel,
                                 64 * texel, 0.25F * texel, 0,          1e-40F,
                                 3e38F,      infinity,      -infinity,  std::nanf("")};
  const std::vector<float> expected{1, 2, 3, 4, 4, 1, 1, 1, 4};
  for (const char *options : versions) {
    const Program program = session.build(sourceOfReads(), std::string("-cl-std=CL3.0 ") + options);
    for (const Kind &kind : kinds) {
      const Memory image = numberedLevels(session, kind);
      for (const cl_sampler how :
           {static_cast<cl_sampler>(nearest), static_cast<cl_sampler>(linear)}) {
        const auto read = run(session, program, kind, "gradient_", image, how, steps);
        for (size_t i = 0; i != expected.size(); ++i)
          EXPECT_NEAR(read[i], expected[i], 1e-3F)
              << kind.type << " by " << steps[i] << ' ' << options;
        for (const float value : read) {
          EXPECT_GE(value, 1) << kind.type;
          EXPECT_LE(value, levelCount) << kind.type;
        }
      }
    }
  }
}

} // namespace
} // namespace weft::test
