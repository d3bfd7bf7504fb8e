#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# figures_check.sh <source folder> <build folder>
#
# That drawing the tables of docs/figures makes the pictures that are there.
set -euo pipefail
source=$1 build=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$source"/docs/figures/*.tsv "$folder"
"$source/tests/bench/figures" --build "$build" --out "$folder" --draw
diff -r "$source/docs/figures" "$folder"
