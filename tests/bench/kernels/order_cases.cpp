// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The well-known kernels as programs write them that think in rows and columns, get_global_id(0)
// being the row: Sobel's filter, a transposition, a matrix product, and sums of rows and of
// columns. Beside them a matrix product in the other order, whose groups reach beyond the matrix, a
// stencil over 128 x 128 x 128 floats with each dimension along memory, and tiles in local memory
// whose groups are narrow along it. Rows with tiles are 1040 floats apart: of 1024 floats, the rows
// of a narrow group would all share a few lines of the cache.
#include "tests/bench/kernels/kernel_case.h"
#include "tests/bench/kernels/native/native.h"

#include <algorithm>
#include <cstdlib>

namespace weft::bench {
namespace {

constexpr std::uint32_t side = 1024, edge = 128, matrixSide = 256, tiledWidth = 1040;
constexpr std::uint32_t guardedSide = 250;
constexpr std::size_t pixels = side * side;
constexpr native::Images image{side, side, 0};

using Sizes = std::vector<std::size_t>;

Workload overImage(const Sizes &local) {
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(pixels, -1, 1)), Buffer::output<float>(pixels)};
  work.values = {side};
  work.global = {side, side};
  work.local = local;
  work.units = side;
  return work;
}

const char *sobelSource = R"(
kernel void sobel(global const uchar *in, global uchar *out, int n) {
  int y = get_global_id(0), x = get_global_id(1), i = y * n + x;
  if (x == 0 || y == 0 || x == n - 1 || y == n - 1) {
    out[i] = 0;
    return;
  }
  int a = in[i - n - 1], b = in[i - n], c = in[i - n + 1], d = in[i - 1];
  int e = in[i + 1], f = in[i + n - 1], g = in[i + n], h = in[i + n + 1];
  int across = c + 2 * e + h - a - 2 * d - f, down = f + 2 * g + h - a - 2 * b - c;
  out[i] = min(abs(across) + abs(down), 255u);
})";

Workload sobel(const Sizes &local) {
  Workload work = overImage(local);
  work.buffers = {Buffer::input(randomValues<std::uint8_t>(pixels, 0, 256)),
                  Buffer::output<std::uint8_t>(pixels)};
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::sobel(b[0].as<std::uint8_t>(), b[1].as<std::uint8_t>(), image, first, last);
  };
  work.reference = [](Buffers &b) {
    constexpr int n = side;
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        const std::uint8_t *in = b[0].as<std::uint8_t>() + y * n + x;
        int slope = 0;
        if (x != 0 && y != 0 && x != n - 1 && y != n - 1)
          slope =
              std::abs(in[1 - n] + 2 * in[1] + in[n + 1] - in[-n - 1] - 2 * in[-1] - in[n - 1]) +
              std::abs(in[n - 1] + 2 * in[n] + in[n + 1] - in[-n - 1] - 2 * in[-n] - in[1 - n]);
        b[1].as<std::uint8_t>()[y * n + x] = static_cast<std::uint8_t>(std::min(slope, 255));
      }
  };
  return work;
}

const char *transposeSource = R"(
kernel void transpose(global const float *in, global float *out, uint n) {
  local float tile[16][17];
  size_t row = get_local_id(0), column = get_local_id(1);
  tile[row][column] = in[get_global_id(0) * n + get_global_id(1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(1) * 16 + row) * n + get_group_id(0) * 16 + column] = tile[column][row];
})";

Workload transpose() {
  Workload work = overImage({16, 16});
  work.units = side / 16;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::transpose(b[0].as<float>(), b[1].as<float>(), image, first, last);
  };
  work.reference = [](Buffers &b) {
    for (std::size_t row = 0; row < side; ++row)
      for (std::size_t column = 0; column < side; ++column)
        b[1].as<float>()[column * side + row] = b[0].as<float>()[row * side + column];
  };
  return work;
}

const char *productSource = R"(
kernel void multiply(global const float *a, global const float *b, global float *c, uint n) {
  size_t row = get_global_id(0), column = get_global_id(1);
  float sum = 0;
  for (uint k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
})";

// The usual order of dimensions, and a guard, since whole groups reach beyond the matrix.
const char *guardedProductSource = R"(
kernel void multiply(global const float *a, global const float *b, global float *c, uint n) {
  size_t row = get_global_id(1), column = get_global_id(0);
  if (row < n && column < n) {
    float sum = 0;
    for (uint k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
})";

/// Of square matrices, by work-items that are as many as the local size divides.
template <std::uint32_t Side> Workload product(const Sizes &local) {
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(Side * Side, -1, 1)),
                  Buffer::input(randomValues<float>(Side * Side + 1, -1, 1)),
                  Buffer::output<float>(Side * Side)};
  work.values = {Side};
  work.global = {Side, Side};
  for (std::size_t d = 0; d != local.size(); ++d)
    work.global[d] += (local[d] - Side % local[d]) % local[d];
  work.local = local;
  work.units = Side;
  work.tolerance = 1e-4;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::matrixProduct(b[0].as<float>(), b[1].as<float>(), b[2].as<float>(), Side, first, last);
  };
  work.reference = [](Buffers &b) {
    const float *left = b[0].as<float>(), *right = b[1].as<float>();
    for (std::size_t row = 0; row < Side; ++row)
      for (std::size_t column = 0; column < Side; ++column) {
        double sum = 0;
        for (std::size_t k = 0; k < Side; ++k)
          sum += double(left[row * Side + k]) * right[k * Side + column];
        b[2].as<float>()[row * Side + column] = static_cast<float>(sum);
      }
  };
  return work;
}

