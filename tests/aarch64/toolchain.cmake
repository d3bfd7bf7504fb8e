# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Cross-compiles for AArch64 with Clang 22 and lld, against the folder that `tests/aarch64/sysroot` has
# filled (WEFT_AARCH64_SYSROOT). Programs run by qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

get_filename_component(weft_default_sysroot ${CMAKE_CURRENT_LIST_DIR}/../../build/aarch64-sysroot ABSOLUTE)
set(WEFT_AARCH64_SYSROOT ${weft_default_sysroot} CACHE PATH "What tests/aarch64/sysroot has filled")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WEFT_AARCH64_SYSROOT)
if(NOT EXISTS ${WEFT_AARCH64_SYSROOT}/complete)
  message(FATAL_ERROR
    "no packages for arm64 yet: run tests/aarch64/sysroot ${WEFT_AARCH64_SYSROOT}")
endif()
set(CMAKE_SYSROOT ${WEFT_AARCH64_SYSROOT}/root)

find_program(CMAKE_C_COMPILER NAMES clang-22 REQUIRED)
find_program(CMAKE_CXX_COMPILER NAMES clang++-22 REQUIRED)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)

# Programs name the dynamic linker and the libraries of the folder themselves, so that they start as any
# other. Given the folder instead (QEMU_LD_PREFIX), the emulator would look for each absolute path there first,
# and a program that walks down from / would write there. Packages leave that out.
option(WEFT_AARCH64_RUNS_HERE "Let programs find their libraries in WEFT_AARCH64_SYSROOT" ON)
set(weft_flags -fuse-ld=lld)
if(WEFT_AARCH64_RUNS_HERE)
  string(JOIN , weft_paths -Wl --disable-new-dtags -rpath ${CMAKE_SYSROOT}/lib/aarch64-linux-gnu
    -rpath ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu
    --dynamic-linker=${CMAKE_SYSROOT}/lib/ld-linux-aarch64.so.1)
  string(APPEND weft_flags " ${weft_paths}")
endif()
foreach(kind EXE SHARED MODULE)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT ${weft_flags})
endforeach()

set(CMAKE_FIND_ROOT_PATH ${CMAKE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR}
  ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)

find_program(WEFT_QEMU NAMES qemu-aarch64-static qemu-aarch64)
if(WEFT_QEMU)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${WEFT_QEMU})
  if(NOT WEFT_AARCH64_RUNS_HERE)
    list(APPEND CMAKE_CROSSCOMPILING_EMULATOR -L ${CMAKE_SYSROOT})
  endif()
endif()
