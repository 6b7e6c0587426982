import DataLoader from 'dataloader'
import { DomainError } from '../../domain/errors.ts'
import { type CertificateFacts, type KnownTpp, normaliseTppId } from '../../domain/tpps.ts'
import type { Store } from '../../platform/store/db.ts'
import { BUILT_IN_TPP, type Caller, type Context, type Deps } from '../context.ts'

/** The TPPs that this bank knows: its own, those that `sandbank tpp new` made, those that it certified, and those that have called. */

// Callers that are recorded already, so that only the first call of a TPP writes.
const written = new WeakMap<Store, Map<string, string>>()

/** Records a TPP that calls. Its certificate identifies it, so the TPP is real whatever the result of the call. */
export function noteCaller(deps: Deps, caller: Caller): void {
  if (caller.kind !== 'tpp') return
  const { tppId: id, tppName: name } = caller
  const known = written.get(deps.store) ?? new Map<string, string>()
  if (known.get(id) === name) return
  written.set(deps.store, known.set(id, name))
  const create = { id, name, firstCalledAt: deps.machineNow() }
  // The call does not wait for this and does not fail with it: the TPP's next call tries again.
  deps.store
    .transaction(async tx => {
      const before = await tx.tpp.findUnique({ where: { id } })
      const { firstCalledAt } = before?.firstCalledAt == null ? create : before
      await tx.tpp.upsert({ where: { id }, create, update: { name, firstCalledAt } })
    })
    .catch(() => known.delete(id))
}

/** The name of a TPP that has called this server. */
export const nameOfCaller = ({ deps }: Context, id: string) => written.get(deps.store)?.get(id)

// The certificates that this server has issued. Those of a TPP that has called are in the journal.
const issued = new WeakMap<Store, Map<string, CertificateFacts>>()

/** Records a TPP that got its certificate from this bank: calls on its behalf work before it has called itself. */
export async function rememberTpp(
  { deps }: Context,
  id: string,
  name: string,
  certificate: CertificateFacts,
): Promise<void> {
  issued.set(deps.store, (issued.get(deps.store) ?? new Map<string, CertificateFacts>()).set(id, certificate))
  await deps.store.transaction(tx => tx.tpp.upsert({ where: { id }, create: { id, name }, update: { name } }))
}

/** All known TPPs by id, each once. */
export async function knownTpps({ deps, db }: Context): Promise<KnownTpp[]> {
  const known = new Map([[BUILT_IN.id, BUILT_IN]])
  // TPPs that called just now may not be stored yet.
  for (const [id, name] of written.get(deps.store) ?? []) known.set(id, { ...BUILT_IN, id, name })
  for (const called of await db.tpp.findMany())
    known.set(called.id, { ...called, firstCalledAt: called.firstCalledAt ?? undefined, localName: undefined })
  for (const [id, certificate] of issued.get(deps.store) ?? []) {
    const tpp = known.get(id)
    if (tpp !== undefined) known.set(id, { ...tpp, certificate })
  }
  for (const local of (await deps.localTpps?.()) ?? []) {
    known.set(local.id, { firstCalledAt: undefined, ...known.get(local.id), ...local })
  }
  return [...known.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
}

const BUILT_IN: KnownTpp = {
  id: BUILT_IN_TPP.tppId,
  name: BUILT_IN_TPP.tppName,
  localName: undefined,
  firstCalledAt: undefined,
}

// One reading of the register for all TPPs that are asked for in one tick. Nothing is kept: a later tick may follow a command that adds one.
const readers = new WeakMap<Context['load'], DataLoader<string, KnownTpp | undefined>>()

/** What the bank knows of a TPP by its id, if it knows the TPP. */
export function knownTpp(ctx: Context, id: string): Promise<KnownTpp | undefined> {
  const reader =
    readers.get(ctx.load) ??
    new DataLoader<string, KnownTpp | undefined>(
      async ids => {
        const known = new Map((await knownTpps(ctx)).map(one => [one.id, one]))
        return ids.map(one => known.get(one))
      },
      { cache: false },
    )
  readers.set(ctx.load, reader)
  return reader.load(id)
}

/** The TPP with an id, with or without the prefix PSD. RESOURCE_UNKNOWN for one that the bank does not know. */
export async function getTpp(ctx: Context, id: string): Promise<KnownTpp> {
  const found = await knownTpp(ctx, normaliseTppId(id))
  if (found !== undefined) return found
  throw new DomainError('RESOURCE_UNKNOWN', `There is no TPP with the id ${JSON.stringify(id.slice(0, 80))}.`)
}

/**
 * The TPP that an operator names: by its id, with or without the prefix PSD, by its local name, or by the name in its certificate where one TPP alone
 * has it. RESOURCE_UNKNOWN for any other, with the names of the known ones.
 */
export async function findTpp(ctx: Context, idOrName: string, path: string): Promise<KnownTpp> {
  const known = await knownTpps(ctx)
  const [found, ...others] = tppsCalled(known, idOrName)
  if (found !== undefined && others.length === 0) return found
  const shown = JSON.stringify(idOrName.slice(0, 80))
  throw new DomainError(
    'RESOURCE_UNKNOWN',
    found === undefined
      ? `There is no TPP ${shown}. Known are ${listed(known)}; \`npx sandbank tpp new NAME\` makes one.`
      : `Several TPPs are called ${shown}: give the id of one, of ${listed([found, ...others])}.`,
    path,
  )
}

/** The id of the only TPP that is called so; any other text is returned as it is. */
export function idOfName(known: readonly KnownTpp[], idOrName: string): string {
  const [found, ...others] = tppsCalled(known, idOrName)
  return found === undefined || others.length > 0 ? idOrName : found.id
}

/** Several where the name in their certificates is the same. */
function tppsCalled(known: readonly KnownTpp[], idOrName: string): KnownTpp[] {
  const id = normaliseTppId(idOrName)
  const found = known.find(one => one.id === id) ?? known.find(one => one.localName === idOrName)
  return found === undefined ? known.filter(({ name }) => name === idOrName) : [found]
}

function listed(known: readonly KnownTpp[]): string {
  const named = known
    .slice(0, 10)
    .map(({ id, name, localName = name }) => (localName === id ? id : `${localName} (${id})`))
  return known.length > named.length ? `${named.join(', ')} and ${known.length - named.length} more` : named.join(', ')
}
