package dev.rundle.coordinator.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Writes down what it hears. */
class HeardCompany implements CompanyListener {
  final List<String> heard = new ArrayList<>();

  @Override
  public void joined(String agent, String address, int have) {
    heard.add(agent + " at " + address + " joined, " + have);
  }

  @Override
  public void lost(String agent, String reason) {
    heard.add(agent + " lost: " + reason);
  }

  @Override
  public void refused(String address, String reason) {
    heard.add(address + " refused: " + reason);
  }

  @Override
  public void waitingFor(String whom, Duration atMost) {
    heard.add("waiting for " + whom + ", " + atMost.toSeconds() + " s");
  }

  @Override
  public void warning(String text) {
    heard.add("warning: " + text);
  }
}
