import type { Child } from 'hono/jsx'
import { docsPath } from './around.ts'

/** Texts that have one style on all pages. Gaps are drawn, not written, so that a copy is the original text. */

/** An IBAN in groups of four, as on paper. Other numbers stay unchanged. */
export function AccountNumber({ number }: { readonly number: string }) {
  if (!IBAN.test(number)) return <>{number}</>
  const parts = number.match(/.{1,4}/g) ?? []
  return (
    <span class="iban">
      {parts.map((part, place) => (
        <>
          {place === 0 ? null : <wbr />}
          <span>{part}</span>
        </>
      ))}
    </span>
  )
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{8,30}$/

/** A command in which no option and no name of a world is broken at a hyphen. */
export function Command({ text }: { readonly text: string }) {
  const parts: Child[] = text
    .split(OPTION)
    .map((part, place) => (place % 2 === 1 ? <span class="whole-word">{part}</span> : part))
  return <>{parts}</>
}

const OPTION = /(--world '?[\w-]+'?|(?<![\w-])--[a-z][a-z-]*)/

/** A text whose parts in backticks are shown as code, and the others as `show` shows them. */
export function withCode(text: string, show: (part: string) => Child = part => part): Child {
  return text.split(/`([^`]+)`/).map((part, place) => (place % 2 === 1 ? <code>{part}</code> : show(part)))
}

/** A text with links to the decisions that it cites; the page of all says what [I] is. */
export function Cited({ text }: { readonly text: string }): Child {
  return withCode(text, part =>
    part.split(/(\bD\d{1,3}\b|\[I\])/).map((one, index) => (index % 2 === 1 ? <Source id={one} /> : one)),
  )
}

function Source({ id }: { readonly id: string }) {
  if (id !== '[I]') return <a href={docsPath(`/decisions#${id}`)}>{id}</a>
  return (
    <a href={docsPath('/decisions')} title="The interface description">
      {id}
    </a>
  )
}

/** Method and path of an operation. On a narrow screen the path breaks after a slash, not within a name. */
export function Endpoint({
  route: { method, path },
}: {
  readonly route: { readonly method: string; readonly path: string }
}) {
  return (
    <>
      <span class={`verb ${method}`}>{method}</span>{' '}
      <code>
        {path.split(/(?<=.\/)/).map(part => (
          <>
            {part}
            <wbr />
          </>
        ))}
      </code>
    </>
  )
}
