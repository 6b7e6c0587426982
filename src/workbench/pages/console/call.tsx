import type { Copy } from '../../../api/graphql/workbench.ts'
import type { CallWarning, JournaledCall, Message, Verdict } from '../../../domain/calls.ts'
import { isObject } from '../../../domain/given.ts'
import { parseJson } from '../../../domain/texts.ts'
import type { KnownTpp } from '../../../domain/tpps.ts'
import { formatJson, isJson } from '../../../platform/http/json-bodies.ts'
import { isRefused } from '../../../sandbox/journal/filters.ts'
import type { Arrow } from '../../explain/stories/sequence.ts'
import type { ExplanationInParts } from '../../explain/why.ts'
import { docsPath } from '../around.ts'
import { counted } from '../language.ts'
import { Code, Example, Facts, Program } from '../parts.tsx'
import { Cited, Command, withCode } from '../whole-words.tsx'
import { callerOf } from './calls.tsx'
import { type Correction, withoutSigner } from './correction.ts'
import { FaultyBody } from './faulty-body.tsx'
import { ConsoleFrame, Moment, TppLink } from './frame.tsx'
import { canBeSent, SendAgain, SentAgain } from './send-again.tsx'
import { Sequence } from './sequence.tsx'

type CallPageProps = {
  readonly call: JournaledCall
  /** Why it was refused, if it was (D97). */
  readonly why: ExplanationInParts | undefined
  /** What would be right in its place, where the bank knows. */
  readonly correction: Correction | undefined
  readonly copies: readonly Copy[]
  readonly base: string
  /** How many other calls have the same X-Request-ID. */
  readonly others: number
  readonly tppName: string | undefined
  readonly tpps: readonly KnownTpp[]
  readonly token: string
  /** The call that it repeats, if the reader has just sent that again. */
  readonly earlier: JournaledCall | undefined
  /** The calls of its TPP before it, with the acts of operator and PSUs between them. */
  readonly arrows: readonly Arrow[]
}

/** One call with its whole record in the journal (D95). */
export function CallPage(props: CallPageProps) {
  const { call, why, correction, copies, base, tppName, earlier, arrows } = props
  const faults = call.verdicts.flatMap(verdict => verdict.faults)
  return (
    <ConsoleFrame here="calls" title={`Call ${call.status}`} scripts={['copy.js', 'again.js']}>
      <p class="crumbs">
        <a href={`${base}/requests`}>Calls</a>
      </p>
      {earlier === undefined ? null : <SentAgain earlier={earlier} base={base} />}
      <Heading {...props} faults={faults.filter(({ isNote }) => isNote !== true).length} />
      <p>
        <span class={`verb ${call.method}`}>{call.method}</span> <code>{call.target}</code>{' '}
        {call.operation === undefined ? null : call.door === 'REST' ? (
          <a href={docsPath(`/operations/${call.operation}`)}>{call.operation}</a>
        ) : (
          <span class="soft">{call.operation}</span>
        )}
        <br />
        <span class="soft">
          <Moment at={call.at} />, {Math.round(call.durationMs * 10) / 10} ms, by{' '}
          {call.tppId === undefined ? callerOf(call) : <TppLink id={call.tppId} name={tppName} base={base} />}
        </span>
      </p>
      <div class="split">
        <div>
          {faults.length === 0 ? null : <FaultyBody body={call.request.body} faults={faults} />}
          <h2>Request</h2>
          <Part
            message={call.request}
            isRecorded={call.door !== 'PAGE'}
            isShown={faults.length > 0 && isJson(call.request.body ?? '')}
          />
          <h2>Answer</h2>
          <Part message={call.answer} isRecorded={call.door !== 'PAGE'} />
          {arrows.length < 2 ? null : (
            <section aria-labelledby="before">
              <h2 id="before">What led to this call</h2>
              <Sequence arrows={arrows} marked={call.id} />
            </section>
          )}
          <Copies copies={copies} />
        </div>
        <div>
          <Beads verdicts={call.verdicts} />
          {why === undefined ? null : <Why {...{ why, correction, base }} isSendable={canBeSent(call)} />}
          <Warnings warnings={call.warnings} />
          <Named {...props} />
        </div>
      </div>
    </ConsoleFrame>
  )
}

