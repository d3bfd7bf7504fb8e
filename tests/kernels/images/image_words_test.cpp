// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads of texels by integer coordinates in no order, of formats that code reads without a routine
// (weft_image_words): every kind of image, one component, two, and all, scalar and
// vectorised, against the memory of the image.
#include "tests/support/opencl.h"
#include "tests/support/pairs.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace weft::test {
namespace {

using Sampler = Handle<cl_sampler, clReleaseSampler>;
using Words = std::vector<cl_uint>;

struct Kind {
  const char *type; ///< in OpenCL C
  cl_mem_object_type object;
  std::array<cl_int, 3> size; ///< of each coordinate
  unsigned coordinates;
};
constexpr Kind kinds[] = {
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D, {37, 1, 1}, 1},
    {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, {37, 5, 1}, 2},
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D, {37, 11, 1}, 2},
    {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, {37, 11, 3}, 3},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D, {37, 11, 4}, 3},
};

struct Format {
  cl_image_format format;
  unsigned channels;
  const char *suffix; ///< of the function that reads it
};
constexpr Format formats[] = {
    {{CL_R, CL_FLOAT}, 1, "f"},
    {{CL_RG, CL_FLOAT}, 2, "f"},
    {{CL_RGBA, CL_FLOAT}, 4, "f"},
    {{CL_R, CL_SIGNED_INT32}, 1, "i"},
    {{CL_RG, CL_UNSIGNED_INT32}, 2, "ui"},
    {{CL_RGBA, CL_SIGNED_INT32}, 4, "i"},
};

constexpr size_t count = 1003; // the last gang is not whole

/// Options of a build; the test's parameter is a place in this list.
constexpr const char *lanes[] = {"-cl-weft-vectorise=off", "-cl-opt-disable", "",
                                 "-cl-weft-vectorise=8", "-cl-weft-vectorise=32"};

class ImageWordReads : public testing::TestWithParam<size_t> {
protected:
  // Inside, beside and far from the image.
  void makePlaces(const Kind &kind) {
    constexpr cl_int far[] = {std::numeric_limits<cl_int>::min(), -1, 1 << 20,
                              std::numeric_limits<cl_int>::max()};
    places.assign(4 * count, 0);
    for (size_t place = 0; place != count; ++place)
      for (unsigned index = 0; index != kind.coordinates; ++index)
        places[4 * place + index] = random() % 8
                                        ? static_cast<cl_int>(random() % (kind.size[index] + 2)) - 1
                                        : far[random() % std::size(far)];
  }

  Words textureOf(const Kind &kind, const Format &format) {
    Words words(static_cast<size_t>(kind.size[0]) * kind.size[1] * kind.size[2] * format.channels);
    for (cl_uint &word : words)
      word = static_cast<cl_uint>(random() & 0x3fffffff); // no NaNs
    return words;
  }

  Memory imageOf(const Kind &kind, const Format &format, Words &words) const {
    cl_image_desc description{};
    description.image_type = kind.object;
    description.image_width = kind.size[0];
    const bool isArray =
        kind.object == CL_MEM_OBJECT_IMAGE1D_ARRAY || kind.object == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    const bool hasRows = kind.coordinates - isArray > 1;
    description.image_height = hasRows ? kind.size[1] : 0;
    description.image_depth = kind.object == CL_MEM_OBJECT_IMAGE3D ? kind.size[2] : 0;
    description.image_array_size = isArray ? kind.size[kind.coordinates - 1] : 0;
    cl_int error = 0;
    Memory image = clCreateImage(session.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                 &format.format, &description, words.data(), &error);
    EXPECT_EQ(errorName(error), "CL_SUCCESS");
    return image;
  }

  // With what is outside of the image at its edge, or as the border.
  Words expected(const Kind &kind, const Format &format, const Words &words, bool hasBorder) const {
    const cl_uint one = format.format.image_channel_data_type == CL_FLOAT ? 0x3f800000 : 1;
    Words result;
    for (size_t place = 0; place != count; ++place) {
      size_t texel = 0;
      bool isInside = true;
      for (unsigned index = kind.coordinates; index-- > 0;) {
        const cl_int at = places[4 * place + index];
        const cl_int near = std::clamp(at, 0, kind.size[index] - 1);
        const bool isLayer = index + 1 == kind.coordinates &&
                             std::string(kind.type).find("array") != std::string::npos;
        isInside &= isLayer || near == at;
        texel = texel * kind.size[index] + near;
      }
      for (unsigned component = 0; component != 4; ++component) {
        const cl_uint absent = component == 3 ? one : 0;
        const bool isOpaque = format.channels < 4;
        result.push_back(hasBorder && !isInside        ? (isOpaque ? absent : 0)
                         : component < format.channels ? words[texel * format.channels + component]
                                                       : absent);
      }
    }
    return result;
  }

