# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -D OUTPUT=<file> -P identify.cmake <file>...: writes a SHA-256 of the files' contents.
set(hashes)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE 5 ${last})
  file(SHA256 ${CMAKE_ARGV${index}} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 hash "${hashes}")
file(WRITE ${OUTPUT} ${hash})
