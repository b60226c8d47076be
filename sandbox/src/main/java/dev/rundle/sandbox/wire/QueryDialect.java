package dev.rundle.sandbox.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The query dialect: form parameters in, XML out. */
final class QueryDialect implements Dialect {
  /** Members that are maps, which XML writes differently from structures. */
  private static final Set<String> MAPS = Set.of("ExtendedStatistics");

  private static final String FORM = "application/x-www-form-urlencoded";

  @Override
  public boolean speaks(Exchange exchange) {
    return exchange.findHeader("Content-Type").filter(t -> t.startsWith(FORM)).isPresent();
  }

  @Override
  public ControlCall decode(Exchange exchange) {
    var input = FormTree.read(parameters(exchange));
    var service = ServiceName.findByQueryVersion(input.path("Version").asText());
    var action = input.path("Action").asText();
    if (service.isEmpty() || action.isEmpty()) {
      throw ServiceError.unknownOperation(
          "The action " + action + " is not valid for this web service.");
    }
    input.remove("Version");
    input.remove("Action");
    return new ControlCall(service.get(), action, input);
  }

  private static Map<String, List<String>> parameters(Exchange exchange) {
    try {
      var text = new String(exchange.body(), StandardCharsets.UTF_8);
      return new QueryStringDecoder(text, StandardCharsets.UTF_8, false, 10_000).parameters();
    } catch (IllegalArgumentException e) {
      throw ServiceError.serialization("Could not read the form parameters");
    }
  }

  @Override
  public Reply encode(Exchange exchange, ControlCall call, ObjectNode output) {
    return document(
        200,
        xml -> {
          xml.writeStartElement(call.operation() + "Response");
          xml.writeDefaultNamespace(call.service().xmlNamespace());
          if (!output.isEmpty()) {
            xml.writeStartElement(call.operation() + "Result");
            members(xml, output);
            xml.writeEndElement();
          }
          xml.writeStartElement("ResponseMetadata");
          element(xml, "RequestId", exchange.requestId());
          xml.writeEndElement();
          xml.writeEndElement();
        });
  }

  @Override
  public Reply encode(Exchange exchange, ServiceError error) {
    // The request may be one that cannot be decoded; its version is then looked for in its text.
    var text = new String(exchange.body(), StandardCharsets.UTF_8);
    var namespace =
        Arrays.stream(ServiceName.values())
            .filter(service -> service.isNamedIn(text))
            .findFirst()
            .orElse(ServiceName.METRICS)
            .xmlNamespace();
    return document(
        error.status(),
        xml -> {
          xml.writeStartElement("ErrorResponse");
          xml.writeDefaultNamespace(namespace);
          xml.writeStartElement("Error");
          element(xml, "Type", error.blame());
          element(xml, "Code", error.queryCode());
          element(xml, "Message", error.getMessage());
          xml.writeEndElement();
          element(xml, "RequestId", exchange.requestId());
          xml.writeEndElement();
        });
  }

  private interface Content {
    void writeTo(XMLStreamWriter xml) throws XMLStreamException;
  }

  private static Reply document(int status, Content content) {
    var text = new StringWriter();
    try {
      var xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      content.writeTo(xml);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a tree that cannot be written", e);
    }
    return Reply.text(status, "text/xml", text.toString());
  }

  private static void members(XMLStreamWriter xml, JsonNode tree) throws XMLStreamException {
    for (var member : tree.properties()) {
      value(xml, member.getKey(), member.getValue());
    }
  }

  private static void value(XMLStreamWriter xml, String name, JsonNode value)
      throws XMLStreamException {
    if (value.isNull()) {
      return;
    }
    if (value.isValueNode()) {
      element(xml, name, scalar(value));
      return;
    }
    xml.writeStartElement(name);
    if (MAPS.contains(name)) {
      for (var entry : value.properties()) {
        xml.writeStartElement("entry");
        element(xml, "key", entry.getKey());
        element(xml, "value", scalar(entry.getValue()));
        xml.writeEndElement();
      }
    } else if (value.isArray()) {
      for (var item : value) {
        value(xml, "member", item);
      }
    } else {
      members(xml, value);
    }
    xml.writeEndElement();
  }

  private static String scalar(JsonNode value) {
    if (value.isPojo() && ((POJONode) value).getPojo() instanceof Instant at) {
      return at.truncatedTo(ChronoUnit.MILLIS).toString();
    }
    return value.asText();
  }

  private static void element(XMLStreamWriter xml, String name, String text)
      throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(printable(text));
    xml.writeEndElement();
  }

  /** XML 1.0 has no way to write other control characters. */
  private static String printable(String text) {
    return text.replaceAll(
        "[^\\t\\n\\r\\x20-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]", "?");
  }
}
