// What the asynchronous copies are measured against: the same movements in C, each over an equal
// share of the tiles on each thread.
#pragma once

#include <cstddef>

namespace weft::bench {

enum class Movement { In, InOut, InOutStreamed, Gather, Scatter, Lines };

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
    const bool isSpread = movement == Movement::Gather || movement == Movement::Scatter;
    return movement == Movement::Lines ? 2 * tileBytes() : tileBytes() * (isSpread ? stride : 1);
  }
};

/// Moves the tiles [first, last) between global memory and one local tile.
void moveTiles(const Work &work, const unsigned char *from, unsigned char *to, unsigned char *tile,
               std::size_t first, std::size_t last);

} // namespace weft::bench
