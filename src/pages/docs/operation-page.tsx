import type { DocumentedOperation } from '../../openapi/documented.ts'
import type { FieldReference, ParameterReference } from '../../openapi/reference.ts'
import { ERRORS } from '../../wire/errors.ts'
import { Cited } from '../whole-words.tsx'
import { Endpoint } from './endpoint.tsx'
import { Samples } from './samples.tsx'

export type OperationPageProps = {
  readonly documented: DocumentedOperation
  /** Whether the operator's door demands a token, which a certificate is issued for (D70). */
  readonly needsToken: boolean
  /** Where its reader has reached the bank. */
  readonly origin: string | undefined
}

/** One operation: what it is for, an example to send, its fields with their rules, its answers, and each error once. */
export function OperationPage({ documented, needsToken, origin }: OperationPageProps) {
  const { route, reference } = documented
  const headers = reference.parameters.filter(one => one.in === 'header')
  return (
    <>
      <p class="crumbs">
        <a href="/docs">API reference</a> › {route.tag}
      </p>
      <h1>{route.summary}</h1>
      <p class="endpoint">
        <Endpoint route={route} />
      </p>
      {route.deprecated === true ? <p class="error">Deprecated: answers carry the header Deprecation.</p> : null}
      <p class="lead">
        <Cited text={route.description} />
      </p>
      <p class="soft">
        Needs {SERVICES[route.service]} in the certificate. The same in GraphQL: <code>{route.operation}</code>.
      </p>
      <h2 id="send">Send it</h2>
      <TryIt documented={documented} needsToken={needsToken} />
      <h2 id="samples">In your language</h2>
      {documented.steps.length === 0 ? null : (
        <p class="soft">The last call is this operation, those before it make what it needs.</p>
      )}
      <Samples documented={documented} origin={origin} />
      {reference.fields.length === 0 ? null : (
        <>
          <h2 id="fields">Fields of the body</h2>
          <Fields fields={reference.fields} what="Field" />
        </>
      )}
      <h2 id="headers">Headers and parameters</h2>
      <details>
        <summary>
          {reference.parameters.length} of them, besides certificate{documented.demandsDigest ? ', digest' : ''} and
          signature (header set <code>{route.headerSet}</code>)
        </summary>
        <Fields fields={[...reference.parameters.filter(one => one.in !== 'header'), ...headers]} what="Name" />
      </details>
      <h2 id="answers">Answers</h2>
      {reference.answers.map(({ status, fields }) =>
        fields.length === 0 ? (
          <p>{status}, without a body.</p>
        ) : (
          <details>
            <summary>
              {status}: {fields.length === 1 ? '1 field' : `${fields.length} fields`}
            </summary>
            <Fields fields={fields} what="Field" />
          </details>
        ),
      )}
      <h2 id="errors">Errors</h2>
      <p>
        Each with <code>tppMessages</code> that say what was wrong and what would be right (
        <a href="/docs/errors">all codes</a>).
      </p>
      <Errors errors={reference.errors} />
      {reference.anyError === '' ? null : <p>{reference.anyError}</p>}
    </>
  )
}

const SERVICES = {
  accountInformation: 'the role PSP_AI',
  payments: 'the role PSP_PI',
  sandbox: 'either role',
} as const