  std::string sourceFor(const Kind &kind, const Format &format) const {
    const char *const coordinate[] = {"", "places[i].x", "places[i].xy", "places[i]"};
    return std::string("#define READ(...) as_uint4(read_image") + format.suffix +
           "(image, __VA_ARGS__ " + coordinate[kind.coordinates] + "))\n" +
           "#define ARGUMENTS read_only " + kind.type +
           " image, global const int4 *places, global uint4 *out" + R"(
      constant sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
      constant sampler_t border = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
      kernel void one(ARGUMENTS) { size_t i = get_global_id(0); out[i].x = READ().x; }
      kernel void last(ARGUMENTS) { size_t i = get_global_id(0); out[i].w = READ(edge,).w; }
      kernel void two(ARGUMENTS) { size_t i = get_global_id(0); out[i].yx = READ().yx; }
      kernel void behind(ARGUMENTS) { size_t i = get_global_id(0); out[i].zw = READ().zw; }
      kernel void apart(ARGUMENTS) { size_t i = get_global_id(0); out[i].xz = READ().xz; }
      kernel void all(ARGUMENTS) { size_t i = get_global_id(0); out[i] = READ(); }
      kernel void outside(ARGUMENTS) { size_t i = get_global_id(0); out[i].xy = READ(border,).xy; }
      kernel void asked(ARGUMENTS, sampler_t sampler) {
        size_t i = get_global_id(0); if (i % 3 != 1) out[i].xy = READ(sampler,).xy;
      })";
  }

  void check(const Kind &kind, const Format &format) {
    SCOPED_TRACE(std::string(kind.type) + ", read_image" + format.suffix + ", channels " +
                 std::to_string(format.channels));
    const Program program = session.build(sourceFor(kind, format), lanes[GetParam()]);
    Words words = textureOf(kind, format);
    const Memory image = imageOf(kind, format, words);
    const Words edge = expected(kind, format, words, false);
    const Words border = expected(kind, format, words, true);
    expectKernel(program, "one", image, edge, {true, false, false, false});
    expectKernel(program, "last", image, edge, {false, false, false, true});
    expectKernel(program, "two", image, edge, {true, true, false, false});
    expectKernel(program, "behind", image, edge, {false, false, true, true});
    expectKernel(program, "apart", image, edge, {true, false, true, false});
    expectKernel(program, "all", image, edge, {true, true, true, true});
    expectKernel(program, "outside", image, border, {true, true, false, false});
    for (const cl_addressing_mode addressing : {CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP_TO_EDGE}) {
      cl_int error = 0;
      const Sampler sampler =
          clCreateSampler(session.context, CL_FALSE, addressing, CL_FILTER_NEAREST, &error);
      ASSERT_EQ(errorName(error), "CL_SUCCESS");
      expectKernel(program, "asked", image, addressing == CL_ADDRESS_CLAMP ? border : edge,
                   {true, true, false, false}, sampler);
    }
  }

  void expectKernel(cl_program program, const char *name, cl_mem image, const Words &all,
                    std::array<bool, 4> writes, cl_sampler sampler = nullptr) const {
    constexpr cl_uint untouched = 0xdeadbeef;
    const Kernel kernel = session.kernel(program, name);
    Words found(4 * count, untouched);
    const Memory in = session.buffer(places.size() * sizeof places[0],
                                     const_cast<cl_int *>(places.data()), CL_MEM_COPY_HOST_PTR);
    const Memory out =
        session.buffer(found.size() * sizeof found[0], found.data(), CL_MEM_COPY_HOST_PTR);
    const cl_mem memory[] = {image, in, out};
    for (cl_uint index = 0; index != 3; ++index)
      ASSERT_EQ(clSetKernelArg(kernel, index, sizeof(cl_mem), &memory[index]), CL_SUCCESS);
    if (sampler) {
      ASSERT_EQ(clSetKernelArg(kernel, 3, sizeof sampler, &sampler), CL_SUCCESS);
    }
    const size_t size = count;
    ASSERT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr,
                                     nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueReadBuffer(session.queue, out, CL_TRUE, 0, found.size() * sizeof found[0],
                                  found.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    Words wanted(4 * count, untouched);
    for (size_t place = 0; place != count; ++place)
      for (unsigned component = 0; component != 4; ++component)
        if (writes[component] && (!sampler || place % 3 != 1))
          wanted[4 * place + component] = all[4 * place + component];
    ASSERT_EQ(found, wanted) << name;
  }

  Session session;
  std::mt19937 random{7};
  std::vector<cl_int> places;
};

TEST_P(ImageWordReads, AreThoseOfTheMemory) {
  for (size_t kind = 0; kind != std::size(kinds); ++kind) {
    makePlaces(kinds[kind]);
    for (size_t format = 0; format != std::size(formats); ++format)
      if (isTaken(std::size(lanes), kind, format, GetParam()))
        check(kinds[kind], formats[format]);
  }
}

INSTANTIATE_TEST_SUITE_P(Lanes, ImageWordReads, testing::Range<size_t>(0, std::size(lanes)));

} // namespace
} // namespace weft::test
