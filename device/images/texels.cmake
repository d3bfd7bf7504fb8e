# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The routines are compiled by Clang, whose vector types they use, once for each CPU level
# (arch/<architecture>/texel_levels.cmake), whatever compiles the rest. Included by device/CMakeLists.txt.
find_program(WEFT_CLANGXX NAMES clang++-22 PATHS /usr/lib/llvm-22/bin REQUIRED
             DOC "Clang 22's driver for C++")

set(WEFT_TEXEL_FLAGS
  -std=c++20 -O2 -fPIC -fno-exceptions -fno-rtti -fvisibility=hidden -ffreestanding
  # Work-items have the same results individually and in vectors.
  -ffp-contract=off -fno-math-errno -fno-trapping-math
  # Templates of one routine are inlined: texels are 64 numbers, which calls pass in memory.
  -mllvm -inline-threshold=3000
  -I ${CMAKE_SOURCE_DIR} ${WEFT_CLANG_TARGET}
  -Wall -Wextra -Wno-psabi $<$<BOOL:${WEFT_WARNINGS_AS_ERRORS}>:-Werror>)
include(${CMAKE_CURRENT_LIST_DIR}/../arch/${WEFT_ARCHITECTURE}/texel_levels.cmake)

set(input ${CMAKE_CURRENT_LIST_DIR}/texels/routines.cpp)
foreach(level ${WEFT_TEXEL_LEVELS})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/texels_${level}.o)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${WEFT_CLANGXX} ${WEFT_TEXEL_FLAGS}
            ${WEFT_TEXEL_FLAGS_${level}} -DWEFT_IMAGE_LEVEL=${level}
            -MD -MT ${output} -MF ${output}.d -c -o ${output} ${input}
    DEPENDS ${input}
    DEPFILE ${output}.d
    COMMENT "Compiling device/images/texels/routines.cpp for ${level}"
    VERBATIM)
  set_source_files_properties(${output} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  target_sources(weft_device PRIVATE ${output})
endforeach()
