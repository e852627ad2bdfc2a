#include "engine/weights/recipe.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace bricks {
namespace {

// Wellons' lowbias32 (https://nullprogram.com/blog/2018/07/31/) with the stream's second word added half-way:
// without it two streams would be one sequence at different places.
inline std::uint32_t hash(std::uint32_t index, StreamKey key) {
  std::uint32_t x = index + key.first;
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x += key.second;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

// Indices of one stream are 32 bits wide: each 2^32 values have a key of their own.
StreamKey key_at(StreamKey key, std::int64_t index) {
  const auto block = static_cast<std::uint32_t>(index >> 32);
  return block == 0 ? key : StreamKey{key.first ^ hash(block, key), key.second};
}

// 24 bits, so that sums and floats of them are exact.
inline std::int32_t number(std::uint32_t index, StreamKey key) {
  return static_cast<std::int32_t>(hash(index, key) >> 8) - (1 << 23);
}

constexpr float unit = 0x1p-23f;
constexpr std::int64_t block_size = 4096;  // values that stay in L1 between the two passes over a row

// Calls body(block key, first index in it, values) for pieces of [begin, begin + values.size()).
template <class Body>
void for_each_block(StreamKey key, std::int64_t begin, std::span<float> values, Body body) {
  for (std::size_t done = 0; done < values.size(); done += block_size) {
    const std::int64_t index = begin + static_cast<std::int64_t>(done);
    body(key_at(key, index), static_cast<std::uint32_t>(index),
         values.subspan(done, std::min<std::size_t>(block_size, values.size() - done)));
  }
}

void fill_uniform(const WeightRecipe& recipe, StreamKey key, std::int64_t begin, std::span<float> values) {
  const float scale = recipe.spread * unit, centre = recipe.centre;
  for_each_block(key, begin, values, [&](StreamKey k, std::uint32_t first, std::span<float> block) {
    for (std::uint32_t i = 0; i < block.size(); ++i)
      block[i] = centre + scale * static_cast<float>(number(first + i, k));
  });
}

void fill_centred(const WeightRecipe& recipe, StreamKey key, std::int64_t begin, std::span<float> row) {
  std::int64_t sum = 0;
  for_each_block(key, begin, row, [&](StreamKey k, std::uint32_t first, std::span<float> block) {
    for (std::uint32_t i = 0; i < block.size(); ++i) {
      const std::int32_t value = number(first + i, k);
      block[i] = static_cast<float>(value);
      sum += value;
    }
  });
  const float mean = static_cast<float>(static_cast<double>(sum) / static_cast<double>(row.size()));
  const float scale = recipe.spread * unit;
  for (float& value : row) value = scale * (value - mean);
}

void fill_floats(const WeightRecipe& recipe, StreamKey key, std::span<float> values) {
  if (recipe.row == 0) return fill_uniform(recipe, key, 0, values);
  const auto length = static_cast<std::size_t>(recipe.row);
  for (std::size_t begin = 0; begin < values.size(); begin += length)
    fill_centred(recipe, key, static_cast<std::int64_t>(begin), values.subspan(begin, length));
}

template <class T>
void fill_integers(std::int64_t limit, StreamKey key, std::int64_t count, T* to) {
  for (std::int64_t i = 0; i < count; ++i)
    to[i] = static_cast<T>(hash(static_cast<std::uint32_t>(i), key_at(key, i)) % limit);
}

float rounded(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  return static_cast<float>(std::ldexp(std::round(fraction * 4096), exponent - 12));
}

}  // namespace

WeightRecipe uniform(double centre, double variance) {
  return {rounded(centre), rounded(std::sqrt(3 * variance))};
}

StreamKey stream_key(std::uint64_t seed, std::string_view name) {
  std::uint64_t state = seed * 0x9e3779b97f4a7c15u + 0xcbf29ce484222325u;  // FNV-1a, then SplitMix64's finish
  for (char c : name) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
  state = (state ^ (state >> 27)) * 0x94d049bb133111ebu;
  state ^= state >> 31;
  return {static_cast<std::uint32_t>(state), static_cast<std::uint32_t>(state >> 32)};
}

void fill(const WeightRecipe& recipe, StreamKey key, const TensorType& type, void* to) {
  const std::int64_t count = element_count(type.shape);
  switch (type.type) {
    case ElementType::float32:
      return fill_floats(recipe, key, {static_cast<float*>(to), static_cast<std::size_t>(count)});
    case ElementType::int32:
      return fill_integers(recipe.limit, key, count, static_cast<std::int32_t*>(to));
    case ElementType::int64:
      return fill_integers(recipe.limit, key, count, static_cast<std::int64_t*>(to));
    case ElementType::boolean:
      return fill_integers(2, key, count, static_cast<std::uint8_t*>(to));
  }
}

}  // namespace bricks
