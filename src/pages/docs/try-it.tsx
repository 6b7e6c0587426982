import { useContext } from 'hono/jsx'
import type { DocumentedOperation } from '../../openapi/documented.ts'
import type { ParameterReference } from '../../openapi/reference.ts'
import { AROUND, docsPath } from '../around.ts'

export type TryItProps = {
  readonly documented: DocumentedOperation
  /** Whether the operator's door demands a token, which a certificate is issued for (D70). */
  readonly needsToken: boolean
}

/** More of a body is scrolled to. */
const MOST_ROWS = 14

/** The example of an operation as a form, which docs.js signs and sends. */
export function TryIt({ documented, needsToken }: TryItProps) {
  const { route, reference, call, steps, presets } = documented
  const inputs = reference.parameters.filter(one => one.name !== 'X-Request-ID' && one.name !== 'Date')
  // A header with a value already is folded, but for the PSU's.
  const isShown = (one: ParameterReference) =>
    one.name === 'PSU-ID' || one.in === 'path' || (one.required && presets[one.name] === undefined)
  const input = ({ name, in: place, required, description, rules, choices }: ParameterReference) => (
    <Input
      {...{ name, place, required, choices }}
      value={presets[name] ?? ''}
      // A description with the form has no need of the pattern.
      hint={rules === '' || /\bForm: /.test(description) ? description : `${description} (${rules})`.trim()}
      givers={documented.giversOf(name)}
    />
  )
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
        <Input name="world" label="World" value={useContext(AROUND).world} place="world" />
        {needsToken ? (
          <Input
            name="token"
            label="Operator's token"
            place="token"
            hint="The bank printed it at its start (D70)."
            secret={true}
          />
        ) : null}
        {inputs.filter(isShown).map(input)}
      </div>
      <details>
        <summary>More headers and parameters</summary>
        <div class="inputs">{inputs.filter(one => !isShown(one)).map(input)}</div>
      </details>
      {call.body === undefined ? null : (
        <div class="field">
          <label for="body">Body</label>
          <textarea
            id="body"
            name="body"
            rows={Math.min(MOST_ROWS, call.body.split('\n').length + 1)}
            spellcheck={false}
          >
            {call.body}
          </textarea>
        </div>
      )}
      <details>
        <summary>Signing string</summary>
        <p class="soft">
          Made from the request, again with each change; the line feeds between the lines count, and there is none at
          the end. A browser does not let a page send a Date of its own, which the answer then warns of.
        </p>
        <pre id="signing-string" tabindex={0} />
      </details>
      <p class="actions sending">
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
              <a href={docsPath(`/operations/${step.call.operation}`)}>{step.call.summary}</a>
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

type InputProps = {
  readonly name: string
  readonly label?: string
  readonly value?: string
  /** Where it goes: path, query, header, or a matter of the page itself. */
  readonly place: string
  readonly required?: boolean
  readonly hint?: string
  readonly secret?: boolean
  /** What it takes, where that is one of a few words. */
  readonly choices?: readonly string[]
  /** The operations whose answers give its value. */
  readonly givers?: readonly string[]
}

function Input(props: InputProps) {
  const { name, label = name, value = '', place, required = true, hint = '', secret = false, choices = [] } = props
  const { givers = [] } = props
  const id = `in-${place}-${name}`
  const named = {
    id,
    name,
    'data-in': place,
    ...(givers.length === 0 ? {} : { 'data-from': givers.join(' ') }),
    ...(hint === '' ? {} : { 'aria-describedby': `${id}-hint` }),
  }
  return (
    <div class="field">
      <label for={id}>
        {label} {required ? null : <span class="soft">optional</span>}
      </label>
      {choices.length > 0 ? (
        <select {...named}>
          {(required && value !== '' ? [] : ['']).concat(choices).map(choice => (
            <option value={choice} selected={choice === value}>
              {choice === '' ? 'not sent' : choice}
            </option>
          ))}
        </select>
      ) : (
        <input {...named} value={value} type={secret ? 'password' : 'text'} autocomplete="off" spellcheck={false} />
      )}
      {hint === '' ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