const char *sumsSource = R"(
kernel void rows(global const float *in, global float *out, uint n) {
  size_t row = get_global_id(0);
  float sum = 0;
  for (uint column = 0; column < n; ++column)
    sum += in[row * n + column];
  out[row] = sum;
}
kernel void columns(global const float *in, global float *out, uint n) {
  size_t column = get_global_id(0);
  float sum = 0;
  for (uint row = 0; row < n; ++row)
    sum += in[row * n + column];
  out[column] = sum;
})";

/// From one sum's first element to the next one's, and from one element of a sum to the next.
Workload sums(std::size_t start, std::size_t step,
              void (*native)(const float *, float *, std::size_t, std::size_t, std::size_t)) {
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(tiledWidth * tiledWidth, -1, 1)),
                  Buffer::output<float>(tiledWidth)};
  work.values = {tiledWidth};
  work.global = {tiledWidth};
  work.local = {208};
  work.units = tiledWidth / 16;
  work.tolerance = 1e-4;
  work.native = [native](Buffers &b, std::size_t first, std::size_t last) {
    native(b[0].as<float>(), b[1].as<float>(), tiledWidth, first, last);
  };
  work.reference = [start, step](Buffers &b) {
    for (std::size_t i = 0; i < tiledWidth; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < tiledWidth; ++j)
        sum += b[0].as<float>()[i * start + j * step];
      b[1].as<float>()[i] = static_cast<float>(sum);
    }
  };
  return work;
}

// X, Y and Z are the dimensions of the range, from that along memory to the slowest.
const char *stencilSource[] = {
    R"(
kernel void stencil(global const float *in, global float *out, int n) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), i = (z * n + y) * n + x;
  float sum = 0;
  if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1)
    sum = in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n] - 6 * in[i];
  out[i] = sum;
})",
    R"(
kernel void stencil(global const float *in, global float *out, int n) {
  int x = get_global_id(1), y = get_global_id(0), z = get_global_id(2), i = (z * n + y) * n + x;
  float sum = 0;
  if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1)
    sum = in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n] - 6 * in[i];
  out[i] = sum;
})",
    R"(
kernel void stencil(global const float *in, global float *out, int n) {
  int x = get_global_id(2), y = get_global_id(1), z = get_global_id(0), i = (z * n + y) * n + x;
  float sum = 0;
  if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1)
    sum = in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n] - 6 * in[i];
  out[i] = sum;
})"};

Workload stencil(const Sizes &local) {
  constexpr std::size_t count = std::size_t{edge} * edge * edge;
  Workload work;
  work.buffers = {Buffer::input(randomValues<float>(count, -1, 1)), Buffer::output<float>(count)};
  work.values = {edge};
  work.global = {edge, edge, edge};
  work.local = local;
  work.units = edge * edge;
  work.native = [](Buffers &b, std::size_t first, std::size_t last) {
    native::volumeStencil(b[0].as<float>(), b[1].as<float>(), edge, first, last);
  };
  work.reference = [](Buffers &b) {
    const auto isInside = [](std::size_t at) { return at > 0 && at < edge - 1; };
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t x = i % edge, y = i / edge % edge, z = i / edge / edge;
      const float *in = b[0].as<float>() + i;
      double sum = 0;
      if (isInside(x) && isInside(y) && isInside(z)) {
        constexpr std::ptrdiff_t row = edge, plane = edge * edge;
        for (const std::ptrdiff_t step : {std::ptrdiff_t{1}, row, plane})
          sum += double(in[step]) + in[-step];
        sum -= 6.0 * in[0];
      }
      b[1].as<float>()[i] = static_cast<float>(sum);
    }
  };
  return work;
}

Workload overTiles(const Sizes &local) {
  constexpr std::size_t count = std::size_t{tiledWidth} * side;
  Workload work = overImage(local);
  work.buffers = {Buffer::input(randomValues<float>(count, -1, 1)), Buffer::output<float>(count)};
  work.values = {tiledWidth};
  work.global = {tiledWidth, side};
  return work;
}

