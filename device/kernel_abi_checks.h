// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The part of the kernel ABI that concerns checked kernels (docs/checked-mode.md).
 *
 * A checked kernel compares each access with the extent of the object that its pointer came from.
 * The launch gives the extents of the objects in arguments; the driver looks up those of pointers
 * that the kernel has loaded or computed. Mistakes are reported by one function of the driver.
 */
#ifndef WEFT_DEVICE_KERNEL_ABI_CHECKS_H
#define WEFT_DEVICE_KERNEL_ABI_CHECKS_H

#include "device/kernel_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The object that a pointer argument points into: how many bytes of it come before the pointer, and
 * its size. Of a kernel whose accesses are tracked also the address of the object's cells, or 0 if
 * it is not tracked. If the object may be partly uninitialised and the kernel looks for that, the
 * distance from the object to its contents, or else 0: a byte for each of its bytes, in which the
 * bits are 1 that are initialised. `readable` and `writable` are the size, or 0 if the object's
 * flags forbid that kernels read or write it. */
typedef struct weft_extent {
  uint64_t offset;
  uint64_t size;
  uint64_t cells;
  uint64_t contents;
  uint64_t readable;
  uint64_t writable;
} weft_extent;

/* The last accesses of a piece of memory in this launch, in one number, where races are searched.
 * An object has a cell of 64 bits for each granule, local memory one of 32 bits. From its lowest
 * bit: */
enum weft_cell_bits {
  /* Since the last barrier: written; accessed other than atomically; by several work-items. */
  WEFT_CELL_WRITTEN = 1u << 0,
  WEFT_CELL_PLAIN = 1u << 1,
  WEFT_CELL_SEVERAL = 1u << 2,
  /* In the launch: written; accessed other than atomically; by several work-groups. */
  WEFT_CELL_LAUNCH_WRITTEN = 1u << 3,
  WEFT_CELL_LAUNCH_PLAIN = 1u << 4,
  WEFT_CELL_SEVERAL_GROUPS = 1u << 5,
  /* Of the last access: the place (weft_access_places), the linear local id, how many barriers the
   * group had reached, the linear group id and the launch, from 1 on; modulo their ranges. After
   * the greatest number of barriers they are no longer counted. */
  WEFT_CELL_PLACE_SHIFT = 6,
  WEFT_CELL_ITEM_SHIFT = 15,
  WEFT_CELL_INTERVAL_SHIFT = 28,
  WEFT_CELL_GROUP_SHIFT = 39,
  WEFT_CELL_LAUNCH_SHIFT = 54,
  WEFT_CELL_END = 63,
  /* Cells of local memory are those of one group, so the flags of the launch and what follows the
   * barriers are missing. */
  WEFT_LOCAL_CELL_PLACE_SHIFT = 3,
  WEFT_LOCAL_CELL_ITEM_SHIFT = 8,
  WEFT_LOCAL_CELL_INTERVAL_SHIFT = 20,
  WEFT_LOCAL_CELL_END = 31,
};

/* The size of the object that begins at 0 and contains all addresses, and the largest size. */
#define WEFT_ALL_MEMORY ((1ull << 63) - 1)

/* The mistakes, and the operands that a report of each has. Arithmetic is that of the type which is
 * the site's name; its operands are extended to 64 bits. */
