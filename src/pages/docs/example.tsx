import { Code } from '../blocks.tsx'
import { Command } from '../whole-words.tsx'

/** An example that runs as it stands: a file when its first line is its name in a comment, commands otherwise. */
export function Example({ text }: { readonly text: string }) {
  return (
    <Code>
      <Command text={text} />
    </Code>
  )
}
