// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Images in kernels: reads and writes of every kind of image against the model, scalar and
// vectorised to the bit; and where images and samplers may stand in a program.
#include "tests/support/image_model.h"
#include "tests/support/opencl.h"
#include "tests/support/trapped_pages.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace weft::test {
namespace {

using Sampler = Handle<cl_sampler, clReleaseSampler>;

constexpr size_t width = 37, height = 11, depth = 5, layers = 3;

struct Kind {
  const char *type; ///< in OpenCL C
  cl_mem_object_type object;
  unsigned dimensions;
  bool isArray;
};
constexpr Kind kinds[] = {
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D, 1, false},
    {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, true},
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D, 2, false},
    {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, true},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D, 3, false},
};

/// An image in memory of the host, which ends where inaccessible pages begin.
struct HostImage {
  HostImage(const Session &session, const ImageFormat &format, const Kind &kind, cl_mem_flags flags,
            std::mt19937 &random)
      : format(format), kind(kind) {
    description.image_type = kind.object;
    description.image_width = width;
    description.image_height = kind.dimensions > 1 ? height : 0;
    description.image_depth = kind.dimensions > 2 ? depth : 0;
    description.image_array_size = kind.isArray ? layers : 0;
    weft_image_level &level = model.levels[0];
    level.width = width;
    level.height = kind.dimensions > 1 ? height : 1;
    level.depth = kind.dimensions > 2 ? depth : 1;
    level.row_pitch = width * format.bytes;
    level.slice_pitch = level.row_pitch * level.height;
    model.layers = kind.isArray ? layers : 1;
    model.level_count = 1;
    model.type = kind.object;
    model.channel_order = format.order;
    model.channel_type = format.type;
    model.element_bytes = format.bytes;
    bytes = level.slice_pitch * level.depth * model.layers;
    level.data = pages.data() + pages.size() - bytes;
    std::uniform_real_distribution<float> real(-2, 2);
    for (size_t place = 0; place + format.bytes <= bytes; place += format.bytes) {
      Colour colour;
      for (double &component : colour)
        component = isIntegerFormat(format) ? static_cast<double>(random() % 100) : real(random);
      std::memcpy(level.data + place, writeTexel(format, colour).data(), format.bytes);
    }
    cl_int error = 0;
    const cl_image_format asked{format.order, format.type};
    image = clCreateImage(session.context, flags | CL_MEM_USE_HOST_PTR, &asked, &description,
                          level.data, &error);
    EXPECT_EQ(errorName(error), "CL_SUCCESS");
  }

  unsigned sizeOf(unsigned coordinate) const {
    if (kind.isArray && coordinate == kind.dimensions)
      return model.layers;
    const weft_image_level &level = model.levels[0];
    return coordinate == 0 ? level.width : coordinate == 1 ? level.height : level.depth;
  }
  unsigned coordinates() const { return kind.dimensions + (kind.isArray ? 1 : 0); }

  ImageFormat format;
  Kind kind;
  cl_image_desc description{};
  weft_image model{};
  size_t bytes = 0;
  TrappedPages pages{1 << 16};
  Memory image;
};

