import { Fault, Form } from '../fields.tsx'
import { Layout } from '../layout.tsx'

/** What is shown where the operator's door demands a token. */
export function Locked(props: { readonly path: string; readonly token: string; readonly wrong: boolean }) {
  const { path, token, wrong } = props
  return (
    <Layout language="en" title="Operator's token" kind="form">
      <div class="card">
        <h1>Operator's token</h1>
        <p>
          The console shows everything in the bank. The bank printed the token at its start, or SANDBANK_TOKEN sets it
          (D70).
        </p>
        <Form action={`${path}/token`} token={token}>
          <label for="operator">Token</label>
          <Fault text={wrong ? "This is not the operator's token." : undefined} />
          <input type="password" id="operator" name="operator" autocomplete="off" />
          <div class="actions">
            <button type="submit">Open the console</button>
          </div>
        </Form>
        <p class="restart">
          <a href="/start">What this is, and how to make a signed call</a>
        </p>
      </div>
    </Layout>
  )
}
