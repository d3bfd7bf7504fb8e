#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks that the kernel library defines every built-in that Clang offers to a program on Weft's
# device, in every version of OpenCL C: for each, a source that calls every overload in Clang's
# opencl-c.h is compiled as a program would be, and what it leaves undefined must be in the library.
# The library itself may leave only what the compiler's passes know undefined.
#
# usage: check_overloads.sh <kernel library> <clang> <llvm-nm> <repository> <scratch folder>
set -eu
export LC_ALL=C
library=$1 clang=$2 nm=$3 repository=$4 scratch=$5
here=$(dirname "$0")
mkdir -p "$scratch"

extensions=-all$(sed -n 's/.*NamedVersion{"\(cl_khr_[^"]*\|cl_intel_[a-z_]*subgroup[^"]*\|__opencl_c_[^"]*\)".*/,+\1/p' \
  "$repository/compiler/interface/target/device_features.cpp" | tr -d '\n')
# Those that Clang has no name for are macros alone, here from OpenCL C 2.0 on.
macros=$(sed -n 's/.*NamedVersion{"\(cl_ext_float_atomics\|__opencl_c_ext_[^"]*\|[_a-z]*kernel_clock[^"]*\)".*/-D\1/p' \
  "$repository/compiler/interface/target/device_features.cpp" | tr '\n' ' ')
# The library is an archive of bitcode, of which llvm-nm tells each member's names below a heading.
names() {
  "$nm" "$1" --format=just-symbols "$2" 2> /dev/null | sed '/:$/d; /^$/d' | sort -u
}
names --defined-only "$library" > "$scratch/defined"

status=0
for version in CL1.0 CL1.1 CL1.2 CL2.0 CL3.0; do
  base="$scratch/$version"
  compile="-x cl -cl-std=$version -target spir64 -Xclang -cl-ext=$extensions"
  case $version in
  CL1.*) ;;
  *) compile="$compile $macros" ;;
  esac
  # shellcheck disable=SC2086 # the options are words
  "$clang" $compile -E -P -cl-no-stdinc -isystem "$("$clang" -print-resource-dir)/include" \
    -include opencl-c.h /dev/null -o "$base.i"
  # Weft declares the functions of Intel's extensions, which Clang has in its header alone.
  echo "#pragma OPENCL EXTENSION cl_khr_fp16 : enable
        #ifdef cl_intel_subgroups
        #include \"$repository/compiler/frontend/prelude_sub_groups.h\"
        #endif" > "$base.cl"
  # Arrays among parameters are pointers to private memory.
  sed 's/size_t\[[23]\]/size_t __private */g' "$base.i" | awk -f "$here/callers.awk" >> "$base.cl"
  case $version in
  CL1.*) ;;
  *) # These are Clang's own, in no header.
    echo "int useSpaces(int *p, global int *g, local int *l, private int *q) {
            g = to_global(p); l = to_local(p); q = to_private(p); return *g + *l + *q; }" >> "$base.cl"
    ;;
  esac
  # shellcheck disable=SC2086
  "$clang" $compile -w -O0 -emit-llvm -c "$base.cl" -o "$base.bc"
  names --undefined-only "$base.bc" > "$base.needed"
  comm -23 "$base.needed" "$scratch/defined" > "$base.missing"
  echo "$version: $(wc -l < "$base.needed") built-ins, $(wc -l < "$base.missing") missing"
  # An empty list would mean that the declarations were not understood.
  if [ -s "$base.missing" ] || [ "$(wc -l < "$base.needed")" -lt 5000 ]; then
    head -n 20 "$base.missing"
    status=1
  fi
done

if names --undefined-only "$library" | comm -23 - "$scratch/defined" |
  grep -vE '^(_Z[0-9]+)?__weft_'; then
  echo "are undefined in the kernel library"
  status=1
fi
exit $status
