import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * Reads lines PATTERN TAB NAME TAB NAME.. and writes how Kafka's library sees them: one digit for each name, 1 when the
 * whole of it matches, or what is wrong with the pattern.
 */
public final class Match {
  public static void main(String[] args) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] fields = line.split("\t", -1);
      StringBuilder answer = new StringBuilder();
      try {
        Pattern pattern = Pattern.compile(fields[0]);
        for (int i = 1; i < fields.length; i++) answer.append(pattern.matcher(fields[i]).matches() ? '1' : '0');
      } catch (PatternSyntaxException e) {
        answer.append(e.getDescription());
      }
      System.out.println(answer);
    }
  }
}