typedef enum weft_mistake {
  WEFT_MISTAKE_READ = 0, /* outside; the offset in the object, and the object's size */
  WEFT_MISTAKE_WRITE = 1,
  WEFT_MISTAKE_ATOMIC = 2,
  WEFT_MISTAKE_DIVISION = 3, /* by zero, or of the least number by -1; the operands */
  WEFT_MISTAKE_REMAINDER = 4,
  WEFT_MISTAKE_SHIFT = 5,      /* by the width or more; the amount, and the width */
  WEFT_MISTAKE_CONVERSION = 6, /* to a type without the number; its bits as a double, and 0 */
  /* Of a call that all work-items of a group must reach; its kind is the site's name. */
  WEFT_MISTAKE_BARRIER = 7,       /* not reached; the related place is the branch */
  WEFT_MISTAKE_OTHER_BARRIER = 8, /* others wait at the call at the related place */
  WEFT_MISTAKE_OPERAND = 9,       /* with another operand; that one, and another's */
  WEFT_MISTAKE_ALIGNMENT = 10,    /* less than the type's; the offset in the object, and its size */
  WEFT_MISTAKE_PRINTF = 11,       /* weft_printf_mistake, and the argument's number from 1 on */
  /* A value that is not initialised decides where to branch, which address to access, or what is
   * written; 0, and the size of the object that it was read from, or 0. The related place is that
   * of the read; the origin is PRIVATE without it for a variable that was never set. */
  WEFT_MISTAKE_UNSET_BRANCH = 12,
  WEFT_MISTAKE_UNSET_ADDRESS = 13,
  WEFT_MISTAKE_UNSET_OUTPUT = 14,
  /* An operation of numbers whose result is none, in which # stands for the first operands; these,
   * as the bits of doubles. */
  WEFT_MISTAKE_NAN = 15,
  /* Of an array that is a member of a structure; the index, and the number of elements. */
  WEFT_MISTAKE_INDEX = 16,
  /* Of asynchronous copies: sites of their calls, and of waits, which weft_checks has functions
     for. */
  WEFT_MISTAKE_COPY = 17,
  WEFT_MISTAKE_WAIT = 18,
} weft_mistake;

/* What is wrong with an argument of printf for the conversion that is the site's name. */
typedef enum weft_printf_mistake {
  WEFT_PRINTF_MISSING = 0,
  WEFT_PRINTF_MISFIT = 1,
  WEFT_PRINTF_SUPERFLUOUS = 2, /* no conversion is left for it */
} weft_printf_mistake;

/* What a checked pointer came from. */
typedef enum weft_origin {
  WEFT_ORIGIN_ARGUMENT = 0,
  WEFT_ORIGIN_PRIVATE = 1,
  WEFT_ORIGIN_LOCAL = 2,   /* a variable in local memory */
  WEFT_ORIGIN_PROGRAM = 3, /* a variable of the program, or a constant */
  WEFT_ORIGIN_ADDRESS = 4, /* loaded from memory, or computed */
  WEFT_ORIGIN_SEVERAL = 5, /* one of several */
} weft_origin;

#ifndef __OPENCL_C_VERSION__

/* A place in a kernel that may be wrong: a constant of the program. */
typedef struct weft_check_site {
  const char *kernel;
  const char *file; /* empty if unknown */
  const char *name; /* of the variable or argument, or of a type; empty if unknown */
  uint32_t line;    /* 0 if unknown, like the column */
  uint32_t column;
  uint32_t mistake;      /* weft_mistake */
  uint32_t bytes;        /* of the access; 0: variable */
  uint32_t origin;       /* weft_origin */
  uint32_t argument;     /* of WEFT_ORIGIN_ARGUMENT */
  uint32_t related_line; /* of another place in the same file; 0 if there is none */
  uint32_t related_column;
} weft_check_site;

/* Reports that the work-item with this global id, without offset, has made a mistake. The operands
 * are those of weft_mistake. Thread-safe. */
typedef void weft_report_function(void *check_context, const weft_check_site *site,
                                  uint64_t first_operand, uint64_t second_operand, uint64_t x,
                                  uint64_t y, uint64_t z);

/* What a kernel wants to know of the live object that contains an address. Begin and size are those
 * of all memory, from 0, if no object is known to contain it, and 0 for null. */
typedef enum weft_look_up {
  WEFT_LOOK_UP_BEGIN = 0,
  WEFT_LOOK_UP_SIZE = 1,
  WEFT_LOOK_UP_CELLS = 2,    /* the address of its cells, or 0 */
  WEFT_LOOK_UP_CONTENTS = 3, /* the distance from it to its contents, or 0 */
} weft_look_up;
/* Thread-safe. */
typedef uint64_t weft_look_up_function(void *check_context, uint64_t address, uint32_t what);

