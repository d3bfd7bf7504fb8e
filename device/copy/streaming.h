// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Large copies and fills that bypass the cache.
//
// A store that misses reads its line from memory before it writes it, and pushes another line out.
// Where the destination is gone from the cache before anybody reads it, non-temporal stores save
// both. One version for each width of vector registers is chosen by the CPU that the process runs
// on: the wider one fills a line with fewer partial writes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::device {

/// From this many bytes on, memory that is written does not stay in the cache until it is read, and
/// is better written around it.
std::uint64_t streamFromBytes();

/// Copies with non-temporal stores, and orders them before whatever the thread writes next. Neither
/// side need be aligned; they do not overlap. Thread-safe.
void streamCopy(unsigned char *destination, const unsigned char *source, std::size_t bytes);

/// Bytes after which the data of streamFill repeat.
inline constexpr std::size_t streamFillPeriod = 128;

/// Writes `periods` times the `streamFillPeriod` bytes at `block`, of any alignment, to
/// `destination`, which is aligned to 64 bytes; ordered as by streamCopy. Thread-safe.
void streamFill(unsigned char *destination, const unsigned char *block, std::size_t periods);

} // namespace weft::device
