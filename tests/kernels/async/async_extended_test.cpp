// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of lines and planes (cl_khr_extended_async_copies) and the fence between copies
// (cl_khr_async_work_group_copy_fence): each test compares every byte of the destination with a
// host reference, those between lines, between planes and around them too.
#include "tests/support/opencl.h"

#include <cstring>
#include <random>

namespace weft::test {
namespace {

using Bytes = std::vector<unsigned char>;

Bytes noise(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(count);
  for (unsigned char &byte : bytes)
    byte = static_cast<unsigned char>(random());
  return bytes;
}

/// A copy's geometry, in elements.
struct Block {
  cl_uint element, line, lines, planes;
  cl_uint sourceOffset, sourceLine, sourcePlane;
  cl_uint targetOffset, targetLine, targetPlane;

  size_t sourceEnd() const { return end(sourceOffset, sourceLine, sourcePlane); }
  size_t targetEnd() const { return end(targetOffset, targetLine, targetPlane); }
  /// `-D` options that make it constant in a kernel.
  std::string macros() const {
    const auto define = [](const char *name, cl_uint value) {
      return std::string(" -D") + name + "=" + std::to_string(value);
    };
    return define("ELEMENT", element) + define("LINE", line) + define("LINES", lines) +
           define("PLANES", planes) + define("SOURCE_OFFSET", sourceOffset) +
           define("SOURCE_LINE", sourceLine) + define("SOURCE_PLANE", sourcePlane) +
           define("TARGET_OFFSET", targetOffset) + define("TARGET_LINE", targetLine) +
           define("TARGET_PLANE", targetPlane);
  }

private:
  /// Bytes up to the end of the last element, and then a guard zone.
  size_t end(cl_uint offset, cl_uint lineLength, cl_uint planeArea) const {
    const size_t last = lines && planes ? (lines - 1) * lineLength + (planes - 1) * planeArea : 0;
    return (offset + last + line) * element + 64;
  }
};

void copyOnHost(const Block &block, unsigned char *to, const unsigned char *from) {
  for (size_t plane = 0; plane < block.planes; ++plane)
    for (size_t line = 0; line < block.lines; ++line)
      std::memcpy(to + (block.targetOffset + plane * block.targetPlane + line * block.targetLine) *
                           block.element,
                  from +
                      (block.sourceOffset + plane * block.sourcePlane + line * block.sourceLine) *
                          block.element,
                  block.line * block.element);
}

// Each group takes `from` to `to`, parts of equal sizes, by way of a local block on the side that
// is not under test. What a copy leaves alone in local memory holds 0xAB.
constexpr const char *kernels = R"(
#ifndef ELEMENT
#define ELEMENT g.element
#define LINE g.line
#define LINES g.lines
#define PLANES g.planes
#define SOURCE_OFFSET g.sourceOffset
#define SOURCE_LINE g.sourceLine
#define SOURCE_PLANE g.sourcePlane
#define TARGET_OFFSET g.targetOffset
#define TARGET_LINE g.targetLine
#define TARGET_PLANE g.targetPlane
#endif
typedef struct {
  uint element, line, lines, planes, sourceOffset, sourceLine, sourcePlane, targetOffset,
      targetLine, targetPlane;
} Geometry;

event_t __attribute__((always_inline))
copyIn(local uchar *tile, global const uchar *from, Geometry g) {
  if (PLANES == 1)
    return async_work_group_copy_2D2D(tile, TARGET_OFFSET, from, SOURCE_OFFSET, ELEMENT, LINE,
                                      LINES, SOURCE_LINE, TARGET_LINE, 0);
  return async_work_group_copy_3D3D(tile, TARGET_OFFSET, from, SOURCE_OFFSET, ELEMENT, LINE, LINES,
                                    PLANES, SOURCE_LINE, SOURCE_PLANE, TARGET_LINE, TARGET_PLANE,
                                    0);
}
event_t __attribute__((always_inline))
copyOut(global uchar *to, local const uchar *tile, Geometry g) {
  if (PLANES == 1)
    return async_work_group_copy_2D2D(to, TARGET_OFFSET, tile, SOURCE_OFFSET, ELEMENT, LINE, LINES,
                                      SOURCE_LINE, TARGET_LINE, 0);
  return async_work_group_copy_3D3D(to, TARGET_OFFSET, tile, SOURCE_OFFSET, ELEMENT, LINE, LINES,
                                    PLANES, SOURCE_LINE, SOURCE_PLANE, TARGET_LINE, TARGET_PLANE,
                                    0);
}
kernel void toLocal(global const uchar *from, global uchar *to, local uchar *tile, uint fromBytes,
                    uint toBytes, Geometry g) {
  for (size_t i = get_local_id(0); i < toBytes; i += get_local_size(0))
    tile[i] = 0xAB;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t done = copyIn(tile, from + get_group_id(0) * fromBytes, g);
  wait_group_events(1, &done);
  for (size_t i = get_local_id(0); i < toBytes; i += get_local_size(0))
    to[get_group_id(0) * toBytes + i] = tile[i];
}
kernel void toGlobal(global const uchar *from, global uchar *to, local uchar *tile, uint fromBytes,
                     uint toBytes, Geometry g) {
  for (size_t i = get_local_id(0); i < fromBytes; i += get_local_size(0))
    tile[i] = from[get_group_id(0) * fromBytes + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t done = copyOut(to + get_group_id(0) * toBytes, tile, g);
  wait_group_events(1, &done);
}
)";

class AsyncPlanes : public testing::Test {
protected:
  static constexpr size_t groups = 3, localSize = 8;
  Session session;
  Program program = session.build(kernels);

