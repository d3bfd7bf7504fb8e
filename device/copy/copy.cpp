// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Large operations are split into chunks for the arena's threads. Those that exceed the last-level
// cache bypass it (device/copy/streaming.h).
#include "device/copy/copy.h"

#include "device/copy/streaming.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace weft::device {
namespace {

/// From this size on, several threads participate.
constexpr std::size_t parallelFrom = 512 << 10;
constexpr std::size_t chunkBytes = 256 << 10;
constexpr std::size_t lineBytes = 64;
/// Rows of at least this width may bypass the cache: the lines at both ends are written partially.
constexpr std::size_t streamedRowBytes = 4096;

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

/// A pattern repeated often enough that a whole block can start at any phase below 128 bytes.
class PatternBlock {
public:
  static constexpr std::size_t period = streamFillPeriod;

  PatternBlock(const void *pattern, std::size_t patternBytes) {
    std::memcpy(bytes, pattern, patternBytes);
    for (std::size_t filled = patternBytes; filled < sizeof bytes; filled *= 2)
      std::memcpy(bytes + filled, bytes, filled);
  }
  /// `period` bytes of the repetition, starting at byte `phase` of the pattern.
  const unsigned char *from(std::size_t phase) const { return bytes + phase % period; }

private:
  alignas(64) unsigned char bytes[2 * period];
};

/// A vector register on any CPU.
using Lanes [[gnu::vector_size(16), gnu::may_alias]] = std::uint64_t;

/// Writes the repetition from phase 0.
void fillRange(unsigned char *destination, const PatternBlock &block, std::size_t bytes,
               bool stream) {
  const std::size_t head = std::min(bytes, bytesToLine(destination));
  std::memcpy(destination, block.from(0), head);
  destination += head, bytes -= head;
  const unsigned char *period = block.from(head);
  const std::size_t periods = bytes / PatternBlock::period;
  if (stream) {
    streamFill(destination, period, periods);
    destination += periods * PatternBlock::period;
  } else {
    Lanes lanes[PatternBlock::period / sizeof(Lanes)];
    std::memcpy(lanes, period, sizeof lanes);
    for (std::size_t i = 0; i < periods; ++i)
      for (const Lanes &lane : lanes) {
        *reinterpret_cast<Lanes *>(destination) = lane;
        destination += sizeof lane;
      }
  }
  std::memcpy(destination, period, bytes % PatternBlock::period);
}

using RowCopy = void (*)(unsigned char *, std::size_t, const unsigned char *, std::size_t,
                         std::size_t, std::size_t);

/// Copies rows of a compile-time width.
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

void streamRows(unsigned char *destination, std::size_t destinationPitch,
                const unsigned char *source, std::size_t sourcePitch, std::size_t rows,
                std::size_t width) {
  for (std::size_t row = 0; row < rows; ++row)
    streamCopy(destination + row * destinationPitch, source + row * sourcePitch, width);
}

RowCopy rowCopyFor(std::size_t width, bool stream) {
  if (stream && width >= streamedRowBytes)
    return streamRows;
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

  /// Merges rows that are contiguous on both sides into one, and likewise slices.
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

  /// Where a row begins, numbered across all slices.
  unsigned char *destinationOf(std::size_t row) const {
    return destination + row / rows * destinationSlice + row % rows * destinationPitch;
  }

  /// Copies the rows [first, last), numbered across all slices.
  void copyRange(std::size_t first, std::size_t last, bool stream) const {
    const RowCopy copyThem = rowCopyFor(width, stream);
    while (first < last) {
      const std::size_t slice = first / rows, row = first % rows;
      const std::size_t count = std::min(last - first, rows - row);
      copyThem(destination + slice * destinationSlice + row * destinationPitch, destinationPitch,
               source + slice * sourceSlice + row * sourcePitch, sourcePitch, count, width);
      first += count;
    }
  }
};

/// Copies chunk by chunk: memcpy switches algorithms for copies larger than a core's own cache,
/// which halves the speed within the last-level cache.
void copyInChunks(unsigned char *destination, const unsigned char *source, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += chunkBytes)
    std::memcpy(destination + at, source + at, std::min(chunkBytes, bytes - at));
}

