// Large operations are cut into chunks for the arena's threads. Those much larger than the
// last-level cache bypass it with non-temporal stores: their beginning would be gone from the cache
// before anybody reads it, and the lines need not be read before they are written.
#include "device/copy.h"

#include "device/topology.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <emmintrin.h>

namespace weft::device {
namespace {

/// From this size on, several threads take part.
constexpr std::size_t parallelFrom = 512 << 10;
constexpr std::size_t chunkBytes = 256 << 10;
constexpr std::size_t lineBytes = 64;

/// From this size on, the destination bypasses the cache.
std::size_t streamFrom() {
  static const std::size_t bytes =
      2 * std::max<std::size_t>(Topology::ofProcess().lastLevel().bytes, 4 << 20);
  return bytes;
}

/// Runs body(first, last) over [0, count) on the arena's threads.
template <typename Body>
void spread(Arena &arena, std::size_t count, std::size_t grain, const Body &body) {
  class Task final : public RangeTask {
  public:
    explicit Task(const Body &body) : body(body) {}
    void run(std::size_t first, std::size_t last) noexcept override { body(first, last); }

  private:
    const Body &body;
  };
  Task task(body);
  arena.parallelFor(count, grain, task);
}

/// Bytes from `address` to the next multiple of `lineBytes`.
std::size_t bytesToLine(const void *address) {
  return (lineBytes - reinterpret_cast<std::uintptr_t>(address) % lineBytes) % lineBytes;
}

/// Copies with non-temporal stores. The caller fences.
void streamCopy(unsigned char *destination, const unsigned char *source, std::size_t bytes) {
  const std::size_t head = std::min(bytes, bytesToLine(destination));
  std::memcpy(destination, source, head);
  destination += head, source += head, bytes -= head;
  constexpr std::size_t ahead = 8 * lineBytes;
  for (; bytes >= lineBytes; bytes -= lineBytes) {
    _mm_prefetch(reinterpret_cast<const char *>(source) + ahead, _MM_HINT_NTA);
    auto *to = reinterpret_cast<__m128i *>(destination);
    const auto *from = reinterpret_cast<const __m128i *>(source);
    const __m128i a = _mm_loadu_si128(from), b = _mm_loadu_si128(from + 1);
    const __m128i c = _mm_loadu_si128(from + 2), d = _mm_loadu_si128(from + 3);
    _mm_stream_si128(to, a);
    _mm_stream_si128(to + 1, b);
    _mm_stream_si128(to + 2, c);
    _mm_stream_si128(to + 3, d);
    destination += lineBytes, source += lineBytes;
  }
  std::memcpy(destination, source, bytes);
}

/// A pattern repeated so often that a whole block begins at any phase below 128 bytes.
class PatternBlock {
public:
  static constexpr std::size_t period = 128;

  PatternBlock(const void *pattern, std::size_t patternBytes) {
    std::memcpy(bytes, pattern, patternBytes);
    for (std::size_t filled = patternBytes; filled < sizeof bytes; filled *= 2)
      std::memcpy(bytes + filled, bytes, filled);
  }
  /// `period` bytes of the repetition, from byte `phase` of the pattern on.
  const unsigned char *from(std::size_t phase) const { return bytes + phase % period; }

private:
  alignas(64) unsigned char bytes[2 * period];
};

/// Writes the repetition, which has the phase `phase` at the beginning of `destination`.
template <bool nonTemporal>
void fillRange(unsigned char *destination, const PatternBlock &block, std::size_t phase,
               std::size_t bytes) {
  const std::size_t head = std::min(bytes, bytesToLine(destination));
  std::memcpy(destination, block.from(phase), head);
  destination += head, phase += head, bytes -= head;
  __m128i lanes[PatternBlock::period / 16];
  std::memcpy(lanes, block.from(phase), sizeof lanes);
  for (; bytes >= PatternBlock::period; bytes -= PatternBlock::period) {
    auto *to = reinterpret_cast<__m128i *>(destination);
    for (const __m128i &lane : lanes)
      if constexpr (nonTemporal)
        _mm_stream_si128(to++, lane);
      else
        _mm_store_si128(to++, lane);
    destination += PatternBlock::period;
  }
  std::memcpy(destination, block.from(phase), bytes);
  if constexpr (nonTemporal)
    _mm_sfence();
}

using RowCopy = void (*)(unsigned char *, std::size_t, const unsigned char *, std::size_t,
                         std::size_t, std::size_t);

/// Copies rows of a width that the compiler knows.
template <std::size_t width>
void copyRows(unsigned char *destination, std::size_t destinationPitch, const unsigned char *source,
              std::size_t sourcePitch, std::size_t rows, std::size_t) {
  for (std::size_t row = 0; row < rows; ++row)
    std::memcpy(destination + row * destinationPitch, source + row * sourcePitch, width);
}

void copyRowsOfAnyWidth(unsigned char *destination, std::size_t destinationPitch,
                        const unsigned char *source, std::size_t sourcePitch, std::size_t rows,
                        std::size_t width) {
  for (std::size_t row = 0; row < rows; ++row)
    std::memcpy(destination + row * destinationPitch, source + row * sourcePitch, width);
}

RowCopy rowCopyFor(std::size_t width) {
  switch (width) {
  case 1:
    return copyRows<1>;
  case 2:
    return copyRows<2>;
  case 4:
    return copyRows<4>;
  case 8:
    return copyRows<8>;
  case 16:
    return copyRows<16>;
  case 32:
    return copyRows<32>;
  default:
    return copyRowsOfAnyWidth;
  }
}

std::size_t originOf(const RectLayout &layout) {
  return layout.origin[0] + layout.origin[1] * layout.rowPitch +
         layout.origin[2] * layout.slicePitch;
}

/// A rectangular copy with both sides' beginnings and pitches.
struct Rect {
  unsigned char *destination;
  const unsigned char *source;
  std::size_t destinationPitch, sourcePitch, destinationSlice, sourceSlice;
  std::size_t width, rows, slices;

