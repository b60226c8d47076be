package dev.rundle.simulations.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.tdunning.math.stats.AVLTreeDigest;
import dev.rundle.simulations.log.LogReader;
import io.gatling.commons.util.GatlingVersion;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that we use of Gatling's insides, in one run and one report: fails first when another
 * version of Gatling moves something.
 */
class GatlingLinkageTest {
  @TempDir Path folder;

  @Test
  void thisIsTheGatlingThatTheEngineWasWrittenFor() {
    assertThat(EmbeddedGatling.version()).isEqualTo("3.15.1");
  }

  @Test
  void runsAndReportsWithoutLookingForNewerVersions() throws Exception {
    var turns = new AtomicInteger();
    List<Path> known = new ArrayList<>();
    Path log =
        EmbeddedGatling.run(
            "linkage",
            3,
            folder,
            new UserLoop() {
              @Override
              public boolean goesOn() {
                return turns.get() < 30;
              }

              @Override
              public void turn(VirtualUser user) {
                turns.incrementAndGet();
                user.execute(
                    () -> {
                      long now = System.currentTimeMillis();
                      user.log("group", "request", now, now + 5, 2, null);
                      user.next();
                    });
              }
            },
            path -> known.add(path));
    Path index = EmbeddedGatling.report(log.getParent(), 1_000, 3_000);

    assertThat(index).exists();
    assertThat(known).containsExactly(log);
    try (LogReader reader = LogReader.open(log)) {
      assertThat(reader.header().simulation()).isNotEmpty();
    }
    assertThat(GatlingVersion.LatestRelease().isEmpty()).isTrue();
    assertThat(isLoaded("io.gatling.commons.util.LatestGatlingRelease$")).isFalse();
    assertThat(isLoaded("io.gatling.app.Analytics$")).isFalse();
  }

  @Test
  void aTurnThatThrowsDoesNotHangTheRun() {
    var turns = new AtomicInteger();

    Path log =
        EmbeddedGatling.run(
            "throws",
            1,
            folder,
            new UserLoop() {
              @Override
              public boolean goesOn() {
                return turns.get() < 4;
              }

              @Override
              public void turn(VirtualUser user) {
                if (turns.incrementAndGet() % 2 == 0) {
                  throw new StackOverflowError("in the turn");
                }
                user.execute(
                    () -> {
                      throw new StackOverflowError("on the event loop");
                    });
              }
            },
            path -> {});

    assertThat(log).exists();
    assertThat(turns).hasValue(4);
  }

  /** With t-digest 3.3 the report's percentiles of such samples are wrong by hundreds of ms. */
  @Test
  void theReportsDigestIsTheOneThatIsRight() {
    var digest = new AVLTreeDigest(100);
    var random = new Random(1);
    double[] samples = new double[20_000];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = i % 18 == 3 ? 3_400 + random.nextInt(40) : 60 + random.nextInt(30);
      digest.add(samples[i]);
    }
    java.util.Arrays.sort(samples);

    assertThat(digest.quantile(0.95)).isBetween(samples[18_950], samples[19_050]);
  }

  private static boolean isLoaded(String className) throws Exception {
    Method find = ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class);
    find.setAccessible(true);
    return find.invoke(GatlingVersion.class.getClassLoader(), className) != null;
  }
}
