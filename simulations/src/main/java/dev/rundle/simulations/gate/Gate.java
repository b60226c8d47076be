package dev.rundle.simulations.gate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Lets at most a target number of looping users through at a time; the target moves at run time.
 * Raising it admits parked users at once, lowering it lets those inside finish. Users are admitted
 * in the order in which they came; a place that becomes free goes straight to the longest parked
 * user, so that the number inside does not sink between two requests.
 *
 * <p>Thread-safe. Users are called outside the lock, on the thread that made room for them, and
 * never from within another user's call: where requests end synchronously, the calls are queued on
 * the thread instead of nested, so that the stack does not grow with the number of requests.
 */
public final class Gate {
  /** Who waits at a gate. Exactly one of the two is called for each {@link #acquire}. */
  public interface User {
    /** Admitted: the user holds a place until {@link Gate#release} is called for it. */
    void admitted();

    /** The gate has closed; no place is held. */
    void dismissed();
  }

  /** Calls still to be made by this thread; null while it makes none. */
  private static final ThreadLocal<Queue<Runnable>> PENDING = new ThreadLocal<>();

  private final ArrayDeque<User> parked = new ArrayDeque<>();
  private int target;
  private int inside;
  private boolean closed;

  /** Admits the user now or as soon as there is room; dismisses it if the gate is closed. */
  public void acquire(User user) {
    boolean admitted;
    synchronized (this) {
      if (!closed && inside >= target) {
        parked.add(user);
        return;
      }
      admitted = !closed;
      inside += admitted ? 1 : 0;
    }
    call(List.of(admitted ? user::admitted : user::dismissed));
  }

  /**
   * Gives a place back; it goes to the longest parked user if the target allows.
   *
   * @throws IllegalStateException if nobody is inside
   */
  public void release() {
    User next;
    synchronized (this) {
      if (inside == 0) {
        throw new IllegalStateException("released more often than admitted");
      }
      inside--;
      next = inside < target ? parked.poll() : null;
      inside += next == null ? 0 : 1;
    }
    if (next != null) {
      call(List.of(next::admitted));
    }
  }

  /**
   * Moves the target. Another thread may move it back, or close the gate, while this one is still
   * admitting users; the rest of them then stays where it is.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public void setTarget(int newTarget) {
    if (newTarget < 0) {
      throw new IllegalArgumentException("a target is not negative: " + newTarget);
    }
    synchronized (this) {
      target = newTarget;
    }
    call(List.of(this::admitNext));
  }

  /** Dismisses everybody parked and everybody who comes later. Those inside finish. */
  public void close() {
    List<Runnable> calls = new ArrayList<>();
    synchronized (this) {
      closed = true;
      parked.forEach(user -> calls.add(user::dismissed));
      parked.clear();
    }
    call(calls);
  }

  /** True once {@link #close} was called. */
  public synchronized boolean isClosed() {
    return closed;
  }

  /** Users that hold a place. */
  public synchronized int inside() {
    return inside;
  }

  /** Users that wait for a place. */
  public synchronized int parked() {
    return parked.size();
  }

  /**
   * Admits the longest parked user if there is room, then the next. One at a time, because each
   * takes as long as sending a request: a target that is lowered meanwhile, or a gate that closes,
   * stops a rise of thousands at once.
   */
  private void admitNext() {
    User next;
    synchronized (this) {
      next = inside < target ? parked.poll() : null;
      inside += next == null ? 0 : 1;
    }
    if (next == null) {
      return;
    }
    try {
      next.admitted();
    } finally {
      call(List.of(this::admitNext));
    }
  }

  /**
   * Makes the calls, after those that this thread still has to make. A call that throws does not
   * keep the others from being made; its exception is thrown when all are done.
   */
  private static void call(List<Runnable> calls) {
    Queue<Runnable> pending = PENDING.get();
    if (pending != null) {
      pending.addAll(calls);
      return;
    }
    pending = new ArrayDeque<>(calls);
    PENDING.set(pending);
    RuntimeException failure = null;
    try {
      for (Runnable next = pending.poll(); next != null; next = pending.poll()) {
        try {
          next.run();
        } catch (RuntimeException e) {
          failure = failure == null ? e : failure;
        }
      }
    } finally {
      PENDING.remove();
    }
    if (failure != null) {
      throw failure;
    }
  }
}
