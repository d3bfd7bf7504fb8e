# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Options of native versions, and the benches that x86 alone has so far: the C++ of some is written for it.
set(WEFT_NATIVE_OPTIONS -march=native -mprefer-vector-width=512)
set(WEFT_CPU_OPTION -march)
set(WEFT_BENCH_CPUS x86-64-v2 x86-64-v3)
set(WEFT_BENCH_LIBRARIES mvec)

add_executable(startup startup/main.cpp startup/fresh_processes.cpp startup/hard_programs.cpp
  startup/measured_process.cpp)
target_link_libraries(startup PRIVATE weft_options OpenCL::OpenCL)
target_compile_definitions(startup PRIVATE CL_TARGET_OPENCL_VERSION=300
  CL_USE_DEPRECATED_OPENCL_1_2_APIS)
add_dependencies(startup weft_runtime)
weft_add_bench_test(Bench.Startup 120 startup --no-peers 1)
weft_add_bench_test(Bench.HardPrograms 300 startup --hard --no-peers
  --only helpers,local-arrays,switch,barriers-50,statements-5000)

add_executable(engine engine/main.cpp engine/measurement.cpp engine/children.cpp engine/loops.cpp
  engine/native.cpp)
set_source_files_properties(engine/native.cpp PROPERTIES COMPILE_OPTIONS "-O3;-march=native")
target_link_libraries(engine PRIVATE weft_options OpenCL::OpenCL TBB::tbb Threads::Threads)
target_compile_definitions(engine PRIVATE CL_TARGET_OPENCL_VERSION=300
  CL_USE_DEPRECATED_OPENCL_1_2_APIS)
add_dependencies(engine weft_runtime)
weft_add_bench_test(Bench.Engine 120 engine 1)

weft_add_natives(WEFT_NATIVE_ASYNC async OPTIONS ${WEFT_NATIVE_OPTIONS}
  SOURCES async/native_movements async/native_pipelines)
add_executable(async async/main.cpp async/report.cpp async/session.cpp async/movements.cpp
  async/pipelines.cpp ${WEFT_NATIVE_ASYNC})
target_link_libraries(async PRIVATE weft_options OpenCL::OpenCL TBB::tbb)
target_compile_definitions(async PRIVATE CL_TARGET_OPENCL_VERSION=300)
add_dependencies(async weft_runtime)
weft_add_natives(WEFT_NATIVE_IMAGES images OPTIONS ${WEFT_NATIVE_OPTIONS} SOURCES images/native)
add_executable(images images/main.cpp images/session.cpp ${WEFT_NATIVE_IMAGES})
target_link_libraries(images PRIVATE weft_options OpenCL::OpenCL Threads::Threads)
target_compile_definitions(images PRIVATE CL_TARGET_OPENCL_VERSION=300)
add_dependencies(images weft_runtime)
weft_add_bench_test(Bench.Images 120 images 1 256)
add_executable(groups groups/main.cpp)
target_link_libraries(groups PRIVATE weft_options OpenCL::OpenCL)
target_compile_definitions(groups PRIVATE CL_TARGET_OPENCL_VERSION=300)
add_dependencies(groups weft_runtime)
weft_add_bench_test(Bench.Groups 120 groups 1)
add_executable(plot plot/main.cpp plot/axis.cpp plot/chart.cpp plot/copies.cpp plot/svg.cpp
  plot/table.cpp)
target_link_libraries(plot PRIVATE weft_options)
weft_add_bench_test(Bench.Plot 300 sh -c
  "$<TARGET_FILE:async> --rounds 1 --megabytes 64 --table async.tsv && $<TARGET_FILE:plot> copies async.tsv >async.svg && grep -q polyline async.svg")

# The command behind docs/performance.md, with few rows.
weft_add_bench_test(Bench.Figures 600 Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/figures
  --build ${CMAKE_BINARY_DIR} --out ${CMAKE_CURRENT_BINARY_DIR}/figures --rounds 1
  --row stencil --row switch --only kernels,startup,launches,threads,builds,hardBuilds)

# Elementary functions beside libmvec, and SLEEF where it is installed.
find_path(WEFT_SLEEF_INCLUDE sleef.h)
find_library(WEFT_SLEEF sleef)
mark_as_advanced(WEFT_SLEEF_INCLUDE WEFT_SLEEF)
set(WEFT_NATIVE_MATH math/native_double.cpp math/native_float.cpp)
add_executable(math math/main.cpp math/device.cpp math/scalar_loops.cpp math/whole_numbers.cpp
  ${WEFT_NATIVE_MATH})
set_source_files_properties(math/scalar_loops.cpp
  PROPERTIES COMPILE_OPTIONS "-fno-tree-vectorize;-mpopcnt;-mlzcnt")
set_source_files_properties(${WEFT_NATIVE_MATH}
  PROPERTIES COMPILE_OPTIONS "-mavx2;-mfma;-Wno-psabi")
target_link_libraries(math PRIVATE weft_options OpenCL::OpenCL mvec m)
target_compile_definitions(math PRIVATE CL_TARGET_OPENCL_VERSION=300)
if(WEFT_SLEEF_INCLUDE AND WEFT_SLEEF)
  set_property(SOURCE ${WEFT_NATIVE_MATH} APPEND PROPERTY COMPILE_DEFINITIONS WEFT_HAVE_SLEEF)
  set_property(SOURCE ${WEFT_NATIVE_MATH} APPEND PROPERTY
    INCLUDE_DIRECTORIES ${WEFT_SLEEF_INCLUDE})
  target_link_libraries(math PRIVATE ${WEFT_SLEEF})
endif()
add_dependencies(math weft_runtime)
weft_add_bench_test(Bench.Math 300 math 1 exp native_sin pow popcount convert_uchar_sat)

find_package(benchmark QUIET)
if(benchmark_FOUND)
  add_executable(device_bench device_bench.cpp)
  target_link_libraries(device_bench PRIVATE weft_options weft_device benchmark::benchmark_main)
endif()
