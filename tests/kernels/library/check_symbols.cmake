# Compiles every call of library_calls as a program's code is compiled, links the kernel library to
# it, and fails if a function stays undefined that is not the compiler's or the C library's to supply.
#
# Needs GENERATOR, VERSION, CLANG, RESOURCES, LINK, NM, LIBRARY and WORK_DIRECTORY.
cmake_minimum_required(VERSION 3.25)

set(source ${WORK_DIRECTORY}/calls_${VERSION}.cl)
set(calls ${WORK_DIRECTORY}/calls_${VERSION}.bc)
set(linked ${WORK_DIRECTORY}/linked_${VERSION}.bc)

execute_process(COMMAND ${GENERATOR} ${VERSION} OUTPUT_FILE ${source} COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${CLANG} -cc1 -triple spir64 -x cl -cl-std=CL${VERSION} -O2 -disable-llvm-passes
          -finclude-default-header -fdeclare-opencl-builtins -Wno-unused-value
          -cl-ext=-all,+cl_khr_fp64,+__opencl_c_fp64,+__opencl_c_int64,+__opencl_c_generic_address_space
          -internal-isystem ${RESOURCES}/include -emit-llvm-bc -o ${calls} ${source}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${LINK} --only-needed -o ${linked} ${calls} ${LIBRARY}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${NM} --undefined-only --just-symbol-name ${linked}
                OUTPUT_VARIABLE undefined COMMAND_ERROR_IS_FATAL ANY)

string(REPLACE "\n" ";" undefined "${undefined}")
list(FILTER undefined EXCLUDE REGEX "^(__weft_.*|)$")
if(undefined)
  list(LENGTH undefined count)
  list(SUBLIST undefined 0 20 first)
  list(JOIN first " " names)
  message(FATAL_ERROR "${count} functions are not in the kernel library, such as ${names}")
endif()