/* The places in a kernel whose accesses are tracked. The places are numbered in the order of their
 * lines and columns, so code of both tiers has the same; several may have one. */
typedef struct weft_access_places {
  const weft_check_site *const *sites;
  const uint32_t *numbers; /* from 1 on; 0 in a cell: unknown */
  uint64_t count;
} weft_access_places;

enum weft_race_flags {
  WEFT_RACE_IS_BENIGN = 1u << 0, /* both write the same value */
  WEFT_RACE_IS_IN_LOCAL_MEMORY = 1u << 1,
  WEFT_RACE_IS_OF_COPY = 1u << 2, /* an asynchronous copy that the group issues */
  WEFT_RACE_IS_WRITE = 1u << 3,   /* of such a copy */
  WEFT_RACE_ONLY_READS = 1u << 4, /* the access at the site, which is atomic, does */
};

/* Reports that an access at `site` races with the one that a cell tells. `offset` and `size` are
 * those of a bounds mistake, `flags` is of weft_race_flags, x, y and z the global id as above.
 * Thread-safe. */
typedef void weft_report_race_function(void *check_context, const weft_launch *launch,
                                       const weft_access_places *places,
                                       const weft_check_site *site, uint64_t cell, uint64_t offset,
                                       uint64_t size, uint32_t flags, uint64_t x, uint64_t y,
                                       uint64_t z);

/* The bytes that a copy reads, or writes, in an object. */
typedef struct weft_copied_bytes {
  uint64_t bytes; /* of a line */
  uint64_t lines;
  uint64_t planes;
  uint64_t line; /* from one to the next */
  uint64_t plane;
  uint64_t offset; /* in the object */
  uint64_t size;   /* of the object */
} weft_copied_bytes;

/* Notes an asynchronous copy, as an access at `site`, in the cells of an object, which begin at
 * `cells`, or are none if that is 0: reports races as weft_report_race_function does. `own` is what
 * an access of the whole group would leave in a cell, without flags and place; `flags` is of
 * weft_race_flags, x, y and z the global id of the group's first work-item. A group calls from one
 * thread. */
typedef void weft_note_copy_function(void *check_context, const weft_launch *launch,
                                     const weft_access_places *places, const weft_check_site *site,
                                     uint64_t cells, uint64_t own, uint64_t place,
                                     const weft_copied_bytes *bytes, uint32_t flags, uint64_t x,
                                     uint64_t y, uint64_t z);

/* Bytes from an address on; none of size 0, which begin at 0. */
typedef struct weft_bytes {
  uint64_t begin;
  uint64_t size;
} weft_bytes;

/* What a kernel knows of the asynchronous copies for which its group has not yet waited. Zero when
 * a group begins. Behind it the driver keeps what it needs. Each range contains all bytes of its
 * kind. */
typedef struct weft_copies {
  uint64_t count;
  weft_bytes local_written;
  weft_bytes local_read;
  weft_bytes global_written;
  weft_bytes global_read;
} weft_copies;

/* A copy of lines and planes; a contiguous copy is one line. Distances count bytes. */
typedef struct weft_copy_shape {
  uint64_t bytes; /* of a line */
  uint64_t lines;
  uint64_t planes;
  uint64_t source_line; /* from one line to the next */
  uint64_t source_plane;
  uint64_t destination_line;
  uint64_t destination_plane;
} weft_copy_shape;

enum weft_copy_flags {
  WEFT_COPY_IS_TO_LOCAL = 1u << 0, /* or else to global memory */
};

/* The group issues a copy at `site`, which joins `event`, or 0. x, y and z are the global id of its
 * first work-item. Returns the event. If copies are delayed, it makes the copy when the group has
 * waited for it. Each group calls from one thread. */
typedef uint64_t weft_begin_copy_function(void *check_context, weft_copies *copies,
                                          const weft_check_site *site, uint64_t destination,
                                          uint64_t source, const weft_copy_shape *shape,
                                          uint64_t event, uint32_t flags, uint64_t x, uint64_t y,
                                          uint64_t z);
