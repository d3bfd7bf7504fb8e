// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The kernel ABI: the contract between the code that weftc generates and the executor that runs it.
 *
 * A built program is an ELF shared object that exports one symbol, WEFT_PROGRAM_SYMBOL, a
 * weft_program_description. Each kernel in it is a function that runs a *range* of work-groups on
 * one thread. Group numbers are linear in the kernel's own order of dimensions, the first fastest:
 * weft_kernel_description::lane_dimension comes first, swapped with dimension 0; all code
 * of one kernel has the same order. The executor calls it from any number of
 * threads, each with its own weft_worker; the launch is shared and read-only.
 *
 * This header is plain C and OpenCL C, so that both sides, the kernel library and tests in any
 * language include it and those of images, pipes and enqueued kernels (kernel_abi_*.h), the only
 * definitions of these structures. Every change to a structure in them, or to its meaning,
 * increments WEFT_KERNEL_ABI_VERSION, which invalidates older program binaries and cache entries.
 */
#ifndef WEFT_DEVICE_KERNEL_ABI_H
#define WEFT_DEVICE_KERNEL_ABI_H

#ifdef __OPENCL_C_VERSION__
typedef uchar uint8_t;
typedef int int32_t;
typedef uint uint32_t;
typedef ulong uint64_t;
/* A host pointer: the kernel library sees its address. */
#define WEFT_HOST_POINTER(type) uint64_t
#else
#include <stddef.h>
#include <stdint.h>
#define WEFT_HOST_POINTER(type) type *
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_KERNEL_ABI_VERSION 28u
#define WEFT_PROGRAM_MAGIC 0x54464557u /* "WEFT", little endian */
#define WEFT_PROGRAM_SYMBOL "weft_program_v1"
/* The section of the descriptions of kernels. */
#define WEFT_KERNEL_SECTION "weft_kernels"

enum {
  /* Lanes in a block of the context array (B in ContextLayout): no vectorisation factor exceeds it.
   */
  WEFT_CONTEXT_LANES = 64,
  /* Rows of work-items that share what they load (row_blocks.h). */
  WEFT_SHARED_ROWS = 4,
  /* Alignment in bytes of weft_worker::local_memory, weft_worker::context_array and of every local
     argument. */
  WEFT_BLOCK_ALIGNMENT = 128,
  /* The number of copy streams in weft_worker::streams. */
  WEFT_COPY_STREAMS = 8,
  /* weft_worker::local_memory_bytes never exceeds this, which generated code relies on. */
  WEFT_LOCAL_MEMORY_LIMIT = 1 << 30,
};

/* One argument of one printf call; the values follow the header, padded to 8 bytes. */
typedef struct weft_printf_argument {
  uint8_t kind;          /* weft_printf_kind */
  uint8_t element_bytes; /* 1, 2, 4 or 8 */
  uint8_t lanes;         /* 1 for a scalar; a 3-component vector has 3 */
  uint8_t reserved[5];
  /* unsigned char values[round_up(lanes * element_bytes, 8)] */
} weft_printf_argument;

typedef enum weft_printf_kind {
  WEFT_PRINTF_INTEGER = 0,
  WEFT_PRINTF_FLOAT = 1,
  WEFT_PRINTF_POINTER = 2, /* 8 bytes; for %p, and for %s a pointer to a terminated string */
} weft_printf_kind;

#ifndef __OPENCL_C_VERSION__
/* The printf sink. Formats one call and returns its OpenCL result (0, or -1). Thread-safe. */
typedef int32_t weft_print_function(void *print_context, const char *format,
                                    uint32_t argument_count, const weft_printf_argument *arguments);
#endif

#ifndef __OPENCL_C_VERSION__
/* A kernel's request to the driver concerning kernels to enqueue (kernel_abi_enqueue.h). Returns
 * the result of the operation. Thread-safe. */
struct weft_enqueue_request;
typedef uint64_t weft_enqueue_function(void *enqueue_context,
                                       const struct weft_enqueue_request *request);
#endif

#ifndef __OPENCL_C_VERSION__
/* Leaves the kernel that the calling thread runs: the launch has failed. Does not return. Only for
 * kernels with WEFT_KERNEL_MAY_STOP. */
typedef void weft_stop_function(void *stop_context);
#endif

