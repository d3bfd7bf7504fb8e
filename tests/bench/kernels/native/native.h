// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of the benchmark by hand: each function does the units [first, last) of a case on one
// thread. Pointers are aligned to 64 bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::bench::native {

/// Slices of n floats; a unit is one pass over a slice, and 2^shift units share one.
void saxpy(const float *x, const float *y, float *z, float a, std::size_t n, unsigned shift,
           std::size_t first, std::size_t last);
void leftNeighbour(const float *x, float *y, std::size_t n, unsigned shift, std::size_t first,
                   std::size_t last);
void float4Length(const float *v, float *lengths, std::size_t n, unsigned shift, std::size_t first,
                  std::size_t last);
void float4Axpy(const float *x, const float *y, float *z, float a, std::size_t n, unsigned shift,
                std::size_t first, std::size_t last);
void float4Particles(const float *p, const float *v, float *place, float *speed, std::size_t n,
                     unsigned shift, std::size_t first, std::size_t last);
void float8Butterfly(const float *v, float *out, std::size_t n, unsigned shift, std::size_t first,
                     std::size_t last);

/// A unit is one row; 2^shift passes go over each image.
struct Images {
  std::size_t width, height;
  unsigned shift;
  std::size_t offset(std::size_t row) const {
    return ((row / height) >> shift) * width * height + row % height * width;
  }
};
void stencil(const float *in, float *out, const Images &images, std::size_t first,
             std::size_t last);
void sobel(const std::uint8_t *in, std::uint8_t *out, const Images &images, std::size_t first,
           std::size_t last);
void grey(const std::uint8_t *rgb, std::uint8_t *out, const Images &images, std::size_t first,
          std::size_t last);
/// A unit is 16 rows of one pass.
void transpose(const float *in, float *out, const Images &images, std::size_t first,
               std::size_t last);

/// Rows of n floats; a unit is one row.
void scale(const float *in, float *out, std::size_t n, std::size_t first, std::size_t last);
void window(const float *in, float *out, std::size_t n, std::size_t first, std::size_t last);
void cross(const float *in, float *out, std::size_t n, std::size_t first, std::size_t last);
/// A unit is 16 sums.
void sumRows(const float *in, float *out, std::size_t n, std::size_t first, std::size_t last);
void sumColumns(const float *in, float *out, std::size_t n, std::size_t first, std::size_t last);
/// A cube of n * n rows; a unit is one row.
void volumeStencil(const float *in, float *out, std::size_t n, std::size_t first, std::size_t last);
/// Takes the sum of a column over so many rows, up to 128, from each of its elements, and adds by
/// halves as the kernel does; these rows are a unit.
void columnSums(const float *in, float *out, std::size_t n, std::size_t rows, std::size_t first,
                std::size_t last);
/// Stretches of so many columns are added to themselves backwards.
void mirror(const float *in, float *out, std::size_t n, std::size_t columns, std::size_t first,
            std::size_t last);

/// A unit is one row.
void mandelbrot(std::int32_t *counts, std::size_t width, std::size_t height, int limit,
                std::size_t first, std::size_t last);
/// A unit is 16 starts.
void collatz(std::uint32_t *longest, std::uint32_t base, unsigned limit, std::size_t first,
             std::size_t last);
/// Bodies are x, y, z, mass. A unit is 16 bodies.
void nbody(const float *bodies, float *forces, std::size_t count, std::size_t first,
           std::size_t last);
/// A unit is one row.
void matrixProduct(const float *a, const float *b, float *c, std::size_t size, std::size_t first,
                   std::size_t last);
/// A unit is 16 elements, each with 8 chains.
void fmaChains(const float *in, float *out, unsigned rounds, std::size_t first, std::size_t last);
/// A unit is 256 elements.
void xorshift(const std::uint32_t *in, std::uint32_t *out, unsigned rounds, std::size_t first,
              std::size_t last);
/// A unit is 256 elements: the least digest of `keys` messages each.
void md5(const std::uint32_t *in, std::uint32_t *out, unsigned keys, std::size_t first,
         std::size_t last);
void divisions(const std::int32_t *a, const std::int32_t *b, std::int32_t *out, std::int32_t width,
               std::size_t first, std::size_t last);

/// A unit is 256 elements; exp, log, sin and so on are glibc's, of vectors where it has them.
void blackScholes(const float *price, const float *strike, const float *years, float *call,
                  float *put, float rate, float volatility, std::size_t first, std::size_t last);
void mathsMix(const float *x, const float *y, float *out, std::size_t first, std::size_t last);

/// A unit is one group of `size`, 1024 at most; `groups` different groups are gone over again and
/// again.
void reduction(const float *in, float *sums, std::size_t size, std::size_t groups,
               std::size_t first, std::size_t last);
void scan(const float *in, float *out, std::size_t size, std::size_t groups, unsigned shift,
          std::size_t first, std::size_t last);
/// A unit is 16384 bytes.
void histogram(const std::uint8_t *in, std::uint32_t *bins, std::size_t first, std::size_t last);
/// A unit is 256 elements; one atomic addition for each vector.
void compaction(const std::uint32_t *in, std::uint32_t *out, std::uint32_t *count,
                std::size_t first, std::size_t last);

/// A unit is 256 elements.
void axpyOfChosen(const std::int32_t *chosen, const float *x, const float *y, float *z, float a,
                  std::size_t first, std::size_t last);
void privateUniform(const float *in, float *out, std::size_t count, unsigned rounds,
                    std::size_t first, std::size_t last);
void privateDivergent(const std::uint32_t *in, std::uint32_t *out, std::size_t first,
                      std::size_t last);
void cheapSwitch(const std::int32_t *in, std::int32_t *out, std::size_t first, std::size_t last);
void heavySwitch(const float *in, const std::int32_t *arms, float *out, unsigned rounds,
                 std::size_t first, std::size_t last);
/// A unit is one row of one pass.
void sparseProduct(const std::uint32_t *starts, const std::uint32_t *columns, const float *values,
                   const float *x, float *y, std::size_t rows, std::size_t first, std::size_t last);

} // namespace weft::bench::native
