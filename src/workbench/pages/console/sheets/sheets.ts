import { type GraphQLField, getNamedType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { schema } from '../../../../api/graphql/schema.ts'
import { KEYED, type KeyedKind } from '../../../../domain/keys.ts'
import { fieldsOf, type SheetField, wordsOfName } from './sheet-fields.ts'

/**
 * A form for a mutation that makes or changes a thing. All of it follows from the graph, which follows from the records of operations: a new operation has
 * its sheet by itself.
 */
export type Sheet = {
  /** The mutation. */
  readonly name: string
  readonly does: 'new' | 'change'
  /** The thing in addresses: `signing-basket`. */
  readonly noun: string
  readonly title: string
  readonly makes: KeyedKind | undefined
  /** What is asked of the answer, and the field of it that has the thing. */
  readonly thing: { readonly field: string; readonly id: 'id' | 'name' }
  readonly fields: readonly SheetField[]
}

/** The sheet that an address names: `?new=account` makes one, `?change=account` changes one. */
export function sheetAt(does: Sheet['does'], noun: string): Sheet | undefined {
  return all().get(`${does} ${noun}`)
}

/** The sheet of a mutation. */
export function sheetOf(mutation: string): Sheet | undefined {
  return [...all().values()].find(({ name }) => name === mutation)
}

/** The titles of an act and of what it did, where a sheet does it. */
export function wordsOf(mutation: string): { readonly title: string; readonly done?: string } | undefined {
  const sheet = sheetOf(mutation)
  if (sheet === undefined) return undefined
  const noun = sheet.noun.replaceAll('-', ' ')
  return { title: sheet.title, ...(sheet.does === 'change' ? { done: `The ${noun} was changed` } : {}) }
}

export const allSheets = (): readonly Sheet[] => [...all().values()]

let sheets: ReadonlyMap<string, Sheet> | undefined

// Made when a first sheet is needed.
function all(): ReadonlyMap<string, Sheet> {
  sheets ??= new Map(
    Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(field => {
      const sheet = sheetFor(field)
      return sheet === undefined ? [] : [[`${sheet.does} ${sheet.noun}`, sheet] as const]
    }),
  )
  return sheets
}

function sheetFor(field: GraphQLField<unknown, unknown>): Sheet | undefined {
  const { name, args, extensions } = field
  const type = args[0] === undefined ? undefined : getNamedType(args[0].type)
  const does = doesOf(field)
  if (args[0]?.name !== 'input' || !isInputObjectType(type) || does === undefined) return undefined
  const [, ...words] = wordsOfName(name)
  const makes = Object.keys(KEYED).find((kind): kind is KeyedKind => kind === extensions['makes'])
  const noun = words.join(' ')
  return {
    name,
    does,
    noun: words.join('-'),
    title: does === 'new' ? `New ${noun}` : `Change the ${noun}`,
    makes,
    thing: thingOf(field, makes),
    get fields() {
      return fieldsOf(type)
    },
  }
}

/** An SCA is started, not made: its buttons stand with what it is for. */
function doesOf({ name, extensions }: GraphQLField<unknown, unknown>): Sheet['does'] | undefined {
  if (name.startsWith('change')) return 'change'
  const { makes } = extensions
  return (makes !== undefined && makes !== 'Authorisation') || name.startsWith('create') ? 'new' : undefined
}

/** The field of the answer that has what is made or changed, of which the id is asked. */
function thingOf(field: GraphQLField<unknown, unknown>, makes: KeyedKind | undefined): Sheet['thing'] {
  const payload = getNamedType(field.type)
  const found = Object.values(isObjectType(payload) ? payload.getFields() : {}).flatMap(one => {
    const type = getNamedType(one.type)
    const id =
      isObjectType(type) || isInterfaceType(type)
        ? (['id', 'name'] as const).find(id => id in type.getFields())
        : undefined
    return id === undefined ? [] : [{ field: one.name, id }]
  })
  const named = found.find(({ field: name }) => name.toLowerCase() === makes?.toLowerCase())
  const thing = named ?? found[0]
  if (thing === undefined) throw new TypeError(`${field.name} answers nothing that has an id.`)
  return thing
}
