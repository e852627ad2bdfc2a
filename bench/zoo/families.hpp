// The families of the zoo, each in a file of its own; what a model of the family is given stands in zoo.cpp.
#pragma once

#include "bench/zoo/net.hpp"

#include <array>

namespace bricks::zoo {

// convolutions: number in each of the five stages.
void vgg(Net& net, const std::array<int, 5>& convolutions, std::int64_t classes);
void ademxapp_a(Net& net);
void ademxapp_a1(Net& net, std::int64_t classes);
void capsnet(Net& net);
void inception_v1(Net& net, std::int64_t classes);
void inception_v3(Net& net);
void mobilenet_v2(Net& net);

struct ResNet {
  std::array<int, 4> blocks;
  std::int64_t width = 64;  // inner channels of the first stage's blocks
  std::int64_t classes = 1000;
  Bias first_bias = Bias::no, bias = Bias::no;
};
void resnet(Net& net, const ResNet& model);
void resnet101_yfcc(Net& net);
void wide_resnet50_2(Net& net);
void senet154(Net& net);
void squeezenet(Net& net);
void imageidentify(Net& net);

void adain(Net& net);
void colorful(Net& net);
// fusion: kernel of the convolution that joins both branches.
void colornet(Net& net, Extent fusion);
enum class Downsampling : std::uint8_t { zeros, reflected };
void cyclegan(Net& net, Downsampling downsampling);
void pix2pix(Net& net);
void vdsr(Net& net);

void ssd_300(Net& net, std::int64_t classes);
void ssd_512(Net& net, std::int64_t classes);
void yolo_v2(Net& net);

void fan(Net& net);
void depth(Net& net);
void vrn(Net& net);
void context_camvid(Net& net);

}  // namespace bricks::zoo