/* The group is going to wait for an event at `site`. Once all have come, it ends the copies. */
typedef void weft_await_copy_function(void *check_context, weft_copies *copies,
                                      const weft_check_site *site, uint64_t event, uint64_t x,
                                      uint64_t y, uint64_t z);
typedef void weft_end_copies_function(void *check_context, weft_copies *copies);
/* Later copies come after those that were issued. */
typedef void weft_fence_copies_function(void *check_context, weft_copies *copies);
/* An access of `bytes` bytes may concern one of the copies, if there are any, or memory that is
 * watched. `offset` and `size` are those of a bounds mistake. Thread-safe. */
typedef void weft_touch_function(void *check_context, weft_copies *copies,
                                 const weft_check_site *site, uint64_t address, uint64_t bytes,
                                 uint64_t offset, uint64_t size, uint64_t x, uint64_t y,
                                 uint64_t z);

/* Beside weft_kernel_flags, which have the lower bits. */
enum weft_checked_kernel_flags {
  /* The kernel is checked, and its launches are weft_checked_launch. */
  WEFT_KERNEL_IS_CHECKED = 1u << 15,
  /* Its accesses are tracked: there are cells, one for each granule of 1 << n bytes, where the
     three bits from WEFT_KERNEL_GRANULE_SHIFT on are n. */
  WEFT_KERNEL_TRACKS_ACCESSES = 1u << 16,
  WEFT_KERNEL_GRANULE_SHIFT = 17,
  WEFT_KERNEL_GRANULE_MASK = 7u << 17,
  /* It looks for values that are not initialised: objects have contents. */
  WEFT_KERNEL_TRACKS_CONTENTS = 1u << 20,
  /* It tells of its asynchronous copies: there are weft_copies. */
  WEFT_KERNEL_TRACKS_COPIES = 1u << 21,
  WEFT_KERNEL_CHECKS_COPIES = 1u << 22, /* mistakes with them are reported */
  /* It can run in several orders, and tells of writes to watched memory. */
  WEFT_KERNEL_CHECKS_ORDER = 1u << 23,
};

typedef struct weft_checks {
  const weft_extent *extents; /* one for each argument; zero for those that are no pointers */
  weft_report_function *report;
  weft_look_up_function *look_up;
  void *check_context;
  weft_report_race_function *report_race;
  /* Of a kernel whose accesses are tracked: the launch's bits in cells, and the distance of the
   * cells of local memory from weft_worker::local_memory. Those are zero when a group begins. */
  uint64_t launch_bits;
  uint64_t local_cells;
  /* 1 if reads through arguments that the kernel does not write are tracked, too, as two arguments
   * have one object, and all have cells; or 0. */
  uint64_t tracks_reads;
  /* 1 if writes that leave memory as it is race, too; or 0. */
  uint64_t is_strict;
  /* The distance from local memory to its contents, which are zero when a group begins. */
  uint64_t local_contents;
  /* Of a kernel that tells of its copies: the distance from local memory to weft_copies. */
  uint64_t local_copies;
  weft_begin_copy_function *begin_copy;
  weft_await_copy_function *await_copy;
  weft_end_copies_function *end_copies;
  weft_fence_copies_function *fence_copies;
  weft_touch_function *touch;
  /* Of a kernel whose accesses are tracked. */
  weft_note_copy_function *note_copy;
  /* 1 if copies are made when the group has waited for them; or 0. */
  uint64_t delays_copies;
  /* Global memory whose writes are told. */
  weft_bytes watched;
  /* Of code that runs work-items backwards: the number of the first one in each row, modulo the
   * number of work-items there. */
  uint64_t first_item;
} weft_checks;

/* The launch of a checked kernel. */
typedef struct weft_checked_launch {
  weft_launch launch;
  const weft_checks *checks;
} weft_checked_launch;

#endif

#ifdef __cplusplus
}
#endif

#endif