class Images : public testing::Test {
protected:
  Sampler sampler(cl_bool isNormalized, cl_addressing_mode addressing,
                  cl_filter_mode filter) const {
    cl_int error = 0;
    Sampler made = clCreateSampler(session.context, isNormalized, addressing, filter, &error);
    EXPECT_EQ(errorName(error), "CL_SUCCESS");
    return made;
  }
  /// A small RGBA image of floats; texel (x, y) is (x, y, 0, 1).
  Memory ramp(cl_mem_flags flags = CL_MEM_READ_ONLY, float offset = 0) const {
    std::vector<float> texels;
    for (unsigned y = 0; y != 16; ++y)
      for (unsigned x = 0; x != 64; ++x)
        texels.insert(texels.end(), {static_cast<float>(x) + offset, static_cast<float>(y), 0, 1});
    const cl_image_format format{CL_RGBA, CL_FLOAT};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = 64;
    description.image_height = 16;
    cl_int error = 0;
    Memory image = clCreateImage(session.context, flags | CL_MEM_COPY_HOST_PTR, &format,
                                 &description, texels.data(), &error);
    EXPECT_EQ(errorName(error), "CL_SUCCESS");
    return image;
  }
  template <class... Arguments>
  void launch(cl_program program, const char *name, size_t count,
              const Arguments &...arguments) const {
    const Kernel kernel = session.kernel(program, name);
    cl_uint index = 0;
    const auto set = [&](const auto &argument) {
      EXPECT_EQ(errorName(clSetKernelArg(kernel, index++, sizeof argument, &argument)),
                "CL_SUCCESS");
    };
    (set(argumentOf(arguments)), ...);
    EXPECT_EQ(errorName(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &count, nullptr,
                                               0, nullptr, nullptr)),
              "CL_SUCCESS");
    EXPECT_EQ(errorName(clFinish(session.queue)), "CL_SUCCESS");
  }
  template <class T> static const T &argumentOf(const T &value) { return value; }
  static cl_mem argumentOf(const Memory &memory) { return memory; }
  static cl_sampler argumentOf(const Sampler &made) { return made; }

  template <class T> std::vector<T> read(const Memory &buffer, size_t count) const {
    std::vector<T> values(count);
    EXPECT_EQ(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, count * sizeof(T),
                                  values.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return values;
  }

  Session session;
};

// Scalar, vectorised, and with many lanes.
const char *const versions[] = {"-cl-weft-vectorise=off", "", "-cl-weft-vectorise=4",
                                "-cl-weft-vectorise=32"};
constexpr size_t places = 1003; // the last gang is not whole

// --- Reads with samplers of the host.

struct SamplerCase {
  cl_bool isNormalized;
  cl_addressing_mode addressing;
  cl_filter_mode filter;
  std::uint64_t bits;
};
constexpr SamplerCase samplers[] = {
    {CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, 0x14},
    {CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR, 0x22},
    {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, 0x25},
    {CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, 0x17},
    {CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR, 0x29},
};
constexpr ImageFormat formats[] = {
    {CL_RGBA, CL_UNORM_INT8, 4}, {CL_BGRA, CL_UNORM_INT8, 4},  {CL_RGBA, CL_HALF_FLOAT, 8},
    {CL_RGBA, CL_FLOAT, 16},     {CL_R, CL_FLOAT, 4},          {CL_RG, CL_UNORM_INT8, 2},
    {CL_RG, CL_SNORM_INT16, 4},  {CL_sRGBA, CL_UNORM_INT8, 4}, {CL_RGBA, CL_UNORM_INT_101010_2, 4},
};

/// Coordinates in a buffer of float4; some are none that an image could have.
std::vector<float> coordinatesFor(const HostImage &image, bool isNormalized, bool isWild,
                                  std::mt19937 &random) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float wild[] = {infinity, -infinity, std::numeric_limits<float>::quiet_NaN(), 3e9F,
                            -1e38F};
  std::uniform_real_distribution<float> real(-0.6F, 1.6F);
  std::vector<float> values(4 * places);
  for (size_t place = 0; place != places; ++place)
    for (unsigned index = 0; index != image.coordinates(); ++index) {
      const auto size = static_cast<float>(image.sizeOf(index));
      const bool isLayer = index == image.kind.dimensions;
      values[4 * place + index] = real(random) * (isNormalized && !isLayer ? 1 : size);
      if (isWild && random() % 2)
        values[4 * place + index] = wild[random() % std::size(wild)];
    }
  return values;
}

const char *coordinateOf(unsigned count) { return count == 1 ? ".x" : count == 2 ? ".xy" : ""; }

