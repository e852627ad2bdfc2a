// The protocol of ../README.md from the side of a backend in C++ that is a program of its own: nothing of the
// engine is in here.
#pragma once

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace bricks::bench {

// type: NumPy's, "<f4". Throws std::runtime_error.
inline void write_numpy(const std::string& path, const std::string& type,
                        const std::vector<std::int64_t>& dims, const void* values, std::size_t bytes) {
  std::string shape;
  for (std::int64_t d : dims) shape += std::to_string(d) + ", ";
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file.write("\x93NUMPY\x01\x00", 8);
  file.put(static_cast<char>(header.size() & 255)).put(static_cast<char>(header.size() >> 8));
  file << header;
  file.write(static_cast<const char*>(values), static_cast<std::streamsize>(bytes));
  if (!file) throw std::runtime_error(path + " cannot be written");
}

inline std::string numpy_file_name(std::string name) {
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-') c = '_';
  return name + ".npy";
}

// Answers one request a line until the input ends; whatever `answer` throws is an error of one line.
template <class Answer>
void serve_requests(Answer answer) {
  for (std::string line; std::getline(std::cin, line);) {
    nlohmann::json reply;
    try {
      reply = answer(nlohmann::json::parse(line));
    } catch (const std::exception& error) {
      std::string text = error.what();
      for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ') c = ' ';
      reply = {{"error", text}};
    }
    std::cout << reply.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
  }
}

}  // namespace bricks::bench
