import { assetUrl } from '../assets.ts'

type Props = {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly rows: number
  /** The address of the JSON Schema, by which the editor completes. */
  readonly schema: string
  /** YAML includes JSON. */
  readonly language: 'json' | 'yaml'
  readonly describedBy?: string
  /** The faults that the bank has found, with their lines if known. */
  readonly faults?: readonly { readonly text: string; readonly line?: number | undefined }[]
}

/** A field for a document. At its first use the editor takes its place, and writes into it. */
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
