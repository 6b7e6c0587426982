import { docsPath } from '../around.ts'
import { Example } from '../parts.tsx'

/** One signed call with the tools of a shell: what a client has to do. A test runs it as it stands. */
export const CALL_BY_HAND = `BANK=http://127.0.0.1:4000
TPP=.sandbank/tpps/acme
BODY='{"customerNumber":"01017054321","name":"Ola","type":"PRIVATE"}'
ID=$(openssl rand -hex 16)
DIGEST="SHA-256=$(printf %s "$BODY" | openssl dgst -sha256 -binary | base64 -w0)"
SERIAL=$(openssl x509 -in $TPP/cert.pem -noout -serial | cut -d= -f2)
ISSUER=$(openssl x509 -in $TPP/cert.pem -noout -issuer -nameopt RFC2253,utf8,-esc_msb | sed 's/^issuer=//; s/\\\\/\\\\\\\\/g')
SIGNED=$(printf 'digest: %s\\nx-request-id: %s' "$DIGEST" "$ID" | openssl dgst -sha256 -sign $TPP/key.pem -binary | base64 -w0)
SIGNATURE="keyId=\\"SN=$SERIAL,CA=$ISSUER\\",algorithm=\\"rsa-sha256\\",headers=\\"digest x-request-id\\",signature=\\"$SIGNED\\""

curl -sSi $BANK/v1/sandbox/customers -H 'Content-Type: application/json' -d "$BODY" \\
  -H "X-Request-ID: $ID" -H "Digest: $DIGEST" \\
  -H "TPP-Signature-Certificate: $(openssl x509 -in $TPP/cert.pem -outform DER | base64 -w0)" \\
  -H "Signature: =?utf-8?B?$(printf %s "$SIGNATURE" | base64 -w0)?="`

/** The page for people who write the signature themselves. */
export function ByHand() {
  return (
    <>
      <p class="lead">
        A signed call with openssl and curl alone shows what a client has to do. <code>TPP</code> is the folder that{' '}
        <code>npx sandbank tpp new acme</code> prints. With <code>--base</code> that is another folder than here.
      </p>
      <Example text={CALL_BY_HAND} />
      <ol>
        <li>
          <code>Digest</code> is the hash of the body, byte for byte.
        </li>
        <li>
          The signing string has one line <code>name: value</code> for each of <code>date</code>, <code>digest</code>,{' '}
          <code>x-request-id</code>, <code>psu-id</code>, <code>psu-corporate-id</code> and{' '}
          <code>tpp-redirect-uri</code> that the request carries. Names are in lower case. No line feed is at the end.
        </li>
        <li>
          <code>Signature</code> names the certificate by serial and issuer, and lists the names in their order. The
          header holds the RSA-SHA256 signature of that string (draft-cavage-http-signatures-10).
        </li>
        <li>
          The sandbox's issuer has an <code>Ø</code> and a comma in its name, so the header is wrapped following RFC
          2047. Yours must be, too, the day your certificate's issuer has one.
        </li>
      </ol>
      <p>
        <a href={docsPath('')}>Sign your first call</a> has the header sets of all operations, and what the signature
        does not cover: neither method, path, query nor PSU-Context. A captured <code>GET</code> can be turned into a{' '}
        <code>DELETE</code>. Sign <code>(request-target)</code> and a <code>Date</code> too, as{' '}
        <code>npx sandbank call</code> does. Then the signature fits this method and path only, for five minutes.
      </p>
      <h2>When a signature is refused</h2>
      <p>A refused signature says why, with the signing string that the bank built.</p>
      <ul>
        <li>
          The bank tries more than a hundred things that clients get wrong: line ends, order, case, hash, padding,
          encoding, another key. The bank names the one that explains the bytes exactly, and the first place where the
          two strings differ.
        </li>
        <li>
          <code>npx sandbank explain FILE</code> (or <code>-</code>), or the query <code>explainSignature</code>, does
          the same for a request that you paste, of yesterday or to another bank. Both read curl commands,{' '}
          <code>curl -v</code>, HAR, Postman, Insomnia, <code>.http</code> files, HTTPie, what Chrome copies (fetch,
          PowerShell), and what the usual clients of Java, JavaScript, Python, PHP, Ruby, Go and .NET log. Where a log
          lacks headers, the answer says what to paste.
        </li>
        <li>
          <code>npx sandbank tpp new NAME --flaw expired</code> makes a certificate that a bank refuses. Its{' '}
          <code>--help</code> lists the other flaws.
        </li>
        <li>
          Some banks refuse what this bank accepts. The answer then has a header{' '}
          <code>Sandbank-Warning: code; text</code> (<a href={docsPath('/errors#warnings')}>warnings</a>). With{' '}
          <code>SANDBANK_STRICT=1</code> this bank refuses the call, too. With <code>SANDBANK_KEYID=strict</code> the
          bank takes only the documented spelling of the issuer.
        </li>
      </ul>
    </>
  )
}
