// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section 5.9.2: images and samplers as arguments of kernels.
#include "tests/api/images/fixture.h"

namespace weft::test {
namespace {

const char *const source = R"(
  kernel void row(read_only image1d_t image) {}
  kernel void stored(read_only image1d_buffer_t image) {}
  kernel void rows(read_only image1d_array_t image) {}
  kernel void flat(read_only image2d_t image) {}
  kernel void flats(read_only image2d_array_t image) {}
  kernel void solid(read_only image3d_t image) {}
  kernel void deep(read_only image2d_depth_t image) {}
  kernel void deeps(read_only image2d_array_depth_t image) {}
  typedef read_only image2d_t Picture;
  kernel void hidden(Picture image) {}
  kernel void written(write_only image2d_t image) {}
  kernel void changed(read_write image2d_t image) {}
  kernel void sampled(sampler_t how) {}
  kernel void pointed(global int *image) {}
  kernel void copied(read_only image2d_t from, write_only image2d_t to, sampler_t how) {
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(to, at, read_imagef(from, how, at));
  }
)";

class ImageArguments : public ImageApi {
protected:
  cl_int set(const char *kernel, cl_mem value, size_t size = sizeof(cl_mem)) const {
    return clSetKernelArg(session.kernel(program, kernel), 0, size, &value);
  }
  cl_int setSampler(const char *kernel, cl_sampler value, size_t size = sizeof(cl_sampler)) const {
    return clSetKernelArg(session.kernel(program, kernel), 0, size, &value);
  }
  Sampler sampler(cl_context of) const {
    cl_int error = CL_SUCCESS;
    Sampler made = clCreateSampler(of, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }

  Program program = session.build(source, "-cl-std=CL3.0 -cl-kernel-arg-info");
};

TEST_F(ImageArguments, HaveTheKindOfTheirImage) {
  Memory buffer = session.buffer(256);
  cl_image_desc inBuffer = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, 8);
  inBuffer.mem_object = buffer;
  const cl_image_format depth{CL_DEPTH, CL_FLOAT};
  struct Kind {
    std::vector<const char *> kernels; ///< that take it
    Memory image;
  };
  std::vector<Kind> kinds;
  kinds.push_back({{"row"}, image(describe(CL_MEM_OBJECT_IMAGE1D, 8))});
  kinds.push_back({{"stored"}, image(inBuffer)});
  kinds.push_back({{"rows"}, image(describe1dArray(8, 2))});
  kinds.push_back({{"flat", "hidden"}, image(describe(CL_MEM_OBJECT_IMAGE2D, 8, 8))});
  kinds.push_back({{"flats"}, image(describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 8, 8, 2))});
  kinds.push_back({{"solid"}, image(describe(CL_MEM_OBJECT_IMAGE3D, 8, 8, 8))});
  kinds.push_back(
      {{"deep", "flat", "hidden"}, image(describe(CL_MEM_OBJECT_IMAGE2D, 8, 8), depth)});
  kinds.push_back(
      {{"deeps", "flats"}, image(describe(CL_MEM_OBJECT_IMAGE2D_ARRAY, 8, 8, 2), depth)});
  for (const char *kernel :
       {"row", "stored", "rows", "flat", "flats", "solid", "deep", "deeps", "hidden"})
    for (const Kind &kind : kinds) {
      const bool isTaken = std::ranges::any_of(
          kind.kernels, [&](const char *name) { return std::string(name) == kernel; });
      EXPECT_EQ(set(kernel, kind.image), isTaken ? CL_SUCCESS : CL_INVALID_MEM_OBJECT)
          << kernel << " with the image of " << kind.kernels.front();
    }
}

TEST_F(ImageArguments, Errors) {
  Memory made = image(describe(CL_MEM_OBJECT_IMAGE2D, 8, 8)), buffer = session.buffer(256);
  Context foreignContext = otherContext();
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 8, 8);
  cl_int error = CL_SUCCESS;
  Memory foreign = clCreateImage(foreignContext, 0, &rgba8, &description, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Sampler how = sampler(context), foreignSampler = sampler(foreignContext);
  Kernel flat = session.kernel(program, "flat"), sampled = session.kernel(program, "sampled");
  expectErrors({
      {"size", CL_INVALID_ARG_SIZE, [&] { return set("flat", made, 4); }},
      {"no value", CL_INVALID_MEM_OBJECT,
       [&] { return clSetKernelArg(flat, 0, sizeof(cl_mem), nullptr); }},
      {"null", CL_INVALID_MEM_OBJECT, [&] { return set("flat", nullptr); }},
      {"a context", CL_INVALID_MEM_OBJECT, [&] { return set("flat", wrong<cl_mem>()); }},
      {"a buffer", CL_INVALID_MEM_OBJECT, [&] { return set("flat", buffer); }},
      {"another context", CL_INVALID_CONTEXT, [&] { return set("flat", foreign); }},
      {"an image for a pointer", CL_INVALID_MEM_OBJECT, [&] { return set("pointed", made); }},
      {"memory for an image", CL_INVALID_ARG_VALUE,
       [&] { return clSetKernelArgSVMPointer(flat, 0, nullptr); }},
      {"sampler", CL_SUCCESS, [&] { return setSampler("sampled", how); }},
      {"sampler's size", CL_INVALID_ARG_SIZE, [&] { return setSampler("sampled", how, 4); }},
      {"no sampler", CL_INVALID_SAMPLER,
       [&] { return clSetKernelArg(sampled, 0, sizeof(cl_sampler), nullptr); }},
      {"null sampler", CL_INVALID_SAMPLER, [&] { return setSampler("sampled", nullptr); }},
      {"an image as a sampler", CL_INVALID_SAMPLER,
       [&] { return setSampler("sampled", as<cl_sampler>(static_cast<cl_mem>(made))); }},
      {"a sampler of another context", CL_INVALID_CONTEXT,
       [&] { return setSampler("sampled", foreignSampler); }},
  });
}

