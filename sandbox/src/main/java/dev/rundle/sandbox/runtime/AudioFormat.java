package dev.rundle.sandbox.runtime;

import dev.rundle.sandbox.wire.Exchange;

/** What the client wants the audio wrapped in. */
enum AudioFormat {
  /** Samples alone. */
  PCM("audio/pcm"),
  /** A 44-byte header first, then the samples. */
  WAV("audio/wav");

  private final String contentType;

  AudioFormat(String contentType) {
    this.contentType = contentType;
  }

  String contentType() {
    return contentType;
  }

  /** From the request's accept header; anything that is not WAV gets PCM. */
  static AudioFormat of(Exchange exchange) {
    var accept =
        exchange
            .findHeader("X-Amzn-SageMaker-Accept")
            .or(() -> exchange.findHeader("Accept"))
            .orElse("");
    return accept.contains("wav") ? WAV : PCM;
  }
}
