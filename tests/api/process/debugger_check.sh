#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# debugger_check.sh <gdb> <debugged>: gdb stops in a kernel by its name, then at a line of its source,
# shows that line, an argument and a variable, and lets go of the program.
set -u
WEFT_CACHE_DIR=$(mktemp -d) || exit 1
export WEFT_CACHE_DIR
trap 'rm -rf "$WEFT_CACHE_DIR"' EXIT
said=$("$1" -nx -batch -ex 'set breakpoint pending on' -ex 'break kernel_twice' -ex run \
  -ex 'break 4' -ex continue -ex 'print before + 40' -ex 'print x[1] + 50' -ex detach "$2" 2>&1)
# gdb may tell of files between "hit Breakpoint 1, " and the function.
for expected in 'hit Breakpoint 1, ' '^\(.*Breakpoint 1, \)\?twice .*\.cl:1$' '\.cl:4$' '^4[[:space:]]*x\[i\] = 2 \* before;$' \
  ' = 41$' ' = 52$' 'detached\]$'; do
  if ! printf '%s\n' "$said" | grep -q "$expected"; then
    printf 'gdb did not say "%s" but:\n%s\n' "$expected" "$said"
    exit 1
  fi
done
