package dev.rundle.sandbox.world;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** Clients without a network, in simulated time: each issues its next request at the last's end. */
final class VirtualClients {
  private final World world;
  private final ManualTime time;
  private final String endpoint;
  private final List<Sample> samples = new ArrayList<>();
  private final List<Refusal> refusals = new ArrayList<>();
  private boolean isStopped;

  VirtualClients(World world, ManualTime time) {
    this.world = world;
    this.time = time;
    this.endpoint = world.settings().endpoints().get(0).name();
  }

  /** One served request. */
  record Sample(ServicePlan plan, long sentNanos, long firstChunkNanos, long endNanos) {
    double ttfabMillis() {
      return (firstChunkNanos - sentNanos) / 1e6;
    }
  }

  VirtualClients start(int count) {
    for (int i = 0; i < count; i++) {
      sendNext();
    }
    return this;
  }

  /** Open requests are followed to their end, new ones are not sent. */
  void stop() {
    isStopped = true;
  }

  List<Refusal> refusals() {
    return refusals;
  }

  List<Sample> samples() {
    return samples;
  }

  /** Samples that were sent in the last so many seconds. */
  List<Sample> sentInLast(Duration window) {
    long from = time.nanos() - window.toNanos();
    return samples.stream().filter(sample -> sample.sentNanos() >= from).toList();
  }

  long endedInLast(Duration window) {
    long from = time.nanos() - window.toNanos();
    return samples.stream().filter(sample -> sample.endNanos() > from).count();
  }

  static double p95TtfabMillis(List<Sample> samples) {
    var sorted = new ArrayList<>(samples.stream().map(Sample::ttfabMillis).toList());
    Collections.sort(sorted);
    return sorted.get((int) Math.ceil(0.95 * sorted.size()) - 1);
  }

  /** Sends one that ends by itself; nothing follows. */
  void sendOne() {
    send(new Client(false));
  }

  /** Sends one that counts until its handle is told of its end. */
  Invocation hold() {
    return world.invocations().admit(endpoint, Optional.empty(), 100, new Client(false));
  }

  private void sendNext() {
    if (!isStopped) {
      send(new Client(true));
    }
  }

  private void send(Client client) {
    client.invocation = world.invocations().admit(endpoint, Optional.empty(), 100, client);
  }

  LongStream startNanos() {
    return samples.stream().mapToLong(sample -> sample.plan().startNanos());
  }

  private final class Client implements InvocationCallbacks {
    private final boolean isLooping;
    private final long sentNanos = time.nanos();
    private Invocation invocation;

    private Client(boolean isLooping) {
      this.isLooping = isLooping;
    }

    @Override
    public void serve(ServicePlan plan) {
      at(plan.firstChunkNanos(), () -> invocation(Invocation::firstChunkSent));
      at(
          plan.endNanos(),
          () -> {
            samples.add(new Sample(plan, sentNanos, plan.firstChunkNanos(), time.nanos()));
            invocation(each -> each.ended(Invocation.End.COMPLETE));
            if (isLooping) {
              sendNext();
            }
          });
    }

    private void invocation(Consumer<Invocation> action) {
      if (invocation != null) {
        action.accept(invocation);
      }
    }

    private void at(long nanos, Runnable task) {
      time.schedule(task, Duration.ofNanos(nanos - time.nanos()));
    }

    @Override
    public void refuse(Refusal refusal) {
      refusals.add(refusal);
    }
  }
}