  /// Makes one row of rows that lie behind one another on both sides, and likewise of slices.
  void merge() {
    if (rows == 1 || (destinationPitch == width && sourcePitch == width)) {
      width *= rows;
      rows = slices;
      slices = 1;
      destinationPitch = destinationSlice;
      sourcePitch = sourceSlice;
      if (rows == 1 || (destinationPitch == width && sourcePitch == width)) {
        width *= rows;
        rows = 1;
      }
    } else if (destinationSlice == destinationPitch * rows && sourceSlice == sourcePitch * rows) {
      rows *= slices;
      slices = 1;
    }
  }

  /// Copies the rows [first, last), counted through all slices.
  void copyRange(std::size_t first, std::size_t last) const {
    const RowCopy copyThem = rowCopyFor(width);
    while (first < last) {
      const std::size_t slice = first / rows, row = first % rows;
      const std::size_t count = std::min(last - first, rows - row);
      copyThem(destination + slice * destinationSlice + row * destinationPitch, destinationPitch,
               source + slice * sourceSlice + row * sourcePitch, sourcePitch, count, width);
      first += count;
    }
  }
};

} // namespace

void copy(Arena &arena, void *destination, const void *source, std::size_t bytes) {
  if (bytes < parallelFrom) {
    if (bytes)
      std::memcpy(destination, source, bytes);
    return;
  }
  auto *to = static_cast<unsigned char *>(destination);
  const auto *from = static_cast<const unsigned char *>(source);
  const bool stream = bytes >= streamFrom();
  const std::size_t chunks = (bytes + chunkBytes - 1) / chunkBytes;
  spread(arena, chunks, 1, [=](std::size_t first, std::size_t last) {
    const std::size_t begin = first * chunkBytes, end = std::min(last * chunkBytes, bytes);
    if (!stream) {
      std::memcpy(to + begin, from + begin, end - begin);
      return;
    }
    streamCopy(to + begin, from + begin, end - begin);
    _mm_sfence();
  });
}

void copyRect(Arena &arena, void *destination, const RectLayout &destinationLayout,
              const void *source, const RectLayout &sourceLayout,
              const std::array<std::size_t, 3> &region) {
  Rect rect{static_cast<unsigned char *>(destination) + originOf(destinationLayout),
            static_cast<const unsigned char *>(source) + originOf(sourceLayout),
            destinationLayout.rowPitch,
            sourceLayout.rowPitch,
            destinationLayout.slicePitch,
            sourceLayout.slicePitch,
            region[0],
            region[1],
            region[2]};
  if (!rect.width || !rect.rows || !rect.slices)
    return;
  rect.merge();
  const std::size_t rows = rect.rows * rect.slices;
  if (rows * rect.width < parallelFrom) {
    rect.copyRange(0, rows);
    return;
  }
  if (rect.width >= parallelFrom) {
    for (std::size_t row = 0; row < rows; ++row)
      copy(arena,
           rect.destination + row / rect.rows * rect.destinationSlice +
               row % rect.rows * rect.destinationPitch,
           rect.source + row / rect.rows * rect.sourceSlice + row % rect.rows * rect.sourcePitch,
           rect.width);
    return;
  }
  spread(arena, rows, std::max<std::size_t>(chunkBytes / rect.width, 1),
         [&](std::size_t first, std::size_t last) { rect.copyRange(first, last); });
}

void fill(Arena &arena, void *destination, const void *pattern, std::size_t patternBytes,
          std::size_t bytes) {
  const PatternBlock block(pattern, patternBytes);
  auto *to = static_cast<unsigned char *>(destination);
  if (bytes < parallelFrom) {
    fillRange<false>(to, block, 0, bytes);
    return;
  }
  const bool stream = bytes >= streamFrom();
  const std::size_t chunks = (bytes + chunkBytes - 1) / chunkBytes;
  spread(arena, chunks, 1, [&](std::size_t first, std::size_t last) {
    const std::size_t begin = first * chunkBytes, end = std::min(last * chunkBytes, bytes);
    if (stream)
      fillRange<true>(to + begin, block, 0, end - begin);
    else
      fillRange<false>(to + begin, block, 0, end - begin);
  });
}

} // namespace weft::device
