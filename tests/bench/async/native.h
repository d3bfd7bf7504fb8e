// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the asynchronous copies are measured against: the same movements in C, each over an equal
// share of the tiles on each thread.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::bench {

enum class Movement { In, InOut, InOutStreamed, Gather, GatherInstructions, Scatter, Lines };

/// `count` tiles of `elements` elements of `element` bytes. The `stride` of gathers and scatters,
/// in elements, is that in global memory; lines are `elements` long, two line lengths apart, and
/// `stride` of them make a tile.
struct Work {
  Movement movement;
  std::size_t count, elements, element, stride;

  std::size_t tileBytes() const {
    return elements * element * (movement == Movement::Lines ? stride : 1);
  }
  /// What a tile spans in global memory.
  std::size_t spanBytes() const {
    const bool isSpread = movement == Movement::Gather ||
                          movement == Movement::GatherInstructions || movement == Movement::Scatter;
    return movement == Movement::Lines ? 2 * tileBytes() : tileBytes() * (isSpread ? stride : 1);
  }
};

/// Moves the tiles [first, last) between global memory and one local tile.
void moveTiles(const Work &work, const unsigned char *from, unsigned char *to, unsigned char *tile,
               std::size_t first, std::size_t last);

/// Whether this CPU's gather instructions are another way to do the same, and that way.
bool hasGatherInstruction(const Work &work);
inline Work asGatherInstructions(Work work) {
  work.movement = Movement::GatherInstructions;
  return work;
}

/// A pipeline over `tiles` tiles of `floats` floats each in two local buffers: each tile is copied
/// while the one before is summed, `rounds` multiplications an element. Copies are done at the
/// issue, or prefetched there and done at the wait, or done at the issue, which prefetches the tile
/// after as well.
enum class CopyAt { Issue, Wait, IssueAhead };
float pipeline(CopyAt moment, const float *from, float *buffers, std::size_t tiles,
               std::size_t floats, unsigned rounds);
/// The computing of that pipeline alone, on one tile again and again.
float computeOnly(const float *tile, std::size_t tiles, std::size_t floats, unsigned rounds);
/// The sum of the values at `count` indices; values are prefetched `ahead` indices before they are
/// read, unless that is 0.
std::uint32_t indirectSum(const std::uint32_t *index, const std::uint32_t *values,
                          std::size_t count, std::size_t ahead);
/// The dot product of two arrays.
double dotProduct(const double *first, const double *second, std::size_t count);

} // namespace weft::bench
