package dev.rundle.coordinator.freeze;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;

/** Whether the run that wrote a record is still at work, as far as this host can tell. */
final class LiveRun {
  private LiveRun() {}

  static String thisHost() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  /**
   * True if the process that wrote the record lives on this host. A process that began later than
   * the record only has the same number.
   */
  static boolean isAtWork(FreezeRecord record) {
    if (!record.host().equals(thisHost()) || record.pid() == ProcessHandle.current().pid()) {
      return false;
    }
    return ProcessHandle.of(record.pid())
        .filter(ProcessHandle::isAlive)
        .flatMap(process -> process.info().startInstant())
        .filter(began -> began.isBefore(endOfSecond(record.at())))
        .isPresent();
  }

  private static Instant endOfSecond(Instant wholeSeconds) {
    return wholeSeconds.plusSeconds(1);
  }
}
