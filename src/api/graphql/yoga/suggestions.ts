import {
  type DocumentNode,
  FieldsOnCorrectTypeRule,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  Kind,
  KnownArgumentNamesRule,
  ProvidedRequiredArgumentsRule,
  specifiedRules,
  type ValidationContext,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql'
import { bookingStatusMissing } from '../../../bank/inputs/account-information.ts'
import { operationNamed } from '../../../bank/operations/operation.ts'
import { MOST_FAULTS } from '../../../domain/errors.ts'
import { nearest, nearestOnes } from '../../../domain/nearest-names.ts'

/**
 * The faults of a document by GraphQL's own rules, each with the name that was probably meant by its words. GraphQL's own suggestions go by letters
 * alone, which makes stopClock of setClock and REJECTED of ACCEPTED.
 */
export function faultsOfDocument(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  return validate(schema, document, RULES, { maxErrors: MOST_FAULTS, hideSuggestions: true })
}

type Suggest = (error: GraphQLError, context: ValidationContext) => GraphQLError

const SUGGESTING: ReadonlyMap<ValidationRule, Suggest> = new Map([
  [FieldsOnCorrectTypeRule, inRightPlace],
  [KnownArgumentNamesRule, underRightName],
  [ValuesOfCorrectTypeRule, underRightName],
  [ProvidedRequiredArgumentsRule, withItsCode],
])

const RULES: readonly ValidationRule[] = specifiedRules.map(rule => {
  const suggest = SUGGESTING.get(rule)
  if (suggest === undefined) return rule
  return context => {
    const reportError = (error: GraphQLError) => context.reportError(suggest(error, context))
    return rule(Object.create(context, { reportError: { value: reportError } }))
  }
})

/** A statement without bookingStatus is refused with the code that REST has for that (D42). */
function withItsCode(error: GraphQLError, context: ValidationContext): GraphQLError {
  const [node] = error.nodes ?? []
  const wants = context.getFieldDef()?.args.some(arg => arg.name === 'bookingStatus' && isRequiredArgument(arg))
  if (wants !== true || node?.kind !== Kind.FIELD) return error
  return new GraphQLError(error.message, { nodes: node, originalError: bookingStatusMissing() })
}

type NamedType = GraphQLNamedType | null | undefined

/** The right place for a field that stands in the wrong one; this comes before a similar name. */
function inRightPlace(error: GraphQLError, context: ValidationContext): GraphQLError {
  const [node] = error.nodes ?? []
  const [owner, schema] = [context.getParentType(), context.getSchema()]
  if (node?.kind !== Kind.FIELD || owner == null) return error
  const field = node.name.value
  const has = (type: NamedType) => isObjectType(type) && type.getFields()[field] !== undefined
  const [isQuery, isMutation] = [has(schema.getQueryType()), has(schema.getMutationType())]
  if (owner === schema.getQueryType() && isMutation)
    return withHint(error, `It is a mutation: write mutation { ${field} … }.`)
  if (owner === schema.getSubscriptionType() && isQuery)
    return withHint(error, `It cannot be followed: ask by query { ${field} … }.`)
  if (owner === schema.getMutationType() && isQuery)
    return withHint(error, `It is a query: write query { ${field} … }.`)
  const read = operationNamed(field)?.readAt
  if (read !== undefined && (owner === schema.getQueryType() || owner === schema.getMutationType()))
    return withHint(error, `A TPP reads it: write query { ${writtenWay(read.split('.'), schema.getQueryType())} }.`)
  const words = hasFields(owner) ? hintOfWords(field, Object.keys(owner.getFields())) : ''
  if (
    words === '' &&
    owner === schema.getMutationType() &&
    hasFields(owner) &&
    owner.getFields()[field.replace(CHANGING, 'delete')] !== undefined
  )
    return withHint(error, 'There is no way to change it: delete it, and make another.')
  return withHint(error, words === '' ? hintOfField(field, owner, schema) : words)
}

/** Fields in each other, each with the arguments that it demands. */
function writtenWay([name, ...rest]: readonly string[], owner: NamedType): string {
  const field = hasFields(owner) && name !== undefined ? owner.getFields()[name] : undefined
  if (field === undefined) return '…'
  const demanded = field.args.filter(isRequiredArgument).map(arg => `${arg.name}: …`)
  const called = demanded.length === 0 ? field.name : `${field.name}(${demanded.join(', ')})`
  const type = getNamedType(field.type)
  return hasFields(type) ? `${called} { ${writtenWay(rest, type)} }` : called
}

const CHANGING = /^(?:update|edit|modify|set|put|patch)(?=[A-Z])/

/** Words that other graphs, REST and version 1 have for what this one calls otherwise. The name that is meant must be there. */
const OTHER_WORDS: readonly (readonly [word: RegExp, ours: readonly string[]])[] = [
  [/^(?:set|change|update|adjust|edit)(?:Account)?Balances?$/, ['changeBalances']],
  [/^(?:create|make|save|store|add)Snapshot$/, ['takeSnapshot']],
  [
    /^(?:inject|force|simulate|fail|trigger|create|add|set|make)(?:Next)?(?:Call|Fault|Error|Failure|Outcome|Response|Scenario)s?$/,
    ['setScenario'],
  ],
  [CHANGING, ['change', 'set']],
  [/^(?:update|edit|modify|set|put|patch|rename)(Customer|Account|Engagement)\w*$/, ['change$1']],
  [
    /^(?:approve|authori[sz]e|confirm|reject|sign)(?:Payment|Consent|(?:Signing)?Basket|Authorisation|Sca)?$/,
    ['completeAuthorisation'],
  ],
  [/^(?:run|execute|process|start)(?:Next)?Batch(?:es)?$/, ['advanceClock']],
  [/^nextBatch$/, ['clock']],
  [/^(?:add|new|make|insert|register|post)(?=[A-Z])/, ['create']],
  [/^(?:remove|drop|destroy)(?=[A-Z])/, ['delete']],
  [/^(?:get|find|fetch|list|read|all)(?=[A-Z])/, ['']],
  [/^request(?=s?$)/, ['call']],
  [/Requests?$/, ['Calls', 'Call']],
  [/^stop(?=Clock$)/, ['freeze']],
  [/^customer$/, ['psu', 'owner']],
  [/^psu$/, ['customer']],
  [/^basket(?=s?$)/, ['signingBasket']],
  [/^scaStatus$/, ['status']],
  [/^requestId$/, ['xRequestId']],
  [/^everyWorld$/, ['allWorlds']],
  [/^\w+Status$/, ['status', 'state']],
  [/^(?:valid(?:Until|To)|expires|expiry)$/, ['expiresAt']],
  [/^(?:created|made)At$/, ['takenAt', 'grantedAt', 'at']],
  [/^response$/, ['answer']],
  [/^(?:path|url|uri)$/, ['target']],
  [/^name$/, ['accountName', 'scenario']],
]

/** The name that is meant by such a word, if there is one. */
export function meantBy(field: string, names: readonly string[]): string | undefined {
  for (const [word, ours] of OTHER_WORDS)
    for (const own of ours) {
      const said = field.replace(word, own)
      const meant = `${said.slice(0, 1).toLowerCase()}${said.slice(1)}`
      if (said !== field && names.includes(meant)) return meant
    }
  return undefined
}

function hintOfWords(field: string, names: readonly string[]): string {
  const meant = meantBy(field, names)
  return meant === undefined ? '' : `Did you mean "${meant}"?`
}

/** The names of the type that were probably meant by a field; else where a field of this name stands one edge further. */
function hintOfField(field: string, owner: NamedType, schema: GraphQLSchema): string {
  const rows = owner?.name.endsWith('Connection')
    ? schema.getType(owner.name.slice(0, -'Connection'.length))
    : undefined
  const own = hasFields(owner) ? owner.getFields() : {}
  if (hasFields(rows) && nearest(field, Object.keys(own)) === undefined) {
    const word = rows.getFields()[field] === undefined ? meantBy(field, Object.keys(rows.getFields())) : field
    const meant = word === undefined ? placesOf(field, rows, schema) : [word]
    return meant.length === 0
      ? ''
      : `The rows of a connection are its nodes: write ${meant.map(one => `nodes { ${one} }`).join(' or ')}.`
  }
  const places = placesOf(field, owner, schema)
  if (places.length === 0) return ''
  if (places.every(place => place.startsWith('...')))
    return `Not every ${owner?.name} has it: write ${places.join(' or ')}.`
  return places.some(place => place.includes('{'))
    ? `It stands one edge further: write ${places.join(' or ')}.`
    : `Did you mean ${places.map(name => `"${name}"`).join(' or ')}?`
}

/** Where a wrong field of a type probably stands: a field of its own, or one behind an edge with the nodes between. Of many places none is likely. */
function placesOf(field: string, owner: NamedType, schema: GraphQLSchema): readonly string[] {
  if (!hasFields(owner)) return []
  const own = within(owner, field, schema)
  if (own.length > 0) return own.length > MOST_PLACES ? [] : own
  const edges = Object.values(owner.getFields())
  // accountId is the id behind the edge to accounts, and not the own one.
  const [, first = '', rest = ''] = /^([a-z]+)([A-Z]\w*)$/.exec(field) ?? []
  const other = meantBy(
    first,
    edges.map(({ name }) => name),
  )
  const named = edges
    .filter(({ name }) => name === first || name === `${first}s` || name === other)
    .flatMap(edge => pathsThrough(edge, `${rest[0]?.toLowerCase()}${rest.slice(1)}`, schema))
  if (named.length > 0) return named
  const near = nearestOnes(
    field,
    edges.map(({ name }) => name),
    owner.name,
  )
  if (near.length > 0) return near
  const meant = typesOf(owner, schema).flatMap(type => {
    const one = nearest(field, Object.keys(type.getFields()))
    return one === undefined ? [] : [`... on ${type.name} { ${one} }`]
  })
  if (meant.length > 0 && meant.length <= MOST_PLACES) return meant
  const paths = edges.flatMap(edge => pathsThrough(edge, field, schema))
  return paths.length > MOST_PLACES ? [] : paths
}

const MOST_PLACES = 3

/** How a field is written behind an edge, with the nodes between where the edge is a connection. */
function pathsThrough({ name, type, args }: AnyField, field: string, schema: GraphQLSchema): string[] {
  const target = getNamedType(type)
  if (!hasFields(target) || args.some(isRequiredArgument)) return []
  const own = within(target, field, schema)
  if (own.length > 0) return own.map(path => `${name} { ${path} }`)
  const nodes = target.name.endsWith('Connection') ? target.getFields()['nodes'] : undefined
  return nodes === undefined ? [] : pathsThrough(nodes, field, schema).map(path => `${name} { ${path} }`)
}

type AnyField = GraphQLField<unknown, unknown>
type WithFields = GraphQLObjectType | GraphQLInterfaceType

function hasFields(type: NamedType): type is WithFields {
  return isObjectType(type) || isInterfaceType(type)
}

/** How a field of a type is written: of an interface, the types that have it. */
function within(type: WithFields, field: string, schema: GraphQLSchema): string[] {
  if (type.getFields()[field] !== undefined) return [field]
  return typesOf(type, schema)
    .filter(possible => possible.getFields()[field] !== undefined)
    .map(({ name }) => `... on ${name} { ${field} }`)
}

function typesOf(type: WithFields, schema: GraphQLSchema): readonly GraphQLObjectType[] {
  return isInterfaceType(type) ? schema.getPossibleTypes(type) : []
}

/** The name that was meant by an argument, a field of an input, or a value of an enum. */
function underRightName(error: GraphQLError, context: ValidationContext): GraphQLError {
  const [node] = error.nodes ?? []
  if (node?.kind === Kind.ARGUMENT) {
    const args = context.getFieldDef()?.args ?? []
    const name = node.name.value
    const [here, asTpp] = [context.getFieldDef()?.name ?? '', context.getSchema().getType('AsTpp')]
    if (
      /consent|access|tpp|psu/i.test(name) &&
      isObjectType(asTpp) &&
      context.getParentType() === context.getSchema().getQueryType() &&
      asTpp.getFields()[here] !== undefined
    )
      return withHint(error, `What a TPP reads by a consent is below asTpp: write asTpp(access: …) { ${here} … }.`)
    const holder = args.find(({ type }) => fieldsIn(type).includes(name))
    if (holder !== undefined)
      return withHint(error, `It stands in ${holder.name}: write ${holder.name}: { ${name}: … }.`)
    return withHint(
      error,
      hintOfName(
        name,
        args.map(one => one.name),
      ),
    )
  }
  const one = node?.kind === Kind.OBJECT ? oneOf(context.getInputType(), node.fields.length) : undefined
  if (one !== undefined) return new GraphQLError(one, { nodes: error.nodes ?? null })
  if (node?.kind === Kind.OBJECT_FIELD) {
    const holder = getNamedType(context.getParentInputType())
    return withHint(
      error,
      isInputObjectType(holder) ? hintOfName(node.name.value, Object.keys(holder.getFields())) : '',
    )
  }
  const hint =
    node?.kind === Kind.ENUM || node?.kind === Kind.STRING ? hintOfWord(context.getInputType(), node.value) : ''
  return withHint(error, hint)
}

/** Where none is like the wrong name, so many names are listed at most. */
const MOST_NAMES = 8

/** The argument or field of an input that is meant, in a sentence; where none is like the name and there are few, all of them. */
function hintOfName(name: string, names: readonly string[]): string {
  const words = hintOfWords(name, names)
  const near = words === '' ? nearest(name, names) : undefined
  if (near !== undefined) return `Did you mean "${near}"?`
  return words === '' && names.length > 0 && names.length <= MOST_NAMES ? `It takes ${names.join(', ')}.` : words
}

function fieldsIn(type: GraphQLInputType): readonly string[] {
  const named = getNamedType(type)
  return isInputObjectType(named) ? Object.keys(named.getFields()) : []
}

/** The value of an enum that was meant, in a sentence; empty when there is none. */
export function hintOfWord(type: GraphQLInputType | null | undefined, word: string): string {
  const named = getNamedType(type)
  if (!isEnumType(named)) return ''
  const near = nearest(
    word,
    named.getValues().map(({ name }) => name),
  )
  return near === undefined ? '' : `Did you mean the enum value "${near}"?`
}

function withHint(error: GraphQLError, hint: string): GraphQLError {
  const { message, nodes } = error
  if (hint === '') return error
  return new GraphQLError(`${message} ${hint}`, { nodes: nodes ?? null })
}

/** What an input says of which exactly one field is given: GraphQL calls its fields keys, which are something else here (D83). */
export function oneOf(type: GraphQLInputType | null | undefined, fields: number): string | undefined {
  const named = getNamedType(type)
  if (!isInputObjectType(named) || !named.isOneOf || fields === 1) return undefined
  return `Give exactly one of ${fieldsIn(named).join(', ')}.`
}
