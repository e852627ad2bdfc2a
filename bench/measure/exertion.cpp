#include "bench/measure/exertion.hpp"

#include "engine/run/parallel.hpp"

#include <array>
#include <random>

namespace bricks {
namespace {

std::int64_t warm_up_ns = Exertion::default_warm_up_ns;

// Values too small to matter are absent: a layer that fades to denormals would time something else.
const float* table() {
  static const auto floats = [] {
    std::array<float, kernels::exertion_floats> values{};
    std::mt19937 random(1);
    for (float& value : values) value = static_cast<float>(random() % 4096) / 1024.0f - 2.0f;
    return values;
  }();
  return floats.data();
}

}  // namespace

Exertion::Exertion(Isa isa, int workers)
    : kernels_(kernels::peak_kernels(isa)), sinks_(static_cast<std::size_t>(workers)) {}

void Exertion::until(Clock& clock, std::int64_t ns, int worker) {
  while (clock.now_ns() < ns) sink(worker) = kernels_.exert(table(), steps_at_a_time);
}

void Exertion::touch(std::span<std::byte> bytes, int worker) {
  sink(worker) = kernels_.exert_touching(table(), bytes.data(), static_cast<std::ptrdiff_t>(bytes.size()));
}

void Exertion::touch_to_read(std::span<const std::byte> bytes, int worker) {
  sink(worker) = kernels_.exert_reading(table(), bytes.data(), static_cast<std::ptrdiff_t>(bytes.size()));
}

void Exertion::fill(std::span<std::byte> floats, int worker) {
  sink(worker) = kernels_.exert_filling(table(), reinterpret_cast<float*>(floats.data()),
                                        static_cast<std::ptrdiff_t>(floats.size() / sizeof(float)));
}

void Exertion::warm_up() {
  const std::int64_t end = monotonic_clock().now_ns() + warm_up_ns;
  parallel::team(static_cast<int>(sinks_.size()),
                 [&](int worker, int) { until(monotonic_clock(), end, worker); });
}

void set_warm_up_ns(std::int64_t ns) { warm_up_ns = ns; }

}  // namespace bricks
