#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hashcat -I lists Weft's platform and its device without an error.
set -eu
output=$(hashcat -I 2>&1) || { echo "$output"; exit 1; }
echo "$output"
echo "$output" | grep -q 'Name\.*: Weft' || { echo "hashcat does not list Weft"; exit 1; }
if echo "$output" | grep -E 'cl[A-Z][A-Za-z]*\(\): *CL_'; then
  echo "hashcat reports an OpenCL error"
  exit 1
fi
