package dev.rundle.coordinator;

/** A run was ended from outside; whatever it had changed is put back before this is thrown on. */
public final class Interrupted extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The conventional exit code of a process ended by SIGINT. */
  public static final int EXIT_CODE = 130;

  public Interrupted(String reason) {
    super(reason);
  }
}