/* One enqueued ND-range, shared by all its work-groups. Sizes count work-items. */
typedef struct weft_launch {
  uint32_t work_dimensions; /* 1, 2 or 3 */
  /* Bit k: argument k is a buffer too large to stay in the cache, and memory that is only written
   * may be written with non-temporal stores. The executor orders these by a fence after each range.
   */
  uint32_t stream_arguments;
  uint64_t global_offset[3];
  uint64_t global_size[3]; /* 1 in unused dimensions */
  uint64_t local_size[3];  /* as enqueued; the last group of a dimension may be smaller */
  uint64_t group_count[3]; /* ceil(global_size / local_size) */
  /* How many groups may copy to buffers too large to stay in the cache: all, or 0 if no argument
   * is one. */
  uint64_t groups_at_large_buffers;
  /* The packed argument block: argument k is at weft_argument_description::offset. Local
   * arguments hold, as 8 bytes, their byte offset in weft_worker::local_memory. */
  WEFT_HOST_POINTER(const unsigned char) arguments;
  WEFT_HOST_POINTER(weft_print_function) print;
  WEFT_HOST_POINTER(void) print_context;
  WEFT_HOST_POINTER(weft_enqueue_function) enqueue;
  WEFT_HOST_POINTER(void) enqueue_context;
  WEFT_HOST_POINTER(weft_stop_function) stop;
  WEFT_HOST_POINTER(void) stop_context;
} weft_launch;

/* The recent sources of asynchronous copies to one location in local memory: the last address, the
 * step from one to the next, and the address where the sequence would have started if none had
 * jumped. */
typedef struct weft_copy_stream {
  uint64_t source;
  uint64_t step;
  uint64_t begin;
} weft_copy_stream;

/* The memory of one thread that runs work-groups. Unless noted otherwise, contents are undefined
 * between groups. */
typedef struct weft_worker {
  /* Static __local variables from 0, then local arguments; aligned to WEFT_BLOCK_ALIGNMENT. */
  WEFT_HOST_POINTER(unsigned char) local_memory;
  uint64_t local_memory_bytes;
  /* Spill block: context_fixed_bytes for the group, then context_item_bytes for each work-item, in
   * blocks of WEFT_CONTEXT_LANES work-items of one row. Item (x, y, z), in the kernel's order of
   * dimensions, like the sizes here, has the number
   * (z * size[1] + y) * round_up(size[0], WEFT_CONTEXT_LANES) + x. */
  WEFT_HOST_POINTER(unsigned char) context_array;
  uint64_t context_array_bytes;
  /* The kernel's stack, which identifies private generic pointers. */
  WEFT_HOST_POINTER(const unsigned char) stack_begin;
  WEFT_HOST_POINTER(const unsigned char) stack_end;
  /* WEFT_COPY_STREAMS of them, initially zero and then maintained by kernels. */
  WEFT_HOST_POINTER(weft_copy_stream) streams;
} weft_worker;

/* The table of a program, which kernels themselves do not see. */
#ifndef __OPENCL_C_VERSION__

/* Runs the work-groups [first_group, last_group) of the launch on the calling thread. */
typedef void weft_kernel_function(const weft_launch *launch, size_t first_group, size_t last_group,
                                  weft_worker *worker);

typedef enum weft_argument_kind {
  WEFT_ARGUMENT_VALUE = 0,          /* copied by value into the block */
  WEFT_ARGUMENT_GLOBAL_POINTER = 1, /* 8-byte address of a buffer, or null */
  WEFT_ARGUMENT_CONSTANT_POINTER = 2,
  WEFT_ARGUMENT_LOCAL_POINTER = 3, /* 8-byte offset in local_memory */
  WEFT_ARGUMENT_IMAGE = 4,         /* 8-byte address of a weft_image */
  WEFT_ARGUMENT_SAMPLER = 5,       /* 8 bytes: weft_sampler_bits */
  WEFT_ARGUMENT_PIPE = 6,          /* 8-byte address of a weft_pipe */
  WEFT_ARGUMENT_QUEUE = 7,         /* 8 bytes: an on-device queue */
} weft_argument_kind;

typedef struct weft_argument_description {
  const char *name;           /* as written in the source */
  const char *type_name;      /* CL_KERNEL_ARG_TYPE_NAME */
  uint32_t kind;              /* weft_argument_kind */
  uint32_t address_qualifier; /* CL_KERNEL_ARG_ADDRESS_* */
  uint32_t access_qualifier;  /* CL_KERNEL_ARG_ACCESS_* */
  uint32_t type_qualifiers;   /* CL_KERNEL_ARG_TYPE_* bits */
  uint32_t offset;            /* bytes in the packed argument block */
  uint32_t size;              /* bytes; what clSetKernelArg must pass for values */
  uint32_t image_type;        /* of an image: CL_MEM_OBJECT_IMAGE*; 0 otherwise */
  uint32_t is_depth_image;    /* 1 for image2d_depth_t and image2d_array_depth_t */
} weft_argument_description;

