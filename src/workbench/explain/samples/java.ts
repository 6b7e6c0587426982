import { callLines, namesIn, neededBy, quoted, type Sample, settingsOf } from './sample.ts'

/** A file for `java Sample.java`, with Java 17's standard library only. */
export function javaSample(sample: Sample): string {
  const names = namesIn(sample)
  const calls = callLines(sample, { text: literal, plus: ' + ', assign: name => `var ${name} = ` })
  const settings = settingsOf(sample).map(
    ({ name, from, or }) => `var ${name} = System.getenv().getOrDefault("${from}", ${literal(or)})`,
  )
  const lines = [...settings, ...calls].map(line => `        ${line};`)
  return `${neededBy(sample, '//').replaceAll('\\', '\\\\')}// java Sample.java
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
${names.length === 0 ? '' : 'import java.util.regex.Pattern;\n'}
public class Sample {
    public static void main(String[] args) throws Exception {
${lines.join('\n')}
    }

    static String call(String method, String url, String body, String... headers) throws Exception {
        var sent = body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        var request = HttpRequest.newBuilder(URI.create(url)).method(method, sent);
        for (var at = 0; at < headers.length; at += 2) request.header(headers[at], headers[at + 1]);
        var answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
        System.out.println(answer.statusCode() + " " + answer.body());
        return answer.body();
    }
${names.length === 0 ? '' : FIND}}`
}

const FIND = `
    static String find(String pattern, String text) {
        var found = Pattern.compile(pattern).matcher(text);
        if (!found.find()) throw new IllegalStateException(text);
        return found.group(1);
    }
`

/** A text block, if Java leaves the text unchanged. Only ASCII, since Java 17 reads a file in the encoding of its machine. */
function literal(text: string): string {
  const isBlock = text.includes('\n') && /^\S/.test(text) && !/[^\P{Cc}\n]|\p{Bidi_Control}|\s$| \n/u.test(text)
  const written = isBlock ? `"""\n${text.replaceAll('\\', '\\\\').replaceAll(/"(?="|$)/g, '\\"')}"""` : quoted(text)
  return written.replaceAll(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
