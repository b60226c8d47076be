package dev.rundle.sagemaker.access;

/** As whom calls are made. */
public final class CallerIdentity {
  private final AwsClients clients;

  public CallerIdentity(AwsClients clients) {
    this.clients = clients;
  }

  /**
   * Asks STS.
   *
   * @throws dev.rundle.model.failure.RemoteFailure without valid credentials
   */
  public Identity fetch() {
    var answer =
        clients
            .failures()
            .call("sts:GetCallerIdentity", "", () -> clients.sts().getCallerIdentity());
    return new Identity(answer.account(), answer.arn());
  }

  /** Account and principal. */
  public record Identity(String account, String arn) {}
}
