// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructs common to many programs, so that the linker places the parts of the compiler that they
// need together. It is compiled while Weft is built; nothing runs it.
#define TILE 16

typedef struct {
  float4 position;
  float mass;
} Body;

constant float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

float squared(float3 v) { return dot(v, v); }

kernel void saxpy(float a, global const float *x, global float *y, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    y[i] = fma(a, x[i], y[i]);
}

kernel void gravity(global const Body *bodies, global float4 *forces, int count) {
  const float3 own = bodies[get_global_id(0)].position.xyz;
  float3 sum = 0;
  for (int i = 0; i < count; ++i) {
    const float3 distance = bodies[i].position.xyz - own;
    sum += distance * bodies[i].mass * rsqrt(squared(distance) + 1e-6f);
  }
  forces[get_global_id(0)] = (float4)(sum, 0);
}

kernel void product(global const float *a, global const float *b, global float *c, int n) {
  local float left[TILE][TILE], right[TILE][TILE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int column = get_group_id(0) * TILE + x, row = get_group_id(1) * TILE + y;
  float sum = 0;
  for (int tile = 0; tile < n; tile += TILE) {
    left[y][x] = a[row * n + tile + x];
    right[y][x] = b[(tile + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int k = 0; k < TILE; ++k)
      sum += left[y][k] * right[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

kernel void reduce(global const int *values, global int *sums, local int *partial, uint n) {
  const uint lane = get_local_id(0);
  int sum = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    sum += values[i];
  partial[lane] = sum;
  for (uint step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < step)
      partial[lane] += partial[lane + step];
  }
  if (lane == 0)
    sums[get_group_id(0)] = partial[0];
}

kernel void histogram(global const uchar4 *pixels, global uint *counts, uint n) {
  local uint bins[256];
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
    bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    const uchar4 p = pixels[i];
    atomic_inc(&bins[(p.x * 77 + p.y * 151 + p.z * 28) >> 8]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
    atomic_add(&counts[i], bins[i]);
}

kernel void blur(global const uchar *in, global uchar *out, int width, int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x < 2 || x >= width - 2 || y >= height)
    return;
  float sum = 0;
  for (int i = -2; i <= 2; ++i)
    sum += weights[i + 2] * in[y * width + x + i];
  out[y * width + x] = convert_uchar_sat_rte(sum);
}

kernel void waves(global float *out, global const float *in, double phase) {
  const size_t i = get_global_id(0);
  const float x = in[i];
  out[i] = sin(x) * exp(-x) + pow(fabs(x), 1.5f) + (float)cos(phase * i) + native_log(x + 2);
}

kernel void mandelbrot(global uint *image, float4 window, uint limit) {
  const float2 c = window.xy + window.zw * convert_float2((uint2)(get_global_id(0), get_global_id(1)));
  float2 z = 0;
  uint step = 0;
  while (step < limit && z.x * z.x + z.y * z.y < 4) {
    z = (float2)(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
    ++step;
  }
  image[get_global_id(1) * get_global_size(0) + get_global_id(0)] = step;
}

kernel void rounds(global ulong *state, uint kind) {
  ulong4 v = vload4(get_global_id(0), state);
  switch (kind) {
  case 0:
    v = rotate(v, (ulong4)(13, 17, 43, 7)) ^ v.wzyx;
    break;
  case 1:
    v += mul_hi(v, (ulong4)(0x9e3779b97f4a7c15UL)) + popcount(v);
    break;
  case 2:
    v = select(v, v.yxwz, v > (ulong4)(kind));
    break;
  default:
    v /= 7;
  }
  vstore4(v, get_global_id(0), state);
}

kernel void copies(global const float4 *in, global float4 *out, local float4 *tile) {
  const size_t size = get_local_size(0), begin = get_group_id(0) * size;
  event_t event = async_work_group_copy(tile, in + begin, size, 0);
  wait_group_events(1, &event);
  tile[get_local_id(0)] = normalize(tile[get_local_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  event = async_work_group_copy(out + begin, tile, size, 0);
  wait_group_events(1, &event);
}

kernel void report(global const float *x, uint n) {
  int stack[32], top = 0;
  for (uint i = get_global_id(0); i < n && top < 32; i = 2 * i + 1)
    stack[top++] = as_int(x[i]);
  while (top > 0)
    if (stack[--top] < 0)
      printf("%u: %d %f\n", (uint)get_global_id(0), stack[top], x[0]);
}