TEST_F(Images, SampledReadsAgreeWithTheModel) {
  std::mt19937 random(3);
  for (const Kind &kind : kinds) {
    const std::string source = std::string("kernel void sample(read_only ") + kind.type +
                               " image, sampler_t sampler, global const float4 *places, "
                               "global float4 *out) {\n  size_t i = get_global_id(0);\n"
                               "  out[i] = read_imagef(image, sampler, places[i]" +
                               coordinateOf(kind.dimensions + kind.isArray) + ");\n}\n";
    std::vector<Program> programs;
    for (const char *options : versions)
      programs.push_back(session.build(source, options));
    for (const ImageFormat &format : formats) {
      const HostImage image(session, format, kind, CL_MEM_READ_ONLY, random);
      for (const SamplerCase &one : samplers)
        for (const bool isWild : {false, true}) {
          const Sampler made = sampler(one.isNormalized, one.addressing, one.filter);
          auto coordinates = coordinatesFor(image, one.isNormalized, isWild, random);
          const Memory in =
              session.buffer(coordinates.size() * 4, coordinates.data(), CL_MEM_COPY_HOST_PTR);
          std::vector<cl_uint> first;
          for (const Program &program : programs) {
            const Memory out = session.buffer(coordinates.size() * 4);
            launch(program, "sample", places, image.image, made, in, out);
            const auto bits = read<cl_uint>(out, 4 * places);
            if (first.empty())
              first = bits;
            ASSERT_EQ(bits, first) << kind.type;
          }
          for (size_t place = 0; place != places && !isWild; ++place) {
            const float *at = &coordinates[4 * place];
            const Colour expected =
                sampleImage(image.model, image.model.levels[0], one.bits, {at[0], at[1], at[2], 0});
            for (unsigned index = 0; index != 4; ++index) {
              float actual = 0;
              std::memcpy(&actual, &first[4 * place + index], sizeof actual);
              ASSERT_NEAR(actual, expected[index], 2e-6)
                  << kind.type << " at " << at[0] << ", " << at[1] << ", " << at[2] << ", sampler "
                  << one.bits << ", order " << format.order << ", type " << format.type;
            }
          }
        }
    }
  }
}

// --- Writes, and reads of what they leave.

TEST_F(Images, WritesStayInsideAndAreReadBack) {
  std::mt19937 random(5);
  for (const Kind &kind : kinds) {
    const unsigned count = kind.dimensions + kind.isArray;
    const std::string type = kind.type, components = coordinateOf(count);
    const std::string source =
        "kernel void put(write_only " + type +
        " image, global const int4 *places, global const float4 *colours) {\n"
        "  size_t i = get_global_id(0);\n"
        "  if (colours[i].x > 0.2f) write_imagef(image, places[i]" +
        components +
        ", colours[i]);\n}\n"
        "kernel void get(read_write " +
        type +
        " image, global const int4 *places, "
        "global float4 *colours) {\n  size_t i = get_global_id(0);\n"
        "  colours[i] = read_imagef(image, places[i]" +
        components + ");\n}\n";
    for (const char *options : versions) {
      const Program program = session.build(source, std::string("-cl-std=CL3.0 ") + options);
      HostImage image(session, {CL_RGBA, CL_UNORM_INT8, 4}, kind, CL_MEM_READ_WRITE, random);
      // Every place once, and others far outside.
      std::vector<cl_int> at;
      std::vector<float> colours;
      const weft_image_level &level = image.model.levels[0];
      std::vector<unsigned char> expected(level.data, level.data + image.bytes);
      for (unsigned z = 0; z != image.bytes / level.slice_pitch; ++z)
        for (unsigned y = 0; y != level.height; ++y)
          for (unsigned x = 0; x != width; ++x) {
            cl_int own[4] = {static_cast<cl_int>(x), static_cast<cl_int>(y), static_cast<cl_int>(z),
                             0};
            if (kind.dimensions == 1)
              own[1] = own[2];
            at.insert(at.end(), own, own + 4);
            Colour colour;
            for (double &component : colour)
              component = static_cast<float>(random() % 1000) / 1000;
            colours.insert(colours.end(), colour.begin(), colour.end());
            if (static_cast<float>(colour[0]) > 0.2F)
              std::memcpy(&expected[z * level.slice_pitch + y * level.row_pitch + 4 * x],
                          writeTexel(image.format, colour).data(), 4);
            const cl_int far = random() % 2 ? -1 : std::numeric_limits<cl_int>::max();
            own[random() % count] = random() % 2 ? far : 1 << 20;
            at.insert(at.end(), own, own + 4);
            colours.insert(colours.end(), {1, 1, 1, 1});
          }
      const size_t work = at.size() / 4;
      const Memory in = session.buffer(at.size() * 4, at.data(), CL_MEM_COPY_HOST_PTR);
      const Memory texels =
          session.buffer(colours.size() * 4, colours.data(), CL_MEM_COPY_HOST_PTR);
      launch(program, "put", work, image.image, in, texels);
      const size_t origin[3] = {};
      const size_t region[3] = {width, kind.dimensions > 1 ? height : image.model.layers,
                                kind.isArray && kind.dimensions > 1 ? layers : level.depth};
      std::vector<unsigned char> actual(image.bytes);
      ASSERT_EQ(clEnqueueReadImage(session.queue, image.image, CL_TRUE, origin, region, 0, 0,
                                   actual.data(), 0, nullptr, nullptr),
                CL_SUCCESS);
      ASSERT_EQ(actual, expected) << type << ' ' << options;

      const Memory out = session.buffer(colours.size() * 4);
      launch(program, "get", work, image.image, in, out);
      const auto seen = read<float>(out, colours.size());
      for (size_t place = 0; place != work; place += 2) {
        const size_t z = at[4 * place + (kind.dimensions == 1 ? 1 : 2)];
        const size_t y = kind.dimensions == 1 ? 0 : at[4 * place + 1];
        const Colour texel =
            readTexel(image.format,
                      &expected[z * level.slice_pitch + y * level.row_pitch + 4 * at[4 * place]]);
        for (unsigned index = 0; index != 4; ++index)
          ASSERT_EQ(seen[4 * place + index], texel[index]);
      }
    }
  }
}

