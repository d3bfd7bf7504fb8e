// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose last dimension goes along memory, as programs write them that think in rows and
// columns, with local sizes of all shapes: a pass over 1024 x 1024 floats, a 5 x 5 stencil,
// mirrored tiles through local memory, a pass over 128 x 128 x 128 floats, and rows and columns by
// division of one id.
#include "tests/bench/kernels/kernel_case.h"
#include "tests/bench/kernels/native/native.h"

namespace weft::bench {
namespace {

constexpr std::uint32_t side = 1024, edge = 128, border = 2;
constexpr std::size_t pixels = side * side;
static_assert(edge * edge * edge == 2 * pixels);

using Sizes = std::vector<std::size_t>;

/// `local`: empty where the platform chooses.
Workload overRows(const Sizes &local, std::size_t count = pixels) {
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(count, -1, 1)), Buffer::output<float>(count)};
  work.values = {side};
  work.global = {side, side};
  work.local = local;
  work.units = side;
  return work;
}

const char *scaleSource = R"(
kernel void scale(global const float *in, global float *out, uint n) {
  size_t i = get_global_id(0) * n + get_global_id(1);
  out[i] = 2 * in[i] + 1;
})";

void expectScaled(Buffers &b) {
  for (std::size_t i = 0; i < b[1].all<float>().size(); ++i)
    b[1].as<float>()[i] = 2 * b[0].as<float>()[i] + 1;
}

Workload scale(const Sizes &local) {
  Workload work = overRows(local);
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::scale(b[0].as<float>(), b[1].as<float>(), side, first, last);
  };
  work.reference = expectScaled;
  return work;
}

const char *windowSource = R"(
kernel void window(global const float *in, global float *out, int n) {
  int row = get_global_id(0), column = get_global_id(1);
  float sum = 0;
  if (row >= 2 && row < n - 2 && column >= 2 && column < n - 2)
    for (int down = -2; down <= 2; ++down)
      for (int across = -2; across <= 2; ++across)
        sum += in[(row + down) * n + column + across];
  out[row * n + column] = sum;
})";

Workload window(const Sizes &local) {
  Workload work = overRows(local);
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::window(b[0].as<float>(), b[1].as<float>(), side, first, last);
  };
  work.reference = [](Buffers &b) {
    const auto isInside = [](std::size_t at) { return at >= border && at < side - border; };
    for (std::size_t row = 0; row < side; ++row)
      for (std::size_t column = 0; column < side; ++column) {
        float sum = 0;
        if (isInside(row) && isInside(column))
          for (std::size_t i = row - border; i <= row + border; ++i)
            for (std::size_t j = column - border; j <= column + border; ++j)
              sum += b[0].as<float>()[i * side + j];
        b[1].as<float>()[row * side + column] = sum;
      }
  };
  return work;
}

const char *mirrorSource = R"(
kernel void mirror(global const float *in, global float *out, uint n) {
  local float tile[256];
  int row = get_local_id(0), column = get_local_id(1), columns = get_local_size(1);
  size_t i = get_global_id(0) * n + get_global_id(1);
  tile[row * columns + column] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = in[i] + tile[row * columns + (columns - 1 - column)];
})";

Workload mirror(const Sizes &local) {
  Workload work = overRows(local);
  const std::size_t columns = local[1];
  work.native = [columns](Buffers &b, std::size_t first, std::size_t last) {
    native::mirror(b[0].as<float>(), b[1].as<float>(), side, columns, first, last);
  };
  work.reference = [columns](Buffers &b) {
    for (std::size_t i = 0; i < pixels; ++i) {
      const std::size_t start = i / columns * columns;
      b[1].as<float>()[i] =
          b[0].as<float>()[i] + b[0].as<float>()[start + (start + columns - 1 - i)];
    }
  };
  return work;
}

const char *volumeSource = R"(
kernel void volume(global const float *in, global float *out, uint n) {
  size_t i = (get_global_id(0) * n + get_global_id(1)) * n + get_global_id(2);
  out[i] = 2 * in[i] + 1;
})";

Workload volume(const Sizes &local) {
  Workload work = overRows(local, edge * edge * edge);
  work.values = {edge};
  work.global = {edge, edge, edge};
  work.units = edge * edge;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::scale(b[0].as<float>(), b[1].as<float>(), edge, first, last);
  };
  work.reference = expectScaled;
  return work;
}

// One id for rows and columns, as programs have it that know one dimension.
const char *crossSource = R"(
kernel void cross5(global const float *in, global float *out, int n) {
  int i = get_global_id(0), column = i % n, row = i / n;
  float sum = 0;
  if (row > 0 && row < n - 1 && column > 0 && column < n - 1)
    sum = in[(row - 1) * n + column] + in[row * n + column - 1] + in[row * n + column] +
          in[row * n + column + 1] + in[(row + 1) * n + column];
  out[row * n + column] = sum;
})";

Workload cross() {
  Workload work = overRows({256});
  work.global = {pixels};
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::cross(b[0].as<float>(), b[1].as<float>(), side, first, last);
  };
  work.reference = [](Buffers &b) {
    const auto isInside = [](std::size_t at) { return at >= 1 && at < side - 1; };
    for (std::size_t i = 0; i < pixels; ++i) {
      const float *in = b[0].as<float>() + i;
      b[1].as<float>()[i] = isInside(i / side) && isInside(i % side)
                                ? in[-std::ptrdiff_t{side}] + in[-1] + in[0] + in[1] + in[side]
                                : 0.0f;
    }
  };
  return work;
}

Case scaleCase(const char *name, const Sizes &local) {
  return {name, scaleSource, "scale", [local] { return scale(local); }, 1, 0.85};
}
Case windowCase(const char *name, const Sizes &local) {
  return {name, windowSource, "window", [local] { return window(local); }, 2, 0.85};
}
Case mirrorCase(const char *name, const Sizes &local) {
  return {name, mirrorSource, "mirror", [local] { return mirror(local); }, 1, 0.85};
}
Case volumeCase(const char *name, const Sizes &local) {
  return {name, volumeSource, "volume", [local] { return volume(local); }, 1, 0.85};
}

} // namespace

std::vector<Case> rowCases() {
  return {
      scaleCase("rows 1x256", {1, 256}),
      scaleCase("rows 256x1", {256, 1}),
      scaleCase("rows 4x64", {4, 64}),
      scaleCase("rows 16x16", {16, 16}),
      scaleCase("rows", {}),
      windowCase("rows window 1x256", {1, 256}),
      windowCase("rows window 16x16", {16, 16}),
      windowCase("rows window", {}),
      mirrorCase("rows mirror 1x256", {1, 256}),
      mirrorCase("rows mirror 4x64", {4, 64}),
      volumeCase("volume 1x1x128", {1, 1, 128}),
      volumeCase("volume 2x2x32", {2, 2, 32}),
      volumeCase("volume", {}),
      {"rows of one id", crossSource, "cross5", cross, 2, 0.7},
  };
}

} // namespace weft::bench