enum weft_kernel_flags {
  WEFT_KERNEL_USES_PRINTF = 1u << 0,
  /* No barrier, local memory or collective: work-groups are only a numbering of work-items. */
  WEFT_KERNEL_GROUP_FREE = 1u << 1,
  /* Global sizes must be multiples of local sizes: OpenCL C 1.x or -cl-uniform-work-group-size
     (Clang's function attribute "uniform-work-group-size"="true"). */
  WEFT_KERNEL_UNIFORM_GROUPS = 1u << 2,
  /* WEFT_KERNEL_GROUP_FREE, and the kernel queries only global ids and sizes: a launch may divide
     the range into other groups than the host does, and the last of each row along the lanes may be
     smaller, whatever WEFT_KERNEL_UNIFORM_GROUPS says about the host's. */
  WEFT_KERNEL_ANY_GROUPS = 1u << 3,
  /* Runs work-items as lanes. */
  WEFT_KERNEL_HAS_LANES = 1u << 4,
  /* Of a block: enqueued by other kernels of the program and invisible to hosts. Such kernels come
     last in the program. */
  WEFT_KERNEL_OF_BLOCK = 1u << 5,
  /* May enqueue others. */
  WEFT_KERNEL_ENQUEUES = 1u << 6,
  /* Constructs or destroys the program's static objects: runs with one work-item before or after
     all others of each load. Hosts do not see it. */
  WEFT_KERNEL_CONSTRUCTS = 1u << 7,
  WEFT_KERNEL_DESTROYS = 1u << 8,
  /* May call weft_launch::stop. */
  WEFT_KERNEL_MAY_STOP = 1u << 9,
  /* A variable in local memory is zero-initialised in each work-group. */
  WEFT_KERNEL_ZEROES_LOCAL = 1u << 10,
  /* Has barriers outside loops, or in loops that can be unrolled: straight-line code if the local
     size is known. */
  WEFT_KERNEL_HAS_STRAIGHT_BARRIERS = 1u << 11,
  /* Results do not depend on the order of work-items, nor on which groups run which code. */
  WEFT_KERNEL_ANY_ORDER = 1u << 12,
  /* Whether lanes are faster than single work-items depends on data. */
  WEFT_KERNEL_LANES_MAY_LOSE = 1u << 13,
  /* Runs WEFT_SHARED_ROWS rows of a group at a time where there are so many, which share what they
     load: groups should have them. */
  WEFT_KERNEL_SHARES_ROWS = 1u << 14,
};

/* The largest sum of offset and size of a dimension for which kernels run lanes; larger launches
 * run single work-items. The second one is of code for wide launches alone. */
#define WEFT_SMALL_LAUNCH_LIMIT ((1ull << 31) - (1ull << 16))
#define WEFT_WIDE_LAUNCH_LIMIT (1ull << 38)

/* Kernels invisible to hosts, the last ones of a program. */
#define WEFT_KERNEL_HIDDEN (WEFT_KERNEL_OF_BLOCK | WEFT_KERNEL_CONSTRUCTS | WEFT_KERNEL_DESTROYS)

typedef struct weft_kernel_description {
  const char *name;
  weft_kernel_function *function;
  const weft_argument_description *arguments;
  uint32_t argument_count;
  uint32_t argument_block_bytes;        /* the block is aligned to WEFT_BLOCK_ALIGNMENT */
  uint64_t local_memory_bytes;          /* static __local variables */
  uint64_t context_fixed_bytes;         /* multiple of WEFT_BLOCK_ALIGNMENT */
  uint64_t context_item_bytes;          /* bytes for each work-item, padding included */
  uint64_t private_memory_bytes;        /* CL_KERNEL_PRIVATE_MEM_SIZE */
  uint64_t stack_bytes;                 /* maximum stack use of the program's functions */
  uint32_t required_work_group_size[3]; /* 0 if not given */
  uint32_t work_group_size_hint[3];     /* 0 if not given */
  uint32_t flags;                       /* weft_kernel_flags */
  uint32_t lane_dimension;              /* whose neighbouring work-items run as lanes: 0, 1 or 2 */
  uint32_t sub_group_size;              /* of all sub-groups but the last of a work-group; groups
                                         * should be multiples of it */
  uint32_t required_sub_group_size;     /* the same if the kernel requires it, or 0 */
  uint32_t required_sub_groups;         /* of each work-group; 0 if not given */
  const char *attributes;               /* CL_KERNEL_ATTRIBUTES */
} weft_kernel_description;

enum weft_program_flags {
  /* Has program-scope variables that kernels may write: each load needs its own copy. */
  WEFT_PROGRAM_HAS_MUTABLE_GLOBALS = 1u << 0,
};

typedef struct weft_program_description {
  uint32_t magic;       /* WEFT_PROGRAM_MAGIC */
  uint32_t abi_version; /* WEFT_KERNEL_ABI_VERSION */
  uint32_t flags;       /* weft_program_flags */
  uint32_t kernel_count;
  const weft_kernel_description *kernels;
  uint64_t global_variable_bytes; /* CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE */
} weft_program_description;

#endif

#ifdef __cplusplus
}
#endif

#endif
