// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel of the suite: a file of OpenCL C with the kernel of the file's name, and comments that
// say how to launch it. One that names a `source` in the same folder launches the kernel there.
//
//   // global: 1024 1024   local: 16 16
//   // arguments: float out[1024*1024]; float in[1024*1024] = random -1 1; uint width = 1024
//   // arguments: fresh int list[4096] = permutation; local float[256]
//   // options: -cl-fast-relaxed-math
//   // tolerance: 1e-4
//   // mismatches: 0.01
//   // source: other.cl
//
// Lines of `arguments` go on with the list. An argument is an array, a scalar or vector, or local
// memory; the element types are OpenCL's but half, such as uchar4. A `fresh` array gets its first
// contents again before each launch. Without `local`, or with `local: null`, the platform chooses.
//
// An array begins with zeros, or with
//
//   constant V           V everywhere
//   values A B ...       these numbers, again and again
//   iota                 0, 1, 2 ...
//   random LOW HIGH      in [LOW, HIGH], of floating-point types in [LOW, HIGH)
//   bits                 random in every bit, also where that is no number
//   permutation          0, 1, 2 ... in random order
//   sorted LOW HIGH      random, in ascending order
//   offsets LOW HIGH     0, and each of the others random [LOW, HIGH] above the one before
//   near REACH EACH      EACH numbers for every row, which are at most REACH from that of the row
//
// or with a tree, a list or a table. The first three are of a tree that is filled level by level,
// whose root is 0 and whose nodes have EACH children, or 2^D:
//
//   children EACH        EACH numbers for every node: the nodes below it, 0 for none
//   levels EACH          how deep each node is
//   cells D              D numbers for every node: the centre of its part of the unit cube
//   kd D                 D numbers for every node of a k-d tree of points in the unit cube, filled
//                        by levels, which take the axes in turns
//   bounds SIZE          8 numbers for every node of a binary tree, filled by levels: the low and
//                        the high corner of what bounds the leaves, boxes of sides up to SIZE
//   search LOW HIGH      4 numbers for every node of a binary search tree: a random key, the nodes
//                        with smaller and with larger keys or -1, a value
//   links LENGTH         the next elements of lists in random order, -1 at their ends
//   parents ROOTS        of elements of trees in random order; roots are their own
//   hashed LOW HIGH      a hash table of 2^N slots with open addressing, -1 where empty: the keys
//                        times 2654435769, of which the top N of 32 bits say the first slot
//
// where a vector counts as so many numbers. Results of platforms may differ by the tolerance
// (1e-5), relative to an array's largest number, whole numbers only where the file has a tolerance,
// and a share of mismatches (0) by more.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace weft::bench {

struct ElementType {
  enum class Kind { Signed, Unsigned, Float };
  Kind kind;
  std::size_t size; ///< of a number, in bytes
  unsigned width;   ///< numbers in memory: those of three have four
};

struct Argument {
  enum class Kind { Array, FreshArray, Value, Local };
  Kind kind;
  ElementType type;
  std::size_t elements;
  std::vector<std::string> contents; ///< the words behind `=`

  bool isArray() const { return kind == Kind::Array || kind == Kind::FreshArray; }
  std::size_t numbers() const { return elements * type.width; }
  std::size_t bytes() const { return numbers() * type.size; }
};

struct KernelFile {
  std::string kernel; ///< its name, and that of the file with its source
  std::string source;
  std::string options;
  std::vector<std::size_t> global;
  std::vector<std::size_t> local; ///< empty: the platform chooses
  std::vector<Argument> arguments;
  double tolerance = 1e-5;
  bool comparesIntegersExactly = true;
  double mismatches = 0;
};

/// Ends the program with a message if the file cannot be understood.
KernelFile readKernelFile(const std::filesystem::path &path);

} // namespace weft::bench
