// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Part of the prelude: the functions of Intel's sub-group extensions, none of which Clang declares.
// As in the rest of the prelude, names are reserved, so that macros of programs cannot clash.

#define __WEFT_SUB_GROUP_BUILTIN __attribute__((overloadable, convergent))

#define __WEFT_SHUFFLES(__type)                                                                    \
  __type __WEFT_SUB_GROUP_BUILTIN intel_sub_group_shuffle(__type, uint);                           \
  __type __WEFT_SUB_GROUP_BUILTIN intel_sub_group_shuffle_xor(__type, uint);                       \
  __type __WEFT_SUB_GROUP_BUILTIN intel_sub_group_shuffle_down(__type, __type, uint);              \
  __type __WEFT_SUB_GROUP_BUILTIN intel_sub_group_shuffle_up(__type, __type, uint);
#define __WEFT_SHUFFLES_OF_ALL(__type)                                                             \
  __WEFT_SHUFFLES(__type)                                                                          \
  __WEFT_SHUFFLES(__type##2)                                                                       \
  __WEFT_SHUFFLES(__type##3)                                                                       \
  __WEFT_SHUFFLES(__type##4)                                                                       \
  __WEFT_SHUFFLES(__type##8)                                                                       \
  __WEFT_SHUFFLES(__type##16)

__WEFT_SHUFFLES_OF_ALL(char)
__WEFT_SHUFFLES_OF_ALL(uchar)
__WEFT_SHUFFLES_OF_ALL(short)
__WEFT_SHUFFLES_OF_ALL(ushort)
__WEFT_SHUFFLES_OF_ALL(int)
__WEFT_SHUFFLES_OF_ALL(uint)
__WEFT_SHUFFLES_OF_ALL(float)
__WEFT_SHUFFLES(long)
__WEFT_SHUFFLES(ulong)
__WEFT_SHUFFLES(half)
__WEFT_SHUFFLES(double)

#define __WEFT_BROADCAST(__type)                                                                   \
  __type __WEFT_SUB_GROUP_BUILTIN intel_sub_group_broadcast(__type, uint);
#define __WEFT_BROADCASTS(__type)                                                                  \
  __WEFT_BROADCAST(__type)                                                                         \
  __WEFT_BROADCAST(__type##2)                                                                      \
  __WEFT_BROADCAST(__type##3)                                                                      \
  __WEFT_BROADCAST(__type##4)                                                                      \
  __WEFT_BROADCAST(__type##8)                                                                      \
  __WEFT_BROADCAST(__type##16)
#define __WEFT_REDUCTIONS(__type, __operation)                                                     \
  __type __WEFT_SUB_GROUP_BUILTIN intel_sub_group_reduce_##__operation(__type);                    \
  __type __WEFT_SUB_GROUP_BUILTIN intel_sub_group_scan_inclusive_##__operation(__type);            \
  __type __WEFT_SUB_GROUP_BUILTIN intel_sub_group_scan_exclusive_##__operation(__type);
#define __WEFT_COLLECTIVES(__type)                                                                 \
  __WEFT_BROADCASTS(__type)                                                                        \
  __WEFT_REDUCTIONS(__type, add)                                                                   \
  __WEFT_REDUCTIONS(__type, min)                                                                   \
  __WEFT_REDUCTIONS(__type, max)

__WEFT_COLLECTIVES(char)
__WEFT_COLLECTIVES(uchar)
__WEFT_COLLECTIVES(short)
__WEFT_COLLECTIVES(ushort)

#define __WEFT_BLOCK_READ(__suffix, __scalar, __type)                                              \
  __type __WEFT_SUB_GROUP_BUILTIN intel_sub_group_block_read##__suffix(const __global __scalar *); \
  __type __WEFT_SUB_GROUP_BUILTIN intel_sub_group_block_read##__suffix(const __local __scalar *);
#define __WEFT_BLOCK_WRITE(__suffix, __scalar, __type)                                             \
  void __WEFT_SUB_GROUP_BUILTIN intel_sub_group_block_write##__suffix(__global __scalar *,         \
                                                                      __type);                     \
  void __WEFT_SUB_GROUP_BUILTIN intel_sub_group_block_write##__suffix(__local __scalar *, __type);
#ifdef __IMAGE_SUPPORT__
#define __WEFT_BLOCK_IMAGES(__suffix, __read, __write, __type)                                     \
  __type __WEFT_SUB_GROUP_BUILTIN intel_sub_group_block_read##__suffix(__read image2d_t, int2);    \
  void __WEFT_SUB_GROUP_BUILTIN intel_sub_group_block_write##__suffix(__write image2d_t, int2,     \
                                                                      __type);
#else
#define __WEFT_BLOCK_IMAGES(__suffix, __read, __write, __type)
#endif
#if __OPENCL_C_VERSION__ >= 200
#define __WEFT_BLOCK(__suffix, __scalar, __type)                                                   \
  __WEFT_BLOCK_READ(__suffix, __scalar, __type)                                                    \
  __WEFT_BLOCK_WRITE(__suffix, __scalar, __type)                                                   \
  __WEFT_BLOCK_IMAGES(__suffix, __read_only, __write_only, __type)                                 \
  __WEFT_BLOCK_IMAGES(__suffix, __read_write, __read_write, __type)
#else
#define __WEFT_BLOCK(__suffix, __scalar, __type)                                                   \
  __WEFT_BLOCK_READ(__suffix, __scalar, __type)                                                    \
  __WEFT_BLOCK_WRITE(__suffix, __scalar, __type)                                                   \
  __WEFT_BLOCK_IMAGES(__suffix, __read_only, __write_only, __type)
#endif
#define __WEFT_BLOCKS(__suffix, __scalar)                                                          \
  __WEFT_BLOCK(__suffix, __scalar, __scalar)                                                       \
  __WEFT_BLOCK(__suffix##2, __scalar, __scalar##2)                                                 \
  __WEFT_BLOCK(__suffix##4, __scalar, __scalar##4)                                                 \
  __WEFT_BLOCK(__suffix##8, __scalar, __scalar##8)

__WEFT_BLOCK(, uint, uint)
__WEFT_BLOCK(2, uint, uint2)
__WEFT_BLOCK(4, uint, uint4)
__WEFT_BLOCK(8, uint, uint8)
__WEFT_BLOCKS(_ui, uint)
__WEFT_BLOCKS(_uc, uchar)
__WEFT_BLOCK(_uc16, uchar, uchar16)
__WEFT_BLOCKS(_us, ushort)
__WEFT_BLOCK(_us16, ushort, ushort16)
__WEFT_BLOCKS(_ul, ulong)

#undef __WEFT_SUB_GROUP_BUILTIN
#undef __WEFT_SHUFFLES
#undef __WEFT_SHUFFLES_OF_ALL
#undef __WEFT_BROADCAST
#undef __WEFT_BROADCASTS
#undef __WEFT_REDUCTIONS
#undef __WEFT_COLLECTIVES
#undef __WEFT_BLOCK_READ
#undef __WEFT_BLOCK_WRITE
#undef __WEFT_BLOCK_IMAGES
#undef __WEFT_BLOCK
#undef __WEFT_BLOCKS
