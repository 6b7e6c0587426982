import { useContext } from 'hono/jsx'
import { anyHome, at, firstCall, type Place } from '../../explain/commands.ts'
import { AROUND, docsPath } from '../around.ts'
import { Example } from '../parts.tsx'
import { SigningGuide } from './signing-guide.tsx'

/** The first page of the documentation: the way to a first signed call, and what the signature is. */
export function FirstCall({ place }: { readonly place: Place }) {
  return (
    <>
      <p class="lead">
        A TPP signs each call with the key of its certificate. In a terminal, two commands make a TPP and send a signed
        call:
      </p>
      <Example text={firstCall(place).join('\n')} />
      <p>
        Or without a terminal: <a href={docsPath('/operations/createPayment')}>Create a payment</a> and press Send. The
        key is made in your browser. Either call is then in <a href={`${useContext(AROUND).base}/requests`}>Calls</a>,
        with the reason where it was refused.
      </p>
      <p>
        Your own application signs in the way below; until it does, <code>npx sandbank proxy{at(anyHome(place))}</code>{' '}
        signs whatever it sends to http://127.0.0.1:4001. For machines and importers:{' '}
        <a href="/openapi.json">/openapi.json</a>, and <a href="/fixture.schema.json">/fixture.schema.json</a>.
      </p>
      <SigningGuide />
    </>
  )
}
