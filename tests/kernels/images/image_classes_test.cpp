// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes whose type is not that of the image's channels: of another class, where any
// value may come and nothing else may happen, and halves.
#include "tests/support/opencl.h"
#include "tests/support/trapped_pages.h"

#include <algorithm>
#include <string>
#include <vector>

namespace weft::test {
namespace {

constexpr size_t width = 33, height = 9, items = 300;

const char *const versions[] = {"-cl-weft-vectorise=off", "", "-cl-weft-vectorise=4"};

struct Format {
  cl_image_format format;
  size_t bytes;
};
constexpr Format formats[] = {
    {{CL_RGBA, CL_UNORM_INT8}, 4},    {{CL_RGBA, CL_HALF_FLOAT}, 8},
    {{CL_RGBA, CL_FLOAT}, 16},        {{CL_R, CL_FLOAT}, 4},
    {{CL_RGBA, CL_SIGNED_INT32}, 16}, {{CL_RG, CL_UNSIGNED_INT8}, 2},
    {{CL_R, CL_SIGNED_INT16}, 2},     {{CL_RGBA, CL_UNORM_INT_101010_2}, 4},
};

/// An image that ends where inaccessible pages begin; what lies before it is `untouched`.
struct GuardedImage {
  static constexpr unsigned char untouched = 0xa5;

  GuardedImage(const Session &session, const Format &format)
      : bytes(width * height * format.bytes) {
    std::fill_n(pages.data(), pages.size(), untouched);
    for (size_t place = 0; place != bytes; ++place)
      texels()[place] = static_cast<unsigned char>(place * 7);
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    cl_int error = 0;
    image = clCreateImage(session.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, &format.format,
                          &description, texels(), &error);
    EXPECT_EQ(errorName(error), "CL_SUCCESS");
  }
  unsigned char *texels() const { return pages.data() + pages.size() - bytes; }
  bool isIntactBefore() const {
    return std::all_of(pages.data(), texels(),
                       [](unsigned char byte) { return byte == untouched; });
  }

  size_t bytes;
  TrappedPages pages{1 << 14};
  Memory image;
};

/// Runs the kernel for rows of work-items that follow each other, which end outside of the image.
void launch(const Session &session, cl_program program, const char *name, cl_mem image,
            cl_mem out) {
  const Kernel kernel = session.kernel(program, name);
  for (const cl_uint index : {0u, 1u})
    EXPECT_EQ(clSetKernelArg(kernel, index, sizeof(cl_mem), index == 0 ? &image : &out),
              CL_SUCCESS);
  const size_t count[] = {items, height + 1};
  EXPECT_EQ(errorName(clEnqueueNDRangeKernel(session.queue, kernel, 2, nullptr, count, nullptr, 0,
                                             nullptr, nullptr)),
            "CL_SUCCESS");
  EXPECT_EQ(errorName(clFinish(session.queue)), "CL_SUCCESS");
}

template <class T> std::vector<T> contents(const Session &session, cl_mem buffer, size_t count) {
  std::vector<T> values(count);
  EXPECT_EQ(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, count * sizeof(T), values.data(),
                                0, nullptr, nullptr),
            CL_SUCCESS);
  return values;
}

const char *const samplers = R"(
  constant sampler_t nearest =
      CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
  constant sampler_t linear =
      CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
)";

// What is read has no meaning, so the kernel tells only that it came to its end.
std::string readsOf(const std::string &suffix, const std::string &type) {
  return samplers + ("kernel void test(read_only image2d_t image, global int *out) {\n"
                     "  int2 p = (int2)(get_global_id(0), get_global_id(1));\n"
                     "  int i = p.x + p.y * get_global_size(0);\n  " +
                     type + "4 sum = read_image" + suffix + "(image, p) + read_image" + suffix +
                     "(image, nearest, p - 1) + read_image" + suffix +
                     "(image, (int2)(i * 77, i ^ p.y)) + read_image" + suffix +
                     "(image, linear, convert_float2(p) * 0.17f);\n"
                     "  out[i] = any(as_int4(sum) == 12345) ? 3 : 2;\n}\n");
}