// --- From rows to rows: texels may stay as they lie in memory (interleaved_records.h).

// `even` does the same to all components; the others take some of them elsewhere.
const char *const filters = R"(
    constant sampler_t edge =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    constant sampler_t border =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    #define FILTER(NAME, RESULT)                                                      \
      kernel void NAME(read_only image2d_t from, write_only image2d_t to, int dx,     \
                       int dy, int limit, float scale, global float *out) {           \
        int2 p = (int2)((int)get_global_id(0) + dx, dy);                              \
        if (p.x < limit) {                                                            \
          float4 a = read_imagef(from, edge, p), b = read_imagef(from, border, p - 1), \
                 c = read_imagef(from, edge, p + (int2)(2, 1));                       \
          write_imagef(to, p, RESULT);                                                \
        }                                                                             \
      }
    FILTER(copied, a)
    FILTER(even, fmin(fabs(a * scale - b * 0.25f), c + 0.5f))
    FILTER(chosen, a > 0.5f ? b : -c)
    FILTER(turned, (a + b).yzwx * c)
    FILTER(weighted, a * b.x + c * (float)p.x)
    FILTER(opaque, (float4)(a.xyz + b.xyz, 1))
    FILTER(measured, (out[get_global_id(0)] = a.x, a + b))
    FILTER(apart, a * (float4)(1, 2, 3, 4) + b))";

TEST_F(Images, RowsBecomeRowsWhateverTheirTexelsGoThrough) {
  std::mt19937 random(9);
  constexpr Kind plane = {"image2d_t", CL_MEM_OBJECT_IMAGE2D, 2, false};
  std::vector<Program> programs;
  for (const std::string options :
       {"-cl-weft-vectorise=off", "", "-cl-weft-vectorise=4", "-cl-weft-vectorise=8",
        "-cl-weft-vectorise=32", "-cl-weft-without=interleaved-records"})
    programs.push_back(session.build(filters, options + " -cl-fp32-correctly-rounded-divide-sqrt"));
  for (const ImageFormat &format : formats)
    for (const char *name :
         {"copied", "even", "chosen", "turned", "weighted", "opaque", "measured", "apart"})
      for (const auto &[dx, dy, limit] :
           {std::array{0, 1, 1000}, {-3, 0, 37}, {9, 2, 40}, {-20, 1, 5}}) {
        const HostImage from(session, format, plane, CL_MEM_READ_ONLY, random);
        const std::mt19937 sameForAll = random;
        std::vector<unsigned char> expected;
        for (const Program &program : programs) {
          std::mt19937 own = sameForAll;
          const HostImage to(session, format, plane, CL_MEM_WRITE_ONLY, own);
          const Memory out = session.buffer(64 * sizeof(float));
          launch(program, name, 61, from.image, to.image, dx, dy, limit, 0.75F, out);
          const weft_image_level &level = to.model.levels[0];
          const std::vector<unsigned char> actual(level.data, level.data + to.bytes);
          if (expected.empty())
            expected = actual;
          ASSERT_EQ(actual, expected)
              << name << " from " << dx << ", order " << format.order << ", type " << format.type;
        }
      }
}

