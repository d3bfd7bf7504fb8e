// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes pictures as PNG files, without compression.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace png {

using Bytes = std::vector<unsigned char>;

inline void append(Bytes &bytes, std::uint32_t bigEndian) {
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes.push_back(static_cast<unsigned char>(bigEndian >> shift));
}

/// The checksum of a chunk (CRC-32).
inline std::uint32_t checksum(const Bytes &bytes) {
  std::uint32_t value = ~0U;
  for (unsigned char byte : bytes) {
    value ^= byte;
    for (int bit = 0; bit < 8; ++bit)
      value = value >> 1 ^ (value & 1 ? 0xEDB88320 : 0);
  }
  return ~value;
}

inline void appendChunk(Bytes &file, const std::string &type, const Bytes &content) {
  append(file, static_cast<std::uint32_t>(content.size()));
  Bytes checked(type.begin(), type.end());
  checked.insert(checked.end(), content.begin(), content.end());
  file.insert(file.end(), checked.begin(), checked.end());
  append(file, checksum(checked));
}

/// A stream of zlib's format whose blocks are stored as they are.
inline Bytes stored(const Bytes &data) {
  constexpr std::size_t mostOfBlock = 65535;
  Bytes stream = {0x78, 0x01};
  for (std::size_t begin = 0; begin < data.size(); begin += mostOfBlock) {
    const std::size_t left = data.size() - begin, size = left < mostOfBlock ? left : mostOfBlock;
    const auto low = static_cast<unsigned char>(size), high = static_cast<unsigned char>(size >> 8);
    const auto notLow = static_cast<unsigned char>(~low),
               notHigh = static_cast<unsigned char>(~high);
    stream.insert(stream.end(),
                  {static_cast<unsigned char>(left == size), low, high, notLow, notHigh});
    const auto first = data.begin() + static_cast<std::ptrdiff_t>(begin);
    stream.insert(stream.end(), first, first + static_cast<std::ptrdiff_t>(size));
  }
  std::uint32_t a = 1, b = 0;
  for (unsigned char byte : data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  append(stream, b << 16 | a);
  return stream;
}

/// Writes rows of pixels of three bytes: red, green, blue. Says whether that succeeded.
inline bool write(const std::string &path, std::uint32_t width, std::uint32_t height,
                  const Bytes &pixels) {
  Bytes file = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'}, header, rows;
  append(header, width);
  append(header, height);
  header.insert(header.end(), {8, 2, 0, 0, 0}); // eight bits of each colour, in order
  appendChunk(file, "IHDR", header);
  for (std::uint32_t y = 0; y < height; ++y) {
    rows.push_back(0); // no filter
    const auto row = pixels.begin() + static_cast<std::ptrdiff_t>(3) * width * y;
    rows.insert(rows.end(), row, row + static_cast<std::ptrdiff_t>(3) * width);
  }
  appendChunk(file, "IDAT", stored(rows));
  appendChunk(file, "IEND", {});
  std::ofstream stream(path, std::ios::binary);
  stream.write(reinterpret_cast<const char *>(file.data()),
               static_cast<std::streamsize>(file.size()));
  return stream.good();
}

} // namespace png