std::string writesOf(const std::string &suffix, const std::string &type) {
  return "kernel void test(write_only image2d_t image, global int *out) {\n"
         "  int2 p = (int2)(get_global_id(0), get_global_id(1));\n"
         "  int i = p.x + p.y * get_global_size(0);\n"
         "  write_image" +
         suffix + "(image, p - 1, (" + type + "4)(p.x - 7));\n  write_image" + suffix +
         "(image, (int2)(i * 77, p.y), (" + type + "4)(p.y - 70000));\n  out[i] = 2;\n}\n";
}

TEST(ImageClasses, AccessesOfAnotherClassStayInside) {
  const Session session;
  const std::vector<int> marks(items * (height + 1));
  for (const auto &[suffix, type] : {std::pair{"f", "float"}, {"i", "int"}, {"ui", "uint"}})
    for (const bool isWrite : {false, true})
      for (const char *options : versions) {
        const Program program =
            session.build(isWrite ? writesOf(suffix, type) : readsOf(suffix, type), options);
        for (const Format &format : formats) {
          const GuardedImage image(session, format);
          const Memory out =
              session.buffer(marks.size() * sizeof(int), marks.data(), CL_MEM_COPY_HOST_PTR);
          launch(session, program, "test", image.image, out);
          for (const int mark : contents<int>(session, out, marks.size()))
            ASSERT_EQ(mark & ~1, 2) << suffix << ' ' << options;
          EXPECT_TRUE(image.isIntactBefore())
              << suffix << ' ' << format.format.image_channel_data_type;
        }
      }
}

// Halves are the floats that the other functions read, rounded, and what is written is those
// halves.
TEST(ImageClasses, HalvesAreRoundedFloats) {
  const Session session;
  const std::string source = samplers + std::string(R"(
    #pragma OPENCL EXTENSION cl_khr_fp16 : enable
    #define TEST(READ)                                                  \
      int2 p = (int2)(get_global_id(0), get_global_id(1));              \
      int i = p.x + p.y * get_global_size(0);                           \
      out[2 * i] = READ(image, p);                                      \
      out[2 * i + 1] = READ(image, linear, convert_float2(p) * 0.17f);
    #define ROUNDED(...) convert_half4_rte(read_imagef(__VA_ARGS__))
    kernel void halves(read_only image2d_t image, global half4 *out) { TEST(read_imageh) }
    kernel void floats(read_only image2d_t image, global half4 *out) { TEST(ROUNDED) }
    kernel void put(write_only image2d_t to, global half4 *in) {
      int2 p = (int2)(get_global_id(0), get_global_id(1));
      write_imageh(to, p, in[2 * (p.x + p.y * get_global_size(0))]);
    })");
  const size_t halves = items * (height + 1) * 8;
  for (const char *options : versions) {
    const Program program = session.build(source, options);
    for (const size_t number : {0u, 1u, 2u, 3u}) {
      const Format &format = formats[number];
      GuardedImage image(session, format);
      if (format.format.image_channel_data_type == CL_FLOAT)
        for (size_t place = 0; place != image.bytes / sizeof(float); ++place)
          reinterpret_cast<float *>(image.texels())[place] = static_cast<float>(place) * 0.37F - 9;
      const Memory own = session.buffer(2 * halves), other = session.buffer(2 * halves);
      launch(session, program, "halves", image.image, own);
      launch(session, program, "floats", image.image, other);
      const auto expected = contents<cl_ushort>(session, other, halves);
      ASSERT_EQ(contents<cl_ushort>(session, own, halves), expected) << options << ' ' << number;
      // Texels of the image that come back are rounded already.
      GuardedImage copy(session, format);
      launch(session, program, "put", copy.image, own);
      launch(session, program, "halves", copy.image, other);
      const auto again = contents<cl_ushort>(session, other, halves);
      for (size_t item = 0; item != halves; item += 8)
        ASSERT_TRUE(std::equal(&expected[item], &expected[item + 4], &again[item]))
            << options << ' ' << number << ' ' << item;
    }
  }
}

} // namespace
} // namespace weft::test
