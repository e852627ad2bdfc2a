#include "bench/zoo/zoo.hpp"

#include "bench/zoo/families.hpp"
#include "engine/error.hpp"
#include "engine/nearest.hpp"

#include <algorithm>

namespace bricks::zoo {
namespace {

constexpr Task classification = Task::classification, image_processing = Task::image_processing,
               object_detection = Task::object_detection, regression = Task::regression,
               segmentation = Task::semantic_segmentation;

constexpr std::array vgg16{2, 2, 3, 3, 3}, vgg19{2, 2, 4, 4, 4};
constexpr std::array resnet50{3, 4, 6, 3};

void cyclegan_zeros(Net& net) { cyclegan(net, Downsampling::zeros); }
void cyclegan_reflected(Net& net) { cyclegan(net, Downsampling::reflected); }

Size small(Extent image, std::int64_t divisor) { return {image, divisor, 1}; }

const std::string_view simonyan = "Simonyan and Zisserman 2014", he = "He et al. 2015",
                       szegedy = "Szegedy et al. 2014", wu = "Wu et al. 2016", zhu = "Zhu et al. 2017",
                       iizuka = "Iizuka et al. 2016", isola = "Isola et al. 2016", liu = "Liu et al. 2016",
                       bulat = "Bulat and Tzimiropoulos 2017", chen = "Chen et al. 2016",
                       rothe = "Rothe et al. 2015";

const std::vector<Entry>& table() {
  static const std::vector<Entry> list{
      {"ademxapp_a", "Ademxapp Model A Trained on ImageNet Competition Data", classification, wu, ademxapp_a,
       small(64, 16)},
      {"age_vgg16_lap", "Age Estimation VGG-16 Trained on IMDB-WIKI and Looking at People Data",
       classification, rothe, [](Net& net) { vgg(net, vgg16, 101); }, small(64, 8)},
      {"age_vgg16", "Age Estimation VGG-16 Trained on IMDB-WIKI Data", classification, rothe,
       [](Net& net) { vgg(net, vgg16, 101); }, small(64, 8)},
      {"capsnet", "CapsNet Trained on MNIST Data", classification, "Sabour et al. 2017", capsnet,
       small(28, 8)},
      {"gender_vgg16", "Gender Prediction VGG-16 Trained on IMDB-WIKI Data", classification, rothe,
       [](Net& net) { vgg(net, vgg16, 2); }, small(64, 8)},
      {"inception_v1_sos", "Inception V1 Trained on Extended Salient Object Subitizing Data", classification,
       "Zhang et al. 2015", [](Net& net) { inception_v1(net, 5); }, small(64, 4)},
      {"inception_v1", "Inception V1 Trained on ImageNet Competition Data", classification, szegedy,
       [](Net& net) { inception_v1(net, 1000); }, small(64, 4)},
      {"inception_v1_places365", "Inception V1 Trained on Places365 Data", classification, "Zhou et al. 2017",
       [](Net& net) { inception_v1(net, 365); }, small(64, 4)},
      {"inception_v3", "Inception V3 Trained on ImageNet Competition Data", classification,
       "Szegedy et al. 2015", inception_v3, small(107, 8)},
      {"mobilenet_v2", "MobileNet V2 Trained on ImageNet Competition Data", classification,
       "Sandler et al. 2018", mobilenet_v2, small(64, 4)},
      {"resnet101", "ResNet-101 Trained on ImageNet Competition Data", classification, he,
       [](Net& net) {
         resnet(net, {.blocks = {3, 4, 23, 3}});
       },
       small(64, 8)},
      {"resnet101_yfcc100m", "ResNet-101 Trained on YFCC100m Geotagged Data", classification,
       "Choi et al. 2016", resnet101_yfcc, small(64, 8)},
      {"resnet152", "ResNet-152 Trained on ImageNet Competition Data", classification, he,
       [](Net& net) {
         resnet(net, {.blocks = {3, 8, 36, 3}});
       },
       small(64, 8)},
      {"resnet50", "ResNet-50 Trained on ImageNet Competition Data", classification, he,
       [](Net& net) { resnet(net, {.blocks = resnet50, .first_bias = Bias::yes}); }, small(64, 8)},
      {"senet154", "Squeeze-and-Excitation Net Trained on ImageNet Competition Data", classification,
       "Hu et al. 2017", senet154, small(64, 8)},
      {"squeezenet_v1.1", "SqueezeNet V1.1 Trained on ImageNet Competition Data", classification,
       "Iandola et al. 2016", squeezenet, small(67, 4)},
      {"vgg16", "VGG-16 Trained on ImageNet Competition Data", classification, simonyan,
       [](Net& net) { vgg(net, vgg16, 1000); }, small(64, 8)},
      {"vgg19", "VGG-19 Trained on ImageNet Competition Data", classification, simonyan,
       [](Net& net) { vgg(net, vgg19, 1000); }, small(64, 8)},
      {"wide_resnet50_2", "Wide ResNet-50-2 Trained on ImageNet Competition Data", classification,
       "Zagoruyko and Komodakis 2016", wide_resnet50_2, small(64, 8)},
      {"imageidentify_v1", "Wolfram ImageIdentify Net V1", classification, "Ioffe and Szegedy 2015",
       imageidentify, small(64, 4)},
      {"open_nsfw", "Yahoo Open NSFW Model V1", classification, "Mahadeokar and Pesavento 2016",
       [](Net& net) {
         resnet(net,
                {.blocks = resnet50, .width = 32, .classes = 2, .first_bias = Bias::yes, .bias = Bias::yes});
       },
       small(64, 4)},
      {"adain_style", "AdaIN-Style Trained on MS-COCO and Painter by Numbers Data", image_processing,
       "Huang and Belongie 2017", adain, small(64, 8)},
      {"colorful_colorization", "Colorful Image Colorization Trained on ImageNet Competition Data",
       image_processing, "Zhang et al. 2016", colorful, small(64, 8)},
      {"colornet_imagenet", "ColorNet Image Colorization Trained on ImageNet Competition Data",
       image_processing, iizuka, [](Net& net) { colornet(net, 1); }, small(64, 8)},
      {"colornet_places", "ColorNet Image Colorization Trained on Places Data", image_processing, iizuka,
       [](Net& net) { colornet(net, 3); }, small(64, 8)},
      {"cyclegan_apple2orange", "CycleGAN Apple-to-Orange Translation Trained on ImageNet Competition Data",
       image_processing, zhu, cyclegan_zeros, small(64, 4)},
      {"cyclegan_horse2zebra", "CycleGAN Horse-to-Zebra Translation Trained on ImageNet Competition Data",
       image_processing, zhu, cyclegan_zeros, small(64, 4)},
      {"cyclegan_monet2photo", "CycleGAN Monet-to-Photo Translation", image_processing, zhu, cyclegan_zeros,
       small(64, 4)},
      {"cyclegan_orange2apple", "CycleGAN Orange-to-Apple Translation Trained on ImageNet Competition Data",
       image_processing, zhu, cyclegan_zeros, small(64, 4)},
      {"cyclegan_photo2cezanne", "CycleGAN Photo-to-Cezanne Translation", image_processing, zhu,
       cyclegan_reflected, small(64, 4)},
      {"cyclegan_photo2monet", "CycleGAN Photo-to-Monet Translation", image_processing, zhu, cyclegan_zeros,
       small(64, 4)},
      {"cyclegan_photo2vangogh", "CycleGAN Photo-to-Van Gogh Translation", image_processing, zhu,
       cyclegan_reflected, small(64, 4)},
      {"cyclegan_summer2winter", "CycleGAN Summer-to-Winter Translation", image_processing, zhu,
       cyclegan_zeros, small(64, 4)},
      {"cyclegan_winter2summer", "CycleGAN Winter-to-Summer Translation", image_processing, zhu,
       cyclegan_zeros, small(64, 4)},
      {"cyclegan_zebra2horse", "CycleGAN Zebra-to-Horse Translation Trained on ImageNet Competition Data",
       image_processing, zhu, cyclegan_zeros, small(64, 4)},
      {"pix2pix_photo2map", "Pix2pix Photo-to-Street-Map Translation", image_processing, isola, pix2pix,
       small(256, 8)},
      {"pix2pix_map2photo", "Pix2pix Street-Map-to-Photo Translation", image_processing, isola, pix2pix,
       small(256, 8)},
      {"vdsr", "Very Deep Net for Super-Resolution", image_processing, "Kim et al. 2016", vdsr, small(33, 4)},
      {"ssd_vgg300_voc", "SSD-VGG-300 Trained on PASCAL VOC Data", object_detection, liu,
       [](Net& net) { ssd_300(net, 20); }, small(272, 16)},
      {"ssd_vgg512_coco", "SSD-VGG-512 Trained on MS-COCO Data", object_detection, liu,
       [](Net& net) { ssd_512(net, 80); }, small(272, 16)},
      {"yolo_v2", "YOLO V2 Trained on MS-COCO Data", object_detection, "Redmon and Farhadi 2016", yolo_v2,
       small(96, 8)},
      {"fan2d", "2D Face Alignment Net Trained on 300W Large Pose Data", regression, bulat, fan,
       small(64, 8)},
      {"fan3d", "3D Face Alignment Net Trained on 300W Large Pose Data", regression, bulat, fan,
       small(64, 8)},
      {"depth_diw", "Single-Image Depth Perception Net Trained on Depth in the Wild Data", regression, chen,
       depth, small({32, 48}, 4)},
      {"depth_nyu_diw",
       "Single-Image Depth Perception Net Trained on NYU Depth V2 and Depth in the Wild Data", regression,
       chen, depth, small({32, 48}, 4)},
      {"depth_nyu", "Single-Image Depth Perception Net Trained on NYU Depth V2 Data", regression, chen, depth,
       small({32, 48}, 4)},
      {"vrn", "Unguided Volumetric Regression Net for 3D Face Reconstruction", regression,
       "Jackson et al. 2017", vrn, small(64, 8)},
      {"ademxapp_a1_ade20k", "Ademxapp Model A1 Trained on ADE20K Data", segmentation, wu,
       [](Net& net) { ademxapp_a1(net, 150); }, small(64, 16)},
      {"ademxapp_a1_voc", "Ademxapp Model A1 Trained on PASCAL VOC2012 and MS-COCO Data", segmentation, wu,
       [](Net& net) { ademxapp_a1(net, 21); }, small(64, 16)},
      {"context_camvid", "Multi-scale Context Aggregation Net Trained on CamVid Data", segmentation,
       "Yu and Koltun 2016", context_camvid, small({380, 396}, 32)},
  };
  return list;
}

std::string_view without_suffix(std::string_view name) {
  constexpr std::string_view suffix = ".json";
  if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  return name;
}

const Entry* look_up(std::string_view name) {
  const auto found = std::ranges::find(table(), without_suffix(name), &Entry::file);
  return found == table().end() ? nullptr : &*found;
}

}  // namespace

std::string_view task_name(Task task) {
  switch (task) {
    case Task::classification:
      return "classification";
    case Task::image_processing:
      return "image processing";
    case Task::object_detection:
      return "object detection";
    case Task::regression:
      return "regression";
    case Task::semantic_segmentation:
      return "semantic segmentation";
  }
  return "";
}

std::span<const Entry> entries() { return table(); }

const Entry& find(std::string_view name) {
  if (const Entry* entry = look_up(name)) return *entry;
  std::vector<std::string_view> names;
  for (const Entry& entry : table()) names.push_back(entry.file);
  throw Error("unknown model '" + std::string(name) + "'" + did_you_mean(without_suffix(name), names));
}

bool contains(std::string_view name) { return look_up(name) != nullptr; }

Graph build(const Entry& entry, const Size& size) {
  Net net(std::string(entry.file), size);
  entry.write(net);
  return net.finish();
}

}  // namespace bricks::zoo
