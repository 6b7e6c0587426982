import type { DocumentedOperation } from '../../../api/openapi/documented.ts'
import { Facts } from '../parts.tsx'
/** How a call is signed, and which headers it needs. */
export function SigningGuide() {
  return (
    <>
      <p>
        Every call is signed with the key of your certificate. <code>npx sandbank call</code> does all of this; add{' '}
        <code>--verbose</code> to see the signing string, or <code>--curl</code> for a command that does the same.
      </p>
      <h2>Signing a call</h2>
      <ol>
        <li>
          <code>Digest</code>, where the header set demands it: <code>SHA-256=</code> and the Base64 of the hash of the
          body, byte for byte.
        </li>
        <li>
          The signing string: one line <code>name: value</code> for each of <code>date</code>, <code>digest</code>,{' '}
          <code>x-request-id</code>, <code>psu-id</code>, <code>psu-corporate-id</code> and{' '}
          <code>tpp-redirect-uri</code> that the call has, names in lower case, a line feed between the lines and none
          at the end.
        </li>
        <li>
          <code>Signature</code>: the RSA-SHA256 signature of that string, in Base64, in the form of
          draft-cavage-http-signatures-10:
          <pre>
            <code>
              {
                'keyId="SN=<serial in hexadecimal>,CA=<issuer DN>",algorithm="rsa-sha256",headers="digest x-request-id",signature="<Base64>"'
              }
            </code>
          </pre>
          When a value in it is not ASCII, the whole header is wrapped following RFC 2047, for example{' '}
          <code>=?utf-8?B?…?=</code>.
        </li>
        <li>
          <code>TPP-Signature-Certificate</code>: the certificate, Base64 of its DER form.
        </li>
      </ol>
      <p>
        A refused signature says why, with the signing string that the bank built. <code>X-Request-ID</code> is new for
        each call; repeating a call with the same one gives the first answer again (
        <a href={docsPath('/decisions#D15')}>D15</a>).
      </p>
      <p>
        Some banks refuse what this bank accepts. The answer then names each such deviation in a header{' '}
        <code>Sandbank-Warning</code> (<a href={docsPath('/decisions#D73')}>D73</a>). With{' '}
        <code>SANDBANK_STRICT=1</code> this bank refuses the call, too.
      </p>
      <h2>What the signature does not cover</h2>
      <p>
        Method, path, query, <code>PSU-Context</code> and all headers that are not listed above: the interface does not
        ask for them (<a href={docsPath('/decisions#D72')}>D72</a>). An attacker who captures a <code>GET</code> can
        change it into a <code>DELETE</code>, and send the <code>DELETE</code> to another path or another world. Without
        a signed <code>Date</code> the attacker can do so much later, too.
      </p>
      <p>
        Sign <code>(request-target)</code> and a <code>Date</code> too: <code>(request-target): get /v1/accounts</code>{' '}
        is one more line of the signing string, with the method in lower case, path and query. Then the signature fits
        this call only, and for five minutes. Without them the answer says so in <code>Sandbank-Warning</code>.
      </p>
      <h2>Header sets</h2>
      <p>
        Each operation below names its header set; its parameters are all headers of the set (
        <a href={docsPath('/decisions#D10')}>D10</a>).
      </p>
      <Facts rows={Object.entries(SETS).map(([name, [what, asks]]) => [<code>{name}</code>, `${what}: ${asks}`])} />
    </>
  )
}

import { docsPath } from '../around.ts'

/** The header sets by their names in the interface: for what they are, and what they ask for. */
export const SETS = {
  sandboxRead: ['Reading and deleting sandbox data', 'certificate, signature and X-Request-ID.'],
  sandboxWrite: ['Writing sandbox data, and engagements', 'Digest as well.'],
  consent: [
    'Offering a consent',
    'also x-accept-fix, TPP-Redirect-URI, where the PSU goes afterwards, and PSU-IP-Address. Who the PSU is may be left open.',
  ],
  transactionDetails: [
    'Account information',
    'also x-accept-fix, TPP-Redirect-URI and the session. PSU-IP-Address says that the PSU is present, which lifts the limits.',
  ],
  basket: [
    'Payments that exist, baskets and authorisations',
    'the PSU, its address, the session and TPP-Redirect-URI.',
  ],
  periodicPayment: ['New payments', 'the same and Digest; X-PSU-IDENTITY may stand in for PSU-ID.'],
} as const satisfies Record<DocumentedOperation['route']['headerSet'], readonly [what: string, asks: string]>
