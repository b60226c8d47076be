package dev.rundle.sandbox.control;

import java.util.Map;

/** STS: who the caller is. */
final class IdentityService implements Service {
  @Override
  public Complaints complaints() {
    return Complaints.VALIDATION;
  }

  @Override
  public Map<String, Operation> operations() {
    return Map.of(
        "GetCallerIdentity",
        (world, input) -> {
          var account = world.settings().accountId();
          return Tree.object()
              .put("Arn", "arn:aws:iam::" + account + ":user/sandbox")
              .put("UserId", "AIDASANDBOXSANDBOXSAN")
              .put("Account", account);
        });
  }
}
