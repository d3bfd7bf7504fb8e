// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Large copies and fills that bypass the cache.
//
// A store that misses reads its line from memory before it writes it, and evicts another line. If
// the destination leaves the cache before anyone reads it, non-temporal stores save both. There is
// one version per vector register width, chosen at run time: the wider one fills a line with fewer
// partial writes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace weft::device {

/// From this many bytes on, written memory does not stay in the cache until it is read, so it is
/// better to bypass it.
std::uint64_t streamFromBytes();

/// Copies with non-temporal stores, and orders them before the thread's later writes. Neither side
/// need be aligned; they do not overlap. Thread-safe.
void streamCopy(unsigned char *destination, const unsigned char *source, std::size_t bytes);

/// The period of streamFill's data in bytes.
inline constexpr std::size_t streamFillPeriod = 128;

/// Writes the `streamFillPeriod` bytes at `block`, of any alignment, `periods` times to
/// `destination`, which is aligned to 64 bytes; ordered as by streamCopy. Thread-safe.
void streamFill(unsigned char *destination, const unsigned char *block, std::size_t periods);

} // namespace weft::device
