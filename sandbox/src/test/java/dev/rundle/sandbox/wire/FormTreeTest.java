package dev.rundle.sandbox.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.QueryStringDecoder;
import org.junit.jupiter.api.Test;

class FormTreeTest {
  private static String read(String form) {
    return FormTree.read(new QueryStringDecoder(form, false).parameters()).toString();
  }

  @Test
  void dotsAreLevelsAndMemberIsAList() {
    assertThat(
            read(
                "Action=GetMetricData&MetricDataQueries.member.1.Id=m1"
                    + "&MetricDataQueries.member.1.MetricStat.Period=10"
                    + "&MetricDataQueries.member.2.Id=m2"))
        .isEqualTo(
            "{\"Action\":\"GetMetricData\",\"MetricDataQueries\":"
                + "[{\"Id\":\"m1\",\"MetricStat\":{\"Period\":\"10\"}},{\"Id\":\"m2\"}]}");
  }

  @Test
  void listItemsComeInTheOrderOfTheirNumbers() {
    assertThat(read("A.member.10=j&A.member.9=i&A.member.1=a"))
        .isEqualTo("{\"A\":[\"a\",\"i\",\"j\"]}");
  }

  @Test
  void escapesAreDecoded() {
    assertThat(read("A=x%2Fy+z")).isEqualTo("{\"A\":\"x/y z\"}");
  }

  @Test
  void absurdNestingIsRefused() {
    assertThatThrownBy(() -> read("A.".repeat(100) + "b=1"))
        .isInstanceOf(ServiceError.class)
        .hasMessageContaining("too deeply");
  }
}