TEST_F(ImageArguments, AllowWhatTheFlagsAllow) {
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 8, 8);
  Memory readOnly = image(description, rgba8, CL_MEM_READ_ONLY),
         writeOnly = image(description, rgba8, CL_MEM_WRITE_ONLY),
         both = image(description, rgba8, CL_MEM_READ_WRITE),
         srgb = image(description, {CL_sRGBA, CL_UNORM_INT8});
  const auto good = CL_SUCCESS, bad = CL_INVALID_ARG_VALUE;
  EXPECT_EQ(set("flat", readOnly), good);
  EXPECT_EQ(set("flat", writeOnly), bad);
  EXPECT_EQ(set("flat", both), good);
  EXPECT_EQ(set("written", readOnly), bad);
  EXPECT_EQ(set("written", writeOnly), good);
  EXPECT_EQ(set("written", both), good);
  EXPECT_EQ(set("changed", readOnly), bad);
  EXPECT_EQ(set("changed", writeOnly), bad);
  EXPECT_EQ(set("changed", both), good);
  EXPECT_EQ(set("flat", srgb), good);
  EXPECT_EQ(set("written", srgb), good);
  EXPECT_EQ(set("changed", srgb), bad) << "no format that kernels both read and write";
}

TEST_F(ImageArguments, TellTheirQualifiers) {
  const auto access = [&](const char *kernel) {
    Kernel made = session.kernel(program, kernel);
    return queried<cl_kernel_arg_access_qualifier>(
        [&](size_t bytes, cl_kernel_arg_access_qualifier *value, size_t *size) {
          return clGetKernelArgInfo(made, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER, bytes, value, size);
        });
  };
  EXPECT_EQ(access("flat"), cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_READ_ONLY});
  EXPECT_EQ(access("written"), cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_WRITE_ONLY});
  EXPECT_EQ(access("changed"), cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_READ_WRITE});
  EXPECT_EQ(access("sampled"), cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_NONE});
  const auto address = [&](const char *kernel) {
    Kernel made = session.kernel(program, kernel);
    return queried<cl_kernel_arg_address_qualifier>(
        [&](size_t bytes, cl_kernel_arg_address_qualifier *value, size_t *size) {
          return clGetKernelArgInfo(made, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, bytes, value, size);
        });
  };
  EXPECT_EQ(address("written"), cl_kernel_arg_address_qualifier{CL_KERNEL_ARG_ADDRESS_GLOBAL});
  EXPECT_EQ(address("sampled"), cl_kernel_arg_address_qualifier{CL_KERNEL_ARG_ADDRESS_PRIVATE});
}

TEST_F(ImageArguments, AKernelKeepsNoImage) {
  Kernel flat = session.kernel(program, "flat");
  const size_t one = 1;
  {
    Memory made = image(describe(CL_MEM_OBJECT_IMAGE2D, 8, 8));
    ASSERT_EQ(clSetKernelArg(flat, 0, sizeof(cl_mem), made.address()), CL_SUCCESS);
  }
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, flat, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
}

TEST_F(ImageArguments, ALaunchKeepsItsImagesAndNeedsNoSampler) {
  std::mt19937 random(3);
  Model model({1, 1, 1}, 1);
  const cl_image_desc description = describe(CL_MEM_OBJECT_IMAGE2D, 16, 8);
  Memory to = image(description);
  Event gate = userEvent();
  const size_t size[] = {16, 8};
  Kernel copied = session.kernel(program, "copied");
  {
    Memory from = randomImage(description, rgba8, random, model);
    Sampler how = sampler(context);
    ASSERT_EQ(clSetKernelArg(copied, 0, sizeof(cl_mem), from.address()), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(copied, 1, sizeof(cl_mem), to.address()), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(copied, 2, sizeof(cl_sampler), how.address()), CL_SUCCESS);
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, copied, 2, nullptr, size, nullptr, 1, gate.address(),
                                     nullptr),
              CL_SUCCESS);
  }
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(read(to, model.extent), model.bytes);
}

} // namespace
} // namespace weft::test