const char *tileSource = R"(
kernel void mirror(global const float *in, global float *out, uint n) {
  local float tile[256];
  int column = get_local_id(0), row = get_local_id(1), columns = get_local_size(0);
  size_t i = get_global_id(1) * n + get_global_id(0);
  tile[row * columns + column] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = in[i] + tile[row * columns + (columns - 1 - column)];
})";

Workload tile(const Sizes &local) {
  Workload work = overTiles(local);
  const std::size_t columns = local[0];
  work.native = [columns](Buffers &b, std::size_t first, std::size_t last) {
    native::mirror(b[0].as<float>(), b[1].as<float>(), tiledWidth, columns, first, last);
  };
  work.reference = [columns](Buffers &b) {
    for (std::size_t i = 0; i < std::size_t{tiledWidth} * side; ++i) {
      const std::size_t start = i / columns * columns;
      b[1].as<float>()[i] =
          b[0].as<float>()[i] + b[0].as<float>()[start + (start + columns - 1 - i)];
    }
  };
  return work;
}

// Sums in local memory over the columns of a tile.
const char *columnSource = R"(
kernel void columns(global const float *in, global float *out, uint n) {
  local float tile[256];
  int column = get_local_id(0), row = get_local_id(1), columns = get_local_size(0);
  size_t i = get_global_id(1) * n + get_global_id(0);
  tile[row * columns + column] = in[i];
  for (int step = get_local_size(1) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row < step)
      tile[row * columns + column] += tile[(row + step) * columns + column];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = in[i] - tile[column];
})";

Workload column(const Sizes &local) {
  Workload work = overTiles(local);
  const std::size_t rows = local[1];
  work.units = side / rows;
  work.tolerance = 1e-4;
  work.native = [rows](Buffers &b, std::size_t first, std::size_t last) {
    native::columnSums(b[0].as<float>(), b[1].as<float>(), tiledWidth, rows, first, last);
  };
  work.reference = [rows](Buffers &b) {
    for (std::size_t top = 0; top < side; top += rows)
      for (std::size_t x = 0; x < tiledWidth; ++x) {
        double sum = 0;
        for (std::size_t y = top; y < top + rows; ++y)
          sum += b[0].as<float>()[y * tiledWidth + x];
        for (std::size_t y = top; y < top + rows; ++y)
          b[1].as<float>()[y * tiledWidth + x] =
              static_cast<float>(b[0].as<float>()[y * tiledWidth + x] - sum);
      }
  };
  return work;
}

Case sobelCase(const char *name, const Sizes &local) {
  return {name, sobelSource, "sobel", [local] { return sobel(local); }, 2, 0.85};
}
Case productCase(const char *name, const Sizes &local) {
  return {name, productSource, "multiply", [local] { return product<matrixSide>(local); }, 2, 0.85};
}
Case guardedProductCase(const char *name, const Sizes &local) {
  return {name,       guardedProductSource,
          "multiply", [local] { return product<guardedSide>(local); },
          2,          0.85};
}
Case stencilCase(const char *name, unsigned along, const Sizes &local) {
  return {name, stencilSource[along], "stencil", [local] { return stencil(local); }, 1, 0.85};
}
Case tileCase(const char *name, const Sizes &local) {
  return {name, tileSource, "mirror", [local] { return tile(local); }, 1, 0.85};
}
Case columnCase(const char *name, const Sizes &local) {
  return {name, columnSource, "columns", [local] { return column(local); }, 1, 0.85};
}

} // namespace

std::vector<Case> orderCases() {
  return {
      sobelCase("rows sobel 1x256", {1, 256}),
      sobelCase("rows sobel 16x16", {16, 16}),
      sobelCase("rows sobel", {}),
      {"rows transpose", transposeSource, "transpose", transpose, 1, 0.85},
      productCase("rows product 1x256", {1, 256}),
      productCase("rows product 16x16", {16, 16}),
      productCase("rows product", {}),
      guardedProductCase("guarded product 16x16", {16, 16}),
      {"sums of rows", sumsSource, "rows", [] { return sums(tiledWidth, 1, native::sumRows); }, 1,
       0.85},
      {"sums of columns", sumsSource, "columns",
       [] { return sums(1, tiledWidth, native::sumColumns); }, 1, 0.85},
      stencilCase("volume stencil 0", 0, {}),
      stencilCase("volume stencil 1", 1, {}),
      stencilCase("volume stencil 2", 2, {}),
      stencilCase("volume stencil 2x2x32", 2, {2, 2, 32}),
      tileCase("tile 208x1", {208, 1}),
      tileCase("tile 8x32", {8, 32}),
      tileCase("tile 16x16", {16, 16}),
      tileCase("tile 4x64", {4, 64}),
      tileCase("tile 2x128", {2, 128}),
      columnCase("tile sums 16x16", {16, 16}),
      columnCase("tile sums 4x64", {4, 64}),
      columnCase("tile sums 2x128", {2, 128}),
  };
}

} // namespace weft::bench