// --- Neighbours in a row: lanes whose coordinates follow each other.

// Each work-item of one row sums what is around it, which is outside of the image at its ends, and
// writes to a row of which a part is outside.
TEST_F(Images, NeighboursInARowMayLieOutside) {
  const char *source = R"(
    constant sampler_t border =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    constant sampler_t edge =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    kernel void around(read_only image2d_t from, sampler_t given, int dx, int dy, int limit,
                       global float4 *out, write_only image2d_t to) {
      int2 p = (int2)(get_global_id(0), dy);
      float4 sum = 0;
      for (int i = -1; i <= 1; ++i)
        sum += read_imagef(from, border, p + (int2)(dx, i)) +
               4 * read_imagef(from, edge, p + (int2)(i - dx, 1)) +
               16 * read_imagef(from, given, (int2)(p.x + i, -p.y));
      if (p.x < limit)
        write_imagef(to, p - (int2)(dx, 3), sum);
      out[p.x] = sum;
    }
  )";
  constexpr int count = 64, rows = 16;
  const auto texel = [](int x, int y, bool hasBorder) -> std::array<float, 4> {
    if (hasBorder && (x < 0 || x >= count || y < 0 || y >= rows))
      return {0, 0, 0, 0};
    return {static_cast<float>(std::clamp(x, 0, count - 1)),
            static_cast<float>(std::clamp(y, 0, rows - 1)), 0, 1};
  };
  const Memory image = ramp();
  for (const char *options : versions) {
    const Program program = session.build(source, options);
    for (const int dx : {0, 1, -1, 17, -70})
      for (const int dy : {0, 1, 8, 17, -4}) {
        const bool hasBorder = dx != 1;
        const Sampler given = sampler(
            CL_FALSE, hasBorder ? CL_ADDRESS_CLAMP : CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST);
        const int limit = dx == 0 ? count : 43;
        const Memory out = session.buffer(count * sizeof(cl_float4));
        const Memory target = ramp(CL_MEM_READ_WRITE);
        launch(program, "around", count, image, given, dx, dy, limit, out, target);
        const auto sums = read<float>(out, 4 * count);
        std::vector<float> texels(4 * count * rows);
        const size_t origin[3] = {}, region[3] = {count, rows, 1};
        ASSERT_EQ(clEnqueueReadImage(session.queue, target, CL_TRUE, origin, region, 0, 0,
                                     texels.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        for (int x = 0; x != count; ++x)
          for (int c = 0; c != 4; ++c) {
            float sum = 0;
            for (int i = -1; i <= 1; ++i)
              sum += texel(x + dx, dy + i, true)[c] + 4 * texel(x + i - dx, dy + 1, false)[c] +
                     16 * texel(x + i, -dy, hasBorder)[c];
            ASSERT_EQ(sums[4 * x + c], sum) << options << ' ' << x << ' ' << dx << ' ' << dy;
          }
        for (int y = 0; y != rows; ++y)
          for (int x = 0; x != count; ++x)
            for (int c = 0; c != 4; ++c) {
              const int from = x + dx;
              const bool isWritten = y == dy - 3 && from >= 0 && from < limit;
              ASSERT_EQ(texels[4 * (y * count + x) + c],
                        isWritten ? sums[4 * from + c] : texel(x, y, false)[c])
                  << options << ' ' << x << ' ' << y << ' ' << dx << ' ' << dy;
            }
      }
  }
}

// --- Where images and samplers may stand.

TEST_F(Images, SamplersStandInProgramsKernelsAndFunctions) {
  const char *source = R"(
    constant sampler_t outer = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    const sampler_t normal = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
    float take(read_only image2d_t image, sampler_t sampler, float2 at) {
      return read_imagef(image, sampler, at).x;
    }
    float through(read_only image2d_t image, sampler_t sampler, float2 at) {
      return at.x < 0 ? -1.0f : take(image, sampler, at);
    }
    kernel void test(read_only image2d_t image, sampler_t given, global float *out) {
      const sampler_t own = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
      int i = get_global_id(0);
      global float *to = out + 6 * i;
      to[0] = take(image, outer, (float2)(i + 0.5f, 0.5f));
      to[1] = through(image, normal, (float2)((i + 64.5f) / 64, 0.1f));
      to[2] = through(image, own, (float2)(i + 1, 1));
      to[3] = take(image, given, (float2)(i + 0.5f, 2));
      to[4] = read_imagef(image, outer, (int2)(i, 3)).y;
      to[5] = read_imagef(image, given, (int2)(i - 3, 4)).x;
    })";
  for (const char *options : versions) {
    const Program program = session.build(source, options);
    const Memory image = ramp();
    const Memory out = session.buffer(6 * 80 * sizeof(float));
    const Sampler given = sampler(CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST);
    launch(program, "test", 80, image, given, out);
    const auto values = read<float>(out, size_t{6} * 80);
    for (int i = 0; i != 80; ++i) {
      const bool isInside = i < 64;
      EXPECT_EQ(values[6 * i], isInside ? i : 0);
      EXPECT_EQ(values[6 * i + 1], i % 64);
      EXPECT_EQ(values[6 * i + 2], std::min(i + 0.5, 63.0));
      EXPECT_EQ(values[6 * i + 3], std::min(i, 63));
      EXPECT_EQ(values[6 * i + 4], isInside ? 3 : 0);
      EXPECT_EQ(values[6 * i + 5], std::clamp(i - 3, 0, 63));
    }
  }
}

