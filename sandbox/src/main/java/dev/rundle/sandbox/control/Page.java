package dev.rundle.sandbox.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rundle.sandbox.wire.ServiceError;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A page of a list.
 *
 * @param nextToken for the page after this one, if there is one
 */
record Page<T>(List<T> items, Optional<String> nextToken) {
  private static final String PREFIX = "page-";

  /**
   * Cuts out the page that a token stands for, the first without one.
   *
   * @param size largest number of items on a page
   * @param invalidToken what to throw for a token that is none
   */
  static <T> Page<T> of(
      List<T> all, Optional<String> token, int size, Supplier<ServiceError> invalidToken) {
    int from = token.map(text -> offset(text, invalidToken)).orElse(0);
    int to = (int) Math.min(all.size(), (long) from + size);
    return new Page<>(
        List.copyOf(all.subList(Math.min(from, to), to)),
        to < all.size() ? Optional.of(PREFIX + to) : Optional.empty());
  }

  /**
   * The page size that is asked for.
   *
   * @param usual where none is asked for
   */
  static int size(Input input, String member, int usual, int largest) {
    int size = input.findInt(member).orElse(usual);
    if (size < 1 || size > largest) {
      throw input
          .complaints()
          .invalid(
              "1 validation error detected: Value '%d' at '%s' failed to satisfy constraint: Member"
                  + " must have value between 1 and %d",
              size, Character.toLowerCase(member.charAt(0)) + member.substring(1), largest);
    }
    return size;
  }

  private static int offset(String token, Supplier<ServiceError> invalidToken) {
    if (token.matches(PREFIX + "\\d{1,9}")) {
      return Integer.parseInt(token.substring(PREFIX.length()));
    }
    throw invalidToken.get();
  }

  /**
   * The output of a call that lists.
   *
   * @param member name of the list
   * @param tokenMember name of the token for the next page, if there is one
   */
  ObjectNode output(String member, Function<? super T, ObjectNode> node, String tokenMember) {
    var output = Tree.object();
    output.set(member, Tree.list(items, node));
    nextToken.ifPresent(token -> output.put(tokenMember, token));
    return output;
  }
}
