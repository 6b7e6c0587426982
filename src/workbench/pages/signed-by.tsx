import type { Child } from 'hono/jsx'
import { distinctNames, type KnownTpp } from '../../domain/tpps.ts'
import { plainName } from './parts.tsx'

type Props = {
  /** All TPPs of the bank; undefined when the reader may not see them. */
  readonly tpps: readonly KnownTpp[] | undefined
  /** The id of the TPP to choose first, if the bank or this browser has its key. */
  readonly wanted?: string | undefined
  /** Whether only that TPP may sign. */
  readonly isStrict?: boolean
  readonly chosen: string | undefined
  readonly isSmall?: boolean
  readonly children?: Child
}

/** The choice of the signing TPP. All TPPs are listed; those whose key neither the bank nor this browser has are disabled (D105). A script adds the browser's. */
export function SignedBy({ tpps, wanted, isStrict = false, chosen, isSmall = false, children }: Props) {
  const names = new Map(
    distinctNames(new Map(tpps?.map(({ id, name, localName }) => [id, localName ?? plainName(name)]))),
  )
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
      {tpps?.map(({ id, localName }) => (
        <option
          value={id}
          data-name={names.get(id)}
          data-local={localName}
          disabled={localName === undefined}
          selected={id === chosen}
        >
          {localName === undefined ? `${names.get(id)} (no key here)` : `as ${names.get(id)}`}
        </option>
      ))}
      {children}
    </select>
  )
}