/// Copies one row, on the arena's threads if it is large.
void copyRow(Arena &arena, unsigned char *destination, const unsigned char *source,
             std::size_t bytes, bool stream) {
  if (bytes < parallelFrom) {
    if (bytes)
      std::memcpy(destination, source, bytes);
    return;
  }
  const std::size_t chunks = (bytes + chunkBytes - 1) / chunkBytes;
  spread(arena, chunks, 1, [=](std::size_t first, std::size_t last) {
    const std::size_t begin = first * chunkBytes, end = std::min(last * chunkBytes, bytes);
    if (stream)
      streamCopy(destination + begin, source + begin, end - begin);
    else
      copyInChunks(destination + begin, source + begin, end - begin);
  });
}

Rect makeRect(void *destination, const RectLayout &destinationLayout, const void *source,
              const RectLayout &sourceLayout, const std::array<std::size_t, 3> &region) {
  return {static_cast<unsigned char *>(destination) + originOf(destinationLayout),
          static_cast<const unsigned char *>(source) + originOf(sourceLayout),
          destinationLayout.rowPitch,
          sourceLayout.rowPitch,
          destinationLayout.slicePitch,
          sourceLayout.slicePitch,
          region[0],
          region[1],
          region[2]};
}

/// Fills one row from phase 0, on the arena's threads if it is large.
void fillRow(Arena &arena, unsigned char *destination, const PatternBlock &block, std::size_t bytes,
             bool stream) {
  if (bytes < parallelFrom) {
    fillRange(destination, block, bytes, false);
    return;
  }
  const std::size_t chunks = (bytes + chunkBytes - 1) / chunkBytes;
  spread(arena, chunks, 1, [&](std::size_t first, std::size_t last) {
    const std::size_t begin = first * chunkBytes, end = std::min(last * chunkBytes, bytes);
    fillRange(destination + begin, block, end - begin, stream);
  });
}

} // namespace

void copy(Arena &arena, void *destination, const void *source, std::size_t bytes) {
  copyRow(arena, static_cast<unsigned char *>(destination),
          static_cast<const unsigned char *>(source), bytes, bytes >= streamFromBytes());
}

void copyRect(Arena &arena, void *destination, const RectLayout &destinationLayout,
              const void *source, const RectLayout &sourceLayout,
              const std::array<std::size_t, 3> &region) {
  Rect rect = makeRect(destination, destinationLayout, source, sourceLayout, region);
  if (!rect.width || !rect.rows || !rect.slices)
    return;
  rect.merge();
  const std::size_t rows = rect.rows * rect.slices;
  if (rows * rect.width < parallelFrom) {
    rect.copyRange(0, rows, false);
    return;
  }
  const bool stream = rows * rect.width >= streamFromBytes();
  if (rect.width >= parallelFrom) {
    for (std::size_t row = 0; row < rows; ++row)
      copyRow(arena, rect.destinationOf(row),
              rect.source + row / rect.rows * rect.sourceSlice + row % rect.rows * rect.sourcePitch,
              rect.width, stream);
    return;
  }
  spread(arena, rows, std::max<std::size_t>(chunkBytes / rect.width, 1),
         [&](std::size_t first, std::size_t last) { rect.copyRange(first, last, stream); });
}

void fill(Arena &arena, void *destination, const void *pattern, std::size_t patternBytes,
          std::size_t bytes) {
  fillRow(arena, static_cast<unsigned char *>(destination), PatternBlock(pattern, patternBytes),
          bytes, bytes >= streamFromBytes());
}

void fillRect(Arena &arena, void *destination, const RectLayout &layout, const void *pattern,
              std::size_t patternBytes, const std::array<std::size_t, 3> &region) {
  const PatternBlock block(pattern, patternBytes);
  // The rows are those of a copy onto itself.
  Rect rect = makeRect(destination, layout, destination, layout, region);
  rect.merge();
  const std::size_t rows = rect.rows * rect.slices, bytes = rows * rect.width;
  const auto fillRows = [&](std::size_t first, std::size_t last, bool stream) {
    for (std::size_t row = first; row < last; ++row)
      fillRange(rect.destinationOf(row), block, rect.width, stream);
  };
  if (bytes < parallelFrom) {
    fillRows(0, rows, false);
    return;
  }
  const bool stream = bytes >= streamFromBytes();
  if (rect.width >= parallelFrom) {
    for (std::size_t row = 0; row < rows; ++row)
      fillRow(arena, rect.destinationOf(row), block, rect.width, stream);
    return;
  }
  spread(arena, rows, std::max<std::size_t>(chunkBytes / rect.width, 1),
         [&](std::size_t first, std::size_t last) {
           fillRows(first, last, stream && rect.width >= streamedRowBytes);
         });
}

} // namespace weft::device
