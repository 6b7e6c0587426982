import { LEFT_ASIDE } from '../../../domain/drift.ts'
import { Example, Table } from '../parts.tsx'

/** The guide to `sandbank compare` (D134). */
export function Comparing() {
  return (
    <>
      <p class="lead">
        <code>npx sandbank compare</code> says where this bank and another one differ, by calls that you have recorded:
        an HTTP archive (HAR), which browsers, proxies and the journal write, or a collection of Postman (v2.1). They
        are played in a new world here, and the answers are held against those of the file.
      </p>
      <Example
        text={`npx sandbank call GET /v1/sandbox/accounts
npx sandbank log --as har --last 1 > calls.har
npx sandbank compare calls.har --html drift.html --junit drift.xml`}
      />
      <p>
        With <code>--bank URL</code> the other bank answers, too: now, to the same calls, signed by <code>--cert</code>{' '}
        and <code>--key</code>. In place of a file <code>--calls 50</code> takes the last calls of a running bank's
        journal. The exit code is 0 when nothing differs, 1 when something does, 2 when it could not be compared.
      </p>
      <ul>
        <li>
          The other bank gets the headers and bodies of the file, at the address that <code>--bank</code> names and no
          other. The proof of a call (Date, X-Request-ID, Digest, certificate, signature) is made anew.
        </li>
        <li>
          It gets GET and HEAD alone. What is not safe to repeat is sent with <code>--writes</code>, each call once: a
          payment is a payment.
        </li>
        <li>
          Ids are carried: where an answer here has another id than the one of the file, later calls here have that,
          too. What an operator did between recorded calls (an approval, a move of the clock) is done here alone.
        </li>
        <li>
          The new world holds the standard set, or what <code>--from</code>, <code>--fixture</code> or{' '}
          <code>--copy-of</code> say, and is deleted afterwards. Without a running bank one is started.{' '}
          <code>--psu NUMBER</code> acts here for the PSU of the file, with a consent.
        </li>
        <li>
          Reports hold no value of a call: no PSU, account, token, certificate or signature. They name operations,
          headers and fields.
        </li>
      </ul>
      <Table
        named={0}
        head={['Difference', 'What it says']}
        rows={Object.entries(DIFFERENCES).map(([name, text]) => [name, text])}
      />
      <h2>What is left aside</h2>
      <ul>
        {LEFT_ASIDE.map(one => (
          <li>{one}</li>
        ))}
      </ul>
    </>
  )
}

const DIFFERENCES = {
  status: 'Another status. Headers and fields are compared where both accept or both refuse.',
  code: 'Another code of a refusal.',
  header: 'A header that one of them lacks, or another media type.',
  'missing field': 'The other bank lacks a field.',
  'extra field': 'The other bank has a further field.',
  'other type': 'A number in place of a text, or null in place of either.',
  'other form': 'An id that is no UUID, a day such as 02.03.2026, an amount without decimals.',
  'other order': 'The same entries in another order, or other entries that are sorted the other way.',
}
