#include "bench/commands/zoo.hpp"

#include "bench/commands/command_line.hpp"
#include "bench/commands/output.hpp"
#include "bench/zoo/listing.hpp"
#include "engine/error.hpp"

#include <memory>

namespace bricks {
namespace {

struct ZooOptions {
  OutputOptions output;
  std::string name, folder;
};

void run(const ZooOptions& options) {
  if (!options.folder.empty()) {
    if (!options.name.empty())
      throw Error("zoo --export: found the name " + options.name + ", expected none: it writes all models");
    return zoo::export_models(options.folder);
  }
  if (options.name.empty()) return put_out(options.output, zoo::list_text(), zoo::list_json());
  const Graph graph = zoo::build(zoo::find(options.name));
  put_out(options.output, zoo::layers_text(graph), zoo::layers_json(graph));
}

}  // namespace

void add_zoo_command(CommandLine& command, ExitStatus&) {
  const auto options = std::make_shared<ZooOptions>();
  command.add_option("name", options->name, "A model of the zoo; none: list them");
  command.add_option("--export", options->folder, "Write all models as JSON into this folder");
  add_options(command, options->output);
  command.callback([options] { run(*options); });
}

}  // namespace bricks
