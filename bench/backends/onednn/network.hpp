// Primitives in the order in which they run, and the tensors between them, each in the layout that it was
// made in.
#pragma once

#include "bench/backends/onednn/model.hpp"

#include <oneapi/dnnl/dnnl.hpp>
#include <unordered_map>

#if DNNL_VERSION_MAJOR != 2
#error "this backend is written for oneDNN 2, Debian 12's"
#endif

namespace bricks::onednn {

using dnnl::memory;

class Network {
 public:
  Network();

  const dnnl::engine& engine() const { return engine_; }

  void add_input(const std::string& name, const Dims& dims);
  bool knows(const std::string& name) const { return values_.count(name) > 0; }
  const Dims& dims(const std::string& name) const;

  // The layout that a tensor has; the engine's blocked one for an input that nobody has used yet.
  memory::desc layout(const std::string& name) const;
  // The tensor in that layout. An input takes the layout of its first use; otherwise another layout costs a
  // reorder that is timed.
  memory in(const std::string& name, const memory::desc& wanted);
  // The same, to be overwritten by the step that follows.
  memory in_place(const std::string& name, const memory::desc& wanted);
  // A tensor that the next step computes, in that layout or in memory given.
  memory out(const std::string& name, const memory::desc& layout);
  void set(const std::string& name, const memory& place) { values_[name] = {place, place.get_desc().dims()}; }
  void alias(const std::string& name, const std::string& of) { values_[name] = values_.at(of); }

  void step(const dnnl::primitive& primitive, std::unordered_map<int, memory> arguments);

  // Once, now: values that lie as `given` says, in the layout wanted.
  memory constant(const std::vector<float>& values, const memory::desc& given, const memory::desc& wanted);

  // Puts the seeded values of ../README.md into all inputs.
  void fill(std::uint32_t seed);
  // What runs overwrote of the inputs, back again.
  void restore();
  void run();
  // In plain order.
  std::vector<float> read(const std::string& name);

 private:
  struct Value {
    memory place;  // none for an input that nobody has used yet
    Dims dims;
  };
  struct Input {
    std::string name;
    bool overwritten = false;
    memory kept;  // of one that runs overwrite
  };
  struct Step {
    dnnl::primitive primitive;
    std::unordered_map<int, memory> arguments;
  };

  dnnl::engine engine_;
  dnnl::stream stream_;
  std::unordered_map<std::string, Value> values_;
  std::vector<Input> inputs_;
  std::vector<Step> steps_;
};

// Row-major; and NCHW with 16 (AVX-512) or 8 channels innermost where there are four dimensions.
memory::desc plain(const Dims& dims);
memory::desc blocked(const Dims& dims);
memory::desc any(const Dims& dims);

}  // namespace bricks::onednn
