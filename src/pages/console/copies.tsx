import type { Copy } from '../../explain/copies/copies.ts'
import { Code } from '../blocks.tsx'
import { Command } from '../whole-words.tsx'

/** A call in its other forms, each to be read, marked and copied as it stands; a script adds a button that copies. */
export function Copies({ copies }: { readonly copies: readonly Copy[] }) {
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
