#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clinfo shows Weft and prints no error line.
set -eu
output=$(clinfo 2>&1)
echo "$output"
echo "$output" | grep -q 'Platform Name  *Weft' || { echo "clinfo does not show Weft"; exit 1; }
if echo "$output" | grep -E '<[^>]*(error|CL_[A-Z_]*)[^>]*>|[*!]{3}|: error'; then
  echo "clinfo prints errors"
  exit 1
fi
