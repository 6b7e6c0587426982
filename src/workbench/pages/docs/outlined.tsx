import { raw } from 'hono/html'
import type { Child, FC } from 'hono/jsx'

type Entry = readonly [id: string, title: string]

/** A page of the documentation under its title, with the outline of its headings at the right. Each heading gets an address of its own. */
export function Outlined({ title, Page }: { readonly title: string; readonly Page: FC }) {
  const entries: Entry[] = []
  const content = String(<Page />).replaceAll(HEADING, (_, id: string | undefined, inner: string) => {
    const words = inner.replaceAll(/<[^<>]*>/g, '')
    const own = id ?? words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    entries.push([own, words])
    return `<h2 id="${own}">${inner}</h2>`
  })
  const article: Child = (
    <article>
      <h1>{title}</h1>
      {raw(content)}
    </article>
  )
  if (entries.length < FEW) return article
  return (
    <div class="outlined">
      {article}
      <nav class="outline" aria-label="On this page">
        <ul>
          {entries.map(([id, words]) => (
            <li>
              <a href={`#${id}`}>{raw(words)}</a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

const HEADING = /<h2(?: id="([^"]+)")?>(.*?)<\/h2>/gs
/** With fewer headings than this, a page is its own outline. */
const FEW = 2