/** What names the call, and what it names. */
function Named({ call, others, base }: CallPageProps) {
  const payment = paymentOf(call)
  return (
    <Facts
      rows={[
        [
          'X-Request-ID',
          call.requestId === undefined ? undefined : (
            <>
              <code>{call.requestId}</code>{' '}
              {others === 0 ? null : (
                <a href={`${base}/requests?${new URLSearchParams({ request: call.requestId })}`}>
                  {counted(others, 'other call')} with this id
                </a>
              )}
            </>
          ),
        ],
        [
          'Payment',
          payment === undefined ? undefined : (
            <a href={`${base}/console/payments/${payment}`}>
              <code>{payment}</code>
            </a>
          ),
        ],
        ['Trace', call.traceId],
      ]}
    />
  )
}

type HeadingProps = CallPageProps & { readonly faults: number }

function Heading({ call, faults, copies, correction, base, token, tpps }: HeadingProps) {
  return (
    <div class="heading">
      <h1>
        <span class={isRefused(call) ? 'bad' : 'good'}>
          {call.status} {call.code ?? call.operation ?? ''}
        </span>
        {faults === 0 ? null : ` · ${counted(faults, 'fault')}`}
      </h1>
      <div class="row-actions">
        <SendAgain {...{ call, base, token, tpps, correction }} />
        {call.door === 'REST' && call.operation !== undefined ? (
          <a
            class="button second"
            href={docsPath(`/operations/${call.operation}?${new URLSearchParams({ from: call.id })}#try`)}
          >
            Edit
          </a>
        ) : null}
        <CopyMenu copies={copies} />
      </div>
    </div>
  )
}

/** The payment that a call names, or has made. */
function paymentOf({ operation, target, answer }: JournaledCall): string | undefined {
  const [, named] = PAYMENT.exec(target) ?? []
  if (named !== undefined || operation === undefined || !/^create\w*Payment$/.test(operation)) return named
  const body = parseJson(answer.body ?? '')
  return isObject(body) && typeof body['paymentId'] === 'string' ? body['paymentId'] : undefined
}

const PAYMENT = /\/v1\/(?:bulk-|periodic-)?payments\/[a-z-]+\/([\da-f-]{36})(?:\/|$)/

/**
 * The rule of the refusal, the rows that it examined, and what helps (D97): what the operator does first is a document for GraphiQL, and the call itself has
 * its buttons. Another command is shown as it is.
 */
function Why(
  props: Pick<CallPageProps, 'correction' | 'base'> & {
    readonly why: ExplanationInParts
    readonly isSendable: boolean
  },
) {
  const { why, correction, base, isSendable } = props
  const { rule, rows, advice, change } = why
  const commands = withoutSigner(why.commands)
  const documents = commands.filter(one => one.door === 'GRAPHQL')
  const isWhole = isSendable && commands.every(({ door }) => door !== 'NONE')
  return (
    <section aria-labelledby="why">
      <h2 id="why">How to correct the call</h2>
      <p>
        The rule: <Cited text={rule} />
      </p>
      <Facts
        rows={rows.map(({ noun, id, values }) => [
          noun === 'Scenario' ? <a href={`${base}/console/scenarios`}>Scenario</a> : noun,
          <>
            <code>{id}</code> {values.map(({ name, value }) => `${name} ${value}`).join(', ')}
          </>,
        ])}
      />
      {advice === undefined || correction !== undefined ? null : <Advice text={advice} />}
      {!isWhole ? null : documents.map(document => <Document {...document} base={base} />)}
      {isWhole || change === undefined ? null : <Example text={change} />}
    </section>
  )
}

/** What the operator does before the call is sent again. */
function Document(props: { readonly query: string; readonly variables: object; readonly base: string }) {
  const { query, variables, base } = props
  const values = Object.keys(variables).length === 0 ? {} : { variables: JSON.stringify(variables, null, 2) }
  return (
    <>
      <p>
        First <a href={`${base}/graphql?${new URLSearchParams({ query, ...values })}`}>run this in GraphiQL</a>, then
        send the call again:
      </p>
      <Program language="graphql" text={query} />
    </>
  )
}

