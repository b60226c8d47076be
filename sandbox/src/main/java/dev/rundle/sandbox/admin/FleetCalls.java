package dev.rundle.sandbox.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.control.Input;
import dev.rundle.sandbox.control.Tree;
import dev.rundle.sandbox.world.ScaleOutFailure;
import dev.rundle.sandbox.world.StagePlan;
import dev.rundle.sandbox.world.World;
import java.time.Duration;
import java.util.stream.Collectors;

/** What happens to instances. */
final class FleetCalls {
  private FleetCalls() {}

  static ObjectNode replaceInstance(World world, Input input) {
    var endpoint = input.text("endpoint");
    return Tree.object()
        .put("instance", world.endpoints().replaceInstance(endpoint, variant(world, input)));
  }

  static ObjectNode failScaleOut(World world, Input input) {
    world
        .endpoints()
        .failScaleOut(
            input.text("endpoint"),
            variant(world, input),
            failure(input),
            input.findInt("times").orElse(1));
    return Tree.object();
  }

  private static ScaleOutFailure failure(Input input) {
    var name = input.text("failure");
    return switch (name) {
      case "no-capacity" ->
          new ScaleOutFailure.NoCapacity(Duration.ofMillis(input.integer("afterMillis")));
      case "quota" -> new ScaleOutFailure.QuotaExceeded();
      case "slow-start" -> new ScaleOutFailure.SlowStart(input.decimal("factor"));
      default ->
          throw input.complaints().notOneOf("failure", name, "[no-capacity, quota, slow-start]");
    };
  }

  static ObjectNode setQuota(World world, Input input) {
    world.quotas().set(input.text("instanceType"), input.integer("value"));
    return Tree.object();
  }

  static ObjectNode setStages(World world, Input input) {
    var endpoint = input.text("endpoint");
    var variant = variant(world, input);
    var profile = world.endpoints().profile(endpoint, variant);
    var given = input.structure("stageMillis");
    var stages = profile.stages();
    var known = StagePlan.STAGES.stream().map(stage -> stage.id()).collect(Collectors.toSet());
    for (var name : given.names()) {
      if (!known.contains(name)) {
        throw input.complaints().notOneOf("stageMillis", name, known);
      }
    }
    for (var stage : StagePlan.STAGES) {
      var millis = given.findInt(stage.id());
      if (millis.isPresent()) {
        stages = stages.with(stage, Duration.ofMillis(millis.get()));
      }
    }
    world.endpoints().changeProfile(endpoint, variant, profile.withStages(stages));
    return Tree.object();
  }

  static ObjectNode setQueueBound(World world, Input input) {
    var endpoint = input.text("endpoint");
    var variant = variant(world, input);
    var profile = world.endpoints().profile(endpoint, variant);
    world
        .endpoints()
        .changeProfile(endpoint, variant, profile.withQueueBound(input.integer("bound")));
    return Tree.object();
  }

  private static String variant(World world, Input input) {
    var named = input.findText("variant");
    if (named.isPresent()) {
      return named.get();
    }
    var variants = world.endpoints().describe(input.text("endpoint")).variants();
    if (variants.size() > 1) {
      throw input.complaints().missing("variant");
    }
    return variants.get(0).name();
  }
}
