import type { Copy } from '../../explain/copies/copies.ts'
import type { Explanation } from '../../explain/explanation.ts'
import { formatJson } from '../../http/json-bodies.ts'
import type { CallWarning, JournaledCall, JudgedFault, Message } from '../../journal/calls.ts'
import { isRefused } from '../../journal/filters.ts'
import { Code, Example, Facts } from '../parts.tsx'
import { Cited, Command } from '../whole-words.tsx'
import { callerOf } from './calls.tsx'
import { ConsoleFrame, Moment, TppLink } from './frame.tsx'

type CallPageProps = {
  readonly call: JournaledCall
  /** Why it was refused, when it was (D97). */
  readonly why: Explanation | undefined
  readonly copies: readonly Copy[]
  readonly base: string
  /** How many other calls have its X-Request-ID. */
  readonly others: number
  readonly tppName: string | undefined
}

/** One call with its whole record in the journal (D95). */
export function CallPage({ call, why, copies, base, others, tppName }: CallPageProps) {
  const failed = call.verdicts.filter(({ passed: hasPassed }) => !hasPassed)
  const passed = call.verdicts.filter(one => one.passed).map(({ step }) => step)
  return (
    <ConsoleFrame here="calls" title={`Call ${call.status}`} scripts={['copy.js']}>
      <p class="crumbs">
        <a href={`${base}/requests`}>Calls</a>
      </p>
      <h1>
        {call.method} <span class={isRefused(call) ? 'bad' : 'good'}>{call.status}</span>
      </h1>
      <p>
        <code>{call.target}</code>
      </p>
      {why === undefined ? null : <Why why={why} />}
      <Facts
        rows={[
          ['When', <Moment at={call.at} />],
          ['Took', `${Math.round(call.durationMs * 10) / 10} ms`],
          [
            'X-Request-ID',
            call.requestId === undefined ? undefined : (
              <>
                <code>{call.requestId}</code>{' '}
                <a href={`${base}/requests?${new URLSearchParams({ request: call.requestId })}`}>
                  {others === 0 ? 'no other call has it' : others === 1 ? '1 other call' : `${others} other calls`}
                </a>
              </>
            ),
          ],
          ['Operation', call.operation ?? 'none'],
          ['By', call.tppId === undefined ? callerOf(call) : <TppLink id={call.tppId} name={tppName} base={base} />],
          ['Code', call.code ?? 'none: it was not refused'],
        ]}
      />
      <h2>Steps</h2>
      {call.verdicts.length === 0 ? <p>None was written.</p> : null}
      {passed.length === 0 ? null : <p class="good">Passed: {passed.join(', ')}</p>}
      {failed.map(({ step, faults }) => (
        <section class="bad">
          <h3>{step} failed</h3>
          {faults.map(fault => (
            <FaultText fault={fault} />
          ))}
        </section>
      ))}
      <Warnings warnings={call.warnings} />
      <h2>Request</h2>
      <Part message={call.request} isRecorded={call.door !== 'PAGE'} />
      <h2>Answer</h2>
      <Part message={call.answer} isRecorded={call.door !== 'PAGE'} />
      <Copies copies={copies} />
    </ConsoleFrame>
  )
}

/** The rule of the refusal, the rows that it looked at, and a command that passes (D97). */
function Why({ why: { rule, rows, advice, change } }: { readonly why: Explanation }) {
  return (
    <section aria-labelledby="why">
      <h2 class="first" id="why">
        How to correct it
      </h2>
      <p>
        The rule: <Cited text={rule} />
      </p>
      <Facts
        rows={rows.map(({ noun, id, values }) => [
          noun,
          <>
            <code>{id}</code> {values.map(({ name, value }) => `${name} ${value}`).join(', ')}
          </>,
        ])}
      />
      {advice === undefined ? null : <Advice text={advice} />}
      {change === undefined ? null : <Example text={change} />}
    </section>
  )
}

/** What is to be done, with the addresses in it as links. */
function Advice({ text }: { readonly text: string }) {
  const parts = text.split(/(http:\/\/[^\s,;]*[^\s,;.:])/)
  return <p>{parts.map((part, place) => (place % 2 === 0 ? part : <a href={part}>{part}</a>))}</p>
}

function FaultText({ fault }: { readonly fault: JudgedFault }) {
  const { path, text, found, expected } = fault
  return (
    <>
      <p>
        {path === undefined ? null : <code>{path}</code>} {text}
      </p>
      <Facts
        isPlain={true}
        rows={[
          ['Expected', expected === text ? undefined : expected],
          ['Found', found === undefined || found === 'nothing' ? undefined : <code>{found}</code>],
        ]}
      />
    </>
  )
}

function Warnings({ warnings }: { readonly warnings: readonly CallWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <>
      <h2>Warnings</h2>
      <Facts isPlain={true} rows={warnings.map(({ code, text }) => [<code>{code}</code>, text])} />
    </>
  )
}

function Part(props: { readonly message: Message; readonly isRecorded: boolean }) {
  const { headers, body, bytes } = props.message
  const isSent = bytes > 0 || (!props.isRecorded && headers.some(([name]) => /^content-type$/i.test(name)))
  return (
    <>
      <Code>{linesOf(headers.filter(([name]) => !CERTIFICATE.test(name)))}</Code>
      {headers.some(([name]) => CERTIFICATE.test(name)) ? (
        <details>
          <summary>Its certificate</summary>
          <Code>{linesOf(headers.filter(([name]) => CERTIFICATE.test(name)))}</Code>
        </details>
      ) : null}
      {body === undefined ? (
        <p class="soft">{isSent ? `Its body${bytes === 0 ? '' : ` of ${bytes} bytes`} is not kept.` : 'No body.'}</p>
      ) : (
        <Code>{formatJson(body)}</Code>
      )}
    </>
  )
}

// Some 2,000 characters, which are rarely read.
const CERTIFICATE = /^tpp-signature-certificate$/i

function linesOf(headers: Message['headers']): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** A call in its other forms, each to be read, marked and copied as it stands; a script adds a button that copies. */
function Copies({ copies }: { readonly copies: readonly Copy[] }) {
  return (
    <section class="copies" aria-labelledby="copies">
      <h2 id="copies">Copy it as</h2>
      {copies.map(({ form, title, text, note, link }) => (
        <details id={`as-${form.toLowerCase()}`}>
          <summary>{title}</summary>
          {note === undefined ? null : <p class="soft">{note}</p>}
          {link === undefined ? null : (
            <p>
              <a href={link}>Open it in GraphiQL</a>
            </p>
          )}
          {text === undefined ? null : (
            <Code>{form === 'CALL' || form === 'GRAPHQL' ? <Command text={text} /> : text}</Code>
          )}
        </details>
      ))}
    </section>
  )
}
