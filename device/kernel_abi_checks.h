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
 * its size. */
typedef struct weft_extent {
  uint64_t offset;
  uint64_t size;
} weft_extent;

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
  WEFT_MISTAKE_ALIGNMENT = 7,  /* less than the type's; the offset in the object, and its size */
  WEFT_MISTAKE_PRINTF = 8,     /* weft_printf_mistake, and the argument's number from 1 on */
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
  uint32_t mistake;  /* weft_mistake */
  uint32_t bytes;    /* of the access; 0: variable */
  uint32_t origin;   /* weft_origin */
  uint32_t argument; /* of WEFT_ORIGIN_ARGUMENT */
} weft_check_site;

/* Reports that the work-item with this global id, without offset, has made a mistake. The operands
 * are those of weft_mistake. Thread-safe. */
typedef void weft_report_function(void *check_context, const weft_check_site *site,
                                  uint64_t first_operand, uint64_t second_operand, uint64_t x,
                                  uint64_t y, uint64_t z);

/* The extent of the live object that contains an address: its begin, or its size if `of_size`.
 * All memory, from 0, if no object is known to contain it; none for null. Thread-safe. */
typedef uint64_t weft_look_up_function(void *check_context, uint64_t address, uint32_t of_size);

/* Beside weft_kernel_flags, which have the lower bits: the kernel is checked, and its launches are
 * weft_checked_launch. */
enum { WEFT_KERNEL_IS_CHECKED = 1u << 15 };

typedef struct weft_checks {
  const weft_extent *extents; /* one for each argument; zero for those that are no pointers */
  weft_report_function *report;
  weft_look_up_function *look_up;
  void *check_context;
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
