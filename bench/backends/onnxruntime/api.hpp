// ONNX Runtime's C API as its library hands it out: a table of functions, of which none ever changes its
// place (OrtApi in onnxruntime_c_api.h, github.com/microsoft/onnxruntime). The npm package brings the library
// without that header.
#pragma once

#include <cstdint>
#include <dlfcn.h>
#include <stdexcept>
#include <string>

namespace bricks::onnxruntime {

enum Place : int {
  get_error_message = 2,
  create_session = 7,
  run_session = 9,
  create_session_options = 10,
  set_graph_optimization_level = 23,
  input_count = 30,
  output_count = 31,
  input_type = 33,
  output_type = 34,
  input_name = 36,
  output_name = 37,
  create_tensor_with_data = 49,
  cast_to_tensor_type = 55,
  get_element_type = 60,
  get_dimensions_count = 61,
  get_dimensions = 62,
  create_cpu_memory_info = 69,
  default_allocator = 78,
  release_env = 92,
  release_status = 93,
  release_memory_info = 94,
  release_session = 95,
  release_value = 96,
  release_type = 98,
  release_session_options = 100,
  create_env_with_threads = 119,
  use_threads_of_env = 120,
  create_threading_options = 121,
  release_threading_options = 122,
  add_session_entry = 130,
  register_allocator = 144,
  set_intra_op_threads = 147,
  set_inter_op_threads = 148,
};

// OrtAllocatorType and OrtMemType.
constexpr int arena_allocator = 1, default_memory = 0;

class Api {
 public:
  // Throws std::runtime_error where the library cannot be loaded.
  explicit Api(const char* library) {
    void* loaded = dlopen(library, RTLD_NOW);
    if (!loaded) throw std::runtime_error(dlerror());
    const auto base = reinterpret_cast<const Base* (*)()>(dlsym(loaded, "OrtGetApiBase"));
    if (!base) throw std::runtime_error(std::string(library) + " is not ONNX Runtime");
    version_ = base()->version();
    table_ = base()->api(oldest_version);
    if (!table_) throw std::runtime_error("ONNX Runtime " + version_ + " is too old");
  }

  const std::string& version() const { return version_; }

  // The function in that place, which returns a status; arguments have to be of exactly its types. Throws
  // std::runtime_error with what it complains of.
  template <class... Arguments>
  void call(Place place, Arguments... arguments) const {
    void* status = reinterpret_cast<void* (*)(Arguments...)>(table_[place])(arguments...);
    if (!status) return;
    const std::string message =
        reinterpret_cast<const char* (*)(const void*)>(table_[get_error_message])(status);
    release(release_status, status);
    throw std::runtime_error(message);
  }

  void release(Place place, void* object) const { reinterpret_cast<void (*)(void*)>(table_[place])(object); }

 private:
  static constexpr std::uint32_t oldest_version = 14;
  struct Base {
    void* const* (*api)(std::uint32_t version);
    const char* (*version)();
  };
  void* const* table_ = nullptr;
  std::string version_;
};

}  // namespace bricks::onnxruntime