TEST_F(Images, ImagesMayDependOnConditions) {
  const char *source = R"(
    float at(read_only image2d_t image, int x) { return read_imagef(image, (int2)(x, 1)).x; }
    kernel void inner(read_only image2d_t a, read_only image2d_t b, global float *out, int limit) {
      int i = get_global_id(0);
      out[i] = at(i % 3 ? a : b, i) + at(limit > 5 ? a : b, i);
      if (i & 1)
        for (int k = 0; k < i % 7; ++k)
          out[i] += at(a, k);
    }
    kernel void outer(read_only image2d_t a, read_only image2d_t b, global float *out, int limit) {
      inner(b, a, out, limit);
    })";
  for (const char *options : versions) {
    const Program program = session.build(source, options);
    const Memory a = ramp(), b = ramp(CL_MEM_READ_ONLY, 1000);
    const Memory out = session.buffer(64 * sizeof(float));
    for (const cl_int limit : {3, 7})
      for (const bool isOuter : {false, true}) {
        launch(program, isOuter ? "outer" : "inner", 64, a, b, out, limit);
        const auto values = read<float>(out, 64);
        for (int i = 0; i != 64; ++i) {
          const int ofA = isOuter ? 1000 : 0, ofB = 1000 - ofA;
          int expected = i + (i % 3 ? ofA : ofB) + i + (limit > 5 ? ofA : ofB);
          if (i & 1)
            for (int k = 0; k < i % 7; ++k)
              expected += k + ofA;
          EXPECT_EQ(values[i], expected) << i << ' ' << options;
        }
      }
  }
}