  void check(cl_program in, const Block &block) {
    SCOPED_TRACE(block.macros());
    const size_t fromBytes = block.sourceEnd(), toBytes = block.targetEnd();
    const Bytes from = noise(groups * fromBytes, block.element * 31 + block.line);
    Bytes expected(groups * toBytes, 0xAB);
    for (size_t group = 0; group < groups; ++group)
      copyOnHost(block, &expected[group * toBytes], &from[group * fromBytes]);
    for (const char *kernel : {"toLocal", "toGlobal"}) {
      Bytes to(groups * toBytes, 0xAB);
      session.run(in, kernel, {{groups * localSize}, {localSize}}, test::in(from), inOut(to),
                  local(std::max(fromBytes, toBytes)), static_cast<cl_uint>(fromBytes),
                  static_cast<cl_uint>(toBytes), block);
      EXPECT_TRUE(to == expected) << kernel;
    }
  }
  void check(const Block &block) { check(program, block); }
};

TEST_F(AsyncPlanes, LinesOfEveryElementSize) {
  for (cl_uint element : {1, 2, 3, 4, 5, 8, 12, 16, 32, 64, 100, 128})
    for (cl_uint line : {1, 2, 7, 16})
      for (cl_uint lines : {1, 2, 9}) {
        check({element, line, lines, 1, 0, line, 0, 0, line, 0});
        check({element, line, lines, 1, 3, line + 2, 0, 1, line, 0});
        check({element, line, lines, 1, 0, line, 0, 2, line + 5, 0});
      }
}

TEST_F(AsyncPlanes, PlanesOfEveryElementSize) {
  for (cl_uint element : {1, 2, 3, 4, 8, 16, 32, 64, 128})
    for (cl_uint line : {1, 6}) {
      constexpr cl_uint lines = 3, planes = 4;
      const cl_uint dense = line * lines;
      check({element, line, lines, planes, 0, line, dense, 0, line, dense});
      check({element, line, lines, planes, 2, line, dense + 1, 1, line, dense + 2});
      check({element, line, lines, planes, 1, line + 1, dense + 9, 5, line, dense});
      check({element, line, lines, planes, 0, line + 3, dense + 12, 0, line + 2, dense + 10});
      check({element, line, 1, planes, 0, line, line + 3, 0, line, line});
    }
}

TEST_F(AsyncPlanes, EmptyExtentsCopyNothing) {
  check({4, 0, 5, 3, 1, 7, 40, 2, 8, 45});
  check({4, 6, 0, 3, 1, 7, 40, 2, 8, 45});
  check({4, 6, 5, 0, 1, 7, 40, 2, 8, 45});
  check({0, 6, 5, 3, 1, 7, 40, 2, 8, 45});
}

TEST_F(AsyncPlanes, SizesKnownToTheCompiler) {
  for (const Block &block :
       {Block{4, 16, 8, 1, 3, 40, 0, 1, 16, 0}, Block{4, 1, 32, 1, 0, 5, 0, 0, 1, 0},
        Block{8, 1, 20, 1, 2, 1, 0, 1, 3, 0}, Block{3, 5, 4, 3, 1, 9, 50, 2, 6, 30},
        Block{16, 8, 4, 2, 0, 8, 32, 0, 8, 32}, Block{1, 33, 1, 5, 0, 33, 70, 0, 33, 33}})
    check(session.build(kernels, block.macros()), block);
}

TEST(AsyncPlaneTypes, PointersToEveryType) {
  // Pointers to each type convert by themselves. A group takes lines in, lines out and planes back.
  Session session;
  constexpr cl_uint line = 5, lines = 3, planes = 2;
  constexpr size_t elements = line * lines * planes;
  const std::string pattern = R"(
    kernel void test_TYPE(global const TYPE *from, global TYPE *to, local TYPE *tile) {
      event_t done = async_work_group_copy_2D2D(tile, 0, from, 0, sizeof(TYPE), LINE,
                                                LINES * PLANES, 2 * LINE, LINE, 0);
      wait_group_events(1, &done);
      done = async_work_group_copy_2D2D(to, 1, tile, 0, sizeof(TYPE), LINE, LINES * PLANES, LINE,
                                        LINE, 0);
      wait_group_events(1, &done);
      done = async_work_group_copy_3D3D(tile, 0, to, 1, sizeof(TYPE), LINE, LINES, PLANES, LINE,
                                        LINE * LINES, LINE, LINE * LINES, 0);
      wait_group_events(1, &done);
      done = async_work_group_copy_3D3D(to, 2 + LINE * LINES * PLANES, tile, 0, sizeof(TYPE), LINE,
                                        LINES, PLANES, LINE, LINE * LINES, LINE, LINE * LINES, 0);
      wait_group_events(1, &done);
    })";
  std::string source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
  std::vector<std::pair<std::string, size_t>> types;
  for (const auto &[scalar, bytes] : {std::pair<std::string, size_t>{"char", 1},
                                      {"ushort", 2},
                                      {"half", 2},
                                      {"float", 4},
                                      {"double", 8}})
    for (const auto &[width, count] : {std::pair<std::string, size_t>{"", 1},
                                       {"2", 2},
                                       {"3", 4},
                                       {"4", 4},
                                       {"8", 8},
                                       {"16", 16}})
      types.emplace_back(scalar + width, bytes * count);
  for (const auto &type : types) {
    source += pattern;
    for (size_t at; (at = source.find("TYPE")) != std::string::npos;)
      source.replace(at, 4, type.first);
  }
  Program program = session.build(source, "-cl-std=CL3.0 -DLINE=" + std::to_string(line) +
                                              " -DLINES=" + std::to_string(lines) +
                                              " -DPLANES=" + std::to_string(planes));
  for (const auto &[type, bytes] : types) {
    const Bytes from = noise(2 * elements * bytes, static_cast<unsigned>(bytes));
    Bytes to((2 * elements + 3) * bytes, 0xAB), expected = to;
    for (size_t part = 0; part < 2; ++part)
      for (size_t row = 0; row < lines * planes; ++row)
        std::memcpy(&expected[(1 + part * (elements + 1) + row * line) * bytes],
                    &from[row * 2 * line * bytes], line * bytes);
    session.run(program, ("test_" + type).c_str(), {{4}, {4}}, in(from), inOut(to),
                local(elements * bytes));
    EXPECT_TRUE(to == expected) << type;
  }
}

TEST(AsyncFence, OrdersCopiesThroughTheSameMemory) {
  Session session;
  ASSERT_NE(infoString([](auto... rest) {
              return clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS, rest...);
            }).find("cl_khr_async_work_group_copy_fence"),
            std::string::npos);
  // Each tile goes to its place by way of the one before it and of the same local block.
  Program program = session.build(R"(
    #pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : enable
    #if !defined cl_khr_async_work_group_copy_fence || !defined cl_khr_extended_async_copies
    #error "macros are missing"
    #endif
    kernel void chain(global const int *in, global int *out, local int *tile) {
      size_t n = 64;
      in += get_group_id(0) * n;
      out += get_group_id(0) * n * 4;
      event_t all = async_work_group_copy(tile, in, n, 0);
      for (size_t step = 0; step < 4; ++step) {
        async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
        all = async_work_group_copy(out + step * n, tile, n, all);
        async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
        all = async_work_group_strided_copy(tile, out + step * n, n / 2, 2, all);
      }
      wait_group_events(1, &all);
    })",
                                  "-Werror -cl-std=CL3.0");
  constexpr size_t groups = 5, n = 64;
  std::vector<int> from(groups * n), to(groups * n * 4), expected = to;
  for (size_t i = 0; i < from.size(); ++i)
    from[i] = static_cast<int>(i * 7);
  for (size_t group = 0; group < groups; ++group) {
    std::vector<int> tile(&from[group * n], &from[group * n] + n);
    for (size_t step = 0; step < 4; ++step) {
      std::copy(tile.begin(), tile.end(), &expected[(group * 4 + step) * n]);
      for (size_t i = 0; i < n / 2; ++i)
        tile[i] = expected[(group * 4 + step) * n + 2 * i];
    }
  }
  session.run(program, "chain", {{groups * 16}, {16}}, in(from), inOut(to), local(n * 4));
  EXPECT_EQ(to, expected);
}

} // namespace
} // namespace weft::test
