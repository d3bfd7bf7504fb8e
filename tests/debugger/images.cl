// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void images(global int *out, read_only image2d_t from, sampler_t s, local int *tile) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 texel = read_imagef(from, s, at);
  int index = at.y * 4 + at.x;
  event_t copied = async_work_group_copy(tile, out, 4, 0);
  wait_group_events(1, &copied);
  int first = tile[1];
  out[index] = (int)texel.z + first;
}
