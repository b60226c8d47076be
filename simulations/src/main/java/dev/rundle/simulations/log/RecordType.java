package dev.rundle.simulations.log;

import java.util.Optional;

/** The first byte of each record. */
enum RecordType {
  RUN,
  REQUEST,
  USER,
  GROUP,
  ERROR;

  byte code() {
    return (byte) ordinal();
  }

  static Optional<RecordType> of(int code) {
    return code >= 0 && code < values().length ? Optional.of(values()[code]) : Optional.empty();
  }
}
