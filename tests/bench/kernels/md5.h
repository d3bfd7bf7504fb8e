// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MD5 (RFC 1321) as a list of its 64 steps.
#pragma once

#include <array>
#include <cstdint>

namespace weft::bench::md5 {

constexpr std::array<std::uint32_t, 4> begin = {0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u};
constexpr std::array<std::uint32_t, 64> sines = {
    0xd76aa478u, 0xe8c7b756u, 0x242070dbu, 0xc1bdceeeu, 0xf57c0fafu, 0x4787c62au, 0xa8304613u,
    0xfd469501u, 0x698098d8u, 0x8b44f7afu, 0xffff5bb1u, 0x895cd7beu, 0x6b901122u, 0xfd987193u,
    0xa679438eu, 0x49b40821u, 0xf61e2562u, 0xc040b340u, 0x265e5a51u, 0xe9b6c7aau, 0xd62f105du,
    0x02441453u, 0xd8a1e681u, 0xe7d3fbc8u, 0x21e1cde6u, 0xc33707d6u, 0xf4d50d87u, 0x455a14edu,
    0xa9e3e905u, 0xfcefa3f8u, 0x676f02d9u, 0x8d2a4c8au, 0xfffa3942u, 0x8771f681u, 0x6d9d6122u,
    0xfde5380cu, 0xa4beea44u, 0x4bdecfa9u, 0xf6bb4b60u, 0xbebfbc70u, 0x289b7ec6u, 0xeaa127fau,
    0xd4ef3085u, 0x04881d05u, 0xd9d4d039u, 0xe6db99e5u, 0x1fa27cf8u, 0xc4ac5665u, 0xf4292244u,
    0x432aff97u, 0xab9423a7u, 0xfc93a039u, 0x655b59c3u, 0x8f0ccc92u, 0xffeff47du, 0x85845dd1u,
    0x6fa87e4fu, 0xfe2ce6e0u, 0xa3014314u, 0x4e0811a1u, 0xf7537e82u, 0xbd3af235u, 0x2ad7d2bbu,
    0xeb86d391u,
};
constexpr unsigned rotations[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

constexpr unsigned rotationOf(unsigned step) { return rotations[step / 16][step % 4]; }

/// The word of the message that a step adds.
constexpr unsigned wordOf(unsigned step) {
  constexpr unsigned factors[] = {1, 5, 3, 7}, summands[] = {0, 1, 5, 0};
  return (factors[step / 16] * step + summands[step / 16]) % 16;
}

/// The words of a message of 8 bytes behind its own two.
constexpr std::uint32_t paddingOf(unsigned word) {
  constexpr std::uint32_t bits = 64;
  return word == 2 ? 0x80 : word == 14 ? bits : 0;
}

} // namespace weft::bench::md5
