// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block reads and writes of global and local memory and of images. Only whole sub-groups may call
// them.
#include "tests/kernels/sub-groups/sub_group_model.h"

#include <cstring>

namespace weft::test {
namespace {

struct Block {
  std::string type, suffix; ///< of a component; of the functions
  size_t bytes, components;
};

/// Every function of the extensions, at one of the sizes or two.
std::vector<Block> blocks(size_t size) {
  std::vector<Block> list;
  size_t row = 0;
  const auto add = [&](const char *type, const char *suffix, size_t bytes, size_t most) {
    size_t width = 0;
    for (size_t components = 1; components <= most; components *= 2)
      if (isTaken(4, row, width++, placeOf(size)))
        list.push_back({type, suffix + (components == 1 ? "" : std::to_string(components)), bytes,
                        components});
    ++row;
  };
  add("uchar", "_uc", 1, 16);
  add("ushort", "_us", 2, 16);
  add("uint", "", 4, 8);
  add("uint", "_ui", 4, 8);
  add("ulong", "_ul", 8, 8);
  return list;
}

std::string vectorOf(const Block &block) {
  return block.type + (block.components == 1 ? "" : std::to_string(block.components));
}

constexpr size_t items = 256, groupItems = 128;

class SubGroupBlocks : public testing::TestWithParam<size_t> {
protected:
  Program build(const std::string &source, const Block &block) const {
    return session.build(source, "-cl-std=CL3.0 -DT=" + block.type + " -DV=" + vectorOf(block) +
                                     " -DREAD=intel_sub_group_block_read" + block.suffix +
                                     " -DWRITE=intel_sub_group_block_write" + block.suffix +
                                     " -DN=" + std::to_string(block.components) + " -DGROUP=" +
                                     std::to_string(groupItems) + sizeOption(GetParam()));
  }

  static std::vector<cl_uchar> randomBytes(size_t count) {
    std::vector<cl_uchar> list(count);
    for (size_t i = 0; i < count; ++i)
      list[i] = static_cast<cl_uchar>(scrambled(i));
    return list;
  }

  Session session;
};

INSTANTIATE_TEST_SUITE_P(Sizes, SubGroupBlocks, testing::ValuesIn(requiredSizes));

TEST_P(SubGroupBlocks, OfMemory) {
  for (const Block &block : blocks(GetParam())) {
    SCOPED_TRACE(block.suffix + " of " + block.type);
    Program program = build(R"(
      kernel SIZED void test(global const T *in, global V *values, global T *out) {
        size_t block = (get_group_id(0) * get_num_sub_groups() + get_sub_group_id()) *
                       get_max_sub_group_size() * N;
        V value = READ(in + block);
        values[get_global_id(0)] = value;
        WRITE(out + block, value + (V)1);
      }
      kernel SIZED void local_test(global const T *in, global V *values, global T *out) {
        local T from[GROUP * N] __attribute__((aligned(16)));
        local T to[GROUP * N] __attribute__((aligned(16)));
        size_t group = get_group_id(0) * GROUP * N;
        for (size_t k = get_local_id(0); k < GROUP * N; k += GROUP)
          from[k] = in[group + k];
        barrier(CLK_LOCAL_MEM_FENCE);
        size_t block = get_sub_group_id() * get_max_sub_group_size() * N;
        V value = READ(from + block);
        values[get_global_id(0)] = value;
        WRITE(to + block, value + (V)1);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (size_t k = get_local_id(0); k < GROUP * N; k += GROUP)
          out[group + k] = to[k];
      })",
                            block);
    const size_t size = sizeOf(session, program, "test");
    const std::vector<cl_uchar> input = randomBytes(items * block.components * block.bytes);
    for (const char *name : {"test", "local_test"}) {
      SCOPED_TRACE(name);
      std::vector<cl_uchar> values(input.size()), out(input.size());
      session.run(program, name, {{items}, {groupItems}}, in(input), inOut(values), inOut(out));
      for (size_t item = 0; item < items; ++item)
        for (size_t k = 0; k < block.components; ++k) {
          const size_t element = item / size * size * block.components + item % size + k * size;
          const auto *expected = &input[element * block.bytes];
          ASSERT_EQ(std::memcmp(&values[(item * block.components + k) * block.bytes], expected,
                                block.bytes),
                    0)
              << "item " << item << ", component " << k;
          cl_ulong before = 0, after = 0;
          std::memcpy(&before, expected, block.bytes);
          std::memcpy(&after, &out[element * block.bytes], block.bytes);
          const cl_ulong mask = ~cl_ulong{0} >> (64 - 8 * block.bytes);
          ASSERT_EQ(after, (before + 1) & mask) << "item " << item << ", component " << k;
        }
    }
  }
}

// An image whose texels have four bytes.
class TestImage {
public:
  static constexpr size_t texelBytes = 4;

