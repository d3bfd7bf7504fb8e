// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels over images: 5-point stencil and Sobel with tests for the border, interleaved colours to
// grey, transposition through a padded local tile. Dimension 2 goes over each image many times
// before the next, so that caches hold what is worked on.
#include "tests/bench/kernels/kernel_case.h"
#include "tests/bench/kernels/native/native.h"

#include <algorithm>
#include <cstdlib>

namespace weft::bench {
namespace {

constexpr std::uint32_t width = 256, height = 128, images = 8, shift = 4;
constexpr std::size_t passes = images << shift, pixels = width * height;
constexpr native::Images layout{width, height, shift};

/// What all cases here have in common: rows as native units, 64 pixels of a row as groups.
Workload overImages() {
  Workload work;
  work.values = {shift};
  work.global = {width, height, passes};
  work.local = {64, 1, 1};
  work.units = height * passes;
  return work;
}

bool isBorder(std::size_t x, std::size_t y) {
  return x == 0 || y == 0 || x == width - 1 || y == height - 1;
}

const char *stencilSource = R"(
kernel void stencil(global const float *in, global float *out, uint shift) {
  int x = get_global_id(0), y = get_global_id(1);
  int width = get_global_size(0), height = get_global_size(1);
  size_t image = (get_global_id(2) >> shift) * width * height;
  in += image;
  out += image;
  int i = y * width + x;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1)
    out[i] = in[i];
  else
    out[i] = 0.5f * in[i] + 0.125f * (in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
})";

Workload stencil() {
  Workload work = overImages();
  work.buffers = {Buffer::input(randomValues<float>(pixels * images, -1, 1)),
                  Buffer::output<float>(pixels * images)};
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::stencil(b[0].as<float>(), b[1].as<float>(), layout, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t at = 0; at < pixels * images; ++at) {
      const float *in = b[0].as<float>() + at;
      b[1].as<float>()[at] =
          isBorder(at % width, at / width % height)
              ? in[0]
              : 0.5f * in[0] + 0.125f * (in[-1] + in[1] + in[-int(width)] + in[width]);
    }
  };
  return work;
}

const char *sobelSource = R"(
kernel void sobel(global const uchar *in, global uchar *out, uint shift) {
  int x = get_global_id(0), y = get_global_id(1);
  int width = get_global_size(0), height = get_global_size(1);
  size_t image = (get_global_id(2) >> shift) * width * height;
  in += image;
  out += image;
  int i = y * width + x;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    out[i] = 0;
    return;
  }
  int a = in[i - width - 1], b = in[i - width], c = in[i - width + 1], d = in[i - 1];
  int e = in[i + 1], f = in[i + width - 1], g = in[i + width], h = in[i + width + 1];
  int across = c + 2 * e + h - a - 2 * d - f, down = f + 2 * g + h - a - 2 * b - c;
  out[i] = min(abs(across) + abs(down), 255u);
})";

Workload sobel() {
  Workload work = overImages();
  work.buffers = {Buffer::input(randomValues<std::uint8_t>(pixels * images, 0, 256)),
                  Buffer::output<std::uint8_t>(pixels * images)};
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::sobel(b[0].as<std::uint8_t>(), b[1].as<std::uint8_t>(), layout, first, last);
  };
  work.reference = [](Buffers &b) {
    constexpr int w = width;
    for (std::size_t at = 0; at < pixels * images; ++at) {
      const std::uint8_t *in = b[0].as<std::uint8_t>() + at;
      int edge = 0;
      if (!isBorder(at % width, at / width % height))
        edge = std::abs(in[1 - w] + 2 * in[1] + in[w + 1] - in[-w - 1] - 2 * in[-1] - in[w - 1]) +
               std::abs(in[w - 1] + 2 * in[w] + in[w + 1] - in[-w - 1] - 2 * in[-w] - in[1 - w]);
      b[1].as<std::uint8_t>()[at] = static_cast<std::uint8_t>(std::min(edge, 255));
    }
  };
  return work;
}

const char *greySource = R"(
kernel void grey(global const uchar *rgb, global uchar *out, uint shift) {
  size_t width = get_global_size(0), height = get_global_size(1);
  size_t i = ((get_global_id(2) >> shift) * height + get_global_id(1)) * width + get_global_id(0);
  uchar3 colour = vload3(i, rgb);
  out[i] = (77 * colour.x + 150 * colour.y + 29 * colour.z + 128) >> 8;
})";

Workload grey() {
  Workload work = overImages();
  work.buffers = {Buffer::input(randomValues<std::uint8_t>(3 * pixels * images, 0, 256)),
                  Buffer::output<std::uint8_t>(pixels * images)};
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::grey(b[0].as<std::uint8_t>(), b[1].as<std::uint8_t>(), layout, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t at = 0; at < pixels * images; ++at) {
      const std::uint8_t *rgb = b[0].as<std::uint8_t>() + 3 * at;
      b[1].as<std::uint8_t>()[at] =
          static_cast<std::uint8_t>((77 * rgb[0] + 150 * rgb[1] + 29 * rgb[2] + 128) >> 8);
    }
  };
  return work;
}

const char *transposeSource = R"(
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void transpose(global const float *in, global float *out, uint shift) {
  local float tile[16][17];
  size_t width = get_global_size(0), height = get_global_size(1);
  size_t image = (get_global_id(2) >> shift) * width * height;
  size_t x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[image + get_global_id(1) * width + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[image + (get_group_id(0) * 16 + y) * height + get_group_id(1) * 16 + x] = tile[x][y];
})";

Workload transpose() {
  Workload work = overImages();
  work.buffers = {Buffer::input(randomValues<float>(pixels * images, -1, 1)),
                  Buffer::output<float>(pixels * images)};
  work.local = {16, 16, 1};
  work.units = height / 16 * passes;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::transpose(b[0].as<float>(), b[1].as<float>(), layout, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t image = 0; image < images; ++image)
      for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
          b[1].as<float>()[image * pixels + x * height + y] =
              b[0].as<float>()[image * pixels + y * width + x];
  };
  return work;
}

} // namespace

std::vector<Case> imageCases() {
  return {
      {"stencil", stencilSource, "stencil", stencil, 4, 0.8},
      {"sobel uchar", sobelSource, "sobel", sobel, 4, 0.7},
      {"uchar3 grey", greySource, "grey", grey, 4, 0.7},
      {"transpose", transposeSource, "transpose", transpose, 1, 0.8},
  };
}

} // namespace weft::bench
