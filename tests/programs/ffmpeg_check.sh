#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ffmpeg_check.sh <filter of OpenCL> <the same in software>: that both give the same frames.
set -eu
frames() {
  ffmpeg -v error -nostdin "${device[@]}" -f lavfi -i testsrc=size=1280x720:rate=25 -frames:v 25 -vf "$1" \
    -f framemd5 -
}
device=()
inSoftware=$(frames "format=yuv420p,$2")
device=(-init_hw_device opencl=ocl -filter_hw_device ocl)
onDevice=$(frames "format=yuv420p,hwupload,$1,hwdownload,format=yuv420p")
[ -n "$onDevice" ]
diff <(echo "$inSoftware") <(echo "$onDevice") >/dev/null || { echo "the frames differ" >&2; exit 1; }
