// The machine that a result was measured on, as far as it tells: /proc, /sys and uname. What cannot be read
// stays empty or zero; a description never fails a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bricks {

struct Cache {
  int level = 0;
  std::string type;       // "Data", "Instruction", "Unified"
  std::size_t bytes = 0;  // of one instance
  int sharing = 1;        // processors that share one instance
};

struct Host {
  std::string name;               // of the machine
  std::string cpu_model;          // "AMD EPYC"
  std::vector<std::string> isas;  // of this build that the CPU runs
  int processors = 0;             // that are online
  int physical_cores = 0;         // that this process may use
  double mhz = 0;                 // as the kernel last saw it
  std::vector<Cache> caches;      // of the first processor
  std::string governor;          // frequency governor; empty where there is none, as in most virtual machines
  bool virtual_machine = false;  // the CPU says that a hypervisor runs it
  std::size_t memory_bytes = 0;
  std::size_t available_bytes = 0;
  std::string kernel;            // "Linux 6.1.0-18-amd64"
  std::string huge_pages;        // "madvise"
  std::vector<double> load;      // over 1, 5 and 15 minutes
  std::int64_t steal_ticks = 0;  // since boot
};

// root: put in front of "/proc" and "/sys", for tests.
Host describe_host(const std::string& root = "");

// Largest cache level's bytes, one instance; 32 MiB where nothing is known.
std::size_t last_level_bytes(const Host& host);

// What this machine itself can count on of that: a virtual machine is told what its whole host has, which it
// shares, so 96 MiB at most there. Two cores of an Emerald Rapids, said to have 300 MB: of 64 MB that a core
// goes over again and again it finds nearly all (58 ns a line, 40 of 8 MB), of 128 MB little (150 ns, 190 of
// 400 MB); and after 20 ms in which it does something else nothing of 8 MB.
std::size_t own_last_level_bytes(const Host& host);

// Of what is its own, as much as is still there when a pass of a model comes back to it: half of the last
// level at most, as others use it, too.
std::size_t usable_last_level_bytes(const Host& host);

// Of one core; 1 MiB where nothing is known.
std::size_t second_level_bytes(const Host& host);

// Memory that can be had without swapping.
std::size_t available_memory(const std::string& root = "");

// Clock ticks that a hypervisor gave to others while this machine wanted to run, over all processors, since
// boot.
std::int64_t steal_ticks(const std::string& root = "");

}  // namespace bricks
