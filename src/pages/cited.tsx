import type { Child } from 'hono/jsx'

/** A text in which the numbers of decisions are links. */
export function Cited({ text }: { readonly text: string }): Child {
  return text
    .split(/\b(D\d{1,3})\b/)
    .map((part, index) => (index % 2 === 1 ? <a href={`/docs/decisions#${part}`}>{part}</a> : part))
}
