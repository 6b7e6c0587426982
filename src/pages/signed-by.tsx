import type { Child } from 'hono/jsx'
import type { KnownTpp } from '../domain/tpps.ts'
import { plainName } from './parts.tsx'

type Props = {
  /** All TPPs of the bank; undefined when the reader may not see them. */
  readonly tpps: readonly KnownTpp[] | undefined
  /** The id of the TPP that signs, if the bank or this browser has its key. */
  readonly wanted?: string | undefined
  /** Whether no other TPP may sign in its place. */
  readonly isStrict?: boolean
  readonly chosen: string | undefined
  readonly isSmall?: boolean
  readonly children?: Child
}

/** Chooses the TPP that signs: all are listed, and those whose key neither the bank nor this browser has cannot be chosen (D105). A script adds the browser's keys. */
export function SignedBy({ tpps, wanted, isStrict = false, chosen, isSmall = false, children }: Props) {
  return (
    <select
      id="signer"
      name="tpp"
      class={isSmall ? 'small' : undefined}
      aria-label="Signed by"
      data-all={tpps === undefined ? undefined : ''}
      data-wanted={wanted}
      data-strict={isStrict ? '' : undefined}
    >
      {tpps?.map(({ id, name, localName }) => (
        <option value={id} data-name={plainName(name)} disabled={localName === undefined} selected={id === chosen}>
          {localName === undefined ? `${plainName(name)}, whose key is not here` : `as ${localName}`}
        </option>
      ))}
      {children}
    </select>
  )
}
