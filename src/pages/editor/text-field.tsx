import { assetUrl } from '../assets.ts'

type Props = {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly rows: number
  /** Where the JSON Schema is that the editor completes from. */
  readonly schema: string
  /** Only JSON, or YAML too. */
  readonly language: 'json' | 'yaml'
  readonly describedBy?: string
  /** What the bank has found wrong with it, where it knows by the lines of the text. */
  readonly faults?: readonly { readonly text: string; readonly line?: number | undefined }[]
}

/** A field for a document. The editor takes its place when it is first used, and writes into it. */
export function TextField(props: Props) {
  const { id, name, value, rows, schema, language, describedBy, faults = [] } = props
  const placed = faults.flatMap(({ text, line }) => (line === undefined ? [] : [{ text, line }]))
  return (
    <div class="edited">
      <textarea
        id={id}
        name={name}
        rows={rows}
        spellcheck={false}
        data-editor={assetUrl('editor.js')}
        data-schema={schema}
        data-language={language}
        {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
        {...(faults.length > 0 ? { 'aria-invalid': 'true' as const } : {})}
        {...(placed.length === 0 ? {} : { 'data-faults': JSON.stringify(placed) })}
      >
        {value}
      </textarea>
    </div>
  )
}
