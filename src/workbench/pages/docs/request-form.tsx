import { useContext } from 'hono/jsx'
import type { DocumentedOperation } from '../../../api/openapi/documented.ts'
import type { ParameterReference } from '../../../api/openapi/reference.ts'
import { AROUND, docsPath } from '../around.ts'
import { TextField } from '../editor/text-field.tsx'
import { FieldRows, Row } from './field-rows.tsx'
import { SETS } from './signing-guide.tsx'

export type RequestFormProps = {
  readonly documented: DocumentedOperation
  /** Whether this reader must enter the operator's token before a certificate is issued (D70). */
  readonly needsToken: boolean
}

/** A longer body scrolls. */
const MOST_ROWS = 18

/** The fields of a request, filled with the example. docs.js signs and sends it, and updates the sample. */
export function RequestForm({ documented, needsToken }: RequestFormProps) {
  const { route, reference, call, steps, presets, demandsDigest, customer } = documented
  const inputs = reference.parameters.filter(one => one.name !== 'X-Request-ID' && one.name !== 'Date')
  // Headers that already have a value are folded, except those of the PSU.
  const isShown = (one: ParameterReference) =>
    one.name === 'PSU-ID' || one.in === 'path' || (one.required && presets[one.name] === undefined)
  const rows = (shown: readonly ParameterReference[]) =>
    shown.map(one => <Parameter parameter={one} documented={documented} />)
  const folded = inputs.filter(one => !isShown(one))
  return (
    <form
      id="try"
      data-call={JSON.stringify({ ...call, template: route.path, digest: demandsDigest, steps })}
      data-customer={customer.customerNumber}
      data-base={useContext(AROUND).base}
      data-sample={docsPath(`/operations/${route.operation}/sample`)}
    >
      <Steps documented={documented} />
      {needsToken ? (
        <div class="row">
          <label for="token">Operator's token</label>
          <p class="hint">The bank printed the token at its start.</p>
          <input type="password" id="token" name="token" autocomplete="off" />
        </div>
      ) : null}
      {rows(inputs.filter(isShown))}
      {call.body === undefined ? null : (
        <>
          <h2 id="fields">
            <label for="body">Body</label>
          </h2>
          <TextField
            id="body"
            name="body"
            value={call.body}
            rows={Math.min(MOST_ROWS, call.body.split('\n').length + 1)}
            language="json"
            schema={`/openapi.json#${bodyPointer(route)}`}
          />
          <FieldRows fields={reference.fields} at="field" />
        </>
      )}
      <h2 id="headers">Headers and parameters</h2>
      <p class="soft">
        Besides certificate{demandsDigest ? ', digest' : ''} and signature, which Send and the samples add (header set{' '}
        <code>{route.headerSet}</code>: {SETS[route.headerSet][0].toLowerCase()}).
      </p>
      {folded.length === 0 ? null : (
        <details class="fold">
          <summary>More headers and parameters</summary>
          {rows(folded)}
        </details>
      )}
      {reference.parameters
        .filter(one => !inputs.includes(one))
        .map(field => (
          <Row field={field} at="parameter" />
        ))}
      <details class="fold">
        <summary>Signing string</summary>
        <p class="soft">
          Made from the request, again with each change; the line feeds between the lines count, and there is none at
          the end. A browser does not let a page send a Date of its own, which the answer then warns of.
        </p>
        <pre id="signing-string" tabindex={0} />
      </details>
    </form>
  )
}

/** The place of a body's schema in the OpenAPI document. */
function bodyPointer({ path, method }: DocumentedOperation['route']): string {
  const steps = ['paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema']
  return steps.map(step => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function Steps({ documented: { steps, customer } }: { readonly documented: DocumentedOperation }) {
  if (steps.length === 0) return null
  return (
    <>
      <p>Send and the samples first do what this call needs:</p>
      <ol id="steps">
        {steps.map(step => (
          <li>
            {step.kind === 'call' ? (
              <a href={docsPath(`/operations/${step.call.operation}`)}>{step.call.summary}</a>
            ) : step.kind === 'approve' ? (
              `${customer.name} approves the payment, at the operator's door`
            ) : (
              `${customer.name} opens the accounts to this TPP, at the operator's door`
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

/** A part of the path, a header or a parameter; its input knows which operation gives the value. */
function Parameter(props: { readonly parameter: ParameterReference; readonly documented: DocumentedOperation }) {
  const { parameter, documented } = props
  const { name, in: place, required, choices } = parameter
  const value = documented.presets[name] ?? ''
  const givers = documented.giversOf(name)
  const id = `in-${name}`
  const named = {
    id,
    name,
    'aria-label': name,
    'aria-describedby': `${id}-hint`,
    'data-in': place,
    ...(givers.length === 0 ? {} : { 'data-from': givers.join(' ') }),
  }
  return (
    <Row field={parameter} at="parameter" input={id}>
      {choices.length > 0 ? (
        <select {...named}>
          {(required && value !== '' ? [] : ['']).concat(choices).map(choice => (
            <option value={choice} selected={choice === value}>
              {choice === '' ? 'not sent' : choice}
            </option>
          ))}
        </select>
      ) : (
        <input {...named} type="text" value={value} autocomplete="off" spellcheck={false} />
      )}
    </Row>
  )
}
