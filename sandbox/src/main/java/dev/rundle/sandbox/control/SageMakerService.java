package dev.rundle.sandbox.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.world.CapacityChange;
import dev.rundle.sandbox.world.EndpointConfigDescription;
import dev.rundle.sandbox.world.EndpointDescription;
import dev.rundle.sandbox.world.World;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** SageMaker: endpoints, their configurations and models, capacity and tags. */
final class SageMakerService implements Service {
  private static final int ENDPOINTS_PAGE = 10;
  private static final int TAGS_PAGE = 50;
  private static final int LARGEST_PAGE = 100;

  @Override
  public Complaints complaints() {
    return Complaints.VALIDATION;
  }

  @Override
  public Map<String, Operation> operations() {
    return Map.of(
        "DescribeEndpoint", SageMakerService::describeEndpoint,
        "DescribeEndpointConfig", SageMakerService::describeConfig,
        "DescribeModel", SageMakerService::describeModel,
        "ListEndpoints", SageMakerService::listEndpoints,
        "UpdateEndpointWeightsAndCapacities", SageMakerService::update,
        "AddTags", SageMakerService::addTags,
        "ListTags", SageMakerService::listTags,
        "DeleteTags", SageMakerService::deleteTags);
  }

  private static ObjectNode describeEndpoint(World world, Input input) {
    var endpoint = world.endpoints().describe(input.text("EndpointName"));
    var output = summary(endpoint);
    output.put("EndpointConfigName", endpoint.configName());
    output.set("ProductionVariants", Tree.list(endpoint.variants(), SageMakerService::variant));
    endpoint.failureReason().ifPresent(reason -> output.put("FailureReason", reason));
    return output;
  }

  private static ObjectNode summary(EndpointDescription endpoint) {
    var output =
        Tree.object()
            .put("EndpointName", endpoint.name())
            .put("EndpointArn", endpoint.arn())
            .put("EndpointStatus", endpoint.status().wireName());
    output.set("CreationTime", Tree.time(endpoint.createdAt()));
    output.set("LastModifiedTime", Tree.time(endpoint.modifiedAt()));
    return output;
  }

  private static ObjectNode variant(EndpointDescription.Variant variant) {
    var image =
        Tree.object()
            .put("SpecifiedImage", variant.image())
            .put("ResolvedImage", variant.resolvedImage());
    image.set("ResolutionTime", Tree.time(variant.imageResolvedAt()));
    var output = Tree.object().put("VariantName", variant.name());
    output.set("DeployedImages", Tree.list(List.of(image), node -> node));
    output
        .put("CurrentWeight", variant.currentWeight())
        .put("DesiredWeight", variant.desiredWeight())
        .put("CurrentInstanceCount", variant.currentInstanceCount())
        .put("DesiredInstanceCount", variant.desiredInstanceCount());
    output.set("RoutingConfig", Tree.object().put("RoutingStrategy", variant.routing().name()));
    return output;
  }

  private static ObjectNode describeConfig(World world, Input input) {
    var config = world.endpoints().describeConfig(input.text("EndpointConfigName"));
    var output =
        Tree.object()
            .put("EndpointConfigName", config.name())
            .put("EndpointConfigArn", config.arn());
    output.set("ProductionVariants", Tree.list(config.variants(), SageMakerService::configured));
    output.set("CreationTime", Tree.time(config.createdAt()));
    return output.put("EnableNetworkIsolation", false);
  }

  private static ObjectNode configured(EndpointConfigDescription.Variant variant) {
    var output =
        Tree.object()
            .put("VariantName", variant.name())
            .put("ModelName", variant.modelName())
            .put("InitialInstanceCount", variant.initialInstanceCount())
            .put("InstanceType", variant.instanceType())
            .put("InitialVariantWeight", variant.initialWeight());
    output.set("RoutingConfig", Tree.object().put("RoutingStrategy", variant.routing().name()));
    return output;
  }

  private static ObjectNode describeModel(World world, Input input) {
    var model = world.endpoints().describeModel(input.text("ModelName"));
    var environment = Tree.object();
    model.environment().forEach(environment::put);
    var container = Tree.object().put("Image", model.image()).put("Mode", "SingleModel");
    container.set("Environment", environment);
    var output = Tree.object().put("ModelName", model.name());
    output.set("PrimaryContainer", container);
    output.put("ExecutionRoleArn", model.executionRoleArn());
    output.set("CreationTime", Tree.time(model.createdAt()));
    return output.put("ModelArn", model.arn()).put("EnableNetworkIsolation", false);
  }

  private static ObjectNode listEndpoints(World world, Input input) {
    var nameContains = input.findText("NameContains").orElse("");
    var status = input.findText("StatusEquals");
    var ascending = input.findText("SortOrder").filter("Ascending"::equals).isPresent();
    var order = order(input.findText("SortBy").orElse("CreationTime"), input);
    var matching =
        world.endpoints().list().stream()
            .filter(e -> e.name().contains(nameContains))
            .filter(e -> status.isEmpty() || status.get().equals(e.status().wireName()))
            .sorted(ascending ? order : order.reversed())
            .toList();
    var page =
        Page.of(
            matching,
            input.findText("NextToken"),
            Page.size(input, "MaxResults", ENDPOINTS_PAGE, LARGEST_PAGE),
            () -> Complaints.VALIDATION.invalid("Invalid pagination token."));
    return page.output("Endpoints", SageMakerService::summary, "NextToken");
  }

  private static Comparator<EndpointDescription> order(String sortBy, Input input) {
    return switch (sortBy) {
      case "Name" -> Comparator.comparing(EndpointDescription::name);
      case "CreationTime" ->
          Comparator.comparing(EndpointDescription::createdAt)
              .thenComparing(EndpointDescription::name);
      case "Status" -> Comparator.comparing(EndpointDescription::status);
      default ->
          throw input.complaints().notOneOf("SortBy", sortBy, "[Name, CreationTime, Status]");
    };
  }

  private static ObjectNode update(World world, Input input) {
    var name = input.text("EndpointName");
    var changes =
        input.structures("DesiredWeightsAndCapacities").stream()
            .map(
                change ->
                    new CapacityChange(
                        change.text("VariantName"),
                        change.findCount("DesiredInstanceCount"),
                        change.findDouble("DesiredWeight")))
            .toList();
    if (changes.isEmpty()) {
      throw input.complaints().missing("DesiredWeightsAndCapacities");
    }
    return Tree.object()
        .put("EndpointArn", world.endpoints().updateWeightsAndCapacities(name, changes));
  }

  private static ObjectNode addTags(World world, Input input) {
    var arn = input.text("ResourceArn");
    var output = Tree.object();
    output.set(
        "Tags",
        Tree.pairs(
            world.endpoints().addTags(arn, input.pairs("Tags", "Key", "Value")), "Key", "Value"));
    return output;
  }

  private static ObjectNode listTags(World world, Input input) {
    var tags = world.endpoints().tags(input.text("ResourceArn"));
    var page =
        Page.of(
            List.copyOf(tags.entrySet()),
            input.findText("NextToken"),
            Page.size(input, "MaxResults", TAGS_PAGE, LARGEST_PAGE),
            () -> Complaints.VALIDATION.invalid("Invalid pagination token."));
    return page.output(
        "Tags",
        tag -> Tree.object().put("Key", tag.getKey()).put("Value", tag.getValue()),
        "NextToken");
  }

  private static ObjectNode deleteTags(World world, Input input) {
    world.endpoints().removeTags(input.text("ResourceArn"), input.texts("TagKeys"));
    return Tree.object();
  }
}