/** Advice, with its addresses as links that show their paths. */
function Advice({ text }: { readonly text: string }) {
  const linked = (words: string) =>
    words
      .split(/(https?:\/\/[^\s,;]*[^\s,;.:])/)
      .map((part, place) => (place % 2 === 0 ? part : <a href={part}>{part.replace(/^https?:\/\/[^/]+/, '')}</a>))
  return <p>{withCode(text, linked)}</p>
}

/** The steps of a call in order, as dots; the failed one has its name, and those after it did not run (D12). */
function Beads({ verdicts }: { readonly verdicts: readonly Verdict[] }) {
  if (verdicts.length === 0) return null
  return (
    <ol class="beads" aria-label="Steps of the call">
      {verdicts.map(({ step, passed }) => (
        <li class={passed ? 'good' : 'bad'} title={`${step} ${passed ? 'passed' : 'failed'}`}>
          {passed ? <span class="hidden">{step} passed</span> : `${step} failed`}
        </li>
      ))}
    </ol>
  )
}

function Warnings({ warnings }: { readonly warnings: readonly CallWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <>
      <h2>Warnings</h2>
      <Facts rows={warnings.map(({ code, text }) => [<code>{code}</code>, withCode(text)])} />
    </>
  )
}

function Part(props: {
  readonly message: Message
  readonly isRecorded: boolean
  /** Whether the page already shows the body elsewhere. */
  readonly isShown?: boolean
}) {
  const { headers, body, bytes } = props.message
  const isSent = bytes > 0 || (!props.isRecorded && headers.some(([name]) => /^content-type$/i.test(name)))
  const certificates = headers.filter(([name]) => CERTIFICATE.test(name))
  return (
    <div class="kept">
      {props.isShown === true ? null : body === undefined ? (
        <p class="soft">{isSent ? `Its body${bytes === 0 ? '' : ` of ${bytes} bytes`} is not kept.` : 'No body.'}</p>
      ) : (
        <Code>{formatJson(body)}</Code>
      )}
      <details>
        <summary>{counted(headers.length, 'header')}</summary>
        <Code>{linesOf(headers.filter(([name]) => !CERTIFICATE.test(name)))}</Code>
        {certificates.length === 0 ? null : (
          <details>
            <summary>Its certificate</summary>
            <Code>{linesOf(certificates)}</Code>
          </details>
        )}
      </details>
    </div>
  )
}

// About 2,000 characters that are rarely read.
const CERTIFICATE = /^tpp-signature-certificate$/i

function linesOf(headers: Message['headers']): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** Links to the forms of the copy; each opens its form. */
function CopyMenu({ copies }: { readonly copies: readonly Copy[] }) {
  return (
    <details class="drop">
      <summary class="button second">Copy as</summary>
      <div class="sheet">
        <ul class="plain">
          {copies
            .filter(({ text }) => text !== undefined)
            .map(({ form, title }) => (
              <li>
                <a href={`#copy-${form.toLowerCase()}`}>{title}</a>
              </li>
            ))}
        </ul>
      </div>
    </details>
  )
}

/** A call in its other forms, folded: a link of the menu opens its form. A script adds a button that copies. */
function Copies({ copies }: { readonly copies: readonly Copy[] }) {
  return (
    <details class="copies fold">
      <summary>Copy the call as</summary>
      {copies.map(({ form, title, text, note, link }) => (
        <details id={`as-${form.toLowerCase()}`}>
          <summary>{title}</summary>
          {/* A browser opens the details that contain the target of its address. */}
          <span id={`copy-${form.toLowerCase()}`} />
          {note === undefined ? null : <p class="soft">{note}</p>}
          {link === undefined ? null : (
            <p>
              <a href={link}>Open the document in GraphiQL</a>
            </p>
          )}
          {text === undefined ? null : (
            <Code>{form === 'CALL' || form === 'GRAPHQL' ? <Command text={text} /> : text}</Code>
          )}
        </details>
      ))}
    </details>
  )
}