// One group writes an image and reads what its other work-items wrote.
TEST_F(Images, ReadWriteImagesShowWritesBehindABarrier) {
  const char *source = R"(
    kernel void test(read_write image2d_t image, global float *out) {
      int i = get_local_id(0), n = get_local_size(0);
      write_imagef(image, (int2)(i, 0), (float4)(3 * i));
      atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
      float own = read_imagef(image, (int2)(i, 0)).x;
      work_group_barrier(CLK_IMAGE_MEM_FENCE);
      float other = read_imagef(image, (int2)(n - 1 - i, 0)).x;
      work_group_barrier(CLK_IMAGE_MEM_FENCE);
      write_imagef(image, (int2)(i, 0), (float4)(own + 1));
      work_group_barrier(CLK_IMAGE_MEM_FENCE);
      out[i] = other + 1000 * read_imagef(image, (int2)((i + 1) % n, 0)).x;
    })";
  for (const char *options : versions) {
    const Program program = session.build(source, std::string("-cl-std=CL3.0 ") + options);
    const Memory image = ramp(CL_MEM_READ_WRITE);
    const Memory out = session.buffer(40 * sizeof(float));
    const Kernel kernel = session.kernel(program, "test");
    const size_t count = 40;
    const cl_mem arguments[] = {image, out};
    for (const cl_uint index : {0, 1})
      clSetKernelArg(kernel, index, sizeof(cl_mem), &arguments[index]);
    ASSERT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &count, &count, 0, nullptr,
                                     nullptr),
              CL_SUCCESS);
    const auto values = read<float>(out, count);
    for (int i = 0; i != 40; ++i)
      EXPECT_EQ(values[i], 3 * (39 - i) + 1000 * (3 * ((i + 1) % 40) + 1)) << options;
  }
}

TEST_F(Images, QueriesTellSizesAndFormats) {
  std::mt19937 random(7);
  const Program program = session.build(R"(
    kernel void of1d(read_only image1d_t i, global int *o) {
      o[0] = get_image_width(i); o[1] = o[2] = o[3] = 1;
      o[4] = get_image_channel_order(i); o[5] = get_image_channel_data_type(i);
    }
    kernel void of1dArray(write_only image1d_array_t i, global int *o) {
      o[0] = get_image_width(i); o[1] = o[2] = 1; o[3] = get_image_array_size(i);
      o[4] = get_image_channel_order(i); o[5] = get_image_channel_data_type(i);
    }
    kernel void of2d(read_write image2d_t i, global int *o) {
      int2 d = get_image_dim(i);
      o[0] = d.x; o[1] = get_image_height(i); o[2] = o[3] = 1;
      o[4] = get_image_channel_order(i); o[5] = get_image_channel_data_type(i);
    }
    kernel void of2dArray(read_only image2d_array_t i, global int *o) {
      o[0] = get_image_width(i); o[1] = get_image_dim(i).y; o[2] = 1;
      o[3] = get_image_array_size(i);
      o[4] = get_image_channel_order(i); o[5] = get_image_channel_data_type(i);
    }
    kernel void of3d(write_only image3d_t i, global int *o) {
      int4 d = get_image_dim(i);
      o[0] = d.x; o[1] = d.y; o[2] = get_image_depth(i) + d.w; o[3] = 1;
      o[4] = get_image_channel_order(i); o[5] = get_image_channel_data_type(i);
    })",
                                        "-cl-std=CL3.0");
  const char *names[] = {"of1d", "of1dArray", "of2d", "of2dArray", "of3d"};
  for (size_t index = 0; index != std::size(kinds); ++index) {
    const HostImage image(session, {CL_RG, CL_SIGNED_INT16, 4}, kinds[index], CL_MEM_READ_WRITE,
                          random);
    const Memory out = session.buffer(6 * sizeof(cl_int));
    launch(program, names[index], 1, image.image, out);
    const weft_image_level &level = image.model.levels[0];
    const std::vector<cl_int> expected{static_cast<cl_int>(level.width),
                                       static_cast<cl_int>(level.height),
                                       static_cast<cl_int>(level.depth),
                                       static_cast<cl_int>(image.model.layers),
                                       CL_RG,
                                       CL_SIGNED_INT16};
    EXPECT_EQ(read<cl_int>(out, 6), expected) << names[index];
  }
}

} // namespace
} // namespace weft::test
