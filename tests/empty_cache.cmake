# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DCACHE=<folder> -P empty_cache.cmake
# Tests may be writing to the cache, as may compilers that outlive a test. So the folder goes away as
# a whole, and is removed where nobody looks for it.
if(EXISTS ${CACHE})
  string(RANDOM name)
  file(RENAME ${CACHE} ${CACHE}-${name})
  file(REMOVE_RECURSE ${CACHE}-${name})
endif()
