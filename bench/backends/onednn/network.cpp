#include "bench/backends/onednn/network.hpp"

#include "bench/backends/seeded_hash.hpp"

#include <cstring>
#include <stdexcept>

namespace bricks::onednn {
namespace {

std::vector<float> seeded(std::size_t count, std::uint32_t seed, std::uint32_t index) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = bench::seeded_value(seed, index, i);
  return values;
}

std::size_t count(const Dims& dims) {
  std::size_t all = 1;
  for (std::int64_t d : dims) all *= static_cast<std::size_t>(d);
  return all;
}

}  // namespace

memory::desc plain(const Dims& dims) {
  Dims strides(dims.size());
  std::int64_t stride = 1;
  for (std::size_t i = dims.size(); i-- > 0; stride *= dims[i]) strides[i] = stride;
  return {dims, memory::data_type::f32, strides};
}

memory::desc blocked(const Dims& dims) {
  if (dims.size() != 4) return plain(dims);
  const bool wide = dnnl::get_effective_cpu_isa() >= dnnl::cpu_isa::avx512_core;
  return {dims, memory::data_type::f32, wide ? memory::format_tag::nChw16c : memory::format_tag::nChw8c};
}

memory::desc any(const Dims& dims) { return {dims, memory::data_type::f32, memory::format_tag::any}; }

Network::Network() : engine_(dnnl::engine::kind::cpu, 0), stream_(engine_) {}

void Network::add_input(const std::string& name, const Dims& dims) {
  values_[name] = {{}, dims};
  inputs_.push_back({name, false, {}});
}

const Dims& Network::dims(const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) throw std::runtime_error("'" + name + "' is no tensor that is computed before");
  return found->second.dims;
}

memory::desc Network::layout(const std::string& name) const {
  const Dims& all = dims(name);
  const memory& place = values_.at(name).place;
  return place ? place.get_desc() : blocked(all);
}

memory Network::in(const std::string& name, const memory::desc& wanted) {
  dims(name);
  Value& value = values_.at(name);
  if (!value.place) value.place = memory(wanted, engine_);
  if (value.place.get_desc() == wanted) return value.place;
  const memory other(wanted, engine_);
  step(dnnl::reorder(value.place, other), {{DNNL_ARG_FROM, value.place}, {DNNL_ARG_TO, other}});
  return other;
}

memory Network::in_place(const std::string& name, const memory::desc& wanted) {
  const memory place = in(name, wanted);
  for (Input& input : inputs_)
    if (const memory& own = values_.at(input.name).place;
        own && own.get_data_handle() == place.get_data_handle())
      input.overwritten = true;
  return place;
}

memory Network::out(const std::string& name, const memory::desc& layout) {
  const memory place(layout, engine_);
  set(name, place);
  return place;
}

void Network::step(const dnnl::primitive& primitive, std::unordered_map<int, memory> arguments) {
  steps_.push_back({primitive, std::move(arguments)});
}

memory Network::constant(const std::vector<float>& values, const memory::desc& given,
                         const memory::desc& wanted) {
  memory from(given, engine_), to(wanted, engine_);
  if (values.size() * sizeof(float) != given.get_size())
    throw std::runtime_error("a constant of " + std::to_string(values.size()) + " values, expected " +
                             std::to_string(given.get_size() / sizeof(float)));
  std::memcpy(from.get_data_handle(), values.data(), given.get_size());
  dnnl::reorder(from, to).execute(stream_, from, to);
  stream_.wait();
  return to;
}

void Network::fill(std::uint32_t seed) {
  for (std::uint32_t i = 0; i < inputs_.size(); ++i) {
    Input& input = inputs_[i];
    Value& value = values_.at(input.name);
    if (!value.place) value.place = memory(blocked(value.dims), engine_);
    memory filled = constant(seeded(count(value.dims), seed, i), plain(value.dims), value.place.get_desc());
    std::memcpy(value.place.get_data_handle(), filled.get_data_handle(), filled.get_desc().get_size());
    if (input.overwritten) input.kept = filled;
  }
}

void Network::restore() {
  for (const Input& input : inputs_)
    if (input.overwritten)
      std::memcpy(values_.at(input.name).place.get_data_handle(), input.kept.get_data_handle(),
                  input.kept.get_desc().get_size());
}

void Network::run() {
  for (const Step& step : steps_) step.primitive.execute(stream_, step.arguments);
  stream_.wait();
}

std::vector<float> Network::read(const std::string& name) {
  memory from = values_.at(name).place, to(plain(dims(name)), engine_);
  dnnl::reorder(from, to).execute(stream_, from, to);
  stream_.wait();
  const auto* values = static_cast<const float*>(to.get_data_handle());
  return {values, values + count(dims(name))};
}

}  // namespace bricks::onednn
