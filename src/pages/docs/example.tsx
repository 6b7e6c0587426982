import { Command } from '../whole-words.tsx'

/** An example that runs as it stands: a file when its first line is its name in a comment, commands otherwise. */
export function Example({ text }: { readonly text: string }) {
  return (
    <pre tabindex={0} data-copy="">
      <code>
        <Command text={text} />
      </code>
    </pre>
  )
}
