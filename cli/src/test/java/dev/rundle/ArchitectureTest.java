package dev.rundle;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the arrows between the modules, and keeps each foreign library in its own room. */
@AnalyzeClasses(packages = "dev.rundle", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String[] OUTSIDE_THE_RIM = {"dev.rundle.model..", "dev.rundle.planner.."};

  @ArchTest
  static final ArchRule modulesCallOnlyWhomTheyMay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("model")
          .definedBy("dev.rundle.model..")
          .layer("planner")
          .definedBy("dev.rundle.planner..")
          .layer("sandbox")
          .definedBy("dev.rundle.sandbox..")
          .layer("sagemaker")
          .definedBy("dev.rundle.sagemaker..")
          .layer("simulations")
          .definedBy("dev.rundle.simulations..")
          .layer("agent")
          .definedBy("dev.rundle.agent..")
          .layer("coordinator")
          .definedBy("dev.rundle.coordinator..")
          .layer("cli")
          .definedBy("dev.rundle.cli..")
          .whereLayer("model")
          .mayNotAccessAnyLayer()
          .whereLayer("planner")
          .mayOnlyAccessLayers("model")
          .whereLayer("sandbox")
          .mayOnlyAccessLayers("model")
          .whereLayer("sagemaker")
          .mayOnlyAccessLayers("model")
          .whereLayer("simulations")
          .mayOnlyAccessLayers("model", "sagemaker")
          .whereLayer("agent")
          .mayOnlyAccessLayers("model", "sagemaker", "simulations")
          .whereLayer("coordinator")
          .mayOnlyAccessLayers("model", "sagemaker", "agent")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer();

  @ArchTest
  static final ArchRule noCirclesBetweenPackages =
      slices().matching("dev.rundle.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule decisionsKnowNoForeignRuntime =
      noClasses()
          .that()
          .resideInAnyPackage(OUTSIDE_THE_RIM)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "software.amazon..", "io.gatling..", "org.apache.pekko..", "io.netty..", "scala..");

  @ArchTest
  static final ArchRule awsStaysInSagemaker =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.rundle.sagemaker..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("software.amazon.awssdk..")
                  .and(resideOutsideOfPackages("software.amazon.awssdk.eventstream..")))
          .because("the sandbox may use the codec of the event stream, nobody else needs the SDK");

  @ArchTest
  static final ArchRule gatlingStaysInSimulations =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.rundle.simulations..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.gatling..");

  @ArchTest
  static final ArchRule pekkoStaysInTheCluster =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.rundle.agent..", "dev.rundle.coordinator..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.pekko..");

  @ArchTest
  static final ArchRule certificatesAreMadeInOneRoom =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.rundle.agent.security..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.bouncycastle..");

  @ArchTest
  static final ArchRule onlyTheCommandsPublishMetrics =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.rundle.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.micrometer..", "io.prometheus..");

  @ArchTest
  static final ArchRule decisionsAreToldTheTime =
      noClasses()
          .that()
          .resideInAnyPackage(OUTSIDE_THE_RIM)
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(java.time.Instant.class, "now")
          .orShould()
          .callMethod(Thread.class, "sleep", long.class)
          .because("ladders and policies run in simulated time");
}