function TryIt({ documented, needsToken }: Omit<OperationPageProps, 'origin'>) {
  const { route, reference, call, steps, presets } = documented
  const inputs = reference.parameters.filter(one => one.name !== 'X-Request-ID' && one.name !== 'Date')
  const isShown = (one: ParameterReference) => one.required || presets[one.name] !== undefined
  return (
    <form
      class="card try"
      id="try"
      data-call={JSON.stringify({ ...call, template: route.path, digest: documented.demandsDigest, steps })}
      data-customer={documented.customerNumber}
    >
      <noscript>
        <p class="error">
          Sending needs JavaScript: the key is made and used in the browser. The command below does the same.
        </p>
      </noscript>
      <p class="soft">
        The key is made in this browser and never leaves it; the bank's own authority certifies its public half. What is
        below works unchanged in a world with the standard customers.
      </p>
      <Steps documented={documented} />
      <div class="inputs">
        <Input name="world" label="World" value="default" place="world" required={true} hint="" />
        {needsToken ? (
          <Input
            name="token"
            label="Operator's token"
            value=""
            place="token"
            required={true}
            hint="The bank printed it at its start (D70)."
            secret={true}
          />
        ) : null}
        {inputs.filter(isShown).map(one => (
          <ParameterInput parameter={one} preset={presets[one.name]} />
        ))}
      </div>
      <details>
        <summary>More headers and parameters</summary>
        <div class="inputs">
          {inputs
            .filter(one => !isShown(one))
            .map(one => (
              <ParameterInput parameter={one} preset={undefined} />
            ))}
        </div>
      </details>
      {call.body === undefined ? null : (
        <div class="field">
          <label for="body">Body</label>
          <textarea id="body" name="body" rows={call.body.split('\n').length + 2} spellcheck={false}>
            {call.body}
          </textarea>
        </div>
      )}
      <h3>Signing string</h3>
      <p class="soft">
        Built from the request, again with each change; the line feeds between the lines count, and there is none at the
        end. A browser does not let a page send a Date of its own, which the answer then warns of.
      </p>
      <pre id="signing-string" />
      <p class="actions">
        <button type="submit" disabled={true}>
          Send
        </button>
        <button type="button" class="second" id="new-key" disabled={true}>
          New key
        </button>
      </p>
      <div id="outcome" aria-live="polite" />
    </form>
  )
}

function Steps({ documented: { steps, customerName } }: { documented: DocumentedOperation }) {
  if (steps.length === 0) return null
  return (
    <>
      <p>Before it, Send does what it needs:</p>
      <ol id="steps">
        {steps.map(step => (
          <li>
            {step.kind === 'call' ? (
              <a href={`/docs/operations/${step.call.operation}`}>{step.call.summary}</a>
            ) : step.kind === 'approve' ? (
              `${customerName} approves the payment, at the operator's door`
            ) : (
              `${customerName} opens the accounts to this TPP, at the operator's door`
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

function ParameterInput({ parameter, preset }: { parameter: ParameterReference; preset: string | undefined }) {
  const { name, required, description, rules } = parameter
  // What the words say of its form already, the pattern need not say again.
  const isSaid = rules === '' || /\bForm: /.test(description)
  const hint = isSaid ? description : `${description} (${rules})`.trim()
  return <Input name={name} label={name} value={preset ?? ''} place={parameter.in} required={required} hint={hint} />
}

type InputProps = {
  readonly name: string
  readonly label: string
  readonly value: string
  /** Where it goes: path, query, header, or a matter of the page itself. */
  readonly place: string
  readonly required: boolean
  readonly hint: string
  readonly secret?: boolean
}

function Input({ name, label, value, place, required, hint, secret = false }: InputProps) {
  const id = `in-${place}-${name}`
  return (
    <div class="field">
      <label for={id}>
        {label} {required ? null : <span class="soft">optional</span>}
      </label>
      <input
        id={id}
        name={name}
        data-in={place}
        value={value}
        type={secret ? 'password' : 'text'}
        autocomplete="off"
        spellcheck={false}
        {...(hint === '' ? {} : { 'aria-describedby': `${id}-hint` })}
      />
      {hint === '' ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

function Fields({ fields, what }: { fields: readonly FieldReference[]; what: string }) {
  return (
    <table class="reference">
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">Rules</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, required, type, rules, description }) => (
          <tr>
            <th scope="row">
              <code>{name}</code> {required ? <span class="tag needed">required</span> : null}
            </th>
            <td>
              {type}
              {rules === '' ? '' : `; ${rules}`}
            </td>
            <td>
              <Cited text={description} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Errors({ errors }: { errors: DocumentedOperation['reference']['errors'] }) {
  return (
    <table class="reference codes">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Code</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {errors.flatMap(({ status, codes }) =>
          codes.map(code => (
            <tr>
              <td>{status}</td>
              <th scope="row">
                <code>{code}</code>
              </th>
              <td>{meaningOf(code, status)}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}

/** Of the rows of the table of errors that a client sees under one code, the one with that status. */
function meaningOf(code: string, status: string): string {
  const row = Object.entries(ERRORS).find(
    ([name, one]) => String(one.status) === status && ('wireCode' in one ? one.wireCode : name) === code,
  )
  return row?.[1].meaning ?? ''
}