  TestImage(const Session &session, size_t width, size_t height)
      : session(session), width(width), height(height) {
    const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
    cl_image_desc description{};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    cl_int error = CL_SUCCESS;
    image =
        clCreateImage(session.context, CL_MEM_READ_WRITE, &format, &description, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }

  void write(const std::vector<cl_uchar> &bytes) const {
    const size_t origin[3] = {}, region[3] = {width, height, 1};
    EXPECT_EQ(clEnqueueWriteImage(session.queue, image, CL_TRUE, origin, region, 0, 0, bytes.data(),
                                  0, nullptr, nullptr),
              CL_SUCCESS);
  }
  std::vector<cl_uchar> read() const {
    std::vector<cl_uchar> bytes(width * height * texelBytes);
    const size_t origin[3] = {}, region[3] = {width, height, 1};
    EXPECT_EQ(clEnqueueReadImage(session.queue, image, CL_TRUE, origin, region, 0, 0, bytes.data(),
                                 0, nullptr, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  cl_mem handle() const { return image; }

private:
  const Session &session;
  size_t width, height;
  Memory image;
};

/// The byte at a place; beyond an edge that of the nearest texel that lies as it does in its own.
cl_uchar byteAt(const std::vector<cl_uchar> &bytes, size_t width, size_t height, cl_long x,
                cl_long y) {
  const auto rowBytes = static_cast<cl_long>(width * TestImage::texelBytes);
  const cl_long row = std::clamp<cl_long>(y, 0, static_cast<cl_long>(height) - 1);
  const cl_long inTexel = ((x % 4) + 4) % 4;
  const cl_long column = x < 0 ? inTexel : x >= rowBytes ? rowBytes - 4 + inTexel : x;
  return bytes[static_cast<size_t>(row * rowBytes + column)];
}

// At all edges and inside; writes begin at texels.
TEST_P(SubGroupBlocks, OfImages) {
  constexpr size_t width = 300, height = 20;
  const cl_int2 places[] = {{{0, 0}},  {{64, 3}},    {{-24, 2}},  {{16, -3}}, {{1180, 6}},
                            {{8, 17}}, {{1196, 19}}, {{400, 40}}, {{-900, 1}}};
  const TestImage source(session, width, height), target(session, width, height);
  const std::vector<cl_uchar> bytes = randomBytes(width * height * TestImage::texelBytes);
  source.write(bytes);
  for (const Block &block : blocks(GetParam())) {
    SCOPED_TRACE(block.suffix + " of " + block.type);
    Program program = build(R"(
      kernel SIZED void test(read_only image2d_t in, write_only image2d_t out, int2 at,
                             global V *values) {
        V value = READ(in, at);
        values[get_global_id(0)] = value;
        WRITE(out, at, value);
      }
      kernel SIZED void both(read_write image2d_t in, read_write image2d_t out, int2 at,
                             global V *values) {
        V value = READ(in, at);
        values[get_global_id(0)] = value;
        WRITE(out, at, value);
      })",
                            block);
    const size_t size = sizeOf(session, program, "test");
    for (const char *name : {"test", "both"})
      for (const cl_int2 &place : places) {
        SCOPED_TRACE(std::string(name) + " at " + std::to_string(place.s[0]) + ", " +
                     std::to_string(place.s[1]));
        target.write(std::vector<cl_uchar>(bytes.size(), 0xee));
        const Kernel kernel = session.kernel(program, name);
        const Memory values = session.buffer(size * block.components * block.bytes);
        const cl_mem images[] = {source.handle(), target.handle(), values};
        clSetKernelArg(kernel, 0, sizeof(cl_mem), &images[0]);
        clSetKernelArg(kernel, 1, sizeof(cl_mem), &images[1]);
        clSetKernelArg(kernel, 2, sizeof place, &place);
        clSetKernelArg(kernel, 3, sizeof(cl_mem), &images[2]);
        ASSERT_EQ(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &size, &size, 0,
                                         nullptr, nullptr),
                  CL_SUCCESS);
        std::vector<cl_uchar> result(size * block.components * block.bytes);
        ASSERT_EQ(clEnqueueReadBuffer(session.queue, values, CL_TRUE, 0, result.size(),
                                      result.data(), 0, nullptr, nullptr),
                  CL_SUCCESS);
        std::vector<cl_uchar> written(bytes.size(), 0xee), expected(result.size());
        for (size_t lane = 0; lane < size; ++lane)
          for (size_t k = 0; k < block.components; ++k)
            for (size_t byte = 0; byte < block.bytes; ++byte) {
              const cl_long x = place.s[0] + static_cast<cl_long>(lane * block.bytes + byte);
              const cl_long y = place.s[1] + static_cast<cl_long>(k);
              const cl_uchar value = byteAt(bytes, width, height, x, y);
              expected[(lane * block.components + k) * block.bytes + byte] = value;
              if (x >= 0 && x < cl_long(width * 4) && y >= 0 && y < cl_long(height))
                written[static_cast<size_t>(y) * width * 4 + static_cast<size_t>(x)] = value;
            }
        ASSERT_EQ(result, expected);
        ASSERT_EQ(target.read(), written);
      }
  }
}

} // namespace
} // namespace weft::test
